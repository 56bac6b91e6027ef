"""Where every counter of Watch on the Oder is: each in one place and no other, and the map agrees with the lists."""

from __future__ import annotations

from collections import Counter

import grognard
from grognard.games.oder.position import DUE, ENEMY, GERMAN, GONE, SOVIET, UNUSED, Position
from grognard.games.oder.stacking import overstacked
from grognard.hexes import members


def state_of(match: grognard.Match) -> Position:
    """The position itself: for tests alone."""
    assert isinstance(match.state, Position)
    return match.state


def check_counters(match: grognard.Match) -> None:
    """Every counter is in exactly one place; stacks, control, fortifications, markers and points fit together."""
    g = state_of(match)
    rules = g.rules
    standing = Counter(unit for stack in g.stacks.values() for unit in stack)
    for unit, hex in enumerate(g.at):
        name = g.name(unit)
        assert standing[unit] == (hex >= 0), f"{name} is in {standing[unit]} stacks"
        assert (unit in g.due) == (hex == DUE), f"{name} is awaited but not due, or due and not awaited"
        if hex >= 0:
            assert unit in g.stacks[hex], f"{name} is not in the stack of its hex"
            assert rules.land >> hex & 1, f"{name} stands in the sea"
            assert not rules.land_bridges >> hex & 1, f"{name} stands on a land bridge"
            if not g.phase.endswith("setup"):
                assert g.controls(rules.side[unit], hex), f"{name} stands in {g.hexname(hex)} that is not its side's"
        else:
            assert hex in (UNUSED, DUE, GONE)
            assert not g.flags[unit], f"{name} is marked off the map"
    for hex, stack in g.stacks.items():
        assert stack, "an empty stack"
        assert len({rules.side[unit] for unit in stack}) == 1, f"both sides in {g.hexname(hex)}"
    for side in ENEMY:
        assert set(members(g.occupied[side])) == {h for h, s in g.stacks.items() if rules.side[s[0]] == side}
        assert g.points[side] >= 0
    assert all(turn >= g.turn for turn in g.due.values()), "a unit is due on a turn that is over"
    _check_map(g)


def _check_map(g: Position) -> None:
    """3.1, 7.5, 8.3: what a side holds it has entered; no fortification outlives a Soviet; one aircraft, two uses."""
    rules = g.rules
    assert not g.controlled & ~rules.land, "the sea is controlled"
    assert not g.controlled & ~g.ever_held[GERMAN], "hexes are German that never were entered"
    assert not rules.land & ~g.controlled & ~g.ever_held[SOVIET], "hexes are Soviet that never were entered"
    assert not g.fortifications & g.ever_held[SOVIET], "a fortification stands where Soviets have been"
    assert g.air < 0 or g.aerial == UNUSED, "air support and aerial supply in one turn"
    assert g.aerial < 0 or g.at[g.aerial] >= 0, "supplies are flown to a unit that is not there"
    assert g.naval < 0 or rules.coast >> g.naval & 1, "ships on land"


def check_stacking(match: grognard.Match) -> None:
    """6.4: no phase but a movement phase begins or goes on with more in a hex than may stand there."""
    g = state_of(match)
    if match._before is None and not g.phase.endswith("movement"):
        crowded = [g.hexname(hex) for hex in overstacked(g)]
        assert not crowded, f"overstacked in {crowded} in {g.phase}"


def nothing_hidden(match: grognard.Match) -> dict[str, str]:
    """3.2i: both players see everything."""
    return {}
