"""The same geometry done the plain way, to hold the fast one against: (column, row) cells and cube coordinates."""

from __future__ import annotations

import heapq
from collections import deque
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field

from hypothesis import settings
from hypothesis import strategies as st

from grognard.hexes import Grid, HexSet, hexset, members

Cell = tuple[int, int]
Edge = tuple[Cell, Cell]

unhurried = settings(deadline=None, max_examples=60)

FLAT = {"n": (0, -1), "ne": (1, -1), "se": (1, 0), "s": (0, 1), "sw": (-1, 1), "nw": (-1, 0)}
POINTY = {"ne": (1, -1), "e": (1, 0), "se": (0, 1), "sw": (-1, 1), "w": (-1, 0), "nw": (0, -1)}


@dataclass
class Plain:
    top: str
    shifted: str
    cells: set[Cell]
    by_axial: dict[tuple[int, int], Cell] = field(init=False)

    def __post_init__(self) -> None:
        self.by_axial = {self.axial(cell): cell for cell in self.cells}

    def axial(self, cell: Cell) -> tuple[int, int]:
        column, row = cell
        line = column if self.top == "flat" else row
        half = (line - line % 2) // 2 if self.shifted == "odd" else (line + line % 2) // 2
        return (column, row - half) if self.top == "flat" else (column - half, row)

    def step(self, cell: Cell, direction: str) -> Cell | None:
        q, r = self.axial(cell)
        dq, dr = (FLAT if self.top == "flat" else POINTY)[direction]
        return self.by_axial.get((q + dq, r + dr))

    def directions(self) -> list[str]:
        return list(FLAT if self.top == "flat" else POINTY)

    def neighbours(self, cell: Cell) -> list[Cell]:
        return [n for n in (self.step(cell, d) for d in self.directions()) if n is not None]

    def distance(self, a: Cell, b: Cell) -> int:
        (q1, r1), (q2, r2) = self.axial(a), self.axial(b)
        return max(abs(q1 - q2), abs(r1 - r2), abs(q1 + r1 - q2 - r2))

    def flood(self, start: set[Cell], free: set[Cell], limit: int | None, walls: set[frozenset[Cell]]) -> set[Cell]:
        steps = dict.fromkeys(start & free, 0)
        queue = deque(steps)
        while queue:
            cell = queue.popleft()
            if steps[cell] == limit:
                continue
            for n in self.neighbours(cell):
                if n in free and n not in steps and frozenset((cell, n)) not in walls:
                    steps[n] = steps[cell] + 1
                    queue.append(n)
        return set(steps)


def cheapest(
    exits: Callable[[Cell], Iterable[tuple[Cell, int]]],
    sources: Mapping[Cell, int],
    limit: int | None,
    stop: set[Cell],
    closed: set[Cell],
    extra: Mapping[Cell, int],
) -> dict[Cell, int]:
    """Dijkstra with a heap, in the words of the contract."""
    found: dict[Cell, int] = {}
    heap = [(cost, cell) for cell, cost in sources.items()]
    heapq.heapify(heap)
    while heap:
        cost, cell = heapq.heappop(heap)
        if cell in found or (limit is not None and cost > limit):
            continue
        found[cell] = cost
        if cell in stop and cell not in sources:
            continue
        for there, step in exits(cell):
            if there not in closed:
                heapq.heappush(heap, (cost + step + extra.get(there, 0), there))
    return found


@dataclass
class Pair:
    """A grid and its plain twin."""

    grid: Grid
    plain: Plain

    def hex(self, cell: Cell) -> int:
        hex = self.grid.at(*cell)
        assert hex is not None
        return hex

    def cell(self, hex: int) -> Cell:
        return self.grid.column(hex), self.grid.row(hex)

    def bits(self, cells: Iterable[Cell]) -> HexSet:
        return hexset(map(self.hex, cells))

    def cells(self, hexes: HexSet) -> set[Cell]:
        return {self.cell(hex) for hex in members(hexes)}


@st.composite
def pairs(draw: st.DrawFn, most: int = 8) -> Pair:
    first_column, first_row = draw(st.integers(0, 3)), draw(st.integers(0, 3))
    columns = (first_column, first_column + draw(st.integers(0, most - 1)))
    rows = (first_row, first_row + draw(st.integers(0, most - 1)))
    top = draw(st.sampled_from(["flat", "pointy"]))
    shifted = draw(st.sampled_from(["even", "odd"]))
    rectangle = [(c, r) for c in range(columns[0], columns[1] + 1) for r in range(rows[0], rows[1] + 1)]
    missing = draw(st.sets(st.sampled_from(rectangle), max_size=len(rectangle) // 4))
    names = [f"{c:02d}{r:02d}" for c, r in missing]
    grid = Grid(columns, rows, top=top, shifted=shifted, missing=names)
    return Pair(grid, Plain(top, shifted, set(rectangle) - missing))


def cell_of(pair: Pair) -> st.SearchStrategy[Cell]:
    return st.sampled_from(sorted(pair.plain.cells))


def some_cells(pair: Pair) -> st.SearchStrategy[set[Cell]]:
    return st.sets(st.sampled_from(sorted(pair.plain.cells)))
