"""Why one would play an action, in a few words for a person."""

from __future__ import annotations

from grognard.bots.knowledge.questions import place_name, position_of
from grognard.games.bugriver.chits import KINDS
from grognard.games.bugriver.position import Position
from grognard.match import Match

REASONS = {
    "move": "going to",
    "infiltrate": "slipping through to",
    "arrive": "coming in at",
    "relocate": "its units are nearer to",
    "bridge": "a way over the Bug to",
    "retreat": "back to",
    "act": "this formation can do most now",
    "transfer": "nothing is worth an activation yet",
    "pass": "nothing is worth an activation any more",
    "react": "the mover can be struck well",
    "decline": "a reaction would bring too little",
    "refit": "in order again it can fight",
    "improve": "the enemy is near",
    "reroll": "the die was poor",
    "exit": "it counts off the map",
    "emergency": "the formation has fallen low",
    "end": "nothing gains any more",
}


def reason(match: Match, side: str, action: str) -> str:
    """Odds for a combat, the purpose of the others."""
    words, g = action.split(), position_of(match, Position)
    if words[0] in KINDS:
        preview = match.preview(action, side)
        wins = preview.tables["the battle is won by"]["attacker"]
        return f"{words[0]} attack on {place_name(g, g.rules.hex_by_name[words[1]])}: {preview.column}, {wins:.0%} won"
    if words[0] in ("move", "infiltrate", "arrive", "relocate", "bridge", "retreat"):
        hexes = [w for w in words[1:] if w in g.rules.hex_by_name]
        where = place_name(g, g.rules.hex_by_name[hexes[-1]]) if hexes else "the map"
        return f"{REASONS[words[0]]} {where}"
    return REASONS.get(words[0], "nothing better to do")
