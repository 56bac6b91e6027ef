"""The position: where units are, whose each hex is and who has ever held it, and how far the turn has gone."""

from __future__ import annotations

from typing import TYPE_CHECKING

from grognard.dice import Dice
from grognard.hexes import Hex, HexSet
from grognard.mechanics.components import Unit as Unit
from grognard.mechanics.counters import Counters
from grognard.state import Frame

if TYPE_CHECKING:
    from grognard.games.oder.rules import Rules

GERMAN, SOVIET = "german", "soviet"
ENEMY = {GERMAN: SOVIET, SOVIET: GERMAN}

# Where a unit is when it is not in a hex: not yet placed, on the Turn Track, out for good.
UNUSED, DUE, GONE = -1, -2, -3

# What a unit has done in this phase: moved (10.0c); attacked, probed, attacked with momentum, been attacked (11.3b).
MOVED, ATTACKED, PROBED, MOMENTUM, DEFENDED = 1, 2, 4, 8, 16


class Position(Counters["Rules"]):
    """Everything that changes in a game of Watch on the Oder."""

    __slots__ = (
        "aerial", "air", "controlled", "due", "ever_held", "flags", "fortifications", "naval", "order", "points",
        "result",
    )  # fmt: skip

    def __init__(self, rules: Rules, options: dict[str, bool], dice: Dice) -> None:
        super().__init__(dice, rules, options)
        self.play_frames((Frame("soviet-setup", SOVIET),))
        self.order: tuple[str, ...] = ()  # what the phasing player has declared and not yet done (5.3)
        self.flags = bytearray(len(rules.units))
        self.due: dict[Unit, int] = {}  # units on the Turn Track and when they arrive
        # the map
        self.controlled: HexSet = rules.german_side  # hexes the Germans control (3.1)
        self.ever_held: dict[str, HexSet] = {GERMAN: rules.german_side, SOVIET: rules.soviet_side}
        self.fortifications: HexSet = rules.fortifications  # those still intact (7.5b)
        # German support (5.4, 8.3)
        self.air: Hex = UNUSED
        self.naval: Hex = UNUSED
        self.aerial: Unit = UNUSED  # the unit supplied from the air; GONE once the marker is out of use this turn
        # the tally
        self.points: dict[str, int] = {GERMAN: 0, SOVIET: 0}
        self.result: tuple[str, str] | None = None  # winner and how, once the game is over

    # --- units -------------------------------------------------------------------------------------------------------

    def enter(self, unit: Unit, hex: Hex) -> None:
        """3.1b, 7.5b: a unit comes into a hex: it is its side's now, and a Soviet unit destroys a fortification."""
        self.place(unit, hex)
        self.pass_through(unit, hex)

    def pass_through(self, unit: Unit, hex: Hex) -> None:
        """A unit enters a hex, to stay or on its way."""
        side, bit = self.rules.side[unit], 1 << hex
        self.ever_held[side] |= bit
        if side == GERMAN:
            self.controlled |= bit
        else:
            self.controlled &= ~bit
            self.fortifications &= ~bit

    def held_by(self, side: str) -> HexSet:
        """3.1: the hexes a side controls."""
        return self.controlled if side == GERMAN else self.rules.land & ~self.controlled

    def controls(self, side: str, hex: Hex) -> bool:
        """3.1: whether a hex is the side's."""
        return bool(self.held_by(side) >> hex & 1)

    # --- 7 zones of control -------------------------------------------------------------------------------------------

    def zoc(self, side: str) -> HexSet:
        """7.0: the hexes around a side's units and their own, not over the sea, not onto the Curonian spit."""
        hexes = self.occupied[side]
        return self.memo(("zoc", side), lambda: self.rules.zone(hexes), hexes)
