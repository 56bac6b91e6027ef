"""The position: which unit stands where, whose each hex is and has ever been, and how far the turn has gone."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Self

from grognard.dice import Dice
from grognard.errors import Invalid, nearest
from grognard.hexes import Hex, HexSet
from grognard.mechanics.field import Field

if TYPE_CHECKING:
    from grognard.games.oder.rules import Rules

Unit = int  # the index of a counter in Rules.units
GERMAN, SOVIET = "german", "soviet"
ENEMY = {GERMAN: SOVIET, SOVIET: GERMAN}

# Where a unit is when it is not in a hex: not yet placed, on the Turn Track, out for good.
UNUSED, DUE, GONE = -1, -2, -3

# What a unit has done in this phase: moved (10.0c); attacked, probed, attacked with momentum, been attacked (11.3b).
MOVED, ATTACKED, PROBED, MOMENTUM, DEFENDED = 1, 2, 4, 8, 16


class Position(Field):
    """Everything that changes in a game of Watch on the Oder."""

    __slots__ = (
        "aerial", "air", "controlled", "due", "ever", "flags", "forts", "naval", "options", "order", "phase", "points",
        "result", "rules", "turn",
    )  # fmt: skip

    def __init__(self, rules: Rules, options: dict[str, bool], dice: Dice) -> None:
        super().__init__(dice, rules.side, (GERMAN, SOVIET))
        self.rules, self.options = rules, options
        self.turn, self.phase = 1, "soviet-setup"
        self.order: tuple[str, ...] = ()  # what the phasing player has declared and not yet done (5.3)
        self.flags = bytearray(len(rules.units))
        self.due: dict[Unit, int] = {}  # units on the Turn Track and when they arrive
        # the map
        self.controlled: HexSet = rules.german_side  # hexes the Germans control (3.1)
        self.ever: dict[str, HexSet] = {GERMAN: rules.german_side, SOVIET: rules.soviet_side}
        self.forts: HexSet = rules.fortifications  # those still intact (7.5b)
        # German support (5.4, 8.3)
        self.air: Hex = UNUSED
        self.naval: Hex = UNUSED
        self.aerial: Unit = UNUSED  # the unit supplied from the air; GONE once the marker is out of use this turn
        # the tally
        self.points: dict[str, int] = {GERMAN: 0, SOVIET: 0}
        self.result: tuple[str, str] | None = None  # winner and how, once the game is over

    def copy(self) -> Self:
        twin = type(self).__new__(type(self))
        self.copy_field(twin)
        twin.rules, twin.options = self.rules, self.options
        twin.turn, twin.phase, twin.order = self.turn, self.phase, self.order
        twin.flags, twin.due = self.flags[:], self.due.copy()
        twin.controlled, twin.ever, twin.forts = self.controlled, self.ever.copy(), self.forts
        twin.air, twin.naval, twin.aerial = self.air, self.naval, self.aerial
        twin.points, twin.result = self.points.copy(), self.result
        return twin

    def facts(self) -> tuple[object, ...]:
        facts = [getattr(self, name) for name in sorted(self.__slots__) if name != "rules"]
        return (*facts, self.at, self.stacks, self.occupied, self.dice, self.learned)

    # --- names -------------------------------------------------------------------------------------------------------

    @property
    def side(self) -> str:
        """The phasing player."""
        return SOVIET if self.phase[0] == "s" else GERMAN  # phases are named for the side

    @property
    def enemy(self) -> str:
        """The other player."""
        return ENEMY[self.side]

    def name(self, unit: Unit) -> str:
        """What players call the unit."""
        return self.rules.units[unit].id

    def names(self, units: Iterable[Unit]) -> tuple[str, ...]:
        """The names of several units."""
        return tuple(self.rules.units[unit].id for unit in units)

    def find(self, word: str) -> Unit | None:
        """The unit a player means by a word, if there is one."""
        return self.rules.unit_by_id.get(word)

    def unit(self, word: str) -> Unit:
        """The unit a player means by a word; Invalid if there is none."""
        unit = self.find(word)
        if unit is None:
            raise Invalid(f"no unit {word}{nearest(word, self.rules.unit_by_id)}")
        return unit

    def hexname(self, hex: Hex) -> str:
        """The printed number of a hex."""
        return self.rules.grid.names[hex]

    # --- units -------------------------------------------------------------------------------------------------------

    def on_map(self, side: str) -> Iterator[Unit]:
        """The side's units on the map."""
        at = self.at
        return (unit for unit in self.rules.of_side[side] if at[unit] >= 0)

    def enter(self, unit: Unit, hex: Hex) -> None:
        """3.1b, 7.5b: a unit comes into a hex: it is its side's now, and a fortification does not outlive a Soviet."""
        self.place(unit, hex)
        self.pass_through(unit, hex)

    def pass_through(self, unit: Unit, hex: Hex) -> None:
        """A unit enters a hex, to stay or on its way."""
        side, bit = self.rules.side[unit], 1 << hex
        self.ever[side] |= bit
        if side == GERMAN:
            self.controlled |= bit
        else:
            self.controlled &= ~bit
            self.forts &= ~bit

    def controls(self, side: str, hex: Hex) -> bool:
        """3.1: whose a hex is."""
        return bool(self.controlled >> hex & 1) == (side == GERMAN)

    # --- 7 zones of control -------------------------------------------------------------------------------------------

    def zoc(self, side: str) -> HexSet:
        """7.0: the hexes around a side's units and their own, not over the sea, not onto the Curonian spit."""
        hexes = self.occupied[side]
        return self.keep(("zoc", side), hexes, lambda: self.rules.zone(hexes))
