"""Ranges and routes over steps that cost points: the cheapest way to every hex within a limit."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from grognard.errors import Invalid
from grognard.hexes.sets import Hex, HexSet, members

Costs = Sequence[Sequence[tuple[Hex, int]]]
Sources = Hex | Iterable[Hex] | Mapping[Hex, int]

_NONE: Mapping[Hex, int] = {}
_NOWHERE: Hex = -1


@dataclass(slots=True)
class Reach:
    """The hexes within range, cheapest first, and the way to each of them."""

    cost: dict[Hex, int]
    came: dict[Hex, Hex]

    def route(self, hex: Hex) -> list[Hex]:
        """The hexes entered on the way to `hex`, the start excluded; Invalid if it is out of range."""
        if hex not in self.cost:
            raise Invalid("the hex is out of range")
        way = []
        while (before := self.came.get(hex)) is not None:
            way.append(hex)
            hex = before
        return way[::-1]


def reach(
    costs: Costs,
    start: Sources,
    limit: int | None,
    *,
    stop: HexSet = 0,
    closed: HexSet = 0,
    extra: Mapping[Hex, int] | None = None,
) -> Reach:
    """Every hex that costs at most `limit` to reach from `start` (one hex, several, or each with what it cost already).

    A hex of `closed` is never entered. A hex of `stop` is entered but not left, unless it is a start. `extra` adds to
    the cost of entering a hex. Of equally cheap ways the one through the hex settled first is kept, and among the steps
    out of a hex the order of `costs` decides.
    """
    return _search(costs, _sources(start), limit, stop, closed, extra or _NONE, _NOWHERE)


def route(
    costs: Costs,
    start: Sources,
    goal: Hex,
    *,
    stop: HexSet = 0,
    closed: HexSet = 0,
    extra: Mapping[Hex, int] | None = None,
    limit: int | None = None,
) -> list[Hex] | None:
    """The hexes entered on the cheapest way to `goal`, by the rules of `reach`; None if there is no way."""
    found = _search(costs, _sources(start), limit, stop, closed, extra or _NONE, goal)
    return found.route(goal) if goal in found.cost else None


def _sources(start: Sources) -> Mapping[Hex, int]:
    if isinstance(start, int):
        return {start: 0}
    return start if isinstance(start, Mapping) else dict.fromkeys(start, 0)


def _search(
    costs: Costs,
    sources: Mapping[Hex, int],
    limit: int | None,
    stop: HexSet,
    closed: HexSet,
    extra: Mapping[Hex, int],
    goal: Hex,
) -> Reach:
    """Dial's search: one bucket of hexes for each cost, emptied in order."""
    if limit is None:
        last, beyond = max(sources.values(), default=0), 1 << 60
    else:
        last = max(limit, 0)
        beyond = last + 1
    halts = _flags(len(costs), stop)
    best = _unreached(len(costs), closed, beyond).copy()  # by hex: the cost to beat, before what `extra` adds
    for hex, more in extra.items():
        if more < 0:
            raise ValueError(f"an extra cost cannot be negative: {more}")
        best[hex] -= more
    buckets: list[list[Hex]] = [[] for _ in range(last + 1)]
    for hex, paid in sources.items():
        if paid <= last:
            buckets[paid].append(hex)
            best[hex] = min(best[hex], paid - extra.get(hex, 0))
    cost: dict[Hex, int] = {}
    came: dict[Hex, Hex] = {}
    for paid, bucket in enumerate(buckets):
        for hex in bucket:
            if hex in cost:
                continue
            cost[hex] = paid
            if hex == goal:
                return Reach(cost, came)
            if halts[hex] and hex not in sources:
                continue
            for there, step in costs[hex]:
                total = paid + step
                if total < best[there]:
                    best[there] = total
                    came[there] = hex
                    if extra:
                        total += extra.get(there, 0)
                    try:
                        buckets[total].append(there)
                    except IndexError:  # only without a limit: the buckets grow as the costs do
                        buckets.extend([] for _ in range(total + 1 - len(buckets)))
                        buckets[total].append(there)
    return Reach(cost, came)


@lru_cache(maxsize=512)
def _unreached(size: int, closed: HexSet, beyond: int) -> list[int]:
    """By hex, the cost to beat: `beyond` at first, and one that nothing beats where entry is closed."""
    best = [beyond] * size
    for hex in members(closed):
        best[hex] = -1
    return best


@lru_cache(maxsize=512)
def _flags(size: int, hexes: HexSet) -> list[bool]:
    """By hex, whether it is in the set."""
    flags = [False] * size
    for hex in members(hexes):
        flags[hex] = True
    return flags
