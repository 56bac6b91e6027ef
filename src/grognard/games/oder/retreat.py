"""11.6.1: defenders retreat one hex, toward supply, and further if they would overstack."""

from __future__ import annotations

from grognard.decision import Procedure, one_of, put
from grognard.events import Retreated
from grognard.games.oder.losses import eliminate
from grognard.games.oder.position import ENEMY, Position, Unit
from grognard.games.oder.stacking import room_for
from grognard.hexes import Hex, members


def open_to_retreat(g: Position, side: str, here: Hex) -> list[Hex]:
    """11.6.1d: passable, no land bridge, no enemy, no EZOC."""
    enemy = ENEMY[side]
    barred = g.occupied[enemy] | g.zoc(enemy) | g.rules.spits
    return [hex for hex in g.rules.near(here) if not barred >> hex & 1]


def distance_to_supply(g: Position, side: str, hex: Hex) -> int:
    """G36: hexes to the nearest source that no enemy occupies."""
    sources = members(g.rules.sources[side] & ~g.occupied[ENEMY[side]])
    return min((g.rules.grid.distance(hex, source) for source in sources), default=0)


def retreat_hexes(g: Position, side: str, here: Hex, walked: tuple[Hex, ...]) -> list[Hex]:
    """11.6.1b: of the open hexes those closer to supply, if there are any."""
    choice = [hex for hex in open_to_retreat(g, side, here) if hex not in walked]
    now = distance_to_supply(g, side, here)
    closer = [hex for hex in choice if distance_to_supply(g, side, hex) < now]
    return closer or choice


def can_retreat(g: Position, unit: Unit) -> bool:
    """Whether a unit has a way out at all (11.6.1e)."""
    return unit not in g.rules.static and bool(open_to_retreat(g, g.rules.side[unit], g.at[unit]))


def retreat(g: Position, unit: Unit, kind: str) -> Procedure[None]:
    """One unit retreats, hex by hex until there is room for it; if it cannot it is eliminated."""
    side = g.rules.side[unit]
    walked: tuple[Hex, ...] = (g.at[unit],)
    while True:
        choice = retreat_hexes(g, side, walked[-1], walked)
        if len(walked) > 1:  # 11.6.1c: on by the fewest hexes
            choice = [hex for hex in choice if room_for(g, unit, hex)] or choice
        if not choice:
            yield from eliminate(g, unit, kind, "11.6.1e", "no retreat")
            return
        prompt = f"Retreat {g.name(unit)} from {g.hexname(walked[-1])}"
        question = one_of(side, "retreat", prompt, "11.6.1a", ("hex", tuple(map(g.hexname, choice))), verb="retreat")
        words = yield from put(question)
        walked = (*walked, g.rules.hex_by_name[words[1]])
        if room_for(g, unit, walked[-1]):
            break
    g.enter(unit, walked[-1])
    g.tell(Retreated(unit=g.name(unit), path=tuple(map(g.hexname, walked)), how="retreats", rule="11.6.1a"))
