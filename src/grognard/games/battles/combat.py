"""12 Combat: which units may attack (12.1, 12.2) and one combat from its naming to the last advance (12.4)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from grognard.decision import Procedure
from grognard.events import Attacked, Noted, Rolled
from grognard.games.battles import supply, support
from grognard.games.battles.advance import advance, vacated
from grognard.games.battles.declare import declare
from grognard.games.battles.position import (
    ADVANCED,
    ATTACKED,
    AXIS,
    DEFENDED,
    ENEMY,
    GENERAL,
    HALTED,
    NONE,
    Position,
    Unit,
)
from grognard.games.battles.results import ENGAGED, apply, hits_attacker
from grognard.games.battles.shifts import net, shifts
from grognard.games.battles.strength import (
    Fight,
    attack_strength,
    defence_strength,
    defenders_of,
    fight_for,
    left_of,
    number,
)
from grognard.games.battles.untried import reveal
from grognard.hexes import Hex, hexset, members
from grognard.mechanics.aftermath import Vacated
from grognard.mechanics.turn import Verb
from grognard.mechanics.verbs import Party, Way, units_against
from grognard.ruling import OK, Ruling, no

# --- the phase --------------------------------------------------------------------------------------------------------


def begin_combat(g: Position) -> None:
    """6.0f: points and allowances are there for the phase."""
    support.reset(g)


def end_combat(g: Position) -> None:
    """What was spent in the phase is forgotten; flags of units are cleared with the phase."""
    support.reset(g)


# --- 12.1, 12.2 who may attack what -----------------------------------------------------------------------------------


def may_attack(g: Position, unit: Unit) -> Ruling:
    """Whether the unit may attack anything in this combat phase."""
    name = g.name(unit)
    if g.owners[unit] != g.side or g.at[unit] < 0:
        return no("12.1p", f"{name} is not a unit of the attacking side on the map")
    if unit in g.rules.hqs:
        return no("14.0h", f"{name} is an HQ and cannot attack")
    if not g.can_attack(unit):
        return no("3.2j", f"{name} has no attack strength; it may only defend")
    if g.flags[unit] & ATTACKED:
        return no("12.1c", f"{name} has attacked in this phase")
    if g.flags[unit] & ADVANCED:
        return no("12.7d", f"{name} has advanced after combat in this phase")
    level = supply.level(g, unit)
    if level == NONE:
        return no("8.2c", f"{name} is out of supply and may not attack")
    if level == GENERAL and allowances(g, (unit,)) is None:
        return no("8.3g", f"{name} is in General supply, and its HQ is off the map or has had its one combat")
    return OK


def general_hqs(g: Position, unit: Unit) -> tuple[Unit, ...]:
    """G19: the HQs against whose one combat a unit in General supply counts; without one of its own, any."""
    found = supply.hqs_for(g, unit)
    if not found and (unit in g.rules.local or (unit in g.rules.independents and g.owners[unit] == AXIS)):
        return tuple(hq for hq in g.rules.hqs_of[g.owners[unit]] if g.at[hq] >= 0)
    return found


def allowances(g: Position, units: Sequence[Unit]) -> frozenset[Unit] | None:
    """8.3g: the HQs whose combat in General supply these attackers use up; None if one is not to be had.

    A unit that can count against several takes one the others use anyway, else the first.
    """
    lean = [general_hqs(g, u) for u in units if supply.level(g, u) == GENERAL]
    used: frozenset[Unit] = frozenset()
    for able in sorted(lean, key=len):
        free = [hq for hq in able if hq not in g.general_used]
        if not free:
            return None
        if not used & frozenset(free):
            used |= {free[0]}
    return used


def attackable(g: Position, hex: Hex) -> Ruling:
    """12.1c, 12.7d: whether the enemies in a hex may still be attacked in this phase."""
    there = g.hexname(hex)
    if not g.occupied[ENEMY[g.side]] >> hex & 1:
        return no("12.1p", f"no enemy unit stands in {there}")
    if not defenders_of(g, (hex,)):
        advanced = all(g.flags[u] & ADVANCED for u in g.stack(hex))
        what = "have advanced after combat" if advanced else "have been attacked"
        return no("12.7d" if advanced else "12.1c", f"the units in {there} {what} in this phase")
    return OK


def able_attackers(g: Position) -> list[Unit]:
    """Every unit that may attack, next to an enemy or not across water (G70)."""
    return g.memo("able attackers", lambda: _able_attackers(g))


def _able_attackers(g: Position) -> list[Unit]:
    return [u for u in _in_contact(g) if may_attack(g, u)]


def _in_contact(g: Position) -> list[Unit]:
    near = g.rules.grid.beside(g.occupied[ENEMY[g.side]])
    return g.units_in(g.occupied[g.side] & near)


def targets(g: Position) -> list[Hex]:
    """Every hex that can be attacked now."""
    return g.memo("targets", lambda: _targets(g))


def _targets(g: Position) -> list[Hex]:
    enemies, beside = g.occupied[ENEMY[g.side]], 0
    for unit in able_attackers(g):
        beside |= g.rules.next_to[g.at[unit]]
    return [g.at[u] for u in _one_in_each(g, enemies & beside) if attackable(g, g.at[u])]


def _one_in_each(g: Position, hexes: int) -> Iterator[Unit]:
    seen: set[Hex] = set()
    for unit in g.units_in(hexes):
        if g.at[unit] not in seen:
            seen.add(g.at[unit])
            yield unit


def attackers_of(g: Position, hexes: Sequence[Hex], party: Sequence[Unit] = ()) -> list[Unit]:
    """12.2c: the units that can attack all of the hexes at once, together with those named."""
    attacked = hexset(hexes)
    found = [u for u in able_attackers(g) if u not in party and not attacked & ~g.rules.next_to[g.at[u]]]
    return [u for u in found if allowances(g, (*party, u)) is not None] if party else found


def _possible(g: Position) -> Ruling:
    if g.somebody("attacker", lambda unit: _has_target(g, unit), _in_contact(g)):
        return OK
    return no("12.1p", "no unit that may attack is next to an enemy that may be attacked")


def _has_target(g: Position, unit: Unit) -> bool:
    if may_attack(g, unit) is not OK:
        return False
    beside = g.rules.next_to[g.at[unit]] & g.occupied[ENEMY[g.side]]
    return any(attackable(g, hex) is OK for hex in members(beside))


def _also(g: Position, hexes: Way) -> list[Hex]:
    """12.2c: the hexes that one of the attackers could attack at the same time."""
    if not hexes:
        return targets(g)
    beside = 0
    for unit in attackers_of(g, hexes):
        beside |= g.rules.next_to[g.at[unit]]
    return [h for h in targets(g) if beside >> h & 1 and h not in hexes]


def _why_not_hex(g: Position, hexes: Way, units: Party, hex: Hex) -> Ruling:
    there = g.hexname(hex)
    if units:
        return no("12.2c", "name all the hexes attacked before the first attacking unit")
    ruling = attackable(g, hex)
    if not ruling:
        return ruling
    if hex in hexes:
        return no("12.2a", f"{there} is under attack already")
    if hexes:
        return no("12.2c", f"no unit is adjacent to {there} and to all the other hexes attacked")
    near = [u for u in g.on_map(g.side) if g.rules.next_to[hex] >> g.at[u] & 1]
    near.sort(key=g.rules.hqs.__contains__)  # what keeps a regiment back says more than that an HQ is there
    return may_attack(g, near[0]) if near else no("12.1p", f"none of your units is next to {there}")


def _why_not_against(g: Position, hexes: Way, units: Party, unit: Unit) -> Ruling:
    name = g.name(unit)
    if hexset(hexes) & ~g.rules.next_to[g.at[unit]]:
        many = len(hexes) > 1
        return no("12.2c" if many else "12.1p", f"{name} is not adjacent to {' and '.join(g.hexnames(hexes))}")
    return no("8.3g", f"{name} is in General supply, and no HQ it counts against has a combat left")


def _attack(g: Position, hexes: Way, units: Party) -> Procedure[None]:
    with g.as_offered():
        fight, used = fight_for(g, hexes, units), allowances(g, units) or frozenset()
    yield from attack(g, fight, used)


ATTACK: Verb[Position] = units_against(
    "attack",
    "12.1p",
    once="12.2d",
    possible=_possible,
    targets=_also,
    units=attackers_of,
    why_not_hex=_why_not_hex,
    why_not_unit=may_attack,
    why_not_against=_why_not_against,
    carry_out=_attack,
)


# --- 12.4 resolution --------------------------------------------------------------------------------------------------


def attack(g: Position, fight: Fight, used: frozenset[Unit]) -> Procedure[None]:
    """One combat from the naming to the last advance; `used` are HQs that have their one combat in it (8.3g)."""
    for unit in fight.attackers:
        g.flags[unit] |= ATTACKED
    fight = yield from _show(g, fight)
    if not defence_strength(g, fight):
        yield from _take_without_a_fight(g, fight)
        return
    if not attack_strength(g, fight):
        _call_off(g)
        return
    for unit in fight.defenders:
        g.flags[unit] |= DEFENDED
    g.general_used |= used
    result = yield from resolve(g, fight)
    assert g.fight is not None
    fight, g.fight = g.fight, None
    after = yield from apply(g, fight, result)
    if result != ENGAGED and after.victors:
        yield from advance(g, after.victors, after.vacated, after.works)


def _show(g: Position, fight: Fight) -> Procedure[Fight]:
    """16.0b: untried units are revealed; answers with the combat of those who are left."""
    gone = yield from reveal(g, fight)
    with g.still():
        return left_of(g, fight, gone)


def resolve(g: Position, fight: Fight) -> Procedure[str]:
    """12.3b, 12.4: declarations, odds, shifts and the die."""
    g.fight = fight
    yield from declare(g, fight.side)
    yield from declare(g, ENEMY[fight.side])
    fight = g.fight
    with g.still():
        strength, defence = attack_strength(g, fight), defence_strength(g, fight)
        found = shifts(g, fight)
    for side in (fight.side, ENEMY[fight.side]):
        support.spend(g, fight, side)
    odds = g.rules.crt.column(strength, defence)
    column = g.rules.crt.shifted(odds, net(found))
    hexes = g.hexnames(fight.hexes)
    said = ", ".join(f"{shift.line.value} {shift.what}" for shift in found)
    if said:
        g.tell(Noted(text=f"{odds} before shifts; {said}", rule="12.3c"))
    g.tell(
        Attacked(
            side=fight.side, hexes=hexes, units=g.names(fight.attackers), attack=number(strength),
            defence=number(defence), column=column, how=fight.how, rule="12.4a",
        )
    )  # fmt: skip
    die = yield from g.roll(fight.side, f"the {fight.how} on {' '.join(hexes)}", "12.4c")
    text = g.rules.crt.result(column, die)
    g.tell(Rolled(side=fight.side, dice=(die,), what=f"combat at {column}", result=text, rule="12.4c", fight=True))
    return text


def _call_off(g: Position) -> None:
    """G42, G69: nothing but zero-strength attackers: nobody has been attacked, and no HQ has had its combat."""
    g.tell(Noted(text="no attacker is left: there is no combat", rule="12.1d"))


def _take_without_a_fight(g: Position, fight: Fight) -> Procedure[None]:
    """12.1d, G42: nothing but zero-strength units: the hex is empty, and who moves in may attack from it."""
    _clear_out(g, fight)
    attackers = [u for u in fight.attackers if g.at[u] >= 0]
    open: list[Vacated] = vacated(g, fight.hexes, ())
    gone = yield from advance(g, attackers, open, hexset(g.forts) | g.fortresses, "12.1d")
    for unit in gone:
        if g.at[unit] in fight.hexes:
            g.flags[unit] &= ~(ADVANCED | ATTACKED)


def _clear_out(g: Position, fight: Fight) -> None:
    """12.1d, G69: a defence that comes to nothing is eliminated."""
    g.tell(Noted(text="no defence is left: the hex is taken without a fight", result="0/E", rule="12.1d"))
    for unit in fight.defenders:
        g.eliminate(unit, "12.1d", "it has no strength")


# --- 10.3 the fight of an overrun -------------------------------------------------------------------------------------


def fight_overrun(g: Position, units: Sequence[Unit], hex: Hex) -> Procedure[str]:
    """10.3f, 10.3k: reveal, declare, roll, apply; answers with the cell rolled, or '' if one side is not there.

    Overrunners are halted by any result of theirs (12.5q). Nobody advances (12.7q): moving in is movement (10.3i).
    """
    with g.still():
        fight = fight_for(g, (hex,), units, overrun=True)
    fight = yield from _show(g, fight)
    if not defence_strength(g, fight):
        _clear_out(g, fight)
        return ""
    if not attack_strength(g, fight):
        _call_off(g)
        return ""
    result = yield from resolve(g, fight)
    assert g.fight is not None
    fight, g.fight = g.fight, None
    yield from apply(g, fight, result)
    if hits_attacker(result):
        for unit in fight.attackers:
            if g.at[unit] >= 0:
                g.flags[unit] |= HALTED
    return result
