"""Tracing lines of supply and communication over sets of hexes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from grognard.hexes import Grid, Hex, HexSet, Walls


class Detour(NamedTuple):
    """A stretch of `steps` hexes from one hex to another that a line may follow although it could not leave it."""

    start: Hex
    end: Hex
    via: HexSet
    steps: int


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
    reached = fresh = sources & free
    starts = 0
    for detour in detours:
        starts |= 1 << detour.start
    late: dict[int, HexSet] = {}  # detours under way, by the step at which they arrive
    step = 0
    while (fresh or late) and (limit is None or step < limit):
        if fresh & starts:
            for detour in detours:
                if fresh >> detour.start & 1 and not detour.via & ~free:
                    arrival = step + detour.steps
                    late[arrival] = late.get(arrival, 0) | 1 << detour.end
        step += 1
        onward = fresh if step == 1 else fresh & ~ends
        near = (grid.spread(onward) if walls is None else grid.flood(onward, grid.all, 1, walls)) & free
        fresh = (near | late.pop(step, 0)) & ~reached
        reached |= fresh
    return reached


def radius_lines(
    grid: Grid,
    centres: dict[Hex, int],
    free: HexSet,
    *,
    ends: HexSet = 0,
    walls: Walls | None = None,
    detours: Sequence[Detour] = (),
) -> HexSet:
    """Every hex from which a line leads to one of the centres within that centre's own number of hexes."""
    reached = 0
    by_radius: dict[int, HexSet] = {}
    for hex, radius in centres.items():
        by_radius[radius] = by_radius.get(radius, 0) | 1 << hex
    for radius, hexes in by_radius.items():
        reached |= lines_to(grid, hexes, free | hexes, ends=ends, limit=radius, walls=walls, detours=detours)
    return reached
