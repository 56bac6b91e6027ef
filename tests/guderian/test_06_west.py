"""6.4 The two western columns, closed to the Soviets on the first six turns."""

from __future__ import annotations

import pytest

from grognard.events import Advanced, Eliminated, Retreated
from tests.guderian.table import (
    GERMAN_COMBAT,
    GERMAN_MOVEMENT,
    SOVIET_COMBAT,
    SOVIET_MOVEMENT,
    allowed,
    asked,
    field,
    happened,
    hexes_offered,
    phase,
    play,
    position,
    refused,
    supplied,
    where,
)

WEST = {f"{column}{row:02d}" for column in ("01", "02") for row in range(1, 11)}


@pytest.mark.rule("guderian", "6.4a")
@pytest.mark.parametrize("turn", [1, 2, 6])
def test_no_soviet_unit_enters_the_western_columns_on_the_first_six_turns(turn: int) -> None:
    m = position({"0305": "rifle armoured Konev"}, turn=turn, phase=SOVIET_MOVEMENT)
    for name in ("R1", "A1", "Konev"):
        assert not hexes_offered(m, f"move {name}") & WEST
        refused(m, f"move {name} 0205", "6.4a")
    refused(m, "move R1 Konev 0205", "6.4a")


@pytest.mark.rule("guderian", "6.4a")
def test_from_turn_seven_on_the_western_columns_are_open() -> None:
    m = position({"0305": "rifle Konev"}, turn=7, phase=SOVIET_MOVEMENT)
    assert {"0204", "0205", "0104"} <= hexes_offered(m, "move R1")


@pytest.mark.rule("guderian", "6.4a")
def test_the_columns_are_closed_to_trains_too() -> None:
    m = position({"0505": "rifle Konev"}, turn=6, phase=SOVIET_MOVEMENT, board=field(rail="0105 0205 0305 0405 0505"))
    assert hexes_offered(m, "rail R1") == {"0305", "0405"}
    refused(m, "rail R1 0205", "6.4a")


@pytest.mark.rule("guderian", "6.4a")
def test_the_marching_armies_have_no_more_licence_on_the_second_turn() -> None:
    """G6."""
    m = position({"0305": "rifle Konev"}, turn=2, phase=SOVIET_MOVEMENT, armies={"20th": "R1"})
    refused(m, "move R1 0205", "6.4a")


@pytest.mark.rule("guderian", "6.4a")
def test_a_unit_left_in_the_western_columns_may_go_out_but_not_about() -> None:
    m = position({"0205": "rifle", "0505": "Konev"}, turn=2, phase=SOVIET_MOVEMENT)
    assert not hexes_offered(m, "move R1") & WEST
    allowed(m, "move R1 0305")


@pytest.mark.rule("guderian", "6.4a")
def test_germans_move_there_freely() -> None:
    m = position({"0305": "25/7", "1210": "Konev"}, turn=2)
    assert hexes_offered(m, "move 25/7") >= WEST


@pytest.mark.rule("guderian", "6.4b")
@pytest.mark.parametrize(("turn", "advances"), [(6, False), (7, True)])
def test_soviet_units_attack_into_the_closed_columns_but_do_not_advance(turn: int, advances: bool) -> None:
    m = position({"0305": "9-8-6 Konev", "0205": "7/7:1"}, turn=turn, phase=SOVIET_COMBAT, dice=[1])
    events = m.play("attack 0205 50SD Konev go")
    assert happened(events, Eliminated)
    assert (asked(m)[1] == "advance") is advances
    if advances:
        assert happened(m.play("advance 50SD 0205"), Advanced)
    assert where(m, "50SD") == ("0205" if advances else "0305")


@pytest.mark.rule("guderian", "6.4b")
def test_an_advance_of_two_hexes_stops_at_the_closed_columns() -> None:
    m = position({"0405": "9-8-6 Konev", "0305": "7/7:1"}, turn=6, phase=SOVIET_COMBAT, dice=[1])
    m.play("attack 0305 50SD Konev go")
    assert not hexes_offered(m, "advance 50SD") & WEST
    assert {"0305", "0304", "0306"} <= hexes_offered(m, "advance 50SD")


@pytest.mark.rule("guderian", "6.4b")
def test_soviet_units_do_not_overrun_in_the_closed_columns() -> None:
    units = {"0305": "9-8-6 Konev", "0205": "7/7:1", "0404": "6/7:1"}
    m = position(units, turn=6, phase=SOVIET_MOVEMENT)
    allowed(m, "overrun 0404 50SD go")
    refused(m, "overrun 0205 50SD go", "6.4b")
    allowed(position(units, turn=7, phase=SOVIET_MOVEMENT), "overrun 0205 50SD go")


HEMMED_IN = {"0305": "1-2-6", "0404": "25/7 6/7 7/7", "0406": "6.ID", "1210": "Konev"}  # only 0204 and 0205 are open


@pytest.mark.rule("guderian", "6.4c", "6.4a")
@pytest.mark.parametrize("turn", [6, 7])
def test_a_unit_forced_to_retreat_into_the_closed_columns_is_eliminated(turn: int) -> None:
    m = position(HEMMED_IN, turn=turn, phase=GERMAN_COMBAT, dice=[6])
    play(m, "attack 0305 25/7 6/7 7/7 go", "retreat")
    assert hexes_offered(m, "retreat") == {"0204", "0205"}
    events = m.play("retreat 0204")
    lost = [e.rule for e in happened(events, Eliminated)]
    assert lost == (["6.4c"] if turn == 6 else [])


@pytest.mark.rule("guderian", "6.4a", "6.4c")
@pytest.mark.parametrize(("turn", "army", "survives"), [(1, "20th", True), (1, "24th", False), (2, "20th", False)])
def test_on_the_first_turn_the_columns_are_open_to_the_marching_armies(turn: int, army: str, survives: bool) -> None:
    """G6: to them alone, against their will as well."""
    m = position(HEMMED_IN, turn=turn, phase=GERMAN_COMBAT, dice=[6], armies={army: "45SD"})
    play(m, "attack 0305 25/7 6/7 7/7 go", "retreat", "retreat 0204")
    assert (where(m, "45SD") is not None) == survives


@pytest.mark.rule("guderian", "6.4c")
def test_an_overrun_drives_units_into_the_closed_columns_all_the_same() -> None:
    m = position(HEMMED_IN, turn=6, phase=GERMAN_MOVEMENT, dice=[6])
    play(m, "overrun 0305 25/7 6/7 7/7 go", "retreat")
    assert [e.rule for e in happened(m.play("retreat 0205"), Eliminated)] == ["6.4c"]
    assert where(m, "25/7") == "0305"


@pytest.mark.rule("guderian", "6.4c")
def test_the_opponent_may_not_choose_the_closed_columns_while_there_is_another_way() -> None:
    """G25: forced means that nothing else is open."""
    units = {"0305": "1-2-6", "0404": "25/7 6/7 7/7", "1210": "Konev"}
    m = position(units, turn=6, phase=GERMAN_COMBAT, dice=[6])
    play(m, "attack 0305 25/7 6/7 7/7 go", "retreat")
    assert hexes_offered(m, "retreat") == {"0307", "0406"}  # the first hex could only be 0306
    assert happened(m.play("retreat 0307"), Retreated)[0].path == ("0305", "0306", "0307")


@pytest.mark.rule("guderian", "6.4d")
def test_supply_and_radius_run_through_the_closed_columns() -> None:
    """Lakes part Konev from his division but for the two columns in the west."""
    units = {"0303": "Konev", "0306": "6-8-6", "0307": "7/7"}
    open_west = position(units, turn=5, phase=SOVIET_COMBAT, board=field(lake="0304..1205"))
    assert supplied(open_west, "258SD")
    allowed(open_west, "attack 0307 258SD go")
    shut = position(units, turn=5, phase=SOVIET_COMBAT, board=field(lake="0104..1205"))
    assert phase(shut) != SOVIET_COMBAT  # no Leader in reach: nobody may attack
    assert not supplied(shut, "258SD")
