"""7.5.2: combat hits on a side, in the order of the rules."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from grognard.decision import Procedure
from grognard.games.bugriver.armour import Armour
from grognard.games.bugriver.crowding import enforce
from grognard.games.bugriver.effectiveness import check
from grognard.games.bugriver.position import Position, Unit
from grognard.games.bugriver.retreat import forced_retreat, voluntary_retreat
from grognard.games.bugriver.stacking import fits
from grognard.games.bugriver.strength import Hits
from grognard.hexes import Hex
from grognard.mechanics.aftermath import about_unit, pick
from grognard.ruling import Ruling, no


@dataclass
class Camp:
    """One side in a combat: its units in it, where they fought, and what has become of them."""

    side: str
    hex: Hex
    units: tuple[Unit, ...]
    lost: dict[Unit, int] = field(default_factory=dict)  # hits taken as Strength Points (G40e)
    gone: list[Unit] = field(default_factory=list)  # those that have retreated

    def alive(self, g: Position) -> list[Unit]:
        """The units that are left."""
        return [unit for unit in self.units if g.at[unit] >= 0]

    def staying(self, g: Position) -> list[Unit]:
        """The units that are left in the hex they fought in."""
        return [unit for unit in self.units if g.at[unit] == self.hex and unit not in self.gone]


def apply_hits(g: Position, camp: Camp, outcome: Hits, first: Sequence[Unit]) -> Procedure[None]:
    """7.5.2b: steps 1 to 4, all of them, for one side."""
    if outcome.hits >= 1:
        yield from _take(g, camp, first, "7.5.2c")
    failed: list[Unit] = []
    if outcome.red:
        for unit in camp.alive(g):
            passed = yield from check(g, unit, "a red result", "7.5.2e", combat=True)
            if not passed:
                failed.append(unit)
    if outcome.hits >= 2:
        yield from _second_hit(g, camp, [unit for unit in failed if g.at[unit] >= 0])
    for _ in range(outcome.hits - 2):
        yield from _take(g, camp, camp.alive(g), "7.5.2i")


def first_loss(g: Position, camp: Camp, compared: Sequence[Unit], *, exempt: bool) -> list[Unit]:
    """7.5.2c, 7.5.2d, G40c, G40d: who may take the mandatory first loss.

    The unit of the armour comparison, or anybody where there was none; with superiority the strongest other unit than
    AFVs instead, if the owner likes.
    """
    if not compared:
        return list(camp.units)
    others = [unit for unit in camp.units if not g.rules.afv(unit)] if exempt else []
    most = max((g.strength[unit] for unit in others), default=0)
    return [*compared, *(unit for unit in others if g.strength[unit] == most and unit not in compared)]


def first_losses(g: Position, attackers: Camp, defenders: Camp, armour: Armour) -> tuple[list[Unit], list[Unit]]:
    """Who may take the first loss of each side, as they stand when the combat begins."""
    return (
        first_loss(g, attackers, armour.attackers, exempt=armour.exempt_attacker),
        first_loss(g, defenders, armour.defenders, exempt=armour.exempt_defender),
    )


def _take(g: Position, camp: Camp, units: Sequence[Unit], rule: str) -> Procedure[None]:
    """7.5.2i, 7.5.2j: the owner takes a Strength Point from one of those that have lost least."""
    bound = [unit for unit in units if g.at[unit] >= 0]
    if not bound:
        return
    least = min(camp.lost.get(unit, 0) for unit in bound)
    able = [unit for unit in bound if camp.lost.get(unit, 0) == least]
    unit = able[0]
    if len(able) > 1:
        prompt = "Choose the unit that loses a Strength Point"
        wrong = about_unit(g, lambda other: _why_not_lose(g, camp, bound, other, rule))
        unit = yield from pick(g, camp.side, "loss", prompt, rule, able, "lose", wrong)
    camp.lost[unit] = camp.lost.get(unit, 0) + 1
    g.lose(unit, rule)


def _why_not_lose(g: Position, camp: Camp, bound: Sequence[Unit], unit: Unit, rule: str) -> Ruling:
    """Why a hit cannot be taken by a unit; `bound` are those it falls on."""
    name = g.name(unit)
    if unit not in camp.units:
        return no(rule, f"{name} takes no part in the combat on your side")
    if g.at[unit] < 0:
        return no("7.5.2j", f"{name} is lost already")
    if unit in bound:
        return no("7.5.2i", f"{name} has lost a Strength Point, and others have not")
    if rule == "7.5.2c":
        return no("7.5.2c", f"the first loss is that of the units compared, {' or '.join(g.names(bound))}")
    return no("7.5.2h", f"{name} has retreated: the second hit falls on those who stay")


def _second_hit(g: Position, camp: Camp, failed: Sequence[Unit]) -> Procedure[None]:
    """7.5.2f to h, r: the forced retreat first, then a voluntary one; who stays still owes the hit."""
    if failed:
        camp.gone += yield from forced_retreat(g, failed)
        yield from _enforce(g, camp)
    free = [unit for unit in camp.staying(g) if unit not in failed]
    if free:
        alone = len(free) == len(camp.staying(g))
        camp.gone += yield from voluntary_retreat(g, free, second=alone)
    left = camp.staying(g)
    if left:
        yield from _take(g, camp, left, "7.5.2h")


def _enforce(g: Position, camp: Camp) -> Procedure[None]:
    """5.3.1e: a forced retreat may have made a hex too full; that is judged when it ends."""
    if any(g.at[unit] >= 0 and not fits(g, g.stack(g.at[unit])) for unit in camp.gone):
        yield from enforce(g)
