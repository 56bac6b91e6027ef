"""The guided turn says what happens, and whoever leaves it can play on."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

import grognard
from grognard import save
from grognard.events import Eliminated, Retreated, Rolled
from grognard.games.oder.position import Position
from grognard.games.oder.supply import NONE, supply
from grognard.server import library
from grognard.server.messages import TutorialStep
from tests.random_play.player import BUSY, RandomPlayer


def lesson() -> Iterator[tuple[TutorialStep, grognard.Match]]:
    """Every step with the match as the reader sees it, before he acts."""
    match = library.lesson("oder")
    for step in library.tutorial("oder"):
        yield step, match
        if step.action:
            match.play(step.action, step.side)


def state(match: grognard.Match) -> Position:
    assert isinstance(match.state, Position)
    return match.state


def test_it_shows_every_part_of_both_player_turns() -> None:
    verbs = {(step.side, step.action.split()[0]) for step, _ in lesson() if step.action}
    german = {"declare", "air", "attack", "advance", "probe", "stop", "move", "arrive", "end"}
    soviet = {"declare", "attack", "advance", "move", "arrive", "end"}
    assert {verb for side, verb in verbs if side == "german"} >= german
    assert {verb for side, verb in verbs if side == "soviet"} == soviet


def test_it_is_one_turn() -> None:
    turns = [state(match).turn for _, match in lesson()]
    assert (turns[0], turns[-1]) == (4, 5)


def test_each_step_is_put_to_the_side_it_speaks_to() -> None:
    for step, match in lesson():
        assert match.decision is not None
        assert match.decision.side == step.side, step.say


def test_what_it_says_of_odds_and_dice_is_so() -> None:
    odds: list[tuple[str, str, str]] = []
    for step, match in lesson():
        if step.action.startswith("attack"):
            told = match.preview(step.action.removesuffix(" go"))
            odds.append((told.attack, told.defence, told.column))
    results = [event.result for event in match.events if isinstance(event, Rolled) and "attack" in event.what]
    assert odds == [("31", "5", "6:1"), ("31", "5", "6:1"), ("22", "4", "5:1")]
    assert results == ["DR", "DE", "DR"]
    assert [event.unit for event in match.events if isinstance(event, Retreated)] == ["33A", "56P"]
    assert [event.unit for event in match.events if isinstance(event, Eliminated)] == ["33A"]


@pytest.mark.parametrize(
    ("words", "cut"), [("marked out of supply", {"47A"}), ("Four panzer corps", {"47A", "1SS", "2SS", "24Pz", "40Pz"})]
)
def test_who_is_cut_off_when_it_says_so(words: str, cut: set[str]) -> None:
    for step, match in lesson():
        if words in step.say:
            g = state(match)
            assert {g.name(u) for side in ("german", "soviet") for u in g.on_map(side) if supply(g, u) == NONE} == cut
            return
    pytest.fail(f"no step says {words}")


def test_whoever_leaves_it_can_play_on() -> None:
    match = library.lesson("oder")
    RandomPlayer.seeded("astray", BUSY).play(match)
    assert match.result is not None
    assert save.decode(save.encode(match)).fingerprint() == match.fingerprint()
