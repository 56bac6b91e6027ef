"""8, 14.0b-e: lines of supply, whom each HQ serves, and the level a unit has at this moment."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from grognard.events import Marked
from grognard.games.battles.position import ATTACK, AXIS, ENEMY, GENERAL, LEVELS, NONE, Position, Unit
from grognard.games.battles.scenario import by_turn
from grognard.hexes import Hex, HexSet, Walls, hexset, members, walls
from grognard.mechanics.trace import lines_to

# --- 8.1 lines of supply ----------------------------------------------------------------------------------------------


class SupplyWay(NamedTuple):
    """Where lines of a side may run now."""

    free: HexSet  # hexes a line may begin in
    ends: HexSet  # of those, the ones it may not pass through
    barred: HexSet  # of those, the ones it may begin in but not lead to
    walls: Walls


def way(g: Position, side: str) -> SupplyWay:
    """8.1a-c: no enemy, no EZOC that is not negated, no water, no swamp without a road, no major river uncrossed."""
    return g.unmoved(("way", side), lambda: _way(g, side))


def _way(g: Position, side: str) -> SupplyWay:
    rules, enemy = g.rules, ENEMY[side]
    barred = g.zoc(enemy) & ~g.negated(side)  # a line may leave a hex in EZOC but not enter one
    return SupplyWay(rules.land & ~g.occupied[enemy], barred | rules.swamp & ~rules.ways, barred, river_walls(g))


def river_walls(g: Position) -> Walls:
    """8.1c, G48: shores, and major rivers without a road or railroad, facing major cities or a bridging unit."""
    bridges = tuple((g.at[unit], there) for unit, (there, _) in g.bridges.items())

    def work() -> Walls:
        crossed = (g.rules.crossings | g.rules.facing) - g.blown
        crossed |= {pair for a, b in bridges for pair in ((a, b), (b, a))}
        return walls(g.rules.grid, g.rules.major - crossed | g.rules.shores)

    return g.memo("river walls", work, (g.blown, bridges))


def sources(g: Position, side: str) -> HexSet:
    """8.1p: the hexes that feed a side this turn: its depots, and ports that ships serve (19.0)."""
    found: HexSet = 0
    for hexes, depot in g.rules.depots[side]:
        if g.turn <= depot.until:
            found |= hexes & (g.axis_held if side == AXIS else ~g.axis_held) if depot.held else hexes
    for port, owner in g.ports.items():
        if owner == side:
            found |= 1 << port
    return found


def lines(g: Position, side: str) -> HexSet:
    """The hexes from which a line of supply leads to a source."""
    return g.unmoved(("lines", side), lambda: _lines(g, side))


def _lines(g: Position, side: str) -> HexSet:
    open, goals = way(g, side), sources(g, side)

    def work() -> HexSet:
        found = lines_to(g.rules.grid, goals & ~open.barred, open.free, ends=open.ends, walls=open.walls)
        return found | goals & open.free  # who stands on a source needs no line

    return g.memo(("lines of", side), work, (open, goals))


# --- 14.0 headquarters ------------------------------------------------------------------------------------------------


def hq_supplied(g: Position, hq: Unit) -> bool:
    """14.0c: whether an HQ has a line to a source, so that it can pass supply on."""
    return g.at[hq] >= 0 and bool(lines(g, g.owners[hq]) >> g.at[hq] & 1)


def served_hexes(g: Position, hq: Unit) -> HexSet:
    """8.1e, G47: the hexes from which a line of at most its range leads to the HQ; none while it is off the map."""
    if g.at[hq] < 0:
        return 0
    return g.unmoved(("served", hq), lambda: _served(g, hq))


def _served(g: Position, hq: Unit) -> HexSet:
    hex = g.at[hq]
    return g.memo(("served by", hq), lambda: served_from(g, hq, hex), (way(g, g.owners[hq]), hex))


def served_from(g: Position, hq: Unit, hex: Hex) -> HexSet:
    """The hexes that the HQ would serve from a hex."""
    open, limit = way(g, g.owners[hq]), g.rules.units[hq].more.range
    if open.barred >> hex & 1:
        return 1 << hex
    return lines_to(g.rules.grid, 1 << hex, open.free, ends=open.ends, limit=limit, walls=open.walls)


def hqs_for(g: Position, unit: Unit) -> tuple[Unit, ...]:
    """The HQs on the map that may serve a unit: of its colour, joined to it, or the one an independent draws on."""
    if unit in g.rules.independents:
        hq = serving(g, g.owners[unit]).get(unit)
        found: Iterable[Unit] = () if hq is None else (hq,)
    else:
        found = g.rules.hqs_of_colour(g.rules.colour[unit], g.turn)
    return tuple([hq for hq in found if g.at[hq] >= 0])


def in_support(g: Position, hq: Unit, unit: Unit) -> bool:
    """G22, G47: whether the HQ's shifts can go to the unit: its own or drawing on it, in range as the crow flies."""
    if g.at[unit] < 0 or hq not in hqs_for(g, unit):
        return False
    return g.rules.grid.distance(g.at[hq], g.at[unit]) <= g.rules.units[hq].more.range


# What is remembered of the map and depends on what HQs are set to and whom they serve.
SUPPLIED = "supplied"
SERVING, FED = ({side: (what, side) for side in ENEMY} for what in ("serving", "fed"))


def reassigned(g: Position) -> None:
    """HQs have been turned over or given to units, or aircraft have flown: lines are as they were, levels are not."""
    g.touch(SUPPLIED, *SERVING.values(), *FED.values())


# --- 8.1q levels ------------------------------------------------------------------------------------------------------


Fed = tuple[HexSet, HexSet]  # where some units are in Attack supply, and where in General


def level(g: Position, unit: Unit) -> int:
    """The level of supply the unit has at this moment: the best that it meets."""
    return _level_in(g, unit, _fed(g, unit, g.unmoved(SUPPLIED, dict)))


def _fed(g: Position, unit: Unit, known: dict[object, Fed]) -> Fed:
    kind = g.rules.supply_kind[unit]
    fed = known.get(kind)
    if fed is None:
        attack, general = _by_line(g, unit)
        fed = known[kind] = attack, general | _without_line(g, g.owners[unit])
    return fed


def _level_in(g: Position, unit: Unit, fed: Fed) -> int:
    hex = g.at[unit]
    if hex < 0:
        return NONE
    return ATTACK if fed[0] >> hex & 1 else GENERAL if fed[1] >> hex & 1 else NONE


def by_line(g: Position, unit: Unit) -> int:
    """The level that lines of supply alone give the unit."""
    return _level_in(g, unit, _by_line(g, unit))


def _by_line(g: Position, unit: Unit) -> Fed:
    """Where lines give Attack and General supply to a unit: the same for all of its kind."""
    side = g.owners[unit]
    if unit in g.rules.hqs:
        return (lines(g, side), 0) if g.face[unit] else (0, lines(g, side))
    attack = general = 0
    for hq in hqs_for(g, unit):
        if hq_supplied(g, hq):
            if g.face[hq]:
                attack |= served_hexes(g, hq)
            else:
                general |= served_hexes(g, hq)
    if side == AXIS or unit in g.rules.local:  # 8.1d
        general |= lines(g, side)
    return attack, general


def _without_line(g: Position, side: str) -> HexSet:
    """G57, G7: the fortresses of a side that stand, and where aircraft bring it supply."""
    if not g.flown and not g.fortresses:
        return 0
    return g.unmoved(FED[side], lambda: _places_fed(g, side))


def _places_fed(g: Position, side: str) -> HexSet:
    flown = hexset(hex for hex, owner in g.flown.items() if owner == side)
    return flown | hexset(hex for hex in members(g.fortresses) if g.rules.fortress_side[hex] == side)


def in_fortress(g: Position, unit: Unit) -> bool:
    """18.0a: whether the unit is in a fortress of its own side that stands."""
    hex = g.at[unit]
    return bool(g.fortresses >> hex & 1) and g.rules.fortress_side[hex] == g.owners[unit]


def check(g: Position, side: str) -> None:
    """6.0d, 6.0g: find and mark the level of every unit of a side."""
    with g.still():
        known: dict[object, Fed] = g.unmoved(SUPPLIED, dict)
        found = {unit: _level_in(g, unit, _fed(g, unit, known)) for unit in g.on_map(side)}
    for unit, now in found.items():
        if (now == NONE) != (g.marked[unit] == NONE):
            status = "out of supply" if now == NONE else f"in supply again: {LEVELS[now]}"
            g.tell(Marked(unit=g.name(unit), status=status, rule="8.2p"))
        g.marked[unit] = now


# --- 8.1f, 14.0e independent units ------------------------------------------------------------------------------------


def serving(g: Position, side: str) -> Mapping[Unit, Unit]:
    """Which HQ each independent unit of a side draws on: as assigned, the others as proposed."""
    return g.unmoved(SERVING[side], lambda: _serving(g, side))


def _serving(g: Position, side: str) -> Mapping[Unit, Unit]:
    said = {unit: hq for unit, hq in g.serves.items() if g.owners[unit] == side and g.at[unit] >= 0}
    waiting = [u for u in g.rules.independents_of[side] if g.at[u] >= 0 and u not in said]
    return propose(g, side, said, waiting) if waiting else said


def has_room(g: Position, hq: Unit, units: Iterable[Unit]) -> bool:
    """8.1f, 14.0e, G23: whether an HQ can serve all these independents: six, or two whole divisions or corps."""
    units = list(units)
    if len(units) <= g.rules.sides[g.owners[hq]].command.independents:
        return True
    formations = {g.rules.formation[unit] for unit in units}
    return "" not in formations and len(formations) <= g.rules.divisions_served


def propose(g: Position, side: str, said: Mapping[Unit, Unit], waiting: list[Unit]) -> dict[Unit, Unit]:
    """A matching that leaves as few out as can be: those who can be supplied first, with the nearest HQ that can,
    one on its Attack side before others; those who cannot, with the nearest they may come to."""
    hqs = [hq for hq in g.rules.hqs_of[side] if g.at[hq] >= 0]
    drawn: dict[Unit, list[Unit]] = {hq: [] for hq in g.rules.hqs_of[side]}
    for unit, hq in said.items():
        drawn[hq].append(unit)
    far = {u: {hq: g.rules.grid.distance(g.at[u], g.at[hq]) for hq in hqs} for u in waiting}
    able = [hq for hq in hqs if hq_supplied(g, hq)]
    reached = {u: [hq for hq in able if served_hexes(g, hq) >> g.at[u] & 1] for u in waiting}
    for choices in (reached, dict.fromkeys(waiting, hqs)):
        placed = {u for units in drawn.values() for u in units}
        by_want = {u: sorted(choices[u], key=lambda hq: _wish(g, hq, far[u][hq])) for u in waiting if u not in placed}
        for unit in sorted((u for u in by_want if by_want[u]), key=lambda u: (min(far[u].values()), u)):
            _find_room(g, unit, by_want, drawn, set())
    return {unit: hq for hq, units in drawn.items() for unit in units}


def _wish(g: Position, hq: Unit, distance: int) -> tuple[bool, int, Unit]:
    return not g.face[hq], distance, hq


def _find_room(
    g: Position, unit: Unit, by_want: Mapping[Unit, list[Unit]], drawn: dict[Unit, list[Unit]], tried: set[Unit]
) -> bool:
    """Give the unit one of the HQs it wants; if all are full, whoever can go elsewhere makes room."""
    open = [hq for hq in by_want[unit] if hq not in tried]
    for hq in open:
        if has_room(g, hq, [*drawn[hq], unit]):
            drawn[hq].append(unit)
            return True
    for hq in open:
        tried.add(hq)
        for other in [u for u in drawn[hq] if u in by_want]:
            rest = [u for u in drawn[hq] if u != other]
            if has_room(g, hq, [*rest, unit]) and _find_room(g, other, by_want, drawn, tried):
                drawn[hq] = [*rest, unit]
                return True
    return False


# --- 8.0c, 14.0c limits on Attack supply ------------------------------------------------------------------------------


def attack_limit(g: Position, side: str) -> int:
    """How many HQs of a side may be on their Attack side this turn."""
    return by_turn(g.rules.sides[side].command.attack_limit, g.turn)


def counts_to_limit(g: Position, hq: Unit) -> bool:
    """Whether an HQ on its Attack side counts against the limit of this turn."""
    return g.turn not in g.rules.sides[g.owners[hq]].command.unlimited.get(g.name(hq), ())


def price(g: Position, hq: Unit) -> int:
    """6.0d: the Attack Supply markers it takes to turn the HQ to its Attack side this turn."""
    markers = g.rules.sides[g.owners[hq]].command.markers
    if markers is None:
        return 0
    dear = markers.dear.get(g.name(hq))
    return by_turn(dear, g.turn) if dear else markers.cost


def markers_in_hand(g: Position, side: str) -> int | None:
    """The Attack Supply markers a side can still spend, those for HQs now on Attack taken off; None: it needs none."""
    markers = g.rules.sides[side].command.markers
    if markers is None:
        return None
    away = sum(owner == side for owner, _ in g.track)
    spoken_for = sum(price(g, hq) for hq in g.rules.hqs_of[side] if g.face[hq]) if g.phase == f"{side}-supply" else 0
    return markers.count - away - spoken_for
