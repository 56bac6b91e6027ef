"""The position: who stands where, what lies under the counters, and what has been done."""

from __future__ import annotations

from typing import TYPE_CHECKING

from grognard.dice import Dice
from grognard.events import Revealed
from grognard.hexes import Hex, HexSet, members
from grognard.mechanics.components import Unit
from grognard.mechanics.counters import Counters

if TYPE_CHECKING:
    from skirmish.rules import Rules

GERMAN, SOVIET = SIDES = "german", "soviet"
MOVED, FOUGHT = 1, 2  # what a unit has done in this phase
LOST = -2  # a place off the map: any number below 0 but -1, where all units begin


class Position(Counters["Rules"]):
    """Everything that changes in a game."""

    __slots__ = ("done", "face", "holder", "tried")

    def __init__(self, rules: Rules, options: dict[str, bool], dice: Dice) -> None:
        super().__init__(dice, rules, options)
        self.done = bytearray(len(rules.units))
        self.face = list(range(len(rules.units)))  # under each unit the counter whose strength it has (6.1)
        self.tried = bytearray(len(rules.units))  # whose strength everybody has seen (6.2)
        self.holder = ""  # the side that was the last in the town (7.1)

    def deal(self, units: list[Unit], dice: Dice) -> None:
        """6.1: deal the counters under these units anew."""
        faces = [self.face[unit] for unit in units]
        for unit in units:
            self.face[unit] = faces.pop(dice.draw(len(faces)))

    def enter(self, unit: Unit, hex: Hex) -> None:
        """A unit comes into a hex."""
        self.place(unit, hex)
        if self.rules.town >> hex & 1:
            self.holder = self.owner(unit)

    def strength(self, unit: Unit) -> int:
        """What lies under a unit."""
        return self.rules.units[self.face[unit]].steps[0].attack

    def reveal(self, unit: Unit) -> None:
        """6.2: everybody sees the strength of a unit."""
        if not self.tried[unit]:
            self.tried[unit] = True
            name = self.name(unit)
            self.tell(Revealed(unit=name, was=name, strength=str(self.strength(unit)), rule="6.2"))

    def zoc(self, side: str) -> HexSet:
        """3.3: the hexes around a side's units."""
        hexes = self.occupied[side]
        return self.memo(("zoc", side), lambda: self.rules.grid.beside(hexes), hexes)

    def refuges(self, unit: Unit) -> list[Hex]:
        """4.3, 5.1: the free hexes next to a unit outside enemy zones of control."""
        barred = self.zoc(self.rules.enemy[self.owner(unit)]) | self.occupied[GERMAN] | self.occupied[SOVIET]
        return members(self.rules.grid.beside(1 << self.at[unit]) & ~barred)
