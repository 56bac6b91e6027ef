"""Cautions: what a player may regret though the rules allow it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from grognard.decision import Words
from grognard.game import Caution
from grognard.games.guderian.movement import MOVEMENT_PHASES, can_move
from grognard.games.guderian.position import SOVIET, Position, Unit
from grognard.games.guderian.reinforcements import waiting
from grognard.games.guderian.stacking import fits, overstacked
from grognard.games.guderian.supply import in_supply
from grognard.hexes import Hex
from grognard.mechanics.cautions import listed
from grognard.mechanics.verbs import Party, split


def warnings(g: Position, words: Words) -> list[Caution]:
    """Cautions about an action before it is played."""
    if words == ("end",):
        return list(_ending(g))
    if words[:1] == ("call",):
        price = g.rules.scenario.south_west_points[g.called]
        return [Caution(f"The German player scores {price} when this division comes on", "14.23")]
    found = list(_others_in_hand(g, words[1:])) if words[:1] in (("move",), ("enter",), ("overrun",)) else []
    if words[:1] == ("move",):
        units, way = split(g, words[1:])
        found += _moving(g, units, way[-1]) if units and way else ()
    return found


def _others_in_hand(g: Position, named: Words) -> Iterator[Caution]:
    """6.0b: units that could go on end their move as soon as others begin theirs."""
    units = {unit for unit in map(g.find, named) if unit is not None}
    able = [unit for unit in g.hand if g.at[unit] >= 0 and can_move(g, unit)]
    if able and units and not units & set(g.hand):
        where = tuple({g.hexname(g.at[unit]) for unit in able})
        yield Caution(f"{listed(g, able)} could go on: the move ends once these units begin", "6.0b", where, note=True)


def _ending(g: Position) -> Iterator[Caution]:
    if g.phase in MOVEMENT_PHASES:
        if late := list(waiting(g)):
            yield Caution(f"{listed(g, late)} could still enter", "14.3", _entrances(g, late), verb="enter")
        if crowded := overstacked(g, g.side):
            hexes = g.hexnames(crowded)
            are = "are" if len(hexes) > 1 else "is"
            yield Caution(f"{' and '.join(hexes)} {are} overstacked: the units in excess are lost", "7.1d", hexes)
    if g.phase in ("german-markers", "german-interdiction"):
        left = g.rules.air_markers - len(g.air)
        if left:
            yield Caution(
                f"{left} Air Interdiction marker{'s are' if left > 1 else ' is'} not on the map",
                "13.1",
                verb="interdict",
            )


def _moving(g: Position, units: Party, hex: Hex) -> Iterator[Caution]:
    to = g.hexname(hex)
    if cut_off := [unit for unit in units if in_supply(g, unit) and not _supplied_in(g, units, unit, hex)]:
        rule = "11.21" if g.side == SOVIET else "11.11"
        yield Caution(f"{listed(g, cut_off)} would be out of supply in {to}", rule, (to,))
    there = {*g.stack(hex), *units}
    if not fits(g, g.side, there):
        rule = "7.1a" if g.side == SOVIET else "7.2"
        yield Caution(f"{to} would be overstacked: make room before the phase ends", rule, (to,))


def _supplied_in(g: Position, units: Iterable[Unit], unit: Unit, hex: Hex) -> bool:
    """Whether a unit would be in supply with these units moved to a hex."""
    then = g.copy()
    for mover in units:
        then.place(mover, hex)
    return in_supply(then, unit)


def _entrances(g: Position, units: list[Unit]) -> tuple[str, ...]:
    areas = dict.fromkeys(g.due[unit][1] for unit in units)
    return tuple(g.hexname(hex) for area in areas for hex in g.rules.board.areas[area].hexes)
