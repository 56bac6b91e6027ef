"""Position files: any situation of a scenario, on its board or on a small one given in the file.

game = "battles"
scenario = "radzymin"             # its counters, areas and parameters
turn = 3
phase = "axis-movement"           # axis- or soviet-: reinforcement supply movement works combat mechanised air; weather
weather = "storm"                 # a state of the scenario's weather
attack = "HQ-39PzK"               # HQs on their Attack side (14.0b)
dead = "50/3TC"                   # eliminated; left = off the map for good; what is named nowhere is not in the game
blocked = "743"                   # found the enemy where they should come in (7.0c)
lost_leaders = "Model"            # and given, ruined = formations withdrawn or paid for, and scored
taken = ["S3", "U4 turn 2"]       # demolitions that cannot be made any more, and one that was made on a turn
blown = "0812-0912"               # crossings destroyed
fallen = "0408"                   # fortresses that do not stand any more
general_used = "HQ-9A"            # HQs that have had their combat in General supply (8.3g)
projected = "186/73"              # regiments that have lent their anti-tank shift in this phase (12.3.4d)
[units]                           # hex = units, the top of the stack first
0505 = "35/4 12/4:1 ?70/73"       # :1 = one step left, :one = the one-step side of an untried unit, ? = untried
[due]                             # unit = the turn it comes; "4 replaced" for an HQ that was destroyed
743 = 3
[done]                            # in this phase: moved halted entered on-rails attacked defended advanced retreated
moved = "35/4"                    # newcomer disengaged stopped, and started: in Attack supply when the phase began
[points_left]                     # unit = movement points; what is not given has its allowance
35/4 = 2.5
[began]                           # unit = the hex in which it began the phase; [company] unit = the same for those who
35/4 = "0404"                     # have stayed with it since (10.3h), or a number for those who have parted
[marked]                          # level = units, as found in the last check; what is not given is found now
none = "35/4"
[lean]                            # unit = Supply phases running that it was out of supply
35/4 = 2
[serves]                          # independent unit = the HQ it draws on; the others as the program proposes
743 = "HQ-39PzK"
[track]                           # side = the turns its Attack Supply markers lie on, once for each
soviet = [4, 4]
[spent]                           # HQ or leader = points used in this combat phase, attack and defence
HQ-39PzK = [1, 0]
[air]                             # side = air support markers in hand; [naval]: points
axis = 2
[interdiction]                    # side = hexes; [airlift], [ports]: hexes supplied by air and by sea
axis = "0606"
[control]                         # side = hexes and blocks of hexes that are not as in the scenario
soviet = "0705..0711"
[forts]                           # hex = marker
0505 = "1L"
[bridges]                         # bridging unit = the hex its bridge leads to, and the turn it was laid
Pon8G = "1321 2"
[points]
axis = 4

[board] in the form of board.toml is a board of its own, with the scenario's areas and places as far as it has their
hexes. Without [units] the game begins with the scenario's set-up.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from grognard.board import Board
from grognard.datafile import Entry
from grognard.dice import Dice
from grognard.games.battles import sequence, supply
from grognard.games.battles.clipping import clipped
from grognard.games.battles.movement import MOVEMENT_PHASES, begin_movement, stop_in_zone
from grognard.games.battles.position import (
    ADVANCED,
    ATTACKED,
    DEAD,
    DEFENDED,
    DISENGAGED,
    DUE,
    ENEMY,
    ENTERED,
    HALTED,
    LEFT,
    LEVELS,
    MOVED,
    NEWCOMER,
    ON_RAILS,
    RETREATED,
    STARTED_ATTACK,
    STOPPED,
    Position,
    Unit,
)  # fmt: skip
from grognard.games.battles.reinforcements import REPLACED
from grognard.games.battles.rules import Rules, battle, folders, standard
from grognard.games.battles.setup import start
from grognard.hexes import Hex, HexSet, hexset, members
from grognard.positionfile import Keys, hex_of, hexes_of, known_unit, on_map, phase_of, placings, turn_of, unplaced

DONE = {
    "moved": MOVED, "halted": HALTED, "entered": ENTERED, "on-rails": ON_RAILS, "attacked": ATTACKED,
    "defended": DEFENDED, "advanced": ADVANCED, "retreated": RETREATED, "newcomer": NEWCOMER,
    "disengaged": DISENGAGED, "started": STARTED_ATTACK, "stopped": STOPPED,
}  # fmt: skip
SIDES = tuple(ENEMY)
BY_SIDE = (
    "track",
    "air",
    "naval",
    "interdiction",
    "airlift",
    "ports",
    "control",
    "points",
)  # their keys are sides
KEYS = Keys(
    top=(
        "turn", "phase", "weather", "attack", "dead", "left", "blocked", "lost_leaders", "given", "ruined", "taken",
        "blown", "fallen", "general_used", "projected", "units", "due", "done", "points_left", "began", "company",
        "marked", "lean", "serves", "spent", "forts", "bridges", *BY_SIDE,
    ),
    tables={"done": tuple(DONE), "marked": LEVELS, **dict.fromkeys(BY_SIDE, SIDES)},
)  # fmt: skip


def arrange(position: Mapping[str, Any], options: dict[str, bool], dice: Dice) -> Position:
    """The position a table describes; what it does not give comes from the scenario."""
    top = Entry(position, "position")
    KEYS.check(top)
    found = battle(top.text("scenario", next(iter(folders()))))
    board = Board.of_position(position)
    rules = standard(found.scenario.id)
    if board is not None:
        rules = Rules(board, clipped(found.scenario, found.board.grid, board.grid), found.pieces)
    if "units" not in top:
        return start(rules, options, dice)
    g = Position(rules, options, dice)
    g.turn = turn_of(top, rules.turns)
    side = rules.scenario.first_player
    sequence.SEQUENCE.start(g, phase_of(top, f"{side}-movement", sequence.SEQUENCE), side)
    g.weather = top.text("weather", rules.fair)
    if g.weather not in rules.weather:
        raise top.wrong(f"no weather {g.weather}: {' '.join(rules.weather)}")
    g.forts = {}
    for unit, hex in placings(g, top.entry("units"), _barred, _shaped):
        g.enter(unit, hex)
    _off_the_map(g, top)
    _ground(g, top)
    _command(g, top)
    _tally(g, top)
    _phase(g, top)
    g.events.clear()
    g.learned = 0
    return g


# --- words ------------------------------------------------------------------------------------------------------------


def _unit(g: Position, table: Entry, word: str) -> Unit:
    return known_unit(table, g.rules.unit_by_id, word)


def _units(g: Position, table: Entry, key: str) -> list[Unit]:
    return [_unit(g, table, word) for word in table.words(key, ())]


def _hex(g: Position, table: Entry, word: str) -> Hex:
    return hex_of(table, g.rules.grid.hex, word)


def _by_unit(g: Position, top: Entry, key: str) -> Iterator[tuple[Entry, str, Unit]]:
    """The entries of a table whose keys are units on the map."""
    table = top.entry(key, optional=True)
    for name in table.keys:
        yield table, name, on_map(g, table, name)


def _hq(g: Position, table: Entry, word: str) -> Unit:
    unit = _unit(g, table, word)
    if unit not in g.rules.hqs:
        raise table.wrong(f"{word} is no HQ")
    return unit


# --- units ------------------------------------------------------------------------------------------------------------


def _barred(g: Position, hex: Hex) -> str:
    return "" if g.rules.land >> hex & 1 else "is water"


def _shaped(g: Position, table: Entry, word: str) -> Unit:
    """A unit by the word for it, in the shape the word says."""
    name, _, shape = word.removeprefix("?").partition(":")
    unit = unplaced(g, table, name)
    printed = g.rules.units[unit]
    if word.startswith("?") and not printed.more.untried:
        raise table.wrong(f"{word}: {name} has no untried side")
    g.tried[unit] = not word.startswith("?")
    if shape == "one":
        if printed.more.one_step is None:
            raise table.wrong(f"{word}: {name} has no one-step side")
        g.weak[unit] = 1
    elif shape:
        full = len(printed.steps)
        if not shape.isdecimal() or not 1 <= int(shape) <= full:
            raise table.wrong(f"{word}: {name} has {full} step{'s' * (full > 1)}")
        g.level[unit] = full - int(shape)
    return unit


def _off_the_map(g: Position, top: Entry) -> None:
    for key, place in (("dead", DEAD), ("left", LEFT)):
        for word in top.words(key, ()):
            unit = _shaped(g, top, word)
            g.at[unit] = place
    table = top.entry("due", optional=True)
    for word in table.keys:
        unit = _shaped(g, table, word)
        g.at[unit], g.due[unit] = DUE, _arrival(g, table, word, unit)
    g.blocked = frozenset(_units(g, top, "blocked"))
    if strangers := [unit for unit in g.blocked if unit not in g.due]:
        raise top.wrong(f"blocked: {g.name(strangers[0])} is not due")


def _arrival(g: Position, table: Entry, word: str, unit: Unit) -> tuple[int, int]:
    """Turn and number of a unit's arrival, as the scenario has it."""
    said = str(table.raw(word)).split()
    if not said or not said[0].isdecimal() or said[1:] not in ([], ["replaced"]):
        raise table.wrong(f"{word} must be a turn, or a turn and the word replaced")
    turn = int(said[0])
    if said[1:]:
        if unit not in g.rules.hqs:
            raise table.wrong(f"{word} is no HQ: no other unit is replaced")
        return turn, REPLACED
    for number, arrival in enumerate(g.rules.scenario.arrivals):
        if g.name(unit) in arrival.units:
            return turn, number
    raise table.wrong(f"{word} is in no arrival of {g.rules.scenario.id}")


# --- the map ----------------------------------------------------------------------------------------------------------


def _ground(g: Position, top: Entry) -> None:
    _control(g, top.entry("control", optional=True))
    table = top.entry("forts", optional=True)
    for name in table.keys:
        if table.text(name) not in ("1L", "2L"):
            raise table.wrong(f"{name}: a field fort is 1L or 2L")
        hex = _hex(g, table, name)
        if not g.stack(hex):
            raise table.wrong(f"{name}: nobody is in the field fort, and it would be removed")
        g.forts[hex] = int(table.text(name)[0])
    for word in top.words("fallen", ()):
        hex = _hex(g, top, word)
        if hex not in g.rules.fortress_side:
            raise top.wrong(f"fallen: {word} is no fortress")
        g.fortresses &= ~(1 << hex)
    for table, name, unit in _by_unit(g, top, "bridges"):
        where = table.words(name)
        if unit not in g.rules.bridging or len(where) != 2 or not where[1].isdecimal():
            raise table.wrong(f"{name} must be a bridging unit with a hex and a turn")
        there = _hex(g, table, where[0])
        if (g.at[unit], there) not in g.rules.major:
            raise table.wrong(f"{name}: no major river lies between {g.hexname(g.at[unit])} and {where[0]}")
        g.bridges[unit] = there, int(where[1])
    for word in top.words("blown", ()):
        a, b = (_hex(g, top, part) for part in (*word.split("-"), "")[:2])
        if (a, b) not in g.rules.crossings:
            raise top.wrong(f"blown: no crossing of a major river at {word}")
        g.blown |= {(a, b), (b, a)}
    for key, marked in (("interdiction", g.interdicted), ("airlift", g.flown), ("ports", g.ports)):
        table = top.entry(key, optional=True)
        for side in table.keys:
            marked.update(dict.fromkeys((_hex(g, table, word) for word in table.words(side)), side))


def _control(g: Position, table: Entry) -> None:
    held = {side: hexes_of(table, side, g.rules.grid, g.rules.grid.hex) for side in SIDES}
    both: HexSet = held["axis"] & held["soviet"]
    if both:
        raise table.wrong(f"{g.hexname(members(both)[0])} cannot be on both sides")
    for side, hexes in held.items():
        enemies = hexset(g.at[unit] for unit in g.on_map(ENEMY[side]) if unit not in g.rules.hqs)  # G11: combat units
        if taken := members(hexes & enemies):
            raise table.wrong(f"{side}: {g.hexname(taken[0])} is occupied by the other side")
    g.axis_held = (g.axis_held | held["axis"]) & ~held["soviet"]


# --- supply and support -----------------------------------------------------------------------------------------------


def _command(g: Position, top: Entry) -> None:
    for word in top.words("attack", ()):
        hq = _hq(g, top, word)
        if g.at[hq] < 0:
            raise top.wrong(f"attack: {word} is not on the map")
        g.face[hq] = 1
    table = top.entry("track", optional=True)
    g.track = tuple((side, turn) for side in table.keys for turn in table.wholes(side))
    for table, name, unit in _by_unit(g, top, "serves"):
        hq = _hq(g, table, table.text(name))
        if unit not in g.rules.independents or g.owners[hq] != g.owners[unit]:
            raise table.wrong(f"{name} cannot draw on {table.text(name)}")
        g.serves[unit] = hq
    leaders = {leader.name for leader in g.rules.scenario.leaders}
    g.dead_leaders = _known(top, "lost_leaders", leaders.__contains__)
    table = top.entry("spent", optional=True)
    for name in table.keys:
        used = table.wholes(name)
        if len(used) != 2 or (name not in leaders and _hq(g, table, name) < 0):
            raise table.wrong(f"{name} must be two numbers, attack and defence")
        g.spent.update({(name, use): n for use, n in zip(("attack", "defence"), used, strict=True) if n})
    g.general_used = frozenset(_hq(g, top, word) for word in top.words("general_used", ()))
    g.projected = frozenset(_units(g, top, "projected"))


def _known(top: Entry, key: str, known: Callable[[str], bool]) -> frozenset[str]:
    words = frozenset(top.words(key, ()))
    if strangers := [word for word in sorted(words) if not known(word)]:
        raise top.wrong(f"{key}: nothing is called {strangers[0]}")
    return words


def _tally(g: Position, top: Entry) -> None:
    for key, counted in (("points", g.points), ("air", g.air), ("naval", g.naval)):
        table = top.entry(key, optional=True)
        counted.update({side: table.whole(side) for side in table.keys})
        if negative := [side for side, n in counted.items() if n < 0]:
            raise table.wrong(f"{negative[0]}: never below 0")
    g.given = tuple(top.words("given", ()))
    _known(top, "given", g.rules.formations.__contains__)
    g.ruined = _known(top, "ruined", g.rules.formations.__contains__)
    plans = {plan.id for plan in g.rules.scenario.demolitions}
    g.taken = _known(top, "taken", lambda word: word.partition(" ")[0] in plans)


# --- the phase --------------------------------------------------------------------------------------------------------


def _phase(g: Position, top: Entry) -> None:
    """What units have done, what they were found to be, and what they may still do."""
    done, marked = top.entry("done", optional=True), top.entry("marked", optional=True)
    g.touch()
    for side in SIDES:
        supply.check(g, side)
    for level in marked.keys:
        for unit in _units(g, marked, level):
            g.marked[unit] = LEVELS.index(level)
    for table, name, unit in _by_unit(g, top, "lean"):
        g.lean[unit] = table.whole(name)
    for unit in _units(g, done, "newcomer"):
        g.flags[unit] |= NEWCOMER
    if g.phase in MOVEMENT_PHASES:
        begin_movement(g, g.side)
        if "started" in done:
            g.flags = [flags & ~STARTED_ATTACK for flags in g.flags]
    for what in done.keys:
        for unit in _units(g, done, what):
            g.flags[unit] |= DONE[what]
    if "stopped" not in done:
        for unit in _units(g, done, "moved"):
            if g.at[unit] >= 0:
                stop_in_zone(g, unit)
    for table, name, unit in _by_unit(g, top, "points_left"):
        left = table.raw(name)
        if not isinstance(left, int | float) or left < 0 or left * 2 != int(left * 2):
            raise table.wrong(f"{name} must be movement points in halves")
        g.mp[unit] = int(left * 2)
    for table, name, unit in _by_unit(g, top, "began"):
        g.origin[unit] = _hex(g, table, table.text(name))
    for table, name, unit in _by_unit(g, top, "company"):
        said = table.raw(name)
        g.company[unit] = _hex(g, table, said) if isinstance(said, str) else table.whole(name)
