"""Watch on the Oder in random play."""

from __future__ import annotations

from random import Random
from typing import Any

import grognard
from tests.random_play.kit import Kit, Side
from tests.random_play.oder.counters import check_counters, check_stacking, nothing_hidden
from tests.random_play.oder.melees import melee
from tests.random_play.player import BUSY, HASTY, RandomPlayer

VERBS = (
    "place", "deploy", "declare", "air", "naval", "move", "supply", "attack", "probe", "arrive", "refuse", "lose",
    "retreat", "advance", "stay", "eliminate", "stop", "none", "roll", "go", "end",
)  # fmt: skip
JUNK = ("0", "7", "9999", "-1", "movement", "combat", "to", "99Pz", "Danzig", "6SS", "é", "?", "go go")
UNITS = 4


def options(seed: int) -> dict[str, bool]:
    return {}


def opening(seed: int) -> tuple[grognard.Match, RandomPlayer]:
    """The match and the player of a seed: other tempers, some dice by hand."""
    dice = "hand" if seed % 10 == 7 else None
    haste = BUSY if seed % 8 == 0 else HASTY
    return grognard.new("oder", seed=seed, dice=dice), RandomPlayer.seeded(seed, haste)


def ask(match: grognard.Match, random: Random, side: Side) -> list[Any]:
    """Every overlay, of some units."""
    found: list[Any] = [match.query(what, side) for what in ("supply", "zoc", "control", "front", "fortifications")]
    found += [
        match.query(what, side, of=owner) for what in ("supply", "zoc", "control") for owner in ("german", "soviet")
    ]
    names = [unit["id"] for unit in match.view()["units"]]
    for name in random.sample(names, min(UNITS, len(names))):
        found += [match.query(what, side, unit=name) for what in ("supply", "reach", "attacks")]
    return found


KIT = Kit(
    id="oder",
    verbs=VERBS,
    junk=JUNK,
    fights=("attack",),
    opening=opening,
    melee=melee,
    options=options,
    check=check_counters,
    watch=check_stacking,
    hidden=nothing_hidden,
    ask=ask,
    games=200,
    melees=60,
    soaked=2000,
    seeds=8,
    brief=True,
)
