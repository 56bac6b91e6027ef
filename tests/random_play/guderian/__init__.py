"""Panzergruppe Guderian in random play."""

from __future__ import annotations

import grognard
from tests.random_play.guderian.counters import check_counters, check_stacking, hidden_counters
from tests.random_play.guderian.melees import melee
from tests.random_play.kit import Kit
from tests.random_play.player import BUSY, HASTY, RandomPlayer

JUNK = ("0", "7", "9999", "-1", "to", "64SD", "Zhukov", "R999", "25/8", "é", "?", "go go")
OPTIONS: tuple[dict[str, bool], ...] = (
    {},
    {"evacuation": True},
    {"historical": True},
    {"evacuation": True, "historical": True},
)


def options(seed: int) -> dict[str, bool]:
    return OPTIONS[seed % 4]


def opening(seed: int) -> tuple[grognard.Match, RandomPlayer]:
    """The match and the player of a seed: other options, other tempers, some dice by hand."""
    dice = "hand" if seed % 10 == 7 else None
    haste = BUSY if seed % 8 == 0 else HASTY
    return grognard.new("guderian", seed=seed, options=options(seed), dice=dice), RandomPlayer.seeded(seed, haste)


KIT = Kit(
    id="guderian",
    junk=JUNK,
    opening=opening,
    melee=melee,
    options=options,
    check=check_counters,
    watch=check_stacking,
    hidden=hidden_counters,
    games=200,
    melees=100,
    soaked=2000,
)
