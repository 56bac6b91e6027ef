"""The special rules of the scenarios that hold after set-up: S41.2 to S41.4, W41.1, S42.1, S43.1, W44.2 to W44.5."""

from __future__ import annotations

from typing import Any

import pytest

import grognard
from grognard.events import Noted
from grognard.games.eastfront.command import command_range
from grognard.games.eastfront.production import account
from grognard.games.eastfront.supply import has_line
from tests.eastfront.table import (
    GERMAN,
    MAP,
    SOVIET,
    allowed,
    cv,
    field,
    fight,
    holder,
    of_kind,
    offered,
    position,
    powers,
    pps,
    produce,
    refused,
    state,
    where,
)

HQ = {"AG-South": ""}
RIVER = field(river="0505/e 0605/nw 0605/ne 0605/e 0605/se 0605/sw 0505/ne 0505/w 0505/nw 0505/sw 0505/se")


# --- Summer 1941 -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("eastfront", "S41.2", "G27", "11.1")
def test_june_1941_has_one_player_turn_each_and_no_production() -> None:
    m = grognard.new("eastfront", "S41")
    for _ in range(2):
        m.play("deploy")
        m.play("end")
    turns = []
    while state(m).phase != "production":
        if state(m).phase == "command":
            turns.append((state(m).month_code, state(m).side))
        m.play("end")
    assert turns == [("JUN41", GERMAN), ("JUN41", SOVIET)]
    assert state(m).month_code == "JUL41"


@pytest.mark.rule("eastfront", "S41.3", "5.8")
@pytest.mark.parametrize(("month", "active"), [("JUN41", False), ("JUL41", True)])
def test_in_june_1941_soviet_hqs_are_disrupted(month: str, active: bool) -> None:
    units = {"0805": "West-Front:1", "0905": "23A", "0305": "AG-South:1", "0405": "1AK"}
    m = position(
        units,
        scenario="S41",
        month=month,
        active=SOVIET,
        active_hqs={"West-Front": ""},
        control={"soviet": "0501..0509"},
    )
    g = state(m)
    assert bool(command_range(g, g.rules.unit_by_id["West-Front"]) >> g.rules.hex("0905") & 1) is active
    german = position(units, scenario="S41", month=month, active_hqs=HQ)
    g = state(german)
    assert command_range(g, g.rules.unit_by_id["AG-South"]) >> g.rules.hex("0405") & 1


@pytest.mark.rule("eastfront", "S41.3", "7.51")
@pytest.mark.parametrize(("month", "ends"), [("JUN41", "0605"), ("JUL41", "0505")])
def test_in_june_1941_german_river_assaults_are_not_repulsed(month: str, ends: str) -> None:
    m = position(
        {"0505": "41Pz:4 AG-South:3", "0605": "23A:1"},
        board=RIVER,
        scenario="S41",
        month=month,
        active_hqs=HQ,
        dice=[1, 1, 1, 1, 1],
    )
    m.play("move 41Pz 0605")
    m.play("end")
    fight(m, "0605")
    assert where(m, "41Pz") == ends


@pytest.mark.rule("eastfront", "S41.3", "6.33")
def test_still_one_unit_crosses_a_river_side() -> None:
    m = position(
        {"0505": "41Pz 24Pz AG-South:3", "0605": "23A", "0604": "8A", "0606": "12A"},
        board=RIVER,
        scenario="S41",
        month="JUN41",
        active_hqs=HQ,
    )
    m.play("move 41Pz 0605")
    refused(m, "move 24Pz 0605", "6.33")


@pytest.mark.rule("eastfront", "S41.3", "7.51")
def test_soviet_river_assaults_are_repulsed_even_in_june_1941() -> None:
    m = position(
        {"0605": "23A:3 8A West-Front:2", "0505": "1AK:1"},
        board=RIVER,
        scenario="S41",
        month="JUN41",
        active=SOVIET,
        active_hqs={"West-Front": ""},
        dice=[1],
    )
    m.play("move 23A 0505")
    m.play("end")
    fight(m, "0505")
    assert where(m, "23A") == "0605"


@pytest.mark.rule("eastfront", "S41.4", "G44")
def test_hungary_is_closed_to_both_sides_in_summer_1941_only() -> None:
    german = {"Przemysl": "1AK AG-South:3"}
    refused(position(german, board=MAP, scenario="S41", active_hqs=HQ), "move 1AK 0414", "S41.4")
    allowed(position(german, board=MAP, scenario="W41", active_hqs=HQ), "move 1AK 0414")
    soviet = position(
        {"Przemysl": "23A West-Front:2"}, board=MAP, scenario="S41", active=SOVIET, active_hqs={"West-Front": ""}
    )
    refused(soviet, "move 23A 0414", "S41.4")
    rail = position({"Przemysl": "1AK", "Warsaw": "OKH:3"}, board=MAP, scenario="S41", active_hqs={"OKH": ""})
    assert "0316" not in offered(rail, "rail 1AK")
    assert holder(rail, "0316") == "nobody"


# --- Winter 1941 -----------------------------------------------------------------------------------------------------


def spent(m: grognard.Match, orders: str) -> int:
    """The PPs that German orders take."""
    before = pps(m, GERMAN)
    events = produce(m, orders)
    left = [int(e.text.split()[0]) for e in of_kind(events, Noted) if e.rule == "11.3" and e.only == (GERMAN,)]
    return before - left[0]


@pytest.mark.rule("eastfront", "W41.1", "11.43")
@pytest.mark.parametrize(
    ("scenario", "month", "step", "cadre"),
    [("W41", "JAN42", 15, 30), ("W41", "MAY42", 15, 30), ("W42", "JAN43", 10, 20)],
)
def test_german_hqs_cost_more_throughout_the_first_winter(scenario: str, month: str, step: int, cadre: int) -> None:
    def winter() -> grognard.Match:
        return position(
            {"0305": "AG-North:1"}, scenario=scenario, phase="production", month=month, tracks={"dead": "AG-South"}
        )

    assert (spent(winter(), "step AG-North"), spent(winter(), "cadre AG-South 0005")) == (step, cadre)


@pytest.mark.rule("eastfront", "W41.1", "16.12", "G72")
def test_without_ploesti_they_cost_more_still() -> None:
    def winter() -> grognard.Match:
        units, tracks = {"Warsaw": "AG-North:1", "Ploesti": "23A"}, {"dead": "AG-South"}
        return position(units, board=MAP, scenario="W41", phase="production", month="JAN42", tracks=tracks)

    assert (spent(winter(), "step AG-North"), spent(winter(), "cadre AG-South EZ-B")) == (20, 40)


@pytest.mark.rule("eastfront", "W41.1", "12.23")
@pytest.mark.parametrize(("weather", "hexes"), [("snow", 1), ("dry", 3)])
def test_in_snow_every_german_moves_one_hex(weather: str, hexes: int) -> None:
    m = position({"0305": "41Pz AG-South:3"}, scenario="W41", weather=weather, active_hqs=HQ)
    g = state(m)
    start = g.rules.hex("0305")
    assert max(g.rules.grid.distance(start, g.rules.hex(hex)) for hex in offered(m, "move 41Pz")) == hexes
    later = position({"0305": "41Pz AG-South:3"}, scenario="W42", weather="snow", active_hqs=HQ)
    assert max(g.rules.grid.distance(start, g.rules.hex(hex)) for hex in offered(later, "move 41Pz")) == 2


@pytest.mark.rule("eastfront", "W41.1")
def test_in_snow_germans_fire_single_in_offence_and_as_usual_in_defence() -> None:
    units = {"0505": "41Pz:1 10Tk:1", "0405": "AG-South:3", "0605": "West-Front:2"}
    m = position(
        units, scenario="W41", weather="snow", phase="combat", active_hqs=HQ, battles={"0505": GERMAN}, dice=[1, 1]
    )
    assert powers(fight(m, "0505")) == {"10Tk": "DF", "41Pz": "SF"}
    front = {"West-Front": ""}
    passive = position(
        units,
        scenario="W41",
        weather="snow",
        phase="combat",
        active=SOVIET,
        active_hqs=front,
        battles={"0505": GERMAN},
        dice=[1, 1],
    )
    assert powers(fight(passive, "0505")) == {"10Tk": "DF", "41Pz": "DF"}
    mild = position(
        units, scenario="W41", weather="dry", phase="combat", active_hqs=HQ, battles={"0505": GERMAN}, dice=[1, 1]
    )
    assert powers(fight(mild, "0505"))["41Pz"] == "DF"


# --- Summer 1942 -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("eastfront", "S42.1", "2.63", "G6")
@pytest.mark.parametrize(
    ("scenario", "tracks", "power"),
    [("W41", {}, "SF"), ("S42", {}, "TF"), ("S44", {}, "TF"), ("S42", {"rebuilt": "54AK"}, "SF")],
)
def test_54_corps_has_its_siege_guns_from_summer_1942(scenario: str, tracks: dict[str, str], power: str) -> None:
    fort = field(cities=[{"name": "Krepost", "hex": "0605", "class": "minor", "home": "soviet", "fortress": True}])
    m = position(
        {"0605": "54AK:1 23A:1", "0505": "AG-South:3"},
        board=fort,
        scenario=scenario,
        weather="dry",
        phase="combat",
        active_hqs=HQ,
        battles={"0605": GERMAN},
        tracks=tracks,
        dice=[1, 1],
    )
    assert powers(fight(m, "0605"))["54AK"] == power


# --- from one scenario to the next -----------------------------------------------------------------------------------


def turn_of_the_year(scenario: str, month: str, **more: Any) -> grognard.Match:
    """A campaign at the end of a scenario, in the last Soviet player-turn; the sides are level."""
    level = {"S41": 40, "W42": 15}[scenario]
    tracks = {"played": GERMAN, "basic": {"german": 30 + level, "soviet": 30}, **more.pop("tracks", {})}
    return position(
        {},
        scenario=scenario,
        month=month,
        fortnight=2,
        active=SOVIET,
        phase="combat",
        weather="mud",
        options={"campaign": True},
        tracks=tracks,
        **more,
    )


@pytest.mark.rule("eastfront", "S43.1", "3.12")
def test_summer_1943_begins_in_july_but_in_june_when_the_game_goes_on() -> None:
    m = turn_of_the_year("W42", "MAY43")
    assert (state(m).scenario.id, state(m).month_code, state(m).phase) == ("S43", "JUN43", "production")
    assert state(position({}, phase="command")).scenario.months[0] == "JUL43"


@pytest.mark.rule("eastfront", "S43.1", "13.14", "S43.2")
def test_its_rules_then_hold_from_june() -> None:
    m = turn_of_the_year("W42", "MAY43")
    assert "satellites_restricted" in state(m).scenario.special
    assert state(m).scenario.air == {GERMAN: "DF", SOVIET: "DF"}


@pytest.mark.rule("eastfront", "15.51", "3.12")
def test_the_beachhead_begins_winter_1941_in_prep_when_the_game_goes_on() -> None:
    m = turn_of_the_year("S41", "NOV41", tracks={"beachhead": "lost"})
    assert (state(m).scenario.id, state(m).beachhead) == ("W41", "prep")


# --- Winter 1944 -----------------------------------------------------------------------------------------------------


def last_winter(units: dict[str, str], **more: Any) -> grognard.Match:
    """The last winter on the map."""
    return position(units, board=MAP, **{"scenario": "W44", "phase": "command", **more})


@pytest.mark.rule("eastfront", "W44.2", "16.11")
def test_rumania_has_surrendered_before_the_last_winter() -> None:
    m = grognard.new("eastfront", "W44")
    assert state(m).surrender
    assert {where(m, unit) for unit in ("3Rum", "4Rum")} == {"gone"}
    assert holder(m, "Bucharest") == SOVIET


@pytest.mark.rule("eastfront", "W44.2", "16.2")
def test_the_exit_zones_are_in_use() -> None:
    soviet = last_winter({"Danzig": "23A West-Front:2"}, phase="movement", active=SOVIET, active_hqs={"West-Front": ""})
    allowed(soviet, "move 23A EZ-A")


@pytest.mark.rule("eastfront", "W44.3", "16.12")
def test_german_hqs_cost_fifteen_and_thirty_in_the_last_winter() -> None:
    def winter() -> grognard.Match:
        return last_winter({"Warsaw": "AG-North:1"}, phase="production", month="JAN45", tracks={"dead": "AG-South"})

    assert (spent(winter(), "step AG-North"), spent(winter(), "cadre AG-South EZ-B")) == (15, 30)


@pytest.mark.rule("eastfront", "W44.5", "16.33", "G4")
def test_the_four_southern_zones_are_out_of_play_and_cost_the_german_four_pps() -> None:
    m = last_winter({"EZ-F": "23A West-Front:2"}, phase="movement", active=SOVIET, active_hqs={"West-Front": ""})
    refused(m, "move 23A EZ-G", "W44.5")
    lines = {line.what: int(line.value) for line in account(state(m), GERMAN) if line.what.startswith("exit zone")}
    assert lines == {"exit zone F": -2, **{f"exit zone {id}": -1 for id in "GHIJ"}}


@pytest.mark.rule("eastfront", "W44.4", "9.12")
def test_no_german_supply_comes_from_south_of_a_zone_the_soviets_hold_undisputed() -> None:
    def fed(units: dict[str, str], scenario: str = "W44", **more: Any) -> bool:
        m = position({"Cracow": "1AK", "Danzig": "2AK", **units}, board=MAP, scenario=scenario, phase="command", **more)
        return has_line(state(m), state(m).rules.unit_by_id["1AK"])

    assert fed({})
    assert not fed({"EZ-A": "23A"})
    assert not fed({"EZ-B": "23A", "0207": "8A"})
    assert fed({"EZ-B": "23A", "0207": "8A"}, scenario="S44")
    assert fed({"EZ-A": "23A 10AK"}, battles={"EZ-A": GERMAN})
    assert fed({"EZ-A": "23A"}, scenario="S44")
    assert fed({"EZ-E": "23A"})


MONTHS = [
    ("DEC44", SOVIET, "Soviet Decisive"),
    ("JAN45", SOVIET, "Soviet Major"),
    ("FEB45", SOVIET, "Soviet Marginal"),
    ("MAR45", "", "Draw"),
    ("APR45", GERMAN, "German Marginal"),
    ("MAY45", GERMAN, "German Major"),
]


@pytest.mark.rule("eastfront", "W44.4", "G28")
@pytest.mark.parametrize(("month", "winner", "level"), MONTHS)
def test_the_month_in_which_all_germans_on_the_map_are_unsupplied_decides(month: str, winner: str, level: str) -> None:
    m = last_winter({"Minsk": "1AK:3", "EZ-B": "2AK"}, month=month, weather="dry", phase="combat", active=SOVIET)
    assert m.result is not None
    assert (m.result.winner, m.result.level) == (winner, level)


@pytest.mark.rule("eastfront", "W44.4", "G28")
def test_one_supplied_unit_keeps_the_war_going() -> None:
    m = last_winter(
        {"Minsk": "1AK:3", "Warsaw": "2AK", "Moscow": "STAVKA"}, month="JAN45", phase="combat", active=SOVIET
    )
    assert m.result is None
    assert cv(m, "1AK") == 2


@pytest.mark.rule("eastfront", "W44.4", "G28")
def test_if_it_never_happens_the_germans_win_decisively_and_no_points_are_counted() -> None:
    m = last_winter(
        {"Warsaw": "2AK"},
        month="MAY45",
        fortnight=2,
        weather="dry",
        phase="combat",
        active=SOVIET,
        tracks={"played": GERMAN},
    )
    assert m.result is not None
    assert (m.result.winner, m.result.level) == (GERMAN, "German Decisive")


@pytest.mark.rule("eastfront", "W44.4", "G28")
def test_with_no_german_left_on_the_map_the_war_is_over() -> None:
    m = last_winter({"EZ-B": "2AK", "Moscow": "23A"}, month="FEB45", phase="combat", active=SOVIET)
    assert m.result is not None
    assert m.result.level == "Soviet Marginal"
