"""5.4: zones of control."""

from __future__ import annotations

import pytest

import grognard
from grognard.games.bugriver.zoc import projects
from tests.bugriver.battles import battle, modifiers
from tests.bugriver.table import (
    GERMAN,
    SOVIET,
    allowed,
    command,
    disrupted,
    field,
    play,
    quiet,
    refused,
    state,
    strength,
    where,
)

RIVER = " ".join(f"16{row:02}/{side}" for row in range(3, 16) for side in ("ne", "se"))[: -len(" 1615/se")]
AROUND = {"1608", "1709", "1710", "1610", "1510", "1509"}


def zone(m: grognard.Match, side: str) -> set[str]:
    """The hexes in a side's zones of control."""
    return set(m.query("zoc", of=side).hexes)


@pytest.mark.rule("bugriver", "5.4a")
def test_zones_depend_on_class_and_terrain() -> None:
    """G7."""
    ground = field(forest="1608", marsh="1709", town="1710", stream="1609/s", village="1109 1510", bug="1609/nw")
    foot = quiet({"1609": "I/131", "1109": "44ID"}, board=ground)
    tanks = quiet({"1609": "1/36", "1109": "14Pz"}, board=ground, acting="14Pz")
    wheels = quiet({"1609": "I/103", "1109": "14Pz"}, board=ground, acting="14Pz")
    assert zone(foot, GERMAN) == AROUND - {"1509"}  # no ZOC crosses the Bug
    assert zone(tanks, GERMAN) == zone(wheels, GERMAN) == {"1510"}
    road = field(forest="1608", track="1609 1608", stream="1609/s", rail="1609 1610", bug="1609/nw", lake="1609/ne")
    along = quiet({"1609": "1/36", "1109": "14Pz"}, board=road, acting="14Pz")
    assert zone(along, GERMAN) == AROUND - {"1509", "1709"}  # along the track, and over the bridge of the railway


@pytest.mark.rule("bugriver", "5.4b")
def test_hqs_and_disrupted_units_have_no_zone() -> None:
    m = quiet({"1609": "I/131", "1109": "44ID"}, disrupted="I/131")
    assert zone(m, GERMAN) == set()
    assert zone(quiet({"1609": "I/131", "1109": "44ID"}), GERMAN) == AROUND


@pytest.mark.rule("bugriver", "5.4c")
def test_zones_of_both_sides_are_in_force_in_one_hex() -> None:
    m = quiet({"1509": "I/131", "1709": "I/16", "1109": "44ID", "2309": "87RD"})
    assert "1608" in zone(m, GERMAN) & zone(m, SOVIET)
    far = {"1409": "II/131", "1809": "II/16", "1509": "I/131", "1709": "I/16", "1109": "44ID"}
    refused(quiet(far), "move II/131 1608 1607", "7.3.9")
    refused(quiet({**far, "2309": "87RD"}, acting="87RD", level={"44ID": 0}), "move II/16 1608 1607", "7.3.9")


@pytest.mark.rule("bugriver", "5.4.1a")
def test_one_stops_in_a_zone_leaves_it_freely_and_never_goes_straight_to_another() -> None:
    m = quiet({"1609": "I/131", "1608": "1/Pj46", "1708": "I/16", "1710": "II/16", "1109": "44ID"})
    refused(m, "move I/131 1709", "5.4.1a")  # a friend in the hex beside would not help
    allowed(m, "move I/131 1509")
    play(m, "move I/131 1509 1508")
    assert where(m, "I/131") == "1508"


@pytest.mark.rule("bugriver", "5.4.1b")
def test_paths_run_into_zones_but_not_through_unless_a_friend_is_there() -> None:
    wall = {"1403": "I/16", "1405": "II/16", "1407": "III/16", "1410": "I/96", "1412": "II/96", "1414": "III/96"}
    there = {"1609": "I/131", "1109": "44ID", **wall}
    closed = quiet(there)
    assert command(closed, "I/131") == "isolated"
    assert zone(closed, SOVIET) >= {"1408", "1409", "1508", "1308"}
    friend = quiet({**there, "1408": "II/131"}, disrupted="II/131")
    assert command(friend, "I/131") == "in command"  # by 1509, 1408 and 1309
    assert "1408" in zone(friend, SOVIET)


@pytest.mark.rule("bugriver", "5.4.1c")
def test_a_forced_retreat_into_a_zone_costs_a_strength_point() -> None:
    ring = {"1608": "II/131", "1710": "III/131", "1809": "I/132"}
    m = battle({"1609": "I/131", "1709": "I/16", **ring}, result="0/2r", dice=[10, 10])
    play(m, "hasty 1709 I/131 go")
    assert disrupted(m, "I/16")
    assert where(m, "I/16") == "1808"  # every hex behind it is in a German zone
    assert strength(m, "I/16") == 5 - 1 - 1


@pytest.mark.rule("bugriver", "5.4.1d")
def test_support_needs_a_zone_into_the_enemy_hex() -> None:
    near = {"1609": "I/131", "1709": "I/16"}
    foot = battle({**near, "1608": "II/131"})
    assert ("7.5.1.2g", 1) in modifiers(foot, "regular 1709 I/131")
    town = field(town="1709")
    guns = battle({**near, "1608": "1/Pj46"}, board=town)  # motorised: no ZOC into a town
    g = state(guns)
    assert not projects(g, g.unit("1/Pj46"), g.rules.grid.hex("1709"))
    assert ("7.5.1.2g", 1) not in modifiers(guns, "regular 1709 I/131")
    assert ("7.5.1.2g", 1) in modifiers(battle({**near, "1608": "1/Pj46"}), "regular 1709 I/131")
