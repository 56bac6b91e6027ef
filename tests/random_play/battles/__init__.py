"""Battles in the East in random play."""

from __future__ import annotations

import grognard
from tests.random_play.battles.counters import check_counters, check_stacking, nothing_hidden
from tests.random_play.battles.melees import melee
from tests.random_play.kit import Kit
from tests.random_play.player import BUSY, HASTY, RandomPlayer

JUNK = (
    "0",
    "7",
    "9999",
    "-1",
    "attack",
    "general",
    "air",
    "waive",
    "1L",
    "HQ",
    "Praga",
    "35/4 35/4",
    "é",
    "?",
    "go go",
)
SCENARIOS = ("radzymin", "uman")


def options(seed: int) -> dict[str, bool]:
    return {"optional": seed % 3 == 0}


def opening(seed: int) -> tuple[grognard.Match, RandomPlayer]:
    """The match and the player of a seed: the scenarios in turns, other tempers, some dice by hand."""
    dice = "hand" if seed % 10 == 7 else None
    haste = BUSY if seed % 8 == 0 else HASTY
    match = grognard.new("battles", SCENARIOS[seed % 2], seed, options(seed), dice)
    return match, RandomPlayer.seeded(seed, haste)


KIT = Kit(
    id="battles",
    junk=JUNK,
    opening=opening,
    melee=melee,
    options=options,
    check=check_counters,
    watch=check_stacking,
    hidden=nothing_hidden,
    games=60,
    melees=40,
    soaked=1000,
    seeds=8,
    brief=True,
)
