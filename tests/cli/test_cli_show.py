"""`show`: the map in characters and the lists."""

from __future__ import annotations

import msgspec
import pytest

import grognard
from grognard.board import Board
from grognard.cli import hexmap
from grognard.game import Term
from grognard.games import IDS, find
from grognard.view import Counter
from tests.cli.runner import Cli
from tests.views import shown

SMALL = {
    "game": "guderian",
    "turn": 3,
    "phase": "german-movement",
    "units": {"0202": "25/7 6/7! 7/7", "0303": "rifle 6-8-6 Lukin", "0404": "rifle rifle rifle Konev"},
    "markers": {"air": "0203", "cuts": "0404"},
    "board": {
        "title": "t",
        "grid": {"columns": [1, 6], "rows": [1, 5]},
        "terrain": {"fill": "clear", "hexes": {"forest": "0302", "swamp": "0402", "lake": "0501"}},
        "side": [{"kind": "river", "at": "0303/s 0303/ne 0303/se"}],
        "line": [{"kind": "road", "hexes": "0101 0201"}, {"kind": "rail", "hexes": "0201 0301"}],
        "place": [{"name": "Smolensk", "kind": "major-city", "hexes": "0601"}],
    },
}


def drawn() -> list[str]:
    match = grognard.setup(SMALL, seed=1)
    board = match.board
    window = hexmap.Window(board.grid.columns, board.grid.rows)
    return hexmap.draw(board, match.game.info, match.view(), window).plain.split("\n")


def cell(lines: list[str], column: int, row: int) -> tuple[str, str]:
    """The two lines of a hex, with the hexside on its right."""
    x, y = (column - 1) * hexmap.WIDE, (row - 1) * hexmap.HIGH + (column % 2 == 0)
    return lines[y][x : x + hexmap.WIDE].rstrip(), lines[y + 1][x : x + hexmap.WIDE].rstrip()


def test_stacks_stand_in_their_hexes() -> None:
    assert cell(drawn(), 2, 2) == ("0202", "[PgG]")
    assert cell(drawn(), 4, 4) == ("0404 x", "(RRR★)")


def test_terrain_places_and_ways_have_signs() -> None:
    assert cell(drawn(), 3, 2)[0] == "0302♣"
    assert cell(drawn(), 4, 2)[0] == "0402≈"
    assert cell(drawn(), 5, 1)[0] == "0501~"
    assert cell(drawn(), 6, 1) == ("0601■", "Smolen")
    assert [cell(drawn(), column, 1)[0] for column in (1, 2, 3)] == ["0101 =", "0201 #", "0301 +"]


def test_rivers_run_along_their_hexsides() -> None:
    assert cell(drawn(), 3, 3) == ("0303  │", "(RR★)_│")
    assert cell(drawn(), 3, 4) == ("0304", "")


def test_markers_are_seen() -> None:
    assert cell(drawn(), 2, 3)[0] == "0203 !"


def test_signs_are_those_the_game_declares() -> None:
    match = grognard.setup(SMALL, seed=1)
    info, window = match.game.info, hexmap.Window((1, 6), (1, 5))
    other = msgspec.structs.replace(info, markers=(Term("interdiction", "", "§"),), ground=(Term("mines", "", "¤"),))
    view = msgspec.structs.replace(match.view(), ground={"mines": {"german": ("0505", "0201")}})
    lines = hexmap.draw(match.board, other, view, window).plain.split("\n")
    assert cell(lines, 2, 3)[0] == "0203 §"
    assert cell(lines, 4, 4)[0] == "0404 *"  # a rail cut, of which this game says nothing
    assert cell(lines, 5, 5)[0] == "0505 ¤"
    assert cell(lines, 2, 1)[0] == "0201 #"  # what runs through a hex comes first
    key = hexmap.key(match.board, other, view, [*match.board.grid.by_name]).plain
    assert "§ interdiction" in key
    assert "¤ mines" in key


def test_every_marker_of_a_game_has_a_sign() -> None:
    for game in IDS:
        signs = [term.sign for term in find(game).info.markers]
        assert all(len(sign) == 1 for sign in signs), game
        assert len(signs) == len(set(signs)), game


def test_terrain_without_a_sign_shows_its_initial() -> None:
    assert (hexmap.sign_of("clear"), hexmap.sign_of("forest"), hexmap.sign_of("hills")) == (" ", "♣", "h")


def test_rows_may_be_shifted_instead_of_columns() -> None:
    grid = {"top": "pointy", "columns": [1, 3], "rows": [1, 3], "shifted": "even"}
    board = Board.read({"title": "t", "grid": grid, "side": [{"kind": "river", "at": "0101/e 0101/se"}]})
    unit = Counter(id="25/7", side="german", type="panzer", hex="0202")
    lines = hexmap.draw(board, find("guderian").info, shown(unit), hexmap.Window((1, 3), (1, 3))).plain.split("\n")
    assert lines[0].startswith("0101  │0201")
    assert lines[1].startswith("   ___│")
    assert lines[2].startswith("   0102   0202")
    assert lines[3].startswith("          [P]")


def test_the_window_fits_and_stays_on_the_board() -> None:
    board = grognard.new("guderian").board
    for name in ("0101", "5931", "3015"):
        window = hexmap.around(board, board.grid.hex(name), 120, 30)
        assert window.columns[1] - window.columns[0] + 1 == 17
        assert window.rows[1] - window.rows[0] + 1 == 14
        assert window.columns[0] >= 1
        assert window.columns[1] <= 59


def test_show_tells_turn_points_and_reinforcements(game: Cli) -> None:
    said = game("show game.jsonl").done().out
    assert "Panzergruppe Guderian, turn 1 of 12: Soviet set-up" in said
    assert "points: german 0, soviet 0, net 0" in said
    assert "to place:  R16 R17" in said
    assert "due now at C:  25/7 6/7 7/7" in said
    assert "\x1b" not in said


@pytest.mark.parametrize("columns", [60, 80, 120, 200])
def test_the_map_fits_the_terminal(game: Cli, columns: int) -> None:
    game.wide(columns)
    said = game("show game.jsonl").done().out
    lines = said.split("due now")[0].splitlines()
    body = [line for line in lines if not line.startswith(("Panzer", "to choose", "to place", "(soviet)", "♣"))]
    assert max(map(len, body)) <= columns


@pytest.mark.parametrize("where", ["2216", "Smolensk", "smolensk", "Lukin", "R7", "2215..2317", "2215-2317"])
def test_a_place_a_unit_or_a_region_to_look_at(game: Cli, where: str) -> None:
    assert "Lukin" in game(f"show game.jsonl --hexes {where}").done().out.split("due now")[0]


def test_a_region_shows_its_hexes_and_no_others(game: Cli) -> None:
    said = game("show game.jsonl --hexes 0101..0203").done().out
    assert "0203" in said
    assert "0204" not in said
    assert "0301" not in said


def test_a_wide_region_is_shown_in_small(game: Cli) -> None:
    said = game("show game.jsonl --hexes all").done().out
    rows = [line for line in said.splitlines() if line[:2].isdigit()]
    assert len(rows) == 31
    assert rows[15][2 + 2 * 21 :].startswith("r7")  # 2216: a pile of seven
    game.wide(80)
    assert "too narrow" in game("show game.jsonl --hexes all").done().out


@pytest.mark.parametrize(
    ("where", "hint"),
    [("Smolnsk", "did you mean Smolensk?"), ("9999", "no hex or place 9999"), ("0101..9999", "no hex 9999")],
)
def test_hexes_that_are_not_there(game: Cli, where: str, hint: str) -> None:
    said = game(f"show game.jsonl --hexes {where}")
    assert (said.code, said.out) == (2, "")
    assert hint in said.err


def test_a_list_of_units(game: Cli) -> None:
    said = game("show game.jsonl --list").done().out
    assert "soviet: 19 units" in said
    line = next(line for line in said.splitlines() if line.split()[:1] == ["Lukin"])
    assert line.split() == ["Lukin", "leader", "(3)-10", "2216", "1/1", "0"]


def test_json_is_the_view_of_the_side(game: Cli) -> None:
    match = grognard.load("game.jsonl")
    for side, words in ((None, ""), ("soviet", "--side soviet ")):
        view = msgspec.json.decode(msgspec.json.encode(match.view(side)))
        assert game(f"show game.jsonl {words}--json").done().json == view


def test_an_unknown_side(game: Cli) -> None:
    assert "did you mean german?" in game.wrong("show game.jsonl --side germn")
