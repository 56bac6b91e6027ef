"""Plots of how many matches are spread: bands over turns, spans of turns, clouds of points."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from grognard.report.axes import BOTTOM, HIGH, LEFT, RIGHT, WIDE, Scale, hint, num, svg, ticks, turn_axis, words, y_axis
from grognard.report.chance import Trend, quantile


class Middle(NamedTuple):
    """The median of some values, and where the middle half of them lies."""

    low: float
    median: float
    high: float

    @classmethod
    def of(cls, values: Sequence[float]) -> Middle:
        """The middle of these values."""
        return cls(*(quantile(values, share) for share in (0.25, 0.5, 0.75)))

    def __str__(self) -> str:
        return f"median {num(self.median)}, middle half {num(self.low)} to {num(self.high)}"


class Band(NamedTuple):
    """The middle of many matches, step by step: its style class, and what each step says."""

    style: str
    steps: Sequence[Middle]
    notes: Sequence[str]


class Span(NamedTuple):
    """Some turns out of all, on a line of their own: when, how strongly to be drawn, what stands beside it."""

    label: str
    middle: Middle
    style: str
    strength: float
    beside: str
    note: str


class Point(NamedTuple):
    """One point of a scatter plot."""

    x: float
    y: float
    style: str
    note: str


def bands(found: Sequence[Band], labels: Sequence[int | str], y_title: str, label: str) -> str:
    """Medians as lines over the middle half of all values; `labels` names the turn of each step."""
    reached = [value for band in found for step in band.steps for value in step]
    y, axis = y_axis(min([0.0, *reached]), max([1.0, *reached]), y_title)
    x = Scale(0, max(1, len(labels) - 1), LEFT, WIDE - RIGHT)
    out = [axis, turn_axis(labels, x)]
    for band in found:
        top = [f"{x(i):.1f} {y(step.high):.1f}" for i, step in enumerate(band.steps)]
        bottom = [f"{x(i):.1f} {y(step.low):.1f}" for i, step in enumerate(band.steps)]
        out.append(f'<path class="band {band.style}" d="M{"L".join([*top, *reversed(bottom)])}Z"/>')
    for band in found:
        line = "L".join(f"{x(i):.1f} {y(step.median):.1f}" for i, step in enumerate(band.steps))
        out.append(f'<path class="line {band.style}" d="M{line}"/>')
    for band in found:
        out += [
            f'<circle class="dot {band.style}" cx="{x(i):.1f}" cy="{y(step.median):.1f}" r="2.8">{hint(note)}</circle>'
            for i, (step, note) in enumerate(zip(band.steps, band.notes, strict=True))
        ]
    return svg("".join(out), label)


def spans(found: Sequence[Span], turns: Sequence[int], label: str) -> str:
    """A line for each: the middle half of the turns as a bar, the median as a mark on it."""
    name, line = 132, 22
    high = line * len(found) + 40
    x = Scale(min(turns) - 0.5, max(turns) + 0.5, name, WIDE - 60)
    out = []
    for mark in ticks(min(turns), max(turns), 12):
        if min(turns) <= mark <= max(turns):
            out.append(f'<path class="grid" d="M{x(mark):.1f} 4V{high - 36}"/>')
            out.append(words(num(mark), x(mark), high - 22, "tick"))
    for i, span in enumerate(found):
        top = i * line + 5
        start, end = x(span.middle.low - 0.4), x(span.middle.high + 0.4)
        out.append(words(span.label, name - 10, top + 12, "label", "end"))
        out.append(
            f'<g>{hint(span.note)}<rect class="bar {span.style}" x="{start:.1f}" y="{top}" width="{end - start:.1f}" '
            f'height="{line - 8}" rx="3" fill-opacity="{0.15 + 0.85 * span.strength:.2f}"/>'
            f'<path class="median" d="M{x(span.middle.median):.1f} {top - 2}v{line - 4}"/></g>'
        )
        out.append(words(span.beside, WIDE - 4, top + 12, "label", "end"))
    out.append(words("turn", (name + WIDE - 60) / 2, high - 6, "axis"))
    return svg("".join(out), label, high=high)


def cloud(points: Sequence[Point], x_title: str, y_title: str, label: str, trend: Trend | None) -> str:
    """Points in a plane, and the straight line through them if there is a trend."""
    ys = [point.y for point in points]
    y, axis = y_axis(min(ys), max(ys), y_title)
    marks = ticks(min([-1.0, *(p.x for p in points)]), max([1.0, *(p.x for p in points)]), 6)
    x = Scale(marks[0], marks[-1], LEFT, WIDE - RIGHT)
    out = [axis]
    for mark in marks:
        zero = " zero" if mark == 0 else ""
        out.append(f'<path class="grid{zero}" d="M{x(mark):.1f} {y(y.high):.1f}V{y(y.low):.1f}"/>')
        out.append(words(num(mark), x(mark), HIGH - BOTTOM + 16, "tick"))
    if trend is not None:
        ends = [(at, trend.start + trend.slope * at) for at in (min(p.x for p in points), max(p.x for p in points))]
        line = "L".join(f"{x(at):.1f} {y(value):.1f}" for at, value in ends)
        out.append(f'<path class="expect" d="M{line}"/>')
    out += [
        f'<circle class="dot {p.style}" cx="{x(p.x):.1f}" cy="{y(p.y):.1f}" r="4">{hint(p.note)}</circle>'
        for p in points
    ]
    out.append(words(x_title, (LEFT + WIDE - RIGHT) / 2, HIGH - 6, "axis"))
    return svg("".join(out), label)
