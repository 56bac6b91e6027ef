"""Nobody can learn what is hidden: matches that differ in hidden counters alone answer alike, byte for byte."""

from __future__ import annotations

from random import Random

import pytest

import grognard
from grognard.events import Event, Revealed
from grognard.games.guderian.untried import unseen
from tests.random_play.counters import check_counters, hidden_counters, state_of
from tests.random_play.melees import melee
from tests.random_play.player import RandomPlayer
from tests.random_play.public import seen

GAMES = 16


def game_of(seed: int) -> grognard.Match:
    dice = "hand" if seed % 4 == 3 else None
    if seed % 2:
        return grognard.setup(melee(seed), seed=seed, dice=dice)
    return grognard.new("guderian", seed=seed, options={"evacuation": seed % 4 == 0}, dice=dice)


def assert_alike(one: grognard.Match, other: grognard.Match, seed: int | str) -> None:
    """Whatever is asked of them, two matches give the same answers."""
    first, second = seen(one, seed), seen(other, seed)
    for what, answers in first.items():
        assert answers == second[what], f"hidden counters show in the {what} after {len(one.actions)} actions"


@pytest.mark.parametrize("seed", range(GAMES))
def test_hidden_counters_show_nowhere(seed: int) -> None:
    match = game_of(seed)
    random = Random(f"leaks {seed}")
    player = RandomPlayer.seeded(seed, 0.5)
    differed = 0
    while match.decision is not None:
        if random.random() < (0.08 if match._before is not None else 0.015):
            twin = match.determinize(None, random.getrandbits(32))
            assert_alike(match, twin, len(match.actions))
            check_counters(twin)
            differed += hidden_counters(match) != hidden_counters(twin)
        player.play(match, 1)
    assert differed > 2


def swap_hidden(match: grognard.Match, random: Random) -> bool:
    """Exchange the counter of an untried unit with another one nobody has seen; False if there is none."""
    g = state_of(match)
    untried = [u for u, n in enumerate(g.counter) if n >= 0 and not g.tried[u]]
    random.shuffle(untried)
    for unit in untried:
        kind, deck, mine = g.rules.kind[unit], g.deck[unit], g.counter[unit]
        faces = g.rules.counters
        others = [n for n in unseen(g, kind, deck) if faces[n].steps != faces[mine].steps]
        if not others:
            continue
        other = random.choice(others)
        g.counter = [mine if n == other else other if n == mine else n for n in g.counter]
        g.pool[kind] = tuple(sorted(mine if n == other else n for n in g.pool[kind]))
        g.aside = tuple((mine if n == other else n, d, s) for n, d, s in g.aside)
        return True
    return False


def first_difference(one: list[Event], other: list[Event]) -> tuple[Event | None, Event | None]:
    for mine, theirs in zip(one, other, strict=False):
        if mine != theirs:
            return mine, theirs
    return None, None


@pytest.mark.parametrize("seed", range(GAMES))
def test_a_swapped_counter_shows_only_when_it_is_revealed(seed: int) -> None:
    match = game_of(seed)
    random = Random(f"swaps {seed}")
    player = RandomPlayer.seeded(seed, 0.5)
    twin: grognard.Match | None = None
    swapped = revealed = compared = 0
    while match.decision is not None:
        if twin is None and match._before is None:
            twin = match.copy()
            if not swap_hidden(twin, random):
                twin = None
            swapped += twin is not None
        action, side = player.next_action(match)
        told = match.play(action, side, at=0)
        if twin is None:
            continue
        heard = twin.play(action, side, at=0)
        mine, theirs = first_difference(told, heard)
        if mine is not None or theirs is not None:  # they go different ways from the revelation on
            assert isinstance(mine, Revealed), f"{mine} before anything was revealed"
            assert isinstance(theirs, Revealed)
            assert mine.was == theirs.was
            twin = None
            revealed += 1
            continue
        assert len(told) == len(heard)
        if random.random() < 0.2:
            assert match.view() == twin.view(), f"a hidden counter shows after {action}"
        if random.random() < 0.03:
            assert_alike(match, twin, len(match.actions))
            compared += 1
    assert swapped > 0
    assert compared > 0
