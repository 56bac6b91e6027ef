"""6.5 Overrun: combat in the midst of movement; results.py has the disruption it leaves (6.6)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from grognard.decision import Procedure
from grognard.events import Moved
from grognard.games.guderian.combat import resolve
from grognard.games.guderian.movement import may_act, repair, step_into, take_in_hand
from grognard.games.guderian.position import (
    ENEMY,
    GERMAN,
    HALTED,
    MOVED,
    NEWCOMER,
    SOVIET,
    STEPPED,
    Position,
    Unit,
)  # fmt: skip
from grognard.games.guderian.results import apply
from grognard.games.guderian.routes import closed_columns, is_frozen, must_march
from grognard.games.guderian.strength import Fight, defenders_of
from grognard.hexes import Hex, HexSet
from grognard.mechanics.marching import left_to_march
from grognard.mechanics.turn import Verb
from grognard.mechanics.verbs import Party, Way, units_against
from grognard.ruling import OK, Ruling, no


def may_overrun(g: Position, unit: Unit) -> Ruling:
    """Whether the unit may overrun anything from where it stands; EZOC on its hex is no bar (6.56)."""
    ruling = may_act(g, unit)
    if ruling is not OK:
        return ruling
    if g.mp[unit] < g.rules.overrun_cost:
        return no("6.51a", f"{g.name(unit)} has {left_to_march(g.mp[unit])}; an overrun costs 3")
    if unit not in g.rules.leaders and not g.may_attack_ever(unit):
        return no("12.3b", f"{g.name(unit)} has no attack strength; it may only defend")
    if g.side == SOVIET and not began_in_radius(g, unit):
        return no("6.55b", f"{g.name(unit)} began the phase outside every Leader's radius")
    if must_march(g, unit) or is_frozen(g, unit):
        return no("5.21" if is_frozen(g, unit) else "5.23a", f"{g.name(unit)} is bound by its first-turn orders")
    return OK


def began_in_radius(g: Position, unit: Unit) -> bool:
    """6.55b: within a Leader's radius when the phase began; for a unit that has entered, where it did (14.0)."""
    if g.commanded >> g.origin[unit] & 1:
        return True
    if not g.flags[unit] & NEWCOMER:
        return False
    leaders = [u for u in g.rules.leader_units if g.at[u] >= 0 and g.flags[u] & NEWCOMER]
    return any(g.origin[u] == g.origin[unit] for u in leaders)


def may_be_overrun(g: Position, hex: Hex) -> Ruling:
    """Whether a hex is a target for an overrun."""
    stack = g.stack(hex)
    if not stack or g.rules.side[stack[0]] == g.side:
        return no("6.51a", f"no enemy unit stands in {g.hexname(hex)}")
    if g.side == SOVIET and closed_columns(g) >> hex & 1:
        return no("6.4b", f"{g.hexname(hex)} lies in the two western columns, where Soviet units may not overrun yet")
    return OK


def overrunners(g: Position, hex: Hex) -> list[Unit]:
    """Units that may begin an overrun of the hex; Leaders only go along (6.53)."""
    near = [h for h in g.rules.grid.neighbours[hex] if g.rules.adjacent(h, hex)]
    return [u for h in near for u in g.stack(h) if u not in g.rules.leaders and may_overrun(g, u)]


def _joining(g: Position, units: Sequence[Unit]) -> list[Unit]:
    """Units that may join: in the same hex, having begun the phase in one hex with the others (6.54)."""
    lead = units[0]
    return [
        u for u in g.stack(g.at[lead])
        if u not in units and g.origin[u] == g.origin[lead] and (u in g.hand) == (lead in g.hand) and may_overrun(g, u)
    ]  # fmt: skip


def targets(g: Position) -> list[Hex]:
    """Every hex that can be overrun now."""
    at, exposed, rules = g.at, _exposed(g), g.rules
    near = [(rules.grid.neighbours[at[unit]], exposed & rules.next_to[at[unit]]) for unit in _in_contact(g)]
    return list(dict.fromkeys(hex for around, beside in near for hex in around if beside >> hex & 1))


def _exposed(g: Position) -> HexSet:
    """The hexes that may be overrun: enemies, for the Soviets outside the closed columns (6.4)."""
    enemies = g.occupied[ENEMY[g.side]]
    return enemies & ~closed_columns(g) if g.side == SOVIET else enemies


def _in_contact(g: Position) -> Iterator[Unit]:
    """The units that can overrun something without the help of others."""
    near = g.unmoved(("next to", g.side, g.turn), lambda: g.units_in(g.occupied[g.side] & _beside(g)))
    for unit in near:
        ready = g.mp[unit] >= g.rules.overrun_cost and (g.side == GERMAN or began_in_radius(g, unit))
        if ready and _may_begin(g, unit):
            yield unit


def _may_begin(g: Position, unit: Unit) -> bool:
    """Leaders only go along (6.53)."""
    return unit not in g.rules.leaders and may_overrun(g, unit) is OK


def _begins(g: Position, unit: Unit) -> bool:
    """Whether the unit can overrun something without the help of others."""
    return _may_begin(g, unit) and bool(_beside(g) >> g.at[unit] & 1)


def _beside(g: Position) -> HexSet:
    """The hexes next to those that may be overrun."""
    exposed = _exposed(g)
    return g.memo(("beside", g.side), lambda: g.rules.zone(exposed), exposed)


def _possible(g: Position) -> Ruling:
    if g.somebody(("overruns", g.side), partial(_begins, g), _in_contact(g)):
        return OK
    return no("6.51a", "no unit is next to an enemy it could overrun")


def _able(g: Position, hexes: Way, units: Party) -> list[Unit]:
    return _joining(g, units) if units else overrunners(g, hexes[0])


def _why_not_hex(g: Position, hexes: Way, units: Party, hex: Hex) -> Ruling:
    if hexes:
        return no("6.54b", "an overrun has one target hex")
    if not (ruling := may_be_overrun(g, hex)):
        return ruling
    near = [u for u in g.on_map(g.side) if g.rules.adjacent(g.at[u], hex)]
    near.sort(key=g.rules.leaders.__contains__)  # what keeps a division back says more than that a Leader is there
    if not near:
        return no("6.51a", f"none of your units is next to {g.hexname(hex)}: move there first, then overrun")
    ruling = may_overrun(g, near[0]) and _not_by_himself(g, near[0])
    return no(ruling.rule, f"nobody next to {g.hexname(hex)} can overrun it: {ruling.reason}")


def _not_by_himself(g: Position, leader: Unit) -> Ruling:
    return no("6.53", f"{g.name(leader)} is a Leader: he goes along with units that overrun, not by himself")


def _why_not_against(g: Position, hexes: Way, units: Party, unit: Unit) -> Ruling:
    name = g.name(unit)
    if not g.rules.adjacent(g.at[unit], hexes[0]):
        return no("6.51a", f"{name} is not adjacent to {g.hexname(hexes[0])}")
    if not units:
        return _not_by_himself(g, unit)
    lead = g.name(units[0])
    if g.at[unit] != g.at[units[0]]:
        return no("6.51a", f"{name} is not in the same hex as {lead}")
    if g.origin[unit] != g.origin[units[0]]:
        return no("6.54a", f"{name} and {lead} did not begin the phase in the same hex")
    return no("6.0b", f"{name} cannot join: units overrun together all fresh or all on the move")


def overrun(g: Position, target: Hex, units: Sequence[Unit]) -> Procedure[None]:
    """6.51: pay, fight at half strength, and move in if the hex is empty; anything else ends the move."""
    take_in_hand(g, units)
    for unit in units:
        g.mp[unit] -= g.rules.overrun_cost
        g.flags[unit] |= MOVED
    fight = Fight(g.side, (target,), list(units), defenders_of(g, (target,), overrun=True), overrun=True)
    outcome = yield from resolve(g, fight)
    if outcome is None:
        return halt(g, units)
    result, leader_fled = outcome
    yield from apply(g, fight, result)
    stopped = bool(result.attacker or result.engaged or (leader_fled and g.side == GERMAN))  # 6.52, 10.23b
    if stopped or target in g.stacks:
        return halt(g, units)
    for unit in sorted(fight.attackers, key=lambda u: u in g.rules.leaders):
        enter_vacated(g, unit, target)
    return halt(g, [u for u in units if u not in fight.attackers])  # 12.3b: those who dropped out stay behind


def enter_vacated(g: Position, unit: Unit, target: Hex) -> None:
    """6.51: the overrunning units must move in, at no cost, whatever zones of control there are."""
    start = g.at[unit]
    step_into(g, unit, target, start, g.zoc(ENEMY[g.side]))
    repair(g, unit, target)
    g.place(unit, target)
    g.flags[unit] |= STEPPED
    path = (g.hexname(start), g.hexname(target))
    g.tell(Moved(unit=g.name(unit), path=path, how="overruns into", rule="6.51c"))


def halt(g: Position, units: Sequence[Unit]) -> None:
    """6.52: these units move no more in this phase."""
    for unit in units:
        if g.at[unit] >= 0:
            g.flags[unit] |= HALTED


OVERRUN: Verb[Position] = units_against(
    "overrun",
    "6.5",
    naming="6.51a",
    once="6.54a",
    possible=_possible,
    targets=lambda g, hexes: () if hexes else targets(g),
    units=_able,
    why_not_hex=_why_not_hex,
    why_not_unit=may_overrun,
    why_not_against=_why_not_against,
    carry_out=lambda g, hexes, units: overrun(g, hexes[0], units),
)
