"""Battles in the East in random play."""

from __future__ import annotations

from tests.random_play.battles.counters import check_counters, check_stacking, nothing_hidden
from tests.random_play.battles.melees import melee
from tests.random_play.kit import Kit, in_turns

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


KIT = Kit(
    id="battles",
    junk=JUNK,
    opening=in_turns("battles", SCENARIOS, options),
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
