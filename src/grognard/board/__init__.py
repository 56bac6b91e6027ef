"""A board: a grid of hexes with terrain, features of hexsides, roads and railroads, places and areas."""

from grognard.board.board import Board
from grognard.board.features import Area, Network, Pair, Place, Side, Stream, is_river
from grognard.board.reading import KINDS_MAX, block

__all__ = ["KINDS_MAX", "Area", "Board", "Network", "Pair", "Place", "Side", "Stream", "block", "is_river"]
