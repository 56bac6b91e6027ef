"""The ground: washes of terrain with soft edges, and what grows on them."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from math import hypot

from grognard.hexes import Hex
from grognard.render.field import Field
from grognard.render.pen import Point, R, blob, chance, group, num, path, polygon, slug, swing, traced
from grognard.render.theme import Terrain, Theme

WATER, BOX = "water", "box"


def ground(field: Field, theme: Theme) -> str:
    """Paper, its mottling, and every terrain but water."""
    board = field.board
    parts = [path(outline(field), fill=theme.ground("clear").fill), _mottles(field)]
    kinds = sorted({board.terrain[h] for h in field.hexes} - {"clear", ""})
    for kind in kinds:
        style = theme.ground(kind)
        if style.texture in (WATER, BOX):
            continue
        hexes = [h for h in field.hexes if board.terrain[h] == kind]
        parts.append(
            group([_wash(field, hexes, style, kind), _texture(field, hexes, style, kind)], class_=f"terrain {kind}")
        )
    return "".join(parts)


def outline(field: Field, apart: Collection[Hex] = ()) -> str:
    """The edge of the map as a path, without the hexes that stand apart."""
    hexes = [h for h in field.hexes if h not in apart]
    return "".join(polygon([field.side(*s)[0] for s in loop]) for loop in field.loops(hexes))


def mottle_defs(theme: Theme) -> str:
    """The soft spots of the paper."""
    return "".join(
        f'<radialGradient id="{name}"><stop offset="0" stop-color="{theme.ink[name]}" stop-opacity=".3"/>'
        f'<stop offset="1" stop-color="{theme.ink[name]}" stop-opacity="0"/></radialGradient>'
        for name in ("mottle_dark", "mottle_light")
    )


def _mottles(field: Field) -> str:
    spots = []
    for h in field.hexes:
        name = field.grid.names[h]
        if chance("spot", name) < 0.085:
            x, y = field.centre(h)
            kind = "mottle_dark" if chance("tone", name) < 0.5 else "mottle_light"
            spots.append(
                f'<circle cx="{num(x)}" cy="{num(y)}" r="{num(R * (2.2 + 2.6 * chance("wide", name)))}" '
                f'fill="url(#{kind})"/>'
            )
    return group(spots, class_="paper")


def _wash(field: Field, hexes: list[Hex], style: Terrain, kind: str) -> str:
    d = "".join(blob(field.soft(loop, kind)) for loop in field.loops(hexes))
    line = style.line or None
    return path(d, fill=style.fill, fill_rule="evenodd", stroke=line, stroke_width="1", stroke_opacity=".7")


def _texture(field: Field, hexes: list[Hex], style: Terrain, kind: str) -> str:
    draw = _TEXTURES.get(style.texture)
    return draw(field, hexes, style, kind) if draw else ""


def _scatter(field: Field, h: Hex, gap: float, inset: float, same: set[Hex], key: str) -> Iterator[Point]:
    """Points strewn over a hex on an uneven lattice, away from its number and inside the soft edge of the terrain."""
    cx, cy = field.centre(h)
    name = field.grid.names[h]
    inside = _bounds(field, h, inset, same, key)
    rows = int(2 * R / gap) + 1
    for j in range(rows):
        for i in range(rows):
            x = cx - R + (i + (0.5 if j % 2 else 0) + 0.42 * swing(name, "x", i, j)) * gap
            y = cy - R + (j + 0.42 * swing(name, "y", i, j)) * gap
            numbered = abs(x - cx) < R * 0.36 and y - cy < -R * (0.52 if field.flat else 0.56)
            if not numbered and inside(x, y):
                yield x, y


def _bounds(field: Field, h: Hex, inset: float, same: set[Hex], key: str) -> Callable[[float, float], bool]:
    """Whether a point lies in a hex and, where the terrain ends at its sides, behind the soft edge."""
    (cx, cy), step = field.centre(h), R * 3**0.5
    last = [(n := field.grid.step(h, d)) is not None and n not in same for d in range(6)]
    sides = [(d, *field.outward(h, d), *field.side(h, d)) for d in range(6)]
    sharp = [a for d, _, _, a, _ in sides if last[d] and last[d - 1]]

    def inside(x: float, y: float) -> bool:
        if any(hypot(x - px, y - py) < R * 0.26 + inset for px, py in sharp):
            return False
        for d, ox, oy, (ax, ay), (bx, by) in sides:
            limit = step / 2
            if last[d]:
                t = ((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / R**2
                limit -= field.recess(h, d, min(1.0, max(0.0, t)), key) * step + inset
            if ((x - cx) * ox + (y - cy) * oy) / step > limit:
                return False
        return True

    return inside


def _trees(field: Field, hexes: list[Hex], style: Terrain, kind: str) -> str:
    """Round crowns, large and small: a shadow, a crown and a light on each, drawn from paths of dots."""
    same = set(hexes)
    small: list[Point] = []
    large: list[Point] = []
    for h in hexes:
        for x, y in _scatter(field, h, 7.2, 3, same, kind):
            (large if chance("large", round(x), round(y)) < 0.45 else small).append((x, y))
    for loop in field.loops(hexes):  # the wood ends in trees, not in a line
        for (x, y), (ux, uy) in traced(field.soft(loop, kind), 4.6):
            inside = 2.0 + 1.2 * swing("rim", round(x), round(y))
            small.append((x - uy * inside, y + ux * inside))
    key = slug("crowns", field.key, kind)
    tones = ((0.7, 1.1, style.dark, 0.0), (0.0, 0.0, style.mid, -0.2), (-0.7, -0.8, style.light, -2.7))
    crowns = [
        path("".join(f"M{num(x)} {num(y)}h0" for x, y in dots), id=f"{key}-{i}", fill="none", stroke_linecap="round")
        for i, dots in enumerate((small, large))
    ]
    uses = [
        f'<use href="#{key}-{i}" x="{num(x)}" y="{num(y)}" stroke="{tone}" stroke-width="{num(wide + less)}"/>'
        for x, y, tone, less in tones
        for i, wide in enumerate((5.2, 6.6))
    ]
    return f"<defs>{''.join(crowns)}</defs>{''.join(uses)}"


def _reeds(field: Field, hexes: list[Hex], style: Terrain, kind: str) -> str:
    """Tufts standing on short water lines."""
    same = set(hexes)
    water, tufts = [], []
    for h in hexes:
        for x, y in _scatter(field, h, 11.5, 5, same, kind):
            wide = 4 + 4 * chance(x, y)
            water.append(f"M{num(x - wide)} {num(y)}h{num(wide * 2)}")
            if chance(y, x) < 0.72:
                tufts.append(f"M{num(x)} {num(y)}v-5.4m-2.4 5.4l-1.6-4m6.4 4l1.6-4")
    return path("".join(water), fill="none", stroke=style.dark, stroke_width=".9") + path(
        "".join(tufts), fill="none", stroke=style.mid, stroke_width="1", stroke_linecap="round"
    )


def _hachures(field: Field, hexes: list[Hex], style: Terrain, kind: str) -> str:
    """Short strokes down a slope."""
    same = set(hexes)
    out = []
    for h in hexes:
        for x, y in _scatter(field, h, 12, 4, same, kind):
            n = 2 + int(3 * chance(x, y))
            out += [f"M{num(x + 2.6 * i - n)} {num(y + 0.7 * i * (i - n + 1))}l{num(i - n / 2)} 4.6" for i in range(n)]
    return path("".join(out), fill="none", stroke=style.dark, stroke_width="1", stroke_linecap="round", opacity=".75")


def _peaks(field: Field, hexes: list[Hex], style: Terrain, kind: str) -> str:
    """Peaks lit from the west."""
    same = set(hexes)
    lit, shade = [], []
    for h in hexes:
        for x, y in _scatter(field, h, 19, 7, same, kind):
            high = 9 + 7 * chance(x, y)
            lit.append(f"M{num(x - high * 0.62)} {num(y + 4)}L{num(x)} {num(y + 4 - high)}l1.6 {num(high)}z")
            shade.append(f"M{num(x)} {num(y + 4 - high)}L{num(x + high * 0.62)} {num(y + 4)}H{num(x + 1.6)}z")
    pen = {"stroke": style.dark, "stroke_width": ".8", "stroke_linejoin": "round"}
    return path("".join(lit), fill=style.light, **pen) + path("".join(shade), fill=style.dark, **pen)


_TEXTURES: dict[str, Callable[[Field, list[Hex], Terrain, str], str]] = {
    "trees": _trees,
    "reeds": _reeds,
    "hachures": _hachures,
    "peaks": _peaks,
}
