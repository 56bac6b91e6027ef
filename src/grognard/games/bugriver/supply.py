"""5.7: supply of HQs."""

from __future__ import annotations

from grognard.games.bugriver.position import Position, Unit
from grognard.games.bugriver.zoc import passable
from grognard.hexes import Hex, HexSet


def supply_hexes(g: Position, side: str) -> HexSet:
    """5.7.1: the hexes that an unbroken chain joins to a friendly map-edge hex at a friendly supply area."""
    return g.unmoved(("supplied", side), lambda: _remembered(g, side))


def _remembered(g: Position, side: str) -> HexSet:
    free, edges = passable(g, side), sources(g, side)
    return g.memo(("supply", side), lambda: _supply_hexes(g, edges, free), (free, edges, g.bridges))


def _supply_hexes(g: Position, edges: HexSet, free: HexSet) -> HexSet:
    return g.rules.grid.flood(edges, free, None, g.rules.terrain.water(g.bridges))


def sources(g: Position, side: str) -> HexSet:
    """5.7.1a, G86: the map-edge hexes that feed a side: beside its supply areas, and not in enemy hands."""
    return g.rules.edges[side] & g.held_by(side)


def in_supply(g: Position, hq: Unit) -> bool:
    """Whether an HQ on the map is in supply now."""
    return g.at[hq] >= 0 and supplied_at(g, g.rules.side[hq], g.at[hq])


def supplied_at(g: Position, side: str, hex: Hex) -> bool:
    """7.4b: whether a hex is in supply for a side."""
    return bool(supply_hexes(g, side) >> hex & 1)
