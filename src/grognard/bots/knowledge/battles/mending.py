"""A second look at a phase on paper: what it would leave open is mended by single changes, where that is better."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from grognard.bots.knowledge.battles.ground import worth
from grognard.bots.knowledge.battles.judgement import evaluate
from grognard.bots.knowledge.battles.paper import Paper
from grognard.bots.knowledge.battles.threats import lone_hqs, open_places
from grognard.games.battles.position import AXIS, NONE, Position, Unit
from grognard.games.battles.supply import hqs_for, level, lines, served_from, served_hexes
from grognard.hexes import Hex, HexSet

LEAST = 0.02  # what a change must gain
GUARDS = 3  # who are tried in each place
FED = 2  # hexes tried for a unit without supply


class Change(NamedTuple):
    """Units that would go to a hex instead of where they are on paper."""

    units: tuple[Unit, ...]
    hex: Hex


Look = Callable[[Paper, Position], Iterator[Change]]


def carried_out(paper: Paper) -> Position:
    """The position as the phase would leave it, its dice not thrown."""
    then = paper.g.copy()
    for (_, hex), units in paper.moved().items():
        for unit in units:
            then.enter(unit, hex)
    then.freeze()
    return then


def mend(paper: Paper, tries: int) -> float:
    """Change what betters the position that the phase leads to, with so many tries at most; what it is worth then."""
    then = carried_out(paper)
    best = evaluate(then, paper.side)
    for look in LOOKS:
        tried: set[Change] = set()
        better = True
        while better:
            better = False
            for change in look(paper, then):
                if change in tried:
                    continue
                if tries <= 0:
                    return best
                tries -= 1
                tried.add(change)
                old = [paper.at[unit] for unit in change.units]
                paper.put(change.units, change.hex)
                changed = carried_out(paper)
                gain = evaluate(changed, paper.side)
                if gain > best + LEAST:
                    best, then, better = gain, changed, True
                    break
                for unit, hex in zip(change.units, old, strict=True):
                    paper.put((unit,), hex)
    return best


def _garrisons(paper: Paper, then: Position) -> Iterator[Change]:
    """The cheapest units that can be in a place that is left empty."""
    for hex, _ in sorted(open_places(then, paper.side), key=lambda place: -place[1]):
        yield from _somebody(paper, hex)


def _escorts(paper: Paper, then: Position) -> Iterator[Change]:
    """Somebody for an HQ that is left alone, or the HQ to where somebody is."""
    hqs = paper.g.rules.hqs
    for hq in lone_hqs(then, paper.side):
        friends = {paper.at[u] for u in paper.at if u not in hqs and paper.can_reach(hq, paper.at[u])}
        fed = {hex: sum(served_from(then, hq, hex) >> there & 1 for there in paper.at.values()) for hex in friends}
        for hex in sorted(friends, key=lambda hex: (-fed[hex], hex))[:GUARDS]:
            if hq in paper.open and paper.room(hex, (hq,)):
                yield Change((hq,), hex)
        yield from _somebody(paper, paper.at[hq])


def _somebody(paper: Paper, hex: Hex) -> Iterator[Change]:
    able = [u for u in paper.open if u not in paper.g.rules.hqs and paper.at[u] != hex and paper.can_reach(u, hex)]
    able = [u for u in able if paper.room(hex, (u,))]
    for unit in sorted(able, key=lambda u: (worth(paper.g, u), u))[:GUARDS]:
        yield Change((unit,), hex)


def _hungry(paper: Paper, then: Position) -> Iterator[Change]:
    """Units that would be out of supply, to the nearest hexes where one of their HQs feeds them."""
    g, far = paper.g, paper.g.rules.grid.distance
    for unit in paper.open:
        if level(then, unit) != NONE:
            continue
        fed = _fed(then, unit)
        hexes = [hex for hex in (*paper.open[unit], g.at[unit]) if fed >> hex & 1 and paper.room(hex, (unit,))]
        for hex in sorted(hexes, key=lambda hex: (far(hex, paper.at[unit]), hex))[:FED]:
            yield Change((unit,), hex)


def _forward(paper: Paper, then: Position) -> Iterator[Change]:
    """HQs whose units would be out of supply, to the hexes where they feed most of their own."""
    rules, hungry = paper.g.rules, [unit for unit in paper.at if level(then, unit) == NONE]
    for hq in rules.hqs_of[paper.side]:
        own = [unit for unit in paper.at if rules.colour[unit] == rules.colour[hq] and unit != hq]
        if hq not in paper.open or not any(unit in hungry for unit in own):
            continue
        fed = {hex: sum(served_from(then, hq, hex) >> paper.at[u] & 1 for u in own) for hex in paper.open[hq]}
        hexes = [hex for hex in fed if fed[hex] > fed.get(paper.at[hq], 0) and paper.room(hex, (hq,))]
        for hex in sorted(hexes, key=lambda hex: (-fed[hex], hex))[:FED]:
            yield Change((hq,), hex)


def _fed(then: Position, unit: Unit) -> HexSet:
    """The hexes where a unit would be in supply, the HQs as they would stand."""
    free = lines(then, then.owners[unit])
    if then.owners[unit] == AXIS or unit in then.rules.hqs:
        return free
    found: HexSet = 0
    for hq in hqs_for(then, unit):
        if free >> then.at[hq] & 1:
            found |= served_hexes(then, hq)
    return found & free


def _needless(paper: Paper, then: Position) -> Iterator[Change]:
    """Whoever goes stays."""
    for (here, _), units in paper.moved().items():
        if paper.room(here, units):
            yield Change(tuple(units), here)


LOOKS: tuple[Look, ...] = (_forward, _garrisons, _escorts, _hungry, _needless)
