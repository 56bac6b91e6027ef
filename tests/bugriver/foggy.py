"""What tests of limited intelligence share: lively games at random, and what is hidden in them."""

from __future__ import annotations

import grognard
from grognard.games.bugriver.position import SIDES
from tests.bugriver.table import state
from tests.random_play.kit import Kit
from tests.random_play.player import BUSY, RandomPlayer

SCENARIOS = ("ustyluh", "campaign")


def opening(seed: int) -> tuple[grognard.Match, RandomPlayer]:
    """A match of either scenario and a player who does much with each activation."""
    match = grognard.new("bugriver", SCENARIOS[seed % 2], seed)
    return match, RandomPlayer.seeded(seed, BUSY)


def hidden(match: grognard.Match) -> dict[str, str]:
    """The counters that lie under others, and which they are."""
    g = state(match)
    return {
        f"{side} {g.hexname(hex)} {n}": f"{g.name(unit)} {g.strength[unit]}"
        for side in SIDES
        for hex, stack in sorted(g.stacks.items())
        for n, unit in enumerate(stack)
        if g.owner(unit) == side and not g.seen(unit)
    }


def check(match: grognard.Match) -> None:
    """Every counter on the map is in one stack, and the sets of hexes agree with the stacks."""
    g = state(match)
    standing = [unit for stack in g.stacks.values() for unit in stack]
    assert sorted(standing) == sorted(g.on_map())
    for hex, stack in g.stacks.items():
        assert all(g.at[unit] == hex for unit in stack)
    for side in SIDES:
        assert g.occupied[side] == sum(1 << hex for hex, stack in g.stacks.items() if g.owner(stack[0]) == side)
        for klass in g.rules.classes:
            fit = {g.at[u] for u in g.on_map(side) if g.rules.klass[u] == klass and not g.disrupted[u]}
            assert g.fit[side + klass] == sum(1 << hex for hex in fit)


KIT = Kit(
    id="bugriver",
    junk=("0", "9999", "99ID", "III", "?"),
    opening=opening,
    melee=lambda seed: {},
    options=lambda seed: {},
    check=check,
    watch=check,
    hidden=hidden,
    games=0,
    melees=0,
    soaked=0,
)
