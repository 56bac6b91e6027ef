"""Bots that look before they act: try what is worth trying on a sample of the match, and keep what gains most."""

from __future__ import annotations

import math
import time
from collections.abc import Hashable
from dataclasses import dataclass
from typing import Any, ClassVar

from grognard.bots.knowledge import Foresight, Knowledge, Plan, knowledge_of
from grognard.bots.knowledge.stances import HASTY, NATURAL, by_nature, judging_for, taking
from grognard.bots.lots import lay_out
from grognard.bots.outlook import Outlook
from grognard.bots.turns import Resolve, TurnSearch
from grognard.dice import Dice
from grognard.match import Match
from grognard.ruling import Illegal

ANSWERS_MAX = 60  # questions answered in one trial before it is judged as it stands
NEARLY = 0.6  # of the gain: what counts as nearly as good
AHEAD = 0.5  # of the time for an action: what the turn as a whole may take before its first one


@dataclass(frozen=True, slots=True)
class Level:
    """How hard a bot thinks: samples of what it cannot know, throws of the dice for each trial, actions looked at.

    And whether it plays its turn over against the enemy's reply before it begins: on how many samples, in how many
    stances, and with how many of its orders left out.
    """

    samples: int
    throws: int
    breadth: int
    replies: int = 0
    stances: int = 0
    variations: int = 0


@dataclass(frozen=True, slots=True)
class Idea:
    """A plan and what it gains over doing nothing."""

    plan: Plan
    gain: float


class Planner:
    """Plays the plan with the greatest gain by its evaluation; rests when nothing gains.

    A plan that was chosen is carried out action by action. After it come the plans that were nearly as good, each
    looked at once more; the whole position is thought over again when none of them gains what it promised.
    Before the first of a turn the turn as a whole is tried against the reply, if the level has time for that.
    """

    level: ClassVar[Level]
    nature: ClassVar[str] = NATURAL  # its stance where none has been taken for it
    threshold: ClassVar[float] = 0.01
    at_first_sight: ClassVar[bool] = False  # judge by losses and points alone

    def __init__(
        self, seed: int | str, seconds: float | None = None, *, left_out: frozenset[str] = frozenset()
    ) -> None:
        self.seed, self.seconds = seed, seconds  # without a limit of time the same seed plays the same
        self._left_out = left_out
        self._next = 0  # what follows was thought out for a match of so many actions
        self._agenda: tuple[str, ...] = ()  # the rest of the plan that is being carried out
        self._others: list[Idea] = []  # what else was worth doing, the best first
        self._aim = ""
        self._turn: Hashable = None  # the turn that has been thought over as a whole
        self._resolve = Resolve()
        self.begun: Plan | None = None  # the plan that the last action began
        self.deadline = math.inf  # of the action that is thought about
        self._memory: dict[Hashable, tuple[Any, Any]] = {}  # what it has worked out about its samples

    @property
    def left_out(self) -> frozenset[str]:
        """Orders that are not to be given in this turn, because the enemy's reply would make them dear."""
        return self._left_out | self._resolve.left_out

    def sample(self, outlook: Outlook, seed: str) -> Match:
        """A match that could be this one; what is worked out about it is remembered by the bot."""
        sample = outlook.sample(seed)
        sample.state.use_memory(self._memory)
        return sample

    def act(self, match: Match, side: str) -> str:
        """The best action found; the match is only looked at as its side may."""
        with judging_for(side):
            return self._act(match, side)

    def _act(self, match: Match, side: str) -> str:
        begun = time.monotonic()
        self.deadline = begun + self.seconds if self.seconds else math.inf
        outlook = Outlook(match, side)
        knows = knowledge_of(outlook.info.id)
        sample = self.sample(outlook, f"{self.seed}:{outlook.number}")
        self.begun = None
        quick = knows.answer(sample, side)
        if quick is not None and outlook.why(quick):
            return quick
        if outlook.number < self._next:  # the match has been taken back
            self._agenda, self._others, self._turn = (), [], None
        if self.level.replies and not sample.under_way and knows.span(sample) != self._turn:
            self._think_ahead(outlook, knows, sample, begun + AHEAD * self.seconds if self.seconds else math.inf)
        with taking(self._resolve.stance) if self.level.replies else by_nature(self.nature):
            action = self._planned(outlook, knows, sample)
        self._next = outlook.number + 1
        return action

    def _think_ahead(self, outlook: Outlook, knows: Knowledge, sample: Match, end: float) -> None:
        """Resolve how to play the turn that begins."""
        level, seed = self.level, f"{self.seed}:{outlook.number}:turn"
        samples = [sample, *(outlook.sample(f"{seed}:{number}") for number in range(1, level.replies))]
        search = TurnSearch(samples, outlook.side, knows, lambda left_out: Deputy(seed, left_out=left_out), seed, end)
        self._turn, self._resolve = knows.span(sample), search.resolve(knows.stances[: level.stances], level.variations)
        self._agenda, self._others, self._memory = (), [], {}
        sample.state.use_memory(self._memory)

    def _planned(self, outlook: Outlook, knows: Knowledge, sample: Match) -> str:
        if self._agenda and outlook.why(self._agenda[0]):
            return self._go_on(Plan(self._agenda, self._aim))
        trials = _Trials(self, outlook, knows, sample)
        again = self._still_good(outlook, trials)
        if again is not None:
            return self._begin(again)
        ideas = trials.ideas()
        rest = knows.resting(sample, outlook.side)
        best = next((at for at, idea in enumerate(ideas) if outlook.why(idea.plan.actions[0])), None)
        if best is not None and (ideas[best].gain > self.threshold or not outlook.why(rest)):
            enough = max(self.threshold, ideas[best].gain * NEARLY)
            self._others = [idea for idea in ideas[best + 1 :] if idea.gain > enough]
            return self._begin(ideas[best].plan)
        return self._begin(Plan((rest if outlook.why(rest) else any_action(outlook),)))

    def _still_good(self, outlook: Outlook, trials: _Trials) -> Plan | None:
        """The next of the plans that were nearly as good as the best, if it is legal and gains as much as it did."""
        while self._others:
            idea = self._others.pop(0)
            if outlook.why(idea.plan.actions[0]) and (gain := trials.gain(idea.plan)) is not None:
                return idea.plan if gain > max(self.threshold, idea.gain * NEARLY) else None
        return None

    def _begin(self, plan: Plan) -> str:
        self.begun = plan
        return self._go_on(plan)

    def _go_on(self, plan: Plan) -> str:
        self._agenda, self._aim = plan.actions[1:], plan.aim
        return plan.actions[0]

    def hint(self, match: Match, side: str) -> tuple[str, str]:
        """The action the bot would play, and why."""
        action = self.act(match, side)
        why = knowledge_of(match.game.info.id).reason(match.determinize(side, self.seed), side, action)
        return action, f"{self._aim}: {why}" if self._aim else why


class _Trials:
    """Plans tried on samples of the match."""

    def __init__(self, bot: Planner, outlook: Outlook, knows: Knowledge, sample: Match) -> None:
        self._bot, self._outlook, self._side, self._knows = bot, outlook, outlook.side, knows
        self._judge = knows.glance if bot.at_first_sight else knows.evaluate
        self._foresight = knows if isinstance(knows, Foresight) else None
        self._throws = max(bot.level.samples, bot.level.throws)  # trials of what dice decide
        self._samples, self._before = [sample], [self._judge(sample, outlook.side)]

    def _sample(self, number: int) -> tuple[Match, float]:
        """One of the samples, and what it is worth before anything is done."""
        while number >= len(self._samples):
            seed = f"{self._bot.seed}:{self._outlook.number}:{len(self._samples)}"
            self._samples.append(self._bot.sample(self._outlook, seed))
            self._before.append(self._judge(self._samples[-1], self._side))
        return self._samples[number], self._before[number]

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
        chancy = any(self._knows.is_chancy(self._samples[0], self._side, action) for action in plan.actions)
        gains = []
        for number in range(self._throws if chancy else self._bot.level.samples):
            sample, before = self._sample(number)
            if (after := self._after(sample, plan, number)) is not None:
                gains.append(self._judge(after, self._side) - before)
        return sum(gains) / len(gains) if gains else None

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
            self._settle(trial)
        self._follow_up(trial, plan.actions[-1])
        return trial

    def _lay_out(self, trial: Match, action: str, throw: int) -> None:
        """The lots of an action, each throw another part of all that may come, where the officer can tell them."""
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
                self._settle(trial)

    def _settle(self, trial: Match) -> None:
        """Answer what an action has asked, for both sides."""
        for _ in range(ANSWERS_MAX):
            decision = trial.decision
            if not trial.under_way or decision is None:
                return
            answer = self._knows.answer(trial, decision.side)
            trial.play(answer or any_action(Outlook(trial, decision.side)), decision.side)

    def _cast(self, trial: Match, throw: int) -> Dice:
        """Dice for a trial. The first die shows each face in turn, so that few throws say as much as many."""
        number = len(trial.actions)
        dice = trial.state.dice.reseeded(f"{self._bot.seed}:{number}:{throw}")
        faces = trial.game.info.die
        dice.script = (*(dice.script or ()), (throw * faces // self._bot.level.throws + number) % faces + 1)
        dice.by_hand = False
        return dice


def any_action(outlook: Outlook) -> str:
    """Some legal action: the first branch of the choice tree, done as soon as that is possible."""
    words: list[str] = []
    while not (choices := outlook.choices(" ".join(words))).complete:
        words.append("end" if "end" in choices else choices.items[0])
    return " ".join(words)


class Scout(Planner):
    """Greedy: the best immediate gain by the odds."""

    level = Level(samples=1, throws=4, breadth=40)
    at_first_sight = True


class QuickStaff(Planner):
    """The operations officer in a hurry: he does not ask what the enemy can do next."""

    level = Level(samples=1, throws=3, breadth=16)
    nature = HASTY


class Deputy(Planner):
    """Plays both sides in the trials of whole turns, in the stance that is tried."""

    level = Level(samples=1, throws=2, breadth=8)


class Staff(Planner):
    """The operations officer: judges front, supply, reserves and objectives."""

    level = Level(samples=1, throws=6, breadth=32)


class General(Planner):
    """The operations officer with time to think."""

    level = Level(samples=3, throws=12, breadth=96, replies=4, stances=2, variations=4)
