"""Plans tried on samples of a match: what each gains by the officer's judgement, whatever the dice make of it."""

from __future__ import annotations

import time
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from grognard.bots.knowledge import Foresight, Knowledge, Plan
from grognard.bots.lots import lay_out
from grognard.bots.outlook import Outlook
from grognard.bots.weighing import Care, weighed
from grognard.dice import Dice
from grognard.match import Match
from grognard.ruling import Illegal

if TYPE_CHECKING:
    from grognard.bots.planner import Planner

ANSWERS_MAX = 60  # questions answered in one trial before it is judged as it stands


@dataclass(frozen=True, slots=True)
class Idea:
    """A plan and what it gains over doing nothing."""

    plan: Plan
    gain: float


class Trials:
    """Plans tried on samples of the match."""

    def __init__(self, bot: Planner, outlook: Outlook, knows: Knowledge, sample: Match) -> None:
        self._bot, self._outlook, self._side, self._knows = bot, outlook, outlook.side, knows
        self._judge = knows.glance if bot.at_first_sight else knows.evaluate
        self._foresight = knows if isinstance(knows, Foresight) else None
        self._throws = max(bot.level.samples, bot.level.throws)  # trials of what dice decide
        self._samples, self._before = [sample], [self._judge(sample, outlook.side)]
        self._deals = bot.level.samples if bot.level.samples > 1 and self._is_hidden() else 1

    def _sample(self, number: int) -> tuple[Match, float]:
        """One of the samples, and what it is worth before anything is done."""
        while number >= len(self._samples):
            seed = f"{self._bot.seed}:{self._outlook.number}:{len(self._samples)}"
            self._samples.append(self._bot.sample(self._outlook, seed))
            self._before.append(self._judge(self._samples[-1], self._side))
        return self._samples[number], self._before[number]

    def _is_hidden(self) -> bool:
        """Whether another sample differs in more than the dice."""
        twin = self._sample(1)[0].state.copy()
        twin.dice = self._samples[0].state.dice
        return twin.facts() != self._samples[0].state.facts()

    def samples(self) -> list[Match]:
        """The samples to try plans on: as many as the level wants, or one if nothing is hidden."""
        return [self._sample(number)[0] for number in range(self._deals)]

    def ideas(self) -> list[Idea]:
        """All plans looked at, the best first."""
        found = []
        plans = self._knows.first_ideas if self._bot.at_first_sight else self._knows.plans
        for plan in plans(self._samples[0], self._side, self._bot.level.breadth):
            if plan.actions[0] in self._bot.left_out:
                continue
            if (gain := self.gain(plan)) is not None:
                found.append(Idea(plan, gain))
            if found and time.monotonic() > self._bot.deadline:
                break  # the likeliest have been looked at
        return sorted(found, key=lambda idea: -idea.gain)

    def gain(self, plan: Plan) -> float | None:
        """What a plan gains on average; None if it is not legal in any sample.

        Each throw of the dice meets another sample: what looks good against one deal of the unknown may be folly.
        """
        gains = []
        for number in range(self._throws if self.chancy(plan) else self._deals):
            sample, before = self._sample(number)
            if (after := self._after(sample, plan, number)) is not None:
                gains.append(self._judge(after, self._side) - before)
        return sum(gains) / len(gains) if gains else None

    def chancy(self, plan: Plan) -> bool:
        """Whether dice or hidden facts decide what a plan brings."""
        return any(self._knows.is_chancy(self._samples[0], self._side, action) for action in plan.actions)

    def _after(self, match: Match, plan: Plan, throw: int) -> Match | None:
        """The match after a plan and all questions it raises; None if it cannot begin in this sample."""
        trial = match.copy()
        trial.state.dice = self._cast(trial, throw)
        for at, action in enumerate(plan.actions):
            self._lay_out(trial, action, throw)
            try:
                trial.play(action, self._side)
            except Illegal:
                return trial if at else None
            settle(trial, self._knows, self._bot.level.care)
        self._follow_up(trial, plan.actions[-1])
        return trial

    def _lay_out(self, trial: Match, action: str, throw: int) -> None:
        """Fix what an action draws and rolls, if the officer can say it: each throw has its share of the chances."""
        if self._foresight is not None:
            lots = self._foresight.lots(trial, self._side, action, (throw % self._throws + 0.5) / self._throws)
            if lots is not None:
                trial.state.dice = lay_out(trial.state.dice, lots)

    def _follow_up(self, trial: Match, action: str) -> None:
        """What is sure to come after an action belongs to what it brings."""
        if self._foresight is not None and not trial.under_way:
            next = self._foresight.follow_up(trial, self._side, action)
            if next is not None:
                trial.play(next, self._side)
                settle(trial, self._knows, self._bot.level.care)

    def _cast(self, trial: Match, throw: int) -> Dice:
        """Dice for a trial. The first die shows each face in turn, so that few throws say as much as many."""
        number = len(trial.actions)
        dice = trial.state.dice.reseeded(f"{self._bot.seed}:{number}:{throw}")
        faces = trial.game.info.die
        dice.script = (*(dice.script or ()), (throw * faces // self._bot.level.throws + number) % faces + 1)
        dice.by_hand = False
        return dice


def settle(trial: Match, knows: Knowledge, care: Care | None = None) -> None:
    """Answer what an action has asked, for both sides; what the officer weighs with such care is weighed."""
    for _ in range(ANSWERS_MAX):
        decision = trial.decision
        if not trial.under_way or decision is None:
            return
        answer = weighed(trial, knows, care, partial(settle, knows=knows, care=care)) if care else None
        answer = answer or knows.answer(trial, decision.side)
        trial.play(answer or any_action(Outlook(trial, decision.side)), decision.side)


def any_action(outlook: Outlook) -> str:
    """Some legal action: the first branch of the choice tree, done as soon as that is possible."""
    words: list[str] = []
    while not (choices := outlook.choices(" ".join(words))).complete:
        words.append("end" if "end" in choices else choices.items[0])
    return " ".join(words)
