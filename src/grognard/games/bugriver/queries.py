"""Overlays for the map: zones of control, command, supply, ranges, control."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from grognard.errors import Invalid
from grognard.games.bugriver.actions import ACTING
from grognard.games.bugriver.command import command_hexes
from grognard.games.bugriver.movement import may_move
from grognard.games.bugriver.position import ENEMY, GERMAN, Position, Unit
from grognard.games.bugriver.supply import supply_hexes
from grognard.games.bugriver.tables import QUARTERS
from grognard.games.bugriver.ways import allowance, destinations, onward, paid
from grognard.games.bugriver.zoc import zoc
from grognard.mechanics.overlays import Queries, answer_to
from grognard.ruling import no
from grognard.view import Overlay, Query


def query(g: Position, side: str | None, what: str, asked: Mapping[str, str]) -> Overlay:
    """The overlay asked for."""
    return answer_to(QUERIES, what, asked)(g, side, asked)


def _own(g: Position, side: str | None, asked: Mapping[str, str]) -> Unit:
    unit = g.unit(asked["unit"])
    if g.at[unit] < 0:
        raise Invalid(f"{asked['unit']} is not on the map")
    if g.rules.side[unit] != side:
        raise Invalid(f"{asked['unit']} is not yours")
    return unit


def _side(g: Position, asked: Mapping[str, str]) -> str:
    side = asked.get("of", g.side)
    if side not in ENEMY:
        raise Invalid(f"no side {side}: {' or '.join(ENEMY)}")
    return side


def _zoc(g: Position, side: str | None, asked: Mapping[str, str]) -> Overlay:
    whose = _side(g, asked)
    return Overlay(side=whose, hexes=g.in_hexes(zoc(g, whose)), rule="5.4a")


def _command(g: Position, side: str | None, asked: Mapping[str, str]) -> Overlay:
    unit = _own(g, side, asked)
    hq = g.formation[unit]
    return Overlay(unit=asked["unit"], hexes=g.in_hexes(command_hexes(g, hq)) if hq >= 0 else (), rule="5.8b")


def _supply(g: Position, side: str | None, asked: Mapping[str, str]) -> Overlay:
    whose = _side(g, asked)
    return Overlay(side=whose, hexes=g.in_hexes(supply_hexes(g, whose)), rule="5.7.1a")


def _control(g: Position, side: str | None, asked: Mapping[str, str]) -> Overlay:
    whose = _side(g, asked)
    hexes = g.controlled if whose == GERMAN else g.rules.land & ~g.controlled
    return Overlay(side=whose, hexes=g.in_hexes(hexes), rule="7.8")


def _reach(g: Position, side: str | None, asked: Mapping[str, str]) -> Overlay:
    """Where a unit can go with one Movement Action, at what cost."""
    unit = _own(g, side, asked)
    ruling = (
        may_move(g, unit) if g.phase in ACTING and g.side == side else no("7.2", "units move when their formation acts")
    )
    if not ruling:
        return Overlay(unit=asked["unit"], rule=ruling.rule, why=ruling.reason)
    ways = onward(g, (unit,), (g.at[unit],))
    most = allowance(g, (unit,), bonus=True)  # 7.3.2b, 7.3.7: a step may take all there is
    ends = destinations(g, (unit,), (g.at[unit],))
    price = {g.hexname(hex): min(paid(g, (unit,), ways[hex]), most) / QUARTERS for hex in ends}
    before = {g.hexname(hex): g.hexname(way[-2]) for hex, way in ways.items()}
    return Overlay(unit=asked["unit"], hexes=tuple(price), costs=price, before=before, rule="7.3")


Answer = Callable[[Position, str | None, Mapping[str, str]], Overlay]
QUERIES: Queries[Answer] = {
    Query("zoc", "the hexes a side's zones of control reach", takes=("of",), shown=True): _zoc,
    Query("command", "the hexes in Command Range of a unit's HQ", ("unit",), shown=True, own=True): _command,
    Query("supply", "the hexes a side's supply reaches", takes=("of",), shown=True): _supply,
    Query("control", "the hexes a side holds", takes=("of",), shown=True): _control,
    Query("reach", "where a unit can go now, and at what cost", ("unit",), shown=True, own=True): _reach,
}
