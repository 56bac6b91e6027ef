"""Boards: reading them, and the line a person gets who made a mistake in one."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from grognard.board import Board
from grognard.errors import Invalid
from grognard.hexes import members


def small(**changes: Any) -> dict[str, Any]:
    """Three columns by three rows of clear terrain, flat topped, column 02 half a hex lower."""
    board: dict[str, Any] = {
        "grid": {"top": "flat", "shifted": "even", "columns": [1, 3], "rows": [1, 3], "numbering": "CCRR"},
        "terrain": {"codes": {".": "clear", "f": "forest", "L": "lake"}, "rows": "...\n.f.\n..L\n"},
    }
    return board | changes


def river(at: str, name: str = "Sozh") -> list[dict[str, str]]:
    return [{"kind": "river", "name": name, "at": at}]


def road(hexes: str) -> list[dict[str, str]]:
    return [{"kind": "road", "hexes": hexes}]


def test_terrain_is_read_row_by_row() -> None:
    board = Board.read(small())
    assert [board.terrain[board.grid.hex(name)] for name in ("0101", "0202", "0303")] == ["clear", "forest", "lake"]
    assert board.having("forest") == board.grid.parse("0202")
    assert board.having("swamp") == 0


def test_a_small_board_needs_no_rows() -> None:
    board = Board.read(small(terrain={"fill": "steppe", "hexes": {"forest": "0102 0201..0203"}}))
    assert board.terrain[board.grid.hex("0101")] == "steppe"
    assert board.having("forest") == board.grid.parse("0102 0201 0202 0203")
    assert Board.read({"grid": {"columns": [1, 2], "rows": [1, 2]}}).having("clear").bit_count() == 4


def test_a_code_without_a_name_is_no_hex() -> None:
    board = Board.read(small(terrain={"codes": {".": "clear", "x": ""}, "rows": "...\n..x\n..."}))
    assert len(board.grid.hexes) == 8
    assert board.edges["east"] == board.grid.parse("0301 0303")


def test_a_river_lies_between_two_hexes_whichever_comes_first() -> None:
    board = Board.read(small(side=river("0101/s 0102/ne")))
    a, b = board.grid.hex("0101"), board.grid.hex("0102")
    assert board.crosses("river", a, b)
    assert board.crosses("river", b, a)
    assert not board.crosses("lake", a, b)
    assert [(s.name, len(s.sides)) for s in board.sides["river"].chains] == [("Sozh", 2)]
    assert sum(wall.bit_count() for wall in board.side("river").walls) == 4
    assert not any(board.side("lake").walls)


def test_a_road_links_its_hexes_and_leaves_the_map() -> None:
    board = Board.read(small(line=road("off:nw 0102 0202 0303")))
    name, line = board.grid.name, board.line("road")
    assert [name(h) for h in members(line.hexes)] == ["0102", "0202", "0303"]
    assert {name(h) for h in line.next[board.grid.hex("0202")]} == {"0102", "0303"}
    assert line.exits == {board.grid.hex("0102"): board.grid.direction_index("nw")}
    assert line.chains[0].off == (board.grid.direction_index("nw"), None)
    assert not board.line("rail").links


def test_places_areas_edges() -> None:
    board = Board.read(
        small(
            place=[{"name": "Orsha", "kind": "major-city", "hexes": ["0102", "0202"]}],
            area=[{"id": "A", "kind": "entrance", "side": "german", "hexes": "0101..0103"}],
        )
    )
    assert board.place_at[board.grid.hex("0202")] is board.places["Orsha"]
    assert board.areas["A"].set == board.edges["west"] == board.grid.parse("0101 0102 0103")
    assert board.edges["south"] == board.grid.parse("0103 0203 0303")


def test_step_costs() -> None:
    board = Board.read(small(side=river("0201/s"), line=road("0101 0102 0202 0203")))
    costs = board.step_costs({"clear": 2, "forest": 4, "lake": None}, {"river": 4}, {"road": 1})
    cost = {(board.grid.name(a), board.grid.name(b)): points for a in board.grid.hexes for b, points in costs[a]}
    assert cost["0101", "0102"] == 1  # along the road
    assert cost["0102", "0202"] == 1  # the road goes before the forest
    assert cost["0302", "0202"] == 4  # forest without a road
    assert cost["0201", "0202"] == 8  # forest over a river
    assert cost["0202", "0201"] == 6
    assert ("0203", "0303") not in cost  # a lake


def test_a_road_is_no_help_over_a_river() -> None:
    board = Board.read(small(side=river("0101/s"), line=road("0101 0102")))
    b = board.grid.hex("0102")
    dear = board.step_costs({"clear": 2, "forest": 4, "lake": None}, {"river": 2}, {"road": 1})
    shut = board.step_costs({"clear": 2, "forest": 4, "lake": None}, {"river": None}, {"road": 1})
    free = board.step_costs({"clear": 2, "forest": 4, "lake": None}, {}, {"road": 1})
    start = board.grid.hex("0101")
    assert (dict(dear[start])[b], dict(shut[start]).get(b), dict(free[start])[b]) == (4, None, 1)


def test_costs_need_every_terrain() -> None:
    with pytest.raises(Invalid, match="no movement cost for terrain 'lake' of 0303"):
        Board.read(small()).step_costs({"clear": 2, "forest": 2}, {}, {})


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"side": river("0109/s")}, 'board.toml: river "Sozh": no hex 0109 on this map'),
        ({"side": river("0101/x")}, 'board.toml: river "Sozh": side 0101/x: no direction x; known: n ne se s sw nw'),
        ({"side": river("0103/s")}, 'board.toml: river "Sozh": side 0103/s is the edge of the map'),
        ({"side": river("0101/s 0102/n", "")}, "board.toml: river 1: side 0102/n is there twice"),
        ({"side": river("0101")}, 'board.toml: river "Sozh": 0101: a side is written hex/direction, as 0112/s'),
        ({"side": [{"kind": "river", "side": "0101/s"}]}, "board.toml: side 1: unknown key 'side'"),
        ({"side": [{"kind": "river", "at": 7}]}, "board.toml: river 1: at must be words, not 7"),
        ({"side": {"kind": "river"}}, "board.toml: side must be a list of tables, not a table"),
        ({"line": road("0101 0303")}, "board.toml: road 1: 0101 and 0303 are not adjacent"),
        ({"line": road("off:e 0101")}, "board.toml: road 1: off:e: no direction e; known: n ne se s sw nw"),
        ({"line": road("off:s 0101")}, "board.toml: road 1: off:s: 0102 lies there, not the edge of the map"),
        ({"line": road("0101 off:n 0102")}, "board.toml: road 1: no hex off:n on this map"),
        ({"line": road("off:n")}, "board.toml: road 1: hexes names no hex"),
        ({"crossings": {"road": "0101/nw"}}, "board.toml: crossings: side 0101/nw is the edge of the map"),
        ({"place": [{"name": "Orsha", "kind": "city", "hexes": "9999"}]}, 'board.toml: place "Orsha": no hex 9999'),
        ({"place": [{"kind": "city", "hexes": "0101"}]}, "board.toml: place 1: name is missing"),
        (
            {"place": [{"name": name, "kind": "city", "hexes": "0101"} for name in ("Orsha", "Mogilev")]},
            'board.toml: place "Mogilev": 0101 is Orsha already',
        ),
        ({"area": [{"id": "A", "hexes": "0101"}] * 2}, 'board.toml: area "A": is there twice'),
        ({"area": [{"id": "A", "hex": "0101"}]}, "board.toml: area 1: unknown key 'hex'; did you mean hexes?"),
        ({"terain": {}}, "board.toml: unknown key 'terain'; did you mean terrain or drawing?"),
        ({"terrain": {"codes": {".": "clear"}, "rows": "..."}}, "board.toml: terrain: rows has 1 lines for 3 rows"),
        (
            {"terrain": {"codes": {".": "clear"}, "rows": "...\n..\n..."}},
            "board.toml: terrain: row 02 has 2 characters for 3 columns",
        ),
        (
            {"terrain": {"codes": {".": "clear"}, "rows": "...\n.q.\n..."}},
            "board.toml: terrain: row 02: unknown code 'q'; known: .",
        ),
        ({"terrain": {"codes": {".": 3}, "rows": "...\n...\n..."}}, "board.toml: terrain: codes: . must be a string"),
        ({"grid": {"columns": [1], "rows": [1, 3]}}, "board.toml: grid: columns must be [first, last], not [1]"),
        ({"grid": {"columns": [1, "x"], "rows": [1, 3]}}, "board.toml: grid: columns must be a list of whole numbers"),
        ({"grid": {"rows": [1, 3]}}, "board.toml: grid: columns is missing"),
        ({"grid": {"columns": [1, 3], "rows": [1, 3], "top": "round"}}, "board.toml: grid: top must be flat or pointy"),
        ({"title": 1941}, "board.toml: title must be a string, not 1941"),
    ],
)
def test_mistakes_are_named(changes: dict[str, Any], message: str) -> None:
    with pytest.raises(Invalid) as caught:
        Board.read(small(**changes))
    assert str(caught.value).startswith(message)
    assert "\n" not in str(caught.value)


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(Invalid, match="no such file"):
        Board.read(tmp_path / "board.toml")
    with pytest.raises(Invalid, match="cannot be read"):
        Board.read(tmp_path)
    (tmp_path / "board.toml").write_text("title = ")
    with pytest.raises(Invalid, match=r"^board\.toml: not TOML: ") as caught:
        Board.read(tmp_path / "board.toml")
    assert "\n" not in str(caught.value)
    (tmp_path / "latin.toml").write_bytes('title = "Führer"'.encode("latin-1"))
    with pytest.raises(Invalid, match="cannot be read"):
        Board.read(str(tmp_path / "latin.toml"))


def test_a_board_within_another_file_is_called_by_its_name() -> None:
    with pytest.raises(Invalid, match=r'^position\.toml: board: river "Sozh": side 0103/s is the edge'):
        Board.read(small(side=river("0103/s")), "position.toml: board")
