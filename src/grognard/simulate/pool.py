"""The games of a series shared among processes of this machine."""

from __future__ import annotations

import multiprocessing
import signal
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from multiprocessing.pool import IMapIterator, Pool
from typing import TypeVar

from grognard.errors import Invalid
from grognard.match import Match
from grognard.simulate.series import Outcome, Series, Stopped, forget, never, play_game

POLL = 0.2  # seconds between looks at whether to stop

T = TypeVar("T")
R = TypeVar("R")


def play_series(
    series: Series,
    jobs: int = 1,
    stopped: Callable[[], bool] = never,
    numbers: Sequence[int] | None = None,
    keep: Callable[[int, Match], None] = forget,
) -> Iterator[Outcome]:
    """The games of a series, or those of these numbers, as they end, until `stopped` says so; where it is played, a
    game that has come to its end is given to `keep`."""
    wanted = range(1, series.games + 1) if numbers is None else numbers
    asked = stopped if jobs == 1 else never  # another process cannot be asked: it is ended
    try:
        yield from shared(_Player(series, keep, asked), wanted, jobs, stopped)
    except Stopped:
        return


def shared(
    work: Callable[[T], R], items: Sequence[T], jobs: int = 1, stopped: Callable[[], bool] = never
) -> Iterator[R]:
    """The work done on each item, as it is done, by this process or by so many others, until `stopped` says so."""
    if jobs < 1:
        raise Invalid(f"{jobs} jobs: use at least one")
    if jobs == 1:
        for item in items:
            if stopped():
                return
            yield work(item)
    elif items:
        with _workers(min(jobs, len(items))) as pool:
            yield from _until(pool.imap_unordered(work, items), stopped)
            if not stopped():  # only a stopped series ends its workers; others end by themselves
                pool.close()
                pool.join()


@dataclass(frozen=True, slots=True)
class _Player:
    """`play_game` for one series, which can be sent to another process."""

    series: Series
    keep: Callable[[int, Match], None]
    stopped: Callable[[], bool]

    def __call__(self, number: int) -> Outcome:
        return play_game(self.series, number, self.stopped, self.keep)


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
    if sys.platform != "win32":
        # A signal that comes just before the process waits for work is noticed only with the next one.
        signal.signal(signal.SIGALRM, lambda number, frame: None)
        signal.setitimer(signal.ITIMER_REAL, POLL, POLL)


def _until(results: IMapIterator[R], stopped: Callable[[], bool]) -> Iterator[R]:
    while not stopped():
        try:
            yield results.next(timeout=POLL)
        except multiprocessing.TimeoutError:
            continue
        except StopIteration:
            return
