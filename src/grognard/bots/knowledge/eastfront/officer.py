"""The operations officer: what he answers at once, what he looks at, and how he judges it."""

from __future__ import annotations

from grognard.bots.knowledge import Plan, PlayerTurns
from grognard.bots.knowledge.eastfront import answers, judgement, plans, reasons
from grognard.bots.knowledge.eastfront.judgement import FIGHTING, MOVING
from grognard.bots.knowledge.eastfront.quartermaster import Quartermaster
from grognard.bots.knowledge.questions import position_of
from grognard.bots.knowledge.squares import learned
from grognard.games.eastfront.position import Position
from grognard.match import Match


class Officer(PlayerTurns):
    """Knowledge of EastFront."""

    def answer(self, match: Match, side: str) -> str | None:
        """Deployment, production, losses and the like need no search, nor does a battle that must be fought."""
        g = position_of(match, Position)
        decision = match.decision_of(side)
        if decision is None:
            return None
        if decision.kind == "deployment":
            deployed = any(True for _ in g.on_map(side)) and bool(decision.check(("end",)))
            return "end" if deployed else "deploy"
        if decision.kind == "production":
            return Quartermaster(g, side).orders()
        if decision.kind in FIGHTING:
            return plans.next_fight(g, side)
        if decision.kind in ("command", *MOVING):
            return None
        return answers.answer(g, decision)

    def plans(self, match: Match, side: str, breadth: int) -> list[Plan]:
        """What is worth a look."""
        return plans.plans(position_of(match, Position), side, breadth)

    def first_ideas(self, match: Match, side: str, breadth: int) -> list[Plan]:
        """What the scout looks at: one action after the other."""
        return [Plan((action,)) for action in plans.candidates(position_of(match, Position), side, breadth)]

    def resting(self, match: Match, side: str) -> str:
        """The end of the phase."""
        return "end"

    def evaluate(self, match: Match, side: str) -> float:
        """The officer's judgement, and what he has learned about where to stand."""
        g = position_of(match, Position)
        return judgement.evaluate(g, side) + learned(match, g, side)

    def glance(self, match: Match, side: str) -> float:
        """The scout's."""
        return judgement.glance(position_of(match, Position), side)

    def is_chancy(self, match: Match, side: str, action: str) -> bool:
        """Moves are judged by the odds of the battles they lead to, and battles need no trial: no dice are thrown."""
        return False

    def reason(self, match: Match, side: str, action: str) -> str:
        """Why one would play an action."""
        return reasons.reason(match, position_of(match, Position), side, action)
