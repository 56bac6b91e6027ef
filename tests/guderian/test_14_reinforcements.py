"""14 Reinforcements: coming onto the map, the provisional division, and the South-Western Front."""

from __future__ import annotations

from typing import Any

import pytest

import grognard
from grognard.events import Rolled, Scored
from tests.guderian.table import (
    GERMAN_INTERDICTION,
    GERMAN_MOVEMENT,
    MAP,
    MECHANISED,
    SOVIET_MOVEMENT,
    allowed,
    field,
    happened,
    hexes_offered,
    offered,
    phase,
    play,
    points_left,
    position,
    refused,
    stack,
    status,
    supplied,
    turn,
    unit,
    where,
)

ENTRANCES = {
    1: {f"{column}01" for column in range(19, 28)},
    2: {"3901"},
    3: {"5101"},
    4: {"4331"},
    5: {"3131"},
    6: {"1831"},
}


def rule(*ids: str) -> pytest.MarkDecorator:
    return pytest.mark.rule("guderian", *ids)


def example(id: str) -> pytest.MarkDecorator:
    return pytest.mark.example("guderian", id)


def new_turn(die: int, units: dict[str, str] | None = None, before: int = 7, **more: Any) -> grognard.Match:
    """The Soviet Movement Phase of the turn after `before`, with this provisional die."""
    m = position(units or {"0205": "25/7"}, board=MAP, turn=before, phase=GERMAN_INTERDICTION, dice=[die], **more)
    m.play("end")
    return m


def waiting(m: grognard.Match, *entrances: str) -> list[str]:
    """The units waiting at these entrances."""
    return [u.unit.id for u in m.view().due if u.at in entrances and u.turn <= turn(m)]


def provisional(m: grognard.Match) -> str:
    (name,) = waiting(m, *"123456")
    return name


# --- 14.0 entering ---------------------------------------------------------------------------------------------------


@rule("14.0")
@pytest.mark.parametrize(("hex", "left"), [("0110", 9), ("0112", 8), ("0108", 9)])
def test_a_unit_pays_for_the_first_hex_it_enters(hex: str, left: float) -> None:
    m = position({"0205": "GD"}, board=MAP, due={"C": "25/7"})
    m.play(f"enter 25/7 {hex}")  # clear, forest, clear
    assert (where(m, "25/7"), points_left(m, "25/7")) == (hex, left)


@rule("14.0")
def test_by_road_it_pays_the_road_rate() -> None:  # G49
    m = position({"0205": "GD"}, board=MAP, due={"E": "25/7 6.ID"})
    play(m, "enter 25/7 0120")
    assert points_left(m, "25/7") == 9.5
    m.play("enter 6.ID 0119")
    assert points_left(m, "6.ID") == 6


@rule("14.0")
def test_units_that_enter_by_one_hex_pay_for_that_hex_alone() -> None:  # G49: there is no queue
    m = position({"0205": "GD"}, board=MAP, due={"C": "25/7 6/7 7/7"})
    m.play("enter 25/7 6/7 7/7 0110")
    assert [points_left(m, name) for name in ("25/7", "6/7", "7/7")] == [9, 9, 9]


@rule("14.0")
def test_having_entered_they_move_on_with_what_is_left() -> None:
    m = position({"0205": "GD"}, board=MAP, due={"C": "25/7"})
    play(m, "enter 25/7 0110", "move 25/7 0210")
    assert points_left(m, "25/7") == 8


@rule("14.0")
def test_soviet_reinforcements_arrive_untried_and_in_supply() -> None:
    m = position({"5907": "GD"}, board=MAP, phase=SOVIET_MOVEMENT, due={"W": "rifle"})
    assert unit(m, "R1").strength == "?-6"
    m.play("enter R1 3901")
    assert status(m, "R1") == {"untried"}
    assert supplied(m, "R1")  # though there is no Leader


@rule("14.0")
def test_an_interdicted_entrance_costs_a_point_more() -> None:
    m = position({"0205": "GD"}, board=MAP, phase=SOVIET_MOVEMENT, due={"W": "rifle"}, markers={"air": "3901"})
    m.play("enter R1 3901")
    assert points_left(m, "R1") == 4


@rule("14.0")
def test_germans_enter_in_their_first_movement_phase_only() -> None:
    refused(position({"0205": "GD"}, board=MAP, phase=MECHANISED, due={"C": "25/7"}), "enter 25/7 0110", "4.2B1")
    allowed(position({"0205": "GD"}, board=MAP, phase=GERMAN_MOVEMENT, due={"C": "25/7"}), "enter 25/7 0110")


@rule("14.0", "10.23a")
def test_a_leader_enters_an_enemy_zone_only_with_a_unit_that_can_attack() -> None:
    m = position({"4001": "GD"}, board=MAP, phase=SOVIET_MOVEMENT, due={"W": "rifle Khomenko"})
    refused(m, "enter Khomenko 3901", "10.23a")
    m.play("enter R1 Khomenko 3901")
    assert stack(m, "3901") == {"R1", "Khomenko"}


# --- 14.1 the provisional division -----------------------------------------------------------------------------------


@rule("14.11")
@example("14.11")
def test_on_a_three_one_untried_rifle_division_enters_at_entrance_three_besides_the_others() -> None:
    m = new_turn(3)
    name = provisional(m)
    assert unit(m, name).strength == "?-6"
    assert hexes_offered(m, f"enter {name}") == {"5101"}
    assert len(waiting(m, "X")) == 5  # the 31st Army of turn 8 and its Leader
    m.play(f"enter {name} 5101")
    assert where(m, name) == "5101"


@rule("14.11")
@pytest.mark.parametrize("die", range(1, 7))
def test_each_number_has_its_entrance(die: int) -> None:
    m = new_turn(die)
    assert [e.die for e in m.events if isinstance(e, Rolled)] == [die]
    assert hexes_offered(m, f"enter {provisional(m)}") == ENTRANCES[die]


@rule("14.11")
def test_the_die_is_thrown_from_the_first_turn_to_the_last() -> None:
    m = position({"0205": "17SD"}, board=MAP, turn=1, phase="german-markers", dice=[4])
    m.play("end")
    assert hexes_offered(m, f"enter {provisional(m)}") == {"4331"}
    m = new_turn(2, before=11)
    assert provisional(m)


@rule("14.12")
def test_if_the_entrance_is_occupied_it_enters_at_the_nearest_unoccupied_hex_to_the_east() -> None:  # G48
    m = new_turn(3, {"5101": "25/7"})
    assert hexes_offered(m, f"enter {provisional(m)}") == {"5201"}  # in the zone of 25/7, but unoccupied
    refused(m, f"enter {provisional(m)} 5101", "6.21")
    refused(m, f"enter {provisional(m)} 5301", "14.12")
    m = new_turn(3, {"5101": "25/7", "5201": "6/7"})
    assert hexes_offered(m, f"enter {provisional(m)}") == {"5301"}


@rule("14.12")
def test_if_it_is_controlled_but_not_occupied_there_is_a_choice() -> None:  # G48
    m = new_turn(3, {"5102": "25/7"})
    assert hexes_offered(m, f"enter {provisional(m)}") == {"5101", "5201"}


@rule("14.12")
def test_an_entrance_of_several_hexes_must_be_blocked_whole() -> None:
    names = ["25/7", "6/7", "7/7", "GD", "Lehr", "6.ID", "5.ID", "7.ID"]
    m = new_turn(1, {f"{column}01": name for column, name in enumerate(names, 19)})
    assert hexes_offered(m, f"enter {provisional(m)}") == {"2701", "2801"}  # 2701 is controlled, the rest occupied
    m = new_turn(1, {f"{column}01": name for column, name in enumerate(names[:-1], 19)})
    assert hexes_offered(m, f"enter {provisional(m)}") == {"2601", "2701"}  # 2701 is free: no need to go elsewhere


@rule("14.13")
def test_the_provisional_division_must_be_taken_at_once() -> None:
    m = new_turn(3)
    refused(m, "end", "14.13")
    m.play(f"enter {provisional(m)} 5101")
    allowed(m, "end")


# --- 14.2 the South-Western Front ------------------------------------------------------------------------------------


def called(number: int, **more: Any) -> grognard.Match:
    """A turn on which so many divisions are called."""
    m = position({"2216": "Lukin"}, board=MAP, phase=SOVIET_MOVEMENT, **more)
    for _ in range(number):
        m.play("call")
    return m


@rule("14.21")
def test_from_the_second_turn_on() -> None:
    refused(called(0, turn=1), "call", "14.21")
    allowed(called(0, turn=2), "call")


@rule("14.21")
def test_up_to_five_a_turn() -> None:
    m = called(5)
    assert len(waiting(m, "SW")) == 5
    refused(m, "call", "14.21")


@rule("14.21")
def test_no_more_than_five_come_on_in_a_turn_though_more_wait() -> None:  # G50
    m = called(5, turn=2, dice=[3, 3])
    while turn(m) == 2:
        m.play("end")
    for _ in range(5):
        m.play("call")
    names = waiting(m, "SW")
    assert len(names) == 10
    refused(m, f"enter {' '.join(names[:6])} 3831", "14.21")
    play(m, f"enter {' '.join(names[:3])} 3831", f"enter {names[3]} 4331", f"rail {names[4]} 4322")
    refused(m, f"enter {names[5]} 3831", "14.21")
    refused(m, f"rail {names[5]} 4322", "14.21")
    assert not set(waiting(m, "SW")) & offered(m, "enter")
    m.play(f"enter {provisional(m)} 5101")
    while turn(m) == 3:
        m.play("end")
    allowed(m, f"enter {' '.join(names[5:])} 3831")  # the next five on the next turn


@rule("14.21")
def test_a_position_may_have_some_waiting_and_some_that_have_come() -> None:
    m = called(0, due={"SW": "rifle rifle"}, tracks={"called": 7, "brought_now": 4})
    assert m.view().points["german"] == 5
    m.play("enter R1 3831")
    refused(m, "enter R2 3831", "14.21")
    assert m.view().points["german"] == 5 + 2


@rule("14.21")
def test_up_to_ten_in_the_game() -> None:
    m = called(3, tracks={"called": 7})
    refused(m, "call", "14.21")


@rule("14.21")
def test_nobody_has_to_call_any() -> None:
    m = called(0)
    allowed(m, "end")
    assert m.view().points["german"] == 0


@rule("14.22")
def test_they_enter_by_the_railroads_of_the_south_edge_from_z_eastward() -> None:
    m = called(1)
    assert hexes_offered(m, "enter R1") == {"3131", "3831", "3931", "4331", "4531", "5431"}
    refused(m, "enter R1 1831", "14.22")  # a railroad, but west of Z


@rule("14.22")
def test_they_may_come_by_rail_and_count_against_the_eight() -> None:  # G50
    m = called(1, tracks={"rail": 7})
    m.play("rail R1 4322")
    assert (where(m, "R1"), m.view().tracks["rail_used"]) == ("4322", 8)
    m = called(1, tracks={"rail": 8})
    refused(m, "rail R1 4322", "6.31")


@rule("14.22", "14.3")
def test_a_division_called_may_enter_later() -> None:  # G50
    m = called(1, turn=7, dice=[3])
    while turn(m) == 7:
        m.play("end")
    assert phase(m) == "soviet-movement"
    allowed(m, "enter R1 3831")


@rule("14.23")
@example("14.23")
def test_all_ten_are_worth_fifteen_points_to_the_germans() -> None:
    m = called(5, tracks={"called": 5})
    assert m.view().points["german"] == 5
    m.play("enter R1 R2 R3 R4 R5 3831")
    assert m.view().points["german"] == 15


@rule("14.23")
def test_the_first_five_cost_one_point_each_and_the_next_two_each_when_they_come_on() -> None:  # G50
    prices = []
    for before in (0, 5):
        m = called(5, tracks={"called": before})
        assert not happened(m.events, Scored)  # to be called costs nothing
        for name in waiting(m, "SW"):
            prices += [event.points for event in happened(m.play(f"enter {name} 3831"), Scored)]
    assert prices == [1, 1, 1, 1, 1, 2, 2, 2, 2, 2]
    assert (m.view().points, m.view().net) == ({"german": 15, "soviet": 0}, 15)
    m = called(1)
    assert [event.points for event in happened(m.play("rail R1 4322"), Scored)] == [1]


@rule("14.24")
def test_no_leader_comes_with_them() -> None:
    m = called(5)
    assert [unit(m, name).strength for name in waiting(m, "SW")] == ["?-6"] * 5


# --- 14.3 scheduled reinforcements -----------------------------------------------------------------------------------


@rule("14.3")
@example("14.3")
def test_area_b_is_0101_to_0112() -> None:  # G47: 0111 is missing in the rulebook by a slip
    m = position({"2205": "GD"}, board=MAP, due={"B": "6.ID"})
    assert hexes_offered(m, "enter 6.ID") == {f"01{row:02d}" for row in range(1, 13)}


@rule("14.3")
def test_the_turn_listed_is_the_earliest() -> None:
    m = position({"2205": "GD"}, board=MAP, turn=4, dice=[3])
    assert "turn 5" in refused(m, "enter 263.ID 0120", "14.3").reason
    while turn(m) == 4:
        m.play("end")
    m.play(f"enter {provisional(m)} 5101")
    while phase(m) != "german-movement":
        m.play("end")
    allowed(m, "enter 263.ID 0120")


@rule("14.3")
def test_a_unit_may_be_delayed_but_enters_at_its_own_place() -> None:
    m = position({"2205": "17SD"}, board=MAP, turn=9, due={"C": "25/7"})  # due since turn 1
    refused(m, "enter 25/7 0120", "14.3")
    allowed(m, "enter 25/7 0115")
    m.play("end")
    assert waiting(m, "C") == ["25/7"]


@rule("14.3")
def test_a_blocked_entrance_makes_scheduled_units_wait() -> None:  # G48
    m = position({"3901": "GD"}, board=MAP, phase=SOVIET_MOVEMENT, due={"W": "rifle"})
    refused(m, "enter R1 3901", "14.3")
    m.play("end")
    assert waiting(m, "W") == ["R1"]  # it is not lost


@rule("14.3")
def test_whoever_enters_is_named_once() -> None:
    m = position({"0205": "GD"}, board=MAP, phase=GERMAN_MOVEMENT, due={"C": "25/7 6/7"})
    assert refused(m, "enter 25/7 6/7 25/7", "14.3").reason == "25/7 is named already"


@rule("14.3")
def test_scheduled_units_may_enter_an_enemy_zone_and_stop() -> None:  # G48
    m = position({"4001": "GD", "2205": "Lukin"}, board=MAP, phase=SOVIET_MOVEMENT, due={"W": "rifle"})
    m.play("enter R1 3901")
    assert where(m, "R1") == "3901"
    assert "R1" not in offered(m, "move")
    refused(m, "move R1 3902", "8.13")


@rule("14.3")
def test_stacking_is_no_hindrance_until_the_phase_ends() -> None:  # G49
    board = field(areas={"X": "1205"})
    m = position({"1205": "17SD 18SD 25SD"}, board=board, phase=SOVIET_MOVEMENT, due={"X": "rifle"})
    play(m, "enter R4 1205", "move R4 1105", "end")
    assert (where(m, "R4"), len(stack(m, "1205"))) == ("1105", 3)
