"""Our own single-stroke letters: for symbols that carry a letter, and for pictures on a machine without fonts.

A glyph is drawn on a capital height of 7 with relative commands only, so that it can be set anywhere. Small letters
are small capitals; accents are dropped.
"""

from __future__ import annotations

import re
import unicodedata
from html import unescape

from grognard.render.pen import num

CAP = 7.0
GAP = 1.5

_GLYPHS: dict[str, tuple[float, str]] = {
    "0": (4.5, "m0-2v-3a2.25 2 0 0 1 4.5 0v3a2.25 2 0 0 1-4.5 0z"),
    "1": (4.0, "m.6-5.5l1.8-1.5v7"),
    "2": (4.5, "m.1-5a2.15 2 0 0 1 4.3 0c0 1.6-4.3 3.4-4.3 5h4.4"),
    "3": (4.5, "m.2-6.2c1.2-1.2 4-1 4 .9c0 1.2-1 1.7-2.2 1.7c1.4 0 2.4.6 2.4 1.9c0 2-3 2.2-4.3 1"),
    "4": (4.6, "m3.4 0v-7l-3.4 4.8h4.6"),
    "5": (4.5, "m4-7h-3.4l-.4 3.2c1.6-1 4.3-.6 4.3 1.6c0 2.6-3 2.8-4.4 1.4"),
    "6": (4.5, "m3.9-6.6c-2-.8-3.8.8-3.8 4.3a2.2 2.2 0 1 0 2.2-2.2c-1 0-1.9.6-2.2 1.6"),
    "7": (4.4, "m0-7h4.4l-2.8 7"),
    "8": (4.5, "m2.25-3.8a1.9 1.6 0 1 1 .01 0a2.2 1.9 0 1 1-.01 0z"),
    "9": (4.5, "m.6-.4c2 .8 3.8-.8 3.8-4.3a2.2 2.2 0 1 0-2.2 2.2c1 0 1.9-.6 2.2-1.6"),
    "A": (5.0, "m0 0l2.5-7l2.5 7m-4.1-2.4h3.2"),
    "B": (4.4, "m.3 0v-7h2.2a1.75 1.75 0 0 1 0 3.5h-2.2m2.2 0a1.75 1.75 0 0 1 0 3.5h-2.2"),
    "C": (4.8, "m4.8-5.6a2.5 2.6 0 0 0-4.7.9v2.4a2.5 2.6 0 0 0 4.7.9"),
    "D": (4.8, "m.3 0v-7h1.6a2.9 3.5 0 0 1 0 7z"),
    "E": (4.2, "m4.2 0h-3.9v-7h3.9m-.5 3.4h-3.4"),
    "F": (4.2, "m.3 0v-7h3.9m-.5 3.4h-3.4"),
    "G": (4.9, "m4.7-5.7a2.5 2.6 0 0 0-4.6 1v2.4a2.5 2.5 0 0 0 4.7 1v-1.9h-2"),
    "H": (4.8, "m.3 0v-7m0 3.5h4.2m0-3.5v7"),
    "I": (1.0, "m.5 0v-7"),
    "J": (3.4, "m0-1.6c.2 2.2 3.2 2.2 3.2-.4v-5"),
    "K": (4.7, "m.3 0v-7m4.2 0l-4.1 4.2m1.4-1.4l2.9 4.2"),
    "L": (4.0, "m.3-7v7h3.7"),
    "M": (6.0, "m.3 0v-7l2.7 4.6l2.7-4.6v7"),
    "N": (4.8, "m.3 0v-7l4.2 7v-7"),
    "O": (5.2, "m2.6-7a2.6 3.5 0 1 0 .01 0z"),
    "P": (4.5, "m.3 0v-7h2.3a1.9 1.9 0 0 1 0 3.8h-2.3"),
    "Q": (5.2, "m2.6-7a2.6 3.5 0 1 0 .01 0zm.6 5.2l2 2"),
    "R": (4.6, "m.3 0v-7h2.3a1.85 1.85 0 0 1 0 3.7h-2.3m2.1 0l2.1 3.3"),
    "S": (4.4, "m4.2-5.8c-.6-1.6-3.9-1.6-3.9.5c0 2.5 4.1 1.2 4.1 3.7c0 2.2-3.7 2.1-4.4.2"),
    "T": (4.8, "m0-7h4.8m-2.4 0v7"),
    "U": (4.8, "m.3-7v4.8a2.1 2.2 0 0 0 4.2 0v-4.8"),
    "V": (4.8, "m0-7l2.4 7l2.4-7"),
    "W": (6.8, "m0-7l1.7 7l1.7-5.6l1.7 5.6l1.7-7"),
    "X": (4.6, "m0 0l4.6-7m-4.6 0l4.6 7"),
    "Y": (4.8, "m0-7l2.4 3.6l2.4-3.6m-2.4 3.6v3.4"),
    "Z": (4.5, "m.2-7h4.2l-4.3 7h4.4"),
    "?": (3.8, "m.1-5.2a1.9 1.8 0 1 1 2.8 1.7c-.9.5-1 .9-1 1.8m0 1.6v.1"),
    "!": (1.0, "m.5-7v4.9m0 2v.1"),
    "-": (2.8, "m.2-3h2.4"),
    ".": (0.8, "m.4-.1v.1"),
    ",": (1.0, "m.7-.3l-.6 1.6"),
    ":": (0.8, "m.4-.1v.1m0-4v.1"),
    "/": (2.6, "m0 .6l2.6-8.2"),
    "'": (0.8, "m.4-7v1.8"),
    "(": (1.8, "m1.8-7.6c-2 2.4-2 6.2 0 8.6"),
    ")": (1.8, "m0-7.6c2 2.4 2 6.2 0 8.6"),
    "+": (4.0, "m0-3h4m-2-2v4"),
    "=": (4.0, "m0-4h4m-4 2h4"),
    "&": (4.8, "m4.8 0c-3-2.4-3.9-4-3.9-5.2c0-2.2 3.1-2.2 3.1 0c0 1.6-3.9 1.8-3.9 3.6c0 2.4 3.7 2 4.2-1.6"),
    " ": (2.2, ""),
}
_SAME = str.maketrans({"–": "-", "—": "-", "−": "-", "’": "'", "‘": "'", "·": ".", "×": "X", "•": "."})
_BOX = (4.4, "m.3 0v-7h3.8v7z")


def _plain(words: str) -> str:
    apart = unicodedata.normalize("NFD", words.translate(_SAME))
    return "".join(c for c in apart if not unicodedata.combining(c))


def strokes(words: str, x: float = 0.0, y: float = 0.0) -> tuple[str, float]:
    """A path for capitals set from (x, y) at capital height 7, and its width."""
    out = []
    start = x
    for c in _plain(words).upper():
        width, glyph = _GLYPHS.get(c, _BOX)
        if glyph:
            out.append(f"M{num(x)} {num(y)}{glyph}")
        x += width + GAP
    return "".join(out), max(0.0, x - GAP - start)


def _run(words: str, size: float, spacing: float) -> tuple[list[tuple[str, float, float]], float]:
    """Each glyph's strokes with its place and scale along the line, and the whole width."""
    x = 0.0
    out = []
    for c in _plain(words):
        width, glyph = _GLYPHS.get(c.upper(), _BOX)
        scale = size * 0.72 / CAP * (0.8 if c.islower() else 1.0)
        out.append((glyph, x, scale))
        x += (width + GAP) * scale + spacing
    return out, max(0.0, x - spacing - GAP * size * 0.1) if out else 0.0


_TEXT = re.compile(r"<text((?:\s[^<>]*?)?)>([^<]*)</text>")
_GROUP = re.compile(r"<(/?)(g|svg)\b([^>]*?)(/?)>|" + _TEXT.pattern)
_ATTR = re.compile(r'([\w:-]+)="([^"]*)"')
_INHERITED = (
    "font-size",
    "font-weight",
    "text-anchor",
    "letter-spacing",
    "fill",
    "stroke",
    "stroke-width",
    "stroke-opacity",
)


def outlined(svg: str) -> str:
    """The picture with each text of ours drawn in strokes, for a renderer that has no fonts."""
    stack: list[dict[str, str]] = [{"font-size": "16", "text-anchor": "start", "fill": "#000"}]

    def tag(found: re.Match[str]) -> str:
        closing, name, given, empty, inner, words = found.groups()
        if name is None:
            return _drawn({**stack[-1], **dict(_ATTR.findall(inner))}, unescape(words))
        if closing:
            stack.pop()
        elif not empty:
            kept = {k: v for k, v in _ATTR.findall(given) if k in _INHERITED}
            stack.append({**stack[-1], **kept})
        return found[0]

    return _GROUP.sub(tag, svg)


def _drawn(given: dict[str, str], words: str) -> str:
    size = float(given["font-size"])
    glyphs, width = _run(words, size, float(given.get("letter-spacing", "0")))
    back = {"middle": width / 2, "end": width}.get(given["text-anchor"], 0.0)
    xs = [float(v) for v in given.get("x", "0").split()]
    ys = [float(v) for v in given.get("y", "0").split()]
    turns = [float(v) for v in given.get("rotate", "0").split()]
    bold = given.get("font-weight", "") in ("bold", "600", "700", "800", "900")
    pen = size * (0.13 if bold else 0.085)
    out = []
    for i, (glyph, along, scale) in enumerate(glyphs):
        if not glyph:
            continue
        own = i < len(xs) and len(xs) > 1
        x = xs[i] if own else xs[-1 if len(xs) > 1 else 0] + along - back
        y = ys[i] if i < len(ys) else ys[-1]
        turn = turns[i] if i < len(turns) else turns[-1]
        spin = f" rotate({num(turn)})" if turn else ""
        out.append((f'transform="translate({num(x)} {num(y)}){spin} scale({scale:.3f})"', glyph, scale))
    halo = given.get("stroke", "none")
    parts = []
    if halo != "none":
        wide = float(given.get("stroke-width", "1"))
        soft = given.get("stroke-opacity", "1")
        parts += [_stroke(at, glyph, halo, (pen + wide) / scale, soft) for at, glyph, scale in out]
    parts += [_stroke(at, glyph, given["fill"], pen / scale, "1") for at, glyph, scale in out]
    turned = f' transform="{given["transform"]}"' if "transform" in given else ""
    return f'<g fill="none" stroke-linecap="round" stroke-linejoin="round"{turned}>{"".join(parts)}</g>'


def _stroke(at: str, glyph: str, colour: str, width: float, opacity: str) -> str:
    return f'<path {at} d="M0 0{glyph}" stroke="{colour}" stroke-width="{width:.2f}" stroke-opacity="{opacity}"/>'
