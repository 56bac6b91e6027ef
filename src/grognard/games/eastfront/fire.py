"""7.3: firepower, hits per step, and dice; 6.42: speed."""

from __future__ import annotations

from grognard.decision import Procedure
from grognard.events import Volley
from grognard.games.eastfront.position import GERMAN, Position, Unit
from grognard.games.eastfront.rules import FIREPOWER
from grognard.hexes import Hex

OFFENSIVE, DEFENSIVE = "offensive", "defensive"


def speed(g: Position, unit: Unit) -> int:
    """2.2, 12.23: hexes in a Movement Phase; one for every German in the snow of the first winter (W41.1)."""
    rules = g.rules
    if _paralysed(g, unit):
        return rules.charts.value("paralysis.speed")
    return rules.speed[g.weather][rules.units[unit].type]


def _paralysed(g: Position, unit: Unit) -> bool:
    frozen = "winter_paralysis" in g.scenario.special and g.weather == g.rules.charts.text("paralysis.weather")
    return frozen and g.owner(unit) == GERMAN


# --- 7.32 firepower ---------------------------------------------------------------------------------------------------


def firepower(g: Position, unit: Unit, hex: Hex, mode: str, *, largest: bool = False) -> str:
    """The firepower of a unit in a battle; `largest` marks the one unit that a fortress gives TF (1.46)."""
    rules, charts, block = g.rules, g.rules.charts, g.rules.units[unit]
    power = rules.fire[mode][block.type]
    if power == "NONE":
        return power
    fortress = rules.fortresses >> hex & 1 and hex in g.battles and g.defender(hex) != g.owner(unit)
    if "siege" in block.special and fortress and siege_guns(g, unit):
        return charts.text(f"special.siege.{mode}")  # in all weather, and when the garrison sallies (G65)
    if "ss" in block.special:
        power = charts.text(f"special.ss.{mode}.{block.type}")
    if "mountain" in block.special and rules.board.terrain[hex] == charts.text("special.mountain.terrain"):
        power = better(power, charts.text(f"special.mountain.{mode}"))
    if mode == OFFENSIVE:
        ceiling = charts.entry("fire.ceiling")
        if rules.terrain(hex, g.weather) in ceiling.entry("terrain") or g.weather in ceiling.entry("weather"):
            power = charts.text("fire.ceiling.terrain.marsh")
        if _paralysed(g, unit):
            power = charts.text("paralysis.offensive")
        return power
    if rules.major >> hex & 1:
        power = better(power, charts.text("fire.floor.place.major"))
    return charts.text("fire.fortress.firepower") if largest else power


def siege_guns(g: Position, unit: Unit) -> bool:
    """2.63: 54 Corps has its mortars from Summer 1942 on, until it is lost."""
    return "siege_guns" in g.scenario.special and unit not in g.rebuilt


def better(a: str, b: str) -> str:
    """The greater of two firepowers."""
    return max(a, b, key=FIREPOWER.index)


# --- 7.34, 7.35, 7.4 defence ------------------------------------------------------------------------------------------


def terrain_defence(g: Position, hex: Hex) -> int:
    """7.34: hits for a step of a unit that terrain, a major city or mud protects."""
    charts, rules = g.rules.charts, g.rules
    best = charts.value(f"defence.hex.{rules.terrain(hex, g.weather)}")
    if rules.major >> hex & 1:
        best = max(best, charts.value("defence.place.major"))
    return max(best, charts.value(f"defence.weather.{g.weather}"))


def protecting(g: Position, hex: Hex) -> list[str]:
    """What of a hex makes a step cost more than one hit, by name."""
    charts, terrain = g.rules.charts, g.rules.terrain(hex, g.weather)
    found = {terrain: charts.value(f"defence.hex.{terrain}"), g.weather: charts.value(f"defence.weather.{g.weather}")}
    if g.rules.major >> hex & 1:
        found["major city"] = charts.value("defence.place.major")
    return [name for name, hits in found.items() if hits > 1]


def defence(g: Position, hex: Hex, *, supported: bool) -> int | None:
    """Hits for a step of the passive units in a battle; None where nothing can hit them."""
    charts = g.rules.charts
    if in_fortress(g, g.enemy, hex):
        return charts.value("defence.fortress") if supported else None  # 7.4
    return terrain_defence(g, hex) + (0 if supported else charts.value("defence.unsupported"))


def rearguard_defence(g: Position, side: str, hex: Hex) -> int:
    """6.42: hits for a step of a rearguard of the side: all that the hex gives a defender, a fortress too (7.35)."""
    return g.rules.charts.value("defence.fortress") if in_fortress(g, side, hex) else terrain_defence(g, hex)


def in_fortress(g: Position, side: str, hex: Hex) -> bool:
    """1.46: whether the side is the Original Defender of a fortress, which protects nobody else (7.23)."""
    return bool(g.rules.fortresses >> hex & 1) and hex in g.battles and g.defender(hex) == side


# --- 7.31 dice --------------------------------------------------------------------------------------------------------


def volley(g: Position, side: str, who: str, dice: int, power: str, what: str, rule: str) -> Procedure[tuple[int, ...]]:
    """Throw one die per CV."""
    rolls: list[int] = []
    for _ in range(dice if power != "NONE" else 0):
        die = yield from g.roll(side, f"{who}, {what}", rule)
        rolls.append(die)
    if rolls:
        scored = hits(g, rolls, power)
        g.tell(Volley(who=who, what=f"{what} ({power})", dice=tuple(rolls), hits=scored, side=side, rule=rule))
    return tuple(rolls)


def hits(g: Position, rolls: tuple[int, ...] | list[int], power: str) -> int:
    """7.32: how many of the dice hit."""
    return sum(die >= g.rules.hits[power] for die in rolls)
