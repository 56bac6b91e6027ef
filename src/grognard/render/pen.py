"""Helpers of every drawing module: numbers, text, curves, and repeatable irregularity."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from math import hypot
from urllib.parse import quote
from zlib import crc32

Point = tuple[float, float]

R = 36.0  # drawing units to a hex's circumradius


def num(x: float) -> str:
    """A coordinate, to a tenth of a unit, as short as it goes."""
    s = f"{x:.1f}"
    if s.endswith(".0"):
        s = s[:-2]
    return "0" if s == "-0" else s


def chance(*key: object) -> float:
    """A number from 0 up to 1 that looks random and depends on nothing but its key."""
    h = crc32(":".join(map(str, key)).encode())
    h = (h ^ (h >> 15)) * 0x2C1B3C6D & 0xFFFFFFFF  # crc32 alone is linear: like keys give like numbers
    h = (h ^ (h >> 12)) * 0x297A2D39 & 0xFFFFFFFF
    return (h ^ (h >> 15)) / 2**32


def swing(*key: object) -> float:
    """`chance` from -1 to 1."""
    return 2 * chance(*key) - 1


def slug(*words: str) -> str:
    """An id made of any words."""
    return "-".join(quote(w, safe="").replace("%", "_") for w in words if w)


def attrs(**given: object) -> str:
    """XML attributes; `_` in a name stands for `-`, None leaves one out."""
    return "".join(
        f' {k.rstrip("_").replace("_", "-")}="{escape(num(v) if isinstance(v, float) else str(v))}"'
        for k, v in given.items()
        if v is not None
    )


def text(words: str, x: float, y: float, **given: object) -> str:
    """A line of text; escapes what needs it."""
    return f"<text{attrs(x=num(x), y=num(y), **given)}>{escape(words, quote=False)}</text>"


def path(d: str, **given: object) -> str:
    """A path, or nothing when there is nothing to draw."""
    return f'<path d="{d}"{attrs(**given)}/>' if d else ""


def group(parts: Iterable[str], **given: object) -> str:
    """Parts in one group, or nothing when all are empty."""
    inner = "".join(parts)
    return f"<g{attrs(**given)}>{inner}</g>" if inner else ""


def polygon(points: Sequence[Point]) -> str:
    """A closed straight-sided path."""
    return "M" + "L".join(f"{num(x)} {num(y)}" for x, y in points) + "z"


def polyline(points: Sequence[Point]) -> str:
    """An open straight-sided path."""
    return "M" + "L".join(f"{num(x)} {num(y)}" for x, y in points)


def mid(a: Point, b: Point, t: float = 0.5) -> Point:
    """The point a share `t` of the way from a to b."""
    return a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t


def blob(points: Sequence[Point]) -> str:
    """A closed curve that rounds the corners of the points."""
    n = len(points)
    x, y = mid(points[-1], points[0])
    out = [f"M{num(x)} {num(y)}"]
    for i, (cx, cy) in enumerate(points):
        x, y = mid((cx, cy), points[(i + 1) % n])
        out.append(f"Q{num(cx)} {num(cy)} {num(x)} {num(y)}")
    return "".join(out) + "z"


def traced(points: Sequence[Point], gap: float) -> list[tuple[Point, Point]]:
    """Points about `gap` apart along the curve `blob` draws, each with the direction there."""
    n = len(points)
    out: list[tuple[Point, Point]] = []
    left = 0.0
    for i, c in enumerate(points):
        a, b = mid(points[i - 1], c), mid(c, points[(i + 1) % n])
        (px, py) = a
        for k in range(1, 9):
            x, y = mid(mid(a, c, k / 8), mid(c, b, k / 8), k / 8)
            step = hypot(x - px, y - py)
            left += step
            if left >= gap and step:
                out.append(((x, y), ((x - px) / step, (y - py) / step)))
                left -= gap
            px, py = x, y
    return out


def wave(points: Sequence[Point]) -> str:
    """An open curve from the first point to the last that rounds the corners between."""
    if len(points) < 3:
        return polyline(points)
    x, y = points[0]
    out = [f"M{num(x)} {num(y)}"]
    for i in range(1, len(points) - 1):
        cx, cy = points[i]
        x, y = points[-1] if i == len(points) - 2 else mid(points[i], points[i + 1])
        out.append(f"Q{num(cx)} {num(cy)} {num(x)} {num(y)}")
    return "".join(out)


def sampled(points: Sequence[Point], steps: int = 6) -> list[Point]:
    """The curve `wave` draws, as many short straight pieces."""
    if len(points) < 3:
        return list(points)
    out = [points[0]]
    a = points[0]
    for i in range(1, len(points) - 1):
        c = points[i]
        b = points[-1] if i == len(points) - 2 else mid(c, points[i + 1])
        for k in range(1, steps + 1):
            t = k / steps
            out.append(mid(mid(a, c, t), mid(c, b, t), t))
        a = b
    return out
