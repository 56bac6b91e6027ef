"""5.3.1: how many units and HQs a hex holds."""

from __future__ import annotations

from collections.abc import Sequence

from grognard.games.bugriver.position import Position, Unit
from grognard.hexes import Hex


def fits(g: Position, units: Sequence[Unit]) -> bool:
    """5.3.1c: whether combat units may end an Action together; HQs among them do not count."""
    rules = g.rules
    fighters = infantry = 0
    for unit in units:
        fighters += rules.klass[unit] != "hq"
        infantry += rules.infantry[unit]
    return fighters <= rules.tables.stacking.units and infantry <= rules.tables.stacking.infantry


def room_for(g: Position, units: Sequence[Unit], hex: Hex) -> bool:
    """Whether a hex holds these combat units besides those that are in it."""
    return fits(g, [*units, *(unit for unit in g.stack(hex) if unit not in units)])


def hq_limit(g: Position, hex: Hex) -> int:
    """5.3.1d: how many HQs a hex holds; none outside towns and villages (3.3b)."""
    stacking = g.rules.tables.stacking
    if g.rules.towns >> hex & 1:
        return stacking.town
    return stacking.village if g.rules.villages >> hex & 1 else 0


def shared(g: Position) -> list[Hex]:
    """The hexes with more than one counter."""
    return g.unmoved("shared", lambda: sorted([hex for hex, stack in g.stacks.items() if len(stack) > 1]))


def overstacked(g: Position) -> list[Hex]:
    """The hexes with too many combat units or HQs."""
    return g.unmoved("overstacked", lambda: _overstacked(g))


def _overstacked(g: Position) -> list[Hex]:
    return [hex for hex in shared(g) if not fits(g, g.stacks[hex]) or len(g.hqs(hex)) > max(hq_limit(g, hex), 1)]
