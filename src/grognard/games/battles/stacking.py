"""11.1 Stacking: regimental equivalents in a hex."""

from __future__ import annotations

from collections.abc import Iterable

from grognard.decision import Procedure
from grognard.games.battles.position import LEFT, Position, Unit
from grognard.hexes import Hex
from grognard.mechanics.aftermath import pick


def equivalents(g: Position, units: Iterable[Unit]) -> int:
    """11.1a: what units count together, in halves of a regimental equivalent."""
    size = g.rules.size
    return sum([size[unit] for unit in units])


def fits(g: Position, units: Iterable[Unit]) -> bool:
    """Whether these units may share a hex."""
    return equivalents(g, units) <= g.rules.stack_limit


def overstacked(g: Position, side: str) -> list[Hex]:
    """The hexes in which the side has more than it may."""
    owners = g.owners
    crowds = ((hex, stack) for hex, stack in g.stacks.items() if len(stack) > 1 and owners[stack[0]] == side)
    return [hex for hex, stack in crowds if not fits(g, stack)]


def enforce_stacking(g: Position, side: str) -> Procedure[None]:
    """11.1b: at the end of a movement phase units in excess are eliminated, the owner choosing which."""
    for hex in overstacked(g, side):
        while not fits(g, g.stack(hex)):
            prompt = f"{g.hexname(hex)} is overstacked: choose a unit to eliminate"
            unit = yield from pick(g, side, "overstack", prompt, "11.1b", g.stack(hex), "lose")
            g.eliminate(unit, "11.1b", "overstacked")
            if unit in g.rules.hqs:
                g.at[unit] = LEFT  # 14.0f: only an HQ destroyed in combat is replaced
