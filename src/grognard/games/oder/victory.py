"""4: sudden death and victory points."""

from __future__ import annotations

from grognard.games.oder.position import ENEMY, GERMAN, SOVIET, Position
from grognard.games.oder.supply import AERIAL, NONE, lines, supply
from grognard.hexes import HexSet
from grognard.preview import Line, Result

SUDDEN = {GERMAN: (GERMAN, "German sudden death victory"), SOVIET: (SOVIET, "Soviet sudden death victory")}


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


def _fulfilled(g: Position) -> list[str]:
    """4.1.2: what the Soviet has of three: two units on the west edge, Koenigsberg, a hex of Upper Silesia."""
    charts = g.rules.charts
    city = g.rules.hex_by_name.get(charts.text("sudden.city"))
    units = charts.value("sudden.units")
    conditions = (
        (f"{units} units in supply on the western edge", _supplied_in(g, SOVIET, g.rules.west) >= units),
        ("Koenigsberg", city is not None and soviet_holds(g, 1 << city)),
        ("Upper Silesia", soviet_holds(g, g.rules.usir)),
    )
    return [what for what, held in conditions if held]


def soviet_sudden_death(g: Position) -> bool:
    """4.1.2: enough of the three conditions."""
    return len(_fulfilled(g)) >= g.rules.charts.value("sudden.conditions")


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
    return Result(winner=winner, level=how, points=dict(g.points), counted=counted, why=_why(g))


def _why(g: Position) -> str:
    """What decided the game, in a sentence or two."""
    charts = g.rules.charts
    if g.result == SUDDEN[GERMAN]:
        return f"The Germans have {charts.value('sudden.units')} units in supply on the eastern edge."
    if g.result == SUDDEN[SOVIET]:
        return f"The Soviets have {' and '.join(_fulfilled(g))}."
    enough, part = charts.value("victory.german_points"), charts.value("victory.part")
    times = "twice" if part == 2 else f"{part} times"
    wins = f"The Germans win with at least {enough} points if that is more than {times} the Soviet ones"
    return f"{wins}; just {times} is a draw. They have {g.points[GERMAN]}, the Soviets {g.points[SOVIET]}."
