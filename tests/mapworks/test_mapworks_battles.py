"""The boards of Battles in the East are what their recipes make, and rivers of two kinds are drawn as two."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from grognard.board import Board
from grognard.mapworks import overrides, recipe
from grognard.mapworks.banks import check_banks
from grognard.mapworks.check import WRONG, check
from grognard.mapworks.draft import draft
from grognard.mapworks.writing import board_text
from grognard.render import theme, waters
from grognard.render.field import Field

ROOT = Path(__file__).parents[2]
SCENARIOS = ("radzymin", "uman")


def shipped(name: str) -> Path:
    """The board of a scenario."""
    return ROOT / "src" / "grognard" / "games" / "battles" / "data" / "scenarios" / name / "board.toml"


@pytest.mark.parametrize("name", SCENARIOS)
def test_the_shipped_board_is_what_the_recipe_makes_and_nothing_is_wrong(name: str) -> None:
    path = ROOT / "maps" / "battles" / name / "recipe.toml"
    given = recipe.read(path)
    assert (path.parent / given.board).resolve() == shipped(name)
    made = draft(given, overrides.read(path.with_name("overrides.toml")))
    number = re.compile(r"-?\d+\.\d\d\b")  # the last digit of a coordinate may differ between machines
    assert number.sub("#", board_text(made)) == number.sub("#", shipped(name).read_text("utf-8"))
    found = [*check(Board.read(shipped(name))), *check_banks(made)]
    assert [finding for finding in found if finding.level == WRONG] == []


@pytest.mark.parametrize("name", SCENARIOS)
def test_every_river_of_a_recipe_is_major_or_minor(name: str) -> None:
    given = recipe.read(ROOT / "maps" / "battles" / name / "recipe.toml")
    assert {river.kind for river in given.river} == {"major-river", "minor-river"}
    assert Board.read(shipped(name)).rivers == ("major-river", "minor-river")


@pytest.mark.parametrize("name", SCENARIOS)
def test_major_rivers_are_drawn_far_broader_than_minor_ones(name: str) -> None:
    board = Board.read(shipped(name))
    found = waters.stretches(Field(board), theme.default())
    assert {stretch.kind for stretch in found} == {"major-river", "minor-river"}
    assert waters.BREADTH["major-river"] > 2.5 * waters.BREADTH["minor-river"]


def test_a_river_of_a_kind_hangs_together_with_one_of_another() -> None:
    """A minor river may end in a major one, and not in a field."""
    grid = {"top": "flat", "shifted": "even", "columns": [1, 6], "rows": [1, 6], "numbering": "CCRR"}
    major = {"kind": "major-river", "name": "Big", "at": "0301/se 0302/ne 0302/se 0303/ne 0303/se 0304/ne 0304/se"}
    minor = {"kind": "minor-river", "name": "Small", "at": "0303/sw 0303/s"}

    def wrong(*sides: dict[str, str]) -> list[str]:
        board = Board.read({"title": "", "grid": grid, "terrain": {"fill": "clear"}, "side": list(sides)})
        return [finding.text for finding in check(board) if finding.level == WRONG and "Small" in finding.text]

    assert any("field" in text for text in wrong(minor))
    assert wrong(major, minor) == []
