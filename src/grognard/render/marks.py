"""What else is printed on the map: closed hexsides, boxes beyond the edge, names of seas, signs of cities."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from math import hypot

from grognard.board import Place, is_river
from grognard.hexes import Hex
from grognard.render import printed
from grognard.render.field import Field
from grognard.render.pen import Point, R, group, mid, num, path, polygon, polyline, swing, text
from grognard.render.theme import Theme
from grognard.render.waters import courses

BOX = "box"
WATER_SIDES = ("lake", "sea")
SHALLOWS = ("strait", "sivash", "ford")
_HALF, _HIGH = 0.8, 0.74  # of R: half a box's width and height


def boxed(field: Field, theme: Theme) -> list[Hex]:
    """The hexes that are drawn as boxes beyond the edge of the map."""
    return [h for h in field.hexes if theme.ground(field.board.terrain[h]).texture == BOX]


def boxes(field: Field, theme: Theme) -> str:
    """A labelled box for every area beyond the edge."""
    out = []
    for h in boxed(field, theme):
        style = theme.ground(field.board.terrain[h])
        (x, y), place = field.centre(h), field.board.place_at.get(h)
        shape = (
            f'<rect x="{num(x - _HALF * R)}" y="{num(y - _HIGH * R)}" width="{num(2 * _HALF * R)}" '
            f'height="{num(2 * _HIGH * R)}" rx="5" fill="{style.fill}" stroke="{style.line}" stroke-width="1.6"/>'
        )
        inner = (
            f'<rect x="{num(x - _HALF * R + 3)}" y="{num(y - _HIGH * R + 3)}" width="{num(2 * _HALF * R - 6)}" '
            f'height="{num(2 * _HIGH * R - 6)}" rx="3" fill="none" stroke="{theme.ink["gold"]}" stroke-width=".8"/>'
        )
        name = text(place.name, x, y + _HIGH * R - 6, font_size="9.5", font_weight="700") if place else ""
        out.append(group([shape, inner, name], data_box=field.grid.names[h]))
    face = {"font_family": theme.fonts["serif"], "text_anchor": "middle", "fill": theme.ink["label"]}
    return group(out, class_="boxes", **face)


# --- hexsides that are no rivers --------------------------------------------------------------------------------------


def barriers(field: Field, theme: Theme) -> str:
    """Lakes, bays, straits and ridges along hexsides."""
    out = []
    for kind in sorted(field.board.sides):
        if is_river(kind):
            continue
        runs = [run for _, run in courses(field, field.board.sides[kind].chains)]
        d = "".join(polyline(run) for run in runs)
        if kind in WATER_SIDES and printed.rings(field, "sea"):
            drawn = _band(d, theme.water["deep"], 5)  # the water itself is drawn already
        elif kind in WATER_SIDES:
            drawn = _band(d, theme.water["shore"], 13) + _band(d, theme.water["fill"], 10)
        elif kind in SHALLOWS:
            drawn = _band(d, theme.water["shore"], 8) + _band(d, theme.water["fill"], 5.4)
            drawn += _band(d, theme.ink["paper"], 1.6, dash="3 4")
        else:
            drawn = _band(d, theme.ground("mountain").line, 5) + path(_teeth(runs), fill=theme.ground("mountain").dark)
        out.append(group([drawn], class_=f"barrier {kind}"))
    return group(out, class_="barriers")


def _band(d: str, colour: str, wide: float, dash: str | None = None) -> str:
    return path(
        d, fill="none", stroke=colour, stroke_width=wide, stroke_linejoin="round", stroke_linecap="round",
        stroke_dasharray=dash,
    )  # fmt: skip


def _teeth(runs: list[list[Point]]) -> str:
    """Small peaks along a ridge."""
    out = []
    for run in runs:
        for a, b in pairwise(run):
            for i in range(4):
                x, y = mid(a, b, (i + 0.5) / 4)
                high = 8 + 2 * swing("tooth", round(x), round(y))
                out.append(polygon([(x - 4.4, y + 3.4), (x, y + 3.4 - high), (x + 4.4, y + 3.4)]))
    return "".join(out)


# --- names and signs --------------------------------------------------------------------------------------------------


def sea_names(field: Field, theme: Theme) -> str:
    """The name of every stretch of open water that has one, in the middle of it."""
    out = []
    here = set(field.hexes)
    taken: list[Point] = []
    for area in field.board.areas.values():
        if area.kind != "water" or not area.hexes:
            continue
        spots = [field.centre(h) for h in area.hexes]
        cx, cy = sum(x for x, _ in spots) / len(spots), sum(y for _, y in spots) / len(spots)
        x, y = min(spots, key=lambda p: hypot(p[0] - cx, p[1] - cy) + 900 * any(_near(p, q) for q in taken))
        taken.append((x, y))
        if area.hexes[spots.index((x, y))] not in here:
            continue
        words = area.id.split()
        rows = [" ".join(words[:-1]), words[-1]] if len(words) > 1 else words
        out += [text(row, x, y + 15 * i - 2, font_size="13", letter_spacing="1.5") for i, row in enumerate(rows)]
    face = {"font_family": theme.fonts["serif"], "font_style": "italic", "text_anchor": "middle"}
    return group(out, class_="seas", fill=theme.water["name"], **face)


def _near(p: Point, q: Point) -> bool:
    return abs(p[0] - q[0]) < 2 * R and abs(p[1] - q[1]) < R


_SIGNS = {
    "port": "M0-4.6a1.3 1.3 0 1 1-.01 0M0-2.2V4.4M-2.6-.6H2.6M-4.2 1.2C-4 3.6-2 4.6 0 4.6S4 3.6 4.2 1.2",
    "fortress": "M-4.2 4V-3.8h1.9v1.7h1.3v-1.7h2v1.7h1.3v-1.7h1.9V4z",
    "resource": "M-3.4 4.4L0-4.6L3.4 4.4M-2.3 1.6H2.3M-1.2-1.4H1.2",
}


def city_signs(field: Field, theme: Theme) -> str:
    """Beside each place what it yields and what it is: its value in a star's disc, ports, fortresses, resources."""
    boxes_here, here = set(boxed(field, theme)), set(field.hexes)
    out = [
        _signs_of(field, place, place.hexes[0], theme, small=place.hexes[0] in boxes_here)
        for place in field.board.places.values()
        if place.hexes[0] in here
    ]
    return group(out, class_="signs", font_family=theme.fonts["sans"], text_anchor="middle")


def _signs_of(field: Field, place: Place, h: Hex, theme: Theme, *, small: bool) -> str:
    cx, cy = field.centre(h)
    x, y = cx - R * (0.6 if small else 0.7), cy + R * (-0.55 if small else 0.36)
    parts = []
    if place.value:
        parts.append(f'<circle cx="{num(x)}" cy="{num(y)}" r="6.4" fill="{theme.city["victory"]}" stroke="#fffaf0"/>')
        size = 9.5 if place.value < 10 else 8.0
        parts.append(text(str(place.value), x, y + size * 0.36, font_size=num(size), font_weight="800", fill="#fffaf0"))
        y -= 13
    for sign, many in Counter(place.signs).items():
        kind = sign.removeprefix("major-")
        if kind not in _SIGNS:
            continue
        big = sign != kind
        ground = theme.water["fill"] if kind == "port" else theme.ink["paper"]
        parts.append(
            f'<circle cx="{num(x)}" cy="{num(y)}" r="6.2" fill="{ground}" stroke="{theme.ink["frame"]}" '
            f'stroke-width="{"1.6" if big else ".8"}"/>'
        )
        parts.append(
            path(
                _SIGNS[kind], transform=f"translate({num(x)} {num(y)}) scale(.86)", stroke=theme.ink["label"],
                fill=theme.ink["label"] if kind == "fortress" else "none", stroke_width="1.2", stroke_linecap="round",
            )
        )  # fmt: skip
        if many > 1:
            parts.append(text(str(many), x + 8.4, y + 2.6, font_size="7.5", font_weight="700", fill=theme.ink["label"]))
        y -= 13
    return group(parts, data_place=place.name) if parts else ""
