"""At random points of random games: a fork, a replay, a saved and loaded match, an undone one are all the original."""

from __future__ import annotations

from random import Random

import msgspec
import pytest

import grognard
from grognard import save
from tests.random_play.kit import Kit
from tests.random_play.kits import games
from tests.random_play.player import RandomPlayer

GAMES = 16
Action = tuple[str, str]


def history(match: grognard.Match, seed: int) -> list[Action]:
    """The actions of a random game."""
    return list(RandomPlayer.seeded(seed, 0.5).playing(match))


def same(one: grognard.Match, other: grognard.Match) -> bool:
    """Whether two matches are alike in everything, told and hidden."""
    return (
        one.fingerprint() == other.fingerprint()
        and one.events.since(0) == other.events.since(0)
        and one.actions.since(0) == other.actions.since(0)
        and msgspec.json.encode(one.view()) == msgspec.json.encode(other.view())
        and [repr(d) for d in one.decisions] == [repr(d) for d in other.decisions]
        and [d.choices() for d in one.decisions] == [d.choices() for d in other.decisions]
    )


@games(GAMES)
def test_a_fork_played_on_is_the_original(kit: Kit, seed: int) -> None:
    match = kit.varied(seed)
    actions = history(match.copy(), seed)
    random = Random(f"forks {seed}")
    forks: list[tuple[grognard.Match, int]] = []
    midst = 0
    for at, (action, side) in enumerate(actions):
        if random.random() < kit.rate(0.3, 0.04, match):
            midst += match._before is not None
            fork = match.copy()
            assert same(fork, match)
            forks.append((fork, at + random.randrange(1, 25)))
        match.play(action, side, at=0)
        for fork, _ in forks:
            fork.play(action, side, at=0)
            assert fork.fingerprint() == match.fingerprint(), f"after action {at}, {action}"
        for fork, until in forks:
            assert until > at or same(fork, match)
        forks = [(fork, until) for fork, until in forks if until > at]
    assert midst > 0 or kit.brief, "no fork was taken in the midst of a procedure"
    assert match.result is not None


@games(GAMES)
def test_forks_share_nothing_that_changes(kit: Kit, seed: int) -> None:
    match = kit.varied(seed)
    random = Random(f"strays {seed}")
    player = RandomPlayer.seeded(seed, 0.5)
    while match.decision is not None:
        if random.random() < 0.03:
            before, told = match.fingerprint(), len(match.events)
            stray = match.copy()
            RandomPlayer.seeded(random.getrandbits(32), 0.5).play(stray, 30)
            kit.check(stray)
            assert (match.fingerprint(), len(match.events)) == (before, told)
            assert same(match, match.copy())
        player.play(match, 1)


@games(GAMES, 2)
def test_a_saved_match_is_the_original(kit: Kit, seed: int) -> None:
    match = kit.varied(seed)
    random = Random(f"saves {seed}")
    actions = history(match.copy(), seed)
    points = sorted(random.sample(range(1, len(actions)), 2))
    for at, (action, side) in enumerate(actions, 1):
        match.play(action, side, at=0)
        if at in points or at == len(actions):
            again = save.decode(save.encode(match))
            assert same(again, match)


@games(GAMES)
def test_a_replayed_match_is_the_original(kit: Kit, seed: int) -> None:
    match = kit.varied(seed)
    random = Random(f"replays {seed}")
    prints = [(match.fingerprint(), len(match.events))]
    prints += [(match.fingerprint(), len(match.events)) for _ in RandomPlayer.seeded(seed).playing(match)]
    assert same(match.replay(), match)
    for upto in [0, *random.sample(range(len(prints)), 12)]:
        twin = match.replay(upto)
        assert (twin.fingerprint(), len(twin.events)) == prints[upto]


@games(GAMES)
def test_undone_and_played_again_is_the_original(kit: Kit, seed: int) -> None:
    match = kit.varied(seed, free_undo=True)
    random = Random(f"undo {seed}")
    actions = history(match.copy(), seed)
    for action, side in actions:
        if random.random() < 0.15:
            before, told = match.fingerprint(), len(match.events)
            match.play(action, side, at=0)
            after = match.copy()
            assert match.undo() == action
            assert (match.fingerprint(), len(match.events)) == (before, told)
            match.play(action, side, at=0)
            assert same(match, after)
        else:
            match.play(action, side, at=0)
    for _ in range(min(40, len(actions))):
        match.undo()
    for action, side in actions[-40:]:
        match.play(action, side, at=0)
    assert match.result is not None


@games(GAMES)
def test_undo_is_exact_or_refused_with_a_rule(kit: Kit, seed: int) -> None:
    match = kit.varied(seed)
    random = Random(f"takebacks {seed}")
    player = RandomPlayer.seeded(seed, 0.5)
    undone = refused = 0
    while match.decision is not None:
        before, learned = match.fingerprint(), match.state.learned
        action, side = player.next_action(match)
        match.play(action, side, at=0)
        if random.random() < 0.2:
            after = match.copy()
            if match.state.learned == learned:
                assert match.undo() == action
                assert match.fingerprint() == before
                match.play(action, side, at=0)
                undone += 1
            else:
                with pytest.raises(grognard.Illegal) as error:
                    match.undo()
                assert error.value.ruling.rule in match.game.rulebook.rules
                refused += 1
            assert same(match, after)
    assert kit.brief or undone > 10
    assert undone + refused > 0
