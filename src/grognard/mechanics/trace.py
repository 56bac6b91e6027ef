"""Tracing lines of supply and communication over sets of hexes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from heapq import heappop, heappush
from itertools import count, pairwise
from typing import NamedTuple

from grognard.hexes import Costs, Grid, Hex, HexSet, Walls, hexset, members, reach


class Detour(NamedTuple):
    """A stretch of hexes that a line may follow as a whole, though it may not pass those in between otherwise."""

    path: tuple[Hex, ...]
    via: HexSet  # the hexes in between

    @classmethod
    def along(cls, path: Sequence[Hex]) -> Detour:
        """The detour along these hexes."""
        return cls(tuple(path), hexset(path[1:-1]))

    @property
    def start(self) -> Hex:
        """Where it begins."""
        return self.path[0]

    @property
    def end(self) -> Hex:
        """Where it ends."""
        return self.path[-1]

    @property
    def steps(self) -> int:
        """How many hexes it enters."""
        return len(self.path) - 1

    def price(self, costs: Costs) -> int:
        """What it costs from end to end."""
        return sum(cost for a, b in pairwise(self.path) for hex, cost in costs[a] if hex == b)


def lines_to(
    grid: Grid,
    sources: HexSet,
    free: HexSet,
    *,
    ends: HexSet = 0,
    limit: int | None = None,
    walls: Walls | None = None,
    detours: Sequence[Detour] = (),
) -> HexSet:
    """Every hex from which a line of at most `limit` steps over `free` hexes leads to a source.

    A line may begin or end in a hex of `ends` but not pass through it, except along a detour.
    """
    if limit is not None:
        return _lines(grid, {0: sources & free}, free, ends, limit, walls, detours)
    reached, passed = 0, sources & free  # at any length it does not matter which hex is reached first
    passable = free & ~ends
    while True:
        passed = grid.flood(passed, passable | passed, None, walls)
        reached |= grid.flood(passed, grid.all, 1, walls) & free
        ahead = hexset(d.end for d in detours if passed >> d.start & 1 and not d.via & ~free) & free & ~reached
        if not ahead:
            return reached
        reached |= ahead
        passed |= ahead & passable


def _lines(
    grid: Grid,
    begin: dict[int, HexSet],
    free: HexSet,
    ends: HexSet,
    last: int,
    walls: Walls | None,
    detours: Sequence[Detour],
) -> HexSet:
    """Where lines lead that begin in these hexes, each at its step, and go on until the last one."""
    branches = hexset(detour.start for detour in detours)
    begin, passable = begin.copy(), grid.all & ~ends
    late: dict[int, HexSet] = {}  # detours under way, by the step at which they arrive
    onward = reached = 0
    left = free  # what no line has reached
    for step in range(last + 1):
        near = grid.spread(onward) if walls is None or not onward else grid.across(onward, walls)
        fresh = (near | late.pop(step, 0) if late else near) & left
        left ^= fresh
        onward = fresh & passable
        if begin:
            started = begin.pop(step, 0)
            onward |= started
            reached |= started
            left &= ~started
        if onward & branches:
            for detour in detours:
                if onward >> detour.start & 1 and not detour.via & ~free:
                    arrival = step + detour.steps
                    late[arrival] = late.get(arrival, 0) | 1 << detour.end
        elif not (onward or begin or late):
            break
    return reached | free & ~left


def radius_lines(
    grid: Grid,
    centres: dict[Hex, int],
    free: HexSet,
    *,
    ends: HexSet = 0,
    walls: Walls | None = None,
    detours: Sequence[Detour] = (),
) -> HexSet:
    """Every hex from which a line leads to one of the centres in at most the centre's number of steps."""
    longest = max(centres.values(), default=0)
    begin: dict[int, HexSet] = {}  # the shorter a radius, the later its lines begin: all end at the same step
    for hex, radius in centres.items():
        begin[longest - radius] = begin.get(longest - radius, 0) | 1 << hex
    return _lines(grid, begin, free, ends, longest, walls, detours)


def line_steps(grid: Grid, walls: Walls | None) -> Costs:
    """Steps that cost one each, over any hexside that is no wall: those of a line that counts hexes."""
    closed = walls or (0,) * 6
    return [
        tuple((b, 1) for d in range(6) if (b := grid.step(a, d)) is not None and not closed[d] >> a & 1)
        for a in range(grid.size)
    ]


class CheapestWays:
    """The cheapest ways to some hexes on an empty map: while the way from a hex is open, no other need be searched."""

    def __init__(
        self, costs_back: Costs, goals: HexSet, limit: int | None = None, *, ends: HexSet = 0, closed: HexSet = 0
    ) -> None:
        """`costs_back` are the prices of steps from the goals to the hexes where the ways begin."""
        self._found = reach(costs_back, members(goals), limit, stop=ends, closed=closed)
        self._ways: dict[Hex, HexSet] = {}

    def open(self, start: Hex, free: HexSet) -> bool:
        """Whether there is such a way and all its hexes, both ends included, are free."""
        way = self._ways.get(start)
        if way is None:
            way = self._ways[start] = self._way(start)
        return bool(way) and not way & ~free

    def _way(self, start: Hex) -> HexSet:
        """The hexes of the way; none if there is no way."""
        if start not in self._found.cost:
            return 0
        way, came = 1 << start, self._found.came
        while (start := came.get(start, -1)) >= 0:
            way |= 1 << start
        return way


class Track:
    """Roads or railroads: the links between hexes, kept by direction, so that a whole set is followed at once."""

    def __init__(self, links: Sequence[Iterable[Hex]]) -> None:
        """`links` has, by hex, the hexes that it is linked with."""
        by_offset: dict[int, HexSet] = {}
        for hex, linked in enumerate(links):
            for there in linked:
                by_offset[there - hex] = by_offset.get(there - hex, 0) | 1 << hex
        self._up = [(offset, hexes) for offset, hexes in by_offset.items() if offset > 0]
        self._down = [(-offset, hexes) for offset, hexes in by_offset.items() if offset < 0]

    def along(self, start: HexSet, free: HexSet, *, ends: HexSet = 0) -> HexSet:
        """What links lead to from `start`, through `free` hexes and into those of `ends` but not out of them."""
        reached = fresh = start
        while fresh:
            fresh = self.next_to(fresh & ~ends) & free & ~reached
            reached |= fresh
        return reached

    def next_to(self, hexes: HexSet) -> HexSet:
        """The hexes that are linked with one of these."""
        found = 0
        for offset, linked in self._up:
            found |= (hexes & linked) << offset
        for offset, linked in self._down:
            found |= (hexes & linked) >> offset
        return found


def line_to(
    costs: Costs,
    start: Hex,
    goals: HexSet,
    free: HexSet,
    *,
    ends: HexSet = 0,
    limit: int | None = None,
    detours: Iterable[Detour] = (),
) -> list[Hex] | None:
    """The hexes of a cheapest line from `start` to one of the goals, both included, by the rules of `lines_to`.

    `costs` says what each step of the line costs; None if there is no line within the limit.
    """
    found: dict[Hex, tuple[Hex, ...]] = {}  # the stretch by which each hex was reached
    order = count()  # of equally cheap ways the one found first is kept
    queue: list[tuple[int, int, tuple[Hex, ...]]] = [(0, next(order), (start,))]
    while queue:
        paid, _, way = heappop(queue)
        hex = way[-1]
        if hex in found or (limit is not None and paid > limit):
            continue
        found[hex] = way
        if goals >> hex & 1:
            return _unroll(found, hex)
        if ends >> hex & 1 and hex != start:
            continue
        steps: list[tuple[tuple[Hex, ...], int]] = [((hex, there), cost) for there, cost in costs[hex]]
        steps += [(d.path, d.price(costs)) for d in detours if d.start == hex and not d.via & ~free]
        for onward, cost in steps:
            if free >> onward[-1] & 1:
                heappush(queue, (paid + cost, next(order), onward))
    return None


def _unroll(found: dict[Hex, tuple[Hex, ...]], end: Hex) -> list[Hex]:
    line = [end]
    while len(way := found[line[0]]) > 1:
        line[:0] = way[:-1]
    return line
