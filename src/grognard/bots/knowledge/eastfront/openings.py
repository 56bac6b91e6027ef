"""Openings of a turn: which HQs are activated, from where and in which role."""

from __future__ import annotations

from grognard.bots.knowledge.eastfront.orders import bids
from grognard.bots.knowledge.eastfront.plans import ready
from grognard.bots.knowledge.eastfront.prospects import WORTH_A_STEP
from grognard.bots.knowledge.eastfront.weights import weights
from grognard.games.eastfront.position import Position, Unit

Opening = tuple[str, ...]
ABROAD = ("invasion", "paradrop")
SHORT = 3  # months a scenario must have for it


def openings(g: Position, side: str) -> list[Opening]:
    """To rest, and each HQ alone; none if the turn does not begin now."""
    if len(g.scenario.months) < SHORT:  # a step of an HQ is worth more at its end than what it wins
        return []
    if g.phase != "command" or g.side != side or g.role or g.command_spent:
        return []
    return [("end",), *((orders[0], "end") for _, orders in bids(g, ready(g)))]


def variations(g: Position, opening: Opening) -> list[Opening]:
    """One HQ more, one in another role, from another hex, one less."""
    options = dict(bids(g, ready(g)))
    now = {_hq(g, order): order for order in opening[:-1]}
    more = [(hq, orders[0]) for hq, orders in options.items() if hq not in now]
    otherwise = [(hq, order) for hq, was in now.items() for order in options.get(hq, ()) if order != was]
    otherwise.sort(key=lambda change: _role(change[1]) == _role(now[change[0]]))
    roles = sum(_role(order) != _role(now[hq]) for hq, order in otherwise)
    more_otherwise = [(hq, order) for hq, orders in options.items() if hq not in now for order in orders[1:]]
    less = [(hq, "") for hq in now]
    changes = [*more, *otherwise[:roles], *more_otherwise, *less, *otherwise[roles:]]
    return [_put_together(g, {**now, hq: order}) for hq, order in changes]


def waste(before: Position, after: Position, opening: Opening) -> float:
    """HQs that were activated though fewer than two blocks moved or fought for each of them; voyages apart."""
    side = before.side
    spent = [_hq(before, order) for order in opening[:-1] if _role(order) not in ABROAD]
    fighters = [unit for unit in before.on_map(side) if not before.is_hq(unit)]
    moved = [before.at[unit] for unit in fighters if after.at[unit] != before.at[unit]]
    fought = [after.at[unit] for unit in fighters if after.at[unit] == before.at[unit] in after.battles]
    few = 0
    for hq in spent:
        supreme = before.rules.is_supreme(hq)
        reach = 1 << (after.at[hq] if after.at[hq] >= 0 else before.at[hq])
        for _ in range(before.cv[hq]):
            reach = before.rules.around(reach)
        led = sum(supreme or reach >> hex & 1 for hex in moved) + sum(reach >> hex & 1 for hex in fought)
        few += led < WORTH_A_STEP
    return weights()["attack"]["idle_hq"] * few


def _put_together(g: Position, orders: dict[Unit, str]) -> Opening:
    """The Supreme HQ first: what it can send is known when the others are activated."""
    chosen = sorted((hq for hq in orders if orders[hq]), key=lambda hq: (not g.rules.is_supreme(hq), hq))
    return (*(orders[hq] for hq in chosen), "end")


def _hq(g: Position, order: str) -> Unit:
    hq = g.find(order.split()[1])
    assert hq is not None
    return hq


def _role(order: str) -> str:
    """The role it is activated in."""
    return next((role for role in ("blitz", *ABROAD) if role in order.split()), "")
