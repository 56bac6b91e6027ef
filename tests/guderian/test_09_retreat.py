"""9.7 Retreats."""

from __future__ import annotations

import pytest

import grognard
from grognard.events import Attacked, Eliminated, Retreated, Rolled
from grognard.games.guderian.position import DEAD, Position
from tests.guderian.table import (
    FIELD,
    GERMAN_COMBAT,
    GERMAN_MOVEMENT,
    MECHANISED,
    SOVIET_COMBAT,
    Board,
    allowed,
    asked,
    facts,
    field,
    happened,
    hexes_offered,
    phase,
    play,
    position,
    refused,
    stack,
    status,
    units_offered,
    where,
)

Units = dict[str, str]


def beaten(
    defenders: str, die: int, more: Units | None = None, *, board: Board = FIELD, turn: int = 7, konev: str = "1005"
) -> grognard.Match:
    """6.ID in 0505 has attacked Soviets in 0605 and they have chosen to retreat."""
    units = {"0505": "6.ID", "0605": defenders, konev: "Konev", **(more or {})}
    m = position(units, board=board, phase=GERMAN_COMBAT, dice=[die], turn=turn)
    play(m, "attack 0605 6.ID go", "retreat")
    return m


def result(m: grognard.Match) -> str:
    """What the table said last."""
    return happened(m.events, Rolled)[-1].result


def lost(m: grognard.Match) -> list[tuple[str, str]]:
    """The units eliminated so far and the rules by which they were."""
    return [(e.unit, e.rule) for e in happened(m.events, Eliminated)]


# --- 9.71 where units can retreat ------------------------------------------------------------------------------------


@pytest.mark.rule("guderian", "9.71a")
def test_steps_may_always_be_lost_instead() -> None:
    m = position({"0505": "6.ID", "0605": "56SD", "1005": "Konev"}, phase=GERMAN_COMBAT, dice=[3])
    play(m, "attack 0605 6.ID go", "lose")
    assert (lost(m), happened(m.events, Retreated)) == ([("56SD", "9.65b")], [])


@pytest.mark.rule("guderian", "9.71b")
def test_nobody_retreats_into_enemies_or_their_zones() -> None:
    m = beaten("56SD", 3)
    assert hexes_offered(m, "retreat") == {"0705", "0706", "0606"}
    refused(m, "retreat 0505", "9.71b")  # the enemy himself
    refused(m, "retreat 0604", "9.71b")  # his zone
    refused(m, "retreat 0506", "9.71b")
    refused(m, "retreat 0805", "9.72")  # two hexes away


@pytest.mark.rule("guderian", "9.71b")
def test_nobody_retreats_through_an_enemy_zone() -> None:
    # D2: all that lies beyond 0606 is in the zone of 5.ID or 7.ID.
    m = beaten("56SD", 1, {"0708": "5.ID", "0508": "7.ID"})
    assert result(m) == "D2"
    assert hexes_offered(m, "retreat") == {"0705", "0706"}
    refused(m, "retreat 0606", "9.65a")


@pytest.mark.rule("guderian", "9.71b")
def test_nobody_retreats_over_a_lake() -> None:
    m = beaten("56SD", 3, board=field(lake="0706", lake_sides="0605/s"))
    assert where(m, "56SD") == "0705"  # the only way left
    m = beaten("56SD", 3, board=field(lake_sides="0605/ne"))
    assert hexes_offered(m, "retreat") == {"0706", "0606"}
    refused(m, "retreat 0705", "9.71b")


@pytest.mark.rule("guderian", "9.71b")
def test_nobody_leaves_the_map() -> None:
    # G24: in the corner there is no other way; the steps must be lost.
    m = position({"0102": "6.ID", "0101": "56SD", "1005": "Konev"}, phase=GERMAN_COMBAT, dice=[6])
    m.play("attack 0101 6.ID go")  # out of supply: 9 to 1
    assert (result(m), lost(m)) == ("D2", [("56SD", "9.65b")])


@pytest.mark.rule("guderian", "9.71b", "8.14")
def test_an_enemy_zone_is_no_bar_where_a_friendly_unit_stands() -> None:
    ring = {"0805": "5.ID", "0607": "7.ID"}  # with 6.ID they control all six hexes around 0605
    m = position({"0505": "6.ID", "0605": "56SD", "1004": "Konev", **ring}, phase=GERMAN_COMBAT, dice=[5])
    m.play("attack 0605 6.ID go")
    assert (result(m), lost(m)) == ("D2", [("56SD", "9.65b")])  # nobody was asked
    m = beaten("56SD", 3, {**ring, "0604": "38SD"}, konev="1004")
    assert (result(m), where(m, "56SD")) == ("D1", "0604")


@pytest.mark.rule("guderian", "9.71b", "9.65a")
def test_if_only_part_of_the_way_is_open_the_retreat_may_not_be_chosen() -> None:
    # G24: D2, but beyond 0705 there is only water.
    lakes = field(lake="0604 0606 0706 0704 0804 0805")
    m = position({"0505": "6.ID", "0605": "56SD", "1005": "Konev"}, board=lakes, phase=GERMAN_COMBAT, dice=[5])
    m.play("attack 0605 6.ID go")
    assert (result(m), lost(m)) == ("D2", [("56SD", "9.65b")])


# --- 9.72 who draws the path -----------------------------------------------------------------------------------------


@pytest.mark.rule("guderian", "9.72")
def test_the_opponent_draws_the_path_and_the_stack_goes_together() -> None:
    m = beaten("38SD 108SD", 1)  # 9 to 3
    assert (result(m), asked(m)) == ("D2", ("german", "retreat"))
    assert not any(one.occasion for one in m.decisions)
    play(m, "retreat 0606")
    way = m.decisions[0].occasion  # so far, for who draws it
    assert way is not None
    assert (way.hexes, way.says) == (("0605", "0606"), "38SD 108SD have fallen back from 0605 to 0606")
    play(m, "retreat 0607")
    assert [e.path for e in happened(m.events, Retreated)] == [("0605", "0606", "0607")] * 2
    assert stack(m, "0607") == {"38SD", "108SD"}


@pytest.mark.rule("guderian", "9.72")
def test_the_soviet_player_draws_the_path_of_german_units() -> None:
    m = position({"0505": "6.ID", "0605": "123SD", "1005": "Konev"}, phase=GERMAN_COMBAT, dice=[6])
    play(m, "attack 0605 6.ID go", "retreat")
    assert (result(m), asked(m)) == ("A2", ("soviet", "retreat"))
    assert hexes_offered(m, "retreat") == {"0504", "0405", "0404"}  # not where 123SD has its zone
    play(m, "retreat 0504", "retreat 0503")
    assert where(m, "6.ID") == "0503"


@pytest.mark.rule("guderian", "9.73a")
def test_a_vacant_hex_comes_before_the_distance() -> None:
    # G24: 0704, 0804 and 0805 lie two hexes away but hold friends; 0706 is vacant, though next to 0605.
    m = beaten("56SD", 1, {"0704": "rifle", "0804": "rifle", "0805": "rifle"})
    m.play("retreat 0705")
    assert where(m, "56SD") == "0706"


@pytest.mark.rule("guderian", "9.72", "9.65a")
def test_a_retreat_of_two_hexes_ends_two_hexes_away_if_that_is_possible() -> None:
    # G24
    m = beaten("56SD", 1)
    m.play("retreat 0705")
    assert hexes_offered(m, "retreat") == {"0704", "0804", "0805"}
    refused(m, "retreat 0706", "9.65a")  # next to 0605 still
    refused(m, "retreat 0605", "9.65a")  # back where they came from
    # On an island of two hexes there is no such path: a nearer end will do.
    lakes = field(lake="0604 0606 0704 0804 0805 0806 0707")
    m = beaten("56SD", 5, board=lakes)
    assert result(m) == "D2"
    m.play("retreat 0705")
    assert where(m, "56SD") == "0706"


# --- 9.73 vacant hexes first, and stacking ---------------------------------------------------------------------------


@pytest.mark.rule("guderian", "9.73a")
def test_vacant_hexes_are_taken_before_those_of_friends() -> None:
    m = beaten("56SD", 3, {"0706": "38SD"})
    assert hexes_offered(m, "retreat") == {"0705", "0606"}
    refused(m, "retreat 0706", "9.73a")


@pytest.mark.rule("guderian", "9.73a")
def test_and_that_at_each_step() -> None:
    m = beaten("56SD", 1, {"0805": "38SD", "0606": "108SD"})
    assert result(m) == "D2"
    assert hexes_offered(m, "retreat") == {"0705", "0706"}
    m.play("retreat 0705")
    assert hexes_offered(m, "retreat") == {"0704", "0804"}
    refused(m, "retreat 0805", "9.73a")


SHUT = {"0607": "5.ID"}  # with 6.ID it leaves 0605 two ways out: 0705 and 0706


@pytest.mark.rule("guderian", "9.73a")
def test_friends_with_room_come_before_full_stacks() -> None:
    # G25
    m = beaten("56SD 108SD", 1, {**SHUT, "0705": "38SD", "0706": "17SD 25SD 42SD", "0804": "46SD"})
    assert result(m) == "D2"
    assert hexes_offered(m, "retreat") == {"0704", "0805"}  # the first hex was 0705: there was no other
    assert not lost(m)
    m = beaten("56SD 108SD", 4, {**SHUT, "0705": "38SD 46SD", "0706": "17SD 25SD 42SD"})
    assert hexes_offered(m, "retreat") == {"0705", "0706"}  # neither has room for both: the German chooses


@pytest.mark.rule("guderian", "9.73b")
def test_the_opponent_may_drive_units_into_a_full_stack_if_nothing_better_is_open() -> None:
    m = beaten("56SD", 3, {**SHUT, "0705": "38SD 46SD 45SD", "0706": "17SD 25SD 42SD"})
    m.play("retreat 0706")
    assert lost(m) == [("56SD", "9.73b")]
    assert stack(m, "0706") == {"17SD", "25SD", "42SD"}
    assert facts(m).pool["rifle"].dead == 1  # G65: it may come back


@pytest.mark.rule("guderian", "9.73b")
def test_a_full_soviet_stack_still_has_room_for_a_leader() -> None:
    m = beaten("Lukin 108SD", 4, {**SHUT, "0705": "38SD 46SD 45SD", "0706": "17SD 25SD 42SD"})
    m.play("retreat 0705")
    assert lost(m) == [("108SD", "9.73b")]
    assert stack(m, "0705") == {"38SD", "46SD", "45SD", "Lukin"}


# Two German regiments in 0505 under a Soviet attack from 0605; zones of control leave them 0404 only.
POCKET = {"0505": "6/7 7/7", "0404": "25/7 GD", "0605": "123SD", "0503": "17SD", "0306": "38SD", "1005": "Konev"}


@pytest.mark.rule("guderian", "9.73b", "7.2")
@pytest.mark.example("guderian", "9.73")
@pytest.mark.parametrize("saved", ["6/7", "7/7"])
def test_two_german_units_retreat_into_a_hex_with_two_others_and_one_is_eliminated(saved: str) -> None:
    m = position(POCKET, phase=SOVIET_COMBAT, dice=[2])
    play(m, "attack 0505 123SD go", "retreat")
    assert result(m) == "D1"  # 8 to 4
    assert asked(m) == ("german", "overstack")  # G26: their owner chooses
    assert units_offered(m, "lose") == {"6/7", "7/7"}
    gone = ({"6/7", "7/7"} - {saved}).pop()
    m.play(f"lose {gone}")
    assert lost(m) == [(gone, "9.73b")]
    assert stack(m, "0404") == {"25/7", "GD", saved}


@pytest.mark.rule("guderian", "9.73b")
@pytest.mark.example("guderian", "9.73")
def test_it_is_the_same_if_they_only_pass_through_that_hex() -> None:
    m = position(POCKET, phase=SOVIET_COMBAT, dice=[1])
    play(m, "attack 0505 123SD go", "retreat")
    assert result(m) == "D2"
    m.play("lose 6/7")
    assert (stack(m, "0404"), where(m, "7/7")) == ({"25/7", "GD"}, "0304")


@pytest.mark.rule("guderian", "9.73a")
def test_the_closed_columns_come_last_of_all_and_destroy() -> None:
    # G25, 6.4c: 56SD in 0305 is attacked from 0405; a zone of control bars 0306.
    units = {"0405": "6.ID", "0305": "56SD", "0705": "Konev"}
    m = position(units, phase=GERMAN_COMBAT, dice=[3], turn=6)
    play(m, "attack 0305 6.ID go", "retreat")
    assert where(m, "56SD") == "0304"  # vacant, and not closed
    full = {**units, "0304": "17SD 38SD 108SD"}
    m = position(full, phase=GERMAN_COMBAT, dice=[3], turn=6)
    play(m, "attack 0305 6.ID go", "retreat")
    assert lost(m) == [("56SD", "9.73b")]  # driven into the full stack, not into the closed columns
    m = position({**units, "0303": "5.ID"}, phase=GERMAN_COMBAT, dice=[5], turn=6)
    play(m, "attack 0305 6.ID go", "retreat")
    assert hexes_offered(m, "retreat") == {"0205", "0204"}
    m.play("retreat 0205")
    assert lost(m) == [("56SD", "6.4c")]
    m = position(full, phase=GERMAN_COMBAT, dice=[3], turn=7)
    play(m, "attack 0305 6.ID go", "retreat", "retreat 0205")  # from turn 7 on they are hexes like others
    assert where(m, "56SD") == "0205"


# --- 9.74 friends are not disturbed ----------------------------------------------------------------------------------


@pytest.mark.rule("guderian", "9.74")
def test_those_passed_through_stay_and_are_attacked_as_if_nothing_had_happened() -> None:
    units = {"0505": "6.ID", "0607": "5.ID", "0805": "7.ID", "0605": "56SD", "0706": "123SD 38SD", "0806": "108SD"}
    m = position({**units, "1007": "Konev"}, phase=GERMAN_COMBAT, dice=[1, 6])
    play(m, "attack 0605 6.ID go", "retreat")
    assert (result(m), where(m, "56SD")) == ("D2", "0806")  # through 0706
    assert stack(m, "0706") == {"123SD", "38SD"}
    m.play("stay")
    (combat,) = happened(m.play("attack 0706 7.ID go"), Attacked)
    assert combat.defence == 8 + 2


@pytest.mark.rule("guderian", "9.74")
def test_those_joined_by_beaten_attackers_may_still_attack() -> None:
    units = {"0505": "6/7", "0404": "25/7", "0405": "6.ID", "0605": "123SD", "0503": "17SD", "0306": "38SD"}
    m = position({**units, "1005": "Konev"}, phase=GERMAN_COMBAT, dice=[1])
    play(m, "attack 0605 6/7 go", "retreat", "retreat 0405", "stay")  # A1; 123SD stays where it is
    assert stack(m, "0405") == {"6/7", "6.ID"}
    refused(m, "attack 0306 6/7 go", "9.14")
    allowed(m, "attack 0306 6.ID go")


# --- 9.75 retreated units under a further attack ---------------------------------------------------------------------

# 56SD retreats from 0605 to 123SD in 0706, which 5.ID in 0805 then attacks; 38SD keeps a line to Konev open.
REFUGE = {
    "0505": "6.ID", "0805": "5.ID GD", "0607": "7.ID",
    "0605": "56SD", "0706": "123SD", "0806": "38SD", "1007": "Konev",
}  # fmt: skip


def refuge(*dice: int) -> grognard.Match:
    """56SD has fled to 123SD in 0706."""
    m = position(REFUGE, phase=GERMAN_COMBAT, dice=[3, *dice])
    play(m, "attack 0605 6.ID go", "retreat")
    assert (result(m), stack(m, "0706")) == ("D1", {"56SD", "123SD"})
    m.play("stay")
    return m


@pytest.mark.rule("guderian", "9.75", "9.14")
def test_a_unit_that_fled_there_adds_nothing_to_the_defence() -> None:
    m = refuge(5)
    assert m.preview("attack 0706 5.ID").defence == "8"
    (combat,) = happened(m.play("attack 0706 5.ID go"), Attacked)
    assert (combat.defence, result(m)) == (8, "A1")
    play(m, "lose")
    assert lost(m) == []  # the defence suffered nothing, so it lives


@pytest.mark.rule("guderian", "9.75")
@pytest.mark.parametrize("choice", ["lose", "retreat"])
def test_it_is_eliminated_with_any_loss_or_retreat_whatever_is_chosen_for_the_rest(choice: str) -> None:
    m = refuge(1)
    m.play("attack 0706 5.ID go")
    assert result(m) == "D1"
    assert lost(m) == [("56SD", "9.75")]
    assert asked(m) == ("soviet", "loss-or-retreat")
    m.play(choice)
    assert lost(m) == [("56SD", "9.75")] + ([("123SD", "9.65b")] if choice == "lose" else [])


@pytest.mark.rule("guderian", "9.75")
@pytest.mark.parametrize(("die", "text"), [(4, "Eng"), (2, "D1/A1")])
def test_an_engagement_or_a_split_result_is_enough(die: int, text: str) -> None:
    # G27
    m = refuge(die)
    m.play("attack 0706 5.ID go")
    assert result(m) == text
    assert lost(m)[0] == ("56SD", "9.75")


@pytest.mark.rule("guderian", "9.75")
def test_against_an_overrun_in_the_next_phase_it_adds_nothing_either() -> None:
    # G27
    m = refuge(5, 1)
    play(m, "attack 0706 5.ID go", "lose", "end")
    assert (phase(m), "retreated" in status(m, "56SD")) == (MECHANISED, True)
    assert m.preview("overrun 0706 GD").defence == "8"


@pytest.mark.rule("guderian", "9.75", "9.14")
def test_nor_in_the_combat_phase_if_an_overrun_has_driven_it_there() -> None:
    # G27
    m = position({**REFUGE, "0505": "25/7 6/7 7/7"}, phase=GERMAN_MOVEMENT, dice=[2, 1])
    play(m, "overrun 0605 25/7 6/7 7/7 go", "retreat", "end")
    assert (phase(m), stack(m, "0706")) == (GERMAN_COMBAT, {"56SD", "123SD"})
    assert m.preview("attack 0706 5.ID").defence == "8"
    m.play("attack 0706 5.ID go")
    assert (result(m), lost(m)) == ("D1", [("56SD", "9.75")])


@pytest.mark.rule("guderian", "9.75")
def test_alone_in_the_hex_it_has_nobody_to_add_to() -> None:
    # G27: 123SD is gone when 56SD, which fled to it from an overrun, is attacked.
    m = position({**REFUGE, "0505": "25/7 6/7 7/7"}, phase=GERMAN_MOVEMENT, dice=[2, 1])
    play(m, "overrun 0605 25/7 6/7 7/7 go", "retreat", "end")
    g = m.state
    assert isinstance(g, Position)
    g.thaw()
    g.withdraw(g.unit("123SD"), DEAD)
    g.freeze()
    (combat,) = happened(m.play("attack 0706 5.ID go"), Attacked)
    assert combat.defence == 3


@pytest.mark.rule("guderian", "9.75")
def test_beaten_attackers_among_friends_add_nothing_in_the_enemys_turn_that_follows() -> None:
    # G27: 56SD attacks 6.ID, and goes back to 123SD.
    units = {
        "0505": "6.ID",
        "0605": "56SD",
        "0706": "123SD",
        "0607": "5.ID",
        "0804": "GD",
        "0806": "38SD",
        "1007": "Konev",
    }
    m = position(units, phase=SOVIET_COMBAT, dice=[1, 3, 3])
    play(m, "attack 0505 56SD go", "retreat", "stay")  # A1; 0705 is in the zone of GD
    assert stack(m, "0706") == {"56SD", "123SD"}
    while phase(m) != GERMAN_MOVEMENT:
        m.play("end")
    play(m, "move GD 0805")
    assert m.preview("overrun 0706 GD").defence == "8"
    m.play("end")
    assert m.preview("attack 0706 GD").defence == "8"
    while phase(m) != "soviet-movement":
        m.play("end")
    assert "retreated" not in status(m, "56SD")  # its side's turn has come


@pytest.mark.rule("guderian", "9.75")
def test_a_unit_that_leaves_the_hex_is_free_of_it() -> None:
    units = {"0505": "6/7", "0404": "25/7", "0504": "GD", "0405": "Lehr", "0605": "123SD", "1005": "Konev"}
    m = position(units, phase=GERMAN_COMBAT, dice=[1])
    play(m, "attack 0605 6/7 go", "retreat", "retreat 0404", "stay")  # A1
    assert (phase(m), "retreated" in status(m, "6/7")) == (MECHANISED, True)
    m.play("move 6/7 0304")
    assert "retreated" not in status(m, "6/7")


@pytest.mark.rule("guderian", "9.75")
def test_a_position_may_say_who_has_fled_there() -> None:
    units = {"0505": "6.ID", "0605": "56SD 123SD", "1005": "Konev"}
    m = position(units, phase=GERMAN_COMBAT, retreated="56SD")
    assert m.preview("attack 0605 6.ID").defence == "8"


@pytest.mark.rule("guderian", "9.75")
def test_so_it_is_under_an_overrun_that_follows_an_overrun() -> None:
    units = {**REFUGE, "0505": "25/7 6/7 7/7", "0605": "56SD"}
    m = position(units, phase=GERMAN_MOVEMENT, dice=[2, 1])
    play(m, "overrun 0605 25/7 6/7 7/7 go", "retreat")
    assert (result(m), stack(m, "0706")) == ("D1", {"56SD", "123SD"})  # 8 to 3
    assert stack(m, "0605") == {"25/7", "6/7", "7/7"}
    assert m.preview("overrun 0706 25/7 6/7 7/7").defence == "8"
    m.play("overrun 0706 25/7 6/7 7/7 go")
    assert (result(m), lost(m)) == ("D1", [("56SD", "9.75")])


@pytest.mark.rule("guderian", "9.75")
def test_a_unit_that_retreated_to_a_vacant_hex_defends_itself() -> None:
    units = {"0505": "25/7 6/7 7/7", "0605": "56SD", "1005": "Konev"}
    m = position(units, phase=GERMAN_MOVEMENT, dice=[2, 2])
    play(m, "overrun 0605 25/7 6/7 7/7 go", "retreat", "retreat 0706", "overrun 0706 25/7 6/7 7/7 go")
    assert [e.defence for e in happened(m.events, Attacked)] == [3, 3]
    assert (asked(m), lost(m)) == (("soviet", "loss-or-retreat"), [])


@pytest.mark.rule("guderian", "9.75")
def test_a_unit_that_joins_another_that_fled_before_is_the_one_that_adds_nothing() -> None:
    # 56SD flees to the vacant 0706, then 17SD, with nowhere else to go, to 56SD.
    units = {"0505": "25/7 6/7 7/7", "0605": "56SD", "0906": "11/14 53/14", "0806": "17SD", "0708": "Konev"}
    board = field(lake="0805 0907 0807 0707")
    m = position(units, board=board, phase=GERMAN_MOVEMENT, dice=[2, 3])
    play(m, "overrun 0605 25/7 6/7 7/7 go", "retreat", "retreat 0706")
    play(m, "overrun 0806 11/14 53/14 go", "retreat")
    assert stack(m, "0706") == {"56SD", "17SD"}
    assert m.preview("overrun 0706 11/14 53/14").defence == "1"  # 56SD, out of supply
