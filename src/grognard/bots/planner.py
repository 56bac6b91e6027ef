"""Bots that look before they act: try what is worth trying on a sample of the match, and keep what gains most."""

from __future__ import annotations

import math
import time
from collections.abc import Hashable
from dataclasses import dataclass
from functools import partial
from typing import Any, ClassVar

from grognard.bots.drafts import Drafting, Order, orders_of
from grognard.bots.knowledge import Knowledge, Plan, Undrafted, knowledge_of
from grognard.bots.knowledge.stances import HASTY, NATURAL, by_nature, judging_for
from grognard.bots.outlook import Outlook
from grognard.bots.trials import Idea, Trials, any_action, settle
from grognard.bots.weighing import Care, weighed
from grognard.match import Match

NEARLY = 0.6  # of the gain: what counts as nearly as good


@dataclass(frozen=True, slots=True)
class Level:
    """How hard a bot thinks: samples of what it cannot know, throws of the dice for each trial, actions looked at.

    How often it works over a draft of its orders before it gives the first of them; and which questions it weighs in
    its trials. A level without care weighs none, not even those that it is asked itself.
    """

    samples: int
    throws: int
    breadth: int
    revisions: int = 0
    care: Care | None = None


class Planner:
    """Plays the plan with the greatest gain by its evaluation; rests when nothing gains.

    A plan that was chosen is carried out action by action. After it come the plans that were nearly as good, each
    looked at once more; the whole position is thought over again when none of them gains what it promised.
    Where no dice decide, the orders of a phase are drafted and worked over together, if the level has time for that
    and the game's officer gains by it.
    """

    level: Level
    nature: ClassVar[str] = NATURAL  # its stance where none has been taken for it
    threshold: ClassVar[float] = 0.01
    at_first_sight: ClassVar[bool] = False  # judge by losses and points alone
    left_out: frozenset[str] = frozenset()  # orders that are not to be given

    def __init__(self, seed: int | str, seconds: float | None = None) -> None:
        self.seed, self.seconds = seed, seconds  # without a limit of time the same seed plays the same
        self._next = 0  # how many actions the match has when what follows is to be played
        self._agenda: tuple[Order, ...] = ()  # the rest of the plan or draft that is being carried out
        self._others: list[Idea] = []  # what else was worth doing, the best first
        self._aim = ""
        self.begun: Plan | None = None  # the plan that the last action began
        self.deadline = math.inf  # of the action that is thought about
        self._memory: dict[Hashable, tuple[Any, Any]] = {}  # what it has worked out about its samples

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
        self.deadline = time.monotonic() + self.seconds if self.seconds else math.inf
        outlook = Outlook(match, side)
        knows = knowledge_of(outlook.info.id)
        sample = self.sample(outlook, f"{self.seed}:{outlook.number}")
        self.begun = None
        quick = self._weighed(sample, knows) or knows.answer(sample, side)
        if quick is not None and outlook.why(quick):
            return quick
        if outlook.number < self._next:  # the match has been taken back
            self._agenda, self._others = (), []
        with by_nature(self.nature):
            action = self._planned(outlook, knows, sample)
        self._next = outlook.number + 1
        return action

    def _weighed(self, sample: Match, knows: Knowledge) -> str | None:
        """The answer that leaves most, if the question is one to weigh."""
        care = self.level.care
        return None if care is None else weighed(sample, knows, Care.ASKED, partial(settle, knows=knows, care=care))

    def _planned(self, outlook: Outlook, knows: Knowledge, sample: Match) -> str:
        if self._agenda and outlook.why(self._agenda[0].action):
            return self._give(self._agenda)
        trials = Trials(self, outlook, knows, sample)
        again = self._still_good(outlook, trials)
        if again is not None:
            return self._begin(again)
        ideas = trials.ideas()
        rest = knows.resting(sample, outlook.side)
        best = next((at for at, idea in enumerate(ideas) if outlook.why(idea.plan.actions[0])), None)
        if best is None or (ideas[best].gain <= self.threshold and outlook.why(rest)):
            return self._begin(Plan((rest if outlook.why(rest) else any_action(outlook),)))
        drafts = self.level.revisions > 0 and not isinstance(knows, Undrafted)
        if drafts and not trials.chancy(ideas[best].plan):
            return self._give(self._drafted(outlook, knows, trials, ideas[best].plan))
        enough = max(self.threshold, ideas[best].gain * NEARLY)
        self._others = [idea for idea in ideas[best + 1 :] if idea.gain > enough]
        return self._begin(ideas[best].plan)

    def _drafted(self, outlook: Outlook, knows: Knowledge, trials: Trials, best: Plan) -> tuple[Order, ...]:
        """The orders that begin with the best plan, worked over together."""
        samples, seed = trials.samples(), f"{self.seed}:{outlook.number}"
        author, clerk = Deputy(seed, breadth=self.level.breadth), partial(Deputy, seed)
        drafting = Drafting(samples, outlook.side, knows, clerk, seed, self.deadline)
        orders = drafting.orders(best, author, self.level.revisions)
        return orders if orders and outlook.why(orders[0].action) else orders_of(best)

    def _still_good(self, outlook: Outlook, trials: Trials) -> Plan | None:
        """The next of the plans that were nearly as good as the best, if it is legal and gains as much as it did."""
        while self._others:
            idea = self._others.pop(0)
            if outlook.why(idea.plan.actions[0]) and (gain := trials.gain(idea.plan)) is not None:
                return idea.plan if gain > max(self.threshold, idea.gain * NEARLY) else None
        return None

    def _begin(self, plan: Plan) -> str:
        self.begun = plan
        return self._give(orders_of(plan))

    def _give(self, orders: tuple[Order, ...]) -> str:
        (action, self._aim), self._agenda = orders[0], orders[1:]
        return action

    def hint(self, match: Match, side: str) -> tuple[str, str]:
        """The action the bot would play, and why."""
        action = self.act(match, side)
        why = knowledge_of(match.game.info.id).reason(match.determinize(side, self.seed), side, action)
        return action, f"{self._aim}: {why}" if self._aim else why


class Scout(Planner):
    """Greedy: the best immediate gain by the odds."""

    level = Level(samples=1, throws=4, breadth=40)
    at_first_sight = True


class QuickStaff(Planner):
    """The operations officer in a hurry: he looks at little, and does not ask what the enemy can do next."""

    level = Level(samples=1, throws=1, breadth=6)
    nature = HASTY


class Deputy(Planner):
    """Fills up drafts, without the orders that are left out."""

    def __init__(self, seed: int | str, left_out: frozenset[str] = frozenset(), breadth: int = 16) -> None:
        super().__init__(seed)
        self.left_out = left_out
        self.level = Level(samples=1, throws=2, breadth=breadth)


class Staff(Planner):
    """The operations officer: judges front, supply, reserves and objectives."""

    level = Level(samples=1, throws=6, breadth=32, care=Care.ALWAYS)


class General(Planner):
    """The operations officer with time to think."""

    level = Level(samples=3, throws=12, breadth=96, revisions=24, care=Care.AT_LENGTH)
