"""Actions that are legal in any match begun as a tutorial: its position and dice are always the same."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

import grognard
from grognard import save
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


class Opening(NamedTuple):
    """How a match is begun over the wire so that it always goes the same way, and actions that are legal in it."""

    body: dict[str, object] | bytes  # a NewMatch, or a save file
    steps: tuple[Step, ...]
    setup: int = 0  # so many of them put whole armies on the map


@cache
def opening(game: str, length: int) -> Opening:
    """The first actions of a random game: of Guderian in its tutorial, of others from a save file with their dice."""
    if game == "guderian":
        return Opening({"game": game, "seats": {}, "tutorial": True}, script(length))
    match = grognard.new(game, seed="load")
    content, steps, setup = save.encode(match), list[Step](), 0
    for action, side in RandomPlayer.seeded("load", BUSY).playing(match):
        steps.append((side, action))
        if match.decision is not None and match.decision.kind == "deployment":
            setup = len(steps) + 1
        if len(steps) == length:
            break
    return Opening(content, tuple(steps), setup)
