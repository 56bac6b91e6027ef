"""A board in characters: each hex two lines high, its neighbours half a hex up and down, rivers along the hexsides.

0112 +│0211      a number, the terrain (♣ forest, ≈ swamp, ~ lake, ■ place), what runs through it (= road, + rail)
(RT★)_│[PGM]     the stack or the place; │ and _ are rivers or lakeshores
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rich.text import Text

from grognard.board import Board
from grognard.cli.stacks import Stacks
from grognard.game import GameInfo
from grognard.hexes import Hex
from grognard.view import AnyView

WIDE, HIGH = 7, 2  # a hex in characters, with the hexside on its right
TINY = 2  # a hex of the overview
# How terrain looks in characters, as `render/theme.toml` says how it looks in colours; other kinds show their initial.
SIGNS = {
    "clear": " ",
    "forest": "♣",
    "woods": "♣",
    "swamp": "≈",
    "lake": "~",
    "mountain": "^",
    "rough": "^",
    "marsh": "≈",
    "sea": "~",
}
GROUND = {
    "clear": "#e9e4cf", "forest": "#b9cf9f", "woods": "#b9cf9f", "swamp": "#b8cdc4", "lake": "#8fb8d8",
    "marsh": "#b8cdc4", "sea": "#8fb8d8", "mountain": "#d0bfa5", "rough": "#d9cbab",
}  # fmt: skip
INK, FAINT, WATER, TOWN, ALARM = "#2b2a24", "#8b8570", "bold #1f5fae", "bold #2b2a24", "bold #c0162c"
SIDES_OF_WATER = ("river", "lake", "stream", "shore", "major-river", "sea")
SMALL_WATER = "minor-river"
RIVER, MINOR, DRY = "│_", "┊.", "  "  # upright and level
WAYS = {(True, False): "=", (False, True): "+", (True, True): "#", (False, False): " "}
NO_SIGN = "*"  # a marker for which the game declares none


@dataclass(frozen=True)
class Window:
    """The columns and rows of the board that are shown."""

    columns: tuple[int, int]
    rows: tuple[int, int]

    def __contains__(self, place: tuple[int, int]) -> bool:
        column, row = place
        return self.columns[0] <= column <= self.columns[1] and self.rows[0] <= row <= self.rows[1]


def around(board: Board, hex: Hex, width: int, height: int) -> Window:
    """The window of so many characters with a hex in the middle, as far as the board reaches."""
    grid = board.grid
    columns = _span(grid.column(hex), max(1, (width - 1) // WIDE), *grid.columns)
    rows = _span(grid.row(hex), max(3, (height - 1) // HIGH), *grid.rows)
    return Window(columns, rows)


def _span(middle: int, count: int, low: int, high: int) -> tuple[int, int]:
    start = max(low, min(middle - count // 2, high - count + 1))
    return start, min(high, start + count - 1)


class Canvas:
    """Characters with styles, written anywhere in any order."""

    def __init__(self, width: int, height: int) -> None:
        self._rows = [[(" ", "")] * width for _ in range(height)]

    def write(self, x: int, y: int, text: str, style: str) -> None:
        """Put a text somewhere; what is outside is lost."""
        if 0 <= y < len(self._rows):
            row = self._rows[y]
            for i, sign in enumerate(text, x):
                if 0 <= i < len(row):
                    row[i] = (sign, style)

    def text(self) -> Text:
        """Everything, without blanks at the ends of lines that have no colour either."""
        out = Text()
        for row in self._rows:
            while row and row[-1] == (" ", ""):
                row.pop()
            for sign, style in row:
                out.append(sign, style)
            out.append("\n")
        out.right_crop(1)
        return out


class Signs:
    """What lies on the hexes besides units, by the signs the game declares: markers, and kinds of ground."""

    def __init__(self, game: GameInfo, view: AnyView) -> None:
        self.markers: dict[str, str] = {}  # by hex
        self.ground: dict[str, str] = {}
        self._called: dict[str, dict[str, str]] = {}  # by hex: sign and name
        signs = {term.name: term.sign or NO_SIGN for term in game.markers}
        for marker in view.markers:
            self._put(self.markers, marker.hex, signs.get(marker.kind, NO_SIGN), marker.kind)
        for term in game.ground:
            for hexes in view.ground.get(term.name, {}).values() if term.sign else ():
                for hex in hexes:
                    self._put(self.ground, hex, term.sign, term.name)

    def _put(self, where: dict[str, str], hex: str, sign: str, name: str) -> None:
        where.setdefault(hex, sign)
        self._called.setdefault(hex, {})[name] = sign

    def key(self, names: Sequence[str]) -> list[str]:
        """What the signs in these hexes mean."""
        found = {name: sign for hex in names for name, sign in self._called.get(hex, {}).items()}
        return [f"{sign} {name}" for name, sign in sorted(found.items())]


def sign_of(terrain: str) -> str:
    """The sign of a kind of terrain."""
    return SIGNS.get(terrain, terrain[:1] or " ")


def draw(board: Board, game: GameInfo, view: AnyView, window: Window) -> Text:
    """The hexes of a window with what stands on them."""
    grid = board.grid
    stacks, signs = Stacks(view.units), Signs(game, view)
    wide = (window.columns[1] - window.columns[0] + 1) * WIDE
    high = (window.rows[1] - window.rows[0] + 1) * HIGH
    flat = grid.top == "flat"
    canvas = Canvas(wide + (0 if flat else WIDE // 2), high + (1 if flat else 0))
    for hex in grid.hexes:
        column, row = grid.column(hex), grid.row(hex)
        if (column, row) in window:
            x, y = (column - window.columns[0]) * WIDE, (row - window.rows[0]) * HIGH
            lower = (column if flat else row) % 2 == (0 if grid.shifted == "even" else 1)
            at = (x, y + lower) if flat else (x + lower * (WIDE // 2), y)
            _hex(canvas, board, stacks, signs, hex, *at)
    return canvas.text()


def _hex(canvas: Canvas, board: Board, stacks: Stacks, signs: Signs, hex: Hex, x: int, y: int) -> None:
    name = board.grid.names[hex]
    ground = f"on {GROUND.get(board.terrain[hex], '#d8d4c4')}"
    place = board.place_at.get(hex)
    sign = "■" if place else sign_of(board.terrain[hex])
    marker = signs.markers.get(name)
    canvas.write(x, y, f"{name:4.4}", f"{FAINT} {ground}")
    canvas.write(x + 4, y, sign, f"{INK} {ground}")
    canvas.write(x + 5, y, marker or _way(board, signs, hex), f"{ALARM if marker else FAINT} {ground}")
    canvas.write(x, y + 1, " " * (WIDE - 1), ground)
    _shores(canvas, board, hex, x, y, ground)
    there = stacks.at(name)
    if len(there) == 1:
        canvas.write(x, y + 1, *there[0].letters(WIDE - 1))
    elif there:
        for n, stack in enumerate(there):
            canvas.write(x + n * (WIDE // 2), y + 1, *stack.count())
    elif place:
        canvas.write(x, y + 1, place.name[: WIDE - 1], f"{TOWN} {ground}")


def _way(board: Board, signs: Signs, hex: Hex) -> str:
    """What runs through a hex; if nothing does, what ground the game keeps track of there."""
    runs = [bool(kind in board.lines and board.lines[kind].hexes >> hex & 1) for kind in ("road", "rail")]
    return WAYS[runs[0], runs[1]].strip() or signs.ground.get(board.grid.names[hex], " ")


def _shores(canvas: Canvas, board: Board, hex: Hex, x: int, y: int, ground: str) -> None:
    """Rivers on the eastern and southern sides; the others belong to the neighbours."""
    wet = {d: _water(board, hex, d) for d in board.grid.directions}
    edge, half = x + WIDE - 1, (WIDE - 1) // 2
    upper, lower = ("ne", "se") if board.grid.top == "flat" else ("e", "e")
    canvas.write(edge, y, wet[upper][0], f"{WATER} {ground}")
    canvas.write(edge, y + 1, wet[lower][0], f"{WATER} {ground}")
    if board.grid.top == "flat":
        if wet["s"] != DRY:
            canvas.write(x, y + 1, wet["s"][1] * (WIDE - 1), f"{WATER} {ground}")
        return
    for side, start in (("sw", x), ("se", x + half)):
        if wet[side] != DRY:
            canvas.write(start, y + 1, wet[side][1] * half, f"{WATER} {ground}")


def _water(board: Board, hex: Hex, direction: str) -> str:
    """The signs of a side, upright and level: water, a minor river, or none."""
    other = board.grid.step(hex, board.grid.direction_index(direction))
    if other is None:
        return DRY
    if any(board.crosses(kind, hex, other) for kind in SIDES_OF_WATER):
        return RIVER
    return MINOR if board.crosses(SMALL_WATER, hex, other) else DRY


def overview(board: Board, game: GameInfo, view: AnyView, window: Window) -> Text:
    """The map at two characters a hex, in straight rows: who is where, without rivers and numbers."""
    grid = board.grid
    stacks, signs = Stacks(view.units), Signs(game, view)
    columns = range(window.columns[0], window.columns[1] + 1)
    rows = range(window.rows[0], window.rows[1] + 1)
    canvas = Canvas(TINY + TINY * len(columns), 1 + len(rows))
    for n, column in enumerate(columns):
        if column % 5 == 0 or n == 0:
            canvas.write(TINY + n * TINY, 0, f"{column:02d}", "dim")
    for y, row in enumerate(rows, 1):
        canvas.write(0, y, f"{row:02d}", "dim")
        for n, column in enumerate(columns):
            if (hex := grid.at(column, row)) is not None:
                canvas.write(TINY + n * TINY, y, *_tiny(board, stacks, signs, hex))
    return canvas.text()


def _tiny(board: Board, stacks: Stacks, signs: Signs, hex: Hex) -> tuple[str, str]:
    name = board.grid.names[hex]
    ground = f"on {GROUND.get(board.terrain[hex], '#d8d4c4')}"
    there = stacks.at(name)
    if len(there) > 1:
        return "><", ALARM
    if there:
        return there[0].short()
    if name in signs.markers:
        return f"{signs.markers[name]} ", f"{ALARM} {ground}"
    if hex in board.place_at:
        return "■■", f"{TOWN} {ground}"
    sign = sign_of(board.terrain[hex])
    return (sign if sign != " " else _way(board, signs, hex)) + " ", f"{FAINT} {ground}"


def key(board: Board, game: GameInfo, view: AnyView, names: Sequence[str], *, tiny: bool = False) -> Text:
    """What the signs of a window mean, as far as they occur in it."""
    stacks = Stacks(view.units)
    out = Text(style="dim")
    out.append_text(stacks.key(names, tiny=tiny))
    ground = {board.terrain[h] for h in map(board.grid.by_name.__getitem__, names)}
    signs = [f"{sign_of(kind)} {kind}" for kind in sorted(ground) if sign_of(kind) != " "]
    signs += ["■ town", *_ways(board), *Signs(game, view).key(names)]
    if not tiny:
        signs += [f"{RIVER} major river", f"{MINOR} minor river"] if SMALL_WATER in board.sides else [f"{RIVER} river"]
    if tiny and any(len(stacks.at(name)) > 1 for name in names):
        signs.append(">< both sides")
    out.append(("\n" if out.plain else "") + "  ".join(signs))
    return out


def _ways(board: Board) -> list[str]:
    """The signs of roads and railways, as far as the board has them."""
    ways = [f"{sign} {kind}" for kind, sign in (("road", "="), ("rail", "+")) if kind in board.lines]
    return [*ways, "# both"] if len(ways) == 2 else ways
