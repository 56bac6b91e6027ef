"""11 Supply: lines to the west for the Germans, through Leaders to the east for the Soviets, and the want of it."""

from __future__ import annotations

from typing import Any

import pytest

import grognard
from tests.guderian.table import (
    GERMAN_COMBAT,
    GERMAN_MOVEMENT,
    MAP,
    SOVIET_COMBAT,
    SOVIET_MOVEMENT,
    Board,
    cost,
    field,
    phase,
    play,
    points_left,
    position,
    status,
    supplied,
    turn,
    where,
    zoc,
)

NARROW = field(rows=3)  # three rows: a unit in an odd column of row 02 bars the way from end to end


def rule(*ids: str) -> pytest.MarkDecorator:
    return pytest.mark.rule("guderian", *ids)


def example(id: str) -> pytest.MarkDecorator:
    return pytest.mark.example("guderian", id)


def single_row(*, supply: str = "", **features: str) -> Board:
    """A board one hex high, so that there is one way only; `supply` is where the road leaves it."""
    return field(columns=40, rows=1, areas={"supply": supply} if supply else {}, **features)


def row(first: int, last: int) -> str:
    return " ".join(f"{column:02d}01" for column in range(first, last + 1))


def german_supplied(hex: str, board: Board | None, unit: str = "25/7", **more: Any) -> bool:
    units = {hex: unit, **more.pop("units", {})}
    return supplied(position(units, board=board, phase=GERMAN_COMBAT, **more), unit)


def soviet_supplied(units: dict[str, str], unit: str = "17SD", board: Board | None = None) -> bool:
    return supplied(position(units, board=board or field(), phase=SOVIET_MOVEMENT), unit)


# --- 11.0 when it is judged ------------------------------------------------------------------------------------------


@rule("11.0a", "11.31")
@example("11.31")
def test_a_9_7_out_of_supply_is_worth_4_and_moves_3() -> None:
    units = {"0802": "6.ID", "0602": "17SD", "0902": "18SD"}
    m = position(units, board=NARROW)
    assert status(m, "6.ID") == {"out-of-supply"}
    assert points_left(m, "6.ID") == 3
    m = position(units, board=NARROW, phase=GERMAN_COMBAT)
    assert m.preview("attack 0902 6.ID").attack == "4"
    m = position({"0802": "6.ID", "0902": "18SD"}, board=NARROW)
    assert points_left(m, "6.ID") == 7
    m = position({"0802": "6.ID", "0902": "18SD"}, board=NARROW, phase=GERMAN_COMBAT)
    assert m.preview("attack 0902 6.ID").attack == "9"


@rule("11.0b")
def test_supply_for_movement_is_judged_when_the_phase_begins() -> None:
    m = position({"1205": "17SD", "0705": "Lukin 18SD"}, phase=SOVIET_MOVEMENT)
    assert points_left(m, "17SD") == 3  # no Leader within his radius
    play(m, "move Lukin 1005")
    assert supplied(m, "17SD")
    assert points_left(m, "17SD") == 3  # too late for this phase
    assert points_left(m, "18SD") == 6  # Lukin has left it, but it began in supply


@rule("11.0b")
def test_the_germans_check_again_before_their_second_movement() -> None:
    units = {"1002": "25/7", "0602": "17SD", "0502": "6/7 7/7 GD", "0402": "Lehr"}
    m = position(units, board=NARROW, dice=[1])
    assert points_left(m, "25/7") == 5  # the Soviet division stands across its line
    play(m, "end", "attack 0602 6/7 7/7 GD go", "lose", "stay")  # 8 to 2, 4-1: D2
    assert phase(m) == "german-mechanised"
    assert points_left(m, "25/7") == 10


@rule("11.0c")
def test_supply_for_combat_is_judged_at_the_instant_of_combat() -> None:
    units = {"1002": "25/7", "1102": "18SD", "0602": "17SD", "0502": "6/7 7/7 GD"}
    m = position(units, board=NARROW, phase=GERMAN_COMBAT, dice=[1])
    assert m.preview("attack 1102 25/7").attack == "2"
    play(m, "attack 0602 6/7 7/7 GD go", "lose", "stay")  # an earlier combat opens the road
    assert m.preview("attack 1102 25/7").attack == "4"


@rule("11.0c")
def test_an_earlier_combat_may_cut_a_line() -> None:
    # Friends in 0801, 0901 and 1001 carry Lukin's line through the zone of GD, which bars all three rows.
    units = {"0602": "258SD Lukin", "0502": "25/7", "0801": "46SD", "0901": "108SD", "1001": "110SD", "0902": "GD"}
    m = position(units, board=NARROW, phase=SOVIET_COMBAT, dice=[6])
    assert m.preview("attack 0502 258SD").attack == "6"
    play(m, "attack 0902 108SD go", "stay")  # 1 to 2: Ae
    assert m.preview("attack 0502 258SD").attack == "3"


# --- 11.1 German supply ----------------------------------------------------------------------------------------------


@rule("11.11")
def test_within_twenty_hexes_of_a_road_that_leads_off_the_map() -> None:  # G1
    board = single_row(supply="0101", road=row(1, 10))
    assert german_supplied("3001", board)  # twenty hexes to 1001
    assert not german_supplied("3101", board)


@rule("11.11")
def test_the_hexes_to_the_road_count_as_hexes_whatever_the_terrain() -> None:  # G1
    board = single_row(supply="0101", road=row(1, 10), forest="1101..3001")
    assert german_supplied("3001", board)


@rule("11.11")
def test_a_road_that_does_not_reach_the_source_is_no_help() -> None:
    assert not german_supplied("3001", single_row(supply="0101", road=row(2, 10)))
    assert not german_supplied("3001", single_row(supply="0101", road=f"{row(1, 5)}, {row(6, 10)}"))


@rule("11.11")
def test_enemies_and_their_zones_bar_the_road_and_the_way_to_it() -> None:
    board = field(columns=40, rows=3, areas={"supply": "0102"}, road=row(1, 10).replace("01 ", "02 ")[:-1] + "2")
    assert german_supplied("2502", board)
    for hex in ("0502", "1502"):  # on the road, before the road
        assert not german_supplied("2502", board, units={hex: "17SD"})
    for hex in ("0501", "1501"):  # row 02 is in its zone; a way by row 03 remains, but the road is cut
        assert german_supplied("2502", board, units={hex: "17SD"}) == (hex == "1501")


@rule("11.11")
def test_a_friend_in_the_hex_cancels_the_enemy_zone() -> None:
    board = field(columns=40, rows=3, areas={"supply": "0102"}, road=row(1, 10).replace("01 ", "02 ")[:-1] + "2")
    barred = {"0501": "17SD"}  # its zone covers 0502, 0401 and 0601
    assert not german_supplied("2502", board, units=barred)
    assert german_supplied("2502", board, units={**barred, "0502": "GD"})


@rule("11.12")
def test_or_within_twenty_movement_points_of_the_west_edge_at_its_own_costs() -> None:
    board = single_row(forest="0201..4001")
    assert german_supplied("2101", board, "6.ID")  # infantry: forest costs one
    assert not german_supplied("2201", board, "6.ID")
    assert german_supplied("1101", board, "25/7")  # nine forests and the clear edge: 19
    assert not german_supplied("1201", board, "25/7")
    assert german_supplied("1101", board, "1.KD")
    assert not german_supplied("1201", board, "1.KD")


@rule("11.12")
def test_roads_are_counted_at_their_rate_and_rivers_are_paid() -> None:  # G1
    assert german_supplied("4001", single_row(road=row(1, 40)), "25/7")  # 39 half points
    assert not german_supplied("4001", single_row(road=row(1, 40)), "6.ID")
    assert german_supplied("2101", single_row(), "6.ID")
    assert not german_supplied("2101", single_row(river="1001/ne"), "6.ID")
    assert german_supplied("1901", single_row(river="1001/ne"), "6.ID")  # 18 and 2


@rule("11.12")
def test_any_hex_of_the_west_edge_will_do_unless_an_enemy_controls_it() -> None:  # G1, G2
    assert german_supplied("0501", single_row())
    assert not german_supplied("0501", single_row(), units={"0101": "17SD"})
    assert not german_supplied("0501", single_row(), units={"0201": "17SD"})
    assert german_supplied("0102", field(), units={"0202": "17SD"})  # its own hex never blocks a unit


@rule("11.13")
def test_a_road_crosses_a_river_for_supply_where_there_is_a_crossing() -> None:
    banks = f"{row(1, 5)}, {row(6, 12)}"
    assert german_supplied("3201", single_row(supply="0101", road=banks, river="0501/se", crossings="0501/se"))
    assert not german_supplied("3201", single_row(supply="0101", road=banks, river="0501/se"))


@rule("11.13")
def test_for_movement_it_does_not() -> None:
    m = position({"0501": "25/7 6.ID"}, board=single_row(road=row(4, 6), river="0501/se", crossings="0501/se"))
    assert cost(m, "25/7", "0401") == 0.5
    assert cost(m, "25/7", "0601") == 3  # the hex and the river, as if there were no road
    assert cost(m, "6.ID", "0601") == 3


@rule("11.13")
def test_nor_in_the_count_of_movement_points() -> None:
    roads = {"road": row(1, 12), "river": "0301/se 0501/se 0701/se 0901/se", "crossings": "0301/se"}
    # Seven road hexes at a half and four at three points: 15.5; two clear hexes more are within twenty, five are not.
    assert german_supplied("1601", single_row(**roads))
    assert not german_supplied("1701", single_row(**roads))


@rule("11.11")
def test_the_road_from_orsha_on_the_map_leads_to_0120() -> None:
    m = position({"2217": "6.ID"}, board=MAP, phase=GERMAN_COMBAT)
    answer = m.query("supply", unit="6.ID")
    assert (answer.rule, answer.path[-1]) == ("11.11", "0120")
    assert not german_supplied("2217", MAP, "6.ID", units={"0219": "17SD"})


# --- 11.2 Soviet supply ----------------------------------------------------------------------------------------------


@rule("11.22")
@example("11.22")
def test_a_division_four_hexes_from_lukin_is_out_of_supply() -> None:
    assert not soviet_supplied({"0605": "17SD", "1005": "Lukin"})
    assert soviet_supplied({"0705": "17SD", "1005": "Lukin"})


@rule("11.22")
def test_it_may_trace_to_another_leader() -> None:
    assert soviet_supplied({"0605": "17SD", "1005": "Lukin", "0705": "Rakutin"})
    assert soviet_supplied({"0605": "17SD", "1005": "Remezov"})  # rating 4


@rule("11.22")
def test_in_the_leaders_own_hex_the_line_has_no_length() -> None:  # G34
    assert soviet_supplied({"0605": "17SD Rakutin"})


@rule("11.21")
def test_enemies_and_their_zones_bar_both_lines() -> None:
    assert not soviet_supplied({"0502": "17SD", "0802": "Lukin", "0602": "25/7"}, board=NARROW)  # to the Leader
    assert not soviet_supplied({"0502": "17SD", "0602": "Lukin", "0902": "25/7"}, board=NARROW)  # from him to the east
    friends = {"0901": "18SD", "1001": "25SD"}
    assert soviet_supplied({"0502": "17SD", "0702": "Lukin", "0902": "25/7", **friends, "0801": "42SD"}, board=NARROW)


@rule("11.21")
def test_a_line_goes_around_a_zone_within_the_leaders_radius() -> None:
    units = {"0605": "17SD", "0705": "25/7"}
    assert not soviet_supplied({**units, "0805": "Lukin"})  # two hexes as the crow flies, five around
    assert soviet_supplied({**units, "0805": "Konev"})


@rule("11.21")
def test_a_line_never_crosses_a_lake() -> None:
    assert not soviet_supplied({"0301": "17SD", "0501": "Lukin"}, board=single_row(lake="0401"))
    assert not soviet_supplied({"0301": "17SD", "0501": "Lukin"}, board=single_row(lake_sides="0301/se"))


@rule("11.21")
def test_a_line_may_begin_and_end_in_a_swamp_but_not_pass_through() -> None:  # G2
    board = single_row(swamp="0401")
    assert not soviet_supplied({"0301": "17SD", "0501": "Lukin"}, board=board)
    assert soviet_supplied({"0401": "17SD", "0501": "Lukin"}, board=board)
    assert soviet_supplied({"0501": "17SD", "0401": "Lukin"}, board=board)
    assert not soviet_supplied({"0401": "17SD 18SD", "0301": "Lukin"}, "Lukin", board=board)
    assert soviet_supplied({"0401": "Lukin"}, "Lukin", board=board)


@rule("11.21")
def test_a_road_does_not_carry_a_soviet_line_through_a_swamp() -> None:  # G2
    through = single_row(swamp="0401", road="0301 0401 0501")
    assert not soviet_supplied({"0301": "17SD", "0501": "Lukin"}, board=through)
    assert not soviet_supplied({"0301": "Lukin"}, "Lukin", board=through)  # nor to the east edge
    assert soviet_supplied({"0301": "Lukin"}, "Lukin", board=single_row(road="0301 0401 0501"))
    assert soviet_supplied({"0401": "17SD", "0501": "Lukin"}, board=through)  # into it, or out of it
    m = position({"1107": "17SD", "1206": "25/7", "1006": "Konev"}, board=MAP, phase=SOVIET_COMBAT)
    assert "1107" in m.query("radius", unit="Konev").hexes  # from swamp to swamp, not beyond


@rule("11.11", "11.12")
def test_it_carries_a_german_line() -> None:  # G2
    swamp = {"swamp": "0401"}
    assert not german_supplied("0501", single_row(**swamp))
    assert german_supplied("0401", single_row(**swamp))
    assert german_supplied("0501", single_row(**swamp, road="0301 0401 0501"))
    assert not german_supplied("0501", single_row(**swamp, road="0301 0401"))
    assert german_supplied("2401", single_row(**swamp, supply="0101", road="0101 0201 0301 0401"))
    assert not german_supplied("1501", single_row(swamp="0801", supply="0101", road=row(1, 3)))
    assert german_supplied("2101", single_row(swamp="0801", supply="0101", road=f"{row(1, 3)}, {row(7, 9)}"))


@rule("11.23")
def test_a_division_never_traces_to_the_edge_by_itself() -> None:
    assert not soviet_supplied({"1205": "17SD", "0805": "Lukin"})  # Lukin is in supply, but four hexes away
    assert soviet_supplied({"1105": "17SD 18SD 25SD", "1205": "42SD 45SD 46SD", "0905": "Lukin"}, "46SD")


@rule("11.24")
def test_leaders_need_a_line_to_the_east_but_no_other_leader() -> None:
    cut_off = {"0602": "Lukin", "0902": "25/7", "1102": "Konev"}
    assert not soviet_supplied(cut_off, "Lukin", board=NARROW)
    assert soviet_supplied(cut_off, "Konev", board=NARROW)
    assert points_left(position(cut_off, board=NARROW, phase=SOVIET_MOVEMENT), "Lukin") == 5


# --- 11.3 effects ----------------------------------------------------------------------------------------------------


@rule("11.31")
@pytest.mark.parametrize(("unit", "attack", "points"), [("161SD", "4", 3), ("18SD", "1", 3), ("57MD", "4", 5)])
def test_soviet_units_out_of_supply_are_halved_and_fractions_dropped(unit: str, attack: str, points: int) -> None:
    units = {"0502": f"{unit} Lukin", "0402": "25/7", "0902": "GD"}
    m = position(units, board=NARROW, phase=SOVIET_COMBAT)
    assert m.preview(f"attack 0402 {unit}").attack == attack
    assert points_left(position(units, board=NARROW, phase=SOVIET_MOVEMENT), unit) == points


@rule("11.32")
def test_no_strength_falls_below_one() -> None:
    m = position({"0502": "45SD Lukin", "0402": "25/7", "0902": "GD"}, board=NARROW, phase=SOVIET_COMBAT)
    assert m.preview("attack 0402 45SD").attack == "1"
    m = position({"0802": "6.ID:1 6/7:1", "0602": "17SD", "0902": "108SD"}, board=NARROW, phase=GERMAN_COMBAT)
    preview = m.preview("attack 0902 6.ID 6/7")
    assert (preview.attack, preview.defence) == ("2", "1")


@rule("11.32")
def test_half_of_five_is_two_and_never_less_than_one_hex() -> None:
    m = position({"0802": "1.KD", "0602": "17SD"}, board=NARROW)
    assert points_left(m, "1.KD") == 2


# --- 11.33 the turn of entry -----------------------------------------------------------------------------------------


@rule("11.33", "14.0")
def test_units_are_in_supply_in_every_phase_of_the_player_turn_they_enter_and_no_longer() -> None:
    board = field(rows=3, areas={"E": "1201..1203"})  # in the far east, behind a Soviet division
    m = position({"0602": "17SD", "1102": "18SD"}, board=board, due={"E": "25/7"})
    play(m, "enter 25/7 1202", "end")
    assert m.preview("attack 1102 25/7").attack == "4"
    m.play("end")
    assert phase(m) == "german-mechanised"
    assert points_left(m, "25/7") == 10
    play(m, "end", "end")
    assert phase(m) == "soviet-movement"
    assert not supplied(m, "25/7")


@rule("11.33")
def test_the_armies_of_the_set_up_are_in_supply_in_the_first_soviet_turn() -> None:  # G35
    m = grognard.new("guderian", seed=1, dice=[1, 1, 1])
    play(m, "place Kurochkin 0108", "place R28 0115", "deploy", "end")
    while phase(m) != "soviet-movement":
        m.play("end")
    assert supplied(m, "R28")  # seven hexes from Kurochkin
    assert points_left(m, "R28") == 6


@rule("11.34")
def test_nobody_dies_of_hunger() -> None:
    m = position({"0802": "6.ID", "0602": "17SD", "1002": "18SD"}, board=NARROW)
    while turn(m) < 10:
        m.play("end")
    assert (where(m, "6.ID"), where(m, "17SD")) == ("0802", "0602")
    assert status(m, "6.ID") == {"out-of-supply"}


@rule("11.35")
def test_units_out_of_supply_control_the_same_hexes() -> None:
    m = position({"0802": "6.ID", "0602": "17SD"}, board=NARROW, phase=GERMAN_MOVEMENT)
    assert status(m, "6.ID") == {"out-of-supply"}
    assert zoc(m, "german") == {"0801", "0803", "0902", "0903", "0702", "0703"}
