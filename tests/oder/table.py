"""The table the rule tests play at: positions in a line, and the questions a referee is asked.

    from tests.oder.table import position, refused
    m = position({"1412": "HG 40Pz", "1612": "47A"})                       # turn 3, German Movement
    m = position({...}, board=field(forest="1512", river="1512/n"), phase="german-combat", dice=[3])
    m = position({"2408": "FCK"}, board=MAP)
    m = combat({"1408": "HG", "1508": "18A"}, dice=[1])                    # turn 3, German Combat
    m = soviet_combat({"1508": "8G", "1408": "23AK"}, dice=[1])            # turn 3, Soviet Combat, combat first
    refused(m, "move HG 1613", "7.1b")

The field is clear, columns 10 to 20 and rows 03 to 13 (flat hexes, odd columns half a hex lower, as on the real map).
Column 10 is the west edge, which feeds the Germans, column 20 the east edge, which feeds the Soviets; columns 10 to 14
lie west of the start line. Most combats are about 1508, whose neighbours are 1507, 1608, 1609, 1509, 1409 and 1408
clockwise from the north, or about 1408, with 1407, 1507, 1508, 1409, 1308 and 1307.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import grognard
from grognard.games.oder.position import Position
from grognard.games.oder.supply import supply
from tests.table import GERMAN, MAP, SOVIET, Table, allowed, of_kind, offered, play, refused

# A test of this game finds here what every table has, too.
__all__ = ["GERMAN", "MAP", "SOVIET", "Table", "allowed", "of_kind", "offered", "play", "refused"]


def field(
    *,
    river: str = "",
    sea_sides: str = "",
    city: str = "",
    town: str = "",
    german: str = "1003..1413",
    fortifications: str = "",
    coast: str = "",
    land_bridges: str = "",
    no_zoc: str = "",
    usir: str = "",
    **terrain: str,
) -> Table:
    """A small clear board with some features: forest="1504 1505", river="1504/n", city="1512", town="1208 1712"."""
    areas = {
        "german": german, "fortifications": fortifications, "coast": coast, "land-bridge": land_bridges,
        "no-zoc": no_zoc, "usir": usir,
    }  # fmt: skip
    places = [(kind, hex) for kind, hexes in (("city", city), ("town", town)) for hex in hexes.split()]
    return {
        "title": "a field",
        "grid": {"columns": [10, 20], "rows": [3, 13], "shifted": "odd"},
        "terrain": {"fill": "clear", "hexes": dict(terrain)},
        "side": [{"kind": kind, "at": at} for kind, at in (("river", river), ("sea", sea_sides)) if at],
        "place": [{"name": f"{kind}-{hex}", "kind": kind, "hexes": hex} for kind, hex in places],
        "area": [{"id": id, "hexes": hexes} for id, hexes in areas.items() if hexes],
    }


FIELD = field()


def position(
    units: Mapping[str, str],
    *,
    board: Table | None = FIELD,
    turn: int = 3,
    phase: str = "german-movement",
    dice: Sequence[int] | str | None = None,
    options: Mapping[str, bool] | None = None,
    seed: int | str = 0,
    **more: Any,
) -> grognard.Match:
    """A match at a position; `more` is anything else a position file knows: declared, due, markers, control, points."""
    table: dict[str, Any] = {"game": "oder", "turn": turn, "phase": phase, "units": dict(units), **more}
    if board is not None:
        table["board"] = dict(board)
    return grognard.setup(table, seed=seed, options=options, dice=dice)


def combat(units: Mapping[str, str], **more: Any) -> grognard.Match:
    """A position in the German Combat Phase."""
    return position(units, phase="german-combat", **more)


def soviet_combat(units: Mapping[str, str], **more: Any) -> grognard.Match:
    """A position in a Soviet Combat Phase that comes before movement, so that Shock Armies may attack."""
    return position(units, phase="soviet-combat", **{"declared": "combat", **more})


def state(m: grognard.Match) -> Position:
    """The position itself."""
    assert isinstance(m.state, Position)
    return m.state


def where(m: grognard.Match, unit: str) -> str:
    """The hex a unit stands in; unused, due or gone if it is in none."""
    at = state(m).at[state(m).rules.unit_by_id[unit]]
    return state(m).hexname(at) if at >= 0 else {-1: "unused", -2: "due", -3: "gone"}[at]


def supply_of(m: grognard.Match, unit: str) -> str:
    """The kind of supply a unit has."""
    return supply(state(m), state(m).unit(unit))


def points(m: grognard.Match) -> tuple[int, int]:
    """The victory points, German and Soviet."""
    return state(m).points[GERMAN], state(m).points[SOVIET]


def modifiers(m: grognard.Match, action: str) -> dict[str, int]:
    """The die roll modifiers of an attack, by rule."""
    strengths = ("2.2c", "11.1")
    return {line.rule: int(line.value) for line in m.preview(action).lines if line.rule not in strengths}


# Units whose zones close the field from north to south: Soviets behind the German front or in it, Germans in the east
SOVIETS_BEHIND = {"1104": "31A", "1107": "33A", "1110": "38A", "1113": "39A"}
SOVIETS_BEFORE = {"1504": "31A", "1507": "33A", "1510": "38A", "1513": "39A"}
GERMANS_BEHIND = {"1804": "6AK", "1807": "8AK", "1810": "9AK", "1813": "20AK"}
