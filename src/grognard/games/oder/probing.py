"""11.9: probing attacks: an advance into an empty hex of the enemy's zone, without a die."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from grognard.decision import Procedure
from grognard.games.oder.eligible import may_fight
from grognard.games.oder.position import Position, Unit
from grognard.games.oder.stacking import fits
from grognard.hexes import Hex, HexSet
from grognard.mechanics.turn import Verb
from grognard.mechanics.verbs import Party, Way, party_to_hex
from grognard.ruling import OK, Ruling, no

Probes = Mapping[Unit, Sequence[Hex]]  # the hexes into which each unit may probe


def probe_hexes(g: Position, unit: Unit) -> list[Hex]:
    """11.9a: the empty hexes in an EZOC next to a unit that is itself next to an enemy."""
    here, enemy = g.at[unit], g.occupied[g.enemy]
    near = g.rules.near(here)
    if not any(enemy >> hex & 1 for hex in near):
        return []
    open = _open_to_probes(g)
    return [hex for hex in near if open >> hex & 1]


def may_probe(g: Position, unit: Unit) -> Ruling:
    """Whether a unit may make a probing attack somewhere."""
    ruling = may_fight(g, unit)
    if ruling is not OK:
        return ruling
    if unit in g.rules.shock:
        return no("11.0d", f"{g.name(unit)} is a Shock Army and never probes")
    return has_hex_to_probe(g, unit)


def has_hex_to_probe(g: Position, unit: Unit) -> Ruling:
    """Whether a unit that may fight stands where it can probe."""
    if not probe_hexes(g, unit):
        return no("11.9a", f"{g.name(unit)} is not next to an enemy and to an empty hex in his zone of control")
    return OK


def probers(g: Position) -> Probes:
    """The units that can probe in this phase."""
    return g.memo("probers", lambda: {unit: probe_hexes(g, unit) for unit in able_to_probe(g)})


def able_to_probe(g: Position) -> Iterator[Unit]:
    """The units that can probe, one by one: who needs only the first does not look for the others."""
    enemies, beside = g.occupied[g.enemy], g.rules.beside
    near = g.occupied[g.side] & beside(enemies) & beside(_open_to_probes(g))
    return (unit for unit in g.units_in(near) if may_probe(g, unit) is OK)


def _open_to_probes(g: Position) -> HexSet:
    """11.9a: the empty hexes in an EZOC; nobody stays on a land bridge."""
    return g.zoc(g.enemy) & ~(g.occupied[g.enemy] | g.occupied[g.side] | g.rules.land_bridges)


def _together(g: Position, probes: Probes, units: Party) -> list[Hex]:
    """G42: the hexes into which units may probe together."""
    return [hex for hex in probes[units[0]] if all(hex in probes[u] for u in units)] if fits(g, units) else []


def probing(
    possible: Callable[[Position], Ruling],
    probes: Callable[[Position], Probes],
    may: Callable[[Position, Unit], Ruling],
    carry_out: Callable[[Position, Party, Way], Procedure[None] | None],
) -> Verb[Position]:
    """`probe UNIT ... HEX`."""

    def joining(g: Position, named: Party) -> list[Unit]:
        able = probes(g)
        return [unit for unit in able if unit not in named and _together(g, able, (*named, unit))]

    return party_to_hex(
        "probe",
        "11.9a",
        possible=possible,
        units=probes,
        joining=joining,
        hexes=lambda g, named, way: () if way else _together(g, probes(g), named),
        why_not_unit=may,
        why_not_alone=may,
        why_not_along=_why_not_along,
        why_not_hex=_why_not_there,
        carry_out=carry_out,
    )


def _why_not_there(g: Position, units: Party, way: Way, hex: Hex) -> Ruling:
    there = g.hexname(hex)
    if g.stack(hex):
        return no("11.9a", f"{there} is not empty")
    if g.rules.land_bridges >> hex & 1:
        return no("10.0f", f"{there} is a land bridge")
    return no("11.9a", f"{there} is not a hex in an EZOC next to {' '.join(g.names(units))}")


def _why_not_along(g: Position, units: Party, unit: Unit) -> Ruling:
    """Why a unit that may probe cannot do so with others."""
    name, others = g.name(unit), " ".join(g.names(units))
    if not fits(g, (unit, *units)):
        return no("6.2a", f"{others} and {name} are too many for one hex")
    return no("11.9a", f"there is no hex into which {others} and {name} may probe together")
