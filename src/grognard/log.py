"""A list that only grows, and forks at no cost."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Generic, TypeVar

T = TypeVar("T")


class Log(Generic[T]):
    """A list that only grows, and forks at no cost: forks share the items until one of them writes otherwise."""

    __slots__ = ("_items", "_length")

    def __init__(self, items: Iterable[T] = ()) -> None:
        self._items = list(items)
        self._length = len(self._items)

    def copy(self) -> Log[T]:
        """A fork."""
        twin: Log[T] = Log()
        twin._items, twin._length = self._items, self._length
        return twin

    def __reduce__(self) -> tuple[Any, ...]:
        return Log, (self._items[: self._length],)

    def append(self, item: T) -> None:
        """Add an item to this fork alone."""
        if len(self._items) != self._length:
            self._items = self._items[: self._length]
        self._items.append(item)
        self._length += 1

    def extend(self, items: Iterable[T]) -> None:
        """Add items to this fork alone."""
        if len(self._items) != self._length:
            self._items = self._items[: self._length]
        self._items.extend(items)
        self._length = len(self._items)

    def cut(self, length: int) -> None:
        """Forget everything after the first `length` items."""
        self._length = min(length, self._length)

    def __len__(self) -> int:
        return self._length

    def __iter__(self) -> Iterator[T]:
        return iter(self._items[: self._length])

    def since(self, start: int) -> list[T]:
        """The items from `start` on."""
        return self._items[start : self._length]

    def between(self, start: int, end: int) -> list[T]:
        """The items from `start` to just before `end`."""
        return self._items[start : min(end, self._length)]

    def __getitem__(self, at: int) -> T:
        if not -self._length <= at < self._length:
            raise IndexError(at)
        return self._items[at if at >= 0 else self._length + at]
