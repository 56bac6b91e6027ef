"""Counters on a map: where each one is, the stacks they make, and what is remembered until one of them moves."""

from __future__ import annotations

from collections.abc import Sequence

from grognard.dice import Dice
from grognard.hexes import Hex, HexSet, members
from grognard.table import Table

OFF = -1  # a place below 0 is off the map; games give the others a meaning


class Field(Table):
    """A position of counters that never share a hex with the enemy."""

    __slots__ = ("at", "occupied", "owners", "stacks")

    def __init__(self, dice: Dice, owners: Sequence[str], sides: Sequence[str]) -> None:
        super().__init__(dice)
        self.owners = owners  # by counter: its side
        self.at: list[Hex] = [OFF] * len(owners)
        self.stacks: dict[Hex, tuple[int, ...]] = {}
        self.occupied: dict[str, HexSet] = dict.fromkeys(sides, 0)

    def copy_field(self, twin: Field) -> None:
        """Give a copy its own counters."""
        twin.dice, twin.events, twin.learned = self.dice.copy(), [], self.learned
        twin.owners, twin.at = self.owners, self.at[:]
        twin.stacks, twin.occupied = self.stacks.copy(), self.occupied.copy()
        twin._cache, twin.kept = self._cache, self.kept

    def stack(self, hex: Hex) -> tuple[int, ...]:
        """The counters in a hex."""
        return self.stacks.get(hex, ())

    def units_in(self, hexes: HexSet) -> list[int]:
        """The counters in a set of hexes, in their own order."""
        stacks = self.stacks
        return sorted([unit for hex in members(hexes) for unit in stacks.get(hex, ())])

    def place(self, unit: int, hex: Hex) -> None:
        """Put a counter into a hex, from another or from off the map."""
        old = self.at[unit]
        if old >= 0:
            self._leave(unit, old)
        self.at[unit] = hex
        self.stacks[hex] = (*self.stacks.get(hex, ()), unit)
        self.occupied[self.owners[unit]] |= 1 << hex
        self._cache = {}

    def take_off(self, unit: int, whereto: int) -> None:
        """Take a counter off the map."""
        old = self.at[unit]
        if old >= 0:
            self._leave(unit, old)
            self._cache = {}
        self.at[unit] = whereto

    def _leave(self, unit: int, hex: Hex) -> None:
        rest = tuple(u for u in self.stacks[hex] if u != unit)
        if rest:
            self.stacks[hex] = rest
        else:
            del self.stacks[hex]
            self.occupied[self.owners[unit]] &= ~(1 << hex)
