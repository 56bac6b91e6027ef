"""5.4: zones of control, by class of unit and terrain."""

from __future__ import annotations

from grognard.games.bugriver.position import ENEMY, Position, Unit
from grognard.hexes import Hex, HexSet


def zoc(g: Position, side: str) -> HexSet:
    """5.4a, 5.4b: the hexes into which a side's undisrupted combat units have a ZOC."""
    return g.unmoved(("zoc", side), lambda: _remembered(g, side))


def _remembered(g: Position, side: str) -> HexSet:
    fit = [g.fit[side + klass] for klass in g.rules.classes]
    return g.memo(("zoc of", side), lambda: _zoc(g, side), (fit, g.bridges))


def _zoc(g: Position, side: str) -> HexSet:
    found: HexSet = 0
    for klass, barriers in g.rules.terrain.barriers(g.bridges).items():
        found |= g.rules.grid.across(g.fit[side + klass], barriers)
    return found


def ezoc(g: Position, side: str) -> HexSet:
    """The hexes in a zone of control of the side's enemy."""
    return zoc(g, ENEMY[side])


def projects(g: Position, unit: Unit, hex: Hex) -> bool:
    """5.4.1d: whether this unit has a ZOC into a hex."""
    if g.at[unit] < 0 or g.disrupted[unit] or g.is_hq(unit):
        return False
    return bool(g.rules.terrain.zones(g.bridges)[g.rules.klass[unit]][g.at[unit]] >> hex & 1)


def passable(g: Position, side: str) -> HexSet:
    """5.4.1b, 5.7.1b, 5.8.2, G47: where command, supply and HQ paths may run: no enemy unit of any type there, and no
    EZOC unless a friendly unit of any type is there too."""
    return g.unmoved(("passable", side), lambda: _passable(g, side))


def _passable(g: Position, side: str) -> HexSet:
    return g.rules.land & ~g.occupied[ENEMY[side]] & (~ezoc(g, side) | g.occupied[side])
