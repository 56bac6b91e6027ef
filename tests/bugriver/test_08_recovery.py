"""1, 8.1: the Admin Phase begins: marker, recovery, Emergency Supply, interdiction, refit, attrition."""

from __future__ import annotations

from typing import Any

import pytest

import grognard
from grognard.events import Rolled
from tests.bugriver.table import (
    GERMAN,
    SOVIET,
    admin,
    disrupted,
    field,
    level,
    of_kind,
    offered,
    play,
    position,
    refused,
    state,
    strength,
    where,
)

# The HQs that are cut off stand in the middle; Germans in the west and Soviets in the east of them have no way to it.
WALL = {"1403": "I/16", "1405": "II/16", "1407": "III/16", "1410": "I/96", "1412": "II/96", "1414": "III/96"}
GERMAN_WALL = {
    "2003": "I/525",
    "2005": "II/525",
    "2007": "III/525",
    "2010": "I/526",
    "2012": "II/526",
    "2014": "III/526",
}
VILLAGES = field(village="1109 1509 1909 2309 1709 1105 2305")


def turn_over(units: dict[str, str], dice: str = "1 1 1", **more: Any) -> grognard.Match:
    """The Germans have passed and the Soviets do: the Admin Phase of the next turn begins. The first die is the
    interdiction."""
    table = {"board": VILLAGES, "phase": "options", "side": SOVIET, "passed": GERMAN, "luck": SOVIET, "forced": False}
    m = position(units, dice=f"{dice} ...", **{**table, **more})
    play(m, "pass")
    return m


TWO = {"1109": "44ID I/131", "2309": "87RD I/283"}


@pytest.mark.rule("bugriver", "1")
def test_the_marker_goes_to_the_zero_box_and_the_segments_follow_in_order() -> None:
    m = position(
        {**TWO, "1209": "1/StG191", "1105": "298ID"}, board=VILLAGES, phase="options", side=SOVIET, passed=GERMAN,
        marker={SOVIET: 6}, assigned={"1/StG191": "298ID"}, strength={"I/131": 3, "I/283": 3}, luck=SOVIET,
        dice="1 1 1 ...", forced=False, due={"I/406": 4, "I/103": 4},
    )  # fmt: skip
    play(m, "pass")
    assert state(m).drm == ("", 0)
    seen = []
    while state(m).phase not in ("initiative", "options"):
        seen.append(state(m).phase)
        play(m, "end")
    assert seen == ["german-assignment", "german-replacement", "soviet-reinforcement", "german-reinforcement"]
    assert state(m).turn == 4


@pytest.mark.rule("bugriver", "8.1")
@pytest.mark.rule("bugriver", "8.1.1")
@pytest.mark.rule("bugriver", "8.1.3")
def test_levels_rise_by_rating_and_for_the_soviets_by_interdiction() -> None:
    there = {**TWO, "1105": "299ID II/528", "2305": "124RD I/622", "1909": "1AT I/404"}
    low = {"44ID": 0, "299ID": 0, "87RD": 0, "124RD": 0, "1AT": 0}
    for die, interdiction, soviets in ((1, 0, (3, 2, 3)), (5, 1, (2, 2, 2)), (9, 2, (1, 1, 1))):
        m = turn_over(there, f"{die} 1 1", level=low)
        assert state(m).interdiction == interdiction
        assert (level(m, "44ID"), level(m, "299ID")) == (4, 3)  # whatever the interdiction
        assert (level(m, "87RD"), level(m, "124RD"), level(m, "1AT")) == soviets


@pytest.mark.rule("bugriver", "8.1a")
@pytest.mark.rule("bugriver", "8.1b")
@pytest.mark.rule("bugriver", "8.1c")
@pytest.mark.rule("bugriver", "8.1d")
@pytest.mark.example("bugriver", "D-recovery-emergency")
def test_recovery_in_supply_and_out_of_it() -> None:
    """The table gives 2 (rating A under interdiction 1), the maximum is 4, the level 1."""
    fed, cut = {"2309": "87RD I/283", "1109": "44ID I/131"}, {"1709": "87RD I/283", "1109": "44ID", **GERMAN_WALL}
    a = turn_over(fed, "5 1 1", level={"87RD": 1, "44ID": 5})
    assert level(a, "87RD") == 3
    b = turn_over(cut, "5 1 1", level={"87RD": 1, "44ID": 5})
    assert state(b).phase == "soviet-recovery"
    play(b, "emergency 87RD")
    assert level(b, "87RD") == 2
    assert state(b).unit("87RD") in state(b).flipped
    refused(b, "emergency 87RD", "8.1c")
    kept = turn_over(cut, "5 1 1", level={"87RD": 1, "44ID": 5})
    play(kept, "end")  # G26: nobody is made to
    assert level(kept, "87RD") == 1
    assert state(kept).unit("87RD") not in state(kept).flipped
    c = turn_over(cut, "5 1 1", level={"87RD": 1, "44ID": 5}, flipped="87RD")
    assert level(c, "87RD") == 1
    assert state(c).unit("87RD") in state(c).flipped
    assert state(c).phase != "soviet-recovery"
    d = turn_over(fed, "5 1 1", level={"87RD": 1, "44ID": 5}, flipped="87RD")
    assert level(d, "87RD") == 3
    assert state(d).unit("87RD") not in state(d).flipped
    e = turn_over(fed, "5 1 1", level={"87RD": 3, "44ID": 5})
    assert level(e, "87RD") == 4


@pytest.mark.rule("bugriver", "8.1b")
def test_emergency_supply_is_for_hqs_that_are_cut_off() -> None:
    there = {"1509": "44ID I/131", "1105": "299ID II/528", **WALL, "2309": "87RD"}
    m = admin(there, "german-recovery", board=VILLAGES, level={"44ID": 0})
    assert offered(m, "emergency") == ["44ID"]
    refused(m, "emergency 299ID", "8.1b")
    refused(m, "emergency 87RD", "8.1b")
    play(m, "emergency 44ID")
    assert level(m, "44ID") == 3


@pytest.mark.rule("bugriver", "8.1.2")
@pytest.mark.parametrize(("die", "interdiction"), [(1, 0), (3, 0), (4, 1), (7, 1), (8, 2), (10, 2)])
def test_the_german_rolls_for_interdiction_each_turn(die: int, interdiction: int) -> None:
    m = turn_over(TWO, f"{die} 1 1")
    assert state(m).interdiction == interdiction
    (roll,) = [event for event in of_kind(m.events, Rolled) if event.rule == "8.1.2"]
    assert (roll.side, roll.dice) == (GERMAN, (die,))


@pytest.mark.rule("bugriver", "8.1.2a")
def test_interdiction_is_added_to_every_german_initiative_roll() -> None:
    for interdiction, winner in ((0, SOVIET), (1, SOVIET), (2, GERMAN)):
        m = position(TWO, phase="initiative", interdiction=interdiction, dice=[4, 6], luck=SOVIET, forced=False)
        play(m, "determine")
        if state(m).phase == "initiative":
            play(m, "keep")
        assert state(m).side == winner


@pytest.mark.rule("bugriver", "8.1.2b")
def test_interdiction_names_the_column_of_soviet_recovery() -> None:
    there = {"2309": "19TD 1/37", "1109": "44ID I/131"}
    found = [level(turn_over(there, f"{die} 1 1", level={"19TD": 0}), "19TD") for die in (1, 5, 9)]
    assert found == [2, 1, 0]


@pytest.mark.rule("bugriver", "8.1.4")
def test_units_in_range_refit_without_a_roll_whatever_the_supply() -> None:
    there = {"1509": "44ID", "1609": "I/131", "2309": "87RD", "2009": "I/283", "1011": "II/131", **WALL}
    m = turn_over(there, disrupted="I/131 I/283 II/131 I/16", dice="1 10 10 10")
    while state(m).phase in ("german-recovery", "soviet-recovery"):
        play(m, "end")  # 44ID is out of supply
    assert not disrupted(m, "I/131")
    assert not disrupted(m, "I/283")
    assert disrupted(m, "II/131")  # beyond the wall
    assert disrupted(m, "I/16")  # eight hexes and more from its HQ


@pytest.mark.rule("bugriver", "8.1.5")
def test_after_the_refit_isolated_and_disrupted_units_make_a_check() -> None:
    there = {"1109": "44ID", "1609": "I/131", "1510": "II/131", "2309": "87RD", **WALL}
    m = turn_over(there, "1 9 1 1", disrupted="I/131")
    assert strength(m, "I/131") == 4  # nine less five
    assert strength(m, "II/131") == 6  # isolated too, but in good order
    near = {hex: unit for hex, unit in there.items() if hex not in ("1407", "1410")}
    fine = turn_over(near, "1 9 1 1", disrupted="I/131")
    assert strength(fine, "I/131") == 6
    dead = turn_over(there, "1 10 1 1", disrupted="I/131", strength={"I/131": 1})
    assert where(dead, "I/131") == "dead"
