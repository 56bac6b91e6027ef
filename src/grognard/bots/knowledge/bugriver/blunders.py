"""What a blunder is in Across the Bug River. A player turn is an activation here."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import prod

from grognard.bots.blunders import Chief, PlainWatch, first_to_reach, in_movement
from grognard.bots.knowledge.bugriver.ground import tables
from grognard.decision import Words
from grognard.games.bugriver.actions import ACTIVATION
from grognard.games.bugriver.chits import KINDS
from grognard.games.bugriver.command import IN, status
from grognard.games.bugriver.position import GERMAN, Position, Unit
from grognard.games.bugriver.previews import as_known, supposed
from grognard.games.bugriver.strength import Hits, outcomes
from grognard.games.bugriver.supply import in_supply, supply_hexes
from grognard.games.bugriver.tables import FACES, QUARTERS
from grognard.games.bugriver.victory import score
from grognard.games.bugriver.ways import allowance, destinations
from grognard.hexes import Hex, HexSet
from grognard.mechanics.verbs import split
from grognard.preview import Preview
from grognard.state import Frame


class GameWatch(PlainWatch):
    """Units out of command and HQs out of supply, HQs that are driven off, the places of 7.8, hits to be expected."""

    counts = ("unsupplied", "pocketed", "exposed", "lone", "empty", "fell", "sealed", "poor", "given")
    attacks = KINDS
    driven = "is displaced"

    def whose(self, g: Position) -> str:
        return next((frame.side for frame in g.frames if frame.phase == ACTIVATION), "")

    def units(self, g: Position, side: str) -> Iterable[Unit]:
        return g.on_map(side)

    def lacks_supply(self, g: Position, unit: Unit) -> bool:
        """5.7 is about HQs alone; what it is to others is command (5.8)."""
        return not in_supply(g, unit) if g.is_hq(unit) else status(g, unit) != IN

    def pocketed(self, g: Position, side: str) -> dict[Unit, Hex]:
        """5.7.1: no chain of hexes joins them to a supply area."""
        free = supply_hexes(g, side)
        return {unit: g.at[unit] for unit in g.on_map(side) if not free >> g.at[unit] & 1}

    def chiefs(self, g: Position) -> dict[str, Chief]:
        """The HQs; they are driven off by whoever comes next to them (7.3.6)."""
        found = {}
        for hq in g.level:
            hex, side = g.at[hq], g.rules.side[hq]
            if hex >= 0:
                found[g.name(hq)] = Chief(side, not g.combat[side] >> hex & 1, g.rules.beside(hex))
        return found

    def held(self, g: Position, side: str) -> dict[str, HexSet]:
        worth = tables(g.rules).worth
        return {g.hexname(hex): 1 << hex & ~g.combat[side] for hex in worth if g.controls(side, hex)}

    def reach(self, g: Position, side: str, hexes: HexSet) -> HexSet:
        """By one Movement Action of a formation."""
        twins = {
            hq: in_movement(g, Frame(ACTIVATION, side, (hq,)), _with_boats)
            for hq, level in g.level.items()
            if g.rules.side[hq] == side and level and g.at[hq] >= 0
        }
        movers = (
            (unit, allowance(g, (unit,), bonus=True) * 2 // QUARTERS, (g.rules.klass[unit], g.rules.movement[unit]))
            for unit in g.on_map(side)
            if not g.is_hq(unit) and not g.disrupted[unit] and g.formation[unit] in twins
        )
        return first_to_reach(
            g, hexes, movers, lambda unit: destinations(twins[g.formation[unit]], (unit,), (g.at[unit],))
        )

    def stakes(self, g: Position, words: Words, preview: Preview) -> tuple[float, float]:
        """What either side loses on average: Strength Points, and a point of victory as one of them.

        The odds are not those of the preview, which takes every enemy for whole: what units in sight have lost is told
        to both sides, and somebody has kept count.
        """
        side, (units, hexes) = g.side, split(g, tuple(word for word in words[1:] if word != "go"))
        known, hex = as_known(g, side, losses=True), hexes[0]
        odds, _ = supposed(known, g, words[0], hex, units)
        own = enemy = 0.0
        for text, chance in odds.results.items():
            mine, theirs = outcomes(text)
            own += chance * _lost(known, units, mine)
            enemy += chance * (_lost(known, g.fighters(hex), theirs) + _ground(known, hex, theirs))
        return own, enemy

    def points(self, g: Position) -> dict[str, int]:
        return score(g)


def _with_boats(g: Position, side: str) -> None:
    """7.3.8: nobody has crossed the Bug in this activation yet."""
    g.boats = 0


def _lost(g: Position, units: Sequence[Unit], result: Hits) -> float:
    """The Strength Points that hits take from units, and what their end counts (7.8); the second hit may be a retreat
    and counts half."""
    whole = sum(g.strength[unit] for unit in units)
    spared = 1 if result.hits > 1 else 0  # by a retreat
    lost = (min(result.hits, whole) + min(result.hits - spared, whole)) / 2
    losses = g.rules.scenario.plan.victory.losses if g.owner(units[0]) == GERMAN else {}
    return lost + (sum(losses.get(g.rules.units[u].type, 0) for u in units) if lost == whole else 0)


def _ground(g: Position, hex: Hex, result: Hits) -> float:
    """The points of a place from which all its defenders are driven: by their death, or by failing their checks.

    They go of their own will only if that is less bad for them than the hit.
    """
    defenders = g.fighters(hex)
    if result.hits > sum(g.strength[unit] for unit in defenders):
        chance = 1.0
    elif result.hits > 1 and result.red:
        chance = prod(min(max(FACES - g.er(unit), 0), FACES) / FACES for unit in defenders)
    else:
        chance = 0.0
    return chance * tables(g.rules).worth.get(hex, 0.0)
