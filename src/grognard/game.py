"""The contract between a match and a game: what never changes (Game), what does (Table), what a side may see (view)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol, Self, TypeVar, runtime_checkable

import msgspec

from grognard.board import Board
from grognard.decision import Ask, Procedure, Words, one_of, put
from grognard.dice import Dice
from grognard.errors import Invalid, nearest
from grognard.events import Event
from grognard.preview import Line, Preview, Result
from grognard.rulebook import Rulebook

View = dict[str, Any]  # what a side may know, ready for JSON


class Option(msgspec.Struct, frozen=True):
    """A choice made before play: an optional rule, or how the match is run."""

    id: str
    title: str
    rule: str = ""
    default: bool = False


class ScenarioInfo(msgspec.Struct, frozen=True):
    """One scenario of a game."""

    id: str
    title: str
    turns: int


class GameInfo(msgspec.Struct, frozen=True):
    """What a person chooses from before a match."""

    id: str
    title: str
    sides: tuple[str, ...]
    scenarios: tuple[ScenarioInfo, ...]
    options: tuple[Option, ...]
    aliases: tuple[str, ...] = ()
    legend: tuple[Line, ...] = ()  # what the terrain does, for a legend beside the map
    secrets: bool = False  # the sides see different things

    def scenario_id(self, wanted: object) -> str:
        """The id of the scenario wanted, the first one for None; Invalid if the game has no such scenario."""
        known = [scenario.id for scenario in self.scenarios]
        if wanted is None:
            return known[0]
        if not isinstance(wanted, str) or wanted not in known:
            raise Invalid(f"{self.id} has no scenario '{wanted}': {', '.join(known)}{nearest(str(wanted), known)}")
        return wanted


class Table:
    """What every position has besides its own facts: the dice, and what has just happened."""

    __slots__ = ("dice", "events", "learned")

    def __init__(self, dice: Dice) -> None:
        self.dice = dice
        self.events: list[Event] = []
        self.learned = 0  # how many rolls and revelations there have been; a step before one is not taken back

    def copy(self) -> Self:
        """A position that shares nothing that can change."""
        raise NotImplementedError

    def facts(self) -> tuple[object, ...]:
        """Everything that makes this position what it is, as plain values, for comparing and fingerprints."""
        raise NotImplementedError

    def tell(self, event: Event) -> None:
        """Record what happened."""
        self.events.append(event)
        self.learned += event.teaches

    def roll(self, side: str, what: str, rule: str, sides: int = 6) -> Procedure[int]:
        """Throw a die, or ask `side` what it threw."""
        if not self.dice.by_hand:
            return self.dice.roll(sides)
        faces = tuple(str(face) for face in range(1, sides + 1))
        words = yield from put(one_of(side, "roll", f"Roll a die for {what}", rule, ("number", faces), verb="roll"))
        return int(words[1])


S = TypeVar("S", bound=Table)


class Game(Protocol[S]):
    """A rule set: who must choose now, how an action is carried out, what each side may know."""

    info: GameInfo
    rulebook: Rulebook
    version: str  # of rules and data; a save file names it
    undo_rule: str

    def start(self, scenario: str, options: Mapping[str, bool], dice: Dice) -> S:
        """The position at the start of a scenario."""

    def arrange(self, position: Mapping[str, Any], options: Mapping[str, bool], dice: Dice) -> S:
        """The position a position file describes."""

    def decision(self, state: S) -> Ask | None:
        """Who must choose now and from what; None when the game is over."""

    def execute(self, state: S, answers: tuple[Words, ...]) -> Procedure[None]:
        """Carry an action out, asking on the way."""

    def board(self, state: S) -> Board:
        """The board the match is played on."""

    def view(self, state: S, side: str | None) -> View:
        """What a side may know, built from what it may know; None is the public."""

    def preview(self, state: S, side: str | None, words: Words) -> Preview:
        """What an action would do, as far as the side may know."""

    def query(self, state: S, side: str | None, what: str, asked: Mapping[str, str]) -> View:
        """An overlay for the map."""

    def result(self, state: S) -> Result | None:
        """How the game ended, or None while it goes on."""

    def determinize(self, state: S, now: S, side: str | None, dice: Dice) -> None:
        """Draw anew in `state` what the side cannot know in `now`, consistent with all it has seen."""


class Caution(msgspec.Struct, frozen=True):
    """Something a person may want to know before they act."""

    text: str
    rule: str = ""
    hexes: tuple[str, ...] = ()


@runtime_checkable
class Cautious(Protocol):
    """A game that warns people before they make a mistake the rules allow; a game need not."""

    def warnings(self, state: Any, side: str, words: Words) -> list[Caution]:
        """What is worth knowing before the words are played."""
