"""Position files: any situation, on the game's board or on a small one given in the file.

game = "guderian"
turn = 5
phase = "german-combat"
[units]                       # hex = words
0512 = "25/7 6/7:1 7/7"       # :1 = one step left
0613 = "rifle 6-8-6 Lukin!"   # an untried division, a revealed one by strength or id (64SD), a disrupted Leader
0714 = "?6-8-6"               # untried, but this counter lies under it
[due]                         # entrance = words
X = "rifle Rokossovski"
[markers]
air = "1014 1015"             # also: partisans = "0612", cuts = "0512"
[control]
german = "Vitebsk 2216"       # places and hexes the Germans were last in
[tracks]                      # called, evacuated, interdictions, smolensk, rail, held, recaptured
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from grognard.board import Board
from grognard.datafile import Entry
from grognard.dice import Dice
from grognard.errors import nearest
from grognard.games.guderian import sequence
from grognard.games.guderian.movement import MOVEMENT_PHASES, begin_movement
from grognard.games.guderian.position import DUE, ENEMY, GERMAN, NEWCOMER, SOVIET, UNUSED, Position, Unit
from grognard.games.guderian.reinforcements import ready
from grognard.games.guderian.rules import BOX, Rules, standard
from grognard.games.guderian.setup import await_germans, start
from grognard.games.guderian.untried import draw, fill_pools, take
from grognard.hexes import Hex
from grognard.positionfile import Keys, hex_of, phase_of, turn_of

KEYS = Keys(
    top=("turn", "phase", "units", "due", "armies", "newcomers", "frozen", "markers", "control", "tracks"),
    tables={
        "markers": ("air", "partisans", "cuts"),
        "control": tuple(ENEMY),
        "tracks": ("called", "called_now", "evacuated", "interdictions", "smolensk", "rail", "held", "recaptured"),
    },
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
    g.partisans_left = plan.interdictions
    fill_pools(g)
    g.turn = turn_of(top, plan.turns)
    sequence.SEQUENCE.start(g, phase_of(top, "soviet-movement", sequence.SEQUENCE))
    units, due = top.entry("units"), top.entry("due", optional=True)
    named = _set_aside(g, units, due)
    _place_units(g, units, named)
    _await_units(g, due, named)
    _mark(g, top)
    await_germans(g, g.turn if g.side == SOVIET else g.turn + 1)  # those of a Soviet turn are still to come
    if g.phase in MOVEMENT_PHASES:
        begin_movement(g, g.side)
        for unit in g.due:
            ready(g, unit)
    return g


Named = dict[str, list[int]]  # counters by the words they are called by


def _set_aside(g: Position, *tables: Entry) -> Named:
    """Take the counters that are called by id or strength out of the pools, lest they be drawn for others."""
    named: Named = {}
    calls = [(table, _parts(word)[0]) for table in tables for key in table.keys for word in table.words(key)]
    for table, name in sorted(calls, key=lambda call: call[1] not in g.rules.counter_by_id):
        if name in g.rules.slots or _stands_for_itself(g, name):
            continue
        counter = _free_counter(g, name)
        if counter is None:
            units = (p.id for p in g.rules.units if _stands_for_itself(g, p.id))
            known = (*g.rules.slots, *units, *g.rules.counter_by_id)
            raise table.wrong(f"no unit {name}, or not another one{nearest(name, known)}")
        kind = g.rules.counter_kind[counter]
        g.pool[kind] = tuple(n for n in g.pool[kind] if n != counter)
        named.setdefault(name, []).append(counter)
    return named


def _place_units(g: Position, table: Entry, named: Named) -> None:
    for name in table.keys:
        hex = _hex(g, table, name)
        for word in table.words(name):
            unit = _unit(g, table, word, named)
            stack = g.stack(hex)
            if stack and g.rules.side[stack[0]] != g.rules.side[unit]:
                raise table.wrong(f"{name}: both sides in one hex")
            g.place(unit, hex)
            g.note_presence(unit, hex)
    for unit in list(g.on_map()):
        if g.rules.impassable >> g.at[unit] & 1:
            raise table.wrong(f"{g.hexname(g.at[unit])} is a lake")


def _await_units(g: Position, table: Entry, named: Named) -> None:
    for area in table.keys:
        if area not in g.rules.board.areas:
            raise table.wrong(f"no entrance {area}{nearest(area, g.rules.board.areas)}")
        for word in table.words(area):
            unit = _unit(g, table, word, named)
            g.at[unit] = DUE
            g.due[unit] = (g.turn, area)


def _parts(word: str) -> tuple[str, str]:
    """The name in a word for a unit, and its steps."""
    name, _, steps = word.removeprefix("?").removesuffix("!").partition(":")
    return name, steps


def _unit(g: Position, table: Entry, word: str, named: Named) -> Unit:
    """A unit by the word for it: id[:steps][!], a kind, or a strength; a question mark hides it."""
    name, steps = _parts(word)
    unit = _find(g, table, name, named)
    if word.startswith("?") and g.rules.kind[unit]:
        g.tried[unit] = 0
    if g.at[unit] != UNUSED:
        raise table.wrong(f"{name} is there twice")
    if steps:
        full = len(g.rules.units[unit].steps)
        if not steps.isdecimal() or not 1 <= int(steps) <= full:
            raise table.wrong(f"{word}: {name} has {full} steps")
        g.level[unit] = full - int(steps)
    g.disrupted[unit] = word.endswith("!")
    return unit


def _find(g: Position, table: Entry, name: str, named: Named) -> Unit:
    rules = g.rules
    if name in rules.slots:
        unit = draw(g, name)
        if unit is None:
            raise table.wrong(f"no {name} division is left in the pool")
        return unit
    if _stands_for_itself(g, name):
        return rules.unit_by_id[name]
    counter = named[name].pop(0)
    kind = rules.counter_kind[counter]
    used, deck = g.draws[kind]
    unit = rules.slots[kind][used]
    g.draws[kind] = (used + 1, deck)
    take(g, unit, counter, deck)
    g.tried[unit] = 1
    return unit


def _stands_for_itself(g: Position, name: str) -> bool:
    """Whether the name is that of a German unit or a Leader, for whom no counter is drawn."""
    unit = g.rules.unit_by_id.get(name)
    return unit is not None and not g.rules.kind[unit]


def _free_counter(g: Position, name: str) -> int | None:
    """A Soviet counter by its id or strength that nobody has called for yet."""
    rules = g.rules
    if name in rules.counter_by_id:
        counter = rules.counter_by_id[name]
        return counter if _free(g, counter) else None
    faces = (n for n, c in enumerate(rules.counters) if _face(c.steps[0], c.type) == name)
    return next((n for n in faces if _free(g, n)), None)


def _face(strength: tuple[int, int, int], type: str) -> str:
    attack, defence, move = strength
    return f"{attack}-{defence}-{move}" if type == "rifle" else f"{attack}-{move}"


def _free(g: Position, counter: int) -> bool:
    return counter in g.pool[g.rules.counter_kind[counter]]


def _hex(g: Position, table: Entry, name: str) -> Hex:
    return hex_of(table, g.rules.grid.hex, name)


def _known(g: Position, table: Entry, word: str) -> Unit:
    unit = g.find(word)
    if unit is None:
        raise table.wrong(f"no unit {word} in this position")
    return unit


def _mark(g: Position, top: Entry) -> None:
    armies = top.entry("armies", optional=True)
    for army in armies.keys:
        for word in armies.words(army):
            g.army[_known(g, armies, word)] = army
    g.frozen = frozenset(top.words("frozen", ()))
    for word in top.words("newcomers", ()):
        g.flags[_known(g, top, word)] |= NEWCOMER
    markers = top.entry("markers", optional=True)
    g.air = tuple(_hex(g, markers, name) for name in markers.words("air", ()))
    g.cuts = tuple(_hex(g, markers, name) for name in markers.words("cuts", ()))
    if "partisans" in markers:
        g.partisans = _hex(g, markers, markers.text("partisans"))
    _control(g, top.entry("control", optional=True))
    tracks = top.entry("tracks", optional=True)
    g.called, g.called_now = tracks.whole("called", 0), tracks.whole("called_now", 0)
    g.evacuated, g.smolensk = tracks.whole("evacuated", 0), tracks.whole("smolensk", 0)
    g.partisans_left = tracks.whole("interdictions", g.partisans_left)
    g.rail_used = tracks.whole("rail", 0)
    g.held_with_line = frozenset(tracks.words("held", ()))
    g.recaptured = tracks.words("recaptured", ())


def _control(g: Position, table: Entry) -> None:
    places = g.rules.board.places
    for side in (GERMAN, SOVIET):
        for word in table.words(side, ()):
            hexes = places[word].set if word in places else 1 << _hex(g, table, word)
            g.german_held = g.german_held | hexes if side == GERMAN else g.german_held & ~hexes
