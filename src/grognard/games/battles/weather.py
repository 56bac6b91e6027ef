"""6.0a, 6.0b, 17.0: the dice at the start of a game turn."""

from __future__ import annotations

from grognard.decision import Procedure
from grognard.events import Noted, Rolled
from grognard.games.battles.position import AXIS, SOVIET, Position
from grognard.games.battles.scenario import by_turn


def begin_game_turn(g: Position) -> Procedure[None]:
    """Weather first, then the air, which it may ground; and the ships of the turn."""
    yield from _weather(g)
    yield from _air_support(g)
    for fleet in g.rules.scenario.naval:
        g.naval[fleet.side] = by_turn(fleet.points, g.turn)


def _weather(g: Position) -> Procedure[None]:
    plan = g.rules.scenario.weather
    if plan is None:
        return
    die = yield from g.roll(g.side, "the weather", "6.0a")
    before, g.weather = g.weather, plan.rows[_row(die + by_turn(plan.drm, g.turn))]
    if g.weather != before:
        g.touch()
    g.tell(Rolled(side=g.side, dice=(die,), what="the weather", result=g.weather, rule="6.0a"))


def _air_support(g: Position) -> Procedure[None]:
    plan = g.rules.scenario.air
    if plan is None:
        return
    die = yield from g.roll(g.side, "air support", "6.0b")
    row = plan.rows[_row(die + by_turn(plan.drm, g.turn))]
    grounded = g.rules.weather[g.weather].air
    lost = {"none": 99, "fewer": 1}.get(grounded, 0)
    g.air = {side: max(row.get(side, 0) - lost, 0) for side in (AXIS, SOVIET)}
    counts = ", ".join(f"{side} {count}" for side, count in g.air.items())
    g.tell(Rolled(side=g.side, dice=(die,), what="air support", result=counts, rule="6.0b"))
    if lost:
        g.tell(Noted(text=f"the weather ({g.weather}) keeps aircraft on the ground", rule="17.0"))


def _row(die: int) -> str:
    return str(min(max(die, 1), 6))
