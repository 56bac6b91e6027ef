"""Data files: TOML text, or the same thing as a dict, read with errors that name the file, the entry and the fault."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import TypeVar

import msgspec

from grognard.errors import Invalid, nearest

Source = str | Path | Mapping[str, object]
T = TypeVar("T")


class Entry:
    """One table of a data file; every answer has the type asked for, and every error says where it happened."""

    __slots__ = ("_fields", "file", "where")

    def __init__(self, fields: Mapping[str, object], file: str, where: str = "") -> None:
        self._fields = fields
        self.file = file
        self.where = where or file

    def __contains__(self, key: str) -> bool:
        return key in self._fields

    @property
    def keys(self) -> tuple[str, ...]:
        """The keys of this table in the order of the file."""
        return tuple(self._fields)

    def wrong(self, message: str) -> Invalid:
        """The error to raise for a fault of this entry."""
        return Invalid(f"{self.where}: {message}")

    def named(self, label: str) -> Entry:
        """The same table under a better name, as in `board.toml: river "Sozh"`."""
        return Entry(self._fields, self.file, f"{self.file}: {label}")

    def only(self, *known: str) -> None:
        """Refuse keys that mean nothing here."""
        for key in self._fields:
            if key not in known:
                hint = nearest(key, known) or f"; known: {', '.join(known)}"
                raise self.wrong(f"unknown key {key!r}{hint}")

    def raw(self, key: str) -> object:
        """The value as TOML gave it."""
        try:
            return self._fields[key]
        except KeyError:
            raise self.wrong(f"{key} is missing{nearest(key, self._fields)}") from None

    def text(self, key: str, default: str | None = None) -> str:
        """A string."""
        return self._typed(key, default, str, "a string")

    def whole(self, key: str, default: int | None = None) -> int:
        """A whole number."""
        return self._typed(key, default, int, "a whole number")

    def flag(self, key: str, default: bool | None = None) -> bool:
        """True or false."""
        return self._typed(key, default, bool, "true or false")

    def words(self, key: str, default: tuple[str, ...] | None = None) -> tuple[str, ...]:
        """Words: one string with blanks between them, or a list of strings."""
        if key not in self._fields and default is not None:
            return default
        value = self.raw(key)
        if isinstance(value, str):
            return tuple(value.split())
        return tuple(self._items(key, str, "words"))

    def wholes(self, key: str) -> tuple[int, ...]:
        """A list of whole numbers."""
        return tuple(self._items(key, int, "a list of whole numbers"))

    def entry(self, key: str, *, optional: bool = False) -> Entry:
        """A table within this one; an absent one is empty if it is optional."""
        value = {} if optional and key not in self._fields else self.raw(key)
        if not isinstance(value, Mapping):
            raise self.wrong(f"{key} must be a table, not {_said(value)}")
        return Entry(value, self.file, f"{self.where}: {key}")

    def entries(self, key: str) -> tuple[Entry, ...]:
        """The tables of a list of tables, counted from 1; none if the key is absent."""
        value = self._fields.get(key, [])
        if not isinstance(value, list | tuple) or not all(isinstance(item, Mapping) for item in value):
            raise self.wrong(f"{key} must be a list of tables, not {_said(value)}")
        return tuple(Entry(item, self.file, f"{self.where}: {key} {n}") for n, item in enumerate(value, 1))

    def each(self, key: str, read: Callable[[object, str], T]) -> tuple[T, ...]:
        """A list, each item read by `read(item, where)`."""
        value = self.raw(key)
        if not isinstance(value, list | tuple):
            raise self.wrong(f"{key} must be a list, not {_said(value)}")
        return tuple(read(item, f"{self.where}: {key} {n}") for n, item in enumerate(value, 1))

    def _typed(self, key: str, default: T | None, kind: type[T], called: str) -> T:
        if key not in self._fields and default is not None:
            return default
        value = self.raw(key)
        if not isinstance(value, kind) or (isinstance(value, bool) and kind is not bool):
            raise self.wrong(f"{key} must be {called}, not {_said(value)}")
        return value

    def _items(self, key: str, kind: type[T], called: str) -> Iterable[T]:
        value = self.raw(key)
        if not isinstance(value, list | tuple):
            raise self.wrong(f"{key} must be {called}, not {_said(value)}")
        for item in value:
            if not isinstance(item, kind) or isinstance(item, bool):
                raise self.wrong(f"{key} must be {called}, but holds {_said(item)}")
            yield item


def load(source: Source, name: str) -> Entry:
    """The top table of a TOML file, or of a dict in the same form that goes by `name`."""
    if isinstance(source, Mapping):
        return Entry(source, name)
    path = Path(source)
    try:
        return Entry(tomllib.loads(path.read_text(encoding="utf-8")), path.name)
    except FileNotFoundError:
        raise Invalid(f"{path}: no such file") from None
    except (OSError, UnicodeDecodeError) as error:
        raise Invalid(f"{path}: cannot be read: {error}") from None
    except tomllib.TOMLDecodeError as error:
        raise Invalid(f"{path.name}: not TOML: {error}") from None


def typed(source: Source, name: str, kind: type[T]) -> T:
    """The whole file as a value of a declared type; the error says which key is not as it should be."""
    top = load(source, name)
    given = {key: top.raw(key) for key in top.keys}
    try:
        return msgspec.convert(given, kind, str_keys=True)
    except msgspec.ValidationError as error:
        what, _, where = str(error).partition(" - at `$")
        key = where.strip("`.").replace("[...]", "")
        raise top.wrong(f"{key}: {what}" if key else what) from None


def _said(value: object) -> str:
    if isinstance(value, Mapping):
        return "a table"
    if isinstance(value, list | tuple):
        return "a list"
    return repr(value)
