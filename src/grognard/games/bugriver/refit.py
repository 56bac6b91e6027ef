"""7.6: Refit Actions."""

from __future__ import annotations

from grognard.decision import Procedure
from grognard.games.bugriver.actions import acting, affordable, pay, points, takes_part
from grognard.games.bugriver.command import IN, ISOLATED, command_hexes, status
from grognard.games.bugriver.effectiveness import passes
from grognard.games.bugriver.position import Position, Unit
from grognard.mechanics.turn import Verb
from grognard.mechanics.verbs import of_unit
from grognard.ruling import Ruling, no


def may_refit(g: Position, unit: Unit) -> Ruling:
    """7.1e, 7.6a, G33: a disrupted unit of the acting formation in Command Range."""
    ruling, name = takes_part(g, unit), g.name(unit)
    if not ruling:
        return ruling
    if not g.disrupted[unit]:
        return no("7.6a", f"{name} is not disrupted")
    where = status(g, unit)
    if where == ISOLATED:
        return no("7.6a", f"{name} is isolated and can do nothing while it is disrupted")
    if where != IN:
        return no("7.1e", f"{name} is beyond Command Range and cannot refit")
    return affordable(g, "refit", unit)


def disrupted(g: Position) -> list[Unit]:
    """The units that can refit now."""
    hq = acting(g)
    if points(g) < g.rules.tables.costs.refit or 1 not in g.disrupted:
        return []
    near = command_hexes(g, hq)
    ill = [unit for unit in g.rules.of_side[g.side] if g.disrupted[unit] and near >> max(g.at[unit], 0) & 1]
    return [unit for unit in ill if may_refit(g, unit)]


def _refit(g: Position, unit: Unit) -> Procedure[None]:
    """7.6a: an EC with the disrupted side's ER; who fails stays as he is."""
    pay(g, "refit", (unit,))
    if (yield from passes(g, unit, "refitting", "7.6a")):
        g.refit(unit, "7.6a")


REFIT: Verb[Position] = of_unit(
    "refit",
    "7.6a",
    units=disrupted,
    nobody=lambda g: no("7.6a", "no disrupted unit of the formation can refit"),
    why_not=may_refit,
    carry_out=_refit,
)
