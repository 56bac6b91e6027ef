"""7 Stacking, and the regiments that fight as one division."""

from __future__ import annotations

import pytest

from grognard.events import Attacked, Eliminated
from tests.guderian.table import (
    FIELD,
    GERMAN_COMBAT,
    GERMAN_MOVEMENT,
    MECHANISED,
    SOVIET_COMBAT,
    SOVIET_INTERDICTION,
    SOVIET_MOVEMENT,
    Board,
    asked,
    facts,
    field,
    happened,
    on_map,
    phase,
    play,
    position,
    refused,
    stack,
    units_offered,
    where,
)

LONG = field(columns=30, rows=8)  # beyond column 21 no German unit is within twenty movement points of the west edge


# --- 7.1 Soviet stacks -----------------------------------------------------------------------------------------------


@pytest.mark.rule("guderian", "7.1a")
@pytest.mark.example("guderian", "d.stack")
@pytest.mark.parametrize(
    ("units", "legal"),
    [
        ("56SD 17SD 38SD Lukin", True),
        ("56SD 17SD 38SD Lukin Konev", False),
        ("56SD 17SD Lukin Konev", True),
        ("56SD 17SD 38SD 108SD", False),
        ("56SD Lukin Konev Rakutin", True),
        ("Lukin Konev Rakutin Remezov", True),
        ("Lukin Konev Rakutin Remezov Kurochkin", False),
        ("56SD 17SD 38SD", True),
    ],
)
def test_a_soviet_hex_holds_three_divisions_and_a_fourth_unit_if_one_is_a_leader(units: str, legal: bool) -> None:
    m = position({"0605": units}, phase=SOVIET_MOVEMENT)
    m.play("end")
    if legal:
        assert phase(m) == SOVIET_INTERDICTION  # nothing to attack: the Combat Phase goes by
        assert stack(m, "0605") == set(units.split())
    else:
        assert asked(m) == ("soviet", "overstack")


@pytest.mark.rule("guderian", "7.1a")
def test_the_soviet_limit_holds_in_the_combat_phase_when_units_advance() -> None:
    # Four divisions and a Leader beat one regiment; only three divisions and the Leader find room in its hex.
    units = {"0605": "123SD 161SD Lukin", "0604": "126SD 111SD", "0505": "6/7"}
    m = position(units, phase=SOVIET_COMBAT, dice=[1])
    m.play("attack 0505 123SD 161SD 126SD 111SD Lukin go")
    play(m, "advance 123SD 0505", "advance 161SD 0505", "advance 126SD 0505")
    refused(m, "advance 111SD 0505", "7.1a")
    m.play("advance Lukin 0505")
    assert stack(m, "0505") == {"123SD", "161SD", "126SD", "Lukin"}


@pytest.mark.rule("guderian", "7.1b")
def test_markers_do_not_count() -> None:
    units = {"0605": "56SD! 17SD 38SD Lukin!", "0305": "25/7 6/7 7/7"}
    markers = {"air": "0605 0606", "cuts": "0305", "partisans": "0606"}
    m = position(units, board=field(rail="0205 0305 0405"), phase=SOVIET_MOVEMENT, markers=markers)
    m.play("end")
    assert stack(m, "0605") == {"56SD", "17SD", "38SD", "Lukin"}
    m = position(units, board=field(rail="0205 0305 0405"), phase=GERMAN_MOVEMENT, markers=markers)
    m.play("end")
    assert stack(m, "0305") == {"25/7", "6/7", "7/7"}


@pytest.mark.rule("guderian", "7.1c")
def test_a_moving_unit_passes_through_a_full_stack() -> None:
    pass_between_lakes = field(lake="0601 0602 0603 0604 0606 0607 0608 0609 0610")
    units = {"0505": "108SD", "0605": "56SD 17SD 38SD"}
    m = position(units, board=pass_between_lakes, phase=SOVIET_MOVEMENT)
    m.play("move 108SD 0705")
    assert where(m, "108SD") == "0705"
    assert stack(m, "0605") == {"56SD", "17SD", "38SD"}


@pytest.mark.rule("guderian", "7.1c", "9.73b")
def test_a_retreating_unit_does_not_pass_through_a_full_stack() -> None:
    pass_between_lakes = field(lake="0601 0602 0603 0604 0606 0607 0608 0609 0610")
    units = {"0404": "5.ID", "0405": "6.ID", "0505": "56SD", "0605": "17SD 38SD 108SD", "1005": "Konev"}
    m = position(units, board=pass_between_lakes, phase=GERMAN_COMBAT, dice=[1])
    events = play(m, "attack 0505 6.ID go", "retreat")  # D2: two hexes, the first of them full
    assert [(e.unit, e.rule) for e in happened(events, Eliminated)] == [("56SD", "9.73b")]
    assert stack(m, "0605") == {"17SD", "38SD", "108SD"}


@pytest.mark.rule("guderian", "7.1d")
def test_the_owner_chooses_who_is_too_many_and_the_unit_is_out_of_the_game() -> None:
    m = position({"0605": "56SD 17SD 38SD ?6-8-6"}, phase=SOVIET_MOVEMENT)
    m.play("end")
    assert asked(m) == ("soviet", "overstack")
    assert units_offered(m, "lose") == {"56SD", "17SD", "38SD", "R4"}
    events = m.play("lose 17SD")
    assert [(e.unit, e.rule) for e in happened(events, Eliminated)] == [("17SD", "7.1d")]
    assert stack(m, "0605") == {"56SD", "38SD", "R4"}
    assert facts(m).pool["rifle"].dead == 0  # not among those who may come back (12.4)


@pytest.mark.rule("guderian", "7.1d")
def test_giving_up_a_leader_does_not_help_a_hex_with_four_divisions() -> None:
    m = position({"0605": "56SD 17SD 38SD 108SD Lukin"}, phase=SOVIET_MOVEMENT)
    m.play("end")
    assert units_offered(m, "lose") == {"56SD", "17SD", "38SD", "108SD"}
    m.play("lose 108SD")
    assert stack(m, "0605") == {"56SD", "17SD", "38SD", "Lukin"}


@pytest.mark.rule("guderian", "7.1d", "7.1a")
def test_with_two_leaders_over_three_divisions_any_of_them_may_go() -> None:
    m = position({"0605": "56SD 17SD 38SD Lukin Konev"}, phase=SOVIET_MOVEMENT)
    m.play("end")
    assert units_offered(m, "lose") == {"56SD", "17SD", "38SD", "Lukin", "Konev"}
    m.play("lose Lukin")
    assert stack(m, "0605") == {"56SD", "17SD", "38SD", "Konev"}


# --- 7.2 German stacks -----------------------------------------------------------------------------------------------


@pytest.mark.rule("guderian", "7.2", "7.1d")
@pytest.mark.parametrize("when", [GERMAN_MOVEMENT, MECHANISED])
def test_a_german_hex_holds_three_units_when_either_movement_phase_ends(when: str) -> None:
    m = position({"0505": "25/7 6/7 7/7 GD", "0405": "11/14 53/14 Lehr"}, phase=when)
    m.play("end")
    assert asked(m) == ("german", "overstack")
    m.play("lose 6/7")
    assert stack(m, "0505") == {"25/7", "7/7", "GD"}
    assert stack(m, "0405") == {"11/14", "53/14", "Lehr"}
    assert phase(m) != when


@pytest.mark.rule("guderian", "7.2")
def test_there_is_no_limit_while_german_units_are_on_the_move() -> None:
    m = position({"0505": "25/7 6/7 7/7", "0405": "GD"}, phase=GERMAN_MOVEMENT)
    m.play("move GD 0505")
    assert len(stack(m, "0505")) == 4
    m.play("move GD 0605")
    m.play("end")
    assert len(on_map(m)) == 4


@pytest.mark.rule("guderian", "7.2")
def test_the_german_limit_holds_when_units_advance() -> None:
    units = {"0505": "5.ID 6.ID", "0404": "7.ID 15.ID", "0504": "108SD", "1005": "Konev"}
    m = position(units, phase=GERMAN_COMBAT, dice=[1])
    m.play("attack 0504 5.ID 6.ID 7.ID 15.ID go")
    play(m, "advance 5.ID 0504", "advance 6.ID 0504", "advance 7.ID 0504")
    refused(m, "advance 15.ID 0504", "7.2")
    m.play("advance 15.ID 0503")  # everybody there was lost: a second hex is open (9.86)
    assert stack(m, "0504") == {"5.ID", "6.ID", "7.ID"}


# --- 7.3 divisional integration --------------------------------------------------------------------------------------


def attack_of(
    stacked: str, attackers: str, *, board: Board = FIELD, hexes: tuple[str, str] = ("0505", "0605")
) -> float:
    """The strength of attackers out of a stack; the preview says the same as the combat."""
    here, there = hexes
    m = position({here: stacked, there: "123SD Konev"}, board=board, phase=GERMAN_COMBAT, dice=[1])
    preview = m.preview(f"attack {there} {attackers}")
    (fought,) = happened(m.play(f"attack {there} {attackers} go"), Attacked)
    assert (preview.attack, preview.defence, preview.column) == (str(fought.attack), str(fought.defence), fought.column)
    return fought.attack


def defence_of(stacked: str, *, board: Board = FIELD, hexes: tuple[str, str] = ("0505", "0605")) -> float:
    """The strength of a stack in defence; the preview says the same as the combat."""
    here, there = hexes
    m = position({here: stacked, there: "123SD Konev"}, board=board, phase=SOVIET_COMBAT, dice=[4])
    preview = m.preview(f"attack {here} 123SD")
    (fought,) = happened(m.play(f"attack {here} 123SD go"), Attacked)
    assert (preview.attack, preview.defence, preview.column) == (str(fought.attack), str(fought.defence), fought.column)
    return fought.defence


@pytest.mark.rule("guderian", "7.3a", "7.3b")
@pytest.mark.parametrize(
    ("division", "strength"),
    [
        ("25/7 6/7 7/7", 16),  # a panzer division: 4 + 2 + 2, doubled
        ("11/14 53/14", 12),  # a motorised division: 3 + 3, doubled
        ("D/DR DF/DR 11/DR", 18),  # Das Reich has three regiments
        ("25/7 6/7", 6),  # one regiment is missing
        ("D/DR DF/DR", 6),  # and so it is here
        ("11/14", 3),
        ("6.ID", 9),  # infantry and cavalry divisions are never doubled
        ("1.KD", 4),
    ],
)
def test_a_whole_division_in_one_hex_is_doubled_in_attack_and_defence(division: str, strength: int) -> None:
    assert attack_of(division, division) == strength
    assert defence_of(division) == strength


@pytest.mark.rule("guderian", "7.3a")
@pytest.mark.parametrize(
    ("stacked", "strength"),
    [
        ("11/14 53/14 25/7", 10),  # a regiment of another division
        ("11/14 53/14 6.ID", 15),  # an infantry division
        ("11/14 53/14 1.KD", 10),  # the cavalry division
        ("11/14 53/14 GD", 16),  # G19: Grossdeutschland and Lehr belong to none; they are not doubled themselves
        ("11/14 53/14 Lehr", 15),
    ],
)
def test_a_unit_of_another_division_in_the_hex_spoils_it(stacked: str, strength: int) -> None:
    assert attack_of(stacked, stacked) == strength
    assert defence_of(stacked) == strength


@pytest.mark.rule("guderian", "7.3a", "9.22")
def test_a_regiment_is_doubled_though_the_rest_of_its_division_stays_out_of_the_attack() -> None:
    assert attack_of("25/7 6/7 7/7", "25/7") == 8
    assert attack_of("25/7 6/7 7/7", "6/7 7/7") == 8
    assert attack_of("11/14 53/14 GD", "53/14 GD") == 10
    assert attack_of("11/14 53/14 6.ID", "53/14") == 3  # a spoiler does so even if it stays out


@pytest.mark.rule("guderian", "7.3a")
def test_a_division_in_two_hexes_is_not_doubled() -> None:
    units = {"0505": "25/7 6/7", "0604": "7/7", "0605": "123SD Konev"}
    m = position(units, phase=GERMAN_COMBAT, dice=[1])
    (fought,) = happened(m.play("attack 0605 25/7 6/7 7/7 go"), Attacked)
    assert fought.attack == 8


@pytest.mark.rule("guderian", "7.3a")
def test_out_of_supply_a_division_is_doubled_first_and_halved_after_that() -> None:
    beyond = ("2503", "2603")
    assert attack_of("25/7 6/7 7/7", "25/7 6/7 7/7", board=LONG, hexes=beyond) == 8
    assert defence_of("25/7 6/7 7/7", board=LONG, hexes=beyond) == 8
    # 3 + 3 with a reduced regiment: (2 + 3) x 2 / 2, where halving one by one would give 1 + 1 and 2 x 2
    assert attack_of("11/14:1 53/14", "11/14 53/14", board=LONG, hexes=beyond) == 5
    assert attack_of("11/14", "11/14", board=LONG, hexes=beyond) == 1


@pytest.mark.rule("guderian", "7.3a", "9.33")
def test_the_doubling_of_a_division_is_not_one_of_the_multiples_of_terrain() -> None:
    woods = field(columns=30, rows=8, forest="0505 2503")
    assert defence_of("11/14 53/14", board=woods) == 24  # 6 x 2, x 2
    assert defence_of("11/14 53/14", board=woods, hexes=("2503", "2603")) == 12  # 6 x 2, / 2, x 2


@pytest.mark.rule("guderian", "7.3a", "7.3c")
@pytest.mark.example("guderian", "d.integration.partial")
def test_reduced_regiments_still_make_up_the_division() -> None:
    assert attack_of("25/7:1 6/7 7/7", "25/7 6/7 7/7") == 12
    assert defence_of("25/7:1 6/7 7/7") == 12
    assert attack_of("25/7:1 6/7", "25/7 6/7") == 4  # the third stands elsewhere


@pytest.mark.rule("guderian", "7.3c")
@pytest.mark.example("guderian", "d.integration.partial")
def test_when_a_regiment_has_been_eliminated_the_others_are_never_doubled_again() -> None:
    units = {"0505": "25/7:1 6/7 7/7", "0604": "123SD", "0605": "56SD", "1005": "Konev"}
    m = position(units, phase=GERMAN_COMBAT, dice=[6, 3])
    assert m.preview("attack 0605 25/7 6/7").attack == "8"
    m.play("attack 0604 7/7 go")  # 4 to 8, a six: the regiment is lost
    assert where(m, "7/7") is None
    (fought,) = happened(m.play("attack 0605 25/7 6/7 go"), Attacked)
    assert fought.attack == 4
