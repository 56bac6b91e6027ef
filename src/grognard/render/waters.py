"""Rivers and lakes: streams that wind along their hexsides and swell from source to mouth, and shores."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import hypot

from grognard.board import Stream
from grognard.hexes import Hex
from grognard.render import printed
from grognard.render.field import Field, Vertex, vertex
from grognard.render.ground import WATER
from grognard.render.pen import Point, R, blob, group, mid, polygon, sampled, swing
from grognard.render.theme import Theme

BREADTH = {"major-river": 9.6, "minor-river": 3.1}  # where a map tells great rivers from small ones


@dataclass(frozen=True, slots=True)
class Stretch:
    """A river as drawn: its corners in order, and the curve it takes along them."""

    name: str
    course: tuple[Vertex, ...]
    line: tuple[Point, ...]
    kind: str = "river"


def courses(field: Field, streams: Sequence[Stream]) -> list[tuple[str, list[Point]]]:
    """The corners along every stream, in its own order; the nameless ones are pieced together first."""
    found: list[tuple[str, list[Point]]] = []
    loose: list[tuple[Point, Point]] = []
    for stream in streams:
        sides = [field.side(h, d) for h, d in stream.sides]
        if not stream.name:
            loose += sides
        elif (run := _in_order(sides)) is not None:
            found.append((stream.name, run))
        else:
            found += [(stream.name, run) for run in _pieced(sides)]
    return found + [("", run) for run in _pieced(loose)]


def _in_order(sides: Sequence[tuple[Point, Point]]) -> list[Point] | None:
    """The corners of hexsides given one after the other; None if they do not follow on each other."""
    (a, b), rest = sides[0], sides[1:]
    if rest and vertex(a) in map(vertex, rest[0]):
        a, b = b, a
    run = [a, b]
    for p, q in rest:
        if vertex(q) == vertex(run[-1]):
            p, q = q, p
        if vertex(p) != vertex(run[-1]):
            return None
        run.append(q)
    return run


def _pieced(sides: Sequence[tuple[Point, Point]]) -> list[list[Point]]:
    """Hexsides in any order joined into runs, from loose ends and forks first."""
    ways: dict[Vertex, list[Point]] = {}
    for a, b in sides:
        ways.setdefault(vertex(a), []).append(b)
        ways.setdefault(vertex(b), []).append(a)
    place = {vertex(p): p for side in sides for p in side}
    runs: list[list[Point]] = []
    for start in sorted(place, key=lambda v: (len(ways[v]) % 2 == 0, len(ways[v]), v)):
        while ways[start]:
            run = [place[start]]
            while ways[vertex(run[-1])]:
                here = vertex(run[-1])
                there = ways[here].pop()
                ways[vertex(there)] = [p for p in ways[vertex(there)] if vertex(p) != here]
                run.append(there)
            runs.append(run)
    return runs


def stretches(field: Field, theme: Theme) -> list[Stretch]:
    """Every stream as a curve; one that flows into another ends on it, one that meets a lake runs on into it."""
    lake = {vertex(p): field.centre(h) for h in _water(field, theme) for p in field.corners(h)}
    on_curve: dict[Vertex, Point] = {}
    bent: list[tuple[str, str, list[Vertex], list[Point]]] = []
    runs = [(kind, *run) for kind in field.board.rivers for run in courses(field, field.board.sides[kind].chains)]
    for kind, name, run in runs:
        course = [vertex(p) for p in run]
        controls = [_nudged(field, p) for p in run]
        for i in range(1, len(run) - 1):
            a, b = mid(controls[i - 1], controls[i]), mid(controls[i], controls[i + 1])
            on_curve.setdefault(course[i], mid(mid(a, controls[i]), mid(controls[i], b)))
        bent.append((kind, name, course, controls))
    found = []
    for kind, name, course, controls in bent:
        for end in (0, -1):
            controls[end] = on_curve.get(course[end], controls[end])
        if (into := lake.get(course[-1])) and course[-2] not in lake:
            controls.append(mid(controls[-1], into, 0.4))
        if (out_of := lake.get(course[0])) and course[1] not in lake:
            controls.insert(0, mid(controls[0], out_of, 0.4))
        found.append(Stretch(name, tuple(course), tuple(sampled(controls, 5)), kind))
    return found


def _nudged(field: Field, p: Point) -> Point:
    """A corner moved a little, the same for every stream through it."""
    v = vertex(p)
    if v in field.rim:
        return p
    return p[0] + R * 0.15 * swing("x", *v), p[1] + R * 0.15 * swing("y", *v)


def rivers(field: Field, found: list[Stretch], theme: Theme) -> str:
    """All rivers: banks under, water over, so that they join without a seam."""
    ends: dict[Vertex, int] = {}
    for r in found:
        for v in set(r.course):
            ends[v] = ends.get(v, 0) + 1
    wet = _lake_corners(field, theme)

    def open_end(v: Vertex) -> bool:
        return ends[v] == 1 and v not in wet and v not in field.rim

    shapes = [_swelling(r, open_end(r.course[0]), open_end(r.course[-1])) for r in found]
    if not shapes:
        return ""
    return group(
        [
            f'<defs><path id="streams" d="{"".join(shapes)}"/></defs>',
            f'<use href="#streams" fill="{theme.water["bank"]}" stroke="{theme.water["bank"]}" stroke-width="1.7" '
            f'stroke-linejoin="round"/>',
            f'<use href="#streams" fill="{theme.water["river"]}"/>',
        ],
        class_="rivers",
    )


def _swelling(r: Stretch, source: bool, sink: bool) -> str:
    """The stream's outline, from a thread at an open end to its full width."""
    n = len(r.line)
    full = BREADTH[r.kind] if r.kind in BREADTH else min(6.8, 2.9 + 0.036 * len(r.course))
    left, right = [], []
    for i, (x, y) in enumerate(r.line):
        (ax, ay), (bx, by) = r.line[max(0, i - 1)], r.line[min(n - 1, i + 1)]
        long = hypot(bx - ax, by - ay) or 1.0
        t = i / (n - 1)
        share = (0.28 if source else 0.7) + (0.72 if source else 0.3) * min(1.0, t * 1.15) ** 0.8
        if sink:
            share *= min(1.0, 0.3 + (1 - t) * n / 12)
        half = full * share / 2 * (1 + 0.16 * swing("wide", round(x), round(y)))
        nx, ny = -(by - ay) / long * half, (bx - ax) / long * half
        left.append((x + nx, y + ny))
        right.append((x - nx, y - ny))
    return polygon(left + right[::-1])


def _lake_corners(field: Field, theme: Theme) -> set[Vertex]:
    return {vertex(p) for h in _water(field, theme) for p in field.corners(h)}


def _water(field: Field, theme: Theme) -> list[Hex]:
    board = field.board
    return [h for h in field.hexes if theme.ground(board.terrain[h]).texture == WATER]


def lakes(field: Field, theme: Theme) -> str:
    """Open water with lines along its shore."""
    hexes = _water(field, theme)
    d = printed.water(field) or "".join(blob(field.soft(loop, "shore")) for loop in field.loops(hexes))
    if not d:
        return ""
    water, key = theme.water, field.key
    return group(
        [
            f'<defs><path id="{key}lakes" fill-rule="evenodd" d="{d}"/>'
            f'<clipPath id="{key}in-lakes"><use href="#{key}lakes"/></clipPath></defs>',
            f'<use href="#{key}lakes" fill="{water["fill"]}"/>',
            group(
                [
                    f'<use href="#{key}lakes" fill="none" stroke="{water["deep"]}" stroke-width="{wide}" '
                    f'stroke-opacity="{tone}"/>'
                    for wide, tone in ((26, ".35"), (17, ".45"), (9, ".6"))
                ],
                clip_path=f"url(#{key}in-lakes)",
            ),
            f'<use href="#{key}lakes" fill="none" stroke="{water["shore"]}" stroke-width="1.5"/>',
        ],
        class_="lakes",
    )
