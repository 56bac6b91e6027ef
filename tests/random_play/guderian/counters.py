"""Where every counter of Panzergruppe Guderian is: each in one place and no other, whatever has happened."""

from __future__ import annotations

from collections import Counter

import grognard
from grognard.games.guderian.position import DEAD, DUE, GERMAN, SOVIET, UNUSED, Position
from grognard.games.guderian.stacking import overstacked
from grognard.hexes import members


def state_of(match: grognard.Match) -> Position:
    """The position itself, hidden facts and all: for tests alone."""
    assert isinstance(match.state, Position)
    return match.state


def check_counters(match: grognard.Match) -> None:
    """Every German counter, Leader and Soviet counter is in exactly one place, and the map agrees with the lists."""
    g = state_of(match)
    rules = g.rules
    standing = Counter(unit for stack in g.stacks.values() for unit in stack)
    for unit, hex in enumerate(g.at):
        name = g.name(unit)
        assert standing[unit] == (hex >= 0), f"{name} is in {standing[unit]} stacks"
        if hex >= 0:
            assert unit in g.stacks[hex], f"{name} is not in the stack of its hex"
            assert not rules.impassable >> hex & 1, f"{name} stands in a lake"
            assert unit not in g.due, f"{name} is on the map and yet to come"
        else:
            assert hex in (UNUSED, DUE, DEAD)
            assert (unit in g.due) == (hex == DUE) or unit in g.army, f"{name} is awaited but not due"
        assert 0 <= g.level[unit] < len(rules.units[unit].steps)
        assert g.mp[unit] >= 0
    check_soviet_counters(match)
    for hex, stack in g.stacks.items():
        assert stack, "an empty stack"
        assert len({rules.side[unit] for unit in stack}) == 1, f"both sides in {g.hexname(hex)}"
    for side in (GERMAN, SOVIET):
        assert set(members(g.occupied[side])) == {h for h, s in g.stacks.items() if rules.side[s[0]] == side}
    names = [g.name(unit) for unit in g.on_map()]
    assert len(names) == len(set(names)), "two units with one name"


def check_stacking(match: grognard.Match) -> None:
    """7.1: outside its own movement no side has more in a hex than it may; the set-up alone is free of it."""
    g = state_of(match)
    if match._before is None and g.phase not in ("soviet-setup", "german-markers", "soviet-evacuation"):
        for side in (GERMAN, SOVIET):
            if side != g.side or not g.phase.endswith(("movement", "mechanised")):
                crowded = [g.hexname(hex) for hex in overstacked(g, side)]
                assert not crowded, f"{side} is overstacked in {crowded} in {g.phase}"


def check_soviet_counters(match: grognard.Match) -> None:
    """Every Soviet counter is once in a pool, in a dead pile, under a unit or set aside."""
    g = state_of(match)
    under = [n for n in g.counter if n >= 0]
    pools = [n for pool in g.pool.values() for n in pool]
    dead = [n for pile in g.dead.values() for n in pile]
    aside = [n for n, _, _ in g.aside]
    found = Counter([*under, *pools, *dead, *aside])
    wrong = {g.rules.counters[n].id: found[n] for n in range(len(g.rules.counters)) if found[n] != 1}
    assert not wrong, f"counters lost or doubled: {wrong}"
    for unit, counter in enumerate(g.counter):
        if counter >= 0:
            assert g.rules.kind[unit] == g.rules.counter_kind[counter]
            assert g.at[unit] >= 0 or g.at[unit] == DUE, f"{g.name(unit)} keeps a counter off the map"
        elif g.rules.kind[unit]:
            assert g.at[unit] < 0, f"{g.name(unit)} stands on the map without a counter"


def hidden_counters(match: grognard.Match) -> dict[str, str]:
    """Which counter lies under every untried unit."""
    g = state_of(match)
    return {g.name(u): g.rules.counters[c].id for u, c in enumerate(g.counter) if c >= 0 and not g.tried[u]}
