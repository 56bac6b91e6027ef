"""The two sides of a battle as one side sees them (0b): units it knows, and what the other blocks can be."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from itertools import product
from math import comb, prod
from random import Random

from grognard.games.eastfront.fire import DEFENSIVE, OFFENSIVE, firepower, in_fortress
from grognard.games.eastfront.invasion import INFANTRY
from grognard.games.eastfront.position import AIR, DUE, GONE, SEA, UNUSED, Position, Unit
from grognard.games.eastfront.rounds import FACES, Fighter, Force, Mixture
from grognard.games.eastfront.scenario import month_number
from grognard.hexes import Hex
from grognard.mechanics.pools import draws

EXACT_MAX = 6_000  # ways in which the hidden blocks of a side can be something; beyond it they are sampled
SAMPLE = 3_000


def known(g: Position, side: str | None, unit: Unit) -> bool:
    """Whether the side sees the face of a block."""
    return g.owner(unit) == side or bool(g.shown[unit])


def manner(g: Position, unit: Unit) -> str:
    """How a block came into its battle in this phase, which all have seen; '' if it was there before."""
    return g.entered.get(unit, (0, ""))[1]


def possible_blocks(g: Position, block: Unit) -> tuple[Unit, ...]:
    """What a hidden block can be, from what everybody knows: who has arrived, who lies face-up, how it came here."""
    unseen = [unit for unit in g.rules.of_side[g.owner(block)] if not g.shown[unit]]
    found = [unit for unit in unseen if _about(g, unit)]
    how = manner(g, block)
    if how == AIR:
        found = [unit for unit in found if unit in g.rules.paras]
    elif how == SEA:
        found = [unit for unit in found if g.rules.units[unit].type in INFANTRY]
    elif how and not g.rules.zones >> g.at[block] & 1:
        found = [unit for unit in found if not g.is_hq(unit)]  # 5.1
    return tuple(found or unseen)


def _about(g: Position, unit: Unit) -> bool:
    """Whether the block can be on the map in this month, by the list of reinforcements."""
    block, scenario = g.rules.units[unit], g.scenario
    surrendered = block.nation == "rumanian" and g.at[unit] == GONE  # 16.11: in front of everybody
    if g.at[unit] == DUE or block.id in scenario.gone or surrendered:
        return False
    if not block.appears:
        return scenario.fixed or block.id in scenario.extra or g.surrender
    early = g.at[unit] != UNUSED  # 11.51: neither to come this month nor on the Time Track any more
    return early or block.appears == "S41" or month_number(block.appears) <= month_number(g.month_code)


def strengths(g: Position, unit: Unit) -> range:
    """The CVs a block can have."""
    return range(0 if g.is_hq(unit) else 1, g.rules.units[unit].max + 1)


def faces_of(g: Position, power: str) -> int:
    """On how many faces of a die a firepower hits."""
    return 0 if power == "NONE" else FACES + 1 - g.rules.hits[power]


@dataclass(frozen=True, slots=True)
class Camp:
    """One side in a battle as the asking side sees it."""

    g: Position
    hex: Hex
    owner: str
    mode: str
    seen: tuple[Unit, ...]
    hidden: tuple[Unit, ...]

    def sure(self) -> Force:
        """The units in sight."""
        g = self.g
        return tuple(self._fighter(unit, g.cv[unit], g.name(unit), unit) for unit in self.seen)

    def _fighter(self, unit: Unit, cv: int, name: str, block: Unit) -> Fighter:
        """A unit at a strength, in the place of a block."""
        g, hq = self.g, self.g.is_hq(unit)
        fortress = self.mode == DEFENSIVE and in_fortress(g, g.enemy, self.hex)
        best = faces_of(g, firepower(g, unit, self.hex, self.mode, largest=True)) if fortress else 0
        by_air = self.mode == OFFENSIVE and manner(g, block) == AIR
        return Fighter(name, cv + hq, hq, faces_of(g, firepower(g, unit, self.hex, self.mode)), best, by_air)

    def mixture(self) -> Mixture:
        """What the side can have in the battle, with its chance.

        Hidden blocks are drawn independently of each other: every block they can be is equally likely, and so is each
        of its strengths. What fights alike is counted together. Where there are too many ways, some are drawn.
        """
        pools = self._pools()
        if self.sampled:
            return self._sample(pools)
        ways = [list(draws(weights, count)) for weights, count in pools]
        found: Mixture = []
        for way in product(*ways):
            chance, force = 1.0, self.sure()
            for drawn, share in way:
                chance, force = chance * share, force + drawn
            found.append((chance, force))
        return found

    def _pools(self) -> list[tuple[dict[Fighter, float], int]]:
        """What hidden blocks can be, by weight, and how many of them there are that can be the same."""
        slots: dict[tuple[Unit, ...], list[Unit]] = {}
        for block in self.hidden:
            slots.setdefault(possible_blocks(self.g, block), []).append(block)
        pools = []
        for units, blocks in slots.items():
            weights: dict[Fighter, float] = {}
            for unit in units:
                cvs = strengths(self.g, unit)
                for cv in cvs:
                    fighter = self._fighter(unit, cv, "", blocks[0])
                    weights[fighter] = weights.get(fighter, 0.0) + 1 / len(cvs)
            pools.append((dict(sorted(weights.items())), len(blocks)))
        return pools

    @property
    def sampled(self) -> bool:
        """Whether there are too many ways to count them all."""
        return prod(comb(len(weights) + count - 1, count) for weights, count in self._pools()) > EXACT_MAX

    def _sample(self, pools: list[tuple[dict[Fighter, float], int]]) -> Mixture:
        """Some of the ways, drawn by their chances; the same ones whenever the same is asked."""
        dice, found = Random(SAMPLE), Counter[Force]()
        for _ in range(SAMPLE):
            force = self.sure()
            for weights, count in pools:
                force += tuple(sorted(dice.choices(list(weights), list(weights.values()), k=count)))
            found[force] += 1
        return [(many / SAMPLE, force) for force, many in found.items()]

    def extreme(self, *, strong: bool) -> tuple[Force, list[str]]:
        """The weakest or the strongest that the hidden blocks can be, each a different one, and what they are."""
        force, names, taken = self.sure(), list[str](), set[Unit]()
        for block in self.hidden:
            cases = [
                (self._fighter(unit, cv, "", block), unit, cv)
                for unit in possible_blocks(self.g, block)
                for cv in strengths(self.g, unit)
                if unit not in taken
            ]
            fighter, unit, cv = (max if strong else min)(
                cases, key=lambda case: (case[0].steps, case[0].faces, -case[1])
            )
            taken.add(unit)
            force += (fighter,)
            names.append(f"{self.g.rules.units[unit].type} {cv}")
        return force, names


def camp_of(g: Position, side: str | None, hex: Hex, owner: str, mode: str) -> Camp:
    """A side's units in a battle, as the asking side sees them."""
    stack = g.stack(owner, hex)
    seen = tuple(unit for unit in stack if known(g, side, unit))
    return Camp(g, hex, owner, mode, seen, tuple(unit for unit in stack if unit not in seen))
