"""6.0 to 6.2, 6.7 Movement: hand on the unit, points, zones of control, terrain."""

from __future__ import annotations

from typing import Any

import pytest

import grognard
from grognard.events import Moved, Retreated
from tests.guderian.table import (
    GERMAN_COMBAT,
    GERMAN_MOVEMENT,
    MECHANISED,
    SOVIET_COMBAT,
    SOVIET_MOVEMENT,
    Board,
    allowed,
    cost,
    field,
    happened,
    hexes_offered,
    moat,
    phase,
    play,
    points_left,
    position,
    refused,
    status,
    units_offered,
    where,
)

FAR = {"1210": "Konev"}  # a Leader out of everybody's way


# --- 6.0 general -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("guderian", "6.0a", "6.11", "6.23")
def test_all_some_or_none_of_the_units_move_as_far_as_they_like() -> None:
    m = position({"0305": "25/7 6/7 7/7 6.ID", **FAR})
    allowed(m, "end")
    play(m, "move 25/7 0405", "move 6.ID 1004")
    assert (points_left(m, "25/7"), points_left(m, "6.ID"), points_left(m, "6/7")) == (9, 0, 10)
    allowed(m, "end")


@pytest.mark.rule("guderian", "6.0a", "6.23")
def test_unused_points_are_neither_saved_nor_passed_on() -> None:
    m = position({"0305": "25/7 6/7", **FAR})
    play(m, "move 25/7 0405", "move 6/7 1203")
    assert points_left(m, "6/7") == 1
    refused(m, "move 6/7 1201", "6.23")
    m.play("end")
    assert phase(m) == MECHANISED
    assert (points_left(m, "25/7"), points_left(m, "6/7")) == (10, 10)


@pytest.mark.rule("guderian", "6.0b")
def test_a_move_is_over_when_the_hand_is_on_another_unit() -> None:
    m = position({"0305": "25/7 6/7", **FAR})
    play(m, "move 25/7 0405", "move 25/7 0505")
    assert points_left(m, "25/7") == 8
    m.play("move 6/7 0306")
    refused(m, "move 25/7 0605", "6.0b")
    allowed(m, "move 6/7 0307")


@pytest.mark.rule("guderian", "6.0b")
def test_a_unit_moves_along_a_path_of_adjacent_hexes() -> None:
    m = position({"0305": "25/7", **FAR}, board=field(lake="0304 0306 0405"))
    (moved,) = happened(m.play("move 25/7 0505"), Moved)
    assert moved.path == ("0305", "0404", "0505")


@pytest.mark.rule("guderian", "6.0b")
def test_units_in_one_hex_move_together_and_each_pays_its_own_costs() -> None:
    """G59: into the forest the panzers pay two, the infantry one."""
    m = position({"0305": "25/7 6.ID 6/7", **FAR}, board=field(forest="0405"))
    m.play("move 25/7 6.ID 0405")
    assert (where(m, "25/7"), where(m, "6.ID"), where(m, "6/7")) == ("0405", "0405", "0305")
    assert (points_left(m, "25/7"), points_left(m, "6.ID")) == (8, 6)


@pytest.mark.rule("guderian", "6.0b")
def test_units_that_came_together_may_part_before_anybody_else_is_moved() -> None:
    m = position({"0305": "25/7 6/7", "0310": "7/7", **FAR})
    play(m, "move 25/7 6/7 0505", "move 25/7 0605", "move 6/7 0506")
    allowed(m, "move 25/7 0705")
    m.play("move 7/7 0309")
    refused(m, "move 25/7 0705", "6.0b")
    refused(m, "move 6/7 0507", "6.0b")


@pytest.mark.rule("guderian", "6.0b")
def test_a_fresh_unit_does_not_join_one_on_the_move() -> None:
    m = position({"0305": "25/7", "0405": "6/7", **FAR})
    m.play("move 25/7 0405")
    assert units_offered(m, "move 25/7") == set()
    refused(m, "move 25/7 6/7 0505", "6.0b")


@pytest.mark.rule("guderian", "6.0b")
def test_a_group_goes_only_where_all_of_it_can_pay_in_one_way() -> None:
    """Five forest hexes cost the infantry five and the panzers ten: step by step they get there together."""
    m = position({"0105": "25/7 6.ID", **FAR}, board=field(forest="0201..1210"))
    refused(m, "move 25/7 6.ID 0605", "6.0b")
    play(m, *(f"move 25/7 6.ID {hex}" for hex in ("0205", "0306", "0406", "0506", "0606")))
    assert (points_left(m, "25/7"), points_left(m, "6.ID")) == (0, 2)


@pytest.mark.rule("guderian", "6.0b")
def test_a_step_may_be_taken_back_until_a_die_is_thrown() -> None:
    """G58."""
    m = position({"0305": "25/7", "0605": "1-2-6", **FAR}, dice=[1])
    before = m.fingerprint()
    m.play("move 25/7 0505")
    assert m.undo() == "move 25/7 0505"
    assert m.fingerprint() == before
    play(m, "move 25/7 0505", "overrun 0605 25/7 go")
    with pytest.raises(grognard.Illegal) as error:
        m.undo()
    assert error.value.ruling.rule == "6.0b"


# --- 6.1 -------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("guderian", "6.11")
def test_only_the_phasing_players_units_move() -> None:
    units = {"0305": "25/7", "0805": "6-8-6 Konev"}
    refused(position(units), "move 258SD 0705", "6.11")
    refused(position(units, phase=SOVIET_MOVEMENT), "move 25/7 0405", "6.11")


@pytest.mark.rule("guderian", "6.11")
@pytest.mark.parametrize("when", [GERMAN_MOVEMENT, MECHANISED])
def test_there_is_no_combat_in_a_movement_phase_but_overrun(when: str) -> None:
    m = position({"0505": "25/7", "0605": "6-8-6 Konev"}, phase=when)
    refused(m, "attack 0605 25/7 go", "9.11")
    allowed(m, "overrun 0605 25/7 go")


# --- 6.12, 6.7 what a step costs -------------------------------------------------------------------------------------

ROAD = "0505 0506 0507"
GERMANS = {"infantry": "6.ID", "cavalry": "1.KD", "panzer": "25/7", "motorised": "11/14"}
SOVIETS = {"rifle": "258SD", "tank": "8TD", "mechanised": "22MD", "leader": "Lukin"}


def mover(kind: str, board: Board, **more: Any) -> tuple[grognard.Match, str]:
    """A unit of a class in 0505, in supply, and the match in which it is to move."""
    if kind in GERMANS:
        return position({"0505": GERMANS[kind], **FAR}, board=board, **more), GERMANS[kind]
    units = {"0505": f"{SOVIETS[kind]} Kurochkin"}
    return position(units, board=board, phase=SOVIET_MOVEMENT, **more), SOVIETS[kind]


@pytest.mark.rule("guderian", "6.12", "6.7")
@pytest.mark.parametrize(
    ("kind", "forest", "river"),
    [
        ("infantry", 1, 3),
        ("cavalry", 2, 3),
        ("panzer", 2, 3),
        ("motorised", 2, 3),
        ("rifle", 1, 2),
        ("tank", 2, 2),
        ("mechanised", 2, 2),
        ("leader", 1, 2),
    ],
)
def test_the_terrain_effects_chart_says_what_a_hex_costs(kind: str, forest: float, river: float) -> None:
    m, name = mover(kind, field(forest="0404", swamp="0405", city="0504", river=moat("0506")))
    assert cost(m, name, "0604") == 1  # clear
    assert cost(m, name, "0504") == 1  # city
    assert cost(m, name, "0405") == 2  # swamp
    assert cost(m, name, "0404") == forest
    assert cost(m, name, "0506") == river  # clear, beyond a river


@pytest.mark.rule("guderian", "6.12")
@pytest.mark.example("guderian", "d.river.german")
@pytest.mark.parametrize(("kind", "points"), [("panzer", 4), ("infantry", 3), ("rifle", 2)])
def test_across_a_river_into_forest(kind: str, points: float) -> None:
    m, name = mover(kind, field(forest="0506", river=moat("0506")))
    assert cost(m, name, "0506") == points


@pytest.mark.rule("guderian", "6.12", "6.7")
@pytest.mark.parametrize(
    ("kind", "rate"),
    [("infantry", 1), ("cavalry", 1), ("panzer", 0.5), ("motorised", 0.5),
     ("rifle", 1), ("tank", 0.5), ("mechanised", 0.5), ("leader", 0.5)],
)  # fmt: skip
@pytest.mark.parametrize("terrain", ["clear", "forest", "swamp"])
def test_along_a_road_a_hex_costs_the_road_rate_whatever_its_terrain(kind: str, rate: float, terrain: str) -> None:
    """G10."""
    board = {
        "clear": field(road=ROAD),
        "forest": field(road=ROAD, forest="0506"),
        "swamp": field(road=ROAD, swamp="0506"),
    }
    m, name = mover(kind, board[terrain])
    assert cost(m, name, "0506") == rate
    assert cost(m, name, "0507") == 2 * rate


@pytest.mark.rule("guderian", "6.12", "6.7")
def test_the_road_rate_holds_only_along_the_road() -> None:
    """G10: entering a road hex from beside the road, or going from one road to another, costs what the hex costs."""
    m, _ = mover("panzer", field(road="0406 0506 0606, 0405 0505 0604", forest="0506"))
    assert cost(m, "25/7", "0506") == 2
    assert cost(m, "25/7", "0604") == 0.5


@pytest.mark.rule("guderian", "6.12", "6.7")
def test_a_road_is_no_bridge() -> None:
    """G10: across the river both the terrain and the river are paid, road or not."""
    m, _ = mover("panzer", field(road="0505 0506", river=moat("0506"), forest="0506"))
    assert cost(m, "25/7", "0506") == 4


@pytest.mark.rule("guderian", "6.12")
@pytest.mark.example("guderian", "d.road.interdiction")
def test_soviet_armour_on_an_interdicted_road() -> None:
    m, _ = mover("tank", field(road="0505 0506"), markers={"air": "0506"})
    assert cost(m, "8TD", "0506") == 1.5


@pytest.mark.rule("guderian", "6.12")
def test_interdiction_adds_its_point_to_the_terrain() -> None:
    air, partisans = {"air": "0506"}, {"partisans": "0506"}
    assert cost(*mover("rifle", field(swamp="0506"), markers=air), "0506") == 3
    assert cost(*mover("infantry", field(swamp="0506"), markers=partisans), "0506") == 3
    assert cost(*mover("infantry", field(swamp="0506"), markers=air), "0506") == 2


@pytest.mark.rule("guderian", "6.7")
def test_lakes_are_never_crossed() -> None:
    """G11: a lake hex is impassable, and so is a side that is all lake."""
    m, _ = mover("panzer", field(lake="0504", lake_sides="0505/s"))
    refused(m, "move 25/7 0504", "6.7")
    assert cost(m, "25/7", "0506") == 2  # around it
    shut, _ = mover("panzer", field(lake_sides=moat("0506")))
    refused(shut, "move 25/7 0506", "6.23")


@pytest.mark.rule("guderian", "6.7")
@pytest.mark.parametrize(
    ("board", "defence"),
    [
        (field(), "8"),
        (field(forest="0605"), "16"),
        (field(city="0605"), "16"),
        (field(swamp="0605"), "8"),
        (field(river="0505/se"), "16"),
        (field(road="0605 0606", rail="0605 0705"), "8"),
    ],
    ids=["clear", "forest", "major city", "swamp", "river", "road and rail"],
)
def test_forest_major_cities_and_rivers_double_the_defence(board: Board, defence: str) -> None:
    m = position({"0505": "6.ID", "0605": "6-8-6", "0805": "Konev"}, board=board, phase=GERMAN_COMBAT)
    assert m.preview("attack 0605 6.ID").defence == defence


# --- 6.2 prohibitions ------------------------------------------------------------------------------------------------


@pytest.mark.rule("guderian", "6.21")
def test_a_hex_with_an_enemy_is_not_entered() -> None:
    m = position({"0405": "25/7", "0605": "6-8-6! Konev!"})
    refused(m, "move 25/7 0605", "6.21")
    assert "0705" in hexes_offered(m, "move 25/7")  # around the disrupted units, who have no zone of control


@pytest.mark.rule("guderian", "6.22")
def test_a_unit_stops_in_an_enemy_zone_of_control() -> None:
    m = position({"0305": "25/7 6/7", "0605": "6-8-6 Konev"})
    allowed(m, "move 25/7 0505")
    m.play("move 25/7 0505")
    refused(m, "move 25/7 0405", "8.13")
    refused(m, "move 25/7 0506", "8.13")
    allowed(m, "move 6/7 0405")


@pytest.mark.rule("guderian", "6.22")
def test_no_way_leads_through_an_enemy_zone_of_control() -> None:
    """A line of divisions three hexes apart leaves no gap: what lies behind is out of reach, though near enough."""
    wall = {"0602": "rifle", "0605": "rifle", "0608": "Konev", "0610": "rifle"}
    m = position({"0405": "25/7", **wall})
    refused(m, "move 25/7 0805", "6.22")
    assert max(hexes_offered(m, "move 25/7"))[:2] == "06"


@pytest.mark.rule("guderian", "6.22", "6.56a")
def test_a_unit_that_begins_in_an_enemy_zone_of_control_leaves_only_by_overrun() -> None:
    m = position({"0505": "25/7", "0605": "1-2-6", "0303": "6/7", **FAR}, dice=[1])
    refused(m, "move 25/7 0405", "8.13")
    play(m, "overrun 0605 25/7 go", "lose")
    assert where(m, "25/7") == "0605"


@pytest.mark.rule("guderian", "6.23")
def test_no_unit_spends_more_than_its_allowance_in_a_phase() -> None:
    m = position({"0105": "6.ID", "0110": "Lehr", **FAR})
    assert "0804" in hexes_offered(m, "move 6.ID")
    refused(m, "move 6.ID 0904", "6.23")
    m.play("move 6.ID 0804")
    assert points_left(m, "6.ID") == 0
    refused(m, "move 6.ID 0803", "6.23")


@pytest.mark.rule("guderian", "6.23")
def test_a_german_mechanised_unit_has_its_whole_allowance_twice_a_turn() -> None:
    m = position({"0101": "25/7", "0110": "Lehr", **FAR}, board=field(columns=24))
    play(m, "move 25/7 1101", "end", "move 25/7 2101")
    assert (where(m, "25/7"), points_left(m, "25/7")) == ("2101", 0)


@pytest.mark.rule("guderian", "6.24")
def test_a_retreat_in_the_enemys_turn_costs_nothing() -> None:
    m = position({"0505": "6-8-6 Konev", "0605": "25/7"}, phase=SOVIET_COMBAT, dice=[2])
    play(m, "attack 0605 258SD Konev go", "retreat")
    assert happened(m.play("retreat 0705"), Retreated)
    play(m, "stay", "end")
    assert phase(m) == GERMAN_MOVEMENT
    assert (where(m, "25/7"), points_left(m, "25/7")) == ("0705", 10)


@pytest.mark.rule("guderian", "6.24")
def test_an_advance_costs_nothing_and_leaves_the_allowance_whole() -> None:
    m = position({"0505": "25/7 6/7 7/7", "0605": "1-2-6", **FAR}, phase=GERMAN_COMBAT, dice=[1])
    play(m, "attack 0605 25/7 6/7 7/7 go", "advance 25/7 0605", "stay")
    assert (phase(m), where(m, "25/7"), points_left(m, "25/7")) == (MECHANISED, "0605", 10)


@pytest.mark.rule("guderian", "6.25")
@pytest.mark.parametrize(("name", "half"), [("6.ID", 3), ("25/7", 5), ("11/14", 5), ("1.KD", 2)])
def test_a_german_unit_out_of_supply_has_half_its_allowance_fractions_dropped(name: str, half: int) -> None:
    m = position({"0505": name, **FAR}, board=field(lake="0301..0310"))
    assert "out-of-supply" in status(m, name)
    assert points_left(m, name) == half


@pytest.mark.rule("guderian", "6.25")
@pytest.mark.parametrize(("name", "half"), [("258SD", 3), ("8TD", 5), ("Lukin", 5)])
def test_a_soviet_unit_out_of_supply_has_half_its_allowance(name: str, half: int) -> None:
    m = position({"0505": name}, board=field(lake="0801..0810"), phase=SOVIET_MOVEMENT)
    assert points_left(m, name) == half


@pytest.mark.rule("guderian", "6.25")
def test_supply_counts_when_the_phase_begins() -> None:
    """The Leader comes up, but his division still has half its allowance in this phase."""
    m = position({"0405": "6-8-6", "1105": "Lukin"}, phase=SOVIET_MOVEMENT)
    play(m, "move Lukin 0605", "move 258SD 0505")
    assert "out-of-supply" not in status(m, "258SD")
    assert points_left(m, "258SD") == 2
