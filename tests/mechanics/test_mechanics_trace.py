"""Lines of supply, checked against a plain search one hex at a time."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import pairwise
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from grognard.hexes import Costs, Grid, Hex, HexSet, Walls, hexset, members, walls
from grognard.mechanics.trace import CheapestWays, Detour, Track, line_steps, line_to, lines_to, radius_lines

GRID = Grid((1, 6), (1, 5))
HEXES = tuple(GRID.hexes)
SIDES = [(a, b) for a in HEXES for b in GRID.neighbours[a] if a < b]


@dataclass(frozen=True)
class Map:
    """What lines may run over: free hexes, hexes they may only begin or end in, closed sides, detours both ways."""

    free: HexSet
    ends: HexSet
    walls: Walls
    detours: tuple[Detour, ...]

    @property
    def costs(self) -> Costs:
        """Every step that crosses no wall, at one point."""
        return [
            tuple((b, 1) for b in near if not self.walls[direction(a, b)] >> a & 1)
            for a, near in enumerate(GRID.neighbours)
        ]


def direction(a: Hex, b: Hex) -> int:
    d = GRID.direction(a, b)
    assert d is not None
    return d


def some(hexes: tuple[Hex, ...], most: int) -> st.SearchStrategy[HexSet]:
    return st.sets(st.sampled_from(hexes), max_size=most).map(hexset)


@st.composite
def walks(draw: st.DrawFn) -> tuple[Hex, ...]:
    path = [draw(st.sampled_from(HEXES))]
    for _ in range(draw(st.integers(2, 4))):
        onward = [hex for hex in GRID.neighbours[path[-1]] if hex not in path]
        if not onward:
            break
        path.append(draw(st.sampled_from(onward)))
    return tuple(path)


@st.composite
def maps(draw: st.DrawFn) -> Map:
    paths = [path for path in draw(st.lists(walks(), max_size=3)) if len(path) > 2]
    swamps = draw(some(HEXES, 12)) | hexset(hex for path in paths for hex in path[1:-1])
    sides = draw(st.sets(st.sampled_from(SIDES), max_size=15))
    sides -= {tuple(sorted(pair)) for path in paths for pair in pairwise(path)}
    detours = [Detour.along(way) for path in paths for way in (path, path[::-1])]
    return Map(GRID.all & ~draw(some(HEXES, 10)), swamps, walls(GRID, sides), tuple(detours))


def plain_lengths(board: Map, sources: HexSet) -> dict[Hex, int]:
    """The length of the shortest line from every hex that has one, found by walking out from the sources."""
    lengths = dict.fromkeys(members(sources & board.free), 0)
    # A place is a hex, or the n-th hex of a detour under way.
    places: list[tuple[Hex, Detour | None, int]] = [(hex, None, 0) for hex in lengths]
    steps = 0
    seen = set(places)
    while places:
        steps += 1
        onward: list[tuple[Hex, Detour | None, int]] = []
        for hex, detour, at in places:
            if detour is not None:
                onward.append((detour.path[at + 1], detour if at + 2 < len(detour.path) else None, at + 1))
                continue
            if steps > 1 and board.ends >> hex & 1:
                continue
            onward += [(b, None, 0) for b in GRID.neighbours[hex] if not board.walls[direction(hex, b)] >> hex & 1]
            onward += [(d.path[1], d, 1) for d in board.detours if d.path[0] == hex]
        places = []
        for hex, detour, at in onward:
            place = (hex, detour, at if detour else 0)
            if board.free >> hex & 1 and place not in seen:
                seen.add(place)
                places.append(place)
                if detour is None:
                    lengths.setdefault(hex, steps)
    return lengths


@settings(max_examples=200, deadline=None)
@given(maps(), some(HEXES, 4), st.none() | st.integers(0, 8))
def test_lines_reach_what_a_plain_search_reaches(board: Map, sources: HexSet, limit: int | None) -> None:
    found = lines_to(GRID, sources, board.free, ends=board.ends, limit=limit, walls=board.walls, detours=board.detours)
    lengths = plain_lengths(board, sources)
    assert found == hexset(hex for hex, length in lengths.items() if limit is None or length <= limit)


@settings(max_examples=200, deadline=None)
@given(maps(), st.sampled_from(HEXES), some(HEXES, 4), st.none() | st.integers(0, 8))
def test_a_line_is_as_short_as_can_be_and_keeps_to_the_rules(
    board: Map, start: Hex, goals: HexSet, limit: int | None
) -> None:
    free = board.free | 1 << start  # a unit's own hex never blocks its line
    line = line_to(board.costs, start, goals & free, free, ends=board.ends, limit=limit, detours=board.detours)
    length = plain_lengths(Map(free, board.ends, board.walls, board.detours), goals).get(start)
    if length is None or (limit is not None and length > limit):
        assert line is None
        return
    assert line is not None
    assert len(line) - 1 == length
    assert line[0] == start
    assert goals >> line[-1] & 1
    assert all(free >> hex & 1 for hex in line)
    roads = {pair for detour in board.detours for pair in pairwise(detour.path)}
    for before, hex, after in zip(line, line[1:], line[2:], strict=False):
        assert not board.ends >> hex & 1 or {(before, hex), (hex, after)} <= roads
    assert all(b in GRID.neighbours[a] and not board.walls[direction(a, b)] >> a & 1 for a, b in pairwise(line))


@settings(deadline=None)
@given(maps(), st.dictionaries(st.sampled_from(HEXES), st.integers(0, 5), max_size=4))
def test_a_radius_is_measured_from_each_centre_by_its_own_number(board: Map, centres: dict[Hex, int]) -> None:
    board = replace(board, free=board.free | hexset(centres))  # no hex is closed to those who stand in it
    found = radius_lines(GRID, centres, board.free, ends=board.ends, walls=board.walls, detours=board.detours)
    expected = 0
    for centre, radius in centres.items():
        lengths = plain_lengths(board, 1 << centre)
        expected |= hexset(hex for hex, length in lengths.items() if length <= radius)
    assert found == expected


def names(text: str) -> tuple[Hex, ...]:
    return tuple(GRID.hex(name) for name in text.split())


def test_a_line_may_run_into_a_swamp_and_through_it_only_by_road() -> None:
    row = names("0103 0203 0303 0403")
    free, swamp = hexset(row), hexset(row[1:3])
    road = Detour.along(row)
    assert lines_to(GRID, 1 << row[0], free, ends=swamp) == hexset(row[:2])
    assert lines_to(GRID, 1 << row[0], free, ends=swamp, limit=3, detours=[road]) == hexset((row[0], row[1], row[3]))
    assert lines_to(GRID, 1 << row[0], free, ends=swamp, limit=2, detours=[road]) == hexset(row[:2])
    assert (road.start, road.end, road.steps, road.via) == (row[0], row[3], 3, hexset(row[1:3]))


def test_a_road_that_ends_in_a_closed_hex_leads_nowhere() -> None:
    row = names("0103 0203 0303")
    road = Detour.along(row)
    assert lines_to(GRID, 1 << row[0], hexset(row[:2]), ends=1 << row[1], detours=[road]) == hexset(row[:2])


# --- roads and railroads ----------------------------------------------------------------------------------------------


def link_by_link(links: list[tuple[Hex, ...]], start: HexSet, free: HexSet, ends: HexSet) -> HexSet:
    reached, todo = start, members(start)
    while todo:
        hex = todo.pop()
        if not ends >> hex & 1:
            fresh = [there for there in links[hex] if free >> there & 1 and not reached >> there & 1]
            reached |= hexset(fresh)
            todo += fresh
    return reached


@pytest.mark.parametrize("seed", range(40))
def test_a_track_leads_where_its_links_lead(seed: int) -> None:
    random = Random(seed)
    links: list[tuple[Hex, ...]] = [() for _ in range(GRID.size)]
    for a in GRID.hexes:
        for b in GRID.neighbours[a]:
            if a < b and random.random() < 0.5:
                links[a], links[b] = (*links[a], b), (*links[b], a)
    start, free, ends = (hexset(h for h in GRID.hexes if random.random() < share) for share in (0.1, 0.8, 0.2))
    assert Track(links).along(start, free, ends=ends) == link_by_link(links, start, free, ends)


@given(maps(), some(HEXES, 3))
@settings(max_examples=60, deadline=None)
def test_an_open_way_of_the_empty_map_is_a_line_and_on_the_empty_map_there_is_no_other_answer(
    map: Map, goals: HexSet
) -> None:
    ways = CheapestWays(line_steps(GRID, map.walls), goals, ends=map.ends)
    found = lines_to(GRID, goals, map.free, ends=map.ends, walls=map.walls)
    everywhere = lines_to(GRID, goals, GRID.all, ends=map.ends, walls=map.walls)
    assert not hexset(hex for hex in HEXES if ways.open(hex, map.free)) & ~found
    assert hexset(hex for hex in HEXES if ways.open(hex, GRID.all)) == everywhere
