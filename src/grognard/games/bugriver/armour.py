"""7.5.1.2n to s: armour superiority."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from grognard.games.bugriver.position import GERMAN, Position, Unit
from grognard.games.bugriver.strength import ground
from grognard.games.bugriver.tables import Crossing
from grognard.games.bugriver.terrain import RIVER_BRIDGED
from grognard.hexes import Hex

PERCENT = 100


class Armour(NamedTuple):
    """What the comparison comes to: the DRM, its rule, and those of each side that were compared.

    Of a side several units remain only where they are equal in points and strength: the owner picks (7.5.1.2n).
    """

    drm: int
    rule: str
    attackers: tuple[Unit, ...] = ()
    defenders: tuple[Unit, ...] = ()
    exempt_attacker: bool = False  # 7.5.2d: whether AFVs of the side need not take the first loss
    exempt_defender: bool = False


def crossing(g: Position, a: Hex, b: Hex) -> Crossing | None:
    """7.5.1.2b, 10.1: what an attack from a hex into another crosses; None if nobody can attack over it."""
    kind = g.rules.terrain.between(a, b, g.bridges)
    sides = g.rules.tables.fight.side
    if kind == RIVER_BRIDGED and g.turn == 1 and (a, b) in g.rules.brandenburg and g.combat[GERMAN] >> a & 1:
        return sides["brandenburg"]
    return sides.get(kind)


def armour(g: Position, attackers: Sequence[Unit], defenders: Sequence[Unit], hex: Hex) -> Armour:
    """The case that applies, and its DRM."""
    tanks, guns = best(g, attackers, _tank), best(g, defenders, _anti_tank)
    enemy = best(g, defenders, _tank)
    if not tanks and not enemy:
        return Armour(0, "7.5.1.2o")
    if not tanks:
        drm = -_tank(g, enemy[0])
        return _exempt(g, Armour(drm, "7.5.1.2r", (), enemy), attackers, defenders)
    worth = tank_points(g, tanks[0], hex, g.owner(defenders[0]))
    if enemy:
        return _exempt(g, Armour(worth - _tank(g, enemy[0]), "7.5.1.2q", tanks, enemy), attackers, defenders)
    against = guns or _strongest(g, defenders)  # 7.5.1.2s
    bonus = g.rules.tables.fight.hex[ground(g, hex, g.owner(defenders[0]))].at
    drm = max(worth - (_anti_tank(g, guns[0]) if guns else 0) - bonus, 0)
    return _exempt(g, Armour(drm, "7.5.1.2p" if guns else "7.5.1.2s", tanks, against), attackers, defenders)


def tank_points(g: Position, unit: Unit, hex: Hex, defender: str) -> int:
    """G57: Tank Points of an attacker, less by the terrain of the hex and of the hexside, rounded down once."""
    over = crossing(g, g.at[unit], hex)
    share = 0 if over is None else over.tank
    return _tank(g, unit) * g.rules.tables.fight.hex[ground(g, hex, defender)].tank * share // PERCENT**2


def _tank(g: Position, unit: Unit) -> int:
    return g.rules.units[unit].steps[g.disrupted[unit]].tank


def _anti_tank(g: Position, unit: Unit) -> int:
    return g.rules.units[unit].steps[g.disrupted[unit]].at


def best(g: Position, units: Sequence[Unit], worth: Callable[[Position, Unit], int]) -> tuple[Unit, ...]:
    """7.5.1.2n: the unit with most points, of equal ones the stronger; none if nobody has any."""
    values = [worth(g, unit) for unit in units]
    most = max(values, default=0)
    if not most:
        return ()
    return _strongest(g, [unit for unit, value in zip(units, values, strict=True) if value == most])


def _strongest(g: Position, units: Sequence[Unit]) -> tuple[Unit, ...]:
    most = max([g.strength[unit] for unit in units])
    return tuple(unit for unit in units if g.strength[unit] == most)


def _exempt(g: Position, found: Armour, attackers: Sequence[Unit], defenders: Sequence[Unit]) -> Armour:
    """7.5.2d: superiority of 2 or more over a side without AFVs."""
    enough, afv = g.rules.tables.combat.exempt, g.rules.afv
    return found._replace(
        exempt_attacker=found.drm >= enough and not any(afv(unit) for unit in defenders),
        exempt_defender=-found.drm >= enough and not any(afv(unit) for unit in attackers),
    )
