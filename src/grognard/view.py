"""What a side may know, as values: the same parts in every game, and a section of each game's own.

Everything here is frozen, and a part that has not changed is the same object in the next view. Pictures, the page, the
command line, reports and observations read these parts and nothing of a game's insides; JSON, the page's types and the
API's description follow from them.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Generic, TypeVar

import msgspec

from grognard.decision import Occasion
from grognard.preview import Line

NOBODY: str = ""  # in the place of a side


class Counter(msgspec.Struct, frozen=True, kw_only=True):
    """A unit as the side sees it: on the map, or waiting beside it."""

    id: str  # the word for it in actions; of a hidden one not more than its place in a stack
    side: str
    hex: str = ""  # '' off the map
    type: str
    symbol: str = ""
    size: str = ""
    strength: str = ""  # as it is printed: 6-8-6, 4-10, (3), IIII, ?
    label: str = ""  # the designation on the counter
    name: str = ""  # the same at length
    group: str = ""  # the division or army it belongs to
    special: tuple[str, ...] = ()  # what sets it apart in its army: guards, mountain, satellite
    badge: str = ""  # a letter for that
    staff: bool = False  # a leader or a headquarters, no troops
    rating: int = 0  # of a leader
    steps: int = 1
    max_steps: int = 1
    movement: float | None = None  # points or hexes it may still go; None where nothing is counted now
    block: bool = False  # stands on edge: its owner alone sees the face
    hidden: bool = False  # the side sees its back only
    status: tuple[str, ...] = ()  # its marks, of those the game declares


class Due(msgspec.Struct, frozen=True):
    """A unit that is still to come: in which turn, or 0 where `at` says when; and by which entrance."""

    turn: int
    at: str
    unit: Counter


class Marker(msgspec.Struct, frozen=True):
    """A marker on the map, of a kind the game declares."""

    kind: str
    side: str
    hex: str
    text: str = ""


class Battle(msgspec.Struct, frozen=True):
    """A hex both sides stand in, and who attacked."""

    hex: str
    attacker: str


class Stage(msgspec.Struct, frozen=True):
    """A phase of the turn, and whose it is; '' where it is both sides' or changes."""

    id: str
    title: str
    side: str


class OpenDecision(msgspec.Struct, frozen=True):
    """A decision that is open. What exactly is asked is told only to the side that is asked."""

    side: str
    kind: str
    prompt: str = ""
    rule: str = ""
    occasion: Occasion | None = None  # what it arises from, where that is an action under way or a die


class Facts(msgspec.Struct, frozen=True, kw_only=True, tag_field="game"):
    """What only one game has to show: its own section of a view. The tag is the game's id."""


F_co = TypeVar("F_co", bound=Facts, covariant=True)


class View(msgspec.Struct, Generic[F_co], frozen=True, kw_only=True):
    """The position as a side sees it."""

    game: str
    scenario: str
    side: str | None  # whose view it is; None is what everybody may see
    turn: int
    turns: int
    date: str = ""
    weather: str = ""
    phase: str
    phase_title: str
    active: str | None  # the side whose phase it is
    sequence: tuple[Stage, ...]
    units: tuple[Counter, ...]
    due: tuple[Due, ...] = ()
    to_place: tuple[Counter, ...] = ()
    markers: tuple[Marker, ...] = ()
    battles: tuple[Battle, ...] = ()
    control: Mapping[str, str]  # who holds each place
    hexes: Mapping[str, tuple[str, ...]] = {}  # by side the hexes it holds, where a game keeps count of them
    ground: Mapping[str, Mapping[str, tuple[str, ...]]] = {}  # hexes of a declared kind by side: forts, railheads
    tracks: Mapping[str, int] = {}  # what is counted for the match, by the names the game declares
    tallies: Mapping[str, Mapping[str, int]] = {}  # by name, then by side, what is counted besides points: production
    points: Mapping[str, int] = {}
    net: int | None = None  # the points of the first side less those of the second, where the game goes by that
    own: F_co
    decisions: tuple[OpenDecision, ...] = ()
    actions: int = 0  # how many have been played


AnyView = View[Facts]


class Overlay(msgspec.Struct, frozen=True, kw_only=True):
    """The answer to a query: something to lay over the map, or to say about a unit, a hex or a side."""

    unit: str = ""  # what it is about
    side: str = ""
    hex: str = ""
    name: str = ""
    kind: str = ""  # the answer in a word, as a kind of supply
    hexes: tuple[str, ...] = ()
    costs: Mapping[str, float] = {}  # of those hexes, in movement points or hexes of a railway
    before: Mapping[str, str] = {}  # of each of them the hex before it on the way there
    points: float | None = None  # what there is to spend
    path: tuple[str, ...] = ()
    paths: tuple[tuple[str, ...], ...] = ()  # where there are several to choose from
    in_supply: bool | None = None
    blocked_by: tuple[str, ...] = ()  # the hexes in the way of a path
    marked: Mapping[str, tuple[str, ...]] = {}  # further hexes, by what they are
    units: Mapping[str, str] = {}  # a word for each of several units
    counts: Mapping[str, float] = {}  # numbers, by what they count
    lines: tuple[Line, ...] = ()  # how they were worked out
    parts: tuple[Overlay, ...] = ()  # the same for each side, unit or sea
    rule: str = ""
    why: str = ""


class Query(msgspec.Struct, frozen=True):
    """A question about the map that a game answers with an Overlay."""

    name: str
    says: str  # what the answer tells
    needs: tuple[str, ...] = ()  # what must be named with it: unit, of (a side), hex, hexes (a number)
    takes: tuple[str, ...] = ()  # what may be named
    shown: bool = False  # people turn it on and off on the map
    own: bool = False  # it is answered for units of one's own only
    types: tuple[str, ...] = ()  # and for units of these types only; none are all
    off_map: bool = False  # also for units that are still to come

    @property
    def about(self) -> tuple[str, ...]:
        """Everything that may be named with it, what must be first."""
        return self.needs + self.takes
