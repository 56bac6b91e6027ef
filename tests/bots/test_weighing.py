"""Answers that are weighed: who is asked whether to lose a step or to go back looks at what either leaves him."""

from __future__ import annotations

from functools import partial

import pytest

import grognard
from grognard.bots import make
from grognard.bots.knowledge import knowledge_of
from grognard.bots.planner import QuickStaff
from grognard.bots.trials import settle
from grognard.bots.weighing import MOST, Care, Weighing, weighed
from grognard.games import IDS
from grognard.match import Match
from tests.guderian.table import GERMAN_COMBAT, field
from tests.guderian.table import position as at_the_table

BOARD = {**field(columns=24, rows=12), "place": [{"name": "Orsha", "kind": "major-city", "hexes": "0605"}]}
UNITS = {"0505": "25/7 6/7 7/7", "0604": "29/12 5/12 25/12", "0605": "rifle rifle", "0905": "Konev"}
OFFICER = knowledge_of("guderian")


def stormed() -> Match:
    """Two divisions in a city are attacked at 2-1, a 2 is thrown (D1): one of them, or the city."""
    match = at_the_table(UNITS, board=BOARD, phase=GERMAN_COMBAT, dice=[2] * 9)
    match.play(f"attack 0605 {UNITS['0505']} {UNITS['0604']} go")
    assert match.decision is not None
    assert (match.decision.side, match.decision.kind) == ("soviet", "loss-or-retreat")
    return match


def holds_the_city(match: Match) -> bool:
    return any(unit.hex == "0605" and unit.side == "soviet" for unit in match.view("soviet").units)


@pytest.mark.parametrize(("bot", "answer"), [("staff", "lose"), ("staff-deep", "lose"), ("staff-quick", "retreat")])
def test_a_division_is_given_for_a_city_by_whoever_weighs_it(bot: str, answer: str) -> None:
    match = stormed()
    before = match.fingerprint()
    assert make(bot, 1).act(match, "soviet") == answer
    assert match.fingerprint() == before


def test_the_enemy_in_a_trial_answers_as_well() -> None:
    """No attack is made in the hope of an answer that nobody would give."""
    hoped, weighed_up = stormed(), stormed()
    settle(hoped, OFFICER)
    settle(weighed_up, OFFICER, Care.ALWAYS)
    assert not holds_the_city(hoped)
    assert holds_the_city(weighed_up)


def test_only_what_the_officer_wants_is_weighed_and_with_so_much_care() -> None:
    match, resting = stormed(), partial(settle, knows=OFFICER)
    assert isinstance(OFFICER, Weighing)
    assert weighed(match, OFFICER, Care.ALWAYS, resting) == "lose"
    match.play("retreat")
    assert match.decision is not None
    assert OFFICER.weighs[match.decision.kind] == Care.ASKED
    assert weighed(match, OFFICER, Care.AT_LENGTH, resting) is None
    assert weighed(match, OFFICER, Care.ASKED, resting) in {f"retreat {hex}" for hex in match.choices("retreat").items}
    oder = grognard.new("oder", seed=1)
    assert not isinstance(knowledge_of("oder"), Weighing)
    assert weighed(oder, knowledge_of("oder"), Care.ASKED, resting) is None


@pytest.mark.parametrize("game", [game for game in IDS if isinstance(knowledge_of(game), Weighing)])
def test_what_is_weighed_is_asked_in_the_game(game: str) -> None:
    """By its name, with few enough answers, and the answer is legal."""
    knows, match, bot = knowledge_of(game), grognard.new(game, seed=3), QuickStaff(1)
    assert isinstance(knows, Weighing)
    assert set(knows.weighs) <= set(match.game.info.kinds)
    count = 0
    while (decision := match.decision) is not None and count < 4:
        answer = weighed(match, knows, Care.ASKED, partial(settle, knows=knows))
        count += answer is not None
        match.play(answer or bot.act(match, decision.side), decision.side)
    assert count == 4


def test_where_there_are_many_answers_none_is_weighed(monkeypatch: pytest.MonkeyPatch) -> None:
    assert MOST > 2
    monkeypatch.setattr("grognard.bots.weighing.MOST", 1)
    assert weighed(stormed(), OFFICER, Care.ASKED, partial(settle, knows=OFFICER)) is None
