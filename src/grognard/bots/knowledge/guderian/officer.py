"""The operations officer of Panzergruppe Guderian."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from grognard.bots.knowledge import Plan, PlayerTurns
from grognard.bots.knowledge.guderian import answers, judgement, reasons
from grognard.bots.knowledge.guderian.plans import at_first_sight, plans
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
        return [] if match.under_way else plans(_position(match), breadth)[:breadth]

    def first_ideas(self, match: Match, side: str, breadth: int) -> list[Plan]:
        return [] if match.under_way else at_first_sight(_position(match))[:breadth]

    def resting(self, match: Match, side: str) -> str:
        return "end"

    def evaluate(self, match: Match, side: str) -> float:
        value = judgement.balance(_position(match))
        return value if side == GERMAN else -value

    def glance(self, match: Match, side: str) -> float:
        return judgement.glance(_position(match), side)

    def is_chancy(self, match: Match, side: str, action: str) -> bool:
        return action.startswith(("attack", "overrun"))

    def reason(self, match: Match, side: str, action: str) -> str:
        return reasons.reason(match, side, action)


def _position(match: Match) -> Position:
    assert isinstance(match.state, Position)
    return match.state
