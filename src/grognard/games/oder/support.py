"""5.4: the German air and naval support markers."""

from __future__ import annotations

from collections.abc import Callable

from grognard.decision import DONE, Choices, Verb, Words, offer
from grognard.events import Placed, Removed
from grognard.games.oder.position import UNUSED, Position
from grognard.hexes import HexSet, members
from grognard.ruling import OK, Ruling, no


def _marker(name: str, hexes: Callable[[Position], HexSet], rule: str, why: str) -> Verb[Position]:
    """A verb that places one of the two markers."""

    def possible(g: Position) -> Ruling:
        return no(rule, f"the {name} support marker is on the map") if getattr(g, name) >= 0 else OK

    def tree(g: Position, words: Words) -> Choices:
        return DONE if words else offer(("hex", [g.hexname(hex) for hex in members(hexes(g))]))

    def why_not(g: Position, words: Words, word: str) -> Ruling | None:
        return None if words or word not in g.rules.hex_by_name else no(rule, f"{word} {why}")

    def carry_out(g: Position, words: Words) -> None:
        setattr(g, name, g.rules.hex_by_name[words[0]])
        g.tell(Placed(what=f"{name} support", hex=words[0], rule=rule))
        g.forget()

    return Verb(name, possible, tree, why_not, carry_out)


AIR = _marker("air", lambda g: g.rules.grid.all, "5.4a", "is not on the map")
NAVAL = _marker("naval", lambda g: g.rules.coast, "5.4b", "is no coastal hex")


def retrieve(g: Position) -> None:
    """5.4h: all support markers leave the map."""
    for name in ("air", "naval"):
        hex = getattr(g, name)
        if hex >= 0:
            g.tell(Removed(what=f"{name} support", hex=g.hexname(hex), rule="5.4h"))
            setattr(g, name, UNUSED)
    if g.aerial >= 0:
        g.tell(Removed(what="aerial supply", hex=g.hexname(g.at[g.aerial]), rule="5.4h"))
    g.aerial = UNUSED
    g.forget()
