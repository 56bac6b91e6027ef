"""9: friendly rail lines, and the rail and sea supply they carry."""

from __future__ import annotations

from dataclasses import dataclass

from grognard.games.eastfront.control import battle_set, captured_baku
from grognard.games.eastfront.position import ENEMY, GERMAN, SOVIET, Position
from grognard.games.eastfront.sea import joined_ports, sea_power
from grognard.hexes import Hex, HexSet, members

HOME_EDGES = {GERMAN: ("west",), SOVIET: ("east", "south")}


@dataclass(frozen=True, slots=True)
class Net:
    """The hexes in Rail/Sea Supply (9.3); `rail` those on the side's rail lines, `besieged` the engaged ports that
    only ships reach (15.31)."""

    hexes: HexSet
    rail: HexSet
    besieged: HexSet


def sources(g: Position, side: str) -> list[Hex]:
    """9.12: the home exit zones from which rail lines are fed."""
    lost = captured_baku(g)
    found = []
    barred = False
    for zone in sorted(g.rules.geography.zones.values(), key=lambda zone: zone.id):
        if zone.edge not in HOME_EDGES[side]:
            continue
        undisputed = g.held[ENEMY[side]] >> zone.hex & 1 and zone.hex not in g.battles
        if side == GERMAN and "own_victory" in g.scenario.special and undisputed:
            barred = True  # W44.4: nothing comes from the zones south of one the Soviets hold undisputed
        friendly = g.held[side] >> zone.hex & 1 and zone.hex not in g.battles  # G68
        if friendly and not barred and not (lost and zone.edge == "south"):
            found.append(zone.hex)
    return found


def supply_net(g: Position, side: str) -> Net:
    """The side's rail lines from its home edges, joined over the seas it commands."""
    return g.memo(("net", side), lambda: g.memo(("net", side), lambda: _trace(g, side), rail_facts(g)))


def rail_facts(g: Position) -> tuple[object, ...]:
    """What rail lines and sea supply depend on: hexes and battles, and not where the blocks behind them stand."""
    return *g.held.values(), battle_set(g), g.disputed, g.beachhead, g.beachhead_at, g.scenario.id


def _trace(g: Position, side: str) -> Net:
    held, battles = g.held[side], battle_set(g)
    rail = 0
    for zone in sources(g, side):
        rail |= 1 << g.rules.geography.zones[zone].entry & held
    along = g.rules.tracks.along
    rail = along(rail, held, ends=battles)  # 9.12: into a battle hex but not through it
    hexes, besieged = rail, 0
    ports = {*members(hexes & ~battles & g.rules.ports)}
    ports |= {zone for zone in sources(g, side) if zone in g.rules.port_class}  # Baku is a source and a port (15.1)
    while ports:
        landed = 0
        for other in joined_ports(g, side, ports):
            bit = 1 << other
            if (hexes | landed) & bit or not _served(g, side, other):
                continue
            if battles & bit:
                besieged |= bit
                continue
            landed |= along(bit, held, ends=battles) if g.rules.rail.hexes & bit else bit
        ports = {*members(landed & ~hexes & ~battles & g.rules.ports)}
        hexes |= landed
    besieged &= ~hexes
    return Net(hexes, hexes & g.rules.rail.hexes, besieged)


def _served(g: Position, side: str, port: Hex) -> bool:
    """15.3: whether ships bring supplies to a port; without the rules of 15 only to a pocket of the Germans (G45)."""
    if sea_power(g):
        return True
    pocket = g.rules.charts.entry("supply.lifeline").text(g.scenario.id, "")
    return side == GERMAN and port == g.rules.city_hex.get(pocket)


def railheads(g: Position, side: str) -> list[Hex]:
    """9.4: where the side's rail lines end though the track goes on."""
    net = supply_net(g, side).rail
    return [hex for hex in members(net) if any(not net >> there & 1 for there in g.rules.rail.next[hex])]
