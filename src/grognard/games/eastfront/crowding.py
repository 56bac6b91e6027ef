"""6.2: stacking is judged when a Movement Phase ends; till then a hex may hold one unit too many if that can be mended.

A unit may enter a full hex if afterwards one of those there can still go where there is room, by land, rail or sea, if
need be by way of other full hexes whose units move on in turn (G69). So full hexes can exchange units, and no phase can
come to a point where it may neither go on nor end.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from heapq import heappop, heappush

from grognard.games.eastfront.commanded import has_not_moved, last_in_battle, may_mobilize, under_command
from grognard.games.eastfront.fire import speed
from grognard.games.eastfront.journeys import may_leave, rail_moves, rail_ways, sea_ways
from grognard.games.eastfront.position import Position, Unit
from grognard.games.eastfront.routes import may_step, onward
from grognard.games.eastfront.stacking import overstacked, room, with_room
from grognard.hexes import Hex
from grognard.ruling import OK, Ruling, no


def may_stay(g: Position, hex: Hex, arrive: Callable[[Position], object]) -> Ruling:
    """6.2: whether there is room in a hex, or one of those there can make room once the unit has come; `arrive` is the
    move, which is tried on a copy of the position."""
    if with_room(g, g.side) >> hex & 1:
        return OK
    if room(g, g.side, hex) == 0:
        twin = g.copy()
        arrive(twin)
        if next_out(twin, hex) is not None:
            return OK
    limit = g.rules.stack_limit(hex)
    return no("6.21", f"{g.spell(hex)} holds {limit} units, and none of those there can make room")


def next_out(g: Position, hex: Hex) -> Unit | None:
    """A unit in an overfull hex that can leave it for good; None if there is none."""
    for unit in g.stack(g.side, hex):  # mostly one that can step aside is found at once
        if _land_price(g, unit) == 0 and speed(g, unit):
            near = (b for b in g.rules.steps[hex] if room(g, g.side, b) > 0 and not g.present(g.enemy, b))
            if any(may_step(g, unit, (hex,), b) for b in near):
                return unit
    for exits in (_by_land, _by_land_or_rail):
        found = _push_on(g, hex, exits)
        if found is not None:
            return found
    return next((unit for unit in g.stack(g.side, hex) if _mobilizes(g, unit) or _sails(g, unit)), None)


Exits = Callable[[Position, Hex, int], Iterator[tuple[Unit, Hex, int]]]


def _push_on(g: Position, hex: Hex, exits: Exits) -> Unit | None:
    """The first unit of the cheapest row of moves, each out of a full hex, the last into one with room.

    Such moves engage nobody, so that none of them stands in the way of another; what they cost are Supreme Moves.
    """
    queue, done = [(0, hex, -1)], set[Hex]()
    while queue:
        spent, here, opener = heappop(queue)
        if here in done:
            continue
        done.add(here)
        for unit, there, price in exits(g, here, g.supreme - spent):
            free = room(g, g.side, there)
            begun = unit if opener < 0 else opener
            if free > 0:
                return begun
            if free == 0 and there not in done:
                heappush(queue, (spent + price, there, begun))
    return None


def _by_land(g: Position, hex: Hex, purse: int) -> Iterator[tuple[Unit, Hex, int]]:
    """Who can march out of a hex, where to, and for how many Supreme Moves, if there are so many."""
    for unit in g.stack(g.side, hex):
        price = _land_price(g, unit)
        if price is not None and price <= purse:
            for there in onward(g, unit, (hex,)):
                if not g.present(g.enemy, there):
                    yield unit, there, price


def _by_land_or_rail(g: Position, hex: Hex, purse: int) -> Iterator[tuple[Unit, Hex, int]]:
    yield from _by_land(g, hex, purse)
    if g.phase != "movement" or purse < 1:
        return
    for unit in g.stack(g.side, hex):
        if has_not_moved(g, unit) and may_leave(g, unit):
            for there, (gone, _) in rail_ways(g, unit, purse).items():
                yield unit, there, rail_moves(g, gone)


def _land_price(g: Position, unit: Unit) -> int | None:
    """The Supreme Moves a land move takes: none under command, else one; None if the unit cannot move."""
    if not has_not_moved(g, unit) or last_in_battle(g, unit):
        return None
    if under_command(g, unit):
        return 0
    return 1 if g.phase == "movement" else None


def _mobilizes(g: Position, hq: Unit) -> bool:
    """5.41: whether an active HQ can leave the hex by itself."""
    if hq not in g.role or not may_mobilize(g, hq) or last_in_battle(g, hq):
        return False
    return any(room(g, g.side, b) > 0 and not g.present(g.enemy, b) for b in onward(g, hq, (g.at[hq],)))


def _sails(g: Position, unit: Unit) -> bool:
    """15.2: whether the unit can leave the hex by sea."""
    if g.phase != "movement" or not g.supreme or not has_not_moved(g, unit) or not may_leave(g, unit):
        return False
    return any(room(g, g.side, port) > 0 for port in sea_ways(g, unit, g.supreme))


def may_end_movement(g: Position) -> Ruling:
    """6.2: no hex holds too many, unless nobody there can go (a deployed HQ's, or after a Repulse)."""
    for hex in overstacked(g, g.side):
        unit = next_out(g, hex)
        if unit is not None:
            return no("6.2", f"{g.spell(hex)} holds more than {g.rules.stack_limit(hex)} units: move {g.name(unit)}")
    return OK
