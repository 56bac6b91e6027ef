"""Operation Edelweiss as the rulebook plays it: every action, every die, every stated result.

Each step is a side, an action, and what must be true after it: strengths, places, losses, partial hits, PPs left.
"""

from __future__ import annotations

from dataclasses import dataclass, field

GERMAN, SOVIET = "german", "soviet"


@dataclass(frozen=True)
class Step:
    """One action of the transcript and what is stated about it."""

    side: str
    action: str
    dice: tuple[int, ...] = ()
    cv: dict[str, int] = field(default_factory=dict)
    at: dict[str, str] = field(default_factory=dict)
    lost: tuple[str, ...] = ()
    says: tuple[str, ...] = ()  # lines the log must hold


def german(action: str, *dice: int, **stated: object) -> Step:
    """A step of the German player."""
    return Step(GERMAN, action, dice, **stated)  # type: ignore[arg-type]


def soviet(action: str, *dice: int, **stated: object) -> Step:
    """A step of the Soviet player."""
    return Step(SOVIET, action, dice, **stated)  # type: ignore[arg-type]


TRANSCRIPT = (
    # --- July II, the German player-turn -----------------------------------------------------------------------------
    german("activate U"),
    german("end"),
    german("move Z Rostov", at={"Z": "Rostov"}),
    german("move Y Rostov", at={"Y": "Rostov"}),
    german("move X Rostov", at={"X": "Rostov"}),
    german("move W Voroshilovgrad Rostov", at={"W": "Rostov"}),
    german("move V Rostov-E1", at={"V": "Rostov-E1"}),
    german("move T Rostov-E1", at={"T": "Rostov-E1"}),
    german("move S Rostov-E2", at={"S": "Rostov-E2"}),
    german("move R Kotelnikovo", at={"R": "Kotelnikovo"}),
    german("move Q Kamensko-E1 Kotelnikovo", at={"Q": "Kotelnikovo"}),
    german("end"),
    german("strike U Rostov"),
    german("resolve Rostov", 4, 5, 1, 5, 6),
    german("lose Z", cv={"Z": 3}),
    german("lose Y", cv={"Z": 3, "Y": 3, "A": 3}),
    german("fire X", 3, 2, 5, 3, cv={"A": 2}),
    german("fire W", 1, 4, 3, 6, cv={"A": 2}),
    german("fire Y", 1, 4, 6, 2, 5, 6, cv={"A": 1, "X": 4, "W": 4, "Y": 3, "Z": 3}),
    german("resolve Rostov-E1", 3, 6, cv={"V": 3}),
    german("fire V", 3, 5, 5, lost=("B",), cv={"V": 3, "T": 3}),
    # after Rostov-E2 the only battle left is fought without being asked for; E throws R back, Q hits E
    german(
        "resolve Rostov-E2",
        2,
        4,
        5,
        2,
        4,
        1,
        2,
        3,
        6,
        cv={"S": 2, "R": 3, "Q": 4, "E": 1, "U": 1},
        at={"S": "Kamensko-E1", "R": "Kalach", "Q": "Kotelnikovo"},
    ),
    # --- July II, the Soviet player-turn -----------------------------------------------------------------------------
    soviet("activate K"),
    soviet("end"),
    soviet("rail J Armavir", at={"J": "Armavir"}),
    soviet("move D Maikop", at={"D": "Maikop"}),
    soviet("move C Kotelnikovo", at={"C": "Kotelnikovo"}),
    soviet("move G Stalingrad-SE1", at={"G": "Kotelnikovo-E1"}),
    soviet("rail I Stalingrad-E1", at={"I": "Stalingrad-E1"}),
    soviet("end"),
    soviet("end", cv={"K": 2}),
    # --- August, Production ------------------------------------------------------------------------------------------
    german("step U step R step S step V end"),
    soviet(
        "step K step G step H step D cadre L Batumi cadre M Grozny end",
        cv={"U": 2, "R": 4, "S": 3, "V": 4, "K": 3, "G": 4, "H": 4, "D": 4, "L": 1, "M": 1},
        at={"L": "Batumi", "M": "Grozny"},
        says=("2 PPs are forfeited", "1 PP is forfeited"),
    ),
    # --- August I ----------------------------------------------------------------------------------------------------
    german("activate P"),
    german("end"),
    german("move V Maikop", at={"V": "Maikop"}),
    german("move T Krasnodar", at={"T": "Krasnodar"}),
    german("move S Salsk-E1", at={"S": "Salsk-E1"}),
    german("move W Rostov-E1 Kropotkin", at={"W": "Kropotkin"}),
    german("move X Kamensko Salsk-NE1", at={"X": "Salsk-NE1"}),
    german("move U Salsk", at={"U": "Salsk"}),
    german("end"),
    german("strike P Maikop"),
    german("battle Kotelnikovo"),
    german("resolve Maikop", 4, 5, 6, 3, 5, 6, 3, 2, 4, cv={"D": 3, "V": 3}),
    soviet("fire C", 1, 5, 6, 3, 2, 3, cv={"Q": 2, "C": 3, "E": 1, "P": 2}, lost=("A",)),
    soviet("end"),
    soviet("end"),
    # --- August II, the German player-turn ---------------------------------------------------------------------------
    german("activate U blitz Kropotkin", at={"U": "Kropotkin"}),
    german("end"),
    german("move T Novorossiysk", at={"T": "Novorossiysk"}),
    german("move W Maikop", at={"W": "Maikop"}),
    german("move X Kropotkin Armavir", at={"X": "Armavir"}),
    german("move S Stavropol Armavir", at={"S": "Armavir"}),
    german("move Y Salsk", at={"Y": "Salsk"}),
    german("move Z Salsk-NE1", at={"Z": "Rostov-E2"}),
    german("end"),
    german("strike U Maikop"),
    german("resolve Maikop", 3, 6, 2, 5),
    # the battle of Armavir follows by itself
    german(
        "fire V",
        3,
        1,
        6,
        2,
        3,
        5,
        5,
        3,
        5,
        6,
        lost=("D",),
        cv={"V": 3, "W": 4, "X": 3},
    ),
    german("fire X", 2, 4, 6, 1, 4, 5, cv={"J": 2, "U": 1}),
    german("move W Tuapse", at={"W": "Tuapse"}),
    german("move V Tuapse-E1", at={"V": "Tuapse-E1"}),
    german("move S Stavropol Armavir-E1", at={"S": "Armavir-E1"}),
    german("end"),
    german("strike U Armavir"),
    german("resolve Armavir", 6, 6, 4, 4, cv={"X": 2, "U": 0}, lost=("J",)),
    # --- August II, the Soviet player-turn ---------------------------------------------------------------------------
    soviet("activate I blitz Kotelnikovo-E1", at={"I": "Stalingrad-SE1"}),
    soviet("end"),
    soviet("move G Kotelnikovo", at={"G": "Kotelnikovo"}),
    soviet("move H Kotelnikovo", at={"H": "Kotelnikovo"}),
    soviet("end"),
    soviet("strike I Kotelnikovo"),
    soviet("resolve Kotelnikovo", 1, 6, 6, cv={"Q": 1}),
    soviet("lose G", cv={"G": 3}),
    soviet("fire H", 2, 4, 4, 6, lost=("Q",), cv={"I": 1, "H": 4}),
    soviet("move H Rostov", at={"H": "Rostov"}),
    soviet("move C Rostov-E1", at={"C": "Rostov-E1"}),
    soviet("move G Rostov-E2", at={"G": "Salsk-NE1"}),
    soviet("mobilize I Stalingrad-E1", at={"I": "Stalingrad-E1"}, cv={"I": 0}),
    soviet(
        "resolve Rostov-E2",
        1,
        2,
        6,
        1,
        2,
        lost=("U", "J", "A", "B", "D", "Q"),
        cv={"W": 3, "V": 2, "X": 1, "S": 2, "Y": 2, "Z": 2, "N": 3, "O": 2, "T": 3, "R": 4, "G": 2, "P": 2},
    ),
)
