"""10.0 to 10.26: what a Soviet Leader is, how he moves, and what he suffers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pytest

import grognard
from grognard.events import Advanced, Attacked, Eliminated, Rolled
from tests.guderian.table import (
    GERMAN_COMBAT,
    SOVIET_COMBAT,
    SOVIET_MOVEMENT,
    allowed,
    asked,
    cost,
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
    supplied,
    where,
    zoc,
)

# 25/7 in 0505 controls 0604, 0605 and 0506 to the east; 0706 lies behind 0605, out of its reach.


def rule(*ids: str) -> pytest.MarkDecorator:
    return pytest.mark.rule("guderian", *ids)


# --- 10.0, 10.1 what he is -------------------------------------------------------------------------------------------


@rule("10.0", "10.1")
def test_the_rating_is_radius_bonus_and_defence_at_once() -> None:
    m = position({"0605": "Lukin", "0905": "17SD", "1005": "18SD", "0505": "25/7"}, phase=GERMAN_COMBAT)
    assert m.preview("attack 0605 25/7").defence == "3"
    assert supplied(m, "17SD")  # three hexes from him
    assert not supplied(m, "18SD")  # four
    m = position({"0605": "17SD Lukin", "0505": "25/7"}, phase=SOVIET_COMBAT)
    assert m.preview("attack 0505 17SD Lukin").attack == "7"  # 4 and his 3


# --- 10.21 movement --------------------------------------------------------------------------------------------------


@rule("10.21")
def test_a_leader_has_ten_points_rides_on_roads_and_walks_in_forests() -> None:
    board = field(forest="0602", road="0705 0804 0904 1003")
    m = position({"0603": "Lukin armoured", "0705": "Konev rifle"}, board=board, phase=SOVIET_MOVEMENT)
    assert points_left(m, "Lukin") == 10
    assert (cost(m, "Lukin", "0602"), cost(m, "A1", "0602")) == (1, 2)  # forest: like infantry
    assert (cost(m, "Konev", "1003"), cost(m, "R1", "1003")) == (1.5, 3)  # road: like motorised units


@rule("10.21")
def test_a_leader_rides_by_rail_alone_and_outside_the_limit_of_eight() -> None:
    rails = field(rail="0305 0405 0505 0605 0705 0805")
    m = position({"0305": "Lukin rifle"}, board=rails, phase=SOVIET_MOVEMENT, tracks={"rail": 8})
    refused(m, "rail R1 0805", "6.31")
    m.play("rail Lukin 0805")
    assert where(m, "Lukin") == "0805"
    assert m.view().tracks["rail_used"] == 8


# --- 10.22 a unit ----------------------------------------------------------------------------------------------------


@rule("10.22")
def test_a_leader_controls_the_hexes_around_him_like_any_unit() -> None:
    m = position({"0605": "Lukin", "0305": "25/7", "0101": "GD"})
    assert zoc(m, "soviet") == {"0604", "0705", "0706", "0606", "0506", "0505"}
    m.play("move 25/7 0505")
    refused(m, "move 25/7 0405", "8.13")


@rule("10.22")
def test_a_leader_attacks_nobody() -> None:
    m = position({"0605": "Lukin", "0505": "25/7", "1002": "17SD", "1102": "GD", "1003": "Konev"}, phase=SOVIET_COMBAT)
    assert hexes_offered(m, "attack") == {"1102"}
    refused(m, "attack 0505 Lukin go", "10.22")


# --- 10.23 enemy zones of control ------------------------------------------------------------------------------------


@rule("10.23a")
def test_a_leader_alone_may_not_enter_an_enemy_zone() -> None:
    m = position({"0705": "Lukin", "0505": "25/7"}, phase=SOVIET_MOVEMENT)
    refused(m, "move Lukin 0605", "10.23a")
    assert not {"0604", "0605", "0506"} & hexes_offered(m, "move Lukin")


@rule("10.23a")
@pytest.mark.parametrize("escort", ["17SD", "?17SD", "?2SD", "22MD", "?22TD"])
def test_a_unit_that_can_attack_or_may_turn_out_to_takes_him_along(escort: str) -> None:
    m = position({"0705": f"Lukin {escort}", "0505": "25/7"}, phase=SOVIET_MOVEMENT)
    name = next(word for word in offered(m, "move Lukin", "unit"))
    play(m, f"move Lukin {name} 0605")
    assert stack(m, "0605") == {"Lukin", name}


@rule("10.23a")
def test_a_division_known_to_be_unable_to_attack_is_no_escort() -> None:
    m = position({"0705": "Lukin 19SD-b", "0505": "25/7"}, phase=SOVIET_MOVEMENT)
    refused(m, "move Lukin 19SD-b 0605", "10.23a")
    allowed(m, "move 19SD-b 0605")  # 0-1-6: it may go there by itself


@rule("10.23a")
def test_an_escort_already_in_the_hex_will_do() -> None:  # G32
    m = position({"0705": "Lukin", "0605": "rifle", "0505": "25/7"}, phase=SOVIET_MOVEMENT)
    m.play("move Lukin 0605")
    assert stack(m, "0605") == {"Lukin", "R1"}


@rule("10.23a", "10.26a")
def test_a_leader_advances_into_an_enemy_zone_only_behind_a_unit_that_can_attack() -> None:  # G32
    units = {"0605": "111SD 126SD 123SD Lukin", "0505": "25/7:1", "0404": "GD"}
    m = position(units, phase=SOVIET_COMBAT, dice=[1])
    m.play("attack 0505 111SD 126SD 123SD Lukin go")  # 22 + 3 to 2: De
    assert asked(m) == ("soviet", "advance")
    assert "Lukin" not in offered(m, "advance")  # 0505 is in GD's zone, and nobody is there yet
    m.play("advance 111SD 0505")
    m.play("advance Lukin 0505")
    assert stack(m, "0505") == {"111SD", "Lukin"}


@rule("10.23a")
def test_a_leader_whose_escort_dies_stays_where_he_is() -> None:  # G32
    m = position({"0605": "17SD Lukin", "0505": "25/7 6/7 7/7"}, phase=GERMAN_COMBAT, dice=[2])
    play(m, "attack 0605 25/7 6/7 7/7 go", "lose", "lose 17SD")  # 16 to 7, 2-1: D1
    assert stack(m, "0605") == {"Lukin"}


def marched_up_with(
    escort: str, others: Mapping[str, str] | None = None, dice: Sequence[int] = ()
) -> tuple[grognard.Match, str]:
    """A Leader and his escort have moved by 0706 into 0605, next to the Germans in 0505; the escort's name."""
    m = position({"0806": f"{escort} Lukin", "0505": "25/7", **(others or {})}, phase=SOVIET_MOVEMENT, dice=dice)
    names = [name for name in ("R1", "A1") if name in stack(m, "0806")]
    play(m, f"move {names[0]} Lukin 0706", f"move {names[0]} Lukin 0605")
    return m, names[0]


@rule("10.23b", "12.3b")
@pytest.mark.parametrize("escort", ["?2SD", "?22TD", "?19SD-b"])
def test_an_escort_that_proves_worthless_in_attack_sends_the_leader_back(escort: str) -> None:
    m, name = marched_up_with(escort)
    events = play(m, "end", f"attack 0505 {name} Lukin go")
    assert where(m, "Lukin") == "0706"  # whence he entered the zone, not where he began
    assert not happened(events, Rolled)
    if escort == "?19SD-b":
        assert where(m, "19SD-b") == "0706"


@rule("10.23b", "12.3a")
@pytest.mark.parametrize("escort", ["?2SD", "?22TD"])
def test_if_it_happens_in_defence_the_enemy_does_not_follow(escort: str) -> None:
    m, _ = marched_up_with(escort)
    play(m, "end", "end", "end", "end")
    assert phase(m) == "german-combat"
    events = m.play("attack 0605 25/7 go")
    assert (where(m, "Lukin"), where(m, "25/7")) == ("0706", "0505")
    assert not happened(events, Advanced)


@rule("10.23b", "12.3b")
def test_in_defence_a_0_1_6_stays_when_the_leader_goes_back() -> None:
    m, _ = marched_up_with("?19SD-b", dice=[1])
    play(m, "end", "end", "end", "end")
    events = m.play("attack 0605 25/7 go")
    (attack,) = happened(events, Attacked)
    assert (attack.attack, attack.defence) == (4, 1)
    assert where(m, "Lukin") == "0706"
    m.play("lose")
    assert where(m, "25/7") == "0505"


@rule("10.23b")
def test_an_overrun_that_sends_a_leader_back_stops_where_it_was() -> None:
    m, _ = marched_up_with("?2SD", {"0101": "GD"})
    play(m, "end", "end", "end")
    assert phase(m) == "german-movement"
    m.play("overrun 0605 25/7 go")
    assert (where(m, "Lukin"), where(m, "25/7")) == ("0706", "0505")
    refused(m, "move 25/7 0405", "6.52a")


@rule("10.23b")
def test_a_leader_with_another_unit_that_can_attack_stays() -> None:  # G31
    m = position({"0706": "?2SD 17SD Lukin", "0505": "25/7"}, phase=SOVIET_MOVEMENT, dice=[2])
    play(m, "move 17SD Lukin R1 0605", "end", "attack 0505 R1 17SD Lukin go")
    assert where(m, "Lukin") == "0605"


@rule("10.23b", "12.3a")
def test_a_leader_to_whom_the_enemy_came_stays_and_defends_by_himself() -> None:  # G30, G31
    m = position({"0605": "?2SD Lukin", "0405": "25/7"}, dice=[1])
    play(m, "move 25/7 0505", "end")
    events = m.play("attack 0605 25/7 go")
    (attack,) = happened(events, Attacked)
    assert (attack.attack, attack.defence) == (4, 3)
    assert where(m, "Lukin") == "0605"


@rule("10.23b")
def test_a_zone_that_went_away_and_came_again_was_not_entered() -> None:  # G31
    others = {"0506": "111SD 126SD 123SD", "0302": "GD"}
    m, _ = marched_up_with("?2SD", others, dice=[1, 1])
    play(m, "end", "attack 0505 111SD 126SD 123SD go", "lose", "stay")  # 22 to 4, 5-1: D2
    play(m, "end", "move GD 0604", "end")
    assert where(m, "25/7") is None
    events = m.play("attack 0605 GD go")
    (attack,) = happened(events, Attacked)
    assert (attack.attack, attack.defence) == (4, 3)


@rule("10.23b")
def test_a_leader_who_finds_the_enemy_behind_him_is_lost() -> None:
    m, _ = marched_up_with("?2SD", {"0809": "GD"})
    play(m, "end", "end", "end", "move GD 0706", "end")
    events = m.play("attack 0605 25/7 go")
    assert [e.unit for e in happened(events, Eliminated)] == ["Lukin"]
    assert happened(events, Eliminated)[0].rule == "10.23b"
    assert asked(m) == ("german", "advance")  # only a Leader who gets away holds the enemy (9.86)


@rule("10.23b")
def test_a_leader_who_finds_no_room_behind_him_is_lost() -> None:
    m, _ = marched_up_with("?2SD", {"0807": "17SD 18SD 25SD Konev"})
    play(m, "move 17SD 18SD 25SD Konev 0706", "end")
    events = m.play("attack 0505 R1 Lukin go")
    assert [e.unit for e in happened(events, Eliminated)] == ["Lukin"]


@rule("10.23b")
@pytest.mark.parametrize("friends", [False, True])
def test_a_leader_does_not_go_back_into_an_enemy_zone_unless_friends_are_there(friends: bool) -> None:  # G31
    m, _ = marched_up_with("?2SD", {"0809": "GD", **({"0707": "17SD"} if friends else {})})
    play(m, *(["move 17SD 0706"] if friends else []), "end", "end", "end", "move GD 0806", "end")
    assert "0706" in zoc(m, "german")
    events = m.play("attack 0605 25/7 go")
    assert where(m, "Lukin") == ("0706" if friends else None)
    assert [e.rule for e in happened(events, Eliminated)] == ([] if friends else ["10.23b"])


AMONG_FRIENDS = {"0605": "?2SD Lukin", "0505": "25/7", "0706": "17SD", "0806": "GD", "0707": "Lehr"}


@rule("10.23b", "9.75")
def test_a_leader_who_goes_back_among_friends_is_like_any_who_retreat_there() -> None:  # G31
    m = position(AMONG_FRIENDS, phase=GERMAN_COMBAT, came_from={"Lukin": "0706"}, dice=[4])
    m.play("attack 0605 25/7 go")
    assert stack(m, "0706") == {"17SD", "Lukin"}
    events = m.play("attack 0706 GD Lehr go")
    assert happened(events, Attacked)[0].defence == 4  # 17SD alone
    assert [e.rule for e in happened(events, Eliminated) if e.unit == "Lukin"] == ["9.75"]  # 1-1: Eng


@rule("10.23b", "9.14")
def test_a_leader_who_goes_back_has_been_attacked_in_the_phase() -> None:
    elsewhere = {"0301": "18SD", "0401": "6.ID"}  # so that the phase is not over
    m = position({**AMONG_FRIENDS, **elsewhere}, phase=GERMAN_COMBAT, came_from={"Lukin": "0706"}, dice=[3])
    play(m, "attack 0706 Lehr go", "lose")  # 3 to 4, 1-2: A1
    m.play("attack 0605 25/7 go")
    assert stack(m, "0706") == {"17SD", "Lukin"}
    refused(m, "attack 0706 GD go", "9.14")


@rule("10.23b", "12.3b")
def test_a_position_may_say_whence_a_unit_came() -> None:
    units = {"0605": "?2SD Lukin", "0505": "25/7", "1105": "17SD"}
    m = position(units, phase=SOVIET_COMBAT, came_from={"Lukin": "0706"})
    m.play("attack 0505 R1 Lukin go")
    assert where(m, "Lukin") == "0706"
    m = position(units, phase=SOVIET_COMBAT, came_from={"Lukin": "off"})
    m.play("attack 0505 R1 Lukin go")
    assert where(m, "Lukin") is None
    m = position(
        {**units, "0605": "?0-1-6 17SD Lukin", "1105": ""}, phase=SOVIET_COMBAT, came_from={"R1": "0606"}, dice=[1]
    )
    m.play("attack 0505 R1 17SD go")
    assert where(m, "13SD") == "0606"


@rule("10.23b", "14.0")
def test_a_leader_who_entered_the_map_into_an_enemy_zone_has_nowhere_to_go() -> None:
    board = field(areas={"X": "1205"})
    m = position({"1105": "25/7"}, board=board, phase=SOVIET_MOVEMENT, due={"X": "?2SD Lukin"})
    play(m, "enter R1 Lukin 1205", "end")
    events = m.play("attack 1105 R1 Lukin go")
    assert [e.unit for e in happened(events, Eliminated)] == ["Lukin"]


# --- 10.24 to 10.26 what he suffers ----------------------------------------------------------------------------------


@rule("10.24")
def test_a_leader_is_a_step_his_owner_may_give_up() -> None:
    m = position({"0605": "17SD Lukin", "0505": "25/7 6/7 7/7"}, phase=GERMAN_COMBAT, dice=[2])
    play(m, "attack 0605 25/7 6/7 7/7 go", "lose")  # 16 to 7, 2-1: D1
    assert offered(m, "lose") == {"17SD", "Lukin"}
    events = m.play("lose Lukin")
    assert happened(events, Eliminated)[0].unit == "Lukin"
    assert stack(m, "0605") == {"17SD"}


@rule("10.25")
def test_a_leader_stacks_with_others_or_stands_alone() -> None:
    m = position({"0705": "17SD 18SD 25SD Lukin", "0905": "Konev"}, phase=SOVIET_MOVEMENT)
    m.play("end")
    assert stack(m, "0705") == {"17SD", "18SD", "25SD", "Lukin"}
    assert stack(m, "0905") == {"Konev"}


@rule("10.26a")
def test_a_leader_retreats_with_his_stack() -> None:
    m = position({"0605": "17SD Lukin", "0505": "25/7 6/7 7/7"}, phase=GERMAN_COMBAT, dice=[2])
    play(m, "attack 0605 25/7 6/7 7/7 go", "retreat", "retreat 0706")
    assert stack(m, "0706") == {"17SD", "Lukin"}


@rule("10.26a", "10.26b")
def test_a_leader_shares_the_result_of_the_attack_he_is_assigned_to() -> None:
    units = {"0605": "17SD 18SD Lukin", "0505": "6.ID", "0604": "GD"}
    m = position(units, phase=SOVIET_COMBAT, dice=[6, 4])
    m.play("attack 0505 17SD Lukin go")  # 7 to 9, 1-2: Ae
    assert stack(m, "0605") == {"18SD"}


@rule("10.26b", "10.36b")
def test_a_leader_helps_one_of_his_stacks_attacks_only() -> None:
    units = {"0605": "17SD 18SD Lukin", "0505": "GD", "0506": "Lehr"}
    m = position(units, phase=SOVIET_COMBAT, dice=[4])
    assert m.preview("attack 0506 18SD Lukin").attack == "6"  # 3 + 3, the choice is still open
    play(m, "attack 0505 17SD Lukin go", "lose 17SD")  # 7 to 4, 1-1: Eng
    refused(m, "attack 0506 18SD Lukin go", "10.26b")
    assert m.preview("attack 0506 18SD").attack == "3"


DIVIDED = {"0605": "8-8-6 6-8-6 Konev", "0505": "GD", "0506": "Lehr"}


@rule("10.26b")
def test_a_stack_that_divides_its_attacks_must_send_its_leader_with_one() -> None:
    m = position(DIVIDED, phase=SOVIET_COMBAT, dice=[5, 1])
    play(m, "attack 0505 123SD go")  # 8 to 4, 2-1: Eng
    refused(m, "attack 0506 258SD go", "10.26b")
    assert offered(m, "attack 0506 258SD", "verb") == set()
    (combat,) = happened(m.play("attack 0506 258SD Konev go"), Attacked)
    assert combat.attack == 6 + 5


@rule("10.26b")
def test_it_is_all_the_same_which_of_them_and_whether_the_first_is_still_there() -> None:
    m = position(DIVIDED, phase=SOVIET_COMBAT, dice=[6])
    play(m, "attack 0505 123SD Konev go", "lose 123SD")  # 13 to 4, 3-1: Eng
    allowed(m, "attack 0506 258SD go")  # he has done his duty
    m = position(DIVIDED, phase=SOVIET_COMBAT, dice=[6])
    play(m, "attack 0505 123SD go", "retreat", "retreat 0705")  # A1
    assert stack(m, "0605") == {"258SD", "Konev"}
    refused(m, "attack 0506 258SD go", "10.26b")


@rule("10.26b", "6.64")
def test_a_disrupted_leader_and_one_in_another_hex_are_not_asked_for() -> None:
    m = position({**DIVIDED, "0605": "8-8-6 6-8-6 Konev!", "0705": "Lukin"}, phase=SOVIET_COMBAT, dice=[5])
    play(m, "attack 0505 123SD go")
    allowed(m, "attack 0506 258SD go")


@rule("10.26b")
def test_units_that_vanish_before_the_die_have_divided_nothing() -> None:
    m = position({**DIVIDED, "0605": "?2SD 6-8-6 Konev", "0705": "Lukin"}, phase=SOVIET_COMBAT)
    m.play("attack 0505 R1 go")
    allowed(m, "attack 0506 258SD go")


@rule("10.26a", "9.12")
def test_a_leader_may_stay_with_those_who_do_not_attack() -> None:  # G33
    m = position({"0605": "17SD 18SD Lukin", "0505": "6.ID"}, phase=SOVIET_COMBAT, dice=[1])
    play(m, "attack 0505 17SD go", "retreat", "retreat 0706")  # 4 to 9, 1-3: A1
    assert (stack(m, "0605"), stack(m, "0706")) == ({"18SD", "Lukin"}, {"17SD"})


@rule("10.26a")
@pytest.mark.parametrize("leader", ["Lukin", "Lukin!"])
def test_a_leader_whose_whole_stack_attacks_shares_its_retreat(leader: str) -> None:  # G33
    m = position({"0605": f"17SD {leader}", "0505": "6.ID", "0705": "Konev"}, phase=SOVIET_COMBAT, dice=[1])
    assert m.preview("attack 0505 17SD").attack == "4"  # he adds nothing if he is not named
    play(m, "attack 0505 17SD go", "retreat", "retreat 0706", "stay")
    assert stack(m, "0706") == {"17SD", "Lukin"}


@rule("10.26a", "10.24")
def test_he_may_be_the_loss_but_need_not_be() -> None:  # G33
    units = {"0605": "17SD Lukin", "0505": "6.ID"}
    for die, given, left in ((1, "Lukin", {"17SD"}), (1, "17SD", {"Lukin"}), (4, "17SD", {"Lukin"})):  # A1, A1, A2
        m = position(units, phase=SOVIET_COMBAT, dice=[die])
        play(m, "attack 0505 17SD go", "lose")
        assert offered(m, "lose") == {"17SD", "Lukin"}
        m.play(f"lose {given}")
        assert stack(m, "0605") == left
    m = position(units, phase=SOVIET_COMBAT, dice=[4])
    play(m, "attack 0505 17SD go", "lose", "lose Lukin")  # A2: nothing else is left to lose the second step
    assert stack(m, "0605") == set()


@rule("10.26a", "9.64")
def test_a_leader_who_is_not_in_the_attack_outlives_ae() -> None:  # G33
    m = position({"0605": "17SD Lukin", "0505": "6.ID"}, phase=SOVIET_COMBAT, dice=[6])
    m.play("attack 0505 17SD go")  # 4 to 9, 1-3: Ae
    assert stack(m, "0605") == {"Lukin"}
