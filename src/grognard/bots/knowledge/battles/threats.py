"""What the enemy's next march could do: places he walks into, HQs he finds alone, lines of supply he cuts."""

from __future__ import annotations

from collections.abc import Iterator

from grognard.bots.knowledge.battles.ground import plays_again, tables
from grognard.bots.knowledge.battles.weights import weights
from grognard.games.battles.costs import table
from grognard.games.battles.position import ENEMY, LEVELS, Position, Unit
from grognard.games.battles.routes import disengagement, ground
from grognard.games.battles.supply import level, river_walls, sources
from grognard.hexes import Hex, HexSet, members
from grognard.mechanics.trace import lines_to

FOR_GOOD = 0.8  # of its worth: a place left empty when nobody can win it back any more
BOLD = 0.6  # of their points: how far units go to stand in somebody's rear
STEP = 2  # half points that the first hex out of a zone costs, about


def walks(g: Position, side: str, part: float = 1.0) -> HexSet:
    """The hexes a side's units could stand in after their next march, about: by roads too, past no enemy, and no
    further than the first hex in an enemy zone; or with a part of their points. None if no march is left to them."""
    return g.memo(("bot walks", side, part), lambda: _walks(g, side, part) if plays_again(g, side) else 0)


def _walks(g: Position, side: str, part: float) -> HexSet:
    rules, enemy = g.rules, ENEMY[side]
    zone, open, weather = g.zoc(enemy), rules.land & ~g.occupied[enemy], _weather(g, side)
    begin: dict[str, dict[int, HexSet]] = {}  # by class and half points, where they set out from
    like: dict[str, Unit] = {}
    reached: HexSet = 0
    for unit in g.on_map(side):
        points = 0 if unit in rules.hqs else int(part * _points(g, unit, weather))
        if not points:
            continue
        hexes = 1 << g.at[unit]
        reached |= hexes
        if zone & hexes:  # 10.4: out of the zone first
            hexes, points = rules.grid.around[g.at[unit]] & open & ~zone, points - disengagement(g, unit) - STEP
        if hexes and points >= 0:
            klass = rules.klass[unit]
            like[klass], of_class = unit, begin.setdefault(klass, {})
            of_class[points] = of_class.get(points, 0) | hexes
    for klass, unit in like.items():
        of_class = begin[klass]
        most = max(of_class)
        late = [(most - points, hexes) for points, hexes in of_class.items()]
        prices = table(rules, ground(g, unit)._replace(weather=weather)).prices
        reached |= prices.within(most, 0, open, stop=zone, late=late)
    return reached


def _weather(g: Position, side: str) -> str:
    """The weather of a side's next march; that of another turn may be fair, so it is feared to be."""
    still_to_come = g.side != side and side != g.rules.scenario.first_player
    return g.weather if still_to_come else g.rules.fair


def _points(g: Position, unit: Unit, weather: str) -> int:
    """The half points a unit will have in its next turn, as it is supplied now."""
    move, (part, whole) = g.printed(unit)[2], g.rules.fraction(LEVELS[level(g, unit)], "movement")
    if not move or unit in g.bridges:
        return 0
    move = max(move + g.rules.weather[weather].allowance.get(g.rules.klass[unit], 0), 0)
    return 2 * -(-move * part // whole)


def watched(g: Position, side: str) -> HexSet:
    """The hexes a side's units could come next to by their next march."""
    return g.rules.grid.spread(walks(g, side))


def secure(g: Position, side: str) -> HexSet:
    """The hexes from which a line of supply leads to a source that the enemy cannot cut by his next march."""
    return g.memo(("bot secure", side), lambda: _secure(g, side))


def _secure(g: Position, side: str) -> HexSet:
    rules, enemy = g.rules, ENEMY[side]
    cut = (g.zoc(enemy) | rules.grid.spread(walks(g, enemy, BOLD))) & ~g.occupied[side]
    free = rules.land & ~g.occupied[enemy]
    ends = cut | rules.swamp & ~rules.ways
    return lines_to(rules.grid, sources(g, side) & ~cut, free, ends=ends, walls=river_walls(g))


def open_places(g: Position, side: str) -> Iterator[tuple[Hex, float]]:
    """The places of a side with nobody in them that an enemy could walk into, and what they are worth."""
    reached = walks(g, ENEMY[side]) & ~g.occupied[side]
    for hex, points in tables(g.rules).worth.items():
        if reached >> hex & 1 and g.controls(side, hex):
            yield hex, points


def taken_empty(g: Position, side: str) -> float:
    """What an empty place that the enemy can walk into costs a side, as a part of its worth."""
    return weights().guard if plays_again(g, side) else FOR_GOOD


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
