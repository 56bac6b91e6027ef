"""Whole turns tried against the enemy's reply: which way to play a turn leaves most when the enemy has had his.

The officer plays his turn on a sample of the match as each of his stances would, the enemy answers as well as a
quick officer can on what he may know, and the position is judged then. Leaving out one of the orders of the best turn
is tried next, order by order, while it pays and time lasts. All turns meet the same samples and the same dice, and
those dice are even: in every few throws each face comes up once, so that no turn is preferred for its luck.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from statistics import mean, stdev
from typing import Protocol

from grognard.bots.knowledge import Knowledge, Plan
from grognard.bots.knowledge.stances import NATURAL, taking
from grognard.dice import Dice
from grognard.match import Match

ACTIONS_MAX = 400  # in a turn that is tried
EVEN_THROWS = 400  # even dice that are laid out for a trial
ENOUGH = 0.5  # what another turn must gain on average to be preferred
FAIR = 2  # samples on which a turn is tried before it may be given up
SURE = 2.5  # standard errors by which another turn must be better: several are tried, and one of them is always lucky


class TrialPlayer(Protocol):
    """A bot that plays a side in trials, and says which plan its last action began."""

    begun: Plan | None

    def act(self, match: Match, side: str) -> str: ...


@dataclass(frozen=True, slots=True)
class Resolve:
    """How a turn is to be played: the stance, and the orders that are not to be given."""

    stance: str = NATURAL
    left_out: frozenset[str] = frozenset()


@dataclass(slots=True)
class _Turn:
    """A turn that was tried: its plans in their order, and what it was worth after each reply."""

    resolve: Resolve
    plans: list[Plan] = field(default_factory=list)
    worth: list[float] = field(default_factory=list)

    def gains_on(self, other: _Turn) -> list[float]:
        """By how much it is better, sample by sample, as far as it was tried."""
        return [mine - theirs for mine, theirs in zip(self.worth, other.worth, strict=False)]

    def beats(self, other: _Turn) -> bool:
        """Whether it is better on average, surely not by chance, and counting the worst reply of each once more."""
        gains = self.gains_on(other)
        chance = stdev(gains) / len(gains) ** 0.5 if len(gains) > 1 else 0.0
        worst = (min(self.worth) - min(other.worth)) / len(gains)
        return mean(gains) + worst > ENOUGH and mean(gains) > SURE * chance


class TurnSearch:
    """The search for the best way to play the turn that begins now."""

    def __init__(
        self,
        samples: list[Match],
        side: str,
        knows: Knowledge,
        deputy: Callable[[frozenset[str]], TrialPlayer],
        seed: str,
        end: float,
    ) -> None:
        self._samples, self._side, self._knows, self._seed, self._end = samples, side, knows, seed, end
        self._deputy = deputy

    def resolve(self, stances: tuple[str, ...], variations: int) -> Resolve:
        """The best of the stances, and of its variations so many."""
        best = self._tried(Resolve())
        if best is None:
            return Resolve()
        for stance in stances:
            turn = self._tried(Resolve(stance), best)
            if turn is not None and turn.beats(best):
                best = turn
        return self._varied(best, variations).resolve

    def _varied(self, best: _Turn, variations: int) -> _Turn:
        """Without one of its orders after the other, as long as that is better."""
        for plan in list(best.plans):
            if variations <= 0:
                break
            if plan.actions[0] not in best.resolve.left_out and plan in best.plans:
                variations -= 1
                turn = self._tried(Resolve(best.resolve.stance, best.resolve.left_out | {plan.actions[0]}), best)
                if turn is not None and turn.beats(best):
                    best = turn
        return best

    def _tried(self, resolve: Resolve, rival: _Turn | None = None) -> _Turn | None:
        """A turn played on each sample and answered; None if there was no time for it, or it fell behind its rival."""
        turn = _Turn(resolve)
        for number, sample in enumerate(self._samples):
            trial = sample.copy()
            trial.state.use_memory({})
            trial.state.dice = even(trial, f"{self._seed}:{number}")
            plans = self._play(trial, resolve)
            if plans is None or self._play(trial, Resolve()) is None:
                return None
            turn.plans = turn.plans or plans
            turn.worth.append(self._knows.evaluate(trial, self._side))
            if rival is not None and len(turn.worth) >= FAIR and mean(turn.gains_on(rival)) <= 0:
                return None
        return turn

    def _play(self, trial: Match, resolve: Resolve) -> list[Plan] | None:
        """Play the turn that is under way to its end, and tell the plans of the searching side; None if time is up.

        Questions on the way are answered by whom they concern.
        """
        span, plans = self._knows.span(trial), list[Plan]()
        deputies = {}
        for _ in range(ACTIONS_MAX):
            decision = trial.decision
            if decision is None or (not trial.under_way and self._knows.span(trial) != span):
                break
            if time.monotonic() > self._end:
                return None
            if decision.side not in deputies:
                own = decision.side == self._side
                deputies[decision.side] = self._deputy(resolve.left_out if own else frozenset())
            deputy = deputies[decision.side]
            with taking(resolve.stance if decision.side == self._side else NATURAL):
                action = deputy.act(trial, decision.side)
            if decision.side == self._side and deputy.begun is not None:
                plans.append(deputy.begun)
            trial.play(action, decision.side)
        return plans


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
