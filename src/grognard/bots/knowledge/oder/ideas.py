"""Actions worth a look: moves by what they do for attacks, objectives and safety, attacks and probes, arrivals."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from grognard.bots.knowledge.oder.judge import (
    attack_worth,
    fights_next,
    plan,
    ready,
    steps_to,
    value,
)  # fmt: skip
from grognard.bots.knowledge.oder.weights import chart, sight_weights, weights
from grognard.games.oder.eligible import attackable
from grognard.games.oder.momentum import may_probe, probe_hexes
from grognard.games.oder.movement import Path, destinations, joining, movers
from grognard.games.oder.position import ENEMY, GERMAN, Position, Unit
from grognard.games.oder.regroup import arrival_hexes, arriving
from grognard.games.oder.stacking import fits
from grognard.games.oder.supply import lines
from grognard.hexes import Hex, HexSet, members

LOOKED_AT = 3  # times as many moves are played out as are put forward
OF_ONE_STACK = 3  # moves of the same units among them
ODDS_SAFE, ODDS_MAX = 1.5, 5.0  # up to the first an attack does not matter, beyond the second it gains nothing
CARRIED = 4  # hexes that an enemy who is free to move carries an attack, about
DEPTH = 8  # hexes from the enemy that are told apart
Scored = tuple[float, str]


def put_forward(g: Position, side: str, count: int) -> list[str]:
    """The best actions of the phase at first reckoning."""
    if g.phase.endswith("movement"):
        found = moves(g, side, count)
    elif g.phase.endswith("combat"):
        found = attacks(g, side, count) + probes(g, side, count)
    elif g.phase.endswith("regroup"):
        found = arrivals(g, side, count)
    else:
        found = []
    return [action for _, action in found]


def after(g: Position, units: Iterable[Unit], path: Path) -> Position:
    """The position once units have gone a way."""
    then = g.copy()
    for unit in units:
        for hex in path[1:-1]:
            then.pass_through(unit, hex)
        then.enter(unit, path[-1])
    return then


# --- movement ---------------------------------------------------------------------------------------------------------


def moves(g: Position, side: str, count: int) -> list[Scored]:
    """The moves that gain most."""
    sight = Sight(g, side)
    quick: list[tuple[float, list[Unit], Path]] = []
    for units in _groups(g):
        ways = destinations(g, units[0], (g.at[units[0]],))
        scored = [(sight.gain(units, hex), hex) for hex in ways if fits(g, (*g.stack(hex), *units))]
        quick += [(gain, units, ways[hex]) for gain, hex in sorted(scored, reverse=True)[:OF_ONE_STACK]]
    quick.sort(key=lambda each: -each[0])
    best = [
        (value(after(g, units, path), side), _words("move", g, units, path[-1]))
        for _, units, path in quick[: LOOKED_AT * count]
    ]
    return sorted(best, reverse=True)[:count]


def _groups(g: Position) -> list[list[Unit]]:
    """Units to move: each one alone, and those of a stack that can go together."""
    groups: list[list[Unit]] = []
    seen: set[Unit] = set()
    for unit in movers(g):
        groups.append([unit])
        if unit not in seen and (others := joining(g, [unit])):
            groups.append([unit, *others])
            seen.update(others)
    return groups


def _words(verb: str, g: Position, units: Sequence[Unit], hex: Hex) -> str:
    return " ".join((verb, *g.names(units), g.hexname(hex)))


class Sight:
    """A quick look at every hex for one side: what could be attacked from it, what threatens it, where it leads."""

    def __init__(self, g: Position, side: str) -> None:
        self.g, self.side, self.enemy = g, side, ENEMY[side]
        self.look = sight_weights()
        self.table, self.supplied, self.w = chart(g.rules), lines(g, side), weights(side)
        self.zone = g.zoc(side)
        self.fights = fights_next(g)
        self._near: dict[Hex, int] = {}
        self._threat: dict[Hex, float] = {}
        self.goal = self._goals()
        self.depth = self._depths()
        self.reach = [
            (self.table.within[g.at[unit]][1 if self.zone >> g.at[unit] & 1 else CARRIED], g.rules.attack[unit])
            for unit in g.on_map(self.enemy)
        ]

    def _goals(self) -> dict[Hex, float]:
        rules, w = self.g.rules, self.w
        goals = [rules.east] if self.side == GERMAN else [rules.west, rules.usir]
        found: dict[Hex, float] = {}
        for goal in goals:
            for steps, hexes in enumerate(steps_to(self.g, self.side, goal, w)):
                for hex in members(hexes):
                    found[hex] = max(found.get(hex, 0.0), w.race * (w.reach - steps) ** 2)
        return found

    def _depths(self) -> list[HexSet]:
        rings, seen = [], self.g.occupied[self.enemy]
        for _ in range(DEPTH):
            seen = self.g.rules.grid.spread(seen)
            rings.append(seen)
        return rings

    def gain(self, units: Sequence[Unit], hex: Hex) -> float:
        """About what units gain by going to a hex."""
        g, look, here = self.g, self.look, self.g.at[units[0]]
        defence = sum(g.rules.defence[unit] for unit in units)
        attack = sum(g.rules.attack[unit] for unit in units)
        gain = self.goal.get(hex, 0.0) - self.goal.get(here, 0.0)
        gain += look.near * (self.far(here) - self.far(hex))
        before, left = self._danger(here, 0), self._danger(here, -defence)
        gain += look.danger * (2 * before - left - self._danger(hex, defence))
        if not self.supplied >> hex & 1:
            gain -= look.unsupplied
        for target in members(self.table.near[hex] & g.occupied[self.enemy] & ~self.table.near[here]):
            against = sum(g.rules.defence[unit] for unit in g.stacks[target])
            power = self._power(target)
            ways_out = self.table.near[target] & ~(self.zone | g.occupied[self.side])
            better = min(ODDS_MAX, (power + attack) / against) - min(ODDS_MAX, power / against)
            gain += (look.odds if self.fights else look.odds_later) * better
            gain += look.closes * (ways_out & self.table.within[hex][1]).bit_count()
        return gain

    def far(self, hex: Hex) -> int:
        """How many hexes it is to the enemy beyond the next."""
        return next((steps for steps, ring in enumerate(self.depth) if ring >> hex & 1), len(self.depth))

    def _power(self, target: Hex) -> int:
        if target not in self._near:
            near = members(self.table.near[target] & self.g.occupied[self.side])
            self._near[target] = sum(self.g.rules.attack[u] for hex in near for u in self.g.stacks[hex])
        return self._near[target]

    def _danger(self, hex: Hex, more: int) -> float:
        """How far an enemy could outweigh a stack, with so much more defence, in odds."""
        if hex not in self._threat:
            self._threat[hex] = sum(attack for area, attack in self.reach if area >> hex & 1)
        defence = sum(self.g.rules.defence[unit] for unit in self.g.stack(hex)) + more
        return max(0.0, min(ODDS_MAX, self._threat[hex] / defence) - ODDS_SAFE) if defence > 0 else 0.0


# --- combat -----------------------------------------------------------------------------------------------------------


def attacks(g: Position, side: str, count: int) -> list[Scored]:
    """For each enemy that can be attacked the attackers that bring most, and those the whole plan gives to it."""
    able, table = ready(g, side), chart(g.rules)
    found: dict[str, float] = {}
    for worth, hex, units in plan(g, side, weights(side)):
        best, chosen = best_attackers(g, hex, units)
        found[attack_words(g, hex, chosen)] = best + 0.01 * worth
    for hex in members(g.occupied[ENEMY[side]]):
        units = [unit for place in members(table.near[hex]) for unit in able.get(place, ())]
        if units and attackable(g, hex):
            best, chosen = best_attackers(g, hex, units)
            found.setdefault(attack_words(g, hex, chosen), best)
    good = ((worth, action) for action, worth in found.items() if worth > 0)
    return sorted(good, reverse=True)[:count]


def attack_words(g: Position, hex: Hex, units: Sequence[Unit]) -> str:
    """The action that attacks a hex."""
    return " ".join(("attack", g.hexname(hex), *g.names(units), "go"))


def best_attackers(g: Position, hex: Hex, units: Sequence[Unit]) -> tuple[float, list[Unit]]:
    """Those of some units that bring most; no unit that changes nothing takes part, so that it can fight elsewhere."""
    chosen, w = list(units), weights(g.rules.side[units[0]])
    best = attack_worth(g, hex, chosen, w, exact=True)
    for unit in sorted(units, key=lambda u: g.rules.attack[u]):
        rest = [u for u in chosen if u != unit]
        if rest and (worth := attack_worth(g, hex, rest, w, exact=True)) >= best - 0.001:
            best, chosen = worth, rest
    return best, chosen


def probes(g: Position, side: str, count: int) -> list[Scored]:
    """The probing attacks that better the position."""
    now, found = value(g, side), []
    for unit in g.on_map(side):
        if may_probe(g, unit):
            found += [(unit, hex) for hex in probe_hexes(g, unit)]
    sight = Sight(g, side)
    found.sort(key=lambda each: -sight.gain([each[0]], each[1]))
    scored = [
        (value(after(g, [unit], (g.at[unit], hex)), side) - now, _words("probe", g, [unit], hex))
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
            (value(after(g, [unit], (hex,)), side), _words("arrive", g, [unit], hex)) for hex in hexes[: 2 * count]
        ]
        return [*sorted(scored, reverse=True)[:count], (0.0, f"refuse {g.name(unit)}")]
    return []
