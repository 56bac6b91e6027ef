"""5.8: Command Range, Out of Command, isolation."""

from __future__ import annotations

from grognard.games.bugriver.position import Position, Unit
from grognard.games.bugriver.zoc import passable
from grognard.hexes import HexSet

IN, OUT, ISOLATED = "in command", "out of command", "isolated"


def command_hexes(g: Position, hq: Unit) -> HexSet:
    """5.8b: the hexes from which an unbroken path leads to the HQ within its Command Range."""
    return g.unmoved(("command", hq), lambda: _reached(g, hq, g.rules.ratings[hq].command))


def joined_hexes(g: Position, hq: Unit) -> HexSet:
    """5.8c: the hexes from which an unbroken path of any length leads to the HQ."""
    return g.unmoved(("joined", hq), lambda: _reached(g, hq, None))


def _reached(g: Position, hq: Unit, limit: int | None) -> HexSet:
    here, free = g.at[hq], passable(g, g.rules.side[hq])
    if here < 0:
        return 0  # G20
    flood = g.rules.grid.flood  # 5.8.2: terrain never breaks a command path
    return g.memo(("paths", hq, limit), lambda: flood(1 << here, free, limit), (free, here))


def status(g: Position, unit: Unit) -> str:
    """5.8c: in command, out of command or isolated, as the board stands."""
    return status_under(g, unit, g.formation[unit])


def status_under(g: Position, unit: Unit, hq: Unit) -> str:
    """The status a unit would have if it belonged to this formation."""
    if hq < 0 or not joined_hexes(g, hq) >> g.at[unit] & 1:
        return ISOLATED
    return IN if command_hexes(g, hq) >> g.at[unit] & 1 else OUT


def in_command(g: Position, unit: Unit) -> bool:
    """Whether a unit is in Command Range of the HQ it belongs to now."""
    hq = g.formation[unit]
    return hq >= 0 and bool(command_hexes(g, hq) >> g.at[unit] & 1)
