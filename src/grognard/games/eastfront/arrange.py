"""Position files: any situation, on the game's board or on a small one given in the file.

game = "eastfront"
scenario = "S42"
month = "AUG42"
fortnight = 1
weather = "dry"
active = "german"
phase = "movement"
[units]                           # hex by number or name = words
Kharkov = "41Pz:3 54AK"           # :3 = its CV, else the maximum; ! unsupplied, = face-up, ~ dispersed
Kharkov-NE1 = "6Mk:2!"
[active_hqs]                       # active HQs and what for: "", blitz, paradrop, invasion, "invasion blitz"
AG-South = "blitz"
[battles]                         # hex = the Original Attacker; else the active side attacked
Kharkov-NE1 = "german"
[control]                         # hexes a side holds besides those of the scenario's startline
german = "1313 1412..1512"
[due]
2SS = "FEB43:4"
[tracks]                          # dead, gone, rebuilt, supreme, beachhead, beachhead_at, landed, surrender, played
basic = { german = 50, soviet = 24 }
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from grognard.board import Board
from grognard.datafile import Entry
from grognard.dice import Dice
from grognard.errors import nearest
from grognard.games.eastfront import deployment, sequence
from grognard.games.eastfront.combat import begin_combat
from grognard.games.eastfront.command import ROLES
from grognard.games.eastfront.geography import Geography
from grognard.games.eastfront.movement import begin_movement
from grognard.games.eastfront.objectives import begin_control
from grognard.games.eastfront.position import (
    ACTIVE,
    BLITZ,
    DEAD,
    DISPERSED,
    DUE,
    ENEMY,
    GERMAN,
    GONE,
    SOVIET,
    UNUSED,
    Position,
    Unit,
)  # fmt: skip
from grognard.games.eastfront.production import level
from grognard.games.eastfront.rules import SCENARIOS, Rules, all_blocks, scenario, standard
from grognard.hexes import Hex
from grognard.positionfile import Keys, hex_of, hexes_of, known_unit, phase_of

KEYS = Keys(
    top=(
        "geography", "month", "fortnight", "weather", "active", "phase", "units", "active_hqs", "battles", "control",
        "due", "tracks",
    ),
    tables={
        "control": tuple(ENEMY),
        "tracks": (
            "dead", "gone", "rebuilt", "supreme", "beachhead", "beachhead_at", "landed", "surrender", "played",
            "basic", "turn",
        ),
        "tracks.basic": tuple(ENEMY),
    },
    opening=("geography",),
)  # fmt: skip
PHASES = (*sequence.PHASES, "production")


def arrange(position: Mapping[str, Any], options: dict[str, bool], dice: Dice) -> Position:
    """The position a table describes; what it does not give comes from the scenario."""
    top = Entry(position, "position")
    KEYS.check(top)
    id = top.text("scenario", SCENARIOS[0])
    if id not in SCENARIOS:
        raise top.wrong(f"no scenario {id}: {' '.join(SCENARIOS)}{nearest(id, SCENARIOS)}")
    plan, rules = scenario(id), _rules(top, position, id)
    if "units" not in top:
        g = deployment.start(rules, plan, options, dice)
        sequence.begin_game(g)
        return g
    g = Position(rules, plan, options, dice)
    own_board = "board" not in top
    if own_board:
        deployment.divide(g)
        deployment.close(g)
    _set_time(g, top)
    _set_control(g, top.entry("control", optional=True))
    _place(g, top.entry("units"))
    _await(g, top.entry("due", optional=True))
    _set_tracks(g, top.entry("tracks", optional=True))
    _set_battles(g, top.entry("battles", optional=True))
    _activate(g, top.entry("active_hqs", optional=True))
    begin_control(g)
    g.levels = {side: level(g, side) for side in ENEMY}
    if g.phase.endswith("movement"):
        begin_movement(g)
        g.supreme = top.entry("tracks", optional=True).whole("supreme", g.supreme)
    elif g.phase.endswith("combat"):
        begin_combat(g)
    return g


def _rules(top: Entry, position: Mapping[str, Any], id: str) -> Rules:
    board = Board.of_position(position)
    if board is None:
        if "geography" in top:
            raise top.wrong("geography goes with a board of its own")
        return standard(id)
    table = position.get("geography", {})
    top.entry("geography", optional=True)
    return Rules(board, Geography.read(table, board, "position: geography"), scenario(id).blocks or all_blocks())


def _set_time(g: Position, top: Entry) -> None:
    months = g.scenario.months
    month = top.text("month", months[0])
    if month not in months:
        raise top.wrong(f"no month {month} in {g.scenario.id}: {' '.join(months)}")
    g.month, g.fortnight = months.index(month), top.whole("fortnight", 1)
    if g.fortnight not in (1, 2):
        raise top.wrong(f"fortnight must be 1 or 2, not {g.fortnight}")
    usual = g.rules.charts.text(f"month.{month[:3]}")
    g.weather = top.text("weather", "dry" if usual == "roll" else usual)
    if g.weather not in g.rules.speed:
        raise top.wrong(f"no weather {g.weather}: {' '.join(g.rules.speed)}")
    g.active = _side(top, top.text("active", GERMAN))
    g.phase = phase_of(top, "command", PHASES)
    g.turn = 2 * g.month + g.fortnight


def _side(entry: Entry, word: str) -> str:
    if word not in ENEMY:
        raise entry.wrong(f"no side {word}: {' or '.join(ENEMY)}")
    return word


def _hex(g: Position, entry: Entry, word: str) -> Hex:
    return hex_of(entry, g.rules.hex, word)


def _set_control(g: Position, table: Entry) -> None:
    german, soviet = (hexes_of(table, side, g.rules.grid, g.rules.hex) for side in (GERMAN, SOVIET))
    g.prior = (g.prior | german) & ~soviet


def _place(g: Position, table: Entry) -> None:
    for name in table.keys:
        hex = _hex(g, table, name)
        if not g.rules.playable >> hex & 1:
            raise table.wrong(f"{name} is not a hex for units")
        for word in table.words(name):
            unit = _unit(g, table, word)
            g.place(unit, hex)


def _unit(g: Position, table: Entry, word: str) -> Unit:
    """A block by the word for it: id[:cv] and marks."""
    plain = word.rstrip("!=~")
    marks = word[len(plain) :]
    name, _, cv = plain.partition(":")
    unit = _known(g, table, name)
    if g.at[unit] != UNUSED:
        raise table.wrong(f"{name} is there twice")
    block = g.rules.units[unit]
    least = 0 if block.is_hq else 1
    if cv and not (cv.isdecimal() and least <= int(cv) <= block.max):
        raise table.wrong(f"{word}: {name} has strengths from {least} to {block.max}")
    g.cv[unit] = int(cv) if cv else block.max
    g.supplied[unit], g.shown[unit] = "!" not in marks, "=" in marks
    g.flags[unit] = DISPERSED if "~" in marks else 0
    return unit


def _await(g: Position, table: Entry) -> None:
    for name in table.keys:
        unit = _known(g, table, name)
        month, _, cv = table.text(name).partition(":")
        if not cv.isdecimal():
            raise table.wrong(f"{name} must be MONTH:CV, as FEB43:4")
        g.at[unit], g.due[unit] = DUE, (month, int(cv))


def _known(g: Position, table: Entry, name: str) -> Unit:
    return known_unit(table, g.rules.unit_by_id, name, "block")


def _set_tracks(g: Position, table: Entry) -> None:
    for key, place in (("dead", DEAD), ("gone", GONE)):
        for name in table.words(key, ()):
            g.at[_known(g, table, name)] = place
    g.rebuilt = frozenset(_known(g, table, name) for name in table.words("rebuilt", ()))
    g.beachhead = table.text("beachhead", g.beachhead)
    if "beachhead_at" in table:
        g.beachhead_at = _hex(g, table, table.text("beachhead_at"))
    if "landed" in table:
        g.landed = _hex(g, table, table.text("landed"))
    g.surrender = table.flag("surrender", g.scenario.surrendered)
    g.played = tuple(_side(table, word) for word in table.words("played", ()))
    g.turn = table.whole("turn", g.turn)
    basic = table.entry("basic", optional=True)
    g.basic = {side: basic.whole(side, g.basic[side]) for side in ENEMY}


def _set_battles(g: Position, table: Entry) -> None:
    given = {_hex(g, table, name): _side(table, table.text(name)) for name in table.keys}
    both = g.occupied[GERMAN] & g.occupied[SOVIET]
    for hex in given:
        if not both >> hex & 1:
            raise table.wrong(f"{g.hexname(hex)}: a battle has units of both sides")
    for hex in list(g.stacks[GERMAN]):
        if both >> hex & 1:
            g.battles[hex] = given.get(hex, g.active)
            for unit in g.stack(g.battles[hex], hex):
                g.shown[unit] = 1


def _activate(g: Position, table: Entry) -> None:
    for name in table.keys:
        hq = _known(g, table, name)
        if not g.is_hq(hq) or g.at[hq] < 0 or g.side(hq) != g.active:
            raise table.wrong(f"{name} is no HQ of the active side on the map")
        role = ACTIVE
        for word in table.words(name):
            if word not in ROLES:
                raise table.wrong(f"{name}: no role {word}: {' '.join(ROLES)}")
            role |= ROLES[word]
        g.role[hq], g.shown[hq] = role, 1
        g.blitz |= bool(role & BLITZ) or g.phase.startswith("blitz")
