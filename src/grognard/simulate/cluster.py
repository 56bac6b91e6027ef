"""The games of a series shared among the machines of a Ray cluster that is running already.

Grognard must be installed on its machines in the same version. A game whose worker dies is played again elsewhere.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from importlib import import_module
from typing import Any

from grognard.errors import Invalid
from grognard.match import Match
from grognard.save import encode
from grognard.simulate.pool import POLL
from grognard.simulate.results import Saves
from grognard.simulate.series import Outcome, Series, failure, never, play_game

RETRIES = 5  # of one game, when its worker dies
AHEAD = 2  # games handed out for each processor, so that none waits for us


def play_on_cluster(
    series: Series,
    stopped: Callable[[], bool] = never,
    numbers: Sequence[int] | None = None,
    saves: Saves | None = None,
) -> Iterator[Outcome]:
    """The games of a series, or those of these numbers, as they end. RAY_ADDRESS may name the cluster. Save files are
    written here, for the machines need not share a disk."""
    ray = _connected()
    try:
        play = ray.remote(max_retries=RETRIES)(_play)
        shared = ray.put(series)
        waiting = list(reversed(range(1, series.games + 1) if numbers is None else numbers))
        under_way: dict[Any, int] = {}
        while (waiting or under_way) and not stopped():
            width = AHEAD * max(1, int(ray.cluster_resources().get("CPU", 1)))
            while waiting and len(under_way) < width:
                number = waiting.pop()
                under_way[play.remote(shared, number, saves is not None)] = number
            done, _ = ray.wait(list(under_way), timeout=POLL)
            for reference in done:
                number = under_way.pop(reference)
                outcome, save = _received(ray, series, number, reference)
                if saves is not None and save:
                    saves.write(number, save)
                yield outcome
        for reference in under_way:
            ray.cancel(reference, force=True)
    finally:
        ray.shutdown()


def _connected() -> Any:
    try:
        ray = import_module("ray")
    except ImportError:
        raise Invalid("--cluster needs Ray: pip install 'grognard[cluster]'") from None
    try:
        ray.init(address="auto", log_to_driver=False, logging_level="ERROR")
    except Exception as error:  # ConnectionError if there is none, and much else if it is of another version
        why = " ".join(str(error).split())[:160]
        raise Invalid(f"no Ray cluster to be reached ({why}): `ray start --head` starts one") from None
    return ray


def _play(series: Series, number: int, saved: bool) -> tuple[Outcome, bytes]:
    """A game as it travels back: how it came out, and its save file if that is wanted and the game has an end."""
    saves: list[bytes] = []

    def keep(number: int, match: Match) -> None:
        if saved:
            saves.append(encode(match))

    outcome = play_game(series, number, keep=keep)
    return outcome, b"".join(saves)


def _received(ray: Any, series: Series, number: int, reference: Any) -> tuple[Outcome, bytes]:
    try:
        outcome: Outcome
        outcome, save = ray.get(reference)
    except Exception as error:  # its workers died again and again, or cannot play it at all
        why = str(error).strip().splitlines()
        return failure(series, number, f"on the cluster: {type(error).__name__}: {why[-1] if why else ''}"), b""
    return outcome, save
