"""What never changes: board, counters, charts, scenario. And how a match begins."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from grognard.board import Board
from grognard.datafile import Entry, Source, load
from grognard.dice import Dice
from grognard.mechanics.components import Box, Components
from grognard.mechanics.crt import Crt
from grognard.pieces import Piece, Plain, Strength
from grognard.positionfile import Keys, known_unit, placings, rules_of, turn_of
from skirmish.position import SIDES, Position


@dataclass(frozen=True)
class Scenario:
    """What a file of `data/scenarios` says."""

    id: str
    title: str
    turns: int
    units: Entry  # hex = unit

    @classmethod
    def read(cls, source: Source, id: str) -> Scenario:
        """The scenario in a file."""
        top = load(source, f"{id}.toml")
        return cls(id, top.text("title"), top.whole("turns"), top.entry("units"))


BOX = Box(Path(__file__).parent / "data", Scenario.read)
KEYS = Keys(top=("turn", "phase", "units", "tried"))


class Rules(Components[Piece[Strength, Plain]]):
    """Board, counters and charts of a match, and what the rules ask of them often."""

    def __init__(self, board: Board, scenario: Scenario) -> None:
        super().__init__(board, BOX.charts, SIDES, BOX.pieces.all)
        self.scenario = scenario
        self.crt = Crt(self.charts.table("crt"))
        self.costs = board.step_costs(self.charts.costs("move.hex"), {}, {})
        self.forest = board.having("forest")
        self.town = self.places("town")

    def points(self, unit: int) -> int:
        """3.1: movement points; costs are counted in halves."""
        return 2 * self.units[unit].steps[0].movement


@cache
def standard(id: str) -> Rules:
    """The rules on the game's own board."""
    return Rules(BOX.board, BOX.scenario(id))


def start(rules: Rules, options: Mapping[str, bool], dice: Dice) -> Position:
    """A match at its start: counters in place, strengths dealt (6.1)."""
    g = _placed(Position(rules, dict(options), dice), rules.scenario.units)
    for side in SIDES:
        g.deal(list(rules.of_side[side]), dice)
    return g


def arrange(position: Mapping[str, Any], options: Mapping[str, bool], dice: Dice) -> Position:
    """What a position file describes; in it units have the strengths printed on them."""
    top = Entry(position, "position")
    KEYS.check(top)
    rules = rules_of(position, BOX, standard, Rules)
    if "units" not in top:
        return start(rules, options, dice)
    g = _placed(Position(rules, dict(options), dice), top.entry("units"))
    g.turn = turn_of(top, rules.scenario.turns)
    for word in top.words("tried", ()):
        g.tried[known_unit(top, rules.unit_by_id, word)] = True
    return g


def _placed(g: Position, table: Entry) -> Position:
    for unit, hex in placings(g, table):
        g.enter(unit, hex)
    return g
