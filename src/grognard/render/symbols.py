"""Our own unit symbols and markers, as SVG symbols: lines in the current colour, no fonts, no fills from outside.

A unit symbol is a 30 x 20 box. A size mark is a row of strokes. A marker is drawn on 24 x 24.
"""

from __future__ import annotations

from collections.abc import Iterable

from grognard.render.lettering import strokes
from grognard.render.pen import num, path

_CROSS = "M0 0L30 20M0 20L30 0"
_TRACKS = "M9.5 5.5h11a4.5 4.5 0 0 1 0 9h-11a4.5 4.5 0 0 1 0-9z"
_SLASH = "M0 20L30 0"

# Each symbol: lines, and what is filled; some carry letters too.
_UNITS: dict[str, tuple[str, str]] = {
    "infantry": (_CROSS, ""),
    "armor": (_TRACKS, ""),
    "mech": (_CROSS + _TRACKS, ""),
    "motor": (_CROSS + "M15 0V20", ""),
    "wheeled": (_CROSS + "M6 22.4a1.8 1.8 0 1 0 .01 0zM24 22.4a1.8 1.8 0 1 0 .01 0z", ""),
    "cavalry": (_SLASH, ""),
    "recon": (_SLASH + _TRACKS, ""),
    "motorcycle": (_SLASH + "M15 0V20", ""),
    "mountain": (_CROSS, "M11 20L15 13L19 20z"),
    "airborne": (_CROSS + "M10 18.6a2.5 2.5 0 0 1 5 0a2.5 2.5 0 0 1 5 0", ""),
    "artillery": ("", "M15 6.6a3.4 3.4 0 1 0 .01 0z"),
    "rocket": ("M10.5 6.8L15 3L19.5 6.8M10.5 9.8L15 6L19.5 9.8", "M15 10.4a2.9 2.9 0 1 0 .01 0z"),
    "engineer": ("M7 14.5V6.5H23V14.5M15 6.5V14.5", ""),
    "antitank": ("M0 20L15 0L30 20", ""),
    "assault-gun": (_TRACKS + "M11 10h8m-8-2.2v4.4", ""),
    "aa": ("M0 20A15 11 0 0 1 30 20", ""),
    "garrison": (_CROSS, "M0 0H30V5H25V3H20V5H17.5V3H12.5V5H10V3H5V5H0z"),
    "naval": (_CROSS + "M15 3V17M12 6H18M10.5 13.5A5 4.5 0 0 0 19.5 13.5", ""),
    "air": ("M15 10C10 4 5 5 5 10S10 16 15 10S25 4 25 10S20 16 15 10z", ""),
    "supply": ("M0 15H30", ""),
    "fort": ("M4 16V7h4V4h4v3h6V4h4v3h4v9z", ""),
    "HQ": ("", ""),
    "leader": ("", "M15 2.5l1.9 5.2 5.5.2-4.4 3.4 1.6 5.3L15 13.5l-4.6 3.1 1.6-5.3L7.6 7.9l5.5-.2z"),
    "assault": (_CROSS + "M15 3V17M10.5 8L15 3L19.5 8", ""),
    "security": ("M0 0L9 6M30 0L21 6M0 20L9 14M30 20L21 14", ""),
    "militia": ("M0 0L9 6M30 0L21 6M0 20L9 14M30 20L21 14", ""),
    "partisan": ("", ""),
    "rail": ("", ""),
    "unknown": ("", ""),
}
_LETTERS = {"HQ": "HQ", "security": "S", "militia": "M", "partisan": "P", "rail": "RR"}
_SIZES = {"I": 1, "II": 2, "III": 3, "X": 1, "XX": 2, "XXX": 3, "XXXX": 4, "XXXXX": 5}

# Each marker: lines, how wide, and what is filled.
_MARKERS: dict[str, tuple[str, float, str]] = {
    # An aircraft over its bombs.
    "interdiction": (
        "M8.2 19.5v2.2M12 19.5v2.2M15.8 19.5v2.2",
        1.7,
        "M12 2c.9 0 1.3 1.3 1.4 3.2l8.1 3.9v2l-8.1-1.4-.4 4.6 2.7 1.5v1.5L12 16.8l-3.7.5v-1.5l2.7-1.5-.4-4.6-8.1 1.4v-2"
        "l8.1-3.9C10.7 3.3 11.1 2 12 2z",
    ),
    # A track broken in the middle.
    "rail-cut": (
        "M1.5 8.5h6.6l2 3M1.5 15.5h8.6l-1.4-2.4M22.5 8.5h-8.4l1.6 2.6M22.5 15.5h-6.4l-2.2-3"
        "M3.4 6v12M7 6v12M17.2 6v12M20.8 6v12",
        1.8,
        "M12 1l1.2 4.2L16 3.4l-1.4 3.4h-5L8 3.4l2.8 1.8z",
    ),
    "bridge": ("M2 6l3 3h14l3-3M2 18l3-3h14l3 3", 1.8, ""),
    "blown": ("M2 6l3 3h4l2 3M22 6l-3 3h-4l-1 2M2 18l3-3h4l1-2M22 18l-3-3h-4l-2-3", 1.8, ""),
    "fort": ("M3 19V8h4V5h4v3h2V5h4v3h4v11z", 2.0, ""),
    # A breastwork.
    "improved-defense": ("M2 18h3l2-6h3l2 6h2l2-6h3l2 6h3M2 21.5h20", 2.0, ""),
    # A fort, struck out.
    "ruin": ("M3 19V8h4V5h4v3h2V5h4v3h4v11zM2.5 2.5l19 19", 1.8, ""),
    "control": ("", 1.0, "M6 2h1.8v20H6zM8.6 3.2c4-1.8 6 2 11 .2v8.4c-5 1.8-7-2-11-.2z"),
    "supply": ("M4 8l8-4 8 4v9l-8 4-8-4zM4 8l8 4 8-4M12 12v9", 2.0, ""),
    # Two crossed swords.
    "battle": ("M4 4l14 14M20 4L6 18M4.6 14.6l4.8 4.8M19.4 14.6l-4.8 4.8", 2.2, ""),
    # An aircraft.
    "airstrike": (
        "",
        1.0,
        "M12 2c.9 0 1.3 1.3 1.4 3.2l8.1 4.4v2.2l-8.1-1.6-.4 6.2 2.7 2v1.7L12 19.3l-3.7.8v-1.7l2.7-2-.4-6.2"
        "-8.1 1.6V9.6l8.1-4.4C10.7 3.3 11.1 2 12 2z",
    ),
    # An aircraft of one's own, seen as it flies.
    "air": (
        "",
        1.0,
        "M22 12c0 .9-1.3 1.3-3.2 1.4l-4.4 8.1h-2.2l1.6-8.1-6.2-.4-2 2.7H3.9l.8-3.7-.8-3.7h1.7l2 2.7 6.2-.4"
        "-1.6-8.1h2.2l4.4 8.1c1.9.1 3.2.5 3.2 1.4z",
    ),
    # A warship.
    "naval": (
        "M2 22c2-1.6 4-1.6 6 0s4 1.6 6 0 4-1.6 7 0",
        1.6,
        "M1.5 13.5h21l-3 5.5H4.5zM7 12.6V9h3V5h1V2h1.6v3h1v4H17v3.6z",
    ),
    # A crate on the water.
    "sea-supply": ("M2 21c2-1.6 4-1.6 6 0s4 1.6 6 0 4-1.6 7 0M6 6l6-3 6 3v8l-6 3-6-3zM6 6l6 3 6-3M12 9v8", 1.7, ""),
    # A crate under a parachute.
    "aerial-supply": (
        "M3.2 10.5L9.6 16M20.8 10.5L14.4 16M12 10.5V16",
        1.4,
        "M2.5 10.5C2.5 5 7 2 12 2s9.5 3 9.5 8.5zM8.6 16h6.8v5.8H8.6z",
    ),
    # A landing craft on the water.
    "beachhead": (
        "M2 19c2.5-2.4 4.5-2.4 7 0s4.5 2.4 7 0 4-2.4 6 0M12 13V3",
        1.8,
        "M3.5 13h17l-3 4h-11zM13 3.5l6 3-6 3z",
    ),
    "other": ("M12 3l9 9-9 9-9-9z", 2.0, ""),
}


def known(symbol: str) -> str:
    """The name of the symbol that stands for `symbol`: itself, or the empty box."""
    return symbol if symbol in _UNITS else "unknown"


def marker_known(kind: str) -> str:
    """The name of the marker that stands for `kind`: itself, or a plain lozenge."""
    return kind if kind in _MARKERS else "other"


def size_known(size: str) -> bool:
    """Whether there is a size mark for it."""
    return size in _SIZES


def _unit(name: str) -> str:
    lines, filled = _UNITS[name]
    inner = path(f"M0 0H30V20H0z{lines}")
    if name in _LETTERS:
        d, width = strokes(_LETTERS[name])
        pen = {"stroke_width": "1.3", "stroke_linecap": "round"}
        inner += path(d, transform=f"translate({num(15 - width * 0.85)} 16) scale(1.7)", **pen)
    inner += path(filled, fill="currentColor", stroke="none")
    return (
        f'<symbol id="n-{name}" viewBox="-1 -1 32 26" overflow="visible"><g fill="none" stroke="currentColor" '
        f'stroke-width="1.7" stroke-linejoin="round">{inner}</g></symbol>'
    )


def _size(name: str) -> str:
    n = _SIZES[name]
    wide, gap = (4.4, 1.3) if "X" in name else (1.0, 2.6)
    x = 15 - (n * wide + (n - 1) * gap) / 2
    d = ""
    for _ in range(n):
        d += f"M{num(x)} 0l4.4 5m0-5l-4.4 5" if "X" in name else f"M{num(x + 0.5)} 0v5"
        x += wide + gap
    return (
        f'<symbol id="e-{name}" viewBox="0 -1 30 7" overflow="visible"><path fill="none" stroke="currentColor" '
        f'stroke-width="1.2" d="{d}"/></symbol>'
    )


def _marker(name: str) -> str:
    lines, wide, filled = _MARKERS[name]
    inner = path(lines, fill="none", stroke="currentColor", stroke_width=num(wide), stroke_linecap="round")
    inner += path(filled, fill="currentColor")
    return f'<symbol id="m-{name}" viewBox="0 0 24 24" overflow="visible">{inner}</symbol>'


def symbols(units: Iterable[str], sizes: Iterable[str] = (), markers: Iterable[str] = ()) -> str:
    """The definitions of just these symbols, in a fixed order."""
    return "".join(
        [_unit(n) for n in sorted(set(units))]
        + [_size(n) for n in sorted(set(sizes))]
        + [_marker(n) for n in sorted(set(markers))]
    )


def sprite() -> str:
    """Every symbol we have, as one hidden SVG to put in a page once: `n-` units, `e-` sizes, `m-` markers."""
    inner = symbols(_UNITS, _SIZES, _MARKERS)
    return f'<svg xmlns="http://www.w3.org/2000/svg" style="display:none">{inner}</svg>'
