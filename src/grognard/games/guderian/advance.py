"""9.8 Advance after combat."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from grognard.decision import Decision, Procedure, Words, put
from grognard.events import Advanced
from grognard.games.guderian.movement import step_into
from grognard.games.guderian.position import ADVANCED, ENEMY, SOVIET, Position, Unit
from grognard.games.guderian.routes import closed_columns, escorted, is_of_the_west, unescorted
from grognard.games.guderian.stacking import fits
from grognard.hexes import Hex
from grognard.mechanics.aftermath import Path, Vacated, left_behind
from grognard.mechanics.verbs import unit_to_hex_or_stay
from grognard.ruling import OK, Ruling, no


def vacated_by_retreat(g: Position, path: Path) -> list[Vacated]:
    """9.81: the hexes behind the retreating units, as far as they are vacant; not the hex they ended in."""
    behind = left_behind(path, g.stacks)
    return [Vacated(behind)] if behind else []


def vacated_by_elimination(g: Position, hex: Hex) -> list[Vacated]:
    """9.86: the emptied hex, then any empty hex next to it."""
    if hex in g.stacks:
        return []
    beyond = [
        h for h in g.rules.grid.neighbours[hex]
        if h not in g.stacks and not g.rules.impassable >> h & 1 and (hex, h) not in g.rules.lake_sides
    ]  # fmt: skip
    return [Vacated((hex,), tuple(sorted(beyond)))]


def ways_on(g: Position, unit: Unit, vacated: Iterable[Vacated]) -> dict[Hex, Path]:
    """Every hex the unit may advance to, and the way there."""
    return {hex: path for hex, path in ways_open(g, unit, vacated).items() if may_advance(g, unit, path)}


def ways_open(g: Position, unit: Unit, vacated: Iterable[Vacated]) -> dict[Hex, Path]:
    """Every hex the loser has left open to the unit, whether or not there is room for it."""
    side = g.rules.side[unit]
    closed = closed_columns(g) if side == SOVIET and not is_of_the_west(g, unit) else 0  # 6.4b
    ways: dict[Hex, Path] = {}
    for one in vacated:
        if not g.rules.adjacent(g.at[unit], one.path[0]):
            continue
        for end, hex in enumerate(one.path):
            if closed >> hex & 1:
                break
            ways.setdefault(hex, one.path[: end + 1])
        else:
            for hex in one.beyond:
                if not closed >> hex & 1:
                    ways.setdefault(hex, (*one.path, hex))
    return ways


def may_advance(g: Position, unit: Unit, path: Path) -> Ruling:
    """Whether the unit may advance along the path: stacking holds at all times (7.1), and the escort of Leaders."""
    side, name = g.rules.side[unit], g.name(unit)
    if not fits(g, side, (*g.stack(path[-1]), unit)):
        return no("7.1a" if side == SOVIET else "7.2", f"{g.hexname(path[-1])} has no room for {name}")
    if unit in g.rules.leaders and not escorted(g, path[-1]):  # with an escort there he has gone its way
        zone = unescorted(g)
        for there in g.hexnames(hex for hex in path if zone >> hex & 1):
            return no("10.23a", f"{name} enters {there}, an enemy zone of control, only behind a unit that can attack")
    return OK


def advance(g: Position, victors: Sequence[Unit], vacated: Sequence[Vacated]) -> Procedure[None]:
    """9.81 to 9.87: any or all victorious units advance, each once and now or never."""
    left = [unit for unit in victors if g.at[unit] >= 0 and not g.disrupted[unit]]
    while left:
        ways = {unit: found for unit in left if (found := ways_on(g, unit, vacated))}
        if not ways:
            return
        words = yield from put(_question(g, ways, victors, vacated))
        if words == ("stay",):
            return
        unit, hex = g.unit(words[1]), g.rules.hex_by_name[words[2]]
        left.remove(unit)
        start, path = g.at[unit], ways[unit][hex]
        zone = g.zoc(ENEMY[g.rules.side[unit]])
        for before, after in zip((start, *path), path, strict=False):
            step_into(g, unit, after, before, zone)
        g.place(unit, hex)
        g.flags[unit] |= ADVANCED
        names = g.hexnames((start, *path))
        g.tell(Advanced(unit=g.name(unit), path=names, how="advances", rule="9.81"))


def _why_not_unit(g: Position, unit: Unit, victors: Sequence[Unit], vacated: Sequence[Vacated]) -> Ruling:
    """Why a unit cannot advance after this combat."""
    name = g.name(unit)
    if unit not in victors:
        return no("9.81", f"{name} is not one of the victorious units of this combat")
    if g.flags[unit] & ADVANCED:
        return no("9.85a", f"{name} has advanced")
    if g.disrupted[unit]:
        return no("6.62", f"{name} is disrupted")
    for path in ways_open(g, unit, vacated).values():
        return may_advance(g, unit, path)
    if g.rules.side[unit] == SOVIET and any(closed_columns(g) >> one.path[0] & 1 for one in vacated):
        return no("6.4b", f"{name} would enter the two western columns, where Soviet units may not advance yet")
    return no("9.84", f"{name} is not adjacent to a hex the loser left")


def _question(
    g: Position, ways: dict[Unit, dict[Hex, Path]], victors: Sequence[Unit], vacated: Sequence[Vacated]
) -> Decision:
    side = g.rules.side[next(iter(ways))]

    def why_not(words: Words, word: str) -> Ruling | None:
        if words == ("advance",):
            unit = g.find(word)
            return None if unit is None else _why_not_unit(g, unit, victors, vacated)
        hex = g.hex(word)
        if len(words) == 2 and hex is not None:
            unit = g.unit(words[1])
            if path := ways_open(g, unit, vacated).get(hex):
                return may_advance(g, unit, path)
            if side == SOVIET and closed_columns(g) >> hex & 1:
                return no("6.4b", f"{word} lies in the two western columns, where Soviet units may not advance yet")
            return no("9.84", f"{words[1]} may not advance to {word}: it must keep to the hexes the loser left")
        return None

    prompt = "Advance a unit after combat, or stay"
    return unit_to_hex_or_stay(g, side, "advance", prompt, "9.81", ways, why_not)
