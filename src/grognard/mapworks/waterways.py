"""Rivers as they really run: the way by water through some points.

Names in the data are unreliable (one river under three names, two under one), so a river is found by way points.
"""

from __future__ import annotations

from collections import defaultdict
from heapq import heappop, heappush
from itertools import pairwise
from math import hypot

import numpy as np
import numpy.typing as npt
from scipy.spatial import cKDTree
from shapely.geometry import box as box_shape

from grognard.errors import Invalid
from grognard.mapworks import atlas
from grognard.mapworks.recipe import Coord

_GAP = 0.08  # degrees: ends of lines this near to another line are joined to it
_JUMP = 4.0  # what a degree over such a gap counts, against one along a river
_DETOUR = 2.4  # a course may be so much longer than the way from point to point
_NARROW = 0.6  # a degree of longitude against one of latitude


class Waterways:
    """The net of all river lines within a box of degrees."""

    def __init__(self, box: atlas.Box) -> None:
        self._next: dict[Coord, dict[Coord, float]] = defaultdict(dict)
        ends: set[Coord] = set()
        frame = box_shape(*box)
        for feature in atlas.layer("rivers"):
            if feature.shape.intersects(frame):
                for line in getattr(feature.shape, "geoms", [feature.shape]):
                    points = [(float(x), float(y)) for x, y, *_ in line.coords]
                    for a, b in pairwise(points):
                        self._link(a, b, 1.0)
                    ends |= {points[0], points[-1]}
        self._points = list(self._next)
        if not self._points:
            raise Invalid("there are no rivers in the data for this part of the world")
        self._tree = cKDTree(_flat(self._points))
        for end in sorted(ends):
            for number in self._tree.query_ball_point(_flat([end])[0], _GAP):
                self._link(end, self._points[number], _JUMP)

    def _link(self, a: Coord, b: Coord, weight: float) -> None:
        if a != b:
            long = hypot((a[0] - b[0]) * _NARROW, a[1] - b[1]) * weight
            if long < self._next[a].get(b, 9e9):
                self._next[a][b] = self._next[b][a] = long

    def route(self, name: str, way: list[Coord]) -> list[Coord]:
        """The course of a river through these points, source first."""
        stops = [self._points[int(self._tree.query(_flat([p])[0])[1])] for p in way]
        out = [stops[0]]
        for a, b in pairwise(stops):
            out += self._shortest(name, a, b)[1:]
        course = _without_spurs(out)
        if _long(course) > _DETOUR * _long(way):
            raise Invalid(f"river {name}: goes a long way round; the data may lack it: give it as a line")
        return course

    def _shortest(self, name: str, a: Coord, b: Coord) -> list[Coord]:
        best, before, queue = {a: 0.0}, dict[Coord, Coord](), [(0.0, a)]
        while queue:
            so_far, at = heappop(queue)
            if at == b:
                break
            if so_far > best[at]:
                continue
            for there, long in self._next[at].items():
                if so_far + long < best.get(there, 9e9):
                    best[there], before[there] = so_far + long, at
                    heappush(queue, (so_far + long, there))
        if b not in best:
            raise Invalid(f"river {name}: no way by water from {a} to {b}; give it as a line")
        path = [b]
        while path[-1] != a:
            path.append(before[path[-1]])
        return path[::-1]


def _long(points: list[Coord]) -> float:
    return sum(hypot((a[0] - b[0]) * _NARROW, a[1] - b[1]) for a, b in pairwise(points))


def _flat(points: list[Coord]) -> npt.NDArray[np.float64]:
    return np.asarray(points, float) * [_NARROW, 1.0]


def _without_spurs(points: list[Coord]) -> list[Coord]:
    """The path without its loops: a way point off the stem is fetched by going there and back."""
    path: list[Coord] = []
    place: dict[Coord, int] = {}
    for p in points:
        if p in place:
            for gone in path[place[p] + 1 :]:
                place.pop(gone, None)
            del path[place[p] + 1 :]
        else:
            place[p] = len(path)
            path.append(p)
    return path
