"""11.8: momentum: German mechanised units that have just advanced attack once more, or probe."""

from __future__ import annotations

from collections.abc import Sequence

from grognard.decision import Procedure
from grognard.games.oder.battle import attack, step_in
from grognard.games.oder.eligible import ONE_TARGET, why_not_against
from grognard.games.oder.position import GERMAN, MOMENTUM, PROBED, Position, Unit
from grognard.games.oder.probing import has_hex_to_probe, probe_hexes, probing
from grognard.games.oder.supply import REGULAR, fly, may_fly, supply
from grognard.hexes import Hex
from grognard.mechanics.turn import Verb
from grognard.mechanics.verbs import Party, Way, alone, choose_verb, of_unit, units_against
from grognard.ruling import OK, Ruling, no


def has_momentum(g: Position, unit: Unit) -> bool:
    """11.8a, 11.8d: a German mechanised unit that has not used its momentum in this turn."""
    return g.side == GERMAN and g.rules.mechanised(unit) and not g.flags[unit] & MOMENTUM


def momentum(g: Position, units: Sequence[Unit]) -> Procedure[None]:
    """11.8, 11.9: units that have just advanced attack once more, at once, or probe if they have not probed."""
    while units := [u for u in units if g.at[u] >= 0 and has_momentum(g, u)]:
        attack_on, probe_on = _attack_with(units), _probe_with(g, units)
        if not (attack_on.possible(g) or probe_on.possible(g)):
            return
        verbs = (attack_on, probe_on, _supply_for(units, attack_on), STOP)
        prompt = f"Momentum: {', '.join(g.names(units))} may attack once more, or stop"
        if (yield from choose_verb(g, GERMAN, "momentum", prompt, "11.8a", verbs, _not_now)) == STOP.name:
            return


STOP: Verb[Position] = alone("stop", "11.8a", lambda g: None)


def _not_now(word: str) -> Ruling | None:
    return no("11.8a", "momentum is used before any other combat: stop first") if word == "end" else None


def momentum_targets(g: Position, units: Sequence[Unit]) -> list[Hex]:
    """11.8b: any enemy next to a unit with momentum, attacked before or not."""
    near = {hex for unit in units for hex in g.rules.near(g.at[unit])}
    return sorted(hex for hex in near if g.occupied[g.enemy] >> hex & 1)


def _attack_with(units: Sequence[Unit]) -> Verb[Position]:
    """11.8b: these units attack, and nobody joins them."""

    def able(g: Position, hexes: Way, named: Party) -> list[Unit]:
        near = (u for u in units if g.rules.adjacent(g.at[u], hexes[0]) and g.rules.attack[u])
        return [unit for unit in near if unit not in named]

    def why_not_hex(g: Position, hexes: Way, named: Party, hex: Hex) -> Ruling:
        if hexes:
            return ONE_TARGET
        there = g.hexname(hex)
        if not g.occupied[g.enemy] >> hex & 1:
            return no("11.0a", f"there is no enemy in {there}")
        return no("11.8a", f"none of the units with momentum is next to {there}: {' '.join(g.names(units))}")

    def carry_out(g: Position, hexes: Way, named: Party) -> Procedure[None]:
        for unit in named:
            g.flags[unit] |= MOMENTUM
        yield from attack(g, hexes[0], named, marks=False)

    return units_against(
        "attack",
        "11.0a",
        once="11.3a",
        possible=lambda g: OK if momentum_targets(g, units) else no("11.8b", "no enemy is next to them"),
        targets=lambda g, hexes: () if hexes else momentum_targets(g, units),
        units=able,
        why_not_hex=why_not_hex,
        why_not_unit=lambda g, unit: OK if unit in units else _without_momentum(g, unit),
        why_not_against=why_not_against,
        carry_out=carry_out,
    )


def _probe_with(g: Position, units: Sequence[Unit]) -> Verb[Position]:
    """11.9c: those of these units that have not probed in this phase do so instead of an attack."""
    found = {unit: probe_hexes(g, unit) for unit in units if not g.flags[unit] & PROBED}
    probes = {unit: hexes for unit, hexes in found.items() if hexes}

    def may(g: Position, unit: Unit) -> Ruling:
        if unit not in units:
            return _without_momentum(g, unit)
        if g.flags[unit] & PROBED:
            return no("11.9c", f"{g.name(unit)} has probed in this phase")
        return has_hex_to_probe(g, unit)

    def carry_out(g: Position, named: Party, way: Way) -> None:
        for unit in named:
            g.flags[unit] |= MOMENTUM | PROBED
            step_in(g, unit, way[0], "11.9c")

    possible = OK if probes else no("11.9a", "none of them can make a probing attack")
    return probing(lambda g: possible, lambda g: probes, may, carry_out)


def _supply_for(units: Sequence[Unit], attack_on: Verb[Position]) -> Verb[Position]:
    """8.3a: at any time of the phase, so before these units attack."""

    def needy(g: Position) -> list[Unit]:
        return [unit for unit in units if supply(g, unit) != REGULAR] if attack_on.possible(g) and may_fly(g) else []

    return of_unit(
        "supply",
        "8.3a",
        units=needy,
        nobody=lambda g: may_fly(g) and no("8.3a", "none of them needs supply for an attack"),
        why_not=lambda g, unit: no("8.3a", f"{g.name(unit)} is none of the units that need supply for an attack"),
        carry_out=fly,
    )


def _without_momentum(g: Position, unit: Unit) -> Ruling:
    name = g.name(unit)
    return no("11.8a", f"{name} is none of the mechanised units that have just advanced and have momentum left")
