"""4.1: the ways to sudden death."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from grognard.bots.knowledge.oder.battles import FOOT, MECHANISED
from grognard.bots.knowledge.oder.weights import Weights, weights
from grognard.games.oder.position import ENEMY, GERMAN, SOVIET, Position
from grognard.games.oder.supply import lines
from grognard.games.oder.victory import soviet_holds
from grognard.hexes import Hex, HexSet, members
from grognard.mechanics.trace import lines_to

UNSURE = 0.3  # of the way to sudden death: what it counts for a runner whose line the enemy can cut
WON = {GERMAN: (0.0, 1.0), SOVIET: (0.0, 0.2, 1.0, 1.0)}  # 4.1: what so many of the conditions are worth


def races(g: Position, side: str, w: Weights) -> float:
    """How near a side is to winning before the end; of the enemy the judge fears what one march would give him."""
    near, won, soon = _runs(g, side, w)
    feared = 0.0 if weights(side) is w else w.alarm * soon
    return near + max(won, feared) * w.won / w.race


def alarming(g: Position, side: str, w: Weights) -> bool:
    """Whether a side has what it needs for sudden death as things stand, or after one march."""
    return _runs(g, side, w).soon >= 1


def goals(g: Position, side: str) -> list[tuple[HexSet, int]]:
    """Where a side's units must stand for sudden death, and how many of them."""
    rules, units = g.rules, g.rules.charts.value("sudden.units")
    if side == GERMAN:
        return [(rules.east, units)]
    city = rules.hex_by_name.get(rules.charts.text("sudden.city"))
    return [(rules.west, units), (rules.usir, 1), (0 if city is None else 1 << city, 1)]


class _Runs(NamedTuple):
    near: float  # to all goals
    won: float  # of the victory
    soon: float  # of the victory, after one march


def _runs(g: Position, side: str, w: Weights) -> _Runs:
    """How near a side's units are to their goals, and how much of the victory is theirs or to be had by one march."""
    near, done, close = 0.0, 0, 0
    for goal, count in goals(g, side):
        run = _race(g, side, goal, count, w)
        near += run.near * (w.city if count == 1 else 1.0)
        held = count == 1 and soviet_holds(g, goal)  # 4.1.2: the hex counts, not who stands in it
        done += held or run.there >= count
        close += held or run.close >= count
    return _Runs(near, WON[side][done], WON[side][close])


class _Run(NamedTuple):
    near: float
    there: int  # units in the goal
    close: int  # units that are there or can be there after their next move


def _race(g: Position, side: str, goal: HexSet, count: int, w: Weights) -> _Run:
    """How near the supplied units closest to a goal are to it.

    One more than needed is counted: some may be lost before it is checked.
    """
    rules = g.rules
    supplied = g.occupied[side] & (lines(g, side) | (rules.coast if side == GERMAN else 0))
    mine = weights(side) is w  # of the enemy's runners the worst is feared
    safe = secure(g, side) if mine and w.risk else rules.land
    near, left, there, close = 0.0, count + 1, 0, 0
    for steps, hexes in enumerate(steps_to(g, side, goal, w)):
        for hex in members(supplied & hexes):
            for unit in g.stacks[hex]:
                if left and unit not in rules.static:
                    sure = safe >> hex & 1  # 4.1: it is checked after the enemy's turn
                    near += (1.0 if sure else UNSURE) * (w.reach - steps) ** 2 / (count + 1)
                    there += steps == 0 and sure
                    close += steps <= (MECHANISED if rules.mechanised(unit) else FOOT)
                    left -= 1
        if not left:
            break
    return _Run(near, there, close)


def secure(g: Position, side: str) -> HexSet:
    """The hexes with a line that the enemy cannot cut by his next march, about: it keeps off the hexes he can come to,
    past no unit and through no zone of control of the side, and off those beside them."""
    return g.memo(("bot secure", side), lambda: _secure(g, side), (g.occupied[GERMAN], g.occupied[SOVIET]))


def _secure(g: Position, side: str) -> HexSet:
    rules, enemy = g.rules, ENEMY[side]
    mobile = g.occupied[enemy] & ~g.zoc(side)
    open = rules.land & ~g.occupied[side]
    reached = rules.grid.flood(mobile, open & ~g.zoc(side) | mobile, MECHANISED - 1, rules.sea_walls)
    cut = rules.zone(rules.grid.flood(reached, open, 1, rules.sea_walls))
    free = rules.land & ~g.occupied[enemy]
    return lines_to(
        rules.grid, rules.sources[side], free, ends=g.zoc(enemy) | cut & ~g.occupied[side], walls=rules.sea_walls
    )


def leaders(g: Position, side: str, w: Weights) -> Iterator[tuple[Hex, list[HexSet]]]:
    """The stacks that are nearest to each goal, and the hexes by their steps from it, up to theirs."""
    supplied = g.occupied[side] & (lines(g, side) | (g.rules.coast if side == GERMAN else 0))
    for goal, count in goals(g, side):
        rings = steps_to(g, side, goal, w)
        found = 0
        for steps, hexes in enumerate(rings):
            for hex in members(supplied & hexes):
                if found <= count:
                    found += 1
                    yield hex, rings[:steps]


def steps_to(g: Position, side: str, goal: HexSet, w: Weights) -> list[HexSet]:
    """The hexes by how many steps they are from a goal, past enemies and slowly through their zones."""
    enemies = g.occupied[ENEMY[side]]
    return g.memo(("bot steps", side, goal), lambda: _steps_to(g, side, goal, w), (enemies, w.reach, w.zone))


def _steps_to(g: Position, side: str, goal: HexSet, w: Weights) -> list[HexSet]:
    rules, enemy = g.rules, ENEMY[side]
    free, zone = rules.land & ~g.occupied[enemy], g.zoc(enemy)
    reached = fresh = goal & free
    rings = [fresh]
    later: dict[int, HexSet] = {w.zone: goal & ~free}  # whoever stands in the goal must be beaten first
    for step in range(1, w.reach):
        slow = fresh & zone
        later[step + w.zone - 1] = later.get(step + w.zone - 1, 0) | slow
        onward = (fresh & ~zone) | later.pop(step, 0)
        fresh = rules.grid.flood(onward, rules.grid.all, 1, rules.sea_walls) & free & ~reached if onward else 0
        reached |= fresh
        rings.append(fresh)
    return rings
