"""Position files: any situation, on the game's board or on a small one given in the file.

game = "bugriver"
title = "At the bridge"           # optional, as are the next four
scenario = "campaign"
seed = 7
dice = [3, 5]                     # the rolls to come; "3 5 ..." goes on by the seed
options = {}
turn = 1
phase = "activation"              # surprise initiative options activation reaction bonus, or a segment of the Admin
                                  # Phase: german-recovery soviet-assignment german-replacement ...; in those of
                                  # recovery the levels are as given here, and Emergency Supply is what is left
side = "german"                   # whose it is: options, activation
acting = "298ID"                  # the formation that acts, in activation and reaction
under = "44ID"                    # reaction, bonus: the formation whose activation it has interrupted
won = "I/525"                     # bonus: the units of the acting formation that have won the battle
entry = "1510"                    # bonus: the hexes their move may begin with
gone = "I/131"                    # units out of the game; those named nowhere are not in it either
exited = "1/36"                   # units that have left the map by the road that counts for victory
disrupted = "II/131"
passed = "soviet"
flipped = "87RD"                  # HQs that have expended Emergency Supply
attached = "I/131"                # isolated units that are with another formation (assigned) for a while
boats = 1                         # units that have crossed the Bug in this activation
luck = "soviet"                   # who owns the Schlachtenglueck marker
interdiction = 1
surprise = 2                      # activations left of the Surprise Attack
used = "44ID"                     # formations that have made theirs
improved = "1511"                 # hexes in Improved Defense
quiet = "87RD"                    # formations whose owner is not asked about reactions
shown = "1/StG191"                # units of which the enemy knows to which formation they belong
ruined = "III"                    # corps whose pontoon bridge is out of the game
[units]                           # hex = units and HQs, the top of the stack first
1409 = "I/525 298ID"
[strength]                        # SP, Support Points of HQs; as printed if not given
"I/525" = 3
[level]                           # Activation Levels; the maximum if not given
298ID = 2
[points]                          # Action Points left
german = 5
[marker]                          # the Initiative +DRM marker: side = box
soviet = 2
[assigned]                        # unit = the HQ it belongs to now
"1/StG191" = "44ID"
[due]                             # unit = the turn it arrives; an HQ that was driven off the map, too
"1/36" = 3
[pontoons]                        # corps = the two hexes
III = "0614 0514"
[control]                         # hexes a side holds beyond its bank of the Bug
german = "1510"

[board] in the form of board.toml is a board of its own. Without [units] the scenario begins.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from grognard.datafile import Entry
from grognard.dice import Dice
from grognard.games.bugriver import sequence
from grognard.games.bugriver.actions import ACTIVATION, BONUS, REACTION
from grognard.games.bugriver.admin import IDS, open_segment
from grognard.games.bugriver.position import DEAD, DUE, ENEMY, EXITED, GERMAN, NOBODY, SIDES, Position, Unit
from grognard.games.bugriver.recovery import judge_supply
from grognard.games.bugriver.rules import BOX, Rules, standard
from grognard.games.bugriver.setup import start
from grognard.hexes import Hex, HexSet
from grognard.positionfile import (
    Keys,
    hex_of,
    hexes_of,
    known_unit,
    on_map,
    phase_of,
    placings,
    rules_of,
    turn_of,
    unplaced,
)
from grognard.state import Frame

KEYS = Keys(
    top=(
        "turn", "phase", "side", "acting", "under", "won", "entry", "units", "gone", "exited", "disrupted", "passed",
        "flipped", "luck", "used",
        "interdiction", "surprise", "improved", "strength", "level", "points", "marker", "assigned", "due", "pontoons",
        "control", "attached", "boats", "quiet", "shown", "ruined",
    ),
    tables={"points": SIDES, "marker": SIDES, "control": SIDES},
)  # fmt: skip


def arrange(position: Mapping[str, Any], options: dict[str, bool], dice: Dice) -> Position:
    """The position a table describes; what it does not give comes from the scenario."""
    top = Entry(position, "position")
    KEYS.check(top)
    rules = rules_of(position, BOX, standard, Rules)
    if "units" not in top:
        return start(rules, options, dice)
    g = Position(rules, options, dice)
    g.turn = turn_of(top, rules.scenario.turns)
    _control(g, top.entry("control", optional=True))
    _place(g, top.entry("units"))
    _units(g, top)
    _formations(g, top)
    _tracks(g, top)
    _bridges(g, top)
    _frames(g, top)
    return g


def _place(g: Position, table: Entry) -> None:
    for unit, hex in placings(g, table, _barred):
        if g.is_hq(unit) and not g.rules.terrain.may_host_hq(hex):
            raise table.wrong(f"{g.hexname(hex)}: {g.name(unit)} is an HQ and must be in a town or village")
        g.enter(unit, hex)


def _barred(g: Position, hex: Hex) -> str:
    return "" if g.rules.land >> hex & 1 else "is not on the part of the map that is used"


def _in_play(g: Position, table: Entry, word: str) -> Unit:
    """A unit on the map, or an HQ that was driven off it (G44)."""
    unit = known_unit(table, g.rules.unit_by_id, word)
    return unit if g.is_hq(unit) and g.at[unit] == DUE else on_map(g, table, word)


def _hq(g: Position, table: Entry, word: str) -> Unit:
    unit = known_unit(table, g.rules.unit_by_id, word)
    if not g.is_hq(unit):
        raise table.wrong(f"{word} is no HQ")
    return unit


def _units(g: Position, top: Entry) -> None:
    """What is said of units: lost, due, disrupted, reduced, assigned."""
    for word in top.words("gone", ()):
        unit = unplaced(g, top, word)
        g.at[unit], g.strength[unit] = DEAD, 0
    for word in top.words("exited", ()):
        g.at[unplaced(g, top, word)] = EXITED
    due = top.entry("due", optional=True)
    for word in due.keys:
        unit, turn = unplaced(g, due, word), due.whole(word)
        if unit not in g.rules.arrivals and not g.is_hq(unit):  # G44: HQs come back
            raise due.wrong(f"{word} has no entrance in this scenario")
        if not g.turn <= turn <= g.rules.scenario.turns:
            raise due.wrong(f"{word}: turn {turn} is not to come")
        g.at[unit], g.due[unit] = DUE, turn
    for word in top.words("disrupted", ()):
        unit = on_map(g, top, word)
        if g.is_hq(unit):
            raise top.wrong(f"disrupted: {word} is an HQ")
        stack = g.stack(g.at[unit])
        g.disrupted[unit] = 1
        g.place(unit, g.at[unit])
        g.stacks[g.at[unit]] = stack  # it lies where it lay (5.3.1a)
    strength = top.entry("strength", optional=True)
    for word in strength.keys:
        unit, now = _in_play(g, strength, word), strength.whole(word)
        if not (0 if g.is_hq(unit) else 1) <= now <= g.strength[unit]:
            raise strength.wrong(f"{word} has at most {g.strength[unit]}, not {now}")
        g.strength[unit] = now
    assigned = top.entry("assigned", optional=True)
    for word in assigned.keys:
        unit, hq = known_unit(assigned, g.rules.unit_by_id, word), _hq(g, assigned, assigned.text(word))
        if g.is_hq(unit) or g.rules.side[unit] != g.rules.side[hq]:
            raise assigned.wrong(f"{word} cannot belong to {assigned.text(word)}")
        g.formation[unit] = hq
    g.shown = frozenset(on_map(g, top, word) for word in top.words("shown", ()))
    for word in top.words("attached", ()):
        unit = on_map(g, top, word)
        if g.rules.home[unit] in (NOBODY, g.formation[unit]):
            raise top.wrong(f"attached: {word} is with its own formation; assigned says with which other")
        g.attached |= {unit}


def _formations(g: Position, top: Entry) -> None:
    levels = top.entry("level", optional=True)
    for hq in g.rules.hqs:
        if g.at[hq] >= 0:
            g.level[hq] = g.rules.ratings[hq].most
        elif g.at[hq] == DUE and hq not in g.rules.arrivals:
            g.level[hq] = 0  # 5.3.2d: without a path
    for word in levels.keys:
        _in_play(g, levels, word)
        hq, level = _hq(g, levels, word), levels.whole(word)
        if not 0 <= level <= g.rules.ratings[hq].most:
            raise levels.wrong(f"{word} has at most level {g.rules.ratings[hq].most}, not {level}")
        g.level[hq] = level
    g.flipped = frozenset(_hq(g, top, word) for word in top.words("flipped", ()))
    g.quiet = frozenset(_hq(g, top, word) for word in top.words("quiet", ()))


def _tracks(g: Position, top: Entry) -> None:
    g.luck = _a_side(top, "luck", g.luck)
    g.interdiction = top.whole("interdiction", g.interdiction)
    if not 0 <= g.interdiction <= 2:
        raise top.wrong(f"interdiction {g.interdiction}: it is 0, 1 or 2")
    g.surprise = top.whole("surprise", 0)
    if not 0 <= g.surprise <= g.rules.scenario.plan.surprise:
        raise top.wrong(f"surprise {g.surprise}: the scenario has {g.rules.scenario.plan.surprise}")
    g.used = tuple(_hq(g, top, word) for word in top.words("used", ()))
    for side in top.words("passed", ()):
        if side not in SIDES:
            raise top.wrong(f"passed: no side {side}: {' or '.join(SIDES)}")
        g.sides_passed = (*g.sides_passed, side)
    g.boats = top.whole("boats", 0)
    if not 0 <= g.boats <= g.rules.tables.march.boats:
        raise top.wrong(f"boats {g.boats}: an activation has {g.rules.tables.march.boats}")
    marker, boxes = top.entry("marker", optional=True), g.rules.tables.initiative.boxes
    for side in marker.keys:
        if marker.whole(side) not in boxes:
            raise marker.wrong(f"{side}: the boxes are {' '.join(map(str, boxes))}, not {marker.whole(side)}")
        g.drm = side, marker.whole(side)
    points = top.entry("points", optional=True)
    for side in points.keys:
        g.ap[side] = points.whole(side)
        if not 0 <= g.ap[side] <= 7:
            raise points.wrong(f"{side}: the track runs from 0 to 7")
    for hex in top.words("improved", ()):
        where: HexSet = 1 << hex_of(top, g.rules.grid.hex, hex)
        if not where & (g.combat[GERMAN] | g.combat[ENEMY[GERMAN]]):
            raise top.wrong(f"improved: no combat unit is in {hex}")
        g.improved |= where


def _a_side(top: Entry, key: str, default: str) -> str:
    side = top.text(key, default)
    if side not in SIDES:
        raise top.wrong(f"{key}: no side {side}: {' or '.join(SIDES)}")
    return side


def _bridges(g: Position, top: Entry) -> None:
    table = top.entry("pontoons", optional=True)
    for corps in top.words("ruined", ()):
        if corps not in g.rules.pontoon_corps:
            raise top.wrong(f"ruined: {corps} builds no pontoon: {' '.join(g.rules.pontoon_corps)}")
        g.ruined |= {corps}
    for corps in table.keys:
        hexes = [hex_of(table, g.rules.grid.hex, word) for word in table.words(corps)]
        if corps not in g.rules.pontoon_corps:
            raise table.wrong(f"{corps} builds no pontoon: {' '.join(g.rules.pontoon_corps)}")
        if len(hexes) != 2 or tuple(hexes) not in g.rules.terrain.bug_sides:
            raise table.wrong(f"{corps}: a pontoon lies over an unbridged side of the Bug between two hexes")
        g.pontoons[corps] = (hexes[0], hexes[1])


def _control(g: Position, table: Entry) -> None:
    held = {side: hexes_of(table, side, g.rules.grid, g.rules.grid.hex) for side in table.keys}
    g.controlled = (g.controlled | held.get(GERMAN, 0)) & ~held.get(ENEMY[GERMAN], 0)


def _frames(g: Position, top: Entry) -> None:
    """The phase that is played, and what it has interrupted."""
    phase = phase_of(top, ACTIVATION if "acting" in top else "options", sequence.SEQUENCE)
    side = _a_side(top, "side", g.rules.side[_hq(g, top, top.text("acting"))] if "acting" in top else GERMAN)
    if phase in IDS and g.turn == 1:
        raise top.wrong(f"{phase}: turn 1 has no Admin Phase")
    if phase in ("initiative", "options", ACTIVATION) and (side in g.sides_passed or len(g.sides_passed) > 1):
        raise top.wrong(f"passed: {side} has passed and acts no more this turn")
    below = Frame("surprise", GERMAN) if g.surprise else Frame("options", side)
    if phase == ACTIVATION:
        hq = _acts(g, top, "acting", side)
        g.play_frames((below, Frame(ACTIVATION, side, (hq,))))
    elif phase == REACTION:
        hq, under = _acts(g, top, "acting", side), _acts(g, top, "under", ENEMY[side])
        mover = Frame("surprise", GERMAN) if g.surprise else Frame("options", ENEMY[side])
        g.play_frames((mover, Frame(ACTIVATION, ENEMY[side], (under,)), Frame(REACTION, side, (hq,))))
    elif phase == BONUS:
        hq = _acts(g, top, "acting", side)
        under = _hq(g, top, top.text("under", g.name(hq)))
        units = tuple(on_map(g, top, word) for word in top.words("won"))
        entry = tuple(hex_of(top, g.rules.grid.hex, word) for word in top.words("entry", ()))
        wrong = [g.name(unit) for unit in units if g.formation[unit] != hq or g.is_hq(unit)]
        if wrong:
            raise top.wrong(f"won: {wrong[0]} is no combat unit of {g.name(hq)}")
        active = g.rules.side[under]
        below = Frame("surprise", GERMAN) if g.surprise else Frame("options", active)
        g.play_frames(
            (below, Frame(ACTIVATION, active, (under,)), Frame(BONUS, side, (hq, units, entry, active == side)))
        )
    else:
        sequence.SEQUENCE.start(g, phase, side)
        if phase in IDS:
            judge_supply(g)
            open_segment(g)
            g.events.clear()  # the file tells the position, not what led to it


def _acts(g: Position, top: Entry, key: str, side: str) -> Unit:
    hq = _hq(g, top, top.text(key))
    if g.rules.side[hq] != side or g.at[hq] < 0:
        raise top.wrong(f"{key}: {top.text(key)} is no {side} HQ on the map")
    return hq
