"""Positions in which both sides stand in each other's way, for games that begin with fighting."""

from __future__ import annotations

from random import Random
from typing import Any

from grognard.games.oder.rules import standard

PHASES = (
    "german-declaration", "german-support", "german-movement", "german-combat", "german-combat", "german-regroup",
    "soviet-declaration", "soviet-movement", "soviet-combat", "soviet-combat", "soviet-regroup",
)  # fmt: skip


def melee(seed: int | str) -> dict[str, Any]:
    """A random crowd of both sides in a small part of the map, on a late turn."""
    random = Random(f"melee {seed}")
    rules = standard("campaign")
    grid = rules.grid
    land = [hex for hex in grid.hexes if (rules.land & ~rules.land_bridges) >> hex & 1]
    centre = random.choice(land)
    near = [hex for hex in land if grid.distance(hex, centre) <= 4]
    random.shuffle(near)
    sides = {side: [rules.units[unit].id for unit in rules.of_side[side]] for side in ("german", "soviet")}
    for names in sides.values():
        random.shuffle(names)
    units: dict[str, str] = {}
    half = len(near) // 2
    for side, hexes in (("german", near[:half][:14]), ("soviet", near[half:][:14])):
        for hex in hexes:
            units[grid.names[hex]] = " ".join(_stack(random, sides[side]))
    turn = random.randint(3, 7)
    due = {names.pop(): random.randint(turn + 1, 8) for names in sides.values() for _ in range(min(2, len(names)))}
    return {
        "game": "oder", "turn": turn, "phase": random.choice(PHASES),
        "declared": random.choice(("movement", "combat")),
        "units": {hex: stack for hex, stack in units.items() if stack}, "due": due, "markers": _markers(random),
        "points": {"german": random.randint(0, 30), "soviet": random.randint(0, 15)},
    }  # fmt: skip


def _stack(random: Random, names: list[str]) -> list[str]:
    """One to three units; a Shock Army stands alone."""
    stack: list[str] = []
    for _ in range(random.randint(1, 3)):
        if not names or (stack and "Sh" in stack[0] + names[-1]):
            break
        stack.append(names.pop())
    return stack


def _markers(random: Random) -> dict[str, str]:
    """Sometimes the German markers are on the map."""
    rules = standard("campaign")
    names = rules.grid.names
    found = {}
    if random.random() < 0.3:
        found["air"] = names[random.choice(list(rules.grid.hexes))]
    if random.random() < 0.3:
        found["naval"] = names[random.choice([hex for hex in rules.grid.hexes if rules.coast >> hex & 1])]
    return found
