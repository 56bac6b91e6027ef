"""2.1 to 2.5: the blocks: sides, types, strength and steps."""

from __future__ import annotations

import pytest

import grognard
from grognard.events import Eliminated, LostStep
from grognard.games.eastfront.rules import all_blocks
from tests.eastfront.table import cv, of_kind, offered, play, position, powers, refused, state, volleys, where

SUPPORT = {"0505": "AG-South:3", "0705": "Ukrainian-Front:3"}


def fight(stack: str, dice: list[int], active: str = "german") -> grognard.Match:
    """A battle in the open at 0605, supported, without airstrikes; the passive side fires first."""
    m = position(
        SUPPORT | {"0605": stack}, phase="combat", active=active, dice=dice, battles={"0605": active},
        active_hqs={"AG-South" if active == "german" else "Ukrainian-Front": ""},
    )  # fmt: skip
    play(m, "battle 0605")
    return m


# --- 2.1, 2.2 -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("eastfront", "2.1")
@pytest.mark.parametrize("unit", ["1AK", "2SS", "3Rum", "4Rum", "2Hun", "8Ital"])
def test_the_german_runs_the_satellites_too(unit: str) -> None:
    board_units = {"0505": f"{unit} AG-South", "1105": "Ukrainian-Front"}
    m = position(board_units, scenario="W42", weather="dry", active_hqs={"AG-South": ""})
    assert m.decisions[0].side == "german"
    g = state(m)
    assert g.owner(g.rules.unit_by_id[unit]) == "german"
    m = position(board_units, scenario="W42", weather="dry", active="soviet", active_hqs={"Ukrainian-Front": ""})
    refused(m, f"move {unit} 0605", "6.1")


@pytest.mark.rule("eastfront", "2.2", "2.24", "2.25")
def test_only_the_soviets_have_cavalry_and_shock() -> None:
    sides = {kind: {block.side for block in all_blocks() if block.type == kind} for kind in ("cavalry", "shock")}
    assert sides == {"cavalry": {"soviet"}, "shock": {"soviet"}}


@pytest.mark.rule("eastfront", "2.2", "2.21", "2.22", "2.23", "2.24", "2.25", "7.32")
@pytest.mark.parametrize(
    ("unit", "offensive", "defensive"),
    [
        ("10Tk", "DF", "DF"), ("6Mk", "SF", "DF"), ("23A", "SF", "SF"), ("1Cav", "SF", "SF"), ("1Shk", "DF", "DF"),
    ],
)  # fmt: skip
def test_a_unit_fires_by_its_type(unit: str, offensive: str, defensive: str) -> None:
    assert powers(list(fight(f"{unit}:1 1AK:4", [1] * 5, "soviet").events))[unit] == offensive
    assert powers(list(fight(f"{unit}:1 1AK:4", [1] * 5).events))[unit] == defensive


@pytest.mark.rule("eastfront", "2.21", "2.23", "7.32")
def test_double_fire_hits_with_five_and_six_single_fire_with_six() -> None:
    assert volleys(list(fight("41Pz:4 23A:1", [1, 3, 4, 5, 6]).events))[-1] == ("41Pz", (3, 4, 5, 6), 2)
    assert volleys(list(fight("1AK:4 23A:1", [1, 3, 4, 5, 6]).events))[-1] == ("1AK", (3, 4, 5, 6), 1)


@pytest.mark.rule("eastfront", "2.24", "12.23")
def test_cavalry_goes_two_hexes_in_mud() -> None:
    units = {"0705": "1Cav 10Tk", "0905": "Ukrainian-Front:3"}
    m = position(
        units, scenario="W42", month="APR43", weather="mud", active="soviet", active_hqs={"Ukrainian-Front": ""}
    )
    assert "0505" in offered(m, "move 1Cav")
    refused(m, "move 10Tk 0505", "6.1")


@pytest.mark.rule("eastfront", "2.26", "5.1", "G22")
def test_an_hq_does_not_fire_and_does_not_engage() -> None:
    m = fight("1AK:2 South-Front:2", [6, 1])
    assert [who for who, _, _ in volleys(list(m.events))] == ["1AK"]
    assert cv(m, "South-Front") == 1
    units = {"0505": "AG-Center", "0405": "AG-South", "0605": "23A"}
    refused(position(units, active_hqs={"AG-South": ""}), "move AG-Center 0605", "5.1")


# --- 2.3, 2.4 strength ----------------------------------------------------------------------------------------------


@pytest.mark.rule("eastfront", "2.3")
@pytest.mark.parametrize("strength", [1, 2, 3, 4])
def test_a_unit_rolls_a_die_for_each_cv(strength: int) -> None:
    m = fight(f"1AK:{strength} 23A:1", [1] + [1] * strength)
    assert volleys(list(m.events))[-1] == ("1AK", (1,) * strength, 0)


@pytest.mark.rule("eastfront", "2.3", "5.1")
def test_an_hq_has_its_strength_in_roman_numerals_down_to_0() -> None:
    m = position({"0105": "AG-South:3 AG-Center:2 AG-North:1 AG-A:0"}, phase="command")
    g = state(m)
    units = [g.rules.unit_by_id[hq] for hq in ("AG-South", "AG-Center", "AG-North", "AG-A")]
    assert [g.strength(unit) for unit in units] == ["III", "II", "I", "0"]
    with pytest.raises(grognard.Invalid):
        position({"0105": "1AK:0"})


@pytest.mark.rule("eastfront", "2.4", "7.33")
def test_a_hit_costs_a_step_and_the_last_step_the_unit() -> None:
    m = fight("1AK:2 23A:3", [1, 1, 1, 6, 1])
    assert cv(m, "23A") == 2
    assert [event.strength for event in of_kind(list(m.events), LostStep) if event.unit == "23A"] == ["2"]
    m = fight("1AK:2 23A:1", [1, 6, 1])
    assert [event.unit for event in of_kind(list(m.events), Eliminated)] == ["23A"]
    assert where(m, "23A") == "dead"


@pytest.mark.rule("eastfront", "2.4", "11.42")
def test_an_eliminated_unit_may_come_back_as_a_cadre() -> None:
    tracks = {"dead": "1AK", "basic": {"german": 50, "soviet": 0}}
    m = position({"0105": "AG-South", "1105": "Ukrainian-Front"}, phase="production", tracks=tracks)
    m.play("cadre 1AK 0105 end", "german")
    m.play("end", "soviet")
    assert (where(m, "1AK"), cv(m, "1AK")) == ("0105", 1)


@pytest.mark.rule("eastfront", "2.4a", "11.41")
@pytest.mark.parametrize(
    ("unit", "most"),
    [
        ("1AK", 4),
        ("3Rum", 4),
        ("11GdsA", 4),
        ("1Shk", 4),
        ("23A", 3),
        ("1Cav", 3),
        ("4Para", 3),
        ("AG-A", 2),
        ("OKH", 3),
    ],
)
def test_nobody_is_built_beyond_his_greatest_strength(unit: str, most: int) -> None:
    side = "german" if unit in ("1AK", "3Rum", "AG-A", "OKH") else "soviet"
    home = "0105" if side == "german" else "1105"
    tracks = {"basic": {"german": 50, "soviet": 50}}
    hqs = {"0205": "AG-South", "1005": "Ukrainian-Front"}
    m = position(hqs | {home: f"{unit}:{most}"}, phase="production", scenario="W42", weather="snow", tracks=tracks)
    refused(m, f"step {unit} end", "11.41", side)
    with pytest.raises(grognard.Invalid):
        position({home: f"{unit}:{most + 1}"})


# --- 2.5 codes --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("eastfront", "2.5", "11.5")
@pytest.mark.example("eastfront", "E2.5")
def test_fe43_is_february_1943_and_54_the_54th_corps() -> None:
    block = {block.id: block for block in all_blocks()}
    assert (block["2SS"].appears, block["54AK"].name) == ("FEB43", "54 Corps")
    due = {"2SS": "FEB43:4"}
    hqs = {"0205": "AG-South", "1005": "Ukrainian-Front"}
    m = position(hqs, scenario="W42", month="JAN43", phase="production", due=due)
    refused(m, "arrive 2SS 0105 end", "11.5", "german")
    m = position(hqs, scenario="W42", month="FEB43", phase="production", due=due)
    m.play("arrive 2SS 0105 end", "german")
    m.play("end", "soviet")
    assert (where(m, "2SS"), cv(m, "2SS")) == ("0105", 4)
