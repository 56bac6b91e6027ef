"""Actions that are legal in any match begun as a tutorial: its position and dice are always the same."""

from __future__ import annotations

from functools import cache

from grognard.server.library import lesson
from tests.random_play.player import BUSY, RandomPlayer

Step = tuple[str, str]  # side, action


@cache
def script(length: int, seed: str = "load") -> tuple[Step, ...]:
    """The first actions of one random game."""
    match = lesson("guderian")
    player = RandomPlayer.seeded(seed, BUSY)
    steps: list[Step] = []
    for action, side in player.playing(match):
        steps.append((side, action))
        if len(steps) == length:
            break
    return tuple(steps)
