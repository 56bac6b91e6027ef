"""11.6.1: defenders retreat one hex, toward supply, and further if they would overstack."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial

from grognard.decision import DONE, Choices, Decision, Procedure, Words, offer, put
from grognard.events import Retreated
from grognard.games.oder.losses import eliminate
from grognard.games.oder.position import ENEMY, Position, Unit
from grognard.games.oder.stacking import fits, room_for
from grognard.hexes import Hex, members
from grognard.mechanics.aftermath import Path, nearest, pick_hex, retreat_from
from grognard.ruling import Ruling, no


def open_to_retreat(g: Position, side: str, here: Hex) -> list[Hex]:
    """11.6.1d: passable, no land bridge, no enemy, no EZOC."""
    enemy = ENEMY[side]
    barred = g.occupied[enemy] | g.zoc(enemy) | g.rules.land_bridges
    return [hex for hex in g.rules.near(here) if not barred >> hex & 1]


def distance_to_supply(g: Position, side: str, hex: Hex) -> int:
    """G36: hexes to the nearest source that no enemy occupies."""
    sources = members(g.rules.sources[side] & ~g.occupied[ENEMY[side]])
    return min((g.rules.grid.distance(hex, source) for source in sources), default=0)


def closer_to_supply(g: Position, side: str, here: Hex, choice: Sequence[Hex]) -> list[Hex]:
    """11.6.1b: of some hexes those closer to supply than the present one, if there are any; else all."""
    now = distance_to_supply(g, side, here)
    return [hex for hex in choice if distance_to_supply(g, side, hex) < now] or list(choice)


def nearest_with_room(g: Position, unit: Unit, here: Hex) -> Mapping[Hex, Path]:
    """11.6.1c: beyond a hex that is too full the nearest hexes with room, and a way to each."""
    side = g.rules.side[unit]
    onward, has_room = partial(open_to_retreat, g, side), partial(room_for, g, unit)
    return nearest(here, onward, has_room, avoid=(g.at[unit],))


def retreat_hexes(g: Position, unit: Unit) -> list[Hex]:
    """11.6.1a, 11.6.1b: where a unit may retreat to; not to a full hex from which no way leads to room (G63)."""
    side, here = g.rules.side[unit], g.at[unit]
    choice = [h for h in open_to_retreat(g, side, here) if room_for(g, unit, h) or nearest_with_room(g, unit, h)]
    return closer_to_supply(g, side, here, choice)


def can_retreat(g: Position, unit: Unit) -> bool:
    """Whether a unit has a way out at all (11.6.1e)."""
    return unit not in g.rules.static and bool(open_to_retreat(g, g.rules.side[unit], g.at[unit]))


def retreat_all(g: Position, units: Sequence[Unit], supplies: dict[Unit, str]) -> Procedure[None]:
    """11.6.1a: the units of a stack retreat one after another, in the order their owner likes."""
    left = list(units)
    while left:
        choice = {unit: retreat_hexes(g, unit) for unit in left}
        able = {unit: hexes for unit, hexes in choice.items() if hexes}
        if not able:
            for unit in left:
                yield from eliminate(g, unit, supplies[unit], "11.6.1e", "no retreat")
            return
        words = yield from put(_which_and_where(g, able))
        unit = g.unit(words[1]) if len(words) > 2 else next(iter(able))
        yield from _retreat(g, unit, g.rules.hex_by_name[words[-1]])
        left.remove(unit)


def _which_and_where(g: Position, able: dict[Unit, list[Hex]]) -> Decision:
    """One unit and its hex; a hex alone is for the unit the prompt names.

    If there is but one hex, and room in it for all, it does not matter who goes first.
    """
    first, *others = able
    if len(able[first]) == 1 and fits(g, (*g.stack(able[first][0]), *able)):
        others = []
    hexes = {g.name(unit): [g.hexname(hex) for hex in found] for unit, found in able.items()}
    prompt = retreat_from(g.name(first), g.hexname(g.at[first]), 1, 1)
    if others:
        prompt += f", or name another unit to go first: {' '.join(g.names(others))}"

    def tree(words: Words) -> Choices:
        if not words:
            return offer(("verb", ("retreat",)))
        if len(words) == 1:
            return offer(("hex", hexes[g.name(first)]), ("unit", tuple(hexes) if others else ()))
        return offer(("hex", hexes[words[1]])) if len(words) == 2 and words[1] in hexes else DONE

    def why_not(words: Words, word: str) -> Ruling | None:
        if not words:
            return None
        unit, hex = g.find(word), g.hex(word)
        if unit is not None and len(words) == 1:
            return no("11.6.1a", f"{word} is none of the units that have to choose where they retreat to")
        return None if hex is None else _why_not_there(g, g.unit(words[1]) if len(words) == 2 else first, hex)

    return Decision(g.rules.side[first], "retreat", prompt, "11.6.1a", tree, why_not)


def _why_not_there(g: Position, unit: Unit, hex: Hex) -> Ruling:
    """Why a unit may not retreat to a hex."""
    name, there, here, side = g.name(unit), g.hexname(hex), g.at[unit], g.rules.side[unit]
    if hex not in g.rules.grid.neighbours[here]:
        return no("11.6.1a", f"{name} retreats one hex, and {there} is not next to {g.hexname(here)}")
    if hex not in g.rules.near(here):
        return no("11.6.1d", f"{there} is impassable, or all sea lies between")
    if g.occupied[ENEMY[side]] >> hex & 1:
        return no("11.6.1d", f"enemy in {there}")
    if g.rules.land_bridges >> hex & 1:
        return no("11.6.1d", f"{there} is a land bridge")
    if g.zoc(ENEMY[side]) >> hex & 1:
        return no("7.2", f"{there} is in an enemy zone of control")
    if not room_for(g, unit, hex) and not nearest_with_room(g, unit, hex):
        return no("11.6.1c", f"there is no room for {name} in {there} or beyond (G63)")
    return no("11.6.1b", f"{there} is not closer to supply, and another hex is")


def _retreat(g: Position, unit: Unit, first: Hex) -> Procedure[None]:
    """One unit retreats to a hex, and on by the fewest hexes if there is no room in it (11.6.1c)."""
    side = g.rules.side[unit]
    way: Path = (first,)
    if not room_for(g, unit, first):
        found = nearest_with_room(g, unit, first)
        prompt = f"{g.hexname(first)} is full: retreat {g.name(unit)} further"
        choice = closer_to_supply(g, side, first, list(found))
        way = (first, *found[(yield from pick_hex(g, side, "retreat", prompt, "11.6.1c", choice))])
    walked = (g.at[unit], *way)
    g.enter(unit, way[-1])
    g.tell(Retreated(unit=g.name(unit), path=g.hexnames(walked), how="retreats", rule="11.6.1a"))
