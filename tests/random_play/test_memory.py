"""What a position remembers is what somebody finds who works it out for the first time: choices, previews, overlays,
views, rulings."""

from __future__ import annotations

from random import Random

import grognard
from tests.random_play.kit import Kit, sides_of
from tests.random_play.kits import games
from tests.random_play.player import RandomPlayer
from tests.random_play.public import seen

GAMES = 8


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
