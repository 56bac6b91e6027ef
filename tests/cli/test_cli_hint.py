"""`hint`: what a bot would play, and why."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from grognard import bots
from tests.cli.runner import Cli

EXAMPLE = Path(__file__).parents[2] / "examples" / "bot_example.py"


@pytest.fixture
def staff(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(bots.BOTS, "staff", "tests.server.advisers:Advises")


def test_an_action_and_its_reason(game: Cli, staff: None) -> None:
    said = game("hint game.jsonl").done().out.splitlines()
    assert said[0] == "soviet: deploy"
    assert said[1].startswith("  soviet thought in ")
    told = game("hint game.jsonl --side soviet --json").done().json
    assert (told["side"], told["action"]) == ("soviet", "deploy")


def test_any_bot_can_be_asked(game: Cli) -> None:
    action = game("hint game.jsonl --bot random").done().out.strip().removeprefix("soviet: ")
    assert game(f"why game.jsonl {action}").done()
    assert game(f"hint game.jsonl --bot 'exec:{sys.executable} {EXAMPLE}'").done().out.startswith("soviet: ")


@pytest.mark.parametrize(
    ("line", "hint"),
    [
        ("hint nothing.jsonl", "no such file"),
        ("hint game.jsonl --side german", "german has nothing to decide now"),
        ("hint game.jsonl --side finn", "no side finn"),
        ("hint game.jsonl --bot stuff", "did you mean staff"),
        ("hint game.jsonl --bot exec:true", "ended with code 0"),
    ],
)
def test_what_is_wrong_is_said_in_a_line(game: Cli, line: str, hint: str) -> None:
    assert hint in game.wrong(line)


def test_both_sides_asked_at_once(cli: Cli, staff: None) -> None:
    cli("new ef --scenario EDE --seed 3").done()
    cli.type("end\nend\nend\nend\n")
    cli("play game.jsonl -").done()
    assert "--side SIDE" in cli.wrong("hint game.jsonl")
    assert cli("hint game.jsonl --side soviet").done().out.startswith("soviet: ")
