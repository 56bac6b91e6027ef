"""Withdrawals: battles to break off, and worn units to take out of the line."""

from __future__ import annotations

from collections.abc import Iterator

from grognard.bots.knowledge import Plan
from grognard.bots.knowledge.eastfront.battles import Judge
from grognard.bots.knowledge.eastfront.ground import gains, march
from grognard.bots.knowledge.eastfront.threats import dangers, strikers
from grognard.games.eastfront.commanded import may_move, may_stir, under_command
from grognard.games.eastfront.fire import speed
from grognard.games.eastfront.position import ENEMY, Position, Unit
from grognard.games.eastfront.routes import capacity
from grognard.games.eastfront.stacking import room
from grognard.games.eastfront.supply import lines
from grognard.hexes import Hex, members

PLACES = 2  # hexes behind the line looked at for a unit
STACKS = 3  # stacks in danger looked at
WORN = 2  # steps of a whole stack that cannot hold a hex any more


def breaks(g: Position, judge: Judge) -> list[Plan]:
    """Battles against odds to break off: the others fall back, the fastest covers them (6.41)."""
    found = []
    for hex in g.battles:
        units = _last_out(g, judge, hex)
        if g.fresh >> hex & 1 or sum(g.cv[unit] for unit in units) >= judge.defence(hex).steps:
            continue  # who is as strong as the enemy there fights on
        if not units or any(not may_stir(g, u) or u in g.role or not (under_command(g, u) or g.supreme) for u in units):
            continue
        places = _places(g, judge, hex)
        if len(places) < len(units):
            continue
        actions = []
        for unit, place in zip(units[:-1], places, strict=False):
            onward = refuge(g, judge.side, unit, place)
            way = [place] if onward == place else [place, onward]
            actions.append(" ".join(["move", g.name(unit), *map(g.hexname, way)]))
        actions.append(f"rearguard {g.name(units[-1])} {g.hexname(places[len(units) - 1])}")
        found.append(Plan(tuple(actions), _why(g, judge, hex)))
    return found


def _last_out(g: Position, judge: Judge, hex: Hex) -> list[Unit]:
    """The units of a battle in the order in which they leave it: who is pursued least stays last."""
    return sorted(g.stack(judge.side, hex), key=lambda u: (g.is_hq(u), speed(g, u), -g.cv[u]))


def _places(g: Position, judge: Judge, hex: Hex) -> list[Hex]:
    """Where they can fall back to, one entry for each unit: cities and rivers first."""
    side = judge.side
    homes = [a for a in g.rules.steps[hex] if g.held[side] >> a & 1 and a not in g.battles]
    homes = [a for a in homes if room(g, side, a) > 0 and capacity(g, a, hex) > 0]
    front = g.rules.around(g.occupied[judge.enemy] & ~(1 << hex))
    fed = judge.fed
    homes.sort(
        key=lambda a: (not fed >> a & 1, not g.rules.major >> a & 1, front >> a & 1, (a, hex) not in g.rules.river)
    )
    return [a for a in homes for _ in range(min(capacity(g, a, hex), room(g, side, a)))]


def refuge(g: Position, side: str, unit: Unit, hex: Hex) -> Hex:
    """Where a unit that has left a battle for a hex goes on to: out of the enemy's sight if it can."""
    rules, enemy = g.rules, g.occupied[ENEMY[side]]
    front, fed = rules.around(enemy), lines(g, side)
    near = [hex]
    if speed(g, unit) > 1 and not rules.halting[g.weather] >> hex & 1:
        near += [a for a in rules.steps[hex] if (g.held[side] & ~enemy) >> a & 1 and room(g, side, a) > 0]
    cities = gains(rules, side)
    return min(near, key=lambda a: (not fed >> a & 1, bool(front >> a & 1), -cities.get(a, 0), a != hex, a))


def _why(g: Position, judge: Judge, hex: Hex) -> str:
    many, ours = strikers(judge, hex), len(g.stack(judge.side, hex))
    return f"breaking off the battle of {g.spell(hex)}, {ours} against {many}"


def retreats(g: Position, judge: Judge) -> list[Plan]:
    """Out of the line: one-step units next to the enemy, and whole stacks that are worn and would be beaten."""
    found = []
    for unit in _worn(g, judge):
        for hex in _behind(g, judge, unit)[:PLACES]:
            aim = f"{g.name(unit)}, worn to one step, leaves the line at {g.spell(g.at[unit])}"
            found.append(Plan((f"move {g.name(unit)} {g.hexname(hex)}",), aim))
    threatened = sorted(((loss, hex) for hex, loss in dangers(judge) if hex not in g.battles), reverse=True)
    for _, hex in threatened:
        if len(found) >= STACKS * PLACES:
            break
        units = [u for u in g.stack(judge.side, hex) if _free(g, u)]
        many = strikers(judge, hex)
        worn = sum(g.cv[u] for u in units) <= WORN
        if not units or not worn or len(units) < len(g.stack(judge.side, hex)) or many <= len(units):
            continue
        for place in _behind(g, judge, units[0])[:PLACES]:
            if room(g, judge.side, place) >= len(units):
                actions = tuple(f"move {g.name(u)} {g.hexname(place)}" for u in units)
                aim = f"worn out, falling back from {g.spell(hex)}: {many} blocks could be massed against it next turn"
                found.append(Plan(actions, aim))
    return found


def _free(g: Position, unit: Unit) -> bool:
    return bool(may_move(g, unit)) and (under_command(g, unit) or bool(g.supreme)) and g.at[unit] not in g.battles


def _worn(g: Position, judge: Judge) -> Iterator[Unit]:
    """Units at their last step that the enemy stands next to, while others hold their hex."""
    front = g.rules.around(g.occupied[judge.enemy])
    for unit in g.on_map(judge.side):
        worn = not g.is_hq(unit) and g.cv[unit] == 1 and g.rules.units[unit].max > 1
        if worn and front >> g.at[unit] & 1 and len(g.stack(judge.side, g.at[unit])) > 1 and _free(g, unit):
            yield unit


def _behind(g: Position, judge: Judge, unit: Unit) -> list[Hex]:
    """Hexes away from the enemy that have supply, those first where a garrison or a river is."""
    rules, hex = g.rules, g.at[unit]
    enemy = g.occupied[judge.enemy]
    free, _ = march(rules, rules.units[unit].type, hex, g.weather, speed(g, unit), enemy, g.closed)
    rear = free & judge.fed & g.held[judge.side] & ~rules.around(enemy) & ~(1 << hex)
    cities = gains(rules, judge.side)
    places = [place for place in members(rear) if room(g, judge.side, place) > 0]
    return sorted(places, key=lambda a: (-cities.get(a, 0), -bool(rules.rail.hexes >> a & 1), a))
