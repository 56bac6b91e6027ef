"""Overlays for the map: reach, zones of control, supply with its line, HQ ranges, interdiction, integrity."""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from grognard.errors import Invalid
from grognard.games.battles import supply
from grognard.games.battles.integrity import formation_of
from grognard.games.battles.movement import may_move
from grognard.games.battles.position import ATTACK, AXIS, ENEMY, GENERAL, LEVELS, NONE, Position, Unit
from grognard.games.battles.routes import destinations
from grognard.hexes import Hex, HexSet, hexset
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
from grognard.preview import Line
from grognard.ruling import no
from grognard.view import Overlay, Query

MOVING = ("-movement", "-mechanised")  # how the ids of the phases end in which units move


def _reach(g: Position, asked: Said) -> Overlay:
    """Where a unit can move now, at what cost in movement points."""
    unit = unit_asked(g, asked)
    ruling = may_move(g, unit) if g.phase.endswith(MOVING) else no("10.1c", "units move only in movement phases")
    if not ruling:
        return nowhere(asked, ruling)
    return within_reach(g, unit, destinations(g, (unit,)), g.mp[unit], "10.1f")


def _zoc(g: Position, asked: Said) -> Overlay:
    """The hexes a side's zones of control reach, and those in which the other side negates them for supply."""
    side = side_asked(asked, ENEMY)
    zone = g.zoc(side)
    return Overlay(
        side=side,
        hexes=g.in_hexes(zone),
        marked={"negated": g.in_hexes(zone & g.negated(ENEMY[side]))},
        rule="9.0p",
    )


def _interdiction(g: Position, asked: Said) -> Overlay:
    """The interdicted hexes, by whose marker it is."""
    by_side = {s: g.hexnames(hex for hex, owner in g.interdicted.items() if owner == s) for s in ENEMY}
    return Overlay(hexes=g.hexnames(g.interdicted), marked=by_side, rule="13.0e")


def _integrity(g: Position, asked: Said) -> Overlay:
    """11.2: where divisions and corps of a side are together enough for their shifts, and what these are."""
    side = side_asked(asked, ENEMY)
    parts, hexes = [], []
    for id, members in g.rules.formations.items():
        here = [unit for unit in members if g.owners[unit] == side and g.at[unit] >= 0]
        shifts = g.rules.scenario.integrity.get(id)
        if not here or shifts is None:
            continue
        whole = {g.at[unit] for unit in here if formation_of(g, g.at[unit]) == id}
        attack = {hex for hex in whole if sum(g.at[unit] == hex for unit in here) > 1}  # 11.2a
        around = {hex: g.rules.grid.around[hex] | 1 << hex for hex in whole}
        defence = {hex for hex in whole if sum(around[hex] >> g.at[unit] & 1 for unit in here) > 1}  # 11.2b
        parts.append(
            Overlay(
                name=id,
                hexes=g.hexnames(sorted(attack | defence)),
                marked={"attack": g.hexnames(sorted(attack)), "defence": g.hexnames(sorted(defence))},
                counts={"attack": shifts[0], "defence": shifts[1]},
                units={g.name(unit): g.hexname(g.at[unit]) for unit in here},
                why="" if attack | defence else "its units are apart, or share a hex with another formation",
            )
        )
        hexes += sorted(attack | defence)
    return Overlay(side=side, hexes=g.hexnames(dict.fromkeys(hexes)), parts=tuple(parts), rule="11.2p")


# --- HQs --------------------------------------------------------------------------------------------------------------


def _radius(g: Position, asked: Said) -> Overlay:
    """The hexes an HQ serves and those its shifts reach, and who draws on it; without a unit for every HQ."""
    if "unit" not in asked:
        parts = tuple(_of_hq(g, hq) for hq in sorted(g.rules.hqs) if g.at[hq] >= 0)
        return Overlay(hexes=tuple(dict.fromkeys(h for part in parts for h in part.hexes)), parts=parts, rule="14.0d")
    hq = unit_asked(g, asked)
    if hq not in g.rules.hqs:
        raise Invalid(f"{asked['unit']} is no HQ")
    return _of_hq(g, hq)


def _of_hq(g: Position, hq: Unit) -> Overlay:
    printed = g.rules.units[hq].more
    served = supply.served_hexes(g, hq)
    mine = [u for u in g.on_map(g.owners[hq]) if u not in g.rules.hqs and hq in supply.hqs_for(g, u)]
    supplied = supply.hq_supplied(g, hq)
    return Overlay(
        unit=g.name(hq),
        side=g.owners[hq],
        hex=g.hexname(g.at[hq]),
        kind="attack" if g.face[hq] else "general",
        hexes=g.in_hexes(served),
        marked={"support": g.in_hexes(g.rules.grid.disc(g.at[hq], printed.range))},
        units={g.name(u): "served" if served >> g.at[u] & 1 else "out of reach" for u in mine},
        counts={"range": printed.range, "attack": printed.support[0], "defence": printed.support[1]},
        in_supply=supplied,
        rule="14.0d",
        why="" if supplied else "it has no line to a source, and passes no supply on",
    )


# --- supply with its line ---------------------------------------------------------------------------------------------


def _levels(g: Position, asked: Said) -> Overlay:
    """The supply of every unit of a side, with the hexes in each level."""
    side = side_asked(asked, ENEMY)
    levels = {unit: supply.level(g, unit) for unit in g.on_map(side)}
    by_level = {
        LEVELS[level]: g.in_hexes(hexset(g.at[unit] for unit, has in levels.items() if has == level))
        for level in (ATTACK, GENERAL, NONE)
    }
    return Overlay(
        side=side,
        hexes=g.in_hexes(supply.lines(g, side)),
        marked=by_level,
        units={g.name(unit): LEVELS[level] for unit, level in levels.items()},
        counts={LEVELS[level]: sum(has == level for has in levels.values()) for level in (ATTACK, GENERAL, NONE)},
        rule="8.1q",
    )


def _supply(g: Position, asked: Said) -> Overlay:
    """A unit's supply: its level, the line it traces, or what stands in the way."""
    unit = unit_asked(g, asked)
    level = supply.level(g, unit)
    found = _hq_line(g, unit) if unit in g.rules.hqs else _unit_line(g, unit)
    if level and not supply.by_line(g, unit):
        in_fortress = supply.in_fortress(g, unit)
        found = Overlay(
            rule="18.0a2" if in_fortress else "13.0g",
            why="no unit in a fortress is out of supply" if in_fortress else "supplied from the air",
        )
    return replace(found, unit=asked["unit"], kind=LEVELS[level], in_supply=level > NONE, lines=_effects(g, level))


def _hq_line(g: Position, hq: Unit) -> Overlay:
    line = _trace(g, hq, supply.sources(g, g.owners[hq]))
    if line is None:
        return Overlay(rule="14.0c", why="no line to a source", blocked_by=_blocked(g, hq))
    return Overlay(rule="14.0c", why="to a source", path=g.hexnames(line))


def _unit_line(g: Position, unit: Unit) -> Overlay:
    """By way of the best HQ, or to a source without one."""
    side = g.owners[unit]
    hqs = [hq for hq in supply.hqs_for(g, unit) if supply.served_hexes(g, hq) >> g.at[unit] & 1]
    able = [hq for hq in hqs if supply.hq_supplied(g, hq)]
    if able:
        hq = max(able, key=lambda hq: (g.face[hq], -hq))
        line = _trace(g, unit, 1 << g.at[hq], g.rules.units[hq].more.range)
        onward = _trace(g, hq, supply.sources(g, side))
        assert line is not None, g.name(unit)
        assert onward is not None, g.name(hq)
        return Overlay(rule="8.1q", why=f"through {g.name(hq)}", path=g.hexnames(line + onward[1:]))
    if side == AXIS or unit in g.rules.local:
        line = _trace(g, unit, supply.sources(g, side))
        if line is not None:
            why = "to a source; no HQ that serves it is in reach" if side == AXIS else "local troops need no HQ"
            return Overlay(rule="8.1d", why=why, path=g.hexnames(line))
        return Overlay(rule="8.1d", why="no line to a source", blocked_by=_blocked(g, unit))
    if hqs:
        return Overlay(rule="8.1e", why=f"{g.name(hqs[0])} has no line to a source", blocked_by=_blocked(g, hqs[0]))
    mine = supply.hqs_for(g, unit)
    why = f"no line to {g.name(mine[0])} within its range" if mine else "the HQ it draws on is not on the map"
    return Overlay(rule="8.1e", why=why, blocked_by=_blocked(g, unit))


def _trace(g: Position, unit: Unit, goals: HexSet, limit: int | None = None) -> list[Hex] | None:
    """The hexes of a shortest line from a unit to one of the goals."""
    way = supply.way(g, g.owners[unit])
    start = g.at[unit]
    if goals >> start & 1:
        return [start]
    free = way.free & ~way.barred | 1 << start
    steps = even_steps(g, supply.river_walls(g))
    return line_to(steps, start, goals & free, free, ends=way.ends & ~goals, limit=limit)


def _blocked(g: Position, unit: Unit) -> tuple[str, ...]:
    """The closed hexes at which the lines a unit could trace come to an end."""
    way, rules = supply.way(g, g.owners[unit]), g.rules
    ends = dead_ends(g, g.at[unit], way.free & ~way.ends, way.walls)
    return g.in_hexes(ends & rules.land & (way.ends | ~way.free))


def _effects(g: Position, level: int) -> tuple[Line, ...]:
    """8.2 to 8.4: what a level leaves of a unit."""
    row = g.rules.charts.entry(f"supply.{LEVELS[level]}")
    said = {(1, 1): "full", (0, 1): "none", (1, 2): "half", (1, 4): "a quarter"}
    rule = ("8.2p", "8.3a", "8.4a")[level]
    lines = []
    for what in row.keys:
        top, bottom = row.wholes(what)
        lines.append(Line(what, said.get((top, bottom), f"{top}/{bottom}"), rule))
    return tuple(lines)


Answer = Callable[[Position, Said], Overlay]
QUERIES: Queries[Answer] = {
    Query("reach", "where a unit can go now, and at what cost", ("unit",), shown=True): _reach,
    Query("zoc", "the hexes a side's zones of control reach", ("of",), shown=True): _zoc,
    Query("supply", "a unit's level and line of supply, or what is in its way", ("unit",), shown=True): _supply,
    Query("levels", "the supply of all units of a side", ("of",), shown=True): _levels,
    Query("radius", "whom an HQ serves, and how far", takes=("unit",), shown=True, types=("hq",)): _radius,
    Query("interdiction", "the interdicted hexes", shown=True): _interdiction,
    Query("integrity", "where divisions and corps have their shifts", ("of",), shown=True): _integrity,
}
