"""11: the attacks and probes of a Combat Phase, one after another."""

from __future__ import annotations

from collections.abc import Iterable

from grognard.decision import Procedure
from grognard.games.oder.battle import attack, step_in
from grognard.games.oder.eligible import (
    ONE_TARGET,
    attackable,
    attackers_of,
    can_attack,
    may_attack,
    targets,
    why_not_against,
)
from grognard.games.oder.momentum import momentum
from grognard.games.oder.position import ATTACKED, PROBED, Position, Unit
from grognard.games.oder.probing import able_to_probe, may_probe, probers, probing
from grognard.hexes import Hex
from grognard.mechanics.turn import Verb
from grognard.mechanics.verbs import Party, Way, units_against
from grognard.ruling import OK, Ruling, no


def _possible(g: Position) -> Ruling:
    return OK if can_attack(g) else no("11.0a", "no unit that may attack is next to an enemy that may be attacked")


def _joining(g: Position, hexes: Way, named: Party) -> Iterable[Unit]:
    return (unit for unit in attackers_of(g, hexes[0]) if unit not in named)


def _why_not_hex(g: Position, hexes: Way, named: Party, hex: Hex) -> Ruling:
    if hexes:
        return ONE_TARGET
    ruling = attackable(g, hex)
    if not ruling:
        return ruling
    near = [u for b in g.rules.near(hex) for u in g.stack(b) if g.rules.side[u] == g.side]
    near.sort(key=g.rules.static.__contains__)  # what keeps others back says more than that a fortress is there
    if not near:
        return no("11.0a", f"none of your units is next to {g.hexname(hex)}")
    ruling = may_attack(g, near[0])
    return no(ruling.rule, f"nobody next to {g.hexname(hex)} can attack it: {ruling.reason}")


def _carry_out(g: Position, hexes: Way, units: Party) -> Procedure[None]:
    for unit in units:
        g.flags[unit] |= ATTACKED
    advanced = yield from attack(g, hexes[0], units)
    yield from momentum(g, advanced)


ATTACK: Verb[Position] = units_against(
    "attack",
    "11.0a",
    once="11.3a",
    possible=_possible,
    targets=lambda g, hexes: () if hexes else targets(g),  # 11.2b
    units=_joining,
    why_not_hex=_why_not_hex,
    why_not_unit=may_attack,
    why_not_against=why_not_against,
    carry_out=_carry_out,
)


# --- 11.9 probes ------------------------------------------------------------------------------------------------------


def _can_probe(g: Position) -> Ruling:
    somebody = next(able_to_probe(g), None)  # the first will do
    return OK if somebody is not None else no("11.9a", "no unit of yours can make a probing attack")


def _probe(g: Position, units: Party, way: Way) -> Procedure[None]:
    """11.9b: no odds, no die: the units advance; German mechanised ones may go on with momentum (11.9f)."""
    for unit in units:
        g.flags[unit] |= ATTACKED | PROBED
        step_in(g, unit, way[0], "11.9b")
    yield from momentum(g, units)


PROBE: Verb[Position] = probing(_can_probe, probers, may_probe, _probe)
