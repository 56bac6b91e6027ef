"""13 Interdiction: German aircraft slow the Soviets down, Soviet partisans the Germans and their supply."""

from __future__ import annotations

from typing import Any

import pytest

import grognard
from tests.guderian.table import (
    GERMAN_INTERDICTION,
    GERMAN_MOVEMENT,
    MAP,
    SOVIET_INTERDICTION,
    SOVIET_MOVEMENT,
    Board,
    allowed,
    cost,
    field,
    hexes_offered,
    markers,
    offered,
    phase,
    play,
    points_left,
    position,
    refused,
    stack,
    supplied,
    turn,
    where,
    zoc,
)

NARROW = field(rows=3)


def rule(*ids: str) -> pytest.MarkDecorator:
    return pytest.mark.rule("guderian", *ids)


def example(id: str) -> pytest.MarkDecorator:
    return pytest.mark.example("guderian", id)


def partisans(m: grognard.Match) -> set[str]:
    return markers(m, "interdiction", "soviet")


def until(m: grognard.Match, wanted: str) -> None:
    """End phase after phase until this one."""
    m.play("end")
    while phase(m) != wanted:
        m.play("end")


# --- 13.1, 13.2 German markers ---------------------------------------------------------------------------------------


@rule("13.1", "13.2a")
def test_the_germans_place_three_markers_in_their_interdiction_phase() -> None:
    m = position({"0605": "17SD Lukin", "0205": "25/7"}, phase=GERMAN_INTERDICTION)
    play(m, "interdict 0705")
    assert m.decision is not None
    assert "(2 left)" in m.decision.prompt
    play(m, "interdict 0706", "interdict 0707")
    assert markers(m, "interdiction") == {"0705", "0706", "0707"}
    assert phase(m) == "soviet-movement"  # there is no fourth, and the turn has ended


@rule("13.1")
def test_markers_are_only_markers() -> None:
    m = position({"0605": "17SD 18SD 25SD Lukin"}, phase=SOVIET_MOVEMENT, markers={"air": "0605 0705"})
    assert zoc(m, "german") == set()
    m.play("move 17SD 18SD 25SD Lukin 0805")  # over 0705, without stopping
    until(m, "soviet-interdiction")
    assert stack(m, "0805") == {"17SD", "18SD", "25SD", "Lukin"}


@rule("13.2a")
def test_those_for_the_first_soviet_turn_are_placed_after_the_soviet_set_up() -> None:
    m = grognard.new("guderian", seed=1, dice=[1, 1, 1])
    refused(m, "interdict 1014", "4.2A4")
    m.play("deploy")
    assert phase(m) == "german-markers"
    play(m, "interdict 1014", "interdict 2216", "end")
    assert (turn(m), phase(m)) == (1, "soviet-movement")
    assert markers(m, "interdiction") == {"1014", "2216"}


@rule("13.2a")
@pytest.mark.parametrize(("wrong", "by"), [(GERMAN_MOVEMENT, "4.2B5"), (SOVIET_MOVEMENT, "4.2A4")])
def test_in_no_other_phase(wrong: str, by: str) -> None:
    refused(position({"0605": "17SD Lukin", "0205": "25/7"}, phase=wrong), "interdict 0705", by)


@rule("13.2b")
def test_at_first_not_east_of_column_40() -> None:
    m = position({"0205": "25/7"}, board=MAP, phase=GERMAN_INTERDICTION)
    allowed(m, "interdict 4001")
    allowed(m, "interdict 4031")
    refused(m, "interdict 4101", "13.2b")
    assert max(hexes_offered(m, "interdict")) == "4031"


# Smolensk on a board of three rows, where a unit in an odd column of row 02 bars the way to the west.
SMOLENSK: Board = {
    **field(columns=45, rows=3),
    "place": [{"name": "Smolensk", "kind": "major-city", "hexes": "1002 1102"}],
}


def with_smolensk(units: dict[str, str], **more: Any) -> grognard.Match:
    return position(units, board=SMOLENSK, phase=GERMAN_INTERDICTION, **more)


@rule("13.2b")
def test_one_turn_after_both_hexes_of_smolensk_are_taken_anywhere() -> None:
    m = with_smolensk({"1002": "25/7", "1102": "6/7", "3002": "17SD"})
    refused(m, "interdict 4202", "13.2b")  # on the turn they are taken, not yet
    refused(with_smolensk({"1002": "25/7", "1102": "6/7"}, tracks={"smolensk": 7}), "interdict 4202", "13.2b")
    until(m, "german-interdiction")
    allowed(m, "interdict 4502")


@rule("13.2b")
def test_it_is_enough_to_have_been_the_last_in_smolensk() -> None:  # G52
    m = with_smolensk({"1002": "25/7"}, control={"german": "1102"}, tracks={"smolensk": 6})
    allowed(m, "interdict 4502")


@rule("13.2b")
def test_one_hex_of_smolensk_is_not_enough() -> None:
    m = with_smolensk({"1002": "25/7"}, tracks={"smolensk": 6})
    refused(m, "interdict 4502", "13.2b")


@rule("13.2b")
def test_smolensk_must_be_joined_to_the_west_edge() -> None:
    m = with_smolensk({"1002": "25/7", "1102": "6/7", "0502": "17SD"}, tracks={"smolensk": 6})
    refused(m, "interdict 4502", "13.2b")


@rule("13.2b")
@pytest.mark.parametrize("held", ["Smolensk", ""])
def test_when_smolensk_was_retaken_the_germans_must_wait_again(held: str) -> None:  # G52
    # A tank division drives through both hexes, whether or not the Germans had a line there, and they come back.
    tracks = {"smolensk": 5, "held": held}
    units = {"1302": "57MD Lukin", "0702": "25/7"}
    m = position(units, board=SMOLENSK, phase=SOVIET_MOVEMENT, control={"german": "Smolensk"}, tracks=tracks)
    play(m, "move 57MD 1102", "move 57MD 1002", "move 57MD 1502")
    until(m, "german-movement")
    assert m.view().control["Smolensk"] == "soviet"
    play(m, "move 25/7 1002", "move 25/7 1102")
    until(m, "german-interdiction")
    assert m.view().control["Smolensk"] == "german"
    refused(m, "interdict 4502", "13.2b")
    until(m, "german-interdiction")
    allowed(m, "interdict 4502")


# --- 13.3 their effects ----------------------------------------------------------------------------------------------

LINE = field(columns=40, rows=3, rail=" ".join(f"{column:02d}02" for column in range(1, 41)))


@rule("13.31")
@example("d.rail.interdiction")
def test_by_rail_a_hex_with_a_marker_counts_four() -> None:
    m = position({"0302": "17SD 18SD"}, board=LINE, phase=SOVIET_MOVEMENT, markers={"air": "1002"})
    assert "3002" in hexes_offered(m, "rail 17SD")  # 26 hexes and one that counts four
    refused(m, "rail 17SD 3102", "6.33")
    m = position({"0302": "17SD 18SD"}, board=LINE, phase=SOVIET_MOVEMENT)
    allowed(m, "rail 17SD 3302")


@rule("13.31")
def test_the_hex_a_train_starts_from_is_not_paid_for() -> None:  # G68
    m = position({"0302": "17SD 18SD"}, board=LINE, phase=SOVIET_MOVEMENT, markers={"air": "0302"})
    allowed(m, "rail 17SD 3302")


@rule("13.31")
def test_leaders_on_the_train_pay_as_well() -> None:  # G68
    m = position({"0302": "Lukin 18SD"}, board=LINE, phase=SOVIET_MOVEMENT, markers={"air": "1002"})
    refused(m, "rail Lukin 3102", "6.33")


@rule("13.31")
def test_on_foot_a_railroad_hex_with_a_marker_costs_one_point_more() -> None:
    m = position({"0302": "17SD Lukin"}, board=LINE, phase=SOVIET_MOVEMENT, markers={"air": "0402"})
    assert cost(m, "17SD", "0402") == 2


@rule("13.32")
def test_so_does_every_other_hex() -> None:
    board = field(forest="0704", swamp="0805")
    m = position({"0705": "rifle armoured Lukin"}, board=board, phase=SOVIET_MOVEMENT, markers={"air": "0704 0805"})
    assert [cost(m, name, "0704") for name in ("R1", "A1", "Lukin")] == [2, 3, 2]
    assert cost(m, "R1", "0805") == 3


@rule("13.32")
@example("d.road.interdiction")
def test_soviet_armour_along_a_road_pays_one_and_a_half() -> None:
    m = position(
        {"0705": "armoured Lukin"}, board=field(road="0705 0804"), phase=SOVIET_MOVEMENT, markers={"air": "0804"}
    )
    assert cost(m, "A1", "0804") == 1.5


@rule("13.32")
def test_german_units_do_not_pay_for_their_own_markers() -> None:
    m = position({"0205": "6.ID"}, markers={"air": "0305"})
    assert cost(m, "6.ID", "0305") == 1


@rule("13.33")
def test_one_marker_to_a_hex() -> None:
    m = position({"0205": "25/7"}, phase=GERMAN_INTERDICTION)
    m.play("interdict 0705")
    refused(m, "interdict 0705", "13.33")


@rule("13.33")
def test_they_come_off_when_the_soviet_movement_phase_is_over() -> None:
    units = {"0605": "17SD Lukin", "0505": "25/7"}
    m = position(units, phase=SOVIET_MOVEMENT, markers={"air": "0705 0706"})
    assert markers(m, "interdiction") == {"0705", "0706"}
    m.play("end")
    assert phase(m) == "soviet-combat"
    assert markers(m, "interdiction") == set()


@rule("13.33")
def test_they_do_not_hinder_soviet_supply() -> None:
    units = {"0502": "17SD", "0702": "Lukin"}
    m = position(units, board=NARROW, phase=SOVIET_MOVEMENT, markers={"air": "0901 0902 0903"})
    assert supplied(m, "17SD")


@rule("13.34")
def test_a_marker_may_be_put_on_soviet_units() -> None:
    m = position({"0605": "17SD Lukin", "0205": "25/7"}, phase=GERMAN_INTERDICTION)
    m.play("interdict 0605")
    assert markers(m, "interdiction") == {"0605"}


# --- 13.4 the Soviet marker ------------------------------------------------------------------------------------------


@rule("13.41", "13.42")
def test_the_soviet_marker_is_placed_when_the_soviet_turn_ends_anywhere_on_the_map() -> None:
    m = position({"0205": "25/7", "5907": "17SD"}, board=MAP, phase=SOVIET_INTERDICTION)
    assert len(hexes_offered(m, "interdict")) == 1829 - 1
    m.play("interdict 0120")
    assert partisans(m) == {"0120"}
    assert phase(m) == "german-movement"  # there is but one, so the phase is over


@rule("13.41")
def test_it_may_be_used_on_three_turns_of_the_game() -> None:
    m = position({"0205": "25/7", "1105": "17SD"}, turn=2, phase=SOVIET_INTERDICTION)
    for number in range(3):
        m.play(f"interdict 060{number + 1}")
        assert partisans(m) == {f"060{number + 1}"}
        until(m, "soviet-movement")
        m.play("end")
        while phase(m) == "soviet-combat":
            m.play("end")
    assert phase(m) == "german-movement"  # with no use left the phase has passed by itself
    assert m.view().tracks["soviet_interdictions_left"] == 0


@rule("13.41")
def test_he_need_not_use_it() -> None:
    m = position({"0205": "25/7"}, phase=SOVIET_INTERDICTION)
    m.play("end")
    assert m.view().tracks["soviet_interdictions_left"] == 3


@rule("13.41")
def test_not_on_turn_twelve() -> None:
    m = position({"0205": "25/7", "1105": "17SD Lukin"}, turn=11, phase=SOVIET_INTERDICTION)
    assert "interdict" in offered(m)
    m = position({"0205": "25/7", "1105": "17SD Lukin"}, turn=12, phase=SOVIET_MOVEMENT)
    m.play("end")
    assert phase(m) == "german-movement"
    assert partisans(m) == set()


@rule("13.42")
def test_it_controls_nothing_and_takes_no_room() -> None:
    m = position({"0405": "25/7 6/7 7/7"}, markers={"partisans": "0605"})
    assert zoc(m, "soviet") == set()
    m.play("move 25/7 6/7 7/7 0605")
    until(m, "german-interdiction")
    assert stack(m, "0605") == {"25/7", "6/7", "7/7"}


@rule("13.43")
def test_germans_pay_one_point_more_in_both_movement_phases() -> None:
    m = position({"0405": "25/7 6.ID", "1105": "17SD"}, markers={"partisans": "0505"})
    assert (cost(m, "25/7", "0505"), cost(m, "6.ID", "0505")) == (2, 2)
    m.play("end")
    assert phase(m) == "german-mechanised"
    assert cost(m, "25/7", "0505") == 2


@rule("13.43")
def test_soviet_units_do_not_pay_for_it() -> None:
    m = position({"0605": "17SD Lukin"}, phase=SOVIET_MOVEMENT, markers={"partisans": "0705"})
    assert cost(m, "17SD", "0705") == 1


ROW = field(columns=40, rows=1)


def road(first: int, last: int) -> str:
    return " ".join(f"{column:02d}01" for column in range(first, last + 1))


@rule("13.44")
def test_no_german_supply_line_passes_the_marker() -> None:
    for hex in ("0101", "0301"):  # on the edge itself, and on the way
        assert not supplied(position({"0501": "25/7"}, board=ROW, markers={"partisans": hex}), "25/7")
    assert supplied(position({"0501": "25/7"}, board=ROW, markers={"partisans": "0601"}), "25/7")


@rule("13.44")
def test_nor_does_a_road() -> None:
    board = field(columns=40, rows=1, areas={"supply": "0101"}, road=road(1, 10))
    assert supplied(position({"2501": "25/7"}, board=board), "25/7")
    for hex in ("0101", "0501", "1001", "1501"):
        assert not supplied(position({"2501": "25/7"}, board=board, markers={"partisans": hex}), "25/7")


@rule("13.44")
def test_nor_a_road_through_a_swamp() -> None:
    board = field(columns=40, rows=1, areas={"supply": "0101"}, road=f"{road(1, 3)}, {road(7, 10)}", swamp="0801 0901")
    assert supplied(position({"2001": "25/7"}, board=board), "25/7")
    for hex in ("0701", "0801", "0901", "1001"):
        assert not supplied(position({"2001": "25/7"}, board=board, markers={"partisans": hex}), "25/7")


@rule("13.44")
def test_a_unit_that_has_moved_into_its_hex_may_trace_out_of_it() -> None:  # G2
    assert supplied(position({"0501": "25/7"}, board=ROW, markers={"partisans": "0501"}), "25/7")
    m = position({"0501": "25/7", "0601": "6/7"}, board=ROW, markers={"partisans": "0501"})
    assert not supplied(m, "6/7")  # a friend there does not open it to others


@rule("13.44")
def test_soviet_supply_does_not_mind() -> None:
    m = position({"0501": "17SD", "0601": "Lukin"}, board=ROW, markers={"partisans": "0701"})
    assert supplied(m, "17SD")


@rule("13.45")
def test_it_may_not_be_put_on_german_units() -> None:
    m = position({"0205": "25/7", "0605": "17SD"}, phase=SOVIET_INTERDICTION)
    refused(m, "interdict 0205", "13.45")
    allowed(m, "interdict 0605")


@rule("13.46")
def test_it_comes_off_when_the_german_turn_ends() -> None:
    m = position({"0205": "25/7", "0605": "17SD Lukin"}, markers={"partisans": "0305"})
    until(m, "german-interdiction")
    assert partisans(m) == {"0305"}
    m.play("end")
    assert partisans(m) == set()
    assert points_left(m, "17SD") == 6
    assert where(m, "17SD") == "0605"
