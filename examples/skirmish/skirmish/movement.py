"""3 and 5: movement, zones of control, and the reaction to it."""

from __future__ import annotations

from grognard.events import Moved, Retreated
from grognard.hexes import Hex, Reach, reach
from grognard.mechanics.components import Unit
from grognard.mechanics.turn import Verb
from grognard.mechanics.verbs import unit_to_hex
from grognard.ruling import OK, Ruling, no
from skirmish.position import FOUGHT, MOVED, Position

# --- 3 movement -------------------------------------------------------------------------------------------------------


def may_move(g: Position, unit: Unit) -> Ruling:
    """Whether a unit may move in this phase."""
    name = g.name(unit)
    if g.owner(unit) != g.side or g.at[unit] < 0:
        return no("3.1", f"{name} is no unit of yours on the map")
    if g.done[unit] & FOUGHT:
        return no("4.1", f"{name} has attacked and does not move any more")
    return no("3.1", f"{name} has moved in this phase") if g.done[unit] & MOVED else OK


def ways(g: Position, unit: Unit) -> Reach:
    """Where a unit can go, and how."""
    taken = g.occupied[g.side] | g.occupied[g.enemy]
    limits = g.rules.points(unit)
    return g.memo(("ways", unit), lambda: reach(g.rules.costs, g.at[unit], limits, stop=g.zoc(g.enemy), closed=taken))


def destinations(g: Position, unit: Unit) -> list[Hex]:
    """The hexes a unit can enter."""
    return [hex for hex in ways(g, unit).cost if hex != g.at[unit]]


def _movers(g: Position) -> list[Unit]:
    return [unit for unit in g.on_map(g.side) if may_move(g, unit) and destinations(g, unit)]


def _why_not_there(g: Position, unit: Unit, hex: Hex) -> Ruling:
    name, there = g.name(unit), g.hexname(hex)
    if g.stack(hex):
        return no("3.2", f"there is a unit in {there}")
    if hex in reach(g.rules.costs, g.at[unit], g.rules.points(unit)).cost:
        return no("3.3", f"other units and enemy zones of control bar the way of {name} to {there}")
    return no("3.1", f"{there} is too far for {name}")


def _move(g: Position, unit: Unit, hex: Hex) -> None:
    path = g.hexnames((g.at[unit], *ways(g, unit).route(hex)))
    g.enter(unit, hex)
    g.done[unit] |= MOVED
    g.tell(Moved(unit=g.name(unit), path=path, rule="3.1"))


MOVE: Verb[Position] = unit_to_hex(
    "move",
    "3.1",
    units=_movers,
    hexes=destinations,
    nobody=lambda g: no("3.1", "no unit of yours can move"),
    why_not_unit=may_move,
    why_not_hex=_why_not_there,
    carry_out=_move,
)

# --- 5 reaction -------------------------------------------------------------------------------------------------------


def surprised(g: Position, mover: Unit) -> list[Unit]:
    """5.1: the enemies next to a unit that could withdraw from it."""
    near = g.units_in(g.rules.grid.beside(1 << g.at[mover]))
    return [unit for unit in near if g.owner(unit) != g.owner(mover) and g.refuges(unit)]


def _withdraw(g: Position, unit: Unit, hex: Hex) -> None:
    path = g.hexnames((g.at[unit], hex))
    g.enter(unit, hex)
    g.tell(Retreated(unit=g.name(unit), path=path, how="withdraws", rule="5.1"))


WITHDRAW: Verb[Position] = unit_to_hex(
    "withdraw",
    "5.1",
    units=lambda g: surprised(g, g.frames[-1].about[0]),
    hexes=lambda g, unit: g.refuges(unit),
    nobody=lambda g: no("5.1", "no unit of yours can withdraw"),
    why_not_unit=lambda g, unit: no("5.1", f"{g.name(unit)} is not next to the unit that moved, or cannot withdraw"),
    why_not_hex=lambda g, unit, hex: no("5.1", f"{g.name(unit)} cannot withdraw to {g.hexname(hex)}"),
    carry_out=_withdraw,
)
