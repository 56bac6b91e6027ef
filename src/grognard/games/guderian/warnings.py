"""What a player may want to know before he does something the rules allow."""

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

SHOWN = 6  # names in a sentence before "and more"


def warnings(g: Position, words: Words) -> list[Caution]:
    """What is worth knowing before these words are played."""
    if words == ("end",):
        return list(_ending(g))
    if words[:1] == ("call",):
        price = g.rules.scenario.south_west_points[g.called]
        return [Caution(f"The German player scores {price} when this division comes on", "14.23")]
    found = list(_others_in_hand(g, words[1:])) if words[:1] in (("move",), ("enter",), ("overrun",)) else []
    if words[:1] == ("move",) and len(words) > 2:
        found += _moving(g, words[1:-1], words[-1])
    return found


def _others_in_hand(g: Position, named: Words) -> Iterator[Caution]:
    """6.0b: units that could go on end their move as soon as others begin theirs."""
    units = {unit for unit in map(g.find, named) if unit is not None}
    able = [unit for unit in g.hand if g.at[unit] >= 0 and can_move(g, unit)]
    if able and units and not units & set(g.hand):
        where = tuple({g.hexname(g.at[unit]) for unit in able})
        yield Caution(f"{_names(g, able)} could go on: the move ends once these units begin", "6.0b", where, note=True)


def _ending(g: Position) -> Iterator[Caution]:
    if g.phase in MOVEMENT_PHASES:
        if late := list(waiting(g)):
            yield Caution(f"{_names(g, late)} could still enter", "14.3", _entrances(g, late), verb="enter")
        if crowded := overstacked(g, g.side):
            yield Caution(f"{_hexes(g, crowded)}: the units in excess are lost", "7.1d", _hexnames(g, crowded))
    if g.phase in ("german-markers", "german-interdiction"):
        left = g.rules.air_markers - len(g.air)
        if left:
            yield Caution(
                f"{left} Air Interdiction marker{'s are' if left > 1 else ' is'} not on the map",
                "13.1",
                verb="interdict",
            )


def _moving(g: Position, names: Words, to: str) -> Iterator[Caution]:
    units = [unit for unit in map(g.find, names) if unit is not None and g.at[unit] >= 0]
    hex = g.rules.hex_by_name.get(to)
    if hex is None or not units:
        return
    if cut_off := [unit for unit in units if in_supply(g, unit) and not _supplied_in(g, units, unit, hex)]:
        rule = "11.21" if g.side == SOVIET else "11.11"
        yield Caution(f"{_names(g, cut_off)} would be out of supply in {to}", rule, (to,))
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


def _names(g: Position, units: list[Unit]) -> str:
    more = f" and {len(units) - SHOWN} more" if len(units) > SHOWN else ""
    return ", ".join(g.names(units[:SHOWN])) + more


def _hexnames(g: Position, hexes: Iterable[Hex]) -> tuple[str, ...]:
    return tuple(g.hexname(hex) for hex in hexes)


def _hexes(g: Position, hexes: list[Hex]) -> str:
    return f"{' and '.join(_hexnames(g, hexes))} {'are' if len(hexes) > 1 else 'is'} overstacked"


def _entrances(g: Position, units: list[Unit]) -> tuple[str, ...]:
    areas = dict.fromkeys(g.due[unit][1] for unit in units)
    return tuple(g.hexname(hex) for area in areas for hex in g.rules.board.areas[area].hexes)
