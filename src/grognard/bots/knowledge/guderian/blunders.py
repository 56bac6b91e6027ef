"""What a blunder is in Panzergruppe Guderian."""

from __future__ import annotations

from collections.abc import Iterable

from grognard.bots.blunders import RETREAT, Chief, PlainWatch, first_to_reach, in_movement
from grognard.decision import Words
from grognard.games.guderian.movement import begin_movement
from grognard.games.guderian.position import GERMAN, SOVIET, Position, Unit
from grognard.games.guderian.previews import NO_ATTACK, NO_DEFENCE
from grognard.games.guderian.results import ALL, CombatResult
from grognard.games.guderian.retreat import can_retreat
from grognard.games.guderian.routes import destinations
from grognard.games.guderian.strength import defenders_of
from grognard.games.guderian.supply import in_supply, supply_lines_east
from grognard.games.guderian.victory import held_by_germans, line_west, tally
from grognard.hexes import Hex, HexSet
from grognard.preview import Preview
from grognard.state import Frame

BEFORE_PLAY = ("soviet-setup", "german-markers")


class GameWatch(PlainWatch):
    """Supply by 11, lone Leaders, places of 15.11, attacks and overruns."""

    counts = ("unsupplied", "pocketed", "exposed", "lone", "empty", "fell", "sealed", "poor", "given")
    attacks = ("attack", "overrun")

    def whose(self, g: Position) -> str:
        return g.phase.partition("-")[0] if g.phase not in BEFORE_PLAY and g.frames else ""

    def units(self, g: Position, side: str) -> Iterable[Unit]:
        return g.on_map(side)

    def lacks_supply(self, g: Position, unit: Unit) -> bool:
        return not in_supply(g, unit)

    def pocketed(self, g: Position, side: str) -> dict[Unit, Hex]:
        """Without a line of any length to their edge of the map."""
        if side == SOVIET:
            east = supply_lines_east(g)
            return {unit: g.at[unit] for unit in g.on_map(side) if not east >> g.at[unit] & 1}
        return {unit: g.at[unit] for unit in g.on_map(side) if not line_west(g, 1 << g.at[unit])}

    def chiefs(self, g: Position) -> dict[str, Chief]:
        """The Leaders; they are overrun or attacked from beside."""
        found, leaders = {}, g.rules.leaders
        for leader in g.rules.leader_units:
            hex = g.at[leader]
            if hex >= 0:
                alone = all(unit in leaders for unit in g.stacks[hex])
                found[g.name(leader)] = Chief(SOVIET, alone, g.rules.next_to[hex])
        return found

    def held(self, g: Position, side: str) -> dict[str, HexSet]:
        """15.11: a place is German if all of it is; it is Soviet, and to be guarded, as long as some of it is."""
        found, empty = {}, ~(g.occupied[GERMAN] | g.occupied[SOVIET])
        for name, points in g.rules.scenario.places.items():
            place = g.rules.board.places.get(name)
            if place is not None and points and held_by_germans(g, place) == (side == GERMAN):
                found[name] = place.set & empty & (g.german_held if side == GERMAN else ~g.german_held)
        return found

    def reach(self, g: Position, side: str, hexes: HexSet) -> HexSet:
        twin = in_movement(g, Frame(f"{side}-movement", side), begin_movement)
        movers = (
            (unit, twin.mp[unit], (twin.mp[unit], g.rules.units[unit].klass))
            for unit in g.on_map(side)
            if unit not in g.rules.leaders
        )
        return first_to_reach(g, hexes, movers, lambda unit: destinations(twin, (unit,)).cost)

    def stakes(self, g: Position, words: Words, preview: Preview) -> tuple[float, float]:
        """The steps that the results ask for (9.6)."""
        hexes = tuple(g.rules.hex_by_name[word] for word in words[1:] if word in g.rules.hex_by_name)
        units = [unit for word in words[1:] if word not in g.rules.hex_by_name and (unit := g.find(word)) is not None]
        ours, theirs = Force(g, units), Force(g, defenders_of(g, hexes, words[0] == "overrun"))
        own = enemy = 0.0
        for text, chance in preview.outcomes.items():
            if text == NO_DEFENCE:
                enemy += chance * theirs.steps
            elif text != NO_ATTACK:
                result = CombatResult.parse(text)
                own += chance * ours.cost(1 if result.engaged else result.attacker, bound=result.engaged)
                enemy += chance * theirs.cost(1 if result.engaged else result.defender, bound=result.engaged)
        return own, enemy

    def points(self, g: Position) -> dict[str, int]:
        return tally(g)[0]


class Force:
    """One side of a combat."""

    def __init__(self, g: Position, units: list[Unit]) -> None:
        self._g, self._units = g, units
        self.steps = sum(g.steps(unit) for unit in units)

    def cost(self, asked: int, *, bound: bool) -> float:
        """What a result asks of it: less if it may retreat instead (9.65)."""
        if not asked or not self._units:
            return 0.0
        walks = not bound and asked != ALL and can_retreat(self._g, self._units, asked)
        return RETREAT * asked if walks else min(asked, self.steps)
