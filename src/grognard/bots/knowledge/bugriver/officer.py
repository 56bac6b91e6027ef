"""The operations officer of Across the Bug River."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from typing import ClassVar

from grognard.bots.knowledge import Plan, Undrafted
from grognard.bots.knowledge.bugriver import answers, judgement, plans, reasons
from grognard.bots.knowledge.questions import position_of
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
        g = position_of(match, Position)
        return g.turn, g.frames[0].side, g.frames[1].about if len(g.frames) > 1 else None

    def answer(self, match: Match, side: str) -> str | None:
        """The Admin Phase, formations to activate, reactions, losses, retreats."""
        return answers.answer(match, side)

    def plans(self, match: Match, side: str, breadth: int) -> list[Plan]:
        """What the acting formation could do."""
        return plans.plans(position_of(match, Position), side, breadth)

    def first_ideas(self, match: Match, side: str, breadth: int) -> list[Plan]:
        """The same, an action each."""
        found = plans.plans(position_of(match, Position), side, breadth)
        return [Plan((action,)) for action in dict.fromkeys(plan.actions[0] for plan in found)]

    def resting(self, match: Match, side: str) -> str:
        """The end of the activation."""
        return "end"

    def evaluate(self, match: Match, side: str) -> float:
        """Points, strength and its state, HQs, places, attacks to come."""
        return judgement.evaluate(position_of(match, Position), side)

    def glance(self, match: Match, side: str) -> float:
        """Points and Strength Points, and how near the places are."""
        return judgement.glance(position_of(match, Position), side)

    def is_chancy(self, match: Match, side: str, action: str) -> bool:
        """Attacks, refits and infiltrations are."""
        return action.startswith(CHANCY)

    def lots(self, match: Match, side: str, action: str, share: float) -> Lots | None:
        """The chits and the die of an attack."""
        return plans.lots_for(position_of(match, Position), action, share)

    def follow_up(self, match: Match, side: str, action: str) -> str | None:
        """The way into a place that an attack has emptied."""
        return plans.entry(position_of(match, Position), side, action)

    def reason(self, match: Match, side: str, action: str) -> str:
        """Odds for a combat, the purpose of the others."""
        return reasons.reason(match, side, action)
