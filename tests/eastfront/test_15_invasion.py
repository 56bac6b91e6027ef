"""15.4 to 15.6: invasions from the sea, the Coastal Army's Beachhead, and evacuations."""

from __future__ import annotations

from typing import Any

import pytest

import grognard
from grognard.events import Noted
from grognard.games.eastfront.command import command_range
from grognard.games.eastfront.rail import supply_net
from grognard.games.eastfront.supply import has_line
from grognard.view import Marker
from tests.eastfront.table import (
    GERMAN,
    MAP,
    SOVIET,
    allowed,
    cv,
    facts,
    fight,
    holder,
    lost,
    of_kind,
    offered,
    play,
    position,
    powers,
    produce,
    refused,
    state,
    volleys,
    where,
)

INVASION = {"South-Front": "invasion"}
SIMFEROPOL, NOVOROSSIYSK, SEVASTOPOL = "1219", "1419", "1220"


def fleet(units: dict[str, str], **more: Any) -> grognard.Match:
    """A Soviet Movement Phase of July 1942: Batumi and Novorossiysk are Soviet, the Crimea but Sevastopol German."""
    more = {"scenario": "S42", "month": "JUL42", "active": SOVIET, "active_hqs": INVASION, **more}
    return position(units, board=MAP, **more)


def landing(units: dict[str, str] | None = None, army: str = "23A:3", **more: Any) -> grognard.Match:
    """An Invasion HQ and an army in Novorossiysk; Germans in Sevastopol, Kerch and Simferopol."""
    crimea = {"Sevastopol": "1AK", "Kerch": "2AK", "Simferopol": "10AK:3", "Novorossiysk": f"South-Front:2 {army}"}
    return fleet({**crimea, **(units or {})}, control={"german": "Sevastopol"}, **more)


# --- 15.4, 15.41 invasion command ------------------------------------------------------------------------------------


@pytest.mark.rule("eastfront", "15.4", "15.41", "15.3")
@pytest.mark.example("eastfront", "E15.41")
def test_an_army_takes_an_undefended_port_and_makes_it_a_source_of_supply() -> None:
    m = fleet({"Sevastopol": "South-Front:2 23A"})
    m.play("invade 23A Constanza")
    m.play("end")
    assert holder(m, "Constanza") == SOVIET
    net = supply_net(state(m), SOVIET)
    assert net.rail >> state(m).rules.hex("Constanza") & 1
    assert (
        net.rail.bit_count() > supply_net(state(fleet({"Sevastopol": "23A"}, active_hqs={})), SOVIET).rail.bit_count()
    )


@pytest.mark.rule("eastfront", "15.4", "6.53")
def test_an_invasion_is_no_strategic_movement_and_needs_no_supreme_hq() -> None:
    m = landing()
    assert m.view(None).tracks["supreme_moves"] == 0
    allowed(m, "invade 23A Simferopol")


@pytest.mark.rule("eastfront", "15.41")
def test_an_hq_is_activated_for_invasion_only_in_a_port_it_is_in_already() -> None:
    m = fleet({"Novorossiysk": "South-Front:2 23A", "Moscow": "West-Front:2"}, phase="command", active_hqs={})
    refused(m, "activate West-Front invasion", "15.41")
    allowed(m, "activate South-Front 1519")
    refused(m, "activate South-Front invasion 1519", "15.41")
    allowed(m, "activate South-Front invasion")
    ashore = fleet({"Krasnodar": "South-Front:2", "Batumi": "1AK"}, phase="command", active_hqs={})
    refused(ashore, "activate South-Front invasion", "15.41")


@pytest.mark.rule("eastfront", "15.41", "15.1")
def test_no_invasion_starts_where_the_sea_is_not_commanded() -> None:
    m = fleet({"Novorossiysk": "South-Front:2 23A", "Batumi": "1AK"}, phase="command", active_hqs={})
    refused(m, "activate South-Front invasion", "15.41")
    dry = fleet({"Novorossiysk": "South-Front:2"}, phase="command", active_hqs={}, options={"sea_power": False})
    refused(dry, "activate South-Front invasion", "15.41")


@pytest.mark.rule("eastfront", "15.41")
def test_it_takes_one_unit_of_infantry_from_its_own_port_to_a_coast_of_the_same_sea() -> None:
    m = landing({"Batumi": "12A", "Novorossiysk": "South-Front:2 23A 8A 10Tk"})
    refused(m, "invade 10Tk", "15.41")
    refused(m, "invade 12A", "15.41")
    refused(m, "invade 23A Constanza", "15.41")
    refused(m, "invade 23A Kharkov", "15.41")
    m.play("invade 23A Simferopol")
    refused(m, "invade 8A Simferopol", "15.41")


@pytest.mark.rule("eastfront", "6.1", "15.41")
def test_a_unit_that_has_marched_into_the_port_does_not_sail_in_the_same_phase() -> None:
    m = landing({"Krasnodar": "51A West-Front:2"}, active_hqs=INVASION | {"West-Front": ""})
    play(m, "move 51A Novorossiysk")
    refused(m, "invade 51A Simferopol", "6.1")


@pytest.mark.rule("eastfront", "15.41")
def test_it_commands_nothing_else() -> None:
    m = landing({"Krasnodar": "8A"})
    refused(m, "move 8A", "5.3")
    normal = landing({"Krasnodar": "8A"}, active_hqs={"South-Front": ""})
    allowed(normal, "move 8A Kropotkin")
    refused(normal, "invade 23A", "15.41")


def reaches(m: grognard.Match, hex: str, hq: str = "South-Front") -> bool:
    """Whether an HQ commands a hex."""
    g = state(m)
    return bool(command_range(g, g.rules.unit_by_id[hq]) >> g.rules.hex(hex) & 1)


@pytest.mark.rule("eastfront", "15.41", "G61")
def test_only_an_invasion_hq_reaches_across_the_sea() -> None:
    assert reaches(landing(), SIMFEROPOL)
    assert not reaches(landing(active_hqs={"South-Front": ""}), SIMFEROPOL)

    def from_odessa(strength: int, role: str) -> bool:
        hq = "Ukrainian-Front"
        units = {"Odessa": f"{hq}:{strength}"}
        return reaches(fleet(units, scenario="S41", month="JUL41", active_hqs={hq: role}), "Constanza", hq)

    assert from_odessa(3, "invasion")
    assert not from_odessa(3, "")
    assert not from_odessa(2, "invasion")


@pytest.mark.rule("eastfront", "15.41", "G61", "5.3")
def test_from_an_enemy_coast_its_command_goes_no_further_inland() -> None:
    m = fleet({"Rostov": "Ukrainian-Front:3"}, active_hqs={"Ukrainian-Front": "invasion"})
    assert reaches(m, "1416", "Ukrainian-Front")
    assert not reaches(m, "Zaporozhye", "Ukrainian-Front")


@pytest.mark.rule("eastfront", "15.41", "1.34")
def test_but_not_over_the_high_mountains() -> None:
    m = fleet({"Batumi": "South-Front:2"})
    assert reaches(m, "Kutaisi")
    assert not reaches(m, "1820")


@pytest.mark.rule("eastfront", "15.41", "7.4")
def test_beyond_the_command_range_an_invasion_is_unsupported_and_without_airpower() -> None:
    m = landing({"Novorossiysk": "8A", "Batumi": "South-Front:2 23A:3"}, dice=[3, 3, 3, 6, 6, 1])
    m.play("invade 23A Simferopol")
    m.play("end")  # the only battle is fought at once
    assert "unsupported" in next(note.text for note in of_kind(m.events, Noted) if note.rule == "7.4")
    assert "battle of Simferopol" in next(note.text for note in of_kind(m.events, Noted) if note.rule == "7.4")
    assert cv(m, "10AK") == 2


@pytest.mark.rule("eastfront", "15.41", "5.7")
def test_a_blitz_takes_a_second_unit_and_still_commands_nothing_else() -> None:
    m = landing({"Simferopol": "", "Krasnodar": "12A"}, "23A 8A", active_hqs={"South-Front": "invasion blitz"})
    m.play("invade 23A Simferopol")  # nobody else can move or fight, so the Blitz follows at once
    assert state(m).phase == "blitz-movement"
    refused(m, "move 12A", "5.7")
    m.play("invade 8A Simferopol")
    assert where(m, "8A") == SIMFEROPOL


# --- 15.42 limits ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("eastfront", "15.42", "15.41", "1.34", "1.33")
def test_no_invasion_into_mountains_marsh_or_shoals() -> None:
    m = landing()
    refused(m, "invade 23A Tuapse", "15.42")
    azov = fleet({"Rostov": "South-Front:2 23A"})
    refused(azov, "invade 23A 1518", "15.42")
    for shoal in ("Simferopol", "Perekop"):
        refused(azov, f"invade 23A {shoal}", "15.42")
    allowed(azov, "invade 23A Melitopol")


@pytest.mark.rule("eastfront", "15.42", "1.38", "G71")
def test_no_invasion_past_the_straits() -> None:
    refused(fleet({"Rostov": "South-Front:2 23A"}), "invade 23A Sevastopol", "15.41")


@pytest.mark.rule("eastfront", "15.42")
def test_one_unit_in_a_phase_invades_a_defended_hex_but_more_an_empty_one() -> None:
    two = {"Batumi": "West-Front:2 12A"}
    roles = {**INVASION, "West-Front": "invasion"}
    m = landing(two, active_hqs=roles)
    m.play("invade 23A Simferopol")
    refused(m, "invade 12A Simferopol", "15.42")
    empty = landing({**two, "Simferopol": ""}, active_hqs=roles)
    empty.play("invade 23A Simferopol")
    empty.play("invade 12A Simferopol")
    assert (where(empty, "23A"), where(empty, "12A")) == (SIMFEROPOL, SIMFEROPOL)


@pytest.mark.rule("eastfront", "15.42", "12.24", "1.33", "G71")
@pytest.mark.parametrize("weather", ["mud", "snow"])
def test_the_weather_neither_opens_a_marsh_to_invasions_nor_closes_a_clear_coast(weather: str) -> None:
    azov = fleet({"Rostov": "South-Front:2 23A"}, weather=weather)
    refused(azov, "invade 23A 1518", "15.42")
    allowed(azov, "invade 23A Melitopol")


@pytest.mark.rule("eastfront", "15.42", "G71")
def test_one_unit_comes_to_the_help_of_a_besieged_port() -> None:
    units = {"Batumi": "West-Front:2 12A", "Novorossiysk": "South-Front:2 23A", "Sevastopol": "8A 1AK"}
    roles = {**INVASION, "West-Front": "invasion"}
    m = fleet(units, active_hqs=roles, battles={"Sevastopol": GERMAN})
    m.play("invade 23A Sevastopol")
    refused(m, "invade 12A Sevastopol", "15.42")


@pytest.mark.rule("eastfront", "15.42", "15.2")
def test_a_captured_port_takes_sea_movement_once_it_is_friendly() -> None:
    units = {"Moscow": "STAVKA:3", "Batumi": "23A", "Constanza": "8A", "Sevastopol": "12A"}
    allowed(fleet(units, active_hqs={"STAVKA": ""}), "sea 23A Constanza")
    embattled = {**units, "Constanza": "8A 1AK"}
    m = fleet(embattled, active_hqs={"STAVKA": ""}, battles={"Constanza": SOVIET})
    refused(m, "sea 23A Constanza", "6.53")


# --- 15.43 sea assaults ----------------------------------------------------------------------------------------------


@pytest.mark.rule("eastfront", "15.43", "15.41", "7.51")
@pytest.mark.example("eastfront", "E15.43")
def test_the_landing_at_simferopol_is_thrown_back_with_a_loss() -> None:
    m = landing(dice=[6, 1, 1, 6])
    m.play("invade 23A Simferopol")
    m.play("end")
    m.play("strike South-Front Simferopol")
    assert volleys(m.events)[:2] == [("South-Front", (6, 1), 1), ("10AK", (1, 6), 1)]
    assert (where(m, "23A"), cv(m, "23A"), cv(m, "10AK")) == (NOVOROSSIYSK, 2, 2)


@pytest.mark.rule("eastfront", "15.43")
@pytest.mark.parametrize(
    ("army", "die", "ends"),
    [("23A", 2, NOVOROSSIYSK), ("23A", 3, SIMFEROPOL), ("Coastal", 2, SIMFEROPOL), ("Coastal", 1, NOVOROSSIYSK)],
)
def test_a_one_or_two_repulses_and_only_a_one_the_coastal_army(army: str, die: int, ends: str) -> None:
    m = landing({"Simferopol": "10AK:1"}, f"{army}:3", dice=[die, 1, 1, 1])
    m.play(f"invade {army} Simferopol")
    m.play("end")
    fight(m, SIMFEROPOL)
    assert where(m, army) == ends


@pytest.mark.rule("eastfront", "15.43", "7.53")
def test_a_ground_attack_over_dry_land_prevents_the_repulse() -> None:
    units = {"Simferopol": "10AK:1", "Perekop": "8A:3", "Melitopol": "West-Front:2"}
    m = landing(units, active_hqs={"South-Front": "invasion blitz", "West-Front": ""}, dice=[1, 1, 1, 1, 1, 1, 1])
    m.play("invade 23A Simferopol")
    m.play("move 8A Simferopol")
    m.play("end")
    fight(m, SIMFEROPOL)
    assert (where(m, "23A"), where(m, "8A")) == (SIMFEROPOL, SIMFEROPOL)


@pytest.mark.rule("eastfront", "15.43")
def test_only_the_first_round_repulses() -> None:
    old = landing(
        {"Simferopol": "10AK:1 23A:3", "Novorossiysk": "South-Front:2"},
        phase="combat",
        dice=[1, 1, 1, 1],
        battles={"Simferopol": SOVIET},
    )
    fight(old, SIMFEROPOL)
    assert where(old, "23A") == SIMFEROPOL


# --- 15.5, 15.51 the Beachhead ---------------------------------------------------------------------------------------


def beach(units: dict[str, str] | None = None, *, status: str = "deployed", **more: Any) -> grognard.Match:
    """The Coastal Army in Simferopol with its Beachhead, Germans in Sevastopol; a Soviet Movement Phase."""
    tracks = {
        "beachhead": status,
        **({"beachhead_at": SIMFEROPOL} if status == "deployed" else {}),
        **more.pop("tracks", {}),
    }
    there = {"Simferopol": "Coastal:2", "Sevastopol": "1AK", "Kerch": "2AK", "Novorossiysk": "12A", **(units or {})}
    return fleet(there, control={"german": "Sevastopol"}, tracks=tracks, **{"active_hqs": {}, **more})


def supplied(m: grognard.Match, unit: str) -> bool:
    """Whether a unit can trace supply now."""
    return has_line(state(m), state(m).rules.unit_by_id[unit])


def asked(m: grognard.Match) -> bool:
    """Whether the Soviets are asked about the Beachhead."""
    return any(decision.kind == "beachhead" for decision in m.decisions)


@pytest.mark.rule("eastfront", "15.5", "15.51", "G59")
def test_a_ready_beachhead_is_set_up_in_a_supply_phase_even_in_a_battle_on_an_enemy_hex() -> None:
    m = beach(
        {"Simferopol": "Coastal:2 10AK:3"},
        status="ready",
        tracks={"landed": SIMFEROPOL},
        phase="combat",
        battles={"Simferopol": SOVIET},
    )
    m.play("end")
    assert offered(m) == ["beachhead", "wait"]
    m.play("beachhead")
    assert Marker("beachhead", SOVIET, SIMFEROPOL) in m.view(None).markers


@pytest.mark.rule("eastfront", "15.51")
def test_the_landing_counts_when_it_has_come_by_invasion_and_the_army_is_still_there() -> None:
    m = landing({"Simferopol": ""}, "Coastal:2", tracks={"beachhead": "ready"})
    m.play("invade Coastal Simferopol")
    m.play("end")
    assert offered(m) == ["beachhead", "wait"]
    walked = beach(status="ready", phase="combat", active_hqs={"South-Front": ""}, units={"Moscow": "South-Front"})
    walked.play("end")
    assert not asked(walked)


@pytest.mark.rule("eastfront", "15.51")
def test_a_beachhead_in_prep_is_not_set_up() -> None:
    m = beach(
        {"Moscow": "South-Front"},
        status="prep",
        tracks={"landed": SIMFEROPOL},
        phase="combat",
        active_hqs={"South-Front": ""},
    )
    m.play("end")
    assert not asked(m)


@pytest.mark.rule("eastfront", "15.51", "11.3", "G59")
@pytest.mark.parametrize(
    ("before", "order", "after", "cost"),
    [("lost", "prep", "prep", 10), ("prep", "ready", "ready", 10), ("deployed", "dismantle", "prep", 0)],
)
def test_production_makes_it_ready_raises_it_and_takes_it_back(before: str, order: str, after: str, cost: int) -> None:
    m = beach(status=before, phase="production")
    for other in {"prep", "ready", "dismantle"} - {order}:
        refused(m, other, "15.51", SOVIET)
    for other in ("prep", "ready", "dismantle"):
        refused(m, f"{order} {other}", "15.51", SOVIET)
    refused(m, order, "15.51", GERMAN)
    level = m.view(None).tallies["production"][SOVIET]
    events = produce(m, soviet=order)
    assert f"{level - cost} PPs are forfeited" in [note.text for note in of_kind(events, Noted)]
    assert facts(m, SOVIET).beachhead == after
    assert m.view(None).markers == ()


@pytest.mark.rule("eastfront", "15.51", "11.3")
def test_ten_pps_must_be_there() -> None:
    m = beach(status="prep", phase="production", tracks={"basic": {"soviet": -40}})
    assert m.view(None).tallies["production"][SOVIET] < 10
    refused(m, "ready", "11.3", SOVIET)


@pytest.mark.rule("eastfront", "15.51", "G59")
@pytest.mark.parametrize(("scenario", "status"), [("S41", "lost"), ("W41", "prep"), ("S43", "prep")])
def test_it_begins_each_scenario_from_winter_1941_in_prep(scenario: str, status: str) -> None:
    assert state(grognard.new("eastfront", scenario)).beachhead == status


@pytest.mark.rule("eastfront", "15.51", "15.21")
def test_it_works_as_a_minor_port_while_it_is_not_embattled() -> None:
    supreme = {"Moscow": "STAVKA:3", "Batumi": "8A", "Novorossiysk": "10Tk"}
    m = beach(supreme, active_hqs={"STAVKA": ""})
    assert offered(m, "sea 10Tk") == [SIMFEROPOL, "1822"]
    m.play("sea 8A Simferopol")
    refused(m, "sea 10Tk", "15.2")
    embattled = beach(
        {**supreme, "Simferopol": "Coastal:2 10AK"}, active_hqs={"STAVKA": ""}, battles={"Simferopol": SOVIET}
    )
    refused(embattled, "sea 8A Simferopol", "6.53")
    besieged = {**supreme, "Simferopol": "Coastal:2 23A 10AK"}
    refused(beach(besieged, active_hqs={"STAVKA": ""}, battles={"Simferopol": GERMAN}), "sea 23A", "15.51")
    none = beach(supreme, status="ready", active_hqs={"STAVKA": ""})
    refused(none, "sea 8A Simferopol", "15.2")


@pytest.mark.rule("eastfront", "15.51")
def test_invasions_start_from_it() -> None:
    here = {"Simferopol": "Coastal:2 South-Front:2"}
    allowed(beach(here, phase="command"), "activate South-Front invasion")
    refused(beach(here, phase="command", status="ready"), "activate South-Front invasion", "15.41")


@pytest.mark.rule("eastfront", "15.51", "15.3")
def test_rail_lines_never_reach_it() -> None:
    m = beach()
    net, simferopol = supply_net(state(m), SOVIET), state(m).rules.hex(SIMFEROPOL)
    assert not net.hexes >> simferopol & 1
    assert not net.rail >> simferopol & 1


@pytest.mark.rule("eastfront", "15.51")
def test_it_is_lost_when_enemies_enter_and_no_friend_is_there() -> None:
    empty = {"Simferopol": "", "Kerch": "10AK AG-A:2", "1119": "Coastal"}
    m = beach(empty, active=GERMAN, active_hqs={"AG-A": ""})
    m.play("move 10AK Simferopol")
    m.play("end")
    assert facts(m, SOVIET).beachhead == "lost"
    held = beach({"Kerch": "10AK AG-A:2"}, active=GERMAN, active_hqs={"AG-A": ""})
    held.play("move 10AK Simferopol")
    assert facts(held, SOVIET).beachhead == "deployed"


@pytest.mark.rule("eastfront", "15.5", "7.32")
def test_the_coastal_army_fires_as_any_infantry_on_its_beachhead() -> None:
    m = beach(
        {"Simferopol": "Coastal:2 10AK:1", "Novorossiysk": "South-Front"},
        phase="combat",
        battles={"Simferopol": SOVIET},
        active_hqs=INVASION,
        dice=[1, 5, 5],
    )
    events = fight(m, SIMFEROPOL)
    assert powers(events)["Coastal"] == "SF"


# --- 15.52 Beachhead supply ------------------------------------------------------------------------------------------


@pytest.mark.rule("eastfront", "15.52", "10.6")
def test_it_supplies_its_hex_even_in_a_battle_on_an_enemy_hex() -> None:
    battle = {"Simferopol": "Coastal:2 23A 10AK"}
    m = beach(battle, battles={"Simferopol": SOVIET})
    assert supplied(m, "Coastal")
    assert supplied(m, "23A")
    assert not supplied(beach(battle, status="ready", battles={"Simferopol": SOVIET}), "Coastal")


@pytest.mark.rule("eastfront", "15.52", "10.6", "G24")
def test_from_a_friendly_hex_it_supplies_the_neighbours_but_no_further() -> None:
    m = beach({"1119": "23A", "1118": "8A"})
    assert supplied(m, "23A")
    assert not supplied(m, "8A")
    embattled = beach({"1119": "23A", "Simferopol": "Coastal 10AK"}, battles={"Simferopol": GERMAN})
    assert supplied(embattled, "23A")
    enemy = beach({"1119": "23A", "Simferopol": "Coastal 10AK"}, battles={"Simferopol": SOVIET})
    assert not supplied(enemy, "23A")


@pytest.mark.rule("eastfront", "15.52", "G24")
def test_the_neighbours_need_a_friendly_sea() -> None:
    m = beach({"1119": "23A", "Batumi": "11AK"})
    assert supplied(m, "Coastal")
    assert not supplied(m, "23A")


@pytest.mark.rule("eastfront", "15.52", "11.41")
def test_those_who_depend_on_it_pay_double_for_a_step_and_get_none_when_engaged() -> None:
    m = beach(phase="production")
    level = m.view(None).tallies["production"][SOVIET]
    events = produce(m, soviet="step Coastal")
    assert f"{level - 4} PPs are forfeited" in [note.text for note in of_kind(events, Noted)]
    assert cv(m, "Coastal") == 3
    engaged = beach({"Simferopol": "Coastal:2 10AK"}, phase="production", battles={"Simferopol": SOVIET})
    refused(engaged, "step Coastal", "11.41", SOVIET)


@pytest.mark.rule("eastfront", "15.6a", "10.4", "15.52")
def test_invaders_without_port_or_beachhead_lose_steps() -> None:
    def after_the_check(status: str) -> int:
        played = {"played": SOVIET}
        m = beach({"Perekop": "10AK"}, status=status, active=GERMAN, phase="combat", fortnight=2, tracks=played)
        assert state(m).phase == "production"
        return cv(m, "Coastal")

    assert after_the_check("ready") == 1
    assert after_the_check("deployed") == 2


# --- 15.6 evacuation -------------------------------------------------------------------------------------------------


def rescue(units: dict[str, str], **more: Any) -> grognard.Match:
    """An Invasion HQ in Novorossiysk, Soviets on the Crimean coast."""
    return landing({"Novorossiysk": "South-Front:2", "Simferopol": "", **units}, **more)


@pytest.mark.rule("eastfront", "15.6")
def test_an_invasion_hq_fetches_one_unit_of_any_kind_from_a_coast() -> None:
    m = rescue({"Simferopol": "10Tk 8A"})
    m.play("evacuate 10Tk Novorossiysk")
    assert where(m, "10Tk") == NOVOROSSIYSK
    refused(m, "evacuate 8A", "15.6")
    inland = rescue({"Kharkov": "8A", "Simferopol": "10Tk"})
    refused(inland, "evacuate 8A", "15.6")
    refused(inland, "evacuate 10Tk Batumi", "15.6")
    refused(rescue({"Simferopol": "10Tk"}, active_hqs={"South-Front": ""}), "evacuate 10Tk", "15.6")


@pytest.mark.rule("eastfront", "15.6")
def test_who_invades_cannot_be_fetched_by_the_same_hq() -> None:
    m = rescue({"Novorossiysk": "South-Front:2 23A", "Simferopol": "8A"})
    m.play("invade 23A Simferopol")
    refused(m, "evacuate 8A", "15.6")


@pytest.mark.rule("eastfront", "15.6")
def test_disengaging_by_evacuation_draws_no_fire() -> None:
    m = rescue({"Simferopol": "23A:2 8A:2 10AK:4"}, battles={"Simferopol": SOVIET})
    m.play("evacuate 23A Novorossiysk")
    assert (where(m, "23A"), cv(m, "23A"), volleys(m.events)) == (NOVOROSSIYSK, 2, [])


@pytest.mark.rule("eastfront", "15.6", "15.5", "6.42", "G23")
@pytest.mark.parametrize(("army", "power", "strength"), [("23A", "DF", 2), ("Coastal", "SF", 3)])
def test_a_retreat_draws_pursuit_fire_at_speed_one_or_two_for_the_coastal_army(
    army: str, power: str, strength: int
) -> None:
    m = rescue({"Simferopol": f"{army}:3 10AK:2"}, battles={"Simferopol": SOVIET}, dice=[5, 4])
    assert volleys(m.play(f"evacuate {army} Novorossiysk")) == []  # all else moves first
    assert where(m, army) != NOVOROSSIYSK
    events = m.play("end")
    assert powers(events) == {"10AK": power}
    assert (where(m, army), cv(m, army)) == (NOVOROSSIYSK, strength)
    assert m.view(None).battles == ()


@pytest.mark.rule("eastfront", "15.6", "15.5", "6.42")
@pytest.mark.parametrize(
    ("army", "speed", "dice"), [("23A", "1", "2 dice, DF (5+)"), ("Coastal", "2", "2 dice, SF (6)")]
)
def test_the_odds_of_an_evacuation_are_those_of_pursuit_at_the_ships_speed(army: str, speed: str, dice: str) -> None:
    m = rescue({"Simferopol": f"{army}:3 10AK:2="}, battles={"Simferopol": SOVIET})
    seen = m.preview(f"evacuate {army} Novorossiysk")
    lines = {line.what: line.value for line in seen.lines}
    assert (seen.kind, lines[f"speed of {army}"], lines["10AK"]) == ("pursuit", speed, dice)
    m.play(f"evacuate {army} Novorossiysk")
    assert m.query("pursuit", SOVIET, unit=army).lines == seen.lines
    unharmed = rescue({"Simferopol": "23A:2 8A:2 10AK:4"}, battles={"Simferopol": SOVIET})
    with pytest.raises(grognard.Invalid, match="nobody fires"):
        unharmed.preview("evacuate 23A Novorossiysk")


@pytest.mark.rule("eastfront", "15.6", "6.42")
def test_a_unit_may_be_destroyed_on_the_beach() -> None:
    m = rescue({"Simferopol": "23A:1 10AK:2"}, battles={"Simferopol": SOVIET}, dice=[5, 5])
    play(m, "evacuate 23A Novorossiysk", "end")
    assert where(m, "23A") == "dead"
    assert lost(m.events) == []


@pytest.mark.rule("eastfront", "15.6", "15.2")
def test_from_an_embattled_friendly_port_one_retreats_only_by_evacuation() -> None:
    units = {"Sevastopol": "8A:3 1AK:1", "Moscow": "STAVKA:3"}
    roles = {**INVASION, "STAVKA": ""}
    m = fleet({**units, "Novorossiysk": "South-Front:2"}, active_hqs=roles, battles={"Sevastopol": GERMAN}, dice=[1])
    refused(m, "sea 8A", "6.53")
    play(m, "evacuate 8A Novorossiysk", "end")
    assert (where(m, "8A"), len(volleys(m.events))) == (NOVOROSSIYSK, 1)


@pytest.mark.rule("eastfront", "15.6", "15.2")
def test_from_an_enemy_port_one_leaves_only_by_evacuation_and_only_the_last_draws_fire() -> None:
    units = {"Kerch": "8A:3 23A:3 2AK:1", "Moscow": "STAVKA:3", "Novorossiysk": "South-Front:2"}
    m = fleet(units, active_hqs={**INVASION, "STAVKA": ""}, battles={"Kerch": SOVIET})
    refused(m, "sea 8A", "15.6")
    m.play("evacuate 8A Novorossiysk")
    assert (where(m, "8A"), volleys(m.events)) == (NOVOROSSIYSK, [])


@pytest.mark.rule("eastfront", "15.6", "6.42", "6.41")
def test_the_dice_of_an_evacuation_are_thrown_when_all_else_has_moved() -> None:
    m = rescue({"Simferopol": "23A:3 10AK:2", "Rostov": "8A"}, battles={"Simferopol": SOVIET}, dice=[6, 6])
    m.play("evacuate 23A Novorossiysk")
    assert (volleys(m.events), where(m, "23A")) == ([], SIMFEROPOL)
    refused(m, "evacuate 23A Novorossiysk", "6.41")
    assert "rearguard" in next(unit for unit in m.view(SOVIET).units if unit.id == "23A").status
    m.play("end")
    assert (len(volleys(m.events)), where(m, "23A"), cv(m, "23A")) == (1, NOVOROSSIYSK, 1)


@pytest.mark.rule("eastfront", "15.6", "6.42", "7.35")
@pytest.mark.parametrize(("hits", "left"), [(3, 2), (2, 3)])
def test_a_fortress_covers_those_who_are_evacuated_from_it(hits: int, left: int) -> None:
    units = {"Sevastopol": "8A:3 1AK:3", "Novorossiysk": "South-Front:2"}
    m = fleet(units, battles={"Sevastopol": GERMAN}, dice=[6] * hits + [1] * (3 - hits))
    play(m, "evacuate 8A Novorossiysk", "end")
    assert (where(m, "8A"), cv(m, "8A")) == (NOVOROSSIYSK, left)


@pytest.mark.rule("eastfront", "15.6", "6.21")
def test_the_place_of_an_evacuated_rearguard_is_kept_for_it() -> None:
    port = "South-Front:2 12A 13A"
    m = rescue(
        {"Simferopol": "23A:3 10AK:2", "Novorossiysk": port, "Krasnodar": "West-Front:0 37A"},
        battles={"Simferopol": SOVIET}, active_hqs={"South-Front": "invasion blitz", "West-Front": ""}, dice=[1, 1],
    )  # fmt: skip
    allowed(m, "move 37A Novorossiysk")
    m.play("evacuate 23A Novorossiysk")
    refused(m, "move 37A Novorossiysk", "6.21")


@pytest.mark.rule("eastfront", "15.6", "16.13")
def test_ships_fetch_no_restricted_satellite_away_from_its_country() -> None:
    def black_sea(port: str, **more: Any) -> grognard.Match:
        units = {port: "AG-A:2", "Constanza": "4Rum", "Kishinev": "1AK"}
        control = {"german": "Sevastopol Odessa Constanza Varna"}
        more = {"scenario": "S44", "active_hqs": {"AG-A": "invasion"}, "control": control, **more}
        return position(units, board=MAP, **more)

    refused(black_sea("Sevastopol"), "evacuate 4Rum Sevastopol", "16.13")
    allowed(black_sea("Varna"), "evacuate 4Rum Varna")  # next to Rumania
    free = black_sea("Sevastopol", scenario="S42")
    allowed(free, "evacuate 4Rum Sevastopol")


# --- G67 an embattled port -------------------------------------------------------------------------------------------


@pytest.mark.rule("eastfront", "15.41", "5.2", "G67")
def test_an_hq_in_an_embattled_friendly_port_may_be_an_invasion_hq() -> None:
    units = {"Sevastopol": "South-Front:2 8A 1AK", "Simferopol": "10AK 12A", "Novorossiysk": "13A"}
    roles: dict[str, Any] = {"battles": {"Sevastopol": GERMAN, "Simferopol": SOVIET}}
    allowed(fleet(units, phase="command", active_hqs={}, **roles), "activate South-Front invasion")
    lost_port: dict[str, Any] = {"battles": {"Sevastopol": SOVIET, "Simferopol": SOVIET}}
    refused(fleet(units, phase="command", active_hqs={}, **lost_port), "activate South-Front invasion", "15.41")
    m = fleet(units, forced=False, **roles)
    refused(m, "invade 8A Constanza", "15.41")
    refused(m, "evacuate 13A Sevastopol", "15.6")
