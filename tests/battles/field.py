"""Positions for the tests: a battle with only the units named, where they are put."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from grognard.dice import Dice
from grognard.games.battles.position import Position, Unit
from grognard.games.battles.rules import Rules, standard
from grognard.state import Frame


def field(
    units: Mapping[str, str],
    phase: str = "axis-combat",
    *,
    scenario: str = "radzymin",
    rules: Rules | None = None,
    attack: str = "",
    turn: int = 2,
    dice: tuple[int, ...] = (),
    **facts: Any,
) -> Position:
    """`units` by hex; `attack` are the HQs on their Attack side; other keywords set facts of the position."""
    rules = rules or standard(scenario)
    g = Position(rules, {}, Dice(0, dice))
    g.turn = turn
    side = phase.partition("-")[0]
    g.play_frames((Frame(phase, side),))
    for hex, names in units.items():
        for name in names.split():
            g.enter(rules.unit_by_id[name], rules.hex_by_name[hex])
            g.tried[rules.unit_by_id[name]] = 1
    for name in attack.split():
        g.face[rules.unit_by_id[name]] = 1
    for key, value in facts.items():
        setattr(g, key, value)
    g.events.clear()
    return g


def unit(g: Position, name: str) -> Unit:
    """The unit of that name."""
    return g.rules.unit_by_id[name]


def hex_(g: Position, name: str) -> int:
    """The hex of that number."""
    return g.rules.hex_by_name[name]
