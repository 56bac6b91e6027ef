"""The operations officer: what he answers at once, what he looks at, and how he judges it."""

from __future__ import annotations

from grognard.bots.knowledge import Plan, PlayerTurns
from grognard.bots.knowledge.eastfront import judgement, plans, reasons
from grognard.bots.knowledge.eastfront.ground import worth
from grognard.bots.knowledge.eastfront.judgement import FIGHTING, MOVING
from grognard.bots.knowledge.eastfront.quartermaster import Quartermaster
from grognard.bots.knowledge.eastfront.withdrawals import refuge
from grognard.bots.knowledge.squares import learned
from grognard.decision import Decision
from grognard.games.eastfront.position import Position
from grognard.match import Match


class Officer(PlayerTurns):
    """Knowledge of EastFront."""

    def answer(self, match: Match, side: str) -> str | None:
        """Deployment, production, losses and the like need no search, nor does a battle that must be fought."""
        g = _position(match)
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
        return _reply(g, decision)

    def plans(self, match: Match, side: str, breadth: int) -> list[Plan]:
        """What is worth a look."""
        return plans.plans(_position(match), side, breadth)

    def first_ideas(self, match: Match, side: str, breadth: int) -> list[Plan]:
        """What the scout looks at: one action after the other."""
        return [Plan((action,)) for action in plans.candidates(_position(match), side, breadth)]

    def resting(self, match: Match, side: str) -> str:
        """The end of the phase."""
        return "end"

    def evaluate(self, match: Match, side: str) -> float:
        """The officer's judgement, and what he has learned about where to stand."""
        g = _position(match)
        return judgement.evaluate(g, side) + learned(match, g, side)

    def glance(self, match: Match, side: str) -> float:
        """The scout's."""
        return judgement.glance(_position(match), side)

    def is_chancy(self, match: Match, side: str, action: str) -> bool:
        """Moves are judged by the odds of the battles they lead to, and battles need no trial: no dice are thrown."""
        return False

    def reason(self, match: Match, side: str, action: str) -> str:
        """Why one would play an action."""
        return reasons.reason(match, _position(match), side, action)


def _position(match: Match) -> Position:
    assert isinstance(match.state, Position)
    return match.state


def _reply(g: Position, decision: Decision) -> str | None:
    """A loss goes to the cheapest unit, supply to the dearest; a rearguard that has survived gets out of sight."""
    first = decision.choices().items
    if "stay" in first:
        return _rearguard(g, decision)
    if len(first) != 1:
        return first[0] if decision.choices((first[0],)).complete else None
    verb = first[0]
    units = [u for word in decision.choices((verb,)).items if (u := g.find(word)) is not None]
    if not units:
        return None
    pick = max if verb == "supply" else min
    return f"{verb} {g.name(pick(units, key=lambda u: (g.is_hq(u), worth(g.rules, u) * (1 + g.cv[u]), u)))}"


def _rearguard(g: Position, decision: Decision) -> str:
    """Whether a rearguard goes on from where it has fallen back to."""
    assert decision.occasion is not None
    unit = g.unit(decision.occasion.units[0])
    hex = g.hexname(refuge(g, g.side, unit, g.at[unit]))
    return f"retreat {hex}" if hex in decision.choices(("retreat",)).items else "stay"
