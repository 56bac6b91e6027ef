"""A match drawn anew agrees with the original in all a side knows, and can be played on from anywhere."""

from __future__ import annotations

from random import Random

import msgspec
import pytest

import grognard
from tests.random_play.counters import check_counters, hidden_counters
from tests.random_play.melees import melee
from tests.random_play.player import RandomPlayer

GAMES = 12


def game_of(seed: int) -> grognard.Match:
    dice = "hand" if seed % 4 == 3 else None
    if seed % 2:
        return grognard.setup(melee(seed), seed=seed, dice=dice)
    return grognard.new("guderian", seed=seed, dice=dice)


@pytest.mark.parametrize("seed", range(GAMES))
def test_a_drawn_match_agrees_and_can_be_played_on(seed: int) -> None:
    match = game_of(seed)
    random = Random(f"draws {seed}")
    player = RandomPlayer.seeded(seed, 0.5)
    midst, ended = 0, 0
    while match.decision is not None:
        procedure = match._before is not None
        if random.random() < (0.1 if procedure else 0.01):
            midst += procedure
            before = match.fingerprint()
            side = random.choice(("german", "soviet", None))
            twin = match.determinize(side, random.getrandbits(32))
            assert match.fingerprint() == before
            assert msgspec.json.encode(twin.view(side)) == msgspec.json.encode(match.view(side))
            assert twin.log(side) == match.log(side)
            assert [repr(d) for d in twin.decisions] == [repr(d) for d in match.decisions]
            check_counters(twin)
            RandomPlayer.seeded(random.getrandbits(32)).play(twin, None if ended < 3 else 40)
            ended += twin.result is not None
            check_counters(twin)
            assert match.fingerprint() == before
        player.play(match, 1)
    assert midst > 0
    assert ended > 0


@pytest.mark.parametrize("seed", range(GAMES))
def test_hidden_counters_and_dice_to_come_differ(seed: int) -> None:
    match = game_of(seed)
    player = RandomPlayer.seeded(seed)
    player.play(match, 60)
    drawn = [match.determinize("german", other) for other in range(6)]
    assert len({tuple(hidden_counters(twin).items()) for twin in drawn}) > 1
    for twin in drawn:
        assert hidden_counters(twin).keys() == hidden_counters(match).keys()
    again = match.determinize("german", 0)
    assert again.fingerprint() == drawn[0].fingerprint()
    assert len({twin.state.dice.copy().draw(1 << 30) for twin in drawn}) == len(drawn)


@pytest.mark.parametrize("seed", range(GAMES))
def test_a_drawn_match_forks_and_undoes_like_any_other(seed: int) -> None:
    match = game_of(seed)
    random = Random(f"twice {seed}")
    player = RandomPlayer.seeded(seed, 0.5)
    tried = 0
    while match.decision is not None and tried < 6:
        if random.random() < (0.1 if match._before is not None else 0.01):
            tried += 1
            twin = match.determinize(None, random.getrandbits(32))
            start, told = twin.fingerprint(), len(twin.events)
            fork = twin.copy()
            assert fork.fingerprint() == start
            played = RandomPlayer.seeded(tried).play(twin, 12)
            RandomPlayer.seeded(tried).play(fork, 12)
            assert fork.fingerprint() == twin.fingerprint()
            back = twin.replay(len(twin.actions) - played)
            assert (back.fingerprint(), len(back.events)) == (start, told)
        player.play(match, 1)
    assert tried


def test_a_drawn_match_can_be_drawn_from() -> None:
    match = game_of(0)
    RandomPlayer.seeded(0).play(match, 100)
    twin = match.determinize("german", 1).determinize("soviet", 2)
    assert twin.view("soviet") == match.view("soviet")
    RandomPlayer.seeded(1).play(twin)
    assert twin.result is not None


def test_scripted_dice_are_not_known_beforehand() -> None:
    match = grognard.new("guderian", dice=[2, 2, 2, *[6] * 60])
    match.play("deploy")
    match.play("end")
    rolls = {match.determinize("german", seed).state.dice.roll() for seed in range(40)}
    assert len(rolls) > 1
