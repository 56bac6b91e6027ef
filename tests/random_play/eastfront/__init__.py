"""EastFront in random play."""

from __future__ import annotations

from random import Random
from typing import Any

import grognard
from tests.random_play.eastfront.blocks import check_blocks, hidden_blocks, watch_blocks
from tests.random_play.eastfront.melees import melee
from tests.random_play.kit import Kit, Side
from tests.random_play.player import BUSY, HASTY, RandomPlayer

VERBS = (
    "activate", "move", "rearguard", "mobilize", "rail", "sea", "drop", "invade", "evacuate", "strike", "battle",
    "resolve", "place", "strength", "remove", "deploy", "step", "cadre", "arrive", "advance", "disband", "prep",
    "ready", "dismantle", "stay", "retreat", "lose", "repulse", "roll", "continue", "stop", "blitz", "end",
)  # fmt: skip
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
OVERLAYS = ("command", "control", "zoc", "rail", "supply", "air", "seas", "production")
UNITS = 4


def options(seed: int) -> dict[str, bool]:
    return OPTIONS[seed % len(OPTIONS)]


def opening(seed: int) -> tuple[grognard.Match, RandomPlayer]:
    """The match and the player of a seed: every scenario, other options, other tempers, some dice by hand."""
    dice = "hand" if seed % 10 == 7 else None
    haste = BUSY if seed % 4 == 0 else HASTY
    scenario = SCENARIOS[seed % len(SCENARIOS)]
    return grognard.new("eastfront", scenario, seed, options(seed), dice), RandomPlayer.seeded(seed, haste)


def ask(match: grognard.Match, random: Random, side: Side) -> list[Any]:
    """Every overlay, also of units the side can see and of some it has only heard of."""
    found: list[Any] = [match.query(what, side) for what in OVERLAYS]
    known = [unit["id"] for unit in match.view(side)["units"] if not unit["hidden"]]
    names = random.sample(known, min(UNITS, len(known)))
    names += random.sample(sorted(match.state.rules.unit_by_id), UNITS)  # type: ignore[attr-defined]
    for name in names:
        for what in ("supply", "reach", "rail", "command", "air", "pursuit"):
            try:
                found.append(match.query(what, side, unit=name))
            except grognard.Invalid as error:
                found.append(f"{what} {name}: {error}")
    return found


KIT = Kit(
    id="eastfront",
    verbs=VERBS,
    junk=JUNK,
    fights=("battle", "resolve", "strike", "move", "drop", "invade", "rearguard"),
    opening=opening,
    melee=melee,
    options=options,
    check=check_blocks,
    watch=watch_blocks,
    hidden=hidden_blocks,
    ask=ask,
    games=27,
    melees=60,
    soaked=100,
    seeds=8,
    brief=True,
)
