"""Soviet groups on the march: where each can go, how, and the order that says so."""

from __future__ import annotations

from grognard.games.guderian.movement import may_move
from grognard.games.guderian.position import Position, Unit
from grognard.games.guderian.rail import may_rail, rail_reach
from grognard.games.guderian.routes import destinations
from grognard.hexes import Hex

Group = tuple[Unit, ...]


def ways_of(g: Position, group: Group) -> dict[Hex, str]:
    """Where a group can go, and how: on foot rather than by rail."""

    def work() -> dict[Hex, str]:
        found: dict[Hex, str] = {}
        if len(group) == 1 and g.rules.railroad >> g.at[group[0]] & 1 and may_rail(g, group[0]):
            found = dict.fromkeys(rail_reach(g, group[0]).cost, "rail")
        if all(may_move(g, unit) for unit in group):
            found |= dict.fromkeys(destinations(g, group).cost, "move")
        found.pop(g.at[group[0]], None)
        return found

    return g.memo(("bot ways", group), work)


def march(g: Position, group: Group, hex: Hex) -> str:
    """The order that brings a group to a hex."""
    return f"{ways_of(g, group)[hex]} {' '.join(g.names(group))} {g.hexname(hex)}"
