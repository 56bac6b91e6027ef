"""6.6 Disruption: what an overrun leaves behind."""

from __future__ import annotations

import pytest

from grognard.events import Marked
from tests.guderian.table import (
    GERMAN_COMBAT,
    GERMAN_INTERDICTION,
    GERMAN_MOVEMENT,
    MECHANISED,
    SOVIET_COMBAT,
    SOVIET_INTERDICTION,
    SOVIET_MOVEMENT,
    allowed,
    asked,
    field,
    happened,
    hexes_offered,
    phase,
    play,
    points_left,
    position,
    refused,
    stack,
    status,
    supplied,
    units_offered,
    where,
    zoc,
)

DIVISION = "25/7 6/7 7/7"  # the 7th Panzer Division: 8 points in an overrun
LED = {"1005": "Konev"}  # in supply and in command from here to 0505 and no nearer
BESIDE = {"0303": "Lehr"}  # a unit that can still move, so that the phase goes on


# --- 6.61 ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("guderian", "6.61")
def test_all_survivors_of_an_overrun_that_cost_a_loss_are_disrupted() -> None:
    """G15: two of the three divisions are left, and Lukin."""
    units = {"0505": DIVISION, "0605": "1-1-6 1-1-6 2-1-6 Lukin", **BESIDE, **LED}
    m = position(units, dice=[1])
    events = play(m, f"overrun 0605 {DIVISION} go", "lose", "lose 108SD")
    assert stack(m, "0605") == {"46SD", "110SD", "Lukin"}
    assert all("disrupted" in status(m, name) for name in stack(m, "0605"))
    assert {e.unit for e in happened(events, Marked)} == stack(m, "0605")


@pytest.mark.rule("guderian", "6.61")
def test_units_that_retreat_from_an_overrun_are_disrupted() -> None:
    m = position({"0505": DIVISION, "0605": "2-2-6 Rakutin", **BESIDE, **LED}, dice=[1])
    play(m, f"overrun 0605 {DIVISION} go", "retreat", "retreat 0705", "retreat 0804")
    assert stack(m, "0804") == {"38SD", "Rakutin"}
    assert "disrupted" in status(m, "38SD") & status(m, "Rakutin")


@pytest.mark.rule("guderian", "6.61")
def test_german_units_are_disrupted_by_soviet_overruns() -> None:
    m = position({"0605": "9-8-6 8-8-6 Konev", "0505": "6.ID"}, phase=SOVIET_MOVEMENT, dice=[1])
    play(m, "overrun 0505 50SD 123SD Konev go", "lose")
    assert (where(m, "6.ID"), "disrupted" in status(m, "6.ID")) == ("0505", True)


@pytest.mark.rule("guderian", "6.61")
def test_engaged_disrupts_nobody() -> None:
    """G16: the narrative of 2.0 would disrupt every unit that is overrun."""
    m = position({"0505": DIVISION, "0605": "4-4-6 4-4-6", **BESIDE, **LED}, dice=[4])
    play(m, f"overrun 0605 {DIVISION} go", "lose 17SD", "lose 7/7")
    assert "disrupted" not in status(m, "118SD") | status(m, "25/7")


@pytest.mark.rule("guderian", "6.61")
def test_defenders_who_suffer_nothing_and_attackers_who_suffer_are_not_disrupted() -> None:
    m = position({"0505": "25/7", "0605": "6-8-6", **BESIDE, **LED}, dice=[1])
    play(m, "overrun 0605 25/7 go", "lose")
    assert "disrupted" not in status(m, "25/7") | status(m, "258SD")


@pytest.mark.rule("guderian", "6.61")
def test_normal_combat_disrupts_nobody() -> None:
    m = position({"0505": DIVISION, "0605": "4-4-6 4-4-6", **LED}, phase=GERMAN_COMBAT, dice=[1])
    play(m, f"attack 0605 {DIVISION} go", "retreat", "retreat 0705", "retreat 0804")
    assert stack(m, "0804") == {"17SD", "118SD"}
    assert "disrupted" not in status(m, "17SD") | status(m, "118SD")


@pytest.mark.rule("guderian", "6.61")
def test_bystanders_in_the_hex_retreated_to_are_not_disrupted() -> None:
    board = field(lake="0606 0706 0704 0604")  # only 0705 is open
    m = position({"0505": DIVISION, "0605": "2-2-6", "0705": "4-4-6", **LED}, board=board, dice=[4])
    play(m, f"overrun 0605 {DIVISION} go", "retreat")
    assert stack(m, "0705") == {"38SD", "17SD"}
    assert "disrupted" in status(m, "38SD")
    assert "disrupted" not in status(m, "17SD")


# --- 6.62 ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("guderian", "6.62")
def test_a_disrupted_unit_neither_moves_nor_overruns() -> None:
    m = position({"0605": "6-8-6! 4-4-6 Konev", "0505": "7/7:1"}, phase=SOVIET_MOVEMENT)
    refused(m, "overrun 0505 258SD go", "6.62")
    refused(m, "overrun 0505 17SD 258SD go", "6.62")
    far = position({"0905": "6-8-6! 4-4-6 Konev", "0305": "7/7"}, phase=SOVIET_MOVEMENT)
    refused(far, "move 258SD 1005", "6.62")
    assert units_offered(far, "move 17SD") == {"Konev"}


@pytest.mark.rule("guderian", "6.62")
def test_a_disrupted_unit_does_not_go_by_rail() -> None:
    m = position({"0905": "6-8-6! 4-4-6 Konev"}, phase=SOVIET_MOVEMENT, board=field(rail="0905 1005 1105"))
    refused(m, "rail 258SD 1105", "6.62")
    allowed(m, "rail 17SD 1105")


@pytest.mark.rule("guderian", "6.62")
def test_a_disrupted_unit_does_not_attack() -> None:
    m = position({"0605": "6-8-6! 4-4-6 Konev", "0505": "7/7"}, phase=SOVIET_COMBAT)
    assert units_offered(m, "attack 0505") == {"17SD"}
    refused(m, "attack 0505 258SD go", "6.62")


@pytest.mark.rule("guderian", "6.62")
def test_a_disrupted_unit_has_no_zone_of_control() -> None:
    m = position({"0405": "25/7", "0605": "6-8-6!", **LED})
    assert "0505" not in zoc(m, "soviet")
    assert "0905" in zoc(m, "soviet")
    m.play("move 25/7 0505")
    allowed(m, "move 25/7 0506")
    mixed = position({"0405": "25/7", "0605": "6-8-6! 4-4-6", **LED})
    assert "0505" in zoc(mixed, "soviet")


@pytest.mark.rule("guderian", "6.62")
def test_a_disrupted_unit_defends_normally() -> None:
    m = position({"0505": "6.ID", "0605": "6-8-6!", **LED}, phase=GERMAN_COMBAT)
    assert m.preview("attack 0605 6.ID").defence == "8"


@pytest.mark.rule("guderian", "6.62")
def test_a_disrupted_division_is_still_doubled_in_defence() -> None:
    """G15."""
    m = position({"0605": "6-8-6 Konev", "0505": "25/7! 6/7! 7/7!"}, phase=SOVIET_COMBAT)
    assert m.preview("attack 0505 258SD").defence == "16"


@pytest.mark.rule("guderian", "6.62")
def test_a_disrupted_unit_still_cancels_enemy_zones_of_control() -> None:
    """G15: between lakes the only line to the west runs through 0302, which a rifle division controls."""
    board = field(rows=3, lake="0301 0303")
    units = {"0402": "25/7", "0401": "6-8-6", "1002": "Konev"}
    assert not supplied(position(units, board=board), "25/7")
    assert supplied(position({**units, "0302": "6.ID!"}, board=board), "25/7")


@pytest.mark.rule("guderian", "6.62")
def test_disrupted_units_retreat_and_lose_steps_like_others_but_do_not_advance() -> None:
    """G15: a disrupted defender throws the attacker back and stays where he is."""
    m = position({"0605": "4-4-6", "0806": "Konev", "0505": "6.ID! 7.ID"}, phase=SOVIET_COMBAT, dice=[1])
    play(m, "attack 0505 17SD go", "retreat")
    m.play(f"retreat {min(hexes_offered(m, 'retreat'))}")
    assert asked(m) == ("german", "advance")
    assert units_offered(m, "advance") == {"7.ID"}


@pytest.mark.rule("guderian", "6.62")
def test_a_second_overrun_does_not_disrupt_more_deeply() -> None:
    """Disrupted twice, a unit recovers once and for all."""
    units = {"0505": DIVISION, "0605": "2-2-6!", **LED}
    m = position(units, dice=[4])
    events = play(m, f"overrun 0605 {DIVISION} go", "retreat", "retreat 0705")
    assert not happened(events, Marked)
    assert "disrupted" in status(m, "38SD")
    while phase(m) != SOVIET_INTERDICTION:
        m.play("end")
    assert "disrupted" not in status(m, "38SD")


@pytest.mark.rule("guderian", "6.62", "9.66a")
def test_after_a_split_result_defenders_disrupted_by_their_part_do_not_bar_the_attackers_retreat() -> None:
    """The division that is left controls 0506 and 0604, the only ways back, no more."""
    board = field(lake="0404 0405 0504")
    m = position({"0505": DIVISION, "0605": "2-1-6 1-1-6", **BESIDE, **LED}, board=board, dice=[3])
    play(m, f"overrun 0605 {DIVISION} go", "lose", "lose 108SD")
    assert "disrupted" in status(m, "46SD")
    assert asked(m) == ("german", "loss-or-retreat")
    m.play("retreat")
    assert hexes_offered(m, "retreat") == {"0506", "0604"}


# --- 6.63 ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("guderian", "6.63")
def test_a_soviet_unit_overrun_in_the_german_turn_is_out_of_action_through_its_own_next_turn() -> None:
    m = position({"0205": "25/7 Lehr", "0705": "6-8-6! Konev"}, phase=GERMAN_INTERDICTION)
    m.play("end")
    assert phase(m) == SOVIET_MOVEMENT
    refused(m, "move 258SD 0805", "6.62")
    m.play("end")
    assert phase(m) == SOVIET_INTERDICTION
    assert "disrupted" not in status(m, "258SD")


@pytest.mark.rule("guderian", "6.63")
def test_a_german_unit_overrun_in_the_soviet_turn_recovers_after_the_german_one() -> None:
    m = position({"0505": "25/7! Lehr", "1205": "6-8-6 Konev"}, phase=SOVIET_INTERDICTION)
    m.play("end")
    for when in (GERMAN_MOVEMENT, MECHANISED):
        assert phase(m) == when
        assert "disrupted" in status(m, "25/7")
        m.play("end")
    assert phase(m) == GERMAN_INTERDICTION
    assert "disrupted" not in status(m, "25/7")


# --- 6.64 ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("guderian", "6.64")
def test_a_disrupted_leader_gives_no_supply() -> None:
    sound = position({"0605": "6-8-6", "0705": "Lukin"}, phase=SOVIET_MOVEMENT)
    shaken = position({"0605": "6-8-6", "0705": "Lukin!"}, phase=SOVIET_MOVEMENT)
    assert (points_left(sound, "258SD"), points_left(shaken, "258SD")) == (6, 3)
    assert shaken.query("radius", unit="Lukin").hexes == ()


@pytest.mark.rule("guderian", "6.64")
def test_a_disrupted_leader_gives_no_leave_to_attack() -> None:
    units = {"0505": "7/7", "0605": "6-8-6", "0705": "Lukin!", "0404": "4-4-6 Rakutin"}
    m = position(units, phase=SOVIET_COMBAT)
    allowed(m, "attack 0505 17SD go")
    refused(m, "attack 0505 258SD go", "10.35a")


@pytest.mark.rule("guderian", "6.64")
def test_a_disrupted_leader_helps_no_attack() -> None:
    m = position({"0505": "7/7", "0605": "6-8-6 Remezov!", "0705": "Konev"}, phase=SOVIET_COMBAT)
    assert units_offered(m, "attack 0505 258SD") == set()
    refused(m, "attack 0505 258SD Remezov go", "6.64")


@pytest.mark.rule("guderian", "6.64")
def test_a_disrupted_leader_is_a_disrupted_unit_otherwise() -> None:
    """He defends with his rating, stands where he is, and controls nothing."""
    m = position({"0505": "6.ID", "0605": "Remezov!", "0303": "Lehr", "1210": "Konev"}, phase=GERMAN_COMBAT)
    assert m.preview("attack 0605 6.ID").defence == "4"
    assert "0604" not in zoc(m, "soviet")
    own = position({"0605": "Remezov!", "1010": "rifle Konev"}, phase=SOVIET_MOVEMENT)
    refused(own, "move Remezov 0705", "6.62")
