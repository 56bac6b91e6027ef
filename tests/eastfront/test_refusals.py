"""A wrong order is refused by the rule that forbids it, and for the reason that is true here."""

from __future__ import annotations

from typing import Any

import pytest

import grognard
from tests.eastfront.table import GERMAN, MAP, SOVIET, field, position, refused

OKH = {"OKH": ""}
FOUR = "41Pz 24Pz 14Pz 3Pz"
HOMES = field(
    cities=[
        {"name": "Stadt", "hex": "0305", "class": "minor", "home": "german"},
        {"name": "Burg", "hex": "0405", "class": "major", "home": "german"},
    ]
)


def why(m: grognard.Match, action: str, rule: str, side: str | None = None) -> str:
    """The reason for which an action is refused, by a rule."""
    refused(m, action, rule, side)
    return m.why(action, side).reason


@pytest.mark.rule("eastfront", "EDE.1", "1.2")
def test_a_hex_that_a_scenario_leaves_out() -> None:
    units = {"Stalingrad-E1": "G I:2"}
    m = position(units, board=MAP, scenario="EDE", active=SOVIET, active_hqs={"I": ""})
    assert "out of play" in why(m, "move G Stalingrad-NE1", "EDE.1")


@pytest.mark.rule("eastfront", "15.41", "5.7")
def test_an_invasion_hq_that_blitzes_says_so_in_this_order() -> None:
    units = {"Novorossiysk": "South-Front:2 23A"}
    m = position(units, board=MAP, scenario="S42", month="JUL42", active=SOVIET, phase="command")
    assert "invasion blitz" in why(m, "activate South-Front blitz invasion", "15.41")
    m.play("activate South-Front invasion blitz")


@pytest.mark.rule("eastfront", "5.2")
def test_no_hq_to_activate() -> None:
    m = position({"0405": "1AK", "0705": "23A"}, phase="command", forced=False)
    assert "no HQ on the map" in why(m, "activate", "5.2")


@pytest.mark.rule("eastfront", "9.21", "16.13", "15.2", "15.1", "6.53", "16.23", "5.41")
@pytest.mark.parametrize(
    ("action", "rule", "reason"),
    [
        ("rail 1AK Warsaw", "6.53", "already"),
        ("rail 4Rum Warsaw", "16.13", "restricted"),
        ("rail 1AK 0303", "1.36", "cannot be entered"),
        ("sea 2AK Danzig", "6.53", "already"),
        ("rail 1AK Minsk", "6.53", "enemies are in"),
        ("move 1AK Warsaw", "6.1", "already"),
        ("move 9AK Lodz", "16.23", "whole move"),
        ("move 1AK EZ-A", "16.23", "only from Danzig"),
        ("mobilize 1AK", "5.41", "no HQ"),
        ("sea 2AK Tallinn", "15.2", "not yours"),
        ("sea 2AK Cracow", "15.2", "no port"),
        ("sea 1AK", "15.2", "in no port"),
        ("sea 5AK", "15.1", "no sea that you command"),
        ("mobilize OKH sea", "15.2", "in no port"),
    ],
)
def test_marches_trains_and_ships(action: str, rule: str, reason: str) -> None:
    units = {
        "Warsaw": "1AK",
        "Danzig": "2AK",
        "Bucharest": "4Rum",
        "Lodz": "OKH:3",
        "Odessa": "5AK",
        "Minsk": "23A",
        "EZ-B": "9AK",
    }
    m = position(units, board=MAP, scenario="S44", active_hqs=OKH, control={"soviet": "Tallinn Sevastopol Batumi"})
    assert reason in why(m, action, rule)


@pytest.mark.rule("eastfront", "11.6", "6.21", "16.27", "11.51", "11.3")
@pytest.mark.parametrize(
    ("orders", "rule", "reason"),
    [
        ("cadre 41Pz 0605", "11.6", "no Home City"),
        ("cadre 41Pz 1205", "11.6", "not on a home edge"),
        ("cadre 41Pz 0405", "11.6", "embattled"),
        ("cadre 41Pz 0305", "6.21", "full"),
        ("cadre 41Pz 0105 cadre 24Pz 0105", "11.6", "no more new units"),
        ("cadre 41Pz 0001", "1.36", "cannot be entered"),
        ("advance 2SS weaken", "11.51", "none to lose"),
        ("hasten 2SS", "11.51", "'advance'"),
    ],
)
def test_arrivals(orders: str, rule: str, reason: str) -> None:
    more: dict[str, Any] = {"battles": {"0405": SOVIET}, "due": {"2SS": "SEP43:1", "3SS": "SEP43:3"}}
    m = position(
        {"0405": "29AK 23A", "0305": "1AK 2AK 4AK 5AK", "0905": "8A"}, board=HOMES, phase="production", month="AUG43",
        tracks={"dead": FOUR, "basic": {"german": 30, "soviet": 10}}, **more,
    )  # fmt: skip
    assert reason in why(m, orders, rule, GERMAN)


@pytest.mark.rule("eastfront", "11.51", "11.3")
def test_the_price_of_an_early_arrival() -> None:
    m = position(
        {"0305": "1AK", "0905": "8A"}, phase="production", month="AUG43", due={"3SS": "SEP43:3"},
        tracks={"basic": {"german": 8, "soviet": 10}},
    )  # fmt: skip
    assert "costs 9 PPs" in why(m, "advance 3SS pay", "11.3", GERMAN)


@pytest.mark.rule("eastfront", "11.1")
@pytest.mark.parametrize("verb", ["step", "cadre", "arrive", "advance", "hasten", "disband", "ready"])
def test_orders_for_production_belong_there(verb: str) -> None:
    m = position({"0405": "AG-South:2", "0705": "23A"}, phase="command")
    assert "Production" in why(m, f"{verb} AG-South", "11.1")


@pytest.mark.rule("eastfront", "6.41")
def test_a_rearguard_falls_back_to_the_next_hex() -> None:
    units = {"0405": "1AK 23A", "0305": "AG-South:2"}
    m = position(units, active_hqs={"AG-South": ""}, battles={"0405": SOVIET})
    assert "next to" in why(m, "rearguard 1AK 0105", "6.41")


@pytest.mark.rule("eastfront", "14.3")
def test_a_drop_goes_somewhere_else() -> None:
    units = {"0705": "West-Front:2 4Para", "0405": "1AK"}
    m = position(units, active=SOVIET, active_hqs={"West-Front": "paradrop"})
    assert "already" in why(m, "drop 4Para 0705", "14.3")


@pytest.mark.rule("eastfront", "15.42")
@pytest.mark.parametrize(("hex", "reason"), [("1518", "marsh"), ("Perekop", "shoals"), ("Rostov", "already")])
def test_landings(hex: str, reason: str) -> None:
    units = {"Rostov": "South-Front:2 23A"}
    m = position(units, board=MAP, scenario="S42", month="JUL42", active=SOVIET, active_hqs={"South-Front": "invasion"})
    assert reason in why(m, f"invade 23A {hex}", "15.41" if hex == "Rostov" else "15.42")


@pytest.mark.rule("eastfront", "13.11", "7.13")
def test_an_airstrike_of_one_hq_when_another_could_make_it() -> None:
    units = {"0405": "1AK 23A", "0404": "AG-North:1", "0101": "AG-South:2", "0305": "AG-Center:1"}
    hqs = {"AG-North": "", "AG-South": "", "AG-Center": ""}
    m = position(units, phase="combat", active_hqs=hqs, battles={"0405": SOVIET}, forced=False)
    assert "air range of AG-South" in why(m, "strike AG-South 0405", "13.11")
    m = position(units | {"0103": "2AK 8A"}, phase="combat", active_hqs=hqs, forced=False)
    m.play("strike AG-North 0405")
    assert "air range of AG-Center has an airstrike" in why(m, "strike AG-Center", "7.13")


@pytest.mark.rule("eastfront", "14.3")
def test_a_drop_from_an_hq_whose_aircraft_reach_no_hex() -> None:
    units = {"0705": "West-Front:0 4Para", "0405": "1AK"}
    m = position(units, active=SOVIET, active_hqs={"West-Front": "paradrop"}, forced=False)
    assert "no hex for 4Para within the air range" in why(m, "drop 4Para 0706", "14.3")


@pytest.mark.rule("eastfront", "15.42")
def test_an_invasion_when_there_is_no_coast_for_it() -> None:
    sea = {"id": "pond", "title": "Pond", "control": "Hafen", "ports": "Hafen", "coast": "0605"}
    harbour = {"name": "Hafen", "hex": "0605", "port": "minor"}
    units = {"0605": "South-Front:2 23A", "0105": "1AK"}
    m = position(
        units, board=field(cities=[harbour], seas=[sea]), active=SOVIET, active_hqs={"South-Front": "invasion"},
        forced=False,
    )  # fmt: skip
    assert "no coast" in why(m, "invade 23A 0505", "15.42")


@pytest.mark.rule("eastfront", "14.1", "15.4")
@pytest.mark.parametrize(
    ("option", "action", "rule"),
    [
        ("paratroops", "drop 4Para 0806", "14.1"),
        ("sea_power", "invade 23A 0706", "15.4"),
        ("sea_power", "evacuate 23A 0706", "15.4"),
    ],
)
def test_rules_that_are_not_used(option: str, action: str, rule: str) -> None:
    units = {"0805": "West-Front:2 4Para 23A", "0405": "1AK"}
    m = position(units, active=SOVIET, active_hqs={"West-Front": ""}, options={option: False})
    assert "not used in this match" in why(m, action, rule)


@pytest.mark.rule("eastfront", "1.34", "1.6a")
@pytest.mark.parametrize(("wall", "rule", "name"), [("alpine", "1.34", "high mountains"), ("sivash", "1.6a", "trains")])
def test_a_closed_hexside_by_its_name(wall: str, rule: str, name: str) -> None:
    units = {"0405": "1AK AG-South:2", "0905": "23A"}
    m = position(units, board=field(sides={wall: "0405/e"}), active_hqs={"AG-South": ""}, weather="snow")
    assert name in why(m, "move 1AK 0505", rule)


@pytest.mark.rule("eastfront", "11.1", "4.41", "4.42", "7.13")
@pytest.mark.parametrize(
    ("action", "rule", "says"),
    [
        ("activate AG-South", "4.41", "'activate' belongs to Command Phase; this is Production"),
        ("move 1AK 0505", "4.42", "belongs to Movement Phase or Blitz Movement Phase; this is Production"),
        ("strike AG-South 0605", "7.13", "belongs to Combat Phase or Blitz Combat Phase; this is Production"),
        ("step 1AK move 1AK 0505", "4.42", "this is Production"),
        ("1AK step", "11.1", "begin with what to do, not with '1AK': step, "),
    ],
)
def test_orders_of_other_phases_in_production(action: str, rule: str, says: str) -> None:
    m = position({"0405": "1AK:2 AG-South:2", "0905": "23A"}, month="AUG43", phase="production")
    ruling = m.why(action, GERMAN)
    assert (ruling.ok, ruling.rule) == (False, rule)
    assert says in ruling.reason
