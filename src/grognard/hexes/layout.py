"""A numbered hex map and its geometry: where each hex is stored, who its neighbours are, how far, how to draw it.

Storage. The straight lines of hexes (columns of a flat-topped map, rows of a pointy-topped one) lie one after another.
Going from a line to the next adds `far` or `far - 1` to the bit index according to which of the two adjacent hexes is
meant, so a step in any direction is one constant. At least one unused bit parts two lines: a step off the end of a line
lands there, never on another hex.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import sqrt

from grognard.errors import Invalid, nearest
from grognard.hexes.numbering import numbers
from grognard.hexes.sets import Hex, HexSet, hexset

Point = tuple[float, float]

FLAT = ("n", "ne", "se", "s", "sw", "nw")
POINTY = ("ne", "e", "se", "sw", "w", "nw")

# A step as (lines crossed, half hexes along the line), clockwise.
_FLAT_STEPS = ((0, -2), (1, -1), (1, 1), (0, 2), (-1, 1), (-1, -1))
_POINTY_STEPS = ((-1, 1), (0, 2), (1, 1), (1, -1), (0, -2), (-1, -1))

# Corners clockwise as (across the lines, along the line), in halves of the circumradius and of the distance to a side.
_FLAT_CORNERS = ((-1, -1), (1, -1), (2, 0), (1, 1), (-1, 1), (-2, 0))
_POINTY_CORNERS = ((-2, 0), (-1, 1), (1, 1), (2, 0), (1, -1), (-1, -1))

_HALF_HEIGHT = sqrt(3) / 2

HEXES_MAX = 10_000  # of a map, those that are missing included
NUMBER_MAX = 9_999  # of a column or row


class Layout:
    """The hexes of a map by number and by place, and the geometry between them."""

    def __init__(
        self,
        columns: tuple[int, int],
        rows: tuple[int, int],
        *,
        top: str = "flat",
        shifted: str = "even",
        numbering: str = "CCRR",
        missing: Iterable[str] = (),
    ) -> None:
        """Lay out the inclusive printed `columns` and `rows`, less the `missing` numbers; `shifted` lines lie half a
        hex lower (flat top, columns) or further right (pointy top, rows)."""
        if top not in ("flat", "pointy"):
            raise Invalid(f"top must be flat or pointy, not {top!r}")
        if shifted not in ("even", "odd"):
            raise Invalid(f"shifted must be even or odd, not {shifted!r}")
        for word, (low, high) in (("columns", columns), ("rows", rows)):
            if not 0 <= low <= high:
                raise Invalid(f"{word} must run from a number to one not smaller, not {low} to {high}")
            if high > NUMBER_MAX:
                raise Invalid(f"{word} are numbered up to {NUMBER_MAX} at most, not {high}")
        size = (columns[1] - columns[0] + 1) * (rows[1] - rows[0] + 1)
        if size > HEXES_MAX:
            raise Invalid(f"a map has at most {HEXES_MAX} hexes, not {size}")
        self.columns, self.rows = columns, rows
        self.top, self.shifted, self.numbering = top, shifted, numbering
        self.missing = tuple(missing.split() if isinstance(missing, str) else missing)
        self._flat = top == "flat"
        lines, places = (columns, rows) if self._flat else (rows, columns)
        self._first_line, self._first_place = lines[0], places[0]
        self._length = places[1] - places[0] + 1
        self._store(range(lines[0], lines[1] + 1))
        self._print(range(columns[0], columns[1] + 1), range(rows[0], rows[1] + 1))
        self._join()

    def _store(self, lines: range) -> None:
        """Where each line begins, and what a step adds to the bit index."""
        self._far = far = self._length + 2
        parity = 1 if self.shifted == "odd" else 0
        self._lower = [int(line % 2 == parity) for line in lines]
        self._starts = [0]
        for lower in self._lower[:-1]:
            self._starts.append(self._starts[-1] + far - lower)
        self.size: int = self._starts[-1] + self._length
        self.directions: tuple[str, ...] = FLAT if self._flat else POINTY
        self._steps = _FLAT_STEPS if self._flat else _POINTY_STEPS
        self.offsets: tuple[int, ...] = (
            (-1, far - 1, far, 1, 1 - far, -far) if self._flat else (1 - far, 1, far, far - 1, -1, -far)
        )

    def _print(self, columns: range, rows: range) -> None:
        """The numbers of the hexes, and which of them are on the map."""
        printed = numbers(self.numbering, columns, rows)
        gone = set(self.missing)
        if strangers := sorted(gone - set(printed.values())):
            near = nearest(strangers[0], printed.values())
            raise Invalid(f"missing hex {strangers[0]} is not among the columns and rows{near}")
        self.names: list[str] = [""] * self.size
        self._column = [0] * self.size
        self._row = [0] * self.size
        self._line = [0] * self.size
        self._half = [0] * self.size  # half hexes along the line
        self.by_name: dict[str, Hex] = {}
        for (column, row), name in printed.items():
            if name in gone:
                continue
            line, place = self._line_place(column, row)
            hex = self._starts[line] + place
            self.names[hex] = name
            self.by_name[name] = hex
            self._column[hex], self._row[hex] = column, row
            self._line[hex], self._half[hex] = line, 2 * place + self._lower[line]
        self.hexes: tuple[Hex, ...] = tuple(self.by_name.values())
        self.all: HexSet = hexset(self.hexes)
        if not self.hexes:
            raise Invalid("a map needs at least one hex")

    def _join(self) -> None:
        """Who is next to whom."""
        self.neighbours: list[tuple[Hex, ...]] = [()] * self.size
        self.around: list[HexSet] = [0] * self.size
        for hex in self.hexes:
            near = (self.step(hex, d) for d in range(6))
            self.neighbours[hex] = tuple(n for n in near if n is not None)
            self.around[hex] = hexset(self.neighbours[hex])

    def __repr__(self) -> str:
        return (
            f"{type(self).__name__}({self.columns}, {self.rows}, top={self.top!r}, shifted={self.shifted!r},"
            f" numbering={self.numbering!r}, missing={self.missing!r})"
        )

    def _line_place(self, column: int, row: int) -> tuple[int, int]:
        line, place = (column, row) if self._flat else (row, column)
        return line - self._first_line, place - self._first_place

    def hex(self, name: str) -> Hex:
        """The hex with this number; Invalid if the map has none."""
        hex = self.by_name.get(name)
        if hex is None:
            ends = f"{self.names[self.hexes[0]]} to {self.names[self.hexes[-1]]}"
            raise Invalid(f"no hex {name} on this map ({ends}){nearest(name, self.by_name)}")
        return hex

    def name(self, hex: Hex) -> str:
        """The printed number of a hex."""
        return self.names[hex]

    def at(self, column: int, row: int) -> Hex | None:
        """The hex at a printed column and row; None off the map."""
        line, place = self._line_place(column, row)
        if not (0 <= line < len(self._starts) and 0 <= place < self._length):
            return None
        hex = self._starts[line] + place
        return hex if self.names[hex] else None

    def column(self, hex: Hex) -> int:
        """The printed column of a hex."""
        return self._column[hex]

    def row(self, hex: Hex) -> int:
        """The printed row of a hex."""
        return self._row[hex]

    def direction_index(self, name: str) -> int:
        """The number of a direction given as "NE" or "ne"; Invalid if this map has no such direction."""
        try:
            return self.directions.index(name.lower())
        except ValueError:
            raise Invalid(f"no direction {name} on this map; it has {', '.join(self.directions)}") from None

    def step(self, hex: Hex, d: int) -> Hex | None:
        """The neighbour in direction d; None off the map."""
        there = hex + self.offsets[d]
        return there if 0 <= there < self.size and self.names[there] else None

    def walk(self, hex: Hex, steps: Iterable[tuple[int, int]]) -> Hex | None:
        """Where so many steps (direction, count) end; None off the map, though the way may cross what is off it."""
        line, half = self._line[hex], self._half[hex]
        for d, count in steps:
            lines, halves = self._steps[d]
            line += lines * count
            half += halves * count
        if not 0 <= line < len(self._starts):
            return None
        place = (half - self._lower[line]) // 2
        there = self._starts[line] + place
        return there if 0 <= place < self._length and self.names[there] else None

    def steps(self, a: Hex, b: Hex) -> list[tuple[int, int]]:
        """The shortest way from a to b as (direction, count) in at most two directions, the longer leg first."""
        lines, halves = self._line[b] - self._line[a], self._half[b] - self._half[a]
        for d in range(6):
            (u, v), (s, t) = self._steps[d], self._steps[(d + 1) % 6]
            span = u * t - v * s
            here, there = (lines * t - halves * s) // span, (u * halves - v * lines) // span
            if here > 0 and there >= 0:
                legs = [(d, here), ((d + 1) % 6, there)]
                return sorted((leg for leg in legs if leg[1]), key=lambda leg: -leg[1])
        return []

    def direction(self, a: Hex, b: Hex) -> int | None:
        """The direction in which b adjoins a; None if it does not."""
        if b in self.neighbours[a]:
            return self.offsets.index(b - a)
        return None

    def distance(self, a: Hex, b: Hex) -> int:
        """How many steps apart two hexes are on an unbroken map."""
        lines = abs(self._line[a] - self._line[b])
        halves = abs(self._half[a] - self._half[b])
        return lines if halves <= lines else (lines + halves) // 2

    def _point(self, across: int, along: int) -> Point:
        x, y = across / 2, along * _HALF_HEIGHT
        return (x, y) if self._flat else (y, x)

    def xy(self, hex: Hex) -> Point:
        """The centre of a hex: circumradius 1, y grows southwards, an unshifted first hex of the rectangle at 0, 0."""
        return self._point(3 * self._line[hex], self._half[hex])

    def corners(self, hex: Hex) -> tuple[Point, ...]:
        """The six corners clockwise: the side in direction d joins corners d and (d + 1) % 6; neighbours share them."""
        across, along = 3 * self._line[hex], self._half[hex]
        shape: Sequence[tuple[int, int]] = _FLAT_CORNERS if self._flat else _POINTY_CORNERS
        return tuple(self._point(across + i, along + j) for i, j in shape)

    def side(self, a: Hex, b: Hex) -> tuple[Point, Point]:
        """The ends of the hexside between two adjacent hexes, clockwise seen from a; Invalid if they are not."""
        d = self.direction(a, b)
        if d is None:
            raise Invalid(f"{self.names[a]} and {self.names[b]} are not adjacent")
        corners = self.corners(a)
        return corners[d], corners[(d + 1) % 6]
