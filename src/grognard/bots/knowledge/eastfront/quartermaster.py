"""Production as one action: reinforcements, HQs, cheap cadres, the front's needs; in the last month all for points."""

from __future__ import annotations

from grognard.bots.knowledge.eastfront.ground import distances, productions_left, worth
from grognard.bots.knowledge.eastfront.weights import weights
from grognard.games.eastfront.position import DEAD, DUE, ENEMY, GERMAN, Position, Unit
from grognard.games.eastfront.production import (
    arrival_hexes,
    cadre_cost,
    level,
    may_get_step,
    may_rebuild,
    step_cost,
)
from grognard.games.eastfront.scenario import month_number
from grognard.hexes import Hex, members

FIGHTERS = {"armor": 1.6, "shock": 1.3, "mech": 1.3, "infantry": 1.0, "cavalry": 0.9, "para": 0.3}
POINT = 5.0  # PPs that a point of the final count is worth: an HQ's step brings two for ten
BARGAIN = 1.6  # PPs' worth for a PP, where a step brings one
REACH = 4  # hexes from the enemy within which a unit counts as at the front


class Quartermaster:
    """Writes one side's orders."""

    def __init__(self, g: Position, side: str) -> None:
        self.g, self.side = g, side
        self.left = level(g, side)
        self.clauses: list[str] = []
        self.used: dict[Hex, int] = {}
        self.stepped: set[Unit] = set()
        self.placed: set[Unit] = set()
        self.points = -g.rules.charts.value(f"vp.{side}.eliminated")  # 17.1: of a lost unit
        self.ss = g.rules.charts.value("build.ss_steps")
        near = g.occupied[ENEMY[side]] & g.rules.land
        for _ in range(REACH):
            near = g.rules.around(near)
        self.near = near

    def orders(self) -> str:
        """The whole action."""
        g, side = self.g, self.side
        for unit in g.rules.of_side[side]:
            if g.at[unit] == DUE and month_number(g.due[unit][0]) <= month_number(g.month_code):
                self._place("arrive", unit)
        if productions_left(g) > 1:
            self._headquarters(weights()["production"]["hq_share"] * self.left)
            self._bargains()
            self._steps()
            self._cadres()
            self._headquarters(self.left)
        elif productions_left(g):  # too late for what is not at the front: lost units count against their side
            self._headquarters(weights()["production"]["late_hq_share"] * self.left)
            self._cadres()
            self._steps()
            self._headquarters(self.left)
        else:
            self._for_points()
        return " ".join([*self.clauses, "end"])

    # --- what is bought ----------------------------------------------------------------------------------------------

    def _headquarters(self, purse: float) -> None:
        g = self.g
        for hq in sorted(g.rules.hqs[self.side], key=lambda hq: (g.cv[hq], not self.near >> max(g.at[hq], 0) & 1)):
            cost = step_cost(g, hq) if g.at[hq] >= 0 else 0
            if cost and cost <= purse and self._step(hq):
                purse -= cost

    def _steps(self) -> None:
        """Fighters at the front, the weakest of the best kinds first."""
        g = self.g
        keen = [u for u in g.on_map(self.side) if not g.is_hq(u) and self.near >> g.at[u] & 1]
        missing = {u: g.rules.units[u].max - g.cv[u] for u in keen}
        for unit in sorted(keen, key=lambda u: -FIGHTERS[g.rules.units[u].type] * (1 + missing[u])):
            self._step(unit)

    def _bargains(self) -> None:
        """Lost units that are worth more than the steps their PPs would buy: they hold a hex, and count no longer."""
        g = self.g
        fighters = [u for u in self._lost() if not g.is_hq(u)]
        gain = {u: (worth(g.rules, u) + self.points * POINT) / cadre_cost(g, u) for u in fighters}
        for unit in sorted(fighters, key=lambda u: -gain[u]):
            if gain[unit] > BARGAIN:
                self._cadre(unit)

    def _cadres(self) -> None:
        for unit in sorted(self._lost(), key=lambda u: cadre_cost(self.g, u)):
            self._cadre(unit)

    def _for_points(self) -> None:
        """The last production: points for PPs, the cheapest first."""
        g = self.g
        bids = [(cadre_cost(g, u) / (self.points if not g.is_hq(u) else 4), 0, u) for u in self._lost()]
        bids += [(step_cost(g, hq) / 2, 1, hq) for hq in g.rules.hqs[self.side] if g.at[hq] >= 0]
        for _, is_step, unit in sorted(bids):
            _ = self._step(unit) if is_step else self._cadre(unit)
        self._steps()

    def _lost(self) -> list[Unit]:
        return [u for u in self.g.rules.of_side[self.side] if self.g.at[u] == DEAD and may_rebuild(self.g, u)]

    # --- clauses -----------------------------------------------------------------------------------------------------

    def _step(self, unit: Unit) -> bool:
        g = self.g
        ss = "ss" in g.rules.units[unit].special
        if unit in self.stepped or (ss and self.ss < 1) or not may_get_step(g, unit) or step_cost(g, unit) > self.left:
            return False
        self.left -= step_cost(g, unit)
        self.ss -= ss
        self.stepped.add(unit)
        self.clauses.append(f"step {g.name(unit)}")
        return True

    def _cadre(self, unit: Unit) -> bool:
        cost = cadre_cost(self.g, unit)
        if cost > self.left or not self._place("cadre", unit):
            return False
        self.left -= cost
        return True

    def _place(self, verb: str, unit: Unit) -> bool:
        """Near the front, but neither an HQ nor a cadre under the enemy's guns; at the end out of his reach."""
        g = self.g
        open = [hex for hex, many in arrival_hexes(g, self.side, unit).items() if self.used.get(hex, 0) < many]
        if not open or unit in self.placed or (verb == "arrive" and not self._allowed(unit)):
            return False
        foes = members(g.occupied[ENEMY[self.side]] & g.rules.land)
        hide = verb == "cadre" and productions_left(g) < 2  # it is rebuilt for the final count, not to fight
        least = 3 if g.is_hq(unit) else 2 if verb == "cadre" else 1

        def far(hex: Hex) -> int:
            steps = min((distances(g.rules, foe)[hex] for foe in foes), default=0)
            return (-steps if hide else steps) if steps >= least else 50 - steps

        hex = min(open, key=lambda hex: (far(hex), hex))
        self.used[hex] = self.used.get(hex, 0) + 1
        self.placed.add(unit)
        self.clauses.append(f"{verb} {g.name(unit)} {g.hexname(hex)}")
        return True

    def _allowed(self, unit: Unit) -> bool:
        """16.13: whether the condition of a reinforcement is met."""
        g = self.g
        if not any(r.unit == g.name(unit) and r.condition for r in g.scenario.reinforcements):
            return True
        hex = g.rules.city_hex.get(g.rules.charts.text("objective.release"))
        free = "satellites_restricted" not in g.scenario.special
        return free and (hex is None or bool(g.held[GERMAN] >> hex & 1))
