"""The foot of the sheet: a compass, what the map's signs mean, and a scale in hexes."""

from __future__ import annotations

from grognard.board import Board, is_river
from grognard.render import ground, marks, printed, towns, waters
from grognard.render.field import Box, Field
from grognard.render.pen import R, group, num, path, polygon, slug, text, wave
from grognard.render.theme import Theme
from grognard.render.ways import drawn

_ROW = 58.0
_CELL = 132.0
_COMPASS = 90.0
_SCALE = 290.0


def _zoom(wide: float) -> float:
    """A large sheet is looked at from further away."""
    return 1.5 if wide > 1800 else 1.0


def _items(field: Field) -> list[tuple[str, str]]:
    board = field.board
    terrains = sorted({board.terrain[h] for h in field.hexes} - {""}, key=lambda t: (t != "clear", t))
    order = list(towns.KINDS)
    shown = {p.kind for p in board.places.values()} - {"zone"}
    kinds = sorted(shown, key=lambda k: (order.index(k) if k in order else 9, k))
    return (
        [("terrain", t) for t in terrains]
        + [("side", s) for s in (*board.rivers, *sorted(s for s in board.sides if not is_river(s)))]
        + [("line", k) for k in sorted(board.lines, reverse=True)]
        + [("place", k) for k in kinds]
        + [("area", k) for k in ("territory", "fortified") if any(a.kind == k for a in board.areas.values())]
    )


def _columns(wide: float) -> int:
    return max(1, int((wide - _COMPASS - _SCALE) // _CELL)) if wide > 900 else max(1, int(wide // _CELL))


def legend_height(field: Field, wide: float) -> float:
    """The room the legend takes in a sheet so wide."""
    zoom = _zoom(wide)
    return -(-len(_items(field)) // _columns(wide / zoom)) * _ROW * zoom


def legend(field: Field, neat: Box, top: float, theme: Theme) -> str:
    """The legend across the foot of the sheet; compass and scale at its ends where there is room."""
    zoom = _zoom(neat[2] - neat[0])
    wide = (neat[2] - neat[0]) / zoom
    items = _items(field)
    per_row = min(len(items), _columns(wide))
    rows = -(-len(items) // per_row)
    start, end = (_COMPASS, wide - _SCALE) if wide > 900 else (0.0, wide)
    cells = []
    for i, (what, kind) in enumerate(items):
        x, y = start + (i % per_row) * (end - start) / per_row, i // per_row * _ROW
        cells.append(
            group([_sign(field, what, kind, theme), _caption(what, kind)], transform=f"translate({num(x)} {num(y)})")
        )
    if wide > 900:
        cells.append(_compass(34, _ROW * rows / 2, field.board.drawing.north, theme))
        cells.append(_scale(wide, _ROW * rows / 2 - 2, zoom, field.board.drawing.km, theme))
    face = {"font_family": theme.fonts["serif"], "font_size": "13", "fill": theme.ink["label"]}
    return group(cells, class_="legend", transform=f"translate({num(neat[0])} {num(top)}) scale({zoom})", **face)


def _caption(what: str, kind: str) -> str:
    kind = {"territory": "start line", "fortified": "fortification"}.get(kind, kind)
    if what == "side" and kind in marks.WATER_SIDES:
        kind += " hexside"
    return text(kind.replace("-", " ").capitalize(), 58, _ROW / 2 + 3)


def _sign(field: Field, what: str, kind: str, theme: Theme) -> str:
    """A small sample of a sign, drawn by the code that draws the map."""
    if what == "terrain":
        sample = _sample(field, kind, "")
        shape = ground.outline(sample)
        key = slug("legend", what, kind)
        inner = [ground.ground(sample, theme), waters.lakes(sample, theme), marks.boxes(sample, theme)]
    elif what == "place":
        sample = _sample(field, "clear", kind)
        shape = ground.outline(sample)
        key = slug("legend", what, kind)
        inner = [ground.ground(sample, theme), towns.houses(sample, theme), towns.stars(sample, theme)]
    elif what == "area":
        return printed.fortified_sign(theme) if kind == "fortified" else printed.start_line_sign(theme)
    else:
        line = [(0.0, 36.0), (14.0, 22.0), (30.0, 32.0), (46.0, 18.0)]
        if what == "line":
            return drawn(wave(line), kind, theme, slug("legend", what, kind))
        wet = is_river(kind) or kind in (*marks.WATER_SIDES, *marks.SHALLOWS)
        colour = theme.water if wet else {"bank": theme.ink["frame"], "river": theme.ink["gold"]}
        d, wide = wave(line), waters.BREADTH.get(kind, 4.0)
        return path(d, fill="none", stroke=colour["bank"], stroke_width=num(wide + 1.6), stroke_linecap="round") + path(
            d, fill="none", stroke=colour["river"], stroke_width=num(wide), stroke_linecap="round"
        )
    rim = path(shape, fill="none", stroke=theme.ink["hexside"], stroke_width="1.2")
    clip = f'<defs><clipPath id="{key}"><path d="{shape}"/></clipPath></defs>'
    small = f"translate(24 {num(_ROW / 2 - 1)}) scale(.66)"
    return group([clip, group(inner, clip_path=f"url(#{key})"), rim], transform=small)


def _sample(field: Field, terrain: str, place: str) -> Field:
    grid = {"top": "flat" if field.flat else "pointy", "shifted": "even", "columns": [1, 1], "rows": [1, 1]}
    board = {"title": "", "grid": {**grid, "numbering": "CCRR"}, "terrain": {"fill": terrain}}
    places = [{"name": "0101", "kind": place, "hexes": "0101"}] if place else []
    return Field(Board.read({**board, "place": places}), key="legend-")


def _compass(x: float, y: float, north: float, theme: Theme) -> str:
    ink, gold = theme.ink["frame"], theme.ink["gold"]
    rose = [
        f'<circle r="17" fill="none" stroke="{gold}" stroke-width="1"/>',
        path(
            "M0-24L4.4-4.4 24 0 4.4 4.4 0 24-4.4 4.4-24 0-4.4-4.4z",
            fill=theme.ink["paper"],
            stroke=ink,
            stroke_width="1",
        ),
        path("M0-24V0L4.4-4.4zM24 0H0L4.4 4.4zM0 24V0L-4.4 4.4zM-24 0H0L-4.4-4.4z", fill=ink),
        text("N", 0, -27, font_size="11", font_weight="700", text_anchor="middle"),
    ]
    turned = f" rotate({num(north)})" if north else ""
    return group(rose, transform=f"translate({num(x)} {num(y + 4)}){turned}", class_="compass")


def _scale(right: float, y: float, zoom: float, km: float, theme: Theme) -> str:
    """A bar of hexes from middle to middle, with the kilometres of one where they are known."""
    step = R * 3**0.5 / zoom
    n = 4
    right -= 4
    x = right - n * step
    ink = theme.ink["frame"]
    bars = []
    for i in range(n):
        box = polygon([(x + i * step, y), (x + (i + 1) * step, y), (x + (i + 1) * step, y + 6), (x + i * step, y + 6)])
        bars.append(path(box, fill=ink if i % 2 == 0 else theme.ink["paper"], stroke=ink, stroke_width="1"))
        bars.append(text(str(i), x + i * step, y - 5, text_anchor="middle", font_size="11"))
    bars.append(text(str(n), right, y - 5, text_anchor="middle", font_size="11"))
    known = f"hexes of {num(km)} km" if km else "hexes"
    bars.append(text(known, right - n * step / 2, y + 19, text_anchor="middle", font_size="11", font_style="italic"))
    return group(bars, class_="scale")
