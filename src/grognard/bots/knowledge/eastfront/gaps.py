"""Gaps in the line: what the enemy's next marches through them would cut off, and who can stand in their way."""

from __future__ import annotations

from dataclasses import dataclass

from grognard.bots.knowledge.eastfront.battles import Judge
from grognard.bots.knowledge.eastfront.ground import gains, march, traced
from grognard.bots.knowledge.eastfront.prospects import Command
from grognard.bots.knowledge.eastfront.threats import marches
from grognard.games.eastfront.control import passable, zone_of_control
from grognard.games.eastfront.fire import speed
from grognard.games.eastfront.position import Unit
from grognard.games.eastfront.stacking import room
from grognard.hexes import Hex, HexSet, members

TOGETHER = 4  # units of the enemy that can take all of a gap
SHARE = 0.35  # the part of what they would cut off that counts beyond the worst single march
TRIED = 8  # hexes looked at closely in which somebody could stand in their way
GUARDS = 5  # moves to stop them


@dataclass(frozen=True, slots=True)
class Stopgap:
    """Somebody who can stand in the enemy's way, and how much less he could cut off then."""

    unit: Unit
    hex: Hex
    saved: float


class SupplyBehind:
    """The supply of a side behind its line, as the enemy's marches would leave it."""

    def __init__(self, judge: Judge) -> None:
        g, rules, side = judge.g, judge.g.rules, judge.side
        self.judge = judge
        self._contested, self._free = zone_of_control(g, side), passable(g, side)
        fed, self._rail = traced(g, side, g.held[side], self._free)  # what ships feed is not cut off by a march
        self._units = g.occupied[side] & fed & ~rules.fortresses & rules.land
        self._prey = {hex: sum(self._price(unit) for unit in g.stack(side, hex)) for hex in members(self._units)}
        found = {hex: gain * judge.point for hex, gain in gains(rules, side).items() if self._rail >> hex & 1}
        self._cities = found

    def _price(self, unit: Unit) -> float:
        judge = self.judge
        return judge.value["hq_step"] if judge.g.is_hq(unit) else judge.step(unit) + 0.5 * judge.vp

    def loss(self, taken: HexSet, stood: HexSet) -> float:
        """What is cut off when the enemy stands in some hexes and has taken these; where the side has a zone of
        control, too, supply still passes but no rail (8.4, 9.12)."""
        g, side = self.judge.g, self.judge.side
        barred = taken & ~self._contested | stood
        fed, rail = traced(g, side, g.held[side] & ~taken, self._free & ~barred)
        loss = sum(self._prey[hex] for hex in members(self._units & ~fed))
        return loss + sum(value for hex, value in self._cities.items() if not rail >> hex & 1)

    def all(self, open: HexSet) -> float:
        """What is cut off when the enemy goes wherever he can."""
        return self.loss((open | self.judge.g.rules.zoc(open)) & ~self.judge.g.occupied[self.judge.side], open)

    def worst(self, open: HexSet) -> float:
        """What the worst march into one of these hexes cuts off: he takes the hex and its zone of control."""
        g, rules = self.judge.g, self.judge.g.rules
        worst, looked_at = 0.0, set[HexSet]()
        for hex in members(open & rules.around(self._rail)):
            taken = (1 << hex | rules.zoc(1 << hex)) & ~g.occupied[self.judge.side]
            if taken & self._rail and taken & self._rail not in looked_at:
                looked_at.add(taken & self._rail)
                worst = max(worst, self.loss(taken, 1 << hex))
        return worst


def cut_off_next(judge: Judge, guarded: HexSet) -> float:
    """What the enemy's next marches past these hexes would cut off: units from supply, cities from their rails.

    The worst march of one of his units, and a part of what several of them together would add: where there are
    rails enough, no single one does any harm.
    """
    idle = idle_enemies(judge)
    open = marches(judge, idle, guarded) & judge.g.held[judge.side]
    if not open:
        return 0.0
    line = SupplyBehind(judge)
    together = line.all(open)
    if not together:
        return 0.0
    worst = line.worst(open)
    return worst + SHARE * _numbers(judge, idle, open) * max(0.0, together - worst)


def idle_enemies(judge: Judge) -> HexSet:
    """Where the enemy stands who is in no battle."""
    g = judge.g
    return g.occupied[judge.enemy] & ~g.occupied[judge.side] & g.rules.land


def _numbers(judge: Judge, idle: HexSet, open: HexSet) -> float:
    """Whether there are enough of them next to the gap, from 0 to 1."""
    g = judge.g
    near = idle & g.rules.around(g.rules.around(open))  # next to him hexes are no longer the side's
    return min(1.0, sum(len(g.stack(judge.enemy, hex)) for hex in members(near)) / TOGETHER)


def guards(judge: Judge, guarded: HexSet) -> list[Stopgap]:
    """Who can be sent where to leave the enemy less to cut off, the best first."""
    idle, held = idle_enemies(judge), judge.g.held[judge.side]
    reached = marches(judge, idle, guarded)
    line = SupplyBehind(judge)
    before = line.all(reached & held) if reached & held else 0.0
    if not before:
        return []
    able = _able(judge, reached & ~idle)
    left = {hex: marches(judge, idle, guarded | 1 << hex) & held for hex in able}
    closest = sorted(able, key=lambda hex: (left[hex].bit_count(), -len(able[hex]), hex))[:TRIED]
    bids = [(before - line.all(left[hex]), able[hex][0], hex) for hex in closest]
    return [Stopgap(unit, hex, saved) for saved, unit, hex in sorted(bids, reverse=True)[:GUARDS] if saved > 0]


def _able(judge: Judge, wanted: HexSet) -> dict[Hex, list[Unit]]:
    """The hexes among these that free units can reach, those first who leave others behind, and the weak."""
    g, side, enemy = judge.g, judge.side, judge.g.occupied[judge.enemy]
    found: dict[Hex, list[Unit]] = {}

    def missed(unit: Unit) -> tuple[bool, int, int]:
        return len(g.stack(side, g.at[unit])) < 2, g.cv[unit], unit

    for unit in sorted(Command(g, side).free(), key=missed):
        kind = g.rules.units[unit].type
        free, _ = march(g.rules, kind, g.at[unit], g.weather, speed(g, unit), enemy, g.closed)
        for hex in members(free & wanted & ~(1 << g.at[unit])):
            if room(g, side, hex) > 0:
                found.setdefault(hex, []).append(unit)
    return found
