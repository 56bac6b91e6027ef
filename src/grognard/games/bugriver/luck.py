"""The die, and the marker that lets its owner roll again (DIE, 5.2)."""

from __future__ import annotations

from grognard.decision import Procedure
from grognard.games.bugriver.position import Position
from grognard.games.bugriver.tables import FACES


def roll(g: Position, side: str, what: str, rule: str) -> Procedure[int]:
    """A side throws a die."""
    return (yield from g.roll(side, what, rule, FACES))
