"""3.22, 3.24: which blocks a side may choose when a scenario begins, and where each of them may stand."""

from __future__ import annotations

from collections.abc import Iterator

from grognard.games.eastfront.balkans import balkan_zones, exited, may_exit
from grognard.games.eastfront.geography import City
from grognard.games.eastfront.position import DEAD, DUE, ENEMY, GERMAN, SOVIET, Position, Unit
from grognard.games.eastfront.production import arrival_hexes
from grognard.games.eastfront.scenario import Reinforcement, Scenario, month_number
from grognard.games.eastfront.supply import fortress_capacity as fortress_capacity
from grognard.games.eastfront.supply import home_area, lines, restricted
from grognard.hexes import Hex, HexSet, members
from grognard.ruling import OK, Ruling, no

Bound = tuple[HexSet, str, str]  # the hexes that satisfy a rule, its number, and what is wrong with the others

# --- who --------------------------------------------------------------------------------------------------------------


def historical(g: Position) -> bool:
    """S41.1A: whether the order of battle of June 1941 binds both sides."""
    return barbarossa(g) and g.options.get("historical", False)


def barbarossa(g: Position) -> bool:
    """Whether the deployment rules of the first scenario hold (S41.1)."""
    return "surprise" in g.scenario.special


def has_arrived(scenario: Scenario, appears: str) -> bool:
    """3.22: whether a block that first appears then is available when the scenario begins."""
    if appears in ("", "S41"):
        return appears == "S41"
    return month_number(appears) < month_number(scenario.months[0])


def arrival(g: Position, unit: Unit) -> Reinforcement | None:
    """11.6: the entry of a reinforcement of the first month, which is set up with the rest; None for other blocks."""
    name, month = g.name(unit), g.scenario.months[0]
    found = (r for r in g.scenario.reinforcements if r.unit == name and (r.at_start or r.month == month))
    return next(found, None)


def places_for(g: Position, side: str, kind: str) -> int:
    """3.22: how many units of a kind the Starting Forces have."""
    return g.scenario.forces[side].get(kind, (0, 0))[0]


def candidates(g: Position, side: str) -> list[Unit]:
    """The blocks that may be deployed: the available ones and the reinforcements of the first month."""
    gone, extra, scenario = g.scenario.gone, g.scenario.extra, g.scenario
    found = []
    for unit in g.rules.of_side[side]:
        block = g.rules.units[unit]
        available = block.id not in gone and (block.id in extra or has_arrived(scenario, block.appears))
        if arrival(g, unit) or (available and places_for(g, side, block.kind)):
            found.append(unit)
    return found


def chosen(g: Position, side: str, kind: str) -> list[Unit]:
    """The units of a kind that stand on the map as part of the Starting Forces."""
    apart = exited(g, side)
    units = (unit for unit in g.on_map(side) if g.rules.units[unit].kind == kind and unit not in apart)
    return [unit for unit in units if not arrival(g, unit)]


def left_for_the_balkans(g: Position, side: str) -> list[Unit]:
    """W44.5: of the blocks that were not chosen, those that make up the force in the southern zones."""
    plan, units = g.scenario.balkan[side], list[Unit]()
    left = [unit for unit in candidates(g, side) if g.at[unit] == DEAD]
    for kind, many in plan.blocks.items():
        units += [unit for unit in left if g.rules.units[unit].kind == kind][:many]
    more = [unit for unit in left if unit not in units and g.rules.units[unit].kind in plan.spare]
    return units + more[: plan.units - len(units)]


def lowest(g: Position, unit: Unit) -> int:
    """2.4: the last step of a unit."""
    return 0 if g.is_hq(unit) else 1


def exit_strength(g: Position, unit: Unit) -> int:
    """W44.5: the strength of a unit in the southern zones, a little below its maximum."""
    return max(lowest(g, unit), g.rules.units[unit].max - g.scenario.balkan[g.owner(unit)].below)


def first_strength(g: Position, unit: Unit, hex: Hex) -> int:
    """The strength a block gets when it joins a force: its own, or its share of what the force still has."""
    if balkan_zones(g) >> hex & 1:
        return exit_strength(g, unit)
    block, side = g.rules.units[unit], g.owner(unit)
    due = arrival(g, unit)
    if due is not None:
        return due.cv
    if historical(g):
        return block.cv
    many, total = g.scenario.forces[side][block.kind]
    there = [u for u in chosen(g, side, block.kind) if u != unit]
    left, slots = total - sum(g.cv[u] for u in there), max(1, many - len(there))
    return min(block.max, max(lowest(g, unit), -(-left // slots)))


def put(g: Position, unit: Unit, hex: Hex) -> None:
    """Put a block on the map, or move it; a block that was not chosen, or changes its force, gets its strength."""
    zones, there = balkan_zones(g), g.at[unit]
    if there < 0 or (zones >> there ^ zones >> hex) & 1:
        g.cv[unit] = first_strength(g, unit, hex)
        g.due.pop(unit, None)
    g.place(unit, hex)


def take_back(g: Position, unit: Unit) -> None:
    """Take a block off the map again; the battles in which a scenario begins stay, whoever stands there."""
    battles, due = g.battles.copy(), arrival(g, unit)
    g.withdraw(unit, DEAD if due is None else DUE)
    g.battles, g.cv[unit] = battles, 0
    if due is not None:
        g.due[unit] = (due.month, due.cv)


# --- where ------------------------------------------------------------------------------------------------------------


def frontline(g: Position, side: str) -> HexSet:
    """3.24: the side's land hexes from which a passable hexside leads to the enemy's."""
    rules = g.rules
    own, enemy = g.held[side] & rules.land, g.held[ENEMY[side]] & rules.land
    return own & rules.around(enemy)


def area(g: Position, side: str, unit: Unit) -> HexSet:
    """The hexes in which a unit may be deployed, whoever else stands there."""
    hexes = g.rules.playable
    for allowed, _, _ in bounds(g, side, unit):
        hexes &= allowed
    return hexes


def bounds(g: Position, side: str, unit: Unit) -> list[Bound]:
    """What limits a unit's place, in the order in which a refusal names it."""
    rules, name = g.rules, g.name(unit)
    found: list[Bound] = []
    if "hungary_closed" in g.scenario.special:
        found.append((~rules.country("hungary"), "S41.4", "Hungary is closed to both sides"))
    found.append((~(g.closed & rules.zones), "W44.5", "that exit zone is out of play"))
    found.append((~g.closed, "1.1", "that hex is neutral"))
    battles = sum(1 << hex for hex in g.battles if not rules.zones >> hex & 1)
    if side == SOVIET:
        found.append((~rules.no_soviets, "16.31", "Soviet units may not enter that exit zone"))
    found.append((g.held[side] | battles, "3.24", "that is not on your side of the startline"))
    if historical(g):
        found.append(_sector(g, side, unit))
    elif barbarossa(g) and rules.units[unit].at == "front":
        found.append((frontline(g, side), "S41.1B", f"{name} belongs in a Frontline hex"))
    due = arrival(g, unit)
    if due is not None:
        entries, open = _arrivals(g, side, unit)
        at_edge = "" if due.at_start else ", or at the map edge"
        entries &= rules.home_cities[side] if due.at_start else rules.grid.all  # G74
        found.append((entries, "11.6", f"{name} arrives in a home city in rail supply{at_edge}"))
        found.append((open, "11.6", "no more new units can arrive there"))
    if restricted(g, unit):
        found.append((home_area(g, unit), "16.13", f"{name} must stay in its country or next to it"))
    fortresses = rules.fortresses & g.held[side]
    supplied = lines(g, side) | frontline(g, side) | battles | fortresses
    found.append((supplied, "3.24", "no supply line leads there"))
    return _in_either_force(g, side, unit, found) if balkan_zones(g) else found


def _in_either_force(g: Position, side: str, unit: Unit, found: list[Bound]) -> list[Bound]:
    """W44.5: the southern zones take the units of their own force and nobody else, whoever holds or feeds them."""
    zones, kind = balkan_zones(g), g.rules.units[unit].kind
    limits = [(allowed | zones, rule, reason) for allowed, rule, reason in found]
    if not may_exit(g, unit):
        limits.insert(0, (~zones, "W44.5", f"no more {_units_of(kind)} are in the Balkans"))
    many = places_for(g, side, kind)
    if sum(other != unit for other in chosen(g, side, kind)) >= many:
        limits.insert(0, (zones, "3.22", f"the force has {many} {_units_of(kind)}, and all are on the map"))
    return limits


def _units_of(kind: str) -> str:
    return "HQs" if kind == "hq" else f"{kind} units"


def _sector(g: Position, side: str, unit: Unit) -> Bound:
    """S41.1A: the places of the order of battle."""
    rules, block, front = g.rules, g.rules.units[unit], frontline(g, side)
    sectors = rules.geography.sectors.get(side, {})
    own = sectors.get(block.group, 0)
    if side == SOVIET and block.at != "front":
        near = rules.grid.disc(rules.hex(block.at), rules.charts.value("setup.city_within"))
        return near, "S41.1A", f"{block.id} stands in {block.at} or in a hex next to it"
    if side == SOVIET:
        return own & front, "S41.1A", f"{block.id} stands in the Frontline hexes of the {block.group.title()} district"
    return own, "S41.1A", f"{block.id} stands in the sector of Army Group {block.group.title()}"


def _arrivals(g: Position, side: str, unit: Unit) -> tuple[HexSet, HexSet]:
    """11.6: the home cities and edges in which new units arrive, and those that have room for this one."""
    empty = g.copy()
    empty.stacks, empty.occupied = {GERMAN: {}, SOVIET: {}}, {GERMAN: 0, SOVIET: 0}
    empty.freeze()
    entries = open = 0
    for hex, many in arrival_hexes(empty, side, unit).items():
        there = sum(1 for u in g.stack(side, hex) if u != unit and arrival(g, u))
        entries |= 1 << hex
        open |= (there < many) << hex
    return entries, open


def capacity(g: Position, side: str, hex: Hex) -> int:
    """6.21, 3.24: how many units may be deployed in a hex: fewer where only a fortress or nothing feeds them (G39)."""
    most = g.rules.stack_limit(hex)
    if hex in g.battles or lines(g, side) >> hex & 1:
        return most
    fed = fortress_capacity(g, side, hex) if g.rules.fortresses >> hex & 1 else 0
    return max(fed, frontline(g, side) >> hex & 1)


def roomy(g: Position, side: str, hex: Hex, unit: Unit) -> Ruling:
    """Whether there is room in a hex for a unit among the others there."""
    there = sum(u != unit for u in g.stack(side, hex))
    if there >= g.rules.stack_limit(hex):
        return no("6.21", f"{g.spell(hex)} is full: it holds {g.rules.stack_limit(hex)} units")
    if there >= capacity(g, side, hex):
        return no("3.24", f"no more than {capacity(g, side, hex)} would be supplied in {g.spell(hex)}")
    return OK


def apart(g: Position, unit: Unit, hex: Hex) -> Ruling:
    """3.24: no two HQs of a side in the same or in adjacent hexes."""
    if not g.is_hq(unit):
        return OK
    rules, side = g.rules, g.owner(unit)
    for other in rules.hqs[side]:
        there = g.at[other]
        if other == unit or there < 0:
            continue
        if rules.zones >> hex & 1 or rules.zones >> there & 1:
            near = hex == there or there in rules.zone_links.get(hex, ())
        else:
            near = rules.grid.distance(hex, there) < rules.charts.value("setup.hq_apart")
        if near:
            return no("3.24", f"{g.name(other)} is too near to {g.spell(hex)}: HQs stand at least two hexes apart")
    return OK


def in_rumania(g: Position, unit: Unit, hex: Hex) -> Ruling:
    """S41.1B: one German HQ at most in Rumania, and not OKH."""
    rules = g.rules
    rumania = rules.country("rumania_1941")
    if not barbarossa(g) or historical(g) or g.owner(unit) != GERMAN or not g.is_hq(unit) or not rumania >> hex & 1:
        return OK
    if rules.is_supreme(unit):
        return no("S41.1B", f"{g.name(unit)} may not be deployed in Rumania")
    there = [u for u in rules.hqs[GERMAN] if u != unit and g.at[u] >= 0 and rumania >> g.at[u] & 1]
    if len(there) >= rules.charts.value("setup.rumania_hqs"):
        return no("S41.1B", f"{g.name(there[0])} is the one HQ that may be in Rumania")
    return OK


def may_stand(g: Position, unit: Unit, hex: Hex, limits: list[Bound] | None = None) -> Ruling:
    """Whether a unit may be deployed in a hex as things stand; `limits` are its bounds if they are known."""
    side = g.owner(unit)
    for allowed, rule, reason in bounds(g, side, unit) if limits is None else limits:
        if not allowed >> hex & 1:
            return no(rule, reason)
    for ruling in (roomy(g, side, hex, unit), apart(g, unit, hex), in_rumania(g, unit, hex)):
        if not ruling:
            return ruling
    return OK


def open_hexes(g: Position, unit: Unit) -> Iterator[Hex]:
    """Where the unit may be put now."""
    side = g.owner(unit)
    limits = bounds(g, side, unit)
    return (hex for hex in members(area(g, side, unit)) if hex != g.at[unit] and may_stand(g, unit, hex, limits))


def has_place(g: Position, unit: Unit) -> bool:
    """Whether the unit may be put anywhere now."""
    return next(open_hexes(g, unit), None) is not None


# --- what the scenario demands ----------------------------------------------------------------------------------------


def garrisons(g: Position) -> dict[Hex, tuple[City, int]]:
    """S41.1B: the Soviet cities that need units in a free deployment, and how many."""
    if not barbarossa(g) or historical(g):
        return {}
    least = g.rules.charts.values("setup.garrison")
    cities = (
        city for city in g.rules.cities.values() if g.held[SOVIET] >> city.hex & 1 and g.rules.land >> city.hex & 1
    )
    wanted = {city.hex: (city, least.get(city.name, least["major"] * (city.klass == "major"))) for city in cities}
    return {hex: (city, many) for hex, (city, many) in wanted.items() if many}


def courland(g: Position) -> HexSet:
    """W44.1: the pocket around Ventspils in which part of the German army must stand; none in other scenarios."""
    if "courland" not in g.scenario.special:
        return 0
    rules = g.rules
    return rules.grid.flood(1 << rules.hex("Ventspils"), g.held[GERMAN] & rules.land, None, rules.land_walls)
