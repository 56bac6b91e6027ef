"""6.3 Rail movement, rail cuts and their repair."""

from __future__ import annotations

import pytest

import grognard
from grognard.events import Eliminated, Entered, Moved, Noted
from tests.guderian.table import (
    FIELD,
    GERMAN_MOVEMENT,
    MAP,
    MECHANISED,
    SOVIET_MOVEMENT,
    Board,
    allowed,
    cost,
    field,
    happened,
    hexes_offered,
    markers,
    offered,
    phase,
    play,
    points_left,
    position,
    refused,
    status,
    units_offered,
    where,
)


def straight(columns: int) -> str:
    """A railroad along row 5 from column 1."""
    return " ".join(f"{column:02d}05" for column in range(1, columns + 1))


LINE = field(rail=straight(12))  # twelve hexes of it
LONG = field(columns=40, rail=straight(40))  # longer than a train runs in a turn


def trains(units: dict[str, str], board: Board = LINE, **more: object) -> grognard.Match:
    """A Soviet Movement Phase."""
    return position(units, board=board, phase=SOVIET_MOVEMENT, **more)  # type: ignore[arg-type]


# --- 6.31 capacity ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("guderian", "6.31", "6.32c")
@pytest.mark.example("guderian", "d.rail")
def test_eight_units_go_by_rail_an_armoured_division_counting_three_and_leaders_nothing() -> None:
    units = {"0105": "armoured armoured rifle rifle", "0205": "Konev Lukin Remezov rifle", "0305": "armoured"}
    m = trains(units)
    play(m, "rail A1 0905", "rail A2 0905", "rail R1 0905", "rail R2 0905")
    assert m.view().tracks["rail_used"] == 8
    refused(m, "rail R3 0905", "6.31")
    play(m, "rail Konev 0905", "rail Lukin 0905", "rail Remezov 0905")
    assert m.view().tracks["rail_used"] == 8


@pytest.mark.rule("guderian", "6.31")
def test_an_armoured_division_needs_room_for_three() -> None:
    m = trains({"0105": "armoured rifle", "0205": "4MD", "1210": "Lukin"}, tracks={"rail": 6})
    refused(m, "rail A1 0905", "6.31")
    refused(m, "rail 4MD 0905", "6.31")
    allowed(m, "rail R1 0905")
    assert units_offered(m, "rail") == {"R1"}


@pytest.mark.rule("guderian", "6.31")
def test_the_railroads_are_free_again_on_the_next_turn() -> None:
    m = trains({"0705": "rifle Konev", "0101": "6.ID"}, tracks={"rail": 8})
    refused(m, "rail R1 0905", "6.31")
    while m.view().turn == 7:
        m.play("end")
    assert phase(m) == SOVIET_MOVEMENT
    allowed(m, "rail R1 0905")


@pytest.mark.rule("guderian", "6.36")
def test_german_units_never_go_by_rail() -> None:
    germans = position({"0305": "6.ID", "1205": "Konev"}, board=LINE)
    assert "rail" not in offered(germans)
    assert "Soviet side alone" in refused(germans, "rail 6.ID 0405", "6.36").reason
    soviets = trains({"0305": "6.ID", "1005": "rifle Konev"})
    refused(soviets, "rail 6.ID 0405", "6.36")
    entering = position({"4015": "Konev", "2020": "rifle"}, board=MAP, due={"C": "6.ID"})
    assert not [word for word in offered(entering) if word == "rail"]


# --- 6.32 to 6.35 how a train runs -----------------------------------------------------------------------------------


@pytest.mark.rule("guderian", "6.32a")
def test_a_train_starts_and_ends_in_railroad_hexes() -> None:
    m = trains({"0704": "rifle Konev", "0705": "rifle"})
    refused(m, "rail R1 0905", "6.32a")
    refused(m, "rail R2 0904", "6.32a")
    assert hexes_offered(m, "rail R2") == {f"{column:02d}05" for column in range(1, 13)} - {"0705"}


@pytest.mark.rule("guderian", "6.32a")
def test_a_train_keeps_to_connected_railroad_hexes() -> None:
    """Two lines run side by side; hexes that touch are not connected unless the line runs there."""
    m = trains({"0705": "rifle Konev"}, field(rail="0705 0805 0905, 0706 0806 0906"))
    assert hexes_offered(m, "rail R1") == {"0805", "0905"}
    refused(m, "rail R1 0706", "6.33")


@pytest.mark.rule("guderian", "6.32a")
def test_rail_and_normal_movement_exclude_each_other() -> None:
    """G17."""
    m = trains({"0704": "rifle rifle Konev", "0705": "rifle"})
    m.play("move R1 0705")
    refused(m, "rail R1 0905", "6.32a")
    m.play("rail R3 0905")
    refused(m, "move R3 0904", "6.32a")
    refused(m, "rail R3 1005", "6.32a")


@pytest.mark.rule("guderian", "6.32a")
def test_there_is_no_overrun_from_a_train() -> None:
    """G17: beside a disrupted enemy, who has no zone of control, with all its movement points."""
    m = trains({"0905": "rifle Konev", "0604": "7/7!", "0704": "rifle"})
    m.play("rail R1 0605")
    allowed(m, "overrun 0604 R2 go")
    refused(m, "overrun 0604 R1 go", "6.32a")


@pytest.mark.rule("guderian", "6.32b")
def test_a_train_does_not_enter_an_enemy_zone_of_control() -> None:
    m = trains({"0105": "rifle", "0905": "rifle Konev", "0504": "7/7"})
    refused(m, "rail R1 0505", "6.32b")
    refused(m, "rail R1 0605", "6.33")
    assert hexes_offered(m, "rail R1") == {"0205", "0305", "0405"}
    assert "0605" in hexes_offered(m, "rail R2")


@pytest.mark.rule("guderian", "6.32b")
def test_a_friendly_unit_does_not_open_the_zone_of_control_for_trains() -> None:
    m = trains({"0105": "rifle", "0505": "rifle", "0905": "rifle Konev", "0504": "7/7"})
    refused(m, "rail R1 0505", "6.32b")


@pytest.mark.rule("guderian", "6.32a")
def test_nobody_leaves_an_enemy_zone_of_control_by_rail() -> None:
    """G17."""
    m = trains({"0505": "rifle", "0905": "rifle Konev", "0504": "7/7"})
    refused(m, "rail R1 0705", "8.13")


@pytest.mark.rule("guderian", "6.32c")
def test_a_reinforcement_that_enters_on_a_railroad_hex_goes_on_by_rail() -> None:
    m = trains({"4015": "rifle Rakutin"}, MAP, due={"X": "rifle Rokossovski", "3": "rifle"})  # type: ignore[arg-type]
    events = m.play("rail R2 4015")
    assert [e.hex for e in happened(events, Entered)] == ["5907"]
    assert where(m, "R2") == "4015"
    assert m.view().tracks["rail_used"] == 1
    m.play("rail Rokossovski 4015")
    assert m.view().tracks["rail_used"] == 1
    refused(m, "rail R3 5101", "6.32a")  # entrance 3 is no railroad hex


@pytest.mark.rule("guderian", "6.32c")
def test_a_reinforcement_that_walked_in_does_not_take_the_train() -> None:
    m = trains({"4015": "rifle Rakutin"}, MAP, due={"X": "rifle"})  # type: ignore[arg-type]
    m.play("enter R2 5907")
    refused(m, "rail R2 4015", "6.32a")


@pytest.mark.rule("guderian", "6.33")
def test_a_train_runs_thirty_hexes_whatever_the_terrain() -> None:
    board = field(columns=40, rail=straight(40), forest="0104..2004", swamp="2105..4005", river="3005/ne 3104/s")
    m = trains({"0105": "rifle", "4010": "Konev"}, board)
    assert "3105" in hexes_offered(m, "rail R1")
    refused(m, "rail R1 3205", "6.33")


@pytest.mark.rule("guderian", "6.33")
@pytest.mark.example("guderian", "d.rail.interdiction")
def test_an_interdicted_hex_counts_as_four() -> None:
    """26 x 1 + 4 = 30: 27 hexes in all."""
    m = trains({"0105": "rifle", "4010": "Konev"}, LONG, markers={"air": "1505"})
    assert "2805" in hexes_offered(m, "rail R1")
    refused(m, "rail R1 2905", "6.33")


@pytest.mark.rule("guderian", "6.33")
def test_leaders_pay_for_interdiction_too_and_nobody_for_the_hex_he_starts_in() -> None:
    """G68."""
    leader = trains({"0105": "Lukin", "4010": "Konev"}, LONG, markers={"air": "1505"})
    assert max(hexes_offered(leader, "rail Lukin")) == "2805"
    start = trains({"0105": "rifle", "4010": "Konev"}, LONG, markers={"air": "0105"})
    assert max(hexes_offered(start, "rail R1")) == "3105"


@pytest.mark.rule("guderian", "6.34")
def test_a_unit_without_leader_or_supply_still_goes_thirty_hexes() -> None:
    board = field(columns=40, rail=straight(40), lake="4001..4010")
    m = trains({"0105": "rifle"}, board)
    assert "out-of-supply" in status(m, "R1")
    assert points_left(m, "R1") == 3
    assert "3105" in hexes_offered(m, "rail R1")


@pytest.mark.rule("guderian", "6.35")
def test_a_railroad_changes_neither_movement_nor_supply() -> None:
    wet = field(rail=straight(12), forest="0605", river="0605/n")
    m = position({"0505": "25/7", "1210": "Konev"}, board=wet)
    assert cost(m, "25/7", "0605") == 2
    plain = trains({"0505": "6-8-6", "0905": "Lukin"}, FIELD)
    railed = trains({"0505": "6-8-6", "0905": "Lukin"}, LINE)
    assert points_left(plain, "258SD") == points_left(railed, "258SD") == 3


# --- 6.37 cuts -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("guderian", "6.37a")
@pytest.mark.parametrize("when", [GERMAN_MOVEMENT, MECHANISED])
def test_a_german_unit_cuts_the_line_in_passing_at_no_cost(when: str) -> None:
    """G18: in either Movement Phase."""
    m = position({"0304": "25/7", "1210": "Konev"}, board=LINE, phase=when)
    play(m, "move 25/7 0505", "cut 25/7")
    left = points_left(m, "25/7")
    m.play("move 25/7 0506")
    assert left == 8
    assert points_left(m, "25/7") == 7
    assert markers(m, "rail-cut") == {"0505"}


@pytest.mark.rule("guderian", "6.37a")
def test_a_line_is_cut_only_where_a_unit_has_just_moved() -> None:
    m = position({"0304": "25/7 6/7", "0505": "7/7", "1210": "Konev"}, board=LINE)
    refused(m, "cut 7/7", "6.37a")
    m.play("move 25/7 0405")
    refused(m, "cut 7/7", "6.37a")
    m.play("cut 25/7")
    refused(m, "cut 25/7", "6.37a")  # one marker a hex
    m.play("move 6/7 0303")
    refused(m, "cut 6/7", "6.37a")  # no railroad there
    refused(m, "cut 25/7", "6.37a")  # its move is over


@pytest.mark.rule("guderian", "6.37a")
def test_a_unit_that_overruns_or_enters_may_cut() -> None:
    """G18."""
    m = position({"0504": "25/7 6/7 7/7", "0505": "1-2-6", "1210": "Konev"}, board=LINE, dice=[1])
    play(m, "overrun 0505 25/7 6/7 7/7 go", "cut 25/7")
    assert markers(m, "rail-cut") == {"0505"}
    entering = position({"4015": "Konev", "2020": "rifle"}, board=MAP, due={"C": "25/7"})
    play(entering, "enter 25/7 0112", "cut 25/7")
    assert markers(entering, "rail-cut") == {"0112"}


@pytest.mark.rule("guderian", "6.37a")
def test_a_retreat_cuts_nothing() -> None:
    """G18: thrown back from an overrun onto the railroad, the regiment may not cut it there."""
    units = {"0405": "25/7", "0601": "Lehr", "0603": "6-8-6 Konev"}
    m = position(units, board=field(rail="0505 0506 0606"), dice=[2])
    play(m, "move 25/7 0504", "overrun 0603 25/7 go", "retreat", "retreat 0505")
    assert where(m, "25/7") == "0505"
    refused(m, "cut 25/7", "6.37a")


@pytest.mark.rule("guderian", "6.37a")
def test_an_advance_cuts_nothing() -> None:
    units = {"0504": "25/7 6/7 7/7", "0505": "1-2-6", "1210": "Konev"}
    m = position(units, board=LINE, phase="german-combat", dice=[1])
    play(m, "attack 0505 25/7 6/7 7/7 go", "advance 25/7 0505", "stay")
    assert phase(m) == MECHANISED
    refused(m, "cut 25/7", "6.37a")


@pytest.mark.rule("guderian", "6.37b")
def test_no_train_starts_passes_or_ends_in_a_cut() -> None:
    """G17."""
    m = trains({"0105": "rifle", "0505": "rifle Konev"}, markers={"cuts": "0505"})
    assert hexes_offered(m, "rail R1") == {"0205", "0305", "0405"}
    refused(m, "rail R1 0505", "6.37b")
    refused(m, "rail R1 0605", "6.33")
    refused(m, "rail R2 0605", "6.37b")


@pytest.mark.rule("guderian", "6.37b")
def test_a_cut_does_not_hinder_normal_movement() -> None:
    m = trains({"0505": "rifle Konev"}, markers={"cuts": "0605"})
    assert cost(m, "R1", "0605") == 1


@pytest.mark.rule("guderian", "6.37c")
def test_a_combat_unit_repairs_the_line_and_trains_run_again_from_the_next_turn() -> None:
    m = trains({"0604": "rifle Konev", "0905": "rifle"}, markers={"cuts": "0605"})
    assert happened(m.play("move R1 0606"), Noted)  # through the cut hex
    assert markers(m, "rail-cut") == set()
    refused(m, "rail R2 0605", "6.37b")
    refused(m, "rail R2 0405", "6.33")
    while m.view().turn == 7:
        m.play("end")
    allowed(m, "rail R2 0405")


@pytest.mark.rule("guderian", "6.37c")
def test_a_leader_repairs_nothing() -> None:
    """G17."""
    m = trains({"0604": "rifle Konev"}, markers={"cuts": "0605"})
    m.play("move Konev 0605")
    assert markers(m, "rail-cut") == {"0605"}


@pytest.mark.rule("guderian", "6.37c")
def test_entering_the_map_and_overrunning_are_movement_and_repair_too() -> None:
    m = trains({"4015": "rifle Rakutin"}, MAP, due={"X": "rifle"}, markers={"cuts": "5907"})  # type: ignore[arg-type]
    m.play("enter R2 5907")
    assert markers(m, "rail-cut") == set()
    units = {"0604": "9-8-6 8-8-6 Konev", "0605": "7/7:1"}
    overrun = position(units, board=LINE, phase=SOVIET_MOVEMENT, markers={"cuts": "0605"}, dice=[1])
    assert happened(overrun.play("overrun 0605 50SD 123SD Konev go"), Eliminated)
    assert (where(overrun, "50SD"), markers(overrun, "rail-cut")) == ("0605", set())


@pytest.mark.rule("guderian", "6.37d")
def test_there_are_six_rail_cut_markers_and_a_lifted_one_serves_again() -> None:
    """G18: lifted and placed again in one move."""
    cuts = "0105 0205 0305 0405 0505 0605"
    m = position({"0604": "25/7", "1210": "Konev"}, board=LINE, markers={"cuts": cuts})
    m.play("move 25/7 0705")
    refused(m, "cut 25/7", "6.37d")
    refused(m, "lift 25/7", "6.37d")
    play(m, "move 25/7 0605", "lift 25/7", "move 25/7 0705", "cut 25/7")
    assert markers(m, "rail-cut") == {"0105", "0205", "0305", "0405", "0505", "0705"}


@pytest.mark.rule("guderian", "6.37d")
def test_a_unit_does_not_cut_and_lift_in_one_hex_by_turns() -> None:
    m = position({"0604": "25/7", "1210": "Konev"}, board=LINE, markers={"cuts": "0605"})
    play(m, "move 25/7 0605", "lift 25/7")
    refused(m, "cut 25/7", "6.37a")
    play(m, "move 25/7 0705", "cut 25/7")
    refused(m, "lift 25/7", "6.37d")


@pytest.mark.rule("guderian", "6.37d")
def test_a_marker_is_lifted_only_by_a_unit_that_moves_over_it() -> None:
    m = position({"0505": "25/7 6/7", "1210": "Konev"}, board=LINE, markers={"cuts": "0505"})
    refused(m, "lift 25/7", "6.37d")
    m.play("move 25/7 0605")
    refused(m, "lift 25/7", "6.37d")
    refused(m, "lift 6/7", "6.37d")


@pytest.mark.rule("guderian", "6.33")
def test_the_train_shows_the_way_it_took() -> None:
    m = trains({"0705": "rifle Konev"})
    (moved,) = happened(m.play("rail R1 1005"), Moved)
    assert moved.path == ("0705", "0805", "0905", "1005")


@pytest.mark.rule("guderian", "6.37c", "6.37b")
def test_a_position_may_say_what_was_repaired_in_this_turn() -> None:
    m = trains({"0505": "rifle Konev"}, markers={"repaired": "0605"})
    assert markers(m, "rail-cut") == set()
    refused(m, "rail R1 0605", "6.37b")
    while m.view().turn == 7:
        m.play("end")
    allowed(m, "rail R1 0605")
