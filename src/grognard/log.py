"""A list that only grows, and forks at no cost."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Generic, TypeVar

T = TypeVar("T")


class Log(Generic[T]):
    """A list that only grows, and forks at no cost: forks share the items until one of them writes otherwise, and that
    one goes on in a list of its own."""

    __slots__ = ("_first", "_items", "_own", "_past")

    def __init__(self, items: Iterable[T] = ()) -> None:
        self._past: list[T] = []  # read, and never written
        self._first = 0  # how many items of the past are this log's; the others follow
        self._items = list(items)
        self._own = len(self._items)  # how many of these are this log's: the others are of forks

    def copy(self) -> Log[T]:
        """A fork."""
        twin: Log[T] = Log.__new__(Log)
        twin._past, twin._first, twin._items, twin._own = self._past, self._first, self._items, self._own
        return twin

    def __reduce__(self) -> tuple[Any, ...]:
        return Log, (self.since(0),)

    def append(self, item: T) -> None:
        """Add an item to this fork alone."""
        if len(self._items) != self._own:
            self._part()
        self._items.append(item)
        self._own += 1

    def extend(self, items: Iterable[T]) -> None:
        """Add items to this fork alone."""
        if len(self._items) != self._own:
            self._part()
        self._items.extend(items)
        self._own = len(self._items)

    def _part(self) -> None:
        """Go on in a list of one's own: another fork has added to the common one."""
        if self._first:
            self._items = self._items[: self._own]
        else:
            self._past, self._first, self._items, self._own = self._items, self._own, [], 0

    def cut(self, length: int) -> None:
        """Forget everything after the first `length` items."""
        if length < self._first:
            self._past, self._first, self._items, self._own = [], 0, self._past, length
        else:
            self._own = min(length - self._first, self._own)

    def __len__(self) -> int:
        return self._first + self._own

    def __iter__(self) -> Iterator[T]:
        return iter(self.since(0))

    def since(self, start: int) -> list[T]:
        """The items from `start` on."""
        return self.between(start, self._first + self._own)

    def between(self, start: int, end: int) -> list[T]:
        """The items from `start` to just before `end`."""
        first, end = self._first, min(end, self._first + self._own)
        if start >= first:
            return self._items[start - first : max(end - first, 0)]
        return self._past[start : min(end, first)] + self._items[: max(end - first, 0)]

    def __getitem__(self, at: int) -> T:
        length = self._first + self._own
        if not -length <= at < length:
            raise IndexError(at)
        own = (at if at >= 0 else length + at) - self._first
        return self._items[own] if own >= 0 else self._past[own + self._first]
