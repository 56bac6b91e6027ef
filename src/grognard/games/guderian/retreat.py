"""9.7 Retreats: the opponent draws the path, vacant hexes first, and what does not fit is lost."""

from __future__ import annotations

from collections.abc import Sequence

from grognard.decision import DONE, Choices, Decision, Procedure, Words, offer, one_of, put
from grognard.events import Retreated
from grognard.games.guderian.position import ENEMY, RETREATED, SOVIET, STEPPED, UNUSED, Position, Unit
from grognard.games.guderian.routes import closed_columns, is_of_the_west
from grognard.games.guderian.stacking import fits, surplus
from grognard.hexes import Hex
from grognard.ruling import Ruling, no

VACANT, ROOM, FULL, CLOSED = range(4)  # what a hex offers to retreating units, the best first (9.73, 6.4)
Path = tuple[Hex, ...]


def paths(g: Position, units: Sequence[Unit], hexes: int, walked: Path = ()) -> list[Path]:
    """Every legal way of the full length for the units of one hex, going on from the hexes walked so far (9.71)."""
    return _extend(g, g.rules.side[units[0]], walked or (g.at[units[0]],), hexes + 1)


def next_hexes(g: Position, units: Sequence[Unit], hexes: int, walked: Path) -> list[Hex]:
    """The hexes the opponent may choose from: the best there are (9.73), and of those the ones that lead away."""
    step, ways = len(walked), paths(g, units, hexes, walked)
    best = min((standing(g, units, path[step]) for path in ways), default=VACANT)
    ways = [path for path in ways if standing(g, units, path[step]) == best]
    far = [path for path in ways if g.rules.grid.distance(walked[0], path[-1]) == hexes]
    return list(dict.fromkeys(path[step] for path in far or ways))


def all_ways(g: Position, units: Sequence[Unit], hexes: int, walked: Path = ()) -> list[Path]:
    """Every path the opponent could draw."""
    walked = walked or (g.at[units[0]],)
    if len(walked) > hexes:
        return [walked]
    return [way for hex in next_hexes(g, units, hexes, walked) for way in all_ways(g, units, hexes, (*walked, hex))]


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
    if side == SOVIET and closed_columns(g) >> hex & 1 and not all(is_of_the_west(g, unit) for unit in units):
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
    """Retreat the units of one hex; the answer is the Path of Retreat (9.81), beginning with the hex they left.

    Of units that are all eliminated on the way there is no path: they leave but the hex they stood in (9.86).
    """
    side = g.rules.side[units[0]]
    start = g.at[units[0]]
    walked: Path = (start,)
    left = list(units)
    while len(walked) <= hexes:
        nexts = next_hexes(g, left, hexes, walked) if left else []
        if not nexts:
            for unit in left:  # another stack's retreat has closed the way
                g.eliminate(unit, "9.71b", "no way to retreat")
            return (start,)
        words = yield from put(_question(g, left, walked, nexts, hexes))
        hex = g.rules.hex_by_name[words[1]]
        walked = (*walked, hex)
        left = yield from _arrive(g, side, left, hex)
    for unit in left:
        joined = any(other not in units for other in g.stack(walked[-1]))
        g.place(unit, walked[-1])
        g.back[unit] = UNUSED
        g.flags[unit] &= ~(STEPPED | RETREATED)  # 6.24: no movement, so no cut is made on the way (6.37a)
        if joined:
            g.flags[unit] |= RETREATED  # 9.75
        g.tell(Retreated(unit=g.name(unit), path=g.hexnames(walked), how="retreats", rule="9.72"))
    return walked if left else (start,)


def _question(g: Position, units: Sequence[Unit], walked: Path, nexts: Sequence[Hex], hexes: int) -> Decision:
    """The opponent's choice of the next hex (9.72)."""
    offered = g.hexnames(nexts)

    def tree(words: Words) -> Choices:
        if not words:
            return offer(("verb", ("retreat",)))
        return offer(("hex", offered)) if len(words) == 1 else DONE

    def why_not(words: Words, word: str) -> Ruling | None:
        hex = g.rules.hex_by_name.get(word)
        return None if hex is None or len(words) != 1 else _why_not_there(g, units, walked, hexes, hex)

    side = ENEMY[g.rules.side[units[0]]]
    prompt = f"Retreat {' '.join(g.names(units))} from {g.hexname(walked[-1])}: hex {len(walked)} of {hexes}"
    return Decision(side, "retreat", prompt, "9.72", tree, why_not)


def _why_not_there(g: Position, units: Sequence[Unit], walked: Path, hexes: int, hex: Hex) -> Ruling:
    here, there = walked[-1], g.hexname(hex)
    if hex not in g.rules.grid.neighbours[here]:
        return no("9.72", f"{there} is not next to {g.hexname(here)}: the path is drawn hex by hex")
    if (here, hex) in g.rules.lake_sides or not open_to_retreat(g, g.rules.side[units[0]], hex):
        return no("9.71b", f"{there} holds an enemy, or his zone of control without a friend, or lies across a lake")
    ways = [path for path in paths(g, units, hexes, walked) if path[len(walked)] == hex]
    if not ways:
        return no("9.65a", f"no way over {there} is {hexes} hexes long")
    if all(standing(g, units, hex) > standing(g, units, other) for other in next_hexes(g, units, hexes, walked)):
        return no("9.73a", f"{there} must wait: vacant hexes come first, then friends with room, then full hexes")
    return no("9.65a", f"no way over {there} leads {hexes} hexes away from {g.hexname(walked[0])}, and another does")


def _arrive(g: Position, side: str, units: list[Unit], hex: Hex) -> Procedure[list[Unit]]:
    """Units enter a hex of their retreat; those that may not be there are eliminated (9.73, 6.4)."""
    left = list(units)
    if standing(g, units, hex) == CLOSED:
        for unit in [u for u in units if not is_of_the_west(g, u)]:
            g.eliminate(unit, "6.4c", "forced into the closed columns")
            left.remove(unit)
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
