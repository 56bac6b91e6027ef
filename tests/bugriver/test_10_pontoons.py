"""10.3: pontoon bridges over the Bug."""

from __future__ import annotations

from typing import Any

import pytest

import grognard
from grognard.events import Placed, Removed
from tests.bugriver.table import (
    GERMAN,
    SOVIET,
    admin,
    allowed,
    field,
    of_kind,
    offered,
    play,
    points_left,
    position,
    reaction,
    refused,
    state,
    where,
)

# The Bug runs between columns 13 and 14: 1309 has 1408 and 1409 on the other bank.
RIVER = " ".join(["1303/se", *(f"13{row:02}/ne 13{row:02}/se" for row in range(4, 16))])
BANKS: dict[str, Any] = {"control": {SOVIET: "1403..2415"}}


def bank(units: dict[str, str] | None = None, road: str = "", **more: Any) -> grognard.Match:
    """I/131 is at the river with its HQ near; nobody is on the other bank."""
    table = {"1109": "44ID", "1309": "I/131", "2309": "87RD I/16", **(units or {})}
    return position(table, board=field(bug=RIVER, road=road), **{"turn": 5, **BANKS, **more})


def bridges(m: grognard.Match) -> dict[str, tuple[str, ...]]:
    """The bridges on the map by corps."""
    return {corps: state(m).hexnames(ends) for corps, ends in state(m).pontoons.items()}


@pytest.mark.rule("bugriver", "10.3a")
def test_a_bridge_for_two_points_and_one_for_each_corps() -> None:
    m = bank({"1311": "I/528", "1113": "299ID", "1308": "I/525", "1105": "298ID"}, points=5)
    assert (offered(m, "bridge"), offered(m, "bridge 1309")) == (["1309"], ["1408", "1409"])
    play(m, "bridge 1309 1409")
    assert (bridges(m), points_left(m)) == ({"III": ("1309", "1409")}, 3)
    assert of_kind(m.events, Placed)[-1].rule == "10.3a"
    assert [(mark.hex, mark.text) for mark in m.view(SOVIET).markers] == [("1309", "1409")]
    refused(m, "bridge 1309 1408", "10.3a")  # III Corps has only one
    units = {"1109": "44ID I/131", "1311": "I/528", "1113": "299ID", "2309": "87RD I/16"}
    other = position(units, board=field(bug=RIVER), turn=5, acting="299ID", pontoons={"III": "1309 1409"}, **BANKS)
    play(other, "bridge 1311 1411")
    assert bridges(other) == {"III": ("1309", "1409"), "XXIX": ("1311", "1411")}


@pytest.mark.rule("bugriver", "10.3a")
def test_it_needs_the_points_and_a_german_corps() -> None:
    refused(bank(points=1), "bridge 1309 1409", "6.3.3")
    soviets = reaction(
        {"1109": "44ID I/131", "1409": "I/16", "1509": "87RD"},
        acting="87RD", under="44ID", points=4, turn=5, board=field(bug=RIVER, village="1109 1509"), **BANKS,
    )  # fmt: skip
    refused(soviets, "bridge 1409 1309", "10.3a")
    in_reaction = reaction(
        {"1109": "44ID", "1309": "I/131", "2309": "87RD I/16"},
        acting="44ID", under="87RD", points=2, turn=5, board=field(bug=RIVER), **BANKS,
    )  # fmt: skip
    play(in_reaction, "bridge 1309 1408")  # G54: in a reaction, too
    assert bridges(in_reaction) == {"III": ("1309", "1408")}


@pytest.mark.rule("bugriver", "10.3b")
def test_a_unit_of_the_formation_in_command_is_at_the_river() -> None:
    refused(bank(disrupted="I/131"), "bridge 1309 1409", "10.3b")
    far = bank({"1309": "", "1315": "I/131", "1209": "II/131"})
    refused(far, "bridge 1315 1415", "10.3b")  # out of command
    refused(bank({"1309": "I/525", "1105": "298ID", "1209": "II/131"}), "bridge 1309 1409", "10.3b")
    refused(bank(), "bridge 1310 1410", "10.3b")
    refused(bank(), "bridge 1309 1308", "10.3b")  # no river there
    refused(bank(road="1309 1409"), "bridge 1309 1409", "10.3b")  # there is a bridge
    allowed(bank(road="1309 1409"), "bridge 1309 1408")


@pytest.mark.rule("bugriver", "10.3b")
def test_the_far_bank_is_free_of_enemies_and_their_zones() -> None:
    refused(bank({"1409": "I/96"}), "bridge 1309 1409", "10.3b")
    zone = bank({"1510": "I/96"})  # its zone reaches 1409, not 1408
    refused(zone, "bridge 1309 1409", "10.3b")
    allowed(zone, "bridge 1309 1408")
    allowed(bank({"1510": "I/96", "1409": "II/131"}), "bridge 1309 1409")  # a friend cancels it


@pytest.mark.rule("bugriver", "10.3a")
def test_it_is_no_action_of_the_unit() -> None:
    """G54: Improved Defense stays, and nobody reacts."""
    clear = bank({"1409": "II/131", "1509": "I/96"}, improved="1309", points=2)
    play(clear, "bridge 1309 1409")
    assert (state(clear).in_hexes(state(clear).improved), bridges(clear)) == (("1309",), {"III": ("1309", "1409")})


@pytest.mark.rule("bugriver", "10.3c")
def test_the_germans_may_take_it_up_and_build_it_again() -> None:
    units = {"1109": "44ID I/131", "2309": "87RD I/16"}
    m = admin(units, "german-reinforcement", board=field(bug=RIVER), turn=5, pontoons={"III": "1309 1409"}, **BANKS)
    refused(m, "takeup 1310", "10.3c")
    assert offered(m, "takeup") == ["1309"]
    play(m, "takeup 1309")
    assert bridges(m) == {}
    assert not state(m).ruined
    once = admin(units, "german-reinforcement", board=field(bug=RIVER), turn=5, pontoons={"III": "1309 1409"},
                 options={"pontoons_once": True}, **BANKS)  # fmt: skip
    play(once, "takeup 1309")
    assert sorted(state(once).ruined) == ["III"]  # if it was agreed so
    without = admin(units, "german-reinforcement", board=field(bug=RIVER), turn=5, due={"1/36": 5}, **BANKS)
    refused(without, "takeup 1309", "10.3c")


@pytest.mark.rule("bugriver", "10.3c")
@pytest.mark.parametrize("way", ["1509", "1409", "1409 1510"])
def test_an_enemy_in_one_of_its_hexes_removes_it_for_good(way: str) -> None:
    units = {"1109": "44ID I/131", "2309": "87RD", "1608": "87Rec"}
    m = reaction(
        units, acting="87RD", under="44ID", points=4, turn=5, board=field(bug=RIVER), pontoons={"III": "1309 1409"},
        **BANKS,
    )  # fmt: skip
    play(m, f"move 87Rec {way}")
    if way == "1509":  # next to the hex of the far bank: it stays (G54)
        assert bridges(m) == {"III": ("1309", "1409")}
        return
    assert (bridges(m), sorted(state(m).ruined)) == ({}, ["III"])
    assert [event.rule for event in of_kind(m.events, Removed)] == ["10.3c"]
    again = bank(points=4, ruined="III")
    refused(again, "bridge 1309 1409", "10.3c")


@pytest.mark.rule("bugriver", "10.3a")
def test_units_cross_it() -> None:
    m = bank({"1308": "1/Pj46"}, points=5)
    play(m, "bridge 1309 1409", "move I/131 1409")
    assert (where(m, "I/131"), state(m).boats) == ("1409", 0)
    assert points_left(m, GERMAN) == 2
