"""The map room: a board and a view become a picture. Pure functions; knows no rules and no game."""

from grognard.render.counters import counter_svg
from grognard.render.extent import Extent, extent
from grognard.render.picture import board_svg, svg
from grognard.render.pixels import png
from grognard.render.symbols import sprite
from grognard.render.theme import Theme

__all__ = ["Extent", "Theme", "board_svg", "counter_svg", "extent", "png", "sprite", "svg"]
