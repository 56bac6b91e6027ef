"""Overlays for the map: supply, zones of control, ranges, control, the start line and the fortifications."""

from __future__ import annotations

from collections.abc import Callable

from grognard.games.oder.eligible import attackable, may_attack
from grognard.games.oder.movement import costs_of, destinations, may_move, onward, spent
from grognard.games.oder.position import ENEMY, Position, Unit
from grognard.games.oder.probing import may_probe, probe_hexes
from grognard.games.oder.supply import AERIAL, COASTAL, FORTRESS, NONE, REGULAR, in_supply, lines, supply
from grognard.mechanics.overlays import Queries, Said, even_steps, nowhere, side_asked, unit_asked
from grognard.mechanics.trace import line_to
from grognard.ruling import no
from grognard.view import Overlay, Query

KINDS = {  # the rule of each kind of supply, and what it means
    REGULAR: ("8.1a", "a line leads to a source of supply"),
    AERIAL: ("8.3a", "supplied from the air"),
    FORTRESS: ("8.2b", "no line; fortress supply in a city that was never lost"),
    COASTAL: ("8.2c", "no line; coastal supply"),
    NONE: ("8.1a", "no line leads to a source of supply"),
}


def _side(g: Position, asked: Said) -> str:
    return side_asked(asked, ENEMY, g.side)


def _supply(g: Position, asked: Said) -> Overlay:
    """A unit's supply with the line it traces, or the hexes a side's lines reach and every unit's supply."""
    if "unit" in asked:
        unit = unit_asked(g, asked)
        kind = supply(g, unit)
        rule, why = KINDS[kind]
        path = _line(g, unit)
        return Overlay(unit=asked["unit"], kind=kind, in_supply=kind != NONE, path=path, rule=rule, why=why)
    side = _side(g, asked)
    kinds = {g.name(unit): supply(g, unit) for unit in g.on_map(side)}
    return Overlay(side=side, hexes=g.in_hexes(lines(g, side)), units=kinds, rule="8.1a")


def _line(g: Position, unit: Unit) -> tuple[str, ...]:
    """8.1a: the hexes of a shortest line to a source; none if there is no line."""
    rules, side = g.rules, g.rules.side[unit]
    steps, free = even_steps(g, rules.sea_walls), rules.land & ~g.occupied[ENEMY[side]]
    line = line_to(steps, g.at[unit], rules.sources[side] & free, free, ends=g.zoc(ENEMY[side]))
    return tuple(g.hexname(hex) for hex in line or ())


def _zoc(g: Position, asked: Said) -> Overlay:
    side = _side(g, asked)
    return Overlay(side=side, hexes=g.in_hexes(g.zoc(side)), rule="7.0a")


def _control(g: Position, asked: Said) -> Overlay:
    side = _side(g, asked)
    return Overlay(side=side, hexes=g.in_hexes(g.held_by(side)))


def _reach(g: Position, asked: Said) -> Overlay:
    """Where a unit can move now, at what cost in movement factors."""
    unit = unit_asked(g, asked)
    moving = g.phase.endswith("movement")
    ruling = may_move(g, unit) if moving else no("10.0a", "units move in the Movement Phase of their own side")
    if not ruling:
        return nowhere(asked, ruling)
    ways, costs = destinations(g, unit, (g.at[unit],)), costs_of(g, unit)
    points = g.rules.allowance(unit, supplied=in_supply(g, unit)) // 2
    price = {g.hexname(hex): spent(costs, way) // 2 for hex, way in sorted(ways.items())}
    before = {g.hexname(hex): g.hexname(way[-2]) for hex, way in onward(g, unit, (g.at[unit],)).items()}
    unit_id, hexes = asked["unit"], tuple(price)
    return Overlay(unit=unit_id, points=points, hexes=hexes, costs=price, before=before, rule="10.0a")


def _attacks(g: Position, asked: Said) -> Overlay:
    """The hexes a unit can attack and probe into in this Combat Phase."""
    unit = unit_asked(g, asked)
    if not g.phase.endswith("combat"):
        return Overlay(unit=asked["unit"])
    hexes = [hex for hex in g.rules.near(g.at[unit]) if attackable(g, hex) and may_attack(g, unit)]
    probes = probe_hexes(g, unit) if may_probe(g, unit) else []
    probing = {"probes": tuple(map(g.hexname, probes))}
    return Overlay(unit=asked["unit"], hexes=tuple(map(g.hexname, hexes)), marked=probing)


def _front(g: Position, asked: Said) -> Overlay:
    return Overlay(hexes=g.in_hexes(g.rules.german_side))


def _fortifications(g: Position, asked: Said) -> Overlay:
    destroyed = g.in_hexes(g.rules.fortifications & ~g.fortifications)
    return Overlay(hexes=g.in_hexes(g.fortifications), marked={"destroyed": destroyed}, rule="7.5b")


Answer = Callable[[Position, Said], Overlay]
QUERIES: Queries[Answer] = {
    Query("zoc", "the hexes a side's zones of control reach", takes=("of",), shown=True): _zoc,
    Query("supply", "a unit's supply and its line, or the hexes a side's lines reach",
          takes=("unit", "of"), shown=True): _supply,
    Query("control", "the hexes a side holds", takes=("of",), shown=True): _control,
    Query("reach", "where a unit can go now, and at what cost", ("unit",), shown=True): _reach,
    Query("attacks", "the hexes a unit can attack and probe into now", ("unit",)): _attacks,
    Query("front", "the German side of the start line"): _front,
    Query("fortifications", "the fortifications that stand"): _fortifications,
}  # fmt: skip
