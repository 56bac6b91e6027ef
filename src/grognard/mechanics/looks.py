"""What units look like in a view: each is described once, and again when something it shows has changed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import compress, count
from operator import is_not
from typing import NamedTuple

from grognard.hexes import Hex, HexSet, members
from grognard.state import State
from grognard.view import Counter, Due


class Shown(NamedTuple):
    """Everything the looks of units depend on."""

    common: tuple[object, ...]  # to all units
    by_unit: Sequence[Sequence[int]]  # an entry for each unit
    by_hex: Sequence[HexSet] = ()  # whether a unit stands in these hexes
    by_some: Sequence[Mapping[int, object]] = ()  # what only some units have

    def noted(self) -> Shown:
        """A snapshot to compare with later."""
        columns, some = [column[:] for column in self.by_unit], [dict(part) for part in self.by_some]
        return Shown(self.common, columns, self.by_hex, some)

    def changed(self, before: Shown, stacks: Mapping[Hex, Iterable[int]]) -> set[int]:
        """The units that may look otherwise than before."""
        units: set[int] = set()
        for old, new in zip(before.by_unit, self.by_unit, strict=True):
            if old != new:
                units.update(
                    compress(count(), map(is_not, old, new))
                )  # is_not: a number that has not changed is the same object
        for was, now in zip(before.by_hex, self.by_hex, strict=True):
            units.update(unit for hex in members(was ^ now) for unit in stacks.get(hex, ()))
        for had, have in zip(before.by_some, self.by_some, strict=True):
            if had != have:
                units.update(unit for unit, _ in had.items() ^ have.items())
        return units


class Looks:
    """The units of a position as they look now."""

    def __init__(self, g: State, shown: Shown, stacks: Mapping[Hex, Iterable[int]], describe: Callable[[int], Counter]):
        self._g, self._describe = g, describe
        self._known: list[Counter | None] = [None] * len(shown.by_unit[0])
        key = "looks", shown.common
        kept: tuple[Shown, list[Counter | None]] | None = g.recall(key)
        if kept is not None:
            before, known = kept
            if before == shown:
                self._known = known
                return
            self._known = known[:]
            for unit in shown.changed(before, stacks):
                self._known[unit] = None
        g.remember(key, shown.noted(), self._known)

    def of(self, units: Iterable[int]) -> tuple[Counter, ...]:
        """The looks of these units, each the same object as long as it has not changed."""
        known, anew = self._known, self._anew
        return tuple([known[unit] or anew(unit) for unit in units])

    def due(self, coming: Mapping[int, tuple[int, str]]) -> tuple[Due, ...]:
        """Units to come, each with its turn and its entrance."""
        units, when = self.of(coming), [*coming.values()]
        both = zip(when, units, strict=True)
        return self._g.memo("due", lambda: tuple(Due(turn, at, unit) for (turn, at), unit in both), (when, units))

    def _anew(self, unit: int) -> Counter:
        look = self._known[unit] = self._describe(unit)
        return look
