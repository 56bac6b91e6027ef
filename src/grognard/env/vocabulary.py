"""The words of a game, numbered: the action space. Which words there are never changes in a game and scenario."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from grognard.decision import Choices
from grognard.errors import Invalid
from grognard.game import GameInfo
from grognard.match import Match

DONE = 0  # the action that says: these words are the action
Mask = NDArray[np.int8]
Numbers = NDArray[np.intp]
NOTHING: Numbers = np.zeros(0, np.intp)


@dataclass(frozen=True, slots=True, eq=False)
class Vocabulary:
    """Every word that can occur, in a fixed order: done, verbs, numbers, units, hexes."""

    info: GameInfo  # what can be said and shown besides units and hexes
    words: tuple[str, ...]
    types: tuple[str, ...]  # of units
    index: dict[str, int] = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "index", {word: number for number, word in enumerate(self.words)})

    @classmethod
    def of(cls, match: Match) -> Vocabulary:
        """The vocabulary of all matches with this game, scenario and board."""
        said = match.game.info
        counters = _counters(match)
        units = [counter.id for counter in counters]
        hexes = [match.board.grid.names[h] for h in match.board.grid.hexes]
        words = dict.fromkeys(("done", *said.verbs, *said.numbers, *units, *hexes))
        return cls(said, tuple(words), tuple(sorted({counter.type for counter in counters})))

    def __len__(self) -> int:
        return len(self.words)

    def number(self, word: str) -> int:
        """The number of a word; Invalid if it is not in the vocabulary."""
        try:
            return self.index[word]
        except KeyError:
            raise Invalid(f"'{word}' is not in the vocabulary: {self.info.id} does not declare it") from None

    def numbers(self, choices: Choices) -> Numbers:
        """The numbers of the words that may come next, and of done where the words so far are an action."""
        words = choices.items
        if choices.complete:
            words.append(self.words[DONE])
        try:
            return np.fromiter(map(self.index.__getitem__, words), np.intp, len(words))
        except KeyError as error:
            self.number(error.args[0])
            raise

    def mask(self, choices: Choices) -> Mask:
        """1 for every word that may come next, and for done where the words so far are an action."""
        mask = np.zeros(len(self.words), np.int8)
        mask[self.numbers(choices)] = 1
        return mask


def _counters(match: Match) -> list[Any]:
    """Everything printed on counters that may ever have a name in this match; nothing of where it is."""
    rules: Any = match.state.rules  # type: ignore[attr-defined]
    return [*rules.units, *getattr(rules, "counters", ())]
