"""5.6: Effectiveness Checks."""

from __future__ import annotations

from collections.abc import Iterable

from grognard.decision import Procedure
from grognard.events import Rolled
from grognard.games.bugriver.luck import roll
from grognard.games.bugriver.position import SOVIET, Position, Unit
from grognard.games.bugriver.tables import FACES


def surprised(g: Position, side: str) -> int:
    """10.2b: what the Surprise Attack adds to the Soviets' Effectiveness and Reaction Checks."""
    return g.rules.tables.surprise.drm if side == SOVIET and g.surprise else 0


def passes(g: Position, unit: Unit, why: str, rule: str) -> Procedure[bool]:
    """5.6.1: a unit passes on its ER or less; what a failure does is for whoever asks."""
    side, rating = g.owner(unit), g.er(unit)
    drm = surprised(g, side)

    def what(name: str) -> str:
        return f"the Effectiveness Check of {name}, {why}"

    die = yield from roll(
        g,
        side,
        what(g.name(unit)),
        "5.6.1",
        brings=lambda die: "it fails",
        wanted=lambda die: die + drm > rating,
        heard=what(g.alias(unit)),
    )
    passed = die + drm <= rating
    word, more = "passed" if passed else "failed", f" with +{drm}" if drm else ""
    told = Rolled(
        side=side, dice=(die,), what=what(g.name(unit)), result=f"{word} against {rating}{more}", sides=FACES, rule=rule
    )
    # The enemy does not see the rating of a unit he does not see.
    result = told.result if g.seen(unit) else f"{word}{more}"
    heard = Rolled(side=side, dice=(die,), what=what(g.alias(unit)), result=result, sides=FACES, rule=rule)
    g.tell_apart(unit, told, heard)
    return passed


def check(g: Position, unit: Unit, why: str, rule: str, *, combat: bool = False) -> Procedure[bool]:
    """5.6.2a: a unit that fails is disrupted; one that already was loses a Strength Point if the check is combat's."""
    passed = yield from passes(g, unit, why, rule)
    if not passed and g.disrupted[unit] and combat:
        g.lose(unit, "5.6.2a", "it was disrupted already")
    elif not passed:
        g.disrupt(unit, "5.6.2a")
    return passed


def checked(g: Position, units: Iterable[Unit], why: str, rule: str) -> Procedure[tuple[Unit, ...]]:
    """Every unit makes a check of its own; those that pass."""
    passed = []
    for unit in units:
        passed += [unit] if (yield from check(g, unit, why, rule)) else []
    return tuple(passed)
