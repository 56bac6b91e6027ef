"""The figures of docs/research.md are those of the code."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from grognard.env import aec
from grognard.env.opening import MAX_STEPS
from grognard.games import IDS, find

PAGE = (Path(__file__).parents[2] / "docs" / "research.md").read_text("utf-8")
ROW = re.compile(r"^\| (\w+) \| (\w*) ?\| ([\d,]+) \| (\d+) x (\d+) x (\d+) \| (\d+) \|$", re.MULTILINE)


def rows() -> dict[tuple[str, str], tuple[int, ...]]:
    """Words, planes, rows, columns and vector by game and scenario; '' is every other scenario."""
    return {
        (game, scenario): tuple(int(n.replace(",", "")) for n in sizes) for game, scenario, *sizes in ROW.findall(PAGE)
    }


def scenarios() -> list[tuple[str, str]]:
    return [(game, scenario.id) for game in IDS for scenario in find(game).info.scenarios]


@pytest.mark.parametrize(("game", "scenario"), scenarios())
def test_the_sizes_of_an_environment(game: str, scenario: str) -> None:
    env = aec(game, scenario)
    written = rows().get((game, scenario)) or rows().get((game, ""))
    env.reset(seed=1)
    planes = env.observe(env.agents[0])["observation"]["planes"]
    assert written == (len(env.vocabulary), *planes.shape, len(env.vector_names))


def test_every_row_is_of_a_scenario() -> None:
    assert {game for game, _ in rows()} == set(IDS)
    assert {row for row in rows() if row[1]} <= set(scenarios())


def test_when_a_game_is_cut_short() -> None:
    assert f"({MAX_STEPS:,} unless told)" in PAGE
