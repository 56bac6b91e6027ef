"""6.5 Overrun: who, what for, and how it ends (6.5 to 6.54)."""

from __future__ import annotations

import pytest

from grognard.events import Attacked, Eliminated, Forced, LostStep, Moved, Rolled
from tests.guderian.table import (
    GERMAN_COMBAT,
    GERMAN_MOVEMENT,
    MAP,
    MECHANISED,
    SOVIET_MOVEMENT,
    allowed,
    asked,
    field,
    happened,
    hexes_offered,
    moat,
    phase,
    play,
    points_left,
    position,
    refused,
    stack,
    status,
    units_offered,
    where,
)

DIVISION = "25/7 6/7 7/7"  # the 7th Panzer Division, 16 points together: 8 in an overrun
LED = {"1005": "Konev"}  # in supply and in command from here to 0505 and no nearer


# --- 6.5, 6.51 -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("guderian", "6.5")
@pytest.mark.parametrize("when", [GERMAN_MOVEMENT, MECHANISED])
def test_the_germans_overrun_in_both_of_their_movement_phases(when: str) -> None:
    m = position({"0505": DIVISION, "0605": "2-2-6", **LED}, phase=when, dice=[1])
    play(m, f"overrun 0605 {DIVISION} go", "lose")
    assert stack(m, "0605") == set(DIVISION.split())


@pytest.mark.rule("guderian", "6.5")
def test_the_soviets_overrun_in_theirs() -> None:
    m = position({"0605": "9-8-6 8-8-6 Konev", "0505": "7/7:1", "0510": "6.ID"}, phase=SOVIET_MOVEMENT, dice=[1])
    m.play("overrun 0505 50SD 123SD go")
    assert stack(m, "0505") == {"50SD", "123SD"}


@pytest.mark.rule("guderian", "6.5")
@pytest.mark.parametrize("target", ["6-8-6", "rifle armoured", "Lukin", "6-8-6!", "4-10 Lukin!"])
def test_any_enemy_unit_may_be_overrun(target: str) -> None:
    allowed(position({"0505": DIVISION, "0605": target, **LED}), f"overrun 0605 {DIVISION} go")


@pytest.mark.rule("guderian", "6.51a")
def test_overrunning_units_stand_together_next_to_the_target() -> None:
    m = position({"0405": "25/7", "0505": "6/7", "0506": "7/7", "0605": "6-8-6", **LED})
    refused(m, "overrun 0605 25/7 go", "6.51a")
    refused(m, "overrun 0605 6/7 7/7 go", "6.51a")
    refused(m, "overrun 0505 6/7 go", "6.51a")  # no enemy there
    refused(m, "overrun 0705 6/7 go", "6.51a")
    allowed(m, "overrun 0605 6/7 go")


@pytest.mark.rule("guderian", "6.51a")
def test_there_is_no_overrun_across_a_lake() -> None:
    """G11."""
    m = position({"0505": "6/7", "0506": "7/7", "0605": "6-8-6", **LED}, board=field(lake_sides="0505/se"))
    refused(m, "overrun 0605 6/7 go", "6.51a")
    allowed(m, "overrun 0605 7/7 go")


@pytest.mark.rule("guderian", "6.51a")
def test_each_unit_spends_three_more_points() -> None:
    m = position({"0405": "25/7 6.ID", "0705": "1-2-6"}, dice=[6])
    play(m, "move 25/7 6.ID 0505", "move 25/7 6.ID 0605", "overrun 0705 25/7 6.ID go")
    assert (points_left(m, "25/7"), points_left(m, "6.ID")) == (5, 2)


@pytest.mark.rule("guderian", "6.51a", "6.23")
def test_a_unit_with_fewer_than_three_points_left_cannot_overrun() -> None:
    m = position({"0105": "6.ID", "0707": "6-8-6", "0706": "7/7", **LED})
    m.play("move 6.ID 0606")
    assert points_left(m, "6.ID") == 2
    refused(m, "overrun 0707 6.ID go", "6.51a")
    exactly = position({"0205": "6.ID", "0707": "6-8-6", **LED})
    exactly.play("move 6.ID 0606")
    assert points_left(exactly, "6.ID") == 3
    allowed(exactly, "overrun 0707 6.ID go")


@pytest.mark.rule("guderian", "6.51a", "6.54b")
def test_an_overrun_attacks_everything_in_the_target_hex() -> None:
    m = position({"0505": DIVISION, "0605": "2-2-6 4-4-6 Lukin", **LED}, dice=[1])
    (attack,) = happened(m.play(f"overrun 0605 {DIVISION} go"), Attacked)
    assert (attack.attack, attack.defence, attack.hexes) == (8, 2 + 4 + 3, ("0605",))


@pytest.mark.rule("guderian", "6.51b")
def test_an_overrun_is_made_at_half_strength_and_terrain_counts() -> None:
    clear = position({"0505": "6.ID", "0605": "2-2-6", **LED})
    assert (clear.preview("overrun 0605 6.ID").attack, clear.preview("overrun 0605 6.ID").defence) == ("4", "2")
    forest = position({"0505": "6.ID", "0605": "2-2-6", **LED}, board=field(forest="0605", river="0505/se"))
    assert forest.preview("overrun 0605 6.ID").defence == "6"


@pytest.mark.rule("guderian", "6.51c")
def test_all_overrunning_units_must_enter_the_emptied_hex_and_pay_nothing() -> None:
    """Forest and river would cost the panzers four points each."""
    board = field(forest="0605", river=moat("0605"))
    m = position({"0505": f"{DIVISION} Lehr", "0605": "Rakutin", **LED}, board=board, dice=[1])
    events = m.play(f"overrun 0605 {DIVISION} go")
    events += m.play("lose")
    assert [(e.unit, e.how) for e in happened(events, Moved)] == [(name, "overruns into") for name in DIVISION.split()]
    assert stack(m, "0605") == set(DIVISION.split())
    assert where(m, "Lehr") == "0505"
    assert points_left(m, "25/7") == 7


@pytest.mark.rule("guderian", "6.51c", "6.51d")
@pytest.mark.example("guderian", "d.overrun.cost")
def test_four_hexes_an_overrun_and_three_points_left() -> None:
    m = position({"0105": DIVISION, "0605": "2-2-6", **LED}, dice=[1])
    play(m, f"move {DIVISION} 0505", f"overrun 0605 {DIVISION} go", "retreat", "retreat 0705", "retreat 0804")
    assert stack(m, "0605") == set(DIVISION.split())
    assert [points_left(m, name) for name in DIVISION.split()] == [3, 3, 3]
    assert "0608" in hexes_offered(m, "move 25/7")
    refused(m, "move 25/7 0609", "6.23")


@pytest.mark.rule("guderian", "6.51d", "6.54b")
@pytest.mark.example("guderian", "d.overrun.nozoc")
def test_the_routed_defender_has_no_zone_of_control_and_may_be_overrun_again() -> None:
    m = position({"0205": DIVISION, "0605": "2-2-6", **LED}, dice=[4, 4])
    play(m, f"move {DIVISION} 0505", f"overrun 0605 {DIVISION} go", "retreat", "retreat 0705")
    assert points_left(m, "25/7") == 4
    assert "disrupted" in status(m, "38SD")
    allowed(m, "move 25/7 0606")
    play(m, f"overrun 0705 {DIVISION} go", "retreat", "retreat 0804")
    assert (where(m, "25/7"), points_left(m, "25/7")) == ("0705", 1)
    allowed(m, "move 25/7 0706")
    refused(m, "overrun 0804 25/7 go", "6.51a")


@pytest.mark.rule("guderian", "6.51d", "6.0b")
def test_after_an_overrun_the_force_may_part_until_another_unit_is_moved() -> None:
    """G12."""
    m = position({"0505": DIVISION, "0605": "Lukin", "0310": "Lehr", **LED}, dice=[1])
    play(m, f"overrun 0605 {DIVISION} go", "lose", "move 25/7 0606", "move 6/7 0604")
    allowed(m, "move 25/7 0607")
    m.play("move Lehr 0309")
    refused(m, "move 7/7 0705", "6.0b")


@pytest.mark.rule("guderian", "6.51c")
def test_stacking_does_not_matter_until_the_phase_is_over() -> None:
    """G13: four regiments overrun together; when the phase ends one is too many."""
    m = position({"0505": f"{DIVISION} Lehr", "0605": "2-2-6", **LED}, dice=[1])
    play(m, f"overrun 0605 {DIVISION} Lehr go", "lose")
    assert len(stack(m, "0605")) == 4
    m.play("end")
    assert asked(m) == ("german", "overstack")


@pytest.mark.rule("guderian", "6.51c")
def test_defenders_who_vanish_when_revealed_leave_the_hex_open() -> None:
    """G30: no die is thrown, and the force enters and may go on."""
    m = position({"0505": DIVISION, "0605": "?0-0-6", **LED})
    events = m.play(f"overrun 0605 {DIVISION} go")
    assert not happened(events, Rolled)
    assert where(m, "25/7") == "0605"
    allowed(m, "move 25/7 0606")


@pytest.mark.rule("guderian", "6.51c")
def test_attackers_who_vanish_when_revealed_make_no_overrun() -> None:
    """G30."""
    m = position({"0605": "?0-0-6", "0806": "rifle Konev", "0505": "7/7"}, phase=SOVIET_MOVEMENT)
    events = m.play("overrun 0505 R1 go")
    assert not happened(events, Rolled)
    assert stack(m, "0605") == set()
    assert status(m, "7/7") == set()


@pytest.mark.rule("guderian", "6.51c")
def test_a_division_that_drops_out_does_not_enter_the_hex() -> None:
    """12.3b: the 0-1-6 goes back to where it came from; the others enter without it, and it moves no more."""
    units = {"0706": "?0-1-6 9-8-6 8-8-6 Konev", "0505": "7/7:1", "1105": "rifle"}
    m = position(units, phase=SOVIET_MOVEMENT, dice=[1])
    play(m, "move R1 50SD 123SD 0605", "overrun 0505 50SD 123SD R1 go")
    assert stack(m, "0505") == {"50SD", "123SD"}
    assert where(m, "13SD") == "0706"
    refused(m, "move 13SD 0707", "6.52a")


# --- 6.52 ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("guderian", "6.52a")
def test_an_overrun_that_does_not_dislodge_the_defenders_ends_the_move() -> None:
    """D1 against two divisions: one is lost, the other holds the hex."""
    m = position({"0505": f"{DIVISION} Lehr", "0605": "2-2-6 2-2-6", **LED}, dice=[2])
    play(m, f"overrun 0605 {DIVISION} go", "lose", "lose 38SD")
    assert len(stack(m, "0605")) == 1
    assert where(m, "25/7") == "0505"
    refused(m, "overrun 0605 25/7 go", "6.52a")
    refused(m, "overrun 0605 Lehr 25/7 go", "6.52a")
    refused(m, "move 25/7 0405", "6.52a")
    allowed(m, "overrun 0605 Lehr go")


@pytest.mark.rule("guderian", "6.52b", "6.61")
@pytest.mark.example("guderian", "d.split.overrun")
def test_a_split_result_halts_the_overrun_even_if_the_hex_is_empty() -> None:
    m = position({"0505": DIVISION, "0605": "2-2-6", "0303": "Lehr", **LED}, dice=[5])
    play(m, f"overrun 0605 {DIVISION} go", "retreat", "retreat 0705", "lose", "lose 6/7")
    assert stack(m, "0605") == set()
    assert stack(m, "0505") == set(DIVISION.split())
    assert "disrupted" in status(m, "38SD")
    for name in DIVISION.split():
        refused(m, f"move {name} 0405", "6.52a")


@pytest.mark.rule("guderian", "6.52b", "6.61")
@pytest.mark.example("guderian", "d.engaged.overrun")
def test_an_engaged_result_costs_each_side_a_step_and_halts_the_overrun() -> None:
    m = position({"0505": DIVISION, "0605": "2-2-6 Lukin", "0303": "Lehr", **LED}, dice=[4])
    play(m, f"overrun 0605 {DIVISION} go", "lose 38SD")
    assert [e.unit for e in happened(m.play("lose 7/7"), LostStep)] == ["7/7"]
    assert stack(m, "0605") == {"Lukin"}
    assert "disrupted" not in status(m, "Lukin")
    refused(m, "move 25/7 0405", "6.52a")


@pytest.mark.rule("guderian", "6.52b")
def test_engaged_nobody_enters_even_if_the_only_defender_was_lost() -> None:
    m = position({"0505": DIVISION, "0605": "6-8-6", "0303": "Lehr", **LED}, dice=[4])
    play(m, f"overrun 0605 {DIVISION} go", "lose 6/7")
    assert (stack(m, "0605"), stack(m, "0505")) == (set(), set(DIVISION.split()))
    refused(m, "move 25/7 0405", "6.52a")


@pytest.mark.rule("guderian", "6.52b")
def test_after_a_split_elimination_nobody_enters_either() -> None:
    """De/A1 at 6-1: the hex is empty, the attackers have lost a step, and they stay."""
    m = position({"0505": "25/7 6/7 7/7 6.ID", "0605": "1-1-6", "0303": "Lehr", **LED}, dice=[3])
    assert m.preview("overrun 0605 25/7 6/7 7/7 6.ID").column == "8-1"
    play(m, "overrun 0605 25/7 6/7 7/7 6.ID go", "lose", "lose 6.ID")
    assert stack(m, "0605") == set()
    assert stack(m, "0505") == {"25/7", "6/7", "7/7", "6.ID"}
    refused(m, "move 6.ID 0405", "6.52a")


@pytest.mark.rule("guderian", "6.52c", "6.58")
@pytest.mark.parametrize("answer", ["lose", "retreat"])
def test_any_loss_or_retreat_of_the_attacker_ends_his_move(answer: str) -> None:
    m = position({"0505": "25/7", "0605": "6-8-6", "0303": "Lehr", **LED}, dice=[1])
    play(m, "overrun 0605 25/7 go", answer)
    if answer == "retreat":
        m.play("retreat 0405")
    assert where(m, "25/7") == ("0505" if answer == "lose" else "0405")
    refused(m, "move 25/7 0305", "6.52a")


# --- 6.53, 6.54 ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("guderian", "6.53")
def test_a_leader_may_be_overrun() -> None:
    m = position({"0505": DIVISION, "0605": "Lukin", **LED}, dice=[2])
    assert [e.defence for e in happened(m.play(f"overrun 0605 {DIVISION} go"), Attacked)] == [3]
    assert [e.unit for e in happened(m.play("lose"), Eliminated)] == ["Lukin"]


@pytest.mark.rule("guderian", "6.53")
def test_a_leader_does_not_overrun_alone_but_goes_along() -> None:
    m = position({"0605": "9-8-6 Konev", "0505": "7/7:1", "0510": "6.ID"}, phase=SOVIET_MOVEMENT, dice=[1])
    refused(m, "overrun 0505 Konev go", "6.53")
    assert units_offered(m, "overrun 0505 50SD") == {"Konev"}
    m.play("overrun 0505 50SD Konev go")
    assert stack(m, "0505") == {"50SD", "Konev"}


@pytest.mark.rule("guderian", "6.54a")
def test_units_overrun_together_only_if_they_began_the_phase_together() -> None:
    m = position({"0405": "25/7 6/7", "0505": "7/7", "0605": "6-8-6", **LED})
    m.play("move 25/7 6/7 0505")
    refused(m, "overrun 0605 25/7 7/7 go", "6.54a")
    allowed(m, "overrun 0605 25/7 6/7 go")
    allowed(m, "overrun 0605 7/7 go")


@pytest.mark.rule("guderian", "6.54a", "6.0b")
def test_units_that_came_up_one_after_the_other_do_not_overrun_together() -> None:
    m = position({"0305": "25/7 6/7", "0605": "6-8-6", **LED})
    play(m, "move 25/7 0505", "move 6/7 0505")
    refused(m, "overrun 0605 6/7 25/7 go", "6.0b")
    allowed(m, "overrun 0605 6/7 go")


@pytest.mark.rule("guderian", "6.54a")
def test_reinforcements_by_one_hex_count_as_starting_together() -> None:
    """G9."""
    m = position({"0212": "1-2-6", "4015": "Konev"}, board=MAP, turn=7, due={"C": "25/7 6/7 7/7"})
    m.play("enter 25/7 6/7 0112")
    allowed(m, "overrun 0212 25/7 6/7 go")
    m.play("enter 7/7 0112")
    refused(m, "overrun 0212 7/7 25/7 go", "6.0b")


@pytest.mark.rule("guderian", "6.54b")
def test_an_overrun_has_one_target_hex() -> None:
    m = position({"0505": DIVISION, "0605": "6-8-6", "0604": "4-4-6", **LED})
    refused(m, "overrun 0605 0604 25/7 go", "6.54b")
    refused(m, "overrun 0605 25/7 0604 go", "6.54b")


@pytest.mark.rule("guderian", "6.54b")
def test_a_hex_may_be_overrun_again_by_another_force() -> None:
    m = position({"0505": DIVISION, "0506": "6.ID", "0605": "2-2-6 2-2-6", **LED}, dice=[2, 1])
    play(m, f"overrun 0605 {DIVISION} go", "lose", "lose 38SD")
    play(m, "overrun 0605 6.ID go", "lose")
    assert stack(m, "0605") == {"6.ID"}


@pytest.mark.rule("guderian", "6.54b")
def test_overrun_is_not_combat_both_may_fight_again_in_the_combat_phase_and_after() -> None:
    """G14."""
    m = position({"0505": f"{DIVISION}", "0605": "4-4-6 4-4-6", **LED}, dice=[1, 1])
    play(m, f"overrun 0605 {DIVISION} go", "lose", "lose 17SD")
    assert phase(m) == GERMAN_COMBAT  # nobody could do more: the phase ended by itself
    play(m, f"attack 0605 {DIVISION} go", "retreat", "retreat 0705", "retreat 0804", "advance 25/7 0705", "stay")
    assert phase(m) == MECHANISED
    allowed(m, "overrun 0804 25/7 go")
    assert not [e for e in m.events if isinstance(e, Forced) and e.action.startswith("overrun")]


@pytest.mark.rule("guderian", "6.54a", "6.0b")
def test_units_on_the_move_and_fresh_ones_do_not_overrun_together() -> None:
    """The enemy is disrupted, so 25/7 may leave the hex next to him and come back."""
    m = position({"0505": DIVISION, "0605": "6-8-6!", **LED})
    play(m, "move 25/7 0405", "move 25/7 0505")
    refused(m, "overrun 0605 25/7 6/7", "6.0b")
    allowed(m, "overrun 0605 25/7 go")
    allowed(m, "overrun 0605 6/7 7/7 go")
