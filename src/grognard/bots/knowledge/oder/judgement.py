"""How good a position is: points, units, supply, the attacks both sides could make, and the ways to sudden death."""

from __future__ import annotations

from grognard.bots.knowledge.oder.battles import chances, fights_next, threats
from grognard.bots.knowledge.oder.races import races, secure
from grognard.bots.knowledge.oder.weights import Weights, tables, weights
from grognard.games.oder.position import ENEMY, GERMAN, SOVIET, Position
from grognard.games.oder.stacking import overstacked, size
from grognard.games.oder.supply import AERIAL, NONE, lines, supply
from grognard.hexes import members

WON = 1000.0
AFFORDED = 4  # points of margin below the Soviet limit that the German wants to keep
FAR = 12  # hexes from the enemy beyond which it does not matter how far


def evaluate(g: Position, side: str) -> float:
    """How good the position is for a side."""
    if g.result is not None:
        return {side: WON, ENEMY[side]: -WON}.get(g.result[0], 0.0)
    w, enemy = weights(side), ENEMY[side]
    worth = w.own * g.points[side] - w.other * g.points[enemy] - w.margin * _overdrawn(g)
    worth += holdings(g, side, w, w.other) - holdings(g, enemy, w, w.own)
    worth += w.race * races(g, side, w) - w.rival * races(g, enemy, w)
    worth -= w.pull * remoteness(g, side) + w.crowd * crowded(g)
    if w.risk:
        worth -= w.other * w.risk * at_risk(g, side)
    if g.side == side and fights_next(g):
        worth += (w.left if g.phase.endswith("combat") else w.next) * chances(g, side, w)
    else:
        worth += w.later * sum(threats(g, side, w).values())
    return worth - w.enemy * sum(threats(g, enemy, w).values())


def glance(g: Position, side: str) -> float:
    """Points and units alone, and how near the enemy is."""
    if g.result is not None:
        return {side: WON, ENEMY[side]: -WON}.get(g.result[0], 0.0)
    enemy = ENEMY[side]
    count = len(list(g.on_map(side))) - len(list(g.on_map(enemy)))
    return g.points[side] - g.points[enemy] + count - weights(side).pull * remoteness(g, side)


def _overdrawn(g: Position) -> float:
    """4.3: how far the Soviet points go beyond what the German can afford with his, or will afford with a few more."""
    part, aim = g.rules.charts.value("victory.part"), g.rules.charts.value("victory.german_points")
    return max(0.0, part * g.points[SOVIET] + AFFORDED - max(g.points[GERMAN], aim / 2))


def holdings(g: Position, side: str, w: Weights, point: float) -> float:
    """A side's units and their supply; `point` is what one costs that is lost for a victory point."""
    at, factors = g.at, tables(g.rules).factors
    here = sum([factors[unit] for unit in g.rules.of_side[side] if at[unit] >= 0])
    due = sum([factors[unit] for unit in g.due if g.rules.side[unit] == side])
    worth = w.factor * (here + w.due * due) * (g.rules.turns + 1 - g.turn) / g.rules.turns
    for hex in members(g.occupied[side] & ~lines(g, side)):
        for unit in g.stacks[hex]:
            worth -= point * (w.cut_off if supply(g, unit) in (NONE, AERIAL) else w.held)
    return worth


def at_risk(g: Position, side: str) -> int:
    """How many of a side's units have a line that the enemy can cut by his next march; static ones stay anyway."""
    hexes = members(g.occupied[side] & lines(g, side) & ~secure(g, side))
    return sum(unit not in g.rules.static for hex in hexes for unit in g.stacks[hex])


def remoteness(g: Position, side: str) -> int:
    """How many hexes a side's stacks are from the enemy, all together."""
    far, grid, seen = 0, g.rules.grid, g.occupied[ENEMY[side]]
    for _ in range(FAR):
        seen = grid.spread(seen)
        left = g.occupied[side] & ~seen
        if not left:
            break
        far += left.bit_count()
    return far


def crowded(g: Position) -> int:
    """6.4: how many units the phasing side would lose by its stacks if the phase ended now."""
    return sum(size(g, g.stacks[hex]) - g.rules.stack_limit for hex in overstacked(g))
