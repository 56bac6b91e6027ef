"""Warnings before a mistake the rules allow."""

from __future__ import annotations

from typing import Any

import pytest

import grognard
from grognard.games.battles.position import Position
from grognard.games.battles.warnings import warnings
from tests.battles.test_queries import FIELD


def told(action: str, phase: str = "axis-movement", **table: Any) -> list[tuple[str, str]]:
    """Rule and text of the warnings before an action."""
    given = {"game": "battles", "scenario": "radzymin", "phase": phase, "board": FIELD, "turn": 2}
    g = grognard.setup({**given, **table}).state
    assert isinstance(g, Position)
    return [(caution.rule, caution.text) for caution in warnings(g, tuple(action.split()))]


@pytest.mark.rule("battles", "8.3q")
def test_a_unit_that_would_leave_supply() -> None:
    units = {"1805": "50/3TC", "2005": "HQ-2TA"}
    assert told("move 50/3TC 1205", "soviet-movement", units=units) == [
        ("8.3q", "50/3TC would be out of supply in 1205")
    ]
    assert told("move 50/3TC 1405", "soviet-movement", units=units) == []
    axis = {"0805": "35/4", "0505": "HQ-39PzK"}
    assert told("move 35/4 1205", units=axis, attack="HQ-39PzK") == [
        ("8.3q", "35/4 would not be in Attack supply in 1205")
    ]


@pytest.mark.rule("battles", "8.1q")
def test_an_hq_that_goes_away_from_its_units() -> None:
    units = {"1805": "50/3TC 51/3TC", "2005": "HQ-2TA"}
    assert told("move HQ-2TA 2605", "soviet-movement", units=units) == [
        ("8.1q", "50/3TC, 51/3TC would be out of supply then")
    ]


@pytest.mark.rule("battles", "11.2c")
def test_a_division_that_would_lose_integrity() -> None:
    units = {"0805": "35/4 12/4", "0810": "27/19"}
    parted = told("move 12/4 0808", units=units)
    assert parted == [("11.2c", "4 would lose its integrity: 2R in attack, 1L in defence")]
    joined = told("move 27/19 0805", units=units)
    assert ("11.2c", "4 would lose its integrity: 2R in attack, 1L in defence") in joined
    assert told("move 12/4 0806", units=units) == []  # side by side it keeps its shift in defence


@pytest.mark.rule("battles", "11.1a", "11.1b")
def test_overstacking() -> None:
    units = {"0805": "5R", "0905": "12R", "0912": "21/17"}
    assert ("11.1a", "0905 would be overstacked: make room before the phase ends") in told("move 5R 0905", units=units)
    crowd = told("end", units={"0905": "12R 5R"})
    assert crowd == [("11.1b", "0905 overstacked: you eliminate units until the rest fit")]


@pytest.mark.rule("battles", "18.0b2", "6.0i")
def test_forts_and_objectives_that_would_be_left() -> None:
    units = {"1009": "21/17", "1109": "50/3TC"}
    said = told("move 21/17 0909", units=units, forts={"1009": "1L"})
    assert ("18.0b2", "The field fort in 1009 is removed when nobody is left in it") in said
    assert ("6.0i", "1009, an objective, would be empty and the enemy is next to it") in said


@pytest.mark.rule("battles", "14.0c", "7.0b", "13.0d")
def test_what_is_left_undone_when_a_phase_ends() -> None:
    near = {"0805": "35/4", "0905": "50/3TC", "0505": "HQ-39PzK", "0305": "HQ-9A"}
    assert told("end", "axis-supply", units=near) == [("14.0c", "HQ-39PzK could be set to Attack supply")]
    assert told("end", units={"0805": "35/4"}, due={"743": 2, "1Hus": 3, "27/19": 2}) == [
        ("7.0b", "743, 27/19 could still come in")
    ]
    assert told("end", "axis-air", units={"0805": "35/4"}, air={"axis": 1}) == [
        ("13.0d", "Air support markers that could interdict: 1")
    ]


@pytest.mark.rule("battles", "8.3g")
def test_an_attack_in_general_supply() -> None:
    units = {"0805": "35/4", "0905": "50/3TC", "0505": "HQ-39PzK"}
    assert told("attack 0905 35/4 go", "axis-combat", units=units) == [
        ("8.3g", "35/4 attack at half strength, once in this phase for each HQ")
    ]
    assert told("attack 0905 35/4 go", "axis-combat", units=units, attack="HQ-39PzK") == []
