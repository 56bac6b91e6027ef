"""Positions in which both sides stand in each other's way, for games that begin with fighting."""

from __future__ import annotations

from random import Random
from typing import Any

from grognard.games.guderian.rules import standard
from grognard.hexes import Hex

PHASES = (
    "soviet-movement", "soviet-combat", "soviet-interdiction", "german-movement", "german-combat", "german-mechanised",
    "german-interdiction",
)  # fmt: skip


def melee(seed: int | str) -> dict[str, Any]:
    """A random crowd of both sides in a small part of the map, on a late turn."""
    random = Random(f"melee {seed}")
    rules = standard("campaign")
    grid = rules.grid
    centre = random.choice([h for h in grid.hexes if not rules.impassable >> h & 1])
    near = [h for h in grid.hexes if grid.distance(h, centre) <= 4 and not rules.impassable >> h & 1]
    random.shuffle(near)
    germans = [p.id for p in rules.units if p.side == "german"]
    leaders = [p.id for p in rules.units if p.type == "leader"]
    random.shuffle(germans)
    random.shuffle(leaders)
    units: dict[str, str] = {}
    half = len(near) // 2
    for hex in near[: min(half, 14)]:
        units[grid.names[hex]] = " ".join(_stack(random, germans, random.randint(1, 3)))
    for hex in near[half : half + 16]:
        soviets = [_soviet(random) for _ in range(random.randint(1, 3))]
        if leaders and random.random() < 0.3:
            soviets.append(leaders.pop())
        units[grid.names[hex]] = " ".join(soviets)
    phase = random.choice(PHASES)
    return {
        "game": "guderian", "turn": random.randint(2, 11), "phase": phase, "units": units,
        "markers": {"cuts": _some(random, near, grid.names, 2)},
        "tracks": {"called": random.randint(0, 9), "interdictions": random.randint(0, 3)},
    }  # fmt: skip


def _stack(random: Random, units: list[str], count: int) -> list[str]:
    return [units.pop() + random.choice(("", "", ":1", "!")) for _ in range(min(count, len(units)))]


def _soviet(random: Random) -> str:
    return random.choice(("rifle", "rifle", "rifle", "armoured", "rifle!"))


def _some(random: Random, hexes: list[Hex], names: list[str], count: int) -> str:
    return " ".join(sorted({names[random.choice(hexes)] for _ in range(count)}))
