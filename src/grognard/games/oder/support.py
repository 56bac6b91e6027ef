"""5.4: the German air and naval support markers."""

from __future__ import annotations

from collections.abc import Callable

from grognard.events import Placed, Removed
from grognard.games.oder.position import UNUSED, Position
from grognard.hexes import Hex, HexSet, members
from grognard.mechanics.turn import Verb
from grognard.mechanics.verbs import to_hex
from grognard.ruling import OK, no


def _marker(name: str, hexes: Callable[[Position], HexSet], rule: str, why: str) -> Verb[Position]:
    """A verb that places one of the two markers, once a turn."""

    on_map = f"the {name} support marker is on the map"

    def place(g: Position, hex: Hex) -> None:
        setattr(g, name, hex)
        g.tell(Placed(what=f"{name} support", hex=g.hexname(hex), rule=rule))

    return to_hex(
        name,
        rule,
        hexes=lambda g: [] if getattr(g, name) >= 0 else members(hexes(g)),
        possible=lambda g: OK if getattr(g, name) < 0 and hexes(g) else no(rule, on_map),
        why_not=lambda g, hex: no(rule, on_map if getattr(g, name) >= 0 else f"{g.hexname(hex)} {why}"),
        carry_out=place,
    )


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
