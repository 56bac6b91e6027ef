"""7.3: where a unit or a stack can go in one Movement Action, and the way to each hex."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise
from typing import NamedTuple

from grognard.games.bugriver.actions import first_hexes
from grognard.games.bugriver.position import GERMAN, Position, Unit
from grognard.games.bugriver.stacking import fits, room_for
from grognard.games.bugriver.tables import LEG, QUARTERS
from grognard.games.bugriver.zoc import ezoc
from grognard.hexes import Hex, HexSet, Reach, members, reach
from grognard.mechanics.marching import Path, Ways
from grognard.mechanics.verbs import Party

# --- allowances and prices --------------------------------------------------------------------------------------------


def allowance(g: Position, units: Party, *, bonus: bool) -> int:
    """7.3.1a, 7.3.5, G63: what the slowest unit has, in quarter points; leg units with or without their bonus."""
    more = g.rules.tables.march.leg_bonus if bonus else 0
    each = [g.rules.movement[u] + (more if g.rules.klass[u] == LEG else 0) for u in units]
    return QUARTERS * min(each)


def classes_of(g: Position, units: Iterable[Unit]) -> frozenset[str]:
    """The classes among units."""
    return frozenset([g.rules.klass[unit] for unit in units])


def near_enemies(g: Position) -> HexSet:
    """The hexes next to an enemy unit of any type (G63)."""
    return g.unmoved(("near", g.side), lambda: g.rules.grid.beside(g.occupied[g.enemy]))


def have_boats(g: Position, units: Party) -> bool:
    """7.3.8, G56: whether there are boats left in this activation for all of these units, if they are leg units."""
    return g.side == GERMAN and g.boats + len(units) <= g.rules.tables.march.boats


def step_price(g: Position, units: Party, a: Hex, b: Hex) -> int | None:
    """What a step costs, be it the first, and made in boats that are gone by now; None if nobody could make it."""
    zone, terrain, classes = ezoc(g, g.side), g.rules.terrain, classes_of(g, units)
    barred = bool((zone >> a | zone >> b) & 1)  # 7.3.3b: no road rate into or out of an EZOC
    price = terrain.step_price(classes, a, b, g.bridges, roads=not barred)
    if price is None:
        return dict(terrain.crossings(classes, g.bridges, boats=True)[a]).get(b)
    return price


def paid(g: Position, units: Party, path: Path) -> int:
    """What a path has cost so far."""
    return sum(step_price(g, units, a, b) or 0 for a, b in pairwise(path))


# --- ways -------------------------------------------------------------------------------------------------------------


class WaySheet(NamedTuple):
    """A search: with the leg bonus and away from all enemies, or without."""

    limit: int
    shut: HexSet
    found: Reach


class StackWays(Ways):
    """The hexes a stack can still enter, with the ways from where its move began."""

    def __init__(self, path: Path, sheets: tuple[WaySheet, ...]) -> None:
        super().__init__(sheets[0].found.cost if len(sheets) == 1 else {h: 0 for s in sheets for h in s.found.cost})
        self.path, self.sheets = path, sheets

    def __getitem__(self, hex: Hex) -> Path:
        for sheet in self.sheets:  # 7.3.5: away from the enemy if one can, so that the bonus is kept
            if hex in sheet.found.cost:
                return (*self.path, *sheet.found.route(hex))
        raise KeyError(hex)


def onward(g: Position, units: Party, path: Path) -> StackWays:
    """Every hex the stack can still enter from the end of `path`."""
    return g.memo(("onward", units, path), lambda: _remembered(g, units, path))


def onward_when_found(g: Position, units: Party, path: Path) -> StackWays:
    """The same for a stack that has come next to an enemy who is there no longer: without the leg bonus (G63)."""
    return _onward(g, units, path, met=True)


def _remembered(g: Position, units: Party, path: Path) -> StackWays:
    facts = (path, ezoc(g, g.side), g.occupied[g.enemy], g.bridges, have_boats(g, units), first_hexes(g))
    return g.memo(("ways", units, len(path) > 1), lambda: _onward(g, units, path), facts)


def _onward(g: Position, units: Party, path: Path, *, met: bool = False) -> StackWays:
    here, zone, near, enemies = path[-1], ezoc(g, g.side), near_enemies(g), g.occupied[g.enemy]
    if len(path) > 1 and zone >> here & 1:
        return StackWays(path, ())  # 7.3.9
    sheets = []
    spent = paid(g, units, path)
    leg = any(g.rules.klass[u] == LEG for u in units)
    bonus = leg and not met and not any(near >> hex & 1 for hex in path)
    if bonus:  # 7.3.5: no hex next to an enemy may be on the way
        sheets.append(_sheet(g, units, path, allowance(g, units, bonus=True) - spent, enemies | near))
    limit = allowance(g, units, bonus=False) - spent
    if not bonus or _within(g, here, limit) & near:  # without an enemy about, the bonus leads to every hex
        sheets.append(_sheet(g, units, path, limit, enemies))
    return StackWays(path, tuple(sheets))


def _within(g: Position, here: Hex, limit: int) -> HexSet:
    """More than the hexes that can be reached: no step costs less than the best road."""
    return g.rules.grid.disc(here, max(limit, 0) // g.rules.cheapest + 1)


def _sheet(g: Position, units: Party, path: Path, limit: int, shut: HexSet) -> WaySheet:
    """By free hexes as far as the points go, and from those into EZOCs, where one stops (7.3.9)."""
    terrain, classes, here, zone = g.rules.terrain, classes_of(g, units), path[-1], ezoc(g, g.side)
    roads, rough = terrain.steps(classes, g.bridges), terrain.steps(classes, g.bridges, roads=False)
    if len(path) == 1:
        steps = _first_steps(g, units, here, shut)
        begin = {hex: price for hex, price in steps.items() if price <= limit and not zone >> hex & 1}
    else:
        steps, begin = {}, {here: 0}
    closed = shut | zone | 1 << here
    found = reach(roads, begin, limit, closed=closed) if begin and limit > 0 else Reach({}, {})
    cost, came = found.cost, found.came
    edge = g.unmoved(("edge of zone", g.side), lambda: g.rules.grid.beside(zone))
    entered = zone & ~(shut | 1 << here)
    for hex in [hex for hex in cost if edge >> hex & 1]:
        for there, price in rough[hex]:  # 7.3.3b: no road rate into an EZOC
            total = cost[hex] + price
            if entered >> there & 1 and total <= min(limit, cost.get(there, limit)):
                cost[there], came[there] = total, hex
    for there, price in steps.items():
        if price <= cost.get(there, price):
            cost[there], came[there] = price, here  # 7.3.2b: one hex can always be entered
    cost.pop(here, None)
    return WaySheet(limit, shut, found)


def _first_steps(g: Position, units: Party, here: Hex, shut: HexSet) -> dict[Hex, int]:
    """7.3.2b, 7.3.7, 7.3.8: where the first step can lead and what it costs; not from EZOC to EZOC (5.4.1a)."""
    terrain, classes, bridges, zone = g.rules.terrain, classes_of(g, units), g.bridges, ezoc(g, g.side)
    held = zone >> here & 1
    open = first_hexes(g) & ~(shut | zone if held else shut)
    more = terrain.crossings(classes, bridges, boats=have_boats(g, units))[here]
    steps = {there: price for there, price in more if open >> there & 1}
    rough = terrain.steps(classes, bridges, roads=False)[here]
    if held:
        steps |= {there: price for there, price in rough if open >> there & 1}
        return steps
    steps |= {there: price for there, price in terrain.steps(classes, bridges)[here] if (open & ~zone) >> there & 1}
    return steps | {there: price for there, price in rough if (open & zone) >> there & 1}


# --- where a move may end ---------------------------------------------------------------------------------------------


def destinations(g: Position, units: Party, path: Path) -> list[Hex]:
    """Where a move may end: stacking is judged there (5.3.1b)."""
    stacks = g.stacks
    return [hex for hex in onward(g, units, path) if hex not in stacks or room_for(g, units, hex)]


def further(g: Position, units: Party, path: Path) -> list[Hex]:
    """The hexes a stack may name next: where it can end, or where it cannot but could go on."""
    ways, stacks = onward(g, units, path), g.stacks
    return [h for h in ways if h not in stacks or room_for(g, units, h) or _leads_on(g, units, ways, h)]


def _leads_on(g: Position, units: Party, ways: StackWays, hex: Hex) -> bool:
    """Whether a stack that may not end in a hex could go on from it to one in which it may."""
    bonus = next((sheet for sheet in ways.sheets if hex in sheet.found.cost), None)
    if bonus is None or ezoc(g, g.side) >> hex & 1:
        return False
    plain = allowance(g, units, bonus=False) - paid(g, units, ways.path)
    spent = bonus.found.cost[hex]
    if _goes_on(g, units, hex, bonus.limit - spent, bonus.shut):
        return True
    return plain != bonus.limit and _goes_on(g, units, hex, plain - spent, g.occupied[g.enemy])


def _goes_on(g: Position, units: Party, hex: Hex, left: int, shut: HexSet) -> bool:
    if left <= 0:
        return False
    terrain, classes, zone = g.rules.terrain, classes_of(g, units), ezoc(g, g.side)
    crowded = []
    for steps, open in (
        (terrain.steps(classes, g.bridges)[hex], ~(shut | zone)),
        (terrain.steps(classes, g.bridges, roads=False)[hex], zone & ~shut),
    ):
        for there, price in steps:
            if price <= left and open >> there & 1:
                if there not in g.stacks or room_for(g, units, there):
                    return True
                if not zone >> there & 1:
                    crowded.append((there, left - price))
    return any(_goes_on(g, units, there, rest, shut) for there, rest in crowded)


def can_go(g: Position, units: Party) -> bool:
    """Whether there is a hex in which a move may end: next to the units in most cases; none holds too many of them."""
    if len(units) > 1 and not fits(g, units):
        return False
    boats, open = have_boats(g, units), first_hexes(g)
    return g.unmoved(("can go", units, boats, open), lambda: _can_go(g, units, open, boats=boats))


def _can_go(g: Position, units: Party, open: HexSet, *, boats: bool) -> bool:
    here, zone = g.at[units[0]], ezoc(g, g.side)
    classes, ways_out = classes_of(g, units), g.rules.terrain.ways_out
    out = ways_out(classes, here, g.bridges, boats=boats, roads=False)
    if zone >> here & 1:
        out &= ~zone  # 5.4.1a
    else:
        out |= ways_out(classes, here, g.bridges, boats=boats, roads=True) & ~zone  # 7.3.3b
    out &= ~g.occupied[g.enemy] & open
    if out & ~g.occupied[g.side]:
        return True
    return any(room_for(g, units, hex) for hex in members(out)) or bool(destinations(g, units, (here,)))


def path_by(g: Position, units: Party, hexes: Iterable[Hex]) -> Path:
    """The whole path of a stack that goes by these hexes."""
    path: Path = (g.at[units[0]],)
    for hex in hexes:
        path = onward(g, units, path)[hex]
    return path
