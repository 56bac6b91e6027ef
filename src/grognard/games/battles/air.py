"""6.0b, 6.0h, 13.0: air support markers of the turn, and interdiction."""

from __future__ import annotations

from grognard.events import Placed, Removed
from grognard.games.battles.position import ENEMY, Position
from grognard.hexes import Hex, HexSet, hexset, members
from grognard.mechanics.turn import Verb
from grognard.mechanics.verbs import to_hex
from grognard.ruling import OK, Ruling, no


def begin_air(g: Position, side: str) -> None:
    """6.0h, 13.0f, G72: first the other side takes its interdiction markers back."""
    for hex in [hex for hex, owner in g.interdicted.items() if owner == ENEMY[side]]:
        del g.interdicted[hex]
        g.touch()
        g.tell(Removed(what="an interdiction marker", hex=g.hexname(hex), rule="13.0f"))


def can_interdict(g: Position) -> Ruling:
    """13.0c: whether the side has a marker left to turn over."""
    air = g.rules.scenario.air
    if air is None or not air.interdiction:
        return no("13.0c", "there is no interdiction in this scenario")
    return OK if g.air[g.side] else no("13.0c", "no air support marker is left this turn")


def open_to_air(g: Position) -> HexSet:
    """13.0d: clear hexes, whoever is there, without a marker (G58)."""
    return g.rules.clear & ~g.rules.cities & ~hexset(g.interdicted)


def may_interdict(g: Position, hex: Hex) -> Ruling:
    """Whether a marker may be put into a hex."""
    ruling = can_interdict(g)
    if not ruling:
        return ruling
    if hex in g.interdicted:
        return no("13.0d", f"{g.hexname(hex)} has an interdiction marker already")
    return OK if open_to_air(g) >> hex & 1 else no("13.0d", f"{g.hexname(hex)} is not a clear hex")


def _interdict(g: Position, hex: Hex) -> None:
    g.air[g.side] -= 1
    g.interdicted[hex] = g.side
    g.touch()
    g.tell(Placed(what="an interdiction marker", hex=g.hexname(hex), rule="13.0d"))


INTERDICT: Verb[Position] = to_hex(
    "interdict",
    "13.0d",
    hexes=lambda g: g.memo("interdicting", lambda: members(open_to_air(g)), open_to_air(g)) if can_interdict(g) else (),
    nowhere=can_interdict,
    why_not=may_interdict,
    carry_out=_interdict,
)
