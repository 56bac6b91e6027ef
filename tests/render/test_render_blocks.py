"""Blocks: the front with its steps, the back with nothing; two sides in a hex; battles, fronts, city signs."""

from __future__ import annotations

from typing import Any
from xml.etree import ElementTree

from msgspec.structs import replace

from grognard import render
from grognard.board import Board
from grognard.view import Battle, Counter, Marker
from tests.views import shown

SVG = "{http://www.w3.org/2000/svg}"
BOARD = Board.read(
    {
        "title": "Blocks",
        "grid": {"top": "pointy", "shifted": "odd", "columns": [0, 5], "rows": [0, 4], "numbering": "CCRR"},
        "terrain": {
            "codes": {".": "clear", "~": "sea", "z": "zone"},
            "rows": "..~~~.\n......\n.....z\n......\n......",
        },
        "side": [
            {"kind": "alpine", "name": "Ridge", "at": "0102/e"},
            {"kind": "lake", "name": "Pond", "at": "0302/e"},
            {"kind": "strait", "name": "Narrows", "at": "0103/e"},
        ],
        "place": [
            {"name": "Capital", "kind": "major", "hexes": "0303", "value": 12, "signs": "major-port fortress"},
            {"name": "Oiltown", "kind": "minor", "hexes": "0104", "signs": "resource resource"},
            {"name": "EZ-A", "kind": "zone", "hexes": "0502"},
        ],
        "area": [{"id": "Quiet Sea", "kind": "water", "hexes": "0200 0300 0400"}],
    }
)


def front(id: str, **more: Any) -> Counter:
    block = Counter(
        id=id, label=id, side="german", hex="0202", type="infantry", symbol="infantry", size="XXX", strength="3",
        steps=3, max_steps=4, block=True,
    )  # fmt: skip
    return replace(block, **more)


def back() -> Counter:
    return Counter(
        id="soviet-0202-1", side="soviet", hex="0202", type="hidden", strength="?", steps=0, max_steps=0, block=True,
        hidden=True,
    )  # fmt: skip


def words(svg: str) -> list[str]:
    return [e.text or "" for e in ElementTree.fromstring(svg).iter(SVG + "text")]


def classed(svg: str, name: str) -> list[ElementTree.Element]:
    return [e for e in ElementTree.fromstring(svg).iter() if name in (e.get("class") or "").split()]


def test_a_front_shows_its_label_and_a_square_for_each_step() -> None:
    svg = render.counter_svg(front("48Pz", badge="S"))
    assert words(svg) == ["48Pz", "S"]
    squares = [e for e in ElementTree.fromstring(svg).iter(SVG + "rect") if e.get("height") == "3.8"]
    assert [e.get("fill") == "none" for e in squares] == [False, False, False, True]


def test_a_headquarters_shows_its_strength_in_roman_numerals() -> None:
    assert "II" in words(render.counter_svg(front("AG-A", symbol="HQ", staff=True, strength="II")))


def test_a_back_says_nothing() -> None:
    svg = render.counter_svg(back())
    assert words(svg) == []
    assert "?" not in svg
    assert "hidden soviet block" in svg


def test_what_is_special_has_colours_of_its_own() -> None:
    plain, ss, satellite = (render.counter_svg(front("a", special=s)) for s in ((), ("ss",), ("satellite",)))
    assert len({plain, ss, satellite}) == 3


def test_two_sides_in_a_hex_stand_face_to_face_under_the_sign_of_the_battle() -> None:
    view = shown(front("a"), front("b"), back(), battles=(Battle("0202", "german"),))
    svg = render.svg(BOARD, view)
    (stack,) = classed(svg, "stack")
    assert len(list(stack)) == 2
    assert len(classed(svg, "battle")) == 1
    assert "2" in words(svg)  # how many there are of one side


def test_the_front_runs_between_the_hexes_of_the_sides() -> None:
    view = shown(hexes={"german": ("0101", "0102"), "soviet": ("0201", "0202")})
    assert len(classed(render.svg(BOARD, view), "front")) == 1
    assert not classed(render.svg(BOARD, shown()), "front")


def test_the_map_shows_city_values_signs_boxes_and_names_of_seas() -> None:
    svg = render.board_svg(BOARD)
    said = words(svg)
    assert {"CAPITAL", "12", "2", "EZ-A", "Quiet", "Sea"} <= set(said)
    assert "0502" not in said  # a box beyond the edge has no number
    assert {len(classed(svg, kind)) for kind in ("alpine", "lake", "strait")} == {1}


def test_a_marker_may_carry_a_number() -> None:
    view = shown(markers=(Marker("airstrike", "german", "0202", "3"),))
    svg = render.svg(BOARD, view)
    assert 'href="#m-airstrike"' in svg
    assert "3" in words(svg)
