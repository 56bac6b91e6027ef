"""Columns and outcomes."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grognard.mechanics.odds import column_for, outcomes, ratio

COLUMNS = ("1-3", "1-2", "1-1", "2-1", "3-1", "5-2", "10-1")
ORDERED = tuple(sorted(COLUMNS, key=ratio))


@given(st.integers(1, 60), st.integers(1, 60))
def test_odds_are_rounded_down_to_a_column_and_kept_within_the_table(attack: int, defence: int) -> None:
    column = column_for(attack, defence, ORDERED)
    odds = Fraction(attack, defence)
    at = ORDERED.index(column)
    assert ratio(column) <= odds or at == 0
    assert at == len(ORDERED) - 1 or odds < ratio(ORDERED[at + 1])


@pytest.mark.parametrize(("column", "odds"), [("1-3", Fraction(1, 3)), ("2-1", Fraction(2)), ("5-2", Fraction(5, 2))])
def test_a_column_stands_for_its_odds(column: str, odds: Fraction) -> None:
    assert ratio(column) == odds


def test_outcomes_mix_the_columns() -> None:
    table = {"1-1": ("a", "a", "b"), "2-1": ("b", "c", "c")}
    found = outcomes({"1-1": 0.25, "2-1": 0.75}, table)
    assert found == pytest.approx({"c": 0.5, "b": 1 / 3, "a": 1 / 6})
    assert list(found) == ["c", "b", "a"]  # the likeliest first
    assert sum(found.values()) == pytest.approx(1)
