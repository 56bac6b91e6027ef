"""The printed map: everything on the board is in the picture, for flat and pointed tops, the same every time."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from grognard import render
from grognard.board import Board
from grognard.errors import Invalid
from grognard.render import theme, waters
from grognard.render.field import Field
from grognard.render.pen import R, chance

GUDERIAN = Path(render.__file__).parent.parent / "games" / "guderian" / "data" / "board.toml"
SVG = "{http://www.w3.org/2000/svg}"


def tags(svg: str, name: str) -> list[ElementTree.Element]:
    return list(ElementTree.fromstring(svg).iter(SVG + name))


def classed(svg: str, name: str) -> list[ElementTree.Element]:
    return [e for e in ElementTree.fromstring(svg).iter() if name in (e.get("class") or "").split()]


def small(top: str, **more: Any) -> Board:
    """Five by five hexes with one of everything."""
    flat = top == "flat"
    board = {
        "title": "A & B",
        "grid": {"top": top, "shifted": "even", "columns": [1, 5], "rows": [1, 5], "numbering": "CCRR"},
        "terrain": {
            "codes": {".": "clear", "f": "forest", "s": "swamp", "L": "lake", "m": "mountain", "x": "moon dust"},
            "rows": "..ff.\n.sff.\nLL...\n.mm.x\n.....",
        },
        "side": [{"kind": "river", "name": "Styx", "at": "0301/s 0302/ne" if flat else "0302/nw 0302/ne"}],
        "line": [
            {"kind": "road", "hexes": "0104 0204 0304 0404"},
            {"kind": "rail", "hexes": ("off:s" if flat else "off:sw") + " 0305 0304 0404"},
        ],
        "place": [
            {"name": "Big", "kind": "major-city", "hexes": "0404"},
            {"name": "Small", "kind": "minor-city", "hexes": "0204"},
            {"name": "Hex 0505", "kind": "objective", "hexes": "0505"},
        ],
        "area": [{"id": "A", "kind": "entrance", "side": "german", "hexes": "0101 0102 0103"}],
    }
    return Board.read({**board, **more})


@pytest.fixture(scope="module")
def guderian() -> Board:
    return Board.read(GUDERIAN)


@pytest.fixture(scope="module")
def printed(guderian: Board) -> str:
    return render.board_svg(guderian)


@pytest.mark.parametrize("top", ["flat", "pointy"])
def test_every_hex_is_drawn_once_with_its_number(top: str) -> None:
    board = small(top)
    svg = render.board_svg(board)
    drawn = [e.get("data-hex") for e in tags(svg, "use") if e.get("data-hex")]
    assert sorted(str(h) for h in drawn) == sorted(board.grid.by_name)
    numbers = [e.text for e in classed(svg, "numbers")[0]]
    assert sorted(map(str, numbers)) == sorted(board.grid.by_name)


@pytest.mark.parametrize("top", ["flat", "pointy"])
def test_a_board_with_one_of_everything_shows_it(top: str) -> None:
    svg = render.board_svg(small(top))
    for part in ("forest", "swamp", "lakes", "mountain", "rivers", "road", "rail", "cities", "objectives", "entrance"):
        assert classed(svg, part), part
    words = [e.text for e in tags(svg, "text")]
    assert {"A & B", "BIG", "Small", "Styx", "A", "Moon dust"} <= set(words)
    assert "Hex 0505" not in words  # the number is printed already


def test_every_link_inside_the_picture_leads_to_something_in_it(printed: str) -> None:
    ids = re.findall(r' id="([^"]+)"', printed)
    assert len(ids) == len(set(ids))
    links = set(re.findall(r'href="#([^"]+)"', printed)) | set(re.findall(r"url\(#([^)]+)\)", printed))
    assert links <= set(ids)


def test_the_guderian_map_is_whole(guderian: Board, printed: str) -> None:
    drawn = {e.get("data-hex") for e in tags(printed, "use")}
    assert set(guderian.grid.by_name) <= drawn
    words = {e.text for e in tags(printed, "text")}
    for place in guderian.places.values():
        if place.kind != "objective":
            assert {place.name, place.name.upper()} & words
    assert set(guderian.areas) <= words
    assert {"Dnepr", "Desna", "Ugra"} <= words


def test_the_guderian_map_is_small_enough_for_a_page(printed: str) -> None:
    assert len(printed.encode()) < 1_500_000


def test_the_same_board_gives_the_same_picture(guderian: Board, printed: str) -> None:
    assert render.board_svg(Board.read(GUDERIAN)) == printed


def test_irregularity_is_even_and_depends_on_its_key_alone() -> None:
    drawn = [chance("tree", i) for i in range(2000)]
    assert drawn == [chance("tree", i) for i in range(2000)]
    assert 0.45 < sum(drawn) / len(drawn) < 0.55
    assert min(drawn) < 0.01
    assert max(drawn) > 0.99


def test_numbers_can_be_left_out() -> None:
    assert not classed(render.board_svg(small("flat"), numbers=False), "numbers")


def test_a_map_of_one_hex_can_be_drawn() -> None:
    grid = {"top": "pointy", "shifted": "odd", "columns": [1, 1], "rows": [1, 1], "numbering": "CCRR"}
    assert tags(render.board_svg(Board.read({"title": "", "grid": grid})), "svg")


def test_a_river_follows_its_hexsides(guderian: Board) -> None:
    field = Field(guderian)
    for stream, reach in zip(
        [s for s in guderian.sides["river"].chains if s.name],
        waters.stretches(field, theme.default()),
        strict=False,
    ):
        middles = [((a[0] + b[0]) / 2, (a[1] + b[1]) / 2) for a, b in (field.side(h, d) for h, d in stream.sides)]
        for x, y in middles:
            assert min((x - px) ** 2 + (y - py) ** 2 for px, py in reach.line) < (0.35 * R) ** 2


def test_river_sides_in_any_order_make_one_stream() -> None:
    sides = ["0303/n", "0303/ne", "0303/se", "0303/s", "0303/sw"]
    shuffled = [{"kind": "river", "at": sides[i]} for i in (3, 0, 4, 2, 1)]
    board = small("flat", side=shuffled)
    assert [len(run) for _, run in waters.courses(Field(board), board.sides["river"].chains)] == [6]


def test_roads_that_meet_end_to_end_are_one_line() -> None:
    board = small("flat", line=[{"kind": "road", "hexes": "0104 0204"}, {"kind": "road", "hexes": "0304 0204"}])
    d = next(e.get("d") for e in tags(render.board_svg(board), "path") if e.get("id") == "way-road")
    assert str(d).count("M") == 1


def test_a_theme_can_be_changed_and_a_bad_one_says_what_is_wrong(tmp_path: Path) -> None:
    file = tmp_path / "night.toml"
    printed_map = (Path(render.__file__).parent / "theme.toml").read_text("utf-8")
    file.write_text(printed_map.replace("#c3ca9d", "#123456"), "utf-8")
    assert "#123456" in render.board_svg(small("flat"), theme=theme.load(file))
    file.write_text("[fonts]\nserif = 3\n", "utf-8")
    with pytest.raises(Invalid, match=r"night\.toml is not a theme"):
        theme.load(file)


def test_rivers_and_places_tell_where_and_how_large_their_names_are(guderian: Board) -> None:
    """For those who write them anew over the picture without names."""
    found = render.extent(guderian)
    dnepr = [name for name in found.rivers if name.name == "Dnepr"]
    assert dnepr
    for name in found.rivers:
        assert 0 < name.x < found.width
        assert 0 < name.y < found.height
        assert -90 <= name.turn <= 90  # nobody reads upside down
    assert found.places["Smolensk"] > found.places["Bely"] > 0
    assert found.places["Hex 5907"] == 0  # it only says its number


def test_the_picture_has_an_address_without_names(printed: str) -> None:
    assert ' id="bare"' in printed.partition(">")[0]
    assert "#bare:target .places" in printed
    assert classed(printed, "places")
    assert classed(printed, "river-names")
