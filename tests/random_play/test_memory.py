"""What a position remembers is what somebody finds who works it out for the first time: choices, previews, overlays,
views, rulings."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from random import Random
from typing import Any

import pytest

import grognard
from grognard.state import State
from tests.random_play.kit import Kit, sides_of
from tests.random_play.kits import games
from tests.random_play.player import RandomPlayer
from tests.random_play.public import seen

GAMES = 8
ACTIONS = 150  # of a game in which everything is worked out again


def without_memory(match: grognard.Match) -> grognard.Match:
    """A fork that remembers nothing."""
    fork = match.copy()
    fork.state.forget_all()
    return fork


@games(GAMES)
def test_a_warm_answer_is_the_cold_one(kit: Kit, seed: int) -> None:
    match, random = kit.varied(seed), Random(f"memory {seed}")
    player, compared = RandomPlayer.seeded(seed, 0.5), 0
    while match.decision is not None:
        if random.random() < kit.rate(0.1, 0.03, match):
            sides, questions = sides_of(match)[: 1 if match.game.info.secrets else 3], len(match.actions)
            seen(kit, match, questions, sides)  # so that everything is remembered
            warm, cold = (seen(kit, one, questions, sides) for one in (match, without_memory(match)))
            for what, answers in warm.items():
                assert answers == cold[what], f"remembered {what} are wrong after {len(match.actions)} actions"
            compared += 1
        player.play(match, 1)
    assert compared or kit.brief


class Doubter:
    """Works out again whatever a position keeps about its map, each time it is asked for."""

    def __init__(self) -> None:
        self.asked = 0

    def unmoved(self, state: State, key: Hashable, work: Callable[[], Any]) -> Any:
        answers = state._unmoved
        if answers is None:
            return work()
        if key not in answers:
            answers[key] = work()
        elif work is not dict:  # a table that is filled bit by bit: `test_lists` looks into it
            self.asked += 1
            assert answers[key] == work(), f"what is kept of the map as {key} is wrong: a `touch` is missing"
        return answers[key]


@games(GAMES)
def test_what_is_kept_of_the_map_holds_in_the_midst_of_every_action(
    kit: Kit, seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    doubter = Doubter()
    monkeypatch.setattr(State, "unmoved", lambda state, key, work: doubter.unmoved(state, key, work))
    match, player = kit.varied(seed), RandomPlayer.seeded(seed, 0.5)
    for _ in range(ACTIONS):
        if match.decision is None:
            break
        player.play(match, 1)
    assert doubter.asked or not match.state._unmoved or kit.brief
