"""Odds and combat results tables: a ratio rounded down to a column, and what each column can bring."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import cache


@cache
def ratio(column: str) -> Fraction:
    """The odds a column stands for: '3-1' is three to one."""
    attack, defence = column.split("-")
    return Fraction(int(attack), int(defence))


def column_for(attack: int, defence: int, columns: Sequence[str]) -> str:
    """The highest column not above the odds, in the defender's favour; the end columns serve beyond the table."""
    best = columns[0]
    for column in columns:
        odds = ratio(column)
        if attack * odds.denominator >= defence * odds.numerator:
            best = column
    return best


def outcomes(columns: Mapping[str, float], table: Mapping[str, Sequence[str]]) -> dict[str, float]:
    """The probability of each result, given that of each column and the column's results for each face of a die."""
    chances: dict[str, float] = {}
    for column, chance in columns.items():
        results = table[column]
        for result in results:
            chances[result] = chances.get(result, 0.0) + chance / len(results)
    return dict(sorted(chances.items(), key=lambda item: -item[1]))
