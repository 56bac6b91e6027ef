"""What a bot knows of a game: what is worth a look, how good a position is, how to answer a small question.

A package a game. The same job has the same name in each, where the game has that job:

    officer     the knowledge itself: it puts the others together
    answers     what needs no search: set-up, losses, retreats, advances
    plans       what is worth a look, and marches where a movement phase is planned as a whole
    judgement   how good a position is; battles are what fights would bring
    marches     the moves of a phase or an activation, worked out together
    assaults    moves that mass units for an attack
    sight       the first look: single moves, for who plans no further
    threats     what the enemy could do next
    ground      what the map means: places, distances, the ways to them
    reasons     why one would play an action, in a few words for a person
    weights     the numbers of all that, from <game>.toml
    blunders    what a person would call a mistake, for `grognard.bots.blunders` to count; the bots do not ask it
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from typing import Protocol, runtime_checkable

from grognard.bots.lots import Lots
from grognard.errors import Invalid
from grognard.games import IDS, package_of
from grognard.match import Match


@dataclass(frozen=True, slots=True)
class Plan:
    """Actions that belong together, to be judged by what they bring together, and their aim in a few words."""

    actions: tuple[str, ...]
    aim: str = ""


class Knowledge(Protocol):
    """What `knowledge()` makes: in `grognard.bots.knowledge.<game>`, or in `<package>.knowledge` of another's game."""

    def span(self, match: Match) -> Hashable:
        """What is planned as a whole: it is the same as long as one player turn lasts, or one activation."""

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


@runtime_checkable
class Foresight(Protocol):
    """What the knowledge of a game may have besides, for trials that say more."""

    def lots(self, match: Match, side: str, action: str, share: float) -> Lots | None:
        """What an action draws and rolls if it goes better than in this share of all cases; None: by chance."""

    def follow_up(self, match: Match, side: str, action: str) -> str | None:
        """What is sure to be played after an action that went well, as entering a place it has emptied."""


class Undrafted:
    """An officer whose orders are not drafted: working them over together wins no more games."""


class PlayerTurns:
    """What is planned as a whole in a game of player turns."""

    def span(self, match: Match) -> Hashable:
        """The player turn."""
        return match.state.turn, match.state.side


@cache
def knowledge_of(game: str) -> Knowledge:
    """The knowledge of a game; Invalid if nobody has taught the bots anything about it."""
    module = module_of(game)
    try:
        known: Knowledge = import_module(module).knowledge()
    except ModuleNotFoundError as error:
        if error.name != module:
            raise  # it is there, and lacks something itself
        raise Invalid(f"the bots know nothing of {game}: there is no module {module}; random plays any game") from None
    return known


def module_of(game: str) -> str:
    """The module in which the bots' knowledge of a game lies."""
    return f"{__name__}.{game}" if game in IDS else f"{package_of(game)}.knowledge"
