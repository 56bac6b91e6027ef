"""A position for the eyes: letters, or the project's own picture as pixels."""

from __future__ import annotations

from io import BytesIO

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from grognard.board import Board
from grognard.match import Match
from grognard.render import png, svg
from grognard.view import AnyView

MODES = ("ansi", "rgb_array")
Pixels = NDArray[np.uint8]
WIDE = 800  # pixels
SIGNS = {"clear": ".", "forest": "f", "swamp": "s", "marsh": "s", "lake": "~", "sea": "~", "mountain": "^"}


def render(match: Match, side: str | None, mode: str | None) -> str | Pixels | None:
    """The position as a side sees it, or as the public does."""
    view = match.view(side)
    if mode == "ansi":
        return letters(match.board, view)
    return pixels(match.board, view) if mode == "rgb_array" else None


def letters(board: Board, view: AnyView) -> str:
    """A row of the map a line, two letters a hex: a side's first letter and how many units, or the ground."""
    grid = board.grid
    stacks: dict[str, dict[str, int]] = {}
    for unit in view.units:
        here = stacks.setdefault(unit.hex, {})
        here[unit.side] = here.get(unit.side, 0) + 1
    (west, east), (north, south) = grid.columns, grid.rows
    lines = [f"turn {view.turn} of {view.turns}: {view.phase_title}"]
    for row in range(north, south + 1):
        signs = []
        for column in range(west, east + 1):
            h = grid.at(column, row)
            stack = stacks.get(grid.names[h]) if h is not None else None
            if h is None:
                signs.append("  ")
            elif stack:
                signs.append(
                    "><" if len(stack) > 1 else "".join(f"{s[0].upper()}{min(n, 9)}" for s, n in stack.items())
                )
            else:
                signs.append(" *" if h in board.place_at else f" {SIGNS.get(board.terrain[h], ',')}")
        lines.append("".join(signs).rstrip())
    return "\n".join(lines)


def pixels(board: Board, view: AnyView) -> Pixels:
    """The picture of the map with the counters on it: rows, columns, red green blue."""
    with Image.open(BytesIO(png(svg(board, view), width=WIDE))) as picture:
        return np.asarray(picture.convert("RGB"))
