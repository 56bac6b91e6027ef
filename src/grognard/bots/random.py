"""The simplest bot: at every fork of the choice tree it takes any branch."""

from __future__ import annotations

from random import Random

from grognard.decision import Choices, Words
from grognard.match import Match


class RandomBot:
    """Picks each word with equal chance; being done with an action is one more word to pick."""

    def __init__(self, seed: int | str, seconds: float | None = None) -> None:
        self._random = Random(f"random bot {seed}")

    def act(self, match: Match, side: str) -> str:
        """A random walk down the choice tree."""
        decision = match.decision_of(side)
        assert decision is not None, f"{side} has nothing to decide"
        words: Words = ()
        while (word := self._pick(decision.choices(words))) is not None:
            words += (word,)
        return " ".join(words)

    def _pick(self, choices: Choices) -> str | None:
        items = choices.items
        if choices.complete:
            return self._random.choice([*items, None])
        return self._random.choice(items)
