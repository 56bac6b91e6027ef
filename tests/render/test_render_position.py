"""Counters, stacks, markers and overlays: what a view holds is in the picture, and no mark relies on colour alone."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from msgspec.structs import replace

from grognard import render
from grognard.board import Board
from grognard.games import IDS, find
from grognard.render import symbols
from grognard.view import Counter, Marker
from tests.views import shown

GRID = {"top": "flat", "shifted": "even", "columns": [1, 9], "rows": [1, 7], "numbering": "CCRR"}
# Marks that are rare, or told by a marker or a place, and that only the caption names.
TOLD = {
    "paradrop", "invasion", "rearguard", "restricted", "bridge", "halted", "advanced",
}  # fmt: skip
BOARD = Board.read({"title": "Test", "grid": GRID})


def unit(id: str, hex: str = "0303", **more: Any) -> Counter:
    counter = Counter(
        id=id, side="german", hex=hex, type="infantry", symbol="infantry", size="XX", strength="9-7", label=id,
        steps=2, max_steps=2,
    )  # fmt: skip
    return replace(counter, **more)


def drawn(svg: str) -> list[str]:
    return [str(e.get("data-unit")) for e in ElementTree.fromstring(svg).iter() if e.get("data-unit")]


def classed(svg: str, *names: str) -> list[ElementTree.Element]:
    return [e for e in ElementTree.fromstring(svg).iter() if set(names) <= set((e.get("class") or "").split())]


def words(svg: str) -> set[str]:
    return {str(e.text) for e in ElementTree.fromstring(svg).iter() if e.tag.endswith("}text")}


def test_every_unit_on_the_map_is_drawn_in_stack_order() -> None:
    svg = render.svg(BOARD, shown(unit("25/7"), unit("6/7"), unit("X & <Y>", "0505"), unit("later", "")))
    assert drawn(svg) == ["25/7", "6/7", "X & <Y>"]


def test_a_counter_shows_strength_designation_size_and_symbol() -> None:
    svg = render.counter_svg(unit("25/7", symbol="armor", size="III", strength="4-10"))
    assert {"4-10", "25", "7"} <= words(svg)
    assert 'href="#n-armor"' in svg
    assert 'href="#e-III"' in svg


@pytest.mark.parametrize("status", ["untried", "disrupted", "out-of-supply", "moved", "attacked", "retreated"])
def test_a_condition_has_a_shape_of_its_own(status: str) -> None:
    (mark,) = classed(render.counter_svg(unit("a", status=(status,))), "status")
    assert mark.get("class") == f"status {status}"
    assert len(list(mark.iter())) > 1
    assert not classed(render.counter_svg(unit("a")), "status")


def test_all_conditions_at_once() -> None:
    every = ["untried", "disrupted", "out-of-supply", "moved", "attacked", "retreated"]
    assert len(classed(render.counter_svg(unit("a", status=every)), "status")) == 6


@pytest.mark.parametrize("game", IDS)
def test_every_mark_of_a_game_is_drawn_or_only_told(game: str) -> None:
    for mark in find(game).info.marks:
        one = unit("a", block=mark.name == "face-up")
        assert (_picture(one) != _picture(replace(one, status=(mark.name,)))) == (mark.name not in TOLD), mark.name


def test_the_guide_names_the_marks_that_have_a_sign() -> None:
    page = " ".join((Path(__file__).parents[2] / "docs" / "add-a-game.md").read_text("utf-8").split())
    (told,) = re.findall(r"have a sign on the counter: (.*?)\. Others", page)
    names = re.findall(r"`([a-z-]+)`", told)
    assert {mark.name for game in IDS for mark in find(game).info.marks} - TOLD == set(names)
    assert all(_picture(unit("a")) != _picture(unit("a", status=(name,))) for name in names if name != "face-up")


def _picture(one: Counter) -> str:
    """What is drawn, without the words for it."""
    return re.sub(r"<title>.*?</title>|class=.[^>]*", "", render.counter_svg(one))


def test_a_unit_that_lost_a_step_looks_different() -> None:
    assert render.counter_svg(unit("a", steps=1)) != render.counter_svg(unit("a"))


def test_sides_types_and_leaders_look_different() -> None:
    counters = [
        unit("a"), unit("a", side="soviet"), unit("a", type="ss"), unit("a", staff=True),
        unit("a", side="martian"),
    ]  # fmt: skip
    assert len({render.counter_svg(c) for c in counters}) == len(counters)


def test_an_unknown_symbol_or_size_still_gives_a_counter() -> None:
    svg = render.counter_svg(unit("a", symbol="submarine", size="fleet"))
    assert 'href="#n-unknown"' in svg
    assert "fleet" not in svg


def test_a_high_stack_says_how_many_counters_it_has() -> None:
    assert not classed(render.svg(BOARD, shown(*[unit(f"u{i}") for i in range(3)])), "badge")
    (badge,) = classed(render.svg(BOARD, shown(*[unit(f"u{i}") for i in range(5)])), "badge")
    assert "5" in [e.text for e in badge.iter()]


def test_counters_of_a_stack_lie_apart() -> None:
    svg = render.svg(BOARD, shown(*[unit(f"u{i}") for i in range(4)]))
    (stack,) = classed(svg, "stack")
    places = [e.get("transform") for e in stack if e.get("transform")]
    assert len(set(places)) == 4


@pytest.mark.parametrize("kind", ["interdiction", "rail-cut", "never seen"])
def test_markers_are_drawn_with_their_glyph(kind: str) -> None:
    marks = Marker(kind, "german", "0202"), Marker(kind, "soviet", "0303")
    svg = render.svg(BOARD, shown(unit("a"), markers=marks))
    assert len(classed(svg, "marker")) == 2
    assert f'href="#m-{symbols.marker_known(kind)}"' in svg


def test_turn_phase_and_score_are_in_the_heading() -> None:
    told = shown(turn=3, turns=12, phase_title="Soviet Combat", points={"german": 25, "soviet": 3})
    said = words(render.svg(BOARD, told))
    assert {"Turn 3 of 12  ·  Soviet Combat", "German 25  ·  Soviet 3"} <= said


def test_overlays_are_tinted_hatched_and_named() -> None:
    zones = {"german zoc": BOARD.grid.disc(BOARD.grid.hex("0303"), 1), "supply <&>": BOARD.grid.parse("0505 0506")}
    svg = render.svg(BOARD, shown(), overlays=zones)
    found = [e.get("data-overlay") for e in classed(svg, "overlay")]
    assert found == ["german zoc", "supply <&>"]
    assert {"german zoc", "supply <&>"} <= words(svg)


def test_a_region_shows_only_its_part_of_the_map() -> None:
    region = BOARD.grid.disc(BOARD.grid.hex("0202"), 1)
    svg = render.svg(BOARD, shown(unit("near", "0202"), unit("far", "0907")), region=region)
    whole = render.svg(BOARD, shown(unit("near", "0202"), unit("far", "0907")))
    assert drawn(svg) == ["near"]
    assert _width(svg) < _width(whole)
    assert render.svg(BOARD, shown(), region=BOARD.grid.all) == render.svg(BOARD, shown())


def _width(svg: str) -> float:
    return float(ElementTree.fromstring(svg).get("width", "0"))


def test_the_same_view_gives_the_same_picture() -> None:
    told = shown(unit("a"), unit("b", "0404", status=("disrupted",)), turn=1)
    assert render.svg(BOARD, told) == render.svg(BOARD, told)


def test_the_sprite_defines_each_symbol_once_and_needs_no_font() -> None:
    root = ElementTree.fromstring(render.sprite())
    ids = [str(e.get("id")) for e in root]
    assert len(ids) == len(set(ids))
    assert {"n-infantry", "n-armor", "n-mech", "n-motor", "n-cavalry", "n-HQ", "e-III", "e-XX", "e-XXXX"} <= set(ids)
    assert {"m-interdiction", "m-rail-cut"} <= set(ids)
    assert not [e for e in root.iter() if e.tag.endswith("}text")]
