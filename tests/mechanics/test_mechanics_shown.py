"""What games show and say alike: who holds what, units of a caution, lines and what bars them."""

from __future__ import annotations

from grognard.board import Board
from grognard.charts import Charts
from grognard.hexes import hexset, walls
from grognard.mechanics.cautions import listed, whereabouts
from grognard.mechanics.components import Components
from grognard.mechanics.holding import hexes_held, places_held
from grognard.mechanics.overlays import dead_ends, even_steps
from tests.mechanics.camp import BLUE, BOARD, RED, UNITS, Camp

TOWNS = [
    {"name": "Upper", "kind": "town", "hexes": "0101 0102"},
    {"name": "Lower", "kind": "town", "hexes": "0606"},
]


def town_camp() -> Camp:
    camp = Camp()
    camp.rules = Components(Board.read({**BOARD, "place": TOWNS}), Charts.read({}), (RED, BLUE), UNITS)
    return camp


def hexes(camp: Camp, *names: str) -> int:
    return hexset(camp.rules.hex_by_name[name] for name in names)


def test_a_place_is_held_by_the_side_that_has_all_of_it() -> None:
    camp = town_camp()
    everywhere = camp.rules.grid.all
    whole, half = hexes(camp, "0101", "0102"), hexes(camp, "0101")
    assert places_held(camp, {RED: whole, BLUE: everywhere & ~whole}, everywhere) == {"Upper": RED, "Lower": BLUE}
    assert places_held(camp, {RED: half, BLUE: everywhere & ~half}, everywhere) == {"Upper": "", "Lower": BLUE}
    assert places_held(camp, {RED: half, BLUE: 0}, hexes(camp, "0606")) == {"Lower": ""}


def test_hexes_that_are_held_are_listed_anew_when_they_change() -> None:
    camp = town_camp()
    within = hexes(camp, "0101", "0102")
    first = hexes_held(camp, {RED: hexes(camp, "0101", "0606")}, within)
    assert first == {RED: ("0101",)}
    assert hexes_held(camp, {RED: hexes(camp, "0101", "0606")}, within) is first
    assert hexes_held(camp, {RED: within}, within) == {RED: ("0101", "0102")}


def test_many_units_are_named_in_part_and_hexes_once() -> None:
    camp = Camp().pitch(r1="0101", r2="0101", b1="0606")
    assert listed(camp, (0, 1)) == "r1, r2"
    assert listed(camp, (0, 1, 2, 3, 4, 5)) == "r1, r2, r3, b1, b2, b3"
    assert listed(camp, (0, 1, 2, 3, 4, 5, 0)) == "r1, r2, r3, b1, b2, b3 and 1 more"
    assert whereabouts(camp, (0, 1, 3)) == ("0101", "0606")


def test_lines_count_hexes_and_end_at_walls_and_closed_hexes() -> None:
    camp = Camp()
    a, b, c = (camp.rules.hex_by_name[name] for name in ("0101", "0102", "0103"))
    wall = walls(camp.rules.grid, [(a, b), (b, a)])
    assert (b, 1) in even_steps(camp, None)[a]
    assert b not in dict(even_steps(camp, wall)[a])
    assert even_steps(camp, wall) is even_steps(camp, wall)
    free = hexset((a, b))
    beyond = dead_ends(camp, a, free, None)
    assert beyond >> c & 1
    assert not beyond & free
    assert not dead_ends(camp, a, free, wall) >> c & 1
