"""Whole turns rehearsed: which of several openings of a turn leaves most when both sides have had theirs.

Where a turn begins by deciding who may do anything in it at all, that decision is worth what the turn makes of it,
and what the enemy leaves of that. So each opening is played with the real rules on a sample of the match, the rest of
the turn and the enemy's next one by drill, battles with even dice, and then the position is judged.
"""

from __future__ import annotations

import time
from collections.abc import Hashable
from typing import Any, Protocol

from grognard.bots.knowledge import Knowledge, Openings
from grognard.bots.outlook import Outlook, any_action
from grognard.bots.turns import ACTIONS_MAX, even
from grognard.decision import Decision
from grognard.match import Match
from grognard.ruling import Illegal

CLEARLY = 0.3  # what another opening must be worth more
SPANS_MAX = 3  # that are played until the enemy has had his turn: production may come first


class Drilled(Knowledge, Openings, Protocol):
    """Knowledge of a game whose turns can be rehearsed."""


class Rehearsal:
    """Plays openings of the turn that begins now."""

    def __init__(self, sample: Match, side: str, knows: Drilled, seed: str) -> None:
        self._sample, self._side, self._knows, self._seed = sample, side, knows, seed
        self._memory: dict[Hashable, tuple[Any, Any]] = {}
        self.worth: dict[tuple[str, ...], float] = {}  # of the openings that have been played

    def best(self, tries: int, end: float) -> tuple[str, ...]:
        """The best opening found in so many tries: the best one is changed here and there while that is better."""
        ways = self._knows.openings(self._sample, self._side)
        best = ways[0]
        for way in ways:
            if self._better(way, best, tries, end):
                best = way
        going_on = True
        while going_on:
            changed = self._knows.variations(self._sample, self._side, best)
            better = next((way for way in changed if self._better(way, best, tries, end)), None)
            best, going_on = better or best, better is not None
        return best

    def _better(self, way: tuple[str, ...], best: tuple[str, ...], tries: int, end: float) -> bool:
        """Whether a way that is still to be tried is clearly better than the best so far."""
        if way in self.worth or len(self.worth) >= tries or time.monotonic() > end:
            return False
        self.worth[way] = self._played(way)
        return self.worth[way] > self.worth[best] + CLEARLY

    def _played(self, opening: tuple[str, ...]) -> float:
        """What is left when the turn that begins so is over, and the enemy's after it."""
        trial = self._sample.copy()
        trial.state.use_memory(self._memory)
        trial.state.dice = even(trial, self._seed)
        span = self._knows.span(trial)
        for action in opening:
            trial.play(action, self._side)
            self._settle(trial)
        self._finish(trial, span)
        for _ in range(SPANS_MAX):
            if (decision := trial.decision) is None:
                break
            theirs = decision.side != self._side and bool(self._knows.openings(trial, decision.side))
            self._finish(trial, self._knows.span(trial))
            if theirs:
                break
        return self._knows.evaluate(trial, self._side)

    def _finish(self, trial: Match, span: Hashable) -> None:
        """The rest of a turn."""
        for _ in range(ACTIONS_MAX):
            decision = trial.decision
            if decision is None or self._knows.span(trial) != span:
                return
            answer = self._knows.answer(trial, decision.side)
            if not self._carry_out(trial, decision, [answer] if answer else self._knows.drill(trial, decision.side)):
                trial.play(any_action(Outlook(trial, decision.side)), decision.side)
                self._settle(trial)

    def _carry_out(self, trial: Match, decision: Decision, actions: list[str]) -> bool:
        """Play what is legal of some actions as long as the phase lasts; whether anything was."""
        done = False
        for action in actions:
            if trial.decision is None or trial.decision.kind != decision.kind:
                break
            try:
                trial.play(action, decision.side)
            except Illegal:  # what was planned before it has taken the room
                continue
            done = True
            self._settle(trial)
        return done

    def _settle(self, trial: Match) -> None:
        """Answer what an action has asked."""
        while trial.under_way and (decision := trial.decision) is not None:
            answer = self._knows.answer(trial, decision.side)
            trial.play(answer or any_action(Outlook(trial, decision.side)), decision.side)
