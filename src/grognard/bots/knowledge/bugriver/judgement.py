"""How good a position is: points, strength and its state, HQs, the places, and the attacks both sides could make."""

from __future__ import annotations

from grognard.bots.knowledge.bugriver.battles import looming, price
from grognard.bots.knowledge.bugriver.crossings import held_up
from grognard.bots.knowledge.bugriver.ground import close_to, drawn, quality, tables
from grognard.bots.knowledge.bugriver.weights import Weights, weights
from grognard.games.bugriver.actions import ACTING
from grognard.games.bugriver.command import IN, ISOLATED, status
from grognard.games.bugriver.position import DUE, ENEMY, GERMAN, Position, Unit
from grognard.games.bugriver.stacking import hq_limit
from grognard.games.bugriver.supply import in_supply
from grognard.games.bugriver.victory import score
from grognard.hexes import Hex

WON = 60.0
SAFER = 0.25  # of what a worn unit has to fear, with no enemy near
THREAT = 3  # hexes from the enemy at which cover counts and an HQ alone is in danger


def evaluate(g: Position, side: str) -> float:
    """How good the position is for a side."""
    w, enemy = weights(), ENEMY[side]
    points = score(g)
    total = w.point * (points[side] - points[enemy])
    if g.result is not None:
        return total + {side: WON, enemy: -WON}.get(g.result[0], 0.0)
    total += forces(g, side, w) - w.wear * forces(g, enemy, w)
    total += staffs(g, side, w) - behind(g, side, w) - staffs(g, enemy, w)
    total += holding(g, side, w) + in_cover(g, side, w) - holding(g, enemy, w)
    total += w.chance * sum(looming(g, side).values()) - w.danger * sum(looming(g, enemy).values())
    if side == GERMAN:
        total -= w.jam * held_up(g)
    if g.phase in ACTING:
        total += w.point_left * (g.ap[g.side] if g.side == side else -g.ap[g.side])
    return total


def glance(g: Position, side: str) -> float:
    """Points and Strength Points alone, and how near the places are."""
    w, enemy = weights(), ENEMY[side]
    points = score(g)
    total = w.point * (points[side] - points[enemy])
    if g.result is not None:
        return total + {side: WON, enemy: -WON}.get(g.result[0], 0.0)
    strength = {s: sum(g.strength[u] for u in g.on_map(s) if not g.is_hq(u)) for s in (side, enemy)}
    total += w.step * (strength[side] - strength[enemy])
    return total + w.pull * drawn(g, side)


def forces(g: Position, side: str, w: Weights) -> float:
    """A side's combat units and the state they are in."""
    total, near = 0.0, close_to(g, ENEMY[side], THREAT)
    for unit in g.rules.of_side[side]:
        hex = g.at[unit]
        if hex < 0:
            if hex == DUE:
                total += 0.8 * price(g, unit)
            continue
        if g.is_hq(unit):
            continue
        worth, part = price(g, unit), 1.0
        if g.disrupted[unit]:
            part -= w.disrupted
        where = status(g, unit)
        if where != IN:
            part -= w.isolated if where == ISOLATED else w.out
        total += worth * part - doom(g, unit, w) * (1.0 if near >> hex & 1 else SAFER)
    return total


def doom(g: Position, unit: Unit, w: Weights) -> float:
    """7.8: what the enemy may expect of the points he would have for a unit's end: the more it is worn, the more."""
    points = g.rules.scenario.plan.victory.losses.get(g.rules.units[unit].type, 0)
    return w.point * points * w.doom / g.strength[unit] ** 2 if g.rules.side[unit] == GERMAN else 0.0


def staffs(g: Position, side: str, w: Weights) -> float:
    """A side's HQs: levels, Support Points, supply, and whether an enemy could come upon them alone."""
    total, near = 0.0, close_to(g, ENEMY[side], THREAT)
    last = g.turn >= g.rules.scenario.turns
    for hq, level in g.level.items():
        if g.rules.side[hq] != side:
            continue
        total += (0.3 if last else 1.0) * w.level * level + w.support * g.strength[hq]
        hex = g.at[hq]
        if hex < 0:
            total -= w.unsupplied
            continue
        if not in_supply(g, hq):
            total -= w.unsupplied
        if near >> hex & 1 and not g.combat[side] >> hex & 1:
            total -= w.alone
    return total + (w.bridge * len(g.pontoons) if side == GERMAN else 0.0)


def behind(g: Position, side: str, w: Weights) -> float:
    """What it costs a side that its HQs are far behind their units. That the enemy's are is none of its gains: to rout
    his outposts would be a service to him."""
    mine = [hq for hq in g.level if g.rules.side[hq] == side and g.at[hq] >= 0]
    return sum(lead(g, hq, g.at[hq], w) + in_the_way(g, hq, g.at[hq], w) for hq in mine)


def lead(g: Position, hq: Unit, hex: Hex, w: Weights) -> float:
    """What it costs a formation that its HQ is far behind its units."""
    half, distance = g.rules.ratings[hq].command / 2, g.rules.grid.distance
    return w.lead * sum(max(distance(hex, g.at[u]) - half, 0.0) for u in g.units_of(hq))


def in_the_way(g: Position, hq: Unit, hex: Hex, w: Weights) -> float:
    """What it costs other formations that an HQ takes the last room in a hex from which theirs would lead better."""
    if len([other for other in g.hqs(hex) if other != hq]) + 1 < hq_limit(g, hex):
        return 0.0
    side, far = g.rules.side[hq], g.rules.grid.distance
    others = [o for o in g.level if o != hq and g.rules.side[o] == side and g.at[o] >= 0]
    near = [o for o in others if far(g.at[o], hex) <= g.rules.ratings[o].command]
    return w.way * sum(max(lead(g, o, g.at[o], w) - lead(g, o, hex, w), 0.0) for o in near)


def holding(g: Position, side: str, w: Weights) -> float:
    """Where a side's strength is: near the places that count, and in those it has."""
    total = w.pull * drawn(g, side)
    for hex, points in tables(g.rules).worth.items():
        if g.controls(side, hex) and g.combat[side] >> hex & 1:
            total += w.guard * w.point * points
    return total


def in_cover(g: Position, side: str, w: Weights) -> float:
    """The cover of a side's units that are near the enemy."""
    near = close_to(g, ENEMY[side], THREAT)
    return sum(covered(g, u, g.at[u], w) for u in g.on_map(side) if near >> g.at[u] & 1 and not g.is_hq(u))


def covered(g: Position, unit: Unit, hex: Hex, w: Weights) -> float:
    """What the cover of a hex is worth to a unit with the enemy near."""
    cover = w.shelter * tables(g.rules).shelter(g.owners[unit], hex) + w.improved * (g.improved >> hex & 1)
    return g.strength[unit] * quality(g, unit) * cover
