"""10: movement, land bridges, terrain, air support."""

from __future__ import annotations

from typing import Any

import pytest

import grognard
from grognard.events import Moved
from tests.oder.table import (
    FIELD,
    MAP,
    SOVIETS_BEHIND,
    allowed,
    combat,
    field,
    of_kind,
    offered,
    play,
    position,
    refused,
    state,
    supply_of,
    where,
)


def cost(m: grognard.Match, unit: str, hex: str) -> float:
    """What the cheapest way to a hex costs."""
    return m.query("reach", unit=unit).costs[hex]


# --- 10.0 -------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("oder", "10.0a")
def test_units_move_alone_or_together_in_any_direction() -> None:
    m = position({"1408": "HG GD 23AK", "1808": "47A"})
    assert {"1407", "1507", "1508", "1409", "1308", "1307"} <= set(offered(m, "move HG"))
    told = of_kind(play(m, "move HG GD 1407 1406"), Moved)
    assert [(event.unit, event.path) for event in told] == [
        ("HG", ("1408", "1407", "1406")),
        ("GD", ("1408", "1407", "1406")),
    ]
    play(m, "move 23AK 1308 1208 1207 1107")
    refused(m, "move 47A 1908", "10.0a")


@pytest.mark.rule("oder", "10.0a", "10.2a")
def test_the_way_can_be_given_hex_by_hex() -> None:
    m = position({"1408": "HG"})
    (moved,) = of_kind(play(m, "move HG 1508 1608 1607 1507"), Moved)
    assert moved.path == ("1408", "1508", "1608", "1607", "1507")


@pytest.mark.rule("oder", "10.0b")
def test_no_unit_spends_more_than_it_has() -> None:
    m = position({"1408": "23AK"})
    assert max(m.query("reach", unit="23AK").costs.values()) == 4
    refused(m, "move 23AK 1908", "10.0b")
    refused(m, "move 23AK 1508 1608 1708 1808 1908", "10.0b")  # none are left in 1808


@pytest.mark.rule("oder", "10.0b")
def test_movement_factors_are_not_saved() -> None:
    m = position({"1408": "23AK", "2003": "8G"}, declared="combat")
    play(m, "move 23AK 1508", "end")
    while state(m).phase != "german-movement":
        play(m, "declare movement" if state(m).phase.endswith("declaration") else "end")
    refused(m, "move 23AK 2008", "10.0b")


@pytest.mark.rule("oder", "10.0c")
def test_a_unit_moves_once_a_phase() -> None:
    m = position({"1408": "HG GD"})
    play(m, "move HG 1508")
    refused(m, "move HG 1608", "10.0c")
    play(m, "move GD 1508")
    assert where(m, "GD") == "1508"


@pytest.mark.rule("oder", "10.0c", "G60")
def test_a_move_may_be_taken_back_until_a_die_is_rolled() -> None:
    m = position({"1408": "HG"})
    play(m, "move HG 1508")
    assert m.undo() == "move HG 1508"
    assert where(m, "HG") == "1408"
    m = combat({"1408": "HG", "1508": "18A"}, dice=[6, 6, 6])
    play(m, "attack 1508 HG go")
    with pytest.raises(grognard.Illegal) as error:
        m.undo()
    assert error.value.ruling.rule == "10.0c"


@pytest.mark.rule("oder", "10.0d")
def test_there_is_no_minimum_movement() -> None:
    board = field(rough="1407 1507 1508 1409 1308 1307", river="1408/n 1408/ne 1408/se 1408/s 1408/sw 1408/nw")
    m = position({"1408": "23AK", "1010": "GD", **SOVIETS_BEHIND}, board=board)  # 2 factors, and 3 are needed
    refused(m, "move 23AK 1407", "10.0d")
    m = position({"1408": "23AK"}, board=board)
    assert cost(m, "23AK", "1407") == 3


@pytest.mark.rule("oder", "10.0e", "11.7b")
def test_retreat_and_advance_cost_nothing() -> None:
    board = field(rough="1508 1608 1609", river="1408/se 1508/ne 1508/se")
    m = combat({"1408": "HG GD 1SS", "1508": "18A"}, board=board, declared="combat", dice=[4])
    play(m, "attack 1508 HG GD 1SS go", "retreat 1608", "advance HG", "stay", "stop", "end")
    assert (where(m, "18A"), where(m, "HG")) == ("1608", "1508")
    assert state(m).phase == "german-movement"
    allowed(m, "move HG 1408")


# --- 10.0f land bridges -----------------------------------------------------------------------------------------------


@pytest.mark.rule("oder", "10.0f", "G51")
@pytest.mark.example("oder", "10.0a")
def test_the_lagoon_cannot_be_crossed_to_the_curonian_spit() -> None:
    grid = position({"1212": "HG"}, board=MAP).board.grid
    rules = state(position({"1212": "HG"}, board=MAP)).rules
    for hex in ("2607", "2706"):
        assert not rules.adjacent(grid.by_name["2707"], grid.by_name[hex])
        assert not rules.adjacent(grid.by_name[hex], grid.by_name["2707"])
    m = position({"2707": "9AK"}, board=MAP)
    refused(m, "move 9AK 2607", "10.0f")
    refused(m, "move 9AK 2706", "10.0f")
    m = position({"2507": "9AK"}, board=MAP)
    refused(m, "move 9AK 2607 2707", "10.0f")


@pytest.mark.rule("oder", "10.0f")
@pytest.mark.example("oder", "10.0b")
def test_the_vistula_spit_joins_2308() -> None:
    m = position({"2308": "23AK"}, board=MAP)
    allowed(m, "move 23AK 2209")
    assert "2208" in offered(m, "move 23AK")  # as a way, not as an end
    m = position({"2209": "23AK"}, board=MAP)
    allowed(m, "move 23AK 2308")
    rules = state(m).rules
    assert rules.adjacent(rules.hex_by_name["2308"], rules.hex_by_name["2208"])


@pytest.mark.rule("oder", "10.0f", "7.0b", "G2")
@pytest.mark.example("oder", "d.spit")
def test_the_curonian_spit_leads_to_memel_in_one_phase() -> None:
    m = position({"2507": "9AK", "2806": "28AK"}, board=MAP)
    assert cost(m, "9AK", "2806") == 3
    refused(m, "move 9AK 2607", "10.0f")  # not finished there
    refused(m, "move 9AK 2607 2706", "10.0f")
    allowed(m, "move 9AK 2607 2706 2806")
    siege = {"2507": "47A", "2508": "9AK", "2408": "26AK"}
    m = position(siege, board=MAP, phase="soviet-movement")
    allowed(m, "move 47A 2607 2706 2806")  # the zones around 2507 do not reach the spit
    m = position({**siege, "2906": "28AK", "3212": "8G"}, board=MAP, phase="soviet-movement")
    assert supply_of(m, "47A") == "none"
    refused(m, "move 47A 2806", "10.0b")  # 2 factors
    refused(m, "move 47A 2607", "10.0f")  # the spit is no place to stay
    allowed(m, "move 47A 2607 2507")  # but one to come back from


@pytest.mark.rule("oder", "10.0a", "10.0b", "3.1b", "7.5b")
def test_a_way_may_come_back_to_a_hex_it_has_left() -> None:
    board = field(fortifications="1508", german="1003..1513")
    m = position({"1608": "8G", "1813": "18A"}, board=board, phase="soviet-movement")
    assert "1608" not in offered(m, "move 8G")  # it is there
    told = play(m, "move 8G 1508 1608")
    assert [event.path for event in of_kind(told, Moved)] == [("1608", "1508", "1608")]
    assert where(m, "8G") == "1608"
    assert "1508" not in m.query("control", of="german").hexes
    assert m.query("fortifications").marked["destroyed"] == ("1508",)
    refused(m, "move 8G 1609", "10.0c")
    m = position({"1408": "23AK"})
    allowed(m, "move 23AK 1308 1408 1308 1408")  # 4 factors
    refused(m, "move 23AK 1308 1408 1308 1408 1308", "10.0b")
    refused(m, "move 23AK 1308 1308", "10.0a")


@pytest.mark.rule("oder", "7.1a", "7.1b", "10.0a")
def test_a_way_back_into_a_zone_ends_there() -> None:
    m = position({"1408": "HG", "1508": "47A", "1013": "9AK"})
    refused(m, "move HG 1307 1408 1307", "7.1a")
    play(m, "move HG 1307 1408")
    assert where(m, "HG") == "1408"


@pytest.mark.rule("oder", "10.0f", "10.0d", "G31")
def test_a_unit_may_look_at_a_land_bridge_and_come_back() -> None:
    board = field(land_bridges="1307", sea="1308 1409 1508 1507 1407")
    m = position({"1408": "23AK"}, board=board)
    assert "1307" in offered(m, "move 23AK")
    shut = field(land_bridges="1307", sea="1308 1409 1508 1507 1407 1306 1207 1208")
    m = position({"1408": "23AK", "1013": "FCB"}, board=shut)
    assert offered(m, "move") == ["23AK"]
    refused(m, "move 23AK 1307", "10.0f")
    play(m, "move 23AK 1307 1408")
    assert "1307" in m.query("control", of="german").hexes


@pytest.mark.rule("oder", "10.0f", "7.1a", "G31")
def test_nobody_enters_a_land_bridge_he_cannot_leave() -> None:
    board = field(land_bridges="1508")
    m = position({"1408": "HG"}, board=board)
    assert "1508" in offered(m, "move HG")
    refused(m, "move HG 1508", "10.0f")
    allowed(m, "move HG 1508 1608")
    m = position({"1408": "HG", "1609": "47A"}, board=board)  # 1508 is in a zone: he would have to stop
    refused(m, "move HG 1508", "10.0f")


# --- 10.1 classes -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("oder", "10.1a")
def test_movement_factors() -> None:
    m = position({"1408": "HG 23AK FCK"})
    assert (m.query("reach", unit="HG").points, m.query("reach", unit="23AK").points) == (6, 4)
    m = position({"1408": "HG 23AK FCK", **SOVIETS_BEHIND})
    assert (m.query("reach", unit="HG").points, m.query("reach", unit="23AK").points) == (3, 2)


@pytest.mark.rule("oder", "10.1b", "2.3")
def test_fortress_commands_do_not_move() -> None:
    m = position({"1408": "HG FCK"})
    refused(m, "move FCK 1407", "10.1b")
    refused(m, "move HG FCK 1407", "10.1b")
    assert m.query("reach", unit="FCK").rule == "10.1b"


@pytest.mark.rule("oder", "10.1c")
def test_a_mixed_stack_reckons_apart() -> None:
    board = field(marsh="1508")
    m = position({"1408": "HG 23AK"}, board=board)
    assert (cost(m, "HG", "1508"), cost(m, "23AK", "1508")) == (3, 2)
    refused(m, "move HG 23AK 1508", "10.1c")
    play(m, "move 23AK 1508 1608", "move HG 1508 1608 1708")  # the infantry is left behind
    assert (where(m, "23AK"), where(m, "HG")) == ("1608", "1708")


# --- 10.2 terrain -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("oder", "10.2a", "G2")
@pytest.mark.parametrize(
    ("terrain", "foot", "mechanised"), [("clear", 1, 1), ("forest", 2, 2), ("rough", 2, 3), ("marsh", 2, 3)]
)
def test_terrain_costs_each_class_its_own(terrain: str, foot: int, mechanised: int) -> None:
    m = position({"1408": "HG 23AK"}, board=field(**{terrain: "1508"}))
    assert (cost(m, "23AK", "1508"), cost(m, "HG", "1508")) == (foot, mechanised)


@pytest.mark.rule("oder", "10.2a")
def test_the_sea_is_impassable() -> None:
    m = position({"1408": "HG"}, board=field(sea="1508", sea_sides="1408/n"))
    refused(m, "move HG 1508", "10.0d")
    refused(position({"1408": "HG"}, board=field(sea_sides="1408/n")), "move HG 1408", "10.0a")
    (moved,) = of_kind(play(m, "move HG 1407"), Moved)
    assert len(moved.path) > 2  # round the bay


@pytest.mark.rule("oder", "10.2b")
def test_a_river_adds_to_the_hex_behind_it() -> None:
    m = position({"1408": "HG 23AK"}, board=field(forest="1508", river="1408/se 1408/ne"))
    assert cost(m, "23AK", "1508") == 3
    assert (cost(m, "HG", "1507"), cost(m, "HG", "1407")) == (2, 1)


@pytest.mark.rule("oder", "10.2c")
def test_the_dearest_terrain_of_a_hex_counts() -> None:
    m = position({"1408": "HG"}, board=field(forest="1508", town="1508 1407", city="1507"))
    assert cost(m, "HG", "1508") == 2  # the town in the forest does not make it cheaper
    assert cost(m, "HG", "1407") == cost(m, "HG", "1507") == 1


# --- 10.3 air support -------------------------------------------------------------------------------------------------

RIVER_AND_FOREST = field(forest="1508", river="1508/n 1508/ne 1508/se 1508/s 1508/sw 1508/nw")


@pytest.mark.rule("oder", "10.3a", "10.3b", "G32")
@pytest.mark.example("oder", "d.air.movement")
def test_air_support_helps_germans_and_hinders_soviets() -> None:
    air: dict[str, Any] = {"markers": {"air": "1509"}, "board": RIVER_AND_FOREST}
    assert cost(position({"1408": "HG"}, **air), "HG", "1508") == 1
    assert cost(position({"1408": "8G"}, phase="soviet-movement", **air), "8G", "1508") == 5
    assert cost(position({"1408": "8G"}, phase="soviet-movement", board=RIVER_AND_FOREST), "8G", "1508") == 3


@pytest.mark.rule("oder", "10.3a", "10.3b", "5.4e", "G32")
def test_only_the_hex_entered_counts() -> None:
    air: dict[str, Any] = {"markers": {"air": "1508"}, "board": field(rough="1407")}
    m = position({"1507": "HG"}, **air)
    assert cost(m, "HG", "1407") == 3  # out of the area
    m = position({"1507": "8G"}, phase="soviet-movement", **air)
    assert cost(m, "8G", "1407") == 3
    assert cost(m, "8G", "1508") == 2  # a side without a cost has no surcharge
    sea: dict[str, Any] = {"markers": {"air": "1508"}, "board": field(sea="1507", sea_sides="1408/se")}
    m = position({"1408": "HG"}, **sea)
    refused(m, "move HG 1507", "10.0d")
    assert cost(m, "HG", "1508") == 2  # round the impassable side


@pytest.mark.rule("oder", "10.3c")
def test_air_support_affects_no_zone_retreat_or_advance() -> None:
    m = position({"1208": "HG", "1508": "47A"}, markers={"air": "1408"})
    assert offered(m, "move HG 1408") == []  # it stops as ever
    m = combat({"1408": "HG GD 1SS", "1508": "18A"}, markers={"air": "1508"}, dice=[5])
    play(m, "attack 1508 HG GD 1SS go", "retreat 1608", "advance HG", "stay", "stop")
    assert (where(m, "18A"), where(m, "HG")) == ("1608", "1508")


def test_the_field_is_clear() -> None:
    assert FIELD["terrain"]["fill"] == "clear"
