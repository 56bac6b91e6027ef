"""13: airstrikes: how far, how strong, where, and what weather and a lack of support do to them."""

from __future__ import annotations

from typing import Any

import pytest

import grognard
from grognard.games.eastfront.rules import BOX
from tests.eastfront.table import (
    GERMAN,
    SOVIET,
    allowed,
    cv,
    field,
    lost,
    offered,
    play,
    position,
    powers,
    refused,
    volleys,
)

HQ = {"AG-South": ""}
SCENARIOS = ("S41", "W41", "S42", "W42", "S43", "W43", "S44", "W44")


def strike(hq: str, at: str = "0505", **more: Any) -> grognard.Match:
    """A German Combat Phase with an old battle in 0605 and an active HQ."""
    units = {"0605": "41Pz:1 11GdsA:4", at: hq}
    given: dict[str, Any] = {"phase": "combat", "active_hqs": {hq.split(":")[0]: ""}, **more}
    return position(units, **given)


def told(m: grognard.Match) -> list[tuple[str, tuple[int, ...], int]]:
    """Every volley so far."""
    return volleys(list(m.events))


# --- 13.1, 13.12 one airstrike, a die for each CV --------------------------------------------------------------------


@pytest.mark.rule("eastfront", "13.1", "13.12")
def test_an_hq_makes_one_airstrike_and_cannot_split_it() -> None:
    units = {"0605": "41Pz:4 23A:3", "0607": "1AK:4 8A:3", "0506": "AG-South:3", "0404": "AG-North:3"}
    m = position(units, phase="combat", active_hqs={"AG-South": "", "AG-North": ""})
    play(m, "strike AG-South 0607")
    refused(m, "strike AG-South 0605", "13.1")
    allowed(m, "strike AG-North 0605")


@pytest.mark.rule("eastfront", "13.1")
def test_only_an_active_hq_of_ones_own_strikes() -> None:
    units = {"0605": "41Pz:4 23A:3", "0505": "AG-South:3", "0405": "AG-North:3", "0705": "Ukrainian-Front:3"}
    m = position(units, phase="combat", active_hqs=HQ)
    refused(m, "strike AG-North 0605", "13.1")
    refused(m, "strike Ukrainian-Front 0605", "13.1")
    refused(m, "strike 41Pz 0605", "13.1")


@pytest.mark.rule("eastfront", "13.1")
def test_an_hq_strikes_again_in_the_blitz_with_what_it_has_left() -> None:
    units = {"0605": "41Pz:4 11GdsA:4", "0505": "AG-South:3"}
    m = position(units, phase="combat", active_hqs={"AG-South": "blitz"}, dice=[1] * 3 + [1] * 8 + [1] * 2 + [1] * 8)
    play(m, "strike AG-South 0605")
    play(m, "end")
    play(m, "strike AG-South 0605")
    assert [dice for who, dice, _ in told(m) if who == "AG-South"] == [(1, 1, 1), (1, 1)]


@pytest.mark.rule("eastfront", "13.1")
def test_nothing_fires_at_an_airstrike() -> None:
    m = strike("AG-South:3", dice=[1, 1, 1, 6, 6, 6, 6])
    play(m, "strike AG-South 0605")
    assert lost(list(m.events)) == ["41Pz+"]
    assert cv(m, "AG-South") == 2  # one step for its command, and no more


@pytest.mark.rule("eastfront", "13.12", "13.13", "13.15")
@pytest.mark.example("eastfront", "E13.13")
@pytest.mark.parametrize("value", [1, 2, 3])
def test_an_airstrike_has_a_die_for_each_cv(value: int) -> None:
    m = strike(f"AG-South:{value}", dice=[1] * (value + 5))
    play(m, "strike AG-South 0605")
    assert told(m)[0] == ("AG-South", (1,) * value, 0)
    units = {"0605": "41Pz:1 11GdsA:4", "0505": f"AG-South:{value}", "0607": "1AK 8A", "0404": "AG-North:3"}
    m = position(units, phase="combat", active_hqs={"AG-South": "", "AG-North": ""})
    play(m, "strike AG-South 0605")
    (marker,) = m.view(SOVIET).markers
    assert (marker.kind, marker.text, marker.hex) == ("airstrike", str(value), "0605")


@pytest.mark.rule("eastfront", "13.12")
def test_an_hq_at_0_has_no_airpower() -> None:
    units = {"0605": "41Pz:4 23A:3 AG-South:0", "0607": "1AK 8A"}
    m = position(units, phase="combat", active_hqs=HQ)
    refused(m, "strike AG-South 0605", "13.12")


@pytest.mark.rule("eastfront", "13.12", "13.13", "7.13")
def test_an_airstrike_once_assigned_does_not_shrink_with_its_hq() -> None:
    units = {"0604": "AG-South:3 8A:3", "0605": "41Pz:1 11GdsA:4", "0607": "1AK:1 9A:1"}
    m = position(units, phase="combat", active_hqs=HQ, dice=[6, 6, 6, *[1, 1, 1], *[1] * 5, *[1] * 2])
    play(m, "strike AG-South 0605", "battle 0604", "battle 0607", "resolve 0604")
    assert cv(m, "AG-South") == 0
    play(m, "resolve 0605")
    assert [dice for who, dice, _ in told(m) if who == "AG-South"] == [(1, 1, 1)]


# --- 13.11 range -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("eastfront", "13.11")
@pytest.mark.parametrize(("hq", "at", "reaches"), [
    ("AG-South:1", "0505", True), ("AG-South:1", "0405", False), ("AG-South:2", "0405", True),
    ("AG-South:2", "0305", False), ("AG-South:3", "0305", True), ("AG-South:3", "0205", False),
])  # fmt: skip
def test_air_range_is_as_many_hexes_as_the_hq_has_cv(hq: str, at: str, reaches: bool) -> None:
    m = strike(hq, at)
    if reaches:
        allowed(m, "strike AG-South 0605")
    else:
        refused(m, "strike AG-South 0605", "13.11")


@pytest.mark.rule("eastfront", "13.11", "13.15a", "5.5")
def test_neither_enemies_nor_closed_hexsides_stop_an_airstrike() -> None:
    # enemy hexes lie between, and alpine hexsides around the HQ
    board = field(alpine="0305/e 0305/ne 0305/se 0305/w 0305/nw 0305/sw")
    units = {"0605": "41Pz:1 11GdsA:4", "0305": "AG-South:3", "0405": "8A", "0505": "9A", "0504": "18A"}
    m = position(units, board=board, phase="combat", active_hqs=HQ)
    allowed(m, "strike AG-South 0605")


@pytest.mark.rule("eastfront", "13.11", "5.63")
def test_a_supreme_hq_strikes_twice_as_far_with_the_same_dice() -> None:
    m = strike("OKH:2", "0205", dice=[1] * 7)
    play(m, "strike OKH 0605")
    assert told(m)[0] == ("OKH", (1, 1), 0)
    refused(strike("OKH:2", "0105"), "strike OKH 0605", "13.11")


# --- 13.13 targets ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("eastfront", "13.13")
def test_airstrikes_go_into_battles_only() -> None:
    units = {"0605": "41Pz:1 11GdsA:4", "0505": "AG-South:3", "0705": "8A"}
    m = position(units, phase="combat", active_hqs=HQ)
    assert offered(m, "strike AG-South") == ["0605"]
    refused(m, "strike AG-South 0705", "13.13")


# --- 13.14 firepower -------------------------------------------------------------------------------------------------


@pytest.mark.rule("eastfront", "13.14")
def test_air_firepower_by_scenario() -> None:
    printed = {
        GERMAN: "TF DF DF DF DF SF SF NONE",
        SOVIET: "SF SF SF DF DF DF TF TF",
    }
    for side, row in printed.items():
        assert [BOX.scenario(id).air[side] for id in SCENARIOS] == row.split()


@pytest.mark.rule("eastfront", "13.14", "7.32")
@pytest.mark.parametrize(("id", "hits"), [("S41", 3), ("S42", 2), ("W43", 1)])
def test_an_airstrike_hits_as_the_scenario_says(id: str, hits: int) -> None:
    more: dict[str, Any] = {"month": "JUL41"} if id == "S41" else {}
    units = {"0605": "41Pz:1 11GdsA:4", "0305": "OKH:3"}
    m = position(
        units, scenario=id, phase="combat", active_hqs={"OKH": ""}, weather="dry", dice=[4, 5, 6, *[1] * 5], **more
    )
    play(m, "strike OKH 0605")
    assert told(m)[0] == ("OKH", (4, 5, 6), hits)


@pytest.mark.rule("eastfront", "13.14")
def test_in_the_last_winter_the_germans_have_no_airpower() -> None:
    units = {"0605": "41Pz:1 11GdsA:4", "0505": "AG-South:3", "0607": "1AK 8A"}
    m = position(units, scenario="W44", weather="dry", phase="combat", active_hqs=HQ)
    refused(m, "strike AG-South 0605", "13.14")


@pytest.mark.rule("eastfront", "13.14", "12.24", "7.32")
@pytest.mark.parametrize("more", [{"weather": "mud"}, {"board": field(marsh="0605")}])
def test_marsh_and_mud_leave_air_firepower_alone_but_protect_all_the_same(more: dict[str, Any]) -> None:
    m = strike("AG-South:3", dice=[5, 5, 1, *[1] * 5], **more)
    play(m, "strike AG-South 0605")
    struck = next(volley for volley in told(m) if volley[0] == "AG-South")
    assert struck[2] == sum(die >= 5 for die in struck[1]) > 0
    assert powers(list(m.events)) == {"AG-South": "DF", "11GdsA": "SF", "41Pz": "SF"}
    assert lost(list(m.events)) == ["11GdsA"]


# --- 13.15 execution -------------------------------------------------------------------------------------------------


@pytest.mark.rule("eastfront", "13.15", "7.34")
@pytest.mark.parametrize(("dice", "left"), [([5, 1, 1], 4), ([5, 5, 1], 3), ([5, 5, 5], 3)])
def test_an_airstrike_meets_the_double_defense_of_a_forest(dice: list[int], left: int) -> None:
    m = strike("AG-South:3", dice=[*dice, *[1] * 5], board=field(forest="0605"))
    play(m, "strike AG-South 0605")
    assert cv(m, "11GdsA") == left


@pytest.mark.rule("eastfront", "13.15", "7.22")
def test_its_hits_fall_at_once_before_the_defender_fires() -> None:
    m = strike("AG-South:2", dice=[5, 5, 1, 1, 1])
    play(m, "strike AG-South 0605")
    assert told(m)[:2] == [("AG-South", (5, 5), 2), ("11GdsA", (1, 1), 0)]


@pytest.mark.rule("eastfront", "13.15a", "7.4")
@pytest.mark.parametrize(("more", "lost_steps"), [({}, 1), ({"board": field(forest="0605")}, 1)])
def test_in_an_unsupported_battle_an_airstrike_is_weaker_too(more: dict[str, Any], lost_steps: int) -> None:
    m = strike("OKH:3", dice=[5, 5, 5, *[1] * 5], **more)
    play(m, "strike OKH 0605")
    assert lost(list(m.events)) == ["11GdsA"] * lost_steps
    hits = [5, 5, 1] if more else [5, 1, 1]  # one hit less than a step
    m = strike("OKH:3", dice=[*hits, *[1] * 5], **more)
    play(m, "strike OKH 0605")
    assert lost(list(m.events)) == []


# --- 13.17 disruption ------------------------------------------------------------------------------------------------


@pytest.mark.rule("eastfront", "13.17", "5.8")
@pytest.mark.example("eastfront", "E5.8")
@pytest.mark.parametrize("weather", ["mud", "snow"])
def test_disruption_takes_one_off_range_and_dice_but_not_off_firepower(weather: str) -> None:
    m = strike("AG-South:3", "0405", weather=weather, dice=[1] * 7)
    play(m, "strike AG-South 0605")
    assert told(m)[0] == ("AG-South", (1, 1), 0)
    assert powers(list(m.events))["AG-South"] == "DF"
    out = position(
        {"0605": "41Pz:1 11GdsA:4", "0305": "AG-South:3", "0607": "1AK 8A"}, phase="combat", active_hqs=HQ,
        weather=weather,
    )  # fmt: skip
    refused(out, "strike AG-South 0605", "13.11")


@pytest.mark.rule("eastfront", "13.17")
def test_soviet_airpower_does_not_mind_the_snow() -> None:
    units = {"0605": "41Pz:1 11GdsA:4", "0805": "Ukrainian-Front:3", "0505": "AG-South:3"}
    given: dict[str, Any] = {
        "phase": "combat",
        "active": SOVIET,
        "active_hqs": {"Ukrainian-Front": ""},
        "battles": {"0605": GERMAN},
    }
    m = position(units, weather="snow", dice=[1] * 8, **given)
    play(m, "strike Ukrainian-Front 0605")
    assert told(m)[0] == ("Ukrainian-Front", (1, 1, 1), 0)


@pytest.mark.rule("eastfront", "13.17", "13.12", "5.8")
def test_a_disrupted_hq_of_1_has_no_airstrike() -> None:
    units = {"0605": "41Pz:4 23A:3 AG-South:1", "0607": "1AK 8A"}
    m = position(units, phase="combat", active_hqs=HQ, weather="mud")
    refused(m, "strike AG-South 0605", "13.12")
