"""A view that remembers what it has shown before shows what somebody sees who looks for the first time."""

from __future__ import annotations

from random import Random

from tests.random_play.kit import Kit, sides_of
from tests.random_play.kits import games
from tests.random_play.player import RandomPlayer

GAMES = 6


@games(GAMES)
def test_a_view_is_what_a_first_look_shows(kit: Kit, seed: int) -> None:
    match, random = kit.varied(seed), Random(f"views {seed}")
    for action, _ in RandomPlayer.seeded(seed, 0.5).playing(match):
        side = random.choice(sides_of(match))
        view = match.game.view(match.state, side)
        if random.random() < kit.rate(0.5, 0.1, match):
            state = match.state.copy()
            state.forget_all()
            assert view == match.game.view(state, side), f"{side} after {action}"
