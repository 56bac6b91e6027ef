"""What a unit is worth for the place where it stands, as games between equals have taught (learn/squares.py).

A game keeps a file for a scenario, `squares/<scenario>.toml`. The map is cut into squares of a few hexes; for each the
file says what a unit of a side in it is worth to the first side, when the scenario begins and when it ends. The other
side judges it the other way round. Between the middles of squares the worth changes evenly, so that nobody steps back
and forth over a border. A scenario without a file adds nothing.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Sequence
from functools import cache
from math import floor
from pathlib import Path
from typing import Any, TypeAlias

from grognard.hexes import Grid
from grognard.match import Match
from grognard.mechanics.counters import Units

SIZE = 4  # hexes along a side of a square
Worth: TypeAlias = tuple[float, float]  # at the beginning and at the end


class Squares:
    """The table of one scenario on its map."""

    def __init__(self, table: dict[str, Any], grid: Grid) -> None:
        self._turns: int = table["turns"]
        self._first: str = table["first"]
        self._hexes = {side: list(_spread(squares, grid)) for side, squares in table["worth"].items()}

    def worth(self, g: Units[Any], side: str) -> float:
        """How well the units on the map stand for a side."""
        at, begin, end = g.at, 0.0, 0.0
        for owner, table in self._hexes.items():
            for unit in g.rules.of_side[owner]:
                if (hex := at[unit]) >= 0:
                    worth = table[hex]
                    begin += worth[0]
                    end += worth[1]
        late = min(g.turn / self._turns, 1.0)
        total = begin * (1 - late) + end * late
        return total if side == self._first else -total


def learned(match: Match, g: Units[Any], side: str) -> float:
    """How well the units stand for a side by the table of the scenario; nothing on another map, or without a table."""
    head = match.header
    if head.position is not None and "board" in head.position:
        return 0.0
    squares = _table(head.game, head.scenario, g.rules.grid)
    return squares.worth(g, side) if squares is not None else 0.0


@cache
def _table(game: str, scenario: str, grid: Grid) -> Squares | None:
    file = Path(__file__).parent / game / "squares" / f"{scenario}.toml"
    return Squares(tomllib.loads(file.read_text("utf-8")), grid) if file.is_file() else None


def _spread(squares: dict[str, Sequence[float]], grid: Grid) -> Iterator[Worth]:
    """For each hex of a map the worth between the middles of the squares around it, as far as they are known."""
    for hex in range(len(grid.names)):
        y, x = (grid.row(hex) + 0.5) / SIZE - 0.5, (grid.column(hex) + 0.5) / SIZE - 0.5
        top, left = floor(y), floor(x)
        shares = {
            f"{top + down}-{left + right}": abs(1 - down - (y - top)) * abs(1 - right - (x - left))
            for down in (0, 1)
            for right in (0, 1)
        }
        known = [(share, *squares[name]) for name, share in shares.items() if share and name in squares]
        whole = sum(share for share, _, _ in known)
        begin = sum(share * first for share, first, _ in known)
        end = sum(share * last for share, _, last in known)
        yield (begin / whole, end / whole) if whole else (0.0, 0.0)
