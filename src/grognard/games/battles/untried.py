"""16 Untried units: a die on the scenario's table the first time they fight."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from fractions import Fraction
from functools import cache

from grognard.decision import Procedure
from grognard.events import Revealed, Rolled
from grognard.games.battles.position import Position, Unit
from grognard.games.battles.strength import Fight
from grognard.pieces import Strength

ZERO, ONE_STEP, TWO_STEP = "zero", "one-step", "two-step"


def reveal(g: Position, fight: Fight) -> Procedure[frozenset[Unit]]:
    """16.0b, G44: every untried unit in the combat, the attacker's first; who is nothing is gone at once (G42)."""
    gone: set[Unit] = set()
    for unit in [u for u in (*fight.attackers, *fight.defenders) if not g.tried[u]]:
        name, owner = g.name(unit), g.owners[unit]
        die = yield from g.roll(owner, f"{name}, untried", "16.0b")
        result = g.rules.scenario.untried_table[g.rules.units[unit].more.untried][str(die)]
        g.tell(Rolled(side=owner, dice=(die,), what=f"{name}, untried", result=result, rule="16.0b"))
        turn_over(g, unit, result)
        if result == ZERO:
            gone.add(unit)
            g.eliminate(unit, "12.1d", "it has no strength")
        else:
            g.tell(Revealed(unit=name, was=name, strength=g.strength(unit), rule="16.0c"))
    return frozenset(gone)


def turn_over(g: Position, unit: Unit, result: str) -> None:
    """16.0c: the unit is what the table says from now on."""
    g.tried[unit] = 1
    g.weak[unit] = result == ONE_STEP and g.rules.units[unit].more.one_step is not None
    g.reshaped(unit)


def faces(g: Position, unit: Unit) -> dict[Strength | None, Fraction]:
    """What an untried unit may turn out to be, None for nothing, with the chance of each."""
    piece = g.rules.units[unit]
    found: dict[Strength | None, Fraction] = {}
    for result, chance in chances(tuple(g.rules.scenario.untried_table[piece.more.untried].values())).items():
        face = None if result == ZERO else piece.more.one_step if result == ONE_STEP else None
        if result != ZERO and face is None:
            face = piece.steps[0]
        found[face] = found.get(face, Fraction(0)) + chance
    return found


@cache
def chances(results: tuple[str, ...]) -> Mapping[str, Fraction]:
    """The chance of each result of a table with a fair die."""
    return {result: Fraction(count, len(results)) for result, count in Counter(results).items()}


def hidden(g: Position, units: Iterable[Unit]) -> list[Unit]:
    """Those of the units that are untried."""
    return [unit for unit in units if not g.tried[unit]]
