"""A movement phase on paper: a side's units as they would stand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from grognard.bots.knowledge.battles.ground import plays_again, reach, strength, tables
from grognard.games.battles.movement import movers
from grognard.games.battles.position import ATTACK, ENEMY, ENTERED, MOVED, NONE, Position, Unit
from grognard.games.battles.routes import destinations
from grognard.games.battles.supply import level
from grognard.hexes import Hex, members


class Stance(NamedTuple):
    """How a phase is planned: how much strikes, danger, and ground count."""

    name: str
    strike: float
    danger: float
    pull: float


STANCES = (
    Stance("attack along the front", 1.0, 0.8, 1.0),
    Stance("hold and strike where it is safe", 0.6, 1.6, 0.7),
    Stance("press on", 1.2, 0.4, 1.6),
    Stance("fall back", 0.2, 2.5, 0.3),
)


@dataclass(slots=True)
class Paper:
    """The side's units as they would stand."""

    g: Position
    side: str
    stance: Stance
    open: dict[Unit, frozenset[Hex]]  # where each can go, its own hex too
    at: dict[Unit, Hex] = field(default_factory=dict)
    stacks: dict[Hex, list[Unit]] = field(default_factory=dict)
    power: dict[Hex, float] = field(default_factory=dict)  # enemy attack strength that can come against a hex
    fixed: set[Unit] = field(default_factory=set)  # whose place is decided
    aim: str = ""  # what it is for, beyond its stance

    @classmethod
    def of(cls, g: Position, side: str, stance: Stance) -> Paper:
        paper = cls(g, side, stance, {}, power=coming(g, ENEMY[side]))
        for unit in g.on_map(side):
            paper._put(unit, g.at[unit])
        for unit in movers(g):
            if not g.flags[unit] & MOVED or g.flags[unit] & ENTERED:
                paper.open[unit] = frozenset(destinations(g, (unit,)).cost)
        return paper

    def put(self, units: Sequence[Unit], hex: Hex) -> None:
        """Units go to a hex instead."""
        for unit in units:
            self._put(unit, hex)

    def _put(self, unit: Unit, hex: Hex) -> None:
        old = self.at.get(unit)
        if old is not None:
            self.stacks[old].remove(unit)
        self.at[unit] = hex
        self.stacks.setdefault(hex, []).append(unit)

    def send(self, unit: Unit, hex: Hex) -> None:
        """A unit's place is decided."""
        self._put(unit, hex)
        self.fixed.add(unit)

    def moved(self) -> dict[tuple[Hex, Hex], list[Unit]]:
        """Who goes, by the hexes from which and to which."""
        by_way: dict[tuple[Hex, Hex], list[Unit]] = {}
        for unit, hex in self.at.items():
            if hex != self.g.at[unit]:
                by_way.setdefault((self.g.at[unit], hex), []).append(unit)
        return by_way

    def can_reach(self, unit: Unit, hex: Hex) -> bool:
        """Whether the unit can be in a hex when the phase is over."""
        return hex in self.open.get(unit, ()) or hex == self.g.at[unit]

    def staying(self, hex: Hex) -> list[Unit]:
        """The units in a hex whose place is decided, or who cannot leave it."""
        return [u for u in self.stacks.get(hex, ()) if u in self.fixed or u not in self.open]

    def room(self, hex: Hex, units: Sequence[Unit]) -> bool:
        """11.1: whether units fit with those whose place in the hex is decided or who cannot leave it."""
        rules = self.g.rules
        both = {*self.staying(hex), *units}
        return sum(rules.size[u] for u in both) <= rules.stack_limit


def coming(g: Position, side: str) -> dict[Hex, float]:
    """The attack strength of a side that can come against each hex in its next turn, about."""
    return g.memo(("bot coming", side), lambda: _coming(g, side) if plays_again(g, side) else {})


def _coming(g: Position, side: str) -> dict[Hex, float]:
    table, found = tables(g.rules), dict[Hex, float]()
    for unit in g.on_map(side):
        if g.can_attack(unit) and (supplied := level(g, unit)) != NONE:
            attack = strength(g, unit)[0] * (1.0 if supplied == ATTACK else 0.7)
            for hex in members(table.disc[g.at[unit]][reach(g, unit)]):
                found[hex] = found.get(hex, 0.0) + attack
    return found
