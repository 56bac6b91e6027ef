"""9.0 to 9.5 Combat: who may attack whom, the strengths, the odds and the table."""

from __future__ import annotations

import pytest

import grognard
from grognard.events import Attacked, Eliminated, LostStep, Rolled
from tests.guderian.table import (
    GERMAN_COMBAT,
    GERMAN_MOVEMENT,
    MECHANISED,
    SOVIET_COMBAT,
    allowed,
    asked,
    field,
    happened,
    hexes_offered,
    offered,
    on_map,
    phase,
    play,
    position,
    refused,
    unit,
    units_offered,
    where,
)

LINE = {"0505": "6.ID", "0605": "56SD", "1005": "Konev"}  # nine against three


def fought(m: grognard.Match, action: str) -> Attacked:
    """Play an attack; the preview must have said the same."""
    preview = m.preview(action.removesuffix(" go"))
    (combat,) = happened(m.play(action), Attacked)
    assert (preview.attack, preview.defence, preview.column) == (str(combat.attack), str(combat.defence), combat.column)
    assert preview.columns == {combat.column: 1.0}
    return combat


# --- 9.0 the procedure -----------------------------------------------------------------------------------------------


@pytest.mark.rule("guderian", "9.0a")
def test_the_phasing_player_attacks_and_nobody_else() -> None:
    m = position(LINE, phase=GERMAN_COMBAT)
    assert asked(m) == ("german", "german-combat")
    refused(m, "attack 0505 56SD go", "9.11")
    m = position(LINE, phase=SOVIET_COMBAT)
    assert asked(m) == ("soviet", "soviet-combat")
    refused(m, "attack 0605 6.ID go", "9.11")


@pytest.mark.rule("guderian", "9.0b")
def test_strengths_are_compared_a_die_is_thrown_and_the_result_carried_out_before_the_next_attack() -> None:
    m = position({**LINE, "0504": "5.ID", "0603": "17SD"}, phase=GERMAN_COMBAT, dice=[3, 2])
    events = m.play("attack 0605 6.ID go")
    (combat,) = happened(events, Attacked)
    assert (combat.attack, combat.defence, combat.column) == (9, 3, "3-1")
    assert [(e.die, e.result) for e in happened(events, Rolled)] == [(3, "D1")]
    assert asked(m) == ("soviet", "loss-or-retreat")
    refused(m, "attack 0603 5.ID go", "9.65a")  # first things first
    play(m, "lose", "stay")
    assert asked(m) == ("german", "german-combat")
    allowed(m, "attack 0603 5.ID go")


# --- 9.1 which units may attack --------------------------------------------------------------------------------------


@pytest.mark.rule("guderian", "9.11")
def test_only_units_next_to_the_enemy_attack_him() -> None:
    m = position({**LINE, "0405": "5.ID", "0305": "7.ID"}, phase=GERMAN_COMBAT)
    assert units_offered(m, "attack 0605") == {"6.ID"}
    refused(m, "attack 0605 5.ID go", "9.11")
    refused(m, "attack 0605 6.ID 5.ID go", "9.11")
    refused(m, "attack 1005 6.ID go", "9.11")
    refused(m, "attack 0606 6.ID go", "9.11")  # an empty hex


@pytest.mark.rule("guderian", "9.11")
def test_nobody_attacks_in_a_movement_phase() -> None:
    for when in (GERMAN_MOVEMENT, MECHANISED):
        m = position({**LINE, "0101": "GD"}, phase=when)
        refused(m, "attack 0605 6.ID go", "9.11")


@pytest.mark.rule("guderian", "9.11")
def test_a_lake_hexside_does_not_hinder_an_attack_but_an_advance() -> None:  # G11
    units = {**LINE, "0604": "5.ID", "0506": "38SD"}
    m = position(units, board=field(lake_sides="0605/nw"), phase=GERMAN_COMBAT, dice=[2])
    assert units_offered(m, "attack 0605") == {"5.ID", "6.ID"}
    combat = fought(m, "attack 0605 5.ID 6.ID go")
    assert (combat.attack, combat.defence) == (18, 3)  # no doubling either
    m.play("lose")
    assert units_offered(m, "advance") == {"5.ID"}
    m = position({**LINE, "0303": "GD"}, board=field(lake_sides="0605/nw"), phase=GERMAN_MOVEMENT)
    refused(m, "overrun 0605 6.ID go", "6.51a")


@pytest.mark.rule("guderian", "9.12")
def test_nobody_has_to_attack() -> None:
    m = position({**LINE, "0101": "GD"}, phase=GERMAN_COMBAT)
    m.play("end")
    assert phase(m) == MECHANISED
    assert on_map(m) == {"6.ID": "0505", "56SD": "0605", "Konev": "1005", "GD": "0101"}


@pytest.mark.rule("guderian", "9.12")
@pytest.mark.parametrize("die", [5, 6])
def test_a_unit_that_stayed_out_of_the_attack_is_not_touched_by_its_result(die: int) -> None:
    units = {"0505": "6/7 25/7", "0605": "100SD", "1005": "Konev"}
    m = position(units, phase=GERMAN_COMBAT, dice=[die])
    events = m.play("attack 0605 6/7 go")  # 2 to 6: Ae
    assert [e.unit for e in happened(events, Eliminated)] == ["6/7"]
    assert (where(m, "25/7"), where(m, "100SD")) == ("0505", "0605")
    assert not happened(events, LostStep)


@pytest.mark.rule("guderian", "9.12", "9.65a")
def test_it_stays_when_the_attackers_stacked_with_it_retreat() -> None:
    units = {"0505": "6.ID GD", "0605": "123SD", "1005": "Konev"}
    m = position(units, phase=GERMAN_COMBAT, dice=[5])
    play(m, "attack 0605 6.ID go", "retreat", "retreat 0404")
    assert (where(m, "6.ID"), where(m, "GD")) == ("0404", "0505")
    assert phase(m) == MECHANISED  # 0505 is not vacated: nobody was asked to advance


@pytest.mark.rule("guderian", "9.13")
def test_a_hex_is_attacked_from_all_six_sides_at_once() -> None:
    names = ["5.ID", "6.ID", "7.ID", "15.ID", "17.ID", "23.ID"]
    ring = dict(zip(["0604", "0705", "0706", "0606", "0506", "0505"], names, strict=True))
    m = position({**ring, "0605": "123SD", "1005": "Konev"}, phase=GERMAN_COMBAT, dice=[6])
    combat = fought(m, f"attack 0605 {' '.join(names)} go")
    assert (combat.attack, combat.defence, combat.column) == (54, 4, "10-1")  # surrounded: out of supply


@pytest.mark.rule("guderian", "9.14")
def test_a_unit_attacks_once_in_a_phase() -> None:
    units = {"0505": "6.ID", "0605": "56SD", "0604": "17SD", "0603": "5.ID", "1005": "Konev"}
    m = position(units, phase=GERMAN_COMBAT, dice=[3])
    play(m, "attack 0605 6.ID go", "lose", "stay")
    refused(m, "attack 0604 6.ID go", "9.14")
    allowed(m, "attack 0604 5.ID go")


@pytest.mark.rule("guderian", "9.14")
def test_a_unit_is_attacked_once_in_a_phase() -> None:
    units = {"0505": "6.ID", "0605": "56SD 17SD", "0604": "5.ID", "0603": "38SD", "1005": "Konev"}
    m = position(units, phase=GERMAN_COMBAT, dice=[2])
    play(m, "attack 0605 6.ID go", "lose", "lose 17SD", "lose")  # 9 to 7: D1/A1
    refused(m, "attack 0605 5.ID go", "9.14")
    allowed(m, "attack 0603 5.ID go")


@pytest.mark.rule("guderian", "9.14")
def test_an_overrun_does_not_count_as_an_attack() -> None:
    units = {"0505": "25/7 6/7 7/7", "0605": "123SD", "1005": "Konev", "0101": "GD"}
    m = position(units, phase=GERMAN_MOVEMENT, dice=[5, 5])
    play(m, "overrun 0605 25/7 6/7 7/7 go", "lose", "lose 6/7")  # 8 to 8: A1
    m.play("end")
    assert phase(m) == GERMAN_COMBAT
    combat = fought(m, "attack 0605 25/7 6/7 7/7 go")
    assert (combat.attack, combat.defence) == (14, 8)


# --- 9.2 several units, several hexes --------------------------------------------------------------------------------


@pytest.mark.rule("guderian", "9.21")
def test_all_units_in_a_hex_defend_together() -> None:
    m = position({"0505": "6.ID", "0605": "56SD 17SD Konev"}, phase=GERMAN_COMBAT, dice=[4])
    refused(m, "attack 56SD 6.ID go", "9.11")  # a hex is attacked, never a unit in it
    combat = fought(m, "attack 0605 6.ID go")
    assert combat.defence == 3 + 4 + 5


@pytest.mark.rule("guderian", "9.22")
def test_units_of_one_stack_attack_different_hexes_or_stay_out() -> None:
    units = {"0505": "6.ID 5.ID 7.ID", "0605": "123SD", "0604": "161SD", "1005": "Konev"}
    m = position(units, phase=GERMAN_COMBAT, dice=[5, 5])
    assert fought(m, "attack 0605 6.ID go").attack == 9
    m.play("lose")
    assert units_offered(m, "attack 0604") == {"5.ID", "7.ID"}
    assert fought(m, "attack 0604 5.ID go").attack == 9
    m.play("lose")
    assert [unit(m, name).steps for name in ("6.ID", "5.ID", "7.ID")] == [3, 3, 4]


@pytest.mark.rule("guderian", "9.23")
def test_one_stack_attacks_two_hexes_in_a_single_combat() -> None:
    units = {"0505": "6.ID", "0605": "56SD", "0604": "38SD", "1005": "Konev"}
    m = position(units, phase=GERMAN_COMBAT, dice=[1])
    assert "0604" in hexes_offered(m, "attack 0605")
    combat = fought(m, "attack 0605 0604 6.ID go")
    assert (combat.hexes, combat.attack, combat.defence) == (("0605", "0604"), 9, 3 + 2)


@pytest.mark.rule("guderian", "9.23")
def test_every_attacker_must_be_next_to_every_hex_attacked() -> None:
    units = {"0505": "6.ID", "0506": "5.ID", "0605": "56SD", "0604": "38SD", "0607": "17SD", "1005": "Konev"}
    m = position(units, phase=GERMAN_COMBAT)
    assert units_offered(m, "attack 0605 0604") == {"6.ID"}
    refused(m, "attack 0605 0604 5.ID go", "9.23")
    refused(m, "attack 0605 0604 6.ID 5.ID go", "9.23")
    refused(m, "attack 0604 0607 6.ID go", "9.23")  # nobody is next to both
    allowed(m, "attack 0605 5.ID 6.ID go")


@pytest.mark.rule("guderian", "9.24")
def test_a_unit_counts_once_and_whole() -> None:
    units = {"0505": "6.ID", "0605": "56SD", "0604": "38SD", "1005": "Konev"}
    m = position(units, phase=GERMAN_COMBAT, dice=[1])
    refused(m, "attack 0605 6.ID 6.ID go", "9.24")
    refused(m, "attack 0605 0605 6.ID go", "9.21")
    combat = fought(m, "attack 0605 6.ID go")
    assert combat.attack == 9
    play(m, "lose", "stay")
    assert "attack" not in offered(m)  # nothing is left over for 0604
