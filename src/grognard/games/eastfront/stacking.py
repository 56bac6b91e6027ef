"""6.2: how many units a hex holds when a Movement Phase ends."""

from __future__ import annotations

from grognard.games.eastfront.position import Position
from grognard.hexes import Hex, HexSet, hexset


def count(g: Position, side: str, hex: Hex) -> int:
    """The side's units in a hex; rearguards count where they will fall back to (G36)."""
    if not g.rearguards:
        return len(g.stack(side, hex))
    coming = sum(fallback == hex and g.owner(unit) == side for unit, (_, fallback) in g.rearguards.items())
    return coming + sum(unit not in g.rearguards for unit in g.stack(side, hex))


def room(g: Position, side: str, hex: Hex) -> int:
    """How many more units of the side the hex can hold."""
    return g.rules.stack_limit(hex) - count(g, side, hex)


def with_room(g: Position, side: str) -> HexSet:
    """The hexes that can hold another unit of the side."""
    return g.memo(("room", side), lambda: _with_room(g, side))


def _with_room(g: Position, side: str) -> HexSet:
    if g.rearguards:
        falling_back = [hex for _, hex in g.rearguards.values()]
        full = [hex for hex in (*g.stacks[side], *falling_back) if room(g, side, hex) <= 0]
    else:
        limits = g.rules.stack_limits
        full = [hex for hex, stack in g.stacks[side].items() if len(stack) >= limits[hex]]
    return g.rules.grid.all & ~hexset(full)


def overstacked(g: Position, side: str) -> list[Hex]:
    """The hexes that hold too many of the side's units."""
    if g.rearguards:
        return [hex for hex in sorted(g.stacks[side]) if room(g, side, hex) < 0]
    limits = g.rules.stack_limits
    return sorted([hex for hex, stack in g.stacks[side].items() if len(stack) > limits[hex]])
