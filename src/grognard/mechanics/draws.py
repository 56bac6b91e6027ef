"""Exact chances of what lies under face-down counters drawn without replacement."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from itertools import product
from math import comb, perm, prod
from operator import sub
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
    states: dict[tuple[int, ...], dict[Total, int]] = {tuple(contexts): {start: 1}}  # units left -> total -> ways
    for face, copies in pool.items():
        following: dict[tuple[int, ...], dict[Total, int]] = {}
        for left, totals in states.items():
            for taken in product(*(range(min(n, copies) + 1) for n in left)):
                if sum(taken) <= copies:
                    ways = perm(copies, sum(taken)) * prod(map(comb, left, taken))
                    some = [(context, n) for context, n in enumerate(taken) if n]
                    into = following.setdefault(tuple(map(sub, left, taken)), {})
                    for total, many in totals.items():
                        for context, n in some:
                            total = add(total, face, context, n)
                        into[total] = into.get(total, 0) + many * ways
        states = following
    return states.get((0,) * len(contexts), {})
