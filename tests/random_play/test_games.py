"""Whole games of random legal actions: they end, nothing breaks, no counter is lost, nonsense is refused."""

from __future__ import annotations

from random import Random

import pytest

import grognard
from grognard.events import Ended
from tests.random_play.counters import check_counters, check_stacking
from tests.random_play.melees import melee
from tests.random_play.mutants import refuse_mutant
from tests.random_play.player import BUSY, HASTY, RandomPlayer

MUTANTS = 50
OPTIONS: tuple[dict[str, bool], ...] = (
    {},
    {"evacuation": True},
    {"historical": True},
    {"evacuation": True, "historical": True},
)


def game_of(seed: int) -> tuple[grognard.Match, RandomPlayer]:
    """The match and the player of a seed: other options, other tempers, some dice by hand."""
    dice = "hand" if seed % 10 == 7 else None
    haste = BUSY if seed % 8 == 0 else HASTY
    return grognard.new("guderian", seed=seed, options=OPTIONS[seed % 4], dice=dice), RandomPlayer.seeded(seed, haste)


def play_and_spoil(match: grognard.Match, player: RandomPlayer, seed: int, mutants: int) -> None:
    """Play to the end; on the way look at the counters and offer spoilt actions."""
    spoiler = Random(f"spoiler {seed}")
    refused, at = 0, 0
    while match.decision is not None:
        action, side = player.next_action(match)
        if at % 4 == 0 and refused < mutants:
            refused += refuse_mutant(match, action, side, spoiler)
        told = len(match.events)
        events = match.play(action, side, at=0)
        assert events == match.events.since(told)
        at += 1
        check_stacking(match)
        if at % 60 == 0:
            check_counters(match)
    check_counters(match)
    assert refused == mutants
    assert match.result is not None
    assert isinstance(match.events[-1], Ended)
    assert match.decisions == ()
    assert not match.why("end").ok


@pytest.mark.parametrize("first", range(0, 200, 5))
def test_random_games_end(first: int) -> None:
    for seed in range(first, first + 5):
        match, player = game_of(seed)
        play_and_spoil(match, player, seed, MUTANTS)
        assert match.view()["turn"] == 12


@pytest.mark.parametrize("first", range(0, 100, 10))
def test_games_from_the_midst_of_battle_end(first: int) -> None:
    for seed in range(first, first + 10):
        match = grognard.setup(melee(seed), seed=seed, options=OPTIONS[seed % 4])
        check_counters(match)
        play_and_spoil(match, RandomPlayer.seeded(seed), seed, 5)


@pytest.mark.soak
@pytest.mark.parametrize("first", range(1000, 3000, 20))
def test_thousands_of_random_games_end(first: int) -> None:
    for seed in range(first, first + 20):
        match, player = game_of(seed)
        play_and_spoil(match, player, seed, 20)
        match = grognard.setup(melee(seed), seed=seed, options=OPTIONS[seed % 4])
        play_and_spoil(match, RandomPlayer.seeded(seed), seed, 5)
