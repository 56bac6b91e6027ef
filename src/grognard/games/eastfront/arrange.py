"""Position files: any situation, on the game's board or on a small one given in the file.

game = "eastfront"                # title, scenario, seed, dice, options, board, forced: as in every game
scenario = "S42"                  # S41 W41 S42 W42 S43 W43 S44 W44 EDE; what is not given comes from it
month = "AUG42"                   # one of its months
fortnight = 1                     # or 2
weather = "dry"                   # mud snow; else that of the month, dry where it is rolled for
active = "german"                 # whose player-turn it is
phase = "movement"                # one of PHASES; in production both sides are asked; supply plays itself at once
[geography]                       # with a [board]: city, sea, zone, countries, sectors, landmarks as in geography.toml
[units]                           # hex by number or name, an exit zone as EZ-M = words
Kharkov = "41Pz:3 54AK"           # :3 = its CV, else the maximum; ! unsupplied, = face-up, ~ dispersed
Kharkov-NE1 = "6Mk:2!"
[active_hqs]                      # active HQs and what for: "", blitz, paradrop, invasion, "invasion blitz"
AG-South = "blitz"
[battles]                         # hex = the Original Attacker; else the active side attacked
Kharkov-NE1 = "german"
[control]                         # hexes a side holds; in both lists: Soviet; in neither: as in the startline,
german = "1313 1412..1512 EZ-M"   # on a board of its own Soviet; units and their zones of control come before that.
soviet = "EZ-I"                   # A vacant exit zone is its home player's; but by name EZ-L, EZ-M, EZ-V, EZ-W can be
                                  # German, and after the surrender EZ-I and EZ-J of either side, else they are Soviet
                                  # unless Germans are there.
[due]                             # reinforcements: month and CV; none comes that is not listed
2SS = "FEB43:4"
[tracks]
dead = "24Pz"                     # blocks eliminated that may be rebuilt; gone = those that may not
rebuilt = "3Rum 54AK"             # satellites and siege guns that have been rebuilt (11.42)
supreme = 4                       # Supreme Moves left, in the Movement Phase
beachhead = "deployed"            # lost prep ready deployed; beachhead_at = its hex, landed = the Coastal Army's
surrender = true                  # of Rumania (16.11)
fallen = "Odessa"                 # ports that have been German (16.13); else those German on the startline; and now
played = "german"                 # sides that have had their player-turn in this fortnight
turn = 5                          # fortnights since the game began, this one included
basic = { german = 50, soviet = 24 }

A block that is named nowhere is not in the game.
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
from grognard.games.eastfront.objectives import begin_control, cede_zones
from grognard.games.eastfront.position import (
    ACTIVE,
    BLITZ,
    DEAD,
    DEPLOYED,
    DISPERSED,
    DUE,
    ENEMY,
    GERMAN,
    GONE,
    LOST,
    PARADROP,
    PREP,
    READY,
    SOVIET,
    Position,
    Unit,
)  # fmt: skip
from grognard.games.eastfront.production import level
from grognard.games.eastfront.rules import BOX, Rules, all_blocks, standard
from grognard.games.eastfront.scenario import MONTHS
from grognard.games.eastfront.stacking import overstacked
from grognard.hexes import Hex, HexSet
from grognard.positionfile import Keys, hex_of, hexes_of, known_unit, phase_of, unplaced

KEYS = Keys(
    top=(
        "geography", "month", "fortnight", "weather", "active", "phase", "units", "active_hqs", "battles", "control",
        "due", "tracks",
    ),
    tables={
        "control": tuple(ENEMY),
        "tracks": (
            "dead", "gone", "rebuilt", "supreme", "beachhead", "beachhead_at", "landed", "surrender", "fallen",
            "played", "basic", "turn",
        ),
        "tracks.basic": tuple(ENEMY),
    },
    opening=("geography",),
)  # fmt: skip
PHASES = tuple(id for id in sequence.SEQUENCE if id != "continuation")
BEACHHEAD = (LOST, PREP, READY, DEPLOYED)


def arrange(position: Mapping[str, Any], options: dict[str, bool], dice: Dice) -> Position:
    """The position a table describes; what it does not give comes from the scenario."""
    top = Entry(position, "position")
    KEYS.check(top)
    id = top.text("scenario", BOX.scenarios[0])
    plan, rules = BOX.scenario(id), _rules(top, position, id)
    if "units" not in top:
        g = deployment.start(rules, plan, options, dice)
        sequence.begin_game(g)
        return g
    g = Position(rules, plan, options, dice)
    own_board = "board" not in top
    if own_board:
        deployment.divide(g)
        deployment.close(g)
        g.fallen = g.prior & g.rules.release_ports
    _set_time(g, top)
    _set_control(g, top.entry("control", optional=True))
    _place(g, top.entry("units"))
    _await(g, top.entry("due", optional=True))
    _set_tracks(g, top.entry("tracks", optional=True))
    _set_battles(g, top.entry("battles", optional=True))
    _activate(g, top.entry("active_hqs", optional=True))
    _check_stacking(g, top)
    if g.surrender:
        cede_zones(g)
        g.switched &= ~g.prior
    begin_control(g)
    g.levels = {side: level(g, side) for side in ENEMY}
    if g.phase.endswith("movement"):
        begin_movement(g)
        g.supreme = _supreme(g, top.entry("tracks", optional=True))
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
    return Rules(board, Geography.read(table, board, "position: geography"), BOX.scenario(id).blocks or all_blocks())


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
    sequence.SEQUENCE.start(g, phase_of(top, "command", PHASES), _side(top, top.text("active", GERMAN)))
    g.turn = 2 * g.month + g.fortnight


def _side(entry: Entry, word: str) -> str:
    if word not in ENEMY:
        raise entry.wrong(f"no side {word}: {' or '.join(ENEMY)}")
    return word


def _hex(g: Position, entry: Entry, word: str) -> Hex:
    return hex_of(entry, g.rules.hex, word)


def _set_control(g: Position, table: Entry) -> None:
    zones = g.rules.zones
    german, soviet = (
        hexes_of(table, side, g.rules.grid, g.rules.hex) & ~zones | _zones(g, table, side) for side in (GERMAN, SOVIET)
    )
    g.prior = (g.prior | german) & ~soviet  # what both list is Soviet


def _zones(g: Position, table: Entry, side: str) -> HexSet:
    """The exit zones a side holds by name; a block of hexes does not mean those beside it."""
    found, ceded = 0, g.rules.charts.words("zones.surrender")
    for word in table.words(side, ()):
        zone = g.rules.geography.zones.get(hex_of(table, g.rules.hex, word.partition("..")[0]))
        if zone is None or ".." in word:
            continue
        kept = side == GERMAN and (not zone.home or zone.edge == "south")
        if not kept and zone.id not in ceded:
            raise table.wrong(f"{word}: a vacant exit zone is its home player's (16.21); put a unit there")
        found |= 1 << zone.hex
    return found


def _place(g: Position, table: Entry) -> None:
    for name in table.keys:
        hex = _hex(g, table, name)
        if not g.rules.playable >> hex & 1:
            raise table.wrong(f"{name} is not a hex for units")
        if g.closed >> hex & 1:
            raise table.wrong(f"{name} is out of play in {g.scenario.id}")
        for word in table.words(name):
            unit = _unit(g, table, word)
            g.place(unit, hex)


def _unit(g: Position, table: Entry, word: str) -> Unit:
    """A block by the word for it: id[:cv] and marks."""
    plain = word.rstrip("!=~")
    marks = word[len(plain) :]
    name, colon, cv = plain.partition(":")
    unit = unplaced(g, table, name, "block")
    g.cv[unit] = _strength(g, table, unit, cv) if colon else g.rules.units[unit].max
    g.supplied[unit], g.shown[unit] = "!" not in marks, "=" in marks
    g.flags[unit] = DISPERSED if "~" in marks else 0
    return unit


def _strength(g: Position, table: Entry, unit: Unit, word: str) -> int:
    block = g.rules.units[unit]
    least = 0 if block.is_hq else 1
    if not (word.isascii() and word.isdecimal() and least <= int(word) <= block.max):
        raise table.wrong(f"{block.id}:{word}: {block.id} has strengths from {least} to {block.max}")
    return int(word)


def _check_stacking(g: Position, top: Entry) -> None:
    """6.2: stacks fit their hexes, except while units move or are being set up."""
    if g.phase.endswith("movement") or g.phase == "deployment":
        return
    for side in ENEMY:
        for hex in overstacked(g, side):
            raise top.wrong(f"{g.hexname(hex)} holds more than {g.rules.stack_limit(hex)} {side.title()} units (6.2)")


def _await(g: Position, table: Entry) -> None:
    for name in table.keys:
        unit = unplaced(g, table, name, "block")
        month, _, cv = table.text(name).partition(":")
        if month[:3] not in MONTHS or not (len(month) == 5 and month[3:].isdecimal()) or not cv:
            raise table.wrong(f"{name} must be MONTH:CV, as FEB43:4, not {table.text(name)}")
        g.at[unit], g.due[unit] = DUE, (month, _strength(g, table, unit, cv))


def _known(g: Position, table: Entry, name: str) -> Unit:
    return known_unit(table, g.rules.unit_by_id, name, "block")


def _set_tracks(g: Position, table: Entry) -> None:
    for key, place in (("dead", DEAD), ("gone", GONE)):
        for name in table.words(key, ()):
            g.at[unplaced(g, table, name, "block")] = place
    g.rebuilt = frozenset(_known(g, table, name) for name in table.words("rebuilt", ()))
    for unit in sorted(g.rebuilt):
        if unit not in g.rules.satellites and "siege" not in g.rules.units[unit].special:
            raise table.wrong(f"rebuilt: {g.name(unit)} is neither a satellite nor the siege guns (11.42)")
    _set_beachhead(g, table)
    g.surrender = table.flag("surrender", g.scenario.surrendered)
    ports = {g.rules.charts.text(f"objective.{key}") for key in ("first_release", "release")}
    if "fallen" in table:
        g.fallen = 0
    for name in table.words("fallen", ()):
        if name not in ports or name not in g.rules.city_hex:
            raise table.wrong(f"fallen: no port {name}: {' '.join(sorted(ports))}{nearest(name, ports)}")
        g.fallen |= 1 << g.rules.city_hex[name]
    g.played = tuple(_side(table, word) for word in table.words("played", ()))
    if len(set(g.played)) < len(g.played) or (g.side in g.played and g.phase != "production"):
        raise table.wrong(f"played: {' '.join(g.played)}, and it is the {g.side.title()} player-turn")
    g.turn = _at_least(table, "turn", 1, g.turn)
    basic = table.entry("basic", optional=True)
    g.basic = {side: basic.whole(side, g.basic[side]) for side in ENEMY}
    _supreme(g, table)


def _at_least(table: Entry, key: str, least: int, default: int) -> int:
    number = table.whole(key, default)
    if key in table and number < least:
        raise table.wrong(f"{key} must be {least} or more, not {number}")
    return number


def _supreme(g: Position, table: Entry) -> int:
    """The Supreme Moves that are left."""
    most = g.rules.charts.value("supreme.moves") * max(g.rules.units[hq].max for hq in g.rules.hqs[g.side])
    moves = _at_least(table, "supreme", 0, g.supreme)
    if moves > most:
        raise table.wrong(f"supreme must be {most} at most, not {moves}")
    if "supreme" in table and g.phase != "movement":
        raise table.wrong(f"supreme: there are no Supreme Moves in the {g.phase} phase")
    return moves


def _set_beachhead(g: Position, table: Entry) -> None:
    g.beachhead = table.text("beachhead", deployment.first_beachhead(g))
    if g.beachhead not in BEACHHEAD:
        raise table.wrong(f"no beachhead {g.beachhead}: {' '.join(BEACHHEAD)}{nearest(g.beachhead, BEACHHEAD)}")
    if ("beachhead_at" in table) != (g.beachhead == DEPLOYED):
        raise table.wrong("beachhead_at goes with a beachhead that is deployed, and it with beachhead_at")
    if "beachhead_at" in table:
        g.beachhead_at = _hex(g, table, table.text("beachhead_at"))
        if not g.rules.land >> g.beachhead_at & 1:
            raise table.wrong(f"beachhead_at: {table.text('beachhead_at')} is no land hex")
    if "landed" in table:
        g.landed = _hex(g, table, table.text("landed"))
        if not any(g.at[unit] == g.landed for unit in g.rules.coastal):
            raise table.wrong(f"landed: the Coastal Army is not in {table.text('landed')}")


def _set_battles(g: Position, table: Entry) -> None:
    given = {_hex(g, table, name): _side(table, table.text(name)) for name in table.keys}
    both = g.occupied[GERMAN] & g.occupied[SOVIET]
    for hex in given:
        if not both >> hex & 1:
            raise table.wrong(f"{g.hexname(hex)}: a battle has units of both sides")
    for hex in list(g.stacks[GERMAN]):
        if both >> hex & 1:
            g.battles[hex] = given.get(hex, g.side)
            for unit in g.stack(g.battles[hex], hex):
                g.shown[unit] = 1


def _activate(g: Position, table: Entry) -> None:
    if table.keys and g.phase in ("supply", "production", "deployment"):
        raise table.wrong(f"no HQ is active in the {g.phase} phase")
    for name in table.keys:
        hq = _known(g, table, name)
        if not g.is_hq(hq) or g.at[hq] < 0 or g.owner(hq) != g.side:
            raise table.wrong(f"{name} is no HQ of the active side on the map")
        role = ACTIVE
        words = table.words(name)
        for at, word in enumerate(words):
            if word not in ROLES:
                raise table.wrong(f"{name}: no role {word}: {' '.join(ROLES)}")
            if word in words[:at] or ("paradrop" in words and len(words) > 1):
                raise table.wrong(f"{name}: no HQ is active for {' and '.join(words)}")
            role |= ROLES[word]
        if role & BLITZ and g.rules.is_supreme(hq):
            raise table.wrong(f"{name} is a supreme HQ and cannot blitz (5.7a)")
        if role & PARADROP and not any(g.owner(para) == g.side for para in g.rules.paras):
            raise table.wrong(f"{name} has no paratroops (14.2)")
        if g.phase.startswith("blitz"):
            role &= ~BLITZ  # the marker is gone (5.7)
        g.role[hq], g.shown[hq] = role, 1
        g.blitz |= bool(role & BLITZ) or g.phase.startswith("blitz")
