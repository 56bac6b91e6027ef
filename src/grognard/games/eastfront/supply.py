"""10: land supply lines, the check of the enemy's units, and attrition."""

from __future__ import annotations

from grognard.decision import Procedure, one_of, put
from grognard.events import Marked
from grognard.games.eastfront.control import battle_set, home_side, passable, unsupplied
from grognard.games.eastfront.position import DEPLOYED, SOVIET, Position, Unit
from grognard.games.eastfront.rail import rail_facts, supply_net
from grognard.games.eastfront.sea import commanded_seas
from grognard.hexes import Hex, HexSet, members


def lines(g: Position, side: str) -> HexSet:
    """10.3: every hex from which a land supply line leads to Rail/Sea Supply."""
    return g.memo(("lines", side), lambda: g.memo(("lines", side), lambda: _lines(g, side), rail_facts(g)))


def _lines(g: Position, side: str) -> HexSet:
    return land_lines(g, side) | zone_supply(g, side) | beachhead_supply(g, side)


def land_lines(g: Position, side: str) -> HexSet:
    """The hexes at most two steps from Rail/Sea Supply, through friendly or disputed hexes."""
    net, free = supply_net(g, side), passable(g, side)
    reached = net.hexes
    for _ in range(g.rules.supply_hexes):
        reached |= g.rules.around(reached & (free | net.hexes))
    return reached


def zone_supply(g: Position, side: str) -> HexSet:
    """16.26: home zones always; others by rail through their entry hex, or from a friendly, fed zone beside them."""
    rules, net = g.rules, supply_net(g, side)
    zones = rules.geography.zones
    supplied = sum(1 << hex for hex, zone in zones.items() if home_side(g, zone) == side)
    through = {hex: zone for hex, zone in zones.items() if net.rail >> zone.entry & 1 and zone.entry not in g.battles}
    supplied |= sum(1 << hex for hex in through)
    fresh, clear = supplied, g.held[side] & rules.zones & ~battle_set(g)  # 9.12: not through a battle
    while fresh:
        feeding = supplied & clear
        near = (hex for hex in zones if not supplied >> hex & 1)
        fresh = sum(1 << hex for hex in near if any(feeding >> there & 1 for there in rules.zone_links[hex]))
        supplied |= fresh
    return supplied


def beachhead_supply(g: Position, side: str) -> HexSet:
    """15.52: the Beachhead's own hex, and the hexes around it if it is friendly and its sea commanded."""
    if side != SOVIET or g.beachhead != DEPLOYED:
        return 0
    hex = g.beachhead_at
    supplied = 1 << hex
    fed = any((sea.coast & ~sea.shoals) >> hex & 1 for sea in commanded_seas(g, side).values())
    if fed and g.held[side] >> hex & 1:
        supplied |= g.rules.around(1 << hex) & passable(g, side)
    return supplied


def has_line(g: Position, unit: Unit) -> bool:
    """Whether the unit can trace a supply line now, by land, rail or sea (10.3, 11.41)."""
    side, hex = g.owner(unit), g.at[unit]
    return not astray(g, unit) and bool(lines(g, side) >> hex & 1)


# --- 16.13 satellites ------------------------------------------------------------------------------------------------


def restricted(g: Position, unit: Unit) -> bool:
    """16.13: a satellite army that must stay near its country."""
    rules = g.rules
    if unit not in rules.satellites:
        return False
    if unit in g.rebuilt or "satellites_restricted" in g.scenario.special:
        return True
    if g.scenario.satellites_free:
        return False
    if g.fallen & rules.release_ports & ~g.prior:  # one was taken and is Soviet again: that binds them all
        return True
    key = "objective.first_release" if rules.units[unit].id == rules.charts.text("objective.first_released") else ""
    hex = rules.city_hex.get(rules.charts.text(key or "objective.release"))
    return hex is not None and not g.prior >> hex & 1


def home_area(g: Position, unit: Unit) -> HexSet:
    """16.13: a satellite's country and the hexes next to it; Italy is not on the map."""
    return g.rules.home_areas.get(g.rules.units[unit].nation, 0)


def at_home(g: Position, unit: Unit) -> bool:
    """Whether a satellite stands in or next to its country."""
    return bool(home_area(g, unit) >> g.at[unit] & 1)


def astray(g: Position, unit: Unit) -> bool:
    """16.13: a Restricted satellite outside its area, which nothing supplies (G30)."""
    return restricted(g, unit) and not at_home(g, unit)


# --- 10.4 the check ---------------------------------------------------------------------------------------------------


def check_supply(g: Position, side: str) -> Procedure[None]:
    """10.2, 10.4: set the status of the side's units; each one without supply loses a step at once."""
    with g.still():
        fed = lines(g, side)
        cut_off = {unit for hex in members(g.occupied[side] & ~fed) for unit in g.stack(side, hex)}
        bound = (u for u in g.rules.satellites if g.at[u] >= 0 and g.owner(u) == side)
        cut_off |= {unit for unit in bound if not has_line(g, unit)}
    lacking: list[Unit] = []
    limits = g.rules.stack_limits
    for hex, stack in sorted(g.stacks[side].items()):
        if len(stack) > limits[hex] or not cut_off.isdisjoint(stack):
            lacking += yield from _lacking(g, side, hex, cut_off)
    for unit in [u for u in unsupplied(g) if g.owner(u) == side]:
        g.supplied[unit] = 1
    for unit in lacking:
        g.supplied[unit] = 0
    for unit in lacking:
        told = Marked(unit=g.name(unit), status=f"unsupplied in {g.spell(g.at[unit])}", rule="10.4")
        seen = Marked(unit=g.alias(unit), status=f"unsupplied in {g.spell(g.at[unit])}", rule="10.4")
        g.say(unit, told, seen)
    for unit in lacking:
        g.lose_step(unit, "10.4", "unsupplied")


def _lacking(g: Position, side: str, hex: Hex, cut_off: set[Unit]) -> Procedure[list[Unit]]:
    """The units in a hex that have no supply, given those without a line."""
    stack = list(g.stack(side, hex))
    without = [unit for unit in stack if unit in cut_off]
    able = [unit for unit in without if not astray(g, unit)]
    if able and g.rules.fortresses >> hex & 1 and g.held[side] >> hex & 1:
        for _ in range(fortress_capacity(g, side, hex)):
            kept = yield from _strongest(g, side, able, "the unit that lives on Fortress Supply", "10.5")
            able = [unit for unit in able if unit != kept]
            without = [unit for unit in without if unit != kept]
    elif able and supply_net(g, side).besieged >> hex & 1:
        at_most = g.rules.charts.value("port.siege_cv")
        small = [unit for unit in able if g.cv[unit] <= at_most]
        if small:
            kept = yield from _pick(g, side, small, "the unit that is supplied by sea in the besieged port", "15.31")
            without = [unit for unit in without if unit != kept]
    excess = len(stack) - g.rules.stack_limit(hex)
    supplied = [unit for unit in stack if unit not in without]
    for _ in range(excess - len(without)):  # 6.22: after a repulse
        lost = yield from _pick(
            g, side, supplied, "the unit that goes without supply: the hex holds too many", "6.22", "unsupplied"
        )
        supplied.remove(lost)
        without.append(lost)
    return without


def fortress_capacity(g: Position, side: str, hex: Hex) -> int:
    """10.5: one unit, two in Leningrad while supplies reach the shore of Lake Ladoga."""
    charts = g.rules.charts
    shore = g.rules.geography.landmarks.get("ladoga")
    beside_lake = side == SOVIET and hex == g.rules.city_hex.get(charts.text("supply.lake_city"))
    if beside_lake and shore is not None and supply_net(g, side).rail >> shore & 1:
        return charts.value("supply.lake")
    return charts.value("supply.fortress")


def fortress_fed(g: Position, unit: Unit) -> bool:
    """10.5: whether the unit lives on Fortress Supply, so that it gets no replacements."""
    hex = g.at[unit]
    return bool(g.rules.fortresses >> hex & 1) and not has_line(g, unit)


def _strongest(g: Position, side: str, units: list[Unit], what: str, rule: str) -> Procedure[Unit | None]:
    if not units:
        return None
    most = max(g.cv[unit] for unit in units)
    return (yield from _pick(g, side, [unit for unit in units if g.cv[unit] == most], what, rule))


def _pick(g: Position, side: str, units: list[Unit], what: str, rule: str, verb: str = "supply") -> Procedure[Unit]:
    """Ask the owner which unit; nobody is asked when it makes no difference."""
    if len({alike(g, unit) for unit in units}) == 1:
        return units[0]
    question = one_of(side, "supply", f"Choose {what}", rule, ("unit", g.names(units)), verb=verb)
    words = yield from put(question)
    return g.unit(words[1])


def alike(g: Position, unit: Unit) -> tuple[object, ...]:
    """What makes a difference between two units in one hex: equal units need no choice between them."""
    block = g.rules.units[unit]
    return (
        block.type, block.special, block.nation, block.max, g.cv[unit], g.supplied[unit], g.shown[unit],
        g.flags[unit], g.role.get(unit, 0), unit in g.rebuilt, g.entered.get(unit),
    )  # fmt: skip
