"""The page about many matches."""

from __future__ import annotations

from statistics import fmean, stdev

from grognard.report import plots
from grognard.report.axes import num
from grognard.report.batch import Batch
from grognard.report.chance import quantile
from grognard.report.maps import Sketch
from grognard.report.mistakes import batch_section
from grognard.report.overall import course_section, fighting_section, front_section, luck_section, places_section
from grognard.report.page import figure, page, row, section, table
from grognard.report.plots import Bar
from grognard.report.verdict import matches_section, verdict_section
from grognard.simulate import Rate

SHOWN = 20  # games that failed or files that could not be read


def batch_page(batch: Batch) -> str:
    """A page about a batch: who won how often and how clearly; of matches that were played again, how it came to it."""
    played = batch.played
    failed = [ending for ending in batch.endings if ending.failed]
    parts = [batch.folder] if batch.folder and batch.folder != batch.title else []
    parts += [f"{len(played)} matches played to their end"]
    forfeits = sum(bool(ending.forfeit) for ending in played)
    parts += [f"{forfeits} of them forfeited"] if forfeits else []
    parts += [f"{len(failed)} broke off"] if failed else []
    parts += [f"{batch.running} still go on"] if batch.running else []
    parts += [f"{len(batch.skipped)} files could not be read"] if batch.skipped else []
    return page(
        batch.title,
        " · ".join(parts),
        [
            verdict_section(batch),
            section("Who won", row(_winners(batch), _levels(batch), _bots(batch)) if played else ""),
            section("Points", _points(batch), note="Whole line: the median. Dashed: the mean."),
            *_course(batch),
            batch_section(batch.played, batch.sides),
            section("Length", _length(batch)),
            matches_section(batch),
            section("Broke off", table(("game", "seed", "what happened"), [
                (str(o.game), str(o.seed), o.failed) for o in failed[:SHOWN]
            ]) if failed else ""),
            section("Could not be read", table(("file",), [(why,) for why in batch.skipped[:SHOWN]])
                    if batch.skipped else ""),
        ],
        batch.sides,
        script=bool(batch.digests),
    )  # fmt: skip


def _course(batch: Batch) -> list[str]:
    """How the matches went, of those that were played again."""
    if batch.board is None:
        return []
    sketch = Sketch(batch.board, batch.sides)
    return [
        front_section(batch.digests, sketch),
        course_section(batch.digests, batch.sides),
        places_section(batch.digests, sketch),
        fighting_section(batch.digests, sketch),
        luck_section(batch.digests, batch.sides),
    ]


def _style(batch: Batch, side: str) -> str:
    return f"s{batch.sides.index(side)}" if side in batch.sides else ""


def _winners(batch: Batch) -> str:
    of = len(batch.played)
    rates = {side: Rate.of(count, of) for side, count in batch.winners.items()}
    return _rates(rates, [_style(batch, side) for side in rates], "Matches won", "winner")


def _bots(batch: Batch) -> str:
    """How often each player won, whichever side it had; nothing if there is only one."""
    rates = {bot: Rate.of(won, of) for bot, (won, of) in batch.bots.items()}
    if len(rates) < 2:
        return ""
    seats = {f"{bot} as {side}": Rate.of(won, of) for (bot, side), (won, of) in batch.seats.items()}
    styles = [_style(batch, side) for _, side in batch.seats]
    both = _rates(seats, styles, "Matches won by player and side", "player") if len(seats) > len(rates) else ""
    return _rates(rates, [""] * len(rates), "Matches won by player", "player") + both


def _rates(rates: dict[str, Rate], styles: list[str], title: str, who: str) -> str:
    bars, lines = [], []
    for (name, rate), style in zip(rates.items(), styles, strict=True):
        share, span = f"{100 * rate.share:.1f} %", f"{100 * rate.low:.1f} to {100 * rate.high:.1f} %"
        note = f"{name}: {rate.wins} of {rate.games}, {share} (95 % interval {span})"
        bars.append(Bar(name, 100 * rate.share, style, note))
        lines.append((name, f"{rate.wins} of {rate.games}", share, span))
    drawing = plots.rows(bars, title, shares=list(rates.values()))
    numbers = table((who, "matches", "share", "95 % interval"), lines, numbers=(1, 2, 3))
    return figure(title, drawing + numbers, "The whiskers are Wilson's 95 % intervals.")


def _levels(batch: Batch) -> str:
    of = len(batch.played)
    bars = [
        Bar(level, n, _style(batch, winner), f"{level}: {n} of {of}, {100 * n / of:.1f} %")
        for level, winner, n in batch.levels
    ]
    return figure("Levels of victory", plots.rows(bars, "Levels of victory"))


def _points(batch: Batch) -> str:
    kinds = dict.fromkeys(kind for ending in batch.played for kind in ending.points)
    figures, lines = [], []
    for kind in kinds:
        values = [float(ending.points[kind]) for ending in batch.played if kind in ending.points]
        drawing, line = _spread(values, kind, _style(batch, kind), f"{kind} points")
        figures.append(drawing)
        lines.append(line)
    return row(*figures) + _numbers(lines) if figures else ""


def _length(batch: Batch) -> str:
    values = [float(ending.actions) for ending in batch.played if not ending.forfeit]
    if not values:
        return ""
    kinds = {"actions": values}
    turns = [float(max(digest.turns)) for digest in batch.digests]
    if len(set(turns)) > 1:
        kinds["turns"] = turns
    drawn = [_spread(values, kind, "", kind) for kind, values in kinds.items()]
    return row(*(drawing for drawing, _ in drawn)) + _numbers([line for _, line in drawn])


def _spread(values: list[float], name: str, style: str, x_title: str) -> tuple[str, tuple[str, ...]]:
    middle, mean = quantile(values, 0.5), fmean(values)
    drawing = plots.histogram(values, style, x_title, f"Distribution of {x_title}", middle=middle, mean=mean)
    spread = stdev(values) if len(values) > 1 else 0.0
    low, high = quantile(values, 0.05), quantile(values, 0.95)
    line = (name, str(len(values)), num(mean), num(spread), num(middle), f"{num(low)} to {num(high)}")
    return figure(x_title.capitalize(), drawing), line


def _numbers(lines: list[tuple[str, ...]]) -> str:
    return table(("", "matches", "mean", "spread", "median", "nine in ten"), lines, numbers=(1, 2, 3, 4, 5))
