"""The operations officer of Battles in the East."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from grognard.bots.knowledge import Plan, PlayerTurns, Undrafted
from grognard.bots.knowledge.battles import answers, judgement, plans, reasons
from grognard.bots.knowledge.battles.sight import single_moves
from grognard.bots.knowledge.questions import position_of
from grognard.bots.weighing import Care
from grognard.games.battles.position import Position
from grognard.match import Match


class Officer(PlayerTurns, Undrafted):
    """What is worth a look in Battles in the East, and how good a position is."""

    weighs: ClassVar[Mapping[str, Care]] = {
        "loss-or-retreat": Care.AT_LENGTH,
        "retreat": Care.ASKED,
        "lose-step": Care.ASKED,
    }

    def answer(self, match: Match, side: str) -> str | None:
        """Supply, arrivals, works, air; declarations, losses, retreats, advances."""
        return answers.answer(match, side)

    def plans(self, match: Match, side: str, breadth: int) -> list[Plan]:
        """Whole movement phases, overruns, attacks."""
        return plans.plans(position_of(match, Position), side, breadth)

    def first_ideas(self, match: Match, side: str, breadth: int) -> list[Plan]:
        """Single moves and attacks."""
        g = position_of(match, Position)
        if g.phase.endswith(("movement", "mechanised")):
            return single_moves(g, side, breadth)
        return [Plan(plan.actions[:1]) for plan in plans.plans(g, side, breadth)]

    def resting(self, match: Match, side: str) -> str:
        """The end of the phase."""
        return "end"

    def evaluate(self, match: Match, side: str) -> float:
        """Points, strength, supply, attacks to come, places."""
        return judgement.evaluate(position_of(match, Position), side)

    def glance(self, match: Match, side: str) -> float:
        """Points and steps, and how near the places are."""
        return judgement.glance(position_of(match, Position), side)

    def is_chancy(self, match: Match, side: str, action: str) -> bool:
        """Attacks and overruns are."""
        return action.startswith(("attack", "overrun"))

    def reason(self, match: Match, side: str, action: str) -> str:
        """Odds for a combat, the purpose of the others."""
        return reasons.reason(match, side, action)
