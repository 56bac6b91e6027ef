"""From a river's real course to hexsides: the way along the corners of the hexes that keeps to it best.

A step along a side costs by its distance from the real course, more if it puts hexes on the wrong bank, much more if it
does so to a town, and more if another river has the side already.
"""

from __future__ import annotations

from dataclasses import dataclass
from heapq import heapify, heappop, heappush
from itertools import pairwise
from math import cos, dist, pi, sin

import numpy as np
import numpy.typing as npt
from shapely import prepare
from shapely.geometry import LineString
from shapely.geometry import Point as Dot

from grognard.hexes import Hex
from grognard.mapworks.lattice import Corner, Edge, Lattice, Point

Values = npt.NDArray[np.float64]
_FINE = 15  # sample points to a circumradius
_AROUND = np.array(
    [(0.0, 0.0)] + [(r * cos(t), r * sin(t)) for r in (0.35, 0.7) for t in (k * pi / 3 + r for k in range(6))]
)  # points that stand for a hex


@dataclass(frozen=True, slots=True)
class CourseCosts:
    """What the way along the corners costs."""

    length: float = 0.09
    away: float = 0.75  # per length and squared distance
    bank: float = 0.7  # per length, for a hex wholly on the wrong bank
    town: float = 4.0
    shared: float = 3.0
    edge: float = 0.3  # for a side at the edge of the map
    end: float = 0.5  # per squared distance of an end from the real one


def bank_of(points: Values, line: Values) -> tuple[Values, Values]:
    """For each point 1 if it lies left of a line, looking along it, or -1; and its distance."""
    starts, along = line[:-1], line[1:] - line[:-1]
    squares = (along**2).sum(1) + 1e-12
    hand, far = np.empty(len(points)), np.empty(len(points))
    for i, p in enumerate(points):
        share = np.clip(((p - starts) * along).sum(1) / squares, 0, 1)
        gaps = ((p - starts - share[:, None] * along) ** 2).sum(1)
        cross = along[:, 0] * (p - starts)[:, 1] - along[:, 1] * (p - starts)[:, 0]
        at_corner = np.flatnonzero(gaps < gaps.min() + 1e-9)  # of two segments that meet there, the more decisive
        j = max(at_corner, key=lambda k: abs(cross[k]) / squares[k] ** 0.5)
        hand[i], far[i] = (-1.0 if cross[j] > 0 else 1.0), gaps.min() ** 0.5
    return hand, far


class Courses:
    """Rivers laid along the sides of a lattice, one after another."""

    def __init__(self, lattice: Lattice, costs: CourseCosts | None = None) -> None:
        self.lattice = lattice
        self.costs = costs or CourseCosts()
        self.taken: set[Edge] = set()
        self.runs: dict[str, list[list[Corner]]] = {}  # by river, its unbroken runs of corners from source to mouth
        prepare(lattice.outline)

    def lay(
        self, name: str, course: LineString, towns: dict[Hex, float], joins: str = "", wet: set[Corner] | None = None
    ) -> None:
        """Lay a river; `towns` are hexes meant for the left (1) or right (-1) bank, `wet` the corners at the sea."""
        pieces = self._inside(course)
        for number, piece in enumerate(pieces):
            last = number == len(pieces) - 1 and self.lattice.outline.boundary.distance(Dot(piece.coords[-1])) > 0.5
            ends = {c for run in self.runs.get(joins, ()) for c in run} if joins and last else set()
            run = self._lay_piece(piece, towns, ends, wet if last else None)
            if run:
                self.taken |= {frozenset(step) for step in pairwise(run)}
                self.runs.setdefault(name, []).append(run)

    def _inside(self, course: LineString) -> list[LineString]:
        """The parts of a course on the map, in order; short ways over its edge are kept."""
        count = max(2, int(course.length * _FINE))
        pieces: list[list[Dot]] = []
        piece: list[Dot] = []
        outside: list[Dot] = []
        for i in range(count + 1):
            p = course.interpolate(i / count, normalized=True)
            if self.lattice.outline.contains(p):
                piece += [*outside, p] if piece else [p]
                outside = []
            elif piece:
                outside.append(p)
                if len(outside) > _FINE:
                    pieces.append(piece)
                    piece, outside = [], []
        pieces.append(piece)
        lines = [LineString([(p.x, p.y) for p in piece]) for piece in pieces if len(piece) > 1]
        return [line for line in lines if line.length > 1.4]

    def _lay_piece(
        self, piece: LineString, towns: dict[Hex, float], ends: set[Corner], wet: set[Corner] | None
    ) -> list[Corner]:
        line = np.array(piece.simplify(0.1).coords)
        costs = self._costs(LineString(line), line, towns)
        starts = self._near(piece.coords[0], set())
        goals = self._near(piece.coords[-1], ends, wet)
        return self._way(costs, starts, goals)

    def _costs(self, course: LineString, line: Values, towns: dict[Hex, float]) -> dict[tuple[Corner, Corner], float]:
        """What each step costs, both ways, for sides not too far from the course."""
        lattice, w = self.lattice, self.costs
        left: dict[Hex, float] = {}
        for h, c in lattice.centre.items():
            if course.distance(Dot(c)) < 3.8:
                left[h] = float((bank_of(np.array(c) + _AROUND, line)[0] > 0).mean())
        costs: dict[tuple[Corner, Corner], float] = {}
        for edge, hexes in lattice.hexes.items():
            u, v = sorted(edge)
            a, b = np.array(lattice.at[u]), np.array(lattice.at[v])
            if course.distance(Dot((a + b) / 2)) > 3.4:
                continue
            away = float(np.mean([course.distance(Dot(a + (b - a) * t)) ** 2 for t in (0, 0.25, 0.5, 0.75, 1)]))
            base = w.length + w.away * away
            base += w.shared * (edge in self.taken) + w.edge * (len(hexes) == 1)
            for start, end, p, way in ((u, v, a, b - a), (v, u, b, a - b)):
                cost = base
                for h, _ in hexes:
                    r = np.array(lattice.centre[h]) - p
                    on_left = way[0] * r[1] - way[1] * r[0] < 0
                    if h in left:
                        cost += w.bank * (1 - left[h] if on_left else left[h])
                    if h in towns and (towns[h] > 0) != on_left:
                        cost += w.town
                costs[start, end] = cost
        return costs

    def _near(self, p: Point, ends: set[Corner], wet: set[Corner] | None = None) -> dict[Corner, float]:
        """The corners at which a piece may end, with what each costs."""
        lattice = self.lattice
        at_edge = lattice.outline.boundary.distance(Dot(p)) < 0.2
        pool = ends or (lattice.rim if at_edge else set())
        if not pool and wet and min(dist(lattice.at[c], p) for c in wet) < 0.9:
            pool = wet
        nearest = sorted(pool or lattice.at, key=lambda c: (dist(lattice.at[c], p), c))[: 6 if pool else 4]
        return {c: self.costs.end * dist(lattice.at[c], p) ** 2 for c in nearest}

    def _way(
        self, costs: dict[tuple[Corner, Corner], float], starts: dict[Corner, float], goals: dict[Corner, float]
    ) -> list[Corner]:
        best, before = dict(starts), dict[Corner, Corner]()
        queue = [(cost, c) for c, cost in starts.items()]
        heapify(queue)
        done: set[Corner] = set()
        end: tuple[float, Corner | None] = (9e9, None)
        while queue and queue[0][0] < end[0]:
            so_far, at = heappop(queue)
            if at in done:
                continue
            done.add(at)
            if at in goals and so_far + goals[at] < end[0]:
                end = (so_far + goals[at], at)
            for there in sorted(self.lattice.next[at]):
                cost = costs.get((at, there))
                if cost is not None and so_far + cost < best.get(there, 9e9):
                    best[there], before[there] = so_far + cost, at
                    heappush(queue, (so_far + cost, there))
        if end[1] is None:
            return []
        run = [end[1]]
        while run[-1] in before:
            run.append(before[run[-1]])
        return run[::-1]
