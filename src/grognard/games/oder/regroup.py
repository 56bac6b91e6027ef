"""9: regrouped units and German reinforcements arrive on their turn, or never."""

from __future__ import annotations

from grognard.events import Entered
from grognard.games.oder.losses import out_for_good, score
from grognard.games.oder.position import ENEMY, GERMAN, SOVIET, Position, Unit
from grognard.games.oder.stacking import no_room, with_room
from grognard.games.oder.supply import lines
from grognard.hexes import Hex, HexSet, members
from grognard.mechanics.turn import Verb
from grognard.mechanics.verbs import of_unit, unit_to_hex
from grognard.ruling import OK, Ruling, no


def arriving(g: Position) -> list[Unit]:
    """The phasing side's units whose turn has come."""
    return [unit for unit, turn in g.due.items() if turn == g.turn and g.rules.side[unit] == g.side]


def arrival_set(g: Position, side: str) -> HexSet:
    """9.1.1, 9.2: towns and cities of one's own side of the line that were never lost, and the home edge."""
    rules, enemy = g.rules, ENEMY[side]
    if side == GERMAN:
        own, home, edge = rules.german_side & g.controlled, rules.west, rules.west & g.controlled
        memel = 1 << rules.hex_by_name[rules.scenario.memel] if rules.scenario.memel in rules.hex_by_name else 0
    else:
        own, home, edge, memel = rules.soviet_side & ~g.controlled, rules.east, rules.east & ~g.controlled, 0
    towns = (rules.towns | rules.cities) & own & ~g.ever_held[enemy] & lines(g, side, home) & ~memel
    return (towns | edge) & ~g.occupied[enemy] & ~rules.land_bridges


def arrival_hexes(g: Position, unit: Unit) -> list[Hex]:
    """Where a unit may arrive."""
    bound = bound_hex(g, unit)
    if bound is not None:
        hexes = 0 if entry_was_lost(g, unit) else 1 << bound
    else:
        side = g.rules.side[unit]
        hexes = g.memo(("arrivals", side), lambda: arrival_set(g, side))
    return members(hexes & with_room(g, unit))


def bound_hex(g: Position, unit: Unit) -> Hex | None:
    """9.2d: the one hex a Wehrkreis Korpsgruppe may enter."""
    word = g.rules.scenario.bound.get(g.name(unit))
    return None if word is None else g.rules.hex_by_name.get(word)


def entry_was_lost(g: Position, unit: Unit) -> bool:
    """9.2d: whether the only hex by which a unit may enter is or ever was Soviet."""
    hex = bound_hex(g, unit)
    return hex is not None and bool(g.ever_held[SOVIET] >> hex & 1)


# --- the verbs --------------------------------------------------------------------------------------------------------


def _placeable(g: Position) -> list[Unit]:
    return [unit for unit in arriving(g) if arrival_hexes(g, unit)]


def _why_not_now(g: Position, unit: Unit) -> Ruling:
    if not (ruling := _is_due(g, unit, "9.3a")):
        return ruling
    if entry_was_lost(g, unit):
        where = g.rules.scenario.bound[g.name(unit)]
        return no("9.2d", f"{g.name(unit)} cannot arrive: {where}, its only hex, is or was Soviet")
    return no("9.3a", f"{g.name(unit)} has no place to arrive")


def _is_due(g: Position, unit: Unit, rule: str) -> Ruling:
    """Whether a unit of the phasing side arrives on this turn."""
    name = g.name(unit)
    if g.rules.side[unit] != g.side:
        return no(rule, f"{name} is not yours")
    if unit not in g.due:
        return no(rule, f"{name} is not on the Turn Track")
    return OK if g.due[unit] == g.turn else no(rule, f"{name} arrives on turn {g.due[unit]}")


def _why_not_there(g: Position, unit: Unit, hex: Hex) -> Ruling:
    name, where = g.name(unit), g.hexname(hex)
    if bound_hex(g, unit) is not None:
        return no("9.2d", f"{name} may enter only in {g.rules.scenario.bound[name]}")
    if arrival_set(g, g.side) >> hex & 1:
        return no_room(g, unit, hex)
    if where == g.rules.scenario.memel and g.side == GERMAN:
        return no("9.2b", "no unit arrives in Memel")
    rule = "9.2b" if g.side == GERMAN else "9.1.1b"
    return no(rule, f"{where} is neither an own town with supply that was never lost nor an own hex of the home edge")


def _arrive(g: Position, unit: Unit, hex: Hex) -> None:
    del g.due[unit]
    g.enter(unit, hex)
    g.tell(Entered(unit=g.name(unit), hex=g.hexname(hex), rule="9.2b" if g.side == GERMAN else "9.1.1a"))


ARRIVE: Verb[Position] = unit_to_hex(
    "arrive",
    "",  # by the phase of the side: 9.1.1a, 9.2a
    units=_placeable,
    hexes=arrival_hexes,
    nobody=lambda g: no("9.3a", "no unit can arrive"),
    why_not_unit=_why_not_now,
    why_not_hex=_why_not_there,
    carry_out=_arrive,
)


def refuse(g: Position, unit: Unit, why: str, rule: str) -> None:
    """9.3: a unit that is not placed is out for good, for a point to its owner; to the Soviets if its hex was lost."""
    name = g.name(unit)
    if entry_was_lost(g, unit):
        out_for_good(g, unit, "its hex was lost", "9.2d")
        score(g, SOVIET, g.rules.charts.value("points.bound_lost"), f"{name} cannot enter", "9.2d")
    else:
        out_for_good(g, unit, why, rule)
        score(g, g.rules.side[unit], g.rules.charts.value("points.unused"), f"{name} is not used", "9.3c")


REFUSE: Verb[Position] = of_unit(
    "refuse",
    "9.3b",
    units=arriving,
    nobody=lambda g: no("9.3b", "no unit is due"),
    why_not=lambda g, unit: _is_due(g, unit, "9.3b"),
    carry_out=lambda g, unit: refuse(g, unit, "refused", "9.3b"),
)


def end_regroup(g: Position) -> None:
    """Units not placed by the end of the phase never come."""
    for unit in arriving(g):
        refuse(g, unit, "not placed", "9.3a")
