"""Everything around the map: the frame, the title, and the entrances on the edges."""

from __future__ import annotations

from dataclasses import dataclass

from grognard.board import Area
from grognard.render import printed
from grognard.render.field import Box, Field
from grognard.render.legend import legend_height
from grognard.render.pen import R, group, num, path, polygon, text
from grognard.render.theme import Theme
from grognard.view import AnyView

_GAP = 15.0  # from the outermost hexes to the neat line
_LANE = 27.0  # room for one row of entrance tags
_TAG = 11.0


@dataclass(frozen=True, slots=True)
class Tags:
    """The areas that enter along one stretch of one edge."""

    edge: str
    low: float
    high: float
    areas: tuple[Area, ...]
    lane: int = 0


def tags(field: Field) -> list[Tags]:
    """Every entrance on its edge of the map, in lanes so that none hides another."""
    stretches: dict[tuple[str, float, float], list[Area]] = {}
    for area in field.board.areas.values():
        if area.kind in printed.HIDDEN:
            continue  # it is shown on the map, if at all
        for edge, low, high in _stretches(field, area):
            stretches.setdefault((edge, low, high), []).append(area)
    out: list[Tags] = []
    full: dict[tuple[str, int], list[tuple[float, float]]] = {}
    for (edge, low, high), areas in sorted(stretches.items(), key=lambda item: (item[0][2] - item[0][1], item[0])):
        half = max((high - low) / 2, len(areas) * (_TAG + 1.5)) + 3
        middle = (low + high) / 2
        lane = 0
        while any(a < middle + half and middle - half < b for a, b in full.get((edge, lane), [])):
            lane += 1
        full.setdefault((edge, lane), []).append((middle - half, middle + half))
        out.append(Tags(edge, low, high, tuple(areas), lane))
    return out


def _stretches(field: Field, area: Area) -> list[tuple[str, float, float]]:
    """The parts of the map's edge an area's hexes lie on; one edge only, that with most of them."""
    west, north, east, south = field.box()
    near: dict[str, list[float]] = {"west": [], "east": [], "north": [], "south": []}
    for h in area.hexes:
        (x, y), corners = field.centre(h), field.corners(h)
        across, down = [p[0] for p in corners], [p[1] for p in corners]
        reach = {
            "west": min(across) - west,
            "east": east - max(across),
            "north": min(down) - north,
            "south": south - max(down),
        }
        for edge, far in reach.items():
            if far < R * 0.9:
                near[edge].append(y if edge in ("west", "east") else x)
    edge = max(near, key=lambda e: len(near[e]))
    places = sorted(near[edge])
    out: list[tuple[str, float, float]] = []
    for at in places:
        if out and at - out[-1][2] < R * 2.35:
            out[-1] = (edge, out[-1][1], at)
        else:
            out.append((edge, at, at))
    return [(e, round(low - R * 0.62, 1), round(high + R * 0.62, 1)) for e, low, high in out]


@dataclass(frozen=True, slots=True)
class Sheet:
    """The whole printed sheet: where the map, its neat line and the outer frame lie."""

    neat: Box
    outer: Box
    tags: tuple[Tags, ...]
    legend_top: float
    title_base: float


def sheet(field: Field) -> Sheet:
    """The sheet around a map, with just the room its entrances and its legend need."""
    left, top, right, bottom = field.box()
    neat = (left - _GAP, top - _GAP, right + _GAP, bottom + _GAP)
    found = tags(field)
    lanes = {e: max((t.lane + 1 for t in found if t.edge == e), default=0) for e in ("west", "east", "north", "south")}
    room = {e: 16 + _LANE * n + (6 if n else 0) for e, n in lanes.items()}
    foot = legend_height(field, neat[2] - neat[0])
    head = 92.0 if neat[2] - neat[0] > 1800 else 62.0
    outer = (
        neat[0] - room["west"],
        neat[1] - room["north"] - head,
        neat[2] + room["east"],
        neat[3] + room["south"] + 14 + foot,
    )
    return Sheet(neat, outer, tuple(found), neat[3] + room["south"] + 4, outer[1] + head * 0.8)


def frame(laid: Sheet, theme: Theme) -> str:
    """The paper, the frame, and the entrances."""
    ink = theme.ink
    x0, y0, x1, y1 = laid.outer
    n0, m0, n1, m1 = laid.neat
    rect = '<rect x="{}" y="{}" width="{}" height="{}" fill="{}" stroke="{}" stroke-width="{}"/>'

    def box(a: float, b: float, c: float, d: float, fill: str, stroke: str, wide: float) -> str:
        return rect.format(num(a), num(b), num(c - a), num(d - b), fill, stroke, num(wide))

    return group(
        [
            box(x0 - 14, y0 - 14, x1 + 14, y1 + 14, ink["margin"], "none", 0),
            box(x0, y0, x1, y1, ink["paper"], ink["frame"], 2.6),
            box(x0 + 5, y0 + 5, x1 - 5, y1 - 5, "none", ink["frame"], 0.8),
            box(n0, m0, n1, m1, ink["margin"], ink["frame"], 1.4),
            *(_tag(t, laid, theme) for t in laid.tags),
        ],
        class_="sheet",
    )


def _tag(t: Tags, laid: Sheet, theme: Theme) -> str:
    """A bracket along the edge with a lettered tag for each area: discs for entrances, lozenges for the others."""
    n0, m0, n1, m1 = laid.neat
    sideways = t.edge in ("west", "east")
    out = -1 if t.edge in ("west", "north") else 1
    base = {"west": n0, "east": n1, "north": m0, "south": m1}[t.edge] + out * (15 + t.lane * _LANE)

    def at(along: float, away: float) -> tuple[float, float]:
        return (base + out * away, along) if sideways else (along, base + out * away)

    colour = theme.palette(t.areas[0].side).accent
    line = [at(t.low, -5), at(t.low, 0), at(t.high, 0), at(t.high, -5)]
    d = "M" + "L".join(f"{num(x)} {num(y)}" for x, y in line)
    parts = [path(d, fill="none", stroke=colour, stroke_width="2.4", stroke_linejoin="round")]
    middle, step = (t.low + t.high) / 2, 2 * _TAG + 2
    for i, area in enumerate(t.areas):
        x, y = at(middle + (i - (len(t.areas) - 1) / 2) * step, 2.0)
        ink = theme.palette(area.side).accent
        pen = f'stroke="{ink}" stroke-width="1.6"'
        if area.kind == "entrance":
            parts.append(f'<circle cx="{num(x)}" cy="{num(y)}" r="{num(_TAG)}" fill="{ink}" {pen}/>')
            fill = theme.marks["light"]
        else:
            lozenge = polygon([(x, y - _TAG - 1.6), (x + _TAG + 1.6, y), (x, y + _TAG + 1.6), (x - _TAG - 1.6, y)])
            parts.append(f'<path d="{lozenge}" fill="{theme.ink["paper"]}" {pen}/>')
            fill = ink
        size = 14.0 if len(area.id) == 1 else 10.5
        parts.append(text(area.id, x, y + size * 0.36, font_size=num(size), fill=fill))
    face = {"font_family": theme.fonts["sans"], "font_weight": "700", "text_anchor": "middle"}
    return group(parts, class_="entrance", **face)


def heading(field: Field, laid: Sheet, theme: Theme, view: AnyView | None) -> str:
    """The title in its cartouche, with turn and phase on the left and the score on the right where a view has them."""
    title = field.board.title.upper()
    x0, y0, x1, _ = laid.outer
    size = min((laid.title_base - y0) * 0.58, (x1 - x0) * 0.5 / max(1, len(title)) / 0.95)
    out = [_cartouche(title, (x0 + x1) / 2, laid.title_base, size, theme)] if title else []
    if view is not None:
        turn = ", ".join(word for word in (view.date, view.weather) if word) or f"Turn {view.turn} of {view.turns}"
        score = "  ·  ".join(f"{side.title()} {points}" for side, points in view.points.items())
        pen = {"font_size": num(min(size * 0.6, (x1 - x0) / 60)), "fill": theme.ink["label"]}
        out.append(text(f"{turn}  ·  {view.phase_title}", laid.neat[0], laid.title_base - 4, **pen))
        if score:
            out.append(text(score, laid.neat[2], laid.title_base - 4, text_anchor="end", **pen))
    return group(out, class_="heading", font_family=theme.fonts["serif"])


def _cartouche(title: str, middle: float, base: float, size: float, theme: Theme) -> str:
    half = len(title) * size * 0.48 + 34
    top, high = base - size * 0.98, size * 1.4
    left, right = num(middle - half), num(middle + half)
    bow = num(high / 2)
    ribbon = f"M{left} {num(top)}H{right}q-5 {bow} 0 {num(high)}H{left}q5 -{bow} 0 -{num(high)}z"
    rules = "".join(f"M{num(middle - half + 9)} {num(y)}H{num(middle + half - 9)}" for y in (top + 5, top + high - 5))
    face = {"font_size": num(size), "letter_spacing": num(size * 0.2), "font_weight": "700", "text_anchor": "middle"}
    return (
        path(ribbon, fill=theme.ground("clear").fill, stroke=theme.ink["frame"], stroke_width="1.6")
        + path(rules, stroke=theme.ink["gold"], stroke_width="1")
        + text(title, middle + size * 0.1, base, fill=theme.ink["label"], **face)
    )
