"""Pools of dice, exactly: how many of them hit, sums of pools, and draws of hidden pieces.

A spread is the chance of 0, 1, 2 ... hits, as a tuple.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping
from functools import lru_cache
from itertools import combinations_with_replacement
from math import comb, factorial
from typing import TypeVar

Spread = tuple[float, ...]
Pairs = dict[tuple[int, int], float]  # the chance of so many of one thing and so many of another
K = TypeVar("K", bound=Hashable)


@lru_cache(maxsize=4096)
def pool(dice: int, chance: float) -> Spread:
    """How many of the dice hit, if each does with the same chance."""
    return tuple(comb(dice, n) * chance**n * (1 - chance) ** (dice - n) for n in range(dice + 1))


def total(spreads: Iterable[Spread]) -> Spread:
    """The hits of several pools together."""
    found: Spread = (1.0,)
    for spread in spreads:
        found = plus(found, spread)
    return found


def plus(a: Spread, b: Spread) -> Spread:
    """The hits of two pools together."""
    found = [0.0] * (len(a) + len(b) - 1)
    for i, p in enumerate(a):
        for j, q in enumerate(b):
            found[i + j] += p * q
    return tuple(found)


def blend(spreads: Iterable[tuple[float, Spread]]) -> Spread:
    """One of several spreads, each with the chance that it is the one."""
    found: list[float] = []
    for weight, spread in spreads:
        found += [0.0] * (len(spread) - len(found))
        for n, p in enumerate(spread):
            found[n] += weight * p
    return tuple(found)


def pool_of_two(dice: int, one: float, other: float) -> Pairs:
    """Dice that each score one thing, or another, or nothing: how many of each."""
    found: Pairs = {}
    for n in range(dice + 1):
        for m in range(dice - n + 1):
            ways = comb(dice, n) * comb(dice - n, m)
            chance = ways * one**n * other**m * (1 - one - other) ** (dice - n - m)
            if chance > 0:
                found[n, m] = chance
    return found


def plus_pairs(a: Pairs, b: Pairs) -> Pairs:
    """Two pools of two together."""
    found: Pairs = {}
    for (n, m), p in a.items():
        for (i, j), q in b.items():
            found[n + i, m + j] = found.get((n + i, m + j), 0.0) + p * q
    return found


def expected(spread: Spread) -> float:
    """The hits to be expected."""
    return sum(n * p for n, p in enumerate(spread))


def draws(weights: Mapping[K, float], count: int) -> Iterator[tuple[tuple[K, ...], float]]:
    """Every way `count` independent draws can come out, whatever their order, with its chance.

    The weights need not add up to one. Kinds come in the order of the mapping.
    """
    whole = sum(weights.values())
    kinds = list(weights)
    shares = [weights[kind] / whole for kind in kinds]
    orders = factorial(count)
    for drawn in combinations_with_replacement(range(len(kinds)), count):
        chance = float(orders)
        run = 0
        for at, kind in enumerate(drawn):
            run = run + 1 if at and drawn[at - 1] == kind else 1
            chance *= shares[kind] / run
        yield tuple(kinds[kind] for kind in drawn), chance
