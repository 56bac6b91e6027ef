"""4: sudden death and victory points."""

from __future__ import annotations

from grognard.games.oder.position import ENEMY, GERMAN, SOVIET, Position
from grognard.games.oder.supply import AERIAL, NONE, lines, supply
from grognard.hexes import HexSet
from grognard.preview import Line, Result


def _supplied_in(g: Position, side: str, hexes: HexSet) -> int:
    """How many of the side's units in these hexes count for sudden death (8.3d)."""
    units = (unit for unit in g.on_map(side) if hexes >> g.at[unit] & 1)
    return sum(supply(g, unit) not in (NONE, AERIAL) for unit in units)


def german_sudden_death(g: Position) -> bool:
    """4.1.1: two supplied units on the east edge."""
    return _supplied_in(g, GERMAN, g.rules.east) >= g.rules.charts.value("sudden.units")


def soviet_holds(g: Position, hexes: HexSet) -> bool:
    """G26: whether one of these hexes is Soviet and a line of supply leads to it, whether a unit is in it or not."""
    return bool(hexes & ~g.controlled & lines(g, SOVIET))


def soviet_sudden_death(g: Position) -> bool:
    """4.1.2: two of three: two units on the west edge, Koenigsberg, a hex of Upper Silesia."""
    charts = g.rules.charts
    city = g.rules.hex_by_name.get(charts.text("sudden.city"))
    held = (
        _supplied_in(g, SOVIET, g.rules.west) >= charts.value("sudden.units"),
        city is not None and soviet_holds(g, 1 << city),
        soviet_holds(g, g.rules.usir),
    )
    return sum(held) >= charts.value("sudden.conditions")


def verdict(g: Position) -> tuple[str, str]:
    """4.3: who has won on points after the last turn."""
    charts = g.rules.charts
    german, soviet = g.points[GERMAN], g.points[SOVIET]
    weighed = charts.value("victory.part") * soviet
    if german < charts.value("victory.german_points") or weighed > german:
        return SOVIET, "Soviet victory"
    return ("", "Draw") if weighed == german else (GERMAN, "German victory")


def judge(g: Position) -> Result:
    """The result of a game that is over."""
    assert g.result is not None
    winner, how = g.result
    counted = tuple(Line(f"{side.title()} victory points", str(g.points[side]), "4.0") for side in ENEMY)
    return Result(winner=winner, level=how, points=dict(g.points), counted=counted)
