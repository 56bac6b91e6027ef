"""7.2: who may act in a Formation Activation, a reaction or with a bonus, and what it costs."""

from __future__ import annotations

from collections.abc import Sequence

from grognard.decision import Procedure, put
from grognard.events import Noted
from grognard.games.bugriver.command import IN, ISOLATED, command_hexes, status
from grognard.games.bugriver.effectiveness import checked
from grognard.games.bugriver.position import Position, Unit
from grognard.hexes import HexSet, hexset
from grognard.mechanics.verbs import Party, branches
from grognard.ruling import OK, Ruling, no

ACTIVATION, REACTION, BONUS = "activation", "reaction", "bonus"
ACTING = (ACTIVATION, REACTION, BONUS)  # the phases in which a formation acts; their frames are about it
BONUS_POINT = 1  # 7.5.3b


def acting(g: Position) -> Unit:
    """The HQ of the formation that acts now."""
    assert g.phase in ACTING
    hq: Unit = g.frames[-1].about[0]
    return hq


def points(g: Position) -> int:
    """7.1g: the Action Points the acting side may spend now."""
    if g.phase != BONUS:
        return g.ap[g.side]
    own = attacked(g) and g.frames[-2].side == g.side  # 7.5.3c, G70: not from a track that is frozen
    return BONUS_POINT + g.ap[g.side] if own else BONUS_POINT


def attacked(g: Position) -> bool:
    """7.5.3c, 7.5.3e: whether the bonus that is used was won by the attacker."""
    return bool(g.frames[-1].about[3])


# --- who may act ------------------------------------------------------------------------------------------------------


def may_act(g: Position, unit: Unit) -> Ruling:
    """7.2A, 7d: whether a combat unit may take an Action at all."""
    ruling = takes_part(g, unit)
    if ruling and g.disrupted[unit]:
        return no("7d", f"{g.name(unit)} is disrupted and can only refit")
    return ruling


def takes_part(g: Position, unit: Unit) -> Ruling:
    """7.2A, 5.5.1a: whether a combat unit is one of those that act now, disrupted or not."""
    name = g.name(unit)
    if g.at[unit] < 0 or g.rules.side[unit] != g.side:
        return no("7.2", f"{name} is no unit of yours on the map")
    if g.is_hq(unit):
        return no("7.1b", f"{name} is an HQ: it only relocates")
    if g.formation[unit] != acting(g):
        return no("5.5.1a", f"{name} does not belong to {g.name(acting(g))}, which is active")
    if not _invited(g, unit):
        return no("7.5.3b", f"{name} did not win the combat that gave this Action Point")
    return OK


def _invited(g: Position, unit: Unit) -> bool:
    """7.5.3b: a bonus is for the units that won it."""
    return g.phase != BONUS or unit in g.frames[-1].about[1]


def able(g: Position, action: str) -> Party:
    """The units that may take an Action, in command or out of it, and have the points for it, in their order."""
    return g.memo(("able", action), lambda: _able(g, action))


def _able(g: Position, action: str) -> Party:
    left, at = points(g), g.at
    price: int = getattr(g.rules.tables.costs, action)
    if left < price:
        return ()
    hq = acting(g)
    units = g.unmoved(("in order", hq), lambda: _in_order(g, hq))
    if g.phase == BONUS:
        units = tuple([u for u in units if _invited(g, u)])
    if left < price * g.rules.tables.costs.out_of_command:  # 7b
        near = command_hexes(g, hq)
        units = tuple([u for u in units if near >> at[u] & 1])
    return units


def _in_order(g: Position, hq: Unit) -> Party:
    """The undisrupted combat units of a formation."""
    at, disrupted = g.at, g.disrupted
    units = [u for u, of in enumerate(g.formation) if of == hq and at[u] >= 0 and not disrupted[u] and u != hq]
    return tuple(units)


def first_hexes(g: Position) -> HexSet:
    """7.5.3d: the hexes into which the first step of a move may lead: a bonus allows only some."""
    if g.phase != BONUS:
        return g.rules.land
    return hexset(g.frames[-1].about[2])


# --- what it costs ----------------------------------------------------------------------------------------------------


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
    return no(rule, f"it would cost {g.name(unit)} {short_of(price, points(g))}")


def short_of(price: int, left: int, what: str = "Action Point") -> str:
    """What is needed, and how little there is."""
    return f"{price} {what}{'s' * (price != 1)}, and {left} {'is' if left == 1 else 'are'} left"


def pay(g: Position, action: str, units: Sequence[Unit]) -> None:
    """7.2C: from the track; the bonus point goes first and never enters it (G70)."""
    price = cost(g, action, units)
    g.shown |= {unit for unit in units if g.formation[unit] != g.rules.home[unit]}  # 8.2b, G61: it acts with it
    g.ap[g.side] -= price if g.phase != BONUS else price - BONUS_POINT


# --- isolated units ---------------------------------------------------------------------------------------------------


def isolated(g: Position, units: Party) -> Procedure[Party]:
    """5.8.4b, 7c: isolated units that want to act make ECs once the points are paid; who fails drops out, and if some
    are left their owner goes on with them or calls the Action off. The units that act, none of them if it is off."""
    if status(g, units[0]) != ISOLATED:
        return units
    left = yield from checked(g, units, "isolated", "5.8.4b")
    if not left or len(left) == len(units):
        return left
    names = " ".join(g.names(left))
    prompt = f"{names} may still act: go on, or call the Action off"
    words = yield from put(branches(g.side, "isolated", prompt, "5.8.4b", {"go-on": (), "call-off": ()}))
    if words[0] == "go-on":
        return left
    g.tell(Noted(text="The Action is called off", rule="5.8.4b"))
    return ()
