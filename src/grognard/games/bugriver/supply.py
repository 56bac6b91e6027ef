"""5.7: supply of HQs."""

from __future__ import annotations

from grognard.games.bugriver.position import Position, Unit
from grognard.games.bugriver.zoc import passable
from grognard.hexes import Hex, HexSet


def supply_hexes(g: Position, side: str) -> HexSet:
    """5.7.1: the hexes that an unbroken chain joins to a map-edge hex at a friendly supply area."""
    return g.unmoved(("supplied", side), lambda: _remembered(g, side))


def _remembered(g: Position, side: str) -> HexSet:
    free = passable(g, side)
    return g.memo(("supply", side), lambda: _supply_hexes(g, side, free), (free, g.bridges))


def _supply_hexes(g: Position, side: str, free: HexSet) -> HexSet:
    rules = g.rules
    return rules.grid.flood(rules.edges[side], free, None, rules.terrain.water(g.bridges))


def in_supply(g: Position, hq: Unit) -> bool:
    """Whether an HQ on the map is in supply now."""
    return g.at[hq] >= 0 and supplied_at(g, g.rules.side[hq], g.at[hq])


def supplied_at(g: Position, side: str, hex: Hex) -> bool:
    """7.4b: whether a hex is in supply for a side."""
    return bool(supply_hexes(g, side) >> hex & 1)
