"""8.3: the Replacement Segment: German replacements (8.3.1), Soviet cannibalisation and reorganisation (8.3.2)."""

from __future__ import annotations

from grognard.events import Noted, Removed
from grognard.games.bugriver.actions import short_of
from grognard.games.bugriver.assignment import in_range
from grognard.games.bugriver.command import in_command
from grognard.games.bugriver.position import GERMAN, NOBODY, SPENT, Position, Unit
from grognard.games.bugriver.recovery import has_supply
from grognard.games.bugriver.tables import LEG
from grognard.mechanics.turn import Verb
from grognard.mechanics.verbs import of_unit
from grognard.ruling import OK, Ruling, no

NO_POINTS = (NOBODY, "", 0, 0)


def receive(g: Position, side: str) -> None:
    """8.3.1a: the Germans receive the points of the turn; the Soviets have only what they make (8.3.2b)."""
    table = g.rules.tables.replacements
    g.donor = (NOBODY, "", table.infantry.get(g.turn, 0), table.afv.get(g.turn, 0)) if side == GERMAN else NO_POINTS


def lapse(g: Position) -> None:
    """8.3c: what is not spent is lost."""
    g.donor = NO_POINTS


def unspent(g: Position) -> str:
    """The points that are there to be given out, as players count them; '' if there are none."""
    _, kind, infantry, afv = g.donor
    if g.side == GERMAN:
        held = [_counted(many, name) for many, name in ((infantry, "Infantry point"), (afv, "AFV point")) if many]
        return " and ".join(held)
    return f"{_counted(infantry, 'point')} of {kind.replace('-', ' ')}" if infantry else ""


def _counted(many: int, what: str) -> str:
    return f"{many} {what}{'s' * (many != 1)}"


# --- who can be given strength ----------------------------------------------------------------------------------------


def _fit(g: Position, unit: Unit) -> Ruling:
    """8.3a, 8.3d: undisrupted, reduced, in Command Range of its HQ, which is in supply or Emergency Supply."""
    name = g.name(unit)
    if g.at[unit] < 0 or g.rules.side[unit] != g.side:
        return no("8.3d", f"{name} is no unit of yours on the map")
    if g.is_hq(unit):
        return no("8.3a" if g.side == GERMAN else "8.3.2e", f"{name} is an HQ and takes no replacements")
    if g.strength[unit] >= g.rules.printed[unit]:
        return no("8.3d", f"{name} has its printed strength")
    return _served(g, unit)


def _served(g: Position, unit: Unit) -> Ruling:
    name, hq = g.name(unit), g.formation[unit]
    if g.disrupted[unit]:
        return no("8.3a", f"{name} is disrupted")
    if not in_command(g, unit):
        return no("8.3a", f"{name} is not in Command Range of its HQ")
    return OK if has_supply(g, hq) else no("8.3a", f"{g.name(hq)} is neither in supply nor in Emergency Supply")


def price(g: Position, unit: Unit) -> tuple[int, int]:
    """8.3.1b, G30: the Infantry and the AFV points that one SP of a German unit costs; none for what takes neither."""
    kind = g.rules.units[unit].type
    if g.rules.afv(unit):
        return 0, 1
    if kind in g.rules.tables.replacements.two_for_one.split():
        return 2, 0
    return (1, 0) if g.rules.klass[unit] == LEG else (0, 0)


def may_replace(g: Position, unit: Unit) -> Ruling:
    """Whether a unit can be given a Strength Point with the points there are."""
    ruling = _fit(g, unit)
    if not ruling:
        return ruling
    return _affordable(g, unit) if g.side == GERMAN else _paired(g, unit)


def _affordable(g: Position, unit: Unit) -> Ruling:
    name, (_, _, infantry, afv) = g.name(unit), g.donor
    foot, tanks = price(g, unit)
    if not foot and not tanks:
        return no("8.3.1a", f"{name} is of a type that takes no replacements")
    if foot > infantry:
        rule = "8.3.1b" if foot > 1 else "8.3.1a"
        return no(rule, f"{name} takes {short_of(foot, infantry, 'Infantry point')}")
    return OK if tanks <= afv else no("8.3.1a", f"{name} takes an AFV point, and none is left")


def _paired(g: Position, unit: Unit) -> Ruling:
    """8.3.2c, 8.3.2d: the table pairs its type with the donor's, and it is in range of the donor's HQ too."""
    name, (hq, kind, left, _) = g.name(unit), g.donor
    if not left:
        return no("8.3.2b", "there are no points: cannibalise a unit first")
    return takes_from(g, unit, hq, kind, name)


def takes_from(g: Position, unit: Unit, hq: Unit, kind: str, name: str) -> Ruling:
    """Whether a reduced unit that is fit may have points of a donor of that formation and type."""
    if g.rules.units[unit].type not in g.rules.tables.reorganisation[kind].split():
        return no("8.3.2c", f"{name} takes no points of a unit of type {kind}")
    return OK if in_range(g, unit, hq) else no("8.3.2d", f"{name} is not in Command Range of {g.name(hq)}")


def replaceable(g: Position) -> list[Unit]:
    """The units that can be given a Strength Point now."""
    return g.memo("replaceable", lambda: [u for u in _reduced(g) if may_replace(g, u)])


def _reduced(g: Position) -> list[Unit]:
    return g.memo("reduced", lambda: _found_reduced(g))


def _found_reduced(g: Position) -> list[Unit]:
    at, strength, printed = g.at, g.strength, g.rules.printed
    return [u for u in g.rules.of_side[g.side] if at[u] >= 0 and strength[u] < printed[u] and not g.is_hq(u)]


def replace(g: Position, unit: Unit) -> None:
    """8.3d: one Strength Point."""
    hq, kind, infantry, afv = g.donor
    foot, tanks = price(g, unit) if g.side == GERMAN else (1, 0)
    g.donor = (hq, kind, infantry - foot, afv - tanks)
    g.strength[unit] += 1
    text = f"{g.name(unit)} is rebuilt to {g.strength[unit]}"
    g.tell(Noted(text=text, rule="8.3d", only=(g.side,)))  # 5.3.4a: strength is not for the enemy's eyes


def ask_german(g: Position) -> str:
    """What the Germans are asked in their part of the segment."""
    left = unspent(g)
    return f"You have {left}: give Strength Points to reduced units, or end" if left else "No points are left: end"


def ask_soviet(g: Position) -> str:
    """What the Soviets are asked in theirs."""
    if left := unspent(g):
        return f"You have {left} to give out: replace, or end"
    return "Cannibalise a unit and spend its points, or end"


# --- cannibalisation --------------------------------------------------------------------------------------------------


def may_cannibalise(g: Position, unit: Unit) -> Ruling:
    """8.3.2a: a unit of a donor's type, undisrupted and served by its HQ, if there is somebody to take its points."""
    name = g.name(unit)
    if g.at[unit] < 0 or g.rules.side[unit] != g.side:
        return no("8.3.2a", f"{name} is no unit of yours on the map")
    kind = g.rules.units[unit].type
    if kind not in g.rules.tables.reorganisation:
        return no("8.3.2e" if g.is_hq(unit) else "8.3.2a", f"{name} is of a type that cannot be cannibalised")
    ruling = _served(g, unit)
    if not ruling:
        return no("8.3.2a", ruling.reason)
    hq = g.formation[unit]
    somebody = any(u != unit and _fit(g, u) and takes_from(g, u, hq, kind, name) for u in _reduced(g))
    return OK if somebody else no("8.3.2b", f"nobody could take the points of {name}")


def donors(g: Position) -> list[Unit]:
    """The units that can be cannibalised."""
    return g.memo("donors", lambda: _donors(g))


def _donors(g: Position) -> list[Unit]:
    if not _reduced(g):
        return []
    types, units, disrupted = g.rules.tables.reorganisation, g.rules.units, g.disrupted
    likely = [u for u in g.on_map(g.side) if units[u].type in types and not disrupted[u]]
    return [u for u in likely if may_cannibalise(g, u)]


def cannibalise(g: Position, unit: Unit) -> None:
    """8.3.2b: the unit is out of the game, and its Strength Points are there to be spent at once; older ones lapse."""
    hex = g.at[unit]
    g.donor = (g.formation[unit], g.rules.units[unit].type, g.strength[unit], 0)
    g.tell(Removed(what=g.name(unit), hex=g.hexname(hex), why="cannibalised", rule="8.3.2b"))
    g.strength[unit] = 0
    g.take_off(unit, SPENT)
    if not g.fighters(hex):
        g.end_improved(hex)


REPLACE: Verb[Position] = of_unit(
    "replace",
    "8.3d",
    units=replaceable,
    nobody=lambda g: no("8.3d", "there is nobody to be given a Strength Point"),
    why_not=may_replace,
    carry_out=replace,
)
CANNIBALISE: Verb[Position] = of_unit(
    "cannibalise",
    "8.3.2a",
    units=donors,
    nobody=lambda g: no("8.3.2a", "there is no unit to cannibalise to somebody's use"),
    why_not=may_cannibalise,
    carry_out=cannibalise,
)
