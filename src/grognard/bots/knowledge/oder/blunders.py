"""What a blunder is in Watch on the Oder."""

from __future__ import annotations

from collections.abc import Iterable

from grognard.bots.blunders import RETREAT, Chief, PlainWatch, first_to_reach, in_movement
from grognard.bots.knowledge.oder.races import goals
from grognard.decision import Words
from grognard.games.oder.movement import destinations
from grognard.games.oder.position import GERMAN, SOVIET, Position, Unit
from grognard.games.oder.retreat import can_retreat
from grognard.games.oder.supply import in_supply, lines
from grognard.hexes import Hex, HexSet, members
from grognard.preview import Preview
from grognard.state import Frame


class GameWatch(PlainWatch):
    """Supply by 8, units sealed off, the German places of 4.1.2, attacks. Nobody leads, and every unit without supply
    is in a pocket: a line may be as long as it likes."""

    counts = ("unsupplied", "empty", "fell", "sealed", "poor", "given")
    attacks = ("attack",)

    def whose(self, g: Position) -> str:
        return g.phase.partition("-")[0] if g.frames and not g.phase.endswith("setup") else ""

    def units(self, g: Position, side: str) -> Iterable[Unit]:
        return g.on_map(side)

    def lacks_supply(self, g: Position, unit: Unit) -> bool:
        return not in_supply(g, unit)

    def pocketed(self, g: Position, side: str) -> dict[Unit, Hex]:
        """Those without a line, be they in a fortress or on the coast."""
        free = lines(g, side)
        return {unit: g.at[unit] for unit in g.on_map(side) if not free >> g.at[unit] & 1}

    def chiefs(self, g: Position) -> dict[str, Chief]:
        return {}

    def held(self, g: Position, side: str) -> dict[str, HexSet]:
        """4.1.2: the places the Soviets must have for sudden death, hex by hex."""
        if side != GERMAN:
            return {}
        hexes = 0
        for goal, count in goals(g, SOVIET):
            hexes |= goal if count == 1 else 0
        return {g.hexname(hex): 1 << hex & ~g.occupied[GERMAN] for hex in members(hexes & g.controlled)}

    def reach(self, g: Position, side: str, hexes: HexSet) -> HexSet:
        twin, rules = in_movement(g, Frame(f"{side}-movement", side), _fresh), g.rules
        movers = (
            (unit, rules.allowance(unit, supplied=True), (rules.klass[unit], in_supply(g, unit)))
            for unit in g.on_map(side)
            if unit not in rules.static
        )
        return first_to_reach(g, hexes, movers, lambda unit: destinations(twin, unit, (g.at[unit],)))

    def stakes(self, g: Position, words: Words, preview: Preview) -> tuple[float, float]:
        """Whole units are lost here, and count alike (4.2.1): one, or all the defenders; who cannot retreat is lost."""
        defenders = g.stack(g.rules.hex_by_name[words[1]])
        free = [unit for unit in defenders if can_retreat(g, unit)]
        driven = len(defenders) - len(free) + (RETREAT if free else 0)
        own = {"AL1": 1, "EX": 1}
        enemy = {"EX": 1, "DE": len(defenders), "DR": driven}
        chances = preview.outcomes.items()
        return sum(p * own.get(result, 0) for result, p in chances), sum(p * enemy.get(r, 0.0) for r, p in chances)

    def points(self, g: Position) -> dict[str, int]:
        return g.points


def _fresh(g: Position, side: str) -> None:
    """Nobody has moved yet."""
    g.flags = bytearray(len(g.flags))
