"""What a scenario file holds: set-up, arrivals, special rules, victory."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated

import msgspec

from grognard.datafile import Source, typed
from grognard.errors import Invalid
from grognard.games.bugriver.tables import Count, Table

Words = str  # words with blanks between them


class Arrival(Table, frozen=True):
    """8.4: units that come in a turn, by which entrance, and the villages their HQs enter in."""

    turn: Annotated[int, msgspec.Meta(ge=2)]
    entrance: str
    units: Words
    hexes: Words = ""  # a part of the entrance
    hq: Mapping[str, str] = {}
    early: bool = False  # the reserves of 10.5


class Leash(Table, frozen=True):
    """10.4: an HQ that stays near a town or supply area, until the end of a turn if one is given."""

    rule: str
    hq: str
    hexes: Count
    of: str
    until: int = 0


class Reserves(Table, frozen=True):
    """10.5: Germans within so many hexes of an area before a turn bring the reserves."""

    hexes: Count
    of: str
    before: int


class Special(Table, frozen=True):
    """10: the rules of this battle."""

    brandenburg: Words = ""
    volodymyr: Words = ""
    pontoons: Words = ""
    leash: tuple[Leash, ...] = ()
    reserves: Reserves | None = None


class Exit(Table, frozen=True):
    """G14: points for units of a formation that have left the map."""

    hex: str
    hq: str
    points: Count
    most: Count


class VictoryLevel(Table, frozen=True, rename={"at_least": "from"}):
    """A level of victory, reached from a difference of points on; the last one has none."""

    level: str
    side: str
    at_least: int | None = None


class Victory(Table, frozen=True):
    """G14: what counts, and what it comes to."""

    hexes: dict[str, int]
    level: tuple[VictoryLevel, ...]
    exit: Exit | None = None
    losses: Mapping[str, int] = {}


class Supply(Table, frozen=True):
    """5.7.1a: the areas of the map that are supply areas; `edge` is one more, where only a part of the map is used."""

    german: Words
    soviet: Words
    edge: Words = ""


class Plan(Table, frozen=True):
    """A scenario file."""

    title: str
    turns: Annotated[int, msgspec.Meta(ge=1)]
    dates: tuple[str, ...]
    surprise: Count
    interdiction: Annotated[int, msgspec.Meta(ge=0, le=2)]
    luck: str
    supply: Supply
    levels: dict[str, Count]
    assigned: dict[str, Words]
    units: dict[str, Words]
    victory: Victory
    arrival: tuple[Arrival, ...] = ()
    special: Special = Special()
    columns: tuple[int, int] | None = None


class Scenario(msgspec.Struct, frozen=True):
    """A scenario and its id."""

    id: str
    plan: Plan

    @classmethod
    def read(cls, source: Source, id: str) -> Scenario:
        """The scenario in a file."""
        name = f"{id}.toml"
        plan = typed(source, name, Plan)
        if len(plan.dates) != plan.turns:
            raise Invalid(f"{name}: dates: {len(plan.dates)} of them for {plan.turns} turns")
        if not plan.victory.level or plan.victory.level[-1].at_least is not None:
            raise Invalid(f"{name}: victory.level: the last level is the one without `from`")
        return cls(id, plan)

    @property
    def title(self) -> str:
        """What players call it."""
        return self.plan.title

    @property
    def turns(self) -> int:
        """How many turns it has."""
        return self.plan.turns
