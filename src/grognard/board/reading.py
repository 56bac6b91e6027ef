"""How a board is read from its file, part by part: the grid first, then what lies on it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from functools import partial
from itertools import pairwise

import msgspec

from grognard.board.features import Area, Bearing, Network, Pair, Place, Route, Shape, Side, Stream
from grognard.datafile import Entry
from grognard.errors import Invalid
from grognard.hexes import Grid, Hex, hexset, walls

KINDS_MAX = 100  # of terrain, of sides, of lines: each has a picture of the whole map


def grid_of(entry: Entry, terrain: Entry) -> Grid:
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


def terrain_of(entry: Entry, grid: Grid) -> list[str]:
    """By hex its terrain: drawn in rows of characters, or filled with one kind and others named."""
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


def sides_of(entries: Iterable[Entry], grid: Grid) -> dict[str, Side]:
    """The features of hexsides, by kind."""
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


def lines_of(entries: Iterable[Entry], grid: Grid) -> dict[str, Network]:
    """The networks that run through hexes, by kind."""
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


def crossings_of(entry: Entry, grid: Grid) -> frozenset[Pair]:
    """The hexsides at which a network goes on beyond a river."""
    sides = [_side(entry, word, grid) for kind in entry.keys for word in entry.words(kind)]
    return frozenset(pair for a, _, b in sides for pair in ((a, b), (b, a)))


def places_of(entries: Iterable[Entry], grid: Grid) -> dict[str, Place]:
    """The places by name; no two of them share a hex."""
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


def areas_of(entries: Iterable[Entry], grid: Grid) -> dict[str, Area]:
    """The areas by id."""
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


def shape_of(entry: Entry) -> Shape:
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


def drawing_of(entry: Entry) -> Bearing:
    """How the map lies."""
    entry.only("north", "km")
    given = {key: entry.raw(key) for key in entry.keys}
    try:
        return msgspec.convert(given, Bearing)
    except msgspec.ValidationError as error:
        raise entry.wrong(str(error)) from None


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
