"""The rules that Radzymin and Uman bring with them, in the battles themselves: what their files give the players."""

from __future__ import annotations

from typing import Any

import pytest

import grognard
from grognard import Match
from grognard.events import Rolled
from grognard.games.battles.facts import BattlesFacts
from grognard.games.battles.rules import battle


def play(scenario: str, turn: int, phase: str, units: dict[str, str], **facts: Any) -> Match:
    """A situation of a battle; nothing plays itself."""
    position = {"game": "battles", "scenario": scenario, "turn": turn, "phase": phase, "units": units, **facts}
    return grognard.setup(position, forced=False)


def own(match: Match) -> BattlesFacts:
    facts = match.view().own
    assert isinstance(facts, BattlesFacts)
    return facts


# --- Radzymin ---------------------------------------------------------------------------------------------------------

TANK_ARMY = {"1718": "HQ-2TA", "1517": "58G/8GTk", "2618": "HQ-47A", "0514": "HQ-9A"}


@pytest.mark.rule("battles", "S4")
@pytest.mark.parametrize(("turn", "price"), [(1, 1), (2, 1), (3, 2), (6, 2)])
def test_the_tank_army_has_outrun_its_trains_from_turn_3(turn: int, price: int) -> None:
    match = play("radzymin", turn, "soviet-supply", TANK_ARMY)
    match.play("supply HQ-2TA attack", "soviet")
    match.play("supply HQ-47A attack", "soviet")
    match.play("end", "soviet")
    assert own(match).attack_track == (("soviet", turn + 1),) * (price + 1)
    poor = play("radzymin", turn, "soviet-supply", TANK_ARMY, track={"soviet": [turn] * 4})
    assert poor.why("supply HQ-47A attack", "soviet").ok
    assert poor.why("supply HQ-2TA attack", "soviet").ok == (price == 1)


# --- Uman -------------------------------------------------------------------------------------------------------------

WITHOUT_6TH = {"1110": "HQ-12A", "1109": "141RD", "1210": "11TD", "0208": "HQ-49GK"}


@pytest.mark.rule("battles", "U2")
def test_group_ponedelin_feeds_and_supports_two_more_colours_from_turn_3() -> None:
    before = own(play("uman", 2, "soviet-combat", WITHOUT_6TH))
    assert (before.levels["141RD"], before.levels["11TD"]) == ("none", "none")
    match = play("uman", 3, "soviet-combat", {**WITHOUT_6TH, "1108": "79/16"}, attack="HQ-12A")
    after = own(match)
    assert (after.levels["141RD"], after.levels["11TD"]) == ("attack", "attack")
    match.play("attack 1108 141RD go", "soviet")
    assert match.why("declare HQ-12A go", "soviet").ok


POCKET = {"1410": "80RD", "1309": "2/16", "1411": "64/16", "1510": "79/16", "1202": "HQ-48K"}


@pytest.mark.rule("battles", "U7")
def test_from_turn_5_a_pocket_is_supplied_from_the_air_unless_nothing_flies() -> None:
    match = play("uman", 5, "soviet-supply", POCKET)
    assert own(match).levels["80RD"] == "none"
    match.play("airlift 1410", "soviet")
    assert own(match).levels["80RD"] == "general"
    assert match.why("airlift 1410", "soviet").rule == "13.0g"  # one marker a turn
    assert play("uman", 4, "soviet-supply", POCKET).why("airlift 1410", "soviet").rule == "13.0g"
    grounded = [name for name, state in battle("uman").scenario.weather_states.items() if state.air == "none"]
    for weather in grounded:
        assert play("uman", 5, "soviet-supply", POCKET, weather=weather).why("airlift 1410", "soviet").rule == "17.0"
    assert grounded


@pytest.mark.rule("battles", "U8")
@pytest.mark.parametrize(("lean", "die", "steps"), [(1, 4, 2), (1, 5, 1), (2, 6, 1), (0, 6, 2)])
def test_a_soviet_unit_long_out_of_supply_wears_away_on_5_or_6(lean: int, die: int, steps: int) -> None:
    match = play("uman", 4, "soviet-reinforcement", POCKET, lean={"80RD": lean}, dice=[die])
    match.play("end", "soviet")
    (left,) = [unit.steps for unit in match.view().units if unit.id == "80RD"]
    assert left == steps
    assert sum(isinstance(event, Rolled) for event in match.events) == (lean > 0)


@pytest.mark.rule("battles", "U8")
def test_axis_units_do_not_wear_away() -> None:
    cut = {"1410": "2/16", "1309": "80RD", "1411": "139RD", "1510": "141RD"}
    match = play("uman", 4, "axis-reinforcement", cut, lean={"2/16": 3}, dice=[6])
    match.play("end", "axis")
    assert not any(isinstance(event, Rolled) for event in match.events)


@pytest.mark.rule("battles", "U9")
def test_the_garrisons_of_pervomaisk_and_uman_need_a_line_but_no_hq() -> None:
    levels = own(
        play("uman", 1, "soviet-combat", {"2122": "GarP", "1410": "UmanB", "1510": "80RD", "0208": "HQ-49GK"})
    ).levels
    assert (levels["GarP"], levels["UmanB"], levels["80RD"]) == ("general", "general", "none")
    cut = own(play("uman", 1, "soviet-combat", {**POCKET, "1410": "UmanB"})).levels
    assert cut["UmanB"] == "none"
