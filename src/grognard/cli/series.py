"""`simulate`: a series of games between bots, watched."""

from __future__ import annotations

import signal
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import Annotated

import msgspec
from cyclopts import Parameter
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from grognard.bots import blunders
from grognard.cli import BROKEN, DONE, STOPPED
from grognard.cli.console import complain, fitted, say, say_json
from grognard.cli.files import Json
from grognard.cli.start import Options, Position, Scenario
from grognard.errors import Invalid
from grognard.games import find
from grognard.simulate import Outcome, Rate, Results, Saves, Series, Summary, play_series
from grognard.simulate.cluster import play_on_cluster
from grognard.simulate.series import forget

WORST = 5  # games that went wrong, told by name
ETA_SECONDS = 600  # of play from which the time left is guessed

Bots = Annotated[
    str,
    Parameter(
        name="--bots",
        help="A bot for each side in the game's order: random,random. `exec:COMMAND` is a program of yours.",
    ),
]
Games = Annotated[int, Parameter(name="--games", help="How many games (100).")]
Jobs = Annotated[int, Parameter(name="--jobs", help="How many processes share the work (1).")]
Seed = Annotated[str, Parameter(name="--seed", help="Fixes every game of the series (0).")]
Paired = Annotated[bool, Parameter(name="--paired", help="Play each seed twice, the bots changing sides.")]
Seconds = Annotated[
    float | None,
    Parameter(name="--seconds", help="What a bot may think about one action (programs 10, the others as they like)."),
]
OnCluster = Annotated[bool, Parameter(name="--cluster", help="Play on a Ray cluster that is running (RAY_ADDRESS).")]
Out = Annotated[
    Path | None,
    Parameter(
        name=["--out", "--output", "-o"],
        help="Write a line of JSON for each game to this file; games that are in it already are not played again.",
    ),
]
Folder = Annotated[
    Path | None,
    Parameter(name="--saves", help="Keep a save file of each game in this folder; `grognard report` reads them all."),
]
Anew = Annotated[bool, Parameter(name="--force", help="Begin the file anew.")]


def simulate(
    game: Annotated[str, Parameter(help="The game, as `grognard games` lists it.")],
    /,
    *,
    bots: Bots = "random,random",
    games: Games = 100,
    jobs: Jobs = 1,
    seed: Seed = "0",
    scenario: Scenario = None,
    option: Options = None,
    position: Position = None,
    paired: Paired = False,
    seconds: Seconds = None,
    cluster: OnCluster = False,
    out: Out = None,
    saves: Folder = None,
    force: Anew = False,
    json: Json = False,
) -> int:
    """Let bots play a series of games and count the results. Ctrl-C stops it and tells what is done so far."""
    names = tuple(name.strip() for name in bots.split(","))
    start = _start(position, scenario)
    series = Series(game, names, games, seed, scenario, tuple(option or ()), start, paired, seconds)
    if jobs < 1:
        raise Invalid(f"--jobs {jobs}: use at least one process")
    kept = Saves(saves) if saves is not None else None
    if kept is not None:
        kept.begin(series)
    with _interrupt() as interrupt, Results(series, out, force=force) as results, watched() as progress:
        missing = results.missing()
        began, before = time.monotonic(), games - len(missing)
        task = progress.add_task("playing", total=games, completed=before)
        if cluster:
            playing = play_on_cluster(series, interrupt.is_set, missing, kept)
        else:
            playing = play_series(series, jobs, interrupt.is_set, missing, kept.keep if kept is not None else forget)
        for outcome in playing:
            results.add(outcome)
            progress.advance(task)
        took = time.monotonic() - began
    summary = Summary.of(results.played(), took, paired=paired)
    if json:
        say_json({**msgspec.to_builtins(summary), "played_before": before, "stopped": interrupt.is_set()})
    else:
        _tell(series, summary, before)
    _complain(results.played())
    if interrupt.is_set():
        complain(f"stopped after {summary.games} of {games} games{_go_on(out)}")
        return STOPPED
    return BROKEN if summary.failed else DONE


def _start(position: Path | None, scenario: str | None) -> str:
    if position is None:
        return ""
    if scenario is not None:
        raise Invalid("a position file names its scenario itself: leave --scenario out")
    try:
        return position.read_text("utf-8")
    except OSError as error:
        raise Invalid(f"{position}: cannot be read: {error.strerror}") from None
    except UnicodeDecodeError:
        raise Invalid(f"{position}: not TOML: it is not text") from None


def _complain(outcomes: Sequence[Outcome]) -> None:
    """The first few games that went wrong, a line each."""
    for outcome in [outcome for outcome in outcomes if outcome.failed][:WORST]:
        complain(f"game {outcome.game}, seed {outcome.seed}, broke off {outcome.failed}")
    for outcome in [outcome for outcome in outcomes if outcome.forfeit][:WORST]:
        complain(f"game {outcome.game}, seed {outcome.seed}, is forfeit: {outcome.forfeit}")


def _go_on(out: Path | None) -> str:
    return f"; the same command goes on with {out}" if out is not None else ""


class _Interrupt:
    """Whether Ctrl-C was pressed; a second one stops the program where it stands."""

    def __init__(self) -> None:
        self._set = False

    def is_set(self) -> bool:
        """Whether to stop."""
        return self._set

    def __call__(self, number: int, frame: FrameType | None) -> None:
        if self._set:
            raise KeyboardInterrupt
        self._set = True


@contextmanager
def _interrupt() -> Iterator[_Interrupt]:
    interrupt = _Interrupt()
    before = signal.signal(signal.SIGINT, interrupt)
    try:
        yield interrupt
    finally:
        signal.signal(signal.SIGINT, before)


def watched() -> Progress:
    """A bar on stderr, for people only."""
    watcher = Console(file=sys.stderr)
    columns = (
        TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TextColumn("left"), TimeRemainingColumn()
    )  # fmt: skip
    return Progress(
        *columns, console=watcher, transient=True, disable=not watcher.is_terminal, speed_estimate_period=ETA_SECONDS
    )


def _tell(series: Series, summary: Summary, before: int) -> None:
    whole, fresh = summary.games - summary.failed, summary.games - before
    old = f", {before} of them played before" if before else ""
    pairs = " in pairs" if series.paired else ""
    say(f"{series.game}: {' against '.join(series.bots)}, {whole} games{pairs}, seed {series.seed}{old}", "bold")
    table = Table.grid(padding=(0, 2))
    table.add_column(no_wrap=True)
    for _ in range(3):
        table.add_column(justify="right", no_wrap=True)
    for heading, rates in (("bot", summary.bots), ("both games", summary.pairs), ("winner", summary.rates)):
        if rates:
            table.add_row(heading, "", "", "95 %", style="bold")
        for name, rate in rates.items():
            table.add_row(f"  {name}", str(rate.wins), _share(rate), f"{100 * rate.low:.1f} to {100 * rate.high:.1f} %")
    table.add_row("level", style="bold")
    for name, count in summary.levels.items():
        table.add_row(f"  {name}", str(count), f"{100 * count / whole:.1f} %")
    table.add_row("mean points", style="bold")
    for name, mean in summary.points.items():
        table.add_row(f"  {name}", f"{mean:.1f}")
    table.add_row("actions a game", f"{summary.actions:.0f}", style="bold")
    if fresh:
        table.add_row("games a second", f"{fresh / max(summary.seconds, 1e-9):.2f}", style="bold")
    fitted(table)
    _tell_blunders(series, summary)


def _tell_blunders(series: Series, summary: Summary) -> None:
    """What people would call mistakes, for each side, or for each bot of a paired series."""
    if not summary.blunders:
        return
    sat = {} if series.paired else dict(zip(find(series.game).info.sides, series.bots, strict=True))
    table = Table.grid(padding=(0, 2))
    table.add_column()
    for _ in summary.blunders:
        table.add_column(justify="right", no_wrap=True)
    heads = [f"{who} ({sat[who]})" if who in sat else who for who in summary.blunders]
    table.add_row("blunders", *heads, style="bold")
    for title, *figures in blunders.table(summary.blunders):
        table.add_row(f"  {title}", *figures)
    fitted(table)


def _share(rate: Rate) -> str:
    return f"{100 * rate.share:.1f} %"
