"""Steps by price against the search that finds the ways."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grognard.hexes import Costs, Grid, Prices, hexset, reach

GRID = Grid((1, 9), (1, 8))
HEXES = st.sets(st.sampled_from(GRID.hexes), max_size=20).map(hexset)


def uneven(seed: int) -> Costs:
    random = Random(seed)
    table: list[tuple[tuple[int, int], ...]] = [()] * GRID.size
    for hex in GRID.hexes:
        table[hex] = tuple(
            (b, random.choice((1, 2, 2, 3, 4, 6))) for b in GRID.neighbours[hex] if random.random() < 0.9
        )
    return table


@given(st.integers(0, 99), HEXES, HEXES, HEXES, st.integers(0, 16))
def test_a_flood_finds_what_a_search_finds(seed: int, start: int, closed: int, stop: int, limit: int) -> None:
    costs, free = uneven(seed), GRID.all & ~closed
    begin = [hex for hex in GRID.hexes if start & free & 1 << hex]
    found = reach(costs, begin, limit, stop=stop, closed=closed)
    assert Prices(costs).within(limit, start, free, stop=stop) == hexset(found.cost)


def test_a_leap_is_a_step_more() -> None:
    row = Grid((1, 1), (1, 9))
    costs = [tuple((b, 2) for b in row.neighbours[a]) for a in range(row.size)]
    a, b = row.hex("0102"), row.hex("0107")
    free = row.all & ~row.parse("0104")
    assert Prices(costs).within(6, row.parse("0101"), free) == row.parse("0101 0102 0103")
    assert Prices(costs).within(6, row.parse("0101"), free, leaps=[(a, b, 5)]) == row.parse("0101 0102 0103")
    assert Prices(costs).within(6, row.parse("0101"), free, leaps=[(a, b, 3)]) == row.parse("0101 0102 0103 0107")


@given(st.integers(0, 99), HEXES, HEXES, HEXES, st.integers(0, 12), st.integers(0, 12))
def test_who_starts_late_goes_as_far_as_with_fewer_points(
    seed: int, first: int, second: int, closed: int, limit: int, spent: int
) -> None:
    """One flood for movers of different allowances finds what a flood for each of them finds."""
    costs, free = uneven(seed), GRID.all & ~closed
    prices, spent = Prices(costs), min(spent, limit)
    together = prices.within(limit, first, free, late=[(spent, second)])
    assert together == prices.within(limit, first, free) | prices.within(limit - spent, second, free)


@given(st.integers(0, 99), HEXES, st.integers(0, 8), st.dictionaries(st.sampled_from(GRID.hexes), st.integers(1, 4)))
def test_a_step_is_payable_where_a_search_gets_away(seed: int, into: int, points: int, extra: dict[int, int]) -> None:
    costs = uneven(seed)
    found = Prices(costs).payable(points, into, extra)
    for hex in GRID.hexes:
        near = reach(costs, hex, points, closed=GRID.all & ~into, extra=extra).cost
        assert bool(found >> hex & 1) == (len(near) > 1), GRID.names[hex]


def test_every_step_costs_something() -> None:
    with pytest.raises(ValueError, match="steps that cost something"):
        Prices([((1, 0),), ()])
