"""What a player calls a hex."""

from __future__ import annotations

from grognard.games.oder.position import Position
from grognard.hexes import Hex


def place_name(g: Position, hex: Hex) -> str:
    """The name of the place in a hex with its number, or the number alone."""
    name = next((place.name for place in g.rules.board.places.values() if place.set >> hex & 1), None)
    return f"{name} ({g.hexname(hex)})" if name else g.hexname(hex)
