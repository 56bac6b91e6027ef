"""A board: a grid of hexes with terrain, features of hexsides, roads and railroads, places and areas."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial
from itertools import pairwise
from typing import Any

import msgspec

from grognard.datafile import Entry, Source, load
from grognard.errors import Invalid
from grognard.hexes import Costs, Grid, Hex, HexSet, Walls, hexset, walls

Pair = tuple[Hex, Hex]
KINDS_MAX = 100  # of terrain, of sides, of lines: each has a picture of the whole map


class Stream(msgspec.Struct, frozen=True):
    """A run of hexsides, for drawing: (hex, direction) in order."""

    name: str
    sides: tuple[tuple[Hex, int], ...]


class Side(msgspec.Struct, frozen=True):
    """Everything of one kind that lies along hexsides, such as all rivers."""

    walls: Walls
    pairs: frozenset[Pair]  # both orders
    chains: tuple[Stream, ...] = ()


class Route(msgspec.Struct, frozen=True):
    """A run of linked hexes, for drawing, with the directions in which it leaves the map at either end."""

    name: str
    hexes: tuple[Hex, ...]
    off: tuple[int | None, int | None] = (None, None)


class Network(msgspec.Struct, frozen=True):
    """A network that runs through hexes, such as all roads."""

    hexes: HexSet
    links: frozenset[Pair]  # both orders
    next: list[tuple[Hex, ...]]  # by hex: the hexes linked to it
    exits: dict[Hex, int]  # where it leaves the map, and in which direction
    chains: tuple[Route, ...] = ()


class Place(msgspec.Struct, frozen=True):
    """A city or another named spot; `value` and `signs` (as port, fortress) are printed beside it."""

    name: str
    kind: str
    hexes: tuple[Hex, ...]
    set: HexSet
    value: int = 0
    signs: tuple[str, ...] = ()


class Area(msgspec.Struct, frozen=True):
    """A group of hexes a rule speaks of, such as an entrance."""

    id: str
    kind: str
    side: str
    hexes: tuple[Hex, ...]
    set: HexSet


class Shape(msgspec.Struct, frozen=True):
    """Something drawn on the map that no rule looks at: outlines, in units of a hex's circumradius."""

    kind: str
    name: str
    rings: tuple[tuple[tuple[float, float], ...], ...]


class Bearing(msgspec.Struct, frozen=True):
    """How the map lies: degrees from its top to north, clockwise, and kilometres across a hex (0: unknown)."""

    north: float = 0.0
    km: float = 0.0


RIVERS = {"major-river": 0, "river": 1, "minor-river": 2}  # the kinds of rivers, the broadest first


def is_river(kind: str) -> bool:
    """Whether hexsides of that kind are a river: `river`, or a name that ends so."""
    return kind == "river" or kind.endswith("-river")


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
        grid = _grid(top.entry("grid"), terrain)
        return cls(
            title=top.text("title", ""),
            grid=grid,
            terrain=_terrain(terrain, grid),
            sides=_sides(top.entries("side"), grid),
            lines=_lines(top.entries("line"), grid),
            crossings=_crossings(top.entry("crossings", optional=True), grid),
            places=_places(top.entries("place"), grid),
            areas=_areas(top.entries("area"), grid),
            shapes=tuple(map(_shape, top.entries("shape"))),
            drawing=_drawing(top.entry("drawing", optional=True)),
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


def _grid(entry: Entry, terrain: Entry) -> Grid:
    """The grid, without the hexes whose terrain code stands for nothing."""
    entry.only("top", "shifted", "columns", "rows", "numbering")
    make = partial(
        Grid,
        _span(entry, "columns"),
        _span(entry, "rows"),
        top=entry.text("top", "flat"),
        shifted=entry.text("shifted", "even"),
        numbering=entry.text("numbering", "CCRR"),
    )
    try:
        grid = make()
    except Invalid as error:
        raise entry.wrong(str(error)) from None
    missing = [grid.name(h) for h, kind in _drawn(terrain, grid) if not kind]
    return make(missing=missing) if missing else grid


def _span(entry: Entry, key: str) -> tuple[int, int]:
    span = entry.wholes(key)
    if len(span) != 2:
        raise entry.wrong(f"{key} must be [first, last], not {list(span)}")
    return span[0], span[1]


def _drawn(entry: Entry, grid: Grid) -> Iterator[tuple[Hex, str]]:
    """Each hex with its terrain as the rows of characters show it."""
    codes, rows = entry.entry("codes", optional=True), entry.text("rows", "").splitlines()
    (west, east), (north, south) = grid.columns, grid.rows
    if rows and len(rows) != south - north + 1:
        raise entry.wrong(f"rows has {len(rows)} lines for {south - north + 1} rows of the grid")
    for number, row in enumerate(rows, north):
        if len(row) != east - west + 1:
            raise entry.wrong(f"row {number:02d} has {len(row)} characters for {east - west + 1} columns")
        for column, code in enumerate(row, west):
            if code not in codes:
                raise entry.wrong(f"row {number:02d}: unknown code {code!r}; known: {' '.join(codes.keys)}")
            if (h := grid.at(column, number)) is not None:
                yield h, codes.text(code)


def _terrain(entry: Entry, grid: Grid) -> list[str]:
    entry.only("codes", "rows", "fill", "hexes")
    terrain = [""] * grid.size
    fill = entry.text("fill", "clear")
    if not fill:
        raise entry.wrong("fill must name a terrain")
    for h in grid.hexes:
        terrain[h] = fill
    for h, kind in _drawn(entry, grid):
        terrain[h] = kind
    hexes = entry.entry("hexes", optional=True)
    _few_kinds(hexes, hexes.keys)
    if "" in hexes:
        raise hexes.wrong("a terrain needs a name")
    for kind in hexes.keys:
        for h in _hexes(hexes, kind, grid):
            terrain[h] = kind
    return terrain


def _sides(entries: Iterable[Entry], grid: Grid) -> dict[str, Side]:
    streams: dict[str, list[Stream]] = {}
    pairs: dict[str, set[Pair]] = {}
    for number, entry in enumerate(entries, 1):
        entry.only("kind", "name", "at")
        kind, name = entry.text("kind"), entry.text("name", "")
        entry = entry.named(f'{kind} "{name}"' if name else f"{kind} {number}")
        seen = pairs.setdefault(kind, set())
        at = []
        for word in entry.words("at"):
            a, d, b = _side(entry, word, grid)
            if (a, b) in seen:
                raise entry.wrong(f"side {word} is there twice")
            seen |= {(a, b), (b, a)}
            at.append((a, d))
        streams.setdefault(kind, []).append(Stream(name, tuple(at)))
        _few_kinds(entry, streams)
    return {
        kind: Side(walls(grid, pairs[kind]), frozenset(pairs[kind]), tuple(chains)) for kind, chains in streams.items()
    }


def _few_kinds(entry: Entry, kinds: Collection[str]) -> None:
    if len(kinds) > KINDS_MAX:
        raise entry.wrong(f"a board has at most {KINDS_MAX} kinds of a feature")


def _side(entry: Entry, word: str, grid: Grid) -> tuple[Hex, int, Hex]:
    name, slash, direction = word.partition("/")
    if not slash:
        raise entry.wrong(f"{word}: a side is written hex/direction, as 0112/s")
    h = _hex(entry, name, grid)
    d = _direction(entry, f"side {word}", direction, grid)
    other = grid.step(h, d)
    if other is None:
        raise entry.wrong(f"side {word} is the edge of the map")
    return h, d, other


def _lines(entries: Iterable[Entry], grid: Grid) -> dict[str, Network]:
    routes: dict[str, list[Route]] = {}
    for number, entry in enumerate(entries, 1):
        entry.only("kind", "name", "hexes")
        kind, name = entry.text("kind"), entry.text("name", "")
        entry = entry.named(f'{kind} "{name}"' if name else f"{kind} {number}")
        routes.setdefault(kind, []).append(_route(entry, name, grid))
        _few_kinds(entry, routes)
    return {kind: _network(chains, grid) for kind, chains in routes.items()}


def _route(entry: Entry, name: str, grid: Grid) -> Route:
    words = list(entry.words("hexes"))
    ends = [words.pop(i) if words and words[i].startswith("off:") else "" for i in (0, -1)]
    hexes = tuple(_hex(entry, word, grid) for word in words)
    if not hexes:
        raise entry.wrong("hexes names no hex")
    for a, b in pairwise(hexes):
        if b not in grid.neighbours[a]:
            raise entry.wrong(f"{grid.name(a)} and {grid.name(b)} are not adjacent")
    start, end = (_exit(entry, off, h, grid) for off, h in zip(ends, (hexes[0], hexes[-1]), strict=True))
    return Route(name, hexes, (start, end))


def _exit(entry: Entry, off: str, h: Hex, grid: Grid) -> int | None:
    if not off:
        return None
    d = _direction(entry, off, off.removeprefix("off:"), grid)
    if (there := grid.step(h, d)) is not None:
        raise entry.wrong(f"{off}: {grid.name(there)} lies there, not the edge of the map")
    return d


def _network(chains: list[Route], grid: Grid) -> Network:
    links = {step for chain in chains for a, b in pairwise(chain.hexes) for step in ((a, b), (b, a))}
    ends = [end for chain in chains for end in zip((chain.hexes[0], chain.hexes[-1]), chain.off, strict=True)]
    exits = {h: d for h, d in ends if d is not None}
    beside: list[tuple[Hex, ...]] = [()] * grid.size
    for h in grid.hexes:
        beside[h] = tuple(b for b in grid.neighbours[h] if (h, b) in links)
    hexes = hexset(h for chain in chains for h in chain.hexes)
    return Network(hexes, frozenset(links), beside, exits, tuple(chains))


def _crossings(entry: Entry, grid: Grid) -> frozenset[Pair]:
    sides = [_side(entry, word, grid) for kind in entry.keys for word in entry.words(kind)]
    return frozenset(pair for a, _, b in sides for pair in ((a, b), (b, a)))


def _places(entries: Iterable[Entry], grid: Grid) -> dict[str, Place]:
    places: dict[str, Place] = {}
    taken: dict[Hex, str] = {}
    for entry in entries:
        entry.only("name", "kind", "hexes", "value", "signs")
        name = entry.text("name")
        entry = entry.named(f'place "{name}"')
        if name in places:
            raise entry.wrong("is there twice")
        hexes = _hexes(entry, "hexes", grid)
        if not hexes:
            raise entry.wrong("hexes names no hex")
        for h in hexes:
            if h in taken:
                raise entry.wrong(f"{grid.name(h)} is {taken[h]} already")
            taken[h] = name
        value, signs = entry.whole("value", 0), entry.words("signs", ())
        places[name] = Place(name, entry.text("kind"), hexes, hexset(hexes), value, signs)
    return places


def _areas(entries: Iterable[Entry], grid: Grid) -> dict[str, Area]:
    areas: dict[str, Area] = {}
    for entry in entries:
        entry.only("id", "kind", "side", "hexes")
        name = entry.text("id")
        entry = entry.named(f'area "{name}"')
        if name in areas:
            raise entry.wrong("is there twice")
        hexes = _hexes(entry, "hexes", grid)
        areas[name] = Area(name, entry.text("kind", ""), entry.text("side", ""), hexes, hexset(hexes))
    return areas


def _shape(entry: Entry) -> Shape:
    """Points as x,y with blanks between; a / begins another outline, such as an island's."""
    entry.only("kind", "name", "at")
    rings: list[list[tuple[float, float]]] = [[]]
    for word in entry.words("at"):
        if word == "/":
            rings.append([])
            continue
        try:
            x, y = map(float, word.split(","))
        except ValueError:
            raise entry.wrong(f"{word}: a point is written x,y") from None
        rings[-1].append((x, y))
    return Shape(entry.text("kind"), entry.text("name", ""), tuple(map(tuple, rings)))


def _drawing(entry: Entry) -> Bearing:
    entry.only("north", "km")
    given = {key: entry.raw(key) for key in entry.keys}
    try:
        return msgspec.convert(given, Bearing)
    except msgspec.ValidationError as error:
        raise entry.wrong(str(error)) from None


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


def _hexes(entry: Entry, key: str, grid: Grid) -> tuple[Hex, ...]:
    """The hexes named one by one, or by the ends of a row, a column or a block: 0101..0112."""
    found: list[Hex] = []
    for word in entry.words(key):
        found += block(grid, word, lambda name: _hex(entry, name, grid), entry)
    return tuple(found)


def block(grid: Grid, word: str, find: Callable[[str], Hex], entry: Entry | None = None) -> Iterator[Hex]:
    """The hexes a word names: one, or all in the rows and columns between two corners, 0101..0412; they are counted
    for the entry of a file."""
    first, _, last = word.partition("..")
    a, b = find(first), find(last or first)
    columns, rows = sorted(map(grid.column, (a, b))), sorted(map(grid.row, (a, b)))
    if entry is not None:
        entry.count_hexes((columns[1] - columns[0] + 1) * (rows[1] - rows[0] + 1))
    for column in range(columns[0], columns[1] + 1):
        for row in range(rows[0], rows[1] + 1):
            if (h := grid.at(column, row)) is not None:
                yield h


def _hex(entry: Entry, name: str, grid: Grid) -> Hex:
    try:
        return grid.hex(name)
    except Invalid as error:
        raise entry.wrong(str(error)) from None


def _direction(entry: Entry, what: str, name: str, grid: Grid) -> int:
    if name not in grid.directions:
        raise entry.wrong(f"{what}: no direction {name}; known: {' '.join(grid.directions)}")
    return grid.direction_index(name)
