"""11.4 to 11.6, 15.51: Production orders are carried out."""

from __future__ import annotations

from collections.abc import Sequence

from grognard.decision import Words
from grognard.events import Marked, Noted, Placed
from grognard.games.eastfront.clauses import ProductionPlan, Reckoning
from grognard.games.eastfront.position import ENEMY, IDENTITY, PREP, READY, Position


def carry_out(g: Position, orders: Sequence[Words]) -> None:
    """Do what both sides' orders say, as they were written: neither has seen the other's (G37)."""
    with g.as_offered():
        plans = [Reckoning(g, side).plan(words) for side, words in zip(ENEMY, orders, strict=True)]
    for plan in plans:
        _carry_out(g, plan)


def _carry_out(g: Position, plan: ProductionPlan) -> None:
    """Do what a side's orders say. PPs that are not spent are lost (11.3)."""
    only = (plan.side,)
    for unit in plan.stepped:
        g.cv[unit] += 1
        strength = g.strength(unit)
        g.tell(Marked(unit=g.name(unit), status=f"built up to {strength}", rule="11.41", only=only))
    for unit in plan.disbanded:
        g.eliminate(unit, "11.52", "disbanded")
    for unit, (hex, cv) in plan.arrived.items():
        rule = "11.42" if unit in plan.cadres else "11.5"
        if unit in plan.cadres and (unit in g.rules.satellites or "siege" in g.rules.units[unit].special):
            g.rebuilt |= {unit}
        g.due.pop(unit, None)
        g.place(unit, hex)
        g.cv[unit], g.supplied[unit] = cv, 1
        told = Placed(what=f"{g.name(unit)} ({g.strength(unit)})", hex=g.spell(hex), rule=rule)
        g.say(unit, told, Placed(what=g.alias(unit), hex=g.spell(hex), rule=rule))
    g.due.update(plan.hastened)
    for unit, (month, _) in plan.hastened.items():
        g.tell(Marked(unit=g.name(unit), status=f"brought forward to {month}", rule="11.51", only=only))
    for unit in g.rules.of_side[plan.side]:  # what the enemy has seen may have changed, save in a battle (11.41, 16.27)
        if g.spotted[unit] and (not g.engaged(unit) or g.rules.zones >> g.at[unit] & 1):
            g.spotted[unit] = IDENTITY if g.at[unit] >= 0 else 0
    _build_beachhead(g, plan.beachhead)
    if plan.left:
        g.tell(Noted(text=f"{plan.left} PP{'s are' if plan.left > 1 else ' is'} forfeited", rule="11.3", only=only))


def _build_beachhead(g: Position, how: str) -> None:
    if how:
        g.beachhead = {"prep": PREP, "ready": READY, "dismantle": PREP}[how]
        if how == "dismantle":
            g.beachhead_at = -1
