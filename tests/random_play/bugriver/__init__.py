"""Across the Bug River in random play."""

from __future__ import annotations

import grognard
from tests.random_play.bugriver.counters import check_counters, check_order, hidden_units, unseen_names
from tests.random_play.bugriver.melees import melee
from tests.random_play.kit import Kit
from tests.random_play.player import BUSY, HASTY, RandomPlayer

JUNK = (
    "0",
    "11",
    "9999",
    "-1",
    "44ID",
    "87RD",
    "Volodymyr-Volynskyi",
    "I/131 I/131",
    "german",
    "hasty",
    "3/4",
    "é",
    "?",
    "go go",
)
SCENARIOS = ("ustyluh", "campaign")


def options(seed: int) -> dict[str, bool]:
    return {}


def opening(seed: int) -> tuple[grognard.Match, RandomPlayer]:
    """The match and the player of a seed: the scenarios in turns, other tempers, some dice by hand."""
    dice = "hand" if seed % 10 == 7 else None
    haste = BUSY if seed % 8 == 0 else HASTY
    match = grognard.new("bugriver", SCENARIOS[seed % 2], seed, options(seed), dice)
    return match, RandomPlayer.seeded(seed, haste)


KIT = Kit(
    id="bugriver",
    junk=JUNK,
    opening=opening,
    melee=melee,
    options=options,
    check=check_counters,
    watch=check_order,
    hidden=hidden_units,
    unseen=unseen_names,
    games=60,
    melees=40,
    soaked=1000,
    seeds=8,
    brief=True,
)
