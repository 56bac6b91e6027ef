"""Counters on a map: what they are called, where each one is, and the stacks they make."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Generic, TypeVar

from grognard.dice import Dice
from grognard.errors import Invalid, nearest
from grognard.hexes import Hex, HexSet, members
from grognard.mechanics.components import Components, Unit
from grognard.state import State

OFF = -1  # a place below 0 is off the map; games give the others a meaning


R = TypeVar("R", bound=Components[Any])


class Units(State, Generic[R]):
    """A position of named counters, each in a hex or in a place off the map."""

    __slots__ = ("at", "options", "owners", "rules")

    def __init__(self, dice: Dice, rules: R, options: dict[str, bool]) -> None:
        super().__init__(dice)
        self.rules, self.options = rules, options
        self.owners: Sequence[str] = tuple(rules.side)
        self.at: list[Hex] = [OFF] * len(rules.units)

    # --- names -------------------------------------------------------------------------------------------------------

    def name(self, unit: Unit) -> str:
        """What players call the unit."""
        return self.rules.ids[unit]

    def names(self, units: Iterable[Unit]) -> tuple[str, ...]:
        """The names of several units."""
        if type(self).name is Units.name:
            ids = self.rules.ids
            return tuple([ids[unit] for unit in units])
        return tuple(map(self.name, units))

    def find(self, word: str) -> Unit | None:
        """The unit a player means by a word, if it is in the game."""
        return self.rules.unit_by_id.get(word)

    def unit(self, word: str) -> Unit:
        """The unit a player means by a word; Invalid if there is none."""
        unit = self.find(word)
        if unit is None:
            raise Invalid(f"no unit {word}{nearest(word, self.known_names())}")
        return unit

    def known_names(self) -> Iterable[str]:
        """The names a misspelt word may have meant."""
        return self.names(self.on_map())

    def hex(self, word: str) -> Hex | None:
        """The hex a word means, if it is the number of one."""
        return self.rules.grid.by_name.get(word)

    def hexname(self, hex: Hex) -> str:
        """The printed number of a hex."""
        return self.rules.grid.names[hex]

    def hexnames(self, hexes: Iterable[Hex]) -> tuple[str, ...]:
        """The printed numbers of several hexes."""
        names = self.rules.grid.names
        return tuple([names[hex] for hex in hexes])

    def in_hexes(self, hexes: HexSet) -> tuple[str, ...]:
        """The printed numbers of a set of hexes."""
        return self.hexnames(members(hexes))

    # --- sides -------------------------------------------------------------------------------------------------------

    @property
    def enemy(self) -> str:
        """The other side than the one that plays."""
        return self.rules.enemy[self.side]

    def owner(self, unit: Unit) -> str:
        """Whose unit it is."""
        return self.owners[unit]

    # --- places ------------------------------------------------------------------------------------------------------

    def crowd(self) -> tuple[int, int]:
        """The hex with the most units in it, and how many."""
        most = Counter(hex for hex in self.at if hex >= 0).most_common(1)
        return most[0] if most else (0, 0)

    def on_map(self, side: str | None = None) -> Iterator[Unit]:
        """The units on the map, of one side if given."""
        at = self.at
        units = range(len(at)) if side is None else self.rules.of_side[side]
        return (unit for unit in units if at[unit] >= 0)


class Counters(Units[R]):
    """A position of counters that never share a hex with the enemy."""

    __slots__ = ("occupied", "stacks")

    def __init__(self, dice: Dice, rules: R, options: dict[str, bool]) -> None:
        super().__init__(dice, rules, options)
        self.stacks: dict[Hex, tuple[Unit, ...]] = {}
        self.occupied: dict[str, HexSet] = dict.fromkeys(rules.of_side, 0)

    def stack(self, hex: Hex) -> tuple[Unit, ...]:
        """The counters in a hex."""
        return self.stacks.get(hex, ())

    def units_in(self, hexes: HexSet) -> list[Unit]:
        """The counters in a set of hexes, in their own order."""
        stacks = self.stacks
        return sorted([unit for hex in members(hexes) for unit in stacks.get(hex, ())])

    def place(self, unit: Unit, hex: Hex) -> None:
        """Put a counter into a hex, from another or from off the map."""
        assert self._answers is None, "a frozen position does not change"
        self._asked = None
        self.touch()
        old = self.at[unit]
        if old >= 0:
            self._leave(unit, old)
        self.at[unit] = hex
        self.stacks[hex] = (*self.stacks.get(hex, ()), unit)
        self.occupied[self.owners[unit]] |= 1 << hex

    def take_off(self, unit: Unit, whereto: int) -> None:
        """Take a counter off the map."""
        assert self._answers is None, "a frozen position does not change"
        self._asked = None
        self.touch()
        old = self.at[unit]
        if old >= 0:
            self._leave(unit, old)
        self.at[unit] = whereto

    def _leave(self, unit: Unit, hex: Hex) -> None:
        rest = tuple(u for u in self.stacks[hex] if u != unit)
        if rest:
            self.stacks[hex] = rest
        else:
            del self.stacks[hex]
            self.occupied[self.owners[unit]] &= ~(1 << hex)
