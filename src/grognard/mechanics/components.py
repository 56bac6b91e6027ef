"""What comes in the box: the data files of a game, and what every rule set asks of its map and counters."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any, Generic, Protocol, TypeVar

import msgspec

from grognard.board import Board
from grognard.charts import Charts
from grognard.datafile import Source
from grognard.errors import Invalid, nearest
from grognard.hexes import HexSet
from grognard.pieces import Pieces, Plain, Strength

Unit = int  # the index of a counter in Components.units
Scenario = TypeVar("Scenario")


class Box(Generic[Scenario]):
    """The data files of a game, each read once."""

    def __init__(
        self,
        folder: Path,
        read: Callable[[Source, str], Scenario],
        first: tuple[str, ...] = (),
        step: type[tuple[Any, ...]] = Strength,
        more: type[msgspec.Struct] = Plain,
    ) -> None:
        """`first` are the scenarios that come first in a list; `step` and `more` are what is printed on counters."""
        self.folder, self._read, self._first, self._step, self._more = folder, read, first, step, more
        self._read_already: dict[str, Scenario] = {}

    @cached_property
    def scenarios(self) -> tuple[str, ...]:
        """The ids of the scenarios: every file of the folder is one."""
        found = sorted(path.stem for path in (self.folder / "scenarios").glob("*.toml"))
        return tuple(dict.fromkeys((*self._first, *found)))

    @cached_property
    def board(self) -> Board:
        """The game's own board."""
        return Board.read(self.folder / "board.toml")

    @cached_property
    def charts(self) -> Charts:
        """The charts of the game."""
        return Charts.read(self.folder / "charts.toml")

    @cached_property
    def pieces(self) -> Pieces[Any, Any]:
        """The counters of the game."""
        return Pieces.read(self.folder / "pieces.toml", self._step, self._more)

    def scenario(self, id: str) -> Scenario:
        """A scenario of the game."""
        if id not in self._read_already:
            if id not in self.scenarios:
                raise Invalid(f"no scenario {id}: {' '.join(self.scenarios)}{nearest(id, self.scenarios)}")
            self._read_already[id] = self._read(self.folder / "scenarios" / f"{id}.toml", id)
        return self._read_already[id]


class Printed(Protocol):
    """Whatever is printed on a counter; every game has a type of its own."""

    @property
    def id(self) -> str:
        """What players call it."""

    @property
    def side(self) -> str:
        """Whose it is."""


P = TypeVar("P", bound=Printed)


class Components(Generic[P]):
    """What never changes in a match: board, charts and counters, the counters by name and by side."""

    def __init__(self, board: Board, charts: Charts, sides: Sequence[str], units: Sequence[P]) -> None:
        self.board, self.grid, self.charts = board, board.grid, charts
        self.hex_by_name = board.grid.by_name
        self.units = tuple(units)
        self.ids = tuple(piece.id for piece in self.units)
        self.unit_by_id = {id: unit for unit, id in enumerate(self.ids)}
        self.side = [piece.side for piece in self.units]
        self.enemy = dict(zip(sides, reversed(sides), strict=True))
        self.of_side = {s: tuple(u for u, side in enumerate(self.side) if side == s) for s in sides}

    def area(self, id: str) -> HexSet:
        """The hexes of an area; none if the map has no such area."""
        return self.board.areas[id].set if id in self.board.areas else 0

    def places(self, kind: str) -> HexSet:
        """The hexes of the places of a kind."""
        hexes = 0
        for place in self.board.places.values():
            if place.kind == kind:
                hexes |= place.set
        return hexes
