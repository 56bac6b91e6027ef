"""Plans worth a look: marches, attacks and probes, arrivals."""

from __future__ import annotations

from collections.abc import Sequence

from grognard.bots.knowledge import Plan
from grognard.bots.knowledge.oder.battles import Reckoning, plan, ready
from grognard.bots.knowledge.oder.judgement import evaluate
from grognard.bots.knowledge.oder.marches import after, marches, words
from grognard.bots.knowledge.oder.races import alarming, leaders
from grognard.bots.knowledge.oder.sight import Sight
from grognard.bots.knowledge.oder.weights import tables, weights
from grognard.games.oder.eligible import attackable
from grognard.games.oder.position import ENEMY, Position, Unit
from grognard.games.oder.probing import may_probe, probe_hexes
from grognard.games.oder.regroup import arrival_hexes, arriving
from grognard.hexes import Hex, members

ATTACKS, PROBES = 3, 2  # tried of each
DESPERATE = 3.0  # more for an attack on an enemy who is about to win
LOOKED_AT = 3  # times as many probes are played out
Scored = tuple[float, str]


def plans(g: Position, side: str, count: int) -> list[Plan]:
    """The best plans of the phase at first reckoning."""
    if g.phase.endswith("movement"):
        return marches(g, side, count)
    if g.phase.endswith("combat"):
        found = attacks(g, side, ATTACKS) + probes(g, side, PROBES)
    elif g.phase.endswith("regroup"):
        found = arrivals(g, side, count)
    else:
        found = []
    return [Plan((action,)) for _, action in found]


# --- combat -----------------------------------------------------------------------------------------------------------


def attacks(g: Position, side: str, count: int) -> list[Scored]:
    """For each enemy that can be attacked the attackers that bring most, and those the whole plan gives to it."""
    able, table = ready(g, side), tables(g.rules)
    found: dict[str, float] = {}
    for worth, hex, units in plan(g, side, weights(side)):
        best, chosen = best_attackers(g, hex, units)
        found[attack_words(g, hex, chosen)] = best + 0.01 * worth
    for hex in members(g.occupied[ENEMY[side]]):
        units = [unit for place in members(table.near[hex]) for unit in able.get(place, ())]
        if units and attackable(g, hex):
            best, chosen = best_attackers(g, hex, units)
            found.setdefault(attack_words(g, hex, chosen), best)
    if alarming(g, ENEMY[side], weights(side)):
        runners = {hex for hex, _ in leaders(g, ENEMY[side], weights(side))}
        for action in found:
            if g.rules.hex_by_name[action.split()[1]] in runners:
                found[action] += DESPERATE
    good = ((worth, action) for action, worth in found.items() if worth > 0)
    return sorted(good, reverse=True)[:count]


def attack_words(g: Position, hex: Hex, units: Sequence[Unit]) -> str:
    """The action that attacks a hex."""
    return " ".join(("attack", g.hexname(hex), *g.names(units), "go"))


def best_attackers(g: Position, hex: Hex, units: Sequence[Unit]) -> tuple[float, list[Unit]]:
    """Those of some units that bring most; no unit that changes nothing takes part, so that it can fight elsewhere."""
    chosen, side = list(units), g.rules.side[units[0]]
    reckoning = Reckoning(g, side, weights(side))
    best = reckoning.attack(hex, chosen, exact=True)
    for unit in sorted(units, key=lambda u: g.rules.attack[u]):
        rest = [u for u in chosen if u != unit]
        if rest and (worth := reckoning.attack(hex, rest, exact=True)) >= best - 0.001:
            best, chosen = worth, rest
    return best, chosen


def probes(g: Position, side: str, count: int) -> list[Scored]:
    """The probing attacks that better the position."""
    now, found = evaluate(g, side), []
    for unit in g.on_map(side):
        if may_probe(g, unit):
            found += [(unit, hex) for hex in probe_hexes(g, unit)]
    sight = Sight(g, side)
    found.sort(key=lambda each: -sight.gain([each[0]], each[1]))
    scored = [
        (evaluate(after(g, [unit], (g.at[unit], hex)), side) - now, words("probe", g, [unit], hex))
        for unit, hex in found[: LOOKED_AT * count]
    ]
    return sorted((each for each in scored if each[0] > 0), reverse=True)[:count]


# --- arrivals ---------------------------------------------------------------------------------------------------------


def arrivals(g: Position, side: str, count: int) -> list[Scored]:
    """Where the next unit that is due would do most, and its refusal."""
    for unit in arriving(g):
        hexes = arrival_hexes(g, unit)
        if not hexes:
            continue
        hexes.sort(key=Sight(g, side).far)
        scored = [
            (evaluate(after(g, [unit], (hex,)), side), words("arrive", g, [unit], hex)) for hex in hexes[: 2 * count]
        ]
        return [*sorted(scored, reverse=True)[:count], (0.0, f"refuse {g.name(unit)}")]
    return []
