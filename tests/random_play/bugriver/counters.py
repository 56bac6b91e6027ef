"""Where every counter of Across the Bug River is: each in one place and no other, and the map agrees with the lists."""

from __future__ import annotations

from collections import Counter

import grognard
from grognard.games.bugriver.actions import ACTING
from grognard.games.bugriver.command import status
from grognard.games.bugriver.position import (
    DEAD,
    DUE,
    ENEMY,
    EXITED,
    GERMAN,
    NOBODY,
    SIDES,
    SOVIET,
    SPENT,
    UNUSED,
    Position,
)
from grognard.games.bugriver.stacking import overstacked
from grognard.hexes import hexset, members


def state_of(match: grognard.Match) -> Position:
    """The position itself: for tests alone."""
    assert isinstance(match.state, Position)
    return match.state


def check_counters(match: grognard.Match) -> None:
    """Every counter is in exactly one place; stacks, formations, bridges, markers and tracks fit together."""
    g = state_of(match)
    rules = g.rules
    standing = Counter(unit for stack in g.stacks.values() for unit in stack)
    for unit, hex in enumerate(g.at):
        name = g.name(unit)
        assert standing[unit] == (hex >= 0), f"{name} is in {standing[unit]} stacks"
        assert (unit in g.due) == (hex == DUE), f"{name} is awaited but not due, or due and not awaited"
        assert 0 <= g.strength[unit] <= rules.printed[unit], f"{name} has {g.strength[unit]}"
        if hex >= 0:
            assert rules.land >> hex & 1, f"{name} stands off the part of the map that is used"
            if g.is_hq(unit):
                assert unit in g.level, f"{name} is on the map without a level"
                assert rules.terrain.may_host_hq(hex), f"{name} is in {g.hexname(hex)}, no town or village"
            else:
                assert g.strength[unit] >= 1, f"{name} has no strength left"
                assert g.controls(rules.side[unit], hex), f"{name} stands in {g.hexname(hex)} that is not its side's"
        else:
            assert hex in (UNUSED, DUE, DEAD, SPENT, EXITED)
            assert unit not in g.spotted, f"{name} is followed by the enemy off the map"
        hq = g.formation[unit]
        assert hq == NOBODY or (g.is_hq(hq) and rules.side[hq] == rules.side[unit]), f"{name} belongs to no HQ"
    _check_map(g)
    for hq, level in g.level.items():
        assert 0 <= level <= rules.ratings[hq].most, f"{g.name(hq)} is at level {level}"
    for side in SIDES:
        assert 0 <= g.ap[side] <= 7
    assert g.drm[1] in rules.tables.initiative.boxes
    assert not g.pending or match.under_way


def _check_map(g: Position) -> None:
    rules = g.rules
    for hex, stack in g.stacks.items():
        assert stack, "an empty stack"
        assert len({rules.side[unit] for unit in stack}) == 1, f"both sides in {g.hexname(hex)}"
    for side in SIDES:
        mine = {h: s for h, s in g.stacks.items() if rules.side[s[0]] == side}
        assert set(members(g.occupied[side])) == mine.keys()
        assert g.combat[side] == hexset(h for h in mine if g.fighters(h))
        for klass in rules.classes:
            fit = hexset(h for h in mine for u in g.fighters(h) if rules.klass[u] == klass and not g.disrupted[u])
            assert g.fit[side + klass] == fit, f"the {klass} units of {side} that are fit"
    assert not g.improved & ~(g.combat[GERMAN] | g.combat[SOVIET]), "Improved Defense without anybody"
    for corps, ends in g.pontoons.items():
        assert ends in rules.terrain.bug_sides, f"the bridge of {corps} Corps is not over the Bug"
        assert corps not in g.ruined
        assert not g.occupied[SOVIET] & hexset(ends), f"the bridge of {corps} Corps with the enemy on it"


def check_order(match: grognard.Match) -> None:
    """5.3.1b: between actions nowhere are more units than may be; who acts is one whose formation does."""
    g = state_of(match)
    if match.under_way or match.decision is None:
        return
    crowded = [g.hexname(hex) for hex in overstacked(g) if len(g.hqs(hex)) < 2]  # G44: HQs without a refuge
    assert not crowded, f"overstacked in {crowded} in {g.phase}"
    assert not g.looked, "a stack that is looked through after the attack"
    for below, frame in zip(g.frames, g.frames[1:], strict=False):
        assert frame.phase in ACTING
        assert g.rules.side[frame.about[0]] == frame.side
        assert frame.side in (below.side, ENEMY[below.side])


def hidden_units(match: grognard.Match) -> dict[str, str]:
    """Where the units are that the Germans do not see; nothing if there are no two that they could not tell apart."""
    g = state_of(match)
    unseen = [u for u in g.on_map(SOVIET) if not g.is_hq(u) and not g.seen(u) and u not in g.spotted]
    kinds: dict[tuple[object, ...], set[int]] = {}
    for unit in unseen:
        kinds.setdefault(_kind(g, unit), set()).add(g.at[unit])
    if all(len(hexes) < 2 for hexes in kinds.values()):
        return {}
    return {g.name(unit): g.hexname(g.at[unit]) for unit in unseen}


def _kind(g: Position, unit: int) -> tuple[object, ...]:
    """What a unit that is not seen shows of itself."""
    rules = g.rules
    return rules.klass[unit], rules.infantry[unit], rules.home[unit], g.disrupted[unit], status(g, unit)


def unseen_names(match: grognard.Match) -> dict[str, set[str]]:
    """By side: the names of its combat units on the map that nobody else may know; where HQs are command shows."""
    g = state_of(match)
    return {s: {g.name(u) for u in g.on_map(s) if not g.is_hq(u) and not g.seen(u)} for s in SIDES}
