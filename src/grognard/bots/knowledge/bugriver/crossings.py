"""The bridges over the Bug: where one is of use, and who waits before those that the enemy closes."""

from __future__ import annotations

from grognard.bots.knowledge.bugriver.ground import quality
from grognard.bots.knowledge.questions import once_for_rules
from grognard.games.bugriver.position import GERMAN, SOVIET, Position
from grognard.games.bugriver.rules import Rules
from grognard.games.bugriver.terrain import RIVER_BRIDGED
from grognard.games.bugriver.zoc import ezoc, projects
from grognard.hexes import Hex, members

Bridge = tuple[Hex, Hex]  # the end on the German bank, and the one beyond
QUEUE = 8  # hexes before a bridge within which units wait for it
STUBBORN = 6  # Strength Points that close a bridge for a long time
ROOM = 0.4  # how much less a closed bridge holds up if there is room behind it


def _printed(rules: Rules) -> list[Bridge]:
    bank, grid, between = rules.german_bank, rules.grid, rules.terrain.between
    return [
        (a, b) for a in members(bank) for b in grid.neighbours[a]
        if not bank >> b & 1 and between(a, b) == RIVER_BRIDGED
    ]  # fmt: skip


printed = once_for_rules(_printed)


def bridges_over(g: Position) -> list[Bridge]:
    """All bridges that are there, the pontoons too."""
    bank = g.rules.german_bank
    return [*printed(g.rules), *((a, b) if bank >> a & 1 else (b, a) for a, b in g.pontoons.values())]


def leads_on(g: Position, there: Hex) -> float:
    """The part of its worth that a new bridge to a hex has: none if one leads there, half in an enemy zone."""
    if any(far == there for _, far in bridges_over(g)):
        return 0.0
    return 0.5 if ezoc(g, GERMAN) >> there & 1 else 1.0


def held_up(g: Position) -> float:
    """The German strength that waits before closed bridges with no open one near, the less the sooner they will open.

    A unit that enters a zone of control must stop: where it finds no room there, the whole column stands.
    """
    return g.memo("bot held up", lambda: _held_up(g))


def _held_up(g: Position) -> float:
    rules, grid, bank = g.rules, g.rules.grid, g.rules.german_bank
    shut = {home: _closed(g, far) for home, far in sorted(bridges_over(g), key=lambda ends: -_closed(g, ends[1]))}
    if not any(shut.values()):
        return 0.0
    total = 0.0
    for unit in rules.of_side[GERMAN]:
        hex = g.at[unit]
        if hex >= 0 and bank >> hex & 1 and not g.is_hq(unit):
            near = [part for home, part in shut.items() if grid.distance(hex, home) <= QUEUE]
            total += min(near, default=0.0) * g.strength[unit] * quality(g, unit)
    return total


def _closed(g: Position, far: Hex) -> float:
    """How firmly the enemy closes a bridge, from 0 to 1: by units in its far end, or by their zones."""
    near = members((g.rules.beside(far) | 1 << far) & g.combat[SOVIET])
    against = [u for hex in near for u in g.fighters(hex) if hex == far or projects(g, u, far)]
    if not against:
        return 0.0
    firm = (1 + min(sum(g.strength[unit] for unit in against) / STUBBORN, 1.0)) / 2
    crowd = len(g.fighters(far)) if g.combat[GERMAN] >> far & 1 else g.rules.tables.stacking.units
    return firm * (1 - ROOM * (1 - min(crowd / g.rules.tables.stacking.units, 1.0)))
