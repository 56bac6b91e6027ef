"""7.5.1: Combat Actions: the declaration, chits, odds, the die, hits, and who has won."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from msgspec import structs

from grognard.decision import Procedure
from grognard.events import PUBLIC, Attacked, Drew, Noted, Rolled
from grognard.games.bugriver.actions import able, acting, affordable, isolated, may_act, pay, points, short_of
from grognard.games.bugriver.armour import armour, crossing
from grognard.games.bugriver.bonus import victory
from grognard.games.bugriver.chits import ATTACK, HASTY, KINDS, Chit, draw, posture, said
from grognard.games.bugriver.command import IN, command_hexes, status
from grognard.games.bugriver.displacement import displace
from grognard.games.bugriver.drm import allied, drms
from grognard.games.bugriver.fog import look_through
from grognard.games.bugriver.hits import Camp, apply_hits, first_losses
from grognard.games.bugriver.luck import roll
from grognard.games.bugriver.position import Position, Unit
from grognard.games.bugriver.strength import (
    BELOW,
    attacking,
    battle_strength,
    column,
    defending,
    ground,
    odds_at,
    outcomes,
    result_at,
)
from grognard.games.bugriver.tables import FACES, LEG
from grognard.hexes import Hex, HexSet, members
from grognard.mechanics.crt import total
from grognard.mechanics.turn import Verb
from grognard.mechanics.verbs import Party, Way, units_against
from grognard.preview import Line
from grognard.ruling import OK, Ruling, no

# --- 7.5.1A declaration -----------------------------------------------------------------------------------------------


def may_cross(g: Position, unit: Unit, hex: Hex) -> Ruling:
    """G7, G56: whether a unit may attack over the hexside to an adjacent hex."""
    over = crossing(g, g.at[unit], hex)
    if over is None:
        return no("7.5.1.2b", f"nobody attacks over the lake from {g.hexname(g.at[unit])} into {g.hexname(hex)}")
    if over.leg and g.rules.klass[unit] != LEG:
        return no("7.5.1.2b", f"{g.name(unit)} cannot attack over the Bug without a bridge: leg units alone do")
    return OK


def may_attack(g: Position, kind: str, unit: Unit) -> Ruling:
    """7b, 6.3.3: whether a unit may make an attack of this kind."""
    ruling = may_act(g, unit)
    if not ruling:
        return ruling
    if kind != HASTY and status(g, unit) != IN:
        return no("7b", f"{g.name(unit)} is {status(g, unit)}: it can make a Hasty Attack only")
    return affordable(g, kind, unit)


def assaults(g: Position, kind: str) -> Mapping[Hex, list[Unit]]:
    """By hex with enemy combat units those that can make an attack of this kind on it."""
    hq, units, hasty = acting(g), able(g, kind), kind == HASTY
    if not units:
        return {}
    return g.unmoved(("assaults", hq, units, hasty, g.turn), lambda: _assaults(g, hq, units, hasty=hasty))


def _assaults(g: Position, hq: Unit, units: Party, *, hasty: bool) -> dict[Hex, list[Unit]]:
    found: dict[Hex, list[Unit]] = {}
    from_where = _assault_hexes(g)
    if from_where and not hasty:
        from_where &= command_hexes(g, hq)  # 7b
    if not from_where:
        return found
    for unit in units:
        here = g.at[unit]
        if from_where >> here & 1:
            for hex in members(g.rules.beside(here) & g.combat[g.enemy]):
                if may_cross(g, unit, hex):
                    found.setdefault(hex, []).append(unit)
    return found


def _assault_hexes(g: Position) -> HexSet:
    """The hexes with combat units of the side that plays that are next to such of its enemy."""
    return g.unmoved(("in contact", g.side), lambda: g.rules.grid.beside(g.combat[g.enemy]) & g.combat[g.side])


def _possible(g: Position, kind: str) -> Ruling:
    if assaults(g, kind):
        return OK
    price: int = getattr(g.rules.tables.costs, kind)
    if price > points(g):
        return no("6.3.3", f"a {kind} attack costs {short_of(price, points(g))}")
    return no("7.5a", "no unit of the formation that could attack is next to an enemy combat unit")


def _joining(g: Position, kind: str, hexes: Way, named: Party) -> Iterable[Unit]:
    """7.1c: units of one hex."""
    units = (unit for unit in assaults(g, kind).get(hexes[0], ()) if unit not in named)
    return (unit for unit in units if not named or g.at[unit] == g.at[named[0]])


def _why_not_hex(g: Position, kind: str, hexes: Way, hex: Hex) -> Ruling:
    there = g.hexname(hex)
    if hexes:
        return no("7.1c", "an attack has exactly one target hex")
    if not g.combat[g.enemy] >> hex & 1:
        alone = g.occupied[g.enemy] >> hex & 1
        return no("7.5b" if alone else "7.5a", f"{'only an HQ' if alone else 'no enemy'} is in {there}")
    near = [u for b in members(g.rules.beside(hex) & g.combat[g.side]) for u in g.fighters(b)]
    own = [unit for unit in near if g.formation[unit] == acting(g)]
    for unit in sorted(own or near, key=lambda unit: not may_act(g, unit)):  # the reason of who could act tells more
        ruling = may_attack(g, kind, unit)
        if ruling:
            ruling = may_cross(g, unit, hex)
        if not ruling:
            return ruling
    return no("7.5a", f"no unit of the formation is next to {there}")


def _why_not_against(g: Position, hexes: Way, named: Party, unit: Unit) -> Ruling:
    if hexes[0] not in g.rules.grid.neighbours[g.at[unit]]:
        return no("7.5a", f"{g.name(unit)} is not next to {g.hexname(hexes[0])}")
    if named and g.at[unit] != g.at[named[0]]:
        return no("7.1c", f"all attackers come from one hex: {g.name(unit)} is not in {g.hexname(g.at[named[0]])}")
    return may_cross(g, unit, hexes[0])


def _verb(kind: str) -> Verb[Position]:
    return units_against(
        kind,
        "7.5.1A",
        possible=lambda g: _possible(g, kind),
        targets=lambda g, hexes: () if hexes else sorted(assaults(g, kind)),
        units=lambda g, hexes, named: _joining(g, kind, hexes, named),
        why_not_hex=lambda g, hexes, named, hex: _why_not_hex(g, kind, hexes, hex),
        why_not_unit=lambda g, unit: may_attack(g, kind, unit),
        why_not_against=_why_not_against,
        carry_out=lambda g, hexes, units: attack(g, kind, hexes[0], units),
    )


ATTACKS: tuple[Verb[Position], ...] = tuple(_verb(kind) for kind in KINDS)


# --- the combat -------------------------------------------------------------------------------------------------------


def attack(g: Position, kind: str, hex: Hex, units: Party) -> Procedure[None]:
    """7.5.1: one Combat Action, from the declaration to the victory."""
    here = g.at[units[0]]
    pay(g, kind, units)
    g.end_improved(here)  # 7.7b
    units = yield from isolated(g, units)
    if not units:
        return
    look_through(g, hex, "5.3.4a")
    attackers, defenders = Camp(g.side, here, units), Camp(g.enemy, hex, tuple(g.fighters(hex)))
    result = yield from _resolve(g, kind, attackers, defenders)
    mine, theirs = outcomes(result)
    compared = armour(g, attackers.units, defenders.units, hex)
    first = first_losses(g, attackers, defenders, compared)
    yield from apply_hits(g, defenders, theirs, first[1])  # 7.5.2b: the defender first
    yield from apply_hits(g, attackers, mine, first[0])
    for camp in (defenders, attackers):
        yield from _left_alone(g, camp)
    yield from victory(g, attackers, defenders, mine.hits, theirs.hits)


def _resolve(g: Position, kind: str, attackers: Camp, defenders: Camp) -> Procedure[str]:
    """7.5.1B to D: chits, strengths, odds, and the modified die."""
    hex = defenders.hex
    chits = draw(g)
    own, other = attacking(g, kind, attackers.units), defending(g, defenders.units, hex)
    line = ground(g, hex, defenders.side)
    at = column(g, line, battle_strength(g, own, chits[0]), battle_strength(g, other, chits[1]))
    _tell_attack(g, kind, attackers, defenders, chits, odds_at(g, line, at))
    what = f"the {kind} attack on {g.hexname(hex)}"
    if at == BELOW:  # 7.5.1D.c, G50: no die and no modifiers
        below = g.rules.tables.combat.below
        g.tell(Noted(text=f"The odds are {odds_at(g, line, at)}: {below} without a roll", rule="7.5.1D.c"))
        return below
    lines = drms(g, kind, hex, attackers.units, defenders.units)
    _tell_modifiers(g, lines)
    g.shown |= allied(g, kind, hex, attackers.units, defenders.units)
    drm = total(lines)
    best = result_at(g, at, FACES + drm)
    die = yield from roll(
        g, g.side, what, "7.5.1D.e",
        brings=lambda die: _in_words(result_at(g, at, die + drm)),
        wanted=lambda die: result_at(g, at, die + drm) != best,
    )  # fmt: skip
    result = result_at(g, at, die + drm)
    sum = f"{what}, {die} {drm:+d}" if drm else what
    g.tell(Rolled(side=g.side, dice=(die,), what=sum, result=result, sides=FACES, rule="7.5.1D.e", fight=True))
    return result


def _in_words(result: str) -> str:
    """A result as the attacker would say it."""
    parts = zip(("you", "the enemy"), outcomes(result), strict=True)
    said = [f"{of.hits} hit{'s' * (of.hits > 1)} on {who}{' (red)' * of.red}" for who, of in parts if of.hits]
    return " and ".join(reversed(said)) or "no hits"


def _left_alone(g: Position, camp: Camp) -> Procedure[None]:
    """7.5b: HQs that the combat has left alone in a hex are displaced."""
    if not g.combat[camp.side] >> camp.hex & 1:
        for hq in g.hqs(camp.hex):
            yield from displace(g, hq, "7.5b")


# --- what is told -----------------------------------------------------------------------------------------------------


def _tell_attack(g: Position, kind: str, attackers: Camp, defenders: Camp, chits: tuple[Chit, Chit], odds: str) -> None:
    """The chits and the odds. Strength markers are never inspected (5.3.4b): each side hears its own strength, and of
    the enemy's units as much as is printed on them."""
    hex = defenders.hex
    columns = (ATTACK[kind],), tuple(sorted({posture(g, unit, hex) for unit in defenders.units}))
    for camp, chit, used in zip((attackers, defenders), chits, columns, strict=True):
        g.tell(
            Drew(side=camp.side, what="the combat chit", columns=tuple(said(chit).split()), used=used, rule="7.5.1B.a")
        )
    own = battle_strength(g, attacking(g, kind, attackers.units), chits[0])
    other = battle_strength(g, defending(g, defenders.units, hex), chits[1])
    true = Attacked(
        side=g.side, hexes=(g.hexname(hex),), units=g.names(attackers.units), attack=own, defence=other, column=odds,
        how=f"{kind} attack", rule="7.5.1A",
    )  # fmt: skip
    printed = g.rules.printed
    most = battle_strength(g, attacking(g, kind, attackers.units, printed), chits[0])
    most_other = battle_strength(g, defending(g, defenders.units, hex, printed), chits[1])
    aliases = tuple(g.alias(unit) for unit in attackers.units)
    mine = structs.replace(true, defence=most_other)
    theirs = structs.replace(true, attack=most, units=aliases)
    public = structs.replace(theirs, defence=most_other)
    if mine == theirs == public:
        g.tell(mine)
        return
    g.tell(structs.replace(mine, only=(attackers.side,)))
    g.tell(structs.replace(theirs, only=(defenders.side,)))
    g.tell(structs.replace(public, only=(PUBLIC,)))


def _tell_modifiers(g: Position, lines: Iterable[Line]) -> None:
    spelled = ", ".join(f"{line.what} {line.value} ({line.rule})" for line in lines)
    if spelled:
        g.tell(Noted(text=f"Modifiers: {spelled}", rule="7.5.1D.d"))
