"""Across the Bug River in random play."""

from __future__ import annotations

from tests.random_play.bugriver.counters import check_counters, check_order, hidden_units, unseen_names
from tests.random_play.bugriver.melees import melee
from tests.random_play.kit import Kit, in_turns

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


KIT = Kit(
    id="bugriver",
    junk=JUNK,
    opening=in_turns("bugriver", SCENARIOS, options),
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
