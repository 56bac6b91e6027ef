"""7.33 to 7.35: hits come off the strongest unit, half and third hits stay with the unit that took the first."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from grognard.decision import Procedure, one_of, put
from grognard.games.eastfront.position import Position, Unit
from grognard.games.eastfront.supply import alike


@dataclass(slots=True)
class Tally:
    """Partial hits of one combat round on one side: they must be completed on the unit that has them (G19)."""

    unit: Unit = -1
    parts: int = 0


def take_hits(g: Position, units: Sequence[Unit], hits: int, per_step: int, tally: Tally, rule: str) -> Procedure[int]:
    """Apply hits one at a time to the units of one side; how many are left when none of these units is."""
    for left in range(hits, 0, -1):
        alive = [unit for unit in units if g.at[unit] >= 0]
        if not alive:
            return left
        if tally.parts == 0 or tally.unit not in alive:
            tally.unit = yield from _bearer(g, alive, rule)
            tally.parts = 0
        tally.parts += 1
        if tally.parts == per_step:
            tally.parts = 0
            g.lose_step(tally.unit, rule)
    return 0


def strongest(g: Position, units: Sequence[Unit]) -> list[Unit]:
    """7.33: the units that may take the next hit; in an exit zone HQs need not, but may (16.25)."""
    zone = g.rules.zones >> g.at[units[0]] & 1
    fighting = [unit for unit in units if not g.is_hq(unit)] if zone else list(units)
    fighting = fighting or list(units)
    most = max(g.cv[unit] for unit in fighting)
    bearers = [unit for unit in fighting if g.cv[unit] == most]
    return bearers + [unit for unit in units if zone and g.is_hq(unit) and unit not in bearers]


def _bearer(g: Position, units: Sequence[Unit], rule: str) -> Procedure[Unit]:
    return (yield from choose(g, strongest(g, units), "lose", "Choose the unit that takes the hit", rule))


def choose(g: Position, units: Sequence[Unit], verb: str, prompt: str, rule: str) -> Procedure[Unit]:
    """The owner chooses between units; nobody is asked when it makes no difference."""
    if len({alike(g, unit) for unit in units}) == 1:
        return units[0]
    side = g.owner(units[0])
    words = yield from put(one_of(side, verb, prompt, rule, ("unit", g.names(units)), verb=verb))
    return g.unit(words[1])
