"""10.4: Soviet HQs that stay near a town or a supply area."""

from __future__ import annotations

from grognard.games.bugriver.position import GERMAN, Position, Unit
from grognard.hexes import Hex, HexSet, members
from grognard.ruling import OK, Ruling, no


def reach(g: Position, hq: Unit) -> HexSet:
    """The hexes in which an HQ may be now: near its place while the rule binds it, else anywhere."""
    leash = g.rules.leashes.get(hq)
    return leash[1] if leash is not None and _binds(g, hq) else g.rules.land


def _binds(g: Position, hq: Unit) -> bool:
    """10.4a: only in the first turns, and not once the Germans hold a hex of Volodymyr-Volynskyi."""
    plan, _ = g.rules.leashes[hq]
    if not plan.until:
        return True
    return g.turn <= plan.until and not any(g.controls(GERMAN, hex) for hex in members(g.rules.volodymyr))


def holds_back(g: Position, hq: Unit, hex: Hex) -> Ruling:
    """Why an HQ may not go to a hex of its own will."""
    if reach(g, hq) >> hex & 1:
        return OK
    plan, _ = g.rules.leashes[hq]
    place = "Volodymyr-Volynskyi" if plan.until else f"supply area {plan.of}"
    return no(plan.rule, f"{g.name(hq)} stays within {plan.hexes} hexes of {place}; {g.hexname(hex)} is farther")
