"""The numbers of a bot's judgement, and whose they are.

A data file holds them. Its tables `[side.NAME]` say what a side sees otherwise than the other, and `[stance.NAME]` what
another stance does: the same officer in a hurry, or with numbers that are tried out.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from contextvars import ContextVar
from pathlib import Path
from typing import Any, Generic, NamedTuple, TypeVar

T = TypeVar("T")
NATURAL = ""  # the officer as he is
HASTY = "hasty"  # and when he does not ask what the enemy can do next: how the quick level plays


class _Eyes(NamedTuple):
    """Who judges: for which side, and in which stance."""

    side: str = ""
    stance: str = NATURAL


_EYES: ContextVar[_Eyes] = ContextVar("eyes", default=_Eyes())  # noqa: B039  # it is immutable


@contextmanager
def _with(eyes: _Eyes) -> Iterator[None]:
    token = _EYES.set(eyes)
    try:
        yield
    finally:
        _EYES.reset(token)


def taking(stance: str) -> AbstractContextManager[None]:
    """Judge by a stance for a while."""
    return _with(_EYES.get()._replace(stance=stance))


def by_nature(stance: str) -> AbstractContextManager[None]:
    """Judge by a stance unless another has been taken already."""
    return _with(_EYES.get()._replace(stance=_EYES.get().stance or stance))


def judging_for(side: str) -> AbstractContextManager[None]:
    """Judge as a side does for a while, in the stance that is taken."""
    return _with(_EYES.get()._replace(side=side))


class ByStance(Generic[T]):
    """The numbers of one data file, for the side and the stance that are taken now."""

    def __init__(self, file: Path, read: Callable[[dict[str, Any]], T]) -> None:
        self._file, self._read = file, read
        self._known: dict[_Eyes, T] = {}
        self._last: tuple[_Eyes, T] | None = None  # who asked last, and what was answered
        self._taught: dict[str, dict[str, Any]] = {}
        self._outlived: list[T] = []  # kept alive: officers remember answers by the identity of their numbers

    def __call__(self) -> T:
        eyes, last = _EYES.get(), self._last
        if last is None or last[0] is not eyes:  # they are asked for very often, and seldom by other eyes than before
            known = self._known.get(eyes)
            last = self._last = eyes, self._make(eyes) if known is None else known
        return last[1]

    def table(self, side: str) -> dict[str, Any]:
        """The numbers of a side as the file has them, by section and name."""
        table, sides, _ = self._tables()
        _change(table, sides.get(side, {}))
        return table

    def teach(self, stance: str, changes: dict[str, Any]) -> None:
        """Make a stance known that the file does not have, or forget what it was: so numbers are tried out."""
        self._taught[stance] = changes
        self._outlived += [known for eyes, known in self._known.items() if eyes.stance == stance]
        self._known = {eyes: known for eyes, known in self._known.items() if eyes.stance != stance}
        self._last = None

    def _tables(self) -> tuple[dict[str, Any], dict[str, dict[str, Any]], dict[str, dict[str, Any]]]:
        table = tomllib.loads(self._file.read_text(encoding="utf-8"))
        return table, table.pop("side", {}), table.pop("stance", {})

    def _make(self, eyes: _Eyes) -> T:
        table, stances = self.table(eyes.side), self._tables()[2]
        if eyes.stance:  # a stance of another game changes nothing here
            _change(table, self._taught.get(eyes.stance, stances.get(eyes.stance, {})))
        self._known[eyes] = made = self._read(table)
        return made


def _change(table: dict[str, Any], changes: dict[str, Any]) -> None:
    for name, value in changes.items():
        if name not in table:
            raise KeyError(f"a side or stance changes '{name}', which is not there")
        if isinstance(value, dict):
            _change(table[name], value)
        else:
            table[name] = value
