"""10.3 Overrun: combat in the midst of movement."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from grognard.decision import Procedure, put
from grognard.events import Moved
from grognard.games.battles import supply
from grognard.games.battles.combat import fight_overrun
from grognard.games.battles.costs import half_points
from grognard.games.battles.demolitions import spring
from grognard.games.battles.movement import may_act, mechanised, set_out, stop_in_zone
from grognard.games.battles.position import (
    ATTACK,
    DISENGAGED,
    ENEMY,
    MOVED,
    ON_RAILS,
    STARTED_ATTACK,
    STOPPED,
    Position,
    Unit,
)  # fmt: skip
from grognard.games.battles.results import hits_attacker
from grognard.games.battles.routes import outset, strays
from grognard.games.battles.rules import PANZER
from grognard.hexes import Hex
from grognard.mechanics.aftermath import pick
from grognard.mechanics.marching import left_to_march, points
from grognard.mechanics.turn import Verb
from grognard.mechanics.verbs import Party, Way, unit_or_stay, units_against
from grognard.ruling import OK, Ruling, no

FORBIDDEN = ("swamp", "mountain")  # 10.3c, besides cities and fortifications


# --- who and whom -----------------------------------------------------------------------------------------------------


def may_overrun(g: Position, unit: Unit) -> Ruling:
    """Whether the unit may overrun anything from where it stands."""
    ruling = may_act(g, unit)
    if ruling is not OK:
        return ruling
    name = g.name(unit)
    if not g.can_attack(unit):
        return no("10.3a", f"{name} has no attack strength")
    if mechanised(g) and g.rules.units[unit].type not in PANZER:
        return no("10.3b", f"{name} is no armour, mechanised or motorised unit: it may not overrun in this phase")
    if not g.rules.weather[g.weather].overruns:
        return no("17.0", f"there are no overruns in this weather ({g.weather})")
    if not g.flags[unit] & STARTED_ATTACK:
        return no("10.3d", f"{name} was not in Attack supply when it began to move")
    if g.flags[unit] & DISENGAGED:
        return no("10.3e", f"{name} has disengaged in this phase and may not overrun")
    if supply.level(g, unit) != ATTACK:
        return no("10.3d", f"{name} is not in Attack supply in the hex it would overrun from")
    return OK


def may_be_overrun(g: Position, hex: Hex) -> Ruling:
    """Whether a hex is a target for an overrun at all."""
    name = g.hexname(hex)
    if not g.occupied[ENEMY[g.side]] >> hex & 1:
        return no("10.3p", f"no enemy unit is in {name}")
    if g.rules.board.terrain[hex] in FORBIDDEN or g.rules.cities >> hex & 1:
        return no("10.3c", f"{name} is a swamp, mountain or city hex, which cannot be overrun")
    if g.fortresses >> hex & 1 or hex in g.forts:
        return no("10.3c", f"the units in {name} are in a fortress or field fort, which cannot be overrun")
    return OK


def may_strike(g: Position, unit: Unit, hex: Hex) -> Ruling:
    """Whether a unit that may overrun can overrun this hex from its own."""
    name, there, here = g.name(unit), g.hexname(hex), g.at[unit]
    if not g.rules.next_to[here] >> hex & 1:
        return no("10.3a", f"{name} is not adjacent to {there}")
    if (here, hex) in g.rules.major:
        return no("10.3c", f"a major river lies between {name} and {there}")
    if (cost := overrun_cost(g, unit, hex)) is None:
        return no("10.3a", f"{name} cannot enter {there}")
    if cost > g.mp[unit]:
        return no("10.3a", f"{name} has {left_to_march(g.mp[unit])}; this overrun costs {points(cost)}")
    others = g.rules.grid.around[here] & ~(1 << hex)
    if g.zone_from(ENEMY[g.side], others) >> here & 1:
        return no("10.3g", f"{name} is in the zone of control of enemies that are not in {there}")
    if (ruling := strays(g, unit, hex)) is not None:
        return ruling
    return OK


def overrun_cost(g: Position, unit: Unit, hex: Hex) -> int | None:
    """10.3a, G50: what the target hex costs to enter, and two points more."""
    cost = outset(g, unit, hex)
    return None if cost is None else cost + half_points("overrun")


def _targets_of(g: Position, unit: Unit) -> list[Hex]:
    """The hexes a unit can overrun; the cheap questions first."""
    beside = g.occupied[ENEMY[g.side]] & g.rules.next_to[g.at[unit]]
    if not beside or may_overrun(g, unit) is not OK:
        return []
    near = (hex for hex in g.rules.grid.neighbours[g.at[unit]] if beside >> hex & 1)
    return [hex for hex in near if may_be_overrun(g, hex) and may_strike(g, unit, hex)]


def _in_contact(g: Position) -> Iterator[Unit]:
    near, at, flags, mp = g.rules.grid.beside(g.occupied[ENEMY[g.side]]), g.at, g.flags, g.mp
    units = g.rules.of_side[g.side]
    return (u for u in units if at[u] >= 0 and flags[u] & STARTED_ATTACK and mp[u] > 0 and near >> at[u] & 1)


def targets(g: Position) -> list[Hex]:
    """Every hex that can be overrun now."""
    return list(dict.fromkeys(hex for unit in _in_contact(g) for hex in _targets_of(g, unit)))


def _able(g: Position, hexes: Way, units: Party) -> list[Unit]:
    """The units that can overrun the hex; those that join have been with the first since the phase began (10.3h)."""
    (hex,) = hexes
    if not units:
        near = g.units_in(g.rules.next_to[hex] & g.occupied[g.side])
        return [u for u in near if may_overrun(g, u) is OK and may_strike(g, u, hex)]
    lead = units[0]
    together = [u for u in g.stack(g.at[lead]) if u not in units and g.company[u] == g.company[lead]]
    return [u for u in together if may_overrun(g, u) is OK and may_strike(g, u, hex)]


# --- the overrun ------------------------------------------------------------------------------------------------------


def overrun(g: Position, target: Hex, units: Sequence[Unit]) -> Procedure[None]:
    """Pay, fight at half strength, and enter the hex if it is vacated; any result against the attackers halts them."""
    with g.as_offered():
        costs = [overrun_cost(g, unit, target) or 0 for unit in units]
    set_out(g, units)
    start = g.at[units[0]]
    for unit, cost in zip(units, costs, strict=True):
        g.mp[unit] -= cost
        g.flags[unit] |= MOVED
    result = yield from fight_overrun(g, tuple(units), target)
    left = [unit for unit in units if g.at[unit] == start]
    if not (result and hits_attacker(result)) and left and target not in g.stacks:  # 12.5q: else they are halted
        for unit in left:
            g.flags[unit] &= ~STOPPED  # 9.0e: by the zone of those it has overrun
        yield from occupy(g, left, target)
    yield from spring(g)


def occupy(g: Position, units: Sequence[Unit], target: Hex) -> Procedure[None]:
    """10.3i: one or more of the overrunners must enter the vacated hex, which is paid for; the others may go on."""
    waiting, prompt = list(units), f"Choose who enters {g.hexname(target)}"
    while waiting:
        if len(waiting) == len(units):
            unit = yield from pick(g, g.side, "occupy", prompt, "10.3i", waiting, "occupy")
        else:
            words = yield from put(unit_or_stay(g, g.side, "occupy", prompt, "10.3i", waiting, target))
            if words[0] == "stay":
                break
            unit = g.unit(words[1])
        waiting.remove(unit)
        path = (g.hexname(g.at[unit]), g.hexname(target))
        if (g.at[unit], target) not in g.rules.rails.links:
            g.flags[unit] &= ~ON_RAILS  # 7.0f
        g.enter(unit, target)
        stop_in_zone(g, unit)
        g.tell(Moved(unit=g.name(unit), path=path, how="overruns into", rule="10.3i"))
    if waiting:
        number = max(g.rules.grid.size, *g.company) + 1
        for unit in waiting:
            g.company[unit] = number


# --- the verb ---------------------------------------------------------------------------------------------------------


def _possible(g: Position) -> Ruling:
    able = g.somebody("overruns", lambda unit: g.at[unit] >= 0 and bool(_targets_of(g, unit)), _in_contact(g))
    return OK if able else no("10.3p", "no unit is next to an enemy it could overrun")


def _why_not_hex(g: Position, hexes: Way, units: Party, hex: Hex) -> Ruling:
    if hexes:
        return no("10.3p", "an overrun has one target hex")
    ruling = may_be_overrun(g, hex)
    if not ruling:
        return ruling
    near = g.units_in(g.rules.next_to[hex] & g.occupied[g.side])
    for unit in sorted(near, key=lambda u: not g.can_attack(u)):  # what keeps the likeliest from it
        for ruling in (may_overrun(g, unit), may_strike(g, unit, hex)):
            if not ruling:
                return ruling
    return no("10.3p", f"no unit of yours is next to {g.hexname(hex)}: move there first, then overrun")


def _why_not_against(g: Position, hexes: Way, units: Party, unit: Unit) -> Ruling:
    ruling = may_strike(g, unit, hexes[0])
    if not ruling or not units:
        return ruling
    return no("10.3h", f"{g.name(unit)} has not been with {g.name(units[0])} since the phase began")


OVERRUN: Verb[Position] = units_against(
    "overrun",
    "10.3p",
    possible=_possible,
    targets=lambda g, hexes: () if hexes else targets(g),
    units=_able,
    why_not_hex=_why_not_hex,
    why_not_unit=may_overrun,
    why_not_against=_why_not_against,
    carry_out=lambda g, hexes, units: overrun(g, hexes[0], units),
)
