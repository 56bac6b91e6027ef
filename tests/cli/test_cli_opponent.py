"""A game at the prompt against a bot."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

import grognard
from grognard.cli.opponent import Opponent
from grognard.cli.prompt import Prompt
from grognard.match import Match
from tests.cli.runner import Cli
from tests.cli.test_cli_process import Terminal

POSITION = Path(__file__).parents[2] / "examples" / "smolensk.toml"


@pytest.fixture
def match() -> Match:
    return grognard.setup(POSITION, seed=1)


def test_the_bot_plays_until_the_choice_is_the_persons(match: Match) -> None:
    opponent = Opponent(match, "scout", "soviet", explain=False)
    played = list(opponent.answers())
    assert played
    assert match.decision is not None
    assert match.decision.side == opponent.person == "soviet"
    assert {action.side for action in match.actions} == {"german"}


def test_it_says_why(match: Match, capsys: pytest.CaptureFixture[str]) -> None:
    next(Opponent(match, "staff-quick", "soviet", explain=True).answers())
    said = capsys.readouterr().out
    assert said.startswith(f"german: {match.actions[0].action}  ")
    assert len(said.strip()) > len(f"german: {match.actions[0].action}")


def test_secrets_are_not_explained_away() -> None:
    with pytest.raises(grognard.Invalid, match="--explain: EastFront has secrets"):
        Opponent(grognard.new("eastfront", "EDE"), "scout", None, explain=True)


def test_what_the_bot_answered_goes_back_with_the_action(match: Match, tmp_path: Path) -> None:
    table = Prompt(match, tmp_path / "game.jsonl", Opponent(match, "random", "german", explain=False))
    before = match.fingerprint()
    table.hear("move 5.ID 0203")
    table.wait()
    table.hear("undo")
    assert match.fingerprint() == before


def test_what_cannot_all_go_back_stays(match: Match, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    table = Prompt(match, tmp_path / "game.jsonl", Opponent(match, "random", "soviet", explain=False))
    table.wait()
    before = match.fingerprint()
    table.hear("undo")
    assert match.fingerprint() == before
    assert capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "why"),
    [
        ("play game.jsonl end --against staff", "for the prompt"),
        ("play game.jsonl end --explain", "for the prompt"),
    ],
)
def test_one_action_has_no_opponent(game: Cli, words: str, why: str) -> None:
    assert why in game.wrong(words)


@pytest.fixture
def against(tmp_path: Path) -> Iterator[Terminal]:
    """The prompt against a bot."""
    pytest.importorskip("pty")
    grognard.setup(POSITION, seed=1).save(tmp_path / "game.jsonl")
    terminal = Terminal(tmp_path, "play", "game.jsonl", "--against", "staff-quick", "--as", "soviet", "--explain")
    yield terminal
    terminal.stop()


def test_a_game_at_the_terminal(against: Terminal, tmp_path: Path) -> None:
    assert "german" in against.until("soviet> ", patience=60)
    against.type("hint\n")
    against.until("soviet")
    against.until(": ")
    against.until("soviet> ", patience=60)
    against.type("quit\n")
    against.until("the match is in game.jsonl")
    assert against.end() == 0
    assert grognard.load(tmp_path / "game.jsonl").actions


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("--against", "rommel"), "no bot 'rommel'"),
        (("--against", "scout", "--as", "french"), "no side french"),
        (("--explain",), "name one with --against"),
    ],
)
def test_what_is_no_opponent(tmp_path: Path, words: tuple[str, ...], why: str) -> None:
    pytest.importorskip("pty")
    grognard.setup(POSITION, seed=1).save(tmp_path / "game.jsonl")
    terminal = Terminal(tmp_path, "play", "game.jsonl", *words)
    try:
        terminal.until(why)
        assert terminal.end() == 2
    finally:
        terminal.stop()


def test_the_prompt_warns(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    units = {"2626": "rifle rifle rifle", "2628": "rifle", "0505": "25/7"}
    match = grognard.setup({"game": "guderian", "phase": "soviet-movement", "units": units})
    table = Prompt(match, tmp_path / "game.jsonl")
    table.hear("move R4 Roslavl")
    said = capsys.readouterr().out
    assert said.startswith("  beware: 2626 would be overstacked")
    table.hear("undo")
    table.hear("why move R4 2626")
    assert "beware: 2626 would be overstacked" in capsys.readouterr().out
