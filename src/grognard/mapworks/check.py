"""Looking a board over: what a player would stumble on. Needs no geography.

Findings are `wrong` (a rule would go astray) or worth a `look` (it may be meant so).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from grognard.board import Board, Stream
from grognard.hexes import Hex, HexSet, hexset, members

Corner = tuple[int, int]
WET = ("sea", "lake")
WRONG, LOOK = "wrong", "look"


@dataclass(frozen=True, slots=True)
class Finding:
    """Something to mend or to look at, and where."""

    level: str
    text: str
    hexes: tuple[Hex, ...] = ()


def check(board: Board) -> list[Finding]:
    """Everything found on a board, the wrong things first."""
    found = [
        *_symmetry(board),
        *_streams(board),
        *_ways(board),
        *_places(board),
        *_areas(board),
        *_edges(board),
        *_islands(board),
    ]
    return sorted(found, key=lambda f: f.level != WRONG)


def marked(findings: Iterable[Finding]) -> dict[str, HexSet]:
    """The hexes of the findings by level, to lay over a picture."""
    by_level: dict[str, HexSet] = {}
    for finding in findings:
        by_level[finding.level] = by_level.get(finding.level, 0) | hexset(finding.hexes)
    return {level: hexes for level, hexes in by_level.items() if hexes}


def _corner(p: tuple[float, float]) -> Corner:
    return round(p[0] * 100), round(p[1] * 100)


def _ends(board: Board, h: Hex, d: int) -> frozenset[Corner]:
    corners = [_corner(p) for p in board.grid.corners(h)]
    return frozenset((corners[d], corners[(d + 1) % 6]))


def _hexes_at(board: Board) -> dict[Corner, list[Hex]]:
    """The hexes around every corner; rounding may give one corner two names a step apart."""
    around: dict[Corner, list[Hex]] = {}
    for h in board.grid.hexes:
        for x, y in map(_corner, board.grid.corners(h)):
            names = [(x + i, y + j) for i in (-1, 0, 1) for j in (-1, 0, 1)]
            around.setdefault(next((c for c in names if c in around), (x, y)), []).append(h)
    return around


def _symmetry(board: Board) -> Iterator[Finding]:
    for kind, side in board.sides.items():
        for a, b in sorted(side.pairs):
            d = board.grid.direction(a, b)
            if (b, a) not in side.pairs or d is None or not side.walls[d] >> a & 1:
                yield Finding(WRONG, f"{kind} {_said(board, (a, b))} lies on one side only", (a, b))


def _streams(board: Board) -> Iterator[Finding]:
    """Every river hangs together and ends in water, in another river, or at the edge of the map."""
    around = _hexes_at(board)
    for kind, side in board.sides.items():
        if kind in WET:
            for a, b in sorted(side.pairs):
                if a < b and any(board.terrain[h] in WET for h in (a, b)):
                    yield Finding(LOOK, f"{kind} side {_said(board, (a, b))} has open water on one hand", (a, b))
    streams = [stream for kind in board.rivers for stream in board.sides[kind].chains]
    others: dict[Corner, set[int]] = {}
    for number, stream in enumerate(streams):
        for h, d in stream.sides:
            for c in _ends(board, h, d):
                others.setdefault(_near(around, c), set()).add(number)
    for number, stream in enumerate(streams):
        yield from _stream(board, stream, number, around, others)


def _near(around: dict[Corner, list[Hex]], c: Corner) -> Corner:
    names = [(c[0] + i, c[1] + j) for i in (0, -1, 1) for j in (0, -1, 1)]
    return next(name for name in names if name in around)


def _stream(
    board: Board, stream: Stream, number: int, around: dict[Corner, list[Hex]], others: dict[Corner, set[int]]
) -> Iterator[Finding]:
    name = f"river {stream.name}" if stream.name else "a river without a name"
    steps = [frozenset(_near(around, c) for c in _ends(board, h, d)) for h, d in stream.sides]
    for (h, d), a, b in zip(stream.sides[1:], steps, steps[1:], strict=False):
        if not a & b:
            yield Finding(WRONG, f"{name} breaks off before {board.grid.name(h)}/{board.grid.directions[d]}", (h,))
    for h, d in stream.sides:
        there = board.grid.step(h, d)
        if there is not None and board.terrain[h] in WET and board.terrain[there] in WET:
            yield Finding(WRONG, f"{name} runs through open water at {_said(board, (h, there))}", (h, there))
    count: dict[Corner, int] = {}
    for step in steps:
        for c in step:
            count[c] = count.get(c, 0) + 1
    loose = [c for c, n in count.items() if n == 1 and not _welcomes(board, c, number, around, others)]
    mouth = steps[-1] - steps[-2] if len(steps) > 1 else frozenset()
    if loose and (len(loose) > 1 or (stream.name and set(loose) & mouth)):
        hexes = tuple(around[loose[-1]])
        yield Finding(WRONG if stream.name else LOOK, f"{name} ends in a field at {_said(board, hexes)}", hexes)


def _welcomes(
    board: Board, c: Corner, number: int, around: dict[Corner, list[Hex]], others: dict[Corner, set[int]]
) -> bool:
    """Whether a river may end at a corner."""
    hexes = around[c]
    coast = board.areas["coast"].set if "coast" in board.areas else 0
    at_sea = any(board.terrain[h] in (*WET, "zone") or coast >> h & 1 for h in hexes)
    closed = any(board.crosses(kind, a, b) for kind in WET for a in hexes for b in hexes if a < b)
    return len(hexes) < 3 or at_sea or closed or bool(others[c] - {number})


def _ways(board: Board) -> Iterator[Finding]:
    """Roads and railways hang together and lead somewhere."""
    edge = board.edges["west"] | board.edges["east"] | board.edges["north"] | board.edges["south"]
    for kind, line in board.lines.items():
        left = line.hexes
        pieces = []
        while left:
            reached = new = left & -left
            while new:
                more = hexset(b for h in members(new) for b in (*line.next[h], *_over(board, kind, h)))
                new = more & ~reached
                reached |= new
            pieces.append(reached)
            left &= ~reached
        for piece in sorted(pieces, key=lambda piece: (bool(piece & edge), piece.bit_count()))[:-1]:
            if not piece & edge and piece.bit_count() < 4:
                yield Finding(WRONG, f"{kind} at {_said(board, members(piece))} leads nowhere", tuple(members(piece)))
            elif not piece & edge:
                hexes = tuple(members(piece))
                yield Finding(LOOK, f"{kind} around {board.grid.name(hexes[0])} is cut off from the rest", hexes)
        for h in members(line.hexes):
            ends = len(line.next[h]) < 2 and h not in line.exits and not edge >> h & 1
            if ends and h not in board.place_at and not _over(board, kind, h):
                yield Finding(LOOK, f"{kind} ends in {board.grid.name(h)}, where there is no town", (h,))


def _over(board: Board, kind: str, h: Hex) -> list[Hex]:
    """The hexes across a river at which a line goes on."""
    line = board.lines[kind]
    return [b for b in board.grid.neighbours[h] if (h, b) in board.crossings and line.hexes >> b & 1]


def _places(board: Board) -> Iterator[Finding]:
    for place in board.places.values():
        wet = [h for h in place.hexes if board.terrain[h] in WET]
        if wet:
            yield Finding(WRONG, f"{place.name} stands in the water at {_said(board, wet)}", tuple(wet))


def _areas(board: Board) -> Iterator[Finding]:
    for area in board.areas.values():
        if not area.hexes:
            yield Finding(WRONG, f"area {area.id} is empty")
        if area.kind != "territory":
            continue
        wet = [h for h in area.hexes if board.terrain[h] == "sea"]
        if wet:
            yield Finding(WRONG, f"area {area.id} reaches into the sea at {_said(board, wet)}", tuple(wet))
        for h in area.hexes:
            land = [n for n in board.grid.neighbours[h] if board.terrain[n] != "sea"]
            if land and not any(area.set >> n & 1 for n in land):
                yield Finding(LOOK, f"{board.grid.name(h)} is cut off from the rest of area {area.id}", (h,))
    if "coast" in board.areas:
        coast = board.areas["coast"]
        sea = board.having("sea")
        for h in board.grid.hexes:
            if board.terrain[h] != "sea" and board.grid.around[h] & sea and not coast.set >> h & 1:
                yield Finding(WRONG, f"{board.grid.name(h)} touches the sea but is not in area coast", (h,))


def _edges(board: Board) -> Iterator[Finding]:
    for name, hexes in board.edges.items():
        if all(board.terrain[h] in (*WET, "") for h in members(hexes)):
            yield Finding(LOOK, f"the {name} edge has no land")


def _islands(board: Board) -> Iterator[Finding]:
    """Land one cannot walk to."""
    grid = board.grid
    land = hexset(h for h in grid.hexes if board.terrain[h] not in (*WET, "", "zone"))
    left, pieces = land, []
    while left:
        piece = grid.flood(left & -left, land, walls=board.side("sea").walls)
        pieces.append(piece)
        left &= ~piece
    for piece in sorted(pieces, key=int.bit_count)[:-1]:
        hexes = tuple(members(piece))
        yield Finding(LOOK, f"{_said(board, hexes)}: an island, or cut off by sea hexsides", hexes)


def _said(board: Board, hexes: Iterable[Hex]) -> str:
    names = [board.grid.name(h) for h in hexes]
    return "-".join(names) if len(names) < 6 else f"{'-'.join(names[:5])} and {len(names) - 5} more"
