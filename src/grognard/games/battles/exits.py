"""Leaving the map for good, where a scenario lets units do so."""

from __future__ import annotations

from collections.abc import Iterator

from grognard.events import Removed
from grognard.games.battles import supply
from grognard.games.battles.movement import may_move
from grognard.games.battles.position import LEFT, NONE, Position, Unit
from grognard.games.battles.routes import disengagement
from grognard.games.battles.scenario import Exit
from grognard.mechanics.marching import left_to_march, points
from grognard.mechanics.turn import Verb
from grognard.mechanics.verbs import of_unit
from grognard.ruling import OK, Ruling, no

PRICE = 2  # half points


def _open(g: Position) -> list[Exit]:
    return [e for e in g.rules.scenario.exits if e.side == g.side and (not e.turns or g.turn in e.turns)]


def _ways_out(g: Position, unit: Unit) -> list[Exit]:
    colour, bit = g.rules.colour[unit], 1 << g.at[unit]
    return [e for e in _open(g) if (not e.colours or colour in e.colours) and g.rules.named_hexes(e.areas) & bit]


def may_exit(g: Position, unit: Unit) -> Ruling:
    """Whether a unit may leave the map from where it stands."""
    ruling = may_move(g, unit)
    if not ruling:
        return ruling
    name, plans = g.name(unit), _open(g)
    if not plans:
        return no("10.1c", "nobody may leave the map on this turn")
    if not _ways_out(g, unit):
        return no(plans[0].id, f"{name} may not leave the map here")
    if supply.level(g, unit) == NONE:
        return no(plans[0].id, f"{name} is out of supply and may not leave the map")
    if g.mp[unit] < price(g, unit):
        return no("10.1f", f"{name} has {left_to_march(g.mp[unit])} and needs {points(price(g, unit))}")
    return OK


def price(g: Position, unit: Unit) -> int:
    """The half points it costs; out of an EZOC those of a disengagement besides (10.4a)."""
    return PRICE + (disengagement(g, unit) if g.in_enemy_zoc(unit) else 0)


def _leavers(g: Position) -> Iterator[Unit]:
    if not g.rules.scenario.exits or not (plans := _open(g)):
        return iter(())
    areas = g.rules.named_hexes(tuple(area for plan in plans for area in plan.areas))
    return (unit for unit in g.units_in(areas & g.occupied[g.side]) if may_exit(g, unit) is OK)


def _exit(g: Position, unit: Unit) -> None:
    plan = _ways_out(g, unit)[0]
    where, kind = g.hexname(g.at[unit]), g.rules.units[unit].type
    g.withdraw(unit, LEFT)
    g.tell(Removed(what=g.name(unit), hex=where, why="leaves the map", rule=plan.id))
    g.score(g.side, plan.worth.get(kind, 0), f"{g.name(unit)} is saved", plan.id)


EXIT: Verb[Position] = of_unit(
    "exit",
    "10.1c",
    units=_leavers,
    nobody=lambda g: no("10.1c", "no unit may leave the map now"),
    why_not=may_exit,
    carry_out=_exit,
)
