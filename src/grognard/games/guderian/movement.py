"""6.1, 6.2, 6.4 Movement, and the first-turn orders of 5.2."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from itertools import pairwise

from grognard.events import Moved, Noted
from grognard.games.guderian.position import (
    ENEMY,
    HALTED,
    LASTING,
    MOVED,
    RAILED,
    RETREATED,
    SOVIET,
    STARTED_OOS,
    STEPPED,
    UNUSED,
    Position,
    Unit,
)  # fmt: skip
from grognard.games.guderian.routes import (
    affords,
    closed_columns,
    closed_hexes,
    closed_to_all,
    closed_to_march,
    destinations,
    interdicted,
    is_frozen,
    must_march,
    step_cost,
)
from grognard.games.guderian.stacking import fits
from grognard.games.guderian.supply import command_radius, out_of_supply
from grognard.hexes import Hex, HexSet, reach
from grognard.mechanics.marching import left_to_march, stepping_off
from grognard.mechanics.turn import Verb
from grognard.mechanics.verbs import Party, Way, party_to_hex
from grognard.ruling import OK, Ruling, no

MECHANISED_PHASE = "german-mechanised"
MOVEMENT_PHASES = ("soviet-movement", "german-movement", MECHANISED_PHASE)


def begin_movement(g: Position, side: str) -> None:
    """The supply check of a Movement Phase (11.0b), and a fresh allowance for every unit."""
    g.hand, g.trail = (), {}
    if side == SOVIET:
        g.commanded = command_radius(g)
    with g.still():
        cut_off = frozenset(out_of_supply(g, side))
    at, flags, origin, mp = g.at, g.flags, g.origin, g.mp
    for unit in g.on_map(side):
        flags[unit] = flags[unit] & LASTING | (STARTED_OOS if unit in cut_off else 0)
        origin[unit], mp[unit] = at[unit], allowance(g, unit)


def allowance(g: Position, unit: Unit) -> int:
    """The movement allowance in half points; halved out of supply, fractions dropped, at least one (6.25, 11.32)."""
    move = g.rules.units[unit].steps[g.level[unit]][2]
    if g.flags[unit] & STARTED_OOS:
        move = max(1, move // 2)
    return 2 * move


# --- who may move ----------------------------------------------------------------------------------------------------


def may_act(g: Position, unit: Unit) -> Ruling:
    """Whether the unit may still do anything in this Movement Phase."""
    flags = g.flags[unit]
    if g.owners[unit] != g.side:
        return no("6.11", f"{g.name(unit)} is not yours to move in this phase")
    if g.at[unit] < 0:
        return no("6.11", f"{g.name(unit)} is not on the map")
    if g.phase == MECHANISED_PHASE and unit not in g.rules.mobile:
        return no("4.2B3", f"{g.name(unit)} is infantry: only panzer, motorised and cavalry units move now")
    if g.disrupted[unit]:
        return no("6.62", f"{g.name(unit)} is disrupted")
    if flags & HALTED:
        return no("6.52a", f"{g.name(unit)} was halted by its overrun and moves no more in this phase")
    if flags & RAILED:
        return no("6.32a", f"{g.name(unit)} has moved by rail; its whole move in the phase is by rail")
    if unit not in g.hand:
        if flags & MOVED:
            return no("6.0b", f"{g.name(unit)} has moved: its move ended when another unit was moved")
        if (unfinished := must_go_on(g, g.hand)) is not None:
            return no("5.23a", f"{g.name(unfinished)} must first use up its movement allowance")
    return OK


def may_move(g: Position, unit: Unit) -> Ruling:
    """Whether the unit may move by itself from where it stands."""
    ruling = may_act(g, unit)
    if ruling is not OK:
        return ruling
    if g.in_enemy_zoc(unit):
        return no("8.13", f"{g.name(unit)} is in an enemy zone of control and may not leave it by moving")
    if is_frozen(g, unit):
        if g.flags[unit] & MOVED:
            return no("5.22", f"{g.name(unit)} belongs to the frozen {g.army[unit]} Army and has gone its one hex")
        if fits(g, SOVIET, [u for u in g.stack(g.at[unit]) if g.army.get(u) == g.army[unit]]):
            return no("5.21", f"{g.name(unit)} belongs to the {g.army[unit]} Army, which may not move this turn")
        if unit in g.rules.leaders:
            return no("5.22", f"{g.name(unit)} stays: the stack is not too large because of the Leader")
    return OK


def must_go_on(g: Position, units: Iterable[Unit]) -> Unit | None:
    """5.23a: one of the units that must use up its allowance on the first turn and still can."""
    if g.turn > 1:
        return None
    return next((u for u in units if must_march(g, u) and g.at[u] >= 0 and can_step(g, u)), None)


# --- moving ----------------------------------------------------------------------------------------------------------


def take_in_hand(g: Position, units: Sequence[Unit]) -> None:
    """6.0b: moving other units ends the move of those in hand."""
    if not set(units) <= set(g.hand):
        g.hand = tuple(units)


def walk(g: Position, unit: Unit, path: Sequence[Hex], rule: str, how: str = "moves") -> None:
    """Move a unit hex by hex along a path that begins with its own hex; it pays as it goes."""
    zone = g.zoc(ENEMY[g.rules.side[unit]])  # no step of its own changes the enemy's
    for a, b in pairwise(path):
        cost = step_cost(g, unit, a, b)
        assert cost is not None
        g.mp[unit] -= cost
        if must_march(g, unit):
            g.trail[unit] = g.trail.get(unit, 0) | 1 << a | 1 << b
        step_into(g, unit, b, a, zone)
        repair(g, unit, b)
    g.place(unit, path[-1])
    g.flags[unit] |= MOVED | STEPPED
    g.tell(Moved(unit=g.name(unit), path=g.hexnames(path), how=how, rule=rule))


def step_into(g: Position, unit: Unit, hex: Hex, origin: Hex, zone: HexSet) -> None:
    """What entering a hex means whichever way: who was there last, and the way back out of the EZOC (10.23)."""
    g.note_presence(unit, hex)
    g.flags[unit] &= ~RETREATED  # 9.75 speaks of the hex it had fled to
    g.back[unit] = origin if zone >> hex & 1 else UNUSED


def repair(g: Position, unit: Unit, hex: Hex) -> None:
    """6.37c: a Soviet combat unit moving normally into a cut repairs it; trains run from the next turn on."""
    if hex in g.cuts and g.rules.side[unit] == SOVIET and unit not in g.rules.leaders:
        g.cuts = tuple(cut for cut in g.cuts if cut != hex)
        g.repaired |= 1 << hex
        g.tell(Noted(text=f"{g.name(unit)} repairs the railroad in {g.hexname(hex)}", rule="6.37c"))


# --- the verb --------------------------------------------------------------------------------------------------------


def on_the_move(g: Position) -> list[Unit]:
    """The units that may still act, found at once: those in hand alone while one of them must go on (5.23a)."""
    return g.memo("on the move", lambda: _on_the_move(g))


def _on_the_move(g: Position) -> list[Unit]:
    at, flags, disrupted, hand = g.at, g.flags, g.disrupted, g.hand
    units: Sequence[Unit] = g.rules.mobile if g.phase == MECHANISED_PHASE else g.rules.of_side[g.side]  # 4.2B3
    if must_go_on(g, hand) is not None:
        units = hand
    busy, done = MOVED | HALTED | RAILED, HALTED | RAILED
    return [
        u for u in units
        if at[u] >= 0 and not disrupted[u] and (not flags[u] & busy or (u in hand and not flags[u] & done))
    ]  # fmt: skip


def movers(g: Position) -> Iterator[Unit]:
    """Every unit that can move somewhere."""
    if g.turn == 1:  # everybody has orders of his own (5.2)
        return (u for u in on_the_move(g) if can_move(g, u))
    return _free_to_step(g)


def _free_to_step(g: Position) -> Iterator[Unit]:
    """The units on the move outside EZOC (8.13) that have the points for a step."""
    at, mp, gait, exits = g.at, g.mp, g.rules.gait, _exits(g)
    for unit in on_the_move(g):
        found = exits.get((gait[unit], mp[unit]))
        if found is None:
            found = _exits_of(g, unit)
        if found >> at[unit] & 1 or (unit in g.rules.leaders and can_move(g, unit)):
            yield unit


def _exits(g: Position) -> dict[tuple[int, int], HexSet]:
    """By gait and points left, the hexes from which a unit can step off: those that have been worked out (`_exits_of`).
    They stay the same while the side's own units move."""
    enemy = ENEMY[g.side]
    facts = g.occupied[enemy], g.zoc(enemy), closed_columns(g), g.air, g.partisans
    return g.memo(("exits", g.side), dict, facts)


def _exits_of(g: Position, unit: Unit) -> HexSet:
    """The hexes outside EZOC from which units like this one can step off. Where a Leader could do so only into EZOC,
    it is he who must be asked, for that depends on his escort (10.23)."""
    exits, kind = _exits(g), (g.rules.gait[unit], g.mp[unit])
    found = exits.get(kind)
    if found is None:
        zone = g.zoc(ENEMY[g.side])
        closed = closed_to_all(g) | (zone if unit in g.rules.leaders else 0)
        found = exits[kind] = steps_off(g, unit, closed) & ~zone
    return found


def _goes(g: Position, unit: Unit) -> bool:
    """Whether the unit can move, found as `movers` finds it."""
    if g.turn > 1 and may_act(g, unit) is OK and _exits_of(g, unit) >> g.at[unit] & 1:
        return True
    return (g.turn == 1 or unit in g.rules.leaders) and can_move(g, unit)


def can_move(g: Position, unit: Unit) -> bool:
    """Whether the unit may move and can afford a step."""
    return may_move(g, unit) is OK and can_step(g, unit)


def can_step(g: Position, *units: Unit) -> bool:
    """Whether the units, all in one hex, can afford any step together."""
    here, lead = g.at[units[0]], units[0]
    if must_march(g, lead):  # a step that leads nowhere is still allowed to a unit that cannot get out (5.23b)
        table, closed = g.rules.eastward, closed_to_march(g, units)
    else:
        closed = closed_hexes(g, units)
        for unit in units:
            if not steps_off(g, unit, closed) >> here & 1:
                return False
        if len(units) == 1:
            return True
        table = g.rules.costs
    steps = table[g.rules.units[lead].klass][here]
    return any(not closed >> hex & 1 and all(affords(g, unit, here, hex) for unit in units) for hex, _ in steps)


def steps_off(g: Position, unit: Unit, closed: HexSet) -> HexSet:
    """The hexes from which a unit of this class with as many points left could pay for a step."""
    klass = g.rules.units[unit].klass
    return stepping_off(g, klass, g.rules.prices[klass], g.mp[unit], g.rules.grid.all & ~closed, interdicted(g, g.side))


def companions(g: Position, units: Sequence[Unit]) -> list[Unit]:
    """Units in the same hex that may join the move: those in hand go with those in hand, the fresh with the fresh."""
    lead = units[0]
    if any(is_frozen(g, u) for u in units):
        return []
    march = must_march(g, lead)

    def goes_along(unit: Unit) -> bool:
        group = (*units, unit)
        alike = (unit in g.hand) == (lead in g.hand) and must_march(g, unit) == march
        if not alike or not may_move(g, unit):
            return False
        return len(destinations(g, group).cost) > 1 if march else can_step(g, *group)

    return [u for u in g.stack(g.at[lead]) if u not in units and not is_frozen(g, u) and goes_along(u)]


def _possible(g: Position) -> Ruling:
    return OK if g.somebody("mover", partial(_goes, g), movers(g)) else no("6.11", "no unit is able to move")


def _hexes(g: Position, units: Party, way: Way) -> list[Hex]:
    start = g.at[units[0]]
    return [] if way else [hex for hex in destinations(g, units).cost if hex != start]


def why_not_there(g: Position, units: Party, way: Way, hex: Hex) -> Ruling:
    """Why the units cannot move to a hex."""
    names, there = " ".join(g.names(units)), g.hexname(hex)
    lead = units[0]
    if hex == g.at[lead]:
        return no("6.12", f"{names} is in {there} already")
    if g.occupied[ENEMY[g.side]] >> hex & 1:
        return no("6.21", f"enemy in {there}: stop next to it, then overrun or attack it")
    if g.rules.impassable >> hex & 1:
        return no("6.7", f"{there} is a lake")
    if must_march(g, lead):
        if any(g.trail.get(u, 0) >> hex & 1 for u in units):
            return no("5.23c", f"{names} was in {there} already and may not enter a hex twice on the first turn")
        if g.rules.grid.column(hex) < g.rules.grid.column(g.at[lead]):
            return no("5.23d", f"{there} lies to the west; the {g.army[lead]} Army may not move west on the first turn")
        if g.rules.western_columns >> hex & 1 and all(_could_march(g, u, hex) for u in units):
            return no("5.23b", f"from {there} {names} could not leave the two western columns this turn")
        return no("5.23a", f"{names} cannot reach {there} going north, south and east")
    if is_frozen(g, lead):
        return no("5.22", f"the {g.army[lead]} Army is frozen: {names} may go one hex to relieve the stack, no further")
    if closed_columns(g) >> hex & 1 and g.side == SOVIET:
        return no("6.4a", f"{there} lies in the two western columns, closed to Soviet units until turn 7")
    if closed_hexes(g, units) >> hex & 1:
        return no("10.23a", f"a Leader enters {there}, an enemy zone of control, only with a unit that can attack")
    if len(units) > 1 and all(hex in destinations(g, (u,)).cost for u in units):
        return no("6.0b", f"{names} cannot all pay for one way to {there}: go by shorter steps, or one by one")
    if (short := _short_of_points(g, units, hex, 0)) is not None:
        return no("6.23", f"{there} is out of reach: {g.name(short)} has {left_to_march(g.mp[short])}")
    whose = "their" if len(units) > 1 else "its"
    ways = f"every way of {names} to {there} within {whose} movement points leads through"
    enemies = g.occupied[ENEMY[g.side]]
    if _short_of_points(g, units, hex, enemies) is not None:
        return no("6.21", f"{ways} enemy units")
    if g.side == SOVIET and _short_of_points(g, units, hex, enemies | closed_columns(g)) is not None:
        return no("6.4a", f"{ways} the two western columns, closed to Soviet units until turn 7")
    if _short_of_points(g, units, hex, closed_hexes(g, units)) is not None:
        return no("10.23a", f"{ways} enemy zones of control, where a Leader goes only with a unit that can attack")
    return no("6.22", f"{ways} an enemy zone of control")


def _could_march(g: Position, unit: Unit, hex: Hex) -> bool:
    """Whether the unit could come to the hex going north, south and east, wherever that leaves it (5.23b)."""
    costs = g.rules.eastward[g.rules.units[unit].klass]
    return hex in reach(costs, g.at[unit], g.mp[unit], closed=closed_to_march(g, (unit,))).cost


def _short_of_points(g: Position, units: Party, hex: Hex, closed: HexSet) -> Unit | None:
    """The first unit that could not pay for a way around these hexes, if zones of control stopped nobody."""
    start, extra = g.at[units[0]], interdicted(g, g.side)

    def pays(unit: Unit) -> bool:
        costs = g.rules.costs[g.rules.units[unit].klass]
        return hex in reach(costs, start, g.mp[unit], closed=closed, extra=extra).cost

    return next((unit for unit in units if not pays(unit)), None)


def _why_not_alone(g: Position, unit: Unit) -> Ruling:
    """Why a unit that may move can take no step."""
    march, here = must_march(g, unit), g.at[unit]
    closed = closed_to_march(g, (unit,)) if march else closed_hexes(g, (unit,))
    table = g.rules.eastward if march else g.rules.costs
    open = [hex for hex, _ in table[g.rules.units[unit].klass][here] if not closed >> hex & 1]
    if open:
        return no("6.23", f"{g.name(unit)} has too few movement points left for any step it may take")
    around = sorted(g.rules.grid.neighbours[here], key=lambda hex: g.rules.impassable >> hex & 1)
    shut = why_not_there(g, (unit,), (), around[0])
    return no(shut.rule, f"{g.name(unit)} can take no step: {shut.reason}")


def _why_not_along(g: Position, units: Party, unit: Unit) -> Ruling:
    """Why a unit that may move cannot go with these."""
    name, lead = g.name(unit), units[0]
    if g.at[unit] != g.at[lead]:
        return no("6.0b", f"{name} cannot go along: it is not in the hex of {g.name(lead)}")
    if is_frozen(g, unit) or is_frozen(g, lead):
        return no("5.22", f"{name} cannot go along: units of a frozen army leave its stack one by one")
    if must_march(g, unit) != must_march(g, lead):
        return no("5.23a", f"{name} cannot go along: the orders of the first turn are not the same for {g.name(lead)}")
    if (unit in g.hand) != (lead in g.hand):
        return no("6.0b", f"{name} cannot go along: units move together all fresh or all on the move")
    return no("6.23", f"{name} cannot go along: there is no step that all of them can pay for")


def _move(g: Position, units: Party, way: Way) -> None:
    with g.as_offered():
        path = [g.at[units[0]], *destinations(g, units).route(way[-1])]
    take_in_hand(g, units)
    for unit in sorted(units, key=lambda u: u in g.rules.leaders):  # the escort goes first
        walk(g, unit, path, "6.12")


MOVE: Verb[Position] = party_to_hex(
    "move",
    "6.24",
    naming="6.0b",
    possible=_possible,
    units=movers,
    joining=companions,
    hexes=_hexes,
    why_not_unit=may_move,
    why_not_alone=_why_not_alone,
    why_not_along=_why_not_along,
    why_not_hex=why_not_there,
    carry_out=_move,
)
