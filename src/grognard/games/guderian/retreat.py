"""9.7 Retreats: the opponent draws the path, vacant hexes first, and what does not fit is lost."""

from __future__ import annotations

from collections.abc import Sequence

from grognard.decision import Procedure, one_of, put
from grognard.events import Retreated
from grognard.games.guderian.movement import closed_columns
from grognard.games.guderian.position import ENEMY, RETREATED, SOVIET, UNUSED, Position, Unit
from grognard.games.guderian.stacking import fits, surplus
from grognard.hexes import Hex

VACANT, ROOM, FULL, CLOSED = range(4)  # what a hex offers to retreating units, the best first (9.73, 6.4)
Path = tuple[Hex, ...]


def paths(g: Position, units: Sequence[Unit], hexes: int, walked: Path = ()) -> list[Path]:
    """Every legal way of the full length for the units of one hex (9.71): away from the start if that is possible."""
    start = walked[0] if walked else g.at[units[0]]
    found = _extend(g, g.rules.side[units[0]], walked or (start,), hexes + 1)
    distance = g.rules.grid.distance
    far = [path for path in found if distance(start, path[-1]) == hexes]
    return far or found


def _extend(g: Position, side: str, path: Path, length: int) -> list[Path]:
    if len(path) == length:
        return [path]
    found: list[Path] = []
    for hex in g.rules.grid.neighbours[path[-1]]:
        if hex not in path and (path[-1], hex) not in g.rules.lake_sides and open_to_retreat(g, side, hex):
            found += _extend(g, side, (*path, hex), length)
    return found


def open_to_retreat(g: Position, side: str, hex: Hex) -> bool:
    """9.71: no enemy, no lake, no EZOC unless a friend is there."""
    enemy = ENEMY[side]
    if (g.occupied[enemy] | g.rules.impassable) >> hex & 1:
        return False
    return bool(g.occupied[side] >> hex & 1) or not g.zoc(enemy) >> hex & 1


def standing(g: Position, units: Sequence[Unit], hex: Hex) -> int:
    """How good a hex is for units that must go through it."""
    side = g.rules.side[units[0]]
    if side == SOVIET and closed_columns(g) >> hex & 1:
        return CLOSED
    if hex not in g.stacks:
        return VACANT
    return ROOM if fits(g, side, (*g.stack(hex), *units)) else FULL


def can_retreat(g: Position, units: Sequence[Unit], hexes: int) -> bool:
    """Whether every unit of the force has a way of the full length (9.65, 9.71)."""
    return all(paths(g, stack, hexes) for stack in by_hex(g, units))


def by_hex(g: Position, units: Sequence[Unit]) -> list[tuple[Unit, ...]]:
    """The units of a force by the hex they stand in."""
    hexes = dict.fromkeys(g.at[u] for u in units)
    return [tuple(u for u in units if g.at[u] == hex) for hex in hexes]


def retreat(g: Position, units: Sequence[Unit], hexes: int) -> Procedure[Path]:
    """Retreat the units of one hex; the answer is the Path of Retreat (9.81), beginning with the hex they left."""
    side = g.rules.side[units[0]]
    start = g.at[units[0]]
    walked: Path = (start,)
    left = list(units)
    for step in range(1, hexes + 1):
        ways = paths(g, left, hexes, walked) if left else []
        if not ways:
            for unit in left:  # another stack's retreat has closed the way
                g.eliminate(unit, "9.71b", "no way to retreat")
            return walked
        nexts = list(dict.fromkeys(path[step] for path in ways))
        best = min(standing(g, left, hex) for hex in nexts)
        offered = [g.hexname(hex) for hex in nexts if standing(g, left, hex) == best]
        prompt = f"Retreat {' '.join(g.names(left))} from {g.hexname(walked[-1])}: hex {step} of {hexes}"
        question = one_of(ENEMY[side], "retreat", prompt, "9.72", ("hex", offered), verb="retreat")
        words = yield from put(question)
        hex = g.rules.hex_by_name[words[1]]
        walked = (*walked, hex)
        left = yield from _arrive(g, side, left, hex, best)
    for unit in left:
        joined = any(other not in units for other in g.stack(walked[-1]))
        g.place(unit, walked[-1])
        g.back[unit] = UNUSED
        if joined:
            g.flags[unit] |= RETREATED  # 9.75
        g.tell(Retreated(unit=g.name(unit), path=tuple(g.hexname(h) for h in walked), how="retreats", rule="9.72"))
    return walked


def _arrive(g: Position, side: str, units: list[Unit], hex: Hex, best: int) -> Procedure[list[Unit]]:
    """Units enter a hex of their retreat; those that may not be there are eliminated (9.73, 6.4)."""
    left = list(units)
    if best == CLOSED:
        for unit in left:
            g.eliminate(unit, "6.4c", "forced into the closed columns")
        return []
    while left and not fits(g, side, (*g.stack(hex), *left)):
        names = g.names(losers(g, left, hex))
        prompt = f"{g.hexname(hex)} has no room for all retreating units: choose one to eliminate"
        words = yield from put(one_of(side, "overstack", prompt, "9.73b", ("unit", names), verb="lose"))
        unit = g.unit(words[1])
        g.eliminate(unit, "9.73b", f"no room in {g.hexname(hex)}")
        left.remove(unit)
    for unit in left:
        g.note_presence(unit, hex)
    return left


def losers(g: Position, retreating: Sequence[Unit], hex: Hex) -> list[Unit]:
    """The retreating units one of which must go."""
    wrong = surplus(g, (*g.stack(hex), *retreating))
    return [unit for unit in retreating if unit in wrong] or list(retreating)
