"""What a side cannot know drawn anew: which of the enemy's blocks stands behind which back, and how strong it is.

Kept as the side knows it: how many blocks stand in each hex, their supply, how they came into a battle; every block
that is face-up, and every one that was and could be followed since; blocks seen to die; reinforcements to come.

Drawn anew: which of the other blocks are on the map and which are eliminated or were never chosen, kind by kind (3.22
tells both sides how many of each kind there are); their strengths, with the same sum for each kind; who stands where;
whether the Coastal Army's Beachhead is ready. A restricted block stays where it may be (16.13), and no HQ has attacked
(5.1). Not weighed: how far a block was seen to march, or how well a side that plays to win would deploy.
"""

from __future__ import annotations

from typing import NamedTuple, TypeVar

from grognard.dice import Dice
from grognard.games.eastfront.position import (
    AIR,
    DEAD,
    DISPERSED,
    ENEMY,
    GERMAN,
    IDENTITY,
    PREP,
    READY,
    SEA,
    Position,
    Unit,
)  # fmt: skip
from grognard.games.eastfront.supply import home_area, restricted
from grognard.hexes import Hex

T = TypeVar("T")


class Back(NamedTuple):
    """A block as it is seen from behind."""

    hex: Hex
    supplied: int
    flags: int
    entered: tuple[Hex, str] | None


def draw_unseen(g: Position, now: Position, side: str | None, dice: Dice) -> None:
    """Draw in `g` what the side does not know in `now`, some actions later."""
    for owner in ENEMY:
        if owner != side:
            _deal(g, now, owner, dice)
    if side in (GERMAN, None) and g.beachhead == now.beachhead and g.beachhead in (PREP, READY):
        g.beachhead = (PREP, READY)[dice.draw(2)]


def _deal(g: Position, now: Position, owner: str, dice: Dice) -> None:
    hidden = [unit for unit in g.on_map(owner) if _unknown(g, now, unit)]
    backs = [Back(g.at[u], g.supplied[u], g.flags[u], g.entered.pop(u, None)) for u in hidden]
    drawn = _muster(g, now, owner, hidden, dice)
    for unit in hidden:
        g.at[unit], g.cv[unit], g.flags[unit], g.supplied[unit] = DEAD, 0, 0, 1
    standing = _stand(g, drawn, backs, dice)
    slots: dict[Hex, list[Unit]] = {}
    for unit, back in standing.items():
        g.at[unit], g.supplied[unit], g.flags[unit], g.cv[unit] = back.hex, back.supplied, back.flags, drawn[unit]
        slots.setdefault(back.hex, []).append(unit)
        if back.entered is not None:
            g.entered[unit] = back.entered
    gone = set(hidden)
    stacks = g.stacks[owner]
    for hex in slots:
        stacks[hex] = tuple(slots[hex].pop(0) if unit in gone else unit for unit in stacks[hex])
    weighed = [unit for unit in g.on_map(owner) if g.spotted[unit] == now.spotted[unit] == IDENTITY]
    _weigh(g, now, weighed, dice)


def _unknown(g: Position, now: Position, unit: Unit) -> bool:
    """Face-down and not recognised, now and when the action under way began, and not touched by it."""
    same = g.at[unit] == now.at[unit] and g.cv[unit] == now.cv[unit] and g.flags[unit] == now.flags[unit]
    apart = g.flags[unit] & DISPERSED or unit in g.rearguards or unit in g.role
    special = g.entered.get(unit, (0, ""))[1] in (AIR, SEA)
    seen = g.shown[unit] or now.shown[unit] or g.spotted[unit] or now.spotted[unit]
    return same and not apart and not special and not seen


def _muster(g: Position, now: Position, owner: str, hidden: list[Unit], dice: Dice) -> dict[Unit, int]:
    """Other blocks of the same kinds, among those nobody has seen die, for the same strengths."""
    idle = [
        unit
        for unit in g.rules.of_side[owner]
        if g.at[unit] == now.at[unit] == DEAD and not g.spotted[unit] and not now.spotted[unit]
    ]
    drawn: dict[Unit, int] = {}
    for kind in sorted({g.rules.units[unit].kind for unit in hidden}):
        pool = [unit for unit in hidden if g.rules.units[unit].kind == kind]
        strengths = sorted((g.cv[unit] for unit in pool), reverse=True)
        if kind != "satellite":  # of those everybody knows who is in the war
            pool += [unit for unit in idle if g.rules.units[unit].kind == kind]
        for cv in strengths:
            able = [unit for unit in pool if unit not in drawn and g.rules.units[unit].max >= cv]
            drawn[able[dice.draw(len(able))]] = cv
    return drawn


def _stand(g: Position, drawn: dict[Unit, int], backs: list[Back], dice: Dice) -> dict[Unit, Back]:
    """Who stands where: those who may not stand everywhere choose first."""
    left = _shuffled(backs, dice)
    bound = sorted(unit for unit in drawn if restricted(g, unit))
    standing = _at_home(g, bound, left) or {}
    for back in standing.values():
        left.remove(back)
    for unit in sorted(drawn, key=lambda unit: (not g.is_hq(unit), unit)):
        if unit not in standing:
            fit = [back for back in left if not (g.is_hq(unit) and back.entered)]
            standing[unit] = back = (fit or left)[0]
            left.remove(back)
    return standing


def _at_home(g: Position, units: list[Unit], backs: list[Back]) -> dict[Unit, Back] | None:
    """16.13: a place for each of these units where it may be, though their areas overlap; None if there is no way."""
    if not units:
        return {}
    unit, area = units[0], home_area(g, units[0])
    for at, back in enumerate(backs):
        if area >> back.hex & 1:
            others = _at_home(g, units[1:], backs[:at] + backs[at + 1 :])
            if others is not None:
                return {unit: back, **others}
    return None


def _weigh(g: Position, now: Position, units: list[Unit], dice: Dice) -> None:
    """Blocks that are recognised but may have been built up: any two of a kind may have each other's strength."""
    for unit in units:
        other = units[dice.draw(len(units))]
        kinds = {g.rules.units[u].kind for u in (unit, other)}
        fits = g.cv[unit] <= g.rules.units[other].max and g.cv[other] <= g.rules.units[unit].max
        same = all(g.cv[u] == now.cv[u] and not now.shown[u] for u in (unit, other))
        if len(kinds) == 1 and fits and same:
            g.cv[unit], g.cv[other] = g.cv[other], g.cv[unit]


def _shuffled(items: list[T], dice: Dice) -> list[T]:
    found = items[:]
    for last in range(len(found) - 1, 0, -1):
        other = dice.draw(last + 1)
        found[last], found[other] = found[other], found[last]
    return found
