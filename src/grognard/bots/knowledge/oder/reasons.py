"""Why one would play an action, in a few words for a person."""

from __future__ import annotations

from grognard.bots.knowledge.questions import place_name, position_of
from grognard.games.oder.position import Position
from grognard.match import Match

REASONS = {
    "move": "going to",
    "probe": "probing into",
    "arrive": "coming up in",
    "refuse": "a point is worth more than the unit now",
    "declare": "the better order of movement and combat",
    "air": "where the fighting will be",
    "naval": "where the fighting will be",
    "end": "nothing gains any more",
}


def reason(match: Match, side: str, action: str) -> str:
    """Odds for a combat, the purpose of the others."""
    words, g = action.split(), position_of(match, Position)
    if words[0] == "attack":
        preview = match.preview(action, side)
        chance = sum(share for result, share in preview.outcomes.items() if result in ("DE", "DR"))
        place = place_name(g, g.rules.hex_by_name[words[1]])
        return f"attack on {place}: {preview.column}, {chance:.0%} to clear the hex"
    if words[0] in ("move", "probe", "arrive"):
        return f"{REASONS[words[0]]} {place_name(g, g.rules.hex_by_name[words[-1]])}{_against(g, side, words[-1])}"
    return REASONS.get(words[0], "nothing better to do")


def _against(g: Position, side: str, word: str) -> str:
    near = [h for h in g.rules.near(g.rules.hex_by_name[word]) if g.stack(h) and g.rules.side[g.stack(h)[0]] != side]
    return f", against {' '.join(g.hexname(h) for h in near)}" if near else ""
