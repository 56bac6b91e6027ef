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

from grognard.board import Board, block
from grognard.datafile import Entry
from grognard.dice import Dice
from grognard.errors import Invalid, nearest
from grognard.games.oder import sequence
from grognard.games.oder.position import DUE, ENEMY, GERMAN, UNUSED, Position, Unit
from grognard.games.oder.rules import BOX, Rules, standard
from grognard.games.oder.setup import start
from grognard.hexes import Hex, HexSet, hexset, members

KEYS = (
    "game", "title", "scenario", "seed", "dice", "options", "board", "turn", "phase", "declared", "units", "due",
    "markers", "control", "points",
)  # fmt: skip


def arrange(position: Mapping[str, Any], options: dict[str, bool], dice: Dice) -> Position:
    """The position a table describes; what it does not give comes from the scenario."""
    top = Entry(position, "position")
    top.only(*KEYS)
    plan = BOX.scenario(top.text("scenario", "campaign"))
    board = Board.of_position(position)
    rules = standard(plan.id) if board is None else Rules(board, plan)
    if "units" not in top:
        if extra := [key for key in ("turn", "phase", "declared", "due", "markers", "control", "points") if key in top]:
            raise top.wrong(f"{extra[0]} needs units; without them the game begins with its set-up")
        return start(rules, options, dice)
    g = Position(rules, options, dice)
    g.turn = top.whole("turn", 1)
    if not 1 <= g.turn <= plan.turns:
        raise top.wrong(f"turn {g.turn}: the game has {plan.turns} turns")
    phase = top.text("phase", "german-movement")
    if phase not in sequence.SEQUENCE:
        known = " ".join(sequence.SEQUENCE)
        raise top.wrong(f"no phase {phase}{nearest(phase, sequence.SEQUENCE)}; phases: {known}")
    sequence.SEQUENCE.start(g, phase)
    _declare(g, top)
    _place(g, top.entry("units"))
    _await(g, top.entry("due", optional=True))
    _mark(g, top.entry("markers", optional=True))
    _control(g, top.entry("control", optional=True))
    points = top.entry("points", optional=True)
    points.only(*ENEMY)
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
    unit = g.rules.unit_by_id.get(word)
    if unit is None:
        raise table.wrong(f"no unit {word}{nearest(word, g.rules.unit_by_id)}")
    if g.at[unit] != UNUSED:
        raise table.wrong(f"{word} is there twice")
    return unit


def _hex(g: Position, table: Entry, word: str) -> Hex:
    try:
        return g.rules.grid.hex(word)
    except Invalid as error:
        raise table.wrong(str(error)) from None


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
    table.only("air", "naval", "aerial")
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
    table.only(*ENEMY)
    for side in ENEMY:
        hexes: HexSet = 0
        for word in table.words(side, ()):
            first, _, last = word.partition("..")
            hexes |= hexset(block(g.rules.grid, _hex(g, table, first), _hex(g, table, last or first)))
        hexes &= g.rules.land
        if held := members(hexes & g.occupied[ENEMY[side]]):
            raise table.wrong(f"{side}: {g.hexname(held[0])} is occupied by the other side")
        g.ever[side] |= hexes
        g.controlled = g.controlled | hexes if side == GERMAN else g.controlled & ~hexes
        if side != GERMAN:
            g.forts &= ~hexes
