"""The board of Watch on the Oder: made by its recipe and overrides, and true to every hex the rules name."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import msgspec
import pytest

from grognard.board import Board
from grognard.hexes import members
from grognard.mapworks import overrides, recipe
from grognard.mapworks.banks import check_banks
from grognard.mapworks.check import WRONG, check
from grognard.mapworks.draft import Draft, draft
from grognard.mapworks.georef import fit
from grognard.mapworks.writing import board_text

ROOT = Path(__file__).parents[2]
RECIPE = ROOT / "maps" / "oder" / "recipe.toml"
SHIPPED = ROOT / "src" / "grognard" / "games" / "oder" / "data" / "board.toml"
USIR = ["1218", "1219", "1220", "1318", "1319", "1320"]


@pytest.fixture(scope="module")
def made() -> Draft:
    return draft(recipe.read(RECIPE), overrides.read(RECIPE.with_name("overrides.toml")))


@pytest.fixture(scope="module")
def board() -> Board:
    return Board.read(SHIPPED)


def test_the_recipe_names_the_shipped_board() -> None:
    assert (RECIPE.parent / recipe.read(RECIPE).board).resolve() == SHIPPED


def test_the_shipped_board_is_recipe_and_overrides(made: Draft) -> None:
    """All but the last digit of a coordinate, which may differ between machines."""
    number = re.compile(r"-?\d+\.\d\d\b")
    text, shipped = board_text(made), SHIPPED.read_text("utf-8")
    assert number.sub("#", text) == number.sub("#", shipped)
    ours, theirs = (list(map(float, number.findall(t))) for t in (text, shipped))
    assert max(abs(a - b) for a, b in zip(ours, theirs, strict=True)) < 0.021


def test_the_fit_tells_the_parity(made: Draft) -> None:
    spec = recipe.read(RECIPE)
    odd, even = fit(spec, "odd"), fit(spec, "even")
    assert odd.rms < 0.35 < even.rms
    assert odd.georef.km == pytest.approx(32.5, abs=0.2)
    assert odd.georef.turn == pytest.approx(31.1, abs=0.5)


def test_nothing_is_wrong_with_it(board: Board, made: Draft) -> None:
    assert check(board) == []
    assert [f for f in check_banks(made) if f.level == WRONG] == []


def near(board: Board, name: str) -> set[str]:
    return {board.grid.name(h) for h in board.grid.neighbours[board.grid.hex(name)]}


def open_to(board: Board, name: str) -> set[str]:
    """Land hexes one can walk to."""
    h = board.grid.hex(name)
    steps = board.grid.neighbours[h]
    return {board.grid.name(n) for n in steps if board.terrain[n] != "sea" and not board.crosses("sea", h, n)}


def test_the_grid_is_that_of_the_rules(board: Board) -> None:
    assert len(board.grid.hexes) == 494
    assert near(board, "2607") == {"2606", "2608", "2506", "2507", "2706", "2707"}
    assert near(board, "2706") == {"2705", "2707", "2606", "2607", "2806", "2807"}
    assert near(board, "2208") == {"2207", "2209", "2107", "2108", "2307", "2308"}


def test_the_spits_join_where_the_rules_say(board: Board) -> None:
    assert open_to(board, "2607") == {"2507", "2706"}
    assert open_to(board, "2706") == {"2607", "2806"}
    assert open_to(board, "2208") == {"2107", "2308"}
    assert {"2208", "2209", "2408"} <= open_to(board, "2308")
    assert not {"2607", "2706"} & open_to(board, "2707")


def test_the_places_of_the_rules(board: Board) -> None:
    kinds = {board.grid.name(h): place.kind for place in board.places.values() for h in place.hexes}
    assert {kinds[h] for h in ("2115", "2408", *USIR)} == {"city"}
    assert board.grid.name(board.named["Memel"]) == "2806"
    assert board.grid.name(board.named["Kustrin"]) == "1007"
    for name in ("Breslau", "Danzig", "Stettin", "Swinemuende", "Deutsche Krone", "Kustrin", "Koenigsberg"):
        assert "fortress" in board.places[name].signs
    german = board.areas["german"].set
    east = [place for place in board.places.values() if not place.set & german]
    assert len(east) > 25
    assert len(board.places) - len(east) > 40


def test_the_start_line(board: Board) -> None:
    german = board.areas["german"].set
    for name in ("2806", "2115", "2408", "2607", "2706", *USIR):
        assert german >> board.grid.hex(name) & 1, name
    for name in ("2416", *(f"35{row:02d}" for row in range(3, 22))):
        assert not german >> board.grid.hex(name) & 1, name
    assert board.areas["fortifications"].set & ~german == 0
    assert not german & board.having("sea")


def test_both_edges_have_land(board: Board) -> None:
    for edge in ("west", "east"):
        assert all(board.terrain[h] != "sea" for h in members(board.edges[edge]))


def test_the_areas_have_these_ids(board: Board) -> None:
    assert set(board.areas) == {"german", "closed", "fortifications", "coast", "land-bridge", "no-zoc", "usir"}


def test_overrides_survive_a_refit() -> None:
    """The same corrections on a map moved by half a hex."""
    text = RECIPE.read_text("utf-8").replace('at = "Warsaw"', "at = [21.2, 52.35]")
    moved = msgspec.convert(tomllib.loads(text), recipe.Recipe)
    remade = draft(moved, overrides.read(RECIPE.with_name("overrides.toml")))
    board = Board.read(tomllib.loads(board_text(remade)))
    assert open_to(board, "2607") == {"2507", "2706"}
    assert board.areas["german"].set >> board.grid.hex("2806") & 1
