"""The operations officer of Across the Bug River."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from typing import ClassVar

from grognard.bots.knowledge import Plan, Undrafted
from grognard.bots.knowledge.bugriver.answers import reply
from grognard.bots.knowledge.bugriver.ground import place_name
from grognard.bots.knowledge.bugriver.judgement import first_sight, value
from grognard.bots.knowledge.bugriver.plans import entry, lots_for, put_forward
from grognard.bots.lots import Lots
from grognard.bots.weighing import Care
from grognard.games.bugriver.chits import KINDS
from grognard.games.bugriver.position import Position
from grognard.match import Match

CHANCY = (*KINDS, "refit", "infiltrate")


class Officer(Undrafted):
    """What is worth a look in Across the Bug River, and how good a position is."""

    weighs: ClassVar[Mapping[str, Care]] = dict.fromkeys(
        ("loss", "retreat", "displace", "crowd", "surplus"), Care.ASKED
    )

    def span(self, match: Match) -> Hashable:
        """An activation: the formation that acts, whoever reacts to it; what is between two is a span of its own."""
        g = _position(match)
        return g.turn, g.frames[0].side, g.frames[1].about if len(g.frames) > 1 else None

    def answer(self, match: Match, side: str) -> str | None:
        """The Admin Phase, formations to activate, reactions, losses, retreats."""
        return reply(match, side)

    def plans(self, match: Match, side: str, breadth: int) -> list[Plan]:
        """What the acting formation could do."""
        return put_forward(_position(match), side, breadth)

    def first_ideas(self, match: Match, side: str, breadth: int) -> list[Plan]:
        """The same, an action each."""
        plans = put_forward(_position(match), side, breadth)
        return [Plan((action,)) for action in dict.fromkeys(plan.actions[0] for plan in plans)]

    def resting(self, match: Match, side: str) -> str:
        """The end of the activation."""
        return "end"

    def evaluate(self, match: Match, side: str) -> float:
        """Points, strength and its state, HQs, places, attacks to come."""
        return value(_position(match), side)

    def glance(self, match: Match, side: str) -> float:
        """Points and Strength Points, and how near the places are."""
        return first_sight(_position(match), side)

    def is_chancy(self, match: Match, side: str, action: str) -> bool:
        """Attacks, refits and infiltrations are."""
        return action.startswith(CHANCY)

    def lots(self, match: Match, side: str, action: str, share: float) -> Lots | None:
        """The chits and the die of an attack."""
        return lots_for(_position(match), action, share)

    def follow_up(self, match: Match, side: str, action: str) -> str | None:
        """The way into a place that an attack has emptied."""
        return entry(_position(match), side, action)

    def reason(self, match: Match, side: str, action: str) -> str:
        """Odds for a combat, the purpose of the others."""
        words, g = action.split(), _position(match)
        if words[0] in KINDS:
            preview = match.preview(action, side)
            wins = preview.tables["the battle is won by"]["attacker"]
            return (
                f"{words[0]} attack on {place_name(g, g.rules.hex_by_name[words[1]])}: {preview.column}, {wins:.0%} won"
            )
        if words[0] in ("move", "infiltrate", "arrive", "relocate", "bridge", "retreat"):
            hexes = [w for w in words[1:] if w in g.rules.hex_by_name]
            where = place_name(g, g.rules.hex_by_name[hexes[-1]]) if hexes else "the map"
            return f"{REASONS[words[0]]} {where}"
        return REASONS.get(words[0], "nothing better to do")


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


def _position(match: Match) -> Position:
    assert isinstance(match.state, Position)
    return match.state
