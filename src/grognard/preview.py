"""What an action would do, computed exactly before anybody commits: strengths line by line, and the odds."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec


class Line(msgspec.Struct, frozen=True):
    """One step of a computation: what, the value it gives, and the rule behind it."""

    what: str
    value: str
    rule: str


class Budget(msgspec.Struct, frozen=True):
    """What an action of many clauses spends: the points there are, what is left, and the cost of each whole clause."""

    points: int
    left: int
    costs: tuple[int, ...]


class Preview(msgspec.Struct, frozen=True, kw_only=True):
    """The computation of a combat as far as the asking side may know it.

    `columns` and `outcomes` map a column or result to its probability; with hidden strengths in play they are exact
    over everything the hidden units can still be.
    """

    kind: str
    attack: str
    defence: str
    column: str
    lines: tuple[Line, ...]
    columns: Mapping[str, float]
    outcomes: Mapping[str, float]
    says: str = ""  # the odds in a sentence
    wins: float | None = None  # the attacker's chance in that sentence: kinds of attack are compared by it
    price: str = ""  # what the action costs, in short
    notes: tuple[str, ...] = ()
    first: str = ""  # the side that fires first, where they fire in turn
    budget: Budget | None = None  # of an action that spends points
    tables: Mapping[str, Mapping[str, float]] = {}  # further distributions by title, as of losses on either side


class Result(msgspec.Struct, frozen=True, kw_only=True):
    """How a game ended: the winner ('' for a draw), the level of victory, the points and how they were counted."""

    winner: str
    level: str
    points: Mapping[str, int]
    counted: tuple[Line, ...]
    why: str = ""  # what the points come to and what each level takes, in a sentence
    off: bool = False  # the players have called it off: nobody has won, and it is no draw
