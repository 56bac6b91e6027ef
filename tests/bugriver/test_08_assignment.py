"""8.2, 5.5: the Assignment Segment."""

from __future__ import annotations

from typing import Any

import pytest

import grognard
from grognard.games.bugriver.position import DUE, NOBODY
from grognard.games.bugriver.scenario import Arrival
from tests.bugriver.table import (
    GERMAN,
    SOVIET,
    admin,
    allowed,
    command,
    field,
    offered,
    play,
    position,
    refused,
    state,
    where,
)

VILLAGES = field(village="1109 1209 1309 1105 1113 1909 2309 2209 2109 2009")
GUNS = {"1/StG191": "298ID", "2/StG191": "298ID", "3/StG191": "298ID"}
# Three divisions close together, and the guns among them
CLOSE = {"1109": "44ID", "1209": "298ID", "1309": "14Pz", "1409": "1/StG191", "2309": "87RD"}


def segment(units: dict[str, str], side: str = GERMAN, **more: Any) -> grognard.Match:
    """The Assignment Segment of a side."""
    return admin(units, f"{side}-assignment", **{"board": VILLAGES, "forced": False, **more})


def belongs(m: grognard.Match, unit: str) -> str:
    """The HQ a unit belongs to now."""
    g = state(m)
    return g.name(g.formation[g.unit(unit)])


@pytest.mark.rule("bugriver", "8.2")
def test_assignments_are_made_in_this_segment_alone() -> None:
    m = segment(CLOSE, assigned={"1/StG191": "298ID"})
    assert offered(m) == ["assign", "end"]
    play(m, "assign 1/StG191 44ID")
    assert belongs(m, "1/StG191") == "44ID"
    refused(m, "assign 1/StG191 14Pz", "8.2")  # once in a segment
    refused(m, "assign 44ID 298ID", "8.2")
    ops = position(CLOSE, board=VILLAGES, assigned={"1/StG191": "298ID"}, acting="298ID", forced=False)
    refused(ops, "assign 1/StG191 44ID", "8.2")


@pytest.mark.rule("bugriver", "8.2")
def test_independent_reinforcements_are_assigned_before_they_enter() -> None:
    m = segment({"1109": "44ID", "1105": "299ID", "2309": "87RD"})
    g = state(m)
    unit = g.unit("1/StG191")
    g.thaw()
    g.at[unit], g.due[unit], g.formation[unit] = DUE, g.turn, NOBODY
    g.rules.arrivals[unit] = Arrival(turn=2, entrance="W", units="1/StG191")
    g.freeze()
    refused(m, "assign 1/StG191 299ID", "5.5.2a")
    unassigned = m.copy()
    play(m, "assign 1/StG191 44ID", "end")
    while state(m).phase != "german-reinforcement":
        play(m, "end")
    play(m, "arrive 1/StG191 1009")
    assert (where(m, "1/StG191"), belongs(m, "1/StG191")) == ("1009", "44ID")
    play(unassigned, "end")
    while state(unassigned).phase != "german-reinforcement":
        play(unassigned, "end")
    refused(unassigned, "arrive 1/StG191 1009", "8.2")


@pytest.mark.rule("bugriver", "8.2a")
def test_a_unit_must_be_in_order_and_in_range_of_the_hq_it_joins() -> None:
    hurt = segment(CLOSE, assigned={"1/StG191": "298ID"}, disrupted="1/StG191")
    refused(hurt, "assign 1/StG191 44ID", "8.2a")
    far = segment({**CLOSE, "1409": "", "1709": "1/StG191"}, assigned={"1/StG191": "298ID"})
    refused(far, "assign 1/StG191 44ID", "8.2a")
    far_too = segment({**CLOSE, "1409": "", "1709": "1/StG191"}, assigned={"1/StG191": "298ID"})
    play(far_too, "assign 1/StG191 14Pz")
    assert belongs(far_too, "1/StG191") == "14Pz"


@pytest.mark.rule("bugriver", "8.2c")
def test_an_assigned_unit_is_one_of_the_formation() -> None:
    m = segment({**CLOSE, "1409": "1/StG191 I/131"}, assigned={"1/StG191": "298ID"}, dice="9 1 9 9 9 ...", luck=SOVIET)
    play(m, "assign 1/StG191 44ID")
    while state(m).phase != "initiative":
        play(m, "end")
    play(m, "determine")
    assert state(m).side == GERMAN
    play(m, "act 44ID")
    assert "1/StG191" in offered(m, "move I/131")
    assert command(m, "1/StG191") == "in command"


@pytest.mark.rule("bugriver", "8.2d")
@pytest.mark.rule("bugriver", "5.5.2b")
def test_a_reassigned_unit_is_in_range_of_both_hqs_and_in_order() -> None:
    there = {"1109": "298ID", "1909": "44ID", "2309": "87RD"}
    old_far = segment({**there, "1709": "1/StG191"}, assigned={"1/StG191": "298ID"})
    refused(old_far, "assign 1/StG191 44ID", "8.2d")
    between = segment({**there, "1509": "1/StG191"}, assigned={"1/StG191": "298ID"})
    play(between, "assign 1/StG191 44ID")
    assert belongs(between, "1/StG191") == "44ID"
    refused(segment({**there, "1509": "1/StG191"}, assigned={"1/StG191": "44ID"}), "assign 1/StG191 44ID", "8.2d")


@pytest.mark.rule("bugriver", "5.5.2a")
def test_independent_units_stay_in_their_corps() -> None:
    m = segment({**CLOSE, "1113": "299ID"}, assigned={"1/StG191": "298ID"})
    refused(m, "assign 1/StG191 299ID", "5.5.2a")
    assert set(offered(m, "assign 1/StG191")) == {"44ID", "14Pz"}


# --- 5.5.1b -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("bugriver", "5.5.1b")
def test_german_units_that_may_be_lent() -> None:
    there = {"1109": "44ID", "1209": "298ID", "1309": "14Pz", "2309": "87RD",
             "1409": "1/36 2/36 4/36", "1410": "I/131", "1408": "I/525", "1411": "I/103", "1412": "Pi80"}  # fmt: skip
    m = segment(there)
    assert set(offered(m, "assign")) == {"1/36", "2/36", "4/36", "I/131", "I/525"}
    refused(m, "assign I/103 44ID", "5.5.1b")
    refused(m, "assign Pi80 14Pz", "5.5.1b")
    refused(m, "assign I/131 298ID", "5.5.1b")
    play(m, "assign 1/36 44ID", "assign 2/36 298ID")
    refused(m, "assign 4/36 298ID", "5.5.1b")  # two in all
    play(m, "assign I/131 14Pz")
    refused(m, "assign I/525 14Pz", "5.5.1b")  # one in all


@pytest.mark.rule("bugriver", "5.5.1b")
def test_soviet_units_that_may_be_lent() -> None:
    there = {"2309": "87RD", "2209": "215MD", "2109": "41TD", "2009": "135RD", "1909": "1AT", "1109": "44ID",
             "2210": "4/82 5/82 6/82", "2110": "I/711", "2111": "II/711", "2011": "I/404 II/404 III/404"}  # fmt: skip
    m = segment(there, SOVIET)
    assert set(offered(m, "assign 4/82")) == {"87RD", "215MD"}
    assert offered(m, "assign I/404") == ["135RD"]
    play(m, "assign 4/82 87RD", "assign 5/82 215MD", "assign I/711 41TD", "assign I/404 135RD", "assign II/404 135RD")
    for unit, hq in (("6/82", "87RD"), ("II/711", "41TD"), ("III/404", "135RD")):
        refused(m, f"assign {unit} {hq}", "5.5.1b")
    home = segment(there, SOVIET, assigned={"4/82": "87RD", "5/82": "87RD"})
    play(home, "assign 4/82 41TD", "assign 6/82 87RD")  # one comes home, another may go
    assert (belongs(home, "4/82"), belongs(home, "6/82")) == ("41TD", "87RD")


# --- 5.5.1c -----------------------------------------------------------------------------------------------------------

WALL = {"1403": "I/16", "1405": "II/16", "1407": "III/16", "1410": "I/96", "1412": "II/96", "1414": "III/96"}


@pytest.mark.rule("bugriver", "5.5.1c")
def test_an_isolated_unit_is_attached_to_a_formation_in_range() -> None:
    there = {"1109": "44ID", "1909": "299ID", "1609": "I/131", "1711": "1/StG191", **WALL}
    m = segment(there, disrupted="I/131", assigned={"1/StG191": "44ID"})
    assert offered(m, "attach") == ["I/131"]  # the guns are of another corps than 299ID
    refused(m, "attach 1/StG191 299ID", "5.5.2a")
    refused(m, "assign I/131 299ID", "5.5.1b")
    assert command(m, "I/131") == "isolated"
    play(m, "attach I/131 299ID")
    assert (belongs(m, "I/131"), command(m, "I/131")) == ("299ID", "in command")
    far = segment({**there, "1609": "", "1505": "I/131"}, disrupted="I/131")
    refused(far, "attach I/131 299ID", "5.5.1c")
    joined = segment({"1109": "44ID", "1909": "299ID", "1609": "I/131"})
    refused(joined, "attach I/131 299ID", "5.5.1c")


@pytest.mark.rule("bugriver", "5.5.1c")
def test_an_attached_unit_goes_home_as_soon_as_there_is_a_path() -> None:
    there = {"1109": "44ID", "2009": "299ID", "1709": "I/131", "2309": "87RD"}
    back = segment(there, assigned={"I/131": "299ID"}, attached="I/131")
    assert belongs(back, "I/131") == "44ID"  # six hexes away: a path of any length will do
    assert not state(back).attached
    cut = segment({**there, **WALL}, assigned={"I/131": "299ID"}, attached="I/131")
    assert belongs(cut, "I/131") == "299ID"


@pytest.mark.rule("bugriver", "8.2")
def test_a_unit_changes_its_formation_once_in_a_segment() -> None:
    """G28."""
    m = segment({"1109": "44ID 1/StG191", "1209": "298ID"}, assigned={"1/StG191": "44ID"})
    play(m, "assign 1/StG191 298ID")
    refused(m, "assign 1/StG191 44ID", "8.2")


@pytest.mark.rule("bugriver", "5.5.1b")
@pytest.mark.rule("bugriver", "5.5.1c")
def test_an_isolated_unit_that_is_attached_takes_nobodys_place_on_the_list() -> None:
    """Of 44ID and 298ID one infantry unit may be away with 14Pz; I/131 is there because it is cut off."""
    there = {"1109": "44ID", "1909": "14Pz", "2009": "298ID", "1809": "I/525", "1708": "I/131", **WALL}
    allowed(segment(there, assigned={"I/131": "14Pz"}, attached="I/131"), "assign I/525 14Pz")
    refused(segment(there, assigned={"I/131": "14Pz"}), "assign I/525 14Pz", "5.5.1b")
