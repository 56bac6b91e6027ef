"""The counters of a game: what is printed on them."""

from __future__ import annotations

from typing import Annotated, Any, Generic, NamedTuple, TypeVar

import msgspec

from grognard.datafile import Entry, Source, load
from grognard.errors import Invalid, nearest

Printed = Annotated[int, msgspec.Meta(ge=0)]  # a number on a counter


class Strength(NamedTuple):
    """The values of a step that most games print; a game with others declares its own."""

    attack: Printed
    defence: Printed
    movement: Printed


class Plain(msgspec.Struct, frozen=True):
    """Nothing else is printed on the counters; a game that prints more declares it with defaults."""


S = TypeVar("S", bound=tuple[Any, ...])
E = TypeVar("E", bound=msgspec.Struct)


class Type(msgspec.Struct, frozen=True):
    """A kind of unit: its usual size mark, its class on the movement chart, its symbol on the map."""

    id: str
    name: str
    klass: str
    symbol: str
    size: str = ""


class Piece(msgspec.Struct, Generic[S, E], frozen=True):
    """One counter; `steps` are its strengths from full to last, `more` is what else is printed on it."""

    id: str
    name: str
    side: str
    type: str
    klass: str
    symbol: str
    size: str
    steps: tuple[S, ...]
    more: E
    division: str = ""  # the division it is a part of
    army: str = ""


class Pieces(msgspec.Struct, Generic[S, E], frozen=True):
    """All counters of a game."""

    all: tuple[Piece[S, E], ...]
    by_id: dict[str, Piece[S, E]]
    types: dict[str, Type]
    divisions: dict[str, str]  # id -> name

    @classmethod
    def read(cls, source: Source, step: type[S], more: type[E], name: str = "pieces.toml") -> Pieces[S, E]:
        """The counters of a file, or of a dict in the same form, with the values that the game declares."""
        top = load(source, name)
        top.only("types", "divisions", "pieces")
        table = top.entry("types")
        types = {id: _type(table.entry(id), id) for id in table.keys}
        names = top.entry("divisions", optional=True)
        divisions = {id: names.text(id) for id in names.keys}
        by_id: dict[str, Piece[S, E]] = {}
        sides = top.entry("pieces")
        for side in sides.keys:
            for entry in sides.entries(side):
                piece = _piece(entry, side, types, divisions, step, more)
                if piece.id in by_id:
                    raise top.wrong(f'counter "{piece.id}" is there twice')
                by_id[piece.id] = piece
        return cls(tuple(by_id.values()), by_id, types, divisions)

    def __getitem__(self, id: str) -> Piece[S, E]:
        """The counter with this id."""
        try:
            return self.by_id[id]
        except KeyError:
            raise Invalid(f"no counter {id}{nearest(id, self.by_id)}") from None


def _type(entry: Entry, id: str) -> Type:
    entry = entry.named(f'type "{id}"')
    entry.only("name", "class", "symbol", "size")
    return Type(id, entry.text("name"), entry.text("class"), entry.text("symbol"), entry.text("size", ""))


def _piece(
    entry: Entry, side: str, types: dict[str, Type], divisions: dict[str, str], step: type[S], more: type[E]
) -> Piece[S, E]:
    id = entry.text("id")
    entry = entry.named(f'counter "{id}"')
    entry.only("id", "name", "type", "size", "steps", "division", "army", *more.__struct_fields__)
    if not id or id.split() != [id]:
        raise entry.wrong("an id is one word without blanks")
    kind, division = entry.text("type"), entry.text("division", "")
    if kind not in types:
        raise entry.wrong(f"unknown type {kind}{nearest(kind, types)}")
    if division and division not in divisions:
        raise entry.wrong(f"unknown division {division}{nearest(division, divisions)}")
    printed = types[kind]
    return Piece(
        id=id,
        name=entry.text("name", id),
        side=side,
        type=kind,
        klass=printed.klass,
        symbol=printed.symbol,
        size=entry.text("size", printed.size),
        steps=_steps(entry, step),
        more=_more(entry, more),
        division=division,
        army=entry.text("army", ""),
    )


def _steps(entry: Entry, step: type[S]) -> tuple[S, ...]:
    columns: tuple[str, ...] = step._fields  # type: ignore[attr-defined]

    def read(value: object, where: str) -> S:
        try:
            found: S = msgspec.convert(value, step)
        except msgspec.ValidationError:
            raise Invalid(f"{where}: a step is [{', '.join(columns)}], not {value!r}") from None
        return found

    steps = entry.each("steps", read)
    if not steps:
        raise entry.wrong("steps is empty")
    return steps


WORDS = {int: "a whole number", str: "text", bool: "true or false"}


def _more(entry: Entry, more: type[E]) -> E:
    values = {}
    for field in msgspec.structs.fields(more):
        if field.name in entry:
            value = entry.raw(field.name)
            try:
                values[field.name] = msgspec.convert(value, field.type)
            except msgspec.ValidationError:
                what = WORDS.get(field.type, str(field.type))
                raise entry.wrong(f"{field.name} must be {what}, not {value!r}") from None
        elif field.required:
            raise entry.wrong(f"{field.name} is missing")
    return more(**values)
