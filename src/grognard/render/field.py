"""The board's geometry in drawing units: centres, corners, outlines of groups of hexes, the box around the map."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from functools import cached_property

from grognard.board import Board
from grognard.hexes import Hex, HexSet, members
from grognard.render.pen import Point, R, mid, swing

Vertex = tuple[int, int]  # a corner, whichever hex it is seen from
Box = tuple[float, float, float, float]  # left, top, right, bottom


def vertex(p: Point) -> Vertex:
    """A name for a corner, the same from each of its hexes."""
    return round(p[0] * 10), round(p[1] * 10)


class Field:
    """A board laid out for drawing."""

    def __init__(self, board: Board, *, only: HexSet | None = None, key: str = "") -> None:
        """Lay out a board, or only some of its hexes; `key` keeps the ids of two of them in one picture apart."""
        self.board = board
        self.key = key
        self.grid = board.grid
        self.hexes = board.grid.hexes if only is None else tuple(members(only & board.grid.all))
        self.flat = board.grid.top == "flat"
        self._corners = {h: tuple((x * R, y * R) for x, y in board.grid.corners(h)) for h in board.grid.hexes}

    def centre(self, h: Hex) -> Point:
        """The middle of a hex."""
        x, y = self.grid.xy(h)
        return x * R, y * R

    def seat(self, h: Hex) -> Point:
        """Where the houses of a place stand in its hex: in the middle, unless the drawing layer has a spot for it."""
        place = self.board.place_at.get(h)
        spots = (s for s in self.board.shapes if place and s.kind == "spot" and s.name == place.name)
        x, y = next((shape.rings[0][0] for shape in spots), self.grid.xy(h))
        return x * R, y * R

    def corners(self, h: Hex) -> tuple[Point, ...]:
        """The six corners of a hex, clockwise."""
        return self._corners[h]

    def side(self, h: Hex, d: int) -> tuple[Point, Point]:
        """The two ends of a hexside."""
        corners = self._corners[h]
        return corners[d], corners[(d + 1) % 6]

    def outward(self, h: Hex, d: int) -> Point:
        """One step from a hex's centre in a direction, on the map or off it, as an arrow."""
        a, b = self.side(h, d)
        (x, y), (mx, my) = self.centre(h), mid(a, b)
        return 2 * (mx - x), 2 * (my - y)

    def box(self, hexes: Iterable[Hex] | None = None) -> Box:
        """The smallest box around these hexes, or around the map."""
        points = [p for h in (self.hexes if hexes is None else hexes) for p in self._corners[h]]
        xs, ys = [x for x, _ in points], [y for _, y in points]
        return min(xs), min(ys), max(xs), max(ys)

    @cached_property
    def rim(self) -> frozenset[Vertex]:
        """The corners on the edge of the map."""
        return frozenset(
            vertex(p) for h in self.hexes for d in range(6) if self.grid.step(h, d) is None for p in self.side(h, d)
        )

    def loops(self, hexes: Collection[Hex]) -> list[list[tuple[Hex, int]]]:
        """The outlines of a group of hexes, each the sides (hex, direction) in order around it."""
        inside = set(hexes)
        starts: dict[Vertex, tuple[Hex, int]] = {}
        for h in sorted(inside):
            for d in range(6):
                if self.grid.step(h, d) not in inside:
                    starts[vertex(self.side(h, d)[0])] = (h, d)
        found = []
        while starts:
            at, side = next(iter(starts.items()))
            loop = []
            while at in starts:
                side = starts.pop(at)
                loop.append(side)
                at = vertex(self.side(*side)[1])
            found.append(loop)
        return found

    def recess(self, h: Hex, d: int, t: float, key: str) -> float:
        """How far inside its hexside a soft edge runs, a share `t` along it, as a share of the step across."""
        name = self.grid.names[h]
        a, b, c = (0.07 + 0.1 * swing(key, name, d, i) for i in range(3))
        return a + (b - a) * 2 * t if t < 0.5 else b + (c - b) * (2 * t - 1)

    def soft(self, loop: list[tuple[Hex, int]], key: str, spill: float = 0.6) -> list[Point]:
        """An outline with its corners to be rounded and its sides made uneven; it spills over the edge of the map."""
        points: list[Point] = []
        for h, d in loop:
            a, b = self.side(h, d)
            ox, oy = self.outward(h, d)
            off_map = self.grid.step(h, d) is None
            for t in (0.22, 0.5, 0.78):
                x, y = mid(a, b, t)
                push = spill if off_map else -self.recess(h, d, t, key)
                points.append((x + ox * push, y + oy * push))
        return points
