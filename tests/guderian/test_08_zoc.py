"""8 Zones of control."""

from __future__ import annotations

import pytest

from tests.guderian.table import (
    GERMAN_COMBAT,
    GERMAN_MOVEMENT,
    MECHANISED,
    SOVIET_COMBAT,
    SOVIET_MOVEMENT,
    allowed,
    cost,
    field,
    hexes_offered,
    phase,
    play,
    points_left,
    position,
    refused,
    stack,
    supplied,
    where,
    zoc,
)

AROUND_0605 = {"0604", "0705", "0706", "0606", "0506", "0505"}
AROUND_0505 = {"0504", "0604", "0605", "0506", "0405", "0404"}


# --- 8.0 the zone ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("guderian", "8.0", "8.16a")
def test_the_six_hexes_around_a_unit_are_its_zone() -> None:
    m = position({"0605": "56SD", "0305": "25/7"})
    assert zoc(m, "soviet") == AROUND_0605
    assert zoc(m, "german") == {"0304", "0404", "0405", "0306", "0205", "0204"}


@pytest.mark.rule("guderian", "8.0")
def test_whoever_enters_an_enemy_zone_stops_there() -> None:
    m = position({"0605": "56SD", "0305": "25/7", "0101": "GD"})
    reach = hexes_offered(m, "move 25/7")
    assert "0505" in reach
    m.play("move 25/7 0505")
    assert points_left(m, "25/7") == 8
    refused(m, "move 25/7 0405", "8.13")  # back out again is no better
    refused(m, "move 25/7 0604", "8.13")  # nor from zone to zone


@pytest.mark.rule("guderian", "8.0", "8.16b")
def test_a_way_through_an_enemy_zone_is_closed() -> None:
    # A line of Soviet divisions, every third hex: its zones leave no gap.
    m = position({"0602": "56SD", "0605": "17SD", "0608": "38SD", "0305": "25/7"}, board=field(rows=9))
    reach = hexes_offered(m, "move 25/7")
    assert not any(int(hex[:2]) > 6 for hex in reach)
    refused(m, "move 25/7 0804", "6.22")


# --- 8.1 effectiveness -----------------------------------------------------------------------------------------------


@pytest.mark.rule("guderian", "8.11")
@pytest.mark.parametrize("unit", ["56SD", "rifle", "armoured", "?2SD", "Lukin", "19SD-b"])
def test_every_unit_has_a_zone_even_a_leader_an_untried_unit_and_one_out_of_supply(unit: str) -> None:
    m = position({"0605": unit, "0305": "25/7", "0101": "GD"})
    assert zoc(m, "soviet") == AROUND_0605
    m.play("move 25/7 0505")
    refused(m, "move 25/7 0405", "8.13")


@pytest.mark.rule("guderian", "8.11")
def test_a_disrupted_unit_has_none() -> None:
    m = position({"0605": "56SD!", "0305": "25/7"})
    assert zoc(m, "soviet") == set()
    play(m, "move 25/7 0505", "move 25/7 0604", "move 25/7 0704")
    assert points_left(m, "25/7") == 6


@pytest.mark.rule("guderian", "8.11")
def test_one_unit_in_order_among_disrupted_ones_is_enough() -> None:
    m = position({"0605": "56SD! Lukin", "0305": "25/7"})
    assert zoc(m, "soviet") == AROUND_0605


@pytest.mark.rule("guderian", "8.11")
@pytest.mark.parametrize("when", [SOVIET_MOVEMENT, SOVIET_COMBAT, GERMAN_MOVEMENT, GERMAN_COMBAT, MECHANISED])
def test_zones_are_in_force_in_every_phase(when: str) -> None:
    m = position({"0605": "56SD", "0505": "25/7", "1005": "Konev"}, phase=when)
    assert phase(m) == when
    assert zoc(m, "soviet") >= AROUND_0605
    assert zoc(m, "german") == AROUND_0505


@pytest.mark.rule("guderian", "8.12", "8.16b")
def test_entering_an_enemy_zone_costs_nothing_extra() -> None:
    free = position({"0404": "25/7"})
    one = position({"0605": "56SD", "0404": "25/7"})
    three = position({"0605": "56SD 17SD", "0604": "38SD", "0606": "108SD", "0404": "25/7"})
    assert [cost(m, "25/7", "0505") for m in (free, one, three)] == [1, 1, 1]


@pytest.mark.rule("guderian", "8.13")
def test_a_unit_in_an_enemy_zone_stays_in_both_movement_phases() -> None:
    m = position({"0605": "56SD", "0505": "25/7", "0101": "GD"})
    refused(m, "move 25/7 0405", "8.13")
    play(m, "end", "end")  # movement, combat
    assert phase(m) == MECHANISED
    refused(m, "move 25/7 0405", "8.13")


@pytest.mark.rule("guderian", "8.13")
def test_it_leaves_by_overrun() -> None:
    m = position({"0605": "108SD", "0505": "25/7 6/7 7/7"}, dice=[1])
    m.play("overrun 0605 25/7 6/7 7/7 go")
    assert stack(m, "0605") == {"25/7", "6/7", "7/7"}


@pytest.mark.rule("guderian", "8.13")
def test_it_leaves_by_advance_or_retreat_after_combat() -> None:
    units = {"0605": "56SD", "0505": "6.ID", "1005": "Konev"}
    m = position(units, phase=GERMAN_COMBAT, dice=[3])
    play(m, "attack 0605 6.ID go", "retreat", "retreat 0706", "advance 6.ID 0605")
    assert (where(m, "56SD"), where(m, "6.ID")) == ("0706", "0605")


@pytest.mark.rule("guderian", "8.15")
def test_both_are_bound() -> None:
    units = {"0605": "56SD", "0505": "25/7", "1005": "Konev", "0101": "GD"}
    m = position(units, phase=GERMAN_MOVEMENT)
    refused(m, "move 25/7 0405", "8.13")
    m = position(units, phase=SOVIET_MOVEMENT)
    refused(m, "move 56SD 0705", "8.13")


@pytest.mark.rule("guderian", "8.15", "8.11")
def test_a_disrupted_unit_binds_nobody_but_is_bound_itself() -> None:
    units = {"0605": "56SD!", "0505": "25/7", "1005": "Konev"}
    m = position(units, phase=GERMAN_MOVEMENT)
    allowed(m, "move 25/7 0405")
    assert "0605" in zoc(m, "german")
    assert zoc(m, "soviet").isdisjoint({"0505"})


# --- 8.14 friendly units against enemy zones -------------------------------------------------------------------------


@pytest.mark.rule("guderian", "8.14")
def test_a_friendly_unit_does_not_help_movement_through_an_enemy_zone() -> None:
    units = {"0602": "56SD", "0605": "17SD", "0608": "38SD", "0305": "25/7", "0603": "6/7"}
    m = position(units, board=field(rows=9))
    refused(m, "move 25/7 0703", "6.22")


STRIP = field(rows=3)  # a unit in 0602 holds or controls every hex of column 06


@pytest.mark.rule("guderian", "8.14")
@pytest.mark.parametrize(
    ("friends", "open"),
    [
        ({}, False),
        ({"0601": "56SD"}, True),  # a unit in the controlled hex
        ({"0701": "56SD"}, False),  # only the zone of one
    ],
)
def test_a_unit_in_the_hex_opens_a_supply_line_and_its_zone_does_not(friends: dict[str, str], open: bool) -> None:
    m = position({"0302": "Lukin", "0602": "25/7", **friends}, board=STRIP, phase=SOVIET_MOVEMENT)
    assert supplied(m, "Lukin") is open


@pytest.mark.rule("guderian", "8.14")
def test_likewise_a_german_supply_line() -> None:
    # The line would have to pass column 06; nobody else helps the regiment in the east.
    m = position({"0902": "25/7", "0602": "56SD"}, board=STRIP)
    assert not supplied(m, "25/7")
    m = position({"0902": "25/7", "0602": "56SD", "0601": "6/7"}, board=STRIP)
    assert supplied(m, "25/7")


@pytest.mark.rule("guderian", "8.14")
def test_likewise_a_leaders_radius() -> None:
    units = {"0402": "56SD", "0801": "Konev", "0602": "25/7", "0303": "6/7"}
    m = position({**units, "0601": "108SD"}, board=STRIP, phase=SOVIET_COMBAT)
    allowed(m, "attack 0303 56SD go")
    m = position({**units, "0702": "108SD"}, board=STRIP, phase=SOVIET_COMBAT)
    refused(m, "attack 0303 56SD go", "10.35a")


@pytest.mark.rule("guderian", "8.14", "9.71b")
@pytest.mark.parametrize(
    ("friends", "hexes"),
    [
        ({}, {"0705"}),
        ({"0606": "108SD"}, {"0705"}),  # a vacant hex comes first (9.73)
        ({"0706": "17SD", "0705": "38SD", "0606": "108SD"}, {"0705", "0706", "0606"}),
        ({"0707": "17SD", "0805": "38SD"}, {"0705"}),  # zones of friends open nothing
    ],
)
def test_likewise_a_retreat(friends: dict[str, str], hexes: set[str]) -> None:
    # 6.ID in 0505 attacks 0605; 5.ID in 0607 controls 0606, 7.ID in 0806 controls 0706.
    units = {"0505": "6.ID", "0605": "56SD", "0607": "5.ID", "0806": "7.ID", "1009": "Konev", **friends}
    m = position(units, board=field(lake="0704"), phase=GERMAN_COMBAT, dice="hand")
    assert {path[0] for path in m.query("retreat", hex="0605").paths} == hexes


# --- 8.16 terrain ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("guderian", "8.16a")
def test_a_zone_reaches_across_rivers_and_into_any_terrain() -> None:
    board = field(river="0605/n 0605/ne 0605/se 0605/s", forest="0505 0604", swamp="0506", city="0705")
    m = position({"0605": "56SD", "0305": "25/7"}, board=board)
    assert zoc(m, "soviet") == AROUND_0605


@pytest.mark.rule("guderian", "8.16a")
def test_a_zone_does_not_reach_across_a_lake() -> None:
    m = position({"0605": "56SD", "0305": "25/7", "0101": "GD"}, board=field(lake_sides="0605/nw", lake="0604"))
    assert zoc(m, "soviet") == AROUND_0605 - {"0505", "0604"}
    play(m, "move 25/7 0505", "move 25/7 0405")  # nothing holds it in 0505
    assert points_left(m, "25/7") == 7


@pytest.mark.rule("guderian", "8.16a", "8.15")
def test_across_a_lake_neither_is_bound() -> None:
    units = {"0605": "56SD", "0505": "25/7", "1005": "Konev"}
    m = position(units, board=field(lake_sides="0605/nw"), phase=SOVIET_MOVEMENT)
    allowed(m, "move 56SD 0705")
    m = position(units, board=field(lake_sides="0605/nw"), phase=GERMAN_MOVEMENT)
    allowed(m, "move 25/7 0405")


@pytest.mark.rule("guderian", "8.16b")
def test_several_zones_on_one_hex_work_like_one() -> None:
    # One zone holds the regiment as two would.
    m = position({"0605": "56SD!", "0604": "17SD", "0505": "25/7", "0101": "GD"})
    refused(m, "move 25/7 0405", "8.13")
    m = position({"0605": "56SD!", "0604": "17SD!", "0505": "25/7", "0101": "GD"})
    allowed(m, "move 25/7 0405")
