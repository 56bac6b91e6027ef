"""A match drawn anew agrees with the original in all a side knows, and can be played on from anywhere."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import msgspec
import pytest

import grognard
from tests.random_play.kit import Kit
from tests.random_play.kits import KITS, games
from tests.random_play.player import RandomPlayer
from tests.random_play.public import asked_of

GAMES = 12


@games(GAMES)
def test_a_drawn_match_agrees_and_can_be_played_on(
    kit: Kit, seed: int, record_property: Callable[[str, object], None]
) -> None:
    match = kit.varied(seed)
    random = Random(f"draws {seed}")
    player = RandomPlayer.seeded(seed, 0.5)
    midst, ended, again = 0, 0, 0
    while match.decision is not None:
        if random.random() < kit.rate(0.1, 0.01, match):
            midst += match._before is not None
            before = match.fingerprint()
            side = random.choice((*match.game.info.sides, None))
            twin = match.determinize(side, random.getrandbits(32))
            again += twin.draws > 1
            assert match.fingerprint() == before
            assert msgspec.json.encode(twin.view(side)) == msgspec.json.encode(match.view(side))
            assert twin.log(side) == match.log(side)
            assert list(map(repr, asked_of(twin, [side]))) == list(map(repr, asked_of(match, [side])))
            assert [(d.side, d.kind) for d in twin.decisions] == [(d.side, d.kind) for d in match.decisions]
            kit.check(twin)
            RandomPlayer.seeded(random.getrandbits(32)).play(twin, None if ended < 3 else 40)
            ended += twin.result is not None
            kit.check(twin)
            assert match.fingerprint() == before
        player.play(match, 1)
    record_property("draws in the midst of an action", midst)
    record_property("draws that had to be repeated", again)
    assert kit.brief or (midst > 0 and ended > 0)
    assert again <= 1 + midst // 5  # a draw that seldom fits is no sample of what a side may believe


FEW_HIDDEN = 3  # so few may have nobody to change places with


@games(GAMES)
def test_hidden_counters_and_dice_to_come_differ(kit: Kit, seed: int) -> None:
    match = kit.varied(seed)
    player = RandomPlayer.seeded(seed)
    player.play(match, 60)
    drawn = [match.determinize("german", other) for other in range(6)]
    if len(kit.hidden(match)) > FEW_HIDDEN:
        assert len({tuple(kit.hidden(twin).items()) for twin in drawn}) > 1
    for twin in drawn:
        assert kit.hidden(twin).keys() == kit.hidden(match).keys()
    again = match.determinize("german", 0)
    assert again.fingerprint() == drawn[0].fingerprint()
    assert len({twin.state.dice.copy().draw(1 << 30) for twin in drawn}) == len(drawn)


@games(GAMES)
def test_a_drawn_match_forks_and_undoes_like_any_other(kit: Kit, seed: int) -> None:
    match = kit.varied(seed)
    random = Random(f"twice {seed}")
    player = RandomPlayer.seeded(seed, 0.5)
    tried = 0
    while match.decision is not None and tried < 6:
        if random.random() < kit.rate(0.1, 0.01, match):
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
    assert tried or kit.brief


@pytest.mark.parametrize("kit", KITS, ids=lambda kit: kit.id)
def test_a_drawn_match_can_be_drawn_from(kit: Kit) -> None:
    match = kit.varied(0)
    RandomPlayer.seeded(0).play(match, 100)
    once = match.determinize("german", 1)
    twin = once.determinize("soviet", 2)
    assert twin.view("soviet") == once.view("soviet")
    RandomPlayer.seeded(1).play(twin)
    assert twin.result is not None


def test_scripted_dice_are_not_known_beforehand() -> None:
    match = grognard.new("guderian", dice=[2, 2, 2, *[6] * 60])
    match.play("deploy")
    match.play("end")
    rolls = {match.determinize("german", seed).state.dice.roll() for seed in range(40)}
    assert len(rolls) > 1
