"""What the workshop finds wrong with a board, and how it refuses a recipe."""

from __future__ import annotations

import builtins
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from grognard.board import Board
from grognard.mapworks.check import LOOK, WRONG, Finding, check, marked
from grognard.mapworks.compare import agreement, told
from tests.cli.runner import Cli

ROOT = Path(__file__).parents[2]
GRID = {"top": "flat", "shifted": "even", "columns": [1, 6], "rows": [1, 6], "numbering": "CCRR"}


def board(**given: object) -> Board:
    return Board.read({"title": "", "grid": GRID, **given})


def said(b: Board, level: str | None = None) -> list[str]:
    return [f.text for f in check(b) if level in (None, f.level)]


def river(at: str, name: str = "Styx") -> Mapping[str, Any]:
    return {"kind": "river", "name": name, "at": at}


def test_an_empty_board_is_fine() -> None:
    assert check(board()) == []


def test_a_river_across_the_map_is_fine() -> None:
    assert (
        check(
            board(
                side=[river("0101/se 0102/ne 0102/se 0103/ne 0103/se 0104/ne 0104/se 0105/ne 0105/se 0106/ne 0106/se")]
            )
        )
        == []
    )


def test_a_river_that_ends_in_a_field() -> None:
    (text,) = said(board(side=[river("0301/se 0302/ne 0302/se")]), WRONG)
    assert text.startswith("river Styx ends in a field at ")


def test_a_river_that_breaks_off() -> None:
    assert "river Styx breaks off before 0404/s" in said(board(side=[river("0101/se 0404/s")]), WRONG)


def test_a_town_in_the_water() -> None:
    wet = board(terrain={"hexes": {"sea": "0303"}}, place=[{"name": "Atlantis", "kind": "town", "hexes": "0303"}])
    assert "Atlantis stands in the water at 0303" in said(wet, WRONG)


def test_a_road_that_leads_nowhere() -> None:
    lonely = board(line=[{"kind": "road", "hexes": "0101 0102"}, {"kind": "road", "hexes": "0303 0304"}])
    assert "road at 0303-0304 leads nowhere" in said(lonely, WRONG)


def test_a_coast_with_a_gap() -> None:
    gap = board(terrain={"hexes": {"sea": "0101"}}, area=[{"id": "coast", "hexes": "0102"}])
    assert "0201 touches the sea but is not in area coast" in said(gap, WRONG)


def test_an_island_is_worth_a_look() -> None:
    island = board(terrain={"hexes": {"sea": "0302 0304 0202 0203 0402 0403"}})
    assert "0303: an island, or cut off by sea hexsides" in said(island, LOOK)


def test_findings_mark_their_hexes() -> None:
    assert marked([Finding(WRONG, "", (3, 5)), Finding(WRONG, "", (6,)), Finding(LOOK, "")]) == {WRONG: 0b1101000}


@pytest.mark.parametrize("game", ["guderian", "oder", "bugriver"])
def test_our_boards_have_nothing_wrong(game: str) -> None:
    assert said(Board.read(ROOT / "src" / "grognard" / "games" / game / "data" / "board.toml"), WRONG) == []


def test_the_board_across_the_bug_is_what_its_recipe_makes(cli: Cli) -> None:
    recipe = ROOT / "maps" / "bugriver" / "recipe.toml"
    cli(f"map make {recipe} -o board.toml").done()
    made = Board.read(cli.folder / "board.toml")
    kept = Board.read(ROOT / "src" / "grognard" / "games" / "bugriver" / "data" / "board.toml")
    assert made.terrain == kept.terrain
    assert made.side("river").pairs == kept.side("river").pairs
    assert {p.name: p.hexes for p in made.places.values()} == {p.name: p.hexes for p in kept.places.values()}
    assert "0 wrong" in cli(f"map check {recipe}").done().out


def test_a_board_agrees_with_itself() -> None:
    same = Board.read(ROOT / "src/grognard/games/battles/data/scenarios/radzymin/board.toml")
    found = agreement(same, same)
    assert all(share.same == share.of for pair in (*found.terrain.values(), found.rivers) for share in pair)
    assert found.rivers[0].of == sum(len(same.side(kind).pairs) // 2 for kind in ("major-river", "minor-river"))
    assert set(found.places.values()) == {0}
    assert "in the same hex 38" in told(found)[-1]


@pytest.mark.soak
def test_eastfront_from_geography_agrees_with_its_board(cli: Cli) -> None:
    """The figures of docs/mapworks.md."""
    board = ROOT / "src" / "grognard" / "games" / "eastfront" / "data" / "board.toml"
    out = cli(f"map compare {ROOT / 'maps' / 'eastfront' / 'recipe.toml'} {board}").done().out
    assert "in the same hex 44, one off 24" in out
    assert "river hexsides: 151 of 202 (74 %), within a hex 100 %" in out


RECIPE = """
title = "Nowhere"
codes = { "." = "clear", L = "lake" }
grid = { columns = [1, 4], rows = [1, 4] }
projection = { centre = [31.4, 49.3], km = 6, turn = 0 }
"""


@pytest.mark.parametrize(
    ("more", "reason"),
    [
        ("rivers = 3", "unknown field `rivers`"),
        ('[[town]]\nname = "Camelot"', "no town 'Camelot'"),
        ('[[town]]\nname = "Kiev"\nat = [30.5, 50.4]', "town Kiev lies off the map"),
        ('[[river]]\nname = "Styx"\njoins = "Lethe"\nline = [[31.3, 49.3], [31.5, 49.3]]', "Lethe, which it joins"),
        (
            '[[river]]\nname = "Styx"\nleft = ["Hades"]\nline = [[31.3, 49.3], [31.5, 49.3]]',
            "no town Hades on this map",
        ),
        ('[[ground]]\nkind = "lava"\naround = [[31, 49], [32, 49], [32, 50], [31, 50]]', "no letter for lava"),
        ('[[anchor]]\nhexes = "0101"', "say where it is"),
    ],
)
def test_a_bad_recipe_is_refused_with_the_reason(cli: Cli, more: str, reason: str) -> None:
    (cli.folder / "recipe.toml").write_text(RECIPE + more, "utf-8")
    answer = cli("map make recipe.toml")
    assert answer.code == 2
    assert reason in answer.err
    assert not (cli.folder / "board.toml").exists()


def test_without_the_extra_it_says_what_to_install(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    import sys

    real = builtins.__import__

    def without(name: str, *rest: Any, **given: Any) -> Any:
        if name.split(".")[0] in ("shapely", "scipy", "pyproj", "numpy"):
            raise ImportError(f"No module named {name!r}", name=name)
        return real(name, *rest, **given)

    for module in [m for m in sys.modules if m.startswith("grognard.mapworks.")]:
        monkeypatch.delitem(sys.modules, module)
    monkeypatch.setattr(builtins, "__import__", without)
    (cli.folder / "recipe.toml").write_text(RECIPE, "utf-8")
    answer = cli("map make recipe.toml")
    assert answer.code == 2
    assert "pip install 'grognard[maps]'" in answer.err


TOWNS = (
    RECIPE
    + """
[[town]]
name = "Near"
at = [31.4, 49.3]

[[river]]
name = "Styx"
line = [[31.0, 49.36], [31.8, 49.28]]
"""
)


def test_a_map_is_not_overwritten_unasked(cli: Cli) -> None:
    out = cli.folder / "board.toml"
    (cli.folder / "recipe.toml").write_text(TOWNS, "utf-8")
    out.write_text("mine")
    refused = cli("map make recipe.toml -o board.toml")
    assert refused.code == 2
    assert "is there already" in refused.err
    assert out.read_text() == "mine"
    cli("map make recipe.toml -o board.toml --force").done()
    cli("map make recipe.toml -o board.toml").done()  # the same again is no loss


def test_a_recipe_is_compared_with_a_board(cli: Cli) -> None:
    (cli.folder / "recipe.toml").write_text(TOWNS, "utf-8")
    cli("map make recipe.toml -o board.toml").done()
    same = cli("map compare recipe.toml board.toml").done().out
    moved = TOWNS.replace("at = [31.4, 49.3]", "at = [31.4, 49.24]").replace("49.28", "49.2")
    (cli.folder / "recipe.toml").write_text(moved, "utf-8")
    other = cli("map compare recipe.toml board.toml").done().out
    assert "river hexsides: 7 of 7 (100 %)" in same
    assert "in the same hex 1, one off 0" in same
    assert "river hexsides: 1 of 7 (14 %), within a hex 100 %" in other
    assert "Near: 2 hexes off" in other
