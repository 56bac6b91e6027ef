"""Counters: a rounded square with the unit's symbol, size, strength and designation, and marks for its condition.

No mark relies on colour alone: each condition has its own shape.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from html import escape

from grognard.render import blocks, symbols
from grognard.render.pen import group, num, path, text
from grognard.render.theme import Palette, Theme, default
from grognard.view import Counter, Marker

SIZE = 42.0  # a counter's side in drawing units


def advance(words: str, size: float) -> float:
    """About how wide words are in the bold condensed face."""
    return size * sum(0.36 if c in "-.,:'/|1I" else 0.8 if c in "MWm" else 0.6 for c in words)


def counter(unit: Counter, theme: Theme) -> str:
    """One counter drawn on a square of 42 units from the origin, as a group; its symbols are defined elsewhere."""
    colours = blocks.colours_of(unit, theme)
    face = [blocks.block(unit, theme)] if unit.block else _face(unit, colours, theme)
    told_of = blocks.caption(unit) if unit.hidden else escape(_caption(unit), quote=False)
    parts = [f"<title>{told_of}</title>", *face, *_conditions(unit.status, colours, theme)]
    kind = " ".join(("counter", unit.side, *unit.status))
    return f'<g class="{escape(kind)}" data-unit="{escape(unit.id)}">{"".join(parts)}</g>'


def _face(unit: Counter, colours: Palette, theme: Theme) -> list[str]:
    return [
        _body(unit, colours, theme),
        _symbol(unit, colours, theme),
        _steps(unit, colours),
        _strength(unit, colours, theme),
        _designation(unit, colours, theme),
    ]


def _caption(unit: Counter) -> str:
    said = [unit.label or unit.id, unit.type, unit.strength]
    if unit.max_steps:
        said.append(f"{unit.steps} of {unit.max_steps} steps")
    return ", ".join([word for word in (*said, *unit.status) if word])


def _body(unit: Counter, colours: Palette, theme: Theme) -> str:
    fill = colours.leader if unit.staff else colours.body
    out = [
        '<rect x="1.2" y="1.7" width="42" height="42" rx="4.6" fill="#1d1812" fill-opacity=".34"/>',
        f'<rect width="42" height="42" rx="4.4" fill="{fill}" stroke="{theme.marks["dark"]}" stroke-width=".9"/>',
        path("M1.3 38V5A3.7 3.7 0 0 1 5 1.3H38", fill="none", stroke="#fff", stroke_opacity=".5", stroke_width="1.1"),
        path(
            "M40.7 4V37A3.7 3.7 0 0 1 37 40.7H4", fill="none", stroke="#000", stroke_opacity=".26", stroke_width="1.1"
        ),
    ]
    if unit.staff:  # a bar of the side's colour across the top
        out.append(path("M.6 8.6V4.4A3.9 3.9 0 0 1 4.5.6H37.5A3.9 3.9 0 0 1 41.4 4.4V8.6z", fill=colours.accent))
    elif _reduced(unit):  # a pale band behind the figures: the unit has lost a step
        out.append(path("M.6 28.2H41.4V38A3.9 3.9 0 0 1 37.5 41.6H4.5A3.9 3.9 0 0 1 .6 38z", fill=colours.box))
        out.append(path("M.6 28.2H41.4", stroke=colours.accent, stroke_width="1.3"))
    return "".join(out)


def _reduced(unit: Counter) -> bool:
    return unit.steps < unit.max_steps


def _symbol(unit: Counter, colours: Palette, theme: Theme) -> str:
    name = symbols.known(unit.symbol)
    size = unit.size
    ink = colours.ink
    top = theme.marks["light"] if unit.staff else ink
    out = [f'<rect x="10.5" y="9.4" width="21" height="14" fill="{colours.box}"/>']
    if "untried" in unit.status:  # hatched: nobody has seen it fight
        out.append(
            path(
                "M10.5 14.9L16 9.4M10.5 21.4L22.5 9.4M15 23.4L29 9.4M21.5 23.4L31.5 13.4M28 23.4L31.5 19.9",
                stroke=colours.accent,
                stroke_width=".7",
                stroke_opacity=".55",
            )
        )
    out.append(f'<use href="#n-{name}" x="9.8" y="8.7" width="22.4" height="18.2" color="{ink}"/>')
    if symbols.size_known(size):
        out.append(f'<use href="#e-{size}" x="9.9" y="2.7" width="22.2" height="5.2" color="{top}"/>')
    return "".join(out)


def _steps(unit: Counter, colours: Palette) -> str:
    full, have = unit.max_steps, unit.steps
    if not 2 <= full <= 8 or unit.staff:
        return ""
    x = 21 - (full * 3.6 - 0.8) / 2
    pips = [
        f'<rect x="{num(x + i * 3.6)}" y="25" width="2.8" height="2" stroke="{colours.ink}" stroke-width=".6" '
        f'fill="{colours.ink if i < have else colours.box}"/>'
        for i in range(full)
    ]
    return "".join(pips)


def _strength(unit: Counter, colours: Palette, theme: Theme) -> str:
    words = unit.strength
    if not words:
        return ""
    most = 12.0 if unit.staff else 13.5  # a leader's name needs a line
    size = min(most, most * 36.5 / max(1.0, advance(words, most)))
    y = (35.2 if unit.staff else 34.7) + size * 0.33
    face = {"font_family": theme.fonts["sans"], "font_weight": "700", "font_stretch": "condensed"}
    return text(words, 21, y, text_anchor="middle", font_size=num(size), fill=colours.ink, **face)


def _designation(unit: Counter, colours: Palette, theme: Theme) -> str:
    label = unit.label
    if not label:
        return ""
    face = {"font_family": theme.fonts["sans"], "font_weight": "600", "font_stretch": "condensed"}
    if unit.staff:
        size = min(6.4, 6.4 * 38 / max(1.0, advance(label, 6.4)))
        return text(label, 21, 29.2, text_anchor="middle", font_size=num(size), fill=colours.ink, **face)
    left, _, right = label.partition("/")
    out = []
    for words, x in ((left, 8.0), (right, 38.6)):
        if words:
            size = min(6.4, 6.4 * 21 / max(1.0, advance(words, 6.4)))
            turn = f"rotate(-90 {num(x)} 16)"
            out.append(text(words, x, 16, transform=turn, font_size=num(size)))
    return group(out, fill=colours.ink, text_anchor="middle", **face)


def _conditions(status: Iterable[str], colours: Palette, theme: Theme) -> list[str]:
    draw = {
        "moved": _moved,
        "untried": _untried,
        "disrupted": _disrupted,
        "out-of-supply": _out_of_supply,
        "attacked": _attacked,
        "retreated": _retreated,
        "unsupplied": _out_of_supply,
        "aerial-supply": _supplied("aerial"),
        "fortress-supply": _supplied("fortress"),
        "coastal-supply": _supplied("coastal"),
        "dispersed": _disrupted,
        "out-of-command": _out_of_command,
        "isolated": _isolated,
        "emergency-supply": _emergency,
        "active": _active,
        "attack-side": _active,
        "attack-supply": _attack_supply,
        "blitz": _blitz,
    }
    known = set(status)
    return [group([mark(colours, theme)], class_=f"status {name}") for name, mark in draw.items() if name in known]


def _untried(colours: Palette, theme: Theme) -> str:
    """A round seal with a question mark on the corner."""
    ring = (
        f'<circle cx="36" cy="6" r="5.4" fill="{theme.marks["light"]}" stroke="{colours.accent}" stroke-width="1.1"/>'
    )
    mark = "M33.9 4.6a2.1 1.9 0 1 1 3.1 1.7c-.8.5-1 .8-1 1.5M36 9.3v.2"
    pen = {"fill": "none", "stroke": colours.accent, "stroke_width": "1.5", "stroke_linecap": "round"}
    return ring + path(mark, **pen)


def _disrupted(colours: Palette, theme: Theme) -> str:
    """A ribbon across the upper left corner with a D on it."""
    bad, light = theme.marks["bad"], theme.marks["light"]
    return path("M0 18.5L18.5 0H30L0 30z", fill=bad, stroke=light, stroke_width="1") + path(
        "M-2.2-3.6v7.2h1.4a3.3 3.6 0 0 0 0-7.2z",
        fill="none",
        stroke=light,
        stroke_width="1.7",
        transform="translate(12.2 12.2) rotate(-45)",
    )


def _out_of_supply(colours: Palette, theme: Theme) -> str:
    """A crossed-out supply crate on the right edge."""
    bad, light = theme.marks["bad"], theme.marks["light"]
    return group(
        [
            f'<circle r="5.9" fill="{light}" stroke="{bad}" stroke-width="1.6"/>',
            path("M-2.9-2h5.8v4.6h-5.8zM-2.9-.3h5.8", fill="none", stroke=theme.marks["dark"], stroke_width=".9"),
            path("M-4.1 4.1L4.1-4.1", stroke=bad, stroke_width="1.7"),
        ],
        transform="translate(37.2 19.4)",
    )


def _out_of_command(colours: Palette, theme: Theme) -> str:
    """A flag that is struck out, on the right edge."""
    dark = theme.marks["dark"]
    return group(
        [
            f'<circle r="5.9" fill="{theme.marks["light"]}" stroke="{dark}" stroke-width="1.34"/>',
            path("M-1.6 3.6V-3.6L3-1.7L-1.6.2M-4.1 4.1L4.1-4.1", fill="none", stroke=dark, stroke_width="1.5"),
        ],
        transform="translate(37.2 19.4)",
    )


def _isolated(colours: Palette, theme: Theme) -> str:
    """A line that is cut, in a diamond on the right edge."""
    light = theme.marks["light"]
    return group(
        [
            path("M0-6.8L6.8 0L0 6.8L-6.8 0z", fill=theme.marks["bad"], stroke=light, stroke_width="1.18"),
            path("M-3.6 0H-1.2M1.2 0H3.6M-1-2.6L1 2.6", fill="none", stroke=light, stroke_width="1.5"),
        ],
        transform="translate(37.2 19.4)",
    )


def _emergency(colours: Palette, theme: Theme) -> str:
    """An hourglass on the upper right corner: a headquarters that lives on what it has."""
    bad = theme.marks["bad"]
    glass = path(
        "M-2.6-3.4H2.6L-2.6 3.4H2.6z",
        fill=bad, stroke=theme.marks["dark"], stroke_width=".8", stroke_linejoin="round",
    )  # fmt: skip
    disc = f'<circle r="5.9" fill="{theme.marks["light"]}" stroke="{bad}" stroke-width="1.34"/>'
    return group([disc, glass], transform="translate(37 8)")


def _attack_supply(colours: Palette, theme: Theme) -> str:
    """A disc with an arrow on the right edge: supplied for an attack."""
    return group(
        [
            f'<circle r="4.7" fill="{theme.marks["good"]}" stroke="{theme.marks["light"]}" stroke-width="1.1"/>',
            path(
                "M-2.5 0H2.3M.1-2.2L2.5 0L.1 2.2", fill="none", stroke=theme.marks["light"], stroke_width="1.4",
                stroke_linecap="round", stroke_linejoin="round",
            ),
        ],
        transform="translate(38.2 19.4)",
    )  # fmt: skip


# How a unit gets supply that has no line: under a parachute, behind walls, from the sea.
_SUPPLIES = {
    "aerial": "M-3.6-.8a3.6 3.2 0 0 1 7.2 0zM-3.4-.6L-1.2 2.2M3.4-.6L1.2 2.2M-1.4 2.2h2.8v1.9h-2.8z",
    "fortress": "M-3.3 3.2V-3h1.7v1.4h1v-1.4h1.2v1.4h1v-1.4h1.7V3.2z",
    "coastal": "M0-2.1V3.6M-1.8-.7H1.8M-3.3 1C-3.1 2.9-1.6 3.7 0 3.7S3.1 2.9 3.3 1M0-3.9a.9.9 0 1 1-.01 0",
}


def _supplied(kind: str) -> Callable[[Palette, Theme], str]:
    """A disc on the right edge that says which supply the unit has."""

    def draw(colours: Palette, theme: Theme) -> str:
        light, dark = theme.marks["light"], theme.marks["dark"]
        return group(
            [
                f'<circle r="5.9" fill="{light}" stroke="{theme.marks["good"]}" stroke-width="1.4"/>',
                path(_SUPPLIES[kind], fill="none" if kind == "coastal" else dark, stroke=dark, stroke_width=".9"),
            ],
            transform="translate(37.2 19.4)",
        )

    return draw


def _moved(colours: Palette, theme: Theme) -> str:
    """Dimmed, with an arrowhead on the lower right edge."""
    return f'<rect x=".5" y=".5" width="41" height="41" rx="4" fill="{theme.ink["paper"]}" fill-opacity=".28"/>' + path(
        "M35.2 33.4L42.4 37.6L35.2 41.8z", fill=theme.marks["dark"], stroke=theme.marks["light"], stroke_width=".8"
    )


def _attacked(colours: Palette, theme: Theme) -> str:
    """Crossed swords on the lower left corner."""
    pen = {"fill": "none", "stroke_linecap": "round"}
    swords = "M1.5 41L8.3 34.2M8.5 41L1.7 34.2M1.2 38.4L4 41M8.8 38.4L6 41"
    return path(swords, stroke=theme.marks["light"], stroke_width="2.6", **pen) + path(
        swords, stroke=theme.marks["dark"], stroke_width="1.3", **pen
    )


def _retreated(colours: Palette, theme: Theme) -> str:
    """An arrow that turns back, in a disc on the left edge."""
    light, dark = theme.marks["light"], theme.marks["dark"]
    turn = path("M2.6 2.9V-.4a2.3 2.3 0 0 0-4.6 0V1", fill="none", stroke=dark, stroke_width="1.5")
    head = path("M-4.4.6H.4L-2 3.9z", fill=dark)
    return group(
        [f'<circle r="5.9" fill="{light}" stroke="{dark}" stroke-width="1.1"/>', turn, head],
        transform="translate(4.2 24.6)",
    )


def _active(colours: Palette, theme: Theme) -> str:
    """A pennant on the upper left corner: a headquarters that commands this turn."""
    return path("M-3-8V12M-3-8L11-3.5L-3 1z", fill=theme.marks["good"], stroke=theme.marks["light"], stroke_width="1.4")


def _blitz(colours: Palette, theme: Theme) -> str:
    """A bolt over the pennant."""
    return path(
        "M13-10L6 0H10.5L7.5 9L17-2.5H12L16-10z",
        fill="#f5c518", stroke=theme.marks["dark"], stroke_width="1", stroke_linejoin="round",
    )  # fmt: skip


def used(units: Iterable[Counter], markers: Iterable[Marker] = ()) -> str:
    """The definitions of the symbols these counters and markers need."""
    units = list(units)
    sizes = [u.size for u in units]
    return symbols.symbols(
        [symbols.known(u.symbol) for u in units],
        [s for s in sizes if symbols.size_known(s)],
        [symbols.marker_known(m.kind) for m in markers],
    )


def counter_svg(unit: Counter, *, size: float = SIZE, theme: Theme | None = None) -> str:
    """One counter as a picture of its own, `size` units square and a little for its shadow."""
    drawn = counter(unit, theme or default())
    side = num(size * 46 / SIZE)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="-1.5 -1.5 46 46" width="{side}" height="{side}">'
        f"<defs>{used([unit])}</defs>{drawn}</svg>"
    )
