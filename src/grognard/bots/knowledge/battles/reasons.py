"""Why one would play an action, in a few words for a person."""

from __future__ import annotations

from grognard.bots.knowledge.questions import place_name, position_of
from grognard.games.battles.position import Position
from grognard.match import Match

REASONS = {
    "move": "going to",
    "enter": "coming in at",
    "place": "arriving in",
    "fort": "digging in at",
    "interdict": "the enemy will come by",
    "airlift": "supplies for",
    "supply": "its units can do most in Attack supply",
    "exit": "saved for its points",
    "bridge": "a way over the river",
    "blow": "before the enemy has the crossing",
    "withdraw": "its points are worth more than its stay",
    "end": "nothing gains any more",
}


def reason(match: Match, side: str, action: str) -> str:
    """Odds for a combat, the purpose of the others."""
    words, g = action.split(), position_of(match, Position)
    if words[0] in ("attack", "overrun"):
        preview = match.preview(action, side)
        chance = sum(share for result, share in preview.outcomes.items() if not result.endswith("/0"))
        where, points = place_name(g, g.rules.hex_by_name[words[1]]), g.rules.scenario.victory.objectives.get(words[1])
        prize = f", for a place worth {points}" if points else ""
        return f"{words[0]} on {where}: {preview.column}, {chance:.0%} to hit{prize}"
    if words[0] in ("move", "enter", "place", "fort", "interdict", "airlift"):
        word = next((w for w in words[1:] if w in g.rules.hex_by_name), "")
        where = place_name(g, g.rules.hex_by_name[word]) if word else "the map"
        return f"{REASONS[words[0]]} {where}"
    return REASONS.get(words[0], "nothing better to do")
