"""16 The reinforcement schedules as the rulebook prints them."""

from __future__ import annotations

from collections import Counter

import pytest

import grognard
from tests.guderian.table import GERMAN_INTERDICTION, MAP, position

# Turn -> entrance -> rifle divisions, armoured divisions, General.
SOVIET: dict[int, dict[str, tuple[int, int, str]]] = {
    1: {"X": (6, 0, "Rokossovski"), "V": (5, 0, "Yershakov")},
    2: {"W": (3, 1, "Khomenko"), "X": (4, 0, "")},
    3: {"Z": (5, 2, "Gerasimenko"), "X": (4, 0, "")},
    4: {"X": (5, 1, "Kachalov")},
    5: {"X": (4, 1, "")},
    6: {"X": (4, 0, "")},
    7: {"X": (4, 0, "Maslennikov")},
    8: {"X": (4, 0, "Dolmatov")},
    9: {"X": (4, 0, "Zakharkin")},
    10: {"X": (4, 0, "Vishnevsky")},
    11: {"X": (4, 0, "Onuprienko")},
    12: {},
}

PANZER_CORPS = {
    "39th": {"7Pz", "12Pz", "14Mot", "20Mot", "20Pz"},
    "57th": {"18Mot", "19Pz", "Lehr"},
    "47th": {"29Mot", "17Pz", "18Pz"},
    "46th": {"10Pz", "DR", "GD"},
    "24th": {"3Pz", "4Pz", "10Mot", "1.KD"},
}
GERMAN: dict[tuple[int, str], set[str]] = {
    (1, "C"): PANZER_CORPS["39th"],
    (2, "A"): PANZER_CORPS["57th"],
    (2, "B"): {"6.ID", "26.ID"},
    (3, "D"): {"5.ID", "35.ID", "161.ID"},
    (3, "E"): PANZER_CORPS["47th"] | PANZER_CORPS["46th"],
    (3, "H"): PANZER_CORPS["24th"],
    (5, "E"): {"263.ID", "137.ID", "23.ID"},
    (6, "E"): {"258.ID", "292.ID"},
    (7, "E"): {"7.ID", "15.ID", "17.ID", "268.ID"},
    (8, "F"): {"252.ID", "78.ID"},
    (9, "G"): {"31.ID", "34.ID"},
}


def soviet_arrivals(turn: int) -> dict[str, tuple[int, int, str]]:
    """What waits at the lettered entrances when the Soviet Movement Phase of a turn begins."""
    before = "german-markers" if turn == 1 else GERMAN_INTERDICTION
    m = position({"0205": "GD"}, board=MAP, turn=max(1, turn - 1), phase=before, dice=[3])
    m.play("end")
    found: dict[str, tuple[int, int, str]] = {}
    for at in "VWXZ":
        here = [u for u in m.view().due if u.at == at and u.unit.side == "soviet"]
        faces = Counter(u.unit.strength for u in here)
        leaders = [u.unit.id for u in here if u.unit.rating]
        if here:
            found[at] = faces["?-6"], faces["?-10"], " ".join(leaders)
    return found


@pytest.mark.rule("guderian", "16.1")
@pytest.mark.parametrize("turn", SOVIET)
def test_the_soviet_schedule_runs_to_turn_eleven(turn: int) -> None:  # G63
    assert soviet_arrivals(turn) == SOVIET[turn]


@pytest.mark.rule("guderian", "16.2")
def test_the_german_schedule_runs_to_turn_nine() -> None:
    m = grognard.new("guderian", seed=1)
    found: dict[tuple[int, str], set[str]] = {}
    for entry in m.view().due:
        found.setdefault((entry.turn, entry.at), set()).add(entry.unit.group or entry.unit.id)
    assert found == GERMAN
    assert len(m.view().due) == 61  # every German counter


@pytest.mark.rule("guderian", "16.2")
@pytest.mark.parametrize(
    ("division", "regiments"),
    [("7Pz", {"25/7", "6/7", "7/7"}), ("DR", {"D/DR", "DF/DR", "11/DR"}), ("29Mot", {"15/29", "71/29"})],
)
def test_a_division_comes_with_all_its_regiments(division: str, regiments: set[str]) -> None:
    due = grognard.new("guderian", seed=1).view().due
    assert {u.unit.id for u in due if u.unit.group == division} == regiments
