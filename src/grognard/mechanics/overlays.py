"""Questions about the map: which a game can answer, and what must be said with each."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, TypeVar

from grognard.errors import Invalid, nearest
from grognard.hexes import Costs, Grid, Hex, HexSet, Reach, Walls
from grognard.mechanics.components import Unit
from grognard.mechanics.counters import Units
from grognard.mechanics.trace import line_steps
from grognard.ruling import Ruling
from grognard.view import Overlay, Query

Answer = TypeVar("Answer")
Queries = Mapping[Query, Answer]  # and what answers it


Said = Mapping[str, str]  # what is said with a query: a unit, a side, a hex


def unit_asked(g: Units[Any], asked: Said) -> Unit:
    """The unit a query is about; Invalid if it is not on the map."""
    unit = g.unit(asked["unit"])
    if g.at[unit] < 0:
        raise Invalid(f"{asked['unit']} is not on the map")
    return unit


def side_asked(asked: Said, sides: Iterable[str], whose: str = "") -> str:
    """The side a query is about: the one that is named, or else `whose`; Invalid if there is no such side."""
    side = asked.get("of", whose)
    if side not in sides:
        raise Invalid(f"no side '{side}': {' or '.join(sides)}{nearest(side, tuple(sides))}")
    return side


def answer_to(queries: Queries[Answer], what: str, asked: Said) -> Answer:
    """Whatever answers a query; Invalid if there is none of that name, or if it is asked in the wrong way."""
    query = next((query for query in queries if query.name == what), None)
    if query is None:
        names = [query.name for query in queries]
        raise Invalid(f"no query '{what}': {', '.join(names)}{nearest(what, names)}")
    for key in asked:
        if key not in query.about:
            takes = ", ".join(query.about) or "nothing"
            raise Invalid(f"query {what}: no '{key}'; it takes {takes}{nearest(key, query.about)}")
    for key in query.needs:
        if key not in asked:
            raise Invalid(f"query {what}: '{key}' is missing")
    return queries[query]


def even_steps(g: Units[Any], walls: Walls | None) -> Costs:
    """The steps of a line that counts hexes."""
    return g.memo("even steps", lambda: line_steps(g.rules.grid, walls), walls)


def dead_ends(g: Units[Any], start: Hex, free: HexSet, walls: Walls | None) -> HexSet:
    """The hexes just beyond those that lines from a hex can reach over free ones: what is in their way."""
    grid: Grid = g.rules.grid
    return grid.border(grid.flood(1 << start, free | 1 << start, None, walls))


def nowhere(asked: Said, ruling: Ruling) -> Overlay:
    """The answer about a unit that may not go at all: what forbids it."""
    return Overlay(unit=asked["unit"], rule=ruling.rule, why=ruling.reason)


def within_reach(g: Units[Any], unit: Unit, found: Reach, half_points: int, rule: str) -> Overlay:
    """Where a unit can go by a search in half points, at what cost, and each hex's last one on the way there."""
    there = [hex for hex in found.cost if hex != g.at[unit]]
    costs = {g.hexname(hex): found.cost[hex] / 2 for hex in there}
    before = {g.hexname(hex): g.hexname(found.came[hex]) for hex in there}
    return Overlay(unit=g.name(unit), points=half_points / 2, hexes=tuple(costs), costs=costs, before=before, rule=rule)
