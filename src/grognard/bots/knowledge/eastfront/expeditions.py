"""Ships and parachutes: landings, paradrops, evacuations and moves by sea that are worth a look."""

from __future__ import annotations

from collections.abc import Iterator

from grognard.bots.knowledge import Plan
from grognard.bots.knowledge.eastfront.battles import Judge
from grognard.bots.knowledge.eastfront.garrisons import lacking
from grognard.bots.knowledge.eastfront.ground import gains
from grognard.games.eastfront.command import effective, in_air_range, may_take_role
from grognard.games.eastfront.control import zone_of_control
from grognard.games.eastfront.invasion import INFANTRY, coast_of, havens, landings, may_evacuate, may_invade, seas_from
from grognard.games.eastfront.paras import drop_hexes, may_drop
from grognard.games.eastfront.position import DEAD, DISPERSED, INVASION, MOVED, PARADROP, Position, Unit
from grognard.games.eastfront.strategic import may_go_strategically, sea_goals
from grognard.hexes import Hex, members

TRIED = 5  # hexes looked at for a landing or a drop
VOYAGES = 4  # moves by sea looked at


# --- command ----------------------------------------------------------------------------------------------------------


def activations(g: Position, hqs: list[Unit]) -> list[Plan]:
    """HQs that could send somebody over the sea or by air from where they stand."""
    found = []
    for hq in hqs:
        here = [unit for unit in g.stack(g.side, g.at[hq]) if not g.is_hq(unit)]
        infantry = any(g.rules.units[unit].type in INFANTRY for unit in here)
        if may_take_role(g, hq, "invasion", ()) and (infantry or _stranded(g, hq)):
            found.append(Plan((f"activate {g.name(hq)} invasion",), "over the sea"))
        if any(unit in g.rules.paras for unit in here) and may_take_role(g, hq, "paradrop", ()):
            found.append(Plan((f"activate {g.name(hq)} paradrop",), "by air"))
    return found


def goals(judge: Judge) -> Iterator[tuple[Unit, Hex]]:
    """Whom the HQs that are active for it could still send where."""
    g, side = judge.g, judge.side
    for hq, role in g.role.items():
        if not role & (INVASION | PARADROP) or effective(g, hq) < 0 or hq in g.command_spent:
            continue
        for unit in g.stack(side, g.at[hq]):
            if g.flags[unit] & (MOVED | DISPERSED):
                continue
            hexes: list[Hex] = []
            if role & PARADROP and unit in g.rules.paras:
                hexes = [hex for hex in _worth_a_drop(judge) if in_air_range(g, hq, hex)]
            elif role & INVASION and g.rules.units[unit].type in INFANTRY:
                coast = 0
                for sea in seas_from(g, g.at[hq]):
                    coast |= coast_of(g, sea)
                hexes = [hex for hex in members(coast) if not g.present(side, hex)]
            for hex in sorted(hexes, key=lambda hex: -_appeal(judge, unit, hex))[:TRIED]:
                yield unit, hex
        if role & INVASION and g.at[hq] not in g.battles:
            for unit in _stranded(g, hq):
                yield unit, g.at[hq]


def _stranded(g: Position, hq: Unit) -> list[Unit]:
    """The units on a coast that ships of the HQ's port could fetch, and that have no supply where they are."""
    coast = 0
    for sea in seas_from(g, g.at[hq]):
        coast |= sea.coast
    return [u for u in g.on_map(g.side) if coast >> g.at[u] & 1 and not g.supplied[u] and g.at[u] != g.at[hq]][:TRIED]


# --- movement ---------------------------------------------------------------------------------------------------------


def voyages(g: Position, judge: Judge) -> list[Plan]:
    """All that can be sent by air or sea now, each by one action."""
    found = [*_landings(g, judge), *_drops(g, judge), *_evacuations(g)]
    return found + (_by_sea(g, judge) if g.phase == "movement" and g.supreme else [])


def _landings(g: Position, judge: Judge) -> Iterator[Plan]:
    if not any(role & INVASION for role in g.role.values()):
        return
    for unit in g.on_map(judge.side):
        if may_invade(g, unit):
            for hex in sorted(landings(g, unit), key=lambda hex: -_appeal(judge, unit, hex))[:TRIED]:
                yield Plan((f"invade {g.name(unit)} {g.hexname(hex)}",), f"landing at {g.spell(hex)}")


def _drops(g: Position, judge: Judge) -> Iterator[Plan]:
    for para in g.rules.paras:
        if g.owner(para) == judge.side and may_drop(g, para):
            wanted = set(_worth_a_drop(judge))
            hexes = [hex for hex in drop_hexes(g, para) if hex in wanted]
            for hex in sorted(hexes, key=lambda hex: -_appeal(judge, para, hex))[:TRIED]:
                yield Plan((f"drop {g.name(para)} {g.hexname(hex)}",), f"a drop at {g.spell(hex)}")


def _evacuations(g: Position) -> Iterator[Plan]:
    if not any(role & INVASION for role in g.role.values()):
        return
    for unit in g.on_map(g.side):
        if g.rules.coast >> g.at[unit] & 1 and may_evacuate(g, unit) and (g.engaged(unit) or not g.supplied[unit]):
            for port in havens(g, unit):
                aim = f"ships fetch {g.name(unit)} from {g.spell(g.at[unit])}"
                yield Plan((f"evacuate {g.name(unit)} {g.hexname(port)}",), aim)


def _by_sea(g: Position, judge: Judge) -> list[Plan]:
    """Units in ports, to ports where they are wanted more: a city to be held, or a way out of a pocket."""
    bids = []
    for unit in g.on_map(judge.side):
        hex = g.at[unit]
        if hex not in g.rules.port_class or g.is_hq(unit) or not may_go_strategically(g, unit):
            continue
        here = _need(judge, hex, unit) - (0.0 if judge.fed >> hex & 1 else 1.5)
        ways = sorted(sea_goals(g, unit, g.supreme), key=lambda port: -_need(judge, port, unit))
        bids += [(_need(judge, port, unit) - here, unit, port) for port in ways[:2]]
    best = [(unit, port) for gain, unit, port in sorted(bids, reverse=True)[:VOYAGES] if gain > 0]
    return [Plan((f"sea {g.name(u)} {g.hexname(port)}",), f"shipped to {g.spell(port)}") for u, port in best]


def _need(judge: Judge, hex: Hex, unit: Unit) -> float:
    """How much a unit is wanted in a port: the garrison it lacks without it, and the ground around."""
    g = judge.g
    value = 0.3 * judge.interest[hex]
    if hex in gains(g.rules, judge.side) and g.held[judge.side] >> hex & 1:
        others = [other for other in g.stack(judge.side, hex) if other != unit]
        value += gains(g.rules, judge.side)[hex] * lacking(judge, hex, others)
    return value


# --- where ------------------------------------------------------------------------------------------------------------


def _appeal(judge: Judge, unit: Unit, hex: Hex) -> float:
    """A rough idea of what a landing or a drop would win."""
    g = judge.g
    value = judge.ground(hex) if g.held[judge.enemy] >> hex & 1 else 0.0
    if g.present(judge.enemy, hex):
        value = value * 0.3 + judge.round(hex, (*g.stack(judge.side, hex), unit), wet=hex not in g.battles).value
    return value + 0.5 * bool(g.rules.rail.hexes >> hex & 1)


def _worth_a_drop(judge: Judge) -> Iterator[Hex]:
    """14.6: only where friends will be found: battles that stand, and enemy ground next to one's own."""
    g, side = judge.g, judge.side
    friends = zone_of_control(g, side) & g.rules.around(g.occupied[side])
    for hex in members(g.rules.around(friends | g.occupied[side]) & g.rules.land):
        standing = hex in g.battles
        open = friends >> hex & 1 and not g.present(side, hex) and not g.present(judge.enemy, hex)
        if standing or open:
            yield hex


def link_up(g: Position, side: str) -> None:
    """14.6: what will become of paratroops that have dropped: they find friends, or are lost."""
    for para in g.rules.paras:
        if g.at[para] < 0 or not g.flags[para] & DISPERSED or g.owner(para) != side:
            continue
        hex = g.at[para]
        if len(g.stack(side, hex)) > 1 or (g.held[side] | zone_of_control(g, side)) >> hex & 1:
            g.flags[para] &= ~DISPERSED
        else:
            g.cv[para] = 0
            g.withdraw(para, DEAD)
