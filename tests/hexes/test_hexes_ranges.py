"""Ranges and routes in half points."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grognard.errors import Invalid
from grognard.hexes import Costs, Grid, Reach, reach, route
from tests.hexes.plain_hexes import Cell, Edge, Pair, cell_of, cheapest, pairs, some_cells, unhurried


class March:
    """A map with random costs of steps, some of them forbidden, and one range asked of it."""

    def __init__(self, pair: Pair, data: st.DataObject) -> None:
        random = Random(data.draw(st.integers(0, 9999)))
        self.pair = pair
        self.step: dict[Edge, int] = {
            (a, b): random.choice((0, 1, 1, 2, 2, 2, 3, 4, 6))
            for a in sorted(pair.plain.cells)
            for b in pair.plain.neighbours(a)
            if random.random() < 0.9
        }
        self.stop = data.draw(some_cells(pair))
        self.closed = data.draw(some_cells(pair))
        self.extra = data.draw(st.dictionaries(cell_of(pair), st.integers(0, 5)))
        self.limit = data.draw(st.none() | st.integers(0, 20))
        self.sources = data.draw(
            st.builds(lambda c: {c: 0}, cell_of(pair))
            | st.builds(lambda cs: dict.fromkeys(sorted(cs), 0), some_cells(pair))
            | st.dictionaries(cell_of(pair), st.integers(0, 8))
        )

    def exits(self, cell: Cell) -> Iterable[tuple[Cell, int]]:
        return [(n, self.step[cell, n]) for n in self.pair.plain.neighbours(cell) if (cell, n) in self.step]

    def costs(self) -> Costs:
        table: list[tuple[tuple[int, int], ...]] = [()] * self.pair.grid.size
        for cell in self.pair.plain.cells:
            table[self.pair.hex(cell)] = tuple((self.pair.hex(n), step) for n, step in self.exits(cell))
        return table

    def start(self) -> int | list[int] | dict[int, int]:
        hexes = {self.pair.hex(cell): paid for cell, paid in self.sources.items()}
        if any(hexes.values()):
            return hexes
        return next(iter(hexes)) if len(hexes) == 1 else list(hexes)

    def reach(self, limit: int | None) -> Reach:
        bits = self.pair.bits
        extra = {self.pair.hex(cell): more for cell, more in self.extra.items()} or None
        return reach(self.costs(), self.start(), limit, stop=bits(self.stop), closed=bits(self.closed), extra=extra)

    def route(self, goal: Cell) -> list[Cell] | None:
        bits = self.pair.bits
        extra = {self.pair.hex(cell): more for cell, more in self.extra.items()}
        found = route(
            self.costs(),
            self.start(),
            self.pair.hex(goal),
            stop=bits(self.stop),
            closed=bits(self.closed),
            extra=extra,
            limit=self.limit,
        )
        return None if found is None else [self.pair.cell(hex) for hex in found]

    def cheapest(self) -> dict[Cell, int]:
        return cheapest(self.exits, self.sources, self.limit, self.stop, self.closed, self.extra)

    def price(self, way: list[Cell], goal: Cell) -> int:
        """What a way costs, having checked that it is one."""
        if not way:
            return self.sources[goal]
        assert way[-1] == goal
        starts = [cell for cell in self.sources if (cell, way[0]) in self.step and way[0] not in self.closed]
        for a, b in pairwise(way):
            assert (a, b) in self.step
            assert a not in self.stop or a in self.sources
        assert not self.closed & set(way)
        assert len(set(way)) == len(way)
        first_steps = [self.sources[cell] + self.step[cell, way[0]] for cell in starts]
        rest = sum(self.step[a, b] for a, b in pairwise(way))
        return min(first_steps) + rest + sum(self.extra.get(cell, 0) for cell in way)


@unhurried
@given(pairs(most=6), st.data())
def test_ranges_cost_what_they_should(pair: Pair, data: st.DataObject) -> None:
    march = March(pair, data)
    found = march.reach(march.limit)
    expected = march.cheapest()
    assert {pair.cell(hex): cost for hex, cost in found.cost.items()} == expected
    assert list(found.cost.values()) == sorted(found.cost.values())
    for hex, before in found.came.items():
        there, here = pair.cell(hex), pair.cell(before)
        assert found.cost[hex] == found.cost[before] + march.step[here, there] + march.extra.get(there, 0)
    for hex in found.cost:
        way = [pair.cell(h) for h in found.route(hex)]
        assert march.price(way, pair.cell(hex)) == expected[pair.cell(hex)]


@unhurried
@given(pairs(most=6), st.data())
def test_a_route_is_a_cheapest_one(pair: Pair, data: st.DataObject) -> None:
    march = March(pair, data)
    goal = data.draw(cell_of(pair))
    way, expected = march.route(goal), march.cheapest()
    if goal in expected:
        assert way is not None
        assert march.price(way, goal) == expected[goal]
    else:
        assert way is None


@unhurried
@given(pairs(most=6), st.data())
def test_without_a_limit_is_with_one_that_does_not_bind(pair: Pair, data: st.DataObject) -> None:
    march = March(pair, data)
    free, wide = march.reach(None), march.reach(10_000)
    assert list(free.cost.items()) == list(wide.cost.items())
    assert free.came == wide.came


def even(grid: Grid, step: int = 2) -> Costs:
    return [tuple((n, step) for n in near) for near in grid.neighbours]


def names(grid: Grid, hexes: Iterable[int]) -> str:
    return " ".join(grid.name(hex) for hex in hexes)


def test_ties_go_to_the_hex_settled_first() -> None:
    grid = Grid((1, 5), (1, 5))
    a, b = grid.hex("0303"), grid.hex("0502")
    assert names(grid, reach(even(grid), a, 4).route(b)) == "0402 0502"
    assert names(grid, route(even(grid), a, b) or []) == "0402 0502"
    assert reach(even(grid), a, 8) == reach(even(grid), a, 8)


def test_the_start_is_reached_for_nothing() -> None:
    grid = Grid((1, 5), (1, 5))
    a = grid.hex("0303")
    for limit in (0, -1):
        assert reach(even(grid), a, limit) == Reach({a: 0}, {})
    assert reach(even(grid), a, 9).route(a) == []
    assert route(even(grid), a, a) == []
    assert reach(even(grid), a, 2, closed=grid.all, stop=grid.all).cost == {a: 0}


def test_a_unit_leaves_a_zoc_it_starts_in_but_not_the_next() -> None:
    grid = Grid((1, 1), (1, 9))
    a = grid.hex("0103")
    found = reach(even(grid), a, None, stop=grid.parse("0103 0106"))
    assert names(grid, sorted(found.cost)) == "0101 0102 0103 0104 0105 0106"


def test_what_is_added_for_entering_counts_against_the_limit() -> None:
    grid = Grid((1, 1), (1, 9))
    extra = {grid.hex("0102"): 3}
    assert names(grid, reach(even(grid), grid.hex("0101"), 6, extra=extra).cost) == "0101 0102"
    assert names(grid, reach(even(grid), grid.hex("0101"), 7, extra=extra).cost) == "0101 0102 0103"


def test_a_start_is_not_entered_where_that_costs_more_than_to_start_there() -> None:
    grid = Grid((1, 1), (1, 9))
    a, b = grid.hex("0101"), grid.hex("0102")
    found = reach(even(grid), {a: 0, b: 5}, 9, extra={b: 4})
    assert found.cost[b] == 5
    assert names(grid, found.route(grid.hex("0104"))) == "0103 0104"
    assert found.route(b) == []


def test_tables_kept_between_searches_are_not_spoilt() -> None:
    grid = Grid((1, 9), (1, 9))
    a = grid.hex("0505")
    plain = reach(even(grid), a, 6).cost
    reach(even(grid), a, 6, extra=dict.fromkeys(grid.neighbours[a], 4))
    assert reach(even(grid), a, 6).cost == plain
    assert reach(even(grid), grid.hex("0101"), 6).route(grid.hex("0104")) == list(
        map(grid.hex, ["0102", "0103", "0104"])
    )


def test_out_of_range() -> None:
    grid = Grid((1, 9), (1, 9))
    found = reach(even(grid), grid.hex("0101"), 4)
    with pytest.raises(Invalid, match=r"^the hex is out of range$"):
        found.route(grid.hex("0909"))
    assert route(even(grid), grid.hex("0101"), grid.hex("0104"), limit=5) is None
    with pytest.raises(ValueError, match=r"^an extra cost cannot be negative: -2$"):
        reach(even(grid), grid.hex("0101"), 4, extra={3: -2})
