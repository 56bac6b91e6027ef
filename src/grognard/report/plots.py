"""Plots drawn by hand: lines over turns, bars, intervals, grids of counts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import ceil
from typing import NamedTuple

from grognard.report.axes import (
    BOTTOM,
    HIGH,
    LEFT,
    RIGHT,
    TOP,
    WIDE,
    Scale,
    hint,
    num,
    svg,
    ticks,
    turn_axis,
    words,
    y_axis,
)
from grognard.report.chance import Fairness
from grognard.simulate import Rate


class Curve(NamedTuple):
    """One line of a plot: its name, its style class, a value for each step and what each point says."""

    name: str
    style: str
    values: Sequence[float]
    notes: Sequence[str] = ()


class Bar(NamedTuple):
    """One bar: its label, its value, its style, and what it says."""

    label: str
    value: float
    style: str
    note: str = ""


def lines(curves: Sequence[Curve], turns: Sequence[int], y_title: str, label: str, *, marks: Mapping[int, str]) -> str:
    """Lines over the steps of a match; `turns` says the turn of each step, `marks` names steps worth a flag."""
    values = [v for one in curves for v in one.values]
    y, axis = y_axis(min([0.0, *values]), max([1.0, *values]), y_title)
    x = Scale(0, max(1, len(turns) - 1), LEFT, WIDE - RIGHT)
    out = [axis, turn_axis(turns, x)]
    for step, text in marks.items():
        out.append(f'<path class="flag" d="M{x(step):.1f} {TOP}V{HIGH - BOTTOM}">{hint(text)}</path>')
    for one in curves:
        d = "L".join(f"{x(i):.1f} {y(v):.1f}" for i, v in enumerate(one.values))
        out.append(f'<path class="line {one.style}" d="M{d}"/>')
    for one in curves:
        for i, v in enumerate(one.values):
            note = one.notes[i] if i < len(one.notes) else f"{one.name}: {num(v)}"
            out.append(f'<circle class="dot {one.style}" cx="{x(i):.1f}" cy="{y(v):.1f}" r="2.6">{hint(note)}</circle>')
    return svg("".join(out), label)


def columns(bars: Sequence[Bar], y_title: str, x_title: str, label: str, *, level: float | None = None) -> str:
    """Bars side by side; `level` is a line across them, as what was to be expected."""
    y, axis = y_axis(0, max([1.0, level or 0, *(bar.value for bar in bars)]), y_title)
    step = (WIDE - LEFT - RIGHT) / max(1, len(bars))
    every = ceil(len(bars) / 18)
    out = [axis]
    for i, bar in enumerate(bars):
        x, top = LEFT + i * step + step * 0.14, y(bar.value)
        note = bar.note or f"{bar.label}: {num(bar.value)}"
        out.append(
            f'<rect class="bar {bar.style}" x="{x:.1f}" y="{top:.1f}" width="{step * 0.72:.1f}" '
            f'height="{max(0.0, y(0) - top):.1f}">{hint(note)}</rect>'
        )
        if i % every == 0:
            out.append(words(bar.label, LEFT + (i + 0.5) * step, HIGH - BOTTOM + 16, "tick"))
    if level is not None:
        out.append(
            f'<path class="expect" d="M{LEFT} {y(level):.1f}H{WIDE - RIGHT}">{hint(f"expected: {num(level)}")}</path>'
        )
    out.append(words(x_title, (LEFT + WIDE - RIGHT) / 2, HIGH - 6, "axis"))
    return svg("".join(out), label)


def faces(fair: Fairness, style: str, label: str) -> str:
    """How often each face was thrown, against a fair die."""
    share = fair.dice / fair.sides
    bars = [
        Bar(str(face), count, style, f"{face}: {count} of {fair.dice}, expected {num(share)}")
        for face, count in enumerate(fair.faces, 1)
    ]
    return columns(bars, "throws", "face", label, level=share)


def stacked(steps: Sequence[tuple[str, Sequence[Bar]]], y_title: str, x_title: str, label: str) -> str:
    """Two bars a step, one for each side."""
    y, axis = y_axis(0, max([1.0, *(bar.value for _, bars in steps for bar in bars)]), y_title)
    step = (WIDE - LEFT - RIGHT) / max(1, len(steps))
    every = ceil(len(steps) / 18)
    out = [axis]
    for i, (name, bars) in enumerate(steps):
        each = step * 0.76 / max(1, len(bars))
        for j, bar in enumerate(bars):
            x, top = LEFT + i * step + step * 0.12 + j * each, y(bar.value)
            out.append(
                f'<rect class="bar {bar.style}" x="{x:.1f}" y="{top:.1f}" width="{each * 0.92:.1f}" '
                f'height="{y(0) - top:.1f}">{hint(bar.note)}</rect>'
            )
        if i % every == 0:
            out.append(words(name, LEFT + (i + 0.5) * step, HIGH - BOTTOM + 16, "tick"))
    out.append(words(x_title, (LEFT + WIDE - RIGHT) / 2, HIGH - 6, "axis"))
    return svg("".join(out), label)


def rows(bars: Sequence[Bar], label: str, *, shares: Sequence[Rate] = ()) -> str:
    """Bars one below the other with their values; with shares, from 0 to 100 % with their intervals."""
    name, row = 168, 30
    high = row * len(bars) + (26 if shares else 6)
    most = max([1.0, *(bar.value for bar in bars)])
    x = Scale(0, 100 if shares else most, name, WIDE - 78)
    out = []
    if shares:
        for mark in (0, 25, 50, 75, 100):
            out.append(f'<path class="grid" d="M{x(mark):.1f} 4V{high - 20}"/>')
            out.append(words(f"{mark} %", x(mark), high - 5, "tick"))
    for i, bar in enumerate(bars):
        y = i * row + 4
        out.append(words(bar.label, name - 10, y + 16, "label", "end"))
        out.append(
            f'<rect class="bar {bar.style}{" soft" if shares else ""}" x="{name}" y="{y + 3}" height="{row - 12}" '
            f'width="{max(0.0, x(bar.value) - name):.1f}">{hint(bar.note or f"{bar.label}: {num(bar.value)}")}</rect>'
        )
        if shares:
            low, up, mid = x(100 * shares[i].low), x(100 * shares[i].high), y + 3 + (row - 12) / 2
            out.append(f'<path class="whisker" d="M{low:.1f} {mid - 5}v10m0-5H{up:.1f}m0-5v10">{hint(bar.note)}</path>')
            out.append(words(f"{bar.value:.1f} %", WIDE - 4, y + 16, "label", "end"))
        else:
            out.append(words(num(bar.value), x(bar.value) + 8, y + 16, "label", "start"))
    return svg("".join(out), label, high=high)


def histogram(values: Sequence[float], style: str, x_title: str, label: str, *, middle: float, mean: float) -> str:
    """How often each value came up, in bins of a round width, with the median and the mean."""
    marks = ticks(min(values), max(values), 16)
    width = marks[1] - marks[0]
    bins = [0] * len(marks)
    for value in values:
        bins[min(len(bins) - 1, int((value - marks[0]) / width + 1e-9))] += 1
    whole = width == 1
    y, axis = y_axis(0, max(bins), "games")
    x = Scale(marks[0], marks[-1] + width, LEFT, WIDE - RIGHT)
    half = width / 2 if whole else 0.0
    out = [axis]
    every = ceil(len(marks) / 9)
    for i, (mark, count) in enumerate(zip(marks, bins, strict=True)):
        span = num(mark) if whole else f"{num(mark)} up to {num(mark + width)}"
        games = "game" if count == 1 else "games"
        out.append(
            f'<rect class="bar {style}" x="{x(mark) + 0.8:.1f}" y="{y(count):.1f}" '
            f'width="{x(mark + width) - x(mark) - 1.6:.1f}" height="{y(0) - y(count):.1f}">'
            f"{hint(f'{span}: {count} {games}')}</rect>"
        )
        if i % every == 0:
            out.append(words(num(mark), x(mark + half), HIGH - BOTTOM + 16, "tick"))
    for value, kind in ((middle, "median"), (mean, "mean")):
        at = x(value + half)
        out.append(f'<path class="{kind}" d="M{at:.1f} {TOP}V{HIGH - BOTTOM}">{hint(f"{kind} {num(value)}")}</path>')
    out.append(words(x_title, (LEFT + WIDE - RIGHT) / 2, HIGH - 6, "axis"))
    return svg("".join(out), label)


def grid(
    rows_: Sequence[str],
    columns_: Sequence[str],
    counts: Mapping[tuple[str, str], int],
    label: str,
    expected: Mapping[tuple[str, str], float],
) -> str:
    """A table of counts, the more the darker: rows by columns. What was to be expected stands below each count."""
    name, cell, high = 78, 46, 40 if expected else 26
    wide = name + cell * len(columns_) + 8
    most = max(counts.values(), default=1)
    out = [words(column, name + cell * (i + 0.5), 16, "tick") for i, column in enumerate(columns_)]
    for j, row in enumerate(rows_):
        y = 24 + j * high
        out.append(words(row, name - 8, y + 17, "label", "end"))
        for i, column in enumerate(columns_):
            count = counts.get((row, column), 0)
            strong = f"{0.18 + 0.82 * count / most:.2f}" if count else "0"
            dark = " on" if count > 0.55 * most else ""
            middle, note, below = name + cell * (i + 0.5), f"{row}, {column}: {count}", ""
            if (row, column) in expected:
                hoped = num(expected[row, column])
                note += f", expected {hoped}"
                below = words(hoped, middle, y + 32, f"tick faint{dark}")
            out.append(
                f'<g>{hint(note)}<rect class="cell" x="{name + i * cell + 1}" y="{y}" '
                f'width="{cell - 2}" height="{high - 2}"/><rect class="count" fill-opacity="{strong}" '
                f'x="{name + i * cell + 1}" y="{y}" width="{cell - 2}" height="{high - 2}"/>'
                f"{words(str(count) if count else '', middle, y + 17, 'tick' + dark)}{below}</g>"
            )
    return svg("".join(out), label, wide=max(wide, 400), high=30 + high * len(rows_))
