"""7.5.1.2: every modifier of the combat roll, a line each."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from grognard.games.bugriver.armour import armour, crossing
from grognard.games.bugriver.chits import HASTY, PREPARED, REGULAR
from grognard.games.bugriver.command import in_command
from grognard.games.bugriver.position import Position, Unit
from grognard.games.bugriver.strength import ground
from grognard.games.bugriver.terrain import PILLBOX
from grognard.games.bugriver.zoc import projects
from grognard.hexes import Hex, members
from grognard.preview import Line

Known = Callable[[Unit], bool]  # whether whoever asks knows of a unit
HUNDRED = 100
ATTACK_RULES = {HASTY: "7.5.1.2e", REGULAR: "7.5.1.2g", PREPARED: "7.5.1.2h"}
DEFENCE_RULES = {"regular-defense": "7.5.1.2i", "improved-defense": "7.5.1.2j"}


def drms(g: Position, kind: str, hex: Hex, units: Sequence[Unit], defenders: Sequence[Unit]) -> list[Line]:
    """7.5.1D.d, 5.1b: all modifiers of an attack by units of one hex on another; they add up."""
    return [*other_drms(g, kind, hex, units, defenders), *armour_drm(g, hex, units, defenders)]


def other_drms(
    g: Position,
    kind: str,
    hex: Hex,
    units: Sequence[Unit],
    defenders: Sequence[Unit],
    known: Known = lambda unit: True,
) -> list[Line]:
    """All but armour superiority; of the units that could support the defender those that are known."""
    return [
        *_hexside(g, hex, units),
        *_attack_support(g, kind, hex, units),
        *_defence_support(g, hex, units, defenders, known),
        *_hq_support(g, kind, units),
        *_engineers(g, kind, hex, units, g.owner(defenders[0])),
    ]


def armour_drm(g: Position, hex: Hex, units: Sequence[Unit], defenders: Sequence[Unit]) -> list[Line]:
    """7.5.1.2n to s."""
    found = armour(g, units, defenders, hex)
    return [_line("armour superiority", found.drm, found.rule)] if found.drm else []


def _line(what: str, value: int, rule: str) -> Line:
    return Line(what, f"{value:+d}", rule)


def _hexside(g: Position, hex: Hex, units: Sequence[Unit]) -> Iterable[Line]:
    """7.5.1.2b, 10.1: the one hexside that is crossed, road or not."""
    here = g.at[units[0]]
    over = crossing(g, here, hex)
    assert over is not None
    if over.drm:
        brandenburg = over is g.rules.tables.fight.side["brandenburg"]
        what = "Brandenburgers at the bridge" if brandenburg else g.rules.terrain.between(here, hex, g.bridges)
        said = what.replace("-", " ").replace("bug", "the Bug")
        yield _line(said, over.drm, "10.1" if brandenburg else "7.5.1.2b")


# --- combat support ---------------------------------------------------------------------------------------------------


def qualified(g: Position, unit: Unit, hex: Hex) -> bool:
    """7.5.1.2c: whether a unit could lend support against an enemy hex: its ZOC reaches it, and it is in command."""
    return projects(g, unit, hex) and in_command(g, unit)


def supporters(g: Position, side: str, hex: Hex, own: Hex) -> dict[Hex, list[Unit]]:
    """The units of a side that could support against an enemy hex, by hex; its own hex in the combat does not count
    (G38)."""
    found: dict[Hex, list[Unit]] = {}
    for there in members(g.rules.beside(hex) & g.combat[side] & ~(1 << own)):
        able = [unit for unit in g.stacks[there] if qualified(g, unit, hex)]
        if able:
            found[there] = able
    return found


def _attack_support(g: Position, kind: str, hex: Hex, units: Sequence[Unit]) -> Iterable[Line]:
    """7.5.1.2e, g, h: each other hex next to the defender; the greater value of a hex, once (7.5.1.2k)."""
    support, formation = g.rules.tables.support[kind], g.formation[units[0]]
    if not support.same and not support.other:
        return
    for there, able in supporters(g, g.owner(units[0]), hex, g.at[units[0]]).items():
        same = any(g.formation[unit] == formation for unit in able)
        yield from _support(g, there, support.same if same else support.other, ATTACK_RULES[kind], same=same)


def _defence_support(
    g: Position, hex: Hex, units: Sequence[Unit], defenders: Sequence[Unit], known: Known
) -> Iterable[Line]:
    """7.5.1.2f, i, j: each other hex next to the attacker, if no defender is disrupted and one is in command (G38)."""
    if any(g.disrupted[unit] for unit in defenders):
        return
    formations = {g.formation[unit] for unit in defenders if g.at[unit] == hex and in_command(g, unit)}
    if not formations:
        return
    stance = "improved-defense" if g.improved >> hex & 1 else "regular-defense"
    support = g.rules.tables.support[stance]
    for there, able in supporters(g, g.owner(defenders[0]), g.at[units[0]], hex).items():
        seen = [unit for unit in able if known(unit)]
        same = any(g.formation[unit] in formations for unit in seen)
        if seen:
            yield from _support(g, there, support.same if same else support.other, DEFENCE_RULES[stance], same=same)


def allied(g: Position, kind: str, hex: Hex, units: Sequence[Unit], defenders: Sequence[Unit]) -> set[Unit]:
    """8.2b, G61: the assigned units that support, or are supported, as of one formation: now it is seen of which."""
    found: set[Unit] = set()
    camps = [(units, hex, g.at[units[0]])] if g.rules.tables.support[kind].same else []
    if not any(g.disrupted[unit] for unit in defenders):
        camps.append((defenders, g.at[units[0]], hex))
    for camp, against, own in camps:
        formations = {g.formation[unit] for unit in camp if in_command(g, unit)}
        near = [unit for able in supporters(g, g.owner(camp[0]), against, own).values() for unit in able]
        both = formations & {g.formation[unit] for unit in near}
        found |= {unit for unit in (*camp, *near) if g.formation[unit] in both}
    return {unit for unit in found if g.formation[unit] != g.rules.home[unit]}


def _support(g: Position, hex: Hex, value: int, rule: str, *, same: bool) -> Iterable[Line]:
    if value:
        yield _line(f"support from {g.hexname(hex)}{'' if same else ', another formation'}", value, rule)


# --- HQs and engineers ------------------------------------------------------------------------------------------------


def _hq_support(g: Position, kind: str, units: Sequence[Unit]) -> Iterable[Line]:
    """7.5.1.2l, m, G39: the parent HQ's Support Points, or half of them rounded up, for attackers in command."""
    hq, share = g.formation[units[0]], g.rules.tables.support[kind].hq
    if share and in_command(g, units[0]):
        points = -(-g.strength[hq] * share // HUNDRED)
        if points:
            yield _line(f"support of {g.name(hq)}", points, "7.5.1.2m")


def _engineers(g: Position, kind: str, hex: Hex, units: Sequence[Unit], defender: str) -> Iterable[Line]:
    """7.5.1.2a: engineers of the acting formation against a pillbox, in the attack or in support of it."""
    if ground(g, hex, defender) != PILLBOX:
        return
    engineers, formation = g.rules.engineers, g.formation[units[0]]
    there = any(unit in engineers for unit in units)
    if not there and g.rules.tables.support[kind].same:
        near = supporters(g, g.owner(units[0]), hex, g.at[units[0]]).values()
        there = any(unit in engineers and g.formation[unit] == formation for able in near for unit in able)
    value = g.rules.tables.fight.hex[PILLBOX].engineers
    if there and value:
        yield _line("engineers against a pillbox", value, "7.5.1.2a")
