"""Positions in which both sides stand in each other's way, for games that begin with fighting."""

from __future__ import annotations

from random import Random
from typing import Any

from grognard.games.battles.rules import standard

PHASES = ("reinforcement", "supply", "movement", "movement", "works", "combat", "combat", "mechanised", "air")


def melee(seed: int | str) -> dict[str, Any]:
    """A random crowd of both sides in a small part of a map, HQs behind them."""
    random = Random(f"melee {seed}")
    scenario = random.choice(("radzymin", "uman"))
    rules = standard(scenario)
    grid = rules.grid
    land = [hex for hex in grid.hexes if rules.land >> hex & 1]
    centre = random.choice(land)
    near = [hex for hex in land if grid.distance(hex, centre) <= 4]
    random.shuffle(near)
    units: dict[str, str] = {}
    half = len(near) // 2
    for side, hexes in (("axis", near[:half][:14]), ("soviet", near[half:][:14])):
        names = [rules.units[u].id for u in rules.of_side[side] if u not in rules.hqs]
        hqs = [rules.units[u].id for u in rules.of_side[side] if u in rules.hqs]
        random.shuffle(names)
        random.shuffle(hqs)
        for hex in hexes:
            stack = _stack(random, rules, names)
            if hqs and random.random() < 0.3 and stack:
                stack.append(hqs.pop())
            if stack:
                units[grid.names[hex]] = " ".join(stack)
    attack = [u for stack in units.values() for u in stack.split() if u.startswith("HQ") and random.random() < 0.5]
    phase = f"{random.choice(('axis', 'soviet'))}-{random.choice(PHASES)}"
    return {
        "game": "battles", "scenario": scenario, "turn": random.randint(2, rules.turns), "phase": phase,
        "weather": random.choice(list(rules.weather)), "attack": " ".join(attack), "units": units,
        "air": {"axis": random.randint(0, 2), "soviet": random.randint(0, 2)},
    }  # fmt: skip


def _stack(random: Random, rules: Any, names: list[str]) -> list[str]:
    """One to three units that fit together; some untried, some reduced."""
    stack: list[str] = []
    size = 0
    for _ in range(random.randint(1, 3)):
        if not names:
            break
        unit = rules.unit_by_id[names[-1]]
        size += rules.size[unit]
        if size > rules.stack_limit - 1:
            break
        name, piece = names.pop(), rules.units[unit]
        if piece.more.untried and random.random() < 0.6:
            name = f"?{name}"
        elif len(piece.steps) > 1 and random.random() < 0.3:
            name = f"{name}:1"
        stack.append(name)
    return stack
