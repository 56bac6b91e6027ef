"""Panzergruppe Guderian in random play."""

from __future__ import annotations

from random import Random
from typing import Any

import grognard
from tests.random_play.guderian.counters import check_counters, check_stacking, hidden_counters
from tests.random_play.guderian.melees import melee
from tests.random_play.kit import Kit, Side
from tests.random_play.player import BUSY, HASTY, RandomPlayer

VERBS = (
    "move", "overrun", "enter", "rail", "cut", "lift", "call", "attack", "interdict", "evacuate", "place", "deploy",
    "lose", "retreat", "advance", "stay", "roll", "go", "end",
)  # fmt: skip
JUNK = ("0", "7", "9999", "-1", "to", "64SD", "Zhukov", "R999", "25/8", "é", "?", "go go")
OPTIONS: tuple[dict[str, bool], ...] = (
    {},
    {"evacuation": True},
    {"historical": True},
    {"evacuation": True, "historical": True},
)
UNITS = 4


def options(seed: int) -> dict[str, bool]:
    return OPTIONS[seed % 4]


def opening(seed: int) -> tuple[grognard.Match, RandomPlayer]:
    """The match and the player of a seed: other options, other tempers, some dice by hand."""
    dice = "hand" if seed % 10 == 7 else None
    haste = BUSY if seed % 8 == 0 else HASTY
    return grognard.new("guderian", seed=seed, options=options(seed), dice=dice), RandomPlayer.seeded(seed, haste)


def ask(match: grognard.Match, random: Random, side: Side) -> list[Any]:
    """Every overlay, of some units and hexes."""
    found: list[Any] = [match.query("zoc", side, of=owner) for owner in ("german", "soviet")]
    view = match.view()
    names = [unit["id"] for unit in view["units"]]
    hexes = [unit["hex"] for unit in view["units"]]
    leaders = [unit["id"] for unit in view["units"] if unit["type"] == "leader"]
    found.append(match.query("radius", side))
    for name in random.sample(names, min(UNITS, len(names))):
        found += [match.query(what, side, unit=name) for what in ("supply", "reach", "rail")]
    for hex in random.sample(hexes, min(UNITS, len(hexes))):
        found += [match.query("retreat", side, hex=hex, hexes=count) for count in ("1", "2")]
    found += [match.query("radius", side, unit=name) for name in leaders[:UNITS]]
    return found


KIT = Kit(
    id="guderian",
    verbs=VERBS,
    junk=JUNK,
    fights=("attack", "overrun"),
    opening=opening,
    melee=melee,
    options=options,
    check=check_counters,
    watch=check_stacking,
    hidden=hidden_counters,
    ask=ask,
    games=200,
    melees=100,
    soaked=2000,
)
