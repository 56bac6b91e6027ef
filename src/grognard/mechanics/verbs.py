"""Verbs that many games have: units are named and then a hex, or a hex alone."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from typing import Any, Protocol, TypeVar

from grognard.decision import DONE, Choices, Procedure, Verb, Words, offer
from grognard.hexes import Hex
from grognard.ruling import OK, Ruling


class Speaks(Protocol):
    """A position that knows the words for its units and hexes."""

    rules: Any  # its `grid` numbers the hexes

    def names(self, units: Iterable[int], /) -> tuple[str, ...]:
        """The names of units."""

    def find(self, word: str, /) -> int | None:
        """The unit a word means."""

    def unit(self, word: str, /) -> int:
        """The unit a word means; Invalid if there is none."""

    def hexname(self, hex: Hex, /) -> str:
        """The number of a hex."""


G = TypeVar("G", bound=Speaks)


def unit_to_hex(
    name: str,
    *,
    units: Callable[[G], Collection[int]],
    hexes: Callable[[G, int], Iterable[Hex]],
    nobody: Callable[[G], Ruling],
    why_not_unit: Callable[[G, int], Ruling],
    why_not_hex: Callable[[G, int, Hex], Ruling],
    carry_out: Callable[[G, int, Hex], Procedure[None] | None],
) -> Verb[G]:
    """`name UNIT HEX`: who can, where to, why nobody can, why not this unit, why not there, and what then happens."""

    def possible(g: G) -> Ruling:
        return OK if units(g) else nobody(g)

    def tree(g: G, words: Words) -> Choices:
        if not words:
            return offer(("unit", g.names(units(g))))
        return offer(("hex", [g.hexname(hex) for hex in hexes(g, g.unit(words[0]))])) if len(words) == 1 else DONE

    def why_not(g: G, words: Words, word: str) -> Ruling | None:
        if not words:
            unit = g.find(word)
            return None if unit is None else why_not_unit(g, unit)
        hex = g.rules.grid.by_name.get(word)
        return None if hex is None else why_not_hex(g, g.unit(words[0]), hex)

    def do(g: G, words: Words) -> Procedure[None] | None:
        return carry_out(g, g.unit(words[0]), g.rules.grid.by_name[words[1]])

    return Verb(name, possible, tree, why_not, do)


def why_not_party(
    g: G,
    words: Words,
    word: str,
    *,
    why_not_unit: Callable[[G, int], Ruling],
    why_not_alone: Callable[[G, int], Ruling],
    why_not_along: Ruling,
    why_not_hex: Callable[[G, tuple[str, ...], Hex], Ruling | None],
) -> Ruling | None:
    """`UNIT ... HEX`: why a unit does not go, alone or along with those named, or why these do not go there."""
    hex = g.rules.grid.by_name.get(word)
    if hex is not None:
        return why_not_hex(g, words, hex) if words else None
    unit = g.find(word)
    if unit is None:
        return None
    ruling = why_not_unit(g, unit)
    if not ruling:
        return ruling
    return why_not_along if words else why_not_alone(g, unit)


def to_hex(
    name: str,
    *,
    hexes: Callable[[G], Collection[Hex]],
    nowhere: Callable[[G], Ruling],
    why_not_hex: Callable[[G, Hex], Ruling],
    carry_out: Callable[[G, Hex], Procedure[None] | None],
) -> Verb[G]:
    """`name HEX`: where, why nowhere, why not there, and what then happens."""

    def possible(g: G) -> Ruling:
        return OK if hexes(g) else nowhere(g)

    def tree(g: G, words: Words) -> Choices:
        return DONE if words else offer(("hex", [g.hexname(hex) for hex in hexes(g)]))

    def why_not(g: G, words: Words, word: str) -> Ruling | None:
        hex = g.rules.grid.by_name.get(word)
        return None if words or hex is None else why_not_hex(g, hex)

    def do(g: G, words: Words) -> Procedure[None] | None:
        return carry_out(g, g.rules.grid.by_name[words[0]])

    return Verb(name, possible, tree, why_not, do)
