"""Where an HQ goes: near its own, in supply, and not alone within the enemy's reach."""

from __future__ import annotations

from grognard.bots.knowledge.battles.ground import tables
from grognard.bots.knowledge.battles.paper import Paper
from grognard.bots.knowledge.battles.threats import watched
from grognard.games.battles.position import ENEMY, Unit
from grognard.games.battles.supply import lines, served_from
from grognard.hexes import Hex


def headquarters(paper: Paper, hq: Unit, wish: dict[Unit, Hex]) -> Hex:
    """Within reach of as many of its own as can be where they want to go, in supply, and out of the enemy's."""
    g, rules = paper.g, paper.g.rules
    side = paper.side
    own = [u for u in g.on_map(side) if rules.colour[u] == rules.colour[hq] and u != hq]
    if not own:
        own = [u for u in g.on_map(side) if u not in rules.hqs]
    far, supplied = rules.grid.distance, lines(g, side)
    enemies, within_reach = g.occupied[ENEMY[side]], watched(g, ENEMY[side])
    table = tables(rules)

    def use(hex: Hex) -> float:
        fed = served_from(g, hq, hex) if supplied >> hex & 1 else 0
        near = sum(far(hex, wish[u]) for u in own) / max(len(own), 1)
        with_it = [u for u in paper.stacks.get(hex, ()) if u not in rules.hqs]
        alone = not any(u in paper.fixed or u not in paper.open for u in with_it)
        close = 3.0 * bool(table.disc[hex][2] & enemies) + 1.0 * bool(table.disc[hex][3] & enemies)
        return (
            sum(fed >> wish[u] & 1 for u in own)
            - 0.15 * near
            - close * (2.0 if alone else 1.0)
            - (0.3 if alone else 0.05) * paper.power.get(hex, 0.0)
            - 2.0 * (alone and within_reach >> hex & 1)
            + 4.0 * (supplied >> hex & 1)
        )

    options = [hex for hex in (*paper.open[hq], g.at[hq]) if paper.room(hex, (hq,))]
    return max(options, key=lambda hex: (use(hex), -hex), default=g.at[hq])
