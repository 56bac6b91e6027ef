"""Counters on the map: one stack a hex, fanned so that one sees how many there are, and markers beside them."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from grognard.hexes import Hex
from grognard.render.counters import SIZE, counter
from grognard.render.field import Field
from grognard.render.pen import group, num, text
from grognard.render.symbols import marker_known
from grognard.render.theme import Theme
from grognard.view import Counter, Marker

_FAN = 3.4  # how far each counter lies up and to the right of the one below it
_BADGE_OVER = 3
_APART = 30.0  # from the middle of one side's stack to the other's in the same hex


def stacks(field: Field, units: Sequence[tuple[Hex, Counter]], theme: Theme) -> str:
    """Every stack, northern ones first so that a southern one lies over them."""
    by_hex: dict[Hex, list[Counter]] = {}
    for h, unit in units:
        by_hex.setdefault(h, []).append(unit)
    order = sorted(by_hex, key=lambda h: (field.centre(h)[1], field.centre(h)[0]))
    return group([_stack(field, h, by_hex[h], theme) for h in order], class_="counters")


def _stack(field: Field, h: Hex, units: list[Counter], theme: Theme) -> str:
    x, y = field.centre(h)
    sides = list(dict.fromkeys(unit.side for unit in units))
    if len(sides) == 1:
        return group(_pile(units, x, y, theme), class_="stack", data_hex=field.grid.names[h])
    out = []
    for i, side in enumerate(sides):  # two sides in one hex stand face to face
        pile = [unit for unit in units if unit.side == side]
        at = f"translate({num(x + (i - (len(sides) - 1) / 2) * _APART)} {num(y)}) scale(.78)"
        out.append(group(_pile(pile, 0, 0, theme, low=True), transform=at))
    return group(out, class_="stack", data_hex=field.grid.names[h])


def _pile(units: list[Counter], x: float, y: float, theme: Theme, *, low: bool = False) -> list[str]:
    """Counters on each other around a point, and how many they are: above them, or `low` at their foot."""
    n = len(units)
    units = sorted(units, key=lambda unit: unit.block and unit.staff)  # a staff stands in front
    fan = min(_FAN, 3 * _FAN / max(1, n - 1))
    out = []
    for i, unit in enumerate(units):
        off = (i - (n - 1) / 2) * fan
        at = f"translate({num(x - SIZE / 2 + off)} {num(y - SIZE / 2 - off)})"
        out.append(f'<g transform="{at}">{counter(unit, theme)}</g>')
    if n > (1 if units[0].block else _BADGE_OVER):
        reach = (n - 1) / 2 * fan + SIZE / 2
        out.append(_badge(x + reach - 2, y + (reach - 2) * (1 if low else -1), n, theme))
    return out


def _badge(x: float, y: float, n: int, theme: Theme) -> str:
    """How many counters the stack has."""
    dark, light = theme.marks["dark"], theme.marks["light"]
    face = {"font_family": theme.fonts["sans"], "font_weight": "700", "text_anchor": "middle"}
    return group(
        [
            f'<circle cx="{num(x)}" cy="{num(y)}" r="6.6" fill="{dark}" stroke="{light}" stroke-width="1.3"/>',
            text(str(n), x, y + 3.1, font_size="8.8", fill=light, **face),
        ],
        class_="badge",
    )


def markers(field: Field, marks: Sequence[tuple[Hex, Marker]], crowded: set[Hex], theme: Theme) -> str:
    """Markers: in the middle of an empty hex, at the left and right corners of an occupied one."""
    count: dict[Hex, int] = {}
    out = []
    for h, mark in marks:
        i = count.get(h, 0)
        count[h] = i + 1
        kind = mark.kind
        colours = theme.palette(mark.side)
        x, y = field.centre(h)
        small = h in crowded
        size = 17.0 if small else 27.0
        if kind == "battle":
            size, y = 19.0, y - 27
        elif small:
            x, y = x + (27 if i % 2 else -27), y + 18 * (i // 2)
        elif i:
            x, y = x + 6 * i, y - 6 * i
        disc = (
            f'<circle cx="{num(x + 0.8)}" cy="{num(y + 1.2)}" r="{num(size / 2)}" fill="#1d1812" fill-opacity=".3"/>'
            f'<circle cx="{num(x)}" cy="{num(y)}" r="{num(size / 2)}" fill="{colours.box}" stroke="{colours.accent}" '
            f'stroke-width="1.5"/>'
        )
        glyph = size * 0.72
        sign = (
            f'<use href="#m-{marker_known(kind)}" x="{num(x - glyph / 2)}" y="{num(y - glyph / 2)}" '
            f'width="{num(glyph)}" height="{num(glyph)}" color="{colours.ink}"/>'
        )
        if mark.text:
            face = {"font_family": theme.fonts["sans"], "font_weight": "800", "text_anchor": "middle"}
            sign += text(mark.text, x, y + size * 0.82, font_size="9", fill=colours.ink, stroke=theme.ink["halo"],
                stroke_width="2.4", paint_order="stroke", **face)  # fmt: skip
        out.append(
            group(
                [f"<title>{escape(kind, quote=False)}</title>", disc, sign],
                class_=f"marker {kind}",
                data_hex=field.grid.names[h],
            )
        )
    return group(out, class_="markers")
