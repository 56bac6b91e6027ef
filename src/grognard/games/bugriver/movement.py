"""7.3: Movement Actions: a unit or a stack of one formation goes along a way, and may be answered by a reaction."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import pairwise

from grognard.decision import Procedure
from grognard.events import Moved
from grognard.games.bugriver.actions import affordable, may_act, pay
from grognard.games.bugriver.position import Position, Unit
from grognard.games.bugriver.reaction import SUCCESS, Attempt, window
from grognard.games.bugriver.stacking import room_for
from grognard.games.bugriver.tables import LEG, QUARTERS
from grognard.games.bugriver.zoc import ezoc
from grognard.hexes import Hex, HexSet, Reach, reach
from grognard.mechanics.turn import Verb
from grognard.mechanics.verbs import Party, Way, party_to_hex
from grognard.ruling import OK, Ruling, no

Path = tuple[Hex, ...]


# --- allowances -------------------------------------------------------------------------------------------------------


def allowance(g: Position, units: Party, *, bonus: bool) -> int:
    """7.3.1a, 7.3.5, G63: what the slowest unit has, in quarter points; leg units with or without their bonus."""
    more = g.rules.tables.march.leg_bonus if bonus else 0
    each = [g.rules.movement[u] + (more if g.rules.klass[u] == LEG else 0) for u in units]
    return QUARTERS * min(each)


def classes_of(g: Position, units: Iterable[Unit]) -> frozenset[str]:
    """The classes among units."""
    return frozenset(g.rules.klass[unit] for unit in units)


def near_enemies(g: Position) -> HexSet:
    """The hexes next to an enemy unit of any type (G63)."""
    enemies = g.occupied[g.enemy]
    return g.memo(("near", g.side), lambda: g.rules.grid.beside(enemies), enemies)


# --- where a stack can go ---------------------------------------------------------------------------------------------


class Ways(Mapping[Hex, Path]):
    """The hexes a stack can reach, each with the way to it from where its move began."""

    def __init__(self, path: Path, found: dict[Hex, Path]) -> None:
        self._path, self._found = path, found

    def __iter__(self) -> Iterator[Hex]:
        return iter(self._found)

    def __len__(self) -> int:
        return len(self._found)

    def __getitem__(self, hex: Hex) -> Path:
        return (*self._path, *self._found[hex])


def onward(g: Position, units: Party, path: Path) -> Ways:
    """Every hex the stack can still enter from the end of `path`."""
    return g.memo(("onward", units, path), lambda: _onward(g, units, path))


def _onward(g: Position, units: Party, path: Path) -> Ways:
    here, zone, near = path[-1], ezoc(g, g.side), near_enemies(g)
    if len(path) > 1 and (zone >> here & 1 or _spent_all(g, units, path)):
        return Ways(path, {})  # 7.3.9, 7.3.7
    found: dict[Hex, Path] = {}
    spent = paid(g, units, path)
    for bonus in (True, False):  # 7.3.5: with the leg bonus no hex next to an enemy may be on the way
        if bonus and (LEG not in classes_of(g, units) or any(near >> hex & 1 for hex in path)):
            continue
        limit = allowance(g, units, bonus=bonus) - spent
        shut = g.occupied[g.enemy] | (near if bonus else 0)
        for hex, way in _search(g, units, here, limit, shut, zone, first=len(path) == 1).items():
            found.setdefault(hex, way)
    return Ways(path, found)


def _search(
    g: Position, units: Party, here: Hex, limit: int, shut: HexSet, zone: HexSet, *, first: bool
) -> dict[Hex, Path]:
    """The hexes within `limit`: by free hexes as far as it goes, and from those into EZOCs, where one stops."""
    terrain, classes = g.rules.terrain, classes_of(g, units)
    roads, rough = terrain.steps(classes, g.bridges), terrain.steps(classes, g.bridges, roads=False)
    held = bool(zone >> here & 1)
    begin: dict[Hex, int] = {here: 0}
    found: dict[Hex, Path] = {}
    if first:
        begin, found = _first_steps(g, units, here, limit, shut | (zone if held else 0))
    if held or first:
        free = {hex: cost for hex, cost in begin.items() if not zone >> hex & 1}
    else:
        free = begin
    lost = Reach({}, {})
    reached = reach(roads, free, limit, closed=shut | zone | 1 << here) if free else lost
    for hex in reached.cost:
        if hex != here:
            found.setdefault(hex, _way(reached, hex, here))
    for hex, spent in reached.cost.items():
        for there, price in rough[hex]:  # 7.3.3b: no road rate into an EZOC
            if zone >> there & 1 and not shut >> there & 1 and spent + price <= limit and there not in found:
                found[there] = (*found.get(hex, ()), there)
    return found


def _way(reached: Reach, hex: Hex, here: Hex) -> Path:
    way = reached.route(hex)
    start = reached.came.get(way[0], hex) if way else hex
    return tuple(way) if start == here else (start, *way)


def _first_steps(
    g: Position, units: Party, here: Hex, limit: int, shut: HexSet
) -> tuple[dict[Hex, int], dict[Hex, Path]]:
    """7.3.2b, 7.3.7, 7.3.8: where the first step can lead and what it costs; with it one may always go a hex."""
    terrain, classes, bridges, zone = g.rules.terrain, classes_of(g, units), g.bridges, ezoc(g, g.side)
    costs: dict[Hex, int] = {}
    found: dict[Hex, Path] = {}
    for there in g.rules.grid.neighbours[here]:
        if shut >> there & 1 or not g.rules.land >> there & 1:
            continue
        barred = bool((zone >> here | zone >> there) & 1)
        price = terrain.step_price(classes, here, there, bridges, roads=not barred)
        if price is None and not terrain.takes_all(classes, here, there, bridges):
            continue
        found[there] = (there,)
        if price is not None and price <= limit:
            costs[there] = price
    return costs, found


def paid(g: Position, units: Party, path: Path) -> int:
    """What a path has cost so far."""
    zone, total = ezoc(g, g.side), 0
    terrain, classes = g.rules.terrain, classes_of(g, units)
    for a, b in pairwise(path):
        barred = bool((zone >> a | zone >> b) & 1)
        total += terrain.step_price(classes, a, b, g.bridges, roads=not barred) or 0
    return total


def _spent_all(g: Position, units: Party, path: Path) -> bool:
    """7.3.7, 7.3.2b: whether the one step made took everything there was."""
    crossing = g.rules.terrain.takes_all(classes_of(g, units), path[0], path[1], g.bridges)
    return crossing or paid(g, units, path) >= allowance(g, units, bonus=True)


# --- the verb ---------------------------------------------------------------------------------------------------------


def may_move(g: Position, unit: Unit) -> Ruling:
    """Whether a unit may make a Movement Action now."""
    ruling = may_act(g, unit)
    return affordable(g, "move", unit) if ruling else ruling


def destinations(g: Position, units: Party, path: Path) -> list[Hex]:
    """Where a move may end: stacking is judged there (5.3.1b)."""
    return [hex for hex in onward(g, units, path) if room_for(g, units, hex)]


def can_move(g: Position, unit: Unit) -> bool:
    """Whether there is a hex in which a move of the unit may end: next to it in most cases."""
    party, path = (unit,), (g.at[unit],)
    shut = g.occupied[g.enemy] | (ezoc(g, g.side) if ezoc(g, g.side) >> path[0] & 1 else 0)
    _, first = _first_steps(g, party, path[0], 0, shut)
    return any(room_for(g, party, hex) for hex in first) or bool(destinations(g, party, path))


def movers(g: Position) -> list[Unit]:
    """The units that can move."""
    return g.memo("movers", lambda: [u for u in g.on_map(g.side) if may_move(g, u) and can_move(g, u)])


def joining(g: Position, units: Party) -> list[Unit]:
    """7.3.1a: units of the same formation in the same hex that could go along."""
    more = [u for u in g.stack(g.at[units[0]]) if u not in units and may_move(g, u)]
    return [u for u in more if destinations(g, (*units, u), (g.at[u],))]


def path_by(g: Position, units: Party, hexes: Way) -> Path:
    """The whole path of a stack that goes by these hexes."""
    path: Path = (g.at[units[0]],)
    for hex in hexes:
        path = onward(g, units, path)[hex]
    return path


def _possible(g: Position) -> Ruling:
    somebody = any(may_move(g, unit) and can_move(g, unit) for unit in g.on_map(g.side))  # the first will do
    return OK if somebody else no("7.3", "no unit of the formation can move")


def _further(g: Position, units: Party, way: Way) -> list[Hex]:
    path = path_by(g, units, way)
    return [hex for hex in onward(g, units, path) if room_for(g, units, hex) or _leads_on(g, units, path, hex)]


def _leads_on(g: Position, units: Party, path: Path, hex: Hex) -> bool:
    """Whether a stack that may not end in a hex could go on from it."""
    return bool(destinations(g, units, onward(g, units, path)[hex]))


def why_not_there(g: Position, units: Party, way: Way, hex: Hex) -> Ruling:
    """Why a stack cannot go on to a hex."""
    path = path_by(g, units, way)
    name, there, here = " ".join(g.names(units)), g.hexname(hex), path[-1]
    if hex == here:
        return no("7.3", f"{name} is in {there}")
    if not g.rules.land >> hex & 1:
        return no("7.3", f"{there} is not on the part of the map that is used")
    if g.occupied[g.enemy] >> hex & 1:
        return no("7.3.2d", f"{there} is occupied by the enemy")
    if hex in onward(g, units, path):
        return no("5.3.1c", f"{name} would be too many in {there}")
    zone = ezoc(g, g.side)
    if zone >> here & 1 and len(path) > 1:
        return no("7.3.9", f"{name} stops in {g.hexname(here)}, an enemy zone of control")
    if hex in g.rules.grid.neighbours[here]:
        if zone >> here & 1 and zone >> hex & 1:
            return no("5.4.1a", f"{there} and {g.hexname(here)} are both in enemy zones of control")
        return no("7.3.2b", f"{name} cannot enter {there} from {g.hexname(here)}: prohibited terrain")
    return no("7.3.2a", f"{name} cannot reach {there} in one Movement Action")


def _move(g: Position, units: Party, way: Way) -> Procedure[None]:
    with g.as_offered():
        path = path_by(g, units, way)
    pay(g, "move", units)
    yield from march(g, units, path)


def march(g: Position, units: Party, path: Path) -> Procedure[None]:
    """7.3, 6.4: hex by hex along a path; a successful reaction ends the Action where the stack is (6.4.2c)."""
    g.improved &= ~(1 << path[0])  # 7.7b
    attempt = Attempt()
    gone = [path[0]]
    for a, b in pairwise(path):
        yield from window(g, attempt, a)  # it attempts to leave
        if attempt.result == SUCCESS:
            break
        for unit in units:
            g.enter(unit, b)
        gone.append(b)
        yield from window(g, attempt, b)  # it has entered
        if attempt.result == SUCCESS:
            break
    g.improved &= ~(1 << gone[-1])
    if len(gone) > 1:
        names = g.hexnames(gone)
        for unit in units:
            g.say(unit, lambda name: Moved(unit=name, path=names, rule="7.3"))
    if attempt.result == SUCCESS:
        g.pending = ("reaction", attempt.hq)


MOVE: Verb[Position] = party_to_hex(
    "move",
    "7.3",
    possible=_possible,
    units=movers,
    joining=joining,
    hexes=_further,
    may_stop=lambda g, units, way: room_for(g, units, way[-1]),
    why_not_unit=may_move,
    why_not_alone=lambda g, unit: no("7.3.2a", f"{g.name(unit)} has no hex it could enter"),
    why_not_along=lambda g, units, unit: no("7.3.1a", f"{g.name(unit)} does not start in the hex of the others"),
    why_not_hex=why_not_there,
    carry_out=_move,
)
