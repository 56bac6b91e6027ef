"""9.23 Attacks on several hexes, and from several: one result for each force, a path for each hex."""

from __future__ import annotations

import pytest

import grognard
from grognard.events import Eliminated, Retreated, Rolled
from tests.guderian.table import (
    GERMAN_COMBAT,
    asked,
    field,
    happened,
    hexes_offered,
    play,
    position,
    stack,
    units_offered,
    where,
)


def result(m: grognard.Match) -> str:
    """What the table said last."""
    return happened(m.events, Rolled)[-1].result


def lost(m: grognard.Match) -> list[str]:
    """The units eliminated so far."""
    return [e.unit for e in happened(m.events, Eliminated)]


@pytest.mark.rule("guderian", "9.65a", "9.23")
def test_one_choice_holds_for_all_hexes_attacked_together() -> None:
    # G23: two hexes under one D1: one step in all, or every unit of both retreats.
    units = {"0505": "5.ID 6.ID", "0605": "56SD 17SD", "0604": "38SD", "1005": "Konev"}
    m = position(units, phase=GERMAN_COMBAT, dice=[2])
    m.play("attack 0605 0604 5.ID 6.ID go")
    assert result(m) == "D1"
    losing, retreating = m.copy(), m
    losing.play("lose")
    assert units_offered(losing, "lose") == {"56SD", "17SD", "38SD"}
    losing.play("lose 38SD")
    assert stack(losing, "0605") == {"56SD", "17SD"}
    retreating.play("retreat")
    assert asked(retreating) == ("german", "retreat")
    play(retreating, "retreat 0706", "retreat 0704")
    assert (stack(retreating, "0706"), stack(retreating, "0704")) == ({"56SD", "17SD"}, {"38SD"})


@pytest.mark.rule("guderian", "9.65a", "9.71b")
def test_if_one_of_the_hexes_has_no_way_the_whole_force_must_lose_the_steps() -> None:
    # G70: 0604 is shut in by zones of control and the lake in 0605's stead; 0605 could go.
    units = {"0505": "5.ID 6.ID", "0703": "7.ID", "0605": "56SD 17SD", "0604": "38SD", "1006": "Konev"}
    m = position(units, board=field(lake="0705", lake_sides="0604/s"), phase=GERMAN_COMBAT, dice=[2])
    assert m.query("retreat", hex="0605").paths
    assert not m.query("retreat", hex="0604").paths
    m.play("attack 0605 0604 5.ID 6.ID go")
    assert result(m) == "D1"
    assert (asked(m)[1], units_offered(m, "lose")) == ("lose-step", {"56SD", "17SD", "38SD"})


@pytest.mark.rule("guderian", "9.23", "9.81", "9.84")
def test_each_hex_has_its_own_path_of_retreat() -> None:
    units = {"0505": "5.ID 6.ID", "0605": "38SD", "0604": "91SD", "1005": "Konev", "0902": "Rokossovski"}
    m = position(units, phase=GERMAN_COMBAT, dice=[2])
    m.play("attack 0605 0604 5.ID 6.ID go")  # 18 to 4
    assert result(m) == "D2"
    play(m, "retreat", "retreat 0706", "retreat 0806", "retreat 0603", "retreat 0602")
    assert [(e.unit, e.path) for e in happened(m.events, Retreated)] == [
        ("38SD", ("0605", "0706", "0806")),
        ("91SD", ("0604", "0603", "0602")),
    ]
    assert hexes_offered(m, "advance 5.ID") == {"0605", "0706", "0604", "0603"}
    play(m, "advance 5.ID 0706", "advance 6.ID 0603")
    assert (where(m, "5.ID"), where(m, "6.ID")) == ("0706", "0603")


@pytest.mark.rule("guderian", "9.23", "9.86")
def test_two_hexes_of_advance_only_where_all_were_eliminated() -> None:
    units = {"0505": "5.ID 6.ID", "0605": "38SD 108SD", "0604": "91SD", "1005": "Konev", "0902": "Rokossovski"}
    m = position(units, phase=GERMAN_COMBAT, dice=[3])
    m.play("attack 0605 0604 5.ID 6.ID go")  # 18 to 5
    assert result(m) == "D1"
    play(m, "lose", "lose 91SD")  # 0604 lies empty, 0605 does not
    assert hexes_offered(m, "advance 5.ID") == {"0604", "0603", "0704", "0705", "0504"}


@pytest.mark.rule("guderian", "9.23", "9.64")
def test_de_takes_the_units_of_both_hexes() -> None:
    units = {"0505": "5.ID 6.ID 7.ID", "0605": "110SD", "0604": "108SD", "1005": "Konev", "0902": "Rokossovski"}
    m = position(units, phase=GERMAN_COMBAT, dice=[5])
    m.play("attack 0604 0605 5.ID 6.ID 7.ID go")
    assert (result(m), lost(m)) == ("De", ["108SD", "110SD"])


@pytest.mark.rule("guderian", "9.65a", "9.72", "9.87")
def test_attackers_from_two_hexes_retreat_along_two_paths_and_either_may_be_followed() -> None:
    units = {"0505": "6.ID", "0604": "25/7", "0605": "123SD", "1005": "Konev"}
    m = position(units, phase=GERMAN_COMBAT, dice=[5])
    play(m, "attack 0605 6.ID 25/7 go", "retreat", "retreat 0405", "retreat 0603")  # 13 to 8: A1
    assert (where(m, "6.ID"), where(m, "25/7")) == ("0405", "0603")
    assert hexes_offered(m, "advance 123SD") == {"0505", "0604"}


SHUT_IN = {"0505": "6.ID", "0703": "5.ID", "0805": "7.ID", "0605": "56SD", "0604": "38SD", "0508": "Konev"}


@pytest.mark.rule("guderian", "9.65a", "9.71b")
@pytest.mark.parametrize("hexes", ["0605 0604", "0604 0605"])
def test_a_stack_whose_way_leads_through_a_hex_that_others_leave_goes_before_them(hexes: str) -> None:
    # G24: 38SD can only go over 0605, which is in 6.ID's zone: when 56SD has left it nobody cancels that (8.14).
    m = position(SHUT_IN, phase=GERMAN_COMBAT, dice=[1])
    play(m, f"attack {hexes} 6.ID go", "retreat")  # 9 to 5: D1
    assert (where(m, "38SD"), where(m, "56SD"), lost(m)) == ("0605", "0606", [])
    assert hexes_offered(m, "advance 6.ID") == {"0604"}


@pytest.mark.rule("guderian", "9.71b", "9.81")
def test_a_hex_whose_way_the_others_retreat_has_closed_is_lost() -> None:
    # Each could only go where the other is, and when 56SD has gone to 0604 nobody is left in 0605.
    m = position({**SHUT_IN, "0607": "GD"}, phase=GERMAN_COMBAT, dice=[4])
    play(m, "attack 0605 0604 6.ID go", "retreat")  # out of supply, 9 to 2: D1
    assert (where(m, "56SD"), lost(m)) == ("0604", ["38SD"])
    assert hexes_offered(m, "advance 6.ID") == {"0605"}
