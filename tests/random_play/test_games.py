"""Whole games of random legal actions: they end, nothing breaks, no counter is lost, nonsense is refused."""

from __future__ import annotations

from random import Random

import pytest

import grognard
from grognard.events import Ended
from tests.random_play import eastfront
from tests.random_play.kit import Kit
from tests.random_play.kits import FEW, KITS, every
from tests.random_play.mutants import refuse_mutant
from tests.random_play.player import RandomPlayer

MUTANTS = 50
CAMPAIGNS, TWO_YEARS = 5, 48  # fortnights


def play_and_spoil(kit: Kit, match: grognard.Match, player: RandomPlayer, seed: int, mutants: int) -> None:
    """Play to the end; on the way look at the counters and offer spoilt actions."""
    spoiler = Random(f"spoiler {seed}")
    refused, at = 0, 0
    kit.check(match)
    while match.decision is not None:
        action, side = player.next_action(match)
        if refused < mutants and (at % 4 == 0 or kit.brief):
            refused += refuse_mutant(kit, match, action, side, spoiler)
        told = len(match.events)
        events = match.play(action, side, at=0)
        assert events == match.events.since(told)
        at += 1
        kit.watch(match)
        if at % 60 == 0 or len(match.actions) < 3:
            kit.check(match)
    kit.check(match)
    assert refused >= min(mutants, at // 5), f"{refused} spoilt actions refused in a game of {at}"
    assert match.result is not None
    assert isinstance(match.events[-1], Ended)
    assert match.decisions == ()
    assert not match.why("end").ok


def in_tens(kit: Kit, count: int) -> list[object]:
    """Cases of ten games, the first of them for `make test`."""
    return every(kit, range(0, count, 10), range(FEW))


@pytest.mark.parametrize(("kit", "first"), [case for kit in KITS for case in in_tens(kit, kit.games)])
def test_random_games_end(kit: Kit, first: int) -> None:
    for seed in range(first, first + 10):
        match, player = kit.opening(seed)
        play_and_spoil(kit, match, player, seed, MUTANTS)
        assert match.view().turn <= match.view().turns


@pytest.mark.parametrize(("kit", "first"), [case for kit in KITS for case in in_tens(kit, kit.melees)])
def test_games_from_the_midst_of_battle_end(kit: Kit, first: int) -> None:
    for seed in range(first, first + 10):
        match = grognard.setup(kit.melee(seed), seed=seed, options=kit.options(seed))
        play_and_spoil(kit, match, RandomPlayer.seeded(seed), seed, 5)


@pytest.mark.soak
@pytest.mark.parametrize(
    ("kit", "first"),
    [case for kit in KITS for case in every(kit, range(1000, 1000 + kit.soaked, kit.soaked // 100), ())],
)
def test_many_random_games_end(kit: Kit, first: int) -> None:
    for seed in range(first, first + kit.soaked // 100):
        match, player = kit.opening(seed)
        play_and_spoil(kit, match, player, seed, 20)
        match = grognard.setup(kit.melee(seed), seed=seed, options=kit.options(seed))
        play_and_spoil(kit, match, RandomPlayer.seeded(seed), seed, 5)


@pytest.mark.soak
@pytest.mark.parametrize("number", range(CAMPAIGNS))
def test_campaigns_of_two_years_and_more_end(number: int) -> None:
    """A campaign ends early when a scenario is won decisively: play on until one has lasted long enough."""
    for attempt in range(20):
        seed = 100 * number + attempt
        match = grognard.new("eastfront", ("W41", "S42")[number % 2], seed, {"campaign": True})
        play_and_spoil(eastfront.KIT, match, RandomPlayer.seeded(seed), seed, MUTANTS)
        if match.view().turn >= TWO_YEARS:
            return
    pytest.fail("no campaign lasted two years")
