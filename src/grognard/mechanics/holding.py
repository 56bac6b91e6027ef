"""Who holds what, as a view shows it: hexes by the side that holds them, and places that one side holds whole."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from grognard.hexes import HexSet
from grognard.mechanics.counters import Units
from grognard.view import NOBODY


def places_held(g: Units[Any], held: Mapping[str, HexSet], within: HexSet) -> Mapping[str, str]:
    """Who holds each place that has a hex within a part of the map: the side that holds all its hexes, or nobody."""
    facts = tuple(held.items())
    return g.memo("places held", lambda: {
        place.name: next((side for side, hexes in facts if not place.set & ~hexes), NOBODY)
        for place in g.rules.board.places.values() if place.set & within
    }, facts)  # fmt: skip


def hexes_held(g: Units[Any], held: Mapping[str, HexSet], within: HexSet) -> Mapping[str, tuple[str, ...]]:
    """The hexes each side holds within a part of the map."""
    facts = tuple(held.items())
    return g.memo("hexes held", lambda: {side: g.in_hexes(hexes & within) for side, hexes in facts}, facts)
