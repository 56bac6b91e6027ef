"""The places that the Germans could storm in one of their last turns, when nobody takes them back."""

from __future__ import annotations

from math import log2

from grognard.bots.knowledge.guderian.ground import FAR, driven_out, goals, multiple, odds
from grognard.bots.knowledge.guderian.survey import forces
from grognard.bots.knowledge.guderian.threats import german_reach
from grognard.bots.knowledge.guderian.weights import weights
from grognard.games.guderian.position import GERMAN, SOVIET, Position
from grognard.games.guderian.supply import supplied_radius
from grognard.hexes import Hex, members

TURNS = 2  # the last ones in which this is asked
BESIDE = 2  # half points less than into a place: who attacks it stands next to it


def sieges(g: Position) -> float:
    """The points of places that Soviets hold, by the chance that the Germans drive them out in their next turn."""
    left = g.rules.scenario.turns - g.turn
    if g.side != SOVIET or left >= TURNS:
        return 0.0
    total, reached = 0.0, german_reach(g) | g.occupied[GERMAN]
    for number, goal in enumerate(goals(g.rules)):
        held = members(goal.place.set & ~g.german_held & g.occupied[SOVIET])
        if held and goal.place.set & ~g.german_held & g.rules.zone(reached):  # they need all of its hexes
            total += goal.points * min(
                _stormed(g, number, hex, (g.rules.next_to[hex] & reached).bit_count()) for hex in held
            )
    return weights()["place"]["siege"] * total / (1 + left)


def _stormed(g: Position, number: int, hex: Hex, sides: int) -> float:
    """The chance that the garrison of a hex is driven out by attackers from so many sides."""
    units = [unit for unit in g.stacks[hex] if unit not in g.rules.leaders]
    if not units:
        return 0.0  # that is an open door
    attack = sum(besiegers(g)[number][:sides])
    if attack < 1:
        return 0.0
    defence = forces(g)[hex][1] * (1.0 if supplied_radius(g) >> hex & 1 else 0.5)
    column = odds(g.rules, round(attack), round(defence * multiple(g.rules, hex, 0)))
    return driven_out(g.rules, sum(g.steps(unit) for unit in units))[column]


def besiegers(g: Position) -> list[list[float]]:
    """For each place the attack strengths of the German stacks that march so far in a turn, the strongest first."""

    def work() -> list[list[float]]:
        found: list[list[float]] = []
        for goal in goals(g.rules):
            attacks = []
            for hex in members(g.occupied[GERMAN]):
                unit = g.stacks[hex][0]
                piece = g.rules.units[unit]
                near, half = goal.near[piece.klass][hex], weights()["nearness"][piece.klass]
                way = -half * log2(near) if near > 0 else FAR
                if way - BESIDE <= 2 * piece.steps[g.level[unit]][2]:
                    attacks.append(forces(g)[hex][0])
            found.append(sorted(attacks, reverse=True))
        return found

    return g.memo("bot besiegers", work, (g.occupied[GERMAN], bytes(g.level), id(weights())))
