"""EastFront in random play."""

from __future__ import annotations

import grognard
from tests.random_play.eastfront.blocks import check_blocks, hidden_blocks, watch_blocks
from tests.random_play.eastfront.melees import melee
from tests.random_play.kit import Kit
from tests.random_play.player import BUSY, HASTY, RandomPlayer

JUNK = (
    "0",
    "7",
    "9999",
    "-1",
    "Kharkov",
    "Kharkov-NE1",
    "Moscow-X2",
    "99Pz",
    "OKH",
    "STAVKA",
    "AG-Z",
    "é",
    "?",
    "end end",
)
SCENARIOS = ("S42", "W42", "S41", "W44", "S43", "EDE", "W43", "W41", "S44")
OPTIONS: tuple[dict[str, bool], ...] = (
    {},
    {"historical": True},
    {"sea_power": False},
    {"paratroops": False, "fire_order": True},
    {"balkan": True, "fire_order": True},
)


def options(seed: int) -> dict[str, bool]:
    return OPTIONS[seed % len(OPTIONS)]


def opening(seed: int) -> tuple[grognard.Match, RandomPlayer]:
    """The match and the player of a seed: every scenario, other options, other tempers, some dice by hand."""
    dice = "hand" if seed % 10 == 7 else None
    haste = BUSY if seed % 4 == 0 else HASTY
    scenario = SCENARIOS[seed % len(SCENARIOS)]
    return grognard.new("eastfront", scenario, seed, options(seed), dice), RandomPlayer.seeded(seed, haste)


KIT = Kit(
    id="eastfront",
    junk=JUNK,
    opening=opening,
    melee=melee,
    options=options,
    check=check_blocks,
    watch=watch_blocks,
    hidden=hidden_blocks,
    games=30,
    melees=60,
    soaked=100,
    seeds=8,
    brief=True,
)
