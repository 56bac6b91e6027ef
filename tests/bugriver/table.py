"""The table the rule tests play at: positions in a line, and the questions a referee is asked.

    from tests.bugriver.table import position, refused
    m = position({"1509": "I/131", "1109": "44ID"})                     # turn 3, 44ID is active with 5 Action Points
    m = position({...}, acting="87RD", points=2, dice=[3, 10])
    m = position({...}, board=field(forest="1609", bug="1609/n 1609/ne", road="1409 1510 1610"))
    m = position({...}, phase="options", side="soviet")                 # an Ops Cycle in which the Soviets choose
    m = reaction({...}, acting="87RD", under="44ID", points=2)          # 87RD reacts to an activation of 44ID
    m = admin({...}, "german-replacement")                              # a segment of the Admin Phase
    m = position({"1409": "I/525", "0911": "298ID"}, board=MAP, acting="298ID")
    refused(m, "move I/131 1613", "7.3.2a")

The field is clear, columns 10 to 24 and rows 03 to 15 (flat hexes, even columns half a hex lower, as on the real map).
Column 10 is the western edge, which feeds the Germans, column 24 the eastern one, which feeds the Soviets, who hold
everything from column 17 on. There are villages for HQs at 1105 1109 1113 and at 2305 2309 2313: 1609 is five hexes
from 1109, the range of 44ID, 298ID and 299ID, and 1709 is six from 2309, the range of 87RD. Neighbours clockwise from
the north: of 1609 they are 1608, 1709, 1710, 1610, 1510 and 1509; of 1509: 1508, 1608, 1609, 1510, 1409 and 1408.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import grognard
from grognard.games.bugriver.command import status as command_status
from grognard.games.bugriver.facts import BugRiverFacts
from grognard.games.bugriver.position import DEAD, DUE, EXITED, SPENT, UNUSED, Position
from tests.table import GERMAN, MAP, SOVIET, Table, allowed, of_kind, offered, play, refused

# A test of this game finds here what every table has, too.
__all__ = ["GERMAN", "MAP", "SOVIET", "Table", "allowed", "of_kind", "offered", "play", "refused"]

EAST = "1703..2415"  # what the Soviets hold on the field
VILLAGES = "1105 1109 1113 2305 2309 2313"


def field(
    *,
    bug: str = "",
    stream: str = "",
    lake: str = "",
    road: str = "",
    track: str = "",
    rail: str = "",
    village: str = VILLAGES,
    town: str = "",
    pillboxes: str = "",
    north: str = "",
    south: str = "",
    west: str = "1003..1015",
    east: str = "2403..2415",
    **terrain: str,
) -> Table:
    """A small clear board with some features: forest="1504", marsh="1505", bug="1609/n 1609/ne", road="1409 1510".

    Several roads are parted by commas; village takes the place of the six villages; north, south, west and east are the
    hexes beside the supply areas N, S, W and E.
    """
    rivers = [("river", "Bug", bug), ("river", "Stream", stream), ("lake", "Lake", lake)]
    lines = [
        (kind, ways.strip())
        for kind, all in (("road", road), ("track", track), ("rail", rail))
        for ways in all.split(",")
    ]
    areas = {"W": west, "E": east, "N": north, "S": south, "pillboxes": pillboxes}
    places = [(kind, hex) for kind, hexes in (("village", village), ("town", town)) for hex in hexes.split()]
    return {
        "title": "a field",
        "grid": {"columns": [10, 24], "rows": [3, 15], "shifted": "even"},
        "terrain": {"fill": "clear", "hexes": dict(terrain)},
        "side": [{"kind": kind, "name": name, "at": at} for kind, name, at in rivers if at],
        "line": [{"kind": kind, "name": f"{kind} {n}", "hexes": at} for n, (kind, at) in enumerate(lines) if at],
        "place": [{"name": f"{kind}-{hex}", "kind": kind, "hexes": hex} for kind, hex in places],
        "area": [{"id": id, "hexes": hexes} for id, hexes in areas.items() if hexes],
    }


FIELD = field()


def position(
    units: Mapping[str, str],
    *,
    board: Table | None = FIELD,
    turn: int = 3,
    acting: str = "44ID",
    points: int | Mapping[str, int] = 5,
    phase: str = "activation",
    dice: Sequence[int] | str | None = None,
    seed: int | str = 0,
    scenario: str = "campaign",
    **more: Any,
) -> grognard.Match:
    """A match at a position; `more` is anything else a position file knows: strength, level, disrupted, assigned, due.

    `points` are the Action Points of the formation that acts, or those of both sides.
    """
    table: dict[str, Any] = {
        "game": "bugriver",
        "scenario": scenario,
        "turn": turn,
        "phase": phase,
        "units": dict(units),
    }
    if phase in ("activation", "reaction", "bonus"):
        side = side_of(acting)
        table |= {"acting": acting, "side": side, "points": {side: points} if isinstance(points, int) else dict(points)}
    if board is not None:
        table |= {"board": dict(board), "control": {SOVIET: EAST}}
    return grognard.setup({**table, **more}, seed=seed, dice=dice)


def quiet(units: Mapping[str, str], **more: Any) -> grognard.Match:
    """A position in which nothing plays itself: an activation that can do no more waits for its end."""
    return position(units, **{"forced": False, **more})


def side_of(hq: str) -> str:
    """Whose formation it is."""
    return GERMAN if hq.endswith(("ID", "Pz")) else SOVIET


def reaction(units: Mapping[str, str], *, acting: str, under: str, **more: Any) -> grognard.Match:
    """A position in which a formation reacts to the activation of another."""
    return position(units, phase="reaction", acting=acting, under=under, **more)


def admin(units: Mapping[str, str], phase: str, **more: Any) -> grognard.Match:
    """A position in a segment of the Admin Phase."""
    return position(units, phase=phase, **more)


def state(m: grognard.Match) -> Position:
    """The position itself."""
    assert isinstance(m.state, Position)
    return m.state


def where(m: grognard.Match, unit: str) -> str:
    """The hex a unit stands in; unused, due, dead, spent or exited if it is in none."""
    at = state(m).at[state(m).rules.unit_by_id[unit]]
    off = {UNUSED: "unused", DUE: "due", DEAD: "dead", SPENT: "spent", EXITED: "exited"}
    return state(m).hexname(at) if at >= 0 else off[at]


def command(m: grognard.Match, unit: str) -> str:
    """in command, out of command or isolated."""
    return command_status(state(m), state(m).unit(unit))


def strength(m: grognard.Match, unit: str) -> int:
    """The Strength Points of a unit now, the Support Points of an HQ."""
    return state(m).strength[state(m).rules.unit_by_id[unit]]


def level(m: grognard.Match, hq: str) -> int:
    """The Activation Level of a formation."""
    return state(m).level[state(m).rules.unit_by_id[hq]]


def disrupted(m: grognard.Match, unit: str) -> bool:
    """Whether a unit is disrupted."""
    return bool(state(m).disrupted[state(m).rules.unit_by_id[unit]])


def facts(m: grognard.Match, side: str) -> BugRiverFacts:
    """What the activation panel shows a side."""
    own = m.view(side).own
    assert isinstance(own, BugRiverFacts)
    return own


def points_left(m: grognard.Match, side: str = GERMAN) -> int:
    """The Action Points on a side's track."""
    return state(m).ap[side]
