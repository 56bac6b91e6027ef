"""6.3: a Formation Activation begins."""

from __future__ import annotations

from grognard.decision import Procedure
from grognard.events import Rolled
from grognard.games.bugriver.luck import roll
from grognard.games.bugriver.position import Position, Unit
from grognard.games.bugriver.tables import FACES


def activate(g: Position, hq: Unit) -> Procedure[None]:
    """6.3: Action Points at the present level (6.3.1), then the level falls by one (6.3.2)."""
    side, what = g.rules.side[hq], f"the Action Points of {g.name(hq)}"
    earned = g.rules.tables.action_points.black[g.level[hq]]
    die = yield from roll(
        g,
        side,
        what,
        "6.3.1",
        brings=lambda die: f"{earned[die - 1]} Action Points",
        wanted=lambda die: earned[die - 1] < max(earned),
    )
    g.ap[side] = earned[die - 1]
    g.level[hq] -= 1
    g.boats = 0
    result = f"{g.ap[side]} Action Points, level now {g.level[hq]}"
    g.tell(Rolled(side=side, dice=(die,), what=what, result=result, sides=FACES, rule="6.3.1"))
