"""10: movement: units of one class move together; each hex they enter becomes theirs.

The way to a hex that a player names is the cheapest one. He may name hexes on the way, too, and come back to one he has
left, if he can pay for it.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise

from grognard.events import Moved
from grognard.games.oder.position import MOVED, Position, Unit
from grognard.games.oder.supply import in_supply
from grognard.hexes import Costs, Hex, HexSet, Reach, reach
from grognard.mechanics.marching import Path, Ways, reach_of, stepping_off
from grognard.mechanics.turn import Verb
from grognard.mechanics.verbs import Party, Way, party_to_hex
from grognard.ruling import OK, Ruling, no


def may_move(g: Position, unit: Unit) -> Ruling:
    """Whether a unit may move in this phase."""
    if g.rules.side[unit] != g.side:
        return no("10.0a", f"{g.name(unit)} is not yours")
    if g.at[unit] < 0:
        return no("10.0a", f"{g.name(unit)} is not on the map")
    if unit in g.rules.static:
        return no("10.1b", f"{g.name(unit)} is static and cannot move")
    if g.flags[unit] & MOVED:
        return no("10.0c", f"{g.name(unit)} has moved in this phase")
    return OK


def costs_of(g: Position, unit: Unit) -> Costs:
    """What each step costs the unit, air support included (10.3)."""
    return g.rules.costs_under_air(g.rules.klass[unit], g.side, g.air)


def spent(costs: Costs, path: Path) -> int:
    """What a path costs."""
    return sum(cost for a, b in pairwise(path) for hex, cost in costs[a] if hex == b)


class UnitWays(Ways):
    """The hexes a unit can reach, with the ways from where its move began."""

    def __init__(self, path: Path, found: Reach, hexes: Iterable[Hex]) -> None:
        super().__init__(dict.fromkeys(hexes))
        self._path, self._found = path, found

    def __getitem__(self, hex: Hex) -> Path:
        if hex not in self._hexes:
            raise KeyError(hex)
        way, here = self._found.route(hex), self._path[-1]
        start = self._found.came[way[0]] if way else hex  # out of an EZOC the search begins beside the unit (7.1b)
        return (*self._path, *way) if start == here else (*self._path, start, *way)

    def outside(self, closed: HexSet) -> UnitWays:
        """The ways to hexes that are not closed."""
        return UnitWays(self._path, self._found, (hex for hex in self._hexes if not closed >> hex & 1))


def onward(g: Position, unit: Unit, path: Path) -> UnitWays:
    """Every hex the unit can still reach from the end of `path`, with the way to it (7.1, 10.0)."""
    return g.memo(("onward", unit, path), lambda: _onward(g, unit, path))


def _onward(g: Position, unit: Unit, path: Path) -> UnitWays:
    here, zoc, costs = path[-1], g.zoc(g.enemy), costs_of(g, unit)
    left = g.rules.allowance(unit, supplied=in_supply(g, unit)) - spent(costs, path)
    closed = g.occupied[g.enemy]
    if not zoc >> here & 1:
        found = reach_of(g, unit, costs, left, stop=zoc, closed=closed, start=here)
    elif len(path) == 1:  # 7.1b: the first hex must be free of EZOC
        first = {b: c for b, c in costs[here] if c <= left and not (zoc | closed) >> b & 1}
        there = closed | 1 << here
        found = reach_of(g, unit, costs, left, stop=zoc, closed=there, start=first) if first else Reach({}, {})
    else:  # 7.1a
        found = Reach({}, {})
    return UnitWays(path, found, (hex for hex in found.cost if hex != here))


def destinations(g: Position, unit: Unit, path: Path) -> UnitWays:
    """Where a move may end: not on a land bridge (10.0f)."""
    return onward(g, unit, path).outside(g.rules.land_bridges)


def leads_on(g: Position, unit: Unit, path: Path, hex: Hex) -> bool:
    """G31: no unit enters a land bridge that it cannot leave again in this phase."""
    return not g.rules.land_bridges >> hex & 1 or bool(destinations(g, unit, onward(g, unit, path)[hex]))


def can_move(g: Position, unit: Unit) -> bool:
    """Whether there is a hex that a unit could enter, be it a land bridge from which it comes back."""
    path = (g.at[unit],)
    if _steps_off(g, unit) >> path[0] & 1:
        return True
    return any(leads_on(g, unit, path, hex) for hex in onward(g, unit, path))  # the first will do


def _steps_off(g: Position, unit: Unit) -> HexSet:
    """The hexes from which a unit of this class and with these points can take a step; from an EZOC not into another
    (7.1b), and not onto a land bridge."""
    in_ezoc = bool(g.zoc(g.enemy) >> g.at[unit] & 1)
    klass, points = g.rules.klass[unit], g.rules.allowance(unit, supplied=in_supply(g, unit))
    return g.memo(("exits", klass, in_ezoc, points), lambda: _exits(g, klass, in_ezoc, points))


def _exits(g: Position, klass: str, in_ezoc: bool, points: int) -> HexSet:
    into = g.rules.land & ~(g.occupied[g.enemy] | g.rules.land_bridges)
    prices = g.rules.prices_under_air(klass, g.side, g.air)
    return stepping_off(g, (klass, in_ezoc), prices, points, into & ~g.zoc(g.enemy) if in_ezoc else into)


def movers(g: Position) -> list[Unit]:
    """The units that can move."""
    return g.memo(("movers", g.phase), lambda: [u for u in g.on_map(g.side) if may_move(g, u) is OK and can_move(g, u)])


def joining(g: Position, units: Party) -> list[Unit]:
    """Units that can move along: of the same class and supply, from the same hex (10.1c)."""
    lead = units[0]
    alike = (g.rules.klass[lead], in_supply(g, lead))
    same = (u for u in g.stack(g.at[lead]) if u not in units and may_move(g, u))
    return [u for u in same if (g.rules.klass[u], in_supply(g, u)) == alike]


def path_by(g: Position, unit: Unit, hexes: Way) -> Path:
    """The whole path of a unit that goes by these hexes."""
    path: Path = (g.at[unit],)
    for hex in hexes:
        path = onward(g, unit, path)[hex]
    return path


def _possible(g: Position) -> Ruling:
    able = (unit for unit in g.on_map(g.side) if may_move(g, unit) is OK)
    somebody = any(can_move(g, unit) for unit in able)  # the first will do
    return OK if somebody else no("10.0d", "no unit of yours can move")


def _further(g: Position, units: Party, way: Way) -> list[Hex]:
    path = path_by(g, units[0], way)
    return [hex for hex in onward(g, units[0], path) if leads_on(g, units[0], path, hex)]


def why_not_there(g: Position, units: Party, way: Way, hex: Hex) -> Ruling:
    """Why units cannot go on to a hex."""
    unit, path = units[0], path_by(g, units[0], way)
    name, there, zoc = g.name(unit), g.hexname(hex), g.zoc(g.enemy)
    if hex == path[-1]:
        return no("10.0a", f"{name} is in {there}")
    if g.rules.closed >> hex & 1:
        return no("10.0d", f"{there} lies in Courland, which nobody enters or leaves (G64)")
    if not g.rules.land >> hex & 1:
        return no("10.0d", f"{there} is sea")
    if g.occupied[g.enemy] >> hex & 1:
        return no("6.0", f"Enemy in {there}: stop next to it, and attack in combat")
    if (path[-1], hex) in g.rules.sea_sides:
        return no("10.0f", f"all sea lies between {g.hexname(path[-1])} and {there}")
    if zoc >> path[-1] & 1 and len(path) > 1:
        return no("7.1a", f"{name} stops in {g.hexname(path[-1])}, an enemy zone of control")
    if zoc >> path[-1] & 1 and zoc >> hex & 1 and hex in g.rules.grid.neighbours[path[-1]]:
        return no("7.1b", f"{name} leaves an enemy zone of control only into a hex free of one")
    costs = costs_of(g, unit)
    left = g.rules.allowance(unit, supplied=in_supply(g, unit)) - spent(costs, path)
    if hex not in reach(costs, path[-1], left).cost:
        return no("10.0b", f"{name} has too few movement factors to reach {there}")
    if hex not in reach(costs, path[-1], left, closed=g.occupied[g.enemy]).cost:
        return no("6.0", f"enemy units bar the way of {name} to {there}")
    if hex in onward(g, unit, path):
        return no("10.0f", f"{there} is a land bridge that {name} could not leave again in this phase")
    return no("7.1a", f"enemy zones of control bar the way of {name} to {there}")


def _why_not_alone(g: Position, unit: Unit) -> Ruling:
    name = g.name(unit)
    if g.zoc(g.enemy) >> g.at[unit] & 1:
        return no("7.1b", f"{name} is in an enemy zone of control, and no hex free of one is open to it")
    return no("10.0d", f"{name} has no hex it could enter")


def _why_not_along(g: Position, units: Party, unit: Unit) -> Ruling:
    name, lead = g.name(unit), units[0]
    if g.at[unit] != g.at[lead]:
        return no("10.0a", f"{name} cannot go along: it is not in the hex of {g.name(lead)}")
    what = "class" if g.rules.klass[unit] != g.rules.klass[lead] else "supply"
    return no("10.1c", f"{name} is of another {what} than {g.name(lead)}: move it by itself")


def _may_stop(g: Position, units: Party, way: Way) -> Ruling:
    if not g.rules.land_bridges >> way[-1] & 1:
        return OK
    return no("10.0f", f"{g.hexname(way[-1])} is a land bridge, where no move may end: name a hex beyond it, too")


def _move(g: Position, units: Party, way: Way) -> None:
    with g.as_offered():
        path = path_by(g, units[0], way)
    for unit in units:
        for hex in path[1:-1]:
            g.pass_through(unit, hex)
        g.enter(unit, path[-1])
        g.flags[unit] |= MOVED
        g.tell(Moved(unit=g.name(unit), path=g.hexnames(path), rule="10.0a"))


MOVE: Verb[Position] = party_to_hex(
    "move",
    "10.0a",
    once="10.0c",
    possible=_possible,
    units=movers,
    joining=joining,
    hexes=_further,
    may_stop=_may_stop,
    why_not_unit=may_move,
    why_not_alone=_why_not_alone,
    why_not_along=_why_not_along,
    why_not_hex=why_not_there,
    carry_out=_move,
    explained=True,
)
