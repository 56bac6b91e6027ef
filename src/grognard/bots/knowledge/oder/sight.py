"""A quick look at every hex a unit could go to, to find the moves that are worth a closer one."""

from __future__ import annotations

from collections.abc import Sequence

from grognard.bots.knowledge.oder.battles import fights_next
from grognard.bots.knowledge.oder.races import steps_to
from grognard.bots.knowledge.oder.weights import sight_weights, tables, weights
from grognard.games.oder.position import ENEMY, GERMAN, Position, Unit
from grognard.games.oder.supply import lines
from grognard.hexes import Hex, HexSet, members

ODDS_SAFE, ODDS_MAX = 1.5, 5.0  # up to the first an attack does not matter, beyond the second it gains nothing
CARRIED = 4  # hexes that an enemy who is free to move carries an attack, about
DEPTH = 8  # hexes from the enemy that are told apart


class Sight:
    """A quick look at every hex for one side: what could be attacked from it, what threatens it, where it leads."""

    def __init__(self, g: Position, side: str) -> None:
        self.g, self.side, self.enemy = g, side, ENEMY[side]
        self.look = sight_weights()
        self.table, self.supplied, self.w = tables(g.rules), lines(g, side), weights(side)
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
