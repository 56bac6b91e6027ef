"""What every episode starts from, and what its end is worth."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from os import PathLike
from typing import Any

import grognard
from grognard.env.observer import Observer
from grognard.env.show import MODES
from grognard.env.vocabulary import Vocabulary
from grognard.env.walk import Walk
from grognard.errors import Invalid
from grognard.games import find
from grognard.match import Match

MAX_STEPS = 100_000  # words, until an episode is cut short
Position = str | PathLike[str] | Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Opening:
    """A game and scenario, or a position file, with its options."""

    game: str
    scenario: str | None = None
    position: Position | None = None
    options: Mapping[str, bool] | None = None

    def match(self, seed: int | str) -> Match:
        """A match at its start."""
        if self.position is None:
            return grognard.new(self.game, self.scenario, seed, self.options)
        match = grognard.setup(self.position, seed=seed, options=self.options)
        wanted, head = find(self.game).info, match.header
        if head.game != wanted.id or self.scenario not in (None, head.scenario):
            raise Invalid(
                f"the position is one of {head.game} {head.scenario}, not of {self.game} {self.scenario or ''}"
            )
        return match


class Episode:
    """The state both environments share: the current match, the words said so far, and the observer."""

    def __init__(self, opening: Opening, max_steps: int, render_mode: str | None) -> None:
        if render_mode is not None and render_mode not in MODES:
            raise Invalid(f"no render mode '{render_mode}': {', '.join(MODES)}")
        if max_steps < 1:
            raise Invalid(f"max_steps={max_steps}: allow at least one")
        self._opening, self.max_steps = opening, max_steps
        first = opening.match(0)
        self.vocabulary = Vocabulary.of(first)
        self.walk = Walk(first, self.vocabulary)
        self.observer = Observer(self.walk)
        self.steps = 0

    def restart(self, seed: int | str) -> Walk:
        """Begin a match anew."""
        self.walk = Walk(self._opening.match(seed), self.vocabulary)
        self.observer.forget()
        self.steps = 0
        return self.walk

    def reward(self, side: str) -> float:
        """1 for a win, -1 for a loss, 0 for a draw and while the game goes on."""
        result = self.walk.result
        if result is None or not result.winner:
            return 0.0
        return 1.0 if result.winner == side else -1.0

    def tell(self, side: str) -> dict[str, Any]:
        """The `info` beside an observation: the mask and the words of who decides, and how it ended."""
        walk = self.walk
        if walk.decision is not None and walk.side == side:
            return {"action_mask": walk.mask.copy(), "words": " ".join(walk.words), "kind": walk.decision.kind}
        told: dict[str, Any] = {"action_mask": self.observer.silent.copy(), "words": "", "kind": ""}
        if (result := walk.result) is not None:
            told |= {"points": dict(result.points), "winner": result.winner, "level": result.level}
        return told
