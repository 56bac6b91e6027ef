"""Refusals of wrong orders name the rule that forbids them, and a reason that is true of the unit and hex named."""

from __future__ import annotations

import pytest

import grognard
from tests.guderian.table import (
    GERMAN_COMBAT,
    GERMAN_MOVEMENT,
    MECHANISED,
    SOVIET_COMBAT,
    SOVIET_INTERDICTION,
    SOVIET_MOVEMENT,
    field,
    play,
    position,
    refused,
)

rule = pytest.mark.rule
LED = {"1005": "Konev"}  # a Leader far from the Germans in the west


# --- words in the wrong place ----------------------------------------------------------------------------------------


@rule("guderian", "9.65a", "9.85a")
def test_orders_wait_while_a_combat_is_not_over() -> None:
    """Whoever goes on with the next order is told what he is asked."""
    m = position({"0605": "17SD Lukin", "0505": "25/7 6/7 7/7", "0101": "GD"}, phase=GERMAN_COMBAT, dice=[2])
    m.play("attack 0605 25/7 6/7 7/7 go")  # 16 to 7, 2-1: D1
    for words in ("end", "attack 0605 GD go", "0706"):
        assert "lose a step, or fall back one hex (lose, retreat)" in refused(m, words, "9.65a").reason
    assert "the other side chooses" in refused(m, "retreat 0706", "9.72").reason
    assert "will be asked" in refused(m, "lose 17SD", "9.65a").reason
    play(m, "retreat", "retreat 0706")
    assert "Advance a unit after combat, or stay (advance, stay)" in refused(m, "end", "9.81").reason


@rule("guderian", "4.2B1")
def test_a_hex_before_the_unit_or_a_unit_without_a_verb() -> None:
    m = position({"0505": "25/7 6/7", "0905": "17SD Konev"})
    assert refused(m, "move 0505", "6.0b").reason == "name the units that move before 0505"
    assert "after 'move 25/7' comes a hex or a unit, not 'end'" in refused(m, "move 25/7 end", "4.2B1").reason
    assert "begin with what to do, not with '25/7': move" in refused(m, "25/7", "4.2B1").reason


# --- words of other phases -------------------------------------------------------------------------------------------


@rule("guderian", "9.11")
@pytest.mark.parametrize("when", [SOVIET_MOVEMENT, SOVIET_INTERDICTION, GERMAN_MOVEMENT, MECHANISED])
def test_attacks_belong_to_the_combat_phase_of_the_side(when: str) -> None:
    refused(position({"0505": "25/7", "0605": "6-8-6 Konev"}, phase=when), "attack 0605 25/7 go", "9.11")


@rule("guderian", "4.2A1", "4.2A4")
def test_what_both_sides_do_is_refused_by_the_phase_of_the_side_that_asks() -> None:
    m = position({"0505": "25/7", "0605": "6-8-6 Konev"}, phase=SOVIET_COMBAT)
    assert "Soviet Movement" in refused(m, "enter R1 0605", "4.2A1").reason
    assert "Soviet Interdiction" in refused(m, "interdict 0605", "4.2A4").reason
    refused(position({"0505": "25/7", "0605": "6-8-6 Konev"}, phase=GERMAN_COMBAT), "interdict 0605", "4.2B5")


@rule("guderian", "9.65a", "9.85a")
@pytest.mark.parametrize("when", [SOVIET_MOVEMENT, SOVIET_COMBAT, GERMAN_COMBAT])
def test_losses_retreats_and_advances_belong_to_a_combat(when: str) -> None:
    m = position({"0505": "25/7", "0605": "6-8-6 Konev"}, phase=when)
    for words in ("lose 258SD", "retreat 0606"):
        refused(m, words, "9.65a")
    for words in ("advance 258SD 0505", "stay"):
        refused(m, words, "9.85a")


# --- 6 movement ------------------------------------------------------------------------------------------------------


@rule("guderian", "6.0b")
def test_nobody_goes_along_twice_or_from_another_hex() -> None:
    m = position({"0305": "25/7 6/7", "0306": "7/7", **LED})
    assert "named already" in refused(m, "move 25/7 25/7 0405", "6.0b").reason
    assert "not in the hex of 25/7" in refused(m, "move 25/7 7/7 0405", "6.0b").reason


@rule("guderian", "5.22")
def test_a_frozen_army_leaves_its_stack_one_by_one() -> None:
    m = grognard.new("guderian", seed=3, dice=[4, 4, 1])
    play(m, "deploy", "end")
    refused(m, "move R6 R7 2215", "5.22")


@rule("guderian", "5.23a", "5.23b")
def test_a_march_too_far_within_the_western_columns_is_out_of_reach() -> None:
    """Not that it could not get out of them from there."""
    m = grognard.new("guderian", seed=3, dice=[4, 4, 1])
    play(m, "deploy", "end")
    assert m.state.hexname(m.state.at[m.state.unit("R16")]) == "0125"  # type: ignore[attr-defined]
    refused(m, "move R16 0101", "5.23a")


STRIP = field(rows=3)  # as wide as a zone of control


@rule("guderian", "6.21", "6.4a", "10.23a", "6.22", "6.23")
def test_what_bars_the_way_is_said_and_not_that_points_are_short() -> None:
    wall = {"0601": "GD!", "0602": "7/7!", "0603": "6.ID!"}  # disrupted: no zone of control
    m = position({"0902": "6-8-6 Konev", **wall}, board=STRIP, phase=SOVIET_MOVEMENT)
    refused(m, "move 258SD 0502", "6.21")
    refused(m, "move 258SD 0202", "6.23")
    m = position({"0902": "6-8-6 Konev", "0602": "GD"}, board=STRIP, phase=SOVIET_MOVEMENT)
    refused(m, "move 258SD 0402", "6.22")
    refused(m, "move Konev 0402", "10.23a")
    lakes = field(rows=3, lake="0302 0401")
    m = position({"0301": "6-8-6", "0503": "Konev"}, turn=6, board=lakes, phase=SOVIET_MOVEMENT)
    refused(m, "move 258SD 0303", "6.4a")


@rule("guderian", "6.21", "10.23a")
def test_who_can_take_no_step_is_told_what_is_in_the_way() -> None:
    one_row, led = field(rows=1), {"1101": "4-4-6 Lukin"}
    m = position({"0101": "6-8-6", "0201": "GD!", **led}, board=one_row, phase=SOVIET_MOVEMENT)
    assert "can take no step" in refused(m, "move 258SD 0301", "6.21").reason
    m = position({"0101": "Konev", "0301": "GD", **led}, board=one_row, phase=SOVIET_MOVEMENT)
    assert "can take no step" in refused(m, "move Konev 0201", "10.23a").reason


@rule("guderian", "6.21", "6.32a", "6.37b")
def test_by_rail_to_an_enemy_or_nowhere_or_from_a_hex_repaired_just_now() -> None:
    units = {"0905": "6-8-6 Konev", "0605": "GD!"}
    m = position(units, board=field(rail="0605 0705 0805 0905 1005"), phase=SOVIET_MOVEMENT)
    refused(m, "rail 258SD 0605", "6.21")
    assert "already" in refused(m, "rail 258SD 0905", "6.32a").reason


@rule("guderian", "7.1d", "9.73b")
def test_who_does_not_relieve_an_overstacked_hex() -> None:
    units = {"0605": "4-4-6 6-8-6 8-8-6 9-8-6 Konev", "0905": "17SD"}
    m = position(units, phase=SOVIET_MOVEMENT)
    m.play("end")
    assert "a Leader, does not help" in refused(m, "lose Konev", "7.1d").reason
    assert "too many in 0605" in refused(m, "lose 17SD", "7.1d").reason


# --- 6.5 overrun -----------------------------------------------------------------------------------------------------


@rule("guderian", "6.51a", "6.54a", "6.53")
def test_overruns_without_units_with_one_twice_or_by_a_leader() -> None:
    m = position({"0505": "25/7 6/7", "0605": "6-8-6", **LED})
    refused(m, "overrun 0605 go", "6.51a")
    assert "already" in refused(m, "overrun 0605 25/7 25/7 go", "6.54a").reason
    m = position({"0605": "Konev", "0505": "7/7!", "0905": "4-4-6"}, phase=SOVIET_MOVEMENT)
    refused(m, "overrun 0505 Konev go", "6.53")


@rule("guderian", "6.62", "6.55b", "4.2B3")
def test_a_hex_nobody_can_overrun_is_refused_by_what_keeps_the_unit_beside_it_back() -> None:
    refused(position({"0505": "25/7!", "0605": "6-8-6", "0303": "GD", **LED}), "overrun 0605 25/7 go", "6.62")
    m = position({"0505": "7/7", "0605": "6-8-6", "1205": "4-4-6 Lukin"}, phase=SOVIET_MOVEMENT)
    assert "nobody next to 0505 can overrun it: 258SD" in refused(m, "overrun 0505 258SD go", "6.55b").reason
    m = position({"0505": "6.ID", "0605": "6-8-6", "0303": "GD", **LED}, phase=MECHANISED)
    refused(m, "overrun 0605 6.ID go", "4.2B3")


# --- 9 combat --------------------------------------------------------------------------------------------------------


@rule("guderian", "9.11", "9.24")
def test_attacks_with_enemies_or_with_a_leader_named_twice() -> None:
    m = position({"0505": "25/7", "0605": "6-8-6 Konev"}, phase=SOVIET_COMBAT)
    assert "25/7 is not a unit of the attacking side" in refused(m, "attack 25/7", "9.11").reason
    refused(m, "attack 0505 258SD Konev Konev go", "9.24")


@rule("guderian", "9.65a", "9.65b", "9.67a")
def test_a_force_that_loses_steps_does_not_retreat_and_loses_its_own() -> None:
    units = {"0505": "6.ID", "0605": "4-4-6 4-4-6", "0705": "2-2-6", **LED}
    m = position(units, phase=GERMAN_COMBAT, dice=[3])  # 9 to 8: D1/A1
    play(m, "attack 0605 6.ID go", "lose")
    refused(m, "retreat", "9.65a")
    assert "not one of the units in this combat" in refused(m, "lose 38SD", "9.65b").reason
    m = position(units, phase=GERMAN_COMBAT, dice=[4])  # Engaged
    m.play("attack 0605 6.ID go")
    refused(m, "retreat", "9.67a")


@rule("guderian", "9.81", "9.84", "9.85a", "10.23a")
def test_who_cannot_advance_is_told_why() -> None:
    units = {"0605": "9-8-6 8-8-6 Konev", "0606": "6-8-6", "0505": "7/7:1", "0404": "GD", "0303": "6.ID"}
    m = position(units, phase=SOVIET_COMBAT, dice=[1])
    play(m, "attack 0505 50SD 123SD Konev go")
    refused(m, "advance 258SD 0505", "9.81")
    refused(m, "advance GD 0505", "9.81")
    refused(m, "advance Konev 0505", "10.23a")  # GD controls it
    m.play("advance 50SD 0505")
    refused(m, "advance 50SD 0505", "9.85a")


# --- 9.7 retreats ----------------------------------------------------------------------------------------------------


@rule("guderian", "9.71b", "9.72", "9.65a")
def test_where_a_retreat_does_not_go() -> None:
    units = {"0505": "6.ID", "0605": "56SD", **LED}
    m = position(units, board=field(lake="0606"), phase=GERMAN_COMBAT, dice=[2])  # D2
    play(m, "attack 0605 6.ID go", "retreat")
    assert "holds an enemy" in refused(m, "retreat 0505", "9.71b").reason
    assert "zone of control" in refused(m, "retreat 0604", "9.71b").reason
    assert "lake" in refused(m, "retreat 0606", "9.71b").reason
    refused(m, "retreat 0909", "9.72")
    m.play("retreat 0705")
    refused(m, "retreat 0605", "9.65a")


# --- 14 reinforcements -----------------------------------------------------------------------------------------------


@rule("guderian", "14.11", "14.12", "14.22", "14.3")
def test_where_a_unit_does_not_enter() -> None:
    board = field(areas={"1": "0901", "SW": "1110", "X": "1205"})
    due = {"1": "rifle", "SW": "rifle", "X": "rifle"}
    m = position({"0505": "GD", "1010": "Konev"}, board=board, phase=SOVIET_MOVEMENT, due=due)
    for unit, by in {"R1": "14.11", "R2": "14.22", "R3": "14.3"}.items():
        refused(m, f"enter {unit} 0808", by)
    m = position({"0901": "GD", "1010": "Konev"}, board=board, phase=SOVIET_MOVEMENT, due=due)
    assert "1001" in refused(m, "enter R1 0808", "14.12").reason
    refused(m, "enter R1 0901", "6.21")
