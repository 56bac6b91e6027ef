"""What the map means for the campaign, worked out once for a set of rules: places and the ways to them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import TypeVar

from grognard.board import Place
from grognard.bots.knowledge.guderian.weights import weights
from grognard.bots.knowledge.questions import once_for_rules
from grognard.games.guderian.position import SOVIET, Position, Unit
from grognard.games.guderian.results import CombatResult
from grognard.games.guderian.rules import Rules
from grognard.hexes import Hex, HexSet, hexset, reach

Force = tuple[float, float]  # attack and defence
T = TypeVar("T")
FAR = 400  # half points: further than anybody marches in a game


@dataclass(frozen=True, slots=True)
class Goal:
    """A place that counts, and for each class of units how near every hex is to it: 1 there, half some way off.

    Nearness is what makes influence add up: it falls by half with each such stretch.
    """

    place: Place
    points: float
    near: dict[str, list[float]]


def once_for_eyes(make: Callable[[Rules], T]) -> Callable[[Rules], T]:
    """What is worked out once for the rules of a board and for how far a side looks."""
    known = once_for_rules(lambda _: dict[tuple[float, ...], T]())
    seen = once_for_rules(lambda _: dict[int, T]())  # the same by whose numbers they are, which is quicker asked

    def found(rules: Rules) -> T:
        looks, w = seen(rules), weights()
        if id(w) not in looks:
            made, eyes = known(rules), tuple(w["nearness"].values())
            if eyes not in made:
                made[eyes] = make(rules)
            looks[id(w)] = made[eyes]
        return looks[id(w)]

    return found


@once_for_eyes
def goals(rules: Rules) -> tuple[Goal, ...]:
    """The places of the scenario, with the ways to them over open ground."""
    halves = weights()["nearness"]
    found = []
    for name, points in rules.scenario.places.items():
        place = rules.board.places.get(name)
        if place is None:
            continue
        near = {}
        for klass, costs in rules.costs_back.items():
            ways = reach(costs, place.hexes, FAR).cost
            near[klass] = [0.5 ** (ways.get(hex, FAR) / halves[klass]) for hex in range(rules.grid.size)]
        found.append(Goal(place, float(points), near))
    return tuple(found)


@once_for_eyes
def nearness_by_hex(rules: Rules) -> dict[str, list[tuple[float, ...]]]:
    """The same by class and hex: how near each place is."""
    marks = goals(rules)
    return {
        klass: [tuple(goal.near[klass][hex] for goal in marks) for hex in range(rules.grid.size)]
        for klass in rules.costs
    }


@once_for_rules
def typical(rules: Rules) -> dict[str, Force]:
    """The mean attack and defence strength of the counters of each kind: what an untried division is worth."""
    means = {}
    for kind in rules.slots:
        faces = [c.steps[0] for c, k in zip(rules.counters, rules.counter_kind, strict=True) if k == kind]
        means[kind] = sum(f[0] for f in faces) / len(faces), sum(f[1] for f in faces) / len(faces)
    return means


def strength(g: Position, unit: Unit) -> Force:
    """Attack and defence of a unit as everybody may think of it."""
    if not g.tried[unit]:
        return typical(g.rules)[g.rules.kind[unit]]
    if unit in g.rules.leaders:
        return 0.0, float(g.rules.units[unit].more.rating)
    attack, defence, _ = g.printed(unit)
    return float(attack), float(defence)


def stack_strength(g: Position, stack: tuple[Unit, ...]) -> Force:
    """The same for a stack, with whole German divisions doubled (7.3)."""
    attack = defence = 0.0
    for unit in stack:
        one = strength(g, unit)
        attack, defence = attack + one[0], defence + one[1]
    units = g.rules.units
    if g.rules.side[stack[0]] != SOVIET and len(stack) > 1:
        division = units[stack[0]].division
        whole = division and len(stack) == len(g.rules.divisions[division])
        if whole and all(units[u].division == division for u in stack):
            return 2 * attack, 2 * defence
    return attack, defence


@once_for_rules
def shelter(rules: Rules) -> list[int]:
    """By hex, what its terrain multiplies a defence by (9.31)."""
    found = [1] * rules.grid.size
    for hex in rules.grid.hexes:
        found[hex] += rules.hex_multiple.get(rules.board.terrain[hex], 1) - 1
        place = rules.board.place_at.get(hex)
        if place is not None:
            found[hex] += rules.place_multiple.get(place.kind, 1) - 1
    return found


@once_for_rules
def across_rivers(rules: Rules) -> list[HexSet]:
    """By hex, the neighbours that attack it across a river (9.32)."""
    near = rules.grid.neighbours
    return [hexset(a for a in near[hex] if rules.board.crosses("river", a, hex)) for hex in range(rules.grid.size)]


@once_for_rules
def _discs(rules: Rules) -> dict[tuple[Hex, int], HexSet]:
    return {}


def disc(rules: Rules, hex: Hex, n: int) -> HexSet:
    """The hexes at most so far away, worked out once."""
    known = _discs(rules)
    if (hex, n) not in known:
        known[hex, n] = rules.grid.disc(hex, n)
    return known[hex, n]


def multiple(rules: Rules, hex: Hex, attackers: HexSet) -> int:
    """What a defence is multiplied by against attackers in these hexes: 9.33, less the looking up of units."""
    alone = attackers and not attackers & ~across_rivers(rules)[hex]
    return shelter(rules)[hex] + (rules.river_multiple - 1 if alone else 0)


@lru_cache(maxsize=1 << 14)
def odds(rules: Rules, attack: int, defence: int) -> str:
    """The column of the table for these strengths."""
    return rules.crt.column(max(1, attack), max(1, defence))


@cache
def driven_out(rules: Rules, steps: int) -> dict[str, float]:
    """The chance at each odds that defenders of so many steps leave their hex.

    They need not as long as they can pay with steps, and a place is worth some; so much of it as they must pay counts.
    """
    return {
        column: sum(min(1.0, CombatResult.parse(text).defender / max(1, steps)) for text in texts) / len(texts)
        for column, texts in rules.crt.results.items()
    }
