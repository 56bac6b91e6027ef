"""Hex maps: grids, numbering, sets of hexes, ranges, floods and routes. Knows nothing of war."""

from grognard.hexes.grid import Grid, Walls, walls
from grognard.hexes.layout import Point
from grognard.hexes.places import describe, locate
from grognard.hexes.prices import Prices
from grognard.hexes.ranges import Costs, Reach, Sources, reach, route
from grognard.hexes.sets import Hex, HexSet, first, hexset, members

__all__ = [
    "Costs",
    "Grid",
    "Hex",
    "HexSet",
    "Point",
    "Prices",
    "Reach",
    "Sources",
    "Walls",
    "describe",
    "first",
    "hexset",
    "locate",
    "members",
    "reach",
    "route",
    "walls",
]
