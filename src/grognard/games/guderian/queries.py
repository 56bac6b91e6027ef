"""Overlays for the map: reach, zones of control, supply with the line it runs along, radius, rails, retreats."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from msgspec.structs import replace

from grognard.errors import Invalid
from grognard.games.guderian import supply
from grognard.games.guderian.movement import MOVEMENT_PHASES, may_move
from grognard.games.guderian.position import DUE, ENEMY, GERMAN, NEWCOMER, SOVIET, Position, Unit
from grognard.games.guderian.rail import may_rail, rail_reach
from grognard.games.guderian.retreat import all_ways
from grognard.games.guderian.routes import destinations
from grognard.hexes import Hex
from grognard.mechanics.overlays import (
    Queries,
    Said,
    dead_ends,
    even_steps,
    nowhere,
    side_asked,
    unit_asked,
    within_reach,
)
from grognard.mechanics.trace import line_to
from grognard.ruling import no
from grognard.view import Overlay, Query


def _reach(g: Position, asked: Said) -> Overlay:
    """Where a unit can move now, at what cost in movement points."""
    unit = unit_asked(g, asked)
    ruling = may_move(g, unit) if g.phase in MOVEMENT_PHASES else no("6.24", "units move only in Movement Phases")
    if not ruling:
        return nowhere(asked, ruling)
    return within_reach(g, unit, destinations(g, (unit,)), g.mp[unit], "6.23")


def _zoc(g: Position, asked: Said) -> Overlay:
    """The hexes a side controls."""
    side = side_asked(asked, ENEMY)
    return Overlay(side=side, hexes=g.in_hexes(g.zoc(side)), rule="8.0")


def _rail(g: Position, asked: Said) -> Overlay:
    """Where a unit can go by rail now, and how many rail hexes that takes."""
    unit = g.unit(asked["unit"])
    ruling = may_rail(g, unit)
    if not ruling:
        return nowhere(asked, ruling)
    if g.at[unit] < 0 and g.at[unit] != DUE:
        raise Invalid(f"{asked['unit']} is not in play")
    costs = {g.hexname(h): cost for h, cost in rail_reach(g, unit).cost.items()}
    return Overlay(unit=asked["unit"], hexes=tuple(costs), costs=costs, rule="6.32a")


def _radius(g: Position, asked: Said) -> Overlay:
    """The hexes within a Leader's radius, or within any Leader's."""
    if "unit" not in asked:
        supplied = g.in_hexes(supply.supplied_radius(g))
        return Overlay(hexes=g.in_hexes(supply.command_radius(g)), marked={"supplied": supplied}, rule="10.1")
    leader = unit_asked(g, asked)
    if leader not in g.rules.leaders:
        raise Invalid(f"{asked['unit']} is not a Leader")
    hexes = 0 if g.disrupted[leader] else supply.radius_of(g, [leader])
    rating = g.rules.units[leader].more.rating
    return Overlay(unit=asked["unit"], counts={"rating": rating}, hexes=g.in_hexes(hexes), rule="10.1")


def _retreat(g: Position, asked: Said) -> Overlay:
    """Where the units of a hex could be made to retreat to now."""
    hex = g.rules.grid.hex(asked["hex"])
    stack = g.stack(hex)
    if not stack:
        raise Invalid(f"no unit stands in {asked['hex']}")
    count = asked.get("hexes", "1")
    if count not in ("1", "2"):
        raise Invalid("query retreat: 'hexes' is 1 or 2")
    ways = all_ways(g, stack, int(count))
    paths = tuple(tuple(g.hexname(h) for h in path[1:]) for path in ways)
    return Overlay(hex=asked["hex"], hexes=tuple(dict.fromkeys(h for path in paths for h in path)), paths=paths)


# --- supply with its line --------------------------------------------------------------------------------------------


def _supply(g: Position, asked: Said) -> Overlay:
    """A unit's supply: the line it traces, or what stands in the way."""
    unit = unit_asked(g, asked)
    if g.flags[unit] & NEWCOMER:
        found = Overlay(rule="11.33", why="in supply in the turn of entry")
    else:
        found = (_soviet_line if g.rules.side[unit] == SOVIET else _german_line)(g, unit)
    return replace(found, unit=asked["unit"], in_supply=supply.in_supply(g, unit))


def _path(g: Position, line: Iterable[Hex]) -> tuple[str, ...]:
    return tuple(g.hexname(hex) for hex in line)


def _german_line(g: Position, unit: Unit) -> Overlay:
    rules, start = g.rules, g.at[unit]
    open, detours = supply.open_hexes(g, GERMAN) & ~rules.bit(g.partisans), supply.german_detours(g)
    road = supply.road_to_source(g)
    line = line_to(
        even_steps(g, rules.lake_walls), start, road, open, ends=rules.swamp, limit=rules.supply_hexes, detours=detours
    )
    if line is not None:
        roads = [tuple((b, 1) for b in linked) for linked in rules.supply_roads]
        along = line_to(roads, line[-1], rules.road_source, open)
        assert along is not None
        return Overlay(rule="11.11", why="by road", path=_path(g, line + along[1:]))
    costs, west = rules.costs[rules.units[unit].klass], rules.board.edges["west"] & open
    line = line_to(costs, start, west, open, ends=rules.swamp, limit=rules.supply_points, detours=detours)
    if line is not None:
        return Overlay(rule="11.12", why="by movement points", path=_path(g, line))
    blocked = _blocked(g, unit, GERMAN)
    return Overlay(rule="11.11", why="no road to the west edge within reach", blocked_by=blocked)


def _soviet_line(g: Position, unit: Unit) -> Overlay:
    rules, start = g.rules, g.at[unit]
    open, steps = supply.open_hexes(g, SOVIET), even_steps(g, rules.lake_walls)
    line, leader = [start], unit
    if unit not in rules.leaders:
        lines = {
            u: found
            for u in supply.leaders_in_function(g)
            if (found := line_to(steps, start, 1 << g.at[u], open, ends=rules.swamp, limit=rules.units[u].more.rating))
        }
        if not lines:
            return Overlay(rule="10.31", why="no Leader within his radius", blocked_by=_blocked(g, unit, SOVIET))
        leader = min(lines, key=lambda u: (not supply.in_supply(g, u), len(lines[u])))
        line = lines[leader]
        if g.flags[leader] & NEWCOMER:
            return Overlay(rule="11.33", why=f"through {g.name(leader)}", path=_path(g, line))
    east = line_to(steps, g.at[leader], rules.board.edges["east"], open, ends=rules.swamp)
    if east is None:
        why = f"{g.name(leader)} has no line to the east edge"
        return Overlay(rule="11.24", why=why, blocked_by=_blocked(g, leader, SOVIET))
    why = "direct" if leader == unit else f"through {g.name(leader)}"
    return Overlay(rule="11.21", why=why, path=_path(g, line + east[1:]))


def _blocked(g: Position, unit: Unit, side: str) -> tuple[str, ...]:
    """The closed hexes at which the lines a unit could trace come to an end."""
    ends = dead_ends(g, g.at[unit], supply.open_hexes(g, side), g.rules.lake_walls)
    return g.in_hexes(ends & ~g.rules.impassable)


Answer = Callable[[Position, Said], Overlay]
QUERIES: Queries[Answer] = {
    Query("reach", "where a unit can go now, and at what cost", ("unit",), shown=True): _reach,
    Query("zoc", "the hexes a side's zones of control reach", ("of",), shown=True): _zoc,
    Query("supply", "a unit's line of supply, or what is in its way", ("unit",), shown=True): _supply,
    Query("radius", "the hexes within a Leader's radius", takes=("unit",), shown=True, types=("leader",)): _radius,
    Query("rail", "where a unit can go by rail now, and how far that is", ("unit",), off_map=True): _rail,
    Query("retreat", "the ways the units of a hex could retreat", ("hex",), ("hexes",)): _retreat,
}
