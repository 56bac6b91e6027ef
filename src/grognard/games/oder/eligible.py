"""11.0 to 11.3: who may attack whom."""

from __future__ import annotations

from collections.abc import Sequence

from grognard.decision import DONE, Choices, Words, offer
from grognard.games.oder.position import ATTACKED, DEFENDED, Position, Unit
from grognard.hexes import Hex
from grognard.ruling import OK, Ruling, no


def may_fight(g: Position, unit: Unit) -> Ruling:
    """Whether a unit may make an attack of any kind in this phase."""
    name = g.name(unit)
    if g.rules.side[unit] != g.side or g.at[unit] < 0:
        return no("11.0a", f"{name} is no unit of yours on the map")
    if unit in g.rules.static:
        return no("11.0c", f"{name} is static and cannot attack")
    if g.flags[unit] & ATTACKED:
        return no("11.3b", f"{name} has attacked in this phase")
    return OK


def may_attack(g: Position, unit: Unit) -> Ruling:
    """Whether a unit may take part in an ordinary attack."""
    ruling = may_fight(g, unit)
    if not ruling:
        return ruling
    if unit in g.rules.shock:
        if g.turn == 1:
            return no("5.2c", f"{g.name(unit)} is a Shock Army and may not attack on turn 1")
        if not g.order:  # movement came first: nothing is left to do after this combat
            return no("5.3b", f"{g.name(unit)} is a Shock Army and attacks only when combat comes before movement")
    if not g.rules.attack[unit]:
        return no("2.2c", f"{g.name(unit)} has no attack factor")
    return OK


def attackable(g: Position, hex: Hex) -> Ruling:
    """Whether a hex may be attacked by ordinary attack."""
    if not g.occupied[g.enemy] >> hex & 1:
        return no("11.0a", f"there is no enemy in {g.hexname(hex)}")
    if hit := [unit for unit in g.stack(hex) if g.flags[unit] & DEFENDED]:  # G61
        return no("11.3b", f"{g.name(hit[0])} in {g.hexname(hex)} has been attacked in this phase")
    return OK


def attackers_of(g: Position, hex: Hex) -> list[Unit]:
    """The units that may attack a hex."""
    return [u for near in g.rules.near(hex) for u in g.stack(near) if may_attack(g, u)]


def targets(g: Position) -> list[Hex]:
    """The hexes that may be attacked."""
    key = ("targets", g.phase, bytes(g.flags))
    return g.memo(key, lambda: [h for h in sorted(g.stacks) if attackable(g, h) and attackers_of(g, h)])


def joining(g: Position, able: Sequence[Unit], named: Words) -> Choices:
    """The units of an attack, one after another, and then go."""
    if named and named[-1] == "go":
        return DONE
    rest = [name for name in g.names(able) if name not in named]
    return offer(("unit", rest), ("verb", ("go",) if named else ()))
