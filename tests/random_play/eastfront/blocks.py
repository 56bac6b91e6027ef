"""Where every block of EastFront is: each in one place and no other, and the map agrees with the lists."""

from __future__ import annotations

from collections import Counter

import grognard
from grognard.games.eastfront.position import AWAY, DEAD, DUE, ENEMY, GERMAN, GONE, SOVIET, UNUSED, Position
from grognard.games.eastfront.stacking import overstacked
from grognard.hexes import members


def state_of(match: grognard.Match) -> Position:
    """The position itself, hidden facts and all: for tests alone."""
    assert isinstance(match.state, Position)
    return match.state


def check_blocks(match: grognard.Match) -> None:
    """Every block is in exactly one place at a strength it can have; stacks, battles and control fit together."""
    g = state_of(match)
    for side in ENEMY:
        standing = Counter(unit for stack in g.stacks[side].values() for unit in stack)
        for unit in g.rules.of_side[side]:
            _check_block(g, unit, standing.pop(unit, 0))
        assert not standing, f"{g.names(standing)} stand on the other side"
        assert set(members(g.occupied[side])) == set(g.stacks[side])
    assert set(g.due) == {unit for unit, hex in enumerate(g.at) if hex == DUE}
    _check_control(g)
    _check_turn(g)
    if match._before is None and g.phase != "deployment":
        both = g.occupied[GERMAN] & g.occupied[SOVIET]
        assert set(g.battles) == set(members(both)), "battles are where both sides stand, and nowhere else"


def _check_block(g: Position, unit: int, stacks: int) -> None:
    name, hex, block = g.name(unit), g.at[unit], g.rules.units[unit]
    assert stacks == (hex >= 0), f"{name} is in {stacks} stacks"
    if hex >= 0:
        assert unit in g.stack(block.side, hex), f"{name} is not in the stack of its hex"
        assert g.rules.playable >> hex & 1, f"{name} stands in the sea"
        least = 0 if block.is_hq else 1
        assert least <= g.cv[unit] <= block.max, f"{name} has strength {g.cv[unit]}"
    else:
        assert hex in (UNUSED, DUE, DEAD, GONE, AWAY)
        assert not g.shown[unit], f"{name} lies face-up off the map"
        assert not g.flags[unit], f"{name} is marked off the map"
        assert unit not in g.role, f"{name} is active off the map"
        assert unit not in g.rearguards, f"{name} is a rearguard off the map"
        assert g.cv[unit] == 0, f"{name} has strength {g.cv[unit]} off the map"
    assert g.supplied[unit] in (0, 1)
    assert g.shown[unit] in (0, 1)


def _check_control(g: Position) -> None:
    """8.1: no hex belongs to both sides, and what is disputed to neither."""
    assert not g.held[GERMAN] & g.held[SOVIET], "hexes held by both sides"
    for side in ENEMY:
        assert not g.held[side] & g.disputed, f"disputed hexes held by {side}"


def _check_turn(g: Position) -> None:
    for hq in g.role:
        assert g.is_hq(hq), f"{g.name(hq)} is active and no HQ"
        assert g.owner(hq) == g.side, f"{g.name(hq)} is active in the enemy's turn"
        assert g.shown[hq], f"{g.name(hq)} is active face-down"
    assert g.supreme >= 0
    assert set(g.chosen) | set(g.strikes) <= set(g.battles) | set(g.fought) or g.resolving


def watch_blocks(match: grognard.Match) -> None:
    """6.22: outside its own movement no side has more in a hex than it may, but for HQs deployed and units repulsed."""
    g = state_of(match)
    if match._before is None and g.phase not in ("deployment", "command"):
        for side in ENEMY:
            if side != g.side or not g.phase.endswith("movement"):
                crowded = [hex for hex in overstacked(g, side) if not _excused(match, side, hex)]
                assert not crowded, f"{side} is overstacked in {[g.spell(hex) for hex in crowded]} in {g.phase}"


def _excused(match: grognard.Match, side: str, hex: int) -> bool:
    g = state_of(match)
    deployed = any(g.is_hq(unit) for unit in g.stack(side, hex))
    return deployed or any("is repulsed" in line and line.endswith(g.spell(hex)) for line in match.log(side))


def hidden_blocks(match: grognard.Match) -> dict[str, str]:
    """Which block stands behind every back, and how strong it is."""
    g = state_of(match)
    return {
        f"{side} {g.hexname(hex)} {n}": f"{g.name(unit)} {g.cv[unit]}"
        for side in ENEMY
        for hex, stack in sorted(g.stacks[side].items())
        for n, unit in enumerate(stack)
        if not g.shown[unit]
    }
