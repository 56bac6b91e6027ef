"""Openings of a turn, rehearsed: with the rest of the turn, the enemy's answer, and on several samples."""

from __future__ import annotations

import math
from pathlib import Path

import pytest

import grognard
from grognard.bots import planner
from grognard.bots.knowledge import Plan, knowledge_of
from grognard.bots.knowledge.eastfront import openings
from grognard.bots.knowledge.eastfront.drill import drill
from grognard.bots.knowledge.eastfront.officer import Officer as EastFrontOfficer
from grognard.bots.planner import QuickStaff, Staff
from grognard.bots.rehearsals import Rehearsal
from grognard.games.eastfront.position import GERMAN, SOVIET
from grognard.match import Match
from tests.bots.officers import PlainOfficer
from tests.eastfront.table import position, state

POSITION = Path(__file__).parents[2] / "examples" / "smolensk.toml"
NORTH, SOUTH = "move 5.ID 0203", "move 6.ID 0306"
MASSED = {"0405": "41Pz:4 56Pz:4", "0505": "24Pz:4 1AK:4", "0404": "AG-South:3", "0605": "23A:2", "0805": "8A:2"}


class Officer(PlainOfficer):
    """Gains two points in the north, of which the Soviet drill takes five, and one in the south."""

    def __init__(self, wasted: str = "") -> None:
        self.wasted = wasted

    def plans(self, match: Match, side: str, breadth: int) -> list[Plan]:
        return [Plan((action,)) for action in (NORTH, SOUTH) if match.why(action, side)]

    def evaluate(self, match: Match, side: str) -> float:
        where = {(unit.id, unit.hex) for unit in match.view(None).units}
        north, countered = ("5.ID", "0203") in where, any(hex == "0604" for _, hex in where)
        return 2.0 * north + 1.0 * (("6.ID", "0306") in where) - 5.0 * countered * north

    def openings(self, match: Match, side: str) -> list[tuple[str, ...]]:
        return [("end",), (NORTH, "end")]

    def variations(self, match: Match, side: str, opening: tuple[str, ...]) -> list[tuple[str, ...]]:
        return [(SOUTH, "end")]

    def waste(self, before: Match, after: Match, opening: tuple[str, ...]) -> float:
        return 3.0 if self.wasted in opening else 0.0

    def drill(self, match: Match, side: str) -> list[str]:
        if side == "german":
            return ["end"]
        return [*(f"move {unit.id} 0604" for unit in match.view(side).units), "end"]

    first_ideas, glance = plans, evaluate


def begun(monkeypatch: pytest.MonkeyPatch, officer: Officer) -> Match:
    """The German turn, thought about by this officer."""
    monkeypatch.setattr(planner, "knowledge_of", lambda game: officer)
    return grognard.setup(POSITION, seed=1)


def test_an_opening_is_judged_by_what_the_enemy_leaves_of_it(monkeypatch: pytest.MonkeyPatch) -> None:
    match = begun(monkeypatch, Officer())
    assert QuickStaff(1).act(match, "german") == NORTH
    staff = Staff(1)
    assert staff.act(match, "german") == SOUTH
    match.play(SOUTH)
    assert staff.act(match, "german") == "end"


def test_what_an_opening_spends_for_nothing_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    assert Staff(1).act(begun(monkeypatch, Officer(wasted=SOUTH)), "german") == "end"


def test_no_more_openings_are_played_than_there_is_time_for() -> None:
    match, officer = grognard.setup(POSITION, seed=1), Officer()
    ways = officer.openings(match, "german")
    rehearsal = Rehearsal([match], "german", officer, "a")
    assert rehearsal.best(ways, 2, math.inf) == ("end",)
    assert set(rehearsal.worth) == set(ways)
    assert Rehearsal([match], "german", officer, "a").best(ways, 9, 0.0) == ()  # then the plans are looked at


def test_the_match_that_is_rehearsed_stays_as_it_was() -> None:
    match, officer = position(MASSED, phase="command"), EastFrontOfficer()
    before = match.view(None)
    best = Rehearsal([match], GERMAN, officer, "a").best(officer.openings(match, GERMAN), 6, math.inf)
    assert best[-1] == "end"
    assert match.view(None) == before
    assert not match.actions


# --- EastFront --------------------------------------------------------------------------------------------------------


def test_openings_are_to_rest_and_each_hq_alone() -> None:
    match = position(MASSED, phase="command")
    assert [way[:-1] for way in openings.openings(state(match), GERMAN)] == [(), ("activate AG-South",)]
    match.play("activate AG-South", GERMAN)
    assert openings.openings(state(match), GERMAN) == []


def test_variations_are_other_roles_other_hexes_and_one_hq_less() -> None:
    g = state(position({**MASSED, "0403": "OKH:2"}, phase="command"))
    found = openings.variations(g, ("activate AG-South", "end"))
    assert ("activate OKH", "activate AG-South", "end") in found
    assert ("activate AG-South blitz", "end") in found
    assert ("end",) in found


def test_nothing_is_rehearsed_where_a_step_of_an_hq_is_worth_more_than_what_it_wins() -> None:
    match = grognard.new("eastfront", "EDE", 1)
    while (decision := match.decision) is not None and decision.kind == "deployment":
        answer = knowledge_of("eastfront").answer(match, decision.side)
        assert answer is not None
        match.play(answer, decision.side)
    assert state(match).phase == "command"
    assert openings.openings(state(match), state(match).side) == []


def test_an_hq_that_leads_nobody_is_wasted() -> None:
    match = position(MASSED, phase="command")
    before, after = state(match), match.copy()
    for action in ("activate AG-South", "end"):
        after.play(action, GERMAN)
    assert openings.waste(before, state(after), ("activate AG-South", "end")) > 0
    led = match.copy()
    for action in ("activate AG-South", "move 41Pz 0505", "move 1AK 0405", "end"):
        led.play(action, GERMAN)
    assert openings.waste(before, state(led), ("activate AG-South", "end")) == 0
    assert openings.waste(before, state(after), ("activate AG-South invasion", "end")) == 0


def test_the_drill_attacks_in_mass_and_goes_into_open_cities() -> None:
    match = position(MASSED, active_hqs={"AG-South": ""})
    moves = drill(state(match), GERMAN)
    assert sum(move.endswith("0605") for move in moves) >= 3
    assert moves[-1] == "end"
    assert drill(state(position(MASSED, active=SOVIET)), SOVIET)[-1] == "end"
