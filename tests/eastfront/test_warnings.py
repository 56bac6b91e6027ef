"""What a player hears before he lets something slip: airstrikes, battles, points."""

from __future__ import annotations

import grognard
from grognard.games import find
from tests.eastfront.table import GERMAN, field, play, position


def cautions(m: grognard.Match, action: str) -> list[tuple[str, tuple[str, ...]]]:
    """The rule and the hexes of each caution."""
    return [(caution.rule, caution.hexes) for caution in m.cautions(action, GERMAN)]


def old_battles() -> grognard.Match:
    """Two battles of an earlier turn, and an HQ that could fly to either."""
    units = {"0605": "41Pz:4 11GdsA:1", "0607": "39Pz:4 12A:1", "0506": "AG-South:3"}
    return position(units, phase="combat", active_hqs={"AG-South": ""})


def test_airstrikes_come_before_the_first_battle_is_chosen() -> None:
    m = old_battles()
    assert cautions(m, "battle 0605") == [("7.13", ("0506",))]
    play(m, "strike AG-South 0605")
    assert cautions(m, "battle 0607") == []  # nobody is left who could fly


def test_battles_are_chosen_before_the_first_is_fought() -> None:
    m = old_battles()
    play(m, "strike AG-South 0605")
    assert cautions(m, "resolve 0605") == [("4.43", ("0607",))]
    play(m, "battle 0607")
    assert cautions(m, "resolve 0605") == []


def test_points_that_would_still_build_something_are_not_sealed_away_unsaid() -> None:
    town = {"name": "Stadt", "hex": "0305", "class": "minor", "home": GERMAN}
    m = position({"0305": "41Pz:3 AG-South", "0905": "23A:2"}, board=field(cities=[town]), phase="production")
    assert cautions(m, "end") == [("11.3", ())]
    assert cautions(m, "step 41Pz end") == []  # what is left builds nothing
    assert cautions(m, "step 41Pz") == []


def test_nobody_is_reminded_that_units_could_be_disbanded() -> None:
    info = find("eastfront").info
    assert "disband" in info.asides
    assert set(info.asides) <= set(info.verbs)
