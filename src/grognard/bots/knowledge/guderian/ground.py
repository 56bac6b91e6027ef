"""What the map means for the campaign, worked out once for a set of rules: places and the ways to them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from grognard.board import Place
from grognard.bots.knowledge.guderian.weights import weights
from grognard.games.guderian.position import SOVIET, Position, Unit
from grognard.games.guderian.rules import Rules
from grognard.hexes import reach

FAR = 400  # half points: further than anybody marches in a game


@dataclass(frozen=True, slots=True)
class Goal:
    """A place that counts, and for each class of units how near every hex is to it: 1 there, half a turn's march off.

    Nearness is what makes influence add up: it falls by half with each turn of marching.
    """

    place: Place
    points: float
    near: dict[str, list[float]]


@cache
def goals(rules: Rules) -> tuple[Goal, ...]:
    """The places of the scenario, with the ways to them over open ground."""
    marches = weights()["march"]
    found = []
    for name, points in rules.scenario.places.items():
        place = rules.board.places.get(name)
        if place is None:
            continue
        near = {}
        for klass, costs in rules.costs_back.items():
            ways = reach(costs, place.hexes, FAR).cost
            turn = marches[klass]
            near[klass] = [0.5 ** (ways.get(hex, FAR) / turn) for hex in range(rules.grid.size)]
        found.append(Goal(place, float(points), near))
    return tuple(found)


@cache
def nearness_by_hex(rules: Rules) -> dict[str, list[tuple[float, ...]]]:
    """The same by class and hex: how near each place is."""
    marks = goals(rules)
    return {
        klass: [tuple(goal.near[klass][hex] for goal in marks) for hex in range(rules.grid.size)]
        for klass in rules.costs
    }


@cache
def typical(rules: Rules) -> dict[str, tuple[float, float]]:
    """The mean attack and defence strength of the counters of each kind: what an untried division is worth."""
    means = {}
    for kind in rules.slots:
        faces = [c.steps[0] for c, k in zip(rules.counters, rules.counter_kind, strict=True) if k == kind]
        means[kind] = sum(f[0] for f in faces) / len(faces), sum(f[1] for f in faces) / len(faces)
    return means


def strength(g: Position, unit: Unit) -> tuple[float, float]:
    """Attack and defence of a unit as everybody may think of it."""
    if not g.tried[unit]:
        return typical(g.rules)[g.rules.kind[unit]]
    if unit in g.rules.leaders:
        return 0.0, float(g.rules.units[unit].rating)
    attack, defence, _ = g.printed(unit)
    return float(attack), float(defence)


def stack_strength(g: Position, stack: tuple[Unit, ...]) -> tuple[float, float]:
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
