"""9: railroads, how far they are friendly, and the trains on them."""

from __future__ import annotations

from typing import Any

import pytest

import grognard
from grognard.games.eastfront.production import level
from grognard.games.eastfront.rail import railheads, supply_net
from grognard.hexes import members
from tests.eastfront.table import MAP, allowed, field, holder, offered, play, position, refused, state, where

HQS = {"0102": "AG-South", "1102": "Ukrainian-Front"}
WEST, EAST = "0105 0205 0305 0405 0505", "0605 0705 0805 0905 1005 1105"
CIRCUIT = "0103 0203 0303 0403 0503 0603 0703 0803 0903 1003 1103 1104 1105"


def net(m: grognard.Match, side: str) -> str:
    """The rail hexes of a side's lines."""
    g = state(m)
    return " ".join(sorted(g.hexname(hex) for hex in members(supply_net(g, side).rail)))


def heads(m: grognard.Match, side: str) -> list[str]:
    """Where a side's lines end though the track goes on."""
    g = state(m)
    return sorted(g.spell(hex) for hex in railheads(g, side))


# --- 9.12 friendly lines ----------------------------------------------------------------------------------------------


@pytest.mark.rule("eastfront", "9.12", "1.6", "1.1")
def test_a_line_is_friendly_from_the_home_edge_to_the_last_friendly_hex() -> None:
    m = position(HQS, phase="command")
    assert (net(m, "german"), net(m, "soviet")) == (WEST, EAST)


@pytest.mark.rule("eastfront", "9.12")
def test_a_line_cut_off_from_the_edge_is_nobodys() -> None:
    m = position(HQS | {"0405": "23A!"}, phase="command")
    assert holder(m, "0505") == "german"
    assert net(m, "german") == "0105 0205 0305"


@pytest.mark.rule("eastfront", "9.12", "8.4")
def test_enemy_and_disputed_hexes_block_a_line() -> None:
    m = position(HQS | {"0504": "23A"}, phase="command")
    assert (holder(m, "0505"), net(m, "german")) == ("soviet", "0105 0205 0305")
    m = position(HQS | {"0504": "23A", "0406": "1AK"}, phase="command")
    assert (holder(m, "0405"), net(m, "german")) == ("disputed", "0105 0205 0305")


@pytest.mark.rule("eastfront", "9.12", "9.3", "G17")
@pytest.mark.parametrize(("attacker", "line"), [("soviet", "0105 0205 0305"), ("german", "0105 0205")])
def test_a_line_runs_into_a_friendly_battle_but_not_through_it(attacker: str, line: str) -> None:
    m = position(HQS | {"0305": "1AK 23A"}, phase="command", battles={"0305": attacker})
    assert holder(m, "0405") == "german"
    assert net(m, "german") == line


@pytest.mark.rule("eastfront", "9.12", "16.21")
def test_an_exit_zone_the_enemy_holds_or_contests_feeds_no_line() -> None:
    assert net(position(HQS | {"0005": "23A"}, phase="command"), "german") == ""
    assert net(position(HQS | {"0005": "23A 1AK"}, phase="command", battles={"0005": "soviet"}), "german") == ""
    assert net(position(HQS | {"1205": "1AK"}, phase="command"), "soviet") == ""


@pytest.mark.rule("eastfront", "9.12", "1.1")
def test_nothing_comes_from_the_north_edge() -> None:
    north = {"id": "V", "hex": "0801", "entry": "0802", "edge": "north", "home": ""}
    board = field(rail="0802 0803 0804, 0302 0303", zones=[north])
    m = position(HQS, board=board, phase="command")
    assert (holder(m, "0801"), net(m, "german"), net(m, "soviet")) == ("nobody", "", "")
    m = position(HQS | {"0801": "1AK", "0802": "5AK"}, board=board, phase="command")
    assert net(m, "german") == ""


SOUTH = [
    {"id": "L", "hex": "0809", "entry": "0808", "edge": "south", "home": "soviet"},
    {"id": "M", "hex": "1009", "entry": "1008", "edge": "south", "home": "soviet"},
]


@pytest.mark.rule("eastfront", "9.12", "16.35")
def test_the_south_edge_feeds_the_soviets_until_baku_is_lost() -> None:
    board = field(rail="0807 0808, 1007 1008, 1005 1105", zones=SOUTH)
    m = position(HQS, board=board, phase="command")
    assert net(m, "soviet") == "0807 0808 1005 1007 1008 1105"
    m = position(HQS | {"0809": "1AK"}, board=board, phase="command")
    assert net(m, "soviet") == "1005 1105"
    m = position(HQS | {"0809": "1AK", "1009": "23A"}, board=board, phase="command")
    assert (holder(m, "1009"), net(m, "soviet")) == ("soviet", "1005 1105")  # M alone is no home any more


@pytest.mark.rule("eastfront", "9.12", "8.2", "G14")
def test_the_tutorial_ends_with_the_german_railhead_at_millerovo() -> None:
    m = position({"Rostov": "H", "Tbilisi": "K"}, board=MAP, scenario="EDE", phase="command", active="soviet")
    assert (holder(m, "Kamensko"), holder(m, "Voroshilovgrad")) == ("soviet", "soviet")
    assert holder(m, "Mariupol") == "german"  # beyond the Mius
    g = state(m)
    assert supply_net(g, "german").rail >> g.rules.hex("Millerovo") & 1
    assert not supply_net(g, "german").rail >> g.rules.hex("Kalach") & 1


# --- 9.2 trains -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("eastfront", "9.2", "6.53")
def test_trains_run_only_for_an_active_supreme_hq() -> None:
    m = position({"0105": "OKH AG-South 1AK"}, active_hqs={"AG-South": ""})
    refused(m, "rail 1AK 0405", "6.53")
    m = position({"0105": "OKH AG-South 1AK"}, active_hqs={"OKH": ""})
    play(m, "rail 1AK 0405")
    assert where(m, "1AK") == "0405"


@pytest.mark.rule("eastfront", "9.2", "9.21")
def test_each_rail_move_costs_a_supreme_move() -> None:
    m = position({"0105": "OKH:1 1AK 5AK 6AK"}, active_hqs={"OKH": ""})
    assert state(m).supreme == 2
    play(m, "rail 1AK 0405")
    assert state(m).supreme == 1
    play(m, "rail 5AK 0205")
    assert state(m).supreme == 0
    refused(m, "rail 6AK 0205", "6.53")


@pytest.mark.rule("eastfront", "9.21")
@pytest.mark.parametrize(("goal", "left"), [("1003", 1), ("1103", 1), ("1104", 0), ("1105", 0)])
def test_a_rail_move_is_ten_hexes_and_a_longer_journey_takes_more(goal: str, left: int) -> None:
    m = position(
        {"0103": "23A", "1105": "STAVKA:1"}, board=field(rail=CIRCUIT), active="soviet", active_hqs={"STAVKA": ""},
        control={"soviet": "0001..1209"},
    )  # fmt: skip
    play(m, f"rail 23A {goal}")
    assert (where(m, "23A"), state(m).supreme) == (goal, left)


@pytest.mark.rule("eastfront", "9.21")
def test_without_the_supreme_moves_the_journey_ends_at_ten_hexes() -> None:
    m = position(
        {"0103": "23A 5A", "1105": "STAVKA:1"}, board=field(rail=CIRCUIT), active="soviet", active_hqs={"STAVKA": ""},
        control={"soviet": "0001..1209"},
    )  # fmt: skip
    play(m, "rail 5A 0203")
    refused(m, "rail 23A 1104", "9.21")
    allowed(m, "rail 23A 1103")


@pytest.mark.rule("eastfront", "9.21")
def test_a_train_takes_a_unit_from_a_rail_hex_to_a_rail_hex() -> None:
    m = position({"0105": "OKH 1AK", "0104": "5AK"}, active_hqs={"OKH": ""})
    refused(m, "rail 5AK 0405", "9.21")
    refused(m, "rail 1AK 0404", "9.21")
    assert set(offered(m, "rail 1AK")) == {"0205", "0305", "0405", "0505", "0005"}


@pytest.mark.rule("eastfront", "9.21", "6.53")
def test_a_unit_does_not_both_march_and_take_a_train() -> None:
    m = position({"0105": "OKH 1AK", "0104": "5AK"}, active_hqs={"OKH": ""})
    play(m, "rail 1AK 0405", "move 5AK 0105")
    refused(m, "move 1AK 0505", "6.53")
    refused(m, "rail 5AK 0405", "6.1")


@pytest.mark.rule("eastfront", "9.21", "6.53")
def test_a_train_neither_engages_nor_runs_through_a_battle() -> None:
    units = {"0105": "OKH 1AK", "0305": "5AK 23A", "0102": "AG-South"}
    m = position(units, active_hqs={"OKH": ""}, battles={"0305": "soviet"})
    refused(m, "rail 1AK 0305", "6.53")
    refused(m, "rail 1AK 0405", "9.21")
    allowed(m, "rail 1AK 0205")


@pytest.mark.rule("eastfront", "9.21", "9.12")
def test_no_train_runs_through_a_battle_that_will_be_given_up() -> None:
    cities = [{"name": "Haven", "hex": "0508", "class": "town", "port": "minor"}]
    sea = {"id": "gulf", "title": "Gulf", "control": "Haven", "ports": "Haven", "coast": "0305 0508"}
    units = {"0105": "OKH 1AK", "0305": "5AK 23A:1", "0508": "AG-South"}
    m = position(
        units, board=field(cities=cities, seas=[sea]), active_hqs={"OKH": "", "AG-South": "invasion"},
        battles={"0305": "soviet"}, dice=[1],
    )  # fmt: skip
    play(m, "evacuate 5AK 0508")
    assert (where(m, "5AK"), holder(m, "0305")) == ("0305", "german")  # until the phase ends
    refused(m, "rail 1AK 0405", "9.21")


# --- 9.22 out of a battle ---------------------------------------------------------------------------------------------

BATTLE = {"0105": "OKH", "0405": "1AK 5AK 6AK 23A"}


@pytest.mark.rule("eastfront", "9.22", "G17")
def test_a_unit_may_leave_a_friendly_battle_by_rail() -> None:
    m = position(BATTLE, active_hqs={"OKH": ""}, battles={"0405": "soviet"})
    play(m, "rail 1AK 0105")
    assert where(m, "1AK") == "0105"
    m = position(BATTLE, active_hqs={"OKH": ""}, battles={"0405": "german"})
    refused(m, "rail 1AK 0105", "9.22")


@pytest.mark.rule("eastfront", "9.22", "6.33")
def test_trains_out_of_a_battle_keep_to_the_hexside_limit() -> None:
    board = field(forest="0305 0405")
    m = position(BATTLE, board=board, active_hqs={"OKH": ""}, battles={"0405": "soviet"})
    play(m, "rail 1AK 0105")
    refused(m, "rail 5AK 0105", "6.33")
    m = position(BATTLE, active_hqs={"OKH": ""}, battles={"0405": "soviet"})  # clear: two
    play(m, "rail 1AK 0105", "rail 5AK 0105")
    assert where(m, "5AK") == "0105"


@pytest.mark.rule("eastfront", "9.22", "6.41")
def test_the_last_unit_does_not_leave_by_rail() -> None:
    m = position({"0105": "OKH", "0405": "1AK 23A"}, active_hqs={"OKH": ""}, battles={"0405": "soviet"})
    refused(m, "rail 1AK 0105", "6.53")
    allowed(m, "rearguard 1AK 0305")


# --- 9.3 rail supply and what it is for -------------------------------------------------------------------------------

CITY = field(cities=[{"name": "Gorod", "hex": "0405", "class": "major", "value": 2, "home": "german"}])


@pytest.mark.rule("eastfront", "9.3", "1.41")
@pytest.mark.parametrize(
    ("units", "battles", "yields"),
    [
        ({}, {}, 2),
        ({"0405": "1AK 23A"}, {"0405": "soviet"}, 2),  # a friendly battle: the line runs into it
        ({"0405": "1AK 23A"}, {"0405": "german"}, 0),
        ({"0205": "23A!"}, {}, 0),  # cut off
        ({"0205": "1AK 23A"}, {"0205": "soviet"}, 0),  # not through a battle
    ],
)
def test_a_city_produces_only_in_rail_supply(units: dict[str, str], battles: dict[str, str], yields: int) -> None:
    m = position(HQS | units, board=CITY, phase="command", battles=battles)
    assert level(state(m), "german") - state(m).basic["german"] == yields


@pytest.mark.rule("eastfront", "9.3", "15.3")
@pytest.mark.parametrize(("sea_power", "yields"), [(True, 2), (False, 0)])
def test_rail_supply_goes_on_across_the_sea(sea_power: bool, yields: int) -> None:
    cities: list[dict[str, Any]] = [
        {"name": "Haven", "hex": "0505", "class": "town", "port": "minor"},
        {"name": "Gorod", "hex": "0508", "class": "major", "value": 2, "home": "soviet", "port": "minor"},
    ]
    sea = {"id": "gulf", "title": "Gulf", "control": "Haven", "ports": "Haven Gorod", "coast": "0505 0508"}
    board = field(cities=cities, seas=[sea])
    m = position(HQS, board=board, phase="command", options={"sea_power": sea_power})
    assert level(state(m), "german") - state(m).basic["german"] == yields


# --- G45 the pockets of 1943 and 1944 ---------------------------------------------------------------------------------

REAR = {"Lodz": "AG-South", "Moscow": "STAVKA"}
POCKETS = {"W43": "Sevastopol Kerch Perekop Simferopol", "W44": "Ventspils"}


@pytest.mark.rule("eastfront", "9.3", "G45", "W44.1")
@pytest.mark.parametrize("sea_power", [True, False])
@pytest.mark.parametrize("scenario", POCKETS)
def test_the_crimea_and_courland_are_supplied_by_sea_in_any_case(scenario: str, sea_power: bool) -> None:
    options = {"sea_power": sea_power}
    m = position(REAR, board=MAP, scenario=scenario, phase="command", active="soviet", options=options)
    g = state(m)
    for name in POCKETS[scenario].split():
        assert supply_net(g, "german").hexes >> g.rules.hex(name) & 1, name


@pytest.mark.rule("eastfront", "G45", "15.1")
@pytest.mark.parametrize(
    ("scenario", "pocket", "lost"),
    [("W43", "Sevastopol", "Odessa Nikolaev Constanza Varna"), ("W44", "Ventspils", "Danzig")],
)
def test_a_pocket_lives_only_while_ships_can_reach_it(scenario: str, pocket: str, lost: str) -> None:
    m = position(
        REAR, board=MAP, scenario=scenario, phase="command", active="soviet", options={"sea_power": False},
        control={"soviet": lost},
    )  # fmt: skip
    assert not supply_net(state(m), "german").hexes >> state(m).rules.hex(pocket) & 1


@pytest.mark.rule("eastfront", "G45")
def test_without_sea_power_nothing_else_goes_by_sea() -> None:
    options = {"sea_power": False}
    control = {"soviet": "Sevastopol"}
    m = position(REAR, board=MAP, scenario="W42", phase="command", options=options, control={"german": "Batumi"})
    assert not supply_net(state(m), "german").hexes >> state(m).rules.hex("Batumi") & 1
    m = position(REAR, board=MAP, scenario="W43", phase="command", active="soviet", options=options, control=control)
    assert not supply_net(state(m), "soviet").hexes >> state(m).rules.hex("Sevastopol") & 1


@pytest.mark.rule("eastfront", "15.51", "9.12")
def test_no_rail_line_begins_at_a_beachhead() -> None:
    cities = [{"name": "Haven", "hex": "1105", "class": "town", "port": "minor"}]
    sea = {"id": "gulf", "title": "Gulf", "control": "Haven", "ports": "Haven", "coast": "0308 1105"}
    board = field(cities=cities, seas=[sea], rail="0308 0408 0508, 1005 1105")
    m = position(
        HQS | {"0308": "Coastal"}, board=board, phase="command", control={"soviet": "0308 0408 0508"},
        tracks={"beachhead": "deployed", "beachhead_at": "0308"},
    )  # fmt: skip
    assert net(m, "soviet") == "1005 1105"
