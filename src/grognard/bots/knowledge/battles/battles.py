"""What attacks bring: the Combat Results Table in points, and the attacks a side could make."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from grognard.bots.knowledge.battles.ground import ROOM, strength, tables, threats, worth
from grognard.bots.knowledge.battles.weights import weights
from grognard.games.battles.position import ENEMY, Position, Unit
from grognard.games.battles.results import ENGAGED, parts
from grognard.games.battles.rules import charts
from grognard.games.battles.shifts import net, shifts
from grognard.games.battles.strength import Fight, attack_strength, defence_strength
from grognard.hexes import Hex
from grognard.mechanics.crt import Crt

LAST = 11  # the highest column


@cache
def table() -> Crt:
    """The results table of the series."""
    return Crt(charts().table("crt"))


@cache
def outcome(column: int, steps: int, cornered: bool) -> tuple[float, float, float]:
    """On average: steps the attacker loses, steps the defender loses, and the chance that his hex is left.

    A result of hexes is taken in hexes where that is possible.
    """
    rows = table().results[table().columns[min(max(column, 0), LAST)]]
    lost = own = left = 0.0
    for text in rows:
        if text == ENGAGED:
            lost, own = lost + 1, own + 1
            left += steps <= 1
            continue
        attacker, defender = parts(text)
        own += min(attacker.amount, 3) * 0.7
        if not defender.amount:
            continue
        fall = min(defender.amount, steps) if cornered or defender.amount > 3 else min(int(defender.starred), steps)
        lost += fall
        left += fall >= steps or not cornered
    return own / len(rows), lost / len(rows), left / len(rows)


def column_of(attack: float, defence: float, shift: int) -> int:
    """The column of these odds, shifted."""
    if defence <= 0:
        return LAST
    ratio = attack / defence
    at = 0 if ratio < 0.5 else 1 if ratio < 1 else 1 + min(int(ratio), 10)
    return min(max(at, 0) + shift, LAST) if at + shift > 0 else 0


def is_cornered(g: Position, hex: Hex, side: str) -> bool:
    """Whether the side's units in a hex have nowhere to retreat to."""
    enemy = ENEMY[side]
    shut = g.occupied[enemy] | g.zoc(enemy) & ~g.negated(side)
    return not g.rules.next_to[hex] & ~shut


def value_of(
    g: Position, side: str, hexes: Sequence[Hex], attackers: Sequence[Unit], defenders: Sequence[Unit], column: int
) -> float:
    """What an attack at a column is worth to the side that makes it."""
    w, rules, enemy = weights(), g.rules, ENEMY[side]
    steps = sum(g.steps(u) for u in defenders)
    if not steps:
        return 0.0
    cornered = all(is_cornered(g, hex, enemy) for hex in hexes)
    own, lost, left = outcome(column, min(steps, 6), cornered)
    late = 1.0
    theirs = sum(price_of(g, u) for u in defenders) / steps
    mine = sum(price_of(g, u) for u in attackers) / max(1, sum(g.steps(u) for u in attackers))
    ground = sum(tables(rules).worth.get(hex, 0.0) for hex in hexes)
    gain = lost * theirs + left * (w.retreat * len(defenders) * (not cornered) + 0.6 * w.point * ground)
    return late * gain - own * mine


def price_of(g: Position, unit: Unit) -> float:
    """What a unit is worth: its strength, and the points for it."""
    w = weights()
    points = g.rules.scenario.victory.losses.get(g.owners[unit], {}).get(g.rules.units[unit].type, 0)
    if unit in g.rules.hqs:
        return w.hq + w.point * points
    return w.step * g.steps(unit) * worth(g, unit) + 0.7 * w.point * points


def exact_column(g: Position, fight: Fight, more: int = 0) -> int:
    """The column of a combat as it stands, with so many shifts more for the attacker."""
    attack, defence = attack_strength(g, fight), defence_strength(g, fight)
    if not defence:
        return LAST
    crt = g.rules.crt
    at = crt.columns.index(crt.column(attack, defence)) + net(shifts(g, fight)) + more
    return min(max(at, 0), LAST)


def fight_value(g: Position, fight: Fight, more: int = 0) -> float:
    """What a combat as it stands is worth to the attacker."""
    return value_of(g, fight.side, fight.hexes, fight.attackers, fight.defenders, exact_column(g, fight, more))


def prospects(g: Position, side: str) -> float:
    """What a side's attacks in its next turn promise, roughly."""
    return sum(looming(g, side).values())


def looming(g: Position, side: str) -> dict[Hex, float]:
    """What a side could gain in its next turn from each enemy stack."""
    return g.memo(("bot looming", side), lambda: _looming(g, side))


def _looming(g: Position, side: str) -> dict[Hex, float]:
    found: dict[Hex, float] = {}
    rules, enemy = g.rules, ENEMY[side]
    for hex, power in threats(g, side).items():
        defenders = g.stacks[hex]
        defence = sum(strength(g, u)[1] for u in defenders)
        open = (rules.next_to[hex] & ~g.occupied[enemy]).bit_count()
        shift = 2 - tables(rules).shift[hex] - g.forts.get(hex, 0) - 2 * (g.fortresses >> hex & 1)
        column = column_of(min(power, ROOM * open) * 0.8, defence, shift) if open else 0
        gain = value_of(g, side, (hex,), (), defenders, column)
        if gain > 0:
            found[hex] = gain
    return found
