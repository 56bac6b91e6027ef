"""The drill: a phase carried out at once, without trying anything, as good as that goes in a few milliseconds.

Turns that are only rehearsed are played so: the attacks and pockets that look best together, then open cities.
"""

from __future__ import annotations

from grognard.bots.knowledge.eastfront.battles import Judge
from grognard.bots.knowledge.eastfront.expeditions import voyages
from grognard.bots.knowledge.eastfront.ground import gains, march
from grognard.bots.knowledge.eastfront.judgement import MOVING, carried_out, closed, settled, standing
from grognard.bots.knowledge.eastfront.orders import bids
from grognard.bots.knowledge.eastfront.plans import dispersals, marching_orders, ready
from grognard.bots.knowledge.eastfront.prospects import Command, operations
from grognard.bots.knowledge.eastfront.relief import reliefs
from grognard.games.eastfront.fire import speed
from grognard.games.eastfront.position import INVASION, PARADROP, Position, Unit
from grognard.games.eastfront.stacking import overstacked

LEADING = 2  # HQs that are activated
VOYAGES = 2  # landings and drops


def drill(g: Position, side: str) -> list[str]:
    """All actions of a phase; those that have become illegal when their turn comes are left out."""
    if g.phase == "command":
        return [*(orders[0] for _, orders in bids(g, ready(g))[:LEADING]), "end"]
    if g.phase in MOVING:
        return dispersals(g, side) if overstacked(g, side) else _movement(g, side)
    return ["end"]


def _movement(g: Position, side: str) -> list[str]:
    judge = Judge(settled(g), side)
    now = standing(judge)
    planned, _ = carried_out(judge, operations(judge, reliefs(judge)), now)
    actions = [action for operation in planned for action in marching_orders(g, operation)]
    busy = {unit for operation in planned for unit in operation.joining}
    gain, moves = closed(judge, planned, now)
    if gain > 0:
        actions += [f"move {g.name(unit)} {g.hexname(hex)}" for unit, hex in moves]
        busy.update(unit for unit, _ in moves)
    if any(role & (INVASION | PARADROP) for role in g.role.values()):
        actions += [action for plan in voyages(g, judge)[:VOYAGES] for action in plan.actions]
    return [*actions, *_entries(judge, busy), "end"]


def _entries(judge: Judge, busy: set[Unit]) -> list[str]:
    """Open cities of the enemy, each taken by somebody who has nothing else to do."""
    g = judge.g
    enemy = g.occupied[judge.enemy]
    open = {hex for hex in gains(g.rules, judge.side) if g.held[judge.enemy] >> hex & 1 and not enemy >> hex & 1}
    found = []
    if open:
        for unit in Command(g, judge.side).free():
            if unit in busy or not open:
                continue
            kind = g.rules.units[unit].type
            free, _ = march(g.rules, kind, g.at[unit], g.weather, speed(g, unit), enemy, g.closed)
            hex = next((hex for hex in open if free >> hex & 1), None)
            if hex is not None:
                open.discard(hex)
                found.append(f"move {g.name(unit)} {g.hexname(hex)}")
    return found
