"""Positions for the tests: a small clear field with the features a rule needs, and only the units named.

    g = field({"0505": "35/4 12/4", "0605": "20RD"}, attack="HQ-39PzK")             # turn 2, Axis Combat
    g = field({...}, "soviet-movement", rules=ground(woods="0605", major="0505/se"))

The field has columns 01 to 13 and rows 01 to 11 (flat hexes, even columns half a hex lower, as on the real maps). Its
western column feeds the Axis, its eastern one the Soviets. The counters are those of Radzymin. Around 0505 lie 0504,
0604, 0605, 0506, 0405, 0404 clockwise from the north.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from grognard.board import Board
from grognard.dice import Dice
from grognard.games.battles.position import Position, Unit
from grognard.games.battles.rules import Rules, battle
from grognard.games.battles.scenario import Scenario
from grognard.hexes import Hex
from grognard.state import Frame

PLAN: dict[str, Any] = {
    "title": "a field",
    "dates": "any",
    "labels": ["one", "two", "three", "four", "five", "six"],
    "first_player": "axis",
    "km": 6,
    "days": 2,
    "areas": {"west": "0101..0111", "east": "1301..1311"},
    "setup": {},
    "held": {"axis": "0101..0611"},
    "axis": {
        "edges": "west",
        "sources": [{"at": "west"}],
        "command": {"attack_limit": 3, "replaced_at": "west"},
        "forts": {"1L": 3, "2L": 1},
    },
    "soviet": {
        "edges": "east",
        "sources": [{"at": "east"}],
        "command": {"attack_limit": 3, "replaced_at": "east"},
        "forts": {"1L": 3, "2L": 1},
    },
    "leaders": [{"name": "Saucken", "hq": "HQ-39PzK", "attack": 1}, {"name": "Model", "hq": "HQ-9A", "defence": 2}],
    "integrity": {"HG": [2, 1], "19": [2, 1], "4": [2, 1], "102": [1, 1], "8GTk": [1, 1], "16TC": [1, 1]},
    "untried_table": {
        "A": {"1": "zero", "2": "one-step", "3": "one-step", "4": "two-step", "5": "two-step", "6": "two-step"},
        "B": {"1": "zero", "2": "one-step", "3": "one-step", "4": "one-step", "5": "two-step", "6": "two-step"},
    },
    "victory": {"count": "axis", "levels": [{"title": "Axis victory", "winner": "axis", "least": 1},
                                            {"title": "Soviet victory", "winner": "soviet"}]},
}  # fmt: skip


def ground(
    *,
    major: str = "",
    minor: str = "",
    road: str = "",
    rail: str = "",
    city: str = "",
    major_city: str = "",
    sea_sides: str = "",
    plan: Mapping[str, Any] | None = None,
    **terrain: str,
) -> Rules:
    """The field with features: woods="0504 0505", major="0505/se 0505/s", road="0505 0605"; `plan` changes keys."""
    sides = {"major-river": major, "minor-river": minor, "sea": sea_sides}
    places = [(kind, hex) for kind, hexes in (("city", city), ("major-city", major_city)) for hex in hexes.split()]
    board = {
        "title": "a field",
        "grid": {"top": "flat", "shifted": "even", "columns": [1, 13], "rows": [1, 11], "numbering": "CCRR"},
        "terrain": {"fill": "clear", "hexes": dict(terrain)},
        "side": [{"kind": kind, "at": at} for kind, at in sides.items() if at],
        "line": [{"kind": kind, "hexes": way} for kind, way in (("road", road), ("rail", rail)) if way],
        "place": [{"name": f"{kind}-{hex}", "kind": kind, "hexes": hex} for kind, hex in places],
    }
    return Rules(Board.read(board), Scenario.read({**PLAN, **(plan or {})}, "field"), battle("radzymin").pieces)


def field(
    units: Mapping[str, str],
    phase: str = "axis-combat",
    *,
    rules: Rules | None = None,
    attack: str = "",
    untried: str = "",
    turn: int = 2,
    dice: tuple[int, ...] | None = None,
    **facts: Any,
) -> Position:
    """`units` by hex; `attack` are the HQs on their Attack side; other keywords set facts of the position."""
    rules = rules or ground()
    g = Position(rules, {}, Dice.seeded(0, dice))
    g.turn = turn
    g.play_frames((Frame(phase, phase.partition("-")[0]),))
    for hex, names in units.items():
        for name in names.split():
            g.enter(rules.unit_by_id[name], rules.hex_by_name[hex])
            g.tried[rules.unit_by_id[name]] = name not in untried.split()
    for name in attack.split():
        g.face[rules.unit_by_id[name]] = 1
    for key, value in facts.items():
        setattr(g, key, value)
    g.events.clear()
    return g


def unit(g: Position, name: str) -> Unit:
    """The unit of that name."""
    return g.rules.unit_by_id[name]


def at(g: Position, name: str) -> Hex:
    """The hex of that number."""
    return g.rules.hex_by_name[name]
