"""A match played one word at a time, down the choice tree of whoever must decide."""

from __future__ import annotations

import numpy as np

from grognard.decision import DONE as NOTHING_MORE
from grognard.decision import Choices, Decision, Words
from grognard.env.vocabulary import DONE, NOTHING, Mask, Vocabulary
from grognard.errors import Invalid
from grognard.match import Match
from grognard.ruling import Illegal


class Walk:
    """A match, and the words of the action so far. Sides that are asked at once speak one after the other."""

    def __init__(self, match: Match, vocabulary: Vocabulary) -> None:
        self.match, self.vocabulary = match, vocabulary
        self._silent: Mask = np.zeros(len(vocabulary), np.int8)
        self.listen()

    def listen(self) -> None:
        """Begin at the decision that is open now."""
        self.decision: Decision | None = self.match.decision
        self.side = None if self.decision is None else self.decision.side  # who speaks next; None: the game is over
        self.result = self.match.result if self.decision is None else None  # asked once: it may be a long count
        self._stand((), (), None if self.decision is None else self.decision.choices(()))

    def _stand(self, words: Words, said: tuple[int, ...], choices: Choices | None) -> None:
        self.words, self.said = words, said  # what has been said, as words and by number
        # what may be said next, by number and as a mask over the vocabulary; nothing when the game is over
        numbers = self.numbers = NOTHING if choices is None else self.vocabulary.numbers(choices)
        mask = self.mask = self._silent.copy()
        mask[numbers] = 1

    def say(self, number: int) -> None:
        """Say a word; the action is played when nothing may follow, or when one is done. Illegal changes nothing."""
        decision = self.decision
        if decision is None:
            raise Invalid("the game is over")
        if not 0 <= number < len(self.mask):
            raise Invalid(f"action {number}: the vocabulary has {len(self.mask)} words")
        if number == DONE:
            words, after = self.words, NOTHING_MORE
            if not self.mask[DONE]:
                raise Illegal(decision.check(words))
        else:
            words = (*self.words, self.vocabulary.words[number])
            if not self.mask[number]:
                raise Illegal(decision.check_start(words))
            after = decision.choices(words)
        if len(after):
            self._stand(words, (*self.said, number), after)
        else:
            self.match.play_chosen(decision, words)
            self.listen()
