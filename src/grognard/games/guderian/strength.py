"""Combat strengths: 7.3 integration, 11.3 supply, 10.36 Leaders, 9.3 terrain, 6.55 the halving of overruns.

The same functions serve the referee and the preview: `face` says what a unit is worth before any adjustment, and every
adjustment can be written down as a line with its rule.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from dataclasses import field as dataclass_field

from grognard.games.guderian.position import DEFENDED, GERMAN, RETREATED, Position, Unit
from grognard.games.guderian.supply import in_supply
from grognard.hexes import Hex
from grognard.preview import Line

Face = Callable[[Unit], int]
Note = Callable[[str, object, str], None]


@dataclass(slots=True)
class Fight:
    """One combat: who attacks which hexes with what."""

    side: str
    hexes: tuple[Hex, ...]
    attackers: list[Unit]
    defenders: list[Unit]
    overrun: bool = False
    followers: list[Unit] = dataclass_field(default_factory=list)  # Leaders bound to the attackers' fate (10.26)


def defenders_of(g: Position, hexes: Iterable[Hex], overrun: bool) -> list[Unit]:
    """Everybody in the hexes who fights: not those who fled to others (9.75)."""
    units: list[Unit] = []
    for hex in hexes:
        stack = g.stack(hex)
        steady = [u for u in stack if not g.flags[u] & RETREATED]
        units += steady or [u for u in stack if overrun or not g.flags[u] & DEFENDED]  # 9.14
    return units


def quiet(what: str, value: object, rule: str) -> None:
    """Ignores notes."""


def notes(lines: list[Line]) -> Note:
    """A note that adds a line."""
    return lambda what, value, rule: lines.append(Line(what, str(value), rule))


def integrated(g: Position, hex: Hex) -> str:
    """7.3: the division whose regiments all stand in the hex, with no unit of another; '' if there is none."""
    divisions = {g.rules.units[u].division for u in g.stack(hex) if not is_independent(g, u)}
    if len(divisions) != 1:
        return ""
    (division,) = divisions
    regiments = g.rules.divisions.get(division, ())
    whole = len(regiments) > 1 and all(g.at[u] == hex for u in regiments)
    return division if whole else ""


def is_independent(g: Position, unit: Unit) -> bool:
    """Regiments of no division, which do not disturb a division they stand with (7.3)."""
    piece = g.rules.units[unit]
    return piece.side == GERMAN and not piece.division and piece.klass == "mechanised"


def hex_strength(g: Position, hex: Hex, units: Sequence[Unit], face: Face, note: Note = quiet) -> int:
    """What units in one hex are worth together after integration and supply (7.3, 11.31, 11.32)."""
    division = integrated(g, hex)
    total = 0
    whole = [u for u in units if division and g.rules.units[u].division == division]
    if whole:
        doubled = 2 * sum(face(u) for u in whole)
        note(f"{' '.join(g.names(whole))} integrated", doubled, "7.3a")
        supplied = sum(2 * face(u) for u in whole if in_supply(g, u))
        if supplied != doubled:
            doubled = supplied + (doubled - supplied) // 2
            note("out of supply, halved", doubled, "11.31")
        total += max(1, doubled)
    for unit in units:
        if unit not in whole:
            total += unit_strength(g, unit, face, note)
    return total


def unit_strength(g: Position, unit: Unit, face: Face, note: Note = quiet) -> int:
    """A unit by itself: its printed strength, half of it out of supply, at least one."""
    printed = face(unit)
    note(g.name(unit), printed, "3.4e")
    if printed and not in_supply(g, unit):
        printed = max(1, printed // 2)
        note(f"{g.name(unit)} out of supply, halved", printed, "11.31")
    return printed


def attack_face(g: Position) -> Face:
    """Printed attack strengths."""
    return lambda unit: g.printed(unit)[0]


def defence_face(g: Position) -> Face:
    """Printed defence strengths; a Leader's rating is his (10.1)."""
    return lambda unit: g.rules.units[unit].more.rating if unit in g.rules.leaders else g.printed(unit)[1]


def attack_strength(g: Position, fight: Fight, face: Face, note: Note = quiet) -> int:
    """The attackers' total after every adjustment (10.36, 6.55)."""
    total = 0
    for hex in dict.fromkeys(g.at[u] for u in fight.attackers):
        here = [u for u in fight.attackers if g.at[u] == hex]
        units = [u for u in here if u not in g.rules.leaders]
        strength = hex_strength(g, hex, units, face, note)
        total += strength + leader_bonus(g, here, strength, note)
    return overrun_strength(total, note) if fight.overrun else total


def leader_bonus(g: Position, units: Iterable[Unit], strength: int, note: Note = quiet) -> int:
    """10.36: Leaders in an attack add their value, up to the strength of the units stacked with them."""
    leaders = [u for u in units if u in g.rules.leaders and not g.disrupted[u]]
    bonus = min(strength, sum(g.rules.units[u].more.rating for u in leaders))
    if bonus:
        note(f"{' '.join(g.names(leaders))} adds", bonus, "10.36a")
    return bonus


def overrun_strength(total: int, note: Note = quiet) -> int:
    """6.55: half, after everything else, fraction dropped; never less than one (11.32)."""
    half = max(1, total // 2)
    note("overrun, halved", half, "6.55a")
    return half


def defence_strength(g: Position, fight: Fight, face: Face, note: Note = quiet) -> int:
    """The defenders' total: each hex by itself, with its terrain (9.3)."""
    total = 0
    for hex in fight.hexes:
        units = [u for u in fight.defenders if g.at[u] == hex]
        if units:
            strength = hex_strength(g, hex, units, face, note)
            multiple = terrain_multiple(g, hex, fight.attackers, note)
            if multiple > 1:
                note(f"{g.hexname(hex)} times {multiple}", strength * multiple, "9.33")
            total += strength * multiple
    return total


def terrain_multiple(g: Position, hex: Hex, attackers: Iterable[Unit], note: Note = quiet) -> int:
    """9.3: multiples of terrain add up, less one; a river counts only if every attacker is across it (9.32)."""
    rules = g.rules
    multiple = 1
    name = g.hexname(hex)
    terrain = rules.board.terrain[hex]
    if terrain in rules.hex_multiple:
        multiple += rules.hex_multiple[terrain] - 1
        note(f"{name} is {terrain}", f"x{rules.hex_multiple[terrain]}", "9.31")
    place = rules.board.place_at.get(hex)
    if place and place.kind in rules.place_multiple:
        multiple += rules.place_multiple[place.kind] - 1
        note(
            f"{name} is {place.name}, a {place.kind.replace('-', ' ')}", f"x{rules.place_multiple[place.kind]}", "9.31"
        )
    across = {g.at[u] for u in attackers if u not in rules.leaders}
    if across and all(rules.board.crosses("river", a, hex) for a in across):
        multiple += rules.river_multiple - 1
        note(f"{name} is attacked across rivers alone", f"x{rules.river_multiple}", "9.32")
    return multiple
