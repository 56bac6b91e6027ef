"""The blocks: what is printed on their labels."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from grognard.datafile import Entry, Source, load
from grognard.errors import Invalid

TYPES = ("armor", "mech", "infantry", "cavalry", "shock", "para", "hq", "shq")
SPECIALS = ("mountain", "siege", "coastal", "ss", "satellite", "guards")
SYMBOLS = {"armor": "armor", "mech": "mechanized", "cavalry": "cavalry", "shock": "assault", "para": "airborne"}


class Block(msgspec.Struct, frozen=True):
    """One block. `cv` is the strength it first appears with, `at` where it stood in June 1941."""

    id: str
    name: str
    side: str
    type: str
    max: int
    special: tuple[str, ...] = ()
    nation: str = ""
    group: str = ""
    cv: int = 0
    at: str = ""
    appears: str = ""  # S41, or the month of a reinforcement; '' for the spare block of 16.11

    @property
    def is_hq(self) -> bool:
        """Headquarters of either kind (2.26)."""
        return self.type in ("hq", "shq")

    @property
    def kind(self) -> str:
        """The line of the Starting Forces it belongs to (3.22): special infantry counts as infantry."""
        if "satellite" in self.special:
            return "satellite"
        return {"shq": "hq"}.get(self.type, self.type)

    @property
    def symbol(self) -> str:
        """The unit symbol on the label."""
        if self.is_hq:
            return "hq"
        if "mountain" in self.special:
            return "mountain"
        return SYMBOLS.get(self.type, "infantry")


def read_blocks(source: Source, name: str = "blocks.toml") -> tuple[Block, ...]:
    """The blocks of a file, or of a dict in the same form."""
    return blocks_of(load(source, name).entries("block"))


def blocks_of(entries: Iterable[Entry]) -> tuple[Block, ...]:
    """The blocks of a list of tables; Invalid if two have the same name."""
    blocks: dict[str, Block] = {}
    for entry in entries:
        block = _block(entry)
        if block.id in blocks:
            raise Invalid(f'{entry.file}: block "{block.id}" is there twice')
        blocks[block.id] = block
    return tuple(blocks.values())


def _block(entry: Entry) -> Block:
    id = entry.text("id")
    entry = entry.named(f'block "{id}"')
    entry.only("id", "name", "side", "type", "special", "nation", "max", "group", "cv", "at", "appears")
    type, special = entry.text("type"), entry.words("special", ())
    if type not in TYPES:
        raise entry.wrong(f"unknown type {type}; known: {' '.join(TYPES)}")
    if unknown := [word for word in special if word not in SPECIALS]:
        raise entry.wrong(f"unknown special {unknown[0]}; known: {' '.join(SPECIALS)}")
    if id.split() != [id]:
        raise entry.wrong("an id is one word without blanks")
    return Block(
        id=id,
        name=entry.text("name", id),
        side=entry.text("side"),
        type=type,
        max=entry.whole("max"),
        special=special,
        nation=entry.text("nation", ""),
        group=entry.text("group", ""),
        cv=entry.whole("cv", 0),
        at=entry.text("at", ""),
        appears=entry.text("appears", ""),
    )
