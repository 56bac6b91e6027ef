"""What a hex is worth to a unit that goes there, all others as they stand on paper."""

from __future__ import annotations

from collections.abc import Sequence

from grognard.bots.knowledge.battles.battles import column_of, outcome, price_of
from grognard.bots.knowledge.battles.ground import plays_again, pulls, strength, tables, worth
from grognard.bots.knowledge.battles.paper import Paper
from grognard.bots.knowledge.battles.threats import secure, taken_empty, walks
from grognard.bots.knowledge.battles.weights import weights
from grognard.games.battles.position import AXIS, ENEMY, Unit
from grognard.games.battles.supply import hqs_for, lines, served_from
from grognard.hexes import Hex, HexSet, members


class Sight:
    """What a hex is worth to a unit that goes there, all others as they stand on paper."""

    def __init__(self, paper: Paper) -> None:
        self.paper, g, side = paper, paper.g, paper.side
        self.g, self.table = g, tables(g.rules)
        self.w = w = weights()
        self.pull, self.enemy_pull = pulls(g, side), pulls(g, ENEMY[side])
        self.supplied, self.secure = lines(g, side), secure(g, side)
        self.walked = walks(g, ENEMY[side])
        self.watched = g.rules.grid.spread(self.walked)
        self.hold = w.hold if plays_again(g, side) else max(w.hold, 1.0)  # nobody wins it back in the end
        self.far = self.table.escapes.get(side)
        self.fed: dict[Unit, HexSet] = {}
        self.covered: HexSet = 0
        for hex, units in paper.stacks.items():
            if any(u in paper.fixed or u not in paper.open for u in units):
                self.cover(hex)
        self.front = g.occupied[ENEMY[side]]
        for _ in range(5):
            self.front = g.rules.grid.spread(self.front)

    def cover(self, hex: Hex) -> None:
        """A unit stands there now."""
        self.covered |= self.g.rules.next_to[hex] | 1 << hex

    def best(self, unit: Unit, *, hungry: bool = True) -> Hex:
        """Where the unit is worth most, with or without a thought of its supply."""
        g, paper = self.g, self.paper
        here = g.at[unit]
        options = [hex for hex in (*paper.open[unit], here) if paper.room(hex, (unit,))]

        def use(hex: Hex) -> tuple[float, int]:
            return self.score(unit, hex, hungry) + 0.02 * (hex == here), -hex

        return max(options, key=use, default=here)

    def score(self, unit: Unit, hex: Hex, hungry: bool) -> float:
        """What the hex is worth to the unit."""
        g, w, stance = self.g, self.w, self.paper.stance
        rules = g.rules
        price = w.step * g.steps(unit) * worth(g, unit)
        there = [
            u
            for u in self.paper.stacks.get(hex, ())
            if u != unit and (u in self.paper.fixed or u not in self.paper.open)
        ]
        fed = not hungry or self._is_supplied(unit, hex)
        total = stance.pull * w.pull * worth(g, unit) * self.pull.get(hex, 0.0) * (1.0 if fed else w.weary)
        total -= stance.danger * self._danger(hex, [*there, unit])
        if not fed:
            total -= 2 * w.cut_off * price * (1 + 0.5 * stance.danger)
        fresh = (rules.next_to[hex] | 1 << hex) & ~self.covered & self.front
        total += w.bar * sum([self.enemy_pull.get(h, 0.0) for h in members(fresh)])
        if self.far is not None and unit in self.table.escaping:
            total -= w.escape * (1 + 2 * g.turn / rules.turns) * min(self.far[hex], 15)
        if there and self.watched >> hex & 1 and all(u in rules.hqs for u in there):
            total += w.escort * sum(price_of(g, u) for u in there)
        if not self.secure >> hex & 1:
            total -= w.seal * price * stance.danger
        own = self.table.worth.get(hex, 0.0)
        if own and g.controls(self.paper.side, hex):
            if self.paper.power.get(hex):
                total += self.hold * w.point * own * (self._fall(hex, there) - self._fall(hex, [*there, unit]))
            elif not there and self.walked >> hex & 1:
                total += taken_empty(g, self.paper.side) * w.point * own
        elif own and not there and self.front >> hex & 1:
            total += w.guard * w.point * own
        if id := rules.formation[unit]:
            mates = sum(rules.formation[u] == id for u in there)
            strangers = any(rules.formation[u] not in ("", id) for u in there)
            total += w.together * (min(mates, 1) - 0.5 * strangers)
        return total

    def _fall(self, hex: Hex, units: Sequence[Unit]) -> float:
        """How likely the enemy has the hex after his next turn if these units hold it."""
        power = self.paper.power[hex]
        if not units:
            return 1.0
        defence = sum(strength(self.g, u)[1] for u in units)
        shift = 2 - self.table.shift[hex] - self.g.forts.get(hex, 0) - 2 * (self.g.fortresses >> hex & 1)
        column = column_of(0.6 * power, max(defence, 0.5), shift)
        return outcome(column, min(sum(self.g.steps(u) for u in units), 6), False)[2]

    def _danger(self, hex: Hex, units: Sequence[Unit]) -> float:
        g, w = self.g, self.w
        power = self.paper.power.get(hex, 0.0)
        if not power:
            return 0.0
        defence = sum(strength(g, u)[1] for u in units)
        shift = 2 - self.table.shift[hex] - g.forts.get(hex, 0) - 2 * (g.fortresses >> hex & 1)
        steps = sum(g.steps(u) for u in units)
        column = column_of(0.6 * power, max(defence, 0.5), shift)
        _, lost, left = outcome(column, min(max(steps, 1), 6), False)
        prices = sum(w.step * g.steps(u) * worth(g, u) + (w.hq if u in g.rules.hqs else 0) for u in units)
        return w.danger * (lost / max(steps, 1) * prices + left * w.retreat * len(units)) / len(units)

    def _is_supplied(self, unit: Unit, hex: Hex) -> bool:
        g = self.g
        if not self.supplied >> hex & 1:
            return False
        if g.owners[unit] == AXIS or unit in g.rules.hqs:
            return True
        return any(self._fed(hq) >> hex & 1 for hq in hqs_for(g, unit))

    def _fed(self, hq: Unit) -> HexSet:
        """The hexes that an HQ feeds from where it will stand."""
        if hq not in self.fed:
            place = self.paper.at[hq]
            self.fed[hq] = served_from(self.g, hq, place) if self.supplied >> place & 1 else 0
        return self.fed[hq]
