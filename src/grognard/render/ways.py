"""Roads and railways: smooth lines through the hexes, side by side where they share the way, bridges, and banks."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import pairwise
from math import atan2, hypot, tau

from grognard.board import Network, Pair
from grognard.hexes import Hex
from grognard.render.field import Box, Field
from grognard.render.pen import Point, R, group, mid, num, path, slug, swing, wave
from grognard.render.theme import Theme

_BRIDGE = ((-7.0, 6.4), (-4.6, 4.0), (4.6, 4.0), (7.0, 6.4))  # one hand of it: along the way, and beside it
_GREAT_BRIDGE = ((-12.0, 8.6), (-8.2, 4.8), (8.2, 4.8), (12.0, 8.6))
_APART = 0.13  # how far a road and a railway in the same hexes keep from their common middle


@dataclass(frozen=True, slots=True)
class Run:
    """A stretch of road or railway, with the directions in which it leaves the map at its ends."""

    hexes: list[Hex]
    off: list[int | None]

    def reversed(self) -> Run:
        """The stretch from its other end."""
        return Run(self.hexes[::-1], self.off[::-1])


def ways(field: Field, theme: Theme) -> str:
    """Every network, railways over roads."""
    lines = field.board.lines
    kinds = sorted(lines, key=lambda kind: (kind == "rail", kind != "track", kind))
    runs = {kind: _runs(lines[kind]) for kind in kinds}
    shifts = _shifts(field, runs)
    out = []
    for kind in kinds:
        curves = _curves(field, lines[kind], runs[kind], shifts[kind])
        out.append(
            group([drawn("".join(wave(c) for c in curves), kind, theme, slug("way", kind))], class_=f"ways {kind}")
        )
    bridges = [_bridges(field, runs[kind], shifts[kind], theme) for kind in kinds]
    return "".join(out + bridges)


def room(field: Field) -> list[Box]:
    """About the room all lines take."""
    links = sorted({(min(a, b), max(a, b)) for line in field.board.lines.values() for a, b in line.links})
    spots = [mid(field.centre(a), field.centre(b), t) for a, b in links for t in (0.25, 0.5, 0.75)]
    return [(x - 3, y - 3, x + 3, y + 3) for x, y in spots]


def _runs(line: Network) -> list[Run]:
    """The network as long runs: those of the board, joined where two end in the same hex and no third way leaves it."""
    runs: list[Run] = []
    for chain in line.chains:
        run = Run(list(chain.hexes), list(chain.off))
        while (other := next((r for r in runs if _meet(r, run, line)), None)) is not None:
            runs.remove(other)
            if other.hexes[-1] not in (run.hexes[0], run.hexes[-1]) or other.off[1] is not None:
                other = other.reversed()
            if run.hexes[0] != other.hexes[-1] or run.off[0] is not None:
                run = run.reversed()
            run = Run(other.hexes + run.hexes[1:], [other.off[0], run.off[1]])
        runs.append(run)
    return runs


def _meet(a: Run, b: Run, line: Network) -> bool:
    ends = {a.hexes[i] for i in (0, -1) if a.off[i] is None} & {b.hexes[i] for i in (0, -1) if b.off[i] is None}
    return any(len(line.next[h]) == 2 and h not in line.exits for h in ends)


def _shifts(field: Field, runs: Mapping[str, list[Run]]) -> dict[str, dict[Pair, Point]]:
    """For every link two networks share, the way each steps aside, so that they run side by side."""
    shifts: dict[str, dict[Pair, Point]] = {kind: {} for kind in runs}
    kinds = list(runs)
    for upper, kind in enumerate(kinds):
        for under in kinds[:upper]:
            links = field.board.lines[under].links
            for run in runs[kind]:
                for first, last in _shared(run.hexes, links):
                    hand = _hand(field, run.hexes, first, last, field.board.lines[under])
                    for a, b in pairwise(run.hexes[first : last + 1]):
                        (ax, ay), (bx, by) = field.centre(a), field.centre(b)
                        wide = hand * R * _APART / hypot(bx - ax, by - ay)
                        x, y = (by - ay) * wide, (ax - bx) * wide
                        shifts[kind][a, b] = shifts[kind][b, a] = (-x, -y)
                        shifts[under][a, b] = shifts[under][b, a] = (x, y)
    return shifts


def _shared(hexes: list[Hex], links: frozenset[Pair]) -> list[tuple[int, int]]:
    """The stretches of a run, first and last place, that lie along these links."""
    found: list[tuple[int, int]] = []
    for i, link in enumerate(pairwise(hexes)):
        if link in links:
            if found and found[-1][1] == i:
                found[-1] = (found[-1][0], i + 1)
            else:
                found.append((i, i + 1))
    return found


def _hand(field: Field, hexes: list[Hex], first: int, last: int, other: Network) -> int:
    """1 if the other network should keep to the left of a run on a shared stretch, -1 if to the right: as it comes and
    goes, so that the two cross as seldom as can be."""

    def angle(at: Hex, start: Hex, end: Hex) -> float:
        (x, y), (sx, sy), (ex, ey) = field.centre(at), field.centre(start), field.centre(end)
        return (atan2(sy - y, sx - x) - atan2(ey - y, ex - x)) % tau  # counter-clockwise as seen, y being down

    votes = 0.0
    for at, inner, outer, sign in ((first, first + 1, first - 1, 1), (last, last - 1, last + 1, -1)):
        if not 0 <= outer < len(hexes):
            continue
        mine = angle(hexes[at], hexes[inner], hexes[outer])
        for b in other.next[hexes[at]]:
            if b not in (hexes[inner], hexes[outer]):
                votes += sign if angle(hexes[at], hexes[inner], b) < mine else -sign
    return 1 if votes >= 0 else -1


def _node(field: Field, h: Hex, shift: dict[Pair, Point], beside: list[Hex]) -> Point:
    """Where a line bends in a hex: the centre, a little off it, and aside where it shares the way."""
    x, y = field.centre(h)
    name = field.grid.names[h]
    moves = [shift[h, b] for b in beside if (h, b) in shift]
    if moves:
        x += sum(dx for dx, _ in moves) / len(moves)
        y += sum(dy for _, dy in moves) / len(moves)
    if h in field.board.place_at:
        return x, y
    return x + R * 0.08 * swing("way-x", name), y + R * 0.08 * swing("way-y", name)


def _curves(field: Field, line: Network, runs: list[Run], shift: dict[Pair, Point]) -> list[list[Point]]:
    """Each run as the points a curve rounds; one that branches off starts on the one it leaves."""
    on_curve: dict[Hex, Point] = {}
    bent = []
    for run in runs:
        hexes = run.hexes
        beside = [[hexes[j] for j in (i - 1, i + 1) if 0 <= j < len(hexes)] for i in range(len(hexes))]
        nodes = [_node(field, h, shift, near) for h, near in zip(hexes, beside, strict=True)]
        for i in range(1, len(nodes) - 1):
            a, b = mid(nodes[i - 1], nodes[i]), mid(nodes[i], nodes[i + 1])
            on_curve.setdefault(hexes[i], mid(mid(a, nodes[i]), mid(nodes[i], b)))
        bent.append(nodes)
    curves = []
    for run, nodes in zip(runs, bent, strict=True):
        start, end = (_beyond(field, run.hexes[i], run.off[i], line) for i in (0, -1))
        for i, beyond in ((0, start), (-1, end)):
            if beyond is None:
                nodes[i] = on_curve.get(run.hexes[i], nodes[i])
        curves.append([p for p in (start, *nodes, end) if p is not None])
    return curves


def _beyond(field: Field, h: Hex, off: int | None, line: Network) -> Point | None:
    """Where a run goes on past its last hex: off the map, or to the bank where it resumes across the river."""
    x, y = field.centre(h)
    if off is not None:
        ox, oy = field.outward(h, off)
        return x + ox * 0.7, y + oy * 0.7
    for b in field.grid.neighbours[h]:
        if (h, b) in field.board.crossings and line.next[b] and (h, b) not in line.links:
            return mid((x, y), field.centre(b), 0.37)
    return None


def drawn(d: str, kind: str, theme: Theme, key: str) -> str:
    """A line of a kind along a path."""
    if not d:
        return ""
    style = theme.line(kind)
    use = f'<use href="#{key}" fill="none" stroke-linejoin="round"'
    out = [f'<defs><path id="{key}" d="{d}"/></defs>']
    if kind == "rail":
        out += [
            f'{use} stroke="{style.case}" stroke-width="{num(style.width + 2.6)}" stroke-opacity=".75"/>',
            f'{use} stroke="{style.core}" stroke-width="{num(style.width)}"/>',
            f'{use} stroke="{style.core}" stroke-width="{num(style.width + 4)}" stroke-dasharray="1.3 6.2"/>',
        ]
    else:
        out += [
            f'{use} stroke="{theme.ink["halo"]}" stroke-width="{num(style.width + 3.4)}" stroke-opacity=".55"/>',
            f'{use} stroke="{style.case}" stroke-width="{num(style.width + 1.6)}" stroke-linecap="round"/>',
            f'{use} stroke="{style.core}" stroke-width="{num(style.width)}" stroke-linecap="round"/>',
        ]
    return "".join(out)


def _bridges(field: Field, runs: list[Run], shift: dict[Pair, Point], theme: Theme) -> str:
    """Abutments where a line crosses a river, those over a great one wider and heavier."""
    d: dict[bool, list[str]] = {False: [], True: []}
    for run in runs:
        for a, b in pairwise(run.hexes):
            if field.board.has_river(a, b):
                great = field.board.crosses("major-river", a, b)
                p, q = _node(field, a, shift, [b]), _node(field, b, shift, [a])
                x, y = mid(p, q)
                long = hypot(q[0] - p[0], q[1] - p[1])
                ux, uy = (q[0] - p[0]) / long, (q[1] - p[1]) / long
                for hand in (1, -1):
                    sx, sy = -uy * hand, ux * hand
                    points = _GREAT_BRIDGE if great else _BRIDGE
                    d[great].append(
                        "M" + "L".join(f"{num(x + ux * t + sx * s)} {num(y + uy * t + sy * s)}" for t, s in points)
                    )
    pen = {"class_": "bridges", "fill": "none", "stroke": theme.lines["rail"].core}
    halo = path("".join(d[True]), class_="bridges", fill="none", stroke=theme.ink["halo"], stroke_width="3.4")
    over = path("".join(d[True]), stroke_width="1.9", **pen)
    return (halo + over if d[True] else "") + path("".join(d[False]), stroke_width="1.2", **pen)
