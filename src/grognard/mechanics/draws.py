"""Exact chances of what lies under face-down counters drawn without replacement."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from itertools import product
from math import comb, perm
from typing import TypeVar

Face = TypeVar("Face", bound=Hashable)
Total = TypeVar("Total", bound=Hashable)


def draws(
    pool: Mapping[Face, int],
    contexts: Sequence[int],
    start: Total,
    add: Callable[[Total, Face, int, int], Total],
) -> dict[Total, int]:
    """In how many ways each total comes about when counters are dealt to units.

    `pool` says how many counters there are of each face, `contexts` how many units there are in each situation that
    changes what a face is worth; `add(total, face, context, count)` is the total after `count` units of a context
    turn out to have that face. The ways add up to the number of ordered deals.
    """
    states: dict[tuple[tuple[int, ...], Total], int] = {(tuple(contexts), start): 1}
    for face, copies in pool.items():
        following: dict[tuple[tuple[int, ...], Total], int] = {}
        for (left, total), ways in states.items():
            for taken in product(*(range(min(n, copies) + 1) for n in left)):
                count = sum(taken)
                if count > copies:
                    continue
                many = ways * perm(copies, count)
                sum_so_far = total
                for context, n in enumerate(taken):
                    if n:
                        many *= comb(left[context], n)
                        sum_so_far = add(sum_so_far, face, context, n)
                key = (tuple(a - b for a, b in zip(left, taken, strict=True)), sum_so_far)
                following[key] = following.get(key, 0) + many
        states = following
    return {total: ways for (left, total), ways in states.items() if not any(left)}
