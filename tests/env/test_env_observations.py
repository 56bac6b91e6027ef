"""An observation shows what the side may know, in the place the names say, and never more."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from gymnasium.utils.env_checker import data_equivalence

from grognard.env import Sides, aec
from grognard.env.observer import Observer
from grognard.env.vector import read_from
from grognard.env.vocabulary import Vocabulary
from grognard.env.walk import Walk
from grognard.games import IDS, find
from tests.env.test_env_pettingzoo import say, walk

FIELD = {
    "title": "a field",
    "grid": {"columns": [1, 12], "rows": [1, 10]},
    "terrain": {"fill": "clear", "hexes": {"forest": "0605"}},
    "side": [{"kind": "river", "at": "0505/n"}],
    "line": [{"kind": "road", "hexes": "0105 0205"}],
    "place": [{"name": "Smolensk", "kind": "major-city", "hexes": "0805"}],
}
POSITION = {
    "game": "guderian", "turn": 7, "phase": "german-movement", "board": FIELD,
    "units": {"0505": "25/7 6/7:1", "0705": "6-8-6", "0905": "rifle"},
    "markers": {"air": "0606"},
}  # fmt: skip


@pytest.fixture
def env() -> Sides:
    env = aec("guderian", position=POSITION)
    env.reset(seed=1)
    return env


def plane(env: Sides, side: str, name: str) -> dict[str, int]:
    """The hexes of a plane that are not 0."""
    values = env.observe(side)["observation"]["planes"][env.plane_names.index(name)]
    return {f"{c + 1:02d}{r + 1:02d}": int(values[r, c]) for r, c in zip(*np.nonzero(values), strict=True)}


def number(env: Sides, side: str, name: str) -> float:
    return float(env.observe(side)["observation"]["vector"][env.vector_names.index(name)])


def test_the_printed_map(env: Sides) -> None:
    assert len(plane(env, "german", "map")) == 120
    assert plane(env, "german", "terrain forest") == {"0605": 1}
    assert plane(env, "german", "place major-city") == {"0805": 1}
    assert plane(env, "german", "line road") == {"0105": 1, "0205": 1}
    assert plane(env, "german", "side river n") == {"0505": 1}
    assert plane(env, "german", "side river s") == {"0504": 1}


def test_forces_are_own_or_enemy_by_who_looks(env: Sides) -> None:
    assert plane(env, "german", "own units") == plane(env, "soviet", "enemy units") == {"0505": 2}
    assert plane(env, "german", "enemy units") == {"0705": 1, "0905": 1}
    assert plane(env, "german", "own steps") == {"0505": 3}
    assert plane(env, "german", "own attack") == {"0505": 5}  # 4-10, and 2-10 with one step left
    assert plane(env, "german", "own movement") == {"0505": 10}
    assert plane(env, "soviet", "own attack") == {"0705": 6}
    assert plane(env, "soviet", "own defence") == {"0705": 8}
    assert plane(env, "german", "enemy status untried") == {"0905": 1}
    assert plane(env, "german", "own type panzer") == {"0505": 1}
    assert plane(env, "german", "own marker interdiction") == {"0606": 1}
    assert plane(env, "soviet", "own control") == {"0805": 1}


def test_words_so_far_and_what_may_follow_are_on_the_map(env: Sides) -> None:
    say(env, "move", "25/7")
    assert plane(env, "german", "named") == {"0505": 1}
    offered = {word for word in env.match.choices("move 25/7") if word in env.match.board.grid.by_name}
    assert set(plane(env, "german", "offered")) - {"0505"} == offered - {"0505"}
    words = env.observe("german")["observation"]["words"]
    assert [env.vocabulary.words[n] for n in np.flatnonzero(words)] == ["move", "25/7"]


def test_the_vector(env: Sides) -> None:
    assert number(env, "german", "turn") == pytest.approx(7 / 12)
    assert number(env, "german", "side german") == number(env, "soviet", "side soviet") == 1
    assert number(env, "german", "phase german-movement") == 1
    assert number(env, "german", "deciding") == number(env, "soviet", "enemy deciding") == 1
    assert number(env, "german", "asked german-movement") == 1
    assert number(env, "soviet", "asked german-movement") == 0
    say(env, "move")
    assert number(env, "german", "words") == pytest.approx(0.1)


def test_nobody_hears_the_other_side_think(env: Sides) -> None:
    before = env.observe("soviet")
    say(env, "move", "25/7")
    assert data_equivalence(before, env.observe("soviet"))
    assert env.infos["soviet"]["words"] == ""
    assert not env.infos["soviet"]["action_mask"].any()


def test_hidden_blocks_are_counted_and_no_more() -> None:
    env = aec("eastfront", "EDE")
    env.reset(seed=1)
    assert sum(plane(env, "german", "enemy hidden").values()) > 0
    assert not plane(env, "german", "enemy attack")
    assert plane(env, "soviet", "own attack")


@pytest.mark.parametrize(("game", "scenario"), [("guderian", None), ("eastfront", "S42")])
def test_what_is_hidden_changes_no_observation(game: str, scenario: str | None) -> None:
    env = aec(game, scenario)
    env.reset(seed=6)
    for moment in range(6):
        walk(env, moment, 40)
        match = env.match
        words = Vocabulary.of(match)
        for side in env.possible_agents:
            twin = Walk(match.determinize(side, f"other {moment}"), words)
            here = Walk(match, words)
            assert data_equivalence(Observer(here).observe(here, side), Observer(here).observe(twin, side))


@pytest.mark.parametrize(("game", "scenario"), [
    ("guderian", None), ("oder", None), ("battles", None), ("bugriver", None),
    ("eastfront", "EDE"), ("eastfront", "S42"),
])  # fmt: skip
def test_what_is_kept_from_look_to_look_is_what_a_first_look_shows(game: str, scenario: str | None) -> None:
    env = aec(game, scenario)
    env.reset(seed=8)
    for moment in range(100):
        walk(env, moment, 1 + moment % 5)
        twin = env.match.copy()
        twin.state.forget_all()
        first = Walk(twin, env.vocabulary)
        for word in env.infos[env.agent_selection]["words"].split():
            first.say(env.vocabulary.number(word))
        for side in env.possible_agents if moment % 3 else [env.agent_selection]:
            assert env.match.view(side) == twin.view(side)
            assert data_equivalence(env.observe(side), Observer(first).observe(first, side))


def test_the_second_to_answer_at_once_does_not_see_the_first_answer() -> None:
    def second(answer: int) -> tuple[Any, Any]:
        env = aec("eastfront", "EDE")
        env.reset(seed=1)
        while len(env.match.decisions) < 2:
            walk(env, 1, 1)
        first = env.agent_selection
        legal = np.flatnonzero(env.infos[first]["action_mask"])
        env.step(int(legal[answer % len(legal)]))
        while env.agent_selection == first:
            env.step(int(np.flatnonzero(env.infos[first]["action_mask"])[-1]))
        return env.observe(env.agent_selection), [entry.action for entry in env.match.actions][-1]

    (one, said), (other, otherwise) = second(0), second(-1)
    assert said != otherwise
    assert data_equivalence(one, other)


def test_letters_and_pixels() -> None:
    env = aec("guderian", position=POSITION, render_mode="ansi", watch="german")
    env.reset(seed=1)
    drawn = env.render()
    assert isinstance(drawn, str)
    assert drawn.splitlines()[0] == "turn 7 of 12: German Initial Movement"
    assert drawn.splitlines()[5].split() == [".", ".", ".", ".G2", "fS1", "*S1", ".", ".", "."]
    env = aec("guderian", position=POSITION, render_mode="rgb_array")
    env.reset(seed=1)
    picture = env.render()
    assert isinstance(picture, np.ndarray)
    assert picture.dtype == np.uint8
    assert picture.shape[1:] == (800, 3)
    assert len(np.unique(picture.reshape(-1, 3), axis=0)) > 20
    assert aec("guderian").render() is None


@pytest.mark.parametrize("game", [game for game in IDS if not find(game).info.secrets])
def test_sides_without_secrets_are_shown_the_same(game: str) -> None:
    """So that the planes of both are drawn from one view."""
    env = aec(game)
    env.reset(seed=12)
    drawn_from = ("units", "markers", "control", "battles", "hexes", "ground")
    for moment in range(80):
        walk(env, moment, 1 + moment % 7)
        one, other = (env.match.view(side) for side in env.possible_agents)
        assert read_from(one) == read_from(other)
        assert all(getattr(one, part) == getattr(other, part) for part in drawn_from)
