"""How deep the panzers can come in their next turn, through the Soviet line as it stands and once it is broken.

A zone of control stops whoever enters it, and nobody leaves one again before those who exert it are gone (6.22). So a
line without gaps costs the columns a Movement Phase, and only a second line behind it costs them the one after combat.
"""

from __future__ import annotations

from grognard.bots.knowledge.guderian.ground import goals, once_for_eyes
from grognard.bots.knowledge.guderian.survey import survey
from grognard.bots.knowledge.guderian.weights import weights
from grognard.games.guderian.position import GERMAN, SOVIET, Position
from grognard.games.guderian.rules import Rules
from grognard.hexes import HexSet, hexset

FEW = 5.0  # hexes near a place that are half as bad as any number of them
NEAR = (0.9, 0.75, 0.6, 0.45, 0.35, 0.27, 0.2, 0.14, 0.1)  # rings around a place; at a half it is a phase away
LATE = 4  # turns left from which on there is less and less time to make use of a breakthrough


def breakthroughs(g: Position) -> float:
    """What the Germans can make of their next turn; the Soviets see to that in their own."""
    left = g.rules.scenario.turns - g.turn
    if g.side != SOVIET or not left:
        return 0.0
    w = weights()["breakthrough"]
    through = w["gaps"] * nearer(g, depth(g, broken=False)) + w["broken"] * nearer(g, depth(g, broken=True))
    return through * min(1.0, left / LATE)


def nearer(g: Position, reached: HexSet) -> float:
    """The points of the places that the Germans lack, each by how near to it they come, and in how many hexes."""
    total = 0.0
    for goal, rings in zip(goals(g.rules), _rings(g.rules), strict=True):
        if goal.place.set & ~g.german_held:
            near = 0.0
            for step, ring in rings:
                hexes = (reached & ring).bit_count()
                near += step * hexes / (hexes + FEW)
            total += goal.points * near
    return total


@once_for_eyes
def _rings(rules: Rules) -> list[list[tuple[float, HexSet]]]:
    """For each place the hexes that are at least so near to it, and by how much that is nearer than the ring around."""
    found = []
    for goal in goals(rules):
        near = goal.near["mechanised"]
        steps = [(inner - outer, inner) for inner, outer in zip(NEAR, (*NEAR[1:], 0.0), strict=True)]
        found.append([(step, hexset(h for h in rules.grid.hexes if near[h] ** 2 >= inner)) for step, inner in steps])
    return found


def depth(g: Position, *, broken: bool) -> HexSet:
    """Where German columns can come in both Movement Phases of their next turn.

    Between them the Soviets they have come to have given way, if the line is broken; those behind them still hold.
    """
    rules, known, (columns, points) = g.rules, survey(g).reaches, _columns(g)
    within = rules.prices["mechanised"].within
    widest = "depth", columns
    if widest not in known:  # as far as they would come if nobody were there
        known[widest] = rules.grid.spread(within(2 * points, columns, rules.grid.all & ~rules.impassable))
    soviets, zone = g.occupied[SOVIET] & known[widest], g.zoc(SOVIET) & known[widest]
    key = broken, columns, soviets, zone
    if key not in known:
        free = rules.grid.all & ~(soviets | rules.impassable)
        pinned, before = columns & zone, ("first", columns, soviets, zone)
        if before not in known:
            known[before] = pinned | within(points, columns & ~pinned, free, stop=zone)
        first = known[before]
        start = first if broken else first & ~zone
        if broken:
            gone = soviets & rules.zone(first)
            free, zone = free | gone, rules.zone(g.occupied[SOVIET] & ~gone)
        known[key] = first | within(points, start, free, stop=zone)
    return known[key]


def columns_at(g: Position) -> HexSet:
    """Where German columns stand, or come in next."""
    return _columns(g)[0]


def _columns(g: Position) -> tuple[HexSet, int]:
    """The same, and the half points that they march in a phase."""

    def work() -> tuple[HexSet, int]:
        rules, here, points = g.rules, 0, 0
        for unit in (u for u in rules.mobile if rules.units[u].klass == "mechanised"):
            if g.at[unit] >= 0:
                here |= 1 << g.at[unit]
            elif unit in g.due and g.due[unit][0] <= g.turn and g.due[unit][1] in rules.board.areas:
                here |= rules.board.areas[g.due[unit][1]].set
            else:
                continue
            points = max(points, 2 * rules.units[unit].steps[g.level[unit]][2])
        return here, points

    return g.memo("bot wheels", work, (g.occupied[GERMAN], bytes(g.level), g.turn))
