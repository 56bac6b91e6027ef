"""10.1, 10.2, 10.4, 10.5: who may move in a phase, how far, and the moves themselves.

A unit may move in several steps, with others moving in between: only its points and an EZOC end its move. Whoever
began the phase in one hex and has moved together since is one company, for only such units overrun together (10.3h).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from grognard.decision import Procedure
from grognard.events import Moved
from grognard.games.battles.costs import TRAIN, StepCosts, table
from grognard.games.battles.demolitions import spring, springs
from grognard.games.battles.position import (
    ATTACK,
    DISENGAGED,
    ENEMY,
    GENERAL,
    HALTED,
    LEVELS,
    MOVED,
    NEWCOMER,
    NONE,
    ON_RAILS,
    STARTED_ATTACK,
    STOPPED,
    Position,
    Unit,
)  # fmt: skip
from grognard.games.battles.routes import (
    affords,
    barred_crossings,
    closed_hexes,
    destinations,
    disengagement,
    ground,
    interdicted,
    joint_table,
    leash,
    leashed_colours,
    rails,
    step_cost,
    strays,
)
from grognard.hexes import Hex, HexSet, hexset, reach
from grognard.mechanics.marching import left_to_march, stepping_off
from grognard.mechanics.turn import Verb
from grognard.mechanics.verbs import Party, Way, party_to_hex
from grognard.ruling import OK, Ruling, no

MOVEMENT_PHASES = tuple(f"{side}-{phase}" for side in ENEMY for phase in ("movement", "mechanised"))
ANY = 1 << 20  # points for any one step


# --- allowances -------------------------------------------------------------------------------------------------------


def begin_movement(g: Position, side: str) -> None:
    """A fresh allowance for every unit, and which of them are in Attack supply as they begin (10.3d, G74)."""
    again, boxed = mechanised(g), g.rules.boxed
    for unit in g.on_map(side):
        g.origin[unit] = g.company[unit] = g.at[unit]
        g.mp[unit] = 0 if again and unit not in boxed else allowance(g, unit)  # 10.2a
        if g.marked[unit] == ATTACK:
            g.flags[unit] |= STARTED_ATTACK


def mechanised(g: Position) -> bool:
    """Whether this is a Mechanised Movement phase."""
    return g.phase.endswith("mechanised")


def allowance(g: Position, unit: Unit) -> int:
    """The half points a unit has in this phase: by supply, rounded up (8.2a, 8.3a, 8.4a, 10.2b), after the weather."""
    if mechanised(g):
        if moves_again(g, unit) is not OK:
            return 0
        column = "mechanised"
    elif g.flags[unit] & NEWCOMER:  # 7.0e
        return 2 * full_allowance(g, unit)
    else:
        column = "movement"
    part, whole = g.rules.fraction(LEVELS[g.marked[unit]], column)
    return 2 * -(-full_allowance(g, unit) * part // whole)


def full_allowance(g: Position, unit: Unit) -> int:
    """The printed allowance in whole points as the weather leaves it (10.1h, G6); nothing for a bridge in place."""
    move = g.printed(unit)[2]
    if not move or unit in g.bridges:
        return 0
    return max(move + g.rules.weather[g.weather].allowance.get(g.rules.klass[unit], 0), 0)


def moves_again(g: Position, unit: Unit) -> Ruling:
    """10.2a, 14.0b, G52: whether a unit may move in the mechanised phase."""
    if unit not in g.rules.boxed:
        return no("10.2a", f"{g.name(unit)} has no boxed allowance: it moves in the initial phase only")
    if g.marked[unit] == NONE:
        return no("10.2b", f"{g.name(unit)} was out of supply when the mechanised phase began")
    if unit in g.rules.hqs and (g.face[unit] or g.marked[unit] != GENERAL):
        return no("14.0b", f"{g.name(unit)} is on its Attack side: such an HQ stays in the mechanised phase")
    return OK


# --- who may move -----------------------------------------------------------------------------------------------------


def may_act(g: Position, unit: Unit) -> Ruling:
    """Whether the unit may still do anything in this movement phase."""
    name = g.name(unit)
    if g.owners[unit] != g.side:
        return no("10.0", f"{name} is not yours to move in this phase")
    if g.at[unit] < 0:
        return no("10.0", f"{name} is not on the map")
    if g.flags[unit] & HALTED:
        return no("10.3i", f"{name} was hit in an overrun and moves no more in this phase")
    if g.mp[unit] <= 0:
        return _why_no_points(g, unit)
    if (alarm := g.rules.alarm.get(unit)) and g.flags[unit] & NEWCOMER and not _alarmed(g, unit, alarm):
        return no("7.0e", f"{name} stays this turn: no enemy is within {alarm} hexes")
    return OK


def _why_no_points(g: Position, unit: Unit) -> Ruling:
    name = g.name(unit)
    if not g.printed(unit)[2]:
        return no("10.5", f"{name} has no movement allowance")
    if unit in g.bridges:
        return no("20.0a", f"{name} is deployed as a bridge: take it up first")
    if mechanised(g) and not (ruling := moves_again(g, unit)):
        return ruling
    return no("10.1f", f"{name} has no movement points left")


def _alarmed(g: Position, unit: Unit, within: int) -> bool:
    return bool(g.rules.grid.disc(g.at[unit], within) & g.occupied[ENEMY[g.owners[unit]]])


def may_move(g: Position, unit: Unit) -> Ruling:
    """Whether the unit may move by itself from where it stands."""
    ruling = may_act(g, unit)
    if ruling is not OK:
        return ruling
    if g.flags[unit] & STOPPED:
        return no("10.1d", f"{g.name(unit)} has moved into an enemy zone of control and stops there")
    if not g.in_enemy_zoc(unit):
        return OK
    for order in g.rules.scenario.standing:
        if g.turn in order.turns and g.rules.formation[unit] == order.formation:
            return no(order.id, f"{g.name(unit)} may not disengage on this turn")
    return OK


def movers(g: Position) -> Iterator[Unit]:
    """Every unit that can move somewhere: who has the points for a step is found for all of a kind at once, and only
    those for whom the rules have more to say are asked by themselves."""
    at, mp, flags, klass, side, alarm = g.at, g.mp, g.flags, g.rules.klass, g.side, g.rules.alarm
    bound = any(g.turn in order.turns for order in g.rules.scenario.standing)
    zone, colour, leashed = g.zoc(ENEMY[side]), g.rules.colour, leashed_colours(g)
    guarded = hexset(a for a, _ in barred_crossings(g, side))
    exits: dict[tuple[str, int, bool], HexSet] = {}
    tables: dict[str, StepCosts] = {}
    for unit in g.rules.of_side[side]:
        here, left = at[unit], mp[unit]
        if here < 0 or left <= 0:
            continue
        held, moved = bool(zone >> here & 1), bool(flags[unit] & MOVED)
        if flags[unit] & (STOPPED | HALTED) or (((held and bound) or unit in alarm) and may_move(g, unit) is not OK):
            continue
        drawn = tables.get(klass[unit])
        if drawn is None:
            drawn = tables[klass[unit]] = table(g.rules, ground(g, unit))
        by_itself = colour[unit] in leashed or flags[unit] & ON_RAILS or klass[unit] == TRAIN
        if by_itself or (guarded | drawn.changed) >> here & 1:
            if can_step(g, (unit,)):
                yield unit
            continue
        kind = (klass[unit], left - disengagement(g, unit) if held else left if moved else ANY, held)
        if kind not in exits:
            into = g.rules.land & ~g.occupied[ENEMY[side]] & ~(zone if held else 0)
            exits[kind] = stepping_off(g, (side, kind[0], held), drawn.prices, kind[1], into, interdicted(g))
        if exits[kind] >> here & 1:
            yield unit


def can_step(g: Position, units: Party) -> bool:
    """Whether units in one hex can take any step together."""
    lead = units[0]
    if any(leash(g, unit) for unit in units):
        return len(destinations(g, units).cost) > 1
    closed = closed_hexes(g, units)
    if all(g.flags[unit] & ON_RAILS for unit in units):
        left, extra = min(g.mp[unit] for unit in units), interdicted(g)
        rides = ((hex, cost + extra.get(hex, 0)) for hex, cost in rails(g).costs[g.at[lead]])
        if not g.in_enemy_zoc(lead) and any(cost <= left and not closed >> hex & 1 for hex, cost in rides):
            return True
    near = g.rules.grid.neighbours[g.at[lead]]
    return any(not closed >> hex & 1 and all(affords(g, unit, hex) for unit in units) for hex in near)


def companions(g: Position, units: Party) -> list[Unit]:
    """Units in the same hex that can go along."""
    others = [u for u in g.stack(g.at[units[0]]) if u not in units and g.mp[u] > 0]
    return [u for u in others if may_move(g, u) is OK and can_step(g, (*units, u))]


# --- moving -----------------------------------------------------------------------------------------------------------


def set_out(g: Position, units: Sequence[Unit]) -> None:
    """10.3h: those who leave others of their company behind are a company of their own from now on."""
    stay = {g.company[unit] for unit in g.stack(g.at[units[0]]) if unit not in units}
    split = sorted({g.company[unit] for unit in units} & stay)
    for old in split:
        new = max(g.rules.grid.size, *g.company) + 1
        for unit in units:
            if g.company[unit] == old:
                g.company[unit] = new


class Toll(NamedTuple):
    """What a path costs a unit, and how it travels."""

    cost: int
    disengages: bool
    rides: bool  # still on the railroad at its end (7.0f)


def toll(g: Position, unit: Unit, path: Sequence[Hex]) -> Toll:
    """What a path that begins with the unit's own hex costs it."""
    leaves = g.in_enemy_zoc(unit)
    cost = disengagement(g, unit) if leaves else 0
    rides = bool(g.flags[unit] & ON_RAILS)
    train, extra = rails(g) if rides else None, interdicted(g)
    for a, b in pairwise(path):
        ride = train.step(a, b) if train is not None and rides else None
        rides = ride is not None
        cost += (step_cost(g, unit, a, b) or 0) if ride is None else ride + extra.get(b, 0)
    return Toll(cost, leaves, rides)


def walk(g: Position, unit: Unit, path: Sequence[Hex], paid: Toll) -> None:
    """Move a unit hex by hex along a path that begins with its own hex."""
    g.mp[unit] = max(0, g.mp[unit] - paid.cost)  # 10.1j: one hex may cost more than it has
    g.flags[unit] |= MOVED | (DISENGAGED if paid.disengages else 0)
    if not paid.rides:
        g.flags[unit] &= ~ON_RAILS
    for hex in path[1:-1]:
        g.pass_through(unit, hex)
    g.enter(unit, path[-1])
    stop_in_zone(g, unit)
    how, rule = ("disengages", "10.4a") if paid.disengages else ("moves", "10.1a")
    g.tell(Moved(unit=g.name(unit), path=g.hexnames(path), how=how, rule=rule))


def stop_in_zone(g: Position, unit: Unit) -> None:
    """9.0e, 10.1d: whoever moves into an EZOC stops there for the phase."""
    if g.in_enemy_zoc(unit):
        g.flags[unit] |= STOPPED


def _move(g: Position, units: Party, way: Way) -> Procedure[None] | None:
    """Units go together by the cheapest way; one that sets off a demolition halts there, and can go on if it may."""
    with g.as_offered():
        path = [g.at[units[0]], *destinations(g, units).route(way[-1])]
        mined = [n for n, hex in enumerate(path) if n and any(springs(g, unit, hex) for unit in units)]
        if mined:
            path = path[: mined[0] + 1]
        paid = [toll(g, unit, path) for unit in units]
    set_out(g, units)
    for unit, cost in zip(units, paid, strict=True):
        walk(g, unit, path, cost)
    return spring(g) if mined else None


# --- the verb ---------------------------------------------------------------------------------------------------------


def _possible(g: Position) -> Ruling:
    able = g.somebody("movers", lambda unit: g.mp[unit] > 0 and _can_move(g, unit), movers(g))
    return OK if able else no("10.0", "no unit is able to move")


def _can_move(g: Position, unit: Unit) -> bool:
    return may_move(g, unit) is OK and can_step(g, (unit,))


def _hexes(g: Position, units: Party, way: Way) -> list[Hex]:
    start = g.at[units[0]]
    return [] if way else [hex for hex in destinations(g, units).cost if hex != start]


def why_not_there(g: Position, units: Party, way: Way, hex: Hex) -> Ruling:
    """Why the units cannot move to a hex."""
    names, there, start = " ".join(g.names(units)), g.hexname(hex), g.at[units[0]]
    if hex == start:
        return no("10.1a", f"{names} is in {there} already")
    if g.occupied[ENEMY[g.side]] >> hex & 1:
        return no("10.1b", f"enemy in {there}: stop next to it, then overrun or attack it")
    if g.rules.water >> hex & 1:
        return no("10.1a", f"{there} is water")
    if any(g.rules.klass[unit] == TRAIN for unit in units) and closed_hexes(g, units) >> hex & 1:
        return no("7.0h", f"the enemy passed {there} last: the line is cut for a train")
    for unit in units:
        if (ruling := strays(g, unit, hex)) is not None:
            return ruling
    zone, closed = g.zoc(ENEMY[g.side]), closed_hexes(g, units)
    beside, held = bool(g.rules.grid.around[start] >> hex & 1), bool(zone >> start & 1)
    if held and beside and zone >> hex & 1:
        return no("10.4c", f"{names} may not go from one enemy zone of control into another")
    if held and (beside or len(destinations(g, units).cost) == 1):
        return no("10.4d", f"{names} has too few movement points to disengage to {there}")
    if len(units) > 1 and all(hex in destinations(g, (unit,)).cost for unit in units):
        return no("10.1f", f"{names} cannot all pay for one way to {there}: go by shorter steps, or one by one")
    left = min(g.mp[unit] for unit in units) - (max(disengagement(g, unit) for unit in units) if held else 0)
    if hex in reach(joint_table(g, units).costs, start, left, closed=closed, extra=interdicted(g)).cost:
        return no("10.1d", f"every way of {names} to {there} within its points leads through an enemy zone of control")
    if any(b == hex for _, b in barred_crossings(g, g.side)):
        return no("10.1e", f"{there} is guarded by an enemy on the river: it may not be crossed into that zone")
    return no("10.1f", f"{there} is out of reach: {g.name(units[0])} has {left_to_march(g.mp[units[0]])}")


MOVE: Verb[Position] = party_to_hex(
    "move",
    "10.0",
    possible=_possible,
    units=movers,
    joining=companions,
    hexes=_hexes,
    why_not_unit=may_move,
    why_not_alone=lambda g, unit: no(
        "10.4d" if g.in_enemy_zoc(unit) else "10.1f",
        f"{g.name(unit)} has too few movement points for any step it may take",
    ),
    why_not_along=lambda g, units, unit: no(
        "10.1f", f"{g.name(unit)} cannot go along: it is elsewhere, or there is no step they could all take"
    ),
    why_not_hex=why_not_there,
    carry_out=_move,
)
