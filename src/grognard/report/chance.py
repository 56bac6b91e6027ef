"""How unusual something is: fair dice, hits, results. Exact where it can be, said where it is not."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from math import atanh, exp, lgamma, log, sqrt
from statistics import NormalDist, fmean
from typing import NamedTuple

EXACT = 400  # dice: up to so many their sum is counted out; beyond that the normal curve is as good
FEW = 5  # expected of each face: below that the test of the faces is rough


class Fairness(NamedTuple):
    """Some dice of one kind against fair ones."""

    sides: int
    faces: tuple[int, ...]  # how often 1, 2, 3 ... was thrown
    dice: int
    mean: float
    expected: float
    p_mean: float  # chance that fair dice have a mean at least as far off
    p_faces: float  # chance that fair dice are spread at least as unevenly
    rough: bool  # too few dice for `p_faces` to be trusted


def fairness(thrown: Iterable[int] | Mapping[int, int], sides: int = 6) -> Fairness | None:
    """How these throws, or so many of each face, compare with a fair die; None if there are none."""
    faces = Counter(thrown)
    count = faces.total()
    if not count:
        return None
    total = sum(face * n for face, n in faces.items())
    even = count / sides
    uneven = sum((faces[face] - even) ** 2 / even for face in range(1, sides + 1))
    return Fairness(
        sides,
        tuple(faces[face] for face in range(1, sides + 1)),
        count,
        total / count,
        (sides + 1) / 2,
        p_of_sum(total, count, sides),
        chi_square_tail(uneven, sides - 1),
        even < FEW,
    )


def p_of_sum(total: int, count: int, sides: int = 6) -> float:
    """The chance that `count` fair dice add up to something at least as far from their mean as `total`."""
    middle = count * (sides + 1) / 2
    away = abs(total - middle)
    if away == 0:
        return 1.0
    if count > EXACT:
        spread = sqrt(count * (sides * sides - 1) / 12)
        return 2 * (1 - NormalDist().cdf((away - 0.5) / spread))
    chances = sums(count, sides)
    return min(1.0, sum(p for at, p in enumerate(chances, count) if abs(at - middle) >= away - 1e-9))


def sums(count: int, sides: int = 6) -> list[float]:
    """The chance of each sum of `count` dice, from `count` up."""
    chances = [1.0]
    for _ in range(count):
        more = [0.0] * (len(chances) + sides - 1)
        window = 0.0
        for at in range(len(more)):
            window += chances[at] if at < len(chances) else 0.0
            window -= chances[at - sides] if 0 <= at - sides < len(chances) else 0.0
            more[at] = max(0.0, window) / sides
        chances = more
    return chances


def chi_square_tail(x: float, degrees: int) -> float:
    """The chance that chi-square with so many degrees of freedom is at least `x`."""
    a, x = degrees / 2, x / 2
    if x <= 0:
        return 1.0
    scale = exp(a * log(x) - x - lgamma(a))
    if x < a + 1:  # the series of the lower part
        term = total = 1 / a
        n = a
        while abs(term) > abs(total) * 1e-15:
            n += 1
            term *= x / n
            total += term
        return max(0.0, 1 - total * scale)
    b, c = x + 1 - a, 1e300  # the continued fraction of the upper part
    d = 1 / b
    value = d
    for i in range(1, 500):
        step = -i * (i - a)
        b += 2
        d = 1 / (step * d + b or 1e-300)
        c = b + step / c or 1e-300
        value *= d * c
        if abs(d * c - 1) < 1e-15:
            break
    return scale * value


def luck(faces: Mapping[int, int], sides: int = 6) -> float:
    """How far the mean of these dice lies above that of fair ones, in standard deviations of so many fair dice."""
    count = sum(faces.values())
    above = sum((face - (sides + 1) / 2) * n for face, n in faces.items())
    return above / sqrt(count * (sides * sides - 1) / 12) if count else 0.0


def p_of_counts(came: Mapping[str, int], expected: Mapping[str, float]) -> float | None:
    """The chance that outcomes are spread at least as far from what was expected; None if they are too few to say.

    Outcomes that were hardly to be expected are counted as one.
    """
    often = [name for name, n in expected.items() if n >= FEW]
    rare = sum(expected.values()) - sum(expected[name] for name in often)
    groups = [(came.get(name, 0), expected[name]) for name in often]
    if rare >= FEW:
        groups.append((sum(came.values()) - sum(n for n, _ in groups), rare))
    if len(groups) < 2:
        return None
    return chi_square_tail(sum((n - e) ** 2 / e for n, e in groups), len(groups) - 1)


class Trend(NamedTuple):
    """How two numbers go together: their correlation, the chance that it comes of nothing, the straight line."""

    r: float
    p: float
    slope: float
    start: float


def trend(x: Sequence[float], y: Sequence[float]) -> Trend | None:
    """The trend of y with x; None if there are fewer than five of them, or one of the two never changes."""
    if len(x) < 5:
        return None
    x0, y0 = fmean(x), fmean(y)
    xx, yy = sum((a - x0) ** 2 for a in x), sum((b - y0) ** 2 for b in y)
    if not xx or not yy:
        return None
    xy = sum((a - x0) * (b - y0) for a, b in zip(x, y, strict=True))
    r, slope = xy / sqrt(xx * yy), xy / xx
    z = atanh(min(abs(r), 1 - 1e-12)) * sqrt(len(x) - 3)  # Fisher's
    return Trend(r, 2 * (1 - NormalDist().cdf(z)), slope, y0 - slope * x0)


def hit_chance(volleys: Iterable[tuple[tuple[int, ...], int]], sides: int = 6) -> float | None:
    """The chance of a hit a die, if one lowest face explains the hits of all these volleys; else None."""
    known = [(dice, hits) for dice, hits in volleys if dice]
    fits = [
        face for face in range(1, sides + 2) if all(sum(die >= face for die in dice) == hits for dice, hits in known)
    ]
    return (sides + 1 - fits[0]) / sides if known and len(fits) == 1 else None


def quantile(values: Sequence[float], share: float) -> float:
    """The value below which that share of them lies."""
    ordered = sorted(values)
    at = share * (len(ordered) - 1)
    low = int(at)
    high = min(low + 1, len(ordered) - 1)
    return ordered[low] + (ordered[high] - ordered[low]) * (at - low)


def expected_counts(chances: Iterable[Mapping[str, float]]) -> dict[str, float]:
    """How often each outcome was to be expected, given the chances of each time."""
    total: dict[str, float] = {}
    for one in chances:
        for outcome, p in one.items():
            total[outcome] = total.get(outcome, 0.0) + p
    return total
