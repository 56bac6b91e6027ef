"""Answers that are weighed: each is played out on a copy, and the one is given that leaves its side best off.

What an officer answers by rules of thumb is quick and sometimes wrong: a stack that goes back to spare a step may leave
a line of supply or a city behind. And a plan that is tried would meet an enemy who answers as badly.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from enum import IntEnum
from itertools import islice
from typing import TYPE_CHECKING, ClassVar, Protocol, runtime_checkable

from grognard.bots.knowledge.stances import judging_for
from grognard.decision import Decision, Words
from grognard.match import Match

if TYPE_CHECKING:
    from grognard.bots.knowledge import Knowledge

MOST = 12  # answers to a question: of more, none is weighed


class Care(IntEnum):
    """When the answers to a question are weighed."""

    ASKED = 1  # when the bot itself is asked
    AT_LENGTH = 2  # and in the trials of a level that has time
    ALWAYS = 3  # and in all trials


@runtime_checkable
class Weighing(Protocol):
    """What the knowledge of a game has besides, where weighing wins games."""

    weighs: ClassVar[Mapping[str, Care]]  # by the kind of the question


def weighed(match: Match, knows: Knowledge, care: Care, settle: Callable[[Match], None]) -> str | None:
    """The best answer to the open question, if it is one to weigh with this care; `settle` answers what it leads to."""
    decision = match.decision
    if decision is None or not match.under_way or not isinstance(knows, Weighing):
        return None
    if knows.weighs.get(decision.kind, 0) < care:
        return None
    side, answers = decision.side, [" ".join(words) for words in islice(_answers(decision), MOST + 1)]
    if not 1 < len(answers) <= MOST:
        return None

    def worth(answer: str) -> float:
        trial = match.copy()
        trial.play(answer, side)
        settle(trial)
        return knows.evaluate(trial, side)

    with judging_for(side):
        return max(answers, key=worth)


def _answers(decision: Decision, words: Words = ()) -> Iterator[Words]:
    """All answers to a question."""
    choices = decision.choices(words)
    if choices.complete:
        yield words
    for word in choices.items:
        yield from _answers(decision, (*words, word))
