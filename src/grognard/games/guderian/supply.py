"""11 Supply, and the Leaders' radius on which Soviet supply and attacks depend (10.3)."""

from __future__ import annotations

from grognard.games.guderian.position import ENEMY, GERMAN, NEWCOMER, SOVIET, Position, Unit
from grognard.hexes import Hex, HexSet
from grognard.mechanics.trace import Detour, lines_to, radius_lines


def in_supply(g: Position, unit: Unit) -> bool:
    """Whether the unit is in supply at this instant (11.1, 11.2); everybody is in the turn of entry (11.33)."""
    if g.flags[unit] & NEWCOMER:
        return True
    if g.rules.side[unit] == GERMAN:
        return _german_in_supply(g, unit)
    return _has_line_east(g, unit) if unit in g.rules.leaders else _in_supplied_radius(g, unit)


def out_of_supply(g: Position, side: str) -> list[Unit]:
    """The side's units on the map that are out of supply."""
    if side == GERMAN:
        return [unit for unit in g.units_in(g.occupied[side] & ~road_lines(g)) if not in_supply(g, unit)]
    at, flags, leaders, radius = g.at, g.flags, g.rules.leaders, supplied_radius(g)
    return [
        unit for unit in g.rules.of_side[side]
        if at[unit] >= 0 and not flags[unit] & NEWCOMER
        and not (_has_line_east(g, unit) if unit in leaders else radius >> at[unit] & 1)
    ]  # fmt: skip


def open_hexes(g: Position, side: str) -> HexSet:
    """The hexes a line of the side may pass: no enemy, no EZOC unless a friend is there (8.14), no lake."""
    return g.unmoved(f"open {side}", lambda: _open_hexes(g, side, ENEMY[side]))


def _open_hexes(g: Position, side: str, enemy: str) -> HexSet:
    closed = g.occupied[enemy] | (g.zoc(enemy) & ~g.occupied[side]) | g.rules.impassable
    return g.rules.grid.all & ~closed


# --- 11.1 German supply ----------------------------------------------------------------------------------------------


def road_to_source(g: Position) -> HexSet:
    """11.11: the road hexes from which the road runs unbroken to the west edge; roads cross rivers here (11.13)."""
    return g.unmoved(("road", g.partisans), lambda: _road_to_source(g))


def _road_to_source(g: Position) -> HexSet:
    open = open_hexes(g, GERMAN) & ~g.rules.bit(g.partisans)  # 13.44
    return g.rules.supply_track.along(g.rules.road_source & open, open)


def road_lines(g: Position) -> HexSet:
    """11.11: the hexes within twenty hexes of such a road."""
    key = "road lines", g.partisans
    return g.unmoved(key, lambda: g.memo("road lines", lambda: _road_lines(g), _german_way(g)))


def _german_way(g: Position) -> tuple[HexSet, Hex]:
    """What German lines depend on: seldom changed by the Germans' own moves."""
    return open_hexes(g, GERMAN), g.partisans


def _road_lines(g: Position) -> HexSet:
    rules = g.rules
    return lines_to(
        rules.grid,
        road_to_source(g),
        open_hexes(g, GERMAN),
        ends=rules.swamp | rules.bit(g.partisans),  # into, not through
        limit=rules.supply_hexes,
        walls=rules.lake_walls,
        detours=german_detours(g),
    )


def point_lines(g: Position, klass: str) -> HexSet:
    """11.12: the hexes within twenty movement points, at this class's costs, of the west edge."""
    key = klass, g.partisans
    return g.unmoved(key, lambda: g.memo(f"points {klass}", lambda: _point_lines(g, klass), _german_way(g)))


def _point_lines(g: Position, klass: str) -> HexSet:
    rules = g.rules
    open, marker = open_hexes(g, GERMAN), rules.bit(g.partisans)
    closed = ~open | marker  # 13.44
    leaps = [leap for via, leap in rules.leaps[klass] if not via & closed]
    west, stop = rules.board.edges["west"] & ~marker, rules.swamp | marker
    # from the edge to the unit, at what the unit pays for the way there
    return rules.prices_back[klass].within(rules.supply_points, west, open, stop=stop, leaps=leaps)


def _german_in_supply(g: Position, unit: Unit) -> bool:
    """11.1: by the shortest way to the west edge if nothing is in it, or by any."""
    hex, klass = g.at[unit], g.rules.units[unit].klass
    if g.rules.ways_west(klass).open(hex, open_hexes(g, GERMAN) & ~g.rules.bit(g.partisans)):
        return True
    return bool(road_lines(g) >> hex & 1 or point_lines(g, klass) >> hex & 1)


def german_detours(g: Position) -> list[Detour]:
    """The roads that carry a German line through swamps: not through the Soviet marker (13.44)."""
    marker = g.rules.bit(g.partisans)
    return [detour for detour in g.rules.detours if not detour.via & marker]


# --- 11.2 Soviet supply, 10.3 the radius -----------------------------------------------------------------------------


def supply_lines_east(g: Position) -> HexSet:
    """11.24: the hexes from which a line of any length reaches the east edge."""
    return g.unmoved("east", lambda: g.memo("east", lambda: _lines_east(g), open_hexes(g, SOVIET)))


def _lines_east(g: Position) -> HexSet:
    rules, edge = g.rules, g.rules.board.edges["east"]
    return lines_to(rules.grid, edge, open_hexes(g, SOVIET), ends=rules.swamp, walls=rules.lake_walls)


def _has_line_east(g: Position, leader: Unit) -> bool:
    """11.24: by the shortest way to the east edge if nothing is in it, or by any."""
    hex = g.at[leader]
    return g.rules.ways_east.open(hex, open_hexes(g, SOVIET)) or bool(supply_lines_east(g) >> hex & 1)


def leaders_in_function(g: Position) -> list[Unit]:
    """The Leaders on the map that are not disrupted (6.64)."""
    return [unit for unit in g.rules.leader_units if g.at[unit] >= 0 and not g.disrupted[unit]]


def command_radius(g: Position) -> HexSet:
    """10.35: the hexes with a line of communications to a Leader not longer than his rating."""
    return g.unmoved("command", lambda: _radius_kept(g, "command", leaders_in_function(g)))


def supplied_radius(g: Position) -> HexSet:
    """11.21: the same, to Leaders who are themselves in supply."""
    return g.memo("supplied", lambda: _radius_kept(g, "supplied", supplied_leaders(g)))


def _in_supplied_radius(g: Position, unit: Unit) -> bool:
    """11.21: of a position that stands still many are asked; of one in the midst of a combat only Leaders near by."""
    hex, distance = g.at[unit], g.rules.grid.distance
    if g.frozen_now:
        return bool(supplied_radius(g) >> hex & 1)
    near = [leader for leader in leaders_in_function(g) if distance(g.at[leader], hex) <= g.rules.rating[leader]]
    return bool(near and radius_of(g, [leader for leader in near if in_supply(g, leader)]) >> hex & 1)


def supplied_leaders(g: Position) -> list[Unit]:
    """The Leaders in function who are in supply."""
    return [leader for leader in leaders_in_function(g) if in_supply(g, leader)]


def _radius_kept(g: Position, what: str, leaders: list[Unit]) -> HexSet:
    facts = open_hexes(g, SOVIET), [(leader, g.at[leader]) for leader in leaders]
    return g.memo(what, lambda: radius_of(g, leaders), facts)


def radius_of(g: Position, leaders: list[Unit]) -> HexSet:
    """The hexes with a line to one of these Leaders within his rating (11.22)."""
    centres: dict[Hex, int] = {}
    for leader in leaders:
        hex = g.at[leader]
        centres[hex] = max(centres.get(hex, 0), g.rules.rating[leader])
    rules = g.rules
    open = open_hexes(g, SOVIET)
    return radius_lines(rules.grid, centres, open, ends=rules.swamp, walls=rules.lake_walls)
