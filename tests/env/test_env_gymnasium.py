"""One chair at the table as a Gymnasium environment, with bots in the others."""

from __future__ import annotations

import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import grognard
from grognard.bots.random import RandomBot
from grognard.env import OneSide, against


def play(env: OneSide, seed: int) -> tuple[float, dict[str, object], int]:
    """A random game to its end: the reward, what was told with it, and how many words were said."""
    _, info = env.reset(seed=seed)
    rng = np.random.default_rng(seed)
    steps, over, reward = 0, False, 0.0
    while not over:
        assert env.match.decision is not None
        assert env.match.decision.side == env.side
        _, reward, ended, cut, info = env.step(int(rng.choice(np.flatnonzero(info["action_mask"]))))
        over, steps = ended or cut, steps + 1
    return reward, info, steps


@pytest.mark.parametrize(("game", "side", "scenario"), [
    ("guderian", "german", None), ("eastfront", "soviet", "EDE"), ("oder", "soviet", None), ("battles", "axis", "uman"),
    ("bugriver", "german", "ustyluh"),
])  # fmt: skip
@pytest.mark.filterwarnings("ignore")
def test_the_api_is_kept(game: str, side: str, scenario: str | None) -> None:
    check_env(against(game, side, scenario=scenario, max_steps=100), skip_render_check=True)


def test_a_whole_game_against_a_bot() -> None:
    env = against("oder", "soviet")
    reward, info, _ = play(env, 3)
    result = env.match.result
    assert result is not None
    assert info["points"] == result.points
    assert reward == (1.0 if result.winner == "soviet" else -1.0)


def test_the_same_seed_is_the_same_game() -> None:
    ends = []
    for _ in range(2):
        env = against("eastfront", "german", scenario="EDE")
        play(env, 5)
        ends.append(env.match.fingerprint())
    assert ends[0] == ends[1]


def test_a_bot_of_ones_own() -> None:
    env = against("eastfront", "german", RandomBot("mine"), "EDE")
    assert play(env, 1)[2] > 5


def test_an_illegal_word_is_ignored_or_raised() -> None:
    env = against("guderian", "soviet")
    env.reset(seed=1)
    before = env.match.fingerprint()
    _, reward, over, _, info = env.step(env.vocabulary.number("attack"))
    assert (reward, over) == (0.0, False)
    assert "illegal" in info
    assert env.match.fingerprint() == before
    strict = against("guderian", "soviet", illegal="raise")
    strict.reset(seed=1)
    with pytest.raises(grognard.Illegal):
        strict.step(strict.vocabulary.number("attack"))


def test_a_long_game_is_cut_short() -> None:
    env = against("guderian", "soviet", max_steps=7)
    assert play(env, 1)[2] == 7


def test_wrong_settings_are_told() -> None:
    with pytest.raises(grognard.Invalid, match="did you mean soviet"):
        against("oder", "sovet")
    with pytest.raises(grognard.Invalid, match="no bot"):
        against("oder", "soviet", "randon")
    with pytest.raises(grognard.Invalid, match="ignore or raise"):
        against("oder", "soviet", illegal="forgive")


def test_it_is_rendered_from_its_own_side() -> None:
    env = against("eastfront", "german", scenario="EDE", render_mode="ansi")
    env.reset(seed=1)
    assert "turn 1" in env.render()
