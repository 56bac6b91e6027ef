"""Relief: attacks that open the supply or the rails of what the enemy has cut off."""

from __future__ import annotations

from grognard.bots.knowledge.eastfront.battles import Judge
from grognard.bots.knowledge.eastfront.ground import gains, level
from grognard.games.eastfront.control import determine_control
from grognard.games.eastfront.position import Position, Unit
from grognard.games.eastfront.rail import supply_net
from grognard.games.eastfront.supply import lines
from grognard.hexes import Hex, members

LOOKED_AT = 12  # enemy stacks near what is cut off
NEAR = 2  # hexes from it


def reliefs(judge: Judge) -> dict[Hex, float]:
    """What an attack on each enemy hex would win back at once, by engaging those whose zone of control cuts it off."""
    g, side = judge.g, judge.side
    cut = cut_off(judge)
    if not cut:
        return {}
    where = *g.occupied.values(), *g.held.values(), tuple(g.battles)
    facts = where, cut, side, id(judge.value), g.month, g.fortnight
    return g.memo(("relief", side), lambda: _reliefs(judge, cut), facts)


def cut_off(judge: Judge) -> int:
    """The hexes of the side where units lack supply or cities their rails."""
    g, side = judge.g, judge.side
    cut = g.occupied[side] & ~judge.fed & g.rules.land & ~g.rules.fortresses
    net = supply_net(g, side)
    for hex in gains(g.rules, side):
        if g.held[side] >> hex & 1 and not (net.hexes | net.besieged) >> hex & 1:
            cut |= 1 << hex
    return cut


def _reliefs(judge: Judge, cut: int) -> dict[Hex, float]:
    g, rules = judge.g, judge.g.rules
    near = cut
    for _ in range(NEAR):
        near = rules.around(near)
    before = _worth(judge, g)
    found = {}
    for hex, unit in _targets(judge, near)[:LOOKED_AT]:
        twin = g.copy()
        twin.place(unit, hex)
        twin.battles[hex] = judge.side
        determine_control(twin)
        twin.freeze()
        if (gain := _worth(judge, twin) - before) > 0:
            found[hex] = gain
    return found


def _targets(judge: Judge, near: int) -> list[tuple[Hex, Unit]]:
    """The enemy stacks in these hexes that somebody stands next to, or nearly, each with one who does."""
    g, rules, found = judge.g, judge.g.rules, []
    free = [u for u in g.on_map(judge.side) if not g.is_hq(u) and g.at[u] not in g.battles]
    for hex in members(near & g.occupied[judge.enemy] & rules.land):
        reach = rules.around(rules.around(1 << hex))
        unit = next((unit for unit in free if reach >> g.at[unit] & 1), None)
        if unit is not None and hex not in g.battles:
            found.append((hex, unit))
    return found


def _worth(judge: Judge, g: Position) -> float:
    """The Production Level, less what units without supply lose."""
    side = judge.side
    value = judge.point * level(g, side)
    for hex in members(g.occupied[side] & ~(lines(g, side) | g.rules.fortresses & g.held[side])):
        for unit in g.stack(side, hex):
            value -= judge.prey(side) + (judge.value["hq_step"] if g.is_hq(unit) else judge.step(unit))
    return value
