"""Where things are on the printed sheet, for those who draw over it."""

from __future__ import annotations

from typing import NamedTuple

from grognard.board import Board
from grognard.hexes import Hex
from grognard.render.field import Field
from grognard.render.margin import sheet
from grognard.render.pen import Point, R

_EDGE = 14.0  # the table around the sheet that the picture shows


class Extent(NamedTuple):
    """The size of a picture, a hex's circumradius, and the centre of every hex counted from the top left."""

    width: float
    height: float
    radius: float
    centres: dict[Hex, Point]


def extent(board: Board) -> Extent:
    """The extent of the picture `board_svg` draws."""
    field = Field(board)
    left, top, right, bottom = sheet(field).outer
    left, top, right, bottom = left - _EDGE, top - _EDGE, right + _EDGE, bottom + _EDGE
    centres = {h: (x - left, y - top) for h in board.grid.hexes for x, y in [field.centre(h)]}
    return Extent(right - left, bottom - top, R, centres)
