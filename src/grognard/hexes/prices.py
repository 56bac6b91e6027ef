"""Steps that cost points, for whole sets of hexes at once: who can take one, and floods without the ways."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from grognard.hexes.ranges import Costs
from grognard.hexes.sets import Hex, HexSet


class Prices:
    """Step costs turned over: for each price, and each offset of a step, the hexes from which it costs that."""

    def __init__(self, costs: Costs) -> None:
        by_price: dict[int, dict[int, HexSet]] = {}
        for hex, steps in enumerate(costs):
            for there, price in steps:
                if price <= 0:
                    raise ValueError(f"a flood needs steps that cost something, not {price}")
                offsets = by_price.setdefault(price, {})
                offsets[there - hex] = offsets.get(there - hex, 0) | 1 << hex
        self._steps: list[tuple[int, HexSet, list[tuple[int, HexSet]], list[tuple[int, HexSet]]]] = []
        for price, offsets in sorted(by_price.items()):
            anywhere = 0
            for hexes in offsets.values():
                anywhere |= hexes
            up = [(offset, hexes) for offset, hexes in offsets.items() if offset > 0]
            down = [(-offset, hexes) for offset, hexes in offsets.items() if offset < 0]
            self._steps.append((price, anywhere, up, down))

    def payable(self, points: int, into: HexSet, extra: Mapping[Hex, int] | None = None) -> HexSet:
        """The hexes from which some step into one of these hexes costs at most `points`; `extra` adds to the price of
        entering a hex."""
        found = 0
        if extra:
            for hex, more in extra.items():
                if into >> hex & 1:
                    found |= self.payable(points - more, 1 << hex)
                    into &= ~(1 << hex)
        for price, _, up, down in self._steps:
            if price > points:
                break
            for offset, hexes in up:
                found |= hexes & into >> offset
            for offset, hexes in down:
                found |= hexes & into << offset
        return found

    def within(
        self, limit: int, start: HexSet, free: HexSet, *, stop: HexSet = 0, leaps: Iterable[tuple[Hex, Hex, int]] = ()
    ) -> HexSet:
        """The hexes that cost at most `limit` to reach from the free hexes of `start`, by the rules of `reach`.

        Only free hexes are entered. `leaps` are further steps: from where, to where and at what price.
        """
        arriving = [0] * (limit + 1)  # by cost
        arriving[0] = start & free
        reached, halts = 0, stop & ~arriving[0]
        for paid in range(limit + 1):
            fresh = arriving[paid] & free & ~reached
            if not fresh:
                continue
            reached |= fresh
            onward = fresh & ~halts
            for hex, there, price in leaps:
                if onward >> hex & 1 and paid + price <= limit:
                    arriving[paid + price] |= 1 << there
            for price, anywhere, up, down in self._steps:
                if paid + price > limit:
                    break
                leaving = onward & anywhere
                if leaving:
                    entered = 0
                    for offset, hexes in up:
                        entered |= (leaving & hexes) << offset
                    for offset, hexes in down:
                        entered |= (leaving & hexes) >> offset
                    arriving[paid + price] |= entered
        return reached
