"""`play`: one action, lines of stdin, and what is said about wrong words."""

from __future__ import annotations

import pytest

import grognard
from tests.cli.runner import Cli


def test_an_action_is_played_told_and_saved(game: Cli) -> None:
    said = game("play game.jsonl place R16 0123").done().out
    assert "R16 is placed in 0123  [5.1]" in said
    assert "soviet: Place the 13th and 20th Armies" in said
    assert [played.action for played in grognard.load("game.jsonl").actions] == ["place R16 0123"]


def test_forced_actions_and_the_next_question_are_told(game: Cli) -> None:
    said = game("play game.jsonl deploy").done().out
    assert "-- Turn 1: German Air Interdiction before the game" in said
    assert "  verb   interdict end" in said


def test_case_does_not_matter(game: Cli) -> None:
    assert "R16 is placed in 0123" in game("play game.jsonl PLACE r16 0123").done().out


def test_json(game: Cli) -> None:
    said = game("play game.jsonl place R16 0123 --json").done().json
    assert said["events"] == [{"event": "placed", "rule": "5.1", "what": "R16", "hex": "0123"}]
    assert said["decisions"][0]["side"] == "soviet"
    assert said["result"] is None


@pytest.mark.parametrize(
    ("words", "rule", "reason"),
    [
        ("plce R16 0123", "5.1", "did you mean place?"),
        ("place R16 0122", "5.1", "the 13th Army is placed in"),
        ("place R99 0123", "5.1", "did you mean"),
        ("attack 0123 R16", "9.11", "belongs to Soviet Combat"),
        ("place R16 0123 now", "5.1", "nothing may follow"),
    ],
)
def test_a_refusal_names_the_rule_and_changes_nothing(game: Cli, words: str, rule: str, reason: str) -> None:
    before = game.text()
    said = game.wrong(f"play game.jsonl {words}", code=1)
    assert said.startswith(f"refused by {rule}: ")
    assert reason in said
    assert game.text() == before


def test_an_unfinished_action_is_not_refused_by_a_rule(game: Cli) -> None:
    before = game.text()
    said = game.wrong("play game.jsonl place R16", code=4)
    assert said.startswith("'place R16' is unfinished; next may come 0123, ")
    game.type("place R16 0123\nplace R17\n")
    assert game.wrong("play game.jsonl -", code=4).startswith("line 2, 'place R17': 'place R17' is unfinished; next")
    assert game.text() != before  # the first line was played
    assert "refused" not in said


def test_lines_of_stdin(game: Cli) -> None:
    game.type("# set-up\nplace R16 0123\n\nplace R17 0124   # beside it\ndeploy\n")
    said = game("play game.jsonl -").done().out
    assert "soviet> place R17 0124" in said
    assert said.endswith("  verb   interdict end\n")
    assert len(grognard.load("game.jsonl").actions) == 3


def test_lines_of_stdin_as_json(game: Cli) -> None:
    game.type("place R16 0123\nplace R17 0124\n")
    said = game("play game.jsonl - --json").done().json
    assert [event["what"] for event in said["events"]] == ["R16", "R17"]


def test_the_first_refused_line_ends_it_and_what_was_before_is_saved(game: Cli) -> None:
    game.type("place R16 0123\n\nplace R17 0101\nplace R18 0124\n")
    said = game.wrong("play game.jsonl -", code=1)
    assert "line 3, 'place R17 0101': the 13th Army is placed in" in said
    assert [played.action for played in grognard.load("game.jsonl").actions] == ["place R16 0123"]


def test_an_option_between_the_words(game: Cli) -> None:
    assert "did you mean --json?" in game.wrong("play game.jsonl place R16 0123 --jsn")
    assert len(grognard.load("game.jsonl").actions) == 0


def test_without_words_there_must_be_a_terminal(game: Cli) -> None:
    assert game.wrong("play game.jsonl").startswith("there is no terminal to ask at: grognard play game.jsonl WORDS")


def test_nothing_is_begun_without_a_terminal(cli: Cli) -> None:
    assert "no terminal" in cli.wrong("play")
    assert not list(cli.folder.iterdir())


def test_a_command_is_not_an_action(game: Cli) -> None:
    assert game.wrong("play game.jsonl undo").endswith("it is a command: grognard undo game.jsonl")


def test_the_end_of_a_game(cli: Cli) -> None:
    (cli.folder / "end.toml").write_text(
        'game = "guderian"\nturn = 12\nphase = "german-interdiction"\n[units]\n0412 = "25/7"\n'
        '[control]\ngerman = "Vitebsk"\n'
    )
    cli("new guderian --position end.toml").done()
    said = cli("play game.jsonl end").done().out
    assert "  The game is over: Soviet " in said
    assert "10  German: Vitebsk  [15.11a]" in said
    assert "The game is over" in cli("choices game.jsonl").done().out
    assert cli("choices game.jsonl --json").done().json["choices"] == []
    assert "nobody: the game is over" in cli("show game.jsonl").done().out
    assert "the game is over" in cli.wrong("play game.jsonl end", code=1)
    assert "the game is over" in cli.wrong("odds game.jsonl attack 0412")
    assert cli("undo game.jsonl --json").done().json["undone"] == "end"


def test_the_file_comes_first(game: Cli) -> None:
    assert "the save file comes first, perhaps game.jsonl" in game.wrong("play deploy")


COMMANDS = (
    "play {} deploy", "show {}", "choices {}", "why {} end", "odds {} attack", "undo {}", "log {}", "replay {}",
    "render {} -o map.svg", "verify {}",
)  # fmt: skip


@pytest.mark.parametrize("command", COMMANDS)
class TestFiles:
    def test_missing(self, cli: Cli, command: str) -> None:
        assert "game.jsonl: no such file" in cli.wrong(command.format("game.jsonl"))

    def test_misspelt(self, game: Cli, command: str) -> None:
        assert "did you mean game.jsonl?" in game.wrong(command.format("gane.jsonl"))

    def test_foreign(self, cli: Cli, command: str) -> None:
        (cli.folder / "notes.jsonl").write_text("Dear diary\n")
        assert cli.wrong(command.format("notes.jsonl")) == "notes.jsonl: this is not a Grognard match"

    def test_binary(self, cli: Cli, command: str) -> None:
        (cli.folder / "photo.jsonl").write_bytes(bytes(range(256)))
        assert "not a Grognard match" in cli.wrong(command.format("photo.jsonl"))

    def test_a_folder(self, cli: Cli, command: str) -> None:
        (cli.folder / "games").mkdir()
        assert "games is a folder" in cli.wrong(command.format("games"))

    def test_edited(self, game: Cli, command: str) -> None:
        game("play game.jsonl place R16 0123").done()
        edited = game.text().replace("0123", "0124")
        (game.folder / "game.jsonl").write_text(edited)
        assert "line 2 has been edited" in game.wrong(command.format("game.jsonl"))
        assert game.text() == edited
