"""8: who controls a hex."""

from __future__ import annotations

import pytest

import grognard
from tests.eastfront.table import allowed, cv, field, holder, offered, play, position, refused, state, where

AROUND_0805 = ("0905", "0705", "0904", "0804", "0906", "0806")
EVERYTHING = {"german": "0001..1209"}


def holders(m: grognard.Match, hexes: str) -> set[str]:
    """Who has the hexes."""
    return {holder(m, hex) for hex in hexes.split()}


# --- 8.1 when ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("eastfront", "8.1")
def test_control_is_settled_when_a_phase_begins_and_stays_for_the_phase() -> None:
    m = position({"0405": "41Pz AG-South", "1105": "Ukrainian-Front"}, active_hqs={"AG-South": ""})
    play(m, "move 41Pz 0705")
    assert holders(m, "0705 0804 0805 0806") == {"soviet"}
    play(m, "end")
    assert holders(m, "0705 0804 0805 0806") == {"german"}


@pytest.mark.rule("eastfront", "8.1")
def test_passing_through_a_hex_does_not_win_it() -> None:
    units = {"0505": "41Pz!", "0405": "AG-South", "1105": "Ukrainian-Front"}  # without supply, so without a ZOC
    m = position(units, active_hqs={"AG-South": ""})
    play(m, "move 41Pz 0605 0705 0805", "end")
    assert holder(m, "0805") == "german"
    assert holders(m, "0605 0705") == {"soviet"}


@pytest.mark.rule("eastfront", "8.1", "8.4", "G33")
def test_what_the_first_combat_cleared_is_friendly_in_blitz_movement() -> None:
    units = {"0605": "41Pz 24Pz 23A:1", "0705": "40Pz 13A", "0505": "AG-South", "1105": "Ukrainian-Front"}
    battles = {"0605": "german", "0705": "german"}
    m = position(units, phase="combat", active_hqs={"AG-South": "blitz"}, battles=battles, dice=[1, 6, 1, 1, 1])
    assert holder(m, "0605") == "soviet"
    play(m, "battle 0605", "resolve 0605")
    assert (state(m).phase, holder(m, "0605"), holder(m, "0705")) == ("blitz-movement", "german", "soviet")
    assert "0605" in offered(m, "rearguard 40Pz")


# --- 8.2 zones of control ---------------------------------------------------------------------------------------------


@pytest.mark.rule("eastfront", "8.2", "8.31")
@pytest.mark.parametrize("unit", ["1AK:1", "41Pz", "AG-Center:0", "OKH"])
def test_a_unit_of_any_kind_controls_the_six_hexes_around_it(unit: str) -> None:
    m = position({"0805": unit, "0105": "AG-South"}, phase="command")
    assert {hex for hex in AROUND_0805 if holder(m, hex) == "german"} == set(AROUND_0805)
    assert holders(m, "1005 1004 1003 0803 0703 0604") == {"soviet"}


@pytest.mark.rule("eastfront", "8.2", "10.2")
def test_an_unsupplied_unit_has_no_zone() -> None:
    m = position({"0805": "41Pz!", "0105": "AG-South"}, phase="command")
    assert holder(m, "0805") == "german"
    assert {holder(m, hex) for hex in AROUND_0805} == {"soviet"}


@pytest.mark.rule("eastfront", "8.2")
def test_one_supplied_unit_in_a_hex_is_enough() -> None:
    m = position({"0805": "41Pz! 1AK", "0105": "AG-South"}, phase="command")
    assert {holder(m, hex) for hex in AROUND_0805} == {"german"}


@pytest.mark.rule("eastfront", "8.2")
def test_an_engaged_unit_has_no_zone() -> None:
    m = position({"0805": "41Pz 23A", "0105": "AG-South"}, phase="command", battles={"0805": "soviet"})
    assert holder(m, "0805") == "german"
    assert {holder(m, hex) for hex in AROUND_0805} == {"soviet"}


@pytest.mark.rule("eastfront", "8.2", "1.35", "1.34", "1.37", "1.36", "1.6a")
@pytest.mark.parametrize("kind", ["river", "strait", "alpine", "lake", "sea", "sivash"])
def test_a_zone_does_not_cross_rivers_or_closed_hexsides(kind: str) -> None:
    board = field(sides={kind: "0805/e"})
    m = position({"0805": "41Pz", "0105": "AG-South"}, board=board, phase="command")
    assert holder(m, "0905") == "soviet"
    assert {holder(m, hex) for hex in AROUND_0805 if hex != "0905"} == {"german"}


@pytest.mark.rule("eastfront", "8.2", "G18")
def test_not_even_over_a_frozen_river() -> None:
    units = {"0805": "41Pz", "0105": "AG-South", "1105": "Ukrainian-Front"}
    m = position(units, board=field(river="0805/e"), scenario="W42", phase="command", weather="snow")
    assert holder(m, "0905") == "soviet"


@pytest.mark.rule("eastfront", "8.2", "8.31")
def test_a_zone_does_not_reach_into_a_hex_with_a_unit_in_it() -> None:
    m = position({"0805": "41Pz", "0905": "23A:1!", "0105": "AG-South"}, phase="command")
    assert holder(m, "0905") == "soviet"
    assert holder(m, "0904") == "german"


@pytest.mark.rule("eastfront", "8.2", "16.21")
def test_a_zone_reaches_neither_into_nor_out_of_an_exit_zone() -> None:
    m = position({"1105": "41Pz", "0105": "AG-South"}, phase="command")
    assert holder(m, "1205") == "soviet"
    m = position({"1205": "41Pz", "0105": "AG-South"}, phase="command")
    assert (holder(m, "1205"), holder(m, "1105"), holder(m, "1104")) == ("german", "soviet", "soviet")


# --- 8.3 whose --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("eastfront", "8.3", "8.31", "8.32", "8.33")
def test_every_hex_is_friendly_enemy_or_disputed() -> None:
    m = position({"0505": "41Pz", "0705": "23A", "0105": "AG-South"}, phase="command")
    g = state(m)
    assert (holder(m, "0505"), holder(m, "0605"), holder(m, "0705")) == ("german", "disputed", "soviet")
    sides = (g.held["german"], g.held["soviet"], g.disputed)
    assert sides[0] | sides[1] | sides[2] == g.rules.playable
    assert not (sides[0] & sides[1] | sides[0] & sides[2] | sides[1] & sides[2])


@pytest.mark.rule("eastfront", "8.31", "7.12")
@pytest.mark.parametrize(("attacker", "owner"), [("german", "soviet"), ("soviet", "german")])
def test_a_battle_hex_is_the_original_defenders(attacker: str, owner: str) -> None:
    units = {"0605": "41Pz 23A", "0105": "AG-South"}
    m = position(units, phase="command", battles={"0605": attacker})
    assert holder(m, "0605") == owner


@pytest.mark.rule("eastfront", "8.33")
def test_a_hex_in_zones_of_both_is_disputed_only_while_it_is_empty() -> None:
    m = position({"0505": "41Pz", "0705": "23A", "0105": "AG-South"}, phase="command")
    assert holder(m, "0605") == "disputed"
    m = position({"0505": "41Pz", "0605": "5A!", "0705": "23A", "0105": "AG-South"}, phase="command")
    assert holder(m, "0605") == "soviet"


@pytest.mark.rule("eastfront", "8.34")
def test_an_empty_hex_stays_with_the_last_to_control_it() -> None:
    units = {"0705": "41Pz", "0605": "AG-South", "0105": "AG-Center", "1105": "Ukrainian-Front"}
    m = position(units, active_hqs={"AG-South": ""})
    assert holders(m, "0804 0805 0806") == {"german"}
    play(m, "move 41Pz 0405", "mobilize AG-South 0405", "end")
    assert holders(m, "0804 0805 0806 0705 0605") == {"german"}
    assert holders(m, "0904 0905 0906") == {"soviet"}


@pytest.mark.rule("eastfront", "8.34", "8.33")
@pytest.mark.parametrize(("control", "owner"), [({}, "soviet"), ({"german": "0605"}, "german")])
def test_a_hex_no_longer_disputed_goes_back_to_its_last_owner(control: dict[str, str], owner: str) -> None:
    m = position({"0505": "41Pz", "0705": "23A", "0305": "AG-South"}, active_hqs={"AG-South": ""}, control=control)
    assert holder(m, "0605") == "disputed"
    play(m, "move 41Pz 0705", "end")  # now both are engaged
    assert (state(m).phase, holder(m, "0605")) == ("combat", owner)


@pytest.mark.rule("eastfront", "8.34", "G54")
def test_at_the_start_each_side_has_its_side_of_the_line() -> None:
    m = position({"0105": "AG-South", "1105": "Ukrainian-Front"}, phase="command")
    assert holders(m, "0101 0301 0509 0505") == {"german"}
    assert holders(m, "0601 0605 0909") == {"soviet"}


# --- 8.4 what for -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("eastfront", "8.4")
def test_control_does_not_hinder_movement() -> None:
    units = {"0405": "41Pz AG-South", "0704": "23A", "0706": "5A"}
    m = position(units, active_hqs={"AG-South": ""})
    assert (holder(m, "0605"), holder(m, "0705")) == ("soviet", "soviet")
    play(m, "move 41Pz 0505 0605 0705")
    assert where(m, "41Pz") == "0705"


@pytest.mark.rule("eastfront", "8.4", "5.21")
def test_an_hq_deploys_only_into_a_friendly_hex() -> None:
    units = {"0505": "AG-South", "0705": "23A", "0105": "AG-Center"}
    m = position(units, phase="command")
    assert holder(m, "0605") == "disputed"
    refused(m, "activate AG-South 0605", "5.21")
    m = position({"0505": "AG-South 41Pz!", "0105": "AG-Center"}, phase="command")
    allowed(m, "activate AG-South 0605")  # its own zone
    m = position({"0505": "AG-South!", "0105": "AG-Center"}, phase="command")
    refused(m, "activate AG-South 0605", "5.21")
    allowed(m, "activate AG-South 0405")


@pytest.mark.rule("eastfront", "8.4", "5.3")
def test_command_passes_disputed_hexes_but_not_the_enemys() -> None:
    units = {"0505": "AG-South:2", "0705": "41Pz!", "0804": "23A", "1105": "Ukrainian-Front"}
    m = position(units, active_hqs={"AG-South": ""})
    assert holder(m, "0605") == "german"
    allowed(m, "move 41Pz 0805")
    m = position(units | {"0704": "5A"}, active_hqs={"AG-South": ""})
    assert holder(m, "0605") == "disputed"
    allowed(m, "move 41Pz 0806")
    m = position(units | {"0505": "AG-South:2!", "0704": "5A"}, active_hqs={"AG-South": ""})
    assert holder(m, "0605") == "soviet"
    refused(m, "move 41Pz 0806", "5.3")


@pytest.mark.rule("eastfront", "8.4", "6.32")
def test_units_disengage_only_into_friendly_hexes() -> None:
    units = {"0605": "1AK 23A", "0405": "AG-South", "0803": "5A"}
    m = position(units, active_hqs={"AG-South": ""}, battles={"0605": "german"})
    assert (holder(m, "0505"), holder(m, "0606"), holder(m, "0704")) == ("german", "soviet", "soviet")
    assert offered(m, "rearguard 1AK") == ["0505"]
    refused(m, "rearguard 1AK 0606", "6.32")
    m = position(units | {"0507": "5AK", "0607": "13A"}, active_hqs={"AG-South": ""}, battles={"0605": "german"})
    assert holder(m, "0606") == "disputed"
    refused(m, "rearguard 1AK 0606", "6.32")
    m = position(units | {"0507": "5AK"}, active_hqs={"AG-South": ""}, battles={"0605": "german"})
    assert set(offered(m, "rearguard 1AK")) == {"0505", "0606"}


@pytest.mark.rule("eastfront", "8.4", "9.21")
def test_trains_need_friendly_hexes() -> None:
    units = {"0105": "OKH 1AK"}
    allowed(position(units, active_hqs={"OKH": ""}), "rail 1AK 0505")
    m = position(units | {"0504": "23A!"}, active_hqs={"OKH": ""})
    allowed(m, "rail 1AK 0505")
    m = position(units | {"0504": "23A"}, active_hqs={"OKH": ""})
    assert holder(m, "0505") == "soviet"
    refused(m, "rail 1AK 0505", "9.21")
    m = position(units | {"0504": "23A", "0506": "5AK"}, active_hqs={"OKH": ""})
    assert holder(m, "0505") == "disputed"
    refused(m, "rail 1AK 0505", "9.21")


# --- the figures ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("eastfront", "8.2", "8.31", "8.33", "G46")
@pytest.mark.example("eastfront", "E8.fig1")
def test_the_first_figure_of_control() -> None:
    units = {"0605": "23A", "0406": "5A", "0504": "41Pz", "0101": "AG-South"}  # A, B, Z
    control = {"german": "0001..1209", "soviet": "0404 0405"}
    m = position(units, board=field(river="0405/sw"), phase="command", control=control)
    assert (holder(m, "0605"), holder(m, "0406"), holder(m, "0504")) == ("soviet", "soviet", "german")
    assert holders(m, "0704 0705 0706") == {"soviet"}  # S1, S2, S3
    assert holders(m, "0604 0505") == {"disputed"}  # D1, D2
    assert holders(m, "0405 0404") == {"german"}  # G1, beyond B's river, and G2


@pytest.mark.rule("eastfront", "8.2", "G46")
@pytest.mark.example("eastfront", "E8.fig2")
def test_the_second_figure_of_control() -> None:
    units = {"0605": "23A", "0505": "5A 41Pz", "0101": "AG-South"}  # B, A and Z
    m = position(
        units, board=field(river="0605/e 0605/se 0605/sw"), phase="command", control=EVERYTHING,
        battles={"0505": "soviet"},
    )  # fmt: skip
    around = "0604 0704 0705 0706 0606 0505 0504 0404 0405 0406 0506"
    assert [hex for hex in around.split() if holder(m, hex) == "soviet"] == ["0604", "0704"]  # H1 and H2


FIG3 = {
    "0605": "23A 41Pz", "0505": "24Pz 5A", "0704": "3A", "0706": "13A", "0305": "AG-South", "0905": "Ukrainian-Front",
}  # fmt: skip
BATTLES3 = {"0605": "german", "0505": "soviet"}


@pytest.mark.rule("eastfront", "8.2", "8.31", "6.32", "G46")
@pytest.mark.example("eastfront", "E8.fig3")
def test_the_third_figure_of_control() -> None:
    m = position(FIG3, active="soviet", active_hqs={"Ukrainian-Front": ""}, battles=BATTLES3, control=EVERYTHING)
    assert (holder(m, "0605"), holder(m, "0505")) == ("soviet", "german")
    assert holders(m, "0604 0606 0603 0703 0804 0806 0705") == {"soviet"}
    assert holders(m, "0404 0405 0406 0504 0506") == {"german"}
    assert set(offered(m, "rearguard 23A")) == {"0604", "0606", "0704", "0705", "0706"}
    refused(m, "rearguard 23A 0505", "6.32")
    m = position(FIG3, active_hqs={"AG-South": ""}, battles=BATTLES3, control=EVERYTHING)
    refused(m, "rearguard 41Pz 0604", "6.32")  # X


@pytest.mark.rule("eastfront", "8.2", "8.33", "6.32", "G46")
@pytest.mark.example("eastfront", "E8.fig3")
def test_the_third_figure_of_control_without_d() -> None:
    units = FIG3 | {"0505": "24Pz"}
    m = position(units, active_hqs={"AG-South": ""}, battles={"0605": "german"}, control=EVERYTHING)
    assert holders(m, "0604 0606") == {"disputed"}  # H1 and H2
    refused(m, "rearguard 41Pz 0604", "6.32")
    assert set(offered(m, "rearguard 41Pz")) == {"0505"}  # Y's own hex, no longer embattled
    assert cv(m, "41Pz") == 4
