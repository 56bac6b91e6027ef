"""Drawing without replacement: every way counted, checked against dealing the counters out one by one."""

from __future__ import annotations

from collections import Counter
from itertools import permutations
from math import perm

from hypothesis import given, settings
from hypothesis import strategies as st

from grognard.mechanics.draws import draws

Seen = tuple[tuple[int, str], ...]  # what was turned over: situation and face


NOTHING: Seen = ()


def note(total: Seen, face: str, context: int, count: int) -> Seen:
    return tuple(sorted((*total, *((context, face),) * count)))


@st.composite
def deals(draw: st.DrawFn) -> tuple[dict[str, int], list[int]]:
    pool = draw(st.dictionaries(st.sampled_from("abcd"), st.integers(0, 3), min_size=1))
    counters = sum(pool.values())
    contexts = draw(st.lists(st.integers(0, 3), max_size=3).filter(lambda units: sum(units) <= min(counters, 5)))
    return pool, contexts


@settings(deadline=None)
@given(deals())
def test_every_deal_is_counted_as_if_the_counters_were_dealt_one_by_one(deal: tuple[dict[str, int], list[int]]) -> None:
    pool, contexts = deal
    counters = [face for face, copies in pool.items() for _ in range(copies)]
    units = [context for context, count in enumerate(contexts) for _ in range(count)]
    expected: Counter[Seen] = Counter()
    for order in permutations(range(len(counters)), len(units)):
        expected[tuple(sorted((context, counters[n]) for context, n in zip(units, order, strict=True)))] += 1
    found = draws(pool, contexts, NOTHING, note)
    assert found == dict(expected)
    assert sum(found.values()) == perm(len(counters), len(units))


def test_more_units_than_counters_cannot_be_dealt() -> None:
    assert draws({"a": 1}, [2], NOTHING, note) == {}


def test_totals_that_come_to_the_same_are_added_up() -> None:
    strengths = {2: 2, 3: 1, 5: 1}

    def add(total: int, face: int, context: int, count: int) -> int:
        return total + face * count

    assert draws(strengths, [2], 0, add) == {4: 2, 5: 4, 7: 4, 8: 2}
