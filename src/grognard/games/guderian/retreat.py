"""9.7 Retreats: the opponent draws the path, vacant hexes first, and what does not fit is lost."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from grognard.decision import Procedure
from grognard.events import Retreated
from grognard.games.guderian.position import ENEMY, RETREATED, SOVIET, STEPPED, UNUSED, Position, Unit
from grognard.games.guderian.routes import closed_columns, is_of_the_west
from grognard.games.guderian.stacking import fits, surplus, why_not_lost
from grognard.hexes import Hex, HexSet, hexset
from grognard.mechanics.aftermath import Path, cheapest_steps, pick, pick_hex, retreat_from, way_so_far, ways
from grognard.ruling import Ruling, no

VACANT, ROOM, FULL, CLOSED = range(4)  # what a hex offers to retreating units, the best first (9.73, 6.4)


def paths(g: Position, units: Sequence[Unit], hexes: int, walked: Path = (), leaving: HexSet = 0) -> list[Path]:
    """Every legal way of the full length for the units of one hex, going on from the hexes walked so far (9.71)."""
    side = g.rules.side[units[0]]
    return list(ways(walked or (g.at[units[0]],), hexes, lambda here: open_to_retreat(g, side, here, leaving)))


def next_hexes(g: Position, units: Sequence[Unit], hexes: int, walked: Path) -> list[Hex]:
    """The hexes the opponent may choose from: the best there are (9.73), and of those the ones that lead away."""
    at = len(walked)
    return cheapest_steps(
        paths(g, units, hexes, walked),
        at,
        lambda way: standing(g, units, way[at]),
        lambda way: g.rules.grid.distance(walked[0], way[-1]) != hexes,
    )


def all_ways(g: Position, units: Sequence[Unit], hexes: int, walked: Path = ()) -> list[Path]:
    """Every path the opponent could draw."""
    walked = walked or (g.at[units[0]],)
    if len(walked) > hexes:
        return [walked]
    return [way for hex in next_hexes(g, units, hexes, walked) for way in all_ways(g, units, hexes, (*walked, hex))]


def closed_to_retreat(g: Position, side: str, leaving: HexSet = 0) -> HexSet:
    """9.71: enemies, lakes, and EZOC unless a friend is there; `leaving` are hexes in which none will be."""
    enemy = ENEMY[side]
    return g.occupied[enemy] | g.rules.impassable | (g.zoc(enemy) & ~(g.occupied[side] & ~leaving))


def open_to_retreat(g: Position, side: str, here: Hex, leaving: HexSet = 0) -> list[Hex]:
    """9.71: the hexes beside one to which a retreat may go on."""
    barred, rules = closed_to_retreat(g, side, leaving), g.rules
    return [hex for hex in rules.grid.neighbours[here] if not barred >> hex & 1 and (here, hex) not in rules.lake_sides]


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


def in_turn(g: Position, units: Sequence[Unit], hexes: int) -> list[tuple[Unit, ...]]:
    """G24: the stacks of a force as they retreat: whoever needs a hex that others will leave goes before them."""
    stacks = by_hex(g, units)
    leaving = hexset(g.at[stack[0]] for stack in stacks if set(g.stack(g.at[stack[0]])) <= set(stack))
    return sorted(stacks, key=lambda stack: bool(paths(g, stack, hexes, leaving=leaving)))


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
        hex = yield from _draw(g, left, walked, nexts, hexes)
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


def _draw(g: Position, units: Sequence[Unit], walked: Path, nexts: Sequence[Hex], hexes: int) -> Procedure[Hex]:
    """The opponent's choice of the next hex (9.72)."""
    side = ENEMY[g.rules.side[units[0]]]
    names = " ".join(g.names(units))
    prompt = retreat_from(names, g.hexname(walked[-1]), len(walked), hexes)
    why_not = partial(_why_not_there, g, units, walked, hexes)
    so_far = way_so_far(g, ENEMY[side], names, walked)
    return (yield from pick_hex(g, side, "retreat", prompt, "9.72", nexts, why_not, so_far))


def _why_not_there(g: Position, units: Sequence[Unit], walked: Path, hexes: int, hex: Hex) -> Ruling:
    here, there = walked[-1], g.hexname(hex)
    if hex not in g.rules.grid.neighbours[here]:
        return no("9.72", f"{there} is not next to {g.hexname(here)}: choose the next hex of the way, one at a time")
    enemy = ENEMY[g.rules.side[units[0]]]
    if hex not in open_to_retreat(g, g.rules.side[units[0]], here):
        in_zone = "is in an enemy zone of control, and none of their friends is there"
        why = "holds an enemy" if g.occupied[enemy] >> hex & 1 else in_zone if g.zoc(enemy) >> hex & 1 else "is a lake"
        lake_between = (here, hex) in g.rules.lake_sides
        return no("9.71b", f"{there} {'lies across a lake' if lake_between else why}")
    if hex in walked:
        return no("9.65a", f"a retreat does not come back to {there}")
    if all(path[len(walked)] != hex for path in paths(g, units, hexes, walked)):
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
        prompt = f"{g.hexname(hex)} has no room for all retreating units: choose one to eliminate"
        why_not = partial(why_not_lost, g, hex, "9.73b")
        unit = yield from pick(g, side, "overstack", prompt, "9.73b", losers(g, left, hex), "lose", why_not)
        g.eliminate(unit, "9.73b", f"no room in {g.hexname(hex)}")
        left.remove(unit)
    for unit in left:
        g.note_presence(unit, hex)
    return left


def losers(g: Position, retreating: Sequence[Unit], hex: Hex) -> list[Unit]:
    """The retreating units one of which must go."""
    wrong = surplus(g, (*g.stack(hex), *retreating))
    return [unit for unit in retreating if unit in wrong] or list(retreating)
