"""The whole picture: the static board, and the board with a position on it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from html import escape
from typing import TypeVar

from grognard.board import Board
from grognard.hexes import Hex, HexSet, members
from grognard.render import front, ground, marks, printed, rivernames, towns, waters
from grognard.render.counters import used
from grognard.render.field import Box, Field
from grognard.render.legend import legend
from grognard.render.margin import frame, heading, sheet
from grognard.render.pen import R, group, num, path, polygon, text
from grognard.render.rivernames import Lettering
from grognard.render.stacks import markers, stacks
from grognard.render.theme import Theme, default
from grognard.render.waters import Stretch
from grognard.render.ways import room, ways
from grognard.view import AnyView, Counter, Marker

Thing = TypeVar("Thing", Counter, Marker)


def board_svg(board: Board, *, theme: Theme | None = None, numbers: bool = True) -> str:
    """The printed map alone, with its frame, title and legend."""
    theme = theme or default()
    field = Field(board)
    return _document(*_sheet(field, theme, numbers, None), bare=True)


def svg(
    board: Board,
    view: AnyView | None,
    *,
    region: HexSet | None = None,
    overlays: Mapping[str, HexSet] | None = None,
    theme: Theme | None = None,
    numbers: bool = True,
) -> str:
    """The map with the markers and counters of a view, if any, and tinted overlays; `region` shows those hexes only."""
    theme = theme or default()
    shown = board.grid.all if region is None else region & board.grid.all
    whole = shown in (0, board.grid.all)
    if whole:
        field = Field(board)
        box, printed = _sheet(field, theme, numbers, view, overlays or {})
    else:
        field, box = _crop(board, shown)
        printed = _rect(box, theme.ink["margin"]) + _map(field, theme, numbers)
    units = _on_map(field, view.units if view else ())
    laid = _on_map(field, [*front.battle_markers(view), *view.markers] if view else ())
    body = [
        printed,
        front.front(field, view, theme) if view else "",
        _overlays(field, overlays or {}, theme),
        stacks(field, units, theme),
        markers(field, laid, {h for h, _ in units}, theme),
        "" if whole else _key(overlays or {}, box[0] + 6, box[1] + 6, theme),
    ]
    return _document(box, "".join(body), used([u for _, u in units], [m for _, m in laid]))


def _sheet(
    field: Field, theme: Theme, numbers: bool, view: AnyView | None, overlays: Mapping[str, HexSet] | None = None
) -> tuple[Box, str]:
    """The map in its frame, with everything printed around it."""
    laid = sheet(field)
    x0, y0, x1, y1 = laid.outer
    parts = [
        frame(laid, theme),
        _map(field, theme, numbers),
        heading(field, laid, theme, view),
        _key(overlays or {}, laid.neat[0], laid.outer[1] + 12, theme),
        legend(field, laid.neat, laid.legend_top, theme),
    ]
    return (x0 - 14, y0 - 14, x1 + 14, y1 + 14), group(parts, class_="board")


def _rect(box: Box, fill: str) -> str:
    left, top, right, bottom = box
    return (
        f'<rect x="{num(left)}" y="{num(top)}" width="{num(right - left)}" height="{num(bottom - top)}" fill="{fill}"/>'
    )


# Shown by the address `board.svg#bare` the map has no names: a page from afar writes them anew, large enough to read.
_BARE = "<style>#bare:target .places,#bare:target .river-names{display:none}</style>"


def _document(box: Box, body: str, defs: str = "", *, bare: bool = False) -> str:
    left, top, right, bottom = box
    wide, high = num(right - left), num(bottom - top)
    name = ' id="bare"' if bare else ""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg"{name} viewBox="{num(left)} {num(top)} {wide} {high}" width="{wide}" '
        f'height="{high}">{_BARE if bare else ""}{f"<defs>{defs}</defs>" if defs else ""}{body}</svg>'
    )


def _crop(board: Board, shown: HexSet) -> tuple[Field, Box]:
    """The box around some hexes, and just as much of the board as can be seen in it."""
    x0, y0, x1, y1 = Field(board).box(members(shown))
    box = (x0 - 8, y0 - 8, x1 + 8, y1 + 8)
    near = 0
    for h in board.grid.hexes:
        x, y = board.grid.xy(h)
        if box[0] - 3 * R < x * R < box[2] + 3 * R and box[1] - 3 * R < y * R < box[3] + 3 * R:
            near |= 1 << h
    return Field(board, only=near), box


def _on_map(field: Field, items: Iterable[Thing]) -> list[tuple[Hex, Thing]]:
    """What lies on a hex of the picture, with its hex; what is off the map is nobody's to draw here."""
    here = set(field.hexes)
    found = ((field.grid.by_name.get(item.hex), item) for item in items)
    return [(h, item) for h, item in found if h is not None and h in here]


def _map(field: Field, theme: Theme, numbers: bool) -> str:
    """Everything printed on the hexes."""
    streams = waters.stretches(field, theme)
    labels, taken = towns.labels(field, theme)
    countries, named = printed.names(field, theme)
    apart = set(marks.boxed(field, theme))
    edge = ground.outline(field, apart)
    land = [
        ground.ground(field, theme),
        towns.houses(field, theme),
        waters.rivers(field, streams, theme),
        waters.lakes(field, theme),
        marks.barriers(field, theme),
        countries,
        ways(field, theme),
    ]
    return group(
        [
            f'<defs>{ground.mottle_defs(theme)}<clipPath id="map"><path d="{edge}"/></clipPath></defs>',
            group(land, clip_path="url(#map)"),
            marks.boxes(field, theme),
            _hexes(field, theme, apart),
            path(edge, fill="none", stroke=theme.ink["frame"], stroke_width="1.6"),
            printed.fortifications(field, theme),
            printed.start_lines(field, theme),
            _numbers(field, theme, apart) if numbers else "",
            marks.sea_names(field, theme),
            rivernames.names(_clear_of(field, streams, taken + named), theme),
            labels,
            towns.stars(field, theme),
            marks.city_signs(field, theme),
        ],
        class_="map",
    )


def water_names(field: Field, theme: Theme) -> list[Lettering]:
    """Where the names of rivers go."""
    taken, named = towns.labels(field, theme)[1], printed.names(field, theme)[1]
    return _clear_of(field, waters.stretches(field, theme), taken + named)


def _clear_of(field: Field, streams: list[Stretch], labels: list[Box]) -> list[Lettering]:
    """Names of rivers clear of these labels and everything else that is printed."""
    return rivernames.spots(streams, [*labels, *towns.built_up(field), *room(field), *_number_room(field)])


def _hexes(field: Field, theme: Theme, apart: set[Hex]) -> str:
    """Every hex as an outline of its own, so that a page can point at it."""
    first = field.hexes[0]
    cx, cy = field.centre(first)
    shape = polygon([(x - cx, y - cy) for x, y in field.corners(first)])
    uses = []
    for h in field.hexes:
        x, y = field.centre(h)
        seen = ' opacity="0"' if h in apart else ""
        uses.append(f'<use href="#hex" x="{num(x)}" y="{num(y)}" data-hex="{escape(field.grid.names[h])}"{seen}/>')
    pen = {"fill": "none", "stroke": theme.ink["hexside"], "stroke_width": ".8", "opacity": ".55"}
    return f'<defs><path id="hex" d="{shape}"/></defs>' + group(uses, class_="hexes", **pen)


def _number_at(field: Field, h: Hex) -> tuple[float, float]:
    """The foot of a hex number: at the top of its hex, a little lower under a river."""
    x, y = field.centre(h)
    if not field.flat:
        return x, y - R * 0.87 + 7
    above = field.grid.step(h, field.grid.directions.index("n"))
    wet = above is not None and field.board.has_river(h, above)
    return x, y - R * 0.866 + (11.2 if wet else 8.2)


def _number_room(field: Field) -> list[Box]:
    return [(x - 9, y - 6, x + 9, y) for x, y in (_number_at(field, h) for h in field.hexes)]


def _numbers(field: Field, theme: Theme, apart: set[Hex]) -> str:
    out = [text(field.grid.names[h], *_number_at(field, h)) for h in field.hexes if h not in apart]
    face = {
        "font_family": theme.fonts["sans"],
        "font_size": "7.2",
        "text_anchor": "middle",
        "fill": theme.ink["number"],
    }
    halo = {"stroke": theme.ink["halo"], "stroke_width": "1.6", "stroke_opacity": ".55", "paint_order": "stroke"}
    return group(out, class_="numbers", **face, **halo)


def _overlays(field: Field, overlays: Mapping[str, HexSet], theme: Theme) -> str:
    """Each overlay as a tint with a hatching and a border of its own."""
    out = []
    for i, (name, hexes) in enumerate(overlays.items()):
        tint, turn = _tint(i, theme), (45, -45, 0, 90, 20, -70)[i % 6]
        loops = field.loops(members(hexes & field.grid.all))
        d = "".join(polygon([field.side(*s)[0] for s in loop]) for loop in loops)
        pattern = (
            f'<pattern id="hatch-{i}" width="9" height="9" patternUnits="userSpaceOnUse" '
            f'patternTransform="rotate({turn})"><path d="M0 4.5H9" stroke="{tint}" stroke-width="1"/></pattern>'
        )
        shape = path(d, fill=tint, fill_opacity=".17") + path(d, fill=f"url(#hatch-{i})", fill_opacity=".42")
        line = path(d, fill="none", stroke=tint, stroke_width="2.6", stroke_linejoin="round", stroke_dasharray="9 3")
        out.append(f'<g class="overlay" data-overlay="{escape(name)}"><defs>{pattern}</defs>{shape}{line}</g>')
    return "".join(out)


def _tint(i: int, theme: Theme) -> str:
    tints = theme.overlays["tints"]
    return tints[i % len(tints)]


def _key(overlays: Mapping[str, HexSet], x: float, top: float, theme: Theme) -> str:
    """The names of the overlays in a row."""
    out = []
    for i, name in enumerate(overlays):
        wide = 42 + 8.5 * len(name)
        box = polygon([(x, top), (x + 22, top), (x + 22, top + 13), (x, top + 13)])
        out.append(_rect((x - 5, top - 4, x + wide - 6, top + 17), theme.ink["paper"]))
        out.append(path(box, fill=_tint(i, theme), fill_opacity=".3", stroke=_tint(i, theme), stroke_width="1.4"))
        out.append(path(box, fill=f"url(#hatch-{i})"))
        out.append(text(name, x + 28, top + 11.5))
        x += wide
    return group(out, class_="key", font_family=theme.fonts["serif"], font_size="15", fill=theme.ink["label"])
