"""4 The sequence of play: who does what, in which order."""

from __future__ import annotations

import pytest

import grognard
from grognard.events import Entered, Event, Marked, PhaseBegun, Removed, Rolled
from tests.guderian.table import (
    GERMAN_COMBAT,
    GERMAN_INTERDICTION,
    GERMAN_MOVEMENT,
    MAP,
    MECHANISED,
    SOVIET_COMBAT,
    SOVIET_INTERDICTION,
    SOVIET_MOVEMENT,
    allowed,
    asked,
    field,
    happened,
    markers,
    offered,
    phase,
    play,
    points_left,
    position,
    refused,
    status,
    turn,
    units_offered,
    where,
)

QUIET = {"0305": "25/7 6.ID", "1005": "6-8-6 Konev"}  # far apart: nothing to fight
FACING = {"0505": "25/7 6.ID", "0605": "6-8-6 Konev"}


def whole_turn(m: grognard.Match) -> list[Event]:
    """Everybody only ends his phases until the next turn begins."""
    events: list[Event] = []
    now = turn(m)
    while turn(m) == now and m.decision is not None:
        events += m.play("end")
    return events


# --- 4.1 -------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("guderian", "4.1", "4.2C", "5.0a")
def test_a_turn_is_a_soviet_player_turn_and_then_a_german_one() -> None:
    m = position(QUIET, phase=SOVIET_MOVEMENT)
    titles = [(e.turn, e.title) for e in happened(whole_turn(m), PhaseBegun)]
    assert titles == [
        (7, "Soviet Combat"),
        (7, "Soviet Interdiction"),
        (7, "German Initial Movement"),
        (7, "German Combat"),
        (7, "German Mechanised Movement"),
        (7, "German Air Interdiction"),
        (8, "Soviet Movement"),
    ]
    assert (turn(m), phase(m)) == (8, SOVIET_MOVEMENT)


@pytest.mark.rule("guderian", "4.1")
@pytest.mark.parametrize(
    ("when", "who"),
    [
        (SOVIET_MOVEMENT, "soviet"),
        (SOVIET_COMBAT, "soviet"),
        (SOVIET_INTERDICTION, "soviet"),
        (GERMAN_MOVEMENT, "german"),
        (GERMAN_COMBAT, "german"),
        (MECHANISED, "german"),
        (GERMAN_INTERDICTION, "german"),
    ],
)
def test_the_phasing_player_is_the_one_whose_player_turn_it_is(when: str, who: str) -> None:
    m = position({**FACING, "0705": "6/7"}, phase=when)
    assert asked(m) == (who, when)


@pytest.mark.rule("guderian", "4.1")
@pytest.mark.parametrize(
    ("when", "action", "rule"),
    [
        (SOVIET_MOVEMENT, "attack 0505 258SD go", "9.11"),
        (SOVIET_MOVEMENT, "interdict 0505", "4.2A4"),
        (SOVIET_COMBAT, "move 258SD 0705", "6.24"),
        (SOVIET_COMBAT, "overrun 0505 258SD go", "6.5"),
        (GERMAN_MOVEMENT, "interdict 0505", "4.2B5"),
        (GERMAN_COMBAT, "move 6.ID 0405", "6.24"),
        (GERMAN_COMBAT, "overrun 0605 6.ID go", "6.5"),
        (MECHANISED, "attack 0605 25/7 go", "9.11"),
        (MECHANISED, "enter 29/12 0105", "4.2B1"),
        (GERMAN_INTERDICTION, "move 25/7 0405", "6.24"),
    ],
)
def test_the_order_of_phases_is_fixed(when: str, action: str, rule: str) -> None:
    refused(position(FACING, phase=when), action, rule)


# --- 4.2A the Soviet player turn -------------------------------------------------------------------------------------


@pytest.mark.rule("guderian", "4.2A1")
def test_supply_is_checked_before_soviet_units_move() -> None:
    """The Leader comes too late: the division was out of his radius when the phase began."""
    m = position({"0505": "6-8-6", "1105": "Lukin"}, phase=SOVIET_MOVEMENT)
    m.play("move Lukin 0605")
    assert "out-of-supply" not in status(m, "258SD")
    assert points_left(m, "258SD") == 3


@pytest.mark.rule("guderian", "4.2A1")
def test_in_his_movement_phase_the_soviet_player_moves_overruns_and_brings_units_in() -> None:
    units = {"4015": "rifle Rakutin", "0605": "6-8-6 Konev", "0505": "25/7"}
    m = position(units, board=MAP, phase=SOVIET_MOVEMENT, due={"X": "rifle"})
    assert {"move", "overrun", "enter", "rail", "call", "end"} == offered(m)


@pytest.mark.rule("guderian", "4.2A1")
def test_provisional_and_scheduled_divisions_are_drawn_for_the_soviet_movement_phase() -> None:
    m = position({"0305": "6.ID", "4015": "rifle Rakutin"}, board=MAP, phase=GERMAN_INTERDICTION, turn=6, dice=[4])
    events = m.play("end")
    assert [e.result for e in happened(events, Rolled)] == ["entrance 4"]
    due = [(entry.at, entry.unit.type) for entry in m.view().due if entry.unit.side == "soviet"]
    assert due.count(("X", "rifle")) == 4
    assert due.count(("4", "rifle")) == 1
    assert ("X", "leader") in due


@pytest.mark.rule("guderian", "4.2A1")
def test_german_markers_leave_after_soviet_movement_and_before_soviet_combat() -> None:
    """2.0 would keep them until after the combat; the case holds (G53)."""
    m = position(FACING, phase=SOVIET_MOVEMENT, markers={"air": "0606 0707"})
    assert markers(m, "interdiction") == {"0606", "0707"}
    events = m.play("end")
    assert phase(m) == SOVIET_COMBAT
    assert markers(m, "interdiction") == set()
    order = [type(e) for e in events if isinstance(e, Removed | PhaseBegun)]
    assert order == [Removed, Removed, PhaseBegun]


@pytest.mark.rule("guderian", "4.2A2")
def test_soviet_units_attack_in_the_soviet_combat_phase() -> None:
    m = position({"0505": "6/7", "0605": "6-8-6 Konev"}, phase=SOVIET_COMBAT)
    assert offered(m) == {"attack", "end"}
    allowed(m, "attack 0505 258SD go")
    assert "6/7" not in units_offered(m, "attack 0505")


@pytest.mark.rule("guderian", "4.2A3", "6.63")
def test_soviet_units_recover_after_the_soviet_combat_phase() -> None:
    m = position({"0305": "6.ID!", "1005": "6-8-6! Konev!", "0705": "7/7"}, phase=SOVIET_COMBAT)
    assert phase(m) == SOVIET_INTERDICTION  # nothing could attack: the phase ended by itself
    assert "disrupted" not in status(m, "258SD") | status(m, "Konev")
    assert "disrupted" in status(m, "6.ID")


@pytest.mark.rule("guderian", "4.2A3")
def test_soviet_units_have_recovered_when_the_interdiction_phase_begins() -> None:
    m = position({**FACING, "1005": "4-4-6!"}, phase=SOVIET_COMBAT)
    assert "disrupted" in status(m, "17SD")
    events = m.play("end")
    assert [type(e) for e in events if isinstance(e, Marked | PhaseBegun)] == [Marked, PhaseBegun]
    assert phase(m) == SOVIET_INTERDICTION


@pytest.mark.rule("guderian", "4.2A4")
def test_the_soviet_player_may_place_his_marker_or_save_the_turn() -> None:
    m = position(QUIET, phase=SOVIET_INTERDICTION)
    without = m.copy()
    m.play("interdict 0406")
    without.play("end")
    assert markers(m, "interdiction", "soviet") == {"0406"}
    assert m.view().tracks["soviet_interdictions_left"] == 2
    assert without.view().tracks["soviet_interdictions_left"] == 3
    assert phase(m) == phase(without) == GERMAN_MOVEMENT


# --- 4.2B the German player turn -------------------------------------------------------------------------------------


@pytest.mark.rule("guderian", "4.2B1")
def test_in_his_first_movement_phase_the_german_player_moves_overruns_and_brings_units_in() -> None:
    m = position({**FACING, "0405": "6/7"}, board=MAP, due={"C": "29/12"})
    assert {"move", "overrun", "enter", "end"} == offered(m)
    assert happened(m.play("enter 29/12 0115"), Entered)


@pytest.mark.rule("guderian", "4.2B1")
def test_supply_is_checked_before_german_units_move() -> None:
    """Beyond a wall of Soviet zones of control the 6th Division has no line to the west."""
    wall = {f"04{row}": "rifle" for row in ("01", "04", "07", "10")}
    m = position({"0805": "6.ID", "0105": "7.ID", **wall})
    assert points_left(m, "6.ID") == 3
    assert points_left(m, "7.ID") == 7


@pytest.mark.rule("guderian", "4.2B2")
def test_german_units_attack_in_the_german_combat_phase() -> None:
    m = position(FACING, phase=GERMAN_COMBAT)
    assert offered(m) == {"attack", "end"}
    allowed(m, "attack 0605 25/7 6.ID go")


@pytest.mark.rule("guderian", "4.2B3", "6.0a", "6.23")
def test_panzers_cavalry_and_motorised_units_move_again_and_infantry_does_not() -> None:
    m = position({"0305": "25/7 11/14 1.KD Lehr", "0307": "6/7 6.ID", "1210": "Konev"})
    play(m, "move 25/7 0905", "move 1.KD 0505", "end")
    assert phase(m) == MECHANISED
    assert units_offered(m, "move") == {"25/7", "11/14", "1.KD", "Lehr", "6/7"}
    assert (points_left(m, "25/7"), points_left(m, "1.KD")) == (10, 5)
    refused(m, "move 6.ID 0405", "4.2B3")


@pytest.mark.rule("guderian", "4.2B3")
def test_units_that_fought_and_advanced_move_again() -> None:
    """Whatever a unit did before, it has a fresh allowance (G60)."""
    m = position({"0505": "25/7 6/7 7/7", "0605": "1-2-6", "1210": "Konev"}, phase=GERMAN_COMBAT, dice=[1])
    play(m, "attack 0605 25/7 6/7 7/7 go", "advance 25/7 0605", "stay")
    assert phase(m) == MECHANISED
    m.play("move 25/7 0905")
    assert points_left(m, "25/7") == 7


@pytest.mark.rule("guderian", "4.2B3", "6.62")
def test_a_disrupted_unit_does_not_move_in_either_german_phase() -> None:
    m = position({"0305": "25/7!", "0405": "6/7", "1210": "Konev"})
    refused(m, "move 25/7 0306", "6.62")
    m.play("end")
    assert phase(m) == MECHANISED
    refused(m, "move 25/7 0306", "6.62")


@pytest.mark.rule("guderian", "4.2B3")
def test_in_an_enemy_zone_of_control_a_unit_may_only_overrun() -> None:
    m = position({"0505": "25/7", "0605": "6-8-6 Konev", "0305": "6/7"}, phase=MECHANISED)
    refused(m, "move 25/7 0405", "8.13")
    allowed(m, "overrun 0605 25/7 go")


@pytest.mark.rule("guderian", "4.2B3")
def test_supply_is_checked_anew_for_the_second_german_phase() -> None:
    """The rifle division that cut the 25th Regiment off is destroyed between the two phases."""
    board = field(columns=12, rows=3, lake="0301 0303")
    units = {"0502": "25/7", "0302": "1-2-6", "0202": "6.ID 7.ID", "0201": "6/7", "1202": "Konev"}
    m = position(units, board=board, dice=[1])
    assert points_left(m, "25/7") == 5
    play(m, "end", "attack 0302 6.ID 7.ID 6/7 go", "stay")
    assert phase(m) == MECHANISED
    assert points_left(m, "25/7") == 10


@pytest.mark.rule("guderian", "4.2B3", "4.2B1")
def test_nobody_enters_the_map_in_the_second_german_phase() -> None:
    m = position({"0305": "25/7", "4015": "Konev"}, board=MAP, phase=MECHANISED, due={"C": "29/12"})
    assert offered(m) == {"move", "end"}
    refused(m, "enter 29/12 0115", "4.2B1")


@pytest.mark.rule("guderian", "4.2B4", "6.63")
def test_german_units_recover_after_the_second_german_phase() -> None:
    m = position({"0305": "25/7! 6/7", "1005": "6-8-6! Konev"}, phase=MECHANISED)
    assert "disrupted" in status(m, "25/7")
    m.play("end")
    assert phase(m) == GERMAN_INTERDICTION
    assert "disrupted" not in status(m, "25/7")
    assert "disrupted" in status(m, "258SD")


@pytest.mark.rule("guderian", "4.2B5")
def test_the_german_markers_are_placed_for_the_coming_soviet_turn_and_the_soviet_one_comes_off() -> None:
    m = position(QUIET, phase=GERMAN_INTERDICTION, markers={"partisans": "0406"})
    play(m, "interdict 0805", "interdict 0806", "end")
    assert (turn(m), phase(m)) == (8, SOVIET_MOVEMENT)
    assert markers(m, "interdiction", "german") == {"0805", "0806"}
    assert markers(m, "interdiction", "soviet") == set()


@pytest.mark.rule("guderian", "4.2B5")
def test_the_soviet_marker_lasts_through_both_german_movement_phases() -> None:
    m = position(QUIET, phase=GERMAN_MOVEMENT, markers={"partisans": "0406"})
    while phase(m) != GERMAN_INTERDICTION:
        assert markers(m, "interdiction", "soviet") == {"0406"}
        m.play("end")
    m.play("end")
    assert markers(m, "interdiction", "soviet") == set()


@pytest.mark.rule("guderian", "4.2A1")
def test_the_soviet_turn_begins_with_evacuation_then_supply_then_the_provisional_die() -> None:
    """G67. Remezov is flown out before supply is checked: his division is out of supply at once."""
    units = {"2010": "6-8-6 Remezov", "2009": "6.ID", "2011": "7.ID", "3020": "Konev"}
    m = position(units, board=MAP, phase=GERMAN_INTERDICTION, options={"evacuation": True}, dice=[2])
    m.play("end")
    assert phase(m) == "soviet-evacuation"
    events = m.play("evacuate Remezov")
    assert [type(e) for e in events] == [Removed, PhaseBegun, Rolled]
    assert where(m, "Remezov") is None
    assert points_left(m, "258SD") == 3
