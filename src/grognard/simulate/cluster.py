"""The games of a series shared among the machines of a Ray cluster that is running already.

Grognard must be installed on its machines in the same version. A game whose worker dies is played again elsewhere.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from importlib import import_module
from typing import Any

from grognard.errors import Invalid
from grognard.simulate.pool import POLL
from grognard.simulate.series import Outcome, Series, failure, play_game

RETRIES = 5  # of one game, when its worker dies
AHEAD = 2  # games handed out for each processor, so that none waits for us


def play_on_cluster(
    series: Series, stopped: Callable[[], bool] = lambda: False, numbers: Sequence[int] | None = None
) -> Iterator[Outcome]:
    """The games of a series, or those of these numbers, as they end. RAY_ADDRESS may name the cluster."""
    ray = _connected()
    try:
        play = ray.remote(max_retries=RETRIES)(play_game)
        shared = ray.put(series)
        waiting = list(reversed(range(1, series.games + 1) if numbers is None else numbers))
        under_way: dict[Any, int] = {}
        while (waiting or under_way) and not stopped():
            width = AHEAD * max(1, int(ray.cluster_resources().get("CPU", 1)))
            while waiting and len(under_way) < width:
                number = waiting.pop()
                under_way[play.remote(shared, number)] = number
            done, _ = ray.wait(list(under_way), timeout=POLL)
            for reference in done:
                yield _outcome(ray, series, under_way.pop(reference), reference)
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


def _outcome(ray: Any, series: Series, number: int, reference: Any) -> Outcome:
    try:
        outcome: Outcome = ray.get(reference)
    except Exception as error:  # its workers died again and again, or cannot play it at all
        why = str(error).strip().splitlines()
        return failure(series, number, f"on the cluster: {type(error).__name__}: {why[-1] if why else ''}")
    return outcome
