"""8.4: the Reinforcement Segment, and the reserves of 10.5."""

from __future__ import annotations

from grognard.events import Entered, Noted
from grognard.games.bugriver.command import command_hexes
from grognard.games.bugriver.displacement import may_host
from grognard.games.bugriver.position import DUE, GERMAN, NOBODY, Position, Unit
from grognard.games.bugriver.stacking import hq_limit, room_for
from grognard.games.bugriver.zoc import ezoc
from grognard.hexes import Hex, HexSet, members
from grognard.mechanics.turn import Verb
from grognard.mechanics.verbs import of_unit, unit_to_hex
from grognard.ruling import OK, Ruling, no


def due_now(g: Position, side: str) -> list[Unit]:
    """8.4a: the units of a side that may enter this turn."""
    return g.memo(("due now", side), lambda: _due_now(g, side))


def _due_now(g: Position, side: str) -> list[Unit]:
    now, at, sides = g.turn, g.at, g.rules.side
    return sorted([u for u, turn in g.due.items() if turn <= now and at[u] == DUE and sides[u] == side])


# --- where they enter -------------------------------------------------------------------------------------------------


def entries(g: Position, unit: Unit) -> list[Hex]:
    """8.4.1a, 8.4.1b: the hexes in which a unit may enter: its entry hexes, or the nearest others if none is to be
    had."""
    rules = g.rules
    alike = (rules.entrance(unit), rules.klass[unit], rules.infantry[unit], g.formation[unit])  # these have the same
    return g.unmoved(("entries", alike), lambda: _entries(g, unit))


def _entries(g: Position, unit: Unit) -> list[Hex]:
    if not g.is_hq(unit) and g.formation[unit] == NOBODY:
        return []  # 8.2: it must be assigned first
    return available(g, unit, g.rules.entrance(unit)) or _substitutes(g, unit)


def available(g: Position, unit: Unit, hexes: HexSet) -> list[Hex]:
    """G32: those of some hexes that are there for a unit: friendly, and not full."""
    side = g.rules.side[unit]
    open = hexes & g.rules.land & g.friendly(side)
    if g.is_hq(unit):
        open &= ~ezoc(g, side) | g.combat[side]  # 3.3c
        return [hex for hex in members(open) if len(g.hqs(hex)) < hq_limit(g, hex)]
    open &= g.rules.terrain.open_hexes[g.rules.klass[unit]]
    return [hex for hex in members(open) if hex not in g.stacks or room_for(g, (unit,), hex)]


def _substitutes(g: Position, unit: Unit) -> list[Hex]:
    """8.4.1b, G32: the nearest hexes to the entry hexes in Command Range and not next to an enemy unit; an HQ goes to
    the nearest town or village of that kind."""
    side, grid = g.rules.side[unit], g.rules.grid
    wanted = ~grid.beside(g.occupied[g.rules.enemy[side]])
    wanted &= g.rules.towns | g.rules.villages if g.is_hq(unit) else command_hexes(g, g.formation[unit])
    start = list(members(g.rules.entrance(unit)))
    near = available(g, unit, wanted) if start else []
    far = {hex: min(grid.distance(hex, entry) for entry in start) for hex in near}
    return [hex for hex in near if far[hex] == min(far.values())]


def why_not_here(g: Position, unit: Unit, hex: Hex) -> Ruling:
    """Why a unit cannot enter in a hex."""
    name, there = g.name(unit), g.hexname(hex)
    if not g.rules.entrance(unit) >> hex & 1:
        if available(g, unit, g.rules.entrance(unit)):
            return no("8.4.1a", f"{there} is no entry hex of {name}")
        nearest = " or ".join(g.hexnames(_substitutes(g, unit)))
        return no("8.4.1b", f"the entry hexes of {name} are barred: it enters in {nearest}, the nearest that is open")
    if not g.friendly(g.side) >> hex & 1:
        return no("8.4.1b", f"{there} is the enemy's")
    if g.is_hq(unit):
        return no("8.4.1b", may_host(g, unit, hex).reason)
    if not g.rules.terrain.open_hexes[g.rules.klass[unit]] >> hex & 1:
        return no("8.4.1b", f"the terrain of {there} is prohibited to {name}")
    return no("8.4.1b", f"{there} has no room for {name}")


# --- entering and waiting ---------------------------------------------------------------------------------------------


def may_arrive(g: Position, unit: Unit) -> Ruling:
    """Whether a unit is one of the reinforcements of the turn and has a hex to enter in."""
    ruling = may_delay(g, unit)
    if not ruling:
        return ruling
    if not g.is_hq(unit) and g.formation[unit] == NOBODY:
        return no("8.2", f"{g.name(unit)} has not been assigned to a formation")
    return OK if entries(g, unit) else no("8.4.1b", f"{g.name(unit)} has no hex to enter in and must wait")


def may_delay(g: Position, unit: Unit) -> Ruling:
    """8.4b."""
    due = unit in due_now(g, g.side)
    return OK if due else no("8.4a", f"{g.name(unit)} is not due this turn")


def arrive(g: Position, unit: Unit, hex: Hex) -> None:
    """8.4.1: a unit enters; a new formation has its maximum level (8.4.1c). Improved Defense stays (7.7b)."""
    del g.due[unit]
    g.enter(unit, hex)
    if g.is_hq(unit):
        g.level.setdefault(unit, g.rules.ratings[unit].most)  # one that was driven off the map has a level (G44)
    g.spotted |= {unit}  # G83: beside the map all could see it
    g.tell(Entered(unit=g.name(unit), hex=g.hexname(hex), rule="8.4.1a"))
    release(g)


def delay(g: Position, unit: Unit) -> None:
    """8.4b: a unit waits for the next turn."""
    g.due[unit] = g.turn + 1
    g.tell(Noted(text=f"{g.name(unit)} is held back", rule="8.4b", only=(g.side,)))


def hold_back_the_rest(g: Position) -> None:
    """8.4b: whoever has not entered comes next turn at the earliest."""
    for unit in due_now(g, g.side):
        g.due[unit] = g.turn + 1


ARRIVE: Verb[Position] = unit_to_hex(
    "arrive",
    "8.4.1a",
    units=lambda g: (unit for unit in due_now(g, g.side) if entries(g, unit)),
    hexes=entries,
    nobody=lambda g: no("8.4a", "nobody can enter now"),
    why_not_unit=may_arrive,
    why_not_hex=why_not_here,
    carry_out=arrive,
)
DELAY: Verb[Position] = of_unit(
    "delay",
    "8.4b",
    units=lambda g: due_now(g, g.side),
    nobody=lambda g: no("8.4b", "nobody is due this turn"),
    why_not=may_delay,
    carry_out=delay,
)


# --- 10.5 the reserves ------------------------------------------------------------------------------------------------


def release(g: Position) -> None:
    """10.5, G55: a German unit near the Northern Supply Area brings the 41st Tank Division's reserves next turn."""
    plan = g.rules.scenario.plan.special.reserves
    if plan is None or g.released or g.turn >= plan.before or not g.occupied[GERMAN] & g.rules.tripwire:
        return
    g.released = g.turn
    early = [u for u, arrival in g.rules.arrivals.items() if arrival.early and g.at[u] == DUE]
    for unit in early:
        g.due[unit] = min(g.due[unit], g.turn + 1)
    if early:
        g.tell(Noted(text="The reserves of the 41st Tank Division are released", rule="10.5"))
