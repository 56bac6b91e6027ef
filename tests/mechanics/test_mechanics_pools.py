"""Pools of dice against counting every throw."""

from __future__ import annotations

from collections import Counter
from itertools import product

import pytest

from grognard.mechanics.pools import blend, draws, expected, plus_pairs, pool, pool_of_two, total

DIE = range(1, 7)


@pytest.mark.parametrize(("dice", "least"), [(0, 6), (1, 6), (3, 5), (4, 4)])
def test_a_pool_is_what_counting_every_throw_gives(dice: int, least: int) -> None:
    throws = Counter(sum(die >= least for die in throw) for throw in product(DIE, repeat=dice))
    assert pool(dice, (7 - least) / 6) == pytest.approx([throws[n] / 6**dice for n in range(dice + 1)])


def test_pools_add_up() -> None:
    throws = Counter(sum(d >= 6 for d in t[:2]) + sum(d >= 4 for d in t[2:]) for t in product(DIE, repeat=4))
    found = total([pool(2, 1 / 6), pool(2, 3 / 6)])
    assert found == pytest.approx([throws[n] / 6**4 for n in range(5)])
    assert expected(found) == pytest.approx(2 / 6 + 1)
    assert total([]) == (1.0,)


def test_dice_that_score_one_thing_or_another() -> None:
    throws = Counter(
        (sum(d >= 6 for d in t[:2]) + sum(d >= 5 for d in t[2:]), sum(d <= 2 for d in t))
        for t in product(DIE, repeat=4)
    )
    found = plus_pairs(pool_of_two(2, 1 / 6, 2 / 6), pool_of_two(2, 2 / 6, 2 / 6))
    assert found == pytest.approx({key: count / 6**4 for key, count in throws.items()})


def test_one_of_several_spreads() -> None:
    assert blend([(0.25, (1.0,)), (0.75, (0.0, 1.0))]) == pytest.approx((0.25, 0.75))


def test_draws_are_every_way_independent_draws_can_come_out() -> None:
    weights = {"a": 3.0, "b": 1.0, "c": 2.0}
    counted: Counter[tuple[str, ...]] = Counter()
    for drawn in product("aaabcc", repeat=3):
        counted[tuple(sorted(drawn))] += 1
    assert dict(draws(weights, 3)) == pytest.approx({key: count / 6**3 for key, count in counted.items()})
    assert list(draws(weights, 0)) == [((), 1.0)]
