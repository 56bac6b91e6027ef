"""What lies on a map besides terrain: features of hexsides, networks through hexes, places, areas, shapes."""

from __future__ import annotations

import msgspec

from grognard.hexes import Hex, HexSet, Walls

Pair = tuple[Hex, Hex]


class Stream(msgspec.Struct, frozen=True):
    """A run of hexsides, for drawing: (hex, direction) in order."""

    name: str
    sides: tuple[tuple[Hex, int], ...]


class Side(msgspec.Struct, frozen=True):
    """Everything of one kind that lies along hexsides, such as all rivers."""

    walls: Walls
    pairs: frozenset[Pair]  # both orders
    chains: tuple[Stream, ...] = ()


class Route(msgspec.Struct, frozen=True):
    """A run of linked hexes, for drawing, with the directions in which it leaves the map at either end."""

    name: str
    hexes: tuple[Hex, ...]
    off: tuple[int | None, int | None] = (None, None)


class Network(msgspec.Struct, frozen=True):
    """A network that runs through hexes, such as all roads."""

    hexes: HexSet
    links: frozenset[Pair]  # both orders
    next: list[tuple[Hex, ...]]  # by hex: the hexes linked to it
    exits: dict[Hex, int]  # where it leaves the map, and in which direction
    chains: tuple[Route, ...] = ()


class Place(msgspec.Struct, frozen=True):
    """A city or another named spot; `value` and `signs` (as port, fortress) are printed beside it."""

    name: str
    kind: str
    hexes: tuple[Hex, ...]
    set: HexSet
    value: int = 0
    signs: tuple[str, ...] = ()


class Area(msgspec.Struct, frozen=True):
    """A group of hexes a rule speaks of, such as an entrance."""

    id: str
    kind: str
    side: str
    hexes: tuple[Hex, ...]
    set: HexSet


class Shape(msgspec.Struct, frozen=True):
    """Something drawn on the map that no rule looks at: outlines, in units of a hex's circumradius."""

    kind: str
    name: str
    rings: tuple[tuple[tuple[float, float], ...], ...]


class Bearing(msgspec.Struct, frozen=True):
    """How the map lies: degrees from its top to north, clockwise, and kilometres across a hex (0: unknown)."""

    north: float = 0.0
    km: float = 0.0


RIVERS = {"major-river": 0, "river": 1, "minor-river": 2}  # the kinds of rivers, the broadest first


def is_river(kind: str) -> bool:
    """Whether hexsides of that kind are a river: `river`, or a name that ends so."""
    return kind == "river" or kind.endswith("-river")
