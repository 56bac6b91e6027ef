"""Where units can go and what it costs: 6.1, 6.2, 6.4, and the orders of the first turn (5.2)."""

from __future__ import annotations

from collections.abc import Sequence

from grognard.games.guderian.position import ENEMY, SOVIET, Position, Unit
from grognard.hexes import Costs, Hex, HexSet, Reach, hexset, members, reach
from grognard.mechanics.marching import points as points
from grognard.mechanics.marching import reach_of

UNESCORTED = "unescorted"  # the key of what is kept of the map and of what may attack


def destinations(g: Position, units: Sequence[Unit]) -> Reach:
    """Every hex the units can reach together from the hex they share, with the cheapest way and its cost."""
    return g.memo(("destinations", *units), lambda: _destinations(g, units))


def _destinations(g: Position, units: Sequence[Unit]) -> Reach:
    start, lead = g.at[units[0]], units[0]
    if must_march(g, lead):
        return _march(g, units)
    if len(_classes(g, units)) > 1:
        return _mixed_destinations(g, units)
    limit = min(g.mp[u] for u in units)
    zone = g.zoc(ENEMY[g.side])
    costs, closed = g.rules.costs[g.rules.units[lead].klass], closed_hexes(g, units)
    found = reach_of(g, lead, costs, limit, stop=zone, closed=closed, extra=interdicted(g, g.side))
    if is_frozen(g, lead):
        near = {hex: cost for hex, cost in found.cost.items() if found.came.get(hex, start) == start}
        return Reach(near, found.came)
    return found


def _classes(g: Position, units: Sequence[Unit]) -> tuple[str, ...]:
    return tuple(sorted({g.rules.units[u].klass for u in units}))


def _mixed_destinations(g: Position, units: Sequence[Unit]) -> Reach:
    """Units of several classes: each can pay for the way the slowest finds; single steps are checked exactly."""
    start = g.at[units[0]]
    closed, extra = closed_hexes(g, units), interdicted(g, g.side)
    costs, limit = g.rules.dearest(_classes(g, units)), min(g.mp[u] for u in units)
    slow = reach_of(g, units[0], costs, limit, stop=g.zoc(ENEMY[g.side]), closed=closed, extra=extra)
    found = Reach(slow.cost.copy(), slow.came.copy())
    for hex in g.rules.grid.neighbours[start]:
        if hex not in found.cost and not closed >> hex & 1 and all(affords(g, u, start, hex) for u in units):
            found.cost[hex] = max(step_cost(g, u, start, hex) or 0 for u in units)
            found.came[hex] = start
    return found


# --- 5.2 the orders of the first turn --------------------------------------------------------------------------------


def is_frozen(g: Position, unit: Unit) -> bool:
    """Whether the unit's army was told by the die to stay on the first turn (5.21)."""
    return g.turn == 1 and g.army.get(unit) in g.frozen


def must_march(g: Position, unit: Unit) -> bool:
    """Whether the unit is under the first-turn order of 5.23."""
    return g.turn == 1 and g.side == SOVIET and g.army.get(unit) in g.rules.marching


def is_of_the_west(g: Position, unit: Unit) -> bool:
    """6.4: whether the unit is one of those of 5.23, to whom the western columns are open on the first turn."""
    return g.turn == 1 and g.army.get(unit) in g.rules.marching


def _march(g: Position, units: Sequence[Unit]) -> Reach:
    """5.23: never west, no hex twice, and out of the two western columns at the end."""
    rules, lead = g.rules, units[0]
    start, left = g.at[lead], min(g.mp[u] for u in units)
    closed, extra = closed_to_march(g, units), interdicted(g, SOVIET)
    costs = rules.dearest(_classes(g, units), eastward=True)
    found = reach(costs, start, left, stop=g.zoc(ENEMY[SOVIET]), closed=closed, extra=extra)
    west = rules.western_columns
    if all(west >> hex & 1 for hex in found.cost):
        return found  # it cannot get out; it goes as far as it can
    kept = {
        hex: cost for hex, cost in found.cost.items()
        if hex == start
        or not west >> hex & 1
        or _gets_out(g, costs, hex, left - cost, closed | 1 << start | hexset(found.route(hex)), extra)
    }  # fmt: skip
    return Reach(kept, found.came)


def _gets_out(g: Position, costs: Costs, hex: Hex, left: int, closed: HexSet, extra: dict[Hex, int]) -> bool:
    """Whether a unit in a western column can still leave both of them with the points it has left (5.23b)."""
    west = g.rules.western_columns
    near = [(hex, left)]
    for _ in range(
        2
    ):  # two steps lead out from almost anywhere; only near the end of a march is a detour worth a search
        nearer = []
        for here, points_left in near:
            for there, cost in costs[here]:
                after = points_left - cost - extra.get(there, 0)
                if after >= 0 and not closed >> there & 1:
                    if not west >> there & 1:
                        return True
                    nearer.append((there, after))
        near = nearer
    return bool(near) and any(not west >> h & 1 for h in reach(costs, hex, left, closed=closed, extra=extra).cost)


def closed_to_march(g: Position, units: Sequence[Unit]) -> HexSet:
    """Hexes closed to units under the first-turn order: those they have been in as well (5.23c)."""
    closed = closed_hexes(g, units)
    for unit in units:
        closed |= g.trail.get(unit, 0)
    return closed


# --- 6.2, 6.4, 13.3 closed hexes and the cost of a step --------------------------------------------------------------


def closed_hexes(g: Position, units: Sequence[Unit]) -> HexSet:
    """Hexes these units may not enter: enemies (6.21), the closed columns (6.4), EZOC for a Leader alone (10.23)."""
    marching = g.turn == 1 and any(must_march(g, u) for u in units)
    closed = g.occupied[ENEMY[g.side]] if marching else closed_to_all(g)
    if not g.rules.leaders.isdisjoint(units) and not any(g.may_attack_ever(u) for u in units):
        closed |= unescorted(g)
    return closed


def closed_to_all(g: Position) -> HexSet:
    """What no unit of the side may enter, if it is not under first-turn orders: enemies and the closed columns."""
    closed = g.occupied[ENEMY[g.side]]
    return closed | closed_columns(g) if g.side == SOVIET else closed


def closed_columns(g: Position) -> HexSet:
    """6.4: the two western columns, shut to the Soviets on the first six turns."""
    return g.rules.western_columns if g.turn <= g.rules.closed_until else 0


def escorted(g: Position, hex: Hex) -> bool:
    """10.23: whether a unit is in a hex without enemies that can attack, or may turn out to."""
    return any(map(g.may_attack_ever, g.stack(hex)))


def unescorted(g: Position) -> HexSet:
    """10.23: the EZOC that a Leader may not enter alone."""
    return g.unmoved(UNESCORTED, lambda: _unescorted(g, g.zoc(ENEMY[SOVIET])))


def _unescorted(g: Position, zone: HexSet) -> HexSet:
    return zone & ~hexset(h for h in members(zone & g.occupied[SOVIET]) if escorted(g, h))


def interdicted(g: Position, side: str) -> dict[Hex, int]:
    """13.3, 13.43: the half points that enemy interdiction adds to the cost of a hex."""
    hexes = g.air if side == SOVIET else (g.partisans,) if g.partisans >= 0 else ()
    return dict.fromkeys(hexes, g.rules.interdicted_cost) if hexes else {}


def step_cost(g: Position, unit: Unit, a: Hex, b: Hex) -> int | None:
    """What a step costs the unit in half points; None if it is impassable."""
    for hex, cost in g.rules.costs[g.rules.units[unit].klass][a]:
        if hex == b:
            return cost + interdicted(g, g.rules.side[unit]).get(b, 0)
    return None


def affords(g: Position, unit: Unit, a: Hex, b: Hex) -> bool:
    """Whether the unit has the points for a step."""
    cost = step_cost(g, unit, a, b)
    return cost is not None and cost <= g.mp[unit]
