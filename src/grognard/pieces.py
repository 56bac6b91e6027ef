"""The counters of a game: what is printed on them."""

from __future__ import annotations

import msgspec

from grognard.datafile import Entry, Source, load
from grognard.errors import Invalid, nearest

Strength = tuple[int, int, int]  # attack, defence, movement


class Type(msgspec.Struct, frozen=True):
    """A kind of unit: its size mark, its class on the movement chart, its symbol on the map."""

    id: str
    name: str
    klass: str
    symbol: str
    size: str = ""


class Piece(msgspec.Struct, frozen=True):
    """One counter; `steps` are its strengths from full to last."""

    id: str
    name: str
    side: str
    type: str
    klass: str
    symbol: str
    size: str
    steps: tuple[Strength, ...]
    division: str = ""  # the division it is a part of
    army: str = ""
    rating: int = 0


class Pieces(msgspec.Struct, frozen=True):
    """All counters of a game."""

    all: tuple[Piece, ...]
    by_id: dict[str, Piece]
    types: dict[str, Type]
    divisions: dict[str, str]  # id -> name

    @classmethod
    def read(cls, source: Source, name: str = "pieces.toml") -> Pieces:
        """The counters of a file, or of a dict in the same form."""
        top = load(source, name)
        top.only("types", "divisions", "pieces")
        table = top.entry("types")
        types = {id: _type(table.entry(id), id) for id in table.keys}
        names = top.entry("divisions", optional=True)
        divisions = {id: names.text(id) for id in names.keys}
        by_id: dict[str, Piece] = {}
        sides = top.entry("pieces")
        for side in sides.keys:
            for entry in sides.entries(side):
                piece = _piece(entry, side, types, divisions)
                if piece.id in by_id:
                    raise top.wrong(f'counter "{piece.id}" is there twice')
                by_id[piece.id] = piece
        return cls(tuple(by_id.values()), by_id, types, divisions)

    def __getitem__(self, id: str) -> Piece:
        """The counter with this id."""
        try:
            return self.by_id[id]
        except KeyError:
            raise Invalid(f"no counter {id}{nearest(id, self.by_id)}") from None


def _type(entry: Entry, id: str) -> Type:
    entry = entry.named(f'type "{id}"')
    entry.only("name", "class", "symbol", "size")
    return Type(id, entry.text("name"), entry.text("class"), entry.text("symbol"), entry.text("size", ""))


def _piece(entry: Entry, side: str, types: dict[str, Type], divisions: dict[str, str]) -> Piece:
    id = entry.text("id")
    entry = entry.named(f'counter "{id}"')
    entry.only("id", "name", "type", "steps", "division", "army", "rating")
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
        size=printed.size,
        steps=_steps(entry),
        division=division,
        army=entry.text("army", ""),
        rating=entry.whole("rating", 0),
    )


def _steps(entry: Entry) -> tuple[Strength, ...]:
    steps = entry.each("steps", _strength)
    if not steps:
        raise entry.wrong("steps is empty")
    return steps


def _strength(value: object, where: str) -> Strength:
    match value:
        case [int(attack), int(defence), int(move)] if min(attack, defence, move) >= 0:
            return attack, defence, move
    raise Invalid(f"{where}: a step is [attack, defence, movement], not {value!r}")
