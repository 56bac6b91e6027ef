"""6: three units in a hex; the opponent removes what is too much."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from grognard.decision import Procedure, Words
from grognard.games.oder.losses import eliminate
from grognard.games.oder.position import ENEMY, Position, Unit
from grognard.games.oder.supply import supply
from grognard.hexes import Hex, HexSet, hexset
from grognard.mechanics.aftermath import pick
from grognard.ruling import Ruling, no


def size(g: Position, units: Sequence[Unit]) -> int:
    """6.1, 6.2: how much of a hex units take up; Fortress Commands nothing, a Shock Army all of it."""
    return sum([g.rules.size[u] for u in units])


def fits(g: Position, units: Sequence[Unit]) -> bool:
    """Whether units may end a phase together."""
    return size(g, units) <= g.rules.stack_limit


def room_for(g: Position, unit: Unit, hex: Hex) -> bool:
    """Whether a unit may be placed, advance or retreat into a hex (G28)."""
    return fits(g, [unit, *[u for u in g.stack(hex) if u != unit]])


def no_room(g: Position, unit: Unit, hex: Hex) -> Ruling:
    """Why a unit does not fit into a hex."""
    shock = next((u for u in (unit, *g.stack(hex)) if u in g.rules.shock), None)
    if shock is not None:
        return no("6.2b", f"there is no room for {g.name(unit)} in {g.hexname(hex)}: {g.name(shock)} stands alone")
    return no("6.2a", f"there is no room for {g.name(unit)} in {g.hexname(hex)}: three units are there")


def with_room(g: Position, unit: Unit) -> HexSet:
    """The hexes in which there is room for a unit from elsewhere."""
    more = g.rules.size[unit]
    return g.memo(("room", more), lambda: _with_room(g, g.rules.stack_limit - more))


def _with_room(g: Position, most: int) -> HexSet:
    full = [hex for hex, stack in g.stacks.items() if size(g, stack) > most]
    return g.rules.grid.all & ~hexset(full) if most >= 0 else 0


def overstacked(g: Position) -> list[Hex]:
    """The hexes with too many units."""
    return [hex for hex in sorted(g.stacks) if len(g.stacks[hex]) > 1 and not fits(g, g.stacks[hex])]


def enforce_stacking(g: Position) -> Procedure[None]:
    """6.4: at the end of any phase the opponent eliminates units until the rest are within the limit."""
    for hex in overstacked(g):
        owner = g.rules.side[g.stacks[hex][0]]
        while not fits(g, g.stack(hex)):
            units = [unit for unit in g.stack(hex) if unit not in g.rules.static]
            prompt = f"{g.hexname(hex)} is overstacked: choose a unit to eliminate"
            why_not = partial(_why_not_lost, g, hex)
            unit = yield from pick(g, ENEMY[owner], "overstack", prompt, "6.4", units, "eliminate", why_not)
            yield from eliminate(g, unit, supply(g, unit), "6.4", "overstacked")


def _why_not_lost(g: Position, hex: Hex, words: Words, word: str) -> Ruling | None:
    """Why a unit is none of those one of which must leave an overstacked hex."""
    unit = g.find(word) if words else None
    if unit is None:
        return None
    if g.at[unit] == hex:
        return no("6.1", f"{word} does not count for stacking: losing it does not help")
    return no("6.4", f"{word} is not in {g.hexname(hex)}, where there are too many units")
