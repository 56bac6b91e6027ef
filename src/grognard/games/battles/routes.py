"""10.1, 10.4, 7.0f: where units can go from where they stand, and what it costs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from grognard.games.battles.costs import (
    LAID,
    ON_ROAD,
    OPEN,
    TRAIN,
    Going,
    Pair,
    StepCosts,
    common_table,
    half_points,
    table,
)
from grognard.games.battles.position import ENEMY, MOVED, ON_RAILS, Position, Unit
from grognard.hexes import Hex, HexSet, Reach, reach
from grognard.mechanics.marching import reach_of
from grognard.ruling import Ruling, no

FREE: Mapping[Hex, int] = {}


# --- what a step costs ------------------------------------------------------------------------------------------------


def step_cost(g: Position, unit: Unit, a: Hex, b: Hex) -> int | None:
    """What a step costs the unit in half points, disengagement aside; None if it is not allowed."""
    cost = table_of(g, unit).step(a, b)
    return None if cost is None else cost + interdicted(g).get(b, 0)


def table_of(g: Position, unit: Unit) -> StepCosts:
    """The costs for a unit now, without the steps that 10.1e forbids."""
    kind = _kind(g, unit)
    return g.unmoved(("table", kind, g.phase), lambda: _table(g, unit))  # the phase: 20.0d


def _kind(g: Position, unit: Unit) -> tuple[str, str]:
    return g.rules.klass[unit], g.owners[unit]


def _table(g: Position, unit: Unit) -> StepCosts:
    drawn, barred = table(g.rules, ground(g, unit)), barred_crossings(g, g.owners[unit])
    return g.memo(("open ways", _kind(g, unit)), lambda: drawn.without(barred) if barred else drawn, (drawn, barred))


def ground(g: Position, unit: Unit) -> Going:
    """The circumstances a unit moves in."""
    kind = _kind(g, unit)
    return g.unmoved(("ground", kind), lambda: _ground(g, *kind))


def _ground(g: Position, klass: str, side: str) -> Going:
    if klass == TRAIN:
        return Going(klass, "", blown=g.blown, bridges=bridges(g), train=True)
    return Going(klass, g.weather, surcharges(g, side), g.blown, bridges(g))


def rails(g: Position) -> StepCosts:
    """7.0f: the costs of those who arrive by railroad, as long as they stay on it; 10.1e binds them too (G64)."""
    drawn = table(g.rules, Going("", "", blown=g.blown, bridges=bridges(g), train=True))
    barred = barred_crossings(g, g.side)
    return g.memo("open rails", lambda: drawn.without(barred) if barred else drawn, (drawn, barred))


def outset(g: Position, unit: Unit, hex: Hex) -> int | None:
    """What a step from its own hex costs the unit: by the train that has brought it if the line leads there (7.0f)."""
    here = g.at[unit]
    ride = rails(g).step(here, hex) if g.flags[unit] & ON_RAILS else None
    return step_cost(g, unit, here, hex) if ride is None else ride + interdicted(g).get(hex, 0)


def surcharges(g: Position, side: str) -> tuple[tuple[HexSet, int], ...]:
    """The hexes that a scenario makes dear for a side in this turn, and by how many half points."""
    dear = g.rules.scenario.surcharges
    return tuple((g.rules.named_hexes(d.hexes), 2 * d.points) for d in dear if d.side == side and g.turn >= d.since)


def bridges(g: Position) -> tuple[tuple[Hex, Hex, str], ...]:
    """20.0: the deployed bridging units: where each is, where it points to, and which cost it has."""
    return tuple((g.at[u], there, _age(g, g.at[u], there, laid)) for u, (there, laid) in g.bridges.items())


def _age(g: Position, a: Hex, b: Hex, laid: int) -> str:
    return LAID if laid == g.turn else ON_ROAD if (a, b) in g.rules.roads.links else OPEN


def interdicted(g: Position) -> Mapping[Hex, int]:
    """13.0e, G58: the half points that interdiction adds to the cost of a hex, for either side."""
    if not g.interdicted:
        return FREE
    return g.unmoved("interdicted", lambda: dict.fromkeys(g.interdicted, half_points("interdiction")))


def barred_crossings(g: Position, side: str) -> frozenset[Pair]:
    """10.1e: the hexsides of major rivers that a side may not cross now: into the EZOC of units beside that river."""
    return g.unmoved(("barred now", side, g.phase), lambda: _barred_crossings(g, side))


def _barred_crossings(g: Position, side: str) -> frozenset[Pair]:
    enemy = ENEMY[side]
    zone = g.zoc(enemy) & ~g.occupied[side]
    guarded = tuple([guards & zone for guards in _river_guards(g, enemy)])
    fresh = frozenset(  # 20.0d, G61
        pair for a, b, age in bridges(g) if age == LAID and g.phase.endswith("mechanised") for pair in ((a, b), (b, a))
    )

    def work() -> frozenset[Pair]:
        rivers = zip(g.rules.rivers, guarded, strict=True)
        return frozenset(pair for river, hexes in rivers for pair in river.pairs if hexes >> pair[1] & 1) - fresh

    return g.memo(("barred", side), work, (guarded, fresh))


def _river_guards(g: Position, side: str) -> tuple[HexSet, ...]:
    """By river, the hexes beside it that are in a zone of a side's units there."""
    rivers = g.rules.rivers
    return g.memo(
        ("river guards", side),
        lambda: tuple([g.zone_from(side, river.banks) & river.banks for river in rivers]),
        (g.armed(side), g.weather),
    )


def disengagement(g: Position, unit: Unit) -> int:
    """10.4a: the half points it costs to leave an EZOC: by side and class, or a nation's own."""
    klass, side = _kind(g, unit)
    plan = g.rules.scenario
    usual = g.rules.sides[side].disengagement.get(klass, g.rules.charts.value("move.disengagement"))
    return 2 * plan.nations.get(g.rules.units[unit].more.nation, {}).get(klass, usual)


def affords(g: Position, unit: Unit, hex: Hex) -> bool:
    """Whether the unit can step into a hex next to it: 10.4d in an EZOC, or by the one-hex minimum of 10.1j."""
    here, enemy = g.at[unit], ENEMY[g.owners[unit]]
    if g.occupied[enemy] >> hex & 1:
        return False
    cost = outset(g, unit, hex)
    if cost is None:
        return False
    zone = g.zoc(enemy)
    if zone >> here & 1:
        return not zone >> hex & 1 and cost + disengagement(g, unit) <= g.mp[unit]
    return cost <= g.mp[unit] or is_fresh(g, unit)


def is_fresh(g: Position, unit: Unit) -> bool:
    """Whether the unit has an allowance of which it has spent nothing."""
    return g.mp[unit] > 0 and not g.flags[unit] & MOVED


# --- where they can go ------------------------------------------------------------------------------------------------


def destinations(g: Position, units: Sequence[Unit]) -> Reach:
    """Every hex the units can reach together from the hex they share, with the cheapest way and its cost."""
    return g.memo(("destinations", *units), lambda: _destinations(g, units))


def _destinations(g: Position, units: Sequence[Unit]) -> Reach:
    start = g.at[units[0]]
    zone, closed = g.zoc(ENEMY[g.owners[units[0]]]), closed_hexes(g, units)
    if all(g.flags[unit] & ON_RAILS for unit in units):
        found = _from_train(g, units, zone, closed)
    elif zone >> start & 1:
        found = _disengaging(g, units, zone, closed)
    else:
        found = _search(g, units, zone, closed)
    single = len(units) == 1 and not is_fresh(g, units[0])
    if not single:  # one step is checked exactly: each pays by its own class, and the minimum of 10.1j
        found = _with_single_steps(g, units, found, closed)
    return _ordered(g, units, found)


def _search(g: Position, units: Sequence[Unit], zone: HexSet, closed: HexSet) -> Reach:
    """Units of several classes go where each can pay what the dearest of them would."""
    costs, limit = joint_table(g, units).costs, min([g.mp[unit] for unit in units])
    return reach_of(g, units[0], costs, limit, stop=zone, closed=closed, extra=interdicted(g))


def joint_table(g: Position, units: Sequence[Unit]) -> StepCosts:
    """The costs at which all the units can pay."""
    kinds = {_kind(g, unit): unit for unit in units}
    if len(kinds) == 1:
        return table_of(g, units[0])
    drawn = common_table(g.rules, tuple([ground(g, unit) for unit in kinds.values()]))
    barred = barred_crossings(g, g.owners[units[0]])
    return g.memo(("joint", *kinds), lambda: drawn.without(barred) if barred else drawn, (drawn, barred))


def _disengaging(g: Position, units: Sequence[Unit], zone: HexSet, closed: HexSet) -> Reach:
    """10.4: the first hex is free of EZOC and costs the surcharge; then the move goes on like any other."""
    start, limit, first = g.at[units[0]], min([g.mp[unit] for unit in units]), _out_of_zone(g, units, zone, closed)
    if not first:
        return Reach({start: 0}, {})
    found = reach(
        joint_table(g, units).costs, first, limit, stop=zone, closed=closed | 1 << start, extra=interdicted(g)
    )
    return Reach({start: 0} | found.cost, {**dict.fromkeys(first, start), **found.came})


def _out_of_zone(g: Position, units: Sequence[Unit], zone: HexSet, closed: HexSet) -> dict[Hex, int]:
    """10.4c: the first hexes of units that disengage, with the surcharge."""
    near = [hex for hex in g.rules.grid.neighbours[g.at[units[0]]] if not (zone | closed) >> hex & 1]
    open = [hex for hex in near if all(affords(g, unit, hex) for unit in units)]
    return {hex: max((outset(g, unit, hex) or 0) + disengagement(g, unit) for unit in units) for hex in open}


@dataclass(slots=True)
class ByTrain(Reach):
    """Where units get that ride and then may walk; a hex may be passed by train on one way and on foot on another."""

    ways: dict[Hex, list[Hex]]

    def route(self, hex: Hex) -> list[Hex]:
        """The cheapest way, whole: the way to the hex before the last may be another."""
        return self.ways[hex] if hex in self.ways else Reach.route(self, hex)


def _from_train(g: Position, units: Sequence[Unit], zone: HexSet, closed: HexSet) -> Reach:
    """7.0f: along the railroad at its rate, and from any hex of it on by the chart: even to where the line leads by a
    long way round. Who has got off does not get on again."""
    start, limit = g.at[units[0]], min([g.mp[unit] for unit in units])
    first = _out_of_zone(g, units, zone, closed) if zone >> start & 1 else {}
    ride = _ride(g, start, limit, first, zone, closed)
    off = {hex: cost for hex, cost in ride.cost.items() if not zone >> hex & 1}
    at_once = {hex: cost for hex, cost in first.items() if cost < off.get(hex, limit + 1)}  # out of the zone on foot
    walk = reach(
        joint_table(g, units).costs, off | at_once, limit, stop=zone, closed=closed | 1 << start, extra=interdicted(g)
    )
    ridden = {hex: cost for hex, cost in ride.cost.items() if cost <= walk.cost.get(hex, cost)}
    ways = {hex: ride.route(hex) for hex in ridden}
    for hex in walk.cost:
        if hex not in ways:
            on_foot = walk.route(hex)
            alight = walk.came[on_foot[0]] if on_foot else hex
            ways[hex] = [*([alight] if alight in at_once else ride.route(alight)), *on_foot]
    return ByTrain(walk.cost | ridden, {hex: [start, *way][-2] for hex, way in ways.items() if way}, ways)


def _ride(g: Position, start: Hex, limit: int, first: Mapping[Hex, int], zone: HexSet, closed: HexSet) -> Reach:
    """7.0f: where the train goes; out of an EZOC by the `first` hexes alone."""
    line = rails(g)
    if not zone >> start & 1:
        return reach(line.costs, start, limit, stop=zone, closed=closed, extra=interdicted(g))
    board = {hex: cost for hex, cost in first.items() if line.step(start, hex) is not None}
    found = reach(line.costs, board, limit, stop=zone, closed=closed | 1 << start, extra=interdicted(g))
    return Reach({start: 0} | found.cost, dict.fromkeys(board, start) | found.came)


def _with_single_steps(g: Position, units: Sequence[Unit], found: Reach, closed: HexSet) -> Reach:
    start, near = g.at[units[0]], {}
    for hex in g.rules.grid.neighbours[start]:
        if hex not in found.cost and not closed >> hex & 1 and all(affords(g, unit, hex) for unit in units):
            near[hex] = min(g.mp[unit] for unit in units)
    return replace(found, cost=found.cost | near, came=found.came | dict.fromkeys(near, start)) if near else found


def _ordered(g: Position, units: Sequence[Unit], found: Reach) -> Reach:
    """The orders of a scenario: some may not end farther from a hex than they began."""
    bounds = [(near, most) for unit in units for _, near, most in leash(g, unit)]
    if not bounds:
        return found
    start, far = g.at[units[0]], g.rules.grid.distance
    kept = {
        hex: cost
        for hex, cost in found.cost.items()
        if hex == start or all(far(hex, near) <= most for near, most in bounds)
    }
    return replace(found, cost=kept)


def leash(g: Position, unit: Unit) -> list[tuple[str, Hex, int]]:
    """The orders a unit has in this turn: their number, the hex near which it must stay, and how near."""
    found = [o for o in g.rules.scenario.orders if g.turn in o.turns and g.rules.colour[unit] in o.colours]
    far, hexes = g.rules.grid.distance, g.rules.hex_by_name
    return [(o.id, hexes[o.near], far(g.origin[unit], hexes[o.near])) for o in found]


def leashed_colours(g: Position) -> set[str]:
    """The colours of the units that have such orders in this turn."""
    return {colour for order in g.rules.scenario.orders if g.turn in order.turns for colour in order.colours}


def strays(g: Position, unit: Unit, hex: Hex) -> Ruling | None:
    """The orders that forbid a unit to end in a hex, if any do."""
    for rule, near, most in leash(g, unit):
        if g.rules.grid.distance(hex, near) > most:
            return no(rule, f"{g.hexname(hex)} is farther from {g.hexname(near)} than {g.name(unit)} began")
    return None


def closed_hexes(g: Position, units: Sequence[Unit]) -> HexSet:
    """10.1b: hexes with enemies; for a train also those the enemy passed last, for its line is cut there."""
    side = g.owners[units[0]]
    closed = g.occupied[ENEMY[side]]
    if any(g.rules.klass[unit] == TRAIN for unit in units):
        closed |= g.rules.grid.all & ~g.held_by(side)
    return closed
