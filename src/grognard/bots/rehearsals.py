"""Whole turns rehearsed: which of several openings of a turn leaves most when both sides have had theirs.

Where a turn begins by deciding who may do anything in it at all, that decision is worth what the turn makes of it,
and what the enemy leaves of that. So each opening is played with the real rules on a sample of the match, the rest of
the turn and the enemy's next one by drill, battles with even dice, and then the position is judged.
"""

from __future__ import annotations

import time
from collections.abc import Hashable, Sequence
from statistics import mean
from typing import Any, Protocol

from grognard.bots.knowledge import Knowledge, Openings
from grognard.bots.outlook import Outlook, any_action
from grognard.bots.trials import settle
from grognard.dice import Dice
from grognard.match import Match

CLEARLY = 0.8  # what another opening must be worth more
FINALISTS = 3  # that are played on every sample
ACTIONS_MAX = 400  # in a turn that is played
EVEN_THROWS = 400  # even dice that are laid out for it
SPANS_MAX = 3  # that are played until the enemy has had his turn: production may come first


class Drilled(Knowledge, Openings, Protocol):
    """Knowledge of a game whose turns can be rehearsed."""


class Rehearsal:
    """Plays openings of the turn that begins now."""

    def __init__(self, samples: list[Match], side: str, knows: Drilled, seed: str) -> None:
        self._samples, self._side, self._knows, self._seed = samples, side, knows, seed
        self._memories: list[dict[Hashable, tuple[Any, Any]]] = [{} for _ in samples]
        self.worth: dict[tuple[str, ...], float] = {}  # of the openings that have been played

    def best(self, ways: list[tuple[str, ...]], tries: int, end: float) -> tuple[str, ...]:
        """The best opening found in so many tries on the first sample, if it is still the best of a few on the others.

        The best one so far is changed here and there as long as that is better. Nothing is found if there is no time
        to compare any.
        """
        if len(ways) == 1:
            return ways[0]
        best = ways[0]
        for way in ways:
            if self._better(way, best, tries, end):
                best = way
        going_on = len(self.worth) > 1
        while going_on:
            changed = self._knows.variations(self._samples[0], self._side, best)
            better = next((way for way in changed if self._better(way, best, tries, end)), None)
            best, going_on = better or best, better is not None
        if best != ways[0]:
            best = self._confirmed(best, ways[0], end)
        return best if len(self.worth) > 1 else ()

    def _confirmed(self, best: tuple[str, ...], rest: tuple[str, ...], end: float) -> tuple[str, ...]:
        """The best of a few on all samples: what is good against one deal of the unknown may be folly."""
        finalists = sorted(self.worth, key=lambda way: -self.worth[way])[:FINALISTS]
        if rest not in finalists:
            finalists.append(rest)
        average: dict[tuple[str, ...], float] = {}
        for way in finalists:
            if time.monotonic() > end:
                return best
            others = [self._played(way, number) for number in range(1, len(self._samples))]
            average[way] = mean([self.worth[way], *others])
        self.worth.update(average)
        return max(average, key=lambda way: average[way])

    def _better(self, way: tuple[str, ...], best: tuple[str, ...], tries: int, end: float) -> bool:
        """Whether a way that is still to be tried is clearly better than the best so far."""
        if way in self.worth or len(self.worth) >= tries or time.monotonic() > end:
            return False
        self.worth[way] = self._played(way, 0)
        return self.worth[way] > self.worth[best] + CLEARLY

    def _played(self, opening: tuple[str, ...], number: int) -> float:
        """What is left when the turn that begins so is over, and the enemy's after it."""
        sample = self._samples[number]
        trial = sample.copy()
        trial.state.use_memory(self._memories[number])
        trial.state.dice = even(trial, f"{self._seed}:{number}")
        span = self._knows.span(trial)
        self._carry_out(trial, opening)
        self._finish(trial, span)
        waste = self._knows.waste(sample, trial, opening)
        for _ in range(SPANS_MAX):
            if (decision := trial.decision) is None:
                break
            begins = bool(self._knows.openings(trial, decision.side))
            if begins and decision.side == self._side:
                break  # the enemy had nothing to decide, or will have to wait
            self._finish(trial, self._knows.span(trial))
            if begins:
                break
        return self._knows.evaluate(trial, self._side) - waste

    def _finish(self, trial: Match, span: Hashable) -> None:
        """The rest of a turn."""
        for _ in range(ACTIONS_MAX):
            decision = trial.decision
            if decision is None or self._knows.span(trial) != span:
                return
            answer = self._knows.answer(trial, decision.side)
            if not self._carry_out(trial, [answer] if answer else self._knows.drill(trial, decision.side)):
                trial.play(any_action(Outlook(trial, decision.side)), decision.side)
                settle(trial, self._knows)

    def _carry_out(self, trial: Match, actions: Sequence[str]) -> bool:
        """Play what is legal of some actions as long as the phase lasts; whether anything was."""
        begun, done = trial.decision, False
        for action in actions:
            decision = trial.decision
            if begun is None or decision is None or decision.kind != begun.kind:
                break
            words = tuple(action.split())
            if not decision.begins(words) or not decision.choices(words).complete:
                continue  # what was played before has taken the room; to be told why would take its time
            trial.play(action, decision.side)
            done = True
            settle(trial, self._knows)
        return done


def even(trial: Match, seed: str) -> Dice:
    """Dice that show each face once in every few throws, in an order of their own."""
    dice = trial.state.dice.reseeded(seed)
    order, faces = Dice.seeded(seed), trial.game.info.die
    script = list(dice.script or ())
    while len(script) < EVEN_THROWS + dice.scripted:
        left = list(range(1, faces + 1))
        while left:
            script.append(left.pop(order.draw(len(left))))
    dice.script, dice.by_hand = tuple(script), False
    return dice
