"""6.3: a Formation Activation begins."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from grognard.decision import Procedure
from grognard.events import Rolled
from grognard.games.bugriver.luck import roll
from grognard.games.bugriver.position import Position, Unit
from grognard.games.bugriver.tables import FACES


def activate(g: Position, hq: Unit) -> Procedure[None]:
    """6.3: Action Points at the present level (6.3.1), then the level falls by one (6.3.2)."""
    yield from earn(g, hq, g.rules.tables.action_points.black, f"the Action Points of {g.name(hq)}", "6.3.1")
    g.boats = 0


def earn(g: Position, hq: Unit, points: Mapping[int, Sequence[int]], what: str, rule: str) -> Procedure[None]:
    """A die for Action Points by a formation's level, which then falls by one."""
    side, earned = g.rules.side[hq], points[g.level[hq]]

    def brings(die: int) -> str:
        return f"{earned[die - 1]} Action Point{'s' * (earned[die - 1] != 1)}"

    die = yield from roll(g, side, what, rule, brings=brings, wanted=lambda die: earned[die - 1] < max(earned))
    g.ap[side] = earned[die - 1]
    g.level[hq] -= 1
    result = f"{brings(die)}, level now {g.level[hq]}"
    g.tell(Rolled(side=side, dice=(die,), what=what, result=result, sides=FACES, rule=rule))
