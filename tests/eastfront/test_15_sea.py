"""15.1 to 15.3: who commands a sea, moves and supply over it; 1.36a, 1.38 and 1.45: seas, straits and ports."""

from __future__ import annotations

from typing import Any

import pytest

import grognard
from grognard.games.eastfront.rules import own_geography, standard
from grognard.games.eastfront.supply import has_line
from tests.eastfront.table import (
    GERMAN,
    MAP,
    SOVIET,
    allowed,
    cv,
    fight,
    offered,
    position,
    pps,
    refused,
    state,
    where,
)

STAVKA, OKH = {"STAVKA": ""}, {"OKH": ""}


def soviets(units: dict[str, str], **more: Any) -> grognard.Match:
    """July 1941, a Soviet Movement Phase with STAVKA active in Moscow: all seas but the Baltic are Soviet."""
    more = {"scenario": "S41", "month": "JUL41", "active": SOVIET, "active_hqs": STAVKA, **more}
    return position({"Moscow": "STAVKA:3", **units}, board=MAP, **more)


def germans(units: dict[str, str], **more: Any) -> grognard.Match:
    """July 1942, a German Movement Phase with OKH active in Warsaw."""
    more = {"scenario": "S42", "month": "JUL42", "active_hqs": OKH, **more}
    return position({"Warsaw": "OKH:3", **units}, board=MAP, **more)


def left(m: grognard.Match) -> int:
    """The Supreme Moves that are left."""
    moves: int = m.view(None).tracks["supreme_moves"]
    return moves


def supplied(m: grognard.Match, unit: str) -> bool:
    """Whether a unit can trace supply now."""
    return has_line(state(m), state(m).rules.unit_by_id[unit])


# --- the map ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("eastfront", "15.1", "1.36a", "1.36", "G50")
def test_every_sea_has_its_control_port_and_its_other_ports() -> None:
    geography = own_geography()
    name = {city.hex: city.name for city in geography.cities.values()}
    seas = {sea.id: (name[sea.control], {name[port] for port in sea.ports}) for sea in geography.seas.values()}
    assert seas == {
        "baltic": ("Danzig", {"Danzig", "Konigsberg", "Memel", "Ventspils"}),
        "gulf-of-finland": ("Leningrad", {"Leningrad", "Tallinn"}),
        "gulf-of-riga": ("Riga", {"Riga", "Ventspils"}),
        "western-black-sea": ("Sevastopol", {"Sevastopol", "Varna", "Constanza", "Odessa", "Nikolaev"}),
        "eastern-black-sea": ("Batumi", {"Batumi", "Sevastopol", "Kerch", "Novorossiysk"}),
        "sea-of-azov": ("Rostov", {"Rostov", "Mariupol", "Kerch"}),
        "caspian": ("EZ-M", {"EZ-M", "Astrakhan", "Marach-Kala"}),
    }


@pytest.mark.rule("eastfront", "1.36a")
def test_the_baltic_and_its_two_gulfs_adjoin_one_another() -> None:
    seas = own_geography().seas
    for id, others in {
        "baltic": {"gulf-of-finland", "gulf-of-riga"},
        "gulf-of-finland": {"baltic", "gulf-of-riga"},
        "gulf-of-riga": {"baltic", "gulf-of-finland"},
        "western-black-sea": {"eastern-black-sea"},
        "caspian": set(),
    }.items():
        assert set(seas[id].adjoins) == others


@pytest.mark.rule("eastfront", "1.45", "15.21")
def test_three_ports_are_major_and_all_others_minor() -> None:
    rules = standard("S41")
    major = {rules.cities[hex].name for hex, kind in rules.port_class.items() if kind == "major"}
    assert major == {"Leningrad", "Odessa", "Danzig"}
    assert set(rules.port_class.values()) == {"major", "minor"}
    assert set(rules.port_class) == {port for sea in own_geography().seas.values() for port in sea.ports}


# --- 15.1, 15.2 sea movement -----------------------------------------------------------------------------------------


@pytest.mark.rule("eastfront", "15.2", "15.1", "1.36a")
@pytest.mark.example("eastfront", "E15.2a")
def test_from_odessa_to_rostov_takes_three_sea_moves() -> None:
    m = soviets({"Odessa": "23A"})
    assert left(m) == 6
    m.play("sea 23A Rostov")
    assert (where(m, "23A"), left(m)) == (state(m).hexname(state(m).rules.hex("Rostov")), 3)


@pytest.mark.rule("eastfront", "15.2", "15.1")
@pytest.mark.example("eastfront", "E15.2b")
def test_from_danzig_to_leningrad_takes_two_and_is_closed_while_leningrad_is_embattled() -> None:
    m = germans({"Danzig": "1AK", "Leningrad": "2AK"})
    m.play("sea 1AK Leningrad")
    assert (where(m, "1AK"), left(m)) == ("0901", 4)
    embattled = germans({"Danzig": "1AK", "Leningrad": "2AK 23A"}, battles={"Leningrad": "soviet"})
    refused(embattled, "sea 1AK Leningrad", "6.53")


@pytest.mark.rule("eastfront", "15.2")
def test_too_many_seas_for_the_moves_that_are_left() -> None:
    refused(soviets({"Odessa": "23A"}, tracks={"supreme": 2}), "sea 23A Rostov", "15.2")
    allowed(soviets({"Odessa": "23A"}, tracks={"supreme": 2}), "sea 23A Batumi")


@pytest.mark.rule("eastfront", "15.2", "6.53")
def test_sea_movement_needs_an_active_supreme_hq_and_a_friendly_port_at_both_ends() -> None:
    m = position(
        {"Odessa": "23A", "Kiev": "West-Front"},
        board=MAP,
        scenario="S41",
        month="JUL41",
        active=SOVIET,
        active_hqs={"West-Front": ""},
    )
    refused(m, "sea 23A Sevastopol", "6.53")
    inland = soviets({"Odessa": "23A", "Kiev": "8A"})
    refused(inland, "sea 8A", "15.2")
    refused(inland, "sea 23A Constanza", "15.2")
    refused(inland, "sea 23A Simferopol", "15.2")


@pytest.mark.rule("eastfront", "15.1")
def test_nothing_sails_on_a_sea_whose_control_port_is_not_friendly() -> None:
    m = soviets({"Odessa": "23A", "Sevastopol": "1AK"})
    refused(m, "sea 23A", "15.1")
    rostov = soviets({"Odessa": "23A", "Rostov": "41Pz"})
    refused(rostov, "sea 23A Mariupol", "15.2")
    allowed(rostov, "sea 23A Novorossiysk")


@pytest.mark.rule("eastfront", "15.1", "7.12")
def test_an_embattled_control_port_still_commands_its_sea_for_the_original_defender() -> None:
    m = soviets({"Odessa": "23A", "Sevastopol": "8A 1AK"}, battles={"Sevastopol": "german"})
    allowed(m, "sea 23A Nikolaev")
    lost = soviets(
        {"Odessa": "23A", "Sevastopol": "8A 1AK"}, battles={"Sevastopol": "soviet"}, control={"german": "Sevastopol"}
    )
    refused(lost, "sea 23A", "15.1")


@pytest.mark.rule("eastfront", "15.2", "6.53")
def test_a_unit_may_disengage_by_sea_but_not_retreat() -> None:
    m = soviets({"Odessa": "23A 8A 1AK"}, battles={"Odessa": "german"})
    m.play("sea 23A Nikolaev")
    refused(m, "sea 8A", "6.53")
    enemy = soviets({"Odessa": "23A 8A 1AK"}, battles={"Odessa": "soviet"}, control={"german": "Odessa"})
    refused(enemy, "sea 23A", "15.6")


@pytest.mark.rule("eastfront", "15.2")
def test_without_the_option_there_is_no_sea_movement() -> None:
    refused(soviets({"Odessa": "23A"}, options={"sea_power": False}), "sea 23A", "15.2")


# --- 15.21 port capacity ---------------------------------------------------------------------------------------------


@pytest.mark.rule("eastfront", "15.21", "G47")
def test_a_minor_port_takes_one_unit_in_or_out_in_a_turn() -> None:
    m = soviets({"Nikolaev": "23A 8A", "Sevastopol": "12A", "Odessa": "13A"})
    m.play("sea 23A Odessa")
    refused(m, "sea 8A", "15.21")
    refused(m, "sea 12A Nikolaev", "15.21")
    allowed(m, "sea 12A Odessa")


@pytest.mark.rule("eastfront", "15.21", "1.45")
def test_a_major_port_takes_two() -> None:
    m = soviets({"Odessa": "23A 8A 12A", "Batumi": "13A"})
    m.play("sea 23A Nikolaev")
    m.play("sea 8A Sevastopol")
    refused(m, "sea 12A", "15.21")
    refused(m, "sea 13A Odessa", "15.21")


# --- 1.38 the Kerch Straits ------------------------------------------------------------------------------------------


@pytest.mark.rule("eastfront", "1.38", "15.1")
@pytest.mark.parametrize("shore", ["Kerch", "Novorossiysk"])
def test_ships_pass_the_straits_only_while_no_enemy_holds_a_shore(shore: str) -> None:
    refused(soviets({"Odessa": "23A", shore: "1AK"}), "sea 23A Rostov", "15.2")


@pytest.mark.rule("eastfront", "1.38")
def test_from_kerch_itself_ships_sail_on_both_seas() -> None:
    m = soviets({"Kerch": "23A", "Novorossiysk": "1AK"})
    assert {"1616", "1822"} <= set(offered(m, "sea 23A"))


HQ = {"AG-A": ""}


@pytest.mark.rule("eastfront", "1.38")
def test_a_unit_that_crosses_the_straits_begins_on_one_shore_and_stops_on_the_other() -> None:
    m = position({"Kerch": "41Pz AG-A:2", "Simferopol": "24Pz"}, board=MAP, scenario="S42", active_hqs=HQ)
    assert "1419" in offered(m, "move 41Pz")
    assert "1419" not in offered(m, "move 24Pz")
    refused(m, "move 24Pz Kerch Novorossiysk", "1.38")
    assert offered(m, "move 41Pz Novorossiysk") == []


@pytest.mark.rule("eastfront", "1.38", "6.33", "7.5")
def test_the_straits_count_as_a_river_for_an_attack() -> None:
    m = position(
        {"Kerch": "41Pz:4 24Pz AG-A:2", "Novorossiysk": "23A:3"},
        board=MAP,
        scenario="S42",
        active_hqs=HQ,
        dice=[1, 2, 4],
    )
    m.play("move 41Pz Novorossiysk")
    refused(m, "move 24Pz Novorossiysk", "6.33")
    m.play("end")
    fight(m, "1419")
    assert where(m, "41Pz") == "1319"


@pytest.mark.rule("eastfront", "1.38", "15.3", "10.3")
@pytest.mark.example("eastfront", "E15.3a")
def test_land_supply_crosses_the_straits_but_no_rail_and_no_foreign_sea() -> None:
    """Germans in Novorossiysk live on a land supply line from Kerch; their own fleet would make the port a source."""
    held = {"german": "Sevastopol Rostov"}
    units = {"Novorossiysk": "1AK", "Krasnodar": "23A", "Rostov": "11AK"}
    m = position(units, board=MAP, scenario="S42", phase="command", control=held)
    assert supplied(m, "1AK")
    assert not in_rail_supply(m, GERMAN, "Novorossiysk")
    fleet = position({**units, "Batumi": "2AK"}, board=MAP, scenario="S42", phase="command", control=held)
    assert in_rail_supply(fleet, GERMAN, "Novorossiysk")


def in_rail_supply(m: grognard.Match, side: str, place: str) -> bool:
    """Whether a hex is in Rail/Sea Supply."""
    from grognard.games.eastfront.rail import supply_net

    return bool(supply_net(state(m), side).hexes >> state(m).rules.hex(place) & 1)


# --- 15.3 sea supply -------------------------------------------------------------------------------------------------


@pytest.mark.rule("eastfront", "15.3", "9.3")
def test_supply_goes_by_rail_to_a_port_by_sea_to_another_and_by_rail_onward() -> None:
    """Winter 1941: Odessa and Kishinev behind the German lines, fed from Batumi."""
    m = odessa({"Odessa": "23A", "Kishinev": "8A"})
    assert in_rail_supply(m, SOVIET, "Odessa")
    assert in_rail_supply(m, SOVIET, "Kishinev")
    assert supplied(m, "8A")


def odessa(units: dict[str, str], **more: Any) -> grognard.Match:
    """A German Combat Phase in the mud of April 1942 with Soviets in and about Odessa."""
    more = {
        "scenario": "W41",
        "month": "APR42",
        "phase": "combat",
        "fortnight": 2,
        "tracks": {"played": "soviet"},
        **more,
    }
    return position(units, board=MAP, **more)


@pytest.mark.rule("eastfront", "15.3", "11.22")
def test_a_city_that_only_ships_reach_produces() -> None:
    base = pps(odessa({}), SOVIET)
    assert pps(odessa({"Odessa": "23A"}), SOVIET) == base + 1
    assert pps(odessa({"Odessa": "23A"}, options={"sea_power": False}), SOVIET) == base
    assert pps(odessa({"Odessa": "23A", "Sevastopol": "1AK"}), SOVIET) == base


@pytest.mark.rule("eastfront", "15.3")
@pytest.mark.parametrize("enemy", ["Batumi", "Sevastopol"])
def test_sea_supply_needs_every_sea_of_the_way(enemy: str) -> None:
    assert not in_rail_supply(odessa({"Odessa": "23A", enemy: "1AK"}), SOVIET, "Odessa")


@pytest.mark.rule("eastfront", "15.31", "G25")
def test_an_engaged_port_keeps_one_unit_of_one_cv() -> None:
    m = odessa({"Odessa": "23A:3 8A:1 41Pz:1"}, battles={"Odessa": "german"})
    m.play("end")
    assert (cv(m, "23A"), cv(m, "8A")) == (2, 1)
    two = odessa({"Odessa": "23A:1 5Cav:1 41Pz:1"}, battles={"Odessa": "german"})
    two.play("end")
    two.play("supply 5Cav", SOVIET)
    assert (where(two, "23A"), cv(two, "5Cav")) == ("dead", 1)


@pytest.mark.rule("eastfront", "15.31")
def test_an_engaged_port_feeds_no_neighbour() -> None:
    near = {"Odessa-NW1": "8A"}
    assert supplied(odessa({"Odessa": "23A", **near}), "8A")
    assert not supplied(odessa({"Odessa": "23A 1AK", **near}, battles={"Odessa": "german"}), "8A")


@pytest.mark.rule("eastfront", "15.31", "11.22")
def test_a_besieged_port_produces() -> None:
    base = pps(odessa({}), SOVIET)
    assert pps(odessa({"Odessa": "23A 1AK"}, battles={"Odessa": "german"}), SOVIET) == base + 1


@pytest.mark.rule("eastfront", "15.31", "10.5")
def test_sevastopol_has_fortress_supply_instead() -> None:
    m = odessa({"Sevastopol": "23A:3 8A:1 1AK:4"}, battles={"Sevastopol": "german"}, dice=[1, 1, 1, 1])
    assert (cv(m, "23A"), where(m, "8A")) == (3, "dead")


@pytest.mark.rule("eastfront", "15.3", "W44.1", "G45")
@pytest.mark.example("eastfront", "E15.3b")
@pytest.mark.parametrize("sea_power", [True, False])
def test_courland_lives_by_the_sea_as_long_as_danzig_is_german(sea_power: bool) -> None:
    def courland(danzig: str) -> grognard.Match:
        units = {"Ventspils": "1AK 2AK", "Libau": "AG-North", "0504": "10AK", "Danzig": danzig, "Jelgava": "23A"}
        return position(units, board=MAP, scenario="W44", phase="command", options={"sea_power": sea_power})

    assert all(supplied(courland("26AK"), unit) for unit in ("1AK", "2AK", "AG-North", "10AK"))
    assert not any(supplied(courland("8A"), unit) for unit in ("1AK", "2AK", "AG-North", "10AK"))


# --- Baku, a source and a port ---------------------------------------------------------------------------------------


@pytest.mark.rule("eastfront", "9.12", "15.1", "15.3")
def test_baku_supplies_by_sea_what_its_railways_cannot_reach() -> None:
    cut = {"Derbent": "1AK", "Grozny": "7AK", "2119": "8AK", "Astrakhan": "9AK", "Marach-Kala": "23A"}
    m = position(cut, board=MAP, scenario="S42", phase="command")
    assert supplied(m, "23A")
    ashore = position(cut, board=MAP, scenario="S42", phase="command", options={"sea_power": False})
    assert not supplied(ashore, "23A")
    taken = position(cut | {"EZ-L": "6AK"}, board=MAP, scenario="S42", phase="command")
    assert not supplied(taken, "23A")
    embattled = position(cut | {"EZ-M": "6AK 8A"}, board=MAP, scenario="S42", phase="command", battles={"EZ-M": GERMAN})
    assert not supplied(embattled, "23A")  # G68


@pytest.mark.rule("eastfront", "9.12", "G68", "16.26")
def test_an_embattled_home_zone_feeds_no_rail_line() -> None:
    units = {"EZ-L": "23A 1AK", "EZ-M": "8A 5AK", "Tbilisi": "13A", "Derbent": "6AK"}
    cut = {"german": "1515..2219 Tbilisi Grozny"}
    both = {"EZ-L": GERMAN, "EZ-M": GERMAN}
    m = position(units, board=MAP, scenario="S42", phase="command", battles=both, control=cut)
    assert (supplied(m, "13A"), supplied(m, "23A")) == (False, True)
    free = {**units, "EZ-L": "23A"}
    m = position(free, board=MAP, scenario="S42", phase="command", battles={"EZ-M": GERMAN}, control=cut)
    assert supplied(m, "13A")
