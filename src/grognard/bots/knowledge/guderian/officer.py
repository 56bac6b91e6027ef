"""The operations officer of Panzergruppe Guderian."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from grognard.bots.knowledge import Plan, PlayerTurns
from grognard.bots.knowledge.guderian import answers, judgement, reasons
from grognard.bots.knowledge.guderian.plans import at_first_sight, plans
from grognard.bots.knowledge.questions import position_of
from grognard.bots.weighing import Care
from grognard.games.guderian.position import GERMAN, Position
from grognard.match import Match


class Officer(PlayerTurns):
    """What to look at, how to judge it, what to answer."""

    weighs: ClassVar[Mapping[str, Care]] = {
        "loss-or-retreat": Care.ALWAYS,
        "retreat": Care.ASKED,
        "lose-step": Care.ASKED,
    }

    def answer(self, match: Match, side: str) -> str | None:
        return answers.answer(match, side)

    def plans(self, match: Match, side: str, breadth: int) -> list[Plan]:
        return [] if match.under_way else plans(position_of(match, Position), breadth)[:breadth]

    def first_ideas(self, match: Match, side: str, breadth: int) -> list[Plan]:
        return [] if match.under_way else at_first_sight(position_of(match, Position))[:breadth]

    def resting(self, match: Match, side: str) -> str:
        return "end"

    def evaluate(self, match: Match, side: str) -> float:
        value = judgement.balance(position_of(match, Position))
        return value if side == GERMAN else -value

    def glance(self, match: Match, side: str) -> float:
        return judgement.glance(position_of(match, Position), side)

    def is_chancy(self, match: Match, side: str, action: str) -> bool:
        return action.startswith(("attack", "overrun"))

    def reason(self, match: Match, side: str, action: str) -> str:
        return reasons.reason(match, side, action)
