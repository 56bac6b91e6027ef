"""How far two boards of the same grid agree: terrain, rivers and places."""

from __future__ import annotations

from dataclasses import dataclass
from math import hypot

from grognard.board import Board
from grognard.errors import Invalid
from grognard.hexes import Hex, HexSet, members


@dataclass(frozen=True, slots=True)
class Share:
    """Of `of` things on the one board so many are on the other, exactly or within one hex."""

    of: int
    same: int
    near: int

    def __str__(self) -> str:
        if not self.of:
            return "none"
        return f"{self.same} of {self.of} ({100 * self.same // self.of} %), within a hex {100 * self.near // self.of} %"


@dataclass(frozen=True, slots=True)
class Agreement:
    """The figures, from the first board to the second and back where that differs."""

    terrain: dict[str, tuple[Share, Share]]
    rivers: tuple[Share, Share]
    places: dict[str, int]  # by name, hexes apart


def agreement(one: Board, other: Board) -> Agreement:
    """What the boards have in common."""
    grids = [(b.grid.columns, b.grid.rows, b.grid.top, b.grid.shifted) for b in (one, other)]
    if grids[0] != grids[1]:
        raise Invalid("the boards have different grids")
    common = one.grid.all & other.grid.all & ~one.having("zone") & ~other.having("zone")
    kinds = sorted({board.terrain[h] for board in (one, other) for h in members(common)})
    terrain = {kind: (_terrain(kind, one, other, common), _terrain(kind, other, one, common)) for kind in kinds}
    rivers = (_rivers(one, other, common), _rivers(other, one, common))
    both = sorted(one.places.keys() & other.places.keys())
    places = {name: _apart(one, one.places[name].hexes, other.places[name].hexes) for name in both}
    return Agreement(terrain, rivers, places)


def _terrain(kind: str, one: Board, other: Board, common: HexSet) -> Share:
    mine, theirs = one.having(kind) & common, other.having(kind) & common
    return Share(mine.bit_count(), (mine & theirs).bit_count(), (mine & one.grid.spread(theirs)).bit_count())


def _rivers(one: Board, other: Board, common: HexSet) -> Share:
    """Hexsides; near is a hexside of the other whose middle is no further than one hex."""
    mine, theirs = (
        [(a, b) for a, b in sorted(_river_sides(board)) if a < b and common >> a & common >> b & 1]
        for board in (one, other)
    )
    have = set(theirs)
    spots = [_middle(other, pair) for pair in theirs]
    near = sum(any(hypot(x - u, y - v) < 1.74 for u, v in spots) for x, y in (_middle(one, pair) for pair in mine))
    return Share(len(mine), sum(pair in have for pair in mine), near)


def _river_sides(board: Board) -> set[tuple[Hex, Hex]]:
    return {pair for kind in board.rivers for pair in board.sides[kind].pairs}


def _middle(board: Board, pair: tuple[Hex, Hex]) -> tuple[float, float]:
    (ax, ay), (bx, by) = map(board.grid.xy, pair)
    return (ax + bx) / 2, (ay + by) / 2


def _apart(board: Board, mine: tuple[Hex, ...], theirs: tuple[Hex, ...]) -> int:
    return min(board.grid.distance(a, b) for a in mine for b in theirs)


def told(found: Agreement) -> list[str]:
    """The figures in lines."""
    lines = [f"{kind}: {there}; back: {back}" for kind, (there, back) in found.terrain.items() if there.of or back.of]
    lines.append(f"river hexsides: {found.rivers[0]}; back: {found.rivers[1]}")
    if found.places:
        spread = [sum(1 for n in found.places.values() if n == d) for d in (0, 1, 2)]
        rest = len(found.places) - sum(spread)
        told_off = f"in the same hex {spread[0]}, one off {spread[1]}, two off {spread[2]}, further {rest}"
        lines.append(f"places: {len(found.places)}, {told_off}")
        lines += [f"  {name}: {n} hexes off" for name, n in found.places.items() if n > 1]
    return lines
