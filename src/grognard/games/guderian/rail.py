"""6.3 Rail movement, rail cuts and their repair."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from grognard.events import Entered, Moved, Placed, Removed
from grognard.games.guderian.movement import may_act, step_into
from grognard.games.guderian.position import DUE, GERMAN, MOVED, RAILED, SOVIET, STEPPED, Position, Unit
from grognard.games.guderian.reinforcements import entry_hexes, may_enter, note_entry
from grognard.games.guderian.routes import closed_columns, is_frozen, must_march
from grognard.hexes import Hex, HexSet, Reach, hexset, members
from grognard.mechanics.marching import reach_of
from grognard.mechanics.turn import Verb
from grognard.mechanics.verbs import of_unit, unit_to_hex
from grognard.ruling import OK, Ruling, no


def rail_load(g: Position, unit: Unit) -> int:
    """6.31: how many of the eight units the unit counts as; Leaders travel free (10.21)."""
    if unit in g.rules.leaders:
        return 0
    return g.rules.rail_armoured if g.rules.kind[unit] == "armoured" else 1


def may_rail(g: Position, unit: Unit) -> Ruling:
    """Whether the unit may go by rail in this phase."""
    if g.rules.side[unit] == GERMAN:
        return no("6.36", "German units never use rail movement")
    if g.phase != "soviet-movement":
        return no("6.31", "rail movement belongs to the Soviet Movement Phase")
    if g.rail_used + rail_load(g, unit) > g.rules.rail_units:
        most, load = g.rules.rail_units, rail_load(g, unit)
        why = f"counts as {load} of the {most} units a turn, and there is room for {most - g.rail_used}"
        return no("6.31", f"{g.name(unit)} {why}")
    if g.at[unit] == DUE:
        return may_enter(g, unit)
    ruling = may_act(g, unit)
    if not ruling:
        return ruling
    if must_march(g, unit):
        return no("5.23e", f"the {g.army[unit]} Army may not use rail movement on the first turn")
    if is_frozen(g, unit):
        return no("5.21", f"{g.name(unit)} belongs to the {g.army[unit]} Army, which may not move this turn")
    if g.flags[unit] & MOVED:
        return no("6.32a", f"{g.name(unit)} has moved: a unit that uses rail moves by rail alone in the phase")
    hex = g.at[unit]
    if not g.rules.railroad >> hex & 1:
        return no("6.32a", f"{g.name(unit)} does not begin the phase in a railroad hex")
    if hex in g.cuts or g.repaired >> hex & 1:
        return no("6.37b", f"the railroad in {g.hexname(hex)} is cut, or was repaired only this turn")
    if g.in_enemy_zoc(unit):
        return no("8.13", f"{g.name(unit)} is in an enemy zone of control and may not leave it by rail")
    return OK


def closed_rail(g: Position) -> HexSet:
    """Where no train runs: Germans and their ZOC, cuts and this turn's repairs, the closed columns (6.3, 6.4)."""
    return g.occupied[GERMAN] | g.zoc(GERMAN) | hexset(g.cuts) | g.repaired | closed_columns(g)


def rail_reach(g: Position, unit: Unit) -> Reach:
    """6.32, 6.33: every rail hex the unit can ride to, thirty hexes far, an interdicted one counting four."""
    closed = closed_rail(g)
    extra = dict.fromkeys(g.air, g.rules.rail_interdicted - 1)
    start: Hex | Mapping[Hex, int] = g.at[unit]
    if g.at[unit] == DUE:  # 6.32c: the first hex is a rail hex entered like any other
        start = {hex: 1 + extra.get(hex, 0) for hex in members(_rail_entries(g, unit, closed))}
    return reach_of(g, unit, g.rules.rail, g.rules.rail_hexes, closed=closed, extra=extra, start=start)


def _rail_entries(g: Position, unit: Unit, closed: HexSet) -> HexSet:
    return entry_hexes(g, unit) & g.rules.railroad & ~closed


def _riders(g: Position) -> Iterator[Unit]:
    for unit in g.units_in(g.occupied[SOVIET] & g.rules.railroad & _open_stations(g)):
        if may_rail(g, unit) is OK:
            yield unit
    for unit, (turn, _) in g.due.items():
        if turn <= g.turn and g.rules.side[unit] == SOVIET and _can_ride(g, unit):
            yield unit


def _can_ride(g: Position, unit: Unit) -> bool:
    if may_rail(g, unit) is not OK:
        return False
    if g.at[unit] == DUE:
        return bool(_rail_entries(g, unit, closed_rail(g)))
    return bool(_open_stations(g) >> g.at[unit] & 1)


def _open_stations(g: Position) -> HexSet:
    """The hexes from which a train has somewhere to go."""
    open = g.rules.railroad & ~closed_rail(g)
    return g.memo("stations", lambda: g.rules.rail_track.next_to(open), open)


def _stations(g: Position, unit: Unit) -> list[Hex]:
    return [hex for hex in rail_reach(g, unit).cost if hex != g.at[unit]]


def _nobody_rides(g: Position) -> Ruling:
    if g.rail_used >= g.rules.rail_units:
        return no("6.31", f"the railroads are full: {g.rules.rail_units} units have gone by rail this turn")
    return no("6.32a", "no unit is able to move by rail")


def _why_not_rail(g: Position, unit: Unit) -> Ruling:
    return may_rail(g, unit) and no("6.32a", f"{g.name(unit)} has no open rail hex to go to")


def _why_not_there(g: Position, unit: Unit, hex: Hex) -> Ruling:
    there = g.hexname(hex)
    if not g.rules.railroad >> hex & 1:
        return no("6.32a", f"{there} is not a railroad hex")
    if hex in g.cuts or g.repaired >> hex & 1:
        return no("6.37b", f"the railroad in {there} is cut, or was repaired only this turn")
    if hex == g.at[unit]:
        return no("6.32a", f"{g.name(unit)} is in {there} already")
    if g.occupied[GERMAN] >> hex & 1:
        return no("6.21", f"enemy in {there}: rail movement may not go there")
    if g.zoc(GERMAN) >> hex & 1:
        return no("6.32b", f"{there} is in a German zone of control, where rail movement may not go")
    if closed_columns(g) >> hex & 1:
        return no("6.4a", f"{there} lies in the two western columns, closed to Soviet units until turn 7")
    return no("6.33", f"{there} cannot be reached over open railroads within {g.rules.rail_hexes} hexes")


def ride(g: Position, unit: Unit, goal: Hex) -> None:
    """6.33: a unit goes by rail, from off the map if it enters so."""
    found = rail_reach(g, unit)
    path = found.route(goal)
    start = found.came[path[0]] if path else goal
    g.hand = ()
    if g.at[unit] == DUE:
        g.tell(Entered(unit=g.name(unit), hex=g.hexname(start), rule="6.32c"))
        note_entry(g, unit, start)
    zone = g.zoc(GERMAN)
    for before, hex in zip([start, *path], path, strict=False):
        step_into(g, unit, hex, before, zone)
    g.place(unit, goal)
    g.rail_used += rail_load(g, unit)
    g.flags[unit] |= MOVED | RAILED
    g.tell(Moved(unit=g.name(unit), path=g.hexnames((start, *path)), how="goes by rail", rule="6.33"))


RAIL: Verb[Position] = unit_to_hex(
    "rail",
    "6.31",
    units=_riders,
    hexes=_stations,
    can=_can_ride,
    nobody=_nobody_rides,
    why_not_unit=_why_not_rail,
    why_not_hex=_why_not_there,
    carry_out=ride,
)


# --- 6.37 cuts -------------------------------------------------------------------------------------------------------


def may_cut(g: Position, unit: Unit) -> Ruling:
    """Whether a German unit may cut the railroad in the hex it has just entered."""
    ruling = _entered_rail(g, unit, "6.37a")
    if not ruling:
        return ruling
    if g.at[unit] in g.cuts:
        return no("6.37a", f"the railroad in {g.hexname(g.at[unit])} is cut already")
    if len(g.cuts) >= g.rules.cuts:
        return no("6.37d", f"all {g.rules.cuts} Rail Cut markers are on the map; lift one first")
    return OK


def may_lift(g: Position, unit: Unit) -> Ruling:
    """Whether a German unit may take back the Rail Cut marker in the hex it has just entered."""
    ruling = _entered_rail(g, unit, "6.37d")
    if ruling and g.at[unit] not in g.cuts:
        return no("6.37d", f"there is no Rail Cut marker in {g.hexname(g.at[unit])}")
    return ruling


def _entered_rail(g: Position, unit: Unit, rule: str) -> Ruling:
    if g.rules.side[unit] != GERMAN or g.at[unit] < 0:
        return no(rule, f"{g.name(unit)} is not a German unit on the map")
    if unit not in g.hand or not g.flags[unit] & STEPPED:
        return no(rule, f"{g.name(unit)} has not just moved into its hex, or has been at work there already")
    if not g.rules.railroad >> g.at[unit] & 1:
        return no(rule, f"{g.hexname(g.at[unit])} is not a railroad hex")
    return OK


def _nobody_works(g: Position, may: Callable[[Position, Unit], Ruling], nobody: Ruling) -> Ruling:
    """The refusal to the first unit in hand."""
    return may(g, g.hand[0]) if g.hand else nobody


def _work(g: Position, unit: Unit) -> Hex:
    """The hex in which the unit cuts or lifts, which it does once before it moves on."""
    g.flags[unit] &= ~STEPPED
    return g.at[unit]


def _cut(g: Position, unit: Unit) -> None:
    hex = _work(g, unit)
    g.cuts = (*g.cuts, hex)
    g.tell(Placed(what="a Rail Cut marker", hex=g.hexname(hex), rule="6.37a"))


def _lift(g: Position, unit: Unit) -> None:
    hex = _work(g, unit)
    g.cuts = tuple(cut for cut in g.cuts if cut != hex)
    g.tell(Removed(what="the Rail Cut marker", hex=g.hexname(hex), rule="6.37d"))


CUT: Verb[Position] = of_unit(
    "cut",
    "6.37a",
    units=lambda g: (u for u in g.hand if may_cut(g, u)),
    nobody=lambda g: _nobody_works(g, may_cut, no("6.37a", "no unit has just moved into a railroad hex")),
    why_not=may_cut,
    carry_out=_cut,
)
LIFT: Verb[Position] = of_unit(
    "lift",
    "6.37d",
    units=lambda g: (u for u in g.hand if may_lift(g, u)),
    nobody=lambda g: _nobody_works(g, may_lift, no("6.37d", "no unit has just moved over a Rail Cut marker")),
    why_not=may_lift,
    carry_out=_lift,
)
