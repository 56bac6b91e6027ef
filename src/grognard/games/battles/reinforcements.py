"""7, 14.0f: reinforcements that come in at a location or from off the map, HQs that are replaced, and withdrawals."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from grognard.events import Entered, Noted, Placed, Removed
from grognard.games.battles import supply
from grognard.games.battles.costs import entries, half_points
from grognard.games.battles.movement import full_allowance, stop_in_zone
from grognard.games.battles.position import (
    ATTACK,
    DEAD,
    DUE,
    ENEMY,
    ENTERED,
    LEFT,
    MOVED,
    NEWCOMER,
    NONE,
    ON_RAILS,
    STARTED_ATTACK,
    Position,
    Unit,
)  # fmt: skip
from grognard.games.battles.routes import ground, interdicted
from grognard.games.battles.scenario import Withdrawal
from grognard.hexes import Hex, HexSet, hexset, members
from grognard.mechanics.turn import Verb
from grognard.mechanics.verbs import Party, Way, of_unit, party_to_hex, unit_to_hex
from grognard.ruling import OK, Ruling, no

REPLACED = -1  # the arrival of an HQ that was destroyed (14.0f)


# --- what falls due ---------------------------------------------------------------------------------------------------


def begin_reinforcement(g: Position, side: str) -> None:
    """14.0f: HQs destroyed since the last time are due again, on their General side."""
    for hq in g.rules.hqs_of[side]:
        if g.at[hq] == DEAD and is_replaced(g, hq):
            g.at[hq] = DUE
            g.due[hq] = (g.turn, REPLACED)
            g.tell(Noted(text=f"{g.name(hq)} is replaced", rule="14.0f"))


def is_replaced(g: Position, hq: Unit) -> bool:
    """Whether a destroyed HQ comes back: some only while a unit of its colour is in supply."""
    colour = g.rules.colour[hq]
    command = g.rules.sides[g.owners[hq]].command
    if colour not in command.not_replaced:
        return bool(command.replaced_at)
    fellows = (u for u in g.on_map(g.owners[hq]) if g.rules.colour[u] == colour)
    return any(supply.level(g, unit) != NONE for unit in fellows)


def end_reinforcement(g: Position, side: str) -> None:
    """7.0c: whoever found his location in enemy hands is delayed; and formations kept against orders are paid for."""
    _note_blocked(g, side, location=True)
    for plan in _withdrawals(g, side):
        if plan.formation not in g.given and _members(g, plan):
            g.given = (*g.given, plan.formation)
            g.score(ENEMY[side], plan.points, f"{plan.formation} stays on the map", plan.id)


def end_entries(g: Position, side: str) -> None:
    """7.0c: whoever found every hex of his edge occupied is delayed."""
    _note_blocked(g, side, location=False)


def _note_blocked(g: Position, side: str, *, location: bool) -> None:
    due = [u for u, (turn, _) in g.due.items() if turn <= g.turn and g.owners[u] == side]
    shut = [u for u in due if at_location(g, u) == location and not _named_hexes(g, u) and u not in g.blocked]
    for unit in shut:
        g.tell(Noted(text=f"{g.name(unit)} finds the enemy where it should come in and is delayed", rule="7.0c"))
    g.blocked |= frozenset(shut)


# --- where they come in -----------------------------------------------------------------------------------------------


def at_location(g: Position, unit: Unit) -> bool:
    """Whether the unit is put on the map in the Reinforcement phase; the others come from off it as they move."""
    number = g.due[unit][1]
    return number == REPLACED or g.rules.scenario.arrivals[number].location


def entry_hexes(g: Position, unit: Unit) -> HexSet:
    """The hexes in which the unit may come in now, those with enemies left out."""
    found = _named_hexes(g, unit)
    if found or unit not in g.blocked:
        return found
    return _by_railroad(g, unit) if at_location(g, unit) else _by_another_edge(g, unit)


def _area(g: Position, unit: Unit) -> HexSet:
    """The hexes of the schedule, whoever is in them."""
    number = g.due[unit][1]
    if number == REPLACED:
        return g.rules.named_hexes(g.rules.sides[g.owners[unit]].command.replaced_at) & g.rules.land
    area = g.rules.arrival_hexes[number] & g.rules.land
    for name, since in g.rules.scenario.arrivals[number].closed.items():
        if g.turn >= since:
            area &= ~(1 << g.rules.hex_by_name[name])
    return area


def _named_hexes(g: Position, unit: Unit) -> HexSet:
    return _area(g, unit) & ~g.occupied[ENEMY[g.owners[unit]]]


def _by_railroad(g: Position, unit: Unit) -> HexSet:
    """7.0c, G63: the railroad hexes nearest the location with a line of free railroad hexes to a friendly edge."""
    side, rails = g.owners[unit], g.rules.rails
    free = rails.hexes & ~g.occupied[ENEMY[side]]
    linked = edge = free & g.rules.edges[side]
    while edge:
        further = hexset(there for hex in members(edge) for there in rails.next[hex] if (hex, there) not in g.blown)
        edge = further & free & ~linked
        linked |= edge
    return _nearest(g, linked, _area(g, unit))


def _by_another_edge(g: Position, unit: Unit) -> HexSet:
    """7.0c: the nearest hexes of a friendly map edge."""
    side = g.owners[unit]
    return _nearest(g, g.rules.edges[side] & g.rules.land & ~g.occupied[ENEMY[side]], _area(g, unit))


def _nearest(g: Position, hexes: HexSet, to: HexSet) -> HexSet:
    if not to:  # on a board that has not their place
        return 0
    far = {hex: min(g.rules.grid.distance(hex, there) for there in members(to)) for hex in members(hexes)}
    return hexset(hex for hex, distance in far.items() if distance == min(far.values()))


# --- 6.0c the Reinforcement phase -------------------------------------------------------------------------------------


def may_arrive(g: Position, unit: Unit) -> Ruling:
    """Whether a unit waits for this turn and this side."""
    name = g.name(unit)
    if g.owners[unit] != g.side:
        return no("7.0a", f"{name} is not yours")
    if g.at[unit] != DUE:
        return no("7.0a", f"{name} is not waiting to come in")
    turn, _ = g.due[unit]
    return no("7.0a", f"{name} comes in turn {turn}") if turn > g.turn else OK


def may_place(g: Position, unit: Unit) -> Ruling:
    """Whether a unit may be put on the map in this Reinforcement phase."""
    ruling = may_arrive(g, unit)
    if not ruling:
        return ruling
    if not at_location(g, unit):
        return no("7.0a", f"{g.name(unit)} comes from off the map: it enters in the initial movement phase")
    if not entry_hexes(g, unit):
        return no("7.0c", f"{g.name(unit)} finds the enemy where it should come in")
    return OK


def _placeable(g: Position) -> Iterator[Unit]:
    return (unit for unit, (turn, _) in g.due.items() if turn <= g.turn and may_place(g, unit))


def _why_not_in(g: Position, unit: Unit, hex: Hex) -> Ruling:
    if g.occupied[ENEMY[g.side]] >> hex & 1:
        return no("7.0c", f"enemy in {g.hexname(hex)}: enter at another hex")
    where = " ".join(g.in_hexes(entry_hexes(g, unit)))
    return no("7.0b", f"{g.name(unit)} comes in at {where}")


def _arrive(g: Position, unit: Unit, hex: Hex) -> None:
    """A unit is on the map from now on."""
    del g.due[unit]
    g.blocked -= {unit}
    g.flags[unit] = NEWCOMER | ENTERED
    if g.rules.rails.hexes >> hex & 1 and g.rules.on_edge >> hex & 1:  # 7.0f
        g.flags[unit] |= ON_RAILS
    g.enter(unit, hex)


def _place(g: Position, unit: Unit, hex: Hex) -> None:
    """7.0a: placement costs nothing, and a hex may be overstacked by it for now (7.0g)."""
    _arrive(g, unit, hex)
    g.tell(Placed(what=g.name(unit), hex=g.hexname(hex), rule="7.0a"))


PLACE: Verb[Position] = unit_to_hex(
    "place",
    "7.0a",
    units=_placeable,
    hexes=lambda g, unit: members(entry_hexes(g, unit)),
    nobody=lambda g: no("7.0a", "no reinforcement is to be placed now"),
    why_not_unit=may_place,
    why_not_hex=_why_not_in,
    carry_out=_place,
)


# --- withdrawals ------------------------------------------------------------------------------------------------------


def _withdrawals(g: Position, side: str) -> list[Withdrawal]:
    return [plan for plan in g.rules.scenario.withdrawals if plan.side == side and plan.turn == g.turn]


def _members(g: Position, plan: Withdrawal) -> list[Unit]:
    """The units of a formation that are on the map or still to come."""
    return [unit for unit in g.rules.formations.get(plan.formation, ()) if g.at[unit] >= 0 or g.at[unit] == DUE]


def _withdrawable(g: Position) -> list[Unit]:
    plans = [plan for plan in _withdrawals(g, g.side) if plan.formation not in g.given]
    return [unit for plan in plans for unit in _members(g, plan)[:1]]


def _why_stays(g: Position, unit: Unit) -> Ruling:
    for plan in _withdrawals(g, g.side):
        if unit in _members(g, plan):
            return no(plan.id, f"name {g.name(_members(g, plan)[0])}: the whole formation goes with it")
    return no("6.0c", f"{g.name(unit)} is not to be withdrawn now")


def _withdraw(g: Position, unit: Unit) -> None:
    """A formation leaves the map as a whole."""
    plan = next(plan for plan in _withdrawals(g, g.side) if unit in _members(g, plan))
    for member in _members(g, plan):
        where = g.hexname(g.at[member]) if g.at[member] >= 0 else "the reserve"
        g.due.pop(member, None)
        g.withdraw(member, LEFT)
        g.tell(Removed(what=g.name(member), hex=where, why="withdrawn", rule=plan.id))
    g.given = (*g.given, plan.formation)


WITHDRAW: Verb[Position] = of_unit(
    "withdraw",
    "6.0c",
    units=_withdrawable,
    nobody=lambda g: no("6.0c", "no formation is to be withdrawn now"),
    why_not=_why_stays,
    carry_out=_withdraw,
)


# --- 7.0a entering from off the map -----------------------------------------------------------------------------------


def may_enter(g: Position, unit: Unit) -> Ruling:
    """Whether the unit may come onto the map in this movement phase."""
    ruling = may_arrive(g, unit)
    if not ruling:
        return ruling
    if at_location(g, unit):
        return no("7.0a", f"{g.name(unit)} is placed in the Reinforcement phase")
    return OK if entry_hexes(g, unit) else no("7.0c", f"every hex where {g.name(unit)} may enter is held by the enemy")


def entry_cost(g: Position, unit: Unit, hex: Hex) -> int:
    """7.0a: the first hex is paid for; by railroad half a point (7.0f), and never more than a unit has (10.1j)."""
    if g.rules.rails.hexes >> hex & 1:
        cost = half_points("rail_entry")
    else:
        cost = entries(g.rules, ground(g, unit)).costs[hex]
    return min(cost + interdicted(g).get(hex, 0), 2 * full_allowance(g, unit))


def ways_in(g: Position, units: Sequence[Unit]) -> HexSet:
    """The hexes at which all of the units can come in together."""
    hexes = entry_hexes(g, units[0])
    for unit in units:
        hexes &= entry_hexes(g, unit) & entries(g.rules, ground(g, unit)).hexes
    return hexes


def waiting(g: Position) -> Iterator[Unit]:
    """The units that may enter now and can."""
    due = (unit for unit, (turn, _) in g.due.items() if turn <= g.turn and g.owners[unit] == g.side)
    return (unit for unit in due if not at_location(g, unit) and ways_in(g, (unit,)))


def _can_enter(g: Position) -> Ruling:
    able = bool(g.due) and next(waiting(g), None) is not None
    return OK if able else no("7.0a", "no unit is due that can enter now")


def _joining(g: Position, units: Party) -> list[Unit]:
    number = g.due[units[0]][1]
    fellows = [u for u, (turn, n) in g.due.items() if n == number and turn <= g.turn and u not in units]
    return [u for u in fellows if ways_in(g, (*units, u))]


def enter(g: Position, units: Party, way: Way) -> None:
    """Units come in together: they pay for the hex, and are one company from here on (10.3h)."""
    (hex,) = way
    with g.as_offered():
        left = [2 * full_allowance(g, unit) - entry_cost(g, unit, hex) for unit in units]
    company = max(g.rules.grid.size, *g.company) + 1
    for unit, points in zip(units, left, strict=True):
        _arrive(g, unit, hex)
        if g.rules.rails.hexes >> hex & 1:
            g.flags[unit] |= ON_RAILS
        g.flags[unit] |= MOVED
        g.origin[unit], g.company[unit], g.mp[unit] = hex, company, points
        stop_in_zone(g, unit)
        g.tell(Entered(unit=g.name(unit), hex=g.hexname(hex), rule="7.0a"))
    with g.still():
        ready = [unit for unit in units if supply.level(g, unit) == ATTACK]
    for unit in ready:
        g.flags[unit] |= STARTED_ATTACK


ENTER: Verb[Position] = party_to_hex(
    "enter",
    "7.0a",
    possible=_can_enter,
    units=waiting,
    joining=_joining,
    hexes=lambda g, units, way: () if way else members(ways_in(g, units)),
    why_not_unit=may_enter,
    why_not_alone=lambda g, unit: no("7.0a", f"there is no hex in which {g.name(unit)} could come in"),
    why_not_along=lambda g, units, unit: no("7.0a", f"{g.name(unit)} does not come in with {g.name(units[0])}"),
    why_not_hex=lambda g, units, way, hex: _why_not_in(g, units[0], hex),
    carry_out=enter,
)
