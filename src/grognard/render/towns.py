"""Cities as blocks of houses, and the names of places."""

from __future__ import annotations

from math import cos, hypot, radians, sin

from grognard.board import Place
from grognard.hexes import Hex
from grognard.render.field import Box, Field
from grognard.render.pen import Point, R, blob, chance, group, mid, num, path, polygon, swing, text
from grognard.render.theme import Theme

# kind -> (how far the houses reach, size of the name, capitals, bold)
KINDS: dict[str, tuple[float, float, bool, bool]] = {
    "major-city": (0.98, 13.0, True, True),
    "minor-city": (0.5, 10.0, False, True),
    "major": (0.72, 10.5, True, True),
    "minor": (0.42, 9.2, False, True),
    "city": (0.66, 11.0, True, True),
    "town": (0.24, 8.6, False, False),
    "objective": (0.0, 8.6, False, False),
    "zone": (0.0, 0.0, False, False),
}
_STAR = "M0-6.4l1.6 4.3 4.6.2-3.6 2.9 1.2 4.4L0 2.9l-3.8 2.5 1.2-4.4-3.6-2.9 4.6-.2z"


def _kind(place: Place) -> tuple[float, float, bool, bool]:
    return KINDS.get(place.kind, KINDS["town"])


def houses(field: Field, theme: Theme) -> str:
    """The built-up ground of every city."""
    grounds, blocks = [], []
    for place in field.board.places.values():
        reach = _kind(place)[0]
        if reach > 0.7:
            grounds += [blob(field.soft(loop, "town", 0.0)) for loop in field.loops(place.hexes)]
        for h in place.hexes:
            if 0 < reach <= 0.7:
                grounds.append(_ground(field, h, reach))
            if reach:
                blocks += _blocks(field, place, h, reach)
    return group(
        [
            path("".join(grounds), fill=theme.city["ground"], fill_opacity=".8"),
            path("".join(blocks), fill=theme.city["block"], stroke=theme.city["edge"], stroke_width=".5"),
        ],
        class_="cities",
    )


def built_up(field: Field) -> list[Box]:
    """The room cities take."""
    return [field.box([h]) for p in field.board.places.values() if _kind(p)[0] > 0.3 for h in p.hexes]


def _ground(field: Field, h: Hex, reach: float) -> str:
    x, y = field.seat(h)
    name = field.grid.names[h]
    rim = []
    for i in range(11):
        r = R * (reach + 0.1 + 0.07 * swing("rim", name, i))
        rim.append((x + r * cos(radians(i * 360 / 11)), y + r * sin(radians(i * 360 / 11))))
    return blob(rim)


def _blocks(field: Field, place: Place, h: Hex, reach: float) -> list[str]:
    """Houses along crooked streets, thinning outwards, none in the river."""
    cx, cy = field.seat(h)
    name = field.grid.names[h]
    turn = radians(60 * chance("turn", name) - 30)
    ux, uy = cos(turn), sin(turn)
    wet = [mid(*field.side(h, d)) for d in range(6) if _river(field, h, d)]
    rows = int(reach * R / 7.6) + 1
    out = []
    for i in range(-rows, rows + 1):
        for j in range(-rows, rows + 1):
            s, t = i * 8.2 + 1.6 * swing(name, "s", i), j * 7.4 + 1.6 * swing(name, "t", j)
            px, py = cx + ux * s - uy * t, cy + uy * s + ux * t
            far = hypot(s, t) / (reach * R)
            if far > 1 or chance(name, i, j) < 0.05 + 0.3 * far**3 or not _within(field, place, h, (px, py)):
                continue
            if any((mx - cx) * (px - mx) + (my - cy) * (py - my) > -8.5 * hypot(mx - cx, my - cy) for mx, my in wet):
                continue
            half_s, half_t = 3.3 - 1.1 * chance(name, "w", i, j), 2.9 - 0.9 * chance(name, "h", i, j)
            corners: list[Point] = []
            for k, (a, b) in enumerate(((-1, -1), (1, -1), (1, 1), (-1, 1))):
                ds, dt = a * half_s + 0.5 * swing(name, i, j, k), b * half_t + 0.5 * swing(name, j, i, k)
                corners.append((px + ux * ds - uy * dt, py + uy * ds + ux * dt))
            out.append(polygon(corners))
    return out


def _within(field: Field, place: Place, h: Hex, p: Point) -> bool:
    """Whether a house stands in its own hex, or over the side of the next hex of the same city."""
    cx, cy = field.centre(h)
    for d in range(6):
        ox, oy = field.outward(h, d)
        room = 0.5 if field.grid.step(h, d) in place.hexes else 0.43
        if (p[0] - cx) * ox + (p[1] - cy) * oy > room * (ox * ox + oy * oy):
            return False
    return True


def _river(field: Field, h: Hex, d: int) -> bool:
    there = field.grid.step(h, d)
    return there is not None and field.board.has_river(h, there)


def _shown(field: Field, place: Place) -> str:
    """A place's name as printed; one that only repeats its hex number says nothing."""
    words = place.name.split()
    return "" if words and words[-1] in field.grid.by_name else place.name


def printed_size(field: Field, place: Place) -> float:
    """How large a place's name is printed; 0 where it is not."""
    return _kind(place)[1] if _shown(field, place) else 0.0


def _label_hex(field: Field, place: Place) -> Hex:
    """The hex to write the name in: the lowest whose foot is free of rivers."""
    down = field.grid.directions.index("s") if field.flat else field.grid.directions.index("se")
    return max(place.hexes, key=lambda h: (not _river(field, h, down), field.centre(h)[1], -h))


def labels(field: Field, theme: Theme) -> tuple[str, list[Box]]:
    """The names of all places at the foot of their hexes, below where counters lie, and the room they take."""
    order = list(KINDS)
    out: list[str] = []
    taken: list[Box] = []
    for place in sorted(field.board.places.values(), key=lambda p: order.index(p.kind) if p.kind in order else 9):
        words = _shown(field, place)
        _, size, capitals, bold = _kind(place)
        if words and size:
            words = words.upper() if capitals else words
            x, foot, size, room = _free_spot(field, _label_hex(field, place), words, size, capitals, taken)
            taken.append(room)
            gap = num(_spacing(capitals))
            weight = "700" if bold else None
            out.append(text(words, x, foot, font_size=num(size), letter_spacing=gap, font_weight=weight))
    halo = {"stroke": theme.ink["halo"], "stroke_width": "3", "stroke_linejoin": "round", "paint_order": "stroke"}
    face = {"font_family": theme.fonts["serif"], "text_anchor": "middle", "fill": theme.ink["label"]}
    return group(out, class_="places", **face, **halo), taken


def _spacing(capitals: bool) -> float:
    return 1.3 if capitals else 0.6


def _free_spot(
    field: Field, h: Hex, words: str, size: float, capitals: bool, taken: list[Box]
) -> tuple[float, float, float, Box]:
    """Where a name goes, how large, and the box it fills: at the foot of the hex if it can, else a little aside or
    smaller, whichever overlaps least with the names set before."""
    cx, cy = field.centre(h)
    foot = cy + R * (0.80 if field.flat else 0.86)
    best: tuple[float, float, float, Box] | None = None
    for aside, small in ((0, 1), (-0.3, 1), (0.3, 1), (0, 0.85), (-0.4, 0.85), (0.4, 0.85), (-0.6, 0.8), (0.6, 0.8)):
        wide = len(words) * (size * small * (0.84 if capitals else 0.64) + _spacing(capitals))
        fit = min(1.0, 2.5 * R / wide) * small
        wide *= fit / small
        x = cx + aside * R
        box = (x - wide / 2, foot - size * fit, x + wide / 2, foot + 2)
        lost = sum(_overlap(box, other) for other in taken) + 4 * abs(aside) + 8 * (1 - small)
        if best is None or lost < best[0]:
            best = (lost, x, size * fit, box)
    assert best is not None
    return best[1] + _spacing(capitals) / 2, foot, best[2], best[3]


def _overlap(a: Box, b: Box) -> float:
    return max(0.0, min(a[2], b[2]) - max(a[0], b[0])) * max(0.0, min(a[3], b[3]) - max(a[1], b[1]))


def stars(field: Field, theme: Theme) -> str:
    """A star at the foot of every hex that is worth points for itself."""
    found = []
    for place in field.board.places.values():
        for h in place.hexes if place.kind == "objective" else ():
            x, y = field.centre(h)
            found.append(path(_STAR, transform=f"translate({num(x)} {num(y + R * 0.62)}) scale(1.4)"))
    ink = {"fill": theme.city["victory"], "stroke": theme.ink["halo"], "stroke_width": "1.8"}
    return group(found, class_="objectives", paint_order="stroke", **ink)
