"""`choices`, `why` and `odds`."""

from __future__ import annotations

import pytest

from tests.cli.runner import Cli

BATTLE = """
game = "guderian"
turn = 2
phase = "german-combat"
[units]
0411 = "25/7 6/7 7/7"
0412 = "4-5-6"
0512 = "rifle"
"""


@pytest.fixture
def battle(cli: Cli) -> Cli:
    (cli.folder / "battle.toml").write_text(BATTLE)
    cli("new guderian --position battle.toml -o battle.jsonl --seed 1").done()
    return cli


CROWD = """
game = "guderian"
phase = "soviet-movement"
[units]
2626 = "rifle rifle rifle"
2628 = "rifle"
0505 = "25/7"
"""
BEWARE = "  beware: 2626 would be overstacked: make room before the phase ends  [7.1a]\n"


@pytest.fixture
def crowd(cli: Cli) -> Cli:
    (cli.folder / "crowd.toml").write_text(CROWD)
    cli("new guderian --position crowd.toml -o crowd.jsonl").done()
    return cli


def test_why_warns_of_what_is_legal_and_may_be_regretted(crowd: Cli) -> None:
    assert crowd("why crowd.jsonl move r4 Roslavl").done().out == f"'move r4 Roslavl' is legal\n{BEWARE}"
    assert crowd("why crowd.jsonl move R4 2627").done().out == "'move R4 2627' is legal\n"
    (caution,) = crowd("why crowd.jsonl move R4 2626 --json").done().json["cautions"]
    assert (caution["rule"], caution["hexes"]) == ("7.1a", ["2626"])


def test_so_do_play_and_lines_of_actions(crowd: Cli) -> None:
    (caution,) = crowd("play crowd.jsonl move R4 2626 --json").done().json["cautions"]
    assert caution["rule"] == "7.1a"
    crowd("undo crowd.jsonl").done()
    assert crowd("play crowd.jsonl move R4 2626").done().out.startswith(BEWARE)
    crowd("undo crowd.jsonl").done()
    crowd.type("move R4 2626\n")
    assert BEWARE in crowd("play crowd.jsonl -").done().out
    crowd("undo crowd.jsonl").done()
    assert "beware" not in crowd("play crowd.jsonl move R4 2627").done().out


def test_choices_at_the_top(game: Cli) -> None:
    said = game("choices game.jsonl").done().out
    assert said == "soviet: Place the 13th and 20th Armies  [5.1]\n  verb   place deploy\n"


def test_choices_after_words(game: Cli) -> None:
    assert "hex    0123 0124 0125 0126" in game("choices game.jsonl place R16").done().out
    assert "this is a whole action" in game("choices game.jsonl deploy").done().out


def test_choices_in_json(game: Cli) -> None:
    assert game("choices game.jsonl --json").json["choices"] == [{"kind": "verb", "words": ["place", "deploy"]}]
    said = game("choices game.jsonl place R16 --json").done().json
    assert said["choices"][0] == {"kind": "hex", "words": ["0123", "0124", "0125", "0126"]}
    assert (said["words"], said["complete"]) == (["place", "R16"], False)
    assert game("choices game.jsonl deploy --json").json == {"words": ["deploy"], "complete": True, "choices": []}


def test_choices_after_wrong_words(game: Cli) -> None:
    assert "did you mean place?" in game.wrong("choices game.jsonl plac", code=1)


def test_long_lists_are_broken_into_lines(game: Cli) -> None:
    game("play game.jsonl deploy").done()
    lines = game("choices game.jsonl interdict").done().out.splitlines()
    assert len(lines) > 20
    assert max(map(len, lines)) <= 120
    assert lines[1].split()[:3] == ["hex", "0101", "0102"]


def test_for_a_side_that_is_not_asked(game: Cli) -> None:
    assert "german or soviet" in game.wrong("choices game.jsonl --json --side sovjet")
    assert "german or soviet" in game.wrong("why game.jsonl end --side germn")
    assert "german has nothing to decide" in game.wrong("play game.jsonl end --side german", code=1)


def test_why(game: Cli) -> None:
    assert game("why game.jsonl place R16 0123").done().out == "'place R16 0123' is legal\n"
    said = game("why game.jsonl attack 0123 R16")
    assert (said.code, said.err) == (1, "")
    assert "is refused by 9.11: 'attack' belongs to Soviet Combat; this is Soviet set-up" in said.out
    assert "9.11 Adjacency" in said.out


def test_why_not_yet(game: Cli) -> None:
    said = game("why game.jsonl place R16")
    assert (said.code, said.err) == (4, "")
    assert said.out.startswith("'place R16' is unfinished; next may come ")
    assert said.out.count("\n") == 1
    assert "refused" not in said.out
    for wrong in ("place R16 0123 now", "place R16 9999", "fly"):
        assert game(f"why game.jsonl {wrong}").code == 1
    told = game("why game.jsonl place R16 --json")
    assert (told.code, told.json["ok"], told.json["unfinished"], told.json["rules"]) == (4, False, True, [])


def test_why_nothing_when_the_game_is_over(cli: Cli) -> None:
    last = 'game = "oder"\nturn = 8\nphase = "soviet-regroup"\n[units]\n1512 = "HG"\n'
    (cli.folder / "last.toml").write_text(last)
    cli("new oder --position last.toml").done()
    said = cli("why game.jsonl end")
    assert (said.code, said.out) == (1, "'end' is refused: the game is over\n")
    assert cli.wrong("play game.jsonl end", code=1) == "refused: the game is over"
    told = cli("why game.jsonl end --json").json
    assert (told["rule"], told["reason"], told["rules"]) == ("", "the game is over", [])


def test_why_in_json(game: Cli) -> None:
    assert game("why game.jsonl deploy --json").done().json["ok"] is True
    said = game("why game.jsonl attack 0123 --json").json
    assert (said["ok"], said["unfinished"], said["rule"], said["rules"][0]["id"]) == (False, False, "9.11", "9.11")


@pytest.mark.parametrize("command", ["why", "odds"])
def test_an_action_must_be_named(game: Cli, command: str) -> None:
    assert "name the action" in game.wrong(f"{command} game.jsonl")


def test_odds(battle: Cli) -> None:
    said = battle("odds battle.jsonl attack 0412 25/7 6/7 7/7").done().out
    assert said.startswith("attack: attack 16, defence ")
    assert "[7.3a]" in said
    assert "█" in said
    assert " %" in said


def test_odds_against_untried_units_tell_the_columns(battle: Cli) -> None:
    said = battle("odds battle.jsonl attack 0512 25/7 6/7 7/7").done().out
    assert "unseen counters" in said
    assert "\ncolumns\n" in said


def test_odds_in_json(battle: Cli) -> None:
    said = battle("odds battle.jsonl attack 0512 25/7 6/7 7/7 --json").done().json
    assert sum(said["outcomes"].values()) == pytest.approx(1)
    assert {line["rule"] for line in said["lines"]} >= {"7.3a"}


def test_odds_of_something_else(battle: Cli, game: Cli) -> None:
    assert "attack or an overrun" in battle.wrong("odds battle.jsonl end")
    assert "name the hex and the units" in battle.wrong("odds battle.jsonl attack 0412")
    assert "9.11" in game.wrong("odds game.jsonl attack 0412 25/7", code=1)
