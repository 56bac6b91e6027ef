"""The hexes as shapes on a plane, and the net of their sides and corners that rivers run along.

Coordinates are those of the grid: a hex's circumradius is 1, x grows to the right and y downwards.
"""

from __future__ import annotations

from collections import defaultdict
from math import dist, sqrt

import numpy as np
from scipy.spatial import cKDTree
from shapely.geometry import Point as Dot
from shapely.geometry import Polygon
from shapely.geometry.base import BaseGeometry
from shapely.ops import unary_union

from grognard.hexes import Grid, Hex

Point = tuple[float, float]
Corner = tuple[int, int]  # a corner, whichever hex it is seen from
Edge = frozenset[Corner]
STEP = sqrt(3)  # from the middle of a hex to the next


def corner(p: Point) -> Corner:
    """A name for a corner, the same from each of its hexes."""
    return round(p[0] * 1000), round(p[1] * 1000)


class Lattice:
    """A grid laid out on the plane."""

    def __init__(self, grid: Grid) -> None:
        self.grid = grid
        self.centre: dict[Hex, Point] = {h: grid.xy(h) for h in grid.hexes}
        self.shape: dict[Hex, Polygon] = {h: Polygon(grid.corners(h)) for h in grid.hexes}
        self.at: dict[Corner, Point] = {}
        self.hexes: dict[Edge, list[tuple[Hex, int]]] = defaultdict(list)  # the hexes of a side, with its direction
        for h in grid.hexes:
            corners = list(grid.corners(h))
            names = [self._named(p) for p in corners]
            for d in range(6):
                self.hexes[frozenset((names[d], names[(d + 1) % 6]))].append((h, d))
        self.next: dict[Corner, set[Corner]] = defaultdict(set)
        for a, b in map(tuple, self.hexes):
            self.next[a].add(b)
            self.next[b].add(a)
        self.rim = {c for edge, hexes in self.hexes.items() if len(hexes) == 1 for c in edge}
        self.outline: BaseGeometry = unary_union([s.buffer(1e-6) for s in self.shape.values()])
        self._order = list(self.centre)
        self._tree = cKDTree(np.array([self.centre[h] for h in self._order]))

    def _named(self, p: Point) -> Corner:
        """A corner's name; corners a rounding apart are one."""
        x, y = corner(p)
        for name in ((x, y), *((x + i, y + j) for i in (-1, 0, 1) for j in (-1, 0, 1))):
            if name in self.at:
                return name
        self.at[x, y] = p
        return x, y

    def hex_at(self, p: Point) -> Hex | None:
        """The hex a point lies in."""
        far, number = self._tree.query(p)
        h = self._order[int(number)]
        return h if far <= 1 and self.shape[h].buffer(1e-6).contains(Dot(p)) else None

    def edge(self, h: Hex, d: int) -> Edge:
        """A hexside by its two corners."""
        corners = list(self.grid.corners(h))
        return frozenset((self._named(corners[d]), self._named(corners[(d + 1) % 6])))

    def nearest(self, h: Hex, allowed: set[Hex], p: Point) -> Hex:
        """The allowed hex whose middle is nearest to a point, the hex itself if it is allowed."""
        return h if h in allowed else min(allowed, key=lambda other: dist(self.centre[other], p))
