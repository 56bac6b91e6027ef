"""Soviet divisions that stand idle far behind the front, where nobody comes and from where nobody is helped."""

from __future__ import annotations

from grognard.bots.knowledge.guderian.breakthrough import columns_at
from grognard.bots.knowledge.guderian.weights import weights
from grognard.games.guderian.position import SOVIET, Position
from grognard.hexes import Hex, members

RINGS = (9, 15, 22, 30, 38, 46)  # hexes from the nearest German column: further off than each of these is idler


def idle(g: Position) -> float:
    """What it costs the Soviets to have divisions behind; one in each hex of a place is its garrison."""
    if g.side != SOVIET:
        return 0.0
    price, leaders = idleness(g), g.rules.leaders
    total = 0.0
    for hex in members(g.occupied[SOVIET]):
        if hex in price:
            divisions = sum(unit not in leaders for unit in g.stacks[hex])
            total += price[hex] * max(0, divisions - (g.rules.objectives >> hex & 1))
    return total


def idleness(g: Position) -> dict[Hex, float]:
    """What a division costs in each hex that is far from all German columns."""

    def work() -> dict[Hex, float]:
        grid, price = g.rules.grid, dict[Hex, float]()
        near, steps = columns_at(g), 0
        for ring in RINGS:
            near, steps = grid.flood(near, grid.all, ring - steps), ring
            for hex in members(grid.all & ~near):
                price[hex] = price.get(hex, 0.0) + weights()["worth"]["idle"]
        return price

    return g.memo(("bot idleness", id(weights())), work, columns_at(g))
