"""Strikes: units brought together against an enemy stack."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from grognard.bots.knowledge.battles.assaults import promise
from grognard.bots.knowledge.battles.paper import Paper
from grognard.bots.knowledge.battles.weights import weights
from grognard.games.battles.position import ENEMY, NONE, Unit
from grognard.games.battles.supply import level
from grognard.hexes import Hex, members


class Strike(NamedTuple):
    """Units brought together against an enemy stack, and what that promises."""

    value: float
    target: Hex
    marches: tuple[tuple[Unit, Hex], ...]


def strikes(paper: Paper) -> Iterator[Strike]:
    """The best strikes, one after the other: whoever takes part in one is in his place for the next."""
    g, w = paper.g, weights()
    taken: set[Unit] = set()
    found: dict[Hex, Strike] = {}
    targets = set(members(g.occupied[ENEMY[paper.side]]))
    while targets:
        for target in list(targets):
            known = found.get(target)
            if known is None or any(u in taken for u, _ in known.marches):
                strike = _mass(paper, target, taken)
                if strike is None or strike.value * paper.stance.strike < w.least:
                    targets.discard(target)
                    found.pop(target, None)
                else:
                    found[target] = strike
        if not found:
            return
        best = max(found.values(), key=lambda strike: strike.value)
        yield best
        for unit, hex in best.marches:
            paper.send(unit, hex)
        taken.update(u for u, _ in best.marches)
        targets.discard(best.target)
        del found[best.target]


def _mass(paper: Paper, target: Hex, taken: set[Unit]) -> Strike | None:
    """Groups brought up one by one, each where it helps most, as long as they help."""
    g, rules = paper.g, paper.g.rules
    places = [hex for hex in rules.near(target) if not g.occupied[ENEMY[paper.side]] >> hex & 1]
    candidates = list(_candidates(paper, places, taken))
    if not candidates:
        return None
    placed: dict[Unit, Hex] = {}
    best = 0.0
    while candidates:
        scored = []
        for units, hex in candidates:
            if any(u in placed for u in units):
                continue
            there = [u for u, h in placed.items() if h == hex]
            if paper.room(hex, (*there, *units)):
                trial = {**placed, **dict.fromkeys(units, hex)}
                scored.append((promise(g, target, trial, paper.staying), units, hex))
        if not scored:
            break
        gain, units, hex = max(scored, key=lambda one: (one[0], -one[2]))
        if gain < best + 0.03 and len(placed) >= 2:
            break
        if gain < best - 0.5:
            break
        best = max(best, gain)
        placed |= dict.fromkeys(units, hex)
        if len(placed) >= 8:
            break
    if best <= 0:
        return None
    return Strike(best, target, tuple(placed.items()))


def _candidates(paper: Paper, places: Sequence[Hex], taken: set[Unit]) -> Iterator[tuple[tuple[Unit, ...], Hex]]:
    """Units, alone or with their division, and a hex beside the target they can be in."""
    g = paper.g
    divisions: dict[tuple[str, Hex], list[Unit]] = {}
    for unit in g.on_map(paper.side):
        if unit in taken or unit in paper.fixed or not g.can_attack(unit) or level(g, unit) == NONE:
            continue
        for hex in places:
            if g.at[unit] == hex or hex in paper.open.get(unit, ()):
                yield (unit,), hex
                if id := g.rules.formation[unit]:
                    divisions.setdefault((id, hex), []).append(unit)
    for (_, hex), units in divisions.items():
        if len(units) > 1:
            yield tuple(units[:4]), hex
