"""Pockets: moves behind the enemy's line after which his units there lose supply, alone or by two or three together."""

from __future__ import annotations

from dataclasses import dataclass

from grognard.bots.knowledge.eastfront.battles import HIDDEN_COST, Judge
from grognard.bots.knowledge.eastfront.ground import march
from grognard.bots.knowledge.eastfront.prospects import Command
from grognard.bots.knowledge.eastfront.threats import fed_without
from grognard.games.eastfront.fire import speed
from grognard.games.eastfront.position import Position, Unit
from grognard.games.eastfront.stacking import room
from grognard.games.eastfront.supply import lines
from grognard.hexes import Hex, HexSet, members

LOOKED_AT = 24  # hexes behind the enemy
TOGETHER = 3  # units that close a pocket


@dataclass(frozen=True, slots=True)
class Pocket:
    """Who goes where, how many enemy units are cut off by it, and what that is worth."""

    moves: tuple[tuple[Unit, Hex], ...]
    caught: int
    value: float


def pockets(judge: Judge) -> list[Pocket]:
    """The best pockets that free units can close now, growing from one move to three."""
    g = judge.g
    able = _able(judge)
    if not able:
        return []
    behind = [(value, hex) for hex in able if (value := _worth(judge, _taken(g, judge, hex))[0]) > 0]
    behind.sort(reverse=True)
    if len(behind) < LOOKED_AT:  # two together may do what neither does alone
        known = {hex for _, hex in behind}
        rails = g.rules.around(g.rules.rail.hexes & g.held[judge.enemy])
        behind += [(0.0, hex) for hex in able if hex not in known and rails >> hex & 1][: LOOKED_AT - len(behind)]
    behind = behind[:LOOKED_AT]
    found: list[Pocket] = []
    for _, hex in behind[: LOOKED_AT // 3]:
        pocket = _grown(judge, able, [hex for _, hex in behind], hex)
        if pocket is not None:
            found.append(pocket)
    found.sort(key=lambda pocket: -pocket.value / len(pocket.moves) ** 0.5)
    return found


def _grown(judge: Judge, able: dict[Hex, list[Unit]], hexes: list[Hex], first: Hex) -> Pocket | None:
    """From one hex on, another as long as it adds more than the move is worth."""
    g = judge.g
    moves = [(able[first][0], first)]
    taken = _taken(g, judge, first)
    value, caught = _worth(judge, taken)
    while len(moves) < TOGETHER:
        used, best = {unit for unit, _ in moves}, None
        for hex in hexes:
            unit = next((u for u in able[hex] if u not in used), None)
            if unit is None or any(hex == there for _, there in moves):
                continue
            more, many = _worth(judge, taken | _taken(g, judge, hex))
            if more > value + 0.5 and (best is None or more > best[0]):
                best = more, many, unit, hex
        if best is None:
            break
        value, caught = best[:2]
        moves.append((best[2], best[3]))
        taken |= _taken(g, judge, best[3])
    return Pocket(tuple(moves), caught, value) if value > 0 else None


def _able(judge: Judge) -> dict[Hex, list[Unit]]:
    """The hexes behind the enemy that somebody can reach, the fastest and strongest first."""
    g, side, enemy = judge.g, judge.side, judge.g.occupied[judge.enemy]
    command, near = Command(g, side), g.rules.around(g.rules.around(enemy))
    theirs = (g.held[judge.enemy] | g.disputed) & ~enemy & ~g.occupied[side] & g.rules.land & near
    found: dict[Hex, list[Unit]] = {}
    for unit in sorted(command.free(), key=lambda u: -g.cv[u]):
        kind = g.rules.units[unit].type
        free, _ = march(g.rules, kind, g.at[unit], g.weather, speed(g, unit), enemy, g.closed)
        for hex in members(free & theirs):
            if room(g, side, hex) > 0:
                found.setdefault(hex, []).append(unit)
    return found


def _taken(g: Position, judge: Judge, hex: Hex) -> HexSet:
    """What the enemy can no longer trace through: the hex and the zone of control around it."""
    return (1 << hex | g.rules.zoc(1 << hex)) & ~g.occupied[judge.enemy]


def _worth(judge: Judge, taken: HexSet) -> tuple[float, int]:
    """What the enemy's units lose by being cut off, and how many they are."""
    g, enemy = judge.g, judge.enemy
    fed = fed_without(g, enemy, taken)
    value, caught = 0.0, 0
    prey = judge.prey(enemy)
    for hex in members(g.occupied[enemy] & lines(g, enemy) & ~fed & ~g.rules.fortresses & g.rules.land):
        for unit in g.stack(enemy, hex):
            price = judge.step(unit) if judge.seen(unit) else HIDDEN_COST[enemy] * judge.pp
            value += price + prey
            caught += 1
    return value, caught
