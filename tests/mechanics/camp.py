"""A camp of six units on a small map, for whatever the mechanics do with any game."""

from __future__ import annotations

from dataclasses import dataclass

from grognard.board import Board
from grognard.charts import Charts
from grognard.dice import Dice
from grognard.mechanics.components import Components
from grognard.mechanics.counters import Counters
from grognard.state import Frame

RED, BLUE = "red", "blue"
BOARD = {
    "title": "A camp",
    "grid": {"top": "flat", "shifted": "even", "columns": [1, 6], "rows": [1, 6], "numbering": "CCRR"},
    "terrain": {"fill": "clear"},
}


@dataclass(frozen=True)
class Tent:
    """What is printed on a counter of the camp."""

    id: str
    side: str


UNITS = tuple(Tent(f"{side[0]}{n}", side) for side in (RED, BLUE) for n in (1, 2, 3))


class Camp(Counters[Components[Tent]]):
    """The position: who is tired."""

    __slots__ = ("tired",)

    def __init__(self) -> None:
        rules = Components(Board.read(BOARD), Charts.read({}), (RED, BLUE), UNITS)
        super().__init__(Dice.seeded(1), rules, {})
        self.tired = bytearray(len(UNITS))
        self.play_frames((Frame("day", RED),))

    def pitch(self, **at: str) -> Camp:
        """Put units into hexes: pitch(r1="0101")."""
        for name, hex in at.items():
            self.place(self.unit(name), self.rules.hex_by_name[hex])
        return self
