"""11.1, 4.2: Production. Both sides write their orders at the same time; each is one action of many clauses."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from grognard.decision import DONE, Choices, Decision, Words, offer
from grognard.games.eastfront.clauses import VERBS, ProductionPlan, Reckoning
from grognard.games.eastfront.position import (
    DEAD,
    DEPLOYED,
    DUE,
    ENEMY,
    LOST,
    PREP,
    SOVIET,
    Position,
    Unit,
)  # fmt: skip
from grognard.games.eastfront.production import (
    arrival_hexes,
    cadre_cost,
    may_come,
    may_get_step,
    may_rebuild,
    step_cost,
)  # fmt: skip
from grognard.games.eastfront.routes import unplayable
from grognard.games.eastfront.rules import BOX
from grognard.games.eastfront.scenario import month_number
from grognard.games.eastfront.sea import sea_power
from grognard.games.eastfront.stacking import room
from grognard.hexes import Hex
from grognard.ruling import OK, Ruling, no

ON_MAP = 0
CANDIDATES = {  # the units a clause is about: the rule, and where they are
    "step": ("11.41", ON_MAP),
    "cadre": ("11.42", DEAD),
    "arrive": ("11.5", DUE),
    "advance": ("11.51", DUE),
    "hasten": ("11.51", DUE),
    "disband": ("11.52", ON_MAP),
}


Refusal = Callable[[str], Ruling | None]  # why a verb of other phases is not for this one


def question(g: Position, side: str, refusal: Refusal) -> Decision:
    """What a side does with its production."""
    writer = _Orders(g, side, refusal)
    prompt = f"Production: {writer.level} PPs. Add steps, build cadres, place reinforcements, then end"
    return Decision(side, "production", prompt, "11.1", writer.tree, writer.why_not)


@cache
def _after_sevastopol() -> frozenset[str]:
    """The units that come only after Sevastopol, of any scenario: one may have waited since another."""
    lists = (BOX.scenario(id).reinforcements for id in BOX.scenarios)
    return frozenset(r.unit for coming in lists for r in coming if r.condition == "sevastopol")


class _Orders(Reckoning):
    """The tree of production orders; each clause is checked against what those before it have used up."""

    def __init__(self, g: Position, side: str, refusal: Refusal | None = None) -> None:
        super().__init__(g, side)
        self._refusal = refusal
        self._by_place: dict[int, list[Unit]] = {}
        self._able: dict[str, Unit] = {}  # by verb, one who could when it was last asked
        self._replaceable: dict[Unit, Ruling] = {}  # who could get a step, whatever has been ordered (11.41)

    # --- the tree ----------------------------------------------------------------------------------------------------

    def tree(self, words: Words) -> Choices:
        """What may follow the clauses so far."""
        before, clause = self.split(words)
        plan = self.plan(before)
        if plan.done:
            return DONE
        if not clause:
            return offer(("verb", [verb for verb in VERBS if self.offered(plan, verb)]))
        return self._within(plan, clause)

    def _within(self, plan: ProductionPlan, clause: Words) -> Choices:
        g, verb = self.g, clause[0]
        if len(clause) == 1:
            return offer(("unit", g.names(self._units(plan, verb))))
        if verb in ("advance", "hasten") and len(clause) == 2:
            return offer(("verb", self._prices(plan, g.unit(clause[1]))))
        unit = g.unit(clause[1])
        return offer(("hex", [g.hexname(hex) for hex in self._places(plan, unit)]))

    # --- what is possible ---------------------------------------------------------------------------------------------

    def _possible(self, plan: ProductionPlan, verb: str) -> Ruling:
        if verb == "end":
            return OK
        if verb in ("prep", "ready", "dismantle"):
            return self._may_build_beachhead(plan, verb)
        ruling = no(CANDIDATES[verb][0], f"there is no unit for '{verb}'")
        candidates = self._candidates(verb)
        for unit in candidates:
            ruling = self._may(plan, verb, unit)
            if ruling:
                return OK
        if len(candidates) > 1:
            return no(ruling.rule, f"there is no unit for '{verb}' now; for one, {ruling.reason}")
        return ruling

    def offered(self, plan: ProductionPlan, verb: str) -> bool:
        """Whether the verb is possible; whoever could before is asked first."""
        if verb not in CANDIDATES:
            return self._possible(plan, verb).ok
        last = self._able.get(verb)
        if last is not None and self._may(plan, verb, last) is OK:
            return True
        able = next((unit for unit in self._candidates(verb) if self._may(plan, verb, unit) is OK), None)
        if able is not None:
            self._able[verb] = able
        return able is not None

    def _units(self, plan: ProductionPlan, verb: str) -> list[Unit]:
        return [unit for unit in self._candidates(verb) if self._may(plan, verb, unit) is OK]

    def _candidates(self, verb: str) -> list[Unit]:
        """The side's units in the place that a verb is about."""
        wanted = CANDIDATES[verb][1]
        if wanted not in self._by_place:
            at, units = self.g.at, self.g.rules.of_side[self.side]
            self._by_place[wanted] = [u for u in units if (at[u] if at[u] < 0 else ON_MAP) == wanted]
        return self._by_place[wanted]

    def _may(self, plan: ProductionPlan, verb: str, unit: Unit) -> Ruling:
        g = self.g
        if g.owner(unit) != self.side:
            return no("11.1", f"{g.name(unit)} is not yours")
        if unit in plan.disbanded:
            return no("11.52", f"{g.name(unit)} is disbanded")
        if verb == "step":
            return self._may_step(plan, unit)
        if verb == "disband":
            if g.at[unit] < 0:
                return no("11.52", f"{g.name(unit)} is not on the map")
            return no("11.52", f"{g.name(unit)} has just been given a step") if unit in plan.stepped else OK
        if unit in plan.arrived:
            return no("11.6", f"{g.name(unit)} has been placed")
        if unit in plan.hastened:
            return no("11.51", f"{g.name(unit)} has been brought forward by its one month")
        if verb == "hasten":
            return self._may_hasten(plan, unit)
        ruling = {"cadre": self._may_cadre, "arrive": self._may_arrive, "advance": self._may_advance}[verb](plan, unit)
        if ruling and not self._places(plan, unit):
            return no("11.6", f"there is no place where {g.name(unit)} could arrive")
        return ruling

    def _may_step(self, plan: ProductionPlan, unit: Unit) -> Ruling:
        g = self.g
        if unit in plan.stepped:
            return no("11.41", f"{g.name(unit)} has had its one step for this month")
        ruling = self._replaceable.get(unit)
        if ruling is None:
            ruling = self._replaceable[unit] = may_get_step(g, unit)
        if ruling is not OK:
            return ruling
        ruling = self._may_build_ss(plan, unit)
        if ruling is not OK:
            return ruling
        cost = step_cost(g, unit)
        return (
            OK
            if cost <= plan.left
            else no("11.3", f"a step of {g.name(unit)} costs {cost} PPs, and {plan.left} are left")
        )

    def _may_build_ss(self, plan: ProductionPlan, unit: Unit) -> Ruling:
        """11.41: one SS step a month, be it a replacement or a cadre (G64)."""
        g = self.g
        if "ss" in g.rules.units[unit].special and plan.ss >= g.rules.charts.value("build.ss_steps"):
            return no("11.41", "only one SS step is built in a month, a cadre included")
        return OK

    def _may_cadre(self, plan: ProductionPlan, unit: Unit) -> Ruling:
        ruling = may_rebuild(self.g, unit) and self._may_build_ss(plan, unit)
        if not ruling:
            return ruling
        name, cost = self.g.name(unit), cadre_cost(self.g, unit)
        return OK if cost <= plan.left else no("11.3", f"{name} costs {cost} PPs as a cadre, and {plan.left} are left")

    def _may_arrive(self, plan: ProductionPlan, unit: Unit) -> Ruling:
        g, name = self.g, self.g.name(unit)
        if g.at[unit] != DUE:
            return no("11.5", f"{name} is not a reinforcement")
        month = g.due[unit][0]
        if month_number(month) > month_number(g.month_code):
            return no("11.5", f"{name} comes in {month}")
        return self._conditions(unit)

    def _may_advance(self, plan: ProductionPlan, unit: Unit) -> Ruling:
        g, name = self.g, self.g.name(unit)
        if g.at[unit] != DUE:
            return no("11.51", f"{name} is not a reinforcement")
        month = g.due[unit][0]
        early = g.rules.charts.value("advance.months")
        if month_number(month) != month_number(g.month_code) + early:
            return no("11.51", f"{name} comes in {month}: only next month's reinforcements can be advanced")
        if not self._prices(plan, unit):
            return no("11.51", f"{name} can neither be weakened nor paid for")
        return self._conditions(unit)

    def _may_hasten(self, plan: ProductionPlan, unit: Unit) -> Ruling:
        """11.51: one that is due later still can come a month nearer in each Production."""
        g, name = self.g, self.g.name(unit)
        if g.at[unit] != DUE:
            return no("11.51", f"{name} is not a reinforcement")
        month = g.due[unit][0]
        if month_number(month) <= month_number(g.month_code) + g.rules.charts.value("advance.months"):
            due = month_number(month) <= month_number(g.month_code)
            return no("11.51", f"{name} comes in {month}: '{'arrive' if due else 'advance'}' brings it now")
        if not self._prices(plan, unit):
            return no("11.51", f"{name} can neither be weakened nor paid for")
        return OK

    def _conditions(self, unit: Unit) -> Ruling:
        """16.13: the Italians come only if Sevastopol has been taken."""
        g, name = self.g, self.g.name(unit)
        if name in _after_sevastopol():
            if "satellites_restricted" in g.scenario.special:
                return no("S43.2", f"{name} is restricted to its own country")
            hex = g.rules.city_hex.get(g.rules.charts.text("objective.release"))
            if hex is not None and not g.held["german"] >> hex & 1:
                return no("16.13", f"{name} comes only while Sevastopol is German")
        return OK

    def _prices(self, plan: ProductionPlan, unit: Unit) -> list[str]:
        prices = ["weaken"] if self.g.due[unit][1] > self.g.rules.charts.value("advance.cv") else []
        return [*prices, "pay"] if cadre_cost(self.g, unit) <= plan.left else prices

    def _places(self, plan: ProductionPlan, unit: Unit) -> list[Hex]:
        satellite = unit if unit in self.g.rules.satellites else None
        hexes = arrival_hexes(self.g, self.side, satellite, self._left(plan))
        used = [hex for hex, _ in plan.arrived.values()]
        return [hex for hex, many in hexes.items() if used.count(hex) < many]

    def _left(self, plan: ProductionPlan) -> tuple[Hex, ...]:
        """Where units have been disbanded."""
        return tuple(sorted(self.g.at[unit] for unit in plan.disbanded))

    # --- 15.51 the Beachhead ------------------------------------------------------------------------------------------

    def _may_build_beachhead(self, plan: ProductionPlan, verb: str) -> Ruling:
        g = self.g
        if self.side != SOVIET or not sea_power(g) or not g.rules.coastal:
            return no("15.51", "there is no Beachhead to work on")
        if plan.beachhead:
            return no("15.51", "the Beachhead takes one step a month")
        if {"prep": LOST, "ready": PREP, "dismantle": DEPLOYED}[verb] != g.beachhead:
            return no("15.51", f"the Beachhead is {g.beachhead}")
        cost = self.beachhead_cost(verb)
        return OK if cost <= plan.left else no("11.3", f"that costs {cost} PPs, and {plan.left} are left")

    # --- refusals -----------------------------------------------------------------------------------------------------

    def why_not(self, words: Words, word: str) -> Ruling | None:
        """Why a word cannot follow the clauses so far."""
        before, clause = self.split(words)
        plan, g = self.plan(before), self.g
        if not clause:
            if word in VERBS:
                return self._possible(plan, word)
            if g.find(word) is not None:
                able = [verb for verb in VERBS if self._possible(plan, verb)]
                return no("11.1", f"begin with what to do, not with '{word}': {', '.join(able)}")
            return self._refusal(word) if self._refusal is not None else None
        if len(clause) == 1:
            unit = g.find(word)
            return None if unit is None else self._may(plan, clause[0], unit)
        unit = g.unit(clause[1])
        if clause[0] in ("advance", "hasten") and len(clause) == 2:
            return self._why_not_price(plan, unit, word)
        hex = g.rules.grid.by_name.get(word)
        return None if hex is None else self._why_not_there(plan, unit, hex)

    def _why_not_price(self, plan: ProductionPlan, unit: Unit, word: str) -> Ruling | None:
        g, cost = self.g, cadre_cost(self.g, unit)
        if word == "weaken":
            return no("11.51", f"{g.name(unit)} comes with {g.due[unit][1]} CV and has none to lose")
        return no("11.3", f"that costs {cost} PPs, and {plan.left} are left") if word == "pay" else None

    def _why_not_there(self, plan: ProductionPlan, unit: Unit, hex: Hex) -> Ruling:
        g, where = self.g, self.g.spell(hex)
        if not g.rules.playable >> hex & 1:
            return unplayable(g, hex)
        ruling = may_come(g, self.side, hex, unit)
        if not ruling:
            return ruling
        if room(g, self.side, hex) + self._left(plan).count(hex) < 1:
            return no("6.21", f"{where} is full")
        rule = "16.27" if g.rules.zones >> hex & 1 else "11.6"
        return no(rule, f"no more new units can arrive in {where} in this Production")


def idle_points(g: Position, side: str, words: Words) -> int:
    """PPs that finished orders leave unspent though they would still build something (11.3)."""
    writer = _Orders(g, side)
    plan = writer.plan(words[:-1])
    return plan.left if any(writer.offered(plan, verb) for verb in ("step", "cadre")) else 0


def questions(g: Position, refusal: Refusal) -> tuple[Decision, ...]:
    """4.2: both sides are asked at once."""
    return tuple(question(g, side, refusal) for side in ENEMY)
