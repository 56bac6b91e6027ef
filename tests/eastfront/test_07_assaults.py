"""7.5: attacks across rivers, repulses, frozen rivers and combined assaults."""

from __future__ import annotations

from typing import Any

import pytest

import grognard
from grognard.events import Moved
from tests.eastfront.table import (
    GERMAN,
    SOVIET,
    allowed,
    asked,
    cv,
    field,
    fight,
    lost,
    offered,
    play,
    position,
    refused,
    state,
    volleys,
    where,
)

HQ = {"AG-South": ""}
RIVER = field(river="0605/e 0605/ne 0605/se 0605/w 0605/nw 0605/sw")  # all around 0605
ALL_STRAITS = field(strait="0605/e 0605/ne 0605/se 0605/w 0605/nw 0605/sw")


def attack(units: dict[str, str], *moves: str, dice: list[int], **more: Any) -> grognard.Match:
    """A German attack on 0605; AG-South in 0404 commands and supports it."""
    given: dict[str, Any] = {"board": RIVER, "active_hqs": HQ, **more}
    m = position({"0404": "AG-South:3", **units}, dice=dice, **given)
    play(m, *(f"move {move}" for move in moves))
    if state(m).phase == "movement":  # it ends of itself when nobody can move
        play(m, "end")
    return m


def repulsed(m: grognard.Match) -> list[tuple[str, str]]:
    """Who was thrown back, and where to."""
    return [
        (event.unit, where(m, event.unit)) for event in m.events if isinstance(event, Moved) and event.rule == "7.51"
    ]


# --- 7.5 what is a River Assault -------------------------------------------------------------------------------------


@pytest.mark.rule("eastfront", "7.5", "7.51")
@pytest.mark.parametrize(("die", "thrown"), [(1, True), (2, True), (3, False), (6, False)])
def test_a_1_or_2_repulses_an_attack_across_a_river(die: int, thrown: bool) -> None:
    m = attack({"0505": "41Pz:4", "0605": "8A:1"}, "41Pz 0605", dice=[die, 1, 1, 1, 1])
    told = fight(m, "0605")
    assert repulsed(m) == ([("41Pz", "0505")] if thrown else [])
    assert lost(told) == (["41Pz"] if die == 6 else [])


@pytest.mark.rule("eastfront", "7.5")
def test_without_a_river_nobody_is_repulsed() -> None:
    m = attack({"0505": "41Pz:4", "0605": "8A:1"}, "41Pz 0605", dice=[1] * 5, board=field())
    fight(m, "0605")
    assert (repulsed(m), where(m, "41Pz")) == ([], "0605")


@pytest.mark.rule("eastfront", "7.5", "7.51", "G53")
@pytest.mark.parametrize("order", [("4AK 0605", "1AK 0605"), ("1AK 0605", "4AK 0605")])
def test_one_attacker_over_another_side_saves_them_all(order: tuple[str, str]) -> None:
    board = field(river="0605/w")  # none between 0604 and 0605
    m = attack({"0505": "4AK:4", "0604": "1AK:4", "0605": "8A:2"}, *order, dice=[1, 2, *[1] * 8], board=board)
    fight(m, "0605")
    assert repulsed(m) == []


@pytest.mark.rule("eastfront", "7.5")
def test_units_added_to_a_battle_across_a_river_are_not_repulsed() -> None:
    units = {"0605": "41Pz:1 8A:2", "0505": "1AK:4"}
    m = attack(units, "1AK 0605", dice=[1, 1, 1, 1, 1, 1, 1])
    fight(m, "0605")
    assert repulsed(m) == []
    assert where(m, "1AK") == "0605"


@pytest.mark.rule("eastfront", "7.5", "1.38")
def test_the_straits_count_as_a_river() -> None:
    m = attack({"0505": "41Pz:4", "0605": "8A:1"}, "41Pz 0605", dice=[2], board=ALL_STRAITS)
    fight(m, "0605")
    assert repulsed(m) == [("41Pz", "0505")]


# --- 7.51 repulses ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("eastfront", "7.5", "7.51")
@pytest.mark.example("eastfront", "E7.51")
def test_the_river_crossing_example() -> None:
    units = {"0505": "41Pz:3", "0604": "1AK:4", "0605": "11GdsA:4"}
    m = attack(units, "41Pz 0605", "1AK 0605", dice=[5, 1, 1, *(1, 4, 6), *(1, 1, 1)])
    play(m, "strike AG-South 0605")
    assert volleys(list(m.events)) == [("AG-South", (5, 1, 1), 1), ("11GdsA", (1, 4, 6), 1), ("1AK", (1, 1, 1), 0)]
    assert repulsed(m) == [("41Pz", "0505")]
    assert (cv(m, "41Pz"), cv(m, "1AK"), cv(m, "11GdsA")) == (3, 3, 3)


@pytest.mark.rule("eastfront", "7.51", "7.33")
def test_the_weakest_are_repulsed_and_the_owner_chooses_among_equals() -> None:
    units = {"0505": "41Pz:2", "0604": "1AK:2", "0606": "4AK:4", "0605": "8A:1"}
    m = attack(units, "41Pz 0605", "1AK 0605", "4AK 0605", dice=[1, *[1] * 8])
    play(m, "resolve 0605")
    assert asked(m) == GERMAN
    assert offered(m, "repulse") == ["41Pz", "1AK"]
    play(m, "repulse 1AK")
    assert repulsed(m) == [("1AK", "0604")]


@pytest.mark.rule("eastfront", "7.51", "G16")
def test_all_fire_then_all_repulses_then_all_hits() -> None:
    # 4Tk hits twice before 8A repulses: the hits still fall on those who hold
    units = {"0505": "41Pz:2", "0604": "1AK:4", "0605": "4Tk:2 8A:1"}
    m = attack(units, "41Pz 0605", "1AK 0605", dice=[5, 5, 1, *[1] * 2])
    told = fight(m, "0605")
    assert [who for who, _, _ in volleys(told)] == ["4Tk", "8A", "1AK"]
    assert repulsed(m) == [("41Pz", "0505")]
    assert (cv(m, "41Pz"), cv(m, "1AK")) == (2, 2)


@pytest.mark.rule("eastfront", "7.51", "G16")
def test_hits_spare_the_repulsed_even_when_they_are_stronger() -> None:
    units = {"0505": "41Pz:3", "0604": "1AK:3", "0605": "8A:3"}
    m = attack(units, "41Pz 0605", "1AK 0605", dice=[1, 6, 6, 1])
    fight(m, "0605", "repulse 41Pz")
    assert (cv(m, "41Pz"), cv(m, "1AK")) == (3, 1)


@pytest.mark.rule("eastfront", "7.51")
def test_if_all_are_repulsed_they_take_the_hits() -> None:
    m = attack({"0505": "41Pz:3", "0605": "8A:3"}, "41Pz 0605", dice=[1, 6, 6])
    told = fight(m, "0605")
    assert repulsed(m) == [("41Pz", "0505")]
    assert lost(told) == ["41Pz", "41Pz"]
    assert [who for who, _, _ in volleys(told)] == ["8A"]  # nobody is left to fire
    assert state(m).battles == {}


@pytest.mark.rule("eastfront", "7.51")
def test_more_repulses_than_attackers_are_wasted() -> None:
    m = attack({"0505": "41Pz:3", "0605": "8A:3"}, "41Pz 0605", dice=[1, 2, 2])
    fight(m, "0605")
    assert repulsed(m) == [("41Pz", "0505")]
    assert cv(m, "41Pz") == 3


@pytest.mark.rule("eastfront", "7.51")
def test_a_repulse_is_no_retreat_and_draws_no_pursuit_fire() -> None:
    m = attack({"0505": "1AK:3", "0605": "4Tk:1"}, "1AK 0605", dice=[1])  # the armor is faster and would pursue
    told = fight(m, "0605")
    assert len(volleys(told)) == 1
    assert cv(m, "1AK") == 3


@pytest.mark.rule("eastfront", "7.51")
def test_units_go_back_to_the_hex_they_engaged_from() -> None:
    m = attack({"0305": "41Pz:3", "0605": "8A:1"}, "41Pz 0405 0505 0605", dice=[1])
    fight(m, "0605")
    assert repulsed(m) == [("41Pz", "0505")]


@pytest.mark.rule("eastfront", "7.51", "6.22", "G35")
def test_a_repulse_may_overstack() -> None:
    units = {"0505": "41Pz:3 1AK 4AK 29AK", "0405": "52AK", "0605": "8A:1"}
    m = attack(units, "41Pz 0605", "52AK 0505", dice=[1])
    fight(m, "0605")
    assert where(m, "41Pz") == "0505"
    assert len(state(m).stack(GERMAN, state(m).rules.hex("0505"))) == 5


@pytest.mark.rule("eastfront", "7.51")
def test_only_the_first_round_repulses() -> None:
    units = {"0605": "41Pz:4 8A:2", "0404": "AG-South:3"}
    m = position(units, board=RIVER, phase="combat", active_hqs=HQ, dice=[1, 2, 1, 1, 1, 1])
    fight(m, "0605")
    assert repulsed(m) == []


@pytest.mark.rule("eastfront", "7.51", "5.7")
def test_a_bridgehead_is_safe_in_the_blitz_combat_of_the_same_turn() -> None:
    dice = [3, 3, 1, 1, 1, 1, *[1, 2, 1, 1, 1, 1]]
    m = attack({"0505": "41Pz:4", "0605": "8A:2"}, "41Pz 0605", dice=dice, active_hqs={"AG-South": "blitz"})
    fight(m, "0605")
    play(m, "end")
    assert state(m).phase == "blitz-combat"
    told = fight(m, "0605")
    assert volleys(told)[0] == ("8A", (1, 2), 0)
    assert repulsed(m) == []


@pytest.mark.rule("eastfront", "7.51", "6.1", "G35")
def test_a_repulsed_unit_may_move_again_in_the_blitz() -> None:
    units = {"0505": "41Pz:4", "0605": "8A:1"}
    m = attack(units, "41Pz 0605", dice=[1], active_hqs={"AG-South": "blitz"})
    fight(m, "0605")
    assert state(m).phase == "blitz-movement"
    allowed(m, "move 41Pz 0605")


@pytest.mark.rule("eastfront", "7.51")
def test_all_see_what_a_repulsed_unit_loses_and_then_it_is_hidden_again() -> None:
    m = attack({"0505": "41Pz:3", "0605": "8A:3"}, "41Pz 0605", dice=[1, 6, 1])
    fight(m, "0605")
    assert "41Pz loses a step, down to 2" in [event.line() for event in m.events if event.seen_by(SOVIET)]
    assert [unit.hidden for unit in m.view(SOVIET).units if unit.hex == "0505"] == [True]


# --- 7.52 frozen rivers ----------------------------------------------------------------------------------------------


@pytest.mark.rule("eastfront", "7.52", "12.24")
def test_nobody_is_repulsed_across_a_frozen_river() -> None:
    m = attack({"0505": "41Pz:4", "0605": "8A:2"}, "41Pz 0605", dice=[1, 2, 1, 1, 1, 1], weather="snow")
    assert volleys(list(m.events))[0] == ("8A", (1, 2), 0)  # out of air range there is nothing else to do
    assert (repulsed(m), where(m, "41Pz")) == ([], "0605")


@pytest.mark.rule("eastfront", "7.52", "6.33")
def test_one_unit_crosses_a_frozen_river_side() -> None:
    units = {"0404": "AG-South:3", "0505": "41Pz:4 1AK:4", "0605": "8A:2"}
    m = position(units, board=RIVER, active_hqs=HQ, weather="snow")
    play(m, "move 41Pz 0605")
    refused(m, "move 1AK 0605", "6.33")


# --- 7.53 combined assaults ------------------------------------------------------------------------------------------


def combined(dice: list[int], *, para: bool) -> grognard.Match:
    """Soviets over two river sides at 0605 from the east, with or without a drop from 0805."""
    units = {
        "0705": "11GdsA:4", "0704": "8A:3", "0605": "1AK:4", "0805": "STAVKA:3 4Para:3", "0806": "Ukrainian-Front:3",
    }  # fmt: skip
    roles = {"Ukrainian-Front": "", "STAVKA": "paradrop" if para else ""}
    m = position(units, board=RIVER, active=SOVIET, active_hqs=roles, dice=dice)
    play(m, "move 11GdsA 0605", "move 8A 0605", *(["drop 4Para 0605"] if para else []), "end")
    return m


@pytest.mark.rule("eastfront", "7.53", "14.4", "14.41")
@pytest.mark.example("eastfront", "E7.53")
def test_the_combined_assault_example() -> None:
    m = combined([6, 1, 5, 2, *[1] * 6], para=True)
    fight(m, "0605")
    assert offered(m, "repulse") == ["8A", "4Para"]
    told = play(m, "repulse 8A")
    assert repulsed(m) == [("8A", "0704")]
    assert lost(told) == ["11GdsA"]
    assert (cv(m, "11GdsA"), cv(m, "8A"), cv(m, "4Para")) == (3, 3, 3)
    assert (where(m, "11GdsA"), where(m, "4Para")) == ("0605", "0605")


@pytest.mark.rule("eastfront", "7.53", "14.4", "14.41")
@pytest.mark.example("eastfront", "E7.53")
def test_without_the_para_both_would_have_been_repulsed() -> None:
    m = combined([6, 1, 5, 2], para=False)
    told = fight(m, "0605")
    assert sorted(repulsed(m)) == [("11GdsA", "0705"), ("8A", "0704")]
    assert lost(told) == ["11GdsA"]  # all are thrown back, so the strongest of them takes the hit


@pytest.mark.rule("eastfront", "7.51", "G16")
def test_what_those_who_hold_cannot_bear_falls_on_the_repulsed() -> None:
    units = {"0505": "1AK:1", "0504": "26AK:1", "0605": "23A:3="}
    m = attack(units, "1AK 0605", "26AK 0605", dice=[1, 6, 6])
    chances = m.preview("resolve 0605").tables["steps the attacker loses"]
    assert chances["2"] == pytest.approx(1 - (5 / 6) ** 3 - 3 * (1 / 6) * (5 / 6) ** 2)
    told = fight(m, "0605", "repulse 1AK")
    assert (where(m, "1AK"), where(m, "26AK"), lost(told)) == ("dead", "dead", ["26AK+", "1AK+"])
    units = {"0505": "1AK:1", "0504": "26AK:3", "0605": "23A:3"}
    m = attack(units, "1AK 0605", "26AK 0605", dice=[1, 6, 6, 1])
    fight(m, "0605")
    assert (where(m, "1AK"), cv(m, "1AK"), cv(m, "26AK")) == ("0505", 1, 1)
