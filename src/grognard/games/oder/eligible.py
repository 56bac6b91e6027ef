"""11.0 to 11.3: who may attack whom."""

from __future__ import annotations

from collections.abc import Iterator

from grognard.games.oder.position import ATTACKED, DEFENDED, PROBED, Position, Unit
from grognard.hexes import Hex, HexSet, hexset, members
from grognard.mechanics.verbs import Party, Way
from grognard.ruling import OK, Ruling, no


def may_fight(g: Position, unit: Unit) -> Ruling:
    """Whether a unit may make an attack of any kind in this phase."""
    if g.rules.side[unit] != g.side or g.at[unit] < 0:
        return no("11.0a", f"{g.name(unit)} is not a unit of yours on the map")
    if unit in g.rules.static:
        return no("11.0c", f"{g.name(unit)} is static and cannot attack")
    if g.flags[unit] & PROBED:
        return no("11.3b", f"{g.name(unit)} has probed in this phase and does not attack again")
    if g.flags[unit] & ATTACKED:
        return no("11.3b", f"{g.name(unit)} has attacked in this phase")
    return OK


def may_attack(g: Position, unit: Unit) -> Ruling:
    """Whether a unit may take part in an ordinary attack."""
    ruling = may_fight(g, unit)
    if ruling is not OK:
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


ONE_TARGET = no("11.2b", "an attack has exactly one target hex")


def why_not_against(g: Position, hexes: Way, named: Party, unit: Unit) -> Ruling:
    """Why a unit that may attack cannot attack this hex."""
    name, there = g.name(unit), g.hexname(hexes[0])
    if (g.at[unit], hexes[0]) in g.rules.sea_sides:
        return no("10.0f", f"all sea lies between {name} and {there} (G29)")
    return no("11.0a", f"{name} is not next to {there}")


def attackers_of(g: Position, hex: Hex) -> list[Unit]:
    """The units that may attack a hex."""
    return [u for near in g.rules.near(hex) for u in g.stack(near) if may_attack(g, u) is OK]


def targets(g: Position) -> list[Hex]:
    """The hexes that may be attacked."""
    return g.memo("targets", lambda: [h for h in members(_beside_attackers(g)) if attackable(g, h) is OK])


def _beside_attackers(g: Position) -> HexSet:
    """The hexes of enemies that are next to a unit that may attack."""
    return g.occupied[g.enemy] & g.rules.beside(hexset(g.at[u] for u in _able(g)))


def _able(g: Position) -> Iterator[Unit]:
    """The units next to enemies that may attack."""
    near = g.occupied[g.side] & g.rules.beside(g.occupied[g.enemy])
    return (u for u in g.units_in(near) if may_attack(g, u) is OK)


def can_attack(g: Position) -> bool:
    """Whether any hex may be attacked: mostly the first unit finds one."""
    enemies = g.occupied[g.enemy]
    near = (hex for unit in _able(g) for hex in g.rules.near(g.at[unit]) if enemies >> hex & 1)
    return any(attackable(g, hex) is OK for hex in near)
