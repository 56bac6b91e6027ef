"""Marches: searches that are remembered, so that a move offered is not searched again when it is made."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterator, Mapping
from typing import Any

from grognard.hexes import Costs, Hex, HexSet, Prices, Reach, Sources, reach
from grognard.mechanics.components import Unit
from grognard.mechanics.counters import Units

Path = tuple[Hex, ...]


class Ways(Mapping[Hex, Path]):
    """Hexes that can be entered, each with the whole way to it, which is drawn when somebody asks for it."""

    def __init__(self, hexes: Collection[Hex]) -> None:
        self._hexes = hexes

    def __iter__(self) -> Iterator[Hex]:
        return iter(self._hexes)

    def __len__(self) -> int:
        return len(self._hexes)

    def __contains__(self, hex: object) -> bool:
        return hex in self._hexes


def reach_of(
    g: Units[Any],
    unit: Unit,
    costs: Costs,
    limit: int,
    *,
    stop: HexSet = 0,
    closed: HexSet = 0,
    extra: Mapping[Hex, int] | None = None,
    start: Sources | None = None,
) -> Reach:
    """`reach` from the unit's hex or another start; the last one of each unit is kept while all that it depends on is
    the same. To be read, not written."""
    begin = g.at[unit] if start is None else start
    facts = (begin, limit, stop, closed, extra, costs)
    return g.memo(("reach", unit), lambda: reach(costs, begin, limit, stop=stop, closed=closed, extra=extra), facts)


def stepping_off(
    g: Units[Any], kind: Hashable, prices: Prices, points: int, into: HexSet, extra: Mapping[Hex, int] | None = None
) -> HexSet:
    """The hexes from which units of a kind, all with so many points, can pay for a step into one of these hexes."""
    return g.memo(("steps", kind, points), lambda: prices.payable(points, into, extra), (into, extra, prices))


def points(half: int) -> str:
    """Half points as players write them."""
    whole, rest = divmod(half, 2)
    return " ".join(part for part in (str(whole) if whole or not rest else "", "1/2" if rest else "") if part)


def left_to_march(half: int) -> str:
    """What a unit can still spend, in words."""
    return f"{points(half)} movement point{'' if 0 < half <= 2 else 's'} left"
