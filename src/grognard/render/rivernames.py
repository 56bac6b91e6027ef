"""The names of rivers, lettered along the water where it runs calmest."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from html import escape
from itertools import pairwise
from math import atan2, degrees, dist, hypot, pi, tau
from typing import NamedTuple

from grognard.render.field import Box
from grognard.render.pen import Point, group, num
from grognard.render.theme import Theme
from grognard.render.waters import Stretch

_CELL = 12.0  # what is printed already is noted on squares so large

Cell = tuple[int, int]


class Lettering(NamedTuple):
    """Where a river's name goes: its letters stand `lift` over a bow from left to right."""

    name: str
    bow: list[Point]
    lift: float  # negative: under the water
    size: float
    widths: list[float]

    def middle(self) -> tuple[float, float, float]:
        """The foot of the middle letter, and how many degrees the name is turned."""
        (ax, ay), (bx, by) = self.bow[0], self.bow[-1]
        x, y = self.bow[len(self.bow) // 2]
        long = dist(self.bow[0], self.bow[-1]) or 1.0
        ux, uy = (bx - ax) / long, (by - ay) / long
        return x + uy * self.lift, y - ux * self.lift, degrees(atan2(uy, ux))


def spots(found: list[Stretch], taken: Iterable[Box]) -> list[Lettering]:
    """The calmest stretches for the names of rivers, clear of what is already printed."""
    out = []
    busy = {cell for box in taken for cell in _cells(box)}
    for r in found:
        if r.name:
            times = 1 + len(r.course) // 45
            step = len(r.line) / times
            for k in range(times):
                spot = _calmest(r, int(k * step), int((k + 1) * step), busy)
                if spot:
                    out.append(spot)
                    room = [(x - 6, y - spot.lift - 10, x + 6, y - spot.lift) for x, y in spot.bow[::3]]
                    busy |= {cell for box in room for cell in _cells(box)}
    return out


def names(found: list[Lettering], theme: Theme) -> str:
    """River names set along the water."""
    out = [_lettered(spot) for spot in found]
    water = theme.water["name"]
    face = {"font_family": theme.fonts["serif"], "font_style": "italic"}
    halo = {"stroke": theme.ink["halo"], "stroke_width": "2.2", "stroke_opacity": ".85", "paint_order": "stroke"}
    return group(out, class_="river-names", fill=water, **face, **halo)


def _cells(box: Box) -> Iterator[Cell]:
    left, top, right, bottom = (int(v // _CELL) for v in box)
    return ((i, j) for i in range(left, right + 1) for j in range(top, bottom + 1))


def _advance(letter: str) -> float:
    """About how wide a letter of the italic face is, in its size."""
    for letters, wide in (("ijl .'", 0.36), ("rstfcez", 0.5), ("mwMW", 0.9)):
        if letter in letters:
            return wide
    return 0.78 if letter.isupper() else 0.62


def _calmest(r: Stretch, start: int, end: int, busy: set[Cell]) -> Lettering | None:
    """A place for the name on the straightest part of the line between two of its points; or nothing."""
    line = _calm(r.line)
    size, gap = (14.5, 5.5) if len(r.course) > 40 else (10.5, 2.4)
    widths = [size * _advance(c) + gap for c in r.name]
    need = sum(widths)
    along = [0.0]
    for (ax, ay), (bx, by) in pairwise(line):
        along.append(along[-1] + hypot(bx - ax, by - ay))
    best: tuple[float, int, int, float] | None = None
    for i in range(start, end, 2):
        j = bisect_left(along, along[i] + need, i + 1)
        if j >= min(len(line), end + 1):
            break
        chord = max(1.0, hypot(line[j][0] - line[i][0], line[j][1] - line[i][1]))
        steep = abs(line[j][1] - line[i][1]) / chord
        bend = _bend(line[i], line[(i + j) // 2], line[j])
        wide = slice(max(0, i - 4), j + 5)  # a little more at both ends: letters have breadth
        for lift in _clear(r.line[wide], line[wide]):
            letters = ((x, y - lift - 4) for x, y in line[i : j + 1 : 2])  # near enough to count
            crowd = sum((int(x // _CELL), int(y // _CELL)) in busy for x, y in letters)
            cost = (need / chord - 1) * 5 + max(0.0, steep - 0.6) * 3.5 + bend * 1.6 + crowd * 0.8 + abs(lift - 1) / 7
            cost += 0.9 * abs((i + j) - (start + end)) / (end - start)
            if best is None or cost < best[0]:
                best = (cost, i, j, lift)
    if best is None or best[0] > 6:
        return None
    _, i, j, lift = best
    arc = _arc(line[i : j + 2])
    over, under = _clear(r.line[i : j + 2], arc)
    lift = over if lift > 0 else under
    return Lettering(r.name, arc if arc[-1][0] >= arc[0][0] else arc[::-1], lift, size, widths)


def _arc(line: list[Point]) -> list[Point]:
    """One gentle bow from end to end of a line, point for point: on a sharper one letters would run into each other."""
    (ax, ay), (bx, by), n = line[0], line[-1], len(line) - 1
    mx, my = line[len(line) // 2]
    long = hypot(bx - ax, by - ay) or 1.0
    bow = ((bx - ax) * (my - ay) - (by - ay) * (mx - ax)) / long  # of the middle, off the chord
    bow = max(-0.12 * long, min(0.12 * long, bow))
    cx, cy = (ax + bx) / 2 - (by - ay) / long * 2 * bow, (ay + by) / 2 + (bx - ax) / long * 2 * bow
    shares = [k / n for k in range(n + 1)]
    return [
        ((1 - t) ** 2 * ax + 2 * t * (1 - t) * cx + t * t * bx, (1 - t) ** 2 * ay + 2 * t * (1 - t) * cy + t * t * by)
        for t in shares
    ]


def _bend(a: Point, b: Point, c: Point) -> float:
    """How much a line turns at its middle."""
    turn = atan2(c[1] - b[1], c[0] - b[0]) - atan2(b[1] - a[1], b[0] - a[0])
    return abs((turn + pi) % tau - pi)


def _clear(winding: Sequence[Point], calm: Sequence[Point]) -> tuple[float, float]:
    """How far over, or (negative) under, the calm course a name's foot must lie to stay out of the winding water."""
    left_to_right = 1 if calm[-1][0] >= calm[0][0] else -1
    over = under = 0.0
    for k, (x, y) in enumerate(winding):
        (ax, ay), (bx, by) = calm[max(0, k - 1)], calm[min(len(calm) - 1, k + 1)]
        long = hypot(bx - ax, by - ay) or 1.0
        off = left_to_right * ((x - calm[k][0]) * (by - ay) - (y - calm[k][1]) * (bx - ax)) / long
        over, under = max(over, off), max(under, -off)
    return over + 5.4, -(under + 12.4)


def _calm(line: Sequence[Point]) -> list[Point]:
    """The general course of a winding line."""
    n, reach = len(line), 10
    out = []
    for i in range(n):
        k = min(reach, i, n - 1 - i)
        some = line[i - k : i + k + 1]
        out.append((sum(x for x, _ in some) / len(some), sum(y for _, y in some) / len(some)))
    return out


def _lettered(spot: Lettering) -> str:
    """A name with each letter in its place along its bow."""
    name, line, lift, size, widths = spot
    room = sum(dist(a, b) for a, b in pairwise(line))
    tight = min(1.0, room / sum(widths))
    widths = [wide * tight for wide in widths]
    xs, ys, turns = [], [], []
    at, passed, pos = 0, 0.0, 1.0
    for wide in widths:
        middle = pos + wide / 2
        while at < len(line) - 2 and passed + (step := dist(line[at], line[at + 1])) < middle:
            passed += step
            at += 1
        (ax, ay), (bx, by) = line[at], line[at + 1]
        long = dist(line[at], line[at + 1]) or 1.0
        ux, uy = (bx - ax) / long, (by - ay) / long
        back = middle - passed - wide / 2 + 1
        xs.append(num(ax + ux * back + uy * lift))
        ys.append(num(ay + uy * back - ux * lift))
        turns.append(num(degrees(atan2(uy, ux))))
        pos += wide
    at_each = f'x="{" ".join(xs)}" y="{" ".join(ys)}" rotate="{" ".join(turns)}"'
    return f'<text {at_each} font-size="{num(size)}">{escape(name, quote=False)}</text>'
