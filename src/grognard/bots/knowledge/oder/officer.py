"""The operations officer of Watch on the Oder."""

from __future__ import annotations

from grognard.bots.knowledge import Plan, PlayerTurns
from grognard.bots.knowledge.oder import answers, judgement, plans, reasons
from grognard.bots.knowledge.questions import position_of
from grognard.games.oder.position import SOVIET, Position
from grognard.match import Match

SHARE = 6  # of the breadth allowed: each trial plays a whole action, and a turn has forty of them


class Officer(PlayerTurns):
    """What is worth a look in Watch on the Oder, and how good a position is."""

    def answer(self, match: Match, side: str) -> str | None:
        """Set-up, declaration, support, losses, retreats, advances, momentum."""
        return answers.answer(match, side)

    def plans(self, match: Match, side: str, breadth: int) -> list[Plan]:
        """Marches, attacks and probes, arrivals."""
        return plans.plans(position_of(match, Position), side, max(2, breadth // SHARE))

    def first_ideas(self, match: Match, side: str, breadth: int) -> list[Plan]:
        """The same, but no further than the next action."""
        return list(dict.fromkeys(Plan(plan.actions[:1]) for plan in self.plans(match, side, breadth)))

    def resting(self, match: Match, side: str) -> str:
        """The end of the phase."""
        return "end"

    def evaluate(self, match: Match, side: str) -> float:
        """Points, units, supply, attacks to come and the ways to sudden death."""
        return judgement.evaluate(position_of(match, Position), side)

    def glance(self, match: Match, side: str) -> float:
        """Points and units, and how near the enemy is."""
        return judgement.glance(position_of(match, Position), side)

    def is_chancy(self, match: Match, side: str, action: str) -> bool:
        """Attacks are; German probes may go on with momentum."""
        return action.startswith("attack" if side == SOVIET else ("attack", "probe"))

    def reason(self, match: Match, side: str, action: str) -> str:
        """Odds for a combat, the purpose of the others."""
        return reasons.reason(match, side, action)
