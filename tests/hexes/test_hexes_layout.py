"""Numbers, neighbours, distances and drawing of hexes."""

from __future__ import annotations

import re
from math import dist, isclose, sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grognard.errors import Invalid
from grognard.hexes import Grid
from tests.hexes.plain_hexes import Pair, cell_of, pairs, unhurried


@pytest.mark.parametrize(
    ("top", "shifted", "middle", "around"),
    [
        ("flat", "even", "0202", "0201 0302 0303 0203 0103 0102"),
        ("flat", "even", "0302", "0301 0401 0402 0303 0202 0201"),
        ("flat", "odd", "0202", "0201 0301 0302 0203 0102 0101"),
        ("pointy", "even", "0202", "0301 0302 0303 0203 0102 0201"),
        ("pointy", "odd", "0202", "0201 0302 0203 0103 0102 0101"),
    ],
)
def test_neighbours_go_round_clockwise(top: str, shifted: str, middle: str, around: str) -> None:
    grid = Grid((1, 5), (1, 5), top=top, shifted=shifted)
    assert [grid.name(n) for n in grid.neighbours[grid.hex(middle)]] == around.split()


@unhurried
@given(pairs())
def test_neighbours_and_directions_are_those_of_the_cube(pair: Pair) -> None:
    grid = pair.grid
    assert list(grid.directions) == pair.plain.directions()
    assert {pair.cell(hex) for hex in grid.hexes} == pair.plain.cells
    for hex in grid.hexes:
        cell = pair.cell(hex)
        assert [pair.cell(n) for n in grid.neighbours[hex]] == pair.plain.neighbours(cell)
        assert pair.cells(grid.around[hex]) == set(pair.plain.neighbours(cell))
        for d, word in enumerate(grid.directions):
            there = grid.step(hex, d)
            expected = pair.plain.step(cell, word)
            assert (None if there is None else pair.cell(there)) == expected
            assert grid.direction_index(word.upper()) == d
            if there is not None:
                assert there - hex == grid.offsets[d]
                assert grid.direction(hex, there) == d
                assert grid.direction(there, hex) == (d + 3) % 6
                assert grid.step(there, (d + 3) % 6) == hex


@unhurried
@given(pairs(), st.data())
def test_distance_and_direction_of_any_two(pair: Pair, data: st.DataObject) -> None:
    a, b = data.draw(cell_of(pair)), data.draw(cell_of(pair))
    grid, here, there = pair.grid, pair.hex(a), pair.hex(b)
    assert grid.distance(here, there) == pair.plain.distance(a, b)
    assert (grid.direction(here, there) is not None) == (pair.plain.distance(a, b) == 1)


@unhurried
@given(pairs(), st.data())
def test_the_steps_between_two_hexes_lead_there(pair: Pair, data: st.DataObject) -> None:
    here, there = pair.hex(data.draw(cell_of(pair))), pair.hex(data.draw(cell_of(pair)))
    steps = pair.grid.steps(here, there)
    assert len(steps) <= 2
    assert sum(count for _, count in steps) == pair.grid.distance(here, there)
    assert pair.grid.walk(here, steps) == there


@unhurried
@given(pairs())
def test_tables_and_order(pair: Pair) -> None:
    grid = pair.grid
    assert [pair.cell(hex) for hex in grid.hexes] == sorted(pair.plain.cells)
    assert len(grid.names) == len(grid.neighbours) == len(grid.around) == grid.size
    assert grid.all.bit_length() <= grid.size
    assert pair.cells(grid.all) == pair.plain.cells
    assert [hex for hex, name in enumerate(grid.names) if name] == sorted(grid.hexes)


def test_storage_is_little_longer_than_the_map() -> None:
    grid = Grid((1, 59), (1, 31))
    assert grid.size < 59 * 31 * 1.05


@unhurried
@given(
    st.sampled_from(["CCRR", "RRCC", "CC-RR", "CCC.RR", "hRR:CC", "CRR", "CCR"]),
    pairs(),
)
def test_numbers_round_trip(numbering: str, pair: Pair) -> None:
    like = pair.grid
    grid = Grid(like.columns, like.rows, top=like.top, shifted=like.shifted, numbering=numbering)
    for hex in grid.hexes:
        assert grid.hex(grid.name(hex)) == hex
        assert grid.at(grid.column(hex), grid.row(hex)) == hex


@pytest.mark.parametrize(
    ("numbering", "name"),
    [("CCRR", "0120"), ("RRCC", "2001"), ("CC-RR", "01-20"), ("CCCRRR", "001020"), ("xCRR", "x120")],
)
def test_numbers_as_printed(numbering: str, name: str) -> None:
    grid = Grid((1, 3), (18, 22), numbering=numbering)
    assert grid.at(1, 20) == grid.hex(name)


def test_wide_numbers_overflow_where_no_two_hexes_share_one() -> None:
    grid = Grid((1, 3), (98, 101), numbering="CCRR")
    assert grid.name(grid.hexes[-1]) == "03101"
    with pytest.raises(Invalid, match="numbering 'CR' is too narrow for this map: 111 would be column 1 row 11 and"):
        Grid((1, 12), (1, 12), numbering="CR")


@pytest.mark.parametrize("numbering", ["", "CC", "RR", "CRC", "CC RR", "CC{RR"])
def test_numbering_must_name_column_and_row_once(numbering: str) -> None:
    message = f"numbering {numbering!r} must have one run of C and one of R, without spaces: CCRR, RRCC, CC-RR"
    with pytest.raises(Invalid, match=f"^{re.escape(message)}$"):
        Grid((1, 3), (1, 3), numbering=numbering)


def test_off_the_map() -> None:
    grid = Grid((1, 3), (1, 3), missing=["0202"])
    assert grid.at(0, 1) is grid.at(1, 0) is grid.at(4, 1) is grid.at(1, 4) is grid.at(2, 2) is None
    assert [grid.step(grid.hex("0101"), d) is None for d in range(6)] == [True, True, False, False, True, True]
    assert grid.direction(grid.hex("0101"), grid.hex("0303")) is None
    assert grid.walk(grid.hex("0201"), [(3, 2)]) == grid.hex("0203")
    assert grid.walk(grid.hex("0201"), [(3, 1)]) is None
    assert grid.walk(grid.hex("0201"), [(3, 3)]) is None
    assert grid.walk(grid.hex("0201"), [(1, 2)]) is None


def test_missing_hexes_may_be_one_text() -> None:
    assert Grid((1, 3), (1, 3), missing="0101 0303").all == Grid((1, 3), (1, 3), missing=["0101", "0303"]).all


@unhurried
@given(pairs(most=4))
def test_repr_makes_the_same_grid(pair: Pair) -> None:
    twin = eval(repr(pair.grid))
    assert twin.names == pair.grid.names
    assert twin.neighbours == pair.grid.neighbours


@unhurried
@given(pairs(most=5))
def test_drawing_agrees_with_the_map(pair: Pair) -> None:
    grid = pair.grid
    for hex in grid.hexes:
        x, y = grid.xy(hex)
        corners = grid.corners(hex)
        assert len(corners) == 6
        assert all(isclose(dist((x, y), corner), 1) for corner in corners)
        for d, word in enumerate(grid.directions):
            mid_x = (corners[d][0] + corners[(d + 1) % 6][0]) / 2 - x
            mid_y = (corners[d][1] + corners[(d + 1) % 6][1]) / 2 - y
            assert ("n" in word, "s" in word) == (mid_y < -0.1, mid_y > 0.1)
            assert ("w" in word, "e" in word) == (mid_x < -0.1, mid_x > 0.1)
            n = grid.step(hex, d)
            if n is None:
                continue
            assert isclose(dist((x, y), grid.xy(n)), sqrt(3))
            assert grid.side(hex, n) == (corners[d], corners[(d + 1) % 6])
            assert grid.side(n, hex) == grid.side(hex, n)[::-1]


def test_the_first_unshifted_hex_is_the_origin() -> None:
    for top in ("flat", "pointy"):
        assert Grid((1, 3), (1, 3), top=top, shifted="even").xy(0) == (0, 0)
    grid = Grid((1, 3), (1, 3), shifted="odd")
    assert grid.xy(grid.hex("0101")) == (0, sqrt(3) / 2)
    assert grid.xy(grid.hex("0201")) == (1.5, 0)


def refused(message: str, **how: str) -> None:
    with pytest.raises(Invalid, match=f"^{re.escape(message)}$"):
        Grid((1, 3), (1, 3), **how)


def test_a_grid_that_cannot_be() -> None:
    refused("top must be flat or pointy, not 'round'", top="round")
    refused("shifted must be even or odd, not 'left'", shifted="left")
    refused("missing hex 0404 is not among the columns and rows", missing="0404")
    with pytest.raises(Invalid, match=r"^columns must run from a number to one not smaller, not 3 to 1$"):
        Grid((3, 1), (1, 3))
    with pytest.raises(Invalid, match=r"^rows must run from a number to one not smaller, not -1 to 1$"):
        Grid((1, 3), (-1, 1))
    with pytest.raises(Invalid, match=r"^a map needs at least one hex$"):
        Grid((1, 1), (1, 1), missing=["0101"])


def test_what_a_person_mistypes() -> None:
    grid = Grid((1, 59), (1, 31), missing=["5931"])
    with pytest.raises(Invalid, match=r"^no hex 9999 on this map \(0101 to 5930\)"):
        grid.hex("9999")
    with pytest.raises(Invalid, match=r"^no hex 5931 on this map .*; did you mean .*5930"):
        grid.hex("5931")
    with pytest.raises(Invalid, match=r"^no direction E on this map; it has n, ne, se, s, sw, nw$"):
        grid.direction_index("E")
    with pytest.raises(Invalid, match=r"^0101 and 0301 are not adjacent$"):
        grid.side(grid.hex("0101"), grid.hex("0301"))
