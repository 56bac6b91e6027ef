"""The orders an HQ may be given at the beginning of a turn, those first that lead most."""

from __future__ import annotations

from grognard.bots.knowledge.eastfront.expeditions import activations
from grognard.bots.knowledge.eastfront.plans import activations_of, seats
from grognard.bots.knowledge.eastfront.prospects import WORTH_A_STEP
from grognard.games.eastfront.position import Position, Unit

AFAR = 4  # blocks that a Supreme HQ is taken to lead


def bids(g: Position, hqs: list[Unit]) -> list[tuple[Unit, list[str]]]:
    """For each HQ that would lead somebody its orders, the likeliest first; those that lead most come first."""
    found: list[tuple[int, Unit, list[str]]] = []
    for hq in hqs:
        if g.rules.is_supreme(hq):
            found.append((AFAR, hq, activations_of(g, hq, [g.at[hq]])))
            continue
        hexes = seats(g, hq)
        journeys = [plan.actions[0] for plan in activations(g, [hq])]
        if hexes and hexes[0][0] >= WORTH_A_STEP:
            orders = activations_of(g, hq, [hex for _, _, hex in hexes])
            found.append((hexes[0][0], hq, [*orders, *journeys]))
        elif journeys:
            found.append((1, hq, journeys))
    found.sort(key=lambda bid: -bid[0])
    return [(hq, orders) for _, hq, orders in found]
