"""What tests of limited intelligence share: lively games at random, and what is hidden in them."""

from __future__ import annotations

from random import Random
from typing import Any

import grognard
from grognard.games.bugriver.position import SIDES
from grognard.games.bugriver.rules import standard
from grognard.hexes import members
from tests.bugriver.table import state
from tests.random_play.kit import Kit
from tests.random_play.player import BUSY, RandomPlayer

SCENARIOS = ("ustyluh", "campaign")
HQS = {"german": ("44ID", "298ID", "14Pz"), "soviet": ("87RD", "124RD", "41TD")}


class Eager(RandomPlayer):
    """Seldom passes or gives the Initiative away, and reacts more often than not."""

    def next_action(self, match: grognard.Match) -> tuple[str, str]:
        for _ in range(4):
            action, side = super().next_action(match)
            if action.split()[0] not in ("pass", "transfer", "decline", "hush"):
                break
        return action, side


def melee(seed: int | str) -> dict[str, Any]:
    """Both sides in each other's way around a hex, some disrupted, some reduced, one formation active."""
    random = Random(f"melee {seed}")
    rules = standard("campaign")
    grid, names = rules.grid, rules.grid.names
    sites = rules.towns | rules.villages
    centre = random.choice([hex for hex in members(sites) if 12 <= grid.column(hex) <= 40])
    near = [hex for hex in members(rules.land) if grid.distance(hex, centre) <= 3]
    random.shuffle(near)
    half = len(near) // 2
    ground = {"german": near[:half], "soviet": near[half:]}
    units: dict[str, list[str]] = {}
    control = {side: " ".join(names[hex] for hex in hexes) for side, hexes in ground.items()}
    disrupted: list[str] = []
    strength: dict[str, int] = {}
    acting: dict[str, str] = {}
    for side, hqs in HQS.items():
        villages = [hex for hex in members(sites) if hex in ground[side]]
        bank = rules.german_bank if side == "german" else rules.land & ~rules.german_bank
        villages += [hex for hex in members(sites & bank) if hex not in near]
        for hq, hex in zip(hqs, villages, strict=False):
            units.setdefault(names[hex], []).append(hq)
            acting.setdefault(side, hq)
        own = [rules.units[unit] for unit in rules.of_side[side] if rules.units[unit].division in hqs]
        for piece in random.sample(own, min(len(own), 28)):
            stack = units.setdefault(names[random.choice(ground[side])], [])
            fighters = [word for word in stack if word not in hqs]
            one = [word for word in fighters if rules.infantry[rules.unit_by_id[word]]]
            if len(fighters) > 2 or (one and rules.infantry[rules.unit_by_id[piece.id]]):
                continue
            stack.insert(random.randint(0, len(stack)), piece.id)
            disrupted += [piece.id] if random.random() < 0.2 else []
            if random.random() < 0.4:
                strength[piece.id] = random.randint(1, piece.steps[0].strength)
    side = random.choice(("german", "soviet"))
    return {
        "game": "bugriver", "scenario": "campaign", "turn": random.randint(6, 8), "phase": "activation", "side": side,
        "acting": acting[side], "points": {side: 7}, "control": control, "disrupted": " ".join(disrupted),
        "units": {name: " ".join(stack) for name, stack in units.items() if stack}, "strength": strength,
    }  # fmt: skip


def opening(seed: int) -> tuple[grognard.Match, RandomPlayer]:
    """A match of either scenario, or from the midst of battle, and a player who does much with each activation."""
    if seed % 4 > 1:
        return grognard.setup(melee(seed), seed=seed), Eager.seeded(seed, BUSY)
    return grognard.new("bugriver", SCENARIOS[seed % 2], seed), Eager.seeded(seed, BUSY)


def hidden(match: grognard.Match) -> dict[str, str]:
    """The counters that lie under others, and which they are."""
    g = state(match)
    return {
        f"{side} {g.hexname(hex)} {n}": f"{g.name(unit)} {g.strength[unit]}"
        for side in SIDES
        for hex, stack in sorted(g.stacks.items())
        for n, unit in enumerate(stack)
        if g.owner(unit) == side and not g.seen(unit)
    }


def check(match: grognard.Match) -> None:
    """Every counter on the map is in one stack, and the sets of hexes agree with the stacks."""
    g = state(match)
    standing = [unit for stack in g.stacks.values() for unit in stack]
    assert sorted(standing) == sorted(g.on_map())
    for hex, stack in g.stacks.items():
        assert all(g.at[unit] == hex for unit in stack)
    for side in SIDES:
        assert g.occupied[side] == sum(1 << hex for hex, stack in g.stacks.items() if g.owner(stack[0]) == side)
        for klass in g.rules.classes:
            fit = {g.at[u] for u in g.on_map(side) if g.rules.klass[u] == klass and not g.disrupted[u]}
            assert g.fit[side + klass] == sum(1 << hex for hex in fit)


KIT = Kit(
    id="bugriver",
    junk=("0", "9999", "99ID", "III", "?"),
    opening=opening,
    melee=melee,
    options=lambda seed: {},
    check=check,
    watch=check,
    hidden=hidden,
    games=0,
    melees=0,
    soaked=0,
)
