"""11.1 Stacking: regimental equivalents in a hex."""

from __future__ import annotations

from collections.abc import Iterable

from grognard.games.battles.position import Position, Unit


def fits(g: Position, units: Iterable[Unit]) -> bool:
    """11.1a: whether these units may be in one hex."""
    return sum(g.rules.size[unit] for unit in units) <= g.rules.stack_limit
