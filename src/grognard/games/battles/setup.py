"""5.0: who stands where before the first turn, and who waits on the Turn Record Track."""

from __future__ import annotations

from grognard.dice import Dice
from grognard.games.battles.position import AXIS, DUE, SOVIET, Position
from grognard.games.battles.rules import Rules

TIGERS = "optional"  # 3.2e: the option that brings a scenario's optional units


def start(rules: Rules, options: dict[str, bool], dice: Dice) -> Position:
    """The position before the first game turn begins."""
    g = Position(rules, options, dice)
    plan = rules.scenario
    for hex, units in plan.setup.items():
        for name in units:
            g.enter(rules.unit_by_id[name], rules.hex_by_name[hex])
    for name in plan.untried and [p.id for p in rules.units if p.more.untried and p.id not in plan.untried]:
        g.tried[rules.unit_by_id[name]] = 1
    for name in plan.reduced:
        g.level[rules.unit_by_id[name]] = 1
    for number, arrival in enumerate(plan.arrivals):
        for name in arrival.units:
            if name not in plan.optional or options.get(TIGERS):
                unit = rules.unit_by_id[name]
                g.at[unit] = DUE
                g.due[unit] = (arrival.turn, number)
    if options.get(TIGERS):
        for side, enemy in ((AXIS, SOVIET), (SOVIET, AXIS)):
            g.points[enemy] += rules.sides[side].gifts
    return g
