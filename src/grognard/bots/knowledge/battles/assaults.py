"""Attacks with units in their places: what each promises, and what those at hand bring all together."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence

from grognard.bots.knowledge.battles.battles import column_of, value_of
from grognard.bots.knowledge.battles.ground import strength, tables
from grognard.bots.knowledge.battles.weights import weights
from grognard.games.battles.position import ENEMY, NONE, Position, Unit
from grognard.games.battles.supply import hq_supplied, hqs_for, level, served_hexes
from grognard.hexes import Hex, members


def promise(
    g: Position, target: Hex, placed: Mapping[Unit, Hex], staying: Callable[[Hex], Collection[Unit]] = lambda hex: ()
) -> float:
    """What an attack with units placed like that is worth, by the odds about as the rules have them.

    `staying` says who else will be in a hex: a division that stands unmixed has its shift (11.2).
    """
    rules, table = g.rules, tables(g.rules)
    units, defenders = list(placed), g.stacks[target]
    power = lean = 0.0
    for unit in units:
        attack = strength(g, unit)[0]
        if full_supply(g, unit, placed[unit]):
            power += attack
        else:
            lean += attack / 2
    total, defence = power + lean, sum(strength(g, u)[1] for u in defenders)
    starving = all(level(g, u) == NONE for u in defenders)
    if starving:
        defence /= 2
    shift = -table.shift[target] - g.forts.get(target, 0) - 2 * (g.fortresses >> target & 1)
    blue = any(rules.units[u].more.blue for u in units)
    armour = any(rules.units[u].more.blue or rules.units[u].more.red for u in defenders)
    shift += blue and not armour
    shift += any(rules.units[u].more.specialist for u in units)
    shift += _integrity(g, placed, staying)
    shift -= 1 if _defends_together(g, target) else 0
    shift += 1 if power else 0  # support of an HQ, about
    rivers = [(hex, target) for hex in set(placed.values())]
    if all(pair in rules.major for pair in rivers):
        shift -= 2
    elif all(pair in rules.major or pair in rules.minor for pair in rivers):
        shift -= 1
    return value_of(g, g.owners[units[0]], (target,), units, defenders, column_of(total, defence, shift))


def full_supply(g: Position, unit: Unit, hex: Hex) -> bool:
    """Whether the unit would be in Attack supply in a hex."""
    return any(g.face[hq] and hq_supplied(g, hq) and served_hexes(g, hq) >> hex & 1 for hq in hqs_for(g, unit))


def _integrity(g: Position, placed: Mapping[Unit, Hex], staying: Callable[[Hex], Collection[Unit]]) -> int:
    rules = g.rules
    best = 0
    for hex in set(placed.values()):
        ids = [rules.formation[u] for u, there in placed.items() if there == hex]
        stay = [rules.formation[u] for u in staying(hex) if u not in placed]
        for id in set(ids) - {""}:
            if ids.count(id) >= 2 and not {x for x in (*ids, *stay) if x} - {id}:
                best = max(best, rules.scenario.integrity.get(id, (0, 0))[0])
    return best


def _defends_together(g: Position, hex: Hex) -> bool:
    rules = g.rules
    near = rules.grid.around[hex] | 1 << hex
    for unit in g.stacks[hex]:
        id = rules.formation[unit]
        sisters = rules.formations[id] if id and rules.scenario.integrity.get(id, (0, 0))[1] else ()
        if any(u != unit and g.at[u] >= 0 and near >> g.at[u] & 1 for u in sisters):
            return True
    return False


# --- those at hand ----------------------------------------------------------------------------------------------------


def at_hand(g: Position, side: str) -> float:
    """What a side's attacks are worth if nobody moves any more: the best first, each unit in one of them."""
    return g.memo(("bot at hand", side), lambda: _at_hand(g, side))


def _at_hand(g: Position, side: str) -> float:
    near: dict[Hex, list[Unit]] = {}
    targets = g.occupied[ENEMY[side]]
    for hex in members(g.rules.grid.spread(targets) & g.occupied[side]):
        able = [unit for unit in g.stacks[hex] if g.can_attack(unit) and level(g, unit) != NONE]
        for target in members(g.rules.next_to[hex] & targets) if able else ():
            near.setdefault(target, []).extend(able)
    known = {target: _best(g, target, units) for target, units in near.items()}
    used: set[Unit] = set()
    total = 0.0
    while known:
        target = max(known, key=lambda hex: (known[hex][0], -hex))
        worth, party = known.pop(target)
        if worth < weights().least:
            break
        total += worth
        used.update(party)
        for other, (_, units) in list(known.items()):
            if not used.isdisjoint(units):
                known[other] = _best(g, other, [unit for unit in near[other] if unit not in used])
    return total


def _best(g: Position, target: Hex, units: Sequence[Unit]) -> tuple[float, Sequence[Unit]]:
    """What units can do to an enemy stack, the strongest of them first and as many as it pays."""
    best: tuple[float, Sequence[Unit]] = (0.0, ())
    party: dict[Unit, Hex] = {}
    for unit in sorted(units, key=lambda u: (-strength(g, u)[0], u)):
        party[unit] = g.at[unit]
        worth = promise(g, target, party, lambda hex: g.stacks[hex])
        if worth > best[0]:
            best = worth, tuple(party)
    return best
