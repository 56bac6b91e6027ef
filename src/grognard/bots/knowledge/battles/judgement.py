"""How good a position is: points, strength, supply, pockets, the attacks both sides could make, the places."""

from __future__ import annotations

from grognard.bots.knowledge.battles.assaults import at_hand
from grognard.bots.knowledge.battles.battles import looming, price_of, prospects
from grognard.bots.knowledge.battles.ground import pulls, tables, worth
from grognard.bots.knowledge.battles.threats import at_risk, lone_hqs, open_places, taken_empty
from grognard.bots.knowledge.battles.weights import Weights, weights
from grognard.games.battles.position import DUE, ENEMY, NONE, Position
from grognard.games.battles.stacking import overstacked
from grognard.games.battles.supply import level, lines
from grognard.games.battles.victory import tally
from grognard.hexes import HexSet

WON = 200.0


def evaluate(g: Position, side: str) -> float:
    """How good the position is for a side."""
    if g.result is not None:
        return WON if g.result[0] == side else -WON
    w, enemy = weights(), ENEMY[side]
    points, _ = tally(g)
    total = w.point * (points[side] - points[enemy])
    total += forces(g, side, w) - forces(g, enemy, w)
    total += pulling(g, side, w) - 0.7 * pulling(g, enemy, w)
    total -= perils(g, side, w) - 0.5 * perils(g, enemy, w)
    total -= w.crowd * len(overstacked(g, side))
    if g.side == side and g.phase.endswith(("movement", "works", "combat")):
        total += w.strike * at_hand(g, side) if not g.phase.endswith("combat") else 0.0
    else:
        total += w.chance * prospects(g, side)
    return total - w.danger * sum(looming(g, enemy).values())


def glance(g: Position, side: str) -> float:
    """Points and steps alone, and how near the places are."""
    if g.result is not None:
        return WON if g.result[0] == side else -WON
    points, _ = tally(g)
    enemy = ENEMY[side]
    steps = {s: sum(g.steps(u) * worth(g, u) for u in g.on_map(s)) for s in (side, enemy)}
    w = weights()
    near = sum(pulls(g, side).get(g.at[u], 0.0) for u in g.on_map(side))
    return points[side] - points[enemy] + w.step * (steps[side] - steps[enemy]) + 0.2 * w.pull * near


def forces(g: Position, side: str, w: Weights) -> float:
    """A side's units, and what it costs them to be cut off."""
    rules, total = g.rules, 0.0
    lasting = 0.5 + 0.5 * (rules.turns + 1 - g.turn) / rules.turns
    trapped = _trapped(g, side)
    homes: dict[tuple[str, int], int] = {}
    for unit in rules.of_side[side]:
        hex = g.at[unit]
        if hex < 0:
            if hex == DUE:
                total += 0.8 * lasting * w.step * g.steps(unit) * worth(g, unit)
            continue
        if unit in rules.hqs:
            total += w.hq * (0.5 if level(g, unit) == NONE else 1.0)
            continue
        price = lasting * w.step * g.steps(unit) * worth(g, unit)
        if level(g, unit) == NONE:
            loss = rules.scenario.victory.losses.get(side, {}).get(rules.units[unit].type, 0)
            total -= w.cut_off * (price + 0.3 * loss) + (w.pocket * (price + loss) if trapped >> hex & 1 else 0.0)
        total += price
        if id := rules.formation[unit]:
            homes[id, hex] = homes.get((id, hex), 0) + 1
    return total + w.together * sum(count >= 2 for count in homes.values())


def _trapped(g: Position, side: str) -> HexSet:
    """The hexes with units of the side from which no way leads to its lines of supply without an enemy zone."""
    enemy, rules = ENEMY[side], g.rules
    open = rules.land & ~g.occupied[enemy] & ~(g.zoc(enemy) & ~g.occupied[side])
    found = rules.grid.flood(lines(g, side) & open, open)
    return g.occupied[side] & ~found


def pulling(g: Position, side: str, w: Weights) -> float:
    """How near a side's fighting power is to the places that count, and its divisions to safety."""
    pull, table = pulls(g, side), tables(g.rules)
    total = 0.0
    far = table.escapes.get(side)
    urgency = g.turn / g.rules.turns
    for unit in g.on_map(side):
        if unit in g.rules.hqs:
            continue
        hex = g.at[unit]
        weary = w.weary if level(g, unit) == NONE else 1.0
        total += w.pull * weary * worth(g, unit) * pull.get(hex, 0.0)
        if far is not None and unit in table.escaping:
            total -= w.escape * (1 + 2 * urgency) * min(far[hex], 15)
    return total


def perils(g: Position, side: str, w: Weights) -> float:
    """What the enemy's next march could cost a side: places left empty, HQs left alone, lines cut behind its units."""
    total = w.point * taken_empty(g, side) * sum(points for _, points in open_places(g, side))
    total += w.lone * sum(price_of(g, hq) for hq in lone_hqs(g, side))
    return total + w.seal * w.step * sum(g.steps(unit) * worth(g, unit) for unit in at_risk(g, side))
