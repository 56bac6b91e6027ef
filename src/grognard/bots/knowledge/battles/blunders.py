"""What a blunder is in Battles in the East."""

from __future__ import annotations

from collections.abc import Iterable

from grognard.bots.blunders import RETREAT, Chief, PlainWatch, first_to_reach, in_movement
from grognard.decision import Words
from grognard.games.battles import supply
from grognard.games.battles.movement import begin_movement
from grognard.games.battles.position import ENEMY, NONE, Position, Unit
from grognard.games.battles.previews import NO_ATTACK, NO_DEFENCE
from grognard.games.battles.results import ALL, ENGAGED, Part, parts
from grognard.games.battles.retreat import Flight, farthest
from grognard.games.battles.routes import destinations
from grognard.games.battles.strength import fight_for
from grognard.games.battles.victory import tally
from grognard.hexes import Hex, HexSet
from grognard.mechanics.verbs import split
from grognard.preview import Preview
from grognard.state import Frame


class GameWatch(PlainWatch):
    """Supply by 8, HQs that stand alone, the scenario's objectives, attacks and overruns."""

    counts = ("unsupplied", "pocketed", "exposed", "lone", "empty", "fell", "sealed", "poor", "given")
    attacks = ("attack", "overrun")

    def whose(self, g: Position) -> str:
        side, _, rest = g.phase.partition("-")
        return side if rest else ""

    def units(self, g: Position, side: str) -> Iterable[Unit]:
        return g.on_map(side)

    def lacks_supply(self, g: Position, unit: Unit) -> bool:
        return supply.level(g, unit) == NONE

    def pocketed(self, g: Position, side: str) -> dict[Unit, Hex]:
        """Without a line to a source; who only lacks an HQ is in no pocket."""
        free = supply.lines(g, side)
        return {unit: g.at[unit] for unit in g.on_map(side) if not free >> g.at[unit] & 1}

    def chiefs(self, g: Position) -> dict[str, Chief]:
        """The HQs."""
        found, hqs = {}, g.rules.hqs
        for hq in hqs:
            hex = g.at[hq]
            if hex >= 0:
                alone = all(unit in hqs for unit in g.stack(hex))
                found[g.name(hq)] = Chief(g.owners[hq], alone, g.rules.grid.around[hex])
        return found

    def held(self, g: Position, side: str) -> dict[str, HexSet]:
        """The hexes that count for the side that counts up, and those it would count for its enemy to lose."""
        plan, found = g.rules.scenario.victory, {}
        names = dict.fromkeys([*plan.objectives, *(name for held in plan.held for name in held.hexes)])
        for name in names:
            hexes = g.rules.named_hexes((name,)) & g.held_by(side)
            if hexes:
                found[name] = hexes & ~g.occupied[side]
        return found

    def reach(self, g: Position, side: str, hexes: HexSet) -> HexSet:
        twin = in_movement(g, Frame(f"{side}-movement", side), begin_movement)
        movers = (
            (unit, twin.mp[unit], (twin.mp[unit], g.rules.klass[unit], g.rules.colour[unit]))
            for unit in g.on_map(side)
            if unit not in g.rules.hqs
        )
        return first_to_reach(g, hexes, movers, lambda unit: destinations(twin, (unit,)).cost)

    def stakes(self, g: Position, words: Words, preview: Preview) -> tuple[float, float]:
        """The steps that the results ask for (12.5)."""
        units, hexes = split(g, tuple(word for word in words[1:] if word != "go"))
        fight = fight_for(g, hexes, units, words[0] == "overrun")
        ours, theirs = Force(g, fight.side, fight.attackers), Force(g, ENEMY[fight.side], fight.defenders)
        own = enemy = 0.0
        for text, chance in preview.outcomes.items():
            if text == NO_DEFENCE:
                enemy += chance * theirs.steps
            elif text != NO_ATTACK:
                attacker, defender = (Part(1, True), Part(1, True)) if text == ENGAGED else parts(text)
                own += chance * ours.cost(attacker)
                enemy += chance * theirs.cost(defender)
        return own, enemy

    def points(self, g: Position) -> dict[str, int]:
        return tally(g)[0]


class Force:
    """One side of a combat."""

    def __init__(self, g: Position, side: str, units: Iterable[Unit]) -> None:
        self._g, self._units = g, list(units)
        self._flight = Flight(side, self._units)
        self.steps = sum(g.steps(unit) for unit in self._units)

    def cost(self, part: Part) -> float:
        """What a result asks of it: less if it may retreat instead, but for the first step of a starred one (12.5b)."""
        if not part.amount or not self._units:
            return 0.0
        if part.amount != ALL and farthest(self._g, self._flight, self._units, 1):
            return part.starred + RETREAT * (part.amount - part.starred)
        return min(part.amount, self.steps)
