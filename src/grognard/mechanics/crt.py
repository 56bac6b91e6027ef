"""Combat results tables: odds rounded to a column, columns shifted, dice modified, and what each can bring."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from functools import cache

from grognard.charts import Chart
from grognard.preview import Line


@cache
def ratio(column: str) -> Fraction:
    """The odds a column stands for: '3-1' and '3:1' are three to one."""
    attack, defence = column.replace(":", "-").split("-")
    return Fraction(int(attack), int(defence))


def column_at(attack: int, defence: int, columns: Sequence[str]) -> int:
    """Which column the odds reach, rounded in the defender's favour; -1 below the first."""
    best = -1
    for at, column in enumerate(columns):
        odds = ratio(column)
        if attack * odds.denominator < defence * odds.numerator:
            break
        best = at
    return best


class Crt:
    """A table with a column for each of the odds, rising, and a row for each face of the die."""

    def __init__(self, chart: Chart) -> None:
        self.columns = chart.columns
        self.results = {column: chart.column(column) for column in chart.columns}
        self.faces = range(1, len(chart.rows) + 1)

    def column(self, attack: int, defence: int, shift: int = 0) -> str:
        """The column of these odds; beyond the table its first or last one serves, before and after the shift."""
        return self.shifted(self.columns[max(column_at(attack, defence, self.columns), 0)], shift)

    def shifted(self, column: str, by: int) -> str:
        """A column so many to the right, or to the left for less than none."""
        at = self.columns.index(column) + by
        return self.columns[min(max(at, 0), len(self.columns) - 1)]

    def result(self, column: str, die: int) -> str:
        """What a modified die brings; beyond the table its first or last row serves."""
        rows = self.results[column]
        return rows[min(max(die, 1), len(rows)) - 1]

    def chances(self, columns: Mapping[str, float], modifier: int = 0, die: Iterable[int] = ()) -> dict[str, float]:
        """The chance of each result, given that of each column and what is added to a fair die."""
        faces = tuple(die) or self.faces
        found: dict[str, float] = {}
        for column, chance in columns.items():
            for face in faces:
                result = self.result(column, face + modifier)
                found[result] = found.get(result, 0.0) + chance / len(faces)
        return likeliest_first(found)


def likeliest_first(chances: Mapping[str, float]) -> dict[str, float]:
    """Chances sorted, the greatest first."""
    return dict(sorted(chances.items(), key=lambda item: -item[1]))


def percents(chances: Mapping[str, float]) -> dict[str, str]:
    """Chances that make up a whole, as people say them: whole hundredths that add up to 100; those that never come are
    left out."""
    able = {name: chance * 100 for name, chance in chances.items() if chance > 0}
    said = {name: int(chance) for name, chance in able.items()}
    for name in sorted(able, key=lambda name: said[name] - able[name])[
        : round(sum(able.values())) - sum(said.values())
    ]:
        said[name] += 1
    return {name: "<1%" if able[name] < 1 else f"{said[name]}%" for name in able}


def total(lines: Iterable[Line]) -> int:
    """What shifts or modifiers come to."""
    return sum(int(line.value) for line in lines)
