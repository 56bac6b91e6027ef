"""11: what a side produces, what steps and cadres cost, and where new units arrive."""

from __future__ import annotations

from typing import Any

import pytest

import grognard
from grognard.events import Noted
from tests.eastfront.table import (
    GERMAN,
    MAP,
    SOVIET,
    allowed,
    cv,
    field,
    holder,
    of_kind,
    offered,
    position,
    pps,
    produce,
    refused,
    state,
    where,
)

TOWN = {"name": "Stadt", "hex": "0305", "class": "minor", "home": "german"}
CITY = {"name": "Gorod", "hex": "0605", "class": "major", "value": 2, "home": "soviet"}
MINE = {"name": "Rudnik", "hex": "0405", "class": "minor", "resource": 3, "home": "german"}


def month(units: dict[str, str], board: Any = None, **more: Any) -> grognard.Match:
    """The Production of a month on the small field."""
    return position(units, board=board or field(cities=[TOWN]), phase="production", **{"month": "AUG43", **more})


# --- 11.1 the phase --------------------------------------------------------------------------------------------------


@pytest.mark.rule("eastfront", "11.1", "G37")
def test_both_sides_produce_at_once_and_nothing_happens_before_both_have_written() -> None:
    m = month({"0305": "41Pz:3 AG-South", "0905": "23A:2"})
    assert {decision.side for decision in m.decisions} == {GERMAN, SOVIET}
    m.play("step 23A end", SOVIET)
    assert cv(m, "23A") == 2
    m.play("step 41Pz end", GERMAN)
    assert (cv(m, "41Pz"), cv(m, "23A")) == (4, 3)
    assert state(m).phase == "command"


@pytest.mark.rule("eastfront", "11.1", "3.22a")
def test_a_month_begins_with_production_but_the_first_of_a_game_does_not() -> None:
    m = position({"0905": "23A STAVKA"}, phase="command", fortnight=2, tracks={"played": "german"}, active=SOVIET)
    assert (state(m).month_code, state(m).phase) == ("JUL43", "command")
    m.play("end")
    assert (state(m).month_code, state(m).phase) == ("AUG43", "production")
    assert state(grognard.new("eastfront", "EDE")).phase == "command"


@pytest.mark.rule("eastfront", "11.1", "11.41")
def test_new_units_gain_no_step_in_the_month_they_come() -> None:
    m = month({"0905": "23A"}, tracks={"dead": "41Pz"}, due={"3SS": "AUG43:3"})
    refused(m, "cadre 41Pz 0305 step 41Pz", "11.41", GERMAN)
    refused(m, "arrive 3SS 0105 step 3SS", "11.41", GERMAN)


@pytest.mark.rule("eastfront", "11.1", "G37")
def test_orders_are_carried_out_as_written_whatever_the_enemy_ordered() -> None:
    """A step in an embattled zone costs double, though the enemy there disbands in the same Production."""
    m = month({"1205": "23A:2 41Pz:1"}, battles={"1205": GERMAN})
    events = produce(m, "disband 41Pz", "step 23A")
    forfeited = [note.text for note in of_kind(events, Noted) if note.only == (SOVIET,)]
    assert forfeited == ["28 PPs are forfeited"]
    assert cv(m, "23A") == 3


# --- 11.2 the level --------------------------------------------------------------------------------------------------


@pytest.mark.rule("eastfront", "11.2", "11.21", "11.22", "11.23")
def test_the_level_is_basic_and_city_and_resource_production() -> None:
    m = month({}, field(cities=[CITY, MINE]), control={"german": "0601..0609"})
    assert pps(m, GERMAN) == 60 + 2 + 2 * 3
    assert pps(m, SOVIET) == 32


@pytest.mark.rule("eastfront", "11.2")
def test_the_level_moves_as_centers_change_hands() -> None:
    m = position(
        {"0405": "41Pz AG-South:3"},
        board=field(cities=[CITY]),
        active_hqs={"AG-South": ""},
        tracks={"played": "soviet"},
    )
    assert (pps(m, GERMAN), pps(m, SOVIET)) == (60, 34)
    m.play("move 41Pz 0605")
    m.play("end")
    assert (pps(m, GERMAN), pps(m, SOVIET)) == (62, 32)
    told = [event.text for event in of_kind(m.events, Noted) if event.rule == "11.2"]
    assert told == ["German Production Level: 62 (+2)", "Soviet Production Level: 32 (-2)"]


@pytest.mark.rule("eastfront", "11.21")
@pytest.mark.parametrize(("scenario", "german", "soviet"), [("S41", 40, 12), ("W42", 50, 32), ("S43", 60, 32)])
def test_each_scenario_has_its_basic_production(scenario: str, german: int, soviet: int) -> None:
    m = position({}, scenario=scenario, phase="command")
    assert (pps(m, GERMAN), pps(m, SOVIET)) == (german, soviet)


@pytest.mark.rule("eastfront", "11.22", "11.23", "9.3")
def test_a_center_yields_only_with_rail_supply_but_also_when_embattled() -> None:
    board = field(cities=[CITY, MINE])
    assert pps(month({"0605": "23A 41Pz"}, board, battles={"0605": "german"}), SOVIET) == 34
    assert pps(month({"0605": "23A", "0705": "41Pz"}, board), SOVIET) == 32
    assert pps(month({"0405": "41Pz 23A"}, board, battles={"0405": "soviet"}), GERMAN) == 66
    assert pps(month({"0305": "23A"}, board), GERMAN) == 60


@pytest.mark.rule("eastfront", "11.22", "1.42")
def test_a_minor_city_yields_nothing() -> None:
    assert pps(month({}, field(cities=[TOWN])), GERMAN) == 60


@pytest.mark.rule("eastfront", "1.5", "11.23")
@pytest.mark.example("eastfront", "E1.5")
def test_stalino_gives_the_soviets_three_and_the_germans_four() -> None:
    soviet = position({}, board=MAP, scenario="S41", phase="command")
    german = position({"Stalino": "41Pz"}, board=MAP, scenario="W41", phase="command")
    assert center(soviet, SOVIET, "Stalino") == 3
    assert center(german, GERMAN, "Stalino") == 4


@pytest.mark.rule("eastfront", "1.5", "11.23")
@pytest.mark.example("eastfront", "E11.23")
def test_ploesti_gives_the_germans_eight() -> None:
    m = position({}, board=MAP, scenario="S41", phase="command")
    assert center(m, GERMAN, "Ploesti") == 8


@pytest.mark.rule("eastfront", "1.5")
def test_six_places_have_resources_and_those_without_a_number_count_one() -> None:
    rules = state(position({}, board=MAP, scenario="S41", phase="command")).rules
    rated = {city.name: city.resource for city in rules.cities.values() if city.resource}
    assert rated == {"Ploesti": 4, "Maikop": 1, "Grozny": 1, "EZ-M": 10, "Krivoy-Rog": 1, "Stalino": 1}


def center(m: grognard.Match, side: str, name: str) -> int:
    """What a city and its resources give a side."""
    from grognard.games.eastfront.production import account

    return sum(int(line.value) for line in account(state(m), side) if line.what.split(",")[0] == name)


# --- 11.3 points -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("eastfront", "11.3")
def test_no_more_is_spent_than_the_level_and_the_rest_is_lost() -> None:
    m = month({"0305": "41Pz:1 24Pz:1", "0905": "23A"}, tracks={"basic": {"german": 12}})
    refused(m, "step 41Pz step 24Pz", "11.3", GERMAN)
    refused(m, "step 41Pz cadre 14Pz", "11.42", GERMAN)
    events = produce(m, "step 41Pz")
    forfeited = [event for event in of_kind(events, Noted) if event.rule == "11.3"]
    assert next((event.text, event.only) for event in forfeited) == ("4 PPs are forfeited", (GERMAN,))
    assert pps(m, GERMAN) == 12


@pytest.mark.rule("eastfront", "11.3", "11.42")
def test_a_cadre_too_must_be_paid_for() -> None:
    m = month({"0905": "23A"}, tracks={"basic": {"german": 11}, "dead": "41Pz 55Mot"})
    refused(m, "cadre 41Pz", "11.3", GERMAN)
    allowed(m, "cadre 55Mot 0305 end", GERMAN)


# --- 11.41 replacements ----------------------------------------------------------------------------------------------


@pytest.mark.rule("eastfront", "11.41")
def test_a_unit_gains_one_step_a_month_and_none_above_its_greatest_strength() -> None:
    m = month({"0305": "41Pz:2 1AK", "0905": "23A"})
    refused(m, "step 41Pz step 41Pz", "11.41", GERMAN)
    refused(m, "step 1AK", "11.41", GERMAN)
    produce(m, "step 41Pz")
    assert cv(m, "41Pz") == 3


@pytest.mark.rule("eastfront", "11.41", "5.7")
@pytest.mark.example("eastfront", "E5.7")
def test_an_hq_too_gains_one_step_only() -> None:
    m = month({"0305": "AG-South:0", "0905": "23A"})
    refused(m, "step AG-South step AG-South", "11.41", GERMAN)
    produce(m, "step AG-South")
    assert cv(m, "AG-South") == 1


@pytest.mark.rule("eastfront", "11.41")
def test_engaged_units_gain_nothing() -> None:
    m = month({"0405": "41Pz:2 23A:2"}, battles={"0405": "soviet"})
    refused(m, "step 41Pz", "11.41", GERMAN)
    refused(m, "step 23A", "11.41", SOVIET)


@pytest.mark.rule("eastfront", "11.41", "10.2")
def test_a_step_needs_a_supply_line_now_whatever_the_status() -> None:
    m = month({"0303": "41Pz:2!", "0301": "24Pz:2", "0905": "23A"})
    allowed(m, "step 41Pz end", GERMAN)
    refused(m, "step 24Pz", "11.41", GERMAN)


@pytest.mark.rule("eastfront", "11.41", "10.5")
def test_a_unit_on_fortress_supply_gains_nothing() -> None:
    fort = {"name": "Krepost", "hex": "0305", "class": "minor", "home": "soviet", "fortress": True}
    m = month({"0305": "23A:2", "0405": "41Pz", "0205": "1AK"}, field(cities=[fort]))
    refused(m, "step 23A", "10.5", SOVIET)


@pytest.mark.rule("eastfront", "11.41", "2.65")
def test_all_ss_units_together_gain_one_step_a_month() -> None:
    m = month({"0305": "2SS:2 3SS:2 41Pz:2", "0905": "23A"})
    refused(m, "step 2SS step 3SS", "11.41", GERMAN)
    allowed(m, "step 2SS step 41Pz end", GERMAN)


# --- 11.42, 11.43 cadres and costs -----------------------------------------------------------------------------------


@pytest.mark.rule("eastfront", "11.42")
def test_an_eliminated_unit_comes_back_with_one_step_and_an_hq_with_none() -> None:
    m = month({"0905": "23A"}, tracks={"dead": "41Pz AG-South"})
    produce(m, "cadre 41Pz 0305 cadre AG-South 0105")
    assert (where(m, "41Pz"), cv(m, "41Pz")) == ("0305", 1)
    assert (where(m, "AG-South"), cv(m, "AG-South")) == ("0105", 0)


@pytest.mark.rule("eastfront", "11.42")
def test_only_what_is_eliminated_and_not_gone_for_good_can_be_rebuilt() -> None:
    m = month({"0305": "41Pz:2", "0905": "23A"}, tracks={"gone": "8Ital"})
    refused(m, "cadre 41Pz", "11.42", GERMAN)
    refused(m, "cadre 8Ital", "11.42", GERMAN)


@pytest.mark.rule("eastfront", "11.42")
def test_the_italians_are_lost_for_good() -> None:
    m = position({"Kharkov": "8Ital:1", "Warsaw": "41Pz"}, board=MAP, scenario="S42", phase="production", month="AUG42")
    produce(m, "disband 8Ital")
    assert where(m, "8Ital") == "gone"


@pytest.mark.rule("eastfront", "11.42", "2.66")
def test_a_rebuilt_satellite_arrives_at_home_and_stays_restricted() -> None:
    held = {"german": "Odessa Sevastopol"}
    m = position(
        {"Warsaw": "41Pz"}, board=MAP, scenario="S42", phase="production", month="AUG42", control=held,
        tracks={"dead": "4Rum"},
    )  # fmt: skip
    refused(m, "cadre 4Rum Warsaw", "16.13", GERMAN)
    produce(m, "cadre 4Rum Bucharest")
    assert "restricted" in marks(m, GERMAN, "4Rum")
    free = position({"Bucharest": "4Rum"}, board=MAP, scenario="S42", phase="command", control=held)
    assert "restricted" not in marks(free, GERMAN, "4Rum")


@pytest.mark.rule("eastfront", "11.42", "11.5", "2.66")
def test_a_satellite_that_comes_as_a_reinforcement_is_not_bound_like_a_rebuilt_one() -> None:
    m = position(
        {"Warsaw": "41Pz"}, board=MAP, scenario="S42", phase="production", month="AUG42", due={"2Hun": "AUG42:4"},
        control={"german": "Odessa Sevastopol"},
    )  # fmt: skip
    produce(m, "arrive 2Hun Debrecen")
    assert (where(m, "2Hun"), marks(m, GERMAN, "2Hun")) == (state(m).hexname(state(m).rules.hex("Debrecen")), ())


def marks(m: grognard.Match, side: str, unit: str) -> tuple[str, ...]:
    """The marks on a block of the side's own."""
    (block,) = [block for block in m.view(side).units if block.id == unit]
    return block.status


COSTS = {
    GERMAN: {"41Pz": (8, 12), "55Mot": (6, 9), "1AK": (4, 6), "49Geb": (5, 8), "54AK": (4, 6), "AG-North": (10, 20),
             "OKH": (10, 20), "2SS": (8, 12), "3SS": (6, 9)},
    SOVIET: {"10Tk": (4, 8), "6Mk": (3, 6), "6Cav": (3, 6), "1Shk": (3, 6), "23A": (2, 4), "4Para": (6, 12),
             "Coastal": (2, 4), "West-Front": (10, 20), "STAVKA": (10, 20), "1GdsTk": (4, 8)},
}  # fmt: skip


@pytest.mark.rule("eastfront", "11.43", "2.65", "G7")
@pytest.mark.parametrize("side", [GERMAN, SOVIET])
def test_every_type_has_its_price_for_a_step_and_for_a_cadre(side: str) -> None:
    for unit, (step, cadre) in COSTS[side].items():
        weak = f"{unit}:{0 if '-' in unit or unit in ('OKH', 'STAVKA') else 1}"
        home = "0305" if side == GERMAN else "0905"
        assert spent(month({home: weak}), side, f"step {unit}") == step, unit
        m = month(
            {}, field(cities=[TOWN, {**TOWN, "name": "Gorod", "hex": "0905", "home": "soviet"}]), tracks={"dead": unit}
        )
        assert spent(m, side, f"cadre {unit} {home}") == cadre, unit


def spent(m: grognard.Match, side: str, orders: str) -> int:
    """The PPs that orders take."""
    before = pps(m, side)
    events = produce(m, **{side: orders})
    (left,) = [int(e.text.split()[0]) for e in of_kind(events, Noted) if e.rule == "11.3" and e.only == (side,)]
    return before - left


# --- 11.5 reinforcements ---------------------------------------------------------------------------------------------


@pytest.mark.rule("eastfront", "11.5")
def test_a_reinforcement_comes_in_its_month_with_its_strength_for_nothing() -> None:
    m = month({"0905": "23A"}, due={"3SS": "AUG43:3", "41Pz": "NOV43:4"})
    refused(m, "arrive 41Pz", "11.5", GERMAN)
    refused(m, "arrive 23A", "11.5", SOVIET)
    assert spent(m, GERMAN, "arrive 3SS 0305") == 0
    assert (where(m, "3SS"), cv(m, "3SS")) == ("0305", 3)


@pytest.mark.rule("eastfront", "11.51")
@pytest.mark.parametrize(("price", "strength", "cost"), [("pay", 3, 9), ("weaken", 2, 0)])
def test_a_reinforcement_can_come_a_month_early_for_a_step_or_its_cadre_cost(
    price: str, strength: int, cost: int
) -> None:
    m = month({"0905": "23A"}, due={"3SS": "SEP43:3", "41Pz": "OCT43:4"})
    refused(m, "advance 41Pz", "11.51", GERMAN)
    assert spent(m, GERMAN, f"advance 3SS {price} 0305") == cost
    assert (where(m, "3SS"), cv(m, "3SS")) == ("0305", strength)


@pytest.mark.rule("eastfront", "11.51")
@pytest.mark.parametrize(("price", "strength", "cost"), [("pay", 4, 12), ("weaken", 3, 0)])
def test_one_that_is_due_later_comes_a_month_nearer_in_each_production(price: str, strength: int, cost: int) -> None:
    m = month({"0905": "23A"}, due={"41Pz": "OCT43:4", "24Pz": "SEP43:4"})
    refused(m, "hasten 24Pz", "11.51", GERMAN)
    refused(m, "hasten 41Pz pay hasten 41Pz", "11.51", GERMAN)
    assert spent(m, GERMAN, f"hasten 41Pz {price}") == cost
    g = state(m)
    assert g.due[g.rules.unit_by_id["41Pz"]] == ("SEP43", strength)
    assert where(m, "41Pz") == "due"


@pytest.mark.rule("eastfront", "11.51")
def test_one_step_cannot_be_taken_from_a_reinforcement_of_one() -> None:
    m = month({"0905": "23A"}, due={"1GdsTk": "SEP43:1"})
    assert offered(m, "advance 1GdsTk", SOVIET) == ["pay"]


# --- 11.52 disbanding ------------------------------------------------------------------------------------------------


@pytest.mark.rule("eastfront", "11.52")
def test_a_disbanded_unit_is_eliminated_and_can_be_rebuilt_from_the_next_production_on() -> None:
    m = month({"0305": "41Pz:2 1AK:3", "0905": "23A"}, tracks={"dead": "24Pz"})
    refused(m, "disband 41Pz cadre 41Pz", "11.52", GERMAN)
    refused(m, "disband 41Pz step 41Pz", "11.52", GERMAN)
    produce(m, "disband 41Pz")
    assert where(m, "41Pz") == "dead"
    later = month({"0905": "23A"}, tracks={"dead": "41Pz"})
    allowed(later, "cadre 41Pz 0305 end", GERMAN)


@pytest.mark.rule("eastfront", "11.52", "6.21", "G38")
def test_a_disbanded_unit_makes_room_for_a_new_one() -> None:
    board = field(cities=[{"name": "Stadt", "hex": "0305", "class": "minor", "home": "german"}])
    m = month({"0305": "41Pz:1 1AK 2AK 4AK", "0905": "23A"}, board, tracks={"dead": "24Pz 39Pz"})
    assert "full" in refused(m, "cadre 24Pz 0305", "6.21", GERMAN).reason
    refused(m, "disband 41Pz cadre 24Pz 0305 cadre 39Pz 0305", "11.6", GERMAN)  # one new unit in a Minor City
    produce(m, "disband 41Pz cadre 24Pz 0305")
    assert (where(m, "41Pz"), where(m, "24Pz")) == ("dead", "0305")


@pytest.mark.rule("eastfront", "11.52")
def test_engaged_units_and_hqs_can_be_disbanded_but_not_the_enemys() -> None:
    m = month({"0405": "41Pz 23A", "0305": "AG-South:2"}, battles={"0405": "soviet"})
    refused(m, "disband 23A", "11.1", GERMAN)
    produce(m, "disband 41Pz disband AG-South")
    assert (where(m, "41Pz"), where(m, "AG-South")) == ("dead", "dead")
    assert m.view(None).battles == ()


# --- 11.6 arrivals ---------------------------------------------------------------------------------------------------

FOUR = "41Pz 24Pz 14Pz 3Pz"
HOMES = field(
    cities=[TOWN, {"name": "Burg", "hex": "0405", "class": "major", "home": "german"}, {**CITY, "hex": "0505"}],
)


def places(m: grognard.Match, side: str, orders: str) -> set[str]:
    """Where a new unit may be placed."""
    return set(offered(m, orders, side))


@pytest.mark.rule("eastfront", "11.6", "1.42", "1.41")
def test_one_new_unit_in_a_minor_city_and_two_in_a_major_one() -> None:
    m = month({"0905": "23A"}, HOMES, tracks={"dead": FOUR})
    refused(m, "cadre 41Pz 0305 cadre 24Pz 0305", "11.6", GERMAN)
    allowed(m, "cadre 41Pz 0405 cadre 24Pz 0405 end", GERMAN)
    refused(m, "cadre 41Pz 0405 cadre 24Pz 0405 cadre 14Pz 0405", "11.6", GERMAN)


@pytest.mark.rule("eastfront", "11.6", "1.44")
def test_new_units_come_only_in_home_cities_and_at_the_home_edge() -> None:
    m = month({"0905": "23A"}, HOMES, tracks={"dead": FOUR})
    assert places(m, GERMAN, "cadre 41Pz") == {"0305", "0405", "0105", "0005"}
    refused(m, "cadre 41Pz 0505", "11.6", GERMAN)


@pytest.mark.rule("eastfront", "11.6")
def test_a_home_city_must_have_rail_supply_and_no_battle() -> None:
    cut = month({"0205": "23A", "0905": "8A"}, HOMES, tracks={"dead": FOUR})
    assert places(cut, GERMAN, "cadre 41Pz") == {"0005"}
    embattled = month({"0405": "23A 1AK", "0905": "8A"}, HOMES, tracks={"dead": FOUR}, battles={"0405": "soviet"})
    assert places(embattled, GERMAN, "cadre 41Pz") == {"0305", "0105", "0005"}


@pytest.mark.rule("eastfront", "11.6", "16.27")
def test_one_new_unit_in_each_rail_entry_hex_and_in_each_exit_zone_of_a_home_edge() -> None:
    m = month({"0905": "23A"}, HOMES, tracks={"dead": FOUR})
    refused(m, "cadre 41Pz 0105 cadre 24Pz 0105", "11.6", GERMAN)
    refused(m, "cadre 41Pz 0005 cadre 24Pz 0005", "16.27", GERMAN)
    allowed(m, "cadre 41Pz 0105 cadre 24Pz 0005 end", GERMAN)


@pytest.mark.rule("eastfront", "11.6", "16.27", "G73")
@pytest.mark.parametrize("units", ["23A", "23A 1AK"])
def test_none_come_there_while_enemies_are_in_the_zone(units: str) -> None:
    m = month(
        {"0005": units, "0905": "8A"}, HOMES, tracks={"dead": FOUR}, battles={"0005": "soviet"} if " " in units else {}
    )
    refused(m, "cadre 41Pz", "11.6", GERMAN)


@pytest.mark.rule("eastfront", "11.6", "16.27", "16.11", "G73")
def test_a_zone_the_enemy_holds_without_a_unit_is_closed_but_its_rail_entry_hex_is_not() -> None:
    ceded = {"id": "I", "hex": "0007", "entry": "0107", "edge": "west", "home": "german", "front": "balkan"}
    edge = field(zones=[ceded], rail="0105 0205 0305 0405, 0107 0207 0306 0305")
    m = month({"0905": "23A"}, edge, tracks={"dead": FOUR, "surrender": True})
    assert holder(m, "EZ-I") == SOVIET
    assert places(m, GERMAN, "cadre 41Pz") == {"0105", "0005", "0107"}
    occupied = month({"0005": "23A", "0905": "8A"}, HOMES, tracks={"dead": FOUR})
    refused(occupied, "cadre 41Pz 0105", "11.6", GERMAN)


@pytest.mark.rule("eastfront", "11.6", "G38")
def test_arrivals_obey_stacking_and_a_city_at_the_rail_entry_has_the_larger_allowance() -> None:
    full = month({"0405": "1AK 2AK 10AK", "0905": "23A"}, HOMES, tracks={"dead": FOUR})
    refused(full, "cadre 41Pz 0405 cadre 24Pz 0405", "11.6", GERMAN)
    edge = field(cities=[{"name": "Burg", "hex": "0105", "class": "major", "home": "german"}])
    m = month({"0905": "23A"}, edge, tracks={"dead": FOUR})
    allowed(m, "cadre 41Pz 0105 cadre 24Pz 0105 end", GERMAN)
    refused(m, "cadre 41Pz 0105 cadre 24Pz 0105 cadre 14Pz 0105", "11.6", GERMAN)


@pytest.mark.rule("eastfront", "11.6", "16.13")
def test_a_satellite_reinforcement_that_is_not_restricted_arrives_anywhere_at_home() -> None:
    held = {"german": "Odessa Sevastopol"}

    def hungarians(control: dict[str, str]) -> grognard.Match:
        return position(
            {"Moscow": "23A"}, board=MAP, scenario="S42", phase="production", month="AUG42", control=control,
            due={"2Hun": "AUG42:4"},
        )  # fmt: skip

    allowed(hungarians(held), "arrive 2Hun Warsaw end", GERMAN)
    refused(hungarians({"german": "Odessa"}), "arrive 2Hun Warsaw", "16.13", GERMAN)
    allowed(hungarians({"german": "Odessa"}), "arrive 2Hun Debrecen end", GERMAN)


@pytest.mark.rule("eastfront", "11.41", "11.42", "2.65", "G64")
def test_an_ss_cadre_is_the_one_ss_step_of_the_month() -> None:
    m = month({"0305": "2SS:2 41Pz:2", "0905": "23A"}, tracks={"dead": "3SS"})
    refused(m, "step 2SS cadre 3SS", "11.41", GERMAN)
    allowed(m, "step 41Pz cadre 3SS 0105 end", GERMAN)
    both = month({"0305": "41Pz:2", "0905": "23A"}, tracks={"dead": "2SS 3SS"})
    refused(both, "cadre 2SS 0105 cadre 3SS", "11.41", GERMAN)
