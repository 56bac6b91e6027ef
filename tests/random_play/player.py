"""A player who knows no rules: it walks the choices and picks among them at random."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

import grognard
from grognard.decision import Decision, Group, Words

# How eager a player is to end a phase: a hasty one plays a whole game in some 500 actions, a busy one in some 1,300.
HASTY, BUSY = 1.0, 0.12
# What wrecks an army if it is done as often as anything else, and how seldom it is done.
SHY, DARING = ("disband", "remove", "top"), 0.03
BY_HAND = 0.1  # how often a block is deployed by hand where all can be deployed at once


@dataclass
class RandomPlayer:
    """Draws its actions from its own dice, so that a seed and a match always make the same game."""

    random: Random
    haste: float = HASTY

    @classmethod
    def seeded(cls, seed: int | str, haste: float = HASTY) -> RandomPlayer:
        return cls(Random(f"player {seed}"), haste)

    def words(self, decision: Decision) -> Words:
        """A random way down the tree of a decision to a whole action."""
        if decision.kind == "deployment" and self.random.random() > BY_HAND:
            return ("end",) if "end" in decision.choices() else ("deploy",)
        words: Words = ()
        while True:
            choices = decision.choices(words)
            if choices.complete and (not choices or self.random.random() < 0.5):
                return words
            assert choices, f"a dead end after '{' '.join(words)}': {decision!r}"
            words += (self.random.choice(self._one_kind(choices.groups)),)

    def _one_kind(self, groups: tuple[Group, ...]) -> list[str]:
        """First which kind of word, then which word: otherwise a hundred hexes drown the three units."""
        kind, words = self.random.choice(groups)
        bold = [word for word in words if word not in SHY]
        if 0 < len(bold) < len(words) and self.random.random() > DARING:
            words = bold
        eager = [word for word in words if word != "end"]
        if kind == "verb" and 0 < len(eager) < len(words) and self.random.random() > self.haste / len(words):
            return eager
        return list(words)

    def next_action(self, match: grognard.Match) -> tuple[str, str]:
        """Some legal action of some decision that is open, and whose it is."""
        decision = self.random.choice(match.decisions)
        return " ".join(self.words(decision)), decision.side

    def playing(self, match: grognard.Match) -> Iterator[tuple[str, str]]:
        """Play to the end; after every action, what it was and whose."""
        while match.decision is not None:
            action, side = self.next_action(match)
            match.play(action, side, at=0)
            yield action, side

    def play(self, match: grognard.Match, actions: int | None = None) -> int:
        """Play on to the end, or so many actions; how many were played."""
        played = 0
        game = self.playing(match)
        while played != actions and next(game, None) is not None:
            played += 1
        return played
