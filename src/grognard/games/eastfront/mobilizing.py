"""5.41: HQs that mobilize: an active HQ moves by land and commands no more."""

from __future__ import annotations

from grognard.games.eastfront.command import deactivate
from grognard.games.eastfront.commanded import last_in_battle, may_mobilize
from grognard.games.eastfront.crowding import may_stay
from grognard.games.eastfront.movement import go
from grognard.games.eastfront.position import Position, Unit
from grognard.games.eastfront.routes import Path, onward
from grognard.games.eastfront.stacking import with_room
from grognard.hexes import Hex
from grognard.ruling import Ruling


def mobilizing(g: Position) -> dict[Unit, dict[Hex, Path]]:
    """The HQs that can mobilize by land, and where to."""
    return g.memo("mobilizing", lambda: _mobilizing(g))


def _mobilizing(g: Position) -> dict[Unit, dict[Hex, Path]]:
    found = {}
    for hq in g.role:
        ways = {hex: way for hex, way in _ways_off(g, hq).items() if may_settle(g, hq, way)}
        if ways:
            found[hq] = ways
    return found


def mobilizes(g: Position, hq: Unit) -> bool:
    """Whether an active HQ can mobilize by land: the first place it finds is enough to say so."""
    ways, open = _ways_off(g, hq), with_room(g, g.side)
    return any(open >> hex & 1 for hex in ways) or any(may_settle(g, hq, way) for way in ways.values())


def _ways_off(g: Position, hq: Unit) -> dict[Hex, Path]:
    """Where an active HQ can go by land, room there or not."""
    if g.owner(hq) != g.side or not may_mobilize(g, hq) or last_in_battle(g, hq):
        return {}
    return g.memo(("off", hq), lambda: onward(g, hq, (g.at[hq],)))


def may_settle(g: Position, hq: Unit, way: Path) -> Ruling:
    """6.2: whether an HQ that mobilizes by a way may stay where it ends."""
    return may_stay(g, way[-1], lambda twin: mobilize(twin, hq, way))


def mobilize(g: Position, hq: Unit, path: Path) -> None:
    """5.41: the HQ moves, then deactivates."""
    go(g, hq, path, "mobilizes", "5.41")
    stand_down(g, hq)


def stand_down(g: Position, hq: Unit) -> None:
    """5.41, 5.62: an HQ that has mobilized commands no more."""
    if g.rules.is_supreme(hq):
        g.supreme = 0
    deactivate(g, hq)
