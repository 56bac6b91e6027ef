"""6.55 to 6.59 Overrun: halving, radius, zones of control, no advance, supply at the instant."""

from __future__ import annotations

import pytest

from grognard.events import Advanced, Attacked, Eliminated
from tests.guderian.table import (
    GERMAN_MOVEMENT,
    MAP,
    SOVIET_MOVEMENT,
    allowed,
    asked,
    field,
    happened,
    phase,
    play,
    points_left,
    position,
    refused,
    stack,
    status,
    supplied,
    where,
)

DIVISION = "25/7 6/7 7/7"  # the 7th Panzer Division
LED = {"1005": "Konev"}  # in supply and in command from here to 0505 and no nearer
CUT_OFF = field(lake="0301..0310")  # no line leads to the west


# --- 6.55 ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("guderian", "6.55a", "6.51b")
@pytest.mark.example("guderian", "6.55")
def test_a_panzer_division_out_of_supply_overruns_with_four() -> None:
    """Eight at face value, doubled for integration, halved for supply, halved again for the overrun."""
    m = position({"0505": DIVISION, "0605": "6-8-6", **LED}, board=CUT_OFF)
    preview = m.preview(f"overrun 0605 {DIVISION}")
    assert preview.attack == "4"
    assert [(line.rule, line.value) for line in preview.lines if "7/7" in line.what or "halved" in line.what] == [
        ("7.3a", "16"),
        ("11.31", "8"),
        ("6.55a", "4"),
    ]


@pytest.mark.rule("guderian", "6.55a")
@pytest.mark.example("guderian", "d.overrun.oos")
def test_a_panzer_grenadier_regiment_out_of_supply_overruns_with_one() -> None:
    """2 to 1 to nothing, and never below one (G7)."""
    m = position({"0505": "6/7", "0605": "6-8-6", **LED}, board=CUT_OFF)
    assert m.preview("overrun 0605 6/7").attack == "1"
    assert points_left(m, "6/7") == 5


@pytest.mark.rule("guderian", "6.55a", "6.53")
@pytest.mark.example("guderian", "d.overrun.leader")
def test_the_leaders_bonus_is_halved_with_the_rest() -> None:
    m = position({"0605": "6-8-6 Remezov", "0505": "6.ID"}, phase=SOVIET_MOVEMENT)
    assert m.preview("overrun 0505 258SD Remezov").attack == "5"
    assert m.preview("overrun 0505 258SD").attack == "3"


@pytest.mark.rule("guderian", "6.55a")
def test_the_total_is_halved_once_and_its_fraction_dropped() -> None:
    """G7: 3 + 3 + 5 make 11 and 5, not 1 + 1 + 2; 1 alone is still 1."""
    m = position({"0605": "3-4-6 3-5-6 5-5-6 Konev", "0505": "6.ID"}, phase=SOVIET_MOVEMENT)
    assert m.preview("overrun 0505 25SD 18SD 89SD").attack == "5"
    single = position({"0605": "1-2-6 Konev", "0505": "6.ID"}, phase=SOVIET_MOVEMENT)
    assert single.preview("overrun 0505 45SD").attack == "1"


@pytest.mark.rule("guderian", "6.55a")
def test_units_out_of_supply_are_halved_one_by_one_before_the_overrun() -> None:
    """G7: 3 and 3 and 5 out of supply are 1 + 1 + 2 = 4; Konev adds four; half of eight."""
    units = {"0605": "3-4-6 3-5-6 5-5-6 Konev", "0505": "6.ID"}
    m = position(units, phase=SOVIET_MOVEMENT, board=field(lake="0901..0910"))
    assert m.preview("overrun 0505 25SD 18SD 89SD").attack == "2"
    assert m.preview("overrun 0505 25SD 18SD 89SD Konev").attack == "4"


@pytest.mark.rule("guderian", "6.55a", "6.51b")
def test_the_die_is_thrown_at_the_halved_odds() -> None:
    m = position({"0505": DIVISION, "0605": "4-4-6", **LED}, dice=[1])
    (attack,) = happened(m.play(f"overrun 0605 {DIVISION} go"), Attacked)
    assert (attack.attack, attack.defence, attack.column) == (8, 4, "2-1")


@pytest.mark.rule("guderian", "6.55b")
def test_a_soviet_unit_beyond_every_radius_when_the_phase_begins_may_not_overrun() -> None:
    """Not even if a Leader comes up to it in the same phase (G69)."""
    units = {"0605": "6-8-6", "1105": "Lukin", "0505": "7/7:1", "0405": "4-4-6 Rakutin"}
    m = position(units, phase=SOVIET_MOVEMENT)
    m.play("move Lukin 0706")
    assert "0605" in m.query("radius", unit="Lukin").hexes
    allowed(m, "overrun 0505 17SD go")
    refused(m, "overrun 0505 258SD go", "6.55b")


@pytest.mark.rule("guderian", "6.55b", "6.59")
def test_a_soviet_unit_that_began_within_a_radius_may_overrun_beyond_it() -> None:
    """G69: command is asked when the phase begins, supply at the instant: 6 is 3 without it, and 1 in the overrun."""
    m = position({"0905": "6-8-6 Rakutin", "0505": "7/7:1"}, phase=SOVIET_MOVEMENT)
    m.play("move 258SD 0605")
    assert (points_left(m, "258SD"), supplied(m, "258SD")) == (3, False)
    assert m.preview("overrun 0505 258SD").attack == "1"


@pytest.mark.rule("guderian", "6.55b")
def test_a_disrupted_leader_commands_no_overrun() -> None:
    units = {"0605": "6-8-6", "0806": "Konev!", "0505": "7/7:1", "0404": "4-4-6 Lukin"}
    m = position(units, phase=SOVIET_MOVEMENT)
    allowed(m, "overrun 0505 17SD go")
    refused(m, "overrun 0505 258SD go", "6.55b")


@pytest.mark.rule("guderian", "6.55b")
def test_a_soviet_reinforcement_overruns_where_a_leader_was_or_enters() -> None:
    """G9. The divisions enter at 5907 and go on to 5807."""
    units = {"5707": "7/7:1", "5607": "4-4-6 Rakutin", "3020": "Lukin"}
    alone = position(units, board=MAP, phase=SOVIET_MOVEMENT, due={"X": "rifle Rokossovski"})
    play(alone, "enter R2 5907", "move R2 5807")
    allowed(alone, "overrun 5707 17SD go")
    refused(alone, "overrun 5707 R2 go", "6.55b")
    led = position(units, board=MAP, phase=SOVIET_MOVEMENT, due={"X": "rifle Rokossovski"})
    play(led, "enter R2 Rokossovski 5907", "move R2 Rokossovski 5807")
    allowed(led, "overrun 5707 R2 Rokossovski go")
    near = position({**units, "5910": "Konev"}, board=MAP, phase=SOVIET_MOVEMENT, due={"X": "rifle"})
    play(near, "enter R2 5907", "move R2 5807")
    allowed(near, "overrun 5707 R2 go")


@pytest.mark.rule("guderian", "6.55b")
def test_a_leader_who_enters_does_not_command_those_who_were_there_before() -> None:
    """The division stood in 5907 without a Leader when the phase began."""
    units = {"5907": "6-8-6", "5807": "7/7:1", "2020": "rifle Lukin"}
    m = position(units, board=MAP, phase=SOVIET_MOVEMENT, due={"X": "rifle Rokossovski"})
    m.play("enter R3 Rokossovski 5907")
    allowed(m, "overrun 5807 R3 go")
    refused(m, "overrun 5807 258SD go", "6.55b")


# --- 6.56 ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("guderian", "6.56a")
@pytest.mark.example("guderian", "d.start.ezoc")
def test_an_infantry_division_beside_the_enemy_may_not_leave_but_may_overrun() -> None:
    """G8."""
    m = position({"0505": "6.ID", "0605": "2-2-6", "0303": "Lehr", **LED}, dice=[1])
    refused(m, "move 6.ID 0405", "8.13")
    play(m, "overrun 0605 6.ID go", "lose")
    assert (where(m, "6.ID"), points_left(m, "6.ID")) == ("0605", 4)


@pytest.mark.rule("guderian", "6.56a")
def test_other_enemies_around_the_launch_hex_do_not_hinder_an_overrun() -> None:
    m = position({"0505": DIVISION, "0605": "2-2-6", "0405": "4-4-6", "0504": "Lukin", **LED}, dice=[1])
    play(m, f"overrun 0605 {DIVISION} go", "lose")
    assert stack(m, "0605") == set(DIVISION.split())


@pytest.mark.rule("guderian", "6.56b", "6.51d")
def test_in_an_enemy_zone_of_control_the_force_stops_but_may_overrun_again() -> None:
    """Seven points left: no step, but two more overruns."""
    units = {"0505": DIVISION, "0605": "2-2-6", "0705": "2-2-6", "0805": "2-2-6", "0303": "Lehr", **LED}
    m = position(units, dice=[1, 1, 1])
    play(m, f"overrun 0605 {DIVISION} go", "lose")
    refused(m, "move 25/7 0606", "8.13")
    play(m, f"overrun 0705 {DIVISION} go", "lose")
    assert points_left(m, "25/7") == 4
    play(m, f"overrun 0805 {DIVISION} go", "lose")
    assert (where(m, "25/7"), points_left(m, "25/7")) == ("0805", 1)


@pytest.mark.rule("guderian", "6.56b", "6.51d")
def test_with_fewer_than_three_points_there_is_no_further_overrun() -> None:
    m = position({"0101": "25/7", "0605": "2-2-6", "0705": "2-2-6", "0704": "6.ID", **LED}, dice=[1])
    m.play("move 25/7 0506")
    assert points_left(m, "25/7") == 3
    play(m, "overrun 0605 25/7 go", "lose")
    assert (where(m, "25/7"), points_left(m, "25/7")) == ("0605", 0)
    refused(m, "overrun 0705 25/7 go", "6.51a")


# --- 6.57, 6.58 ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("guderian", "6.57")
def test_overrunning_units_do_not_advance_after_combat() -> None:
    """An attack that eliminates the defender allows an advance of two hexes; an overrun one hex, unasked."""
    m = position({"0505": DIVISION, "0605": "1-1-6", "0303": "Lehr", **LED}, dice=[1])
    events = m.play(f"overrun 0605 {DIVISION} go")
    assert happened(events, Eliminated)
    assert not happened(events, Advanced)
    assert asked(m) == ("german", GERMAN_MOVEMENT)
    m.play("move 25/7 0705")
    assert points_left(m, "25/7") == 6


@pytest.mark.rule("guderian", "6.57")
def test_the_path_of_retreat_is_not_open_to_overrunning_units() -> None:
    m = position({"0505": DIVISION, "0605": "2-2-6", **LED}, dice=[1])
    events = play(m, f"overrun 0605 {DIVISION} go", "retreat", "retreat 0705", "retreat 0804")
    assert not happened(events, Advanced)
    assert asked(m)[1] == GERMAN_MOVEMENT
    assert where(m, "25/7") == "0605"


@pytest.mark.rule("guderian", "6.58")
@pytest.mark.parametrize("die", [1, 6])
def test_defenders_who_beat_off_an_overrun_stay_in_their_hex(die: int) -> None:
    """A1, and the attacker retreats; Ae, and he is gone: the defender would advance after combat, not here."""
    m = position({"0505": "6/7", "0605": "6-8-6", "0303": "Lehr", **LED}, dice=[die])
    m.play("overrun 0605 6/7 go")
    if die == 1:
        play(m, "retreat", "retreat 0405")
    assert where(m, "6/7") == ("0405" if die == 1 else None)
    assert asked(m) == ("german", GERMAN_MOVEMENT)
    assert where(m, "258SD") == "0605"


# --- 6.59 ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("guderian", "6.59", "6.51b")
def test_an_attacker_back_in_supply_at_the_instant_overruns_undivided() -> None:
    """Out of supply when the phase began, so half the points; but the overrun opens a line west for the second."""
    board = field(rows=3, lake="0301 0303")
    units = {"0502": "6.ID", "0302": "1-1-6", "0202": DIVISION, "0602": "2-2-6", "1002": "Konev"}
    m = position(units, board=board, dice=[1])
    assert points_left(m, "6.ID") == 3
    assert m.preview("overrun 0602 6.ID").attack == "2"
    m.play(f"overrun 0302 {DIVISION} go")
    assert supplied(m, "6.ID")
    assert m.preview("overrun 0602 6.ID").attack == "4"


@pytest.mark.rule("guderian", "6.59", "6.51b")
def test_the_defenders_supply_is_judged_at_the_instant_too() -> None:
    """Once the Leader behind it is gone, the division defends with half its strength."""
    units = {"0505": "Lehr 11/14 53/14", "0804": DIVISION, "0605": "6-8-6", "0805": "Lukin"}
    m = position(units, dice=[1])
    assert m.preview("overrun 0605 Lehr").defence == "8"
    play(m, f"overrun 0805 {DIVISION} go", "lose")
    assert "out-of-supply" in status(m, "258SD")
    assert m.preview("overrun 0605 Lehr").defence == "4"
    assert phase(m) == GERMAN_MOVEMENT
