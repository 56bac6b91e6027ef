"""6.53, 9.21, 15.2: where trains and ships can take a unit."""

from __future__ import annotations

from heapq import heappop, heappush

from grognard.games.eastfront.commanded import last_in_battle
from grognard.games.eastfront.control import battle_set, home_side
from grognard.games.eastfront.position import Position, Unit
from grognard.games.eastfront.rail import supply_net
from grognard.games.eastfront.routes import capacity, may_enter, open_to
from grognard.games.eastfront.sea import sea_power, voyages
from grognard.games.eastfront.supply import zone_supply
from grognard.hexes import Hex, HexSet
from grognard.ruling import OK, Ruling, no


def may_leave(g: Position, unit: Unit, by_rail: bool = True) -> Ruling:
    """6.53, 9.22, 15.6: strategic movement may disengage from a friendly battle, but not retreat."""
    hex = g.at[unit]
    if hex in g.battles:
        if g.battles[hex] == g.side:
            if by_rail:
                return no("9.22", f"{g.spell(hex)} is not friendly: no trains run from there")
            return no("15.6", f"{g.spell(hex)} is not friendly: only an evacuation takes units away by sea")
        if last_in_battle(g, unit):
            return no("6.53", f"{g.name(unit)} is the last in the battle: strategic movement cannot retreat")
    return OK


# --- 9.21 by rail -----------------------------------------------------------------------------------------------------


def rail_ways(g: Position, unit: Unit, moves: int) -> dict[Hex, tuple[int, tuple[Hex, ...]]]:
    """Where so many rail moves take the unit, room there or not: the hexes travelled and the way."""
    traveller = unit if unit in g.rules.satellites else g.owner(unit)  # all others may go everywhere alike (16.13)
    return g.memo(("rail ways", traveller, g.at[unit], moves), lambda: _rail_ways(g, unit, moves))


def _rail_ways(g: Position, unit: Unit, moves: int) -> dict[Hex, tuple[int, tuple[Hex, ...]]]:
    rules, start = g.rules, g.at[unit]
    net = supply_net(g, g.owner(unit)).rail
    if not (net | (rules.zones & g.held[g.owner(unit)])) >> start & 1:
        return {}
    track = net & ~(battle_set(g) | g.occupied[g.enemy])  # a battle given up in this phase is the enemy's now
    limit, free = moves * rules.rail_hexes, open_to(g, unit)
    found: dict[Hex, tuple[int, tuple[Hex, ...]]] = {}
    queue: list[tuple[int, tuple[Hex, ...]]] = [(0, (start,))]
    while queue:
        gone, way = heappop(queue)
        hex = way[-1]
        if hex in found:
            continue
        found[hex] = gone, way
        for there, length in rail_steps(g, unit, hex, track):
            if there in found or gone + length > limit or not (free >> there & 1 or may_enter(g, unit, hex, there)):
                continue
            if hex == start and start in g.battles and capacity(g, start, there) < 1:
                continue
            heappush(queue, (gone + length, (*way, there)))
    found.pop(start)
    friendly = arrivals(g)
    return {hex: trip for hex, trip in found.items() if friendly >> hex & 1}


def rail_steps(g: Position, unit: Unit, hex: Hex, track: HexSet) -> list[tuple[Hex, int]]:
    """9.21, 16.24: along friendly rail hexes not embattled; through zones at two hexes a step."""
    rules, side = g.rules, g.owner(unit)
    steps = [(there, 1) for there in rules.rail.next[hex] if track >> there & 1]
    if hex not in rules.zone_links:
        return steps
    for there in rules.zone_links[hex]:
        zone = rules.geography.zones.get(there)
        if zone is None:
            usable = bool(track >> there & 1)
        else:
            usable = home_side(g, zone) == side or bool(_friendly_zones(g, side) >> there & 1)
        if usable:
            steps.append((there, rules.zone_rail))
    return steps


def _friendly_zones(g: Position, side: str) -> HexSet:
    """9.12: the zones through which a friendly rail line runs: held, fed from a supply source, not embattled."""
    return g.memo(("friendly zones", side), lambda: g.held[side] & zone_supply(g, side) & ~battle_set(g))


def arrivals(g: Position) -> HexSet:
    """6.53: the hexes in which strategic movement may end: friendly ones, not embattled."""
    return g.held[g.side] & ~(battle_set(g) | g.occupied[g.enemy])


def may_arrive(g: Position, hex: Hex) -> bool:
    """Whether strategic movement may end in a hex."""
    return bool(arrivals(g) >> hex & 1)


def rail_moves(g: Position, hexes: int) -> int:
    """6.53: how many rail moves a journey takes."""
    return -(-hexes // g.rules.rail_hexes)


# --- 15.2 by sea ------------------------------------------------------------------------------------------------------


def sea_ways(g: Position, unit: Unit, moves: int) -> dict[Hex, int]:
    """The ports so many sea moves take the unit to, room there or not, and how many sea zones each is away."""
    start = g.at[unit]
    if not is_port(g, start):
        return {}
    if not sea_power(g) or port_room(g, start) < 1:
        return {}
    return {
        port: crossed
        for port, crossed in sorted(voyages(g, g.owner(unit), start).items())
        if port != start
        and crossed <= moves
        and port_room(g, port) > 0
        and may_arrive(g, port)
        and may_enter(g, unit, start, port)
    }


def is_port(g: Position, hex: Hex) -> bool:
    """Whether ships call at a hex."""
    return hex in g.rules.port_class or hex == g.beachhead_at


def port_room(g: Position, hex: Hex) -> int:
    """15.21: how many more units may pass a port in this player-turn; a Beachhead is a minor port (15.51)."""
    charts = g.rules.charts
    kind = g.rules.port_class.get(hex, "beachhead" if hex == g.beachhead_at else "")
    return charts.value(f"port.{kind}") - g.ports.get(hex, 0) if kind else 0
