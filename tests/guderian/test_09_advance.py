"""9.8 Advance after combat."""

from __future__ import annotations

import pytest

import grognard
from grognard.events import Advanced, Eliminated, Rolled
from tests.guderian.table import (
    FIELD,
    GERMAN_COMBAT,
    GERMAN_MOVEMENT,
    MECHANISED,
    SOVIET_COMBAT,
    SOVIET_MOVEMENT,
    Board,
    allowed,
    asked,
    field,
    happened,
    hexes_offered,
    on_map,
    phase,
    play,
    points_left,
    position,
    refused,
    stack,
    units_offered,
    where,
)

AROUND_0605 = {"0604", "0705", "0706", "0606", "0506", "0505"}
Units = dict[str, str]


def german_win(*answers: str, die: int, more: Units | None = None, board: Board = FIELD) -> grognard.Match:
    """6.ID in 0505 attacks 56SD in 0605, three to one: a two is D2, a three D1."""
    units = {"0505": "6.ID", "0605": "56SD", "1005": "Konev", **(more or {})}
    m = position(units, board=board, phase=GERMAN_COMBAT, dice=[die])
    play(m, "attack 0605 6.ID go", *answers)
    return m


def result(m: grognard.Match) -> str:
    """What the table said last."""
    return happened(m.events, Rolled)[-1].result


def lost(m: grognard.Match) -> list[str]:
    """The units eliminated so far."""
    return [e.unit for e in happened(m.events, Eliminated)]


# --- 9.81 to 9.84 the Path of Retreat --------------------------------------------------------------------------------


@pytest.mark.rule("guderian", "9.81", "18.0")
def test_the_victors_may_follow_into_the_hex_the_loser_has_left() -> None:
    m = german_win("retreat", "retreat 0706", die=3)
    assert asked(m) == ("german", "advance")
    assert hexes_offered(m, "advance 6.ID") == {"0605"}
    events = m.play("advance 6.ID 0605")
    assert [(e.unit, e.path) for e in happened(events, Advanced)] == [("6.ID", ("0505", "0605"))]
    assert where(m, "6.ID") == "0605"


@pytest.mark.rule("guderian", "9.81")
def test_any_or_all_of_those_who_took_part_and_nobody_else() -> None:
    units = {"0505": "6.ID 5.ID 1.KD", "0604": "7.ID", "0605": "123SD", "1005": "Konev"}
    m = position(units, phase=GERMAN_COMBAT, dice=[3])
    play(m, "attack 0605 6.ID 5.ID 7.ID go", "retreat", "retreat 0706")  # 27 to 8
    assert units_offered(m, "advance") == {"6.ID", "5.ID", "7.ID"}
    refused(m, "advance 1.KD 0605", "9.81")
    play(m, "advance 7.ID 0605", "advance 5.ID 0605")
    assert units_offered(m, "advance") == {"6.ID"}
    m.play("stay")
    assert (stack(m, "0605"), stack(m, "0505")) == ({"7.ID", "5.ID"}, {"6.ID", "1.KD"})


@pytest.mark.rule("guderian", "9.81", "9.82", "9.84")
def test_the_path_of_a_longer_retreat_is_open_up_to_its_last_hex() -> None:
    m = german_win("retreat", "retreat 0705", "retreat 0804", die=2)
    assert result(m) == "D2"
    assert hexes_offered(m, "advance 6.ID") == {"0605", "0705"}
    refused(m, "advance 6.ID 0804", "9.84")  # where the loser is now
    refused(m, "advance 6.ID 0706", "9.84")  # off the path
    near, far = m.copy(), m
    near.play("advance 6.ID 0605")
    far.play("advance 6.ID 0705")
    assert (where(near, "6.ID"), where(far, "6.ID")) == ("0605", "0705")
    assert happened(far.events, Advanced)[0].path == ("0505", "0605", "0705")


@pytest.mark.rule("guderian", "9.82")
def test_each_unit_stops_where_it_likes() -> None:
    units = {"0505": "6.ID 5.ID", "0605": "126SD", "1005": "Konev"}
    m = position(units, phase=GERMAN_COMBAT, dice=[1])
    play(m, "attack 0605 6.ID 5.ID go", "retreat", "retreat 0705", "retreat 0804")
    play(m, "advance 5.ID 0705", "advance 6.ID 0605")
    assert (where(m, "5.ID"), where(m, "6.ID")) == ("0705", "0605")


@pytest.mark.rule("guderian", "9.81")
def test_the_path_ends_at_the_first_hex_that_is_not_vacant() -> None:
    # 56SD has to go through 38SD in 0706: G36
    m = german_win("retreat", die=2, more={"0706": "38SD", "0705": "108SD", "0607": "5.ID"})
    play(m, "retreat 0706", "retreat 0805")
    assert hexes_offered(m, "advance 6.ID") == {"0605"}


@pytest.mark.rule("guderian", "9.81")
def test_nobody_advances_while_an_enemy_is_left_in_the_hex() -> None:
    units = {"0505": "6.ID", "0605": "38SD 108SD", "1005": "Konev", "0101": "GD"}
    m = position(units, phase=GERMAN_COMBAT, dice=[3])
    play(m, "attack 0605 6.ID go", "lose", "lose 108SD")  # D1 at 9 to 3
    assert asked(m) == ("german", "german-mechanised")


@pytest.mark.rule("guderian", "9.83")
def test_enemy_zones_do_not_hinder_an_advance() -> None:
    m = german_win("retreat", "retreat 0705", "retreat 0804", die=2, more={"0706": "17SD"})
    allowed(m, "advance 6.ID 0705")  # 0605 and 0705 are in the zone of 17SD, 0505 was in that of 56SD
    m.play("advance 6.ID 0705")
    assert where(m, "6.ID") == "0705"


@pytest.mark.rule("guderian", "9.81", "9.84")
def test_terrain_does_not_hinder_it_either() -> None:
    board = field(forest="0605", swamp="0705", river="0505/se 0605/ne")
    m = position({"0505": "6.ID", "0605": "38SD", "1005": "Konev"}, board=board, phase=GERMAN_COMBAT, dice=[2])
    play(m, "attack 0605 6.ID go", "retreat", "retreat 0705")  # 9 to 6: D1/A1
    assert result(m) == "D1/A1"
    play(m, "lose", "advance 6.ID 0605")
    assert where(m, "6.ID") == "0605"


# --- 9.85 now or never -----------------------------------------------------------------------------------------------


@pytest.mark.rule("guderian", "9.85a")
def test_the_advance_is_made_at_once_or_not_at_all_and_never_forced() -> None:
    m = german_win("retreat", "retreat 0706", die=3, more={"0604": "5.ID", "0603": "38SD"})
    refused(m, "attack 0603 5.ID go", "9.81")  # first say whether you advance
    m.play("stay")
    assert asked(m) == ("german", "german-combat")
    refused(m, "advance 6.ID 0605", "9.85a")
    assert where(m, "6.ID") == "0505"


@pytest.mark.rule("guderian", "9.85b")
def test_an_attacker_that_advanced_attacks_no_more() -> None:
    m = german_win("retreat", "retreat 0705", "advance 6.ID 0605", die=3, more={"0606": "17SD", "0607": "5.ID"})
    assert units_offered(m, "attack 0606") == {"5.ID"}
    refused(m, "attack 0606 6.ID go", "9.14")  # next to 17SD now, but its fighting is done


@pytest.mark.rule("guderian", "9.85b", "9.14")
def test_a_defender_that_advanced_is_not_attacked_in_that_phase() -> None:
    # 6.ID is beaten off and retreats; 123SD follows to 0505, next to 5.ID, which has not fought yet.
    units = {"0505": "6.ID", "0504": "5.ID", "0605": "123SD", "0503": "38SD", "1005": "Konev"}
    m = position(units, phase=GERMAN_COMBAT, dice=[5])
    play(m, "attack 0605 6.ID go", "retreat", "retreat 0405", "advance 123SD 0505")
    refused(m, "attack 0505 5.ID go", "9.14")
    refused(m, "attack 0503 0505 5.ID go", "9.14")
    allowed(m, "attack 0503 5.ID go")


@pytest.mark.rule("guderian", "9.85b")
def test_an_advance_cuts_off_the_retreat_of_units_not_yet_attacked() -> None:
    # 38SD in 0606 could go back over 0706 and 0707; 6.ID in 0605 and 5.ID in 0607 leave it nothing.
    more = {"0606": "38SD", "0507": "5.ID", "0708": "7.ID"}
    before = position({"0505": "6.ID", "0605": "56SD", "1005": "Konev", **more}, phase=GERMAN_COMBAT)
    assert before.query("retreat", hex="0606").paths == (("0706",),)
    m = german_win("retreat", "retreat 0705", "advance 6.ID 0605", die=3, more=more)
    assert m.query("retreat", hex="0606").paths == ()


@pytest.mark.rule("guderian", "9.85b", "9.14", "9.21")
def test_a_hex_of_units_that_advanced_or_went_back_there_is_not_attacked() -> None:
    # G66: Lukin has gone to 0606 with a division that will prove worthless; 100SD beats off an attack and advances to
    # the hex he came from; then 0606 is attacked, and he goes back to that hex.
    soviets = {"0605": "Lukin ?2SD", "0603": "100SD", "1001": "Konev", "1010": "18SD"}
    germans = {"0607": "5.ID", "0405": "6/7", "0305": "6.ID", "1110": "GD"}
    m = position({**soviets, **germans}, phase=SOVIET_MOVEMENT, dice=[6])
    play(m, "move R1 Lukin 0606", "end", "end", "end")  # movement, combat, interdiction
    play(m, "move 6/7 0604", "move 6.ID 0505", "end")
    play(m, "attack 0603 6/7 go", "advance 100SD 0605")  # Ae: two hexes
    m.play("attack 0606 5.ID go")  # 2SD is a 0-0-6
    assert stack(m, "0605") == {"100SD", "Lukin"}
    refused(m, "attack 0605 6.ID go", "9.14")


# --- 9.86 two hexes --------------------------------------------------------------------------------------------------


@pytest.mark.rule("guderian", "9.86", "18.0")
def test_when_all_in_the_hex_are_eliminated_the_victors_may_go_two_hexes_anywhere() -> None:
    m = german_win("lose", die=3)
    assert hexes_offered(m, "advance 6.ID") == {"0605"} | AROUND_0605 - {"0505"}
    refused(m, "advance 6.ID 0805", "9.84")  # three hexes away
    events = m.play("advance 6.ID 0706")
    assert happened(events, Advanced)[0].path == ("0505", "0605", "0706")


@pytest.mark.rule("guderian", "9.86")
def test_after_de_as_well() -> None:
    m = position({"0505": "6.ID", "0605": "108SD", "1005": "Konev"}, phase=GERMAN_COMBAT, dice=[1])
    m.play("attack 0605 6.ID go")
    assert result(m) == "De"
    m.play("advance 6.ID 0606")
    assert where(m, "6.ID") == "0606"


@pytest.mark.rule("guderian", "9.86")
def test_the_second_hex_must_be_empty_and_no_lake() -> None:
    more = {"0706": "17SD", "0604": "5.ID"}
    m = german_win("lose", die=3, more=more, board=field(lake="0606", lake_sides="0605/ne"))
    assert hexes_offered(m, "advance 6.ID") == {"0605", "0506"}


# 56SD finds no room in 0706 for itself, nor in 0705; a zone of control bars 0606.
NO_ROOM = {"0706": "38SD 108SD 45SD", "0705": "17SD 25SD 42SD", "0607": "5.ID"}


@pytest.mark.rule("guderian", "9.86", "9.73b")
def test_it_does_not_matter_whether_they_were_lost_or_perished_in_retreat() -> None:
    fled = german_win("retreat", "retreat 0706", die=3, more=NO_ROOM)
    stood = german_win("lose", die=3, more=NO_ROOM)
    assert lost(fled) == lost(stood) == ["56SD"]
    assert (
        hexes_offered(fled, "advance 6.ID") == hexes_offered(stood, "advance 6.ID") == {"0605", "0604", "0606", "0506"}
    )


@pytest.mark.rule("guderian", "9.86", "9.73b")
def test_nor_on_which_hex_of_the_retreat() -> None:
    m = german_win("retreat", die=2, more={**NO_ROOM, "0706": "38SD"})  # D2: one more hex, and both beyond are full
    assert where(m, "56SD") is not None
    full = {"0806": "46SD 57SD 86SD", "0805": "89SD 91SD 102SD", "0707": "7.ID"}
    m = german_win("retreat", die=2, more={**NO_ROOM, "0706": "38SD", **full})
    while asked(m)[1] == "retreat":
        m.play(f"retreat {min(hexes_offered(m, 'retreat'))}")
    assert lost(m) == ["56SD"]
    assert "0606" in hexes_offered(m, "advance 6.ID")


@pytest.mark.rule("guderian", "9.86", "6.4c")
def test_nor_does_it_in_the_closed_columns() -> None:
    units = {"0405": "6.ID", "0305": "56SD", "0303": "5.ID", "0705": "Konev"}
    beyond = []
    for answers in (["lose"], ["retreat", "retreat 0205"]):
        m = position(units, phase=GERMAN_COMBAT, dice=[5], turn=6)
        play(m, "attack 0305 6.ID go", *answers)  # D2
        assert lost(m) == ["56SD"]
        beyond.append(hexes_offered(m, "advance 6.ID"))
    assert beyond[0] == beyond[1] >= {"0305", "0205"}


@pytest.mark.rule("guderian", "9.86")
def test_if_one_of_them_gets_away_there_is_a_path_and_nothing_else() -> None:
    more = {**NO_ROOM, "0706": "38SD 45SD", "0605": "56SD 108SD"}
    m = position({"0505": "6.ID 7.ID", "1005": "Konev", **more}, phase=GERMAN_COMBAT, dice=[4])
    play(m, "attack 0605 6.ID 7.ID go", "retreat")  # 18 to 4: D1
    while asked(m)[1] != "advance":
        m.play("retreat 0706" if asked(m)[1] == "retreat" else "lose 56SD")
    assert lost(m) == ["56SD"]
    assert hexes_offered(m, "advance 6.ID") == {"0605"}


@pytest.mark.rule("guderian", "9.86", "9.87")
def test_so_it_is_for_attackers_who_perish_in_retreat() -> None:
    units = {"0605": "56SD", "0505": "6.ID", "0705": "17SD 25SD 42SD", "0706": "38SD 45SD 46SD", "1005": "Konev"}
    m = position({**units, "0607": "5.ID", "0904": "Lukin"}, phase=SOVIET_COMBAT, dice=[1])
    play(m, "attack 0505 56SD go", "retreat", "retreat 0706")  # 3 to 9: A1
    assert (lost(m), asked(m)) == (["56SD"], ("german", "advance"))
    assert "0606" in hexes_offered(m, "advance 6.ID")


@pytest.mark.rule("guderian", "9.86", "9.83")
def test_the_second_hex_may_be_in_an_enemy_zone() -> None:
    m = german_win("lose", die=3, more={"0806": "17SD"})
    m.play("advance 6.ID 0706")
    assert where(m, "6.ID") == "0706"


# --- 9.87 the defender advances --------------------------------------------------------------------------------------


@pytest.mark.rule("guderian", "9.87", "9.81", "18.0")
def test_a_victorious_defender_follows_along_the_attackers_path() -> None:
    m = position({"0505": "6.ID", "0605": "123SD", "1005": "Konev"}, phase=GERMAN_COMBAT, dice=[6])
    play(m, "attack 0605 6.ID go", "retreat", "retreat 0404", "retreat 0304")
    assert (result(m), asked(m)) == ("A2", ("soviet", "advance"))
    assert hexes_offered(m, "advance 123SD") == {"0505", "0404"}
    m.play("advance 123SD 0404")
    assert where(m, "123SD") == "0404"


@pytest.mark.rule("guderian", "9.87", "9.86", "18.0")
def test_after_ae_the_defender_goes_up_to_two_hexes_over_the_emptied_hex() -> None:
    # G37
    units = {"0505": "6/7", "0604": "7/7", "0605": "123SD", "1005": "Konev"}
    m = position(units, phase=GERMAN_COMBAT, dice=[6])
    m.play("attack 0605 6/7 7/7 go")
    assert (result(m), lost(m)) == ("Ae", ["6/7", "7/7"])
    over_0505 = {"0505", "0504", "0506", "0405", "0404", "0604"}
    over_0604 = {"0604", "0603", "0704", "0705", "0504", "0505"}
    assert hexes_offered(m, "advance 123SD") == over_0505 | over_0604


@pytest.mark.rule("guderian", "9.87")
def test_germans_advance_as_defenders_too() -> None:
    m = position({"0505": "6.ID", "0605": "38SD", "1005": "Konev"}, phase=SOVIET_COMBAT, dice=[5])
    m.play("attack 0505 38SD go")
    assert (result(m), asked(m)) == ("Ae", ("german", "advance"))
    m.play("advance 6.ID 0706")
    assert where(m, "6.ID") == "0706"


@pytest.mark.rule("guderian", "9.87")
def test_a_defender_does_not_advance_when_attackers_stay_in_their_hex_or_bystanders_do() -> None:
    m = position({"0505": "6.ID", "0605": "123SD", "1005": "Konev", "0101": "GD"}, phase=GERMAN_COMBAT, dice=[5])
    play(m, "attack 0605 6.ID go", "lose")
    assert (result(m), phase(m)) == ("A1", MECHANISED)
    m = position({"0505": "6/7 GD", "0605": "100SD", "1005": "Konev"}, phase=GERMAN_COMBAT, dice=[5])
    m.play("attack 0605 6/7 go")
    assert (result(m), phase(m)) == ("Ae", MECHANISED)


@pytest.mark.rule("guderian", "9.87")
def test_a_disrupted_defender_stays() -> None:
    # G15, G37
    m = position({"0505": "6/7", "0605": "100SD! 17SD", "1005": "Konev"}, phase=GERMAN_COMBAT, dice=[5])
    m.play("attack 0605 6/7 go")
    assert result(m) == "Ae"
    assert units_offered(m, "advance") == {"17SD"}


@pytest.mark.rule("guderian", "9.81", "9.87")
def test_a_leader_advances_into_an_enemy_zone_only_behind_a_unit_that_can_attack() -> None:
    # 10.23, 10.26: 5.ID in 0404 controls 0505.
    units = {"0505": "6/7", "0404": "5.ID", "0605": "100SD Lukin", "1005": "Konev"}
    m = position(units, phase=GERMAN_COMBAT, dice=[5])
    m.play("attack 0605 6/7 go")
    assert units_offered(m, "advance") == {"100SD"}  # he may not even pass through 0505 alone
    near, far = m.copy(), m
    near.play("advance 100SD 0505")
    refused(near, "advance Lukin 0405", "10.23a")
    near.play("advance Lukin 0505")
    assert stack(near, "0505") == {"100SD", "Lukin"}
    play(far, "advance 100SD 0405", "advance Lukin 0405")  # together all the way
    assert stack(far, "0405") == {"100SD", "Lukin"}


@pytest.mark.rule("guderian", "9.81", "9.86")
def test_soviet_units_do_not_advance_into_the_closed_columns() -> None:
    # 6.4b
    for turn, hexes in ((6, {"0304", "0404", "0306"}), (7, {"0304", "0404", "0306", "0205", "0204"})):
        units = {"0305": "6/7:1", "0405": "123SD 161SD Konev"}
        m = position(units, phase=SOVIET_COMBAT, dice=[1], turn=turn)
        m.play("attack 0305 123SD 161SD go")
        assert hexes_offered(m, "advance 123SD") == {"0305"} | hexes
    units = {"0205": "6/7:1", "0305": "123SD 161SD Konev"}
    m = position(units, phase=SOVIET_COMBAT, dice=[1], turn=6)
    m.play("attack 0205 123SD 161SD go")
    assert (lost(m), phase(m)) == (["6/7"], "soviet-interdiction")  # they may attack there, but not follow


# --- 9.88 overruns ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("guderian", "9.88")
def test_there_is_no_advance_after_an_overrun() -> None:
    m = position({"0505": "25/7 6/7 7/7", "0605": "56SD", "1005": "Konev"}, phase=GERMAN_MOVEMENT, dice=[1])
    play(m, "overrun 0605 25/7 6/7 7/7 go", "retreat", "retreat 0705", "retreat 0804")
    assert result(m) == "D2"
    assert stack(m, "0605") == {"25/7", "6/7", "7/7"}  # they must enter, and that is all
    assert asked(m) == ("german", "german-movement")
    assert points_left(m, "25/7") == 7


@pytest.mark.rule("guderian", "9.88")
def test_nor_does_a_defender_advance_who_beats_one_off() -> None:
    units = {"0505": "6/7", "0605": "123SD", "1005": "Konev", "0101": "GD"}
    m = position(units, phase=GERMAN_MOVEMENT, dice=[5])
    m.play("overrun 0605 6/7 go")
    assert (result(m), asked(m)) == ("Ae", ("german", "german-movement"))
    assert on_map(m) == {"123SD": "0605", "Konev": "1005", "GD": "0101"}
