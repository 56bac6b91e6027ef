"""7.5, 14.4, 15.43: attacks over rivers, from the air and from the sea, and how they are repulsed."""

from __future__ import annotations

from collections.abc import Sequence

from grognard.decision import Procedure
from grognard.events import Moved
from grognard.games.eastfront.losses import choose
from grognard.games.eastfront.position import AIR, DISPERSED, RIVER, SEA, Position, Unit
from grognard.hexes import Hex


def repulse_number(g: Position, hex: Hex) -> int:
    """The highest roll that repulses a unit in the first round of an assault; 0 if nobody can be repulsed."""
    if not g.fresh >> hex & 1:
        return 0
    numbers = [_number(g, unit) for unit in g.stack(g.side, hex)]
    return 0 if 0 in numbers or not numbers else min(numbers)  # 7.53: the lowest holds for all


def _number(g: Position, unit: Unit) -> int:
    charts = g.rules.charts
    manner = g.entered.get(unit, (0, ""))[1]
    if manner == RIVER:
        return river_number(g, g.side)
    if manner == SEA:
        return charts.value("repulse.coastal" if unit in g.rules.coastal else "repulse.sea")
    return charts.value("repulse.air") if manner == AIR else 0


def river_number(g: Position, side: str) -> int:
    """The highest roll that repulses a unit of a side over a river: none in snow (7.52), nor of a surprise (S41.3)."""
    charts = g.rules.charts
    surprise = "surprise" in g.scenario.special and g.month_code == charts.text("surprise.month")
    calm = g.weather == "snow" or (surprise and side == charts.text("surprise.side"))
    return 0 if calm else charts.value("repulse.river")


def repulse(g: Position, units: Sequence[Unit], count: int) -> Procedure[list[Unit]]:
    """7.51: so many of the weakest attackers go back where they came from; those repulsed."""
    left = list(units)
    repulsed: list[Unit] = []
    for _ in range(min(count, len(left))):
        least = min(g.cv[unit] for unit in left)
        weakest = [unit for unit in left if g.cv[unit] == least]
        unit = yield from choose(g, weakest, "repulse", "Choose the unit that is repulsed", "7.51")
        left.remove(unit)
        repulsed.append(unit)
    return repulsed


def send_back(g: Position, unit: Unit) -> None:
    """A repulsed unit returns to the hex it came from, still face-up; paratroops lose a step besides (14.4)."""
    hex, (origin, manner) = g.at[unit], g.entered.pop(unit)
    g.place(unit, origin)
    way = (g.spell(hex), g.spell(origin))
    g.tell(Moved(unit=g.name(unit), path=way, how="is repulsed", rule="7.51"))
    g.settle(hex)
    if manner == AIR:
        g.flags[unit] &= ~DISPERSED
        for _ in range(g.rules.charts.value("repulse.para_loss")):
            if g.at[unit] >= 0:
                g.lose_step(unit, "14.4")
