"""Where every counter of Battles in the East is: each in one place and no other, and the map agrees with the lists."""

from __future__ import annotations

from collections import Counter

import grognard
from grognard.games.battles.position import AXIS, DEAD, DUE, ENEMY, LEFT, UNUSED, Position
from grognard.games.battles.stacking import overstacked
from grognard.hexes import members


def state_of(match: grognard.Match) -> Position:
    """The position itself: for tests alone."""
    assert isinstance(match.state, Position)
    return match.state


def check_counters(match: grognard.Match) -> None:
    """Every counter is in exactly one place; stacks, control, works and markers fit together."""
    g = state_of(match)
    rules = g.rules
    standing = Counter(unit for stack in g.stacks.values() for unit in stack)
    for unit, hex in enumerate(g.at):
        name = g.name(unit)
        assert standing[unit] == (hex >= 0), f"{name} is in {standing[unit]} stacks"
        assert (unit in g.due) == (hex == DUE), f"{name} is awaited but not due, or due and not awaited"
        if hex >= 0:
            assert unit in g.stacks[hex], f"{name} is not in the stack of its hex"
            assert rules.land >> hex & 1, f"{name} stands in the water"
            assert g.steps(unit) >= 1, f"{name} has no step left"
            if unit not in rules.hqs:
                assert g.controls(rules.side[unit], hex), f"{name} stands in {g.hexname(hex)} that is not its side's"
        else:
            assert hex in (UNUSED, DUE, DEAD, LEFT)
            assert not g.face[unit], f"{name} is turned to Attack off the map"
            assert unit not in g.bridges, f"{name} is a bridge off the map"
    for hex, stack in g.stacks.items():
        assert stack, "an empty stack"
        assert len({rules.side[unit] for unit in stack}) == 1, f"both sides in {g.hexname(hex)}"
    for side in ENEMY:
        assert set(members(g.occupied[side])) == {h for h, s in g.stacks.items() if rules.side[s[0]] == side}
        assert g.points[side] >= 0
        assert g.air[side] >= 0
    for hex in g.forts:
        assert g.stack(hex), f"a field fort in {g.hexname(hex)} without anybody"
    for unit, (there, _) in g.bridges.items():
        assert (g.at[unit], there) in rules.major, f"{g.name(unit)} bridges no major river"
    for hex in members(g.fortresses):
        side = rules.fortress_side[hex]
        assert g.controls(side, hex) == (side == AXIS) == bool(g.axis_held >> hex & 1), "a fortress in enemy hands"


def check_stacking(match: grognard.Match) -> None:
    """11.1: more than may stand in a hex only in a movement phase, or where reinforcements have just been put."""
    g = state_of(match)
    free = ("reinforcement", "supply", "movement", "mechanised", "weather")
    if match._before is None and not g.phase.endswith(free):
        crowded = [g.hexname(hex) for side in ENEMY for hex in overstacked(g, side)]
        assert not crowded, f"overstacked in {crowded} in {g.phase}"


def nothing_hidden(match: grognard.Match) -> dict[str, str]:
    """What an untried unit is worth nobody knows before its die is thrown; all else is open."""
    return {}
