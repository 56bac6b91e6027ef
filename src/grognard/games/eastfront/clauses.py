"""11: the clauses of Production orders, and what they come to: PPs, steps, units and the places they come to."""

from __future__ import annotations

from dataclasses import dataclass, field

from grognard.decision import Words
from grognard.games.eastfront.position import Position, Unit
from grognard.games.eastfront.production import cadre_cost, level, step_cost
from grognard.games.eastfront.scenario import month_before
from grognard.hexes import Hex

VERBS = ("step", "cadre", "arrive", "advance", "hasten", "disband", "prep", "ready", "dismantle", "end")
ORDERS = VERBS[:-1]
WORDS = (*ORDERS, "weaken", "pay")  # all that clauses are made of besides units and hexes
LENGTH = {
    "step": 2,
    "cadre": 3,
    "arrive": 3,
    "advance": 4,
    "hasten": 3,
    "disband": 2,
    "prep": 1,
    "ready": 1,
    "dismantle": 1,
    "end": 1,
}


@dataclass(slots=True)
class ProductionPlan:
    """What the clauses so far come to."""

    side: str
    left: int  # PPs
    stepped: list[Unit] = field(default_factory=list)
    ss: int = 0
    arrived: dict[Unit, tuple[Hex, int]] = field(default_factory=dict)  # unit -> place and CV
    cadres: list[Unit] = field(default_factory=list)
    hastened: dict[Unit, tuple[str, int]] = field(default_factory=dict)  # unit -> month and CV
    disbanded: list[Unit] = field(default_factory=list)
    beachhead: str = ""
    done: bool = False


class Reckoning:
    """What the clauses of a side come to, one after another."""

    def __init__(self, g: Position, side: str) -> None:
        self.g, self.side = g, side
        self.level = level(g, side)
        self._plans: dict[Words, ProductionPlan] = {}

    def split(self, words: Words) -> tuple[Words, Words]:
        """The whole clauses, and the one that is under way."""
        at = 0
        while at < len(words) and at + LENGTH[words[at]] <= len(words):
            at += LENGTH[words[at]]
        return words[:at], words[at:]

    def plan(self, words: Words) -> ProductionPlan:
        """What whole clauses come to."""
        known = self._plans.get(words)
        if known is not None:
            return known
        if not words:
            plan = ProductionPlan(self.side, self.level)
        else:
            length = self._last(words)
            plan = self._after(self.plan(words[:-length]), words[-length:])
        self._plans[words] = plan
        return plan

    def _last(self, words: Words) -> int:
        at = 0
        while at + LENGTH[words[at]] < len(words):
            at += LENGTH[words[at]]
        return LENGTH[words[at]]

    def _after(self, plan: ProductionPlan, clause: Words) -> ProductionPlan:
        g, verb = self.g, clause[0]
        new = ProductionPlan(
            plan.side, plan.left, plan.stepped[:], plan.ss, plan.arrived.copy(), plan.cadres[:], plan.hastened.copy(),
            plan.disbanded[:], plan.beachhead, verb == "end",
        )  # fmt: skip
        if verb in ("prep", "ready", "dismantle"):
            new.beachhead = verb
            new.left -= self.beachhead_cost(verb)
        if len(clause) == 1:
            return new
        unit = g.unit(clause[1])
        if verb == "step":
            new.stepped.append(unit)
            new.left -= step_cost(g, unit)
            new.ss += "ss" in g.rules.units[unit].special
        elif verb == "disband":
            new.disbanded.append(unit)
        elif verb == "hasten":
            month, cv = g.due[unit]
            new.hastened[unit] = month_before(month), self._bring_forward(new, unit, cv, clause[2])
        else:
            hex = g.rules.grid.by_name[clause[-1]]
            cv = self._cadre_cv(unit) if verb == "cadre" else g.due[unit][1]
            if verb == "cadre":
                new.cadres.append(unit)
                new.left -= cadre_cost(g, unit)
                new.ss += "ss" in g.rules.units[unit].special
            elif verb == "advance":
                cv = self._bring_forward(new, unit, cv, clause[2])
            new.arrived[unit] = hex, cv
        return new

    def _bring_forward(self, plan: ProductionPlan, unit: Unit, cv: int, price: str) -> int:
        """11.51: a month earlier, for PPs or for some of its strength; the strength it is left with."""
        if price == "pay":
            plan.left -= cadre_cost(self.g, unit)
            return cv
        return cv - self.g.rules.charts.value("advance.cv")

    def _cadre_cv(self, unit: Unit) -> int:
        return self.g.rules.charts.value("build.hq_cadre" if self.g.is_hq(unit) else "build.cadre")

    def beachhead_cost(self, verb: str) -> int:
        """15.51: what a step of work on the Beachhead costs."""
        return 0 if verb == "dismantle" else self.g.rules.charts.value(f"beachhead.{verb}")


def reckon(g: Position, side: str, words: Words) -> list[tuple[Words, int]]:
    """The whole clauses of orders that are being written, each with the PPs left after it."""
    writer, found = Reckoning(g, side), list[tuple[Words, int]]()
    at = 0
    while at < len(words) and at + LENGTH[words[at]] <= len(words):
        end = at + LENGTH[words[at]]
        found.append((words[at:end], writer.plan(words[:end]).left))
        at = end
    return found
