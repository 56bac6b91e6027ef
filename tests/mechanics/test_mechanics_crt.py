"""Columns, shifts, dice and what they can bring."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grognard.charts import Charts
from grognard.mechanics.crt import Crt, column_at, percents, ratio, total
from grognard.preview import Line

COLUMNS = ("1-3", "1-2", "1-1", "2-1", "5-2", "3-1", "10-1")


def crt(**rows: str) -> Crt:
    columns = next(iter(rows.values())).upper().split()
    table = {
        "columns": [f"{n}-1" for n in range(1, len(columns) + 1)],
        "rows": {k[1:]: v.split() for k, v in rows.items()},
    }
    return Crt(Charts.read({"table": {"crt": table}}).table("crt"))


@given(st.integers(1, 60), st.integers(1, 60))
def test_odds_are_rounded_down_to_a_column(attack: int, defence: int) -> None:
    at = column_at(attack, defence, COLUMNS)
    odds = Fraction(attack, defence)
    assert at == -1 or ratio(COLUMNS[at]) <= odds
    assert at == len(COLUMNS) - 1 or odds < ratio(COLUMNS[at + 1])


@pytest.mark.parametrize(("column", "odds"), [("1-3", Fraction(1, 3)), ("2:1", Fraction(2)), ("5-2", Fraction(5, 2))])
def test_a_column_stands_for_its_odds(column: str, odds: Fraction) -> None:
    assert ratio(column) == odds


def test_beyond_the_table_its_first_and_last_columns_serve() -> None:
    table = crt(_1="a b c")
    assert [table.column(1, 4), table.column(5, 2), table.column(90, 1)] == ["1-1", "2-1", "3-1"]


def test_shifts_go_to_the_right_and_to_the_left_and_end_with_the_table() -> None:
    table = crt(_1="a b c")
    assert [table.shifted("2-1", by) for by in (-5, -1, 0, 1, 5)] == ["1-1", "1-1", "2-1", "3-1", "3-1"]
    assert table.column(2, 1, shift=-1) == "1-1"


def test_a_modified_die_beyond_the_table_reads_its_first_or_last_row() -> None:
    table = crt(_1="a", _2="b", _3="c")
    assert [table.result("1-1", die) for die in (-3, 1, 2, 3, 9)] == ["a", "a", "b", "c", "c"]


def test_the_chances_of_results_mix_the_columns() -> None:
    found = crt(_1="a b", _2="a c", _3="b c").chances({"1-1": 0.25, "2-1": 0.75})
    assert found == pytest.approx({"c": 0.5, "b": 1 / 3, "a": 1 / 6})
    assert list(found) == ["c", "b", "a"]  # the likeliest first


def test_the_chances_of_results_take_the_modifier_and_any_die() -> None:
    table = crt(**{f"_{n}": "hit" if n > 8 else "miss" for n in range(1, 11)})
    assert table.chances({"1-1": 1.0}) == pytest.approx({"miss": 0.8, "hit": 0.2})
    assert table.chances({"1-1": 1.0}, modifier=3) == pytest.approx({"miss": 0.5, "hit": 0.5})
    assert table.chances({"1-1": 1.0}, modifier=3, die=range(1, 7)) == pytest.approx({"miss": 5 / 6, "hit": 1 / 6})


def test_modifiers_add_up() -> None:
    assert total([Line("river", "-1", "1"), Line("air", "+2", "2")]) == 1


def test_chances_are_said_in_hundredths_that_add_up() -> None:
    assert percents({"a": 1 / 3, "b": 1 / 3, "c": 1 / 3}) == {"a": "34%", "b": "33%", "c": "33%"}
    assert percents({"you": 0.707, "nobody": 0.222, "they": 0.071}) == {"you": "71%", "nobody": "22%", "they": "7%"}
    assert percents({"a": 0.006, "b": 0.912, "c": 0.082, "d": 0.0}) == {"a": "<1%", "b": "91%", "c": "8%"}
