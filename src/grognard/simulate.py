"""Series of games between bots. Each game's seed follows from the series' seed and its number, so that a series comes
out the same however many processes share the work."""

from __future__ import annotations

import multiprocessing
import signal
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from multiprocessing.pool import IMapIterator, Pool

import msgspec

import grognard
from grognard.bots import make
from grognard.errors import Invalid
from grognard.games import find

POLL = 0.2  # seconds between looks at whether to stop


@dataclass(frozen=True, slots=True)
class Series:
    """What is played: the game, a bot for each side in the game's order, how often, and from which seed."""

    game: str
    bots: tuple[str, ...]
    games: int
    seed: int | str = 0
    scenario: str | None = None
    options: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        sides = find(self.game).info.sides
        if len(self.bots) != len(sides):
            raise Invalid(f"name {len(sides)} bots, for {' and '.join(sides)}, as {','.join(['random'] * len(sides))}")
        for name in self.bots:
            make(name, 0)
        if self.games < 1:
            raise Invalid(f"{self.games} games: play at least one")
        grognard.new(self.game, self.scenario, options=dict.fromkeys(self.options, True))  # says what is wrong with it


class Outcome(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One game of a series; `failed` is what went wrong if it could not be played to its end."""

    game: int
    seed: str
    winner: str = ""
    level: str = ""
    points: dict[str, int] = {}
    actions: int = 0
    failed: str = ""


def play_game(series: Series, number: int) -> Outcome:
    """Play one game of a series to its end."""
    seed = f"{series.seed}:{number}"
    match = grognard.new(series.game, series.scenario, seed, dict.fromkeys(series.options, True))
    sides = match.game.info.sides
    bots = {side: make(name, f"{seed}:{side}") for side, name in zip(sides, series.bots, strict=True)}
    try:
        while (decision := match.decision) is not None:
            match.play(bots[decision.side].act(match, decision.side), decision.side)
    except Exception as error:  # one broken game must not end a series of thousands; it is told with its seed
        failed = f"after {len(match.actions)} actions: {type(error).__name__}: {error}"
        return Outcome(game=number, seed=seed, actions=len(match.actions), failed=failed)
    result = match.result
    assert result is not None
    return Outcome(
        game=number,
        seed=seed,
        winner=result.winner,
        level=result.level,
        points=result.points,
        actions=len(match.actions),
    )


def play_series(series: Series, jobs: int = 1, stopped: Callable[[], bool] = lambda: False) -> Iterator[Outcome]:
    """The games of a series in order, shared among `jobs` processes, until `stopped` says so."""
    if jobs < 1:
        raise Invalid(f"{jobs} jobs: use at least one")
    numbers = range(1, series.games + 1)
    if jobs == 1:
        for number in numbers:
            if stopped():
                return
            yield play_game(series, number)
        return
    with _workers(min(jobs, series.games)) as pool:
        yield from _until(pool.imap(_Player(series), numbers), stopped)


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
        return spawn.Pool(count)
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)  # inherited
    try:
        return spawn.Pool(count)
    finally:
        signal.signal(signal.SIGINT, before)


def _until(results: IMapIterator[Outcome], stopped: Callable[[], bool]) -> Iterator[Outcome]:
    while not stopped():
        try:
            yield results.next(timeout=POLL)
        except multiprocessing.TimeoutError:
            continue
        except StopIteration:
            return


class Summary(msgspec.Struct, frozen=True, kw_only=True):
    """What a series came to."""

    games: int
    failed: int
    levels: dict[str, int]
    winners: dict[str, int]
    points: dict[str, float]
    actions: float
    seconds: float

    @classmethod
    def of(cls, outcomes: Iterable[Outcome], started: float) -> Summary:
        """The summary of these games, played since `started` (time.monotonic)."""
        played = list(outcomes)
        whole = [outcome for outcome in played if not outcome.failed]
        kinds = dict.fromkeys(kind for outcome in whole for kind in outcome.points)
        return cls(
            games=len(played),
            failed=len(played) - len(whole),
            levels=dict(Counter(outcome.level for outcome in whole).most_common()),
            winners=dict(Counter(outcome.winner or "draw" for outcome in whole).most_common()),
            points={kind: _mean([outcome.points.get(kind, 0) for outcome in whole]) for kind in kinds},
            actions=_mean([outcome.actions for outcome in whole]),
            seconds=time.monotonic() - started,
        )


def _mean(values: list[int]) -> float:
    return sum(values) / len(values) if values else 0.0
