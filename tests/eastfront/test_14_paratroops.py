"""14: paradrops, air assaults, dispersal and linkup."""

from __future__ import annotations

from typing import Any

import pytest

import grognard
from grognard.events import Moved
from grognard.games.eastfront.position import DEAD, DUE
from grognard.games.eastfront.rules import BOX, standard
from tests.eastfront.table import (
    GERMAN,
    SOVIET,
    Table,
    allowed,
    cv,
    field,
    fight,
    holder,
    lost,
    of_kind,
    offered,
    play,
    position,
    powers,
    refused,
    state,
    volleys,
    where,
)

DROP = {"Ukrainian-Front": "paradrop"}
BASE = {"0805": "Ukrainian-Front:3 4Para:3"}


def soviets(units: dict[str, str], **more: Any) -> grognard.Match:
    """A Soviet Movement Phase with a Paradrop HQ and the Para in 0805."""
    given: dict[str, Any] = {"active": SOVIET, "active_hqs": DROP, **more}
    return position(BASE | units, **given)


def end_movement(m: grognard.Match) -> None:
    """Go to the Combat Phase, if the match has not gone there of itself."""
    if state(m).phase.endswith("movement"):
        play(m, "end")


def end_turn(m: grognard.Match) -> None:
    """Let the Soviet player do nothing more until his turn is over."""
    while m.decision is not None and state(m).side == SOVIET:
        play(m, "end")


def repulsed(m: grognard.Match) -> list[str]:
    """Who was thrown back."""
    return [event.unit for event in of_kind(list(m.events), Moved) if event.rule == "7.51"]


# --- 14.1 ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("eastfront", "14.1")
def test_the_para_comes_in_december_1941_with_1_cv() -> None:
    coming = [(r.month, r.cv, r.at_start) for r in BOX.scenario("W41").reinforcements if r.unit == "4Para"]
    assert coming == [("DEC41", 1, True)]
    g = state(grognard.new("eastfront", "S41", options={"historical": True}))
    para = g.rules.unit_by_id["4Para"]
    assert g.at[para] not in (DEAD, DUE)
    assert g.at[para] < 0


@pytest.mark.rule("eastfront", "14.1")
@pytest.mark.parametrize("id", ["S42", "W42", "S43", "W43", "S44", "W44"])
def test_the_para_begins_later_scenarios_eliminated(id: str) -> None:
    m = grognard.new("eastfront", id, seed=1)
    while state(m).phase == "deployment":
        play(m, "end" if "end" in offered(m) else "deploy")
    assert state(m).at[standard(id).unit_by_id["4Para"]] == DEAD


@pytest.mark.rule("eastfront", "14.1")
def test_only_paratroops_drop() -> None:
    m = soviets({"0805": "Ukrainian-Front:3 4Para:3 8A:3"})
    refused(m, "drop 8A 0705", "14.1")


# --- 14.2 the Paradrop HQ --------------------------------------------------------------------------------------------


def command(units: dict[str, str], **more: Any) -> grognard.Match:
    """A Soviet Command Phase."""
    return position(units, phase="command", active=SOVIET, **more)


@pytest.mark.rule("eastfront", "14.2")
def test_any_soviet_hq_in_the_hex_of_the_para_can_command_a_drop() -> None:
    m = command({"0805": "Ukrainian-Front:3 4Para:3", "0905": "STAVKA:3"})
    allowed(m, "activate Ukrainian-Front paradrop")
    refused(m, "activate STAVKA paradrop", "14.2")
    allowed(command({"0805": "STAVKA:3 4Para:3"}), "activate STAVKA paradrop")


@pytest.mark.rule("eastfront", "14.2")
def test_a_paradrop_hq_does_not_deploy() -> None:
    m = command(BASE | {"0905": "South-Front:2"})
    allowed(m, "activate Ukrainian-Front 0905")
    refused(m, "activate Ukrainian-Front paradrop 0905", "14.2")


@pytest.mark.rule("eastfront", "14.2", "5.7")
def test_a_paradrop_hq_does_not_blitz() -> None:
    m = command(BASE | {"0905": "South-Front:2"})
    refused(m, "activate Ukrainian-Front paradrop blitz", "14.2")
    refused(m, "activate Ukrainian-Front blitz paradrop", "14.2")


@pytest.mark.rule("eastfront", "14.2")
def test_a_paradrop_hq_commands_no_other_movement() -> None:
    m = soviets({"0806": "8A:3"})
    refused(m, "move 8A 0706", "5.3")
    refused(m, "move 4Para 0705", "5.3")
    allowed(soviets({"0806": "8A:3"}, active_hqs={"Ukrainian-Front": ""}), "move 8A 0706")


@pytest.mark.rule("eastfront", "14.2", "5.41")
def test_a_paradrop_hq_does_not_mobilize() -> None:
    refused(soviets({}), "mobilize Ukrainian-Front 0905", "14.2")


@pytest.mark.rule("eastfront", "14.2", "13.1")
def test_a_paradrop_hq_has_no_airstrike() -> None:
    m = soviets({"0605": "1AK:3 8A:3", "0705": "9A", "0607": "4AK 18A"}, phase="combat")
    refused(m, "strike Ukrainian-Front 0605", "14.2")


@pytest.mark.rule("eastfront", "14.2", "14.5", "7.4")
def test_a_paradrop_hq_gives_no_support_but_another_does() -> None:
    units = {"0605": "1AK:3", "0905": "South-Front:2", "0505": "AG-South:3"}
    dice = [5, 5, 5, *[6, 1, 1]]  # nobody is repulsed; one hit of the Para
    m = soviets(units, dice=dice)
    play(m, "drop 4Para 0605")
    end_movement(m)
    assert cv(m, "1AK") == 3  # unsupported, and nothing else to do
    assert volleys(list(m.events))[1] == ("4Para", (6, 1, 1), 1)
    near = units | {"0905": "", "0705": "South-Front:2"}
    m = soviets(near, dice=dice, active_hqs=DROP | {"South-Front": ""})
    play(m, "drop 4Para 0605")
    end_movement(m)
    assert lost(fight(m, "0605")) == ["1AK"]


@pytest.mark.rule("eastfront", "14.2", "G42", "5.43")
def test_a_paradrop_hq_loses_its_step_after_combat() -> None:
    m = soviets({"0505": "AG-South:3"})
    play(m, "drop 4Para 0705")
    end_turn(m)
    assert cv(m, "Ukrainian-Front") == 2


@pytest.mark.rule("eastfront", "14.2", "G42", "5.61")
def test_a_drop_costs_stavka_all_its_supreme_moves() -> None:
    units = {"0805": "STAVKA:3 4Para:3", "0806": "8A:3"}
    m = position(units, active=SOVIET, active_hqs={"STAVKA": "paradrop"})
    assert state(m).supreme == 0
    refused(m, "move 8A 0706", "5.3")


@pytest.mark.rule("eastfront", "14.2")
def test_without_a_paradrop_hq_nobody_drops() -> None:
    m = soviets({}, active_hqs={"Ukrainian-Front": ""})
    refused(m, "drop 4Para 0705", "14.2")


@pytest.mark.rule("eastfront", "14.2", "2.64")
def test_an_engaged_para_does_not_drop() -> None:
    m = command({"0805": "Ukrainian-Front:3 4Para:3 1AK:1", "0905": "South-Front:2"})
    refused(m, "activate Ukrainian-Front paradrop", "14.2")


@pytest.mark.rule("eastfront", "2.64", "14.2")
def test_without_the_rules_for_paratroops_nobody_drops() -> None:
    m = command(BASE | {"0905": "South-Front:2"}, options={"paratroops": False})
    refused(m, "activate Ukrainian-Front paradrop", "14.2")


# --- 14.3 drop hexes -------------------------------------------------------------------------------------------------


@pytest.mark.rule("eastfront", "14.3")
def test_a_drop_reaches_as_far_as_airpower() -> None:
    m = soviets({}, active_hqs=DROP)
    allowed(m, "drop 4Para 0505")
    refused(m, "drop 4Para 0405", "14.3")
    m = position({"0805": "Ukrainian-Front:1 4Para:3"}, active=SOVIET, active_hqs=DROP)
    allowed(m, "drop 4Para 0705")
    refused(m, "drop 4Para 0605", "14.3")


@pytest.mark.rule("eastfront", "14.3", "13.11")
def test_enemies_and_closed_hexsides_do_not_stop_a_drop() -> None:
    board = field(alpine="0805/e 0805/ne 0805/se 0805/w 0805/nw 0805/sw")
    m = soviets({"0705": "1AK", "0605": "4AK", "0505": "29AK"}, board=board)
    allowed(m, "drop 4Para 0505")


@pytest.mark.rule("eastfront", "14.3", "13.11")
def test_stavka_drops_twice_as_far() -> None:
    m = position({"0805": "STAVKA:2 4Para:3"}, active=SOVIET, active_hqs={"STAVKA": "paradrop"})
    allowed(m, "drop 4Para 0405")
    refused(m, "drop 4Para 0305", "14.3")


@pytest.mark.rule("eastfront", "14.3", "G42")
def test_disruption_shortens_the_drop() -> None:
    m = soviets({}, weather="mud")
    allowed(m, "drop 4Para 0605")
    refused(m, "drop 4Para 0505", "14.3")


@pytest.mark.rule("eastfront", "14.3", "1.34")
def test_paratroops_drop_anywhere_but_on_mountains_and_sea() -> None:
    for board in (field(forest="0705"), field(marsh="0705")):
        allowed(soviets({}, board=board), "drop 4Para 0705")
    for board in (field(mountain="0705"), field(sea="0705")):
        refused(soviets({}, board=board), "drop 4Para 0705", "14.3")


@pytest.mark.rule("eastfront", "14.3")
def test_paratroops_drop_in_the_movement_phase() -> None:
    m = soviets({"0607": "4AK 18A"}, phase="combat")
    refused(m, "drop 4Para 0705", "14.3")


@pytest.mark.rule("eastfront", "14.3", "6.1")
def test_a_dropped_para_has_moved() -> None:
    m = soviets({"0905": "STAVKA:3"}, active_hqs=DROP | {"STAVKA": ""})
    play(m, "drop 4Para 0705")
    refused(m, "move 4Para 0605", "14.6")
    refused(m, "drop 4Para 0605", "14.2")


@pytest.mark.rule("eastfront", "14.2", "14.3")
def test_of_two_paradrop_hqs_either_may_command_the_drop() -> None:
    hqs = {"West-Front": "paradrop", "Ukrainian-Front": "paradrop"}  # the weaker was activated first
    m = position({"0805": "West-Front:1 Ukrainian-Front:3 4Para:3"}, active=SOVIET, active_hqs=hqs)
    allowed(m, "drop 4Para 0505")
    refused(m, "drop 4Para 0405", "14.3")


# --- 14.4 air assaults -----------------------------------------------------------------------------------------------


@pytest.mark.rule("eastfront", "14.4", "7.51")
@pytest.mark.parametrize(("die", "thrown"), [(1, True), (2, False), (3, False)])
def test_only_a_1_repulses_an_air_assault(die: int, thrown: bool) -> None:
    m = soviets({"0605": "1AK:1", "0505": "AG-South:3"}, dice=[die, 1, 1, 1])
    play(m, "drop 4Para 0605")
    end_movement(m)
    assert volleys(list(m.events))[0] == ("1AK", (die,), 0)
    assert repulsed(m) == (["4Para"] if thrown else [])


@pytest.mark.rule("eastfront", "14.4")
def test_a_repulsed_para_loses_a_step_besides_hits_and_goes_home() -> None:
    m = soviets({"0605": "1AK:2", "0505": "AG-South:3"}, dice=[1, 6])
    play(m, "drop 4Para 0605")
    end_movement(m)
    assert lost(list(m.events)) == ["4Para", "4Para"]
    assert (where(m, "4Para"), cv(m, "4Para")) == ("0805", 1)


@pytest.mark.rule("eastfront", "14.4")
def test_a_repulsed_para_of_1_cv_is_lost() -> None:
    units = {"0805": "Ukrainian-Front:3 4Para:1", "0605": "1AK:2", "0505": "AG-South:3"}
    m = soviets(units, dice=[1, 6])
    play(m, "drop 4Para 0605")
    end_movement(m)
    assert lost(list(m.events)) == ["4Para+"]
    assert where(m, "4Para") == "dead"


@pytest.mark.rule("eastfront", "14.4", "14.6")
def test_a_repulsed_para_needs_no_linkup() -> None:
    m = soviets({"0605": "1AK:1", "0505": "AG-South:3"}, dice=[1])
    play(m, "drop 4Para 0605")
    end_movement(m)
    assert state(m).side == GERMAN
    assert (where(m, "4Para"), cv(m, "4Para")) == ("0805", 2)
    assert "dispersed" not in next(u for u in m.view(SOVIET).units if u.id == "4Para").status


@pytest.mark.rule("eastfront", "14.4", "14.6", "G35")
def test_a_repulsed_para_is_not_dispersed_and_may_march_in_the_blitz() -> None:
    units = {"0605": "1AK:1", "0705": "South-Front:2", "0205": "AG-South:3"}
    m = soviets(units, active_hqs=DROP | {"South-Front": "blitz"}, dice=[1])
    play(m, "drop 4Para 0605")
    end_movement(m)
    fight(m, "0605")
    assert state(m).phase == "blitz-movement"
    allowed(m, "move 4Para 0704")


@pytest.mark.rule("eastfront", "14.4")
def test_a_drop_into_an_old_battle_is_no_air_assault() -> None:
    m = soviets({"0605": "1AK:1 8A:1", "0505": "AG-South:3", "0705": "South-Front:1"}, dice=[1, *[1] * 4])
    play(m, "drop 4Para 0605")
    end_movement(m)
    fight(m, "0605")
    assert repulsed(m) == []


@pytest.mark.rule("eastfront", "14.4")
@pytest.mark.parametrize("order", [("drop 4Para 0605", "move 8A 0605"), ("move 8A 0605", "drop 4Para 0605")])
def test_a_drop_along_with_a_ground_attack_is_no_air_assault(order: tuple[str, str]) -> None:
    units = {"0605": "1AK:2", "0705": "8A:1 South-Front:2", "0505": "AG-South:3"}
    m = soviets(units, active_hqs=DROP | {"South-Front": ""}, dice=[1, 1, *[1] * 4])
    play(m, *order)
    end_movement(m)
    fight(m, "0605")
    assert repulsed(m) == []


# --- 14.41 combined assaults (the worked example is with 7.53) -------------------------------------------------------

RIVER = field(river="0605/e 0605/ne 0605/se 0605/w 0605/nw 0605/sw")
COAST: Table = field(
    sea="0604 0704",
    cities=[{"name": "Gavan", "hex": "0805", "class": "minor", "home": "soviet", "port": "minor"}],
    seas=[{"id": "lagoon", "title": "Lagoon", "control": "Gavan", "ports": "Gavan", "coast": "0605 0705 0804 0805"}],
)


@pytest.mark.rule("eastfront", "14.41", "7.53", "14.4")
def test_a_para_in_a_river_assault_leaves_only_the_1_for_all() -> None:
    units = {"0605": "1AK:2", "0705": "8A:1 South-Front:2", "0505": "AG-South:3"}
    m = soviets(units, board=RIVER, active_hqs=DROP | {"South-Front": ""}, dice=[2, 2, *[1] * 4])
    play(m, "move 8A 0605", "drop 4Para 0605", "end")
    fight(m, "0605")
    assert repulsed(m) == []
    m = soviets(units, board=RIVER, active_hqs=DROP | {"South-Front": ""}, dice=[1, 2, *[1] * 3])
    play(m, "move 8A 0605", "drop 4Para 0605", "end")
    fight(m, "0605")
    assert repulsed(m) == ["8A"]


@pytest.mark.rule("eastfront", "14.41", "7.53", "G60")
def test_in_a_combined_assault_too_a_repulsed_para_loses_a_step() -> None:
    units = {"0605": "1AK:1", "0705": "11GdsA:4 South-Front:2", "0505": "AG-South:3"}
    m = soviets(units, board=RIVER, active_hqs=DROP | {"South-Front": ""}, dice=[1, *[1] * 4])
    play(m, "move 11GdsA 0605", "drop 4Para 0605", "end")
    fight(m, "0605")
    assert repulsed(m) == ["4Para"]
    assert cv(m, "4Para") == 2


@pytest.mark.rule("eastfront", "14.41", "7.53", "15.43")
@pytest.mark.parametrize(("para", "thrown"), [(True, []), (False, ["8A"])])
def test_a_para_in_a_sea_assault_leaves_only_the_1_for_all(para: bool, thrown: list[str]) -> None:
    units = {"0605": "1AK:1", "0805": "Ukrainian-Front:3 4Para:3 8A:2 South-Front:2", "0505": "AG-South:3"}
    roles = DROP | {"South-Front": "invasion"}
    m = soviets(units, board=COAST, active_hqs=roles, dice=[2, *[1] * 5])
    play(m, "invade 8A 0605", *(["drop 4Para 0605"] if para else []), "end")
    fight(m, "0605")
    assert repulsed(m) == thrown


# --- 14.5 para combat ------------------------------------------------------------------------------------------------


@pytest.mark.rule("eastfront", "14.5", "7.32")
def test_paratroops_fire_single_in_offence_and_double_in_defence() -> None:
    units = {"0605": "1AK:1 4Para:2", "0505": "AG-South:3", "0705": "Ukrainian-Front:3"}
    m = position(units, phase="combat", active_hqs={"AG-South": ""}, dice=[1] * 3)
    assert powers(fight(m, "0605"))["4Para"] == "DF"
    m = position(units, phase="combat", active=SOVIET, active_hqs={"Ukrainian-Front": ""}, dice=[1] * 3)
    assert powers(fight(m, "0605"))["4Para"] == "SF"


@pytest.mark.rule("eastfront", "14.5", "6.1")
def test_on_the_ground_paratroops_march_like_infantry() -> None:
    m = soviets({"0806": "8A:3"}, active_hqs={"Ukrainian-Front": ""})
    allowed(m, "move 4Para 0605")
    refused(m, "move 4Para 0505", "6.1")


# --- 14.6 dispersal and linkup ---------------------------------------------------------------------------------------


@pytest.mark.rule("eastfront", "14.6")
def test_a_dropped_para_changes_no_control_not_even_of_its_own_hex() -> None:
    m = soviets(
        {"0205": "AG-South:3", "0909": "29AK 18A"}
    )  # an old battle, so that the Combat Phase is not passed over
    play(m, "drop 4Para 0505")
    end_movement(m)
    assert state(m).phase == "combat"
    assert [holder(m, hex) for hex in ("0405", "0505", "0504")] == [GERMAN] * 3


@pytest.mark.rule("eastfront", "14.6", "8.2")
def test_a_dropped_para_takes_no_zone_of_control_away_from_those_it_drops_on() -> None:
    units = {"0606": "1AK:3", "0205": "AG-South:3", "0806": "South-Front:2 9A"}
    m = soviets(units, active_hqs=DROP | {"South-Front": "blitz"}, dice=[3, 3, 3, *[1] * 3])
    assert holder(m, "0706") == "disputed"
    play(m, "drop 4Para 0606")
    end_movement(m)
    fight(m, "0606")
    assert state(m).phase == "blitz-movement"
    assert where(m, "4Para") == "0606"
    assert holder(m, "0706") == "disputed"


@pytest.mark.rule("eastfront", "14.6", "4.44")
def test_a_dispersed_para_does_not_move_in_the_blitz() -> None:
    m = soviets({"0705": "South-Front:2 8A", "0405": "AG-South:3"}, active_hqs=DROP | {"South-Front": "blitz"})
    play(m, "drop 4Para 0605")
    end_movement(m)
    while state(m).phase != "blitz-movement":
        play(m, "end")
    refused(m, "move 4Para 0505", "14.6")


@pytest.mark.rule("eastfront", "14.6")
@pytest.mark.example("eastfront", "E14.6")
def test_a_port_in_the_enemys_rear_gives_no_linkup() -> None:
    board = field(
        cities=[{"name": "Gavan", "hex": "0505", "class": "minor", "home": "soviet", "port": "minor"}],
        seas=[{"id": "lagoon", "title": "Lagoon", "control": "Gavan", "ports": "Gavan", "coast": "0505"}],
    )
    m = soviets({"0205": "AG-South:3"}, board=board)
    play(m, "drop 4Para 0505")
    assert holder(m, "0505") == GERMAN
    end_turn(m)
    assert where(m, "4Para") == "dead"
    assert holder(m, "0505") == GERMAN


@pytest.mark.rule("eastfront", "14.6")
def test_a_friendly_hex_is_a_linkup() -> None:
    m = soviets({"0205": "AG-South:3"}, control={"soviet": "0505"})
    play(m, "drop 4Para 0505")
    end_turn(m)
    assert where(m, "4Para") == "0505"
    status = next(unit for unit in m.view(SOVIET).units if unit.id == "4Para").status
    assert "dispersed" not in status


@pytest.mark.rule("eastfront", "14.6")
@pytest.mark.parametrize("friend", ["8A:2", "8A:2!"])
def test_a_friend_in_the_hex_is_a_linkup_supplied_or_not(friend: str) -> None:
    m = soviets({"0205": "AG-South:3", "0505": f"1AK:1 {friend}"}, battles={"0505": SOVIET})
    play(m, "drop 4Para 0505")
    end_turn(m)
    assert where(m, "4Para") == "0505"


@pytest.mark.rule("eastfront", "14.6", "8.2")
@pytest.mark.parametrize(("friend", "where_is_it"), [("8A:2", "0505"), ("8A:2!", "dead")])
def test_the_zone_of_control_of_a_friend_is_a_linkup(friend: str, where_is_it: str) -> None:
    # 0505 is in the zones of 1AK and of 8A, so it is nobody's; an unsupplied unit has no zone
    units = {"0205": "AG-South:3", "0405": "1AK", "0605": friend}
    m = soviets(units)
    play(m, "drop 4Para 0505")
    end_turn(m)
    assert where(m, "4Para") == where_is_it


@pytest.mark.rule("eastfront", "14.6", "8.2")
def test_no_zone_of_control_reaches_a_para_among_enemies() -> None:
    units = {"0205": "AG-South:3", "0505": "1AK:2", "0605": "8A:2"}
    m = soviets(units, dice=[3, 3, *[1] * 3])
    play(m, "drop 4Para 0505")
    end_movement(m)
    end_turn(m)
    assert where(m, "4Para") == "dead"


@pytest.mark.rule("eastfront", "14.6")
def test_linkup_comes_before_the_enemys_supply_is_checked() -> None:
    # by the zone of 8A the Para links up on the railroad; then it cuts 1AK off, which 8A alone does not
    units = {"0205": "AG-South:3", "0605": "1AK:3", "0606": "8A:2"}
    m = soviets(units)
    play(m, "drop 4Para 0505")
    end_turn(m)
    assert (where(m, "4Para"), cv(m, "1AK")) == ("0505", 2)
    m = soviets(units)
    end_turn(m)
    assert cv(m, "1AK") == 3


@pytest.mark.rule("eastfront", "14.6", "8.1")
def test_after_linkup_the_para_controls_its_hex_and_those_around() -> None:
    m = soviets({"0105": "AG-South:3", "0605": "8A:2"})
    play(m, "drop 4Para 0505")
    end_turn(m)
    assert holder(m, "0505") == SOVIET
    assert holder(m, "0405") == SOVIET
