"""A match played one word at a time, down the choice tree of whoever must decide."""

from __future__ import annotations

import numpy as np

from grognard.decision import DONE as NOTHING_MORE
from grognard.decision import Choices, Decision, Words
from grognard.env.vocabulary import DONE, Mask, Numbers, Vocabulary
from grognard.errors import Invalid
from grognard.match import Match
from grognard.ruling import Illegal

NOTHING: Numbers = np.zeros(0, np.intp)


class Walk:
    """A match, and the words of the action so far. Sides that are asked at once speak one after the other."""

    def __init__(self, match: Match, vocabulary: Vocabulary) -> None:
        self.match, self.vocabulary = match, vocabulary
        self.listen()

    def listen(self) -> None:
        """Begin at the decision that is open now."""
        self.decision: Decision | None = self.match.decision
        self._stand((), self.decision.choices(()) if self.decision is not None else NOTHING_MORE)

    def _stand(self, words: Words, choices: Choices) -> None:
        self.words = words
        self._choices = choices
        self._numbers: Numbers | None = None
        self._mask: Mask | None = None

    @property
    def side(self) -> str | None:
        """Who speaks next; None when the game is over."""
        return None if self.decision is None else self.decision.side

    @property
    def numbers(self) -> Numbers:
        """What may be said next; nothing when the game is over."""
        if self._numbers is None:
            self._numbers = NOTHING if self.decision is None else self.vocabulary.numbers(self._choices)
        return self._numbers

    @property
    def mask(self) -> Mask:
        """The same as a mask over the vocabulary."""
        if self._mask is None:
            self._mask = self.vocabulary.marked(self.numbers)
        return self._mask

    def say(self, number: int) -> None:
        """Say a word; the action is played when nothing may follow, or when one is done. Illegal changes nothing."""
        decision = self.decision
        if decision is None:
            raise Invalid("the game is over")
        if not 0 <= number < len(self.vocabulary):
            raise Invalid(f"action {number}: the vocabulary has {len(self.vocabulary)} words")
        if number == DONE:
            words, after = self.words, NOTHING_MORE
            if not self._choices.complete:
                raise Illegal(decision.check(words))
        else:
            word = self.vocabulary.words[number]
            words = (*self.words, word)
            if word not in self._choices:
                raise Illegal(decision.check_start(words))
            after = decision.choices(words)
        if len(after):
            self._stand(words, after)
        else:
            self.match.play(" ".join(words), decision.side)
            self.listen()
