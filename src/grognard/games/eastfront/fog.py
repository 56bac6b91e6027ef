"""What a side cannot know drawn anew: which of the enemy's blocks stands behind which back, and how strong it is.

Kept as the side knows it: how many blocks stand in each hex, their supply, how they came into a battle; every block
that is face-up, and every one that was and could be followed since; blocks seen to die; reinforcements to come.

Drawn anew: which of the other blocks are on the map and which are eliminated or were never chosen, kind by kind (3.22
tells both sides how many of each kind there are); their strengths, as the scenario lets one expect, never as they are;
who stands where; whether the Coastal Army's Beachhead is ready. A restricted block stays where it may be (16.13), and
no HQ has attacked (5.1). Not weighed: how far a block was seen to march, or how well a side that plays to win would
deploy.
"""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple, TypeVar

from grognard.dice import Dice
from grognard.games.eastfront.position import (
    AIR,
    AWAY,
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
    entered: tuple[Hex, str]  # (-1, '') if it did not come in this phase


def draw_unseen(g: Position, now: Position, side: str | None, dice: Dice) -> None:
    """Draw in `g` what the side does not know in `now`, some actions later."""
    for owner in ENEMY:
        if owner != side:
            _deal(g, now, owner, dice)
    if side in (GERMAN, None) and g.beachhead == now.beachhead and g.beachhead in (PREP, READY):
        g.beachhead = (PREP, READY)[dice.draw(2)]


def _deal(g: Position, now: Position, owner: str, dice: Dice) -> None:
    hidden = [unit for unit in g.on_map(owner) if _unknown(g, now, unit)]
    backs = [Back(g.at[u], g.supplied[u], g.flags[u], g.entered.pop(u, (-1, ""))) for u in hidden]
    backs.sort()  # not as the blocks are that stand there
    drawn, off = _muster(g, now, owner, hidden, dice)
    for unit, place in off.items():
        g.at[unit], g.cv[unit], g.flags[unit], g.supplied[unit] = place, 0, 0, 1
    standing = _stand(g, drawn, backs, dice)
    slots: dict[Hex, list[Unit]] = {}
    for unit, back in standing.items():
        g.at[unit], g.supplied[unit], g.flags[unit], g.cv[unit] = back.hex, back.supplied, back.flags, drawn[unit]
        slots.setdefault(back.hex, []).append(unit)
        if back.entered[1]:
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


def _muster(
    g: Position, now: Position, owner: str, hidden: list[Unit], dice: Dice
) -> tuple[dict[Unit, int], dict[Unit, int]]:
    """Blocks of the same kinds, any of those nobody has seen die, with strengths as the scenario lets one expect; and
    for the others where they are off the map: eliminated, or in the Balkans (W44.5)."""
    idle = [
        unit
        for unit in g.rules.of_side[owner]
        if g.at[unit] == now.at[unit] and g.at[unit] in (DEAD, AWAY) and not g.spotted[unit] and not now.spotted[unit]
    ]
    drawn, off = dict[Unit, int](), dict[Unit, int]()
    for kind in sorted({g.rules.units[unit].kind for unit in hidden}):
        pool = [unit for unit in hidden if g.rules.units[unit].kind == kind]
        count = len(pool)
        others = [unit for unit in idle if g.rules.units[unit].kind == kind]
        if kind == "satellite":  # of those everybody knows who is in the war
            others = []
        shuffled = _shuffled(sorted(pool + others), dice)
        drawn |= _strengths(g, owner, kind, shuffled[:count], dice)
        off |= zip(shuffled[count:], (g.at[unit] for unit in others), strict=True)
    return drawn, off


def _strengths(g: Position, owner: str, kind: str, units: list[Unit], dice: Dice) -> dict[Unit, int]:
    """3.22: a kind's blocks and their CV together are known at the start; what became of it since is not.

    So blocks are taken to be as strong on average as they were then, however the CV is spread among them.
    """
    blocks = g.rules.units
    cv = {unit: 0 if g.is_hq(unit) else 1 for unit in units}
    whole = round(len(units) * _usual(g, owner, kind))
    left = min(whole, sum(blocks[unit].max for unit in units)) - sum(cv.values())
    while left > 0:
        below = [unit for unit in units if cv[unit] < blocks[unit].max]
        cv[below[dice.draw(len(below))]] += 1
        left -= 1
    return cv


def _usual(g: Position, owner: str, kind: str) -> Fraction:
    """The strength of a block of a kind when the scenario begins, on average."""
    blocks, total = g.scenario.forces[owner].get(kind, (0, 0))
    all_blocks = (g.rules.units[unit] for unit in g.rules.of_side[owner])
    of_kind = {block.id: block for block in all_blocks if block.kind == kind}
    for coming in g.scenario.reinforcements:
        if coming.at_start and coming.unit in of_kind:
            blocks, total = blocks + 1, total + coming.cv
    if g.scenario.fixed:
        blocks, total = len(of_kind), sum(block.cv for block in of_kind.values())
    if not blocks:  # a kind that comes later: three steps in four
        return Fraction(3 * sum(block.max for block in of_kind.values()), 4 * max(1, len(of_kind)))
    return Fraction(total, blocks)


def _stand(g: Position, drawn: dict[Unit, int], backs: list[Back], dice: Dice) -> dict[Unit, Back]:
    """Who stands where: those who may not stand everywhere choose first."""
    left = _shuffled(backs, dice)
    bound = sorted(unit for unit in drawn if restricted(g, unit))
    standing = _at_home(g, bound, left) or {}
    for back in standing.values():
        left.remove(back)
    for unit in sorted(drawn, key=lambda unit: (not g.is_hq(unit), unit)):
        if unit not in standing:
            fit = [back for back in left if not (g.is_hq(unit) and back.entered[1])]
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
    """Blocks that are recognised but may have been built up: they may have any strength now."""
    for unit in units:
        if g.cv[unit] == now.cv[unit] and not now.shown[unit]:
            least = 0 if g.is_hq(unit) else 1
            g.cv[unit] = least + dice.draw(g.rules.units[unit].max - least + 1)


def _shuffled(items: list[T], dice: Dice) -> list[T]:
    found = items[:]
    for last in range(len(found) - 1, 0, -1):
        other = dice.draw(last + 1)
        found[last], found[other] = found[other], found[last]
    return found
