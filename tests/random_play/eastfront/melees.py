"""Positions in which both sides stand in each other's way, for games that begin with fighting."""

from __future__ import annotations

from random import Random
from typing import Any

from grognard.dice import Dice
from grognard.games.eastfront.deployment import close
from grognard.games.eastfront.position import Position
from grognard.games.eastfront.rules import BOX, Rules, standard
from grognard.hexes import Hex, HexSet

PHASES = ("command", "movement", "movement", "combat", "combat", "blitz-movement", "blitz-combat", "production")
SCENARIOS = ("S41", "W41", "S42", "W42", "S43", "W43", "S44", "W44")


def melee(seed: int | str) -> dict[str, Any]:
    """A random crowd of both sides in a small part of the map, in the last months of a scenario."""
    random = Random(f"melee {seed}")
    id = random.choice(SCENARIOS)
    rules, plan = standard(id), BOX.scenario(id)
    near = _crowded(rules, _closed(id), random)
    units: dict[str, list[str]] = {}
    hqs: dict[str, list[str]] = {}
    for side in ("german", "soviet"):
        blocks = [block for block in rules.units if block.side == side and block.type != "para"]
        random.shuffle(blocks)
        for block in blocks[:22]:
            hex = random.choice(near)
            stack = units.setdefault(rules.grid.names[hex], [])
            mine = [word for word in stack if rules.units[rules.unit_by_id[word.partition(":")[0]]].side == side]
            if len(mine) < rules.stack_limit(hex):
                least = 0 if block.is_hq else 1
                stack.append(f"{block.id}:{random.randint(least, block.max)}{random.choice(('', '', '', '!'))}")
                if block.is_hq:
                    hqs.setdefault(side, []).append(block.id)
    active, phase = random.choice(("german", "soviet")), random.choice(PHASES)
    roles = ("", "blitz") if phase.startswith("blitz") or random.random() < 0.5 else ("",)
    acting = phase not in ("command", "production")
    return {
        "game": "eastfront", "scenario": id, "month": random.choice(plan.months[-3:]),
        "fortnight": random.choice((1, 2)), "active": active, "phase": phase,
        "weather": random.choice(("dry", "mud", "snow")),
        "units": {name: " ".join(stack) for name, stack in units.items() if stack},
        "active_hqs": {hq: "" if _supreme(rules, hq) else random.choice(roles) for hq in hqs.get(active, ()) if acting},
    }  # fmt: skip


def _supreme(rules: Rules, hq: str) -> bool:
    return rules.is_supreme(rules.unit_by_id[hq])


def _closed(id: str) -> HexSet:
    """The hexes nobody may enter in the scenario."""
    g = Position(standard(id), BOX.scenario(id), {}, Dice.seeded(0))
    close(g)
    return g.closed


def _crowded(rules: Rules, closed: HexSet, random: Random) -> list[Hex]:
    grid = rules.grid
    centre = random.choice([hex for hex in grid.hexes if (rules.land & ~closed) >> hex & 1])
    open = rules.playable & ~closed
    return [hex for hex in grid.hexes if open >> hex & 1 and grid.distance(hex, centre) <= 3]
