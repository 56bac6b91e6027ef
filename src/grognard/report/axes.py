"""Parts of every plot: the drawing, its axes, its text. Every mark has a tooltip with its number."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from math import ceil, floor, log10
from typing import NamedTuple

WIDE, HIGH = 520, 250
LEFT, RIGHT, TOP, BOTTOM = 46, 14, 14, 40


def num(value: float) -> str:
    """A number as short as it goes."""
    return f"{value:.1f}".removesuffix(".0").replace("-", "−")


def ticks(low: float, high: float, about: int = 5) -> list[float]:
    """Round numbers from `low` to `high`, a little beyond either end if need be."""
    if high <= low:
        high = low + 1
    raw = (high - low) / about
    size = 10 ** floor(log10(raw))
    step = next(size * k for k in (1, 2, 5, 10) if size * k >= raw * 0.999)
    if step < 1 and float(low).is_integer() and float(high).is_integer():
        step = 1
    first, last = floor(low / step + 1e-9), ceil(high / step - 1e-9)
    return [step * n for n in range(first, last + 1)]


def svg(body: str, label: str, wide: int = WIDE, high: int = HIGH) -> str:
    """A drawing with a name for those who cannot see it."""
    return f'<svg class="plot" viewBox="0 0 {wide} {high}" role="img" aria-label="{escape(label)}">{body}</svg>'


def words(text: str, x: float, y: float, style: str = "", anchor: str = "middle", more: str = "") -> str:
    """A text in a drawing."""
    kind = f' class="{style}"' if style else ""
    return f'<text{kind} x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}"{more}>{escape(text)}</text>'


def hint(text: str) -> str:
    """What a mark says when the mouse rests on it."""
    return f"<title>{escape(text)}</title>"


class Scale(NamedTuple):
    """A linear scale from values to coordinates of the drawing."""

    low: float
    high: float
    start: float
    end: float

    def __call__(self, value: float) -> float:
        return self.start + (value - self.low) / (self.high - self.low) * (self.end - self.start)


def y_axis(low: float, high: float, title: str, wide: int = WIDE, high_px: int = HIGH) -> tuple[Scale, str]:
    """The scale of an upright axis with round numbers, and the axis drawn."""
    marks = ticks(low, high)
    y = Scale(marks[0], marks[-1], high_px - BOTTOM, TOP)
    out = []
    for mark in marks:
        zero = " zero" if mark == 0 else ""
        out.append(f'<path class="grid{zero}" d="M{LEFT} {y(mark):.1f}H{wide - RIGHT}"/>')
        out.append(words(num(mark), LEFT - 7, y(mark) + 4, "tick", "end"))
    middle = (TOP + high_px - BOTTOM) / 2
    out.append(words(title, 12, middle, "axis", more=f' transform="rotate(-90 12 {middle:.1f})"'))
    return y, "".join(out)


def turn_axis(turns: Sequence[int | str], x: Scale) -> str:
    """The axis of the turns; `turns` says the turn of each step."""
    firsts = [i for i, turn in enumerate(turns) if i == 0 or turns[i - 1] != turn]
    every = ceil(len(firsts) / 14)
    out = [words(str(turns[i]), x(i), HIGH - BOTTOM + 16, "tick") for i in firsts[::every]]
    return "".join(out) + words("turn", (LEFT + WIDE - RIGHT) / 2, HIGH - 6, "axis")
