"""W44.5: the units that have left the map for the southern exit zones, a force apart from the Starting Forces."""

from __future__ import annotations

from collections import Counter

from grognard.games.eastfront.position import Position, Unit
from grognard.hexes import HexSet, hexset


def balkan_zones(g: Position) -> HexSet:
    """The southern exit zones if the players want them in play; else none."""
    if not g.options.get("balkan", False):
        return 0
    return hexset(g.rules.zone_by_id[id].hex for id in g.scenario.balkan_zones)


def exited(g: Position, side: str) -> list[Unit]:
    """The side's units in the southern zones: who is deployed there belongs to that force."""
    zones = balkan_zones(g)
    return [unit for unit in g.on_map(side) if zones >> g.at[unit] & 1] if zones else []


def may_exit(g: Position, unit: Unit) -> bool:
    """Whether the force in the southern zones has a place for a unit of this kind, the unit itself not counted."""
    if not balkan_zones(g):
        return False
    side, kind = g.owner(unit), g.rules.units[unit].kind
    plan = g.scenario.balkan[side]
    there = Counter(g.rules.units[other].kind for other in exited(g, side) if other != unit)
    beyond = sum(max(0, many - plan.blocks.get(name, 0)) for name, many in there.items())
    return there[kind] < plan.blocks.get(kind, 0) or (kind in plan.spare and not beyond)


def still_to_exit(g: Position, side: str) -> list[str]:
    """What the force in the southern zones still lacks, kind by kind, in a player's words."""
    plan, units = g.scenario.balkan[side], exited(g, side)
    there = Counter(g.rules.units[unit].kind for unit in units)
    lacking = {kind: many - there[kind] for kind, many in plan.blocks.items() if there[kind] < many}
    words = [f"{left} {'HQ' if kind == 'hq' else kind}" for kind, left in lacking.items()]
    if plan.spare and len(units) + sum(lacking.values()) < plan.units:
        words.append(f"1 more {' or '.join(plan.spare)}")
    return words
