"""Steps that cost points, for whole sets of hexes at once: who can take one, and floods without the ways."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from grognard.hexes.ranges import Costs
from grognard.hexes.sets import Hex, HexSet, hexset


class Prices:
    """Step costs turned over: for each offset of a step, and each price, the hexes from which and into which it
    costs that."""

    def __init__(self, costs: Costs) -> None:
        by_offset: dict[int, dict[int, HexSet]] = {}
        for hex, steps in enumerate(costs):
            for there, price in steps:
                if price <= 0:
                    raise ValueError(f"a flood needs steps that cost something, not {price}")
                prices = by_offset.setdefault(there - hex, {})
                prices[price] = prices.get(price, 0) | 1 << hex
        self._out = by_offset
        self._into = [  # by offset: each price with the hexes entered for it, the price of most of them first
            (offset, sorted(((price, _moved(hexes, offset)) for price, hexes in prices.items()), key=_rarity))
            for offset, prices in by_offset.items()
        ]
        self._dearest = max((price for prices in by_offset.values() for price in prices), default=0)
        self._within: dict[int, list[tuple[int, HexSet]]] = {}

    def payable(self, points: int, into: HexSet, extra: Mapping[Hex, int] | None = None) -> HexSet:
        """The hexes from which some step into one of these hexes costs at most `points`; `extra` adds to the price of
        entering a hex."""
        found = 0
        if extra:
            for hex, more in extra.items():
                if into >> hex & 1:
                    found |= self.payable(points - more, 1 << hex)
                    into &= ~(1 << hex)
        for offset, hexes in self._affordable(min(points, self._dearest)):
            found |= hexes & (into >> offset if offset > 0 else into << -offset)
        return found

    def _affordable(self, points: int) -> list[tuple[int, HexSet]]:
        """By offset, the hexes from which the step costs at most so many points."""
        known = self._within.get(points)
        if known is None:
            known = self._within[points] = []
            for offset, prices in self._out.items():
                hexes = 0
                for price, those in prices.items():
                    hexes |= those if price <= points else 0
                if hexes:
                    known.append((offset, hexes))
        return known

    def within(
        self,
        limit: int,
        start: HexSet,
        free: HexSet,
        *,
        stop: HexSet = 0,
        leaps: Collection[tuple[Hex, Hex, int]] = (),
        late: Collection[tuple[int, HexSet]] = (),
    ) -> HexSet:
        """The hexes that cost at most `limit` to reach from the free hexes of `start`, by the rules of `reach`.

        Only free hexes are entered. `leaps` are further steps: from where, to where and at what price. `late` are
        further starts, and what has been spent already when it is theirs.
        """
        arriving = [0] * (limit + 1 + self._dearest)  # by cost; beyond the limit nobody looks
        arriving[0] = start & free
        for spent, hexes in late:
            arriving[spent] |= hexes & free
        left, halts, doors = free, stop & ~arriving[0], hexset(hex for hex, _, _ in leaps)
        for paid in range(limit + 1):
            fresh = arriving[paid] & left
            if not fresh:
                continue
            left ^= fresh
            onward = fresh & ~halts
            if onward & doors:
                for hex, there, price in leaps:
                    if onward >> hex & 1 and paid + price <= limit:
                        arriving[paid + price] |= 1 << there
            for offset, prices in self._into:
                near = (onward << offset if offset > 0 else onward >> -offset) & left
                if near:
                    for price, hexes in prices:
                        if entered := near & hexes:
                            arriving[paid + price] |= entered
                            near ^= entered
                            if not near:
                                break
        return free & ~left


def _rarity(priced: tuple[int, HexSet]) -> int:
    return -priced[1].bit_count()


def _moved(hexes: HexSet, offset: int) -> HexSet:
    return hexes << offset if offset > 0 else hexes >> -offset
