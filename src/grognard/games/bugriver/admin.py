"""1, 8: the Admin Phase."""

from __future__ import annotations

from grognard.decision import Procedure
from grognard.events import Noted, Rolled
from grognard.games.bugriver.luck import roll
from grognard.games.bugriver.position import GERMAN, SOVIET, Position, Unit
from grognard.games.bugriver.supply import in_supply
from grognard.games.bugriver.tables import FACES


def begin_admin(g: Position) -> None:
    """1: the Initiative +DRM marker goes to the 0 box."""
    g.drm, g.sides_passed = ("", 0), ()
    g.supplied = frozenset(hq for hq in g.level if in_supply(g, hq))
    g.flipped -= g.supplied  # 8.1a


def recover(g: Position, side: str) -> None:
    """8.1.1, 8.1.3: the levels of a side's formations in supply go up, to their maximum at most (8.1d)."""
    for hq in g.level:
        if g.rules.side[hq] == side and hq in g.supplied:
            raise_level(g, hq, recovery(g, hq))


def recovery(g: Position, hq: Unit) -> int:
    """The HQ Recovery Table (G3)."""
    rating = g.rules.ratings[hq].recovery
    return int(rating) if g.rules.side[hq] == GERMAN else g.rules.tables.recovery[rating][g.interdiction]


def raise_level(g: Position, hq: Unit, by: int) -> None:
    """8.1d."""
    level = min(g.level[hq] + by, g.rules.ratings[hq].most)
    if level > g.level[hq]:
        g.level[hq] = level
        g.tell(Noted(text=f"{g.name(hq)} recovers to Activation Level {level}", rule="8.1d"))


def interdict(g: Position) -> Procedure[None]:
    """8.1.2: the Interdiction Level of the turn."""
    levels = g.rules.tables.interdiction.levels
    die = yield from roll(g, GERMAN, "interdiction", "8.1.2", wanted=lambda die: levels[die - 1] < max(levels))
    g.interdiction = levels[die - 1]
    level = f"level {g.interdiction}"
    g.tell(Rolled(side=GERMAN, dice=(die,), what="interdiction", result=level, sides=FACES, rule="8.1.2"))


def recovery_segment(g: Position) -> Procedure[None]:
    """8.1: German recovery, interdiction, Soviet recovery."""
    recover(g, GERMAN)
    yield from interdict(g)
    recover(g, SOVIET)
