"""4.2.1, 9.1: units are eliminated, points scored, and the dice say when they come back."""

from __future__ import annotations

from grognard.decision import Procedure
from grognard.events import Eliminated, Marked, Rolled, Scored
from grognard.games.oder.position import DUE, ENEMY, GONE, Position, Unit
from grognard.games.oder.supply import AERIAL, COASTAL, FORTRESS, NONE, REGULAR, marker_lost

POINTS = {REGULAR: "4.2.1a", AERIAL: "4.2.1a", FORTRESS: "4.2.1b", COASTAL: "4.2.1b", NONE: "4.2.1c"}  # by which rule


def score(g: Position, side: str, points: int, why: str, rule: str) -> None:
    """Move a marker on the VP Track."""
    g.points[side] += points
    g.tell(Scored(side=side, points=points, why=why, rule=rule))


def eliminate(g: Position, unit: Unit, kind: str, rule: str, why: str = "") -> Procedure[None]:
    """A unit is lost: its points depend on the kind of supply it was judged to have, and so does its regrouping."""
    name, side = g.name(unit), g.rules.side[unit]
    g.tell(Eliminated(unit=name, hex=g.hexname(g.at[unit]), why=why, rule=rule))
    marker_lost(g, unit)
    g.take_off(unit, GONE)
    g.flags[unit] = 0
    points = g.rules.charts.value(f"points.{kind}")
    score(g, ENEMY[side], points, f"{name} eliminated ({_called(kind)})", POINTS[kind])
    if g.rules.may_regroup(unit):
        yield from _regroup(g, unit, kind)


def _called(kind: str) -> str:
    return "out of supply" if kind == NONE else f"{kind} supply"


def _regroup(g: Position, unit: Unit, kind: str) -> Procedure[None]:
    """9.1: one die after regular supply, two after any other, for the turns until it returns."""
    count, rule = ("regroup.regular", "9.1b") if kind == REGULAR else ("regroup.other", "9.1c")
    side, what = g.rules.side[unit], f"the regrouping of {g.name(unit)}"
    dice: tuple[int, ...] = ()
    for _ in range(g.rules.charts.value(count)):
        dice += ((yield from g.roll(side, what, rule)),)
    turn = g.turn + sum(dice)
    back = turn <= g.rules.turns
    result = f"it comes back on turn {turn}" if back else "it does not come back"
    g.tell(Rolled(side=side, dice=dice, what=what, result=result, rule=rule))
    if back:
        g.at[unit] = DUE
        g.due[unit] = turn


def out_for_good(g: Position, unit: Unit, why: str, rule: str) -> None:
    """A unit that was due is not used."""
    g.due.pop(unit, None)
    g.at[unit] = GONE
    g.tell(Marked(unit=g.name(unit), status=f"out for good: {why}", rule=rule))
