"""12 Untried units: drawn blind, revealed at the instant of combat, removed if they are worth nothing, drawn again."""

from __future__ import annotations

from typing import Any

import pytest

import grognard
from grognard.events import Attacked, Removed, Revealed, Rolled
from grognard.games.guderian.facts import Pool
from tests.guderian.table import (
    GERMAN_COMBAT,
    GERMAN_MOVEMENT,
    SOVIET_COMBAT,
    SOVIET_MOVEMENT,
    asked,
    facts,
    field,
    happened,
    hexes_offered,
    offered,
    play,
    points_left,
    position,
    refused,
    stack,
    status,
    supplied,
    unit,
    where,
    zoc,
)

SIDESHOW = {"1108": "Dolmatov 110SD", "1208": "Lehr"}  # a fight elsewhere, so that the phase does not end by itself


def rule(*ids: str) -> pytest.MarkDecorator:
    return pytest.mark.rule("guderian", *ids)


def pool(m: grognard.Match, kind: str = "rifle") -> Pool:
    return facts(m).pool[kind]


# --- 12.0, 12.1 unknown to both --------------------------------------------------------------------------------------


@rule("12.0")
def test_neither_side_can_tell_a_strong_division_from_a_weak_one() -> None:
    def everything(hidden: str) -> list[Any]:
        m = position({"0605": hidden, "0705": "?123SD Lukin", "0505": "25/7"}, phase=GERMAN_COMBAT)
        sides = [None, "german", "soviet"]
        return [[m.view(side), m.log(side), m.choices("attack 0605").items] for side in sides]

    assert everything("?2SD") == everything("?161SD") == everything("?19SD-b")


@rule("12.0", "12.1")
def test_the_armies_start_untried_and_their_leaders_do_not() -> None:
    m = grognard.new("guderian", seed=3)
    units = [*m.view().units, *m.view().to_place]
    divisions = [u for u in units if u.rating == 0]
    assert len(divisions) == 34
    assert {u.strength for u in divisions} == {"?-6", "?-10"}
    assert all(u.strength.startswith("(") for u in units if u.rating)


@rule("12.1")
@pytest.mark.parametrize("seed", range(6))
def test_divisions_are_drawn_blind_from_the_counters_of_their_type(seed: int) -> None:
    units = {"0605": "rifle armoured", "0505": "25/7 6/7 7/7", "0705": "Lukin"}
    m = position(units, phase=GERMAN_COMBAT, seed=seed, dice=[6])
    assert stack(m, "0605") == {"R1", "A1"}
    events = m.play("attack 0605 25/7 6/7 7/7 go")
    kinds = {e.was: e.unit for e in happened(events, Revealed)}
    assert kinds["R1"].rstrip("-b").endswith("SD")
    assert kinds["A1"].endswith(("TD", "MD"))


@rule("12.1")
def test_what_is_drawn_differs_from_game_to_game() -> None:
    def drawn(seed: int) -> str:
        m = position({"0605": "rifle", "0505": "25/7"}, phase=GERMAN_COMBAT, seed=seed, dice=[6])
        return happened(m.play("attack 0605 25/7 go"), Revealed)[0].unit

    assert len({drawn(seed) for seed in range(12)}) > 6


# --- 12.2 revelation -------------------------------------------------------------------------------------------------


@rule("12.2a")
def test_a_unit_is_revealed_when_the_die_is_about_to_be_thrown_and_no_sooner() -> None:
    m = position({"0706": "?258SD Lukin", "0505": "25/7"}, phase=SOVIET_MOVEMENT, dice="hand")
    play(m, "move R1 Lukin 0605", "end")
    assert "untried" in status(m, "R1")  # next to the enemy, but not yet in combat
    m.choices("attack 0505 R1 Lukin")
    m.preview("attack 0505 R1 Lukin")
    assert "untried" in status(m, "R1")  # committing it in mind reveals nothing
    events = m.play("attack 0505 R1 Lukin go")
    assert [(e.was, e.unit, e.strength) for e in happened(events, Revealed)] == [("R1", "258SD", "6-8-6")]
    assert asked(m) == ("soviet", "roll")


@rule("12.2a")
def test_defenders_are_revealed_too_and_so_is_everybody_in_an_overrun() -> None:
    m = position({"0605": "?258SD ?17SD", "0505": "25/7", "0101": "GD"}, phase=GERMAN_MOVEMENT, dice=[1])
    events = m.play("overrun 0605 25/7 go")
    assert [e.unit for e in happened(events, Revealed)] == ["258SD", "17SD"]


@rule("12.2a")
def test_units_that_stay_out_of_the_attack_stay_untried() -> None:
    m = position({"0605": "?258SD ?17SD Lukin", "0505": "25/7"}, phase=SOVIET_COMBAT, dice=[1])
    m.play("attack 0505 R1 go")
    assert status(m, "R2") == {"untried"}


@rule("12.2b")
def test_units_committed_cannot_be_called_off_when_they_prove_weak() -> None:
    m = position({"0605": "?108SD Lukin", "0505": "6.ID", **SIDESHOW}, phase=SOVIET_COMBAT, dice="hand")
    m.play("attack 0505 R1 go")
    assert offered(m) == {"roll"}
    with pytest.raises(grognard.Illegal):
        m.undo()
    m.play("roll 6")  # 1 to 9: Ae
    assert stack(m, "0605") == {"Lukin"}


# --- 12.3 units without strength -------------------------------------------------------------------------------------


@rule("12.3a")
@pytest.mark.parametrize("worthless", ["2SD", "nnTD"])
def test_a_division_without_strength_is_removed_when_it_is_revealed(worthless: str) -> None:
    m = position({"0605": f"?{worthless} 258SD", "0505": "25/7", "0705": "Lukin"}, phase=GERMAN_COMBAT, dice=[3])
    events = m.play("attack 0605 25/7 go")
    assert [(e.what, e.rule) for e in happened(events, Removed)] == [(worthless, "12.3a")]
    assert happened(events, Attacked)[0].defence == 8
    assert where(m, worthless) is None


@rule("12.3a")
def test_until_then_it_controls_the_hexes_around_it_and_bars_supply_and_retreats() -> None:
    narrow = field(rows=3)
    m = position({"0602": "?2SD", "0802": "25/7"}, board=narrow, phase=GERMAN_MOVEMENT)
    assert zoc(m, "soviet") == {"0601", "0603", "0702", "0703", "0502", "0503"}
    assert not supplied(m, "25/7")
    units = {"0605": "111SD 126SD 123SD Lukin", "0505": "6.ID", "0604": "17SD", "0506": "18SD"}
    m = position(units, phase=SOVIET_COMBAT, dice=[3])
    m.play("attack 0505 111SD 126SD 123SD go")  # 22 to 9, 2-1: D1/A1
    assert asked(m) == ("german", "loss-or-retreat")
    m = position({**units, "0305": "?2SD"}, phase=SOVIET_COMBAT, dice=[5])  # it bars 0404 and 0405, and supply
    m.play("attack 0505 111SD 126SD 123SD go")  # 22 to 4, 5-1: D1
    assert unit(m, "6.ID").steps == 3  # there was no way to retreat


@rule("12.3a")
def test_if_all_defenders_vanish_no_die_is_thrown_and_the_victors_advance() -> None:  # G30
    m = position({"0605": "?2SD ?27SD", "0505": "25/7"}, phase=GERMAN_COMBAT)
    events = m.play("attack 0605 25/7 go")
    assert not happened(events, Rolled)
    assert asked(m) == ("german", "advance")
    assert {"0605", "0706", "0705"} <= hexes_offered(m, "advance 25/7")  # up to two hexes, as after De
    m.play("advance 25/7 0706")
    assert where(m, "25/7") == "0706"


@rule("12.3a")
def test_in_an_overrun_the_force_enters_and_may_go_on() -> None:  # G30
    m = position({"0605": "?2SD", "0505": "25/7", "0101": "GD"}, phase=GERMAN_MOVEMENT)
    m.play("overrun 0605 25/7 go")
    assert (where(m, "25/7"), points_left(m, "25/7")) == ("0605", 7)
    m.play("move 25/7 0805")


@rule("12.3a")
def test_if_all_attackers_vanish_the_defenders_have_not_been_attacked() -> None:  # G30
    units = {"0605": "?2SD ?27SD", "0604": "258SD", "0705": "Lukin", "0505": "25/7"}
    m = position(units, phase=SOVIET_COMBAT, dice=[2])
    events = m.play("attack 0505 R1 R2 go")
    assert not happened(events, Rolled)
    assert happened(m.play("attack 0505 258SD go"), Rolled)  # they may still be


@rule("12.3a", "10.22")
def test_a_leader_left_alone_defends_with_his_rating() -> None:  # G30
    m = position({"0605": "?2SD Lukin", "0505": "25/7"}, phase=GERMAN_COMBAT, dice=[3])
    events = m.play("attack 0605 25/7 go")
    assert happened(events, Attacked)[0].defence == 3


@rule("12.3b")
def test_a_0_1_6_stays_and_defends_with_one() -> None:
    m = position({"0605": "?19SD-b", "0505": "25/7", "0705": "Lukin"}, phase=GERMAN_COMBAT, dice=[5])
    events = m.play("attack 0605 25/7 go")  # 4-1: D1/A1
    assert happened(events, Attacked)[0].defence == 1
    assert where(m, "19SD-b") == "0605"


@rule("12.3b")
def test_a_0_1_6_that_is_known_never_attacks_or_overruns() -> None:
    m = position({"0605": "19SD-b 17SD Lukin", "0505": "25/7"}, phase=SOVIET_COMBAT)
    refused(m, "attack 0505 19SD-b go", "12.3b")
    m = position({"0605": "19SD-b 17SD Lukin", "0505": "25/7"}, phase=SOVIET_MOVEMENT)
    refused(m, "overrun 0505 17SD 19SD-b go", "12.3b")


@rule("12.3b")
def test_revealed_in_its_own_attack_it_goes_back_whence_it_came() -> None:
    m = position({"0706": "?19SD-b", "0604": "17SD Lukin", "0505": "25/7"}, phase=SOVIET_MOVEMENT, dice=[2])
    play(m, "move R1 0605", "end")
    events = m.play("attack 0505 R1 17SD go")
    assert happened(events, Attacked)[0].attack == 4  # 17SD alone
    assert where(m, "19SD-b") == "0706"


@rule("12.3b")
def test_if_the_enemy_came_to_it_it_drops_out_and_stays() -> None:  # G31
    m = position({"0605": "?19SD-b", "0604": "17SD Lukin", "0505": "25/7"}, phase=SOVIET_COMBAT, dice=[2])
    events = m.play("attack 0505 R1 17SD go")
    assert happened(events, Attacked)[0].attack == 4
    assert where(m, "19SD-b") == "0605"


@rule("12.3b")
def test_if_it_cannot_go_back_it_is_eliminated() -> None:
    units = {"0706": "?19SD-b", "0806": "42SD 45SD 46SD", "0604": "17SD Lukin", "0505": "25/7"}
    m = position(units, phase=SOVIET_MOVEMENT, dice=[2])
    play(m, "move R1 0605", "move 42SD 45SD 46SD 0706", "end")
    m.play("attack 0505 R1 17SD go")
    assert where(m, "19SD-b") is None


@rule("12.3b", "12.3a")
def test_the_counters_hold_eight_0_0_6_three_0_10_and_the_two_0_1_6_of_the_text() -> None:  # G62
    m = position({"0605": "17SD"})
    assert pool(m).unseen["0-0-6"] == 8
    assert pool(m).unseen["0-1-6"] == 2
    assert pool(m, "armoured").unseen["0-10"] == 3
