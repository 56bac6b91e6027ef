"""Sets of hexes: members, shifts, spreads, discs, floods and walls."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grognard.errors import Invalid
from grognard.hexes import Grid, first, hexset, members, walls
from tests.hexes.plain_hexes import Pair, cell_of, pairs, some_cells, unhurried


@unhurried
@given(st.sets(st.integers(0, 2500), max_size=400))
def test_a_set_has_the_members_put_in(hexes: set[int]) -> None:
    found = hexset(hexes)
    assert members(found) == sorted(hexes)
    if hexes:
        assert first(found) == min(hexes)


def test_full_and_empty_sets() -> None:
    grid = Grid((1, 59), (1, 31))
    assert members(grid.all) == sorted(grid.hexes)
    assert members(0) == []
    assert hexset([]) == 0
    with pytest.raises(ValueError, match=r"^an empty set of hexes has no first$"):
        first(0)


def test_parse() -> None:
    grid = Grid((1, 3), (1, 3))
    assert grid.parse("0101 0203\n0302") == grid.parse(["0101", "0203", "0302"])
    assert members(grid.parse("0203 0101")) == [grid.hex("0101"), grid.hex("0203")]
    assert grid.parse("") == 0
    with pytest.raises(Invalid, match="no hex 0104 on this map"):
        grid.parse("0101 0104")


@unhurried
@given(pairs(), st.data())
def test_shift_spread_and_border(pair: Pair, data: st.DataObject) -> None:
    cells = data.draw(some_cells(pair))
    grid, plain, bits = pair.grid, pair.plain, pair.bits(cells)
    for d, word in enumerate(grid.directions):
        assert pair.cells(grid.shift(bits, d)) == {plain.step(cell, word) for cell in cells} - {None}
    near = {n for cell in cells for n in plain.neighbours(cell)}
    assert pair.cells(grid.spread(bits)) == cells | near
    assert pair.cells(grid.border(bits)) == near - cells
    assert not grid.spread(bits) & ~grid.all


@unhurried
@given(pairs(), st.data())
def test_ring_and_disc_count_over_holes(pair: Pair, data: st.DataObject) -> None:
    centre = data.draw(cell_of(pair))
    for n in range(10):
        away = {cell: pair.plain.distance(centre, cell) for cell in pair.plain.cells}
        assert pair.cells(pair.grid.ring(pair.hex(centre), n)) == {cell for cell in away if away[cell] == n}
        assert pair.cells(pair.grid.disc(pair.hex(centre), n)) == {cell for cell in away if away[cell] <= n}


@unhurried
@given(pairs(), st.data())
def test_flood(pair: Pair, data: st.DataObject) -> None:
    grid, plain = pair.grid, pair.plain
    start, blocked = data.draw(some_cells(pair)), data.draw(some_cells(pair))
    limit = data.draw(st.none() | st.integers(0, 12))
    sides = [(a, b) for a in sorted(plain.cells) for b in plain.neighbours(a) if a < b]
    shut = data.draw(st.sets(st.sampled_from(sides))) if sides else set()
    wall = walls(grid, [(pair.hex(a), pair.hex(b)) for a, b in shut])
    free = plain.cells - blocked
    arguments = pair.bits(start), pair.bits(free), limit
    assert pair.cells(grid.flood(*arguments)) == plain.flood(start, free, limit, set())
    assert pair.cells(grid.flood(*arguments, wall)) == plain.flood(start, free, limit, {frozenset(s) for s in shut})
    assert grid.flood(*arguments, walls(grid, [])) == grid.flood(*arguments)


@unhurried
@given(pairs(), st.data())
def test_walls_are_closed_from_both_sides(pair: Pair, data: st.DataObject) -> None:
    grid = pair.grid
    sides = [(a, b) for a in grid.hexes for b in grid.neighbours[a]]
    shut = data.draw(st.lists(st.sampled_from(sides))) if sides else []
    wall = walls(grid, shut)
    assert wall == walls(grid, [(b, a) for a, b in shut])
    for d in range(6):
        assert grid.shift(wall[d], d) == wall[(d + 3) % 6]
        assert members(wall[d]) == sorted({x for a, b in shut for x, y in ((a, b), (b, a)) if grid.step(x, d) == y})


def test_a_long_way_round_is_found() -> None:
    """A comb: the flood must go down one column and up the next, all the way."""
    grid = Grid((1, 21), (1, 15))
    teeth = [f"{c:02d}{r:02d}" for c in range(2, 21, 2) for r in range(1, 16) if r != (15 if c % 4 else 1)]
    free = grid.all & ~grid.parse(teeth)
    start = 1 << grid.hex("0101")
    assert grid.flood(start, free) == free
    assert grid.flood(start, free, 0) == start
    assert grid.flood(start, free & ~start) == 0


def test_a_flood_stays_on_the_map_whatever_is_called_free() -> None:
    grid = Grid((1, 4), (1, 4), missing=["0202"])
    assert grid.flood(grid.all, -1) == grid.all
    assert grid.flood(1, (1 << grid.size) - 1) == grid.all


def test_a_wall_stands_between_adjacent_hexes() -> None:
    grid = Grid((1, 4), (1, 4))
    with pytest.raises(Invalid, match=r"^0101 and 0103 are not adjacent$"):
        walls(grid, [(grid.hex("0101"), grid.hex("0103"))])


def test_across_is_beside_but_for_the_walls() -> None:
    grid = Grid((1, 5), (1, 5))
    some = grid.parse("0303 0101 0302")
    wall = walls(grid, [(grid.hex("0303"), grid.hex("0304"))])
    assert grid.across(some, walls(grid, [])) == grid.beside(some)
    assert grid.beside(some) & ~grid.across(some, wall) == grid.parse("0304")
    assert not grid.across(grid.parse("0304"), wall) & grid.parse("0303")
