"""The operations officer of Battles in the East."""

from __future__ import annotations

from grognard.bots.knowledge import Plan, PlayerTurns, Undrafted
from grognard.bots.knowledge.battles.answers import reply
from grognard.bots.knowledge.battles.judgement import first_sight, value
from grognard.bots.knowledge.battles.marches import place_name
from grognard.bots.knowledge.battles.plans import put_forward
from grognard.bots.knowledge.battles.sight import single_moves
from grognard.games.battles.position import Position
from grognard.match import Match


class Officer(PlayerTurns, Undrafted):
    """What is worth a look in Battles in the East, and how good a position is."""

    def answer(self, match: Match, side: str) -> str | None:
        """Supply, arrivals, works, air; declarations, losses, retreats, advances."""
        return reply(match, side)

    def plans(self, match: Match, side: str, breadth: int) -> list[Plan]:
        """Whole movement phases, overruns, attacks."""
        return put_forward(_position(match), side, breadth)

    def first_ideas(self, match: Match, side: str, breadth: int) -> list[Plan]:
        """Single moves and attacks."""
        g = _position(match)
        if g.phase.endswith(("movement", "mechanised")):
            return single_moves(g, side, breadth)
        return [Plan(plan.actions[:1]) for plan in put_forward(g, side, breadth)]

    def resting(self, match: Match, side: str) -> str:
        """The end of the phase."""
        return "end"

    def evaluate(self, match: Match, side: str) -> float:
        """Points, strength, supply, attacks to come, places."""
        return value(_position(match), side)

    def glance(self, match: Match, side: str) -> float:
        """Points and steps, and how near the places are."""
        return first_sight(_position(match), side)

    def is_chancy(self, match: Match, side: str, action: str) -> bool:
        """Attacks and overruns are."""
        return action.startswith(("attack", "overrun"))

    def reason(self, match: Match, side: str, action: str) -> str:
        """Odds for a combat, the purpose of the others."""
        words, g = action.split(), _position(match)
        if words[0] in ("attack", "overrun"):
            preview = match.preview(action, side)
            chance = sum(share for result, share in preview.outcomes.items() if not result.endswith("/0"))
            where = place_name(g, g.rules.hex_by_name[words[1]])
            points = g.rules.scenario.victory.objectives.get(words[1])
            prize = f", for a place worth {points}" if points else ""
            return f"{words[0]} on {where}: {preview.column}, {chance:.0%} to hit{prize}"
        if words[0] in ("move", "enter", "place", "fort", "interdict", "airlift"):
            word = next((w for w in words[1:] if w in g.rules.hex_by_name), "")
            where = place_name(g, g.rules.hex_by_name[word]) if word else "the map"
            return f"{REASONS[words[0]]} {where}"
        return REASONS.get(words[0], "nothing better to do")


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


def _position(match: Match) -> Position:
    assert isinstance(match.state, Position)
    return match.state
