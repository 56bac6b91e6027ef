"""Reserves: who can be sent into a hex that the enemy would attack next, or is fighting for already, to hold it."""

from __future__ import annotations

from dataclasses import dataclass

from grognard.bots.knowledge.eastfront.battles import Judge
from grognard.bots.knowledge.eastfront.ground import march
from grognard.bots.knowledge.eastfront.prospects import Command
from grognard.bots.knowledge.eastfront.threats import dangers
from grognard.games.eastfront.fire import speed
from grognard.games.eastfront.position import Unit
from grognard.games.eastfront.routes import capacity
from grognard.games.eastfront.stacking import room
from grognard.hexes import Hex

THREATENED = 3  # hexes looked at, those where most would be lost
EACH = 2  # units thought of for each


@dataclass(frozen=True, slots=True)
class Reserve:
    """A unit and the way it is sent, the hex that is in danger last."""

    unit: Unit
    way: tuple[Hex, ...]


def reserves(judge: Judge) -> list[Reserve]:
    """The strongest units that can come to where most would be lost."""
    g, side, enemy = judge.g, judge.side, judge.g.occupied[judge.enemy]
    losses = {hex: loss for hex, loss in dangers(judge) if room(g, side, hex) > 0}
    wanted = sorted(losses, key=lambda hex: -losses[hex])[:THREATENED]
    if not wanted:
        return []
    found: dict[Hex, list[tuple[int, Reserve]]] = {hex: [] for hex in wanted}
    for unit in Command(g, side).free():
        start = g.at[unit]
        free, entries = march(g.rules, g.rules.units[unit].type, start, g.weather, speed(g, unit), enemy, g.closed)
        for hex in wanted:
            if hex == start or losses[hex] <= losses.get(start, 0.0):
                continue
            way: tuple[Hex, ...] = (hex,)
            if hex in g.battles:
                doors = [a for a in entries.get(hex, ()) if capacity(g, a, hex) > 0]
                if not doors:
                    continue
                way = (hex,) if start in doors else (doors[0], hex)
            elif not free >> hex & 1:
                continue
            found[hex].append((g.cv[unit], Reserve(unit, way)))
    return [one for hex in wanted for _, one in sorted(found[hex], key=lambda bid: -bid[0])[:EACH]]
