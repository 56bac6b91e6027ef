"""12: the weather and what it does."""

from __future__ import annotations

from typing import Any

import pytest

import grognard
from grognard.events import Rolled
from grognard.games.eastfront.command import effective
from tests.eastfront.table import (
    allowed,
    cv,
    field,
    ground,
    of_kind,
    offered,
    play,
    position,
    refused,
    state,
    volleys,
    where,
)

HQS = {"0105": "AG-South:3", "1105": "Ukrainian-Front:3"}
WINTER: dict[str, Any] = {"scenario": "W42", "month": "FEB43"}


def turns(m: grognard.Match, count: int) -> list[str]:
    """Who has the next player-turns, nobody doing anything."""
    found = [state(m).side]
    while len(found) < count:
        before = (state(m).turn, state(m).side)
        m.play("end")
        if state(m).phase == "production":
            m.play("end", "german")
            m.play("end", "soviet")
        if (state(m).turn, state(m).side) != before:
            found.append(state(m).side)
    return found


# --- 12.1 what the weather is -----------------------------------------------------------------------------------------


@pytest.mark.rule("eastfront", "12.1", "4.3", "G43")
@pytest.mark.parametrize(
    ("scenario", "month", "dice", "weather"),
    [
        ("S42", "OCT42", [1, 1], "dry"), ("S42", "OCT42", [1, 6], "mud"),
        ("S42", "NOV42", [6, 4], "snow"), ("S42", "NOV42", [5, 4], "mud"),
        ("W42", "MAR43", [3, 3], "snow"), ("W42", "MAR43", [2, 3], "mud"),
        ("W42", "MAY43", [5, 1], "dry"), ("W42", "MAY43", [4, 1], "mud"),
    ],
)  # fmt: skip
def test_two_dice_decide_in_a_variable_month(scenario: str, month: str, dice: list[int], weather: str) -> None:
    m = position(HQS, scenario=scenario, month=month, phase="production", dice=dice)
    m.play("end", "german")
    events = m.play("end", "soviet")
    assert [(event.die, event.result) for event in of_kind(events, Rolled)] == [(sum(dice), weather)]
    assert state(m).weather == weather


@pytest.mark.rule("eastfront", "12.1")
@pytest.mark.parametrize(
    ("scenario", "month", "weather"),
    [("S42", "JUL42", "dry"), ("S42", "SEP42", "dry"), ("W42", "JAN43", "snow"), ("W42", "APR43", "mud")],
)
def test_nobody_rolls_in_the_other_months(scenario: str, month: str, weather: str) -> None:
    m = position(HQS, scenario=scenario, month=month, phase="production", dice=[])
    m.play("end", "german")
    m.play("end", "soviet")
    assert state(m).weather == weather


@pytest.mark.rule("eastfront", "12.1", "G43")
def test_each_fortnight_has_its_own_roll() -> None:
    m = position(HQS, scenario="S42", month="OCT42", phase="production", dice=[1, 2, 3, 3])
    m.play("end", "german")
    m.play("end", "soviet")
    assert (state(m).fortnight, state(m).weather) == (1, "mud")
    turns(m, 3)
    assert (state(m).fortnight, state(m).weather) == (2, "dry")


# --- 12.21 who goes first ---------------------------------------------------------------------------------------------


@pytest.mark.rule("eastfront", "12.21", "4.4", "0c")
@pytest.mark.parametrize(("month", "first"), [("JUL42", "german"), ("JAN43", "soviet"), ("APR43", "german")])
def test_the_weather_says_who_goes_first(month: str, first: str) -> None:
    m = position(HQS, scenario="S42" if month.endswith("42") else "W42", month=month, phase="production")
    m.play("end", "german")
    m.play("end", "soviet")
    assert state(m).side == first


@pytest.mark.rule("eastfront", "12.21")
@pytest.mark.example("eastfront", "E12.21")
@pytest.mark.parametrize(
    ("scenario", "month", "dice", "order"),
    [
        ("S42", "NOV42", [1, 2, 1, 1], "german soviet soviet german"),  # from mud to snow
        ("W42", "MAR43", [1, 1, 1, 2], "soviet german german soviet"),  # from snow to mud
    ],
)
def test_when_snow_comes_or_goes_a_side_has_two_turns_in_a_row(
    scenario: str, month: str, dice: list[int], order: str
) -> None:
    m = position(HQS, scenario=scenario, month=month, phase="production", dice=dice)
    m.play("end", "german")
    m.play("end", "soviet")
    assert turns(m, 4) == order.split()


# --- 12.22 headquarters -----------------------------------------------------------------------------------------------


@pytest.mark.rule("eastfront", "12.22", "5.8")
@pytest.mark.parametrize(("weather", "german", "soviet"), [("dry", 3, 3), ("mud", 2, 2), ("snow", 2, 3)])
def test_mud_disrupts_all_hqs_and_snow_the_german_ones(weather: str, german: int, soviet: int) -> None:
    m = position(HQS, phase="command", weather=weather, **WINTER)
    g = state(m)
    found = [effective(g, g.rules.unit_by_id[hq]) for hq in ("AG-South", "Ukrainian-Front")]
    assert found == [german, soviet]


@pytest.mark.rule("eastfront", "12.22", "5.3")
@pytest.mark.parametrize(("weather", "far"), [("dry", True), ("mud", False), ("snow", False)])
def test_a_disrupted_hq_commands_one_hex_less_far(weather: str, far: bool) -> None:
    m = position(HQS | {"0405": "1AK", "0305": "5AK"}, weather=weather, active_hqs={"AG-South": ""}, **WINTER)
    allowed(m, "move 5AK 0205")
    assert m.why("move 1AK 0505").ok == far


@pytest.mark.rule("eastfront", "12.22", "5.21")
@pytest.mark.parametrize(("weather", "may"), [("dry", True), ("mud", False), ("snow", True)])
def test_no_hq_deploys_in_mud(weather: str, may: bool) -> None:
    m = position(HQS, phase="command", weather=weather, **WINTER)
    if may:
        allowed(m, "activate AG-South 0205")
    else:
        refused(m, "activate AG-South 0205", "5.21")


# --- 12.23 speed ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("eastfront", "12.23", "2.2", "2.21", "2.22", "2.23", "2.24", "2.25", "2.26")
@pytest.mark.parametrize(
    ("unit", "dry", "mud", "snow"),
    [
        ("10Tk", 3, 1, 2), ("6Mk", 3, 1, 2), ("23A", 2, 1, 1), ("1Cav", 3, 2, 2), ("1Shk", 1, 1, 1), ("4Para", 2, 1, 1),
        ("South-Front", 2, 1, 1), ("STAVKA", 2, 1, 1),
    ],
)  # fmt: skip
def test_how_far_units_march(unit: str, dry: int, mud: int, snow: int) -> None:
    for weather, far in (("dry", dry), ("mud", mud), ("snow", snow)):
        m = position(
            {"0805": unit, "0905": "Ukrainian-Front:3"}, active="soviet", weather=weather, **WINTER,
            active_hqs={"Ukrainian-Front": ""},
        )  # fmt: skip
        grid = state(m).rules.grid
        there = [grid.distance(grid.by_name["0805"], grid.by_name[hex]) for hex in offered(m, f"move {unit}")]
        assert max(there) == far, weather


# --- 12.24 terrain ----------------------------------------------------------------------------------------------------

FIGHT = {"0505": "AG-South:3", "1105": "Ukrainian-Front"}


def fight(stack: str, weather: str, dice: list[int], **terrain: Any) -> grognard.Match:
    """Germans attack in 0605, with support and without airstrikes."""
    m = position(
        FIGHT | {"0605": stack}, board=field(**terrain), phase="combat", weather=weather, dice=dice, **WINTER,
        active_hqs={"AG-South": ""}, battles={"0605": "german"},
    )  # fmt: skip
    play(m, "battle 0605")
    return m


@pytest.mark.rule("eastfront", "12.24", "1.31", "1.32", "1.33", "7.34")
@pytest.mark.parametrize("terrain", ["clear", "forest"])
def test_in_mud_clear_and_forest_hexes_are_marsh(terrain: str) -> None:
    m = fight("41Pz:2 23A:3", "mud", [1, 1, 1, 6, 5], **ground(terrain, "0605"))
    assert volleys(list(m.events))[-1] == ("41Pz", (6, 5), 1)  # SF, though it is armor
    assert cv(m, "23A") == 3  # and one hit is half a step
    m = fight("41Pz:2 23A:3", "mud", [1, 1, 1, 6, 6], **ground(terrain, "0605"))
    assert cv(m, "23A") == 2


@pytest.mark.rule("eastfront", "12.24", "1.34", "G21")
@pytest.mark.parametrize(("unit", "terrain"), [("49Geb:2", "mountain"), ("2SS:2", "clear"), ("41Pz:2", "mountain")])
def test_in_mud_all_offensive_fire_is_sf(unit: str, terrain: str) -> None:
    m = fight(f"{unit} 23A:1", "mud", [1, 6, 5], **ground(terrain, "0605"))
    assert volleys(list(m.events))[-1][2] == 1


@pytest.mark.rule("eastfront", "12.24")
def test_defensive_fire_is_as_ever_in_mud() -> None:
    m = fight("41Pz:4 6Mk:2", "mud", [5, 5, 1, 1, 1, 1])
    assert volleys(list(m.events))[0] == ("6Mk", (5, 5), 2)


@pytest.mark.rule("eastfront", "12.24", "13.14")
def test_airstrikes_are_not_hampered_by_mud() -> None:
    m = position(
        FIGHT | {"0605": "41Pz:1 23A:3"}, phase="combat", weather="mud", dice=[5, 5, 1, 1, 1], scenario="S42",
        month="OCT42", active_hqs={"AG-South": ""}, battles={"0605": "german"},
    )  # fmt: skip
    play(m, "strike AG-South 0605")
    assert volleys(list(m.events))[0] == ("AG-South", (5, 5), 2)  # DF in S'42


@pytest.mark.rule("eastfront", "12.24", "1.33", "6.33")
@pytest.mark.parametrize(("weather", "second"), [("dry", True), ("mud", False), ("snow", True)])
def test_one_unit_crosses_a_clear_side_of_a_battle_in_mud(weather: str, second: bool) -> None:
    m = position(
        {"0505": "41Pz 24Pz", "0405": "AG-South:3", "0605": "23A"}, board=field(sea="0604 0606 0704 0706 0705"),
        weather=weather, **WINTER, active_hqs={"AG-South": ""},
    )  # fmt: skip
    play(m, "move 41Pz 0605")
    if second:
        allowed(m, "move 24Pz 0605")
    else:
        refused(m, "move 24Pz 0605", "6.33")


@pytest.mark.rule("eastfront", "12.24", "1.33")
@pytest.mark.parametrize(("weather", "beyond"), [("dry", False), ("snow", True)])
def test_nobody_need_stop_in_a_frozen_marsh(weather: str, beyond: bool) -> None:
    m = position(
        {"0505": "41Pz", "0405": "AG-South:3"}, board=field(marsh="0604 0605 0606 0504 0506"), weather=weather,
        **WINTER, active_hqs={"AG-South": ""},
    )  # fmt: skip
    assert ("0705" in offered(m, "move 41Pz")) == beyond


@pytest.mark.rule("eastfront", "12.24", "1.33", "7.32")
@pytest.mark.parametrize(("weather", "hits"), [("dry", 1), ("snow", 2)])
def test_offensive_fire_in_a_frozen_marsh_is_that_of_a_forest(weather: str, hits: int) -> None:
    m = fight("41Pz:2 23A:3", weather, [1, 1, 1, 6, 5], marsh="0605")
    assert volleys(list(m.events))[-1] == ("41Pz", (6, 5), hits)
    assert cv(m, "23A") == (2 if hits == 2 else 3)  # the defence is double in both


@pytest.mark.rule("eastfront", "12.24", "1.33", "1.31", "1.32", "1.34", "6.21")
@pytest.mark.parametrize("weather", ["dry", "mud", "snow"])
@pytest.mark.parametrize(("terrain", "limit"), [("clear", 4), ("forest", 4), ("marsh", 3), ("mountain", 2)])
def test_weather_does_not_change_stacking(weather: str, terrain: str, limit: int) -> None:
    board = field(**ground(terrain, "0505"))
    units = {"0504": "1AK 5AK 6AK", "0506": "7AK 9AK", "0405": "AG-South:3"}
    m = position(units, board=board, weather=weather, **WINTER, active_hqs={"AG-South": ""})
    corps = ["1AK", "5AK", "6AK", "7AK", "9AK"]
    play(m, *(f"move {unit} 0505" for unit in corps[:limit]))
    refused(m, f"move {corps[limit]} 0505", "6.21")


@pytest.mark.rule("eastfront", "12.24", "1.35", "7.52", "6.33")
@pytest.mark.parametrize(("weather", "repulsed"), [("dry", True), ("mud", True), ("snow", False)])
def test_nobody_is_repulsed_over_a_frozen_river_but_only_one_unit_crosses(weather: str, repulsed: bool) -> None:
    m = position(
        {"0505": "41Pz 24Pz", "0405": "AG-South:3", "0605": "23A:1", "1105": "Ukrainian-Front"},
        board=field(river="0605/w", sea="0604 0606 0704 0706 0705"), weather=weather, **WINTER,
        active_hqs={"AG-South": ""}, dice=[1, 1, 1, 1, 1],
    )  # fmt: skip
    play(m, "move 41Pz 0605")
    refused(m, "move 24Pz 0605", "6.33")
    play(m, "end", "resolve 0605")
    assert where(m, "41Pz") == ("0505" if repulsed else "0605")
