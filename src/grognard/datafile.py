"""Data files: TOML text, or the same thing as a dict, read with errors that name the file, the entry and the fault."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import TypeVar

import msgspec

from grognard.errors import Invalid, nearest

Source = str | Path | Mapping[str, object]
T = TypeVar("T")

# What a file may hold. Ours need a small part of it; a stranger's must not fill the memory or keep anybody waiting.
DEPTH_MAX = 16  # tables and lists within each other
VALUES_MAX = 100_000
KEY_MAX = 200  # characters
NUMBER_MAX = 1 << 53  # what every reader of JSON can hold
NAMED_MAX = 100_000  # hexes that blocks such as 0101..0512 may come to, in one file
_DEEP_KEY = re.compile(
    rf"^[ \t]*\[*(?:[^\s=.\[\]]+[ \t]*\.[ \t]*){{{DEPTH_MAX},}}[^\s=.\[\]]*[ \t]*[=\]]", re.MULTILINE
)


class Meter:
    """How many hexes the blocks of a file have come to so far."""

    __slots__ = ("hexes",)

    def __init__(self) -> None:
        self.hexes = 0


class Entry:
    """One table of a data file; every answer has the type asked for, and every error says where it happened."""

    __slots__ = ("_fields", "_meter", "file", "where")

    def __init__(self, fields: Mapping[str, object], file: str, where: str = "", meter: Meter | None = None) -> None:
        self._fields = fields
        self._meter = meter or Meter()
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
        """This table with a better name for error messages, as in `board.toml: river "Sozh"`."""
        return Entry(self._fields, self.file, f"{self.file}: {label}", self._meter)

    def count_hexes(self, many: int) -> None:
        """Refuse a file that names the same hexes over and over."""
        self._meter.hexes += many
        if self._meter.hexes > NAMED_MAX:
            raise self.wrong(f"the file names more than {NAMED_MAX} hexes")

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
        return Entry(value, self.file, f"{self.where}: {key}", self._meter)

    def entries(self, key: str) -> tuple[Entry, ...]:
        """The tables of a list of tables, counted from 1; none if the key is absent."""
        value = self._fields.get(key, [])
        if not isinstance(value, list | tuple) or not all(isinstance(item, Mapping) for item in value):
            raise self.wrong(f"{key} must be a list of tables, not {_said(value)}")
        return tuple(Entry(item, self.file, f"{self.where}: {key} {n}", self._meter) for n, item in enumerate(value, 1))

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
        text = path.read_text(encoding="utf-8")
    except FileNotFoundError:
        raise Invalid(f"{path}: no such file") from None
    except (OSError, UnicodeDecodeError) as error:
        raise Invalid(f"{path}: cannot be read: {error}") from None
    return Entry(parse(text, path.name), path.name)


def parse(text: str, name: str) -> dict[str, object]:
    """The table a TOML text holds; Invalid if it is not TOML, or too deep or too large."""
    if _DEEP_KEY.search(text):
        raise Invalid(f"{name}: tables lie within each other more than {DEPTH_MAX} deep")
    try:
        table = tomllib.loads(text)
    except RecursionError:
        raise Invalid(f"{name}: tables lie within each other more than {DEPTH_MAX} deep") from None
    except ValueError as error:  # not TOML, or a number of thousands of digits
        raise Invalid(f"{name}: not TOML: {error}") from None
    modest(table, name)
    return table


def modest(table: object, name: str) -> None:
    """Refuse what is too deep, too large, or has numbers or keys too long: whoever sent it may mean us harm."""
    values, level, depth = 0, [table], 0
    while level:
        if depth > DEPTH_MAX:
            raise Invalid(f"{name}: tables lie within each other more than {DEPTH_MAX} deep")
        below: list[object] = []
        for value in level:
            if isinstance(value, Mapping):
                if any(not isinstance(key, str) or len(key) > KEY_MAX for key in value):
                    raise Invalid(f"{name}: a key has at most {KEY_MAX} characters")
                below.extend(value.values())
            elif isinstance(value, list | tuple):
                below.extend(value)
            elif isinstance(value, int) and abs(value) > NUMBER_MAX:
                raise Invalid(f"{name}: a number is too large")
        values += len(below)
        if values > VALUES_MAX:
            raise Invalid(f"{name}: more than {VALUES_MAX} values")
        level, depth = below, depth + 1


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
