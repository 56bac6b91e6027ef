"""Wooden blocks that stand on edge: their owner sees the label, the others a plain back.

The steps a block has left stand along its top edge.
"""

from __future__ import annotations

from html import escape

from grognard.render import symbols
from grognard.render.pen import num, path, text
from grognard.render.theme import Palette, Theme
from grognard.view import Counter

_SHADOW = '<path d="M5 43.6L44.6 43.6L44.6 8L41 4.5z" fill="#1d1812" fill-opacity=".3"/>'
_TOP = "M.5 6.2L4.7 1H43L38.8 6.2z"
_SIDE = "M38.8 6.2L43 1V37.6L38.8 43z"
_FACE = "M.5 6.2H38.8V43H.5z"
_GRAIN = "M6 12.5C14 10.5 24 15 34 12.5M4.5 20C16 17.5 22 22.5 35.5 19.5M5.5 27.5C15 29.5 26 25 34.5 27.8"
_GRAIN += "M4.5 35.5C13 33.5 25 38 35 35"


def colours_of(unit: Counter, theme: Theme) -> Palette:
    """A unit's colours: by what is special about it, its type, its division, or its side."""
    return theme.palette(unit.side, *unit.special, unit.type, unit.group)


def block(unit: Counter, theme: Theme) -> str:
    """A block on a square of 44 units from the origin."""
    colours = colours_of(unit, theme)
    face = _back(colours) if unit.hidden else _front(unit, colours, theme)
    return _body(unit, colours, theme) + face


def _body(unit: Counter, colours: Palette, theme: Theme) -> str:
    dark = theme.marks["dark"]
    pen = {"stroke": dark, "stroke_width": ".9", "stroke_linejoin": "round"}
    light = {"fill": "#fff", "fill_opacity": ".38"}
    shade = {"fill": "#000", "fill_opacity": ".3"}
    return (
        _SHADOW
        + "".join(path(d, fill=colours.body, **pen) for d in (_TOP, _SIDE, _FACE))
        + path(_TOP, **light)
        + path(_SIDE, **shade)
    )


def _back(colours: Palette) -> str:
    return path(_GRAIN, fill="none", stroke="#000", stroke_opacity=".16", stroke_width="1")


def _front(unit: Counter, colours: Palette, theme: Theme) -> str:
    ink = colours.ink
    name = symbols.known(unit.symbol)
    parts = []
    if "face-up" in unit.status:  # the enemy has seen it
        parts.append(path("M2.2 7.9H37.1V41.3H2.2z", fill="none", stroke="#fffaf0", stroke_width="1.5"))
    parts.append(_numeral(unit, colours, theme) if unit.staff else _pips(unit, colours))
    parts.append(f'<rect x="8.7" y="16.4" width="22" height="13.8" fill="{colours.box}"/>')
    parts.append(f'<use href="#n-{name}" x="8" y="15.7" width="23.4" height="19" color="{ink}"/>')
    size, label = unit.size, unit.label
    face = {"font_family": theme.fonts["sans"], "text_anchor": "middle", "fill": ink}
    if symbols.size_known(size) and not unit.staff:
        parts.append(f'<use href="#e-{size}" x="11.7" y="12.4" width="16" height="3.6" color="{ink}"/>')
    if label:
        wide = max(1.0, sum(0.36 if c in "-.,:'/|1I" else 0.62 for c in label) * 8)
        parts.append(text(label, 19.7, 39.4, font_size=num(min(8.4, 8.4 * 33 / wide)), font_weight="700", **face))
    if unit.badge:
        parts.append(f'<circle cx="33.2" cy="23.3" r="4" fill="{colours.accent}"/>')
        face["fill"] = "#fff"
        parts.append(text(unit.badge, 33.2, 25.6, font_size="6.4", font_weight="800", **face))
    return "".join(parts)


def _pips(unit: Counter, colours: Palette) -> str:
    full, have = unit.max_steps, unit.steps
    gap = min(8.0, 34 / max(1, full))
    x = 19.7 - gap * (full - 1) / 2
    return "".join(
        f'<rect x="{num(x + gap * i - gap * 0.38)}" y="7.9" width="{num(gap * 0.76)}" height="3.8" '
        f'stroke="{colours.ink}" stroke-width=".8" fill="{colours.ink if i < have else "none"}" '
        f"{'' if i < have else 'stroke-opacity=' + chr(34) + '.45' + chr(34)}/>"
        for i in range(full)
    )


def _numeral(unit: Counter, colours: Palette, theme: Theme) -> str:
    face = {"font_family": theme.fonts["serif"], "text_anchor": "middle", "fill": colours.ink}
    return text(unit.strength, 20.2, 14.9, font_size="10", font_weight="800", letter_spacing="1", **face)


def caption(unit: Counter) -> str:
    """A hidden block in words."""
    return escape(f"hidden {unit.side} block", quote=False)
