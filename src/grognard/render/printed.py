"""What a board's drawing layer and its areas put on the map: coasts, names of countries, start lines, fortresses."""

from __future__ import annotations

from math import hypot

from grognard.board import Area
from grognard.hexes import Hex
from grognard.render.field import Box, Field
from grognard.render.pen import Point, R, blob, group, mid, num, path, polygon, polyline, text
from grognard.render.theme import Theme

WATERS = ("sea", "lake")
HIDDEN = ("water", "hidden", "territory", "fortified")  # kinds of areas without a tag on the edge of the map


def water(field: Field) -> str:
    """The outlines of sea and lakes as the drawing layer has them; nothing if it has none."""
    return "".join(blob(ring) for kind in WATERS for ring in rings(field, kind))


def rings(field: Field, kind: str) -> list[list[Point]]:
    """The outlines of one kind of shape in drawing units."""
    shapes = [shape for shape in field.board.shapes if shape.kind == kind]
    return [[(x * R, y * R) for x, y in ring] for shape in shapes for ring in shape.rings if ring]


def names(field: Field, theme: Theme) -> tuple[str, list[Box]]:
    """The names of seas and countries, wide and quiet, and the room they take."""
    out, room = [], []
    left, top, right, bottom = field.box()
    for shape in field.board.shapes:
        if not shape.kind.startswith("name-"):
            continue
        ((x, y), *_), wet = shape.rings[0], shape.kind == "name-water"
        x, y = x * R, y * R
        if not (left < x < right and top < y < bottom):
            continue
        size = 21.0 if wet else 17.0
        rows = shape.name.split("|")
        for i, row in enumerate(rows):
            words = row if wet else row.upper()
            half = len(words) * (size * 0.52 + size * 0.45) / 2
            base = y + (i - (len(rows) - 1) / 2) * size * 1.5 + size * 0.35
            style = {"font_style": "italic", "fill": theme.water["name"]} if wet else {"fill": theme.ink["frame"]}
            gap = num(size * 0.45)
            soft = ".75" if wet else ".34"
            out.append(text(words, x, base, font_size=num(size), letter_spacing=gap, opacity=soft, **style))
            room.append((x - half, base - size, x + half, base + 4))
    face = {"font_family": theme.fonts["serif"], "text_anchor": "middle", "font_weight": "600"}
    return group(out, class_="countries", **face), room


def start_lines(field: Field, theme: Theme) -> str:
    """The border of every territory where it meets land that is not its own."""
    out = []
    for area in field.board.areas.values():
        if area.kind == "territory":
            d = "".join(polyline(run) for run in _border(field, area))
            colour = theme.ink["label"]  # the front of the day is red
            pen = {"fill": "none", "stroke_linejoin": "round", "stroke_linecap": "round"}
            out.append(path(d, stroke=theme.ink["halo"], stroke_width="6.4", stroke_opacity=".6", **pen))
            out.append(path(d, stroke=colour, stroke_width="3", stroke_dasharray="11 5 2 5", **pen))
    return group(out, class_="start-lines")


def _border(field: Field, area: Area) -> list[list[Point]]:
    """The sides of a territory towards other land, joined where they follow on each other, a little inside."""
    board, inside = field.board, set(area.hexes)

    def faces_land(h: Hex, d: int) -> bool:
        there = field.grid.step(h, d)
        if there is None or there in inside or board.terrain[there] in ("sea", ""):
            return False
        return not board.crosses("sea", h, there)

    runs: list[list[Point]] = []
    for loop in field.loops([h for h in area.hexes if h in set(field.hexes)]):
        joined = False
        for h, d in loop:
            if not faces_land(h, d):
                joined = False
                continue
            centre = field.centre(h)
            a, b = (mid(p, centre, 0.085) for p in field.side(h, d))
            if joined:
                runs[-1] += [a, b]
            else:
                runs.append([a, b])
            joined = True
    return runs


def fortifications(field: Field, theme: Theme) -> str:
    """A wall with teeth along the inside of every fortified hex."""
    walls, teeth = [], []
    for area in field.board.areas.values():
        for h in area.hexes if area.kind == "fortified" else ():
            if h in set(field.hexes):
                corners = [mid(p, field.centre(h), 0.17) for p in field.corners(h)]
                walls.append(polygon(corners))
                teeth += [_tooth(a, b, t) for a, b in _sides(corners) for t in (0.1, 0.3, 0.5, 0.7, 0.9)]
    ink = theme.ink["frame"]
    return group(
        [
            path("".join(walls), fill="none", stroke=ink, stroke_width="1.5"),
            path("".join(teeth), stroke=ink, stroke_width="2.6"),
        ],
        class_="fortifications",
        opacity=".72",
    )


def fortified_sign(theme: Theme) -> str:
    """A piece of wall for the legend."""
    a, b = (2.0, 32.0), (46.0, 32.0)
    ink = theme.ink["frame"]
    teeth = "".join(_tooth(a, b, t / 10 + 0.05) for t in range(10))
    return path(polyline([a, b]), stroke=ink, stroke_width="1.6") + path(teeth, stroke=ink, stroke_width="2.6")


def start_line_sign(theme: Theme) -> str:
    """A piece of start line for the legend."""
    pen = {"fill": "none", "stroke_linejoin": "round", "stroke_linecap": "round"}
    d = polyline([(2.0, 34.0), (16.0, 24.0), (30.0, 32.0), (46.0, 20.0)])
    return path(d, stroke=theme.ink["label"], stroke_width="3", stroke_dasharray="11 5 2 5", **pen)


def _sides(corners: list[Point]) -> list[tuple[Point, Point]]:
    return list(zip(corners, corners[1:] + corners[:1], strict=True))


def _tooth(a: Point, b: Point, t: float) -> str:
    """A short stroke outwards from a wall that runs clockwise."""
    x, y = mid(a, b, t)
    long = hypot(b[0] - a[0], b[1] - a[1])
    nx, ny = (b[1] - a[1]) / long, -(b[0] - a[0]) / long
    return f"M{num(x)} {num(y)}L{num(x + 3.2 * nx)} {num(y + 3.2 * ny)}"
