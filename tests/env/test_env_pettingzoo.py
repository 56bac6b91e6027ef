"""The PettingZoo environment keeps that library's contract, and ours: words, masks, rewards, seeds."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

import numpy as np
import pytest
from gymnasium.utils.env_checker import data_equivalence
from pettingzoo.test import api_test, seed_test

import grognard
from grognard.env import Sides, aec

SHORT = [("guderian", None), ("eastfront", "EDE"), ("oder", None), ("battles", None), ("bugriver", "ustyluh")]
GAMES = [(game.id, scenario.id) for game in grognard.games() for scenario in game.scenarios]
DONE = 0


def say(env: Sides, *words: str) -> None:
    for word in words:
        env.step(env.vocabulary.number(word))


def mask(env: Sides) -> Any:
    return env.infos[env.agent_selection]["action_mask"]


def walk(env: Sides, seed: int, steps: int) -> None:
    """So many random words, or to the end."""
    rng = np.random.default_rng(seed)
    for _ in range(steps):
        agent = env.agent_selection
        if env.terminations[agent] or env.truncations[agent]:
            return
        env.step(int(rng.choice(np.flatnonzero(mask(env)))))


@pytest.mark.parametrize(("game", "scenario"), SHORT)
@pytest.mark.filterwarnings("ignore")
def test_the_api_is_kept(game: str, scenario: str | None) -> None:
    api_test(aec(game, scenario, max_steps=150), num_cycles=200)


@pytest.mark.parametrize(("game", "scenario"), SHORT)
@pytest.mark.filterwarnings("ignore")
def test_the_same_seed_is_the_same_game(game: str, scenario: str | None) -> None:
    seed_test(lambda: aec(game, scenario), num_cycles=60)


@pytest.mark.parametrize(("game", "scenario"), GAMES)
def test_every_scenario_can_be_played(game: str, scenario: str) -> None:
    env = aec(game, scenario)
    env.reset(seed=5)
    walk(env, 5, 25)
    for side in env.possible_agents:
        observation = env.observe(side)
        assert env.observation_space(side).contains(observation)
        assert len(env.plane_names) == len(observation["observation"]["planes"])
        assert len(env.vector_names) == len(observation["observation"]["vector"])


@pytest.mark.parametrize(("game", "scenario"), SHORT)
def test_the_mask_is_what_the_referee_offers(game: str, scenario: str | None) -> None:
    env = aec(game, scenario)
    env.reset(seed=2)
    rng = np.random.default_rng(2)
    for _ in range(120):
        agent = env.agent_selection
        if env.terminations[agent]:
            break
        offered = env.match.choices(env.infos[agent]["words"], agent)
        allowed = {env.vocabulary.words[n] for n in np.flatnonzero(mask(env))}
        assert allowed == {*offered, *(["done"] if offered.complete else [])}
        assert np.array_equal(mask(env), env.observe(agent)["action_mask"])
        env.step(int(rng.choice(np.flatnonzero(mask(env)))))


def test_an_action_is_said_word_by_word_and_played_when_nothing_may_follow() -> None:
    env = aec("guderian", seed=7)
    env.reset()
    say(env, "deploy")
    assert env.agent_selection == "german"
    say(env, "interdict")
    assert env.infos["german"]["words"] == "interdict"
    assert [entry.action for entry in env.match.actions] == ["deploy"]
    say(env, "1414")
    assert [entry.action for entry in env.match.actions] == ["deploy", "interdict 1414"]
    assert env.infos["german"]["words"] == ""


def test_done_says_that_the_words_are_the_action() -> None:
    env = aec("eastfront", "EDE")
    env.reset(seed=1)
    assert not mask(env)[DONE]
    with pytest.raises(grognard.Illegal):
        env.step(DONE)
    hq = next(word for word in env.match.choices("activate"))
    say(env, "activate", hq)
    assert mask(env)[DONE]
    env.step(DONE)
    assert env.match.actions[-1].action == f"activate {hq}"


def test_an_illegal_word_is_refused_with_its_rule_and_changes_nothing() -> None:
    env = aec("guderian", seed=7)
    env.reset()
    say(env, "deploy", "interdict")
    before = env.match.fingerprint()
    with pytest.raises(grognard.Illegal) as refused:
        say(env, "4501")
    assert refused.value.ruling.rule
    assert env.match.fingerprint() == before
    assert env.infos["german"]["words"] == "interdict"
    with pytest.raises(grognard.Invalid, match="the vocabulary has"):
        env.step(len(env.vocabulary))


def test_the_winner_gets_one_point_and_the_loser_loses_one() -> None:
    env = aec("oder")
    env.reset(seed=3)
    walk(env, 3, 10_000)
    result = env.match.result
    assert result is not None
    ends = {}
    for agent in env.agent_iter():
        _, reward, over, cut, info = env.last()
        assert over
        assert not cut
        assert info["points"] == result.points
        ends[agent] = reward
        env.step(None)
    assert ends == {side: 1.0 if side == result.winner else -1.0 for side in env.possible_agents}
    assert env.agents == []


def test_a_long_game_is_cut_short_without_a_reward() -> None:
    env = aec("guderian", max_steps=30)
    env.reset(seed=1)
    walk(env, 1, 1000)
    assert set(env.truncations.values()) == {True}
    assert set(env.rewards.values()) == {0.0}
    assert "points" not in env.infos["german"]


def test_without_a_seed_the_next_game_is_another_and_the_series_is_the_same() -> None:
    def openings() -> list[str]:
        env = aec("guderian", seed=11)
        found = []
        for _ in range(3):
            env.reset()
            found.append(env.match.fingerprint())
        return found

    assert openings() == openings()
    assert len(set(openings())) == 3


def test_a_position_file_is_a_game_of_its_own() -> None:
    position = {"game": "guderian", "turn": 9, "phase": "german-movement", "units": {"1014": "25/7", "1516": "rifle"}}
    env = aec("pgg", position=position)
    env.reset(seed=1)
    assert env.match.view().turn == 9
    with pytest.raises(grognard.Invalid, match="not of oder"):
        aec("oder", position=position)


def test_wrong_settings_are_told() -> None:
    with pytest.raises(grognard.Invalid, match="render mode"):
        aec("oder", render_mode="human")
    with pytest.raises(grognard.Invalid, match="at least one"):
        aec("oder", max_steps=0)
    with pytest.raises(grognard.Invalid, match="no side"):
        aec("oder", watch="polish")


def test_observations_are_the_readers_to_keep() -> None:
    env = aec("guderian")
    env.reset(seed=1)
    first = env.observe("soviet")
    first["observation"]["planes"][:] = 9
    first["action_mask"][:] = 1
    assert not data_equivalence(first, env.observe("soviet"))
    assert mask(env).sum() < len(env.vocabulary)


@pytest.mark.parametrize(("game", "scenario"), SHORT)
def test_what_was_handed_out_stays_as_it_was(game: str, scenario: str | None) -> None:
    env = aec(game, scenario)
    env.reset(seed=6)
    handed_out = []
    for moment in range(60):
        told = [env.observe(side) for side in env.possible_agents], env.last()[-1], env.infos
        handed_out.append((told, deepcopy(told)))
        walk(env, moment, 1)
    assert all(data_equivalence(told, then) for told, then in handed_out)


def test_whoever_does_not_decide_is_told_nothing() -> None:
    env = aec("oder")
    env.reset(seed=4)
    deciders = set()
    for moment in range(200):
        decides = env.agent_selection
        deciders.add(decides)
        for side in env.possible_agents:
            assert env.infos[side]["action_mask"].any() == (side == decides)
            assert bool(env.infos[side]["kind"]) == (side == decides)
        walk(env, moment, 1)
    assert deciders == set(env.possible_agents)
