"""The numbers of a bot's judgement, and stances: the same officer bolder or more careful than he is by nature.

A data file holds the numbers; its tables `[stance.NAME]` say which of them another stance sees otherwise.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from pathlib import Path
from typing import Any, Generic, TypeVar

T = TypeVar("T")
NATURAL = ""  # the officer as he is

_STANCE: ContextVar[str] = ContextVar("stance", default=NATURAL)


@contextmanager
def taking(stance: str) -> Iterator[None]:
    """Judge by a stance for a while."""
    token = _STANCE.set(stance)
    try:
        yield
    finally:
        _STANCE.reset(token)


class ByStance(Generic[T]):
    """The numbers of one data file, as the stance that is taken sees them."""

    def __init__(self, file: Path, read: Callable[[dict[str, Any]], T]) -> None:
        self._file, self._read = file, read
        self._known: dict[str, T] = {}

    def __call__(self) -> T:
        stance = _STANCE.get()
        known = self._known.get(stance)
        return self._make(stance) if known is None else known

    @property
    def stances(self) -> tuple[str, ...]:
        """The stances that the file knows besides the natural one."""
        return tuple(self._tables()[1])

    def _tables(self) -> tuple[dict[str, Any], dict[str, dict[str, Any]]]:
        table = tomllib.loads(self._file.read_text(encoding="utf-8"))
        return table, table.pop("stance", {})

    def _make(self, stance: str) -> T:
        table, stances = self._tables()
        if stance:
            _change(table, stances.get(stance, {}))  # a stance of another game changes nothing here
        self._known[stance] = made = self._read(table)
        return made


def _change(table: dict[str, Any], changes: dict[str, Any]) -> None:
    for name, value in changes.items():
        if name not in table:
            raise KeyError(f"a stance changes '{name}', which is not there")
        if isinstance(value, dict):
            _change(table[name], value)
        else:
            table[name] = value
