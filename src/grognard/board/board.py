"""A board: a grid of hexes with terrain, and what lies on it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from grognard.board import reading
from grognard.board.features import RIVERS, Area, Bearing, Network, Pair, Place, Shape, Side, is_river
from grognard.datafile import Entry, Source, load
from grognard.errors import Invalid
from grognard.hexes import Costs, Grid, Hex, HexSet, hexset, walls


@dataclass(frozen=True, slots=True, eq=False)
class Board:
    """What is printed on the map; it never changes in play."""

    title: str
    grid: Grid
    terrain: list[str]  # by hex; "" where there is none
    sides: dict[str, Side]
    lines: dict[str, Network]
    crossings: frozenset[Pair]  # both orders
    places: dict[str, Place]
    areas: dict[str, Area]
    shapes: tuple[Shape, ...] = ()
    drawing: Bearing = field(default_factory=Bearing)
    place_at: dict[Hex, Place] = field(init=False)
    named: dict[str, Hex] = field(init=False)  # places by name, for those that are one hex
    edges: dict[str, HexSet] = field(init=False)  # west, east, north, south: first and last column and row
    _having: dict[str, HexSet] = field(init=False)

    def __post_init__(self) -> None:
        kinds: dict[str, list[Hex]] = {}
        for h in self.grid.hexes:
            kinds.setdefault(self.terrain[h], []).append(h)
        put = object.__setattr__
        put(self, "_having", {kind: hexset(hexes) for kind, hexes in kinds.items()})
        put(self, "place_at", {h: place for place in self.places.values() for h in place.hexes})
        put(self, "named", {place.name: place.hexes[0] for place in self.places.values() if len(place.hexes) == 1})
        put(self, "edges", _edges(self.grid))

    @classmethod
    def read(cls, source: Source, name: str = "board.toml") -> Board:
        """The board of a file, or of a dict in the same form."""
        top = load(source, name)
        top.only("title", "grid", "terrain", "side", "line", "crossings", "place", "area", "drawing", "shape")
        terrain = top.entry("terrain", optional=True)
        grid = reading.grid_of(top.entry("grid"), terrain)
        return cls(
            title=top.text("title", ""),
            grid=grid,
            terrain=reading.terrain_of(terrain, grid),
            sides=reading.sides_of(top.entries("side"), grid),
            lines=reading.lines_of(top.entries("line"), grid),
            crossings=reading.crossings_of(top.entry("crossings", optional=True), grid),
            places=reading.places_of(top.entries("place"), grid),
            areas=reading.areas_of(top.entries("area"), grid),
            shapes=tuple(map(reading.shape_of, top.entries("shape"))),
            drawing=reading.drawing_of(top.entry("drawing", optional=True)),
        )

    @classmethod
    def of_position(cls, position: Mapping[str, Any]) -> Board | None:
        """The board a position file brings along: a table, never the name of a file; None if it has none."""
        if "board" not in position:
            return None
        Entry(position, "position").entry("board")
        return cls.read(position["board"], "position: board")

    def having(self, terrain: str) -> HexSet:
        """All hexes of a kind of terrain."""
        return self._having.get(terrain, 0)

    def side(self, kind: str) -> Side:
        """A feature of hexsides; an empty one if the board has none of that kind."""
        return self.sides.get(kind) or Side(walls(self.grid, ()), frozenset())

    def line(self, kind: str) -> Network:
        """A network; an empty one if the board has none of that kind."""
        return self.lines.get(kind) or Network(0, frozenset(), [()] * self.grid.size, {})

    def crosses(self, kind: str, a: Hex, b: Hex) -> bool:
        """Whether a feature of that kind lies between two adjacent hexes."""
        return kind in self.sides and (a, b) in self.sides[kind].pairs

    @property
    def rivers(self) -> tuple[str, ...]:
        """The kinds of hexsides that are rivers, the broadest first: major-river, river, minor-river."""
        return tuple(sorted(filter(is_river, self.sides), key=lambda kind: (RIVERS.get(kind, 1), kind)))

    def has_river(self, a: Hex, b: Hex) -> bool:
        """Whether a river of any kind lies between two adjacent hexes."""
        return any(self.crosses(kind, a, b) for kind in self.rivers)

    def step_costs(
        self,
        hex_cost: Mapping[str, int | None],
        side_cost: Mapping[str, int | None],
        line_cost: Mapping[str, int],
    ) -> Costs:
        """By hex the steps one may take from it and what they cost in half points; None is impassable.

        A step pays for the terrain entered and the sides crossed. Along a link of a line the line's cost stands for
        that of the terrain, but a line is no help across a side that costs anything.
        """
        tolls = self._tolls(side_cost)
        along = self._along(line_cost)
        enter = [self._terrain_cost(hex_cost, h) if self.terrain[h] else None for h in range(self.grid.size)]
        costs: list[tuple[tuple[Hex, int], ...]] = [()] * self.grid.size
        for a in self.grid.hexes:
            steps = []
            for b in self.grid.neighbours[a]:
                toll = tolls.get((a, b), 0)
                cost = enter[b] if toll != 0 else along.get((a, b), enter[b])
                if cost is not None and toll is not None:
                    steps.append((b, cost + toll))
            costs[a] = tuple(steps)
        return costs

    def _tolls(self, side_cost: Mapping[str, int | None]) -> dict[Pair, int | None]:
        tolls: dict[Pair, int | None] = {}
        for kind, cost in side_cost.items():
            for pair in self.side(kind).pairs if cost != 0 else ():
                so_far = tolls.get(pair, 0)
                tolls[pair] = None if cost is None or so_far is None else so_far + cost
        return tolls

    def _along(self, line_cost: Mapping[str, int]) -> dict[Pair, int]:
        along: dict[Pair, int] = {}
        for kind, cost in sorted(line_cost.items(), key=lambda item: -item[1]):  # the cheapest line last: it stays
            along |= dict.fromkeys(self.line(kind).links, cost)
        return along

    def _terrain_cost(self, hex_cost: Mapping[str, int | None], h: Hex) -> int | None:
        try:
            return hex_cost[self.terrain[h]]
        except KeyError:
            raise Invalid(f"no movement cost for terrain {self.terrain[h]!r} of {self.grid.name(h)}") from None


def _edges(grid: Grid) -> dict[str, HexSet]:
    def extreme(number: Callable[[Hex], int], pick: Callable[[Iterable[int]], int]) -> HexSet:
        outermost = pick(map(number, grid.hexes))
        return hexset(h for h in grid.hexes if number(h) == outermost)

    return {
        "west": extreme(grid.column, min),
        "east": extreme(grid.column, max),
        "north": extreme(grid.row, min),
        "south": extreme(grid.row, max),
    }
