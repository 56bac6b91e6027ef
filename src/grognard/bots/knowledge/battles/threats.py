"""What the enemy's next march could do: places he walks into, HQs he finds alone, lines of supply he cuts."""

from __future__ import annotations

from collections.abc import Iterator

from grognard.bots.knowledge.battles.ground import tables
from grognard.games.battles.position import ENEMY, NONE, Position, Unit
from grognard.games.battles.supply import level, river_walls, sources
from grognard.hexes import Hex, HexSet, members
from grognard.mechanics.trace import lines_to

FARTHEST = 8  # hexes that anybody marches in a turn with the enemy about


def walks(g: Position, side: str) -> HexSet:
    """The hexes a side's units could stand in after their next march, about: past no enemy, and no further than the
    first hex in an enemy zone."""
    return g.memo(("bot walks", side), lambda: _walks(g, side))


def _walks(g: Position, side: str) -> HexSet:
    rules, enemy = g.rules, ENEMY[side]
    zone, open, barred = g.zoc(enemy), rules.land & ~g.occupied[enemy], river_walls(g)
    begin: dict[int, HexSet] = {}  # by how many hexes a unit can march
    for unit in g.on_map(side):
        if unit not in rules.hqs and (hexes := _march(g, unit, zone)):
            begin[hexes] = begin.get(hexes, 0) | 1 << g.at[unit]
    reached: HexSet = 0
    going: HexSet = 0
    for left in range(FARTHEST, 0, -1):
        going |= begin.get(left, 0)
        going = rules.grid.flood(going, rules.grid.all, 1, barred) & open if going else 0
        reached |= going
        going &= ~zone
    return reached


def watched(g: Position, side: str) -> HexSet:
    """The hexes a side's units could come next to by their next march."""
    return g.rules.grid.spread(walks(g, side))


def _march(g: Position, unit: Unit, zone: HexSet) -> int:
    """How many hexes a unit marches in a turn, about."""
    move = g.printed(unit)[2]
    if not move or level(g, unit) == NONE:
        return min(move, 1)
    if zone >> g.at[unit] & 1:
        return 1 + move // 3
    return min(FARTHEST, 1 + 2 * move // 3)


def secure(g: Position, side: str) -> HexSet:
    """The hexes from which a line of supply leads to a source that the enemy cannot cut by his next march."""
    return g.memo(("bot secure", side), lambda: _secure(g, side))


def _secure(g: Position, side: str) -> HexSet:
    rules, enemy = g.rules, ENEMY[side]
    cut = (g.zoc(enemy) | watched(g, enemy)) & ~g.occupied[side]
    free = rules.land & ~g.occupied[enemy]
    ends = cut | rules.swamp & ~rules.ways
    return lines_to(rules.grid, sources(g, side) & ~cut, free, ends=ends, walls=river_walls(g))


def open_places(g: Position, side: str) -> Iterator[tuple[Hex, float]]:
    """The places of a side with nobody in them that an enemy could walk into, and what they are worth."""
    reached = walks(g, ENEMY[side]) & ~g.occupied[side]
    for hex, points in tables(g.rules).worth.items():
        if reached >> hex & 1 and g.controls(side, hex):
            yield hex, points


def lone_hqs(g: Position, side: str) -> Iterator[Unit]:
    """The HQs of a side that stand alone where an enemy could come next to them."""
    hqs = g.rules.hqs
    near = watched(g, ENEMY[side])
    for hq in hqs:
        hex = g.at[hq]
        if g.owners[hq] == side and hex >= 0 and near >> hex & 1 and all(unit in hqs for unit in g.stacks[hex]):
            yield hq


def at_risk(g: Position, side: str) -> list[Unit]:
    """The units of a side whose line the enemy can cut by his next march."""
    hexes = g.occupied[side] & ~secure(g, side)
    return [unit for hex in members(hexes) for unit in g.stacks[hex]]
