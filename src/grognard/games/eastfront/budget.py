"""What orders for Production cost while they are written, and what a deployment has used up: for its side alone."""

from __future__ import annotations

from collections.abc import Mapping

from grognard.decision import Words
from grognard.games.eastfront.clauses import reckon
from grognard.games.eastfront.facts import Force
from grognard.games.eastfront.mustering import chosen
from grognard.games.eastfront.position import DEAD, DUE, Position
from grognard.games.eastfront.production import cadre_cost, level, step_cost
from grognard.preview import Budget, Line, Preview


def preview(g: Position, side: str, words: Words) -> Preview:
    """The account of production orders: each clause with its cost, and the PPs that are left (11.3)."""
    total = left = level(g, side)
    lines, costs = [], []
    for clause, after in reckon(g, side, words):
        if clause != ("end",):
            costs.append(left - after)
            lines.append(Line(" ".join(clause), str(left - after), "11.4"))
        left = after
    return Preview(
        kind="production",
        attack=str(left),
        defence=str(total),
        column="",
        lines=tuple(lines),
        columns={},
        outcomes={},
        budget=Budget(total, left, tuple(costs)),
    )


def costs(g: Position, side: str | None) -> Mapping[str, Mapping[str, int]]:
    """What a step and a cadre of each of the side's units cost now, in PPs (11.43)."""
    if g.phase != "production" or side is None:
        return {}
    found: dict[str, dict[str, int]] = {}
    for unit in g.rules.of_side[side]:
        if g.at[unit] >= 0:
            found[g.name(unit)] = {"step": step_cost(g, unit)}
        elif g.at[unit] in (DEAD, DUE):
            found[g.name(unit)] = {"cadre": cadre_cost(g, unit)}
    return found


def forces(g: Position, side: str | None) -> tuple[Force, ...]:
    """By kind how many units a side has deployed and how strong they are together, and what its force allows (3.22)."""
    if g.phase != "deployment" or side is None or side != g.side:
        return ()
    found = []
    for kind, (many, strength) in g.scenario.forces[side].items():
        units = chosen(g, side, kind)
        cv = sum(g.cv[unit] for unit in units)
        found.append(Force(kind, len(units), many, cv, strength))
    return tuple(found)
