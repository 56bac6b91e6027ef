"""7.4, 3.3, 5.3.2, 10.4: where HQs may be, how they relocate, and what displacement does to them."""

from __future__ import annotations

from typing import Any

import pytest

import grognard
from grognard.events import Moved, Removed
from grognard.games.bugriver import displacement
from tests.bugriver.battles import battle
from tests.bugriver.table import (
    GERMAN,
    MAP,
    SOVIET,
    allowed,
    field,
    level,
    of_kind,
    offered,
    play,
    points_left,
    position,
    reaction,
    refused,
    state,
    strength,
    where,
)

# 44ID in 1109 has range 5, Support 3, Relocation 2, and level 5 at most.
QUIET = {"1109": "44ID I/131", "2309": "87RD I/16"}
# the Bug runs between columns 13 and 14 from north to south
RIVER = " ".join(["1303/se", *(f"13{row:02}/ne 13{row:02}/se" for row in range(4, 16))])
WIDE = "1105 1109 1113 1507 1511 1609 1705 2305 2309 2313"


def hq(units: dict[str, str] | None = None, villages: str = WIDE, **more: Any) -> grognard.Match:
    """44ID is active, with villages along the way; the Germans hold everything up to column 16."""
    if "board" not in more:
        more["board"] = field(village=villages)
    return position({**QUIET, **(units or {})}, **{"turn": 5, **more})


def wounds(m: grognard.Match, name: str = "44ID") -> tuple[int, int]:
    """Support Points and Activation Level of a formation."""
    return strength(m, name), level(m, name)


# --- 7.4 relocation ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("bugriver", "3.3b")
def test_a_hex_off_the_part_of_the_map_that_is_used_is_refused_like_any_other() -> None:
    m = grognard.new("bugriver", "ustyluh", seed=1)
    while state(m).phase != "activation":
        m.play("act 44ID" if "act" in m.choices() else m.choices().items[0])
    assert not state(m).rules.land >> state(m).rules.grid.by_name["4101"] & 1
    refused(m, "relocate 44ID 4101", "3.3b")


@pytest.mark.rule("bugriver", "7.4a")
def test_an_hq_relocates_for_its_own_price_and_does_nothing_else() -> None:
    m = hq(points=5)
    refused(m, "move 44ID 1108", "7.1b")
    refused(m, "relocate I/131 1105", "7.4a")
    play(m, "relocate 44ID 1105")
    assert (where(m, "44ID"), points_left(m), wounds(m)) == ("1105", 3, (3, 5))
    assert of_kind(m.events, Moved)[-1].path == ("1109", "1105")
    refused(hq(points=1), "relocate 44ID 1105", "6.3.3")
    dear = reaction(
        {"1109": "44ID I/131", "2309": "215MD"},
        acting="215MD",
        under="44ID",
        points=3,
        turn=5,
        board=field(village=WIDE),
    )
    play(dear, "relocate 215MD 2305")
    assert points_left(dear, SOVIET) == 0  # 3 points
    assert where(dear, "215MD") == "2305"


@pytest.mark.rule("bugriver", "7.4a")
def test_only_the_hq_of_the_acting_formation_relocates() -> None:
    refused(hq({"1113": "298ID"}), "relocate 298ID 1105", "7.4a")


@pytest.mark.rule("bugriver", "7.4b")
@pytest.mark.rule("bugriver", "3.3b")
def test_it_goes_to_friendly_towns_and_villages_alone() -> None:
    m = hq()
    assert set(offered(m, "relocate 44ID")) == {"1105", "1113", "1507", "1511", "1609"}
    refused(m, "relocate 44ID 1110", "3.3b")
    refused(m, "relocate 44ID 1705", "7.4b")  # in Soviet hands
    refused(m, "relocate 44ID 2309", "7.4b")
    refused(hq({"1113": "298ID"}), "relocate 44ID 1113", "5.3.1d")
    town = hq({"1113": "298ID"}, board=field(village="1105 1109 2309", town="1113"))
    allowed(town, "relocate 44ID 1113")


@pytest.mark.rule("bugriver", "3.3c")
def test_it_enters_no_enemy_zone_without_a_combat_unit_there() -> None:
    refused(hq({"1607": "II/16"}), "relocate 44ID 1507", "3.3c")
    allowed(hq({"1607": "II/16", "1507": "II/131"}), "relocate 44ID 1507")
    allowed(hq({"1607": "II/16", "1507": "II/131"}, disrupted="II/131"), "relocate 44ID 1507")


@pytest.mark.rule("bugriver", "3.3a")
def test_an_hq_takes_no_part_in_the_actions_of_units() -> None:
    m = hq({"1108": "II/131"})
    refused(m, "move I/131 44ID 1110", "7.1b")
    assert "44ID" not in offered(m, "move I/131")
    play(m, "relocate 44ID 1105")
    assert where(m, "I/131") == "1109"


@pytest.mark.rule("bugriver", "7.4c")
@pytest.mark.rule("bugriver", "7.4e")
@pytest.mark.rule("bugriver", "5.3.2c")
def test_beyond_command_range_it_pays_as_if_displaced() -> None:
    m = hq(villages="1105 1109 1615 2309", level={"44ID": 4}, strength={"44ID": 3})
    play(m, "relocate 44ID 1615")
    assert (where(m, "44ID"), points_left(m), wounds(m)) == ("1615", 3, (1, 2))


@pytest.mark.rule("bugriver", "7.4c")
@pytest.mark.rule("bugriver", "7.4e")
@pytest.mark.rule("bugriver", "5.3.2d")
def test_without_a_free_path_all_is_lost() -> None:
    # 1408 and 1411 bar every way from the west to 1409 but through their zones
    ring = {"1407": "I/16", "1508": "II/16", "1510": "III/16", "1411": "I/96", "1310": "II/96", "1308": "I/283"}
    inside = {"1409": "II/131", "2309": "87RD"}
    m = hq({**ring, **inside}, villages="1109 1105 1409 2309", board=field(village="1109 1105 1409 2309"))
    play(m, "relocate 44ID 1409")
    assert (where(m, "44ID"), wounds(m)) == ("1409", (0, 0))
    near = hq({"1409": "II/131"}, board=field(village="1109 1105 1409 2309"))
    play(near, "relocate 44ID 1409")
    assert wounds(near) == (3, 5)


@pytest.mark.rule("bugriver", "7.4b")
@pytest.mark.rule("bugriver", "7.4e")
def test_a_destination_out_of_supply_costs_the_first_case() -> None:
    # a line of the enemy behind them: no supply in 1313, though the way there is free
    units = ("I/622", "II/622", "III/622", "I/96", "II/96", "III/96", "I/283")
    line = {f"10{row:02}": unit for row, unit in zip(range(3, 16, 2), units, strict=True)}
    m = hq({**line, "1109": "", "1309": "44ID I/131"}, board=field(village="1309 1313 2309"))
    play(m, "relocate 44ID 1313")
    assert (where(m, "44ID"), wounds(m)) == ("1313", (2, 4))


@pytest.mark.rule("bugriver", "7.4d")
def test_over_the_bug_it_needs_a_path_in_range_and_a_bridge_for_supply() -> None:
    held: dict[str, Any] = {"control": {GERMAN: "1403..1615", SOVIET: "1703..2415"}}
    villages = "1105 1109 1409 1615 2309"
    m = hq(board=field(village=villages, bug=RIVER), **held)
    refused(m, "relocate 44ID 1409", "7.4d")  # no bridge
    bridged = hq(board=field(village=villages, bug=RIVER, road="1309 1409"), **held)
    play(bridged, "relocate 44ID 1409")
    assert wounds(bridged) == (3, 5)
    refused(hq(board=field(village=villages, bug=RIVER, road="1309 1409"), **held), "relocate 44ID 1615", "7.4d")
    pontoon = hq(board=field(village=villages, bug=RIVER), pontoons={"III": "1309 1409"}, **held)
    play(pontoon, "relocate 44ID 1409")
    assert where(pontoon, "44ID") == "1409"


# --- 5.3.2 displacement -----------------------------------------------------------------------------------------------


def displaced(to: str, **more: Any) -> grognard.Match:
    """87RD, Support 1 and level 3, is found alone in 1709 and goes to a hex. Its range is 6."""
    board = field(village="1109 1709 2009 2012 2315 2409")
    units = {"1109": "44ID", "1508": "I/131", "1709": "87RD", **more.pop("units", {})}
    m = position(units, board=board, turn=5, strength={"87RD": 1}, level={"87RD": 3}, **more)
    play(m, "move I/131 1608")
    play(m, f"displace {to}")
    return m


@pytest.mark.rule("bugriver", "5.3.2b")
@pytest.mark.rule("bugriver", "5.3.2c")
@pytest.mark.rule("bugriver", "5.3.2d")
@pytest.mark.example("bugriver", "D-hq-displacement")
def test_the_cases_of_displacement() -> None:
    """D-hq-displacement: Support 1, level 3; in range (0, 2), beyond it (0, 1), without a path (0, 0)."""
    assert wounds(displaced("2009"), "87RD") == (0, 2)
    assert wounds(displaced("2409"), "87RD") == (0, 1)
    ring = {"2111": "II/131", "2114": "III/131", "1812": "I/132"}  # their zones are all around I/16 in 2012
    shut = displaced("2012", units={**ring, "2012": "I/16"})
    assert (where(shut, "87RD"), wounds(shut, "87RD")) == ("2012", (0, 0))


@pytest.mark.rule("bugriver", "5.3.2b")
def test_nothing_falls_below_nought() -> None:
    m = lone_hq(strength={"87RD": 0}, level={"87RD": 0})
    play(m, "move I/131 1608", "displace 2305")
    assert wounds(m, "87RD") == (0, 0)


def lone_hq(units: dict[str, str] | None = None, villages: str = "1109 1709 2305 2309", **more: Any) -> grognard.Match:
    """87RD is alone in 1709."""
    table = {"1109": "44ID", "1508": "I/131", "1709": "87RD", **(units or {})}
    return position(table, **{"board": field(village=villages), "turn": 5, **more})


@pytest.mark.rule("bugriver", "5.3.2a")
def test_the_owner_chooses_a_friendly_town_or_village() -> None:
    m = lone_hq({"2305": "124RD"}, villages="1109 1113 1709 2305 2309 2313")
    play(m, "move I/131 1608")
    assert (m.decision and m.decision.side) == SOVIET
    assert offered(m, "displace") == ["2309", "2313"]
    refused(m, "displace 2305", "5.3.1d")
    refused(m, "displace 1113", "7.4b")
    refused(m, "displace 2010", "3.3b")
    one = lone_hq(villages="1109 1709 2309")
    play(one, "move I/131 1608")  # no choice
    assert where(one, "87RD") == "2309"


@pytest.mark.rule("bugriver", "5.3.2a")
def test_with_no_room_anywhere_it_shares_a_village_or_leaves_the_map() -> None:
    """G44."""
    full = lone_hq({"2309": "124RD III/622"}, villages="1109 1709 2309")
    play(full, "move I/131 1608")
    assert (where(full, "87RD"), where(full, "124RD")) == ("2309", "2309")
    assert (wounds(full, "87RD")[0], strength(full, "124RD")) == (1, 2)  # nobody has anywhere to go: they stay
    none = lone_hq(villages="1109 1709")
    play(none, "move I/131 1608")
    assert (where(none, "87RD"), wounds(none, "87RD")) == ("due", (0, 0))
    assert state(none).due[state(none).unit("87RD")] == 6
    assert of_kind(none.events, Removed)


@pytest.mark.rule("bugriver", "5.3.2a")
@pytest.mark.rule("bugriver", "7.4d")
def test_displacement_over_the_bug_needs_a_bridge_too() -> None:
    units = {"1309": "44ID", "1306": "I/16", "2309": "87RD", "1113": "298ID", "1105": "14Pz"}
    for road, refuges in (("", ["1109"]), ("1312 1412", ["1109", "1411"])):
        board = field(village="1105 1109 1113 1309 1411 2309", bug=RIVER, road=road)
        m = reaction(units, acting="87RD", under="298ID", board=board, turn=5, points=3, dice=[1, 1],
                     control={GERMAN: "1403..1615", SOVIET: "1703..2415"})  # fmt: skip
        play(m, "move I/16 1308")
        assert (offered(m, "displace") if len(refuges) > 1 else [where(m, "44ID")]) == refuges


@pytest.mark.rule("bugriver", "5.3.2a")
def test_combat_that_leaves_an_hq_alone_displaces_it() -> None:
    m = battle({"1609": "I/131", "1709": "87RD I/16"}, result="0/2", chits=("333 111 111",), dice=[5],
               board=field(village="1109 1709 2309"), turn=5)  # fmt: skip
    play(m, "hasty 1709 I/131 go", "retreat I/16 1809")
    assert where(m, "87RD") == "2309"


# --- 10.4 leashes -----------------------------------------------------------------------------------------------------

# 2410 is a hex of Volodymyr-Volynskyi on the field, too; 2009 is four hexes from it, 1909 five.
EAST = "1109 1909 2009 2305 2309"


def leashed(turn: int, **more: Any) -> grognard.Match:
    """87RD in 2309 may relocate."""
    units = {"1109": "44ID I/131", "2309": "87RD", "2209": "I/16"}
    return reaction(units, acting="87RD", under="44ID", points=2, turn=turn, board=field(village=EAST), **more)


@pytest.mark.rule("bugriver", "10.4a")
def test_the_87th_stays_near_volodymyr_for_three_turns() -> None:
    m = leashed(3)
    allowed(m, "relocate 87RD 2009")
    refused(m, "relocate 87RD 1909", "10.4a")
    allowed(leashed(4), "relocate 87RD 1909")
    lost = leashed(2, control={GERMAN: "2410", SOVIET: "1703..2409"})
    allowed(lost, "relocate 87RD 1909")


@pytest.mark.rule("bugriver", "10.4a")
def test_displaced_it_stays_near_volodymyr_if_it_can() -> None:
    villages = "1109 1709 1909 2009 2309 1705"
    m = lone_hq({"1809": "I/622"}, villages=villages, turn=2)
    play(m, "move I/131 1608")
    assert offered(m, "displace") == ["2009", "2309"]
    refused(m, "displace 1909", "10.4a")
    far = lone_hq(villages="1109 1709 1909 1705", turn=2)
    play(far, "move I/131 1608")
    assert offered(far, "displace") == ["1705", "1909"]


@pytest.mark.rule("bugriver", "10.4b")
@pytest.mark.rule("bugriver", "10.4c")
@pytest.mark.parametrize(
    ("name", "unit", "area", "rule"), [("124RD", "I/622", "S", "10.4b"), ("41TD", "4/82", "N", "10.4c")]
)
def test_the_124th_and_the_41st_stay_near_their_supply_areas(name: str, unit: str, area: str, rule: str) -> None:
    edge = {"S": {"south": "1815..2215"}, "N": {"north": "1803..2203"}}[area]
    near, also, far = {"S": ("2011", "1912", "2010"), "N": ("2007", "1906", "2008")}[area]
    board = field(village=f"1109 2309 {near} {also} {far}", **edge)
    units = {"1109": "44ID I/131", near: name, "2209": unit}
    m = reaction(units, acting=name, under="44ID", points=2, turn=8, board=board)
    refused(m, f"relocate {name} {far}", rule)
    allowed(m, f"relocate {name} {also}")
    other = reaction({**units, near: "", far: name}, acting=name, under="44ID", points=2, turn=8, board=board)
    allowed(other, f"relocate {name} {near}")


@pytest.mark.rule("bugriver", "10.4c")
def test_on_the_map_the_leashes_reach_four_hexes() -> None:
    m = position({"2705": "41TD", "3126": "124RD", "2410": "87RD", "0416": "44ID AA44"}, board=MAP, turn=2)
    g = state(m)
    for name, edge in (("41TD", "N"), ("124RD", "S")):
        reach = g.rules.leashes[g.unit(name)][1]
        hexes = g.rules.sources[SOVIET][edge]
        assert reach == g.rules.within(hexes, 4) != g.rules.within(hexes, 5)
    assert not displacement.may_host(g, g.unit("41TD"), g.rules.grid.hex("0416"))
