"""What an author corrects by hand. It stands apart from the recipe's results, so that a new fit does not undo it."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Sequence
from pathlib import Path

import msgspec

from grognard.board import block
from grognard.errors import Invalid
from grognard.hexes import Grid, Hex
from grognard.mapworks.recipe import Section


class SideEdit(Section, frozen=True):
    """Hexsides to add to a river or the like, and to take away; `add` makes a run of its own."""

    kind: str
    name: str = ""
    add: str = ""
    remove: str = ""


class LineEdit(Section, frozen=True):
    """A run of a railway or road to add, or all of one name to take away."""

    kind: str
    name: str = ""
    hexes: str = ""
    remove: bool = False


class AreaEdit(Section, frozen=True):
    """Hexes to add to an area, and to take away."""

    id: str
    add: str = ""
    remove: str = ""


class Overrides(Section, frozen=True):
    """All corrections."""

    terrain: dict[str, str] = msgspec.field(default_factory=dict)
    side: tuple[SideEdit, ...] = ()
    line: tuple[LineEdit, ...] = ()
    area: tuple[AreaEdit, ...] = ()


def read(path: Path) -> Overrides:
    """The corrections in a file; none if there is no such file."""
    if not path.exists():
        return Overrides()
    try:
        return msgspec.convert(tomllib.loads(path.read_text(encoding="utf-8")), Overrides)
    except (tomllib.TOMLDecodeError, msgspec.ValidationError) as error:
        raise Invalid(f"{path.name}: {error}") from None


def hexes(grid: Grid, words: str) -> list[Hex]:
    """The hexes named one by one or by the ends of a row, a column or a block."""
    found: list[Hex] = []
    for word in words.split():
        found += block(grid, word, grid.hex)
    return found


def side(grid: Grid, word: str) -> tuple[Hex, int]:
    """A hexside as 2115/se, in the one form it has here."""
    name, slash, direction = word.partition("/")
    if not slash or direction not in grid.directions:
        raise Invalid(f"{word}: a side is written hex/direction; directions: {' '.join(grid.directions)}")
    return canonical(grid, grid.hex(name), grid.directions.index(direction))


def canonical(grid: Grid, h: Hex, d: int) -> tuple[Hex, int]:
    """A hexside seen from its western hex, or from the northern one."""
    there = grid.step(h, d)
    eastward = ("ne", "se", "s") if grid.top == "flat" else ("ne", "e", "se")
    return (h, d) if grid.directions[d] in eastward or there is None else (there, (d + 3) % 6)


def said(grid: Grid, sides: Iterable[tuple[Hex, int]]) -> list[str]:
    """Hexsides as written in a board."""
    return [f"{grid.name(h)}/{grid.directions[d]}" for h, d in sides]


def edited(edits: Sequence[AreaEdit], grid: Grid, id: str, found: set[Hex]) -> set[Hex]:
    """An area with its corrections."""
    for edit in edits:
        if edit.id == id:
            found = found | set(hexes(grid, edit.add))
            found -= set(hexes(grid, edit.remove))
    return found
