"""Against numbers from printed tables."""

from __future__ import annotations

import pytest

from grognard.report.chance import (
    chi_square_tail,
    expected_counts,
    fairness,
    hit_chance,
    luck,
    p_of_counts,
    p_of_sum,
    quantile,
    sums,
    trend,
)


@pytest.mark.parametrize(
    ("x", "degrees", "p"),
    [(3.841, 1, 0.05), (11.070, 5, 0.05), (15.086, 5, 0.01), (0.554, 5, 0.99), (16.919, 9, 0.05), (0, 5, 1.0)],
)
def test_chi_square(x: float, degrees: int, p: float) -> None:
    assert chi_square_tail(x, degrees) == pytest.approx(p, abs=2e-4)


def test_sums_of_dice() -> None:
    assert [round(36 * p) for p in sums(2)] == [1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1]
    assert sum(sums(400)) == pytest.approx(1)


def test_the_chance_of_a_sum_as_far_off() -> None:
    assert p_of_sum(12, 2) == pytest.approx(2 / 36)
    assert p_of_sum(7, 2) == 1
    assert p_of_sum(3, 1) == pytest.approx(1)  # a single die is never nearer to 3.5
    assert p_of_sum(1460, 400) == pytest.approx(p_of_sum(1340, 400))
    assert p_of_sum(1500, 401) == pytest.approx(p_of_sum(1500, 400), abs=0.02)  # counted out, and by the curve


def test_fair_and_unfair_dice() -> None:
    even = fairness([1, 2, 3, 4, 5, 6] * 10)
    assert even is not None
    assert (even.dice, even.mean, even.p_mean, even.p_faces, even.rough) == (60, 3.5, 1, 1, False)
    sixes = fairness([6] * 5)
    assert sixes is not None
    assert sixes.p_mean == pytest.approx(2 / 6**5)
    assert sixes.rough
    assert fairness([]) is None


def test_what_hits_is_read_from_the_volleys() -> None:
    assert hit_chance([((5, 6, 1), 2), ((4, 4), 0)]) == pytest.approx(2 / 6)
    assert hit_chance([((1, 2), 0)]) is None  # from 3 up, or only a 6?
    assert hit_chance([((5, 6), 1), ((5,), 1)]) is None  # no face explains both


def test_luck_is_told_in_standard_deviations() -> None:
    assert luck({3: 5, 4: 5}) == 0
    assert luck({6: 105}) == pytest.approx(2.5 * 105 / (105 * 35 / 12) ** 0.5)
    assert luck({}) == 0


def test_results_against_what_was_expected() -> None:
    assert p_of_counts({"A": 10, "B": 20}, {"A": 10.0, "B": 20.0}) == 1
    assert p_of_counts({"A": 63, "B": 37}, {"A": 50.0, "B": 50.0}) == pytest.approx(0.0093, abs=2e-4)
    # what was hardly to be expected counts as one
    assert p_of_counts({"A": 14, "C": 6}, {"A": 14.0, "B": 3.0, "C": 3.0}) == 1
    assert p_of_counts({"A": 3}, {"A": 3.0}) is None


def test_a_trend() -> None:
    line = trend([1, 2, 3, 4, 5], [3, 5, 7, 9, 11])
    assert line is not None
    assert (line.r, line.slope, line.start) == pytest.approx((1, 2, 1))
    assert line.p < 0.001
    loose = trend(range(20), [n % 2 for n in range(20)])
    assert loose is not None
    assert loose.p > 0.5
    assert trend([1, 2], [1, 2]) is None
    assert trend([1] * 9, range(9)) is None


def test_quantiles_and_expectations() -> None:
    assert quantile([1, 2, 3, 4], 0.5) == 2.5
    assert quantile([7], 0.95) == 7
    assert expected_counts([{"A": 0.5, "B": 0.5}, {"A": 1.0}]) == {"A": 1.5, "B": 0.5}
