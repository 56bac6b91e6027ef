"""What attacks bring: exactly for one that could be declared, and roughly for all that threaten."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import accumulate

from grognard.bots.knowledge.bugriver.ground import quality, tables
from grognard.bots.knowledge.bugriver.weights import weights
from grognard.bots.lots import Lots
from grognard.games.bugriver.chits import MIDDLE, chits, pool
from grognard.games.bugriver.command import in_command
from grognard.games.bugriver.drm import drms
from grognard.games.bugriver.odds import distribution, faces
from grognard.games.bugriver.position import ENEMY, Position, Unit
from grognard.games.bugriver.rules import Rules
from grognard.games.bugriver.strength import (
    BELOW,
    attacking,
    battle_strength,
    column,
    defending,
    ground,
    outcomes,
)
from grognard.games.bugriver.tables import FACES, LEG
from grognard.games.bugriver.terrain import RIVER, WATER
from grognard.hexes import Hex, members
from grognard.mechanics.crt import column_at, total

HITS_MAX = 6
ROUGH_DRM = 3  # of a regular attack with some support


# --- one attack -------------------------------------------------------------------------------------------------------


def fight_value(g: Position, kind: str, hex: Hex, units: Sequence[Unit]) -> float:
    """What an attack by units of one hex brings the side that makes it, before what it costs in Action Points."""
    odds, worth = distribution(g, kind, hex, units, g.fighters(hex)), worth_of_results(g, hex, units)
    return sum(chance * worth(result) for result, chance in odds.results.items())


def worth_of_results(g: Position, hex: Hex, units: Sequence[Unit]) -> Callable[[str], float]:
    """What each result of an attack on a hex would be worth to those who make it."""
    defenders, w = g.fighters(hex), weights()
    prices = _suffered(g, defenders, g.owner(defenders[0])), _suffered(g, units, g.owner(units[0]))
    stake = storming(g, hex, g.owner(units[0]))

    def worth(result: str) -> float:
        mine, theirs = outcomes(result)
        gain = w.wear * prices[0][min(theirs.hits, HITS_MAX)][theirs.red]
        gain -= prices[1][min(mine.hits, HITS_MAX)][mine.red]
        gain += stake if theirs.hits >= 2 else 0.0
        return gain + (w.point_left if mine.hits < theirs.hits else 0.0)  # 7.5.3b

    return worth


def lots_at(g: Position, kind: str, hex: Hex, units: Sequence[Unit], share: float) -> Lots:
    """The chits and the die of an attack that goes better than this share of all its cases."""
    worth, container, line = worth_of_results(g, hex, units), pool(g), ground(g, hex, ENEMY[g.owner(units[0])])
    defenders = g.fighters(hex)
    drm = total(drms(g, kind, hex, units, defenders))
    own, other = attacking(g, kind, units), defending(g, defenders, hex)
    strengths = [(battle_strength(g, own, chit), battle_strength(g, other, chit)) for chit in container]
    ways: dict[int, list[tuple[int, int]]] = {}  # by column the chits that lead to it
    for i, (attack, _) in enumerate(strengths):
        for j, (_, defence) in enumerate(strengths):
            if i != j:
                ways.setdefault(column(g, line, attack, defence), []).append((i, j))
    cases = sorted(
        (worth(result), at, die, chance * len(ways[at]))
        for at in ways
        for die, (result, chance) in enumerate(faces(g, at, drm), 1)
    )
    ends = list(accumulate(many for *_, many in cases))
    _, at, die, _ = cases[min(bisect_right(ends, share * ends[-1]), len(cases) - 1)]
    i, j = ways[at][0]
    return Lots((i, j - (j > i)), () if at == BELOW else (die,))  # the defender draws from what is left


def storming(g: Position, hex: Hex, side: str) -> float:
    """What it is worth to a side to drive the enemy from a hex."""
    w, points = weights(), tables(g.rules).worth.get(hex, 0.0)
    return w.storm * w.point * points + w.retreat * len(g.fighters(hex))


def _suffered(g: Position, units: Sequence[Unit], side: str) -> list[tuple[float, float]]:
    """By hits what units lose, without and with a red result."""
    w, found = weights(), []
    whole = sum(g.strength[unit] for unit in units)
    each = sum(price(g, unit) for unit in units) / max(whole, 1)
    shaken = sum(w.disrupted * price(g, u) * max(FACES - g.er(u), 0) / FACES for u in units if not g.disrupted[u])
    for hits in range(HITS_MAX + 1):
        lost = min(hits, whole) if hits < 2 else min(hits - 0.5, whole)  # the second hit may be a retreat
        deaths = _deaths(g, units) if lost >= whole else 0.0
        found.append((lost * each + deaths, lost * each + deaths + shaken))
    return found


def _deaths(g: Position, units: Sequence[Unit]) -> float:
    """The points the enemy has for units that are lost."""
    losses = g.rules.scenario.plan.victory.losses
    if not losses or not units or g.owner(units[0]) != g.rules.units[units[0]].side:
        return 0.0
    return sum(losses.get(g.rules.units[u].type, 0) for u in units) * weights().point


def price(g: Position, unit: Unit) -> float:
    """What a unit is worth now, with all its Strength Points."""
    return weights().step * g.strength[unit] * quality(g, unit)


# --- what threatens ---------------------------------------------------------------------------------------------------


@lru_cache(maxsize=20000)
def rough(rules: Rules, line: str, attack: int, defence: int, drm: int) -> tuple[float, float, float]:
    """On average: hits on the attacker, hits on the defender, the chance of two or more on the defender.

    A regular attack on a regular defence, all of ER 6.
    """
    drawn = [chit[MIDDLE][1] for chit in chits(rules.tables.combat.chits)]
    combat, crt, lines = rules.tables.combat, rules.crt, rules.odds_lines[line]
    mine = theirs = driven = 0.0
    values = sorted(set(drawn))
    share = {value: drawn.count(value) / len(drawn) for value in values}
    for a in values:
        for d in values:
            at = column_at(attack * a, max(defence * d, 1), lines)
            for die in range(1, FACES + 1):
                chance = share[a] * share[d] / FACES
                text = (
                    combat.below
                    if at < 0
                    else crt.result(crt.columns[at], min(max(die + drm, combat.least), combat.most))
                )
                own, other = outcomes(text)
                mine += chance * own.hits
                theirs += chance * other.hits
                driven += chance * (other.hits >= 2)
    return mine, theirs, driven


def looming(g: Position, side: str) -> dict[Hex, float]:
    """What a side could gain from each enemy stack that its units stand next to."""
    return g.memo(("bot looming", side), lambda: _looming(g, side))


def _looming(g: Position, side: str) -> dict[Hex, float]:
    enemy, grid = ENEMY[side], g.rules.grid
    found: dict[Hex, float] = {}
    near = grid.spread(g.combat[side]) & g.combat[enemy]
    for hex in members(near):
        gain = assault(g, side, hex, members(g.rules.beside(hex) & g.combat[side]))
        if gain > 0:
            found[hex] = gain
    return found


def assault(g: Position, side: str, hex: Hex, from_hexes: Sequence[Hex], only: Unit = -1) -> float:
    """What the best stack of some hexes could gain from the enemy in a hex, with the others in support; of one
    formation only, if it is given."""
    w, rules = weights(), g.rules
    line = ground(g, hex, ENEMY[side])
    defenders = g.fighters(hex)
    defence = max(sum(g.strength[unit] for unit in defenders), 1)
    best, support, drm = 0, 0, 0
    for there in from_hexes:
        between = rules.terrain.between(there, hex, g.bridges)
        if between == "lake":
            continue
        able = [u for u in g.stack(there) if not g.disrupted[u] and not g.is_hq(u) and only in (-1, g.formation[u])]
        if between == RIVER:
            able = [u for u in able if rules.klass[u] == LEG]
        power = sum(g.strength[u] // (4 if u in rules.anti_tank else 1) for u in able)
        if not power:
            continue
        support += between not in WATER
        if power > best:
            best, drm = power, rules.tables.fight.side[between].drm
    if not best:
        return 0.0
    unready = any(g.disrupted[u] for u in defenders) or not any(in_command(g, u) for u in defenders)
    help = min(support, 3) - 1 + ROUGH_DRM + (1 if unready else 0) - 2 * (g.improved >> hex & 1)
    mine, theirs, driven = rough(rules, line, min(best, 40), min(defence, 40), max(min(help + drm, 9), -6))
    lost = min(theirs, defence) * sum(price(g, u) for u in defenders) / defence
    return lost + driven * storming(g, hex, side) - mine * w.step
