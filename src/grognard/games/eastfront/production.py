"""11.2 to 11.6: what a side produces, what its units cost, and where new ones may arrive."""

from __future__ import annotations

from grognard.games.eastfront.control import captured_baku
from grognard.games.eastfront.geography import Zone
from grognard.games.eastfront.position import AWAY, DEAD, ENEMY, GERMAN, GONE, SOVIET, Position, Unit
from grognard.games.eastfront.rail import HOME_EDGES, rail_facts, supply_net
from grognard.games.eastfront.routes import out_of_play
from grognard.games.eastfront.stacking import room
from grognard.games.eastfront.supply import (
    astray,
    beachhead_supply,
    fortress_fed,
    has_line,
    home_area,
    land_lines,
    restricted,
)  # fmt: skip
from grognard.hexes import Hex, HexSet
from grognard.preview import Line
from grognard.ruling import OK, Ruling, no

# --- 11.2 the level ---------------------------------------------------------------------------------------------------


def level(g: Position, side: str) -> int:
    """The side's Production Level in PPs."""
    return max(0, sum(int(line.value) for line in account(g, side)))


def account(g: Position, side: str) -> list[Line]:
    """How the Production Level comes about, line by line."""
    facts = *rail_facts(g), g.closed, g.basic[side]
    return g.memo(("account", side), lambda: _account(g, side), facts).copy()


def _account(g: Position, side: str) -> list[Line]:
    lines = [Line("basic production", str(g.basic[side]), "11.21")]
    double = g.rules.charts.value(f"resource.{side}")
    yielding = _yielding(g, side)
    for city in g.rules.earning:
        if not yielding >> city.hex & 1:
            continue
        if city.value:
            lines.append(Line(city.name, str(city.value), "11.22"))
        if city.resource:
            what, rule = ("Baku", "16.35") if g.rules.zones >> city.hex & 1 else (f"{city.name}, resources", "11.23")
            lines.append(Line(what, str(double * city.resource), rule))
    return lines + exit_zone_lines(g, side)


def _yielding(g: Position, side: str) -> HexSet:
    """11.22: controlled and in Rail/Sea Supply; Baku belongs to whoever holds the Caucasus zones (16.35)."""
    net, zones = supply_net(g, side), g.rules.zones
    baku = zones if (side == GERMAN) == captured_baku(g) else 0
    return (net.hexes | net.besieged) & g.held[side] & ~zones | baku


def exit_zone_lines(g: Position, side: str) -> list[Line]:
    """16.3: what captured exit zones add or take away; half if their owner contests them."""
    charts, lines = g.rules.charts, []
    groups = charts.entry("exit")
    for name in groups.keys:
        group = groups.entry(name)
        change, captor = group.whole(side, 0), group.text("captor")
        if not change:
            continue
        for id in group.words("zones"):
            zone = g.rules.zone_by_id.get(id)
            if zone is not None and _captured(g, zone, captor):
                contested = zone.hex in g.battles or g.closed >> zone.hex & 1  # W44.5: those out of play are contested
                amount = int(change / charts.value("zones.halved")) if contested else change
                lines.append(Line(f"exit zone {id}", str(amount), "16.3"))
    return lines


def _captured(g: Position, zone: Zone, captor: str) -> bool:
    if g.closed >> zone.hex & 1:
        return zone.id in g.scenario.balkan_zones and captor == SOVIET
    return bool(g.held[captor] >> zone.hex & 1)


# --- 11.43 costs ------------------------------------------------------------------------------------------------------


def step_cost(g: Position, unit: Unit) -> int:
    """The PPs for one step of a unit where it stands."""
    cost = _cost(g, unit, "step")
    if g.rules.zones >> g.at[unit] & 1 and g.engaged(unit):
        return cost * g.rules.charts.value("build.exit_zone")  # 16.27
    if depends_on_beachhead(g, unit):
        return cost * g.rules.charts.value("beachhead.step")  # 15.52
    return cost


def cadre_cost(g: Position, unit: Unit) -> int:
    """The PPs for a new cadre."""
    return _cost(g, unit, "cadre")


def _cost(g: Position, unit: Unit, what: str) -> int:
    charts, block = g.rules.charts, g.rules.units[unit]
    kind = "mountain" if "mountain" in block.special else block.type
    cost = charts.value(f"cost.{block.side}.{what}.{kind}")
    if block.is_hq and block.side == GERMAN:  # G72: one comes on top of the other
        cost += charts.value(f"surcharge.ploesti.{what}") if without_oil(g) else 0
        cost += charts.value(f"surcharge.winter.{what}") if "winter_paralysis" in g.scenario.special else 0
    return cost


def without_oil(g: Position) -> bool:
    """16.12: Ploesti is not German, or not in rail supply."""
    hex = g.rules.city_hex.get(g.rules.charts.text("objective.oil"))
    return hex is not None and not supply_net(g, GERMAN).hexes & g.held[GERMAN] & 1 << hex


def depends_on_beachhead(g: Position, unit: Unit) -> bool:
    """15.52: supplied only from the Beachhead."""
    if g.owner(unit) != SOVIET or not beachhead_supply(g, SOVIET) >> g.at[unit] & 1:
        return False
    return not land_lines(g, SOVIET) >> g.at[unit] & 1


# --- 11.41, 11.42 who can be built ------------------------------------------------------------------------------------


def may_get_step(g: Position, unit: Unit) -> Ruling:
    """11.41: whether a unit can get a replacement step at all."""
    name, zone = g.name(unit), g.rules.zones >> g.at[unit] & 1 if g.at[unit] >= 0 else 0
    if g.at[unit] < 0:
        return no("11.41", f"{name} is not on the map")
    if g.cv[unit] >= g.rules.units[unit].max:
        return no("11.41", f"{name} is at full strength")
    if g.engaged(unit) and not zone:
        return no("11.41", f"{name} is engaged")
    if not has_line(g, unit):
        if astray(g, unit):
            return no("16.13", f"{name} is restricted: nothing supplies it away from its own country")
        if fortress_fed(g, unit):
            return no("10.5", f"{name} lives on Fortress Supply")
        return no("11.41", f"{name} has no supply line")
    return OK


def may_rebuild(g: Position, unit: Unit) -> Ruling:
    """11.42: whether a lost unit can come back as a cadre."""
    name = g.name(unit)
    if g.at[unit] == GONE:
        return no("11.42", f"{name} cannot be rebuilt")
    if g.at[unit] == AWAY:
        return no("W44.5", f"{name} is not eliminated: it fights in the Balkans, off the map")
    if g.at[unit] != DEAD:
        return no("11.42", f"{name} is not eliminated")
    nation = g.rules.units[unit].nation
    if nation == "italian":
        return no("11.42", f"{name} is restricted to Italy, off the map, and cannot be rebuilt")
    if nation == "rumanian" and g.surrender:
        return no("16.11", f"Rumania has surrendered: {name} cannot be rebuilt")
    return OK


# --- 11.6 where they arrive -------------------------------------------------------------------------------------------


def arrival_hexes(g: Position, side: str, unit: Unit | None = None, left: tuple[Hex, ...] = ()) -> dict[Hex, int]:
    """The hexes in which new units may be placed, and how many in each; `left` are hexes of disbanded units (G38)."""
    return g.memo(("arrivals", side, unit, left), lambda: _arrival_hexes(g, side, unit, left))


def _arrival_hexes(g: Position, side: str, unit: Unit | None, left: tuple[Hex, ...]) -> dict[Hex, int]:
    fed = supply_net(g, side).hexes | g.rules.zones  # of the others nobody needs to hear why not
    open = [hex for hex in g.rules.gates[side] if fed >> hex & 1 and may_come(g, side, hex, unit)]
    found = {hex: min(_allowance(g, side, hex), room(g, side, hex) + left.count(hex)) for hex in open}
    return {hex: many for hex, many in found.items() if many > 0}


def may_come(g: Position, side: str, hex: Hex, unit: Unit | None) -> Ruling:
    """11.6, 16.27, G73: whether a side's new units may arrive in a hex, if there is room; satellites come at home."""
    rules = g.rules
    if unit is not None and unit in rules.satellites and (restricted(g, unit) or g.at[unit] == DEAD):
        area = home_area(g, unit)
        if area and not area >> hex & 1:
            return no("16.13", f"{g.name(unit)} is restricted: it arrives in its own country or next to it")
    if hex in rules.geography.zones:
        ruling = _at_open_edge(g, side, rules.geography.zones[hex])
        return ruling and (OK if g.held[side] >> hex & 1 else no("16.27", f"the enemy controls {g.spell(hex)}"))
    if not g.rules.home_cities[side] >> hex & 1:
        entry = rules.entries.get(hex)
        if entry is None:
            return no("11.6", f"{g.spell(hex)} is no Home City of yours, and no Rail Entry hex")
        ruling = _at_open_edge(g, side, entry)
        if not ruling:
            return ruling
    if hex in g.battles:
        return no("11.6", f"{g.spell(hex)} is embattled")
    return OK if supply_net(g, side).hexes >> hex & 1 else no("11.6", f"{g.spell(hex)} has no Rail/Sea Supply of yours")


def _at_open_edge(g: Position, side: str, zone: Zone) -> Ruling:
    """11.6: whether a zone and its Rail Entry hex lie on a home edge, and no enemy unit is in the zone."""
    if zone.edge not in HOME_EDGES[side] or (zone.edge == "south" and captured_baku(g)):
        return no("11.6", f"{g.spell(zone.hex)} is not on a home edge of yours")
    if g.closed >> zone.hex & 1:
        return out_of_play(g, zone.hex)
    return OK if not g.present(ENEMY[side], zone.hex) else no("11.6", f"enemy units are in {g.spell(zone.hex)}")


def _allowance(g: Position, side: str, hex: Hex) -> int:
    """How many new units may arrive in an open hex in a Production; of a city at the edge the larger number (G38)."""
    charts, rules = g.rules.charts, g.rules
    if rules.zones >> hex & 1:
        return charts.value("arrivals.exit_zone")
    at_edge = hex in rules.entries and _at_open_edge(g, side, rules.entries[hex])
    in_city = charts.value(f"arrivals.{rules.cities[hex].klass}") if rules.home_cities[side] >> hex & 1 else 0
    return max(in_city, charts.value("arrivals.rail_entry") if at_edge else 0)
