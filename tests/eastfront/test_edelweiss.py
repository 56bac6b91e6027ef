"""EDE.1: the rulebook's Operation Edelweiss, replayed with its dice; every stated result comes out."""

from __future__ import annotations

import pytest

import grognard
from grognard.games.eastfront.position import DEAD
from tests.eastfront.edelweiss import TRANSCRIPT, Step
from tests.eastfront.table import cv, state, where

DICE = [die for step in TRANSCRIPT for die in step.dice]


def edelweiss() -> grognard.Match:
    """The tutorial with its printed dice; the order of fire is the players' (7.31)."""
    return grognard.new("eastfront", "EDE", options={"fire_order": True}, dice=DICE)


def check(m: grognard.Match, step: Step) -> None:
    """Everything that is stated about a step."""
    g = state(m)
    for unit, strength in step.cv.items():
        assert cv(m, unit) == strength, f"{unit} after '{step.action}'"
    for unit, place in step.at.items():
        assert where(m, unit) == g.hexname(g.rules.hex(place)), f"{unit} after '{step.action}'"
    for unit in step.lost:
        assert g.at[g.rules.unit_by_id[unit]] == DEAD, f"{unit} after '{step.action}'"
    lines = [event.line() for event in m.events]
    for line in step.says:
        assert line in lines


@pytest.mark.rule("eastfront", "EDE.1")
@pytest.mark.example("eastfront", "edelweiss")
def test_the_transcript_comes_out_as_printed() -> None:
    m = edelweiss()
    for step in TRANSCRIPT:
        m.play(step.action, step.side)
        check(m, step)
    assert m.result is not None
    assert state(m).dice.scripted == len(DICE)


@pytest.mark.rule("eastfront", "EDE.1", "17.1", "17.2", "17.3", "G62")
def test_the_points_of_all_scenarios_decide_it_without_a_handicap() -> None:
    m = edelweiss()
    for step in TRANSCRIPT:
        m.play(step.action, step.side)
    assert m.result is not None
    assert m.result.points == {"german": 18, "soviet": 30}
    assert (m.result.winner, m.result.level) == ("soviet", "Soviet Marginal")
    assert not any("handicap" in line.what for line in m.result.counted)
