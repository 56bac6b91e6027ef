"""7.2: who may act in a Formation Activation, a reaction or with a bonus, and what it costs."""

from __future__ import annotations

from collections.abc import Sequence

from grognard.games.bugriver.command import IN, ISOLATED, status
from grognard.games.bugriver.position import Position, Unit
from grognard.ruling import OK, Ruling, no

ACTIVATION, REACTION, BONUS = "activation", "reaction", "bonus"
ACTING = (ACTIVATION, REACTION, BONUS)  # the phases in which a formation acts; their frames are about it


def acting(g: Position) -> Unit:
    """The HQ of the formation that acts now."""
    assert g.phase in ACTING
    hq: Unit = g.frames[-1].about[0]
    return hq


def points(g: Position) -> int:
    """7.1g: the Action Points the acting side may spend now."""
    return g.ap[g.side]


def may_act(g: Position, unit: Unit) -> Ruling:
    """7.2A, 7d: whether a combat unit may take an Action at all."""
    name = g.name(unit)
    if g.at[unit] < 0 or g.rules.side[unit] != g.side:
        return no("7.2", f"{name} is no unit of yours on the map")
    if g.is_hq(unit):
        return no("7.1b", f"{name} is an HQ: it only relocates")
    if g.formation[unit] != acting(g):
        return no("5.5.1a", f"{name} does not belong to {g.name(acting(g))}, which is active")
    if g.disrupted[unit]:
        return no("7d", f"{name} is disrupted and can only refit")
    return OK


def cost(g: Position, action: str, units: Sequence[Unit]) -> int:
    """7a, 7b: the Action Points of an Action by units of one hex, twice as many out of command (G34)."""
    costs = g.rules.tables.costs
    price: int = getattr(costs, action)
    return price if status(g, units[0]) == IN else price * costs.out_of_command


def affordable(g: Position, action: str, unit: Unit) -> Ruling:
    """6.3.3: an Action can be chosen only if its full cost is there."""
    price = cost(g, action, (unit,))
    if price <= points(g):
        return OK
    where = status(g, unit)
    rule = "6.3.3" if where == IN else "5.8.4a" if where == ISOLATED else "7b"
    return no(rule, f"it would cost {g.name(unit)} {price} Action Points, and {points(g)} are left")


def pay(g: Position, action: str, units: Sequence[Unit]) -> None:
    """7.2C."""
    g.ap[g.side] -= cost(g, action, units)
