"""6.42: pursuit fire at the last unit to leave a battle."""

from __future__ import annotations

from grognard.decision import Procedure
from grognard.games.eastfront.fire import hits, rearguard_defence, speed, volley
from grognard.games.eastfront.position import ENEMY, Position, Unit
from grognard.hexes import Hex


def pursuit_firepower(g: Position, pursuer: Unit, runner: int) -> str:
    """At a unit of a speed faster ones fire double, equally fast ones single, slower ones and HQs not at all."""
    if g.is_hq(pursuer):
        return "NONE"
    pace = speed(g, pursuer)
    how = "faster" if pace > runner else "equal" if pace == runner else "slower"
    return g.rules.charts.text(f"pursuit.{how}")


def runner_speed(g: Position, unit: Unit) -> int:
    """How fast a unit leaves its battle: over land, or with the ships that fetch it (15.6)."""
    if unit in g.afloat:
        return g.rules.charts.value("evacuation.coastal_speed" if unit in g.rules.coastal else "evacuation.speed")
    return speed(g, unit)


def pursue(g: Position, unit: Unit, hex: Hex) -> Procedure[None]:
    """All enemy units in the battle fire at the unit; terrain or a fortress protects it like a passive unit."""
    enemy = ENEMY[g.owner(unit)]
    pace = runner_speed(g, unit)
    scored = 0
    for pursuer in g.stack(enemy, hex):
        power = pursuit_firepower(g, pursuer, pace)
        if power == "NONE":
            continue
        g.reveal([pursuer], "6.42")
        rolls = yield from volley(g, enemy, g.name(pursuer), g.cv[pursuer], power, "pursues", "6.42")
        scored += hits(g, rolls, power)
    for _ in range(scored // rearguard_defence(g, g.owner(unit), hex)):
        if g.at[unit] >= 0:
            g.lose_step(unit, "6.42", "pursuit fire")
    stand_up(g, enemy, hex)


def stand_up(g: Position, side: str, hex: Hex) -> None:
    """7.22: an Original Defender's blocks are upright again, active HQs apart."""
    if hex not in g.battles or g.battles[hex] != side:
        for unit in g.stack(side, hex):
            if unit not in g.role:
                g.shown[unit] = 0
