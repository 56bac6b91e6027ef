"""What the enemy may do next turn: attacks on stacks that stand weak before him, and pockets behind gaps in the line.

He is taken to move whom he likes: nobody sees his HQs. Blocks that nobody has seen count as average ones.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from grognard.bots.knowledge.eastfront.battles import HIDDEN_COST, HOLDING, Judge, faces_of, reaches
from grognard.bots.knowledge.eastfront.ground import gains, traced
from grognard.games.eastfront.assault import river_number
from grognard.games.eastfront.control import passable
from grognard.games.eastfront.fire import DEFENSIVE, OFFENSIVE, rearguard_defence, speed, terrain_defence
from grognard.games.eastfront.position import GERMAN, SOVIET, Position
from grognard.games.eastfront.rounds import FACES
from grognard.games.eastfront.rules import Rules
from grognard.hexes import Hex, HexSet, members

STRIKER = {GERMAN: 1.5, SOVIET: 1.4}  # on how many faces an attacker hits that nobody has seen
AIR = 0.7  # hits from the air in an attack that is worth one
MOST = 4  # units in an attack
ENGAGED = 5.0  # how much likelier an attack is where there is a battle already
PACE = 2  # of a pursuer nobody has seen
KNOWN_MOST = 20_000  # attacks remembered


def attacks(judge: Judge) -> float:
    """What the side stands to lose where the enemy can mass against it, if he attacked everywhere he gains by it."""
    return sum(loss for _, loss in dangers(judge))


def dangers(judge: Judge) -> Iterator[tuple[Hex, float]]:
    """The hexes of the side at which an attack would gain the enemy something, and how much."""
    g, side = judge.g, judge.side
    reachable = g.rules.around(g.rules.around(g.occupied[judge.enemy]))
    for hex in members(g.occupied[side] & reachable & g.rules.land):
        loss = _attack(judge, hex) * (ENGAGED if hex in g.battles else 1.0)
        if loss > 0:
            yield hex, loss


@lru_cache(maxsize=8192)
def _rings(rules: Rules, hex: Hex) -> tuple[HexSet, HexSet]:
    """What lies next to a hex, and within two hexes of it."""
    near = rules.around(1 << hex)
    return near, rules.around(near)


_KNOWN: dict[object, float] = {}


def _attack(judge: Judge, hex: Hex) -> float:
    """What the best attack on a hex would cost the side; most moves leave most of them as they were."""
    g = judge.g
    near, farther = _rings(g.rules, hex)
    mine = tuple([(unit, g.cv[unit]) for unit in g.stack(judge.side, hex)])
    key = judge.key, judge.foes, hex, mine, g.occupied[judge.side] & near, judge.battles & farther
    known = _KNOWN.get(key)
    if known is None:
        if len(_KNOWN) > KNOWN_MOST:
            _KNOWN.clear()
        known = _KNOWN[key] = _best_attack(judge, hex)
    return known


def _best_attack(judge: Judge, hex: Hex) -> float:
    """The same, by the round to be expected."""
    g, rules = judge.g, judge.g.rules
    force = _force(judge, hex)
    if not force:
        return 0.0
    wet = (
        bool(river_number(g, judge.enemy))
        and not g.present(judge.enemy, hex)
        and all((a, hex) in rules.river for a in _gates(judge, hex))
    )
    mine = g.stack(judge.side, hex)
    steps = sum(g.cv[u] + g.is_hq(u) for u in mine)
    own = sum(cv for _, cv in force)
    back = sum(g.cv[u] * faces_of(g, u, hex, DEFENSIVE) for u in mine) / FACES
    lost = min(own, back)
    per_step = 3.0 if rules.fortresses >> hex & 1 else float(terrain_defence(g, hex))
    hits = AIR + sum(power for power, _ in force) / FACES * (HOLDING if wet else 1.0) * (1 - lost / max(own, 0.1))
    taken = reaches(hits, steps * per_step)
    killed = min(steps * max(taken, 0.8), hits / per_step)
    price = sum(g.cv[u] * judge.step(u) for u in mine) / max(1, steps)
    cost = killed * price + 0.8 * taken * sum(judge.unit(u) for u in mine)
    cost += taken * gains(rules, judge.side).get(hex, 0) * judge.point
    return cost - lost * HIDDEN_COST[judge.enemy] * judge.pp


def strikers(judge: Judge, hex: Hex) -> int:
    """How many blocks the enemy can have in a hex next turn, if the side stands there."""
    return len(_force(judge, hex))


def _force(judge: Judge, hex: Hex) -> list[tuple[float, float]]:
    """Dice times faces and strength of those who can fight there: who is in the battle, and the best who come."""
    here = [_striker(judge, unit, hex) for unit in judge.g.stack(judge.enemy, hex)]
    coming = sorted(_coming(judge, hex), reverse=True)
    return here + coming[: max(0, MOST - len(here))]


def _gates(judge: Judge, hex: Hex) -> list[Hex]:
    """Whence the enemy can come in."""
    return [a for a in judge.g.rules.steps[hex] if not judge.g.occupied[judge.side] >> a & 1]


def _striker(judge: Judge, unit: int, hex: Hex) -> tuple[float, float]:
    """Its dice times faces, and its strength."""
    g = judge.g
    if not judge.seen(unit):
        return judge.average * (1.0 if g.weather == "mud" else STRIKER[judge.enemy]), judge.average
    return g.cv[unit] * faces_of(g, unit, hex, OFFENSIVE), float(g.cv[unit])


def _coming(judge: Judge, hex: Hex) -> Iterator[tuple[float, float]]:
    """Those who can come over the hexsides that are open, each by one of them."""
    g, rules = judge.g, judge.g.rules
    seen: set[int] = set()
    far = g.weather != "mud"
    for a in _gates(judge, hex):
        limit = rules.limit(a, hex, g.weather)
        near = list(g.stack(judge.enemy, a)) if a not in g.battles else []
        if far and not rules.halting[g.weather] >> a & 1:
            for b in rules.steps[a]:
                if b != hex and b not in g.battles:
                    near += g.stack(judge.enemy, b)
        through = 0
        for unit in near:
            if unit not in seen and through < limit and not (judge.seen(unit) and g.is_hq(unit)):
                seen.add(unit)
                through += 1
                yield _striker(judge, unit, hex)


def pursuit(judge: Judge, g: Position) -> float:
    """What pursuit fire will cost the rearguards that have been named (6.42)."""
    cost = 0.0
    for unit, (hex, _) in g.rearguards.items():
        pace, hits = speed(g, unit), 0.0
        for enemy in g.stack(judge.enemy, hex):
            seen = judge.seen(enemy)
            theirs = speed(g, enemy) if seen else PACE
            faces = 2 if theirs > pace else theirs == pace
            hits += (g.cv[enemy] if seen else judge.average) * faces / FACES
        hits /= rearguard_defence(g, judge.side, hex)
        cost += min(hits, g.cv[unit]) * judge.step(unit) + reaches(hits, g.cv[unit]) * judge.unit(unit)
    return cost


def marches(judge: Judge, idle: HexSet, guarded: HexSet) -> HexSet:
    """The hexes that blocks of the enemy in some hexes can march into, past the side's stacks, each at its speed."""
    g, rules = judge.g, judge.g.rules
    stacks: dict[int, HexSet] = {}
    for hex in members(idle):
        pace = max(speed(g, unit) for unit in g.stack(judge.enemy, hex))
        stacks[pace] = stacks.get(pace, 0) | 1 << hex
    reached = 0
    for pace, hexes in stacks.items():
        reached |= rules.grid.flood(hexes, rules.land & ~guarded, pace, rules.land_walls)
    return reached


def fed_without(g: Position, side: str, taken: HexSet) -> HexSet:
    """The supply lines that are left when the side has lost these hexes; ships apart."""
    return traced(g, side, g.held[side] & ~taken, passable(g, side) & ~taken)[0]
