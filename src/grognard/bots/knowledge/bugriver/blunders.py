"""What a blunder is in Across the Bug River. A player turn is an activation here."""

from __future__ import annotations

from collections.abc import Iterable

from grognard.bots.blunders import Chief, PlainWatch, first_to_reach, in_movement
from grognard.bots.knowledge.bugriver.ground import tables
from grognard.decision import Words
from grognard.games.bugriver.actions import ACTIVATION
from grognard.games.bugriver.chits import KINDS
from grognard.games.bugriver.command import IN, status
from grognard.games.bugriver.position import Position, Unit
from grognard.games.bugriver.strength import outcomes
from grognard.games.bugriver.supply import in_supply, supply_hexes
from grognard.games.bugriver.tables import QUARTERS
from grognard.games.bugriver.victory import score
from grognard.games.bugriver.ways import allowance, destinations
from grognard.hexes import Hex, HexSet
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
        """The hits on either side."""
        own = enemy = 0.0
        for text, chance in preview.outcomes.items():
            mine, theirs = outcomes(text)
            own, enemy = own + chance * mine.hits, enemy + chance * theirs.hits
        return own, enemy

    def points(self, g: Position) -> dict[str, int]:
        return score(g)


def _with_boats(g: Position, side: str) -> None:
    """7.3.8: nobody has crossed the Bug in this activation yet."""
    g.boats = 0
