"""What a unit is worth where it stands: tables learned from games."""

from __future__ import annotations

from itertools import pairwise

import pytest

from grognard.bots.knowledge.squares import Squares, learned
from tests.eastfront.table import FIELD, GERMAN, MAP, SOVIET, position, state

TABLE = {
    "first": GERMAN,
    "turns": 10,
    "worth": {GERMAN: {"0-0": [1.0, 3.0], "0-1": [5.0, 5.0]}, SOVIET: {"1-1": [-2.0, -2.0]}},
}


def test_a_unit_counts_for_its_square_and_the_time_and_against_the_other_side() -> None:
    g = state(position({"0101": "41Pz"}))
    g.turn = 0
    squares = Squares(TABLE, g.rules.grid)
    early = squares.worth(g, GERMAN)
    assert early == pytest.approx(1.0)  # the corner of the map is beyond the middle of its square
    assert squares.worth(g, SOVIET) == -early
    g.turn = 10
    assert squares.worth(g, GERMAN) == pytest.approx(3.0)


def test_between_two_squares_the_worth_changes_evenly() -> None:
    worth = []
    for column in range(1, 8):
        g = state(position({f"{column:02d}01": "41Pz"}))
        g.turn = 0
        worth.append(Squares(TABLE, g.rules.grid).worth(g, GERMAN))
    assert worth == sorted(worth)
    assert worth[0] == pytest.approx(1.0)
    assert worth[-1] == pytest.approx(5.0)
    assert max(later - earlier for earlier, later in pairwise(worth)) <= 1.0 + 1e-9


def test_a_scenario_with_a_table_is_judged_by_it_and_no_other_map() -> None:
    judged = {}
    for name, board, scenario in (("own", MAP, "S42"), ("field", FIELD, "S42"), ("other", MAP, "S43")):
        match = position({"0505" if board is FIELD else "Kharkov": "41Pz"}, board=board, scenario=scenario)
        judged[name] = [learned(match, state(match), side) for side in (GERMAN, SOVIET)]
    german, soviet = judged["own"]
    assert german == -soviet != 0
    assert judged["field"] == judged["other"] == [0, 0]
