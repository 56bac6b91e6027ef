"""The first look: single moves, as somebody sees them who plans no further."""

from __future__ import annotations

from grognard.bots.knowledge import Plan
from grognard.bots.knowledge.battles.ground import pulls, worth
from grognard.games.battles.movement import movers
from grognard.games.battles.position import ENEMY, MOVED, Position
from grognard.games.battles.routes import destinations
from grognard.games.battles.stacking import fits
from grognard.hexes import members


def single_moves(g: Position, side: str, breadth: int) -> list[Plan]:
    """The moves that bring most strength nearest to places and enemies."""
    pull, far = pulls(g, side), g.rules.grid.distance
    enemies = members(g.occupied[ENEMY[side]])
    scored: list[tuple[float, str]] = []
    for unit in movers(g):
        if unit in g.rules.hqs or g.flags[unit] & MOVED:
            continue
        here = g.at[unit]

        def use(hex: int) -> float:
            return pull.get(hex, 0.0) - 0.15 * min((far(hex, e) for e in enemies), default=0)

        hexes = [h for h in destinations(g, (unit,)).cost if h != here and fits(g, (*g.stack(h), unit))]
        if hexes:
            best = max(hexes, key=lambda h: (use(h), -h))
            scored.append((worth(g, unit) * (use(best) - use(here)), f"move {g.name(unit)} {g.hexname(best)}"))
    return [Plan((action,)) for gain, action in sorted(scored, reverse=True)[:breadth] if gain > 0]
