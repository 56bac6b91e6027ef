"""A game in which the sides see different things, at the command line: EastFront."""

from __future__ import annotations

import builtins
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import grognard
from grognard.cli.prompt import converse
from tests.cli.runner import Cli

GERMANS = ("AG-South", "56Pz", "41Pz")


@pytest.fixture
def blue(cli: Cli) -> Cli:
    """Summer 1942 with both armies deployed: the German Command Phase."""
    cli("new eastfront --scenario S42 --seed 5").done()
    cli.type("deploy\nend\ndeploy\nend\n")
    cli("play game.jsonl -").done()
    return cli


@pytest.fixture
def production(cli: Cli) -> Cli:
    """Edelweiss in its first month of Production, both sides asked at once."""
    cli("new ef --scenario EDE --seed 3").done()
    cli.type("end\nend\nend\nend\n")
    cli("play game.jsonl -").done()
    return cli


def test_games_lists_scenarios_and_options(cli: Cli) -> None:
    said = cli("games").done().out
    assert "eastfront  EastFront (also: ef)" in said
    assert "scenario   S42: Summer 1942: Operation Blue, 12 turns" in said
    assert "option     sea_power: Sea power" in said
    assert "(15.1, on by default)" in said


def test_a_new_match_names_what_is_wrong(cli: Cli) -> None:
    assert "did you mean S44" in cli.wrong("new ef --scenario S4")
    assert "sea_power" in cli.wrong("new ef --option sea")


# --- show -------------------------------------------------------------------------------------------------------------


def test_show_tells_date_weather_production_and_battles(blue: Cli) -> None:
    said = blue("show game.jsonl").done().out
    assert "EastFront, turn 1 of 12, June 1942 I, dry: German Command Phase" in said
    assert "production: german 80, soviet 56" in said
    assert "battles: 1001 (soviet attacked)" in said
    assert "--side german or --side soviet" in said


def test_everybody_sees_blocks_and_each_side_its_own(blue: Cli) -> None:
    public = blue("show game.jsonl --list").done().out
    german = blue("show game.jsonl --list --as german").done().out
    soviet = blue("show game.jsonl --list --side soviet").done().out
    for unit in GERMANS:
        assert unit not in public
        assert unit in german
        assert unit not in soviet
    assert " 4 blocks" in public
    assert " 4 blocks" in soviet
    assert " 1 block " in german


def test_the_map_shows_backs_and_both_sides_in_a_battle(blue: Cli) -> None:
    said = blue("show game.jsonl --hexes 0901..1103 --as german").done().out
    assert "[1](1)" in said  # Volkhov
    assert "(?)" in said
    assert "? hidden" in said
    small = blue("show game.jsonl --hexes all").done().out
    assert ">< both sides" in small
    assert "G hidden" in small
    assert "s hidden" in small


def test_reinforcements_come_by_month(blue: Cli) -> None:
    assert "due in AUG42:  2Hun" in blue("show game.jsonl").done().out


# --- asking and playing ----------------------------------------------------------------------------------------------


def test_hexes_by_name(cli: Cli) -> None:
    cli("new ef --scenario EDE --seed 3").done()
    cli("play game.jsonl activate u").done()
    cli("play game.jsonl end").done()
    assert "is legal" in cli("why game.jsonl move V Kalach-W1").done().out
    assert "cannot reach Salsk" in cli("why game.jsonl move V Salsk").out
    assert "after 'move V'" in cli("choices game.jsonl MOVE v").done().out
    odds = cli("odds game.jsonl move V Kotelnikovo").done().out
    assert "steps the attacker loses" in odds
    assert "hex taken" in odds
    said = cli("play game.jsonl move V Kotelnikovo").done().out
    assert "  V engages Kamensko " in said
    assert " Kotelnikovo  [6.31]" in said
    log = cli("log game.jsonl --side soviet --last 1").done().out
    assert "a German block engages Kamensko " in log
    assert " V " not in cli("log game.jsonl").done().out


def test_an_action_does_not_tell_the_other_sides_choices(blue: Cli) -> None:
    blue.type("end\nend\n")
    said = blue("play game.jsonl -").done().out
    assert said.rstrip().endswith("soviet: to choose (--side soviet says from what)")
    assert "soviet: " in blue("choices game.jsonl --as soviet").done().out
    assert "to choose (--side soviet" in blue("choices game.jsonl --as german").done().out


def test_a_wrong_side_or_word(blue: Cli) -> None:
    assert blue.wrong("play game.jsonl end --as finn") == "no side finn: german or soviet"
    assert "not with 'mvoe': activate, end" in blue.wrong("play game.jsonl mvoe", code=1)


def test_the_rules_of_a_scenario(cli: Cli) -> None:
    assert cli("rules ef s41.1a").done().out.startswith("S41.1A  ")
    assert "W44.5" in cli("rules ef W44").done().out
    assert cli("rules ef 0b").done().out.startswith("0b  Fog of war")


# --- both sides at once ----------------------------------------------------------------------------------------------


def test_both_sides_are_asked_at_once(production: Cli) -> None:
    said = production("choices game.jsonl").done().out
    assert "german: Production: 28 PPs" in said
    assert "soviet: Production: 30 PPs" in said
    wrong = production.wrong("play game.jsonl end")
    assert wrong == "german and soviet are asked at once: say for which side (--side SIDE)"


def test_orders_are_sealed_until_both_are_in(production: Cli) -> None:
    production("play game.jsonl --as german step R end").done()
    assert "to choose: soviet" in production("show game.jsonl").done().out
    assert "R is built up" not in production("log game.jsonl --side german").done().out
    taken = production("undo game.jsonl").done().out
    assert "taken back: the answer of the german side" in taken
    production("play game.jsonl --as soviet end").done()
    said = production("play game.jsonl --as german step r end").done().out
    assert "R is built up to 4" in said
    assert "30 PPs" not in said
    assert "30 PPs are forfeited" in production("log game.jsonl --side soviet").done().out


# --- the prompt ------------------------------------------------------------------------------------------------------


def sit_down(monkeypatch: pytest.MonkeyPatch, lines: list[str]) -> list[str]:
    """Type these lines at the prompt; the questions asked there."""
    asked: list[str] = []
    typed: Iterator[str] = iter(lines)

    def answer(question: str = "") -> str:
        asked.append(question)
        try:
            return next(typed)
        except StopIteration:
            raise EOFError from None

    monkeypatch.setattr(builtins, "input", answer)
    monkeypatch.setattr(sys, "stdin", None)
    return asked


def test_the_screen_is_handed_over(
    blue: Cli, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    match = grognard.load("game.jsonl")
    asked = sit_down(monkeypatch, ["end", "end", "", "list", "quit"])
    converse(match, Path("game.jsonl"))
    handed = "Now the soviet side, alone at the screen: Enter goes on. "
    assert asked == ["german> ", "german> ", handed, "soviet> ", "soviet> "]
    after = capsys.readouterr().out.rpartition("soviet: 51 units")[2]
    assert "11GdsA" in after


def test_both_answer_in_turn_at_the_prompt(
    production: Cli, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    match = grognard.load("game.jsonl")
    asked = sit_down(monkeypatch, ["step R end", "", "end", "", "quit"])
    converse(match, Path("game.jsonl"))
    assert asked[0] == "german> "
    assert asked[1].startswith("Now the soviet side")
    assert asked[2] == "soviet> "
    assert len(match.actions) >= 2
    assert "step R" not in capsys.readouterr().out
