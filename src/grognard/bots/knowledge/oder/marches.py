"""Plans of a Movement Phase: single moves, massing on a target, cutting supply, stopping a run for the map's edge."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from typing import NamedTuple

from grognard.bots.knowledge import Plan
from grognard.bots.knowledge.oder.battles import Reckoning, fights_next, ready
from grognard.bots.knowledge.oder.judgement import evaluate, holdings
from grognard.bots.knowledge.oder.races import alarming, goals, leaders, races
from grognard.bots.knowledge.oder.sight import Sight
from grognard.bots.knowledge.oder.weights import DISCS, tables, weights
from grognard.bots.knowledge.questions import place_name
from grognard.games.oder.movement import destinations, joining, movers
from grognard.games.oder.position import ENEMY, Position, Unit
from grognard.games.oder.stacking import fits
from grognard.games.oder.supply import lines
from grognard.hexes import Hex, HexSet, hexset, members
from grognard.mechanics.marching import Path

LOOKED_AT = 3  # times as many moves are played out as are put forward
OF_ONE_STACK = 3  # moves of the same units among them
MASSES, CUTS = 3, 2  # plans of each kind put forward
COLUMNS = 5  # units that are brought up for one attack
WORTH_A_MARCH = 0.1  # what a unit more must bring an attack
CUTTERS = 24  # hexes looked at for a cut; all of them if the enemy is about to win
BARRED = 3  # line hexes that a hex on the enemy's way to sudden death counts for
PAIRED = 20  # hexes of which two are tried together then


class Planned(NamedTuple):
    """A plan and what it is worth at first reckoning."""

    worth: float
    plan: Plan


def marches(g: Position, side: str, count: int) -> list[Plan]:
    """What is worth a look in a Movement Phase."""
    sight = Sight(g, side)
    ways = {unit: destinations(g, unit, (g.at[unit],)) for unit in movers(g)}
    found = [*masses(g, side, ways)[:MASSES], *cuts(g, side, ways)[:CUTS], *moves(g, side, sight, ways, count)]
    return [*runs(g, side, ways), *(each.plan for each in found)]


def after(g: Position, units: Iterable[Unit], path: Path) -> Position:
    """The position once units have gone a way."""
    then = g.copy()
    for unit in units:
        for hex in path[1:-1]:
            then.pass_through(unit, hex)
        then.enter(unit, path[-1])
    then.freeze()
    return then


def words(verb: str, g: Position, units: Sequence[Unit], hex: Hex) -> str:
    """The action that takes units to a hex."""
    return " ".join((verb, *g.names(units), g.hexname(hex)))


# --- single moves -----------------------------------------------------------------------------------------------------


def moves(g: Position, side: str, sight: Sight, ways: Mapping[Unit, Mapping[Hex, Path]], count: int) -> list[Planned]:
    """The moves that gain most."""
    quick: list[tuple[float, list[Unit], Path]] = []
    for units in _groups(g, ways):
        open = ways[units[0]]
        scored = [(sight.gain(units, hex), hex) for hex in open if fits(g, (*g.stack(hex), *units))]
        quick += [(gain, units, open[hex]) for gain, hex in sorted(scored, reverse=True)[:OF_ONE_STACK]]
    quick.sort(key=lambda each: -each[0])
    best = [
        Planned(evaluate(after(g, units, path), side), Plan((words("move", g, units, path[-1]),)))
        for _, units, path in quick[: LOOKED_AT * count]
    ]
    return sorted(best, key=lambda each: -each.worth)[:count]


def _groups(g: Position, ways: Iterable[Unit]) -> Iterator[list[Unit]]:
    """Units to move: each one alone, and those of a stack that can go together."""
    seen: set[Unit] = set()
    for unit in ways:
        yield [unit]
        if unit not in seen and (others := joining(g, (unit,))):
            yield [unit, *others]
            seen.update(others)


# --- massing on a target ----------------------------------------------------------------------------------------------


def masses(g: Position, side: str, ways: Mapping[Unit, Mapping[Hex, Path]]) -> list[Planned]:
    """For each enemy within reach the moves that bring an attack on it to the best odds; the best targets first."""
    if not fights_next(g):
        return []
    able, w = ready(g, side), weights(side)
    reckoning, near = Reckoning(g, side, w), tables(g.rules).near
    reaching: dict[Hex, list[Unit]] = {}  # who can come to a hex, the strongest first
    for unit in sorted(ways, key=lambda unit: -g.rules.attack[unit]):
        if g.rules.attack[unit] and unit not in g.rules.shock:  # 5.3b: these stand still before they attack
            for hex in ways[unit]:
                reaching.setdefault(hex, []).append(unit)
    found = []
    for target in members(g.occupied[ENEMY[side]]):
        places = [hex for hex in members(near[target]) if hex in reaching]
        if places:
            here = [unit for hex in members(near[target]) for unit in able.get(hex, ())]
            gain, columns = _mass(reckoning, target, here, places, reaching)
            if len(columns) > 1:
                actions = tuple(words("move", g, [unit], hex) for unit, hex in columns)
                found.append(Planned(w.next * gain, Plan(actions, f"massing on {place_name(g, target)}")))
    return sorted(found, key=lambda each: -each.worth)


def _mass(
    reckoning: Reckoning, target: Hex, here: list[Unit], places: list[Hex], reaching: Mapping[Hex, Sequence[Unit]]
) -> tuple[float, list[tuple[Unit, Hex]]]:
    """Units brought up one by one, each where it helps most, as long as they help; and what all of them gain."""
    g, factors = reckoning.g, reckoning.table.factors
    best = before = max(0.0, reckoning.attack(target, here)) if here else 0.0
    power = sum(g.rules.attack[unit] for unit in here)
    least = min((factors[unit] for unit in here), default=reckoning.table.MOST)
    stands, closing = _hexes_of(g, here), 0
    columns: list[tuple[Unit, Hex]] = []
    used = set(here)
    while len(columns) < COLUMNS:
        options = []
        for hex in places:
            there = [*g.stack(hex), *(unit for unit, to in columns if to == hex)]
            unit = next((u for u in reaching[hex] if u not in used and fits(g, (*there, u))), None)
            if unit is not None:
                zone = reckoning.table.within[hex][1]
                strength, cheapest = power + g.rules.attack[unit], min(least, factors[unit])
                worth = reckoning.worth(target, strength, cheapest, stands | 1 << hex, closing | zone)
                options.append((worth, hex, unit))
        if not options:
            break
        worth, hex, unit = max(options)
        if worth < best + WORTH_A_MARCH and len(columns) > 1:  # the first two may only be enough together
            break
        best = max(best, worth)
        columns.append((unit, hex))
        used.add(unit)
        power, least = power + g.rules.attack[unit], min(least, factors[unit])
        stands, closing = stands | 1 << hex, closing | reckoning.table.within[hex][1]
    return best - before, columns


def _hexes_of(g: Position, units: Iterable[Unit]) -> HexSet:
    found = 0
    for unit in units:
        found |= 1 << g.at[unit]
    return found


# --- running for a goal -----------------------------------------------------------------------------------------------


def runs(g: Position, side: str, ways: Mapping[Unit, Mapping[Hex, Path]]) -> Iterator[Plan]:
    """4.1: for each goal that can be reached in force the moves that do it, with a unit to spare if there is one."""
    near, supplied = tables(g.rules).near, lines(g, side)
    for goal, count in goals(g, side):
        there = sum(u not in g.rules.static for hex in members(g.occupied[side] & goal) for u in g.stacks[hex])
        taken: dict[Hex, list[Unit]] = {}
        actions: list[str] = []
        for unit in sorted(ways, key=lambda unit: -g.rules.defence[unit]):
            ends = [hex for hex in ways[unit] if (goal & supplied) >> hex & 1]
            open = [hex for hex in ends if fits(g, (*g.stack(hex), *taken.get(hex, ()), unit))]
            if open and not goal >> g.at[unit] & 1 and there + len(actions) <= count:
                hex = min(open, key=lambda h: (near[h] & g.occupied[ENEMY[side]]).bit_count())
                taken.setdefault(hex, []).append(unit)
                actions.append(words("move", g, [unit], hex))
        if actions and there < count <= there + len(actions):
            yield Plan(tuple(actions), f"running for {place_name(g, next(iter(taken)))}")


# --- cutting supply, barring the way ----------------------------------------------------------------------------------


def cuts(g: Position, side: str, ways: Mapping[Unit, Mapping[Hex, Path]]) -> list[Planned]:
    """Moves into the enemy's lines of supply or his way to sudden death, by what he loses of both."""
    enemy, w = ENEMY[side], weights(side)
    open = lines(g, enemy) & ~g.zoc(side)
    within = tables(g.rules).within
    by_hex: dict[Hex, list[Unit]] = {}
    for unit, way in ways.items():
        for hex in way:
            by_hex.setdefault(hex, []).append(unit)
    corridor = 0  # between those who run for a goal and the goal
    for leader, rings in leaders(g, enemy, w):
        for steps, ring in enumerate(rings):
            corridor |= ring & within[leader][min(len(rings) - steps + 1, DISCS - 1)]
    hexes = [hex for hex in by_hex if within[hex][1] & open]
    urgent = alarming(g, enemy, w)
    if not urgent:
        hexes.sort(key=lambda hex: -(within[hex][1] & open).bit_count() - BARRED * (corridor >> hex & 1))
        del hexes[CUTTERS:]

    def standing(occupied: HexSet) -> float:
        then = g.copy()
        then.occupied = {**g.occupied, side: occupied}
        then.freeze()
        return holdings(then, enemy, w, w.own) + w.rival * races(then, enemy, w)

    own, now = g.occupied[side], standing(g.occupied[side])
    gains = sorted(((now - standing(own | 1 << hex), hex) for hex in hexes), reverse=True)
    found: list[tuple[float, tuple[Hex, ...]]] = [(gain, (hex,)) for gain, hex in gains if gain > 0]
    if urgent and (not found or found[0][0] < w.won / 2):
        layers = _layers(g, enemy, open)
        share = {h: max((within[h][1] & layer).bit_count() / layer.bit_count() for layer in layers) for h in hexes}
        pairs = combinations(sorted(hexes, key=lambda hex: -share[hex])[:PAIRED], 2)
        found += [(now - standing(own | 1 << a | 1 << b), (a, b)) for a, b in pairs]
    plans = []
    for _, to in sorted(found, reverse=True)[: CUTS + 1]:
        sent: list[Unit] = []
        left, gain = own | hexset(to), 0.0
        for hex in to:  # whoever leaves a gap behind is not the one to go
            able = [u for u in by_hex[hex] if u not in sent and fits(g, (*g.stack(hex), u))]
            found_by = [(now - standing(left & ~_emptied(g, u)), g.rules.defence[u], u) for u in able]
            if found_by:
                gain, _, unit = max(found_by)
                left &= ~_emptied(g, unit)
                sent.append(unit)
        if gain > 0 and len(sent) == len(to):
            actions = tuple(words("move", g, [unit], hex) for unit, hex in zip(sent, to, strict=True))
            plans.append(Planned(gain, Plan(actions, f"barring the way at {place_name(g, to[0])}")))
    return sorted(plans, key=lambda each: -each.worth)


def _layers(g: Position, side: str, open: HexSet) -> list[HexSet]:
    """The open hexes of a side's lines by their distance from its sources: a narrow layer is soon closed."""
    rules, reached = g.rules, g.rules.sources[side]
    layers = [reached]
    while layers[-1]:
        layers.append(rules.grid.flood(layers[-1], rules.grid.all, 1, rules.sea_walls) & open & ~reached)
        reached |= layers[-1]
    return layers[:-1]


def _emptied(g: Position, unit: Unit) -> HexSet:
    """The hex a unit leaves empty when it goes, if it does."""
    return 1 << g.at[unit] if len(g.stacks[g.at[unit]]) == 1 else 0
