"""7.5.1B, G5: combat chits: a multiplier by posture and Effectiveness Rating."""

from __future__ import annotations

from functools import cache

from grognard.games.bugriver.position import Position, Unit
from grognard.hexes import Hex

HASTY, REGULAR, PREPARED = KINDS = "hasty", "regular", "prepared"
LEFT, MIDDLE, RIGHT = range(3)  # the columns of a chit
ATTACK = {HASTY: LEFT, REGULAR: MIDDLE, PREPARED: RIGHT}  # 7.5.1B.a
LOWEST, HIGHEST = 5, 7  # the ratings with a row of their own; those beyond use the nearest (G5)

Chit = tuple[tuple[int, ...], ...]  # by column and row


@cache
def chits(texts: tuple[str, ...]) -> tuple[Chit, ...]:
    """The chits as the charts have them."""
    return tuple(tuple(tuple(map(int, column)) for column in text.split()) for text in texts)


def pool(g: Position) -> tuple[Chit, ...]:
    """All the chits of the container."""
    return chits(g.rules.tables.combat.chits)


def draw(g: Position) -> tuple[Chit, Chit]:
    """7.5.1B: the attacker draws a chit, then the defender one of those that are left."""
    container = list(pool(g))
    attacker = container.pop(g.dice.draw(len(container)))
    return attacker, container[g.dice.draw(len(container))]


def row(er: int) -> int:
    """The row of an Effectiveness Rating."""
    return min(max(er, LOWEST), HIGHEST) - LOWEST


def posture(g: Position, unit: Unit, hex: Hex) -> int:
    """7.5.1B.c: the column of a unit that defends a hex."""
    if g.disrupted[unit]:
        return LEFT
    return RIGHT if g.improved >> hex & 1 else MIDDLE


def said(chit: Chit) -> str:
    """A chit as people read it, column by column."""
    return " ".join("".join(map(str, column)) for column in chit)
