"""Position files: any situation, on the game's board or on a small one given in the file.

game = "guderian"
turn = 5
phase = "german-combat"
newcomers = "25/7"            # have entered in this player turn: in supply (11.33)
retreated = "18SD"            # were driven among friends and add nothing to their defence (9.75)
dead = "50SD 1-1-6"           # the dead pile: Soviet counters by id or strength
lost = "7Pz 6.ID Konev"       # eliminated for good: German divisions and units, Leaders
[units]                       # hex = words
0512 = "25/7 6/7:1 7/7"       # :1 = one step left
0613 = "rifle 6-8-6 Lukin!"   # an untried division, a revealed one by strength or id (64SD), a disrupted Leader
0714 = "?5-8-6"               # untried, but this counter lies under it
[due]                         # entrance = words: on the board A to H, V, W, X, Z, SW and 1 to 6
X = "rifle Rokossovski"
[pool]                        # the counters left to draw, by kind; those nowhere named are out of the game then
armoured = "8TD 27TD 0-10"    # a kind that is not given keeps whatever is nowhere else
[came_from]                   # unit = the hex from which it entered the enemy ZOC it is in (10.23), or off (the map)
Lukin = "0713"
[armies]                      # army = words: what belongs to an army of 5.1, which counts on the first turn
13th = "13SD"                 # and frozen = "16th 19th": the armies whose die keeps them in place (5.21)
[markers]
air = "1014 1015"             # also: partisans = "0612", cuts = "0512", repaired = "0513" (cuts repaired this turn)
[control]
german = "Vitebsk 2216"       # places and hexes the Germans were last in, soviet = the same for the Soviets; a hex of a
                              # place nobody names belongs to the units in it, and without any to the Soviets
[tracks]
called = 3                    # South-Western Front divisions called so far, those still due at SW included
called_now = 1                # of these in this turn; brought_now = those that have come on in this turn
evacuated = 1                 # Leaders flown out; interdictions = turns left to the Soviet marker
smolensk = 4                  # the turn at whose end the Germans held it first, 0 if they do not
rail = 6                      # units that have gone by rail in this turn
held = "Vitebsk"              # cities the Germans held with a line west when their last player turn ended
recaptured = "Orsha Orsha"    # cities retaken, once for each time
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from grognard.datafile import Entry
from grognard.dice import Dice
from grognard.errors import nearest
from grognard.games.guderian import sequence
from grognard.games.guderian.movement import MOVEMENT_PHASES, begin_movement
from grognard.games.guderian.position import (
    DEAD,
    DUE,
    ENEMY,
    SOVIET,
    UNUSED,
    Position,
    Unit,
)  # fmt: skip
from grognard.games.guderian.reinforcements import ready
from grognard.games.guderian.rules import BOX, SERIALS, Rules, standard
from grognard.games.guderian.setup import await_germans, start
from grognard.games.guderian.situation import count, mark
from grognard.games.guderian.stacking import overstacked
from grognard.games.guderian.untried import draw, fill_pools, take
from grognard.hexes import Hex
from grognard.positionfile import Keys, phase_of, placings, rules_of, turn_of

KEYS = Keys(
    top=(
        "turn", "phase", "units", "due", "dead", "pool", "lost", "came_from", "armies", "newcomers", "retreated",
        "frozen", "markers", "control", "tracks",
    ),
    tables={
        "pool": tuple(SERIALS),
        "markers": ("air", "partisans", "cuts", "repaired"),
        "control": tuple(ENEMY),
        "tracks": (
            "called", "called_now", "brought_now", "evacuated", "interdictions", "smolensk", "rail", "held",
            "recaptured",
        ),
    },
)  # fmt: skip


def arrange(position: Mapping[str, Any], options: dict[str, bool], dice: Dice) -> Position:
    """The position a table describes; what it does not give comes from the scenario."""
    top = Entry(position, "position")
    KEYS.check(top)
    rules = rules_of(position, BOX, standard, Rules)
    if "units" not in top:
        return start(rules, options, dice)
    g = Position(rules, options, dice)
    fill_pools(g)
    g.turn = turn_of(top, rules.scenario.turns)
    sequence.SEQUENCE.start(g, phase_of(top, "soviet-movement", sequence.SEQUENCE))
    units, due, pool = top.entry("units"), top.entry("due", optional=True), top.entry("pool", optional=True)
    calls = [(table, word) for table in (units, due, pool) for key in table.keys for word in table.words(key)]
    named = _set_aside(g, [*calls, *((top, word) for word in top.words("dead", ()))])
    _place_units(g, units, named)
    _check_stacking(g, top)
    _await_units(g, due, named)
    _pile_up(g, top, pool, named)
    _lose(g, top)
    mark(g, top)
    count(g, top.entry("tracks", optional=True))
    await_germans(g, g.turn if g.side == SOVIET else g.turn + 1)  # those of a Soviet turn are still to come
    _account_for_the_lost(g, top)
    if g.phase in MOVEMENT_PHASES:
        begin_movement(g, g.side)
        for unit in g.due:
            ready(g, unit)
    return g


Named = dict[str, list[int]]  # counters by the words they are called by


def _set_aside(g: Position, words: Iterable[tuple[Entry, str]]) -> Named:
    """Take the counters that are called by id or strength out of the pools, lest they be drawn for others."""
    named: Named = {}
    calls = [(table, _parts(word)[0]) for table, word in words]
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
    for unit, hex in placings(g, table, _barred, lambda g, table, word: _unit(g, table, word, named)):
        g.place(unit, hex)
        g.note_presence(unit, hex)


def _barred(g: Position, hex: Hex) -> str:
    return "is a lake" if g.rules.impassable >> hex & 1 else ""


def _check_stacking(g: Position, top: Entry) -> None:
    """7.1: stacks fit their hexes, except while units move or are being set up."""
    if g.phase in MOVEMENT_PHASES or g.phase == "soviet-setup":
        return
    for side in ENEMY:
        for hex in overstacked(g, side):
            raise top.wrong(f"{g.hexname(hex)} holds more {side.title()} units than it may (7.1)")


def _await_units(g: Position, table: Entry, named: Named) -> None:
    for area in table.keys:
        if area not in g.rules.board.areas:
            raise table.wrong(f"no entrance {area}{nearest(area, g.rules.board.areas)}")
        for word in table.words(area):
            unit = _unit(g, table, word, named)
            g.at[unit] = DUE
            g.due[unit] = (g.turn, area)


def _pile_up(g: Position, top: Entry, pool: Entry, named: Named) -> None:
    """The dead pile, and pools that hold certain counters and no others: the rest of their kind is out of the game."""
    for kind in pool.keys:
        rest = g.pool[kind]
        g.pool[kind] = tuple(sorted(_counter(g, pool, word, named) for word in pool.words(kind)))
        if strays := [n for n in g.pool[kind] if g.rules.counter_kind[n] != kind]:
            raise pool.wrong(f"{g.rules.counters[strays[0]].id} is no {kind} division")
        g.aside = (*g.aside, *((counter, 0, True) for counter in rest))
    for word in top.words("dead", ()):
        counter = _counter(g, top, word, named)
        kind = g.rules.counter_kind[counter]
        g.dead[kind] = (*g.dead[kind], counter)


def _counter(g: Position, table: Entry, word: str, named: Named) -> int:
    if not named.get(word):
        raise table.wrong(f"{word} is not a Soviet counter by its id or strength")
    return named[word].pop(0)


def _lose(g: Position, top: Entry) -> None:
    """German units, whole divisions and Leaders that have been eliminated (15.12, 10.24)."""
    for word in top.words("lost", ()):
        units = g.rules.divisions.get(word) or ((g.rules.unit_by_id[word],) if _stands_for_itself(g, word) else ())
        if not units:
            known = (*g.rules.divisions, *(p.id for p in g.rules.units if _stands_for_itself(g, p.id)))
            raise top.wrong(f"lost: {word} is no German unit or division and no Leader{nearest(word, known)}")
        for unit in units:
            if g.at[unit] != UNUSED:
                raise top.wrong(f"lost: {g.name(unit)} is there twice")
            g.at[unit] = DEAD


def _account_for_the_lost(g: Position, top: Entry) -> None:
    """15.12 counts whole divisions: of one that is lost in part the position says where the rest is."""
    for division, units in g.rules.divisions.items():
        rest = [unit for unit in units if g.at[unit] == UNUSED]
        if rest and any(g.at[unit] == DEAD for unit in units):
            raise top.wrong(f"lost: where is {' '.join(g.names(rest))}? {division} is lost in part")


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
