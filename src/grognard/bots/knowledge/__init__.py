"""What a bot knows of a game: what is worth a look, how good a position is, how to answer a small question."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib import import_module
from typing import Protocol

from grognard.match import Match


@dataclass(frozen=True, slots=True)
class Plan:
    """Actions that belong together, to be judged by what they bring together, and their aim in a few words."""

    actions: tuple[str, ...]
    aim: str = ""


class Knowledge(Protocol):
    """One module a game: `knowledge()` in `grognard.bots.knowledge.<game>` makes it."""

    def answer(self, match: Match, side: str) -> str | None:
        """The answer to a question that needs no search, as which unit takes a loss; None for all others."""

    def plans(self, match: Match, side: str, breadth: int) -> list[Plan]:
        """What is worth a look now, the likeliest first, at most about `breadth` of them.

        The first action of each is legal. The others follow one by one as long as they are.
        """

    def first_ideas(self, match: Match, side: str, breadth: int) -> list[Plan]:
        """The same at first sight, an action each: what the scout looks at."""

    def resting(self, match: Match, side: str) -> str:
        """What to play when nothing is worth doing: most often `end`."""

    def evaluate(self, match: Match, side: str) -> float:
        """How good the position is for the side, in points of about one lost step."""

    def glance(self, match: Match, side: str) -> float:
        """The same at first sight: losses and points alone, and how near the enemy is. The scout plays by it."""

    def is_chancy(self, match: Match, side: str, action: str) -> bool:
        """Whether dice or hidden facts decide what the action brings."""

    def reason(self, match: Match, side: str, action: str) -> str:
        """Why one would play it, in a few words for a person."""


@cache
def knowledge_of(game: str) -> Knowledge:
    """The knowledge of a game."""
    known: Knowledge = import_module(f"grognard.bots.knowledge.{game}").knowledge()
    return known
