"""Openings of a turn: which HQs are activated, from where and in which role."""

from __future__ import annotations

from grognard.bots.knowledge.eastfront.plans import activations_of, ready, seats
from grognard.games.eastfront.position import Position, Unit

Opening = tuple[str, ...]
AFAR = 4  # blocks that a Supreme HQ is taken to lead


def openings(g: Position, side: str) -> list[Opening]:
    """To rest, and each HQ alone; none if the turn does not begin now, or nobody could be activated."""
    if g.phase != "command" or g.side != side or g.role or g.command_spent:
        return []
    return [("end",), *((orders[0], "end") for _, orders in bids(g, ready(g)))] if ready(g) else []


def variations(g: Position, side: str, opening: Opening) -> list[Opening]:
    """One HQ more, one in another role, from another hex, one less: what is likeliest to be better first."""
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


def _put_together(g: Position, orders: dict[Unit, str]) -> Opening:
    """The Supreme HQ first: what it can send is known when the others are activated."""
    chosen = sorted((hq for hq in orders if orders[hq]), key=lambda hq: (not g.rules.is_supreme(hq), hq))
    return (*(orders[hq] for hq in chosen), "end")


def _hq(g: Position, order: str) -> Unit:
    hq = g.find(order.split()[1])
    assert hq is not None
    return hq


def _role(order: str) -> bool:
    return "blitz" in order.split()


def bids(g: Position, hqs: list[Unit]) -> list[tuple[Unit, list[str]]]:
    """For each HQ that would lead somebody its orders, the likeliest first; those that lead most come first."""
    found: list[tuple[int, Unit, list[str]]] = []
    for hq in hqs:
        if g.rules.is_supreme(hq):
            found.append((AFAR, hq, activations_of(g, hq, [g.at[hq]])))
        elif hexes := seats(g, hq):
            found.append((hexes[0][0], hq, activations_of(g, hq, [hex for _, _, hex in hexes])))
    found.sort(key=lambda bid: -bid[0])
    return [(hq, orders) for _, hq, orders in found]
