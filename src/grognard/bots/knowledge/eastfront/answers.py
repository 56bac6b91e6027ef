"""Answers that need no search: losses, supply, and where a rearguard goes."""

from __future__ import annotations

from grognard.bots.knowledge.eastfront.ground import worth
from grognard.bots.knowledge.eastfront.withdrawals import refuge
from grognard.decision import Decision
from grognard.games.eastfront.position import Position


def answer(g: Position, decision: Decision) -> str | None:
    """A loss goes to the cheapest unit, supply to the dearest; a rearguard that has survived gets out of sight."""
    first = decision.choices().items
    if "stay" in first:
        return _rearguard(g, decision)
    if len(first) != 1:
        return first[0] if decision.choices((first[0],)).complete else None
    verb = first[0]
    units = [u for word in decision.choices((verb,)).items if (u := g.find(word)) is not None]
    if not units:
        return None
    pick = max if verb == "supply" else min
    return f"{verb} {g.name(pick(units, key=lambda u: (g.is_hq(u), worth(g.rules, u) * (1 + g.cv[u]), u)))}"


def _rearguard(g: Position, decision: Decision) -> str:
    """Whether a rearguard goes on from where it has fallen back to."""
    assert decision.occasion is not None
    unit = g.unit(decision.occasion.units[0])
    hex = g.hexname(refuge(g, g.side, unit, g.at[unit]))
    return f"retreat {hex}" if hex in decision.choices(("retreat",)).items else "stay"
