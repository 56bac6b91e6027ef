"""Position files: any situation, on the game's board or on a small one given in the file.

game = "oder"
turn = 3
phase = "german-combat"
declared = "combat"               # what came or comes first in this player turn
[units]                           # hex = units
1512 = "HG 23AK"
[due]                             # unit = turn
24Pz = 5
[markers]
air = "1512"                      # also: naval = "2007", aerial = "HG"
[control]                         # hexes a side has taken beyond the start line
soviet = "1512 1513..1515"
[points]
german = 4
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from grognard.board import Board
from grognard.datafile import Entry
from grognard.dice import Dice
from grognard.errors import nearest
from grognard.games.oder import sequence
from grognard.games.oder.position import DUE, ENEMY, GERMAN, UNUSED, Position, Unit
from grognard.games.oder.rules import BOX, Rules, standard
from grognard.games.oder.setup import start
from grognard.hexes import Hex, members
from grognard.positionfile import Keys, hex_of, hexes_of, known_unit, phase_of, turn_of

KEYS = Keys(
    top=("turn", "phase", "declared", "units", "due", "markers", "control", "points"),
    tables={"markers": ("air", "naval", "aerial"), "control": tuple(ENEMY), "points": tuple(ENEMY)},
)


def arrange(position: Mapping[str, Any], options: dict[str, bool], dice: Dice) -> Position:
    """The position a table describes; what it does not give comes from the scenario."""
    top = Entry(position, "position")
    KEYS.check(top)
    plan = BOX.scenario(top.text("scenario", "campaign"))
    board = Board.of_position(position)
    rules = standard(plan.id) if board is None else Rules(board, plan)
    if "units" not in top:
        return start(rules, options, dice)
    g = Position(rules, options, dice)
    g.turn = turn_of(top, plan.turns)
    sequence.SEQUENCE.start(g, phase_of(top, "german-movement", sequence.SEQUENCE))
    _declare(g, top)
    _place(g, top.entry("units"))
    _await(g, top.entry("due", optional=True))
    _mark(g, top.entry("markers", optional=True))
    _control(g, top.entry("control", optional=True))
    points = top.entry("points", optional=True)
    g.points = {side: points.whole(side, 0) for side in ENEMY}
    return g


def _declare(g: Position, top: Entry) -> None:
    declared = top.text("declared", "movement")
    if declared not in sequence.ORDERS:
        raise top.wrong(f"declared must be {' or '.join(sequence.ORDERS)}, not {declared!r}")
    order = sequence.ORDERS[declared]
    now = g.phase.partition("-")[2]
    g.order = order[order.index(now) + 1 :] if now in order else order if now == "support" else ()


def _unit(g: Position, table: Entry, word: str) -> Unit:
    unit = known_unit(table, g.rules.unit_by_id, word)
    if g.at[unit] != UNUSED:
        raise table.wrong(f"{word} is there twice")
    return unit


def _hex(g: Position, table: Entry, word: str) -> Hex:
    return hex_of(table, g.rules.grid.hex, word)


def _place(g: Position, table: Entry) -> None:
    for name in table.keys:
        hex = _hex(g, table, name)
        if not g.rules.land >> hex & 1:
            raise table.wrong(f"{name} is sea")
        if g.rules.spits >> hex & 1:
            raise table.wrong(f"{name} is a land bridge, where no unit may stand")
        for word in table.words(name):
            unit = _unit(g, table, word)
            if g.occupied[ENEMY[g.rules.side[unit]]] >> hex & 1:
                raise table.wrong(f"{name}: both sides in one hex")
            g.enter(unit, hex)


def _await(g: Position, table: Entry) -> None:
    for name in table.keys:
        unit, turn = _unit(g, table, name), table.whole(name)
        first = g.turn + (g.rules.side[unit] == GERMAN != g.side)  # the German Regroup Phase comes first
        if not first <= turn <= g.rules.turns:
            raise table.wrong(f"{name} would arrive on turn {turn}: it must be turn {first} to {g.rules.turns}")
        g.at[unit], g.due[unit] = DUE, turn


def _mark(g: Position, table: Entry) -> None:
    if "air" in table:
        g.air = _hex(g, table, table.text("air"))
    if "naval" in table:
        g.naval = _hex(g, table, table.text("naval"))
        if not g.rules.coast >> g.naval & 1:
            raise table.wrong(f"naval: {table.text('naval')} is no coastal hex")
    if "aerial" in table:
        if g.air >= 0:
            raise table.wrong("air and aerial: there is no aerial supply with air support on the map")
        word = table.text("aerial")
        unit = g.find(word)
        if unit is None:
            raise table.wrong(f"aerial: no unit {word}{nearest(word, g.rules.unit_by_id)}")
        if g.rules.side[unit] != GERMAN or g.at[unit] < 0:
            raise table.wrong(f"aerial: {word} is no German unit on the map")
        g.aerial = unit


def _control(g: Position, table: Entry) -> None:
    for side in ENEMY:
        hexes = hexes_of(table, side, g.rules.grid, g.rules.grid.hex) & g.rules.land
        if held := members(hexes & g.occupied[ENEMY[side]]):
            raise table.wrong(f"{side}: {g.hexname(held[0])} is occupied by the other side")
        g.ever[side] |= hexes
        g.controlled = g.controlled | hexes if side == GERMAN else g.controlled & ~hexes
        if side != GERMAN:
            g.forts &= ~hexes
