"""The drawing layer of a board: read, drawn, and of no effect on anything else."""

from __future__ import annotations

from pathlib import Path

import pytest

from grognard.board import Board
from grognard.errors import Invalid
from grognard.render import board_svg

ODER = Path(__file__).parents[2] / "src" / "grognard" / "games" / "oder" / "data" / "board.toml"
GRID = {"top": "flat", "shifted": "even", "columns": [1, 3], "rows": [1, 3], "numbering": "CCRR"}


def test_shapes_are_read_with_their_islands() -> None:
    board = Board.read({"grid": GRID, "shape": [{"kind": "sea", "at": "0,0 1,0 1,1 / 0.2,0.2 0.4,0.2 0.4,0.5"}]})
    (shape,) = board.shapes
    assert [len(ring) for ring in shape.rings] == [3, 3]


@pytest.mark.parametrize("at", ["0;1", "1,2,3", "a,b"])
def test_a_bad_point_is_refused(at: str) -> None:
    with pytest.raises(Invalid, match="a point is written x,y"):
        Board.read({"grid": GRID, "shape": [{"kind": "sea", "at": at}]})


def test_the_sheet_shows_north_scale_coast_and_start_line() -> None:
    svg = board_svg(Board.read(ODER))
    assert "rotate(31.1)" in svg
    assert "hexes of 32.5 km" in svg
    for part in ("start-lines", "fortifications", "countries", "lakes"):
        assert f'class="{part}"' in svg
    assert "Baltic Sea" in svg


def test_a_territory_has_no_tag_on_the_edge() -> None:
    areas = [
        {"id": "ours", "kind": "territory", "hexes": "0101..0103"},
        {"id": "A", "kind": "entrance", "hexes": "0301"},
    ]
    svg = board_svg(Board.read({"grid": GRID, "area": areas}))
    assert ">ours<" not in svg
    assert ">A<" in svg
