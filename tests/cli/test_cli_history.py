"""`log`, `replay`, `undo` and `verify`."""

from __future__ import annotations

import pytest

import grognard
from grognard.server.fair import commitment
from tests.cli.runner import Cli


@pytest.fixture
def begun(game: Cli) -> Cli:
    """A match three actions on."""
    game.type("place R16 0123\nplace R17 0124\nplace R18 0125\n")
    game("play game.jsonl -").done()
    return game


def test_log(begun: Cli) -> None:
    said = begun("log game.jsonl").done().out
    assert said.startswith("-- Turn 1: Soviet set-up\n")
    assert "  R18 is placed in 0125  [5.1]\n" in said
    assert begun("log game.jsonl --last 1 --side german").done().out == "  R18 is placed in 0125  [5.1]\n"


def test_log_in_json(begun: Cli) -> None:
    said = begun("log game.jsonl --last 2 --json").done().json
    assert [event["what"] for event in said] == ["R17", "R18"]


def test_log_of_nothing(begun: Cli) -> None:
    assert "--last 0" in begun.wrong("log game.jsonl --last 0")
    assert "unable to convert" in begun.wrong("log game.jsonl --last few")
    assert "did you mean soviet?" in begun.wrong("log game.jsonl --side sovjet")


def test_replay_up_to_an_action(begun: Cli) -> None:
    said = begun("replay game.jsonl --to 1").done().out
    assert "R16 is placed in 0123" in said
    assert "R17 is placed" not in said
    assert "after 1 actions:" in said
    assert begun("replay game.jsonl --json").done().json["actions"] == 3


def test_replay_into_a_new_match(begun: Cli) -> None:
    begun("replay game.jsonl --to 2 -o two.jsonl").done()
    assert len(grognard.load("two.jsonl").actions) == 2
    begun("play two.jsonl deploy").done()
    assert "--force" in begun.wrong("replay game.jsonl -o two.jsonl")
    assert len(grognard.load("two.jsonl").actions) == 3


def test_replay_beyond_the_end(begun: Cli) -> None:
    assert "this match has 3" in begun.wrong("replay game.jsonl --to 9")
    assert "did you mean german?" in begun.wrong("replay game.jsonl --side germn -o new.jsonl")
    assert not (begun.folder / "new.jsonl").exists()


def test_undo(begun: Cli) -> None:
    assert begun("undo game.jsonl").done().out.startswith("taken back: place R18 0125\n")
    assert begun("undo game.jsonl --json").done().json["undone"] == "place R17 0124"
    assert [played.action for played in grognard.load("game.jsonl").actions] == ["place R16 0123"]


def test_undo_stops_at_the_dice(begun: Cli) -> None:
    begun("play game.jsonl deploy").done()
    begun("play game.jsonl end").done()
    before = begun.text()
    assert "refused by 6.0b: 'end' stands" in begun.wrong("undo game.jsonl", code=1)
    assert begun.text() == before


def test_undo_of_nothing(game: Cli) -> None:
    assert "nothing has been played yet" in game.wrong("undo game.jsonl", code=1)


def test_verify(begun: Cli) -> None:
    said = begun("verify game.jsonl").done().out
    assert said.startswith("game.jsonl: whole; 3 actions, replayed to the position saved")
    assert begun("verify game.jsonl --json").done().json["whole"] is True


def damage(cli: Cli, kind: str) -> None:
    path = cli.folder / "game.jsonl"
    lines = path.read_text().splitlines(keepends=True)
    if kind == "cut":
        path.write_text("".join(lines[:3]) + lines[3][:20])
    elif kind == "edited":
        path.write_text("".join(lines).replace("0125", "0126"))
    elif kind == "headless":
        path.write_text("".join(lines[:3]))


@pytest.mark.parametrize(("kind", "complaint"), [("cut", "line 4 is cut short"), ("edited", "line 4 has been edited"),
                                                 ("headless", "cut short")])  # fmt: skip
def test_a_damaged_file_is_rescued_into_a_new_one(begun: Cli, kind: str, complaint: str) -> None:
    damage(begun, kind)
    damaged = begun.text()
    said = begun.wrong("verify game.jsonl")
    assert complaint in said
    assert "grognard verify game.jsonl --recover NEW" in said
    said = begun("verify game.jsonl --recover saved.jsonl").done().out
    assert "saved.jsonl: 2 actions saved" in said
    assert [played.action for played in grognard.load("saved.jsonl").actions] == ["place R16 0123", "place R17 0124"]
    assert begun.text() == damaged


def test_a_rescue_does_not_overwrite(begun: Cli) -> None:
    damage(begun, "cut")
    (begun.folder / "saved.jsonl").write_text("mine")
    assert "--force" in begun.wrong("verify game.jsonl --recover saved.jsonl")
    assert begun.text("saved.jsonl") == "mine"
    assert begun("verify game.jsonl --recover saved.jsonl --force --json").done().json["actions"] == 2


def test_what_is_no_match_cannot_be_rescued(cli: Cli) -> None:
    (cli.folder / "notes.jsonl").write_text("Dear diary\n")
    assert "not a Grognard match" in cli.wrong("verify notes.jsonl --recover saved.jsonl")
    assert not (cli.folder / "saved.jsonl").exists()


def test_verify_checks_the_dice_a_server_promised(cli: Cli) -> None:
    cli("new guderian --seed 7 -o game.jsonl").done()
    promise = commitment("m1", 7)
    assert "those that were promised" in cli(f"verify game.jsonl --match m1 --commitment {promise}").done().out
    refused = cli(f"verify game.jsonl --match m2 --commitment {promise}")
    assert (refused.code, "not those promised for match m2" in refused.err) == (2, True)
    assert cli(f"verify game.jsonl --commitment {promise}").code == 2
