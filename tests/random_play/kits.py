"""The games that are played at random, and how a test goes through them all."""

from __future__ import annotations

import pytest

from grognard.games import find
from tests.random_play import battles, bugriver, eastfront, guderian, oder
from tests.random_play.kit import Kit

KITS = (guderian.KIT, eastfront.KIT, oder.KIT, battles.KIT, bugriver.KIT)


def every(kit: Kit, count: int, step: int = 1, first: int = 0) -> list[object]:
    """Cases of one game: the kit and a seed each."""
    return [pytest.param(kit, seed, id=f"{kit.id}-{seed}") for seed in range(first, first + count, step)]


def games(count: int, step: int = 1, *, secret: bool = False) -> pytest.MarkDecorator:
    """Run a test for so many seeds of every game, or of those in which the sides see different things."""
    kits = [kit for kit in KITS if not secret or find(kit.id).info.secrets]
    return pytest.mark.parametrize(
        ("kit", "seed"), [case for kit in kits for case in every(kit, min(count, kit.seeds), step)]
    )
