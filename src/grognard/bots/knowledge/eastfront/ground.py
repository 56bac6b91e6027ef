"""What the map means to an officer: how far cities are, what they are worth to a side, where a unit can march."""

from __future__ import annotations

from functools import lru_cache

from grognard.games.eastfront.control import battle_set, captured_baku
from grognard.games.eastfront.position import ENEMY, GERMAN, Position, Unit
from grognard.games.eastfront.production import exit_zone_lines
from grognard.games.eastfront.rail import sources, supply_net
from grognard.games.eastfront.rules import Rules
from grognard.hexes import Hex, HexSet, members

FAR = 99
FOUGHT_THROUGH = 4  # steps that a hex costs in which the enemy stands


@lru_cache(maxsize=512)
def distances(rules: Rules, start: Hex) -> tuple[int, ...]:
    """Steps by land from every hex to one."""
    found = [FAR] * rules.grid.size
    reached, ring, steps = 1 << start, 1 << start, 0
    while ring:
        for hex in members(ring):
            found[hex] = steps
        grown = rules.around(reached)
        ring, reached, steps = grown & ~reached, grown, steps + 1
    return tuple(found)


@lru_cache(maxsize=8)
def gains(rules: Rules, side: str) -> dict[Hex, int]:
    """What the lead in Production Levels changes by when a city changes hands; exit zones apart."""
    double, theirs = (rules.charts.value(f"resource.{who}") for who in (side, ENEMY[side]))
    return {
        city.hex: 2 * city.value + (double + theirs) * city.resource
        for city in rules.cities.values()
        if (city.value or city.resource) and not rules.zones >> city.hex & 1
    }


@lru_cache(maxsize=8)
def stakes(rules: Rules, side: str) -> dict[Hex, int]:
    """The same with what goes with a city: a country that surrenders takes its oil along (16.11)."""
    found = dict(gains(rules, side))
    capital, oil = (rules.city_hex.get(rules.charts.text(f"objective.{what}")) for what in ("surrender", "oil"))
    if capital in found and oil in found:
        found[capital] += found[oil]
    return found


@lru_cache(maxsize=8)
def losses(rules: Rules, side: str) -> dict[Hex, int]:
    """What a side's Production Level falls by when it loses a city: all there is to win where no rails follow."""
    return {hex: value for hex, value in _yields(rules, side) if not rules.zones >> hex & 1}


@lru_cache(maxsize=8)
def _yields(rules: Rules, side: str) -> tuple[tuple[Hex, int], ...]:
    each, cities = rules.charts.value(f"resource.{side}"), rules.cities.values()
    return tuple((city.hex, city.value + each * city.resource) for city in cities if city.value or city.resource)


def level(g: Position, side: str) -> int:
    """The Production Level, without the account that goes with it."""
    net = supply_net(g, side)
    fed = (net.hexes | net.besieged) & g.held[side]
    if (side == GERMAN) == captured_baku(g):
        fed |= g.rules.zones
    zones = sum(int(line.value) for line in exit_zone_lines(g, side))
    return max(0, g.basic[side] + zones + sum(value for hex, value in _yields(g.rules, side) if fed >> hex & 1))


def traced(g: Position, side: str, held: HexSet, free: HexSet) -> tuple[HexSet, HexSet]:
    """The supply lines and rails of a side that held these hexes, and could pass by land through those; ships apart."""
    rules = g.rules
    battles, rail = battle_set(g), 0
    for zone in sources(g, side):
        rail |= 1 << rules.geography.zones[zone].entry & held
    reached = rail = rules.tracks.along(rail, held, ends=battles)
    for _ in range(rules.supply_hexes):
        reached |= rules.around(reached & (free | rail))
    return reached, rail


@lru_cache(maxsize=256)
def interest(rules: Rules, side: str, theirs: HexSet, barred: HexSet) -> tuple[float, ...]:
    """How much there is to win near each hex, given the cities the enemy holds and the hexes he stands in."""
    found = [0.0] * rules.grid.size
    for hex, gain in gains(rules, side).items():
        if theirs >> hex & 1:
            for there, steps in enumerate(_ways(rules, hex, barred)):
                if steps < FAR:
                    found[there] += gain / (3 + steps)
    return tuple(found)


def _ways(rules: Rules, start: Hex, barred: HexSet) -> tuple[int, ...]:
    """Steps by land from every hex to one, where it takes longer to fight through some hexes than to go round them."""
    found = [FAR] * rules.grid.size
    reached, ring, steps = 1 << start, 1 << start, 0
    later: dict[int, HexSet] = {}
    while ring or later:
        for hex in members(ring):
            found[hex] = steps
        for through, cost in ((ring & ~barred, 1), (ring & barred, FOUGHT_THROUGH)):
            if through:
                later[steps + cost] = later.get(steps + cost, 0) | rules.around(through)
        steps += 1
        ring = later.pop(steps, 0) & ~reached
        reached |= ring
    return tuple(found)


def targets_near(rules: Rules, side: str, held: HexSet, barred: HexSet) -> tuple[float, ...]:
    """The interest of the ground, for the cities in a set."""
    cities = 0
    for hex in gains(rules, side):
        cities |= held & 1 << hex
    return interest(rules, side, cities, barred)


@lru_cache(maxsize=65536)
def march(
    rules: Rules, kind: str, start: Hex, weather: str, speed: int, enemy: HexSet, closed: HexSet
) -> tuple[HexSet, dict[Hex, tuple[Hex, ...]]]:
    """Where a unit can march, and the enemies it can reach with the hexes from which it enters; limits apart."""
    free, near, seen = 0, [start], 1 << start
    entries: dict[Hex, list[Hex]] = {}
    for step in range(speed):
        following = []
        for a in near:
            if step and kind != rules.stop_exempt and rules.terrain(a, weather) in rules.stops:
                continue
            for b in rules.steps[a]:
                if step and (a, b) in rules.strait:
                    continue
                if enemy >> b & 1:
                    entries.setdefault(b, []).append(a)
                elif not (seen | closed) >> b & 1:
                    seen |= 1 << b
                    following.append(b)
        free |= seen
        near = following
    return free, {hex: tuple(whence) for hex, whence in entries.items()}


def worth(rules: Rules, unit: Unit) -> float:
    """The PPs a step of a unit costs."""
    return _worth(rules)[unit]


@lru_cache(maxsize=8)
def _worth(rules: Rules) -> tuple[float, ...]:
    charts = rules.charts
    found = []
    for block in rules.units:
        kind = "mountain" if "mountain" in block.special else block.type
        found.append(float(charts.value(f"cost.{block.side}.step.{kind}")))
    return tuple(found)


def months_left(g: Position) -> float:
    """Months of the scenario that are still to be played after this fortnight."""
    return len(g.scenario.months) - g.month - g.fortnight / g.rules.charts.value("sequence.fortnights")


def productions_left(g: Position) -> int:
    """How often PPs will still be spent."""
    return len(g.scenario.months) - g.month - 1
