"""3.22, 3.24: what is still wrong with a side's deployment."""

from __future__ import annotations

from grognard.games.eastfront.balkans import balkan_zones, exited, still_to_exit
from grognard.games.eastfront.mustering import (
    apart,
    arrival,
    bounds,
    candidates,
    capacity,
    chosen,
    courland,
    exit_strength,
    frontline,
    garrisons,
    historical,
    in_rumania,
    places_for,
)
from grognard.games.eastfront.position import GERMAN, SOVIET, Position
from grognard.games.eastfront.scenario import StartingBattle
from grognard.hexes import members
from grognard.ruling import OK, Ruling, no

# Where the rules name the battles in which a scenario begins; every other one is Volkhov's.
BATTLE_RULES = {"S42": "S42.2", "S43": "S43.3", "W42": "W42.3", "W42 Stalingrad": "W42.2", "W43": "W43.2"}


def may_end(g: Position) -> Ruling:
    """Whether the side that deploys has met every demand; if not, the first thing that is wrong."""
    side = g.side
    for check in (_units, _totals, _balkans, _battles, _front, _room, _where, _headquarters, _garrisons, _pocket):
        ruling = check(g, side)
        if not ruling:
            return ruling
    return OK


def _units(g: Position, side: str) -> Ruling:
    for kind in g.scenario.forces[side]:
        many, wanted = len(chosen(g, side, kind)), places_for(g, side, kind)
        if many != wanted:
            left = abs(wanted - many)
            what = f"{'HQ' if kind == 'hq' else f'{kind} unit'}{'s' * (left > 1)}"
            do = "place" if many < wanted else "remove"
            return no("3.22", f"{do} {left} {what}: {many} of {wanted} are on the map")
    for unit in candidates(g, side):
        if arrival(g, unit) and g.at[unit] < 0:
            return no("11.6", f"{g.name(unit)} arrives in the first month and is still to be placed")
    return OK


def _totals(g: Position, side: str) -> Ruling:
    for kind, (_, total) in g.scenario.forces[side].items():
        units = chosen(g, side, kind)
        cv = sum(g.cv[unit] for unit in units)
        if cv != total:
            return no("3.22", f"the {kind} units have {total} CV together, not {cv}")
        for unit in units:
            if historical(g) and g.cv[unit] != g.rules.units[unit].cv:
                return no("S41.1A", f"{g.name(unit)} has {g.rules.units[unit].cv} CV in the order of battle")
    return OK


def _balkans(g: Position, side: str) -> Ruling:
    zones = balkan_zones(g)
    if not zones:
        return OK
    if left := still_to_exit(g, side):
        return no("W44.5", f"place in the Balkan exit zones: {', '.join(left)}")
    least = g.scenario.balkan[side].zone_min
    for hex in members(zones):
        if len(g.stack(side, hex)) < least:
            many = len(g.stack(side, hex))
            return no("W44.5", f"{g.spell(hex)} needs {least} unit{'s' * (least > 1)}, not {many}")
    for unit in exited(g, side):
        if g.cv[unit] != exit_strength(g, unit):
            return no("W44.5", f"{g.name(unit)} has {exit_strength(g, unit)} CV in the Balkans")
    return OK


def _battles(g: Position, side: str) -> Ruling:
    for battle in g.scenario.battles:
        ruling = _battle(g, side, battle)
        if not ruling:
            return ruling
    return OK


def battle_rule(g: Position, battle: StartingBattle) -> str:
    """The special rule that sets a starting battle."""
    return BATTLE_RULES.get(f"{g.scenario.id} {battle.hex}") or BATTLE_RULES.get(g.scenario.id, "3.24")


def _battle(g: Position, side: str, battle: StartingBattle) -> Ruling:
    rule, hex = battle_rule(g, battle), g.rules.hex(battle.hex)
    stack = g.stack(side, hex)
    exact = battle.exact.get(side, len(stack))
    if len(stack) != exact:
        return no(rule, f"{exact} units must stand in {battle.hex}, not {len(stack)}")
    if len(stack) < battle.least.get(side, 0):
        return no(rule, f"{battle.hex} is a battle: at least {battle.least[side]} unit must stand there")
    armor = sum(g.rules.units[unit].type == "armor" for unit in stack)
    if armor < battle.armor.get(side, 0):
        return no(rule, f"{battle.armor[side]} of the units in {battle.hex} must be armor")
    cv = sum(g.cv[unit] for unit in stack)
    if cv < battle.cv.get(side, 0):
        return no(rule, f"the units in {battle.hex} must have {battle.cv[side]} CV or more, not {cv}")
    return OK


def _front(g: Position, side: str) -> Ruling:
    for hex in members(frontline(g, side)):
        if len(g.stack(side, hex)) < g.rules.charts.value("setup.frontline"):
            return no("3.24", f"the Frontline hex {g.spell(hex)} is empty")
    return OK


def _room(g: Position, side: str) -> Ruling:
    for hex, stack in sorted(g.stacks[side].items()):
        most = g.rules.stack_limit(hex)
        if len(stack) > most:
            return no("6.21", f"{g.spell(hex)} holds {most} units, not {len(stack)}")
        if len(stack) > max(1, capacity(g, side, hex)):
            return no("3.24", f"no more than {capacity(g, side, hex)} would be supplied in {g.spell(hex)}")
    return OK


def _where(g: Position, side: str) -> Ruling:
    for unit in g.on_map(side):
        for allowed, rule, reason in bounds(g, side, unit):
            if not allowed >> g.at[unit] & 1:
                return no(rule, f"{g.name(unit)} in {g.spell(g.at[unit])}: {reason}")
    return OK


def _headquarters(g: Position, side: str) -> Ruling:
    for unit in g.rules.hqs[side]:
        if g.at[unit] >= 0:
            for ruling in (apart(g, unit, g.at[unit]), in_rumania(g, unit, g.at[unit])):
                if not ruling:
                    return no(ruling.rule, f"{g.name(unit)} in {g.spell(g.at[unit])}: {ruling.reason}")
    return OK


def _garrisons(g: Position, side: str) -> Ruling:
    for hex, (city, least) in garrisons(g).items() if side == SOVIET else ():
        if len(g.stack(side, hex)) < least:
            return no("S41.1B", f"{city.name} needs {least} unit{'s' * (least > 1)}, not {len(g.stack(side, hex))}")
    return OK


def _pocket(g: Position, side: str) -> Ruling:
    pocket, charts = courland(g), g.rules.charts
    if side != GERMAN or not pocket:
        return OK
    least, leader = charts.value("setup.courland_units"), charts.text("setup.courland_hq")
    there = [unit for unit in g.on_map(side) if pocket >> g.at[unit] & 1]
    if leader not in g.names(there):
        return no("W44.1", f"{leader} must stand in Courland")
    return OK if len(there) >= least else no("W44.1", f"{least} units must stand in Courland, not {len(there)}")
