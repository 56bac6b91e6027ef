"""11.1, 4.2: Production. Both sides write their orders at the same time; each is one action of many clauses."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cache

from grognard.decision import DONE, Choices, Decision, Words, offer
from grognard.events import Marked, Noted, Placed
from grognard.games.eastfront.position import (
    DEAD,
    DEPLOYED,
    DUE,
    ENEMY,
    IDENTITY,
    LOST,
    PREP,
    READY,
    SOVIET,
    Position,
    Unit,
)  # fmt: skip
from grognard.games.eastfront.production import (
    arrival_hexes,
    cadre_cost,
    level,
    may_come,
    may_get_step,
    may_rebuild,
    step_cost,
)  # fmt: skip
from grognard.games.eastfront.routes import unplayable
from grognard.games.eastfront.rules import BOX
from grognard.games.eastfront.scenario import month_before, month_number
from grognard.games.eastfront.sea import sea_power
from grognard.games.eastfront.stacking import room
from grognard.hexes import Hex
from grognard.ruling import OK, Ruling, no

VERBS = ("step", "cadre", "arrive", "advance", "hasten", "disband", "prep", "ready", "dismantle", "end")
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
ON_MAP = 0
CANDIDATES = {  # the units a clause is about: the rule, and where they are
    "step": ("11.41", ON_MAP),
    "cadre": ("11.42", DEAD),
    "arrive": ("11.5", DUE),
    "advance": ("11.51", DUE),
    "hasten": ("11.51", DUE),
    "disband": ("11.52", ON_MAP),
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


class _Orders:
    """The tree of production orders; each clause is checked against what those before it have used up."""

    def __init__(self, g: Position, side: str, refusal: Refusal | None = None) -> None:
        self.g, self.side, self._refusal = g, side, refusal
        self._plans: dict[Words, ProductionPlan] = {}
        self._by_place: dict[int, list[Unit]] = {}
        self._able: dict[str, Unit] = {}  # by verb, one who could when it was last asked
        self.level = level(g, side)
        self._replaceable: dict[Unit, Ruling] = {}  # who could get a step, whatever has been ordered (11.41)

    # --- the tree ----------------------------------------------------------------------------------------------------

    def tree(self, words: Words) -> Choices:
        """What may follow the clauses so far."""
        before, clause = self._split(words)
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

    def _split(self, words: Words) -> tuple[Words, Words]:
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
            new.left -= self._beachhead_cost(verb)
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

    def _beachhead_cost(self, verb: str) -> int:
        return 0 if verb == "dismantle" else self.g.rules.charts.value(f"beachhead.{verb}")

    def _may_build_beachhead(self, plan: ProductionPlan, verb: str) -> Ruling:
        g = self.g
        if self.side != SOVIET or not sea_power(g) or not g.rules.coastal:
            return no("15.51", "there is no Beachhead to work on")
        if plan.beachhead:
            return no("15.51", "the Beachhead takes one step a month")
        if {"prep": LOST, "ready": PREP, "dismantle": DEPLOYED}[verb] != g.beachhead:
            return no("15.51", f"the Beachhead is {g.beachhead}")
        cost = self._beachhead_cost(verb)
        return OK if cost <= plan.left else no("11.3", f"that costs {cost} PPs, and {plan.left} are left")

    # --- refusals -----------------------------------------------------------------------------------------------------

    def why_not(self, words: Words, word: str) -> Ruling | None:
        """What is wrong with a word."""
        before, clause = self._split(words)
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


def reckon(g: Position, side: str, words: Words) -> list[tuple[Words, int]]:
    """The whole clauses of orders that are being written, each with the PPs left after it."""
    writer, found = _Orders(g, side), list[tuple[Words, int]]()
    at = 0
    while at < len(words) and at + LENGTH[words[at]] <= len(words):
        end = at + LENGTH[words[at]]
        found.append((words[at:end], writer.plan(words[:end]).left))
        at = end
    return found


# --- carrying out -----------------------------------------------------------------------------------------------------


def carry_out(g: Position, orders: Sequence[Words]) -> None:
    """Do what both sides' orders say, as they were written: neither has seen the other's (G37)."""
    with g.as_offered():
        plans = [_Orders(g, side).plan(words) for side, words in zip(ENEMY, orders, strict=True)]
    for plan in plans:
        _carry_out(g, plan)


def _carry_out(g: Position, plan: ProductionPlan) -> None:
    """Do what a side's orders say. PPs that are not spent are lost (11.3)."""
    only = (plan.side,)
    for unit in plan.stepped:
        g.cv[unit] += 1
        strength = g.strength(unit)
        g.tell(Marked(unit=g.name(unit), status=f"built up to {strength}", rule="11.41", only=only))
    for unit in plan.disbanded:
        g.eliminate(unit, "11.52", "disbanded")
    for unit, (hex, cv) in plan.arrived.items():
        rule = "11.42" if unit in plan.cadres else "11.5"
        if unit in plan.cadres and (unit in g.rules.satellites or "siege" in g.rules.units[unit].special):
            g.rebuilt |= {unit}
        g.due.pop(unit, None)
        g.place(unit, hex)
        g.cv[unit], g.supplied[unit] = cv, 1
        told = Placed(what=f"{g.name(unit)} ({g.strength(unit)})", hex=g.spell(hex), rule=rule)
        g.say(unit, told, Placed(what=g.alias(unit), hex=g.spell(hex), rule=rule))
    g.due.update(plan.hastened)
    for unit, (month, _) in plan.hastened.items():
        g.tell(Marked(unit=g.name(unit), status=f"brought forward to {month}", rule="11.51", only=only))
    for unit in g.rules.of_side[plan.side]:  # what the enemy has seen of the side may have changed
        if g.spotted[unit]:
            g.spotted[unit] = IDENTITY if g.at[unit] >= 0 else 0
    _build_beachhead(g, plan.beachhead)
    if plan.left:
        g.tell(Noted(text=f"{plan.left} PP{'s are' if plan.left > 1 else ' is'} forfeited", rule="11.3", only=only))


def _build_beachhead(g: Position, how: str) -> None:
    if how:
        g.beachhead = {"prep": PREP, "ready": READY, "dismantle": PREP}[how]
        if how == "dismantle":
            g.beachhead_at = -1


def questions(g: Position, refusal: Refusal) -> tuple[Decision, ...]:
    """4.2: both sides are asked at once."""
    return tuple(question(g, side, refusal) for side in ENEMY)
