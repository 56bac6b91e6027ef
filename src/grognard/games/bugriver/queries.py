"""Overlays for the map: zones of control by class, command by formation, supply paths, reach, support, control."""

from __future__ import annotations

from collections.abc import Callable

from grognard.errors import Invalid
from grognard.games.bugriver.actions import ACTING, acting, cost, points
from grognard.games.bugriver.chits import KINDS
from grognard.games.bugriver.command import command_hexes, status
from grognard.games.bugriver.drm import supporters
from grognard.games.bugriver.movement import may_move
from grognard.games.bugriver.position import ENEMY, Position, Unit
from grognard.games.bugriver.supply import in_supply, sources, supply_hexes
from grognard.games.bugriver.tables import CLASSES, QUARTERS
from grognard.games.bugriver.ways import allowance, destinations, onward, paid
from grognard.games.bugriver.zoc import passable, zoc
from grognard.hexes import Hex, HexSet, hexset
from grognard.mechanics.overlays import Queries, Said, dead_ends, even_steps, nowhere, side_asked, unit_asked
from grognard.mechanics.trace import line_to
from grognard.ruling import no
from grognard.view import Overlay, Query

FARTHEST = 3  # Movement Actions in a row that are looked at


def _own(g: Position, side: str | None, asked: Said) -> Unit:
    if g.rules.side[g.unit(asked["unit"])] != side:  # 5.3.4: of the enemy's not even whether it is on the map
        raise Invalid(f"{asked['unit']} is not yours")
    return unit_asked(g, asked)


def _side(g: Position, asked: Said) -> str:
    return side_asked(asked, ENEMY, g.side)


# --- zones, control ---------------------------------------------------------------------------------------------------


def _zoc(g: Position, side: str | None, asked: Said) -> Overlay:
    """Where a side has zones of control, and which of its classes has them there: terrain stops some (5.4a)."""
    whose = _side(g, asked)
    barriers = g.rules.terrain.barriers(g.bridges)
    fit = {klass: g.fit[whose + klass] if whose == side else _in_sight(g, whose, klass) for klass in CLASSES}
    by_class = {klass: g.rules.grid.across(fit[klass], barriers[klass]) for klass in CLASSES}
    return Overlay(
        side=whose,
        hexes=g.in_hexes(zoc(g, whose)),
        marked={klass: g.in_hexes(hexes) for klass, hexes in by_class.items()},
        rule="5.4a",
    )


def _in_sight(g: Position, whose: str, klass: str) -> HexSet:
    """5.3.4a: where units of a class are that the enemy sees to be in order; what lies under them is not shown."""
    units = [unit for unit in g.on_map(whose) if g.rules.klass[unit] == klass and g.seen(unit)]
    return hexset(g.at[unit] for unit in units if not g.disrupted[unit])


def _control(g: Position, side: str | None, asked: Said) -> Overlay:
    whose = _side(g, asked)
    return Overlay(side=whose, hexes=g.in_hexes(g.held_by(whose)), rule="7.8")


# --- command and supply -----------------------------------------------------------------------------------------------


def _command(g: Position, side: str | None, asked: Said) -> Overlay:
    """Command Range of a unit's HQ and who is in it; without a unit that of every formation of one's own."""
    if "unit" in asked:
        unit = _own(g, side, asked)
        hq = g.formation[unit]
        return _of_formation(g, hq, asked["unit"]) if hq >= 0 else Overlay(unit=asked["unit"], rule="5.5.2a")
    hqs = [hq for hq in sorted(g.level) if g.rules.side[hq] == side and g.at[hq] >= 0]
    parts = tuple(_of_formation(g, hq, g.name(hq)) for hq in hqs)
    return Overlay(
        side=side or "", hexes=tuple(dict.fromkeys(h for part in parts for h in part.hexes)), parts=parts, rule="5.8b"
    )


def _of_formation(g: Position, hq: Unit, name: str) -> Overlay:
    units = g.units_of(hq)
    return Overlay(
        unit=name,
        name=g.name(hq),
        hex=g.hexname(g.at[hq]) if g.at[hq] >= 0 else "",
        hexes=g.in_hexes(command_hexes(g, hq)),
        units={g.name(unit): status(g, unit) for unit in units},
        points=g.rules.ratings[hq].command,
        rule="5.8b",
    )


def _supply(g: Position, side: str | None, asked: Said) -> Overlay:
    """The hexes a side's supply reaches; with a unit the path of its HQ to a supply area, or what is in its way."""
    if "unit" not in asked:
        whose = _side(g, asked)
        return Overlay(side=whose, hexes=g.in_hexes(supply_hexes(g, whose)), rule="5.7.1a")
    unit = _own(g, side, asked)
    hq, whose = g.formation[unit], g.rules.side[unit]
    if hq < 0 or g.at[hq] < 0:
        return Overlay(unit=asked["unit"], in_supply=False, why="its HQ is not on the map", rule="5.7")
    supplied = in_supply(g, hq)
    free, water = passable(g, whose) | 1 << g.at[hq], g.rules.terrain.water(g.bridges)
    path = line_to(even_steps(g, water), g.at[hq], sources(g, whose) & free, free) if supplied else None
    return Overlay(
        unit=asked["unit"],
        name=g.name(hq),
        hex=g.hexname(g.at[hq]),
        in_supply=supplied,
        path=g.hexnames(path or ()),
        blocked_by=() if supplied else _blocked(g, hq),
        why="" if supplied else f"no path leads from {g.name(hq)} to a supply area",
        rule="5.7.1a",
    )


def _blocked(g: Position, hq: Unit) -> tuple[str, ...]:
    """The closed hexes at which the paths of an HQ come to an end."""
    free, water = passable(g, g.rules.side[hq]), g.rules.terrain.water(g.bridges)
    return g.in_hexes(dead_ends(g, g.at[hq], free, water) & g.rules.land & ~free)


# --- reach and support ------------------------------------------------------------------------------------------------


def _reach(g: Position, side: str | None, asked: Said) -> Overlay:
    """Where a unit can go with one Movement Action, at what cost; and with the Action Points there are, how many each
    hex takes: zones and enemies as they stand now."""
    unit = _own(g, side, asked)
    ruling = (
        may_move(g, unit) if g.phase in ACTING and g.side == side else no("7.2", "units move when their formation acts")
    )
    if not ruling:
        return nowhere(asked, ruling)
    ways = onward(g, (unit,), (g.at[unit],))
    most = allowance(g, (unit,), bonus=True)  # 7.3.2b, 7.3.7: a step may take all there is
    ends = destinations(g, (unit,), (g.at[unit],))
    price = {g.hexname(hex): min(paid(g, (unit,), ways[hex]), most) / QUARTERS for hex in ends}
    before = {g.hexname(hex): g.hexname(way[-2]) for hex, way in ways.items()}
    by_points: dict[int, list[Hex]] = {}
    for hex, needed in _by_points(g, unit).items():
        by_points.setdefault(needed, []).append(hex)
    marked = {f"{needed} AP": g.hexnames(sorted(by_points[needed])) for needed in sorted(by_points)}
    return Overlay(unit=asked["unit"], hexes=tuple(price), costs=price, before=before, marked=marked, rule="7.3")


def _by_points(g: Position, unit: Unit) -> dict[Hex, int]:
    """The Action Points it takes to bring a unit to each hex, by a few Movement Actions in a row (7a, 7b)."""
    near, price = command_hexes(g, acting(g)), g.rules.tables.costs
    left, found = points(g), {g.at[unit]: 0}
    edge = [g.at[unit]]
    for _ in range(FARTHEST):
        fresh: list[Hex] = []
        for here in edge:
            once = (
                cost(g, "move", (unit,)) if here == g.at[unit] else _price(price.move, price.out_of_command, near, here)
            )
            needed = found[here] + once
            if needed > left:
                continue
            for there in destinations(g, (unit,), (here,)):
                if needed < found.get(there, left + 1):
                    found[there] = needed
                    fresh.append(there)
        edge = fresh
    del found[g.at[unit]]
    return found


def _price(move: int, times: int, near: int, here: Hex) -> int:
    return move if near >> here & 1 else move * times


def _support(g: Position, side: str | None, asked: Said) -> Overlay:
    """7.5.1.2: which of one's own units could support an attack on a hex, and what each kind of attack has of them if
    the formation that acts attacks from yet another hex; without one that acts every formation counts as another."""
    hex = g.rules.grid.hex(asked["hex"])
    if side is None:
        raise Invalid("support is for a side: its own units could give it")
    mine = acting(g) if g.phase in ACTING and g.side == side else -1
    found = supporters(g, side, hex, hex) if g.combat[ENEMY[side]] >> hex & 1 else {}
    table = g.rules.tables.support
    counts = {}
    for kind in KINDS:
        same = [any(g.formation[unit] == mine for unit in able) for able in found.values()]
        counts[kind] = float(sum(table[kind].same if own else table[kind].other for own in same))
    return Overlay(
        hex=asked["hex"],
        side=side,
        hexes=g.hexnames(sorted(found)),
        units={g.name(u): g.name(g.formation[u]) for able in found.values() for u in able},
        counts=counts,
        rule="7.5.1.2c",
        why="" if found else "no unit of yours that is in command has a zone of control on an enemy there",
    )


Answer = Callable[[Position, str | None, Said], Overlay]
QUERIES: Queries[Answer] = {
    Query("zoc", "the hexes a side's zones of control reach, by class", takes=("of",), shown=True): _zoc,
    Query("command", "the Command Range of a unit's HQ, or of all", takes=("unit",), shown=True, own=True): _command,
    Query("supply", "a side's supply, or the path of a unit's HQ", takes=("unit", "of"), shown=True, own=True): _supply,
    Query("control", "the hexes a side holds", takes=("of",), shown=True): _control,
    Query("reach", "where a unit can go now, and at what cost", ("unit",), shown=True, own=True): _reach,
    Query("support", "who could support an attack on a hex", ("hex",)): _support,
}
