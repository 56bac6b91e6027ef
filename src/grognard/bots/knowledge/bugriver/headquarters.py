"""Where an HQ should be: near its units, out of the enemy's way and out of the other HQs', and how it gets there."""

from __future__ import annotations

from collections.abc import Iterator

from grognard.bots.knowledge import Plan
from grognard.bots.knowledge.bugriver.assaults import Venture
from grognard.bots.knowledge.bugriver.battles import price
from grognard.bots.knowledge.bugriver.ground import close_to
from grognard.bots.knowledge.bugriver.judgement import THREAT, in_the_way, lead
from grognard.bots.knowledge.bugriver.weights import weights
from grognard.bots.knowledge.questions import place_name
from grognard.games.bugriver.actions import acting, points
from grognard.games.bugriver.displacement import forfeit, hosts, may_host
from grognard.games.bugriver.position import ENEMY, Position, Unit
from grognard.games.bugriver.relocation import destinations as seats
from grognard.games.bugriver.relocation import may_relocate, penalty
from grognard.games.bugriver.supply import supplied_at
from grognard.hexes import Hex, members

ENDS = 2  # places that are looked at


def seat(g: Position, hq: Unit, hex: Hex) -> float:
    """How good a town or village is for an HQ: near its units, out of the enemy's way, in supply."""
    w, side = weights(), g.rules.side[hq]
    total = -lead(g, hq, hex, w) - in_the_way(g, hq, hex, w)
    if close_to(g, ENEMY[side], THREAT) >> hex & 1 and not g.combat[side] >> hex & 1:
        total -= w.alone
    if not supplied_at(g, side, hex):
        total -= w.unsupplied
    far = g.rules.ratings[hq].command
    beyond = [u for u in g.units_of(hq) if g.rules.grid.distance(hex, g.at[u]) > far]
    return total - w.out * sum(price(g, unit) for unit in beyond)


def relocations(g: Position) -> Iterator[Venture]:
    """The best other places for the HQ: by leaps within its Command Range, or by one with the penalties (7.4e)."""
    hq, w = acting(g), weights()
    if not may_relocate(g, hq):
        return
    paid = g.rules.ratings[hq].relocation
    ways = {hex: [hex] for hex in seats(g, hq)} | leaps(g, hq, points(g) // paid)
    now = seat(g, hq, g.at[hq])
    gains = {
        hex: seat(g, hq, hex) - now - fine(g, hq, way[0]) - w.point_left * paid * len(way) for hex, way in ways.items()
    }
    for hex in sorted(gains, key=lambda hex: (-gains[hex], hex))[:ENDS]:
        if gains[hex] > 0:
            actions = tuple(f"relocate {g.name(hq)} {g.hexname(stop)}" for stop in ways[hex])
            plan = Plan(actions, f"{g.name(hq)} to {place_name(g, hex)}")
            yield Venture(gains[hex], plan, frozenset((hq,)), paid * len(actions))


def leaps(g: Position, hq: Unit, most: int) -> dict[Hex, list[Hex]]:
    """The towns and villages an HQ comes to by relocating so often, never beyond its Command Range, and by which."""
    side, far, distance = g.rules.side[hq], g.rules.ratings[hq].command, g.rules.grid.distance
    open = [hex for hex in members(hosts(g, side)) if hex != g.at[hq] and may_host(g, hq, hex)]
    found: dict[Hex, list[Hex]] = {hex: [hex] for hex in seats(g, hq) if not penalty(g, hq, hex)}
    last = list(found)
    for _ in range(most - 1):
        near = {there: here for here in last for there in open if there not in found and distance(here, there) <= far}
        found |= {there: [*found[here], there] for there, here in near.items()}
        last = list(near)
    return found


def fine(g: Position, hq: Unit, hex: Hex) -> float:
    """5.3.2: what a relocation takes from the HQ's Support Points and from its level."""
    case = penalty(g, hq, hex)
    if not case:
        return 0.0
    w, loss = weights(), forfeit(g, hq, case)
    return w.support * min(g.strength[hq], loss) + w.level * min(g.level[hq], loss)
