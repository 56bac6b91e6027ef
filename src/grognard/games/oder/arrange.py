"""Position files: any situation, on the game's board or on a small one given in the file.

game = "oder"
title = "Before Posen"            # optional, as are the next four
scenario = "campaign"
seed = 7
dice = [3, 5]                     # the rolls to come; "3 5 ..." goes on by the seed
options = { free_undo = true }
turn = 3                          # 1 to 8
phase = "german-combat"           # german- or soviet-: setup declaration support movement combat regroup
declared = "combat"               # what came or comes first in this player turn: movement or combat
gone = "KGM FCB"                  # units out for good; those named nowhere are not in the game either
[units]                           # hex = units, the top of the stack first
1512 = "HG 23AK"
[due]                             # unit = the turn it comes, reinforcements too
24Pz = 5
[done]                            # in this phase: moved, attacked, probed, momentum, defended = units
attacked = "HG"
[markers]
air = "1512"                      # also: naval = "2007"; aerial = "HG", or "lost" if its unit was lost in this turn
[control]                         # hexes a side holds beyond the start line
soviet = "1513..1515 1612"
[lost]                            # hexes a side has lost in the game and, unless [control] says else, holds again
german = "1412"
[points]
german = 4

[board] in the form of board.toml is a board of its own. Without [units] the game begins with its set-up. Soviets who
were ever in a hex, by [units], [control] or [lost], have destroyed the fortification there and ended its
fortress supply and arrivals; Germans who were in a Soviet town have ended arrivals there.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from grognard.board import block
from grognard.datafile import Entry
from grognard.dice import Dice
from grognard.errors import nearest
from grognard.games.oder import sequence
from grognard.games.oder.position import (
    ATTACKED,
    DEFENDED,
    DUE,
    ENEMY,
    GERMAN,
    GONE,
    MOMENTUM,
    MOVED,
    PROBED,
    SOVIET,
    Position,
    Unit,
)  # fmt: skip
from grognard.games.oder.rules import BOX, Rules, standard
from grognard.games.oder.setup import start
from grognard.hexes import Hex, HexSet, hexset, members
from grognard.positionfile import Keys, hex_of, on_map, phase_of, placings, rules_of, turn_of, unplaced

DONE = {  # probes and momentum attacks are made by units that have attacked
    "moved": MOVED, "attacked": ATTACKED, "probed": ATTACKED | PROBED, "momentum": ATTACKED | MOMENTUM,
    "defended": DEFENDED,
}  # fmt: skip
KEYS = Keys(
    top=("turn", "phase", "declared", "units", "gone", "due", "done", "markers", "control", "lost", "points"),
    tables={
        "done": tuple(DONE),
        "markers": ("air", "naval", "aerial"),
        "control": tuple(ENEMY),
        "lost": tuple(ENEMY),
        "points": tuple(ENEMY),
    },
)
AT_REST = ("setup", "declaration", "support", "regroup")  # phases in which units do nothing that is remembered
LOST = "lost"  # of the aerial supply marker: out of use in this turn (G20)


def arrange(position: Mapping[str, Any], options: dict[str, bool], dice: Dice) -> Position:
    """The position a table describes; what it does not give comes from the scenario."""
    top = Entry(position, "position")
    KEYS.check(top)
    rules = rules_of(position, BOX, standard, Rules)
    if "units" not in top:
        return start(rules, options, dice)
    g = Position(rules, options, dice)
    g.turn = turn_of(top, rules.scenario.turns)
    sequence.SEQUENCE.start(g, phase_of(top, "german-movement", sequence.SEQUENCE))
    _declare(g, top)
    for unit, hex in placings(g, top.entry("units"), _barred):
        g.enter(unit, hex)
    for word in top.words("gone", ()):
        g.at[unplaced(g, top, word)] = GONE
    _await(g, top.entry("due", optional=True))
    _done(g, top.entry("done", optional=True))
    _mark(g, top.entry("markers", optional=True))
    _control(g, top.entry("control", optional=True))
    _lost(g, top.entry("lost", optional=True))
    _score(g, top.entry("points", optional=True))
    return g


def _declare(g: Position, top: Entry) -> None:
    declared = top.text("declared", "movement")
    if declared not in sequence.ORDERS:
        raise top.wrong(f"declared must be {' or '.join(sequence.ORDERS)}, not {declared!r}")
    order = sequence.ORDERS[declared]
    now = g.phase.partition("-")[2]
    g.order = order[order.index(now) + 1 :] if now in order else order if now == "support" else ()


def _hex(g: Position, table: Entry, word: str) -> Hex:
    return hex_of(table, g.rules.grid.hex, word)


def _barred(g: Position, hex: Hex) -> str:
    """Why no unit is in a hex."""
    if not g.rules.land >> hex & 1:
        return "is in Courland, which is closed" if g.rules.closed >> hex & 1 else "is sea"
    return "is a land bridge, where no unit may stand" if g.rules.land_bridges >> hex & 1 else ""


def _await(g: Position, table: Entry) -> None:
    for name in table.keys:
        unit, turn = unplaced(g, table, name), table.whole(name)
        first = g.turn + (g.rules.side[unit] == GERMAN != g.side)  # the German Regroup Phase comes first
        if not first <= turn <= g.rules.turns:
            raise table.wrong(f"{name} would arrive on turn {turn}: it must be turn {first} to {g.rules.turns}")
        g.at[unit], g.due[unit] = DUE, turn


def _done(g: Position, table: Entry) -> None:
    """What units have done in the phase (10.0c, 11.3b, 11.8d, 11.9c)."""
    if table.keys and g.phase.partition("-")[2] in AT_REST:
        raise table.wrong(f"units do nothing in the phase {g.phase}")
    for what in table.keys:
        for word in table.words(what):
            unit = on_map(g, table.named(f"done: {what}"), word)
            if (g.rules.side[unit] == g.side) == (what == "defended"):
                raise table.wrong(f"{what}: {word} is {g.rules.side[unit]}, and it is the {g.phase} phase")
            g.flags[unit] |= DONE[what]


def _mark(g: Position, table: Entry) -> None:
    if table.keys and g.turn <= g.rules.charts.value("support.after"):
        raise table.wrong(f"there is no support on turn {g.turn}")
    if "air" in table:
        g.air = _hex(g, table, table.text("air"))
    if "naval" in table:
        g.naval = _hex(g, table, table.text("naval"))
        if not g.rules.coast >> g.naval & 1:
            raise table.wrong(f"naval: {table.text('naval')} is no coastal hex")
    if "aerial" in table:
        if g.air >= 0:
            raise table.wrong("air and aerial: there is no aerial supply with air support on the map")
        g.aerial = _flown(g, table, table.text("aerial"))


def _flown(g: Position, table: Entry, word: str) -> Unit:
    if word == LOST:
        return GONE
    unit = g.find(word)
    if unit is None:
        raise table.wrong(f"aerial: no unit {word}{nearest(word, g.rules.unit_by_id)}")
    if g.rules.side[unit] != GERMAN or g.at[unit] < 0:
        raise table.wrong(f"aerial: {word} is no German unit on the map")
    return unit


def _hexes(g: Position, table: Entry, side: str) -> HexSet:
    """The land hexes a side's words name; a block may have sea in it."""
    found: HexSet = 0
    for word in table.words(side, ()):
        hexes = hexset(block(g.rules.grid, word, lambda name: _hex(g, table, name), table)) & g.rules.land
        if not hexes:
            raise table.wrong(f"{side}: {word} is no land that units could enter")
        found |= hexes
    return found


def _control(g: Position, table: Entry) -> None:
    """3.1: hexes a side has taken."""
    taken = {side: _hexes(g, table, side) for side in ENEMY}
    if both := members(taken[GERMAN] & taken[SOVIET]):
        raise table.wrong(f"{g.hexname(both[0])} cannot be on both sides")
    for side, hexes in taken.items():
        if held := members(hexes & g.occupied[ENEMY[side]]):
            raise table.wrong(f"{side}: {g.hexname(held[0])} is occupied by the other side")
        _entered(g, side, hexes)
    g.controlled = (g.controlled | taken[GERMAN]) & ~taken[SOVIET]


def _lost(g: Position, table: Entry) -> None:
    """8.2b, 9.1.1b, 9.2b, 9.2d: hexes in which the enemy of a side has been, whoever holds them now."""
    for side, enemy in ENEMY.items():
        _entered(g, enemy, _hexes(g, table, side))


def _entered(g: Position, side: str, hexes: HexSet) -> None:
    g.ever_held[side] |= hexes
    if side == SOVIET:
        g.fortifications &= ~hexes  # 7.5b


def _score(g: Position, table: Entry) -> None:
    for side in ENEMY:
        g.points[side] = table.whole(side, 0)
        if g.points[side] < 0:
            raise table.wrong(f"{side}: points are never below 0")
