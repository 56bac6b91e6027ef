"""The games that are played at random, and how a test goes through them all."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar
from zlib import crc32

import pytest

from grognard.games import find
from tests.random_play import battles, bugriver, eastfront, guderian, oder
from tests.random_play.kit import Kit

KITS = (guderian.KIT, eastfront.KIT, oder.KIT, battles.KIT, bugriver.KIT)


FEW = 10  # whole games of each kind in `make test`: every scenario, the options, both tempers, dice thrown by people
STOPS = 2  # games of each kind in `make test` in which a test stops at many moments; `make soak` plays all the others
Test = TypeVar("Test", bound=Callable[..., None])


def every(kit: Kit, seeds: Sequence[int], now: Sequence[int]) -> list[object]:
    """Cases of one game: the kit and a seed each; those that need not be played now are left to `make soak`."""
    later = (pytest.mark.soak,)
    return [pytest.param(kit, seed, id=f"{kit.id}-{seed}", marks=() if seed in now else later) for seed in seeds]


def games(count: int, step: int = 1, *, secret: bool = False) -> Callable[[Test], Test]:
    """Run a test for so many seeds of every game, or of those in which the sides see different things.

    Each test has its own seeds in `make test`, so that together they see many openings: as a rule one game from the
    start and one from the midst of battle.
    """
    kits = [kit for kit in KITS if not secret or find(kit.id).info.secrets]

    def run(test: Test) -> Test:
        cases: list[object] = []
        for kit in kits:
            seeds = range(0, min(count, kit.seeds), step)
            first = crc32(f"{test.__name__} {kit.id}".encode())
            cases += every(kit, seeds, [seeds[(first + n) % len(seeds)] for n in range(STOPS)])
        found: Test = pytest.mark.parametrize(("kit", "seed"), cases)(test)
        return found

    return run
