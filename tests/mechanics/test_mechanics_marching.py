"""Searches that are remembered: the same while what they depend on is, and another as soon as it is not."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.hexes import Prices, reach
from grognard.mechanics.marching import left_to_march, reach_of, stepping_off
from tests.mechanics.camp import Camp

CAMP = Camp()
GRID = CAMP.rules.grid
COSTS = [tuple((b, 2) for b in GRID.neighbours[a]) for a in range(GRID.size)]
DEAR = [tuple((b, 4) for b in GRID.neighbours[a]) for a in range(GRID.size)]


def test_a_range_is_searched_once_also_while_the_position_changes() -> None:
    camp = Camp().pitch(r1="0101", r2="0303")
    first = reach_of(camp, 0, COSTS, 4)
    camp.pitch(r2="0404")
    assert reach_of(camp, 0, COSTS, 4) is first
    assert first == reach(COSTS, camp.at[0], 4)


@pytest.mark.parametrize(
    "other",
    [
        {"limit": 2}, {"stop": GRID.parse("0102")}, {"closed": GRID.parse("0102")}, {"extra": {GRID.hex("0102"): 1}},
        {"costs": DEAR}, {"start": GRID.hex("0303")}, {"start": {GRID.hex("0303"): 1}},
    ],
)  # fmt: skip
def test_a_range_depends_on_everything_it_is_asked_with(other: dict[str, Any]) -> None:
    camp = Camp().pitch(r1="0101")
    asked: dict[str, Any] = {"costs": COSTS, "limit": 4}
    before = reach_of(camp, 0, **asked)
    after = reach_of(camp, 0, **asked | other)
    assert after != before
    assert after == reach(**{"start": camp.at[0]} | asked | other)


def test_a_range_begins_where_the_unit_is_now() -> None:
    camp = Camp().pitch(r1="0101")
    reach_of(camp, 0, COSTS, 4)
    camp.pitch(r1="0505")
    assert reach_of(camp, 0, COSTS, 4) == reach(COSTS, camp.at[0], 4)


def test_who_can_step_depends_on_points_and_open_hexes() -> None:
    camp, prices = Camp(), Prices(COSTS)
    assert stepping_off(camp, "foot", prices, 2, GRID.all) == GRID.all
    assert stepping_off(camp, "foot", prices, 1, GRID.all) == 0
    assert stepping_off(camp, "foot", prices, 2, GRID.parse("0101")) == GRID.border(GRID.parse("0101"))
    assert stepping_off(camp, "foot", prices, 2, GRID.parse("0101"), {GRID.hex("0101"): 1}) == 0
    assert stepping_off(camp, "foot", Prices(DEAR), 2, GRID.parse("0101")) == 0


def test_what_is_left_of_a_march_is_said_as_people_say_it() -> None:
    assert left_to_march(1) == "1/2 movement point left"
    assert left_to_march(2) == "1 movement point left"
    assert left_to_march(3) == "1 1/2 movement points left"
    assert left_to_march(0) == "0 movement points left"
