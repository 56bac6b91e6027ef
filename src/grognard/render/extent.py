"""Where things are on the printed sheet, for those who draw over it."""

from __future__ import annotations

from typing import NamedTuple

from grognard.board import Board
from grognard.hexes import Hex
from grognard.render.field import Field
from grognard.render.margin import sheet
from grognard.render.pen import Point, R
from grognard.render.picture import water_names
from grognard.render.theme import default
from grognard.render.towns import printed_size

_EDGE = 14.0  # the table around the sheet that the picture shows


class RiverName(NamedTuple):
    """A river's name on the picture: the foot of its middle, its turn in degrees, and how large it is printed."""

    name: str
    x: float
    y: float
    turn: float
    size: float
    over: bool  # it stands over the water, not under it


class Extent(NamedTuple):
    """The size of a picture, a hex's circumradius, the centre of every hex counted from the top left, and names."""

    width: float
    height: float
    radius: float
    centres: dict[Hex, Point]
    rivers: list[RiverName]
    places: dict[str, float]  # by name, how large it is printed


def extent(board: Board) -> Extent:
    """The extent of the picture `board_svg` draws."""
    field = Field(board)
    left, top, right, bottom = sheet(field).outer
    left, top, right, bottom = left - _EDGE, top - _EDGE, right + _EDGE, bottom + _EDGE
    centres = {h: (x - left, y - top) for h in board.grid.hexes for x, y in [field.centre(h)]}
    rivers = []
    for spot in water_names(field, default()):
        x, y, turn = spot.middle()
        rivers.append(RiverName(spot.name, x - left, y - top, turn, spot.size, spot.lift > 0))
    places = {place.name: printed_size(field, place) for place in board.places.values()}
    return Extent(right - left, bottom - top, R, centres, rivers, places)
