"""Bots that look before they act: try what is worth trying on a sample of the match, and keep what gains most."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from grognard.bots.knowledge import Knowledge, knowledge_of
from grognard.bots.seat import Seat
from grognard.dice import Dice
from grognard.match import Match

FACES = 6  # of a die
ANSWERS_MAX = 60  # questions answered in one trial before it is judged as it stands


@dataclass(frozen=True, slots=True)
class Level:
    """How hard a bot thinks: samples of what it cannot know, throws of the dice for each trial, actions looked at."""

    samples: int
    throws: int
    breadth: int


@dataclass(frozen=True, slots=True)
class Idea:
    """An action and what it gains over doing nothing."""

    action: str
    gain: float


class Planner:
    """Plays the action with the greatest gain by its evaluation; rests when nothing gains."""

    level: ClassVar[Level]
    threshold: ClassVar[float] = 0.01
    at_first_sight: ClassVar[bool] = False  # judge by losses and points alone

    def __init__(self, seed: int | str) -> None:
        self._seed = seed

    def act(self, match: Match, side: str) -> str:
        """The best action found; the match is only looked at as its side may."""
        seat = Seat(match, side)
        knows = knowledge_of(seat.info.id)
        sample = seat.sample(f"{self._seed}:{seat.number}")
        quick = knows.answer(sample, side)
        if quick is not None and seat.why(quick):
            return quick
        ideas = self.ideas(seat, knows, sample)
        best = next((idea for idea in ideas if seat.why(idea.action)), None)
        rest = knows.resting(sample, side)
        if best is not None and (best.gain > self.threshold or not seat.why(rest)):
            return best.action
        return rest if seat.why(rest) else any_action(seat)

    def hint(self, match: Match, side: str) -> tuple[str, str]:
        """The action the bot would play, and why."""
        action = self.act(match, side)
        return action, knowledge_of(match.game.info.id).reason(match.determinize(side, self._seed), side, action)

    def ideas(self, seat: Seat, knows: Knowledge, sample: Match) -> list[Idea]:
        """All actions looked at, the best first."""
        side, judge = seat.side, knows.glance if self.at_first_sight else knows.evaluate
        samples = [sample, *(seat.sample(f"{self._seed}:{seat.number}:{n}") for n in range(1, self.level.samples))]
        before = [judge(each, side) for each in samples]
        found = []
        for action in knows.candidates(sample, side, self.level.breadth):
            throws = self.level.throws if knows.is_chancy(sample, side, action) else 1
            gains = [
                judge(after, side) - was
                for each, was in zip(samples, before, strict=True)
                for throw in range(throws)
                if (after := self._after(knows, each, side, action, throw)) is not None
            ]
            if gains:
                found.append(Idea(action, sum(gains) / len(gains)))
        return sorted(found, key=lambda idea: -idea.gain)

    def _after(self, knows: Knowledge, match: Match, side: str, action: str, throw: int) -> Match | None:
        """The match after an action and all questions it raises; None if it is not legal in this sample."""
        trial = match.copy()
        if not trial.why(action, side):
            return None
        trial.state.dice = self._cast(trial, throw)
        trial.play(action, side)
        for _ in range(ANSWERS_MAX):
            decision = trial.decision
            if not trial.under_way or decision is None:
                break
            answer = knows.answer(trial, decision.side)
            trial.play(answer or any_action(Seat(trial, decision.side)), decision.side)
        return trial

    def _cast(self, trial: Match, throw: int) -> Dice:
        """Dice for a trial. The first die shows each face in turn, so that few throws say as much as many."""
        number = len(trial.actions)
        dice = trial.state.dice.reseeded(f"{self._seed}:{number}:{throw}")
        dice.script = (*(dice.script or ()), (throw * FACES // self.level.throws + number) % FACES + 1)
        dice.by_hand = False
        return dice


def any_action(seat: Seat) -> str:
    """Some legal action: the first branch of the choice tree, done as soon as that is possible."""
    words: list[str] = []
    while not (choices := seat.choices(" ".join(words))).complete:
        words.append("end" if "end" in choices else choices.items[0])
    return " ".join(words)


class Scout(Planner):
    """Greedy: the best immediate gain by the odds."""

    level = Level(samples=1, throws=4, breadth=40)
    at_first_sight = True


class QuickStaff(Planner):
    """The operations officer in a hurry."""

    level = Level(samples=1, throws=3, breadth=16)


class Staff(Planner):
    """The operations officer: judges front, supply, reserves and objectives."""

    level = Level(samples=1, throws=6, breadth=32)


class DeepStaff(Planner):
    """The operations officer with time to think."""

    level = Level(samples=3, throws=10, breadth=64)
