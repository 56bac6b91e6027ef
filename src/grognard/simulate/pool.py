"""The games of a series shared among processes of this machine."""

from __future__ import annotations

import multiprocessing
import signal
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from multiprocessing.pool import IMapIterator, Pool

from grognard.errors import Invalid
from grognard.simulate.series import Outcome, Series, Stopped, play_game

POLL = 0.2  # seconds between looks at whether to stop


def play_series(
    series: Series,
    jobs: int = 1,
    stopped: Callable[[], bool] = lambda: False,
    numbers: Sequence[int] | None = None,
) -> Iterator[Outcome]:
    """The games of a series, or those of these numbers, as they end, until `stopped` says so."""
    if jobs < 1:
        raise Invalid(f"{jobs} jobs: use at least one")
    wanted = range(1, series.games + 1) if numbers is None else numbers
    if jobs == 1:
        for number in wanted:
            try:
                yield play_game(series, number, stopped)
            except Stopped:
                return
    elif wanted:
        with _workers(min(jobs, len(wanted))) as pool:
            yield from _until(pool.imap_unordered(_Player(series), wanted), stopped)


@dataclass(frozen=True, slots=True)
class _Player:
    """`play_game` for one series, to be sent to another process."""

    series: Series

    def __call__(self, number: int) -> Outcome:
        return play_game(self.series, number)


def _workers(count: int) -> Pool:
    """Processes that leave Ctrl-C to the one that leads them, from their first instant on."""
    spawn = multiprocessing.get_context("spawn")
    if threading.current_thread() is not threading.main_thread():
        return spawn.Pool(count, _end_well)
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)  # inherited
    try:
        return spawn.Pool(count, _end_well)
    finally:
        signal.signal(signal.SIGINT, before)


def _end_well() -> None:
    """A process that is told to end takes the programs it has started with it."""
    signal.signal(signal.SIGTERM, lambda number, frame: sys.exit(0))


def _until(results: IMapIterator[Outcome], stopped: Callable[[], bool]) -> Iterator[Outcome]:
    while not stopped():
        try:
            yield results.next(timeout=POLL)
        except multiprocessing.TimeoutError:
            continue
        except StopIteration:
            return
