"""Positions in which both sides stand in each other's way, for games that begin with fighting."""

from __future__ import annotations

from random import Random
from typing import Any

from grognard.games.bugriver.rules import Rules, standard
from grognard.hexes import Hex

PHASES = ("activation", "activation", "reaction", "options", "options", "assignment", "replacement", "recovery")
ENEMIES = {"german": "soviet", "soviet": "german"}


def melee(seed: int | str) -> dict[str, Any]:
    """A random crowd of both sides in a small part of the map, each HQ in a village of its side."""
    random = Random(f"melee {seed}")
    scenario = random.choice(("ustyluh", "campaign"))
    rules = standard(scenario)
    grid, places = rules.grid, rules.towns | rules.villages
    land = [hex for hex in grid.hexes if rules.land >> hex & 1]
    centre = random.choice([hex for hex in land if places >> hex & 1])
    near = [hex for hex in land if grid.distance(hex, centre) <= 4]
    seats = [hex for hex in land if places >> hex & 1 and grid.distance(hex, centre) <= 9]
    random.shuffle(near)
    random.shuffle(seats)
    units: dict[str, list[str]] = {}
    strength: dict[str, int] = {}
    disrupted: list[str] = []
    hqs: dict[str, list[str]] = {}
    half = len(near) // 2
    for side, hexes in (("german", near[:half][:16]), ("soviet", near[half:][:16])):
        free = [hex for hex in seats if hex not in near or hex in hexes]
        hqs[side] = _seat(random, rules, side, free, units)
        seats = [hex for hex in seats if grid.names[hex] not in units]
        names = [
            rules.units[u].id
            for u in rules.of_side[side]
            if rules.klass[u] != "hq" and rules.home[u] >= 0 and rules.units[rules.home[u]].id in hqs[side]
        ]
        random.shuffle(names)
        for hex in hexes:
            if _taken(units, rules, hex, side):
                continue
            stack = _stack(random, rules, names)
            units[grid.names[hex]] = [*stack, *units.get(grid.names[hex], [])]
            for name in stack:
                printed = rules.printed[rules.unit_by_id[name]]
                if printed > 1 and random.random() < 0.3:
                    strength[name] = random.randint(1, printed)
                if random.random() < 0.2:
                    disrupted.append(name)
    side, phase = random.choice(("german", "soviet")), random.choice(PHASES)
    table: dict[str, Any] = {
        "game": "bugriver",
        "scenario": scenario,
        "turn": random.randint(2, rules.scenario.turns),
        "units": {hex: " ".join(stack) for hex, stack in units.items() if stack},
        "strength": strength,
        "disrupted": " ".join(disrupted),
        "level": {hq: random.randint(1, rules.ratings[rules.unit_by_id[hq]].most) for hq in hqs["german"]},
        "luck": random.choice(("german", "soviet")),
    }
    if phase in ("activation", "reaction"):
        table |= {"phase": phase, "side": side, "acting": hqs[side][0], "points": {side: random.randint(1, 5)}}
        if phase == "reaction":
            table["under"] = hqs[ENEMIES[side]][0]
    else:
        table |= {"phase": phase if phase == "options" else f"{side}-{phase}", "side": side}
    return table


def _seat(random: Random, rules: Rules, side: str, free: list[Hex], units: dict[str, list[str]]) -> list[str]:
    """Two or three HQs of a side, each in a village; their names."""
    able = [rules.units[hq].id for hq in rules.hqs if rules.side[hq] == side]
    random.shuffle(able)
    chosen = able[: random.randint(1, 3)]
    for hq, hex in zip(chosen, free, strict=False):
        units.setdefault(rules.grid.names[hex], []).append(hq)
    return chosen[: len(free)]


def _taken(units: dict[str, list[str]], rules: Rules, hex: Hex, side: str) -> bool:
    here = units.get(rules.grid.names[hex], [])
    return any(rules.side[rules.unit_by_id[name]] != side for name in here)


def _stack(random: Random, rules: Rules, names: list[str]) -> list[str]:
    """One to three units that may be together."""
    stack: list[str] = []
    for _ in range(random.randint(0, 3)):
        infantry = sum(rules.infantry[rules.unit_by_id[name]] for name in stack)
        if not names or infantry + rules.infantry[rules.unit_by_id[names[-1]]] > rules.tables.stacking.infantry:
            break
        stack.append(names.pop())
    return stack
