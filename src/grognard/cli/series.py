"""`simulate`: a series of games between bots, watched."""

from __future__ import annotations

import signal
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import IO, Annotated

import msgspec
from cyclopts import Parameter
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from grognard.cli import BROKEN, DONE, STOPPED
from grognard.cli.console import complain, fitted, say, say_json
from grognard.cli.files import Force, Json, fresh
from grognard.cli.start import Options, Scenario
from grognard.errors import Invalid
from grognard.simulate import Outcome, Series, Summary, play_series

Bots = Annotated[str, Parameter(name="--bots", help="A bot for each side in the game's order: random,random.")]
Games = Annotated[int, Parameter(name="--games", help="How many games (100).")]
Jobs = Annotated[int, Parameter(name="--jobs", help="How many processes share the work (1).")]
Seed = Annotated[str, Parameter(name="--seed", help="Fixes every game of the series (0).")]
Out = Annotated[
    Path | None, Parameter(name=["--output", "-o"], help="Write a line of JSON for each game to this file.")
]


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
    output: Out = None,
    force: Force = False,
    json: Json = False,
) -> int:
    """Let bots play a series of games and count the results. Ctrl-C stops it and tells what is done so far."""
    names = tuple(name.strip() for name in bots.split(","))
    series = Series(game, names, games, seed, scenario, tuple(option or ()))
    if jobs < 1:
        raise Invalid(f"--jobs {jobs}: use at least one process")
    started = time.monotonic()
    outcomes: list[Outcome] = []
    with _interrupt() as interrupt, _lines(output, force) as file, _progress() as progress:
        task = progress.add_task("playing", total=games)
        for outcome in play_series(series, jobs, interrupt.is_set):
            outcomes.append(outcome)
            if file is not None:
                file.write(msgspec.json.encode(outcome) + b"\n")  # unbuffered: a line is there whole or not at all
            progress.advance(task)
    summary = Summary.of(outcomes, started)
    if json:
        say_json({**msgspec.to_builtins(summary), "stopped": interrupt.is_set()})
    else:
        _tell(series, summary)
    for outcome in [outcome for outcome in outcomes if outcome.failed][:5]:
        complain(f"game {outcome.game}, seed {outcome.seed}, broke off {outcome.failed}")
    if interrupt.is_set():
        complain(f"stopped after {len(outcomes)} of {games} games")
        return STOPPED
    return BROKEN if summary.failed else DONE


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


@contextmanager
def _lines(path: Path | None, force: bool) -> Iterator[IO[bytes] | None]:
    if path is None:
        yield None
        return
    try:
        file = fresh(path, force).open("wb", buffering=0)
    except OSError as error:
        raise Invalid(f"{path}: cannot be written: {error.strerror}") from None
    with file:
        yield file


def _progress() -> Progress:
    """A bar on stderr, for people only."""
    watcher = Console(file=sys.stderr)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    return Progress(*columns, console=watcher, transient=True, disable=not watcher.is_terminal)


def _tell(series: Series, summary: Summary) -> None:
    whole = summary.games - summary.failed
    say(f"{series.game}: {' against '.join(series.bots)}, {whole} games, seed {series.seed}", "bold")
    table = Table.grid(padding=(0, 2))
    table.add_column(no_wrap=True)
    table.add_column(justify="right", no_wrap=True)
    table.add_column(justify="right", no_wrap=True)
    for heading, counts in (("winner", summary.winners), ("level", summary.levels)):
        table.add_row(heading, style="bold")
        for name, count in counts.items():
            table.add_row(f"  {name}", str(count), f"{100 * count / whole:.1f} %")
    table.add_row("mean points", style="bold")
    for name, mean in summary.points.items():
        table.add_row(f"  {name}", f"{mean:.1f}")
    table.add_row("actions a game", f"{summary.actions:.0f}", style="bold")
    table.add_row("games a second", f"{summary.games / summary.seconds:.2f}", style="bold")
    fitted(table)
