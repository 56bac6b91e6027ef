"""Cautions: what a player may regret though the rules allow it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from grognard.decision import Words
from grognard.game import Caution
from grognard.games.battles import command, supply
from grognard.games.battles.integrity import formation_of
from grognard.games.battles.position import ATTACK, ENEMY, NONE, Position, Unit
from grognard.games.battles.reinforcements import entry_hexes
from grognard.games.battles.stacking import fits, overstacked
from grognard.hexes import Hex, members
from grognard.mechanics.cautions import listed, whereabouts
from grognard.mechanics.verbs import Party, split


def warnings(g: Position, words: Words) -> list[Caution]:
    """Cautions about an action before it is played."""
    match words:
        case ("end",):
            return list(_ending(g))
        case ("move", *said):
            units, way = split(g, tuple(said))
            return list(_moving(g, units, way[-1])) if units and way else []
        case ("attack", *said) if g.phase.endswith("-combat"):
            return list(_attacking(g, said))
    return []


# --- ending a phase ---------------------------------------------------------------------------------------------------


def _ending(g: Position) -> Iterator[Caution]:
    phase = g.phase.partition("-")[2]
    if phase == "supply":
        yield from _idle_hqs(g)
        if command.AIRLIFT.possible(g):
            yield Caution("An Air Supply marker is left, and units of yours are out of supply", "13.0g")
    if phase in ("movement", "mechanised") and (crowded := overstacked(g, g.side)):
        names = g.hexnames(crowded)
        text = f"{' and '.join(names)} overstacked: you eliminate units until the rest fit"
        yield Caution(text, "11.1b", names)
    if phase == "movement" and (late := [u for u in _due(g) if entry_hexes(g, u)]):
        yield Caution(f"{listed(g, late)} could still come in", "7.0b", verb="enter")
    if phase == "air" and g.air[g.side] and g.rules.scenario.air is not None and g.rules.scenario.air.interdiction:
        yield Caution(f"Air support markers that could interdict: {g.air[g.side]}", "13.0d", verb="interdict")


def _due(g: Position) -> list[Unit]:
    return [unit for unit, (turn, _) in g.due.items() if turn <= g.turn and g.owners[unit] == g.side]


def _idle_hqs(g: Position) -> Iterator[Caution]:
    """HQs that could be set to Attack, with a unit in their reach next to the enemy."""
    enemy = g.rules.grid.spread(g.occupied[ENEMY[g.side]])
    for hq in g.rules.hqs_of[g.side]:
        if not g.face[hq] and command.may_attack(g, hq):
            reach = supply.served_hexes(g, hq)
            mine = (u for u in g.on_map(g.side) if g.can_attack(u) and hq in supply.hqs_for(g, u))
            if any(reach & enemy >> g.at[unit] & 1 for unit in mine):
                yield Caution(
                    f"{g.name(hq)} could be set to Attack supply", "14.0c", g.hexnames((g.at[hq],)), verb="supply"
                )


# --- moving -----------------------------------------------------------------------------------------------------------


def _moving(g: Position, units: Party, hex: Hex) -> Iterator[Caution]:
    then, to = g.copy(), g.hexname(hex)
    for unit in units:
        then.enter(unit, hex)
    with g.still(), then.still():
        yield from _supplied(g, then, units, to)
        yield from _followers(g, then, units)
        yield from _together(g, then, units)
    if not fits(then, then.stack(hex)):
        yield Caution(f"{to} would be overstacked: make room before the phase ends", "11.1a", (to,))
    yield from _leaving(g, then, {g.at[unit] for unit in units})


def _supplied(g: Position, then: Position, units: Party, to: str) -> Iterator[Caution]:
    """8.3q: units that go out of supply, or out of Attack supply."""
    cut = [u for u in units if supply.level(g, u) != NONE and supply.level(then, u) == NONE]
    if cut:
        yield Caution(f"{listed(g, cut)} would be out of supply in {to}", "8.3q", (to,))
    less = [u for u in units if supply.level(g, u) == ATTACK != supply.level(then, u) and u not in cut]
    if less:
        yield Caution(f"{listed(g, less)} would not be in Attack supply in {to}", "8.3q", (to,))


def _followers(g: Position, then: Position, units: Party) -> Iterator[Caution]:
    """Others who lose supply by the move: an HQ goes away from them, or the unit that kept a line open."""
    others = [u for u in g.on_map(g.side) if u not in units]
    cut = [u for u in others if supply.level(g, u) != NONE and supply.level(then, u) == NONE]
    if cut:
        yield Caution(f"{listed(g, cut)} would be out of supply then", "8.1q", whereabouts(g, cut))
    less = [u for u in others if supply.level(g, u) == ATTACK != supply.level(then, u) and u not in cut]
    if less and any(unit in g.rules.hqs for unit in units):
        yield Caution(f"{listed(g, less)} would not be in Attack supply then", "8.1q", whereabouts(g, less))


def _together(g: Position, then: Position, units: Party) -> Iterator[Caution]:
    """11.2: divisions and corps that would lose integrity, by units that go or by a stranger who joins them."""
    touched = {g.rules.formation[unit] for unit in units}
    touched |= {g.rules.formation[unit] for unit in then.stack(then.at[units[0]])}
    for id in sorted(touched - {""}):
        shifts = g.rules.scenario.integrity.get(id, (0, 0))
        if any(shifts) and has_integrity(g, id) and not has_integrity(then, id):
            yield Caution(f"{id} would lose its integrity: {shifts[0]}R in attack, {shifts[1]}L in defence", "11.2c")


def has_integrity(g: Position, id: str) -> bool:
    """11.2b: whether two units of a formation are together or side by side, with no stranger among them."""
    hexes = {g.at[unit] for unit in g.rules.formations[id] if g.at[unit] >= 0}
    whole = [hex for hex in hexes if formation_of(g, hex) == id]
    count = {hex: sum(g.at[unit] == hex for unit in g.rules.formations[id]) for hex in hexes}
    return any(count[hex] > 1 or any(g.rules.grid.around[hex] >> near & 1 for near in hexes) for hex in whole)


def _leaving(g: Position, then: Position, left: Iterable[Hex]) -> Iterator[Caution]:
    """What is given up with a hex nobody stays in."""
    for hex in sorted(left):
        name = g.hexname(hex)
        if hex in g.forts and not then.stack(hex):
            yield Caution(f"The field fort in {name} is removed when nobody is left in it", "18.0b2", (name,))
        objective = name in g.rules.scenario.victory.objectives and not then.stack(hex)
        if objective and members(g.rules.next_to[hex] & g.occupied[ENEMY[g.side]]):
            yield Caution(f"{name}, an objective, would be empty and the enemy is next to it", "6.0i", (name,))


# --- attacking --------------------------------------------------------------------------------------------------------


def _attacking(g: Position, said: list[str]) -> Iterator[Caution]:
    """8.3g: an attack in General supply uses up the HQ's one such combat; others would still need it."""
    units = [unit for unit in map(g.find, said) if unit is not None and g.at[unit] >= 0]
    weak = [unit for unit in units if g.owners[unit] == g.side and 0 < supply.level(g, unit) < ATTACK]
    if weak:
        text = f"{listed(g, weak)} attack at half strength, once in this phase for each HQ"
        yield Caution(text, "8.3g")
