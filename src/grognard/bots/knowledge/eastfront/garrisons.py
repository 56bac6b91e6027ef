"""Garrisons: what cities need that the enemy could come to soon, and what leaving or manning them is worth."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from grognard.bots.knowledge.eastfront.battles import Judge
from grognard.bots.knowledge.eastfront.ground import stakes
from grognard.games.eastfront.position import Unit
from grognard.hexes import Hex

CLOSENESS = (1.0, 1.0, 1.0, 0.7, 0.45, 0.25)  # how urgent a garrison is, by hexes to the nearest enemy
FIRST_STEP, PER_POINT, MOST = 1.0, 0.5, 9.0  # steps a garrison should have, by what the city is worth


def wanted(gain: int) -> float:
    """The steps a city of such worth should be held with."""
    return min(MOST, FIRST_STEP + PER_POINT * gain)


def bare(judge: Judge) -> float:
    """What cities cost in the officer's mind that stand empty, or held by too few, where the enemy may come."""
    return sum(urgency * lacking(judge, hex, judge.g.stack(judge.side, hex)) for hex, urgency in _posts(judge))


def _posts(judge: Judge) -> Iterator[tuple[Hex, float]]:
    """The side's cities near the enemy, and how much is at stake in each."""
    if judge.last_word:
        return
    g, rules = judge.g, judge.g.rules
    reached = g.occupied[judge.enemy] & rules.land
    left = {hex: gain for hex, gain in stakes(rules, judge.side).items() if g.held[judge.side] >> hex & 1}
    for closeness in CLOSENESS:
        for hex in [hex for hex in left if reached >> hex & 1]:
            yield hex, judge.value["garrison"] * closeness * left.pop(hex) * judge.point
        reached = rules.around(reached)


def lacking(judge: Judge, hex: Hex, units: Iterable[Unit]) -> float:
    """The part of its garrison that a city lacks with these units in it."""
    g = judge.g
    guard = sum(g.cv[unit] for unit in units if not g.is_hq(unit))
    return max(0.0, 1 - guard / wanted(stakes(g.rules, judge.side)[hex]))


def leaving(judge: Judge) -> dict[Hex, float]:
    """What each step that leaves a city costs, for the cities that have no more than they need."""
    found = {}
    for hex, urgency in _posts(judge):
        want = wanted(stakes(judge.g.rules, judge.side)[hex])
        guard = sum(judge.g.cv[unit] for unit in judge.g.stack(judge.side, hex) if not judge.g.is_hq(unit))
        if 0 < guard <= want:
            found[hex] = urgency / want
    return found


def mannings(judge: Judge, reached: int) -> float:
    """What it is worth that somebody can still go into the worst manned city among these hexes."""
    g = judge.g
    best = 0.0
    for hex, urgency in _posts(judge):
        if reached >> hex & 1 and not g.present(judge.side, hex):
            best = max(best, urgency * min(1.0, judge.average / wanted(stakes(g.rules, judge.side)[hex])))
    return best
