"""Watch on the Oder in random play."""

from __future__ import annotations

import grognard
from tests.random_play.kit import Kit
from tests.random_play.oder.counters import check_counters, check_stacking, nothing_hidden
from tests.random_play.oder.melees import melee
from tests.random_play.player import BUSY, HASTY, RandomPlayer

JUNK = ("0", "7", "9999", "-1", "movement", "combat", "to", "99Pz", "Danzig", "6SS", "é", "?", "go go")


def options(seed: int) -> dict[str, bool]:
    return {}


def opening(seed: int) -> tuple[grognard.Match, RandomPlayer]:
    """The match and the player of a seed: other tempers, some dice by hand."""
    dice = "hand" if seed % 10 == 7 else None
    haste = BUSY if seed % 8 == 0 else HASTY
    return grognard.new("oder", seed=seed, dice=dice), RandomPlayer.seeded(seed, haste)


KIT = Kit(
    id="oder",
    junk=JUNK,
    opening=opening,
    melee=melee,
    options=options,
    check=check_counters,
    watch=check_stacking,
    hidden=nothing_hidden,
    games=200,
    melees=60,
    soaked=2000,
    seeds=8,
    brief=True,
)
