"""The operations officer of Battles in the East."""

from __future__ import annotations

from grognard.bots.knowledge import Plan, PlayerTurns, Undrafted
from grognard.bots.knowledge.battles.answers import reply
from grognard.bots.knowledge.battles.judgement import first_sight, value
from grognard.bots.knowledge.battles.plans import put_forward
from grognard.bots.knowledge.battles.reasons import reason
from grognard.bots.knowledge.battles.sight import single_moves
from grognard.bots.knowledge.questions import position_of
from grognard.games.battles.position import Position
from grognard.match import Match


class Officer(PlayerTurns, Undrafted):
    """What is worth a look in Battles in the East, and how good a position is."""

    def answer(self, match: Match, side: str) -> str | None:
        """Supply, arrivals, works, air; declarations, losses, retreats, advances."""
        return reply(match, side)

    def plans(self, match: Match, side: str, breadth: int) -> list[Plan]:
        """Whole movement phases, overruns, attacks."""
        return put_forward(position_of(match, Position), side, breadth)

    def first_ideas(self, match: Match, side: str, breadth: int) -> list[Plan]:
        """Single moves and attacks."""
        g = position_of(match, Position)
        if g.phase.endswith(("movement", "mechanised")):
            return single_moves(g, side, breadth)
        return [Plan(plan.actions[:1]) for plan in put_forward(g, side, breadth)]

    def resting(self, match: Match, side: str) -> str:
        """The end of the phase."""
        return "end"

    def evaluate(self, match: Match, side: str) -> float:
        """Points, strength, supply, attacks to come, places."""
        return value(position_of(match, Position), side)

    def glance(self, match: Match, side: str) -> float:
        """Points and steps, and how near the places are."""
        return first_sight(position_of(match, Position), side)

    def is_chancy(self, match: Match, side: str, action: str) -> bool:
        """Attacks and overruns are."""
        return action.startswith(("attack", "overrun"))

    def reason(self, match: Match, side: str, action: str) -> str:
        """Odds for a combat, the purpose of the others."""
        return reason(match, side, action)
