"""1: the map: edges, names of hexes, terrain, cities, railroads."""

from __future__ import annotations

from typing import Any

import pytest

import grognard
from grognard.games.eastfront.production import arrival_hexes, level
from tests.eastfront.table import (
    MAP,
    allowed,
    cv,
    field,
    ground,
    holder,
    offered,
    play,
    position,
    refused,
    state,
    volleys,
    where,
)

HQS = {"0105": "AG-South", "1105": "Ukrainian-Front"}
SUPPORT = {"0505": "AG-South:3", "1105": "Ukrainian-Front"}
ISLAND = "0604 0606 0704 0706 0705"  # all hexes around 0605 but 0505


def march(units: dict[str, str], **terrain: Any) -> grognard.Match:
    """A German Movement Phase under AG South in 0405."""
    return position(units | {"0405": "AG-South:3"}, board=field(**terrain), active_hqs={"AG-South": ""})


def fight(stack: str, dice: list[int], **terrain: Any) -> grognard.Match:
    """A supported German attack in 0605 in dry weather; the defenders fire first."""
    m = position(
        SUPPORT | {"0605": stack}, board=field(**terrain), phase="combat", dice=dice, active_hqs={"AG-South": ""},
        battles={"0605": "german"},
    )  # fmt: skip
    play(m, "battle 0605")
    return m


# --- 1.1 edges --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("eastfront", "1.1", "16.21")
@pytest.mark.parametrize(
    ("zones", "owner"), [("A E F J", "german"), ("N R U", "soviet"), ("L M", "soviet"), ("V W", "nobody")]
)
def test_west_is_german_east_and_south_are_soviet_and_north_is_nobodys(zones: str, owner: str) -> None:
    m = position({"Lodz": "AG-South", "Moscow": "STAVKA"}, board=MAP, scenario="S42", phase="command")
    assert {holder(m, f"EZ-{zone}") for zone in zones.split()} == {owner}


@pytest.mark.rule("eastfront", "1.1", "1.2a")
def test_turkey_cannot_be_entered() -> None:
    m = position({"Batumi": "23A STAVKA"}, board=MAP, scenario="S42", active="soviet", active_hqs={"STAVKA": ""})
    for hex in ("Batumi-SE1", "Batumi-SW1"):
        assert not m.why(f"move 23A {hex}").ok
    rules = state(m).rules
    assert {rules.spoken[hex] for hex in rules.steps[rules.hex("Batumi")]} == {"Sukhumi", "Kutaisi", "Batumi-E1"}


# --- 1.2 hexes --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("eastfront", "1.2")
@pytest.mark.example("eastfront", "E1.2")
def test_kharkov_ne1_is_one_hex_north_east_of_kharkov() -> None:
    m = position({"Kharkov": "41Pz AG-South"}, board=MAP, scenario="S42", active_hqs={"AG-South": ""})
    g = state(m)
    kharkov, there = g.rules.hex("Kharkov"), g.rules.hex("Kharkov-NE1")
    assert g.rules.grid.directions[g.rules.grid.neighbours[kharkov].index(there)] == "ne"
    play(m, "move 41Pz Kharkov-NE1")
    assert g.rules.hex(where(m, "41Pz")) == there


@pytest.mark.rule("eastfront", "1.2")
@pytest.mark.parametrize("hex", ["Kerch", "Odessa", "Ivanovo", "Astrakhan", "Danzig"])
def test_coastal_hexes_and_those_of_the_edge_can_be_entered(hex: str) -> None:
    rules = state(position({"Moscow": "STAVKA"}, board=MAP, scenario="S42", phase="command")).rules
    assert rules.playable >> rules.hex(hex) & 1
    assert rules.steps[rules.hex(hex)]


# --- 1.3 terrain ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("eastfront", "1.3", "6.33")
def test_the_terrain_of_a_hexside_matters_only_for_battles() -> None:
    m = march({"0505": "1AK 5AK 6AK"}, forest="0505 0605", sea=ISLAND)
    play(m, "move 1AK 0605", "move 5AK 0605", "move 6AK 0605")
    assert {where(m, unit) for unit in ("1AK", "5AK", "6AK")} == {"0605"}
    m = march({"0505": "1AK 5AK 6AK", "0605": "23A"}, forest="0505 0605", sea=ISLAND)
    play(m, "move 1AK 0605")
    refused(m, "move 5AK 0605", "6.33")


@pytest.mark.rule("eastfront", "1.3", "1.31", "1.32", "1.33", "1.34", "1.35", "6.33")
@pytest.mark.parametrize(
    ("terrain", "limit"),
    [
        ({}, 2), ({"forest": "0605"}, 2), ({"forest": "0505 0605"}, 1), ({"marsh": "0505 0605"}, 1),
        ({"mountain": "0505 0605"}, 1), ({"marsh": "0505", "forest": "0605"}, 1), ({"river": "0505/e"}, 1),
    ],
)  # fmt: skip
def test_how_many_units_cross_a_side_of_a_battle(terrain: dict[str, str], limit: int) -> None:
    m = march({"0505": "1AK 5AK", "0605": "23A"}, sea=ISLAND, **terrain)
    play(m, "move 1AK 0605")
    if limit == 1:
        refused(m, "move 5AK 0605", "6.33")
        return
    m = march({"0505": "1AK 5AK", "0506": "6AK", "0605": "23A"}, sea=ISLAND, **terrain)
    play(m, "move 1AK 0605", "move 5AK 0605")
    refused(m, "move 6AK 0605", "6.33")


@pytest.mark.rule("eastfront", "1.31", "1.32", "1.33", "1.34", "6.1")
@pytest.mark.parametrize(("terrain", "stops"), [("clear", 0), ("forest", 0), ("marsh", 1), ("mountain", 1)])
@pytest.mark.parametrize("unit", ["10Tk", "6Mk", "23A", "1Cav"])
def test_marsh_and_mountains_stop_all_but_cavalry(unit: str, terrain: str, stops: int) -> None:
    barrier = "0601 0602 0603 0604 0605 0606 0607 0608 0609"
    board = field(**ground(terrain, barrier))
    m = position({"0705": unit, "0905": "Ukrainian-Front:3"}, board=board, active="soviet",
                 active_hqs={"Ukrainian-Front": ""})  # fmt: skip
    assert "0605" in offered(m, f"move {unit}")
    assert ("0505" in offered(m, f"move {unit}")) == (not stops or unit == "1Cav")


@pytest.mark.rule("eastfront", "1.33", "1.34", "6.1")
def test_a_unit_that_has_entered_a_marsh_goes_no_further() -> None:
    m = march({"0505": "41Pz"}, marsh="0605")
    assert "0605" in offered(m, "move 41Pz")
    assert offered(m, "move 41Pz 0605") == []
    m = march({"0505": "41Pz"}, forest="0605")
    assert "0705" in offered(m, "move 41Pz 0605")


@pytest.mark.rule("eastfront", "1.31", "1.32", "1.33", "1.34", "7.34")
@pytest.mark.parametrize(("terrain", "left"), [("clear", 1), ("forest", 2), ("marsh", 2), ("mountain", 2)])
def test_two_hits_cost_two_steps_in_the_open_and_one_in_rough_country(terrain: str, left: int) -> None:
    m = fight("1AK:2 23A:3", [1, 1, 1, 6, 6], **ground(terrain, "0605"))
    assert cv(m, "23A") == left


@pytest.mark.rule("eastfront", "1.32", "1.33", "1.34")
@pytest.mark.parametrize("terrain", ["forest", "marsh", "mountain"])
def test_the_active_side_has_no_cover(terrain: str) -> None:
    m = fight("1AK:3 23A:2", [6, 6, 1], **ground(terrain, "0605"))
    assert cv(m, "1AK") == 1


@pytest.mark.rule("eastfront", "1.33", "7.32", "G21")
@pytest.mark.parametrize(("unit", "hits"), [("41Pz", 0), ("2SS", 0)])
def test_in_a_marsh_the_attacker_fires_sf(unit: str, hits: int) -> None:
    assert volleys(list(fight(f"{unit}:2 23A:1", [1, 5, 5], marsh="0605").events))[-1][2] == hits
    assert volleys(list(fight(f"{unit}:2 23A:1", [1, 5, 5], forest="0605").events))[-1][2] == 2


@pytest.mark.rule("eastfront", "1.33", "7.32")
def test_in_a_marsh_the_defender_fires_as_ever() -> None:
    assert volleys(list(fight("1AK:4 10Tk:2", [5, 5, 1, 1, 1, 1], marsh="0605").events))[0] == ("10Tk", (5, 5), 2)


@pytest.mark.rule("eastfront", "1.31", "1.32", "1.33", "1.34", "6.21")
@pytest.mark.parametrize(("terrain", "limit"), [("clear", 4), ("forest", 4), ("marsh", 3), ("mountain", 2)])
def test_how_many_units_stack(terrain: str, limit: int) -> None:
    corps = ["1AK", "5AK", "6AK", "7AK", "9AK"]
    m = march({"0504": "1AK 5AK 6AK", "0506": "7AK 9AK"}, **ground(terrain, "0505"))
    play(m, *(f"move {unit} 0505" for unit in corps[:limit]))
    refused(m, f"move {corps[limit]} 0505", "6.21")


@pytest.mark.rule("eastfront", "1.34", "1.36", "1.37", "1.6a")
@pytest.mark.parametrize(("kind", "rule"), [("alpine", "1.34"), ("sea", "1.36"), ("lake", "1.37"), ("sivash", "1.6a")])
def test_nobody_marches_across_a_closed_hexside(kind: str, rule: str) -> None:
    m = march({"0505": "41Pz"}, sides={kind: "0505/e"}, sea="0604 0606")
    refused(m, "move 41Pz 0605", rule)
    allowed(m, "move 41Pz 0504")


@pytest.mark.rule("eastfront", "1.34", "14.3")
def test_nobody_drops_into_the_mountains() -> None:
    m = position(
        {"0905": "4Para Ukrainian-Front:3"}, board=field(mountain="0705"), active="soviet",
        active_hqs={"Ukrainian-Front": "paradrop"},
    )  # fmt: skip
    refused(m, "drop 4Para 0705", "14.3")
    allowed(m, "drop 4Para 0704")


@pytest.mark.rule("eastfront", "1.34", "1.33", "15.42")
@pytest.mark.parametrize("terrain", ["mountain", "marsh"])
def test_nobody_lands_in_the_mountains(terrain: str) -> None:
    cities = [{"name": "Haven", "hex": "0505", "class": "town", "port": "minor"}]
    sea = {"id": "gulf", "title": "Gulf", "control": "Haven", "ports": "Haven", "coast": "0505 0705 0704"}
    board = field(cities=cities, seas=[sea], **ground(terrain, "0705"))
    m = position({"0505": "1AK AG-South"}, board=board, active_hqs={"AG-South": "invasion"})
    refused(m, "invade 1AK 0705", "15.42")
    allowed(m, "invade 1AK 0704")


@pytest.mark.rule("eastfront", "1.35", "7.5")
def test_a_river_slows_nobody_but_a_battle_begun_over_it_may_be_repulsed() -> None:
    m = march({"0505": "41Pz"}, river="0505/e 0605/e")
    assert "0805" in offered(m, "move 41Pz")
    units = {"0505": "1AK", "0605": "23A:1", "0405": "AG-South:3", "1105": "Ukrainian-Front"}
    for river, at in (("0505/e", "0505"), ("", "0605")):
        board = field(river=river, sea=ISLAND)
        m = position(units, board=board, active_hqs={"AG-South": ""}, dice=[2, 1, 1, 1, 1])
        play(m, "move 1AK 0605", "end", "resolve 0605")
        assert where(m, "1AK") == at


@pytest.mark.rule("eastfront", "1.36", "1.37")
@pytest.mark.parametrize(("kind", "rule"), [("sea", "1.36"), ("lake", "1.37")])
@pytest.mark.parametrize("weather", ["dry", "snow"])
def test_nobody_enters_water_in_any_weather(kind: str, rule: str, weather: str) -> None:
    m = position(
        {"0505": "41Pz", "0405": "AG-South:3"}, board=field(**ground(kind, "0605")), scenario="W42", month="FEB43",
        weather=weather, active_hqs={"AG-South": ""},
    )  # fmt: skip
    refused(m, "move 41Pz 0605", rule)


@pytest.mark.rule("eastfront", "1.37", "15.2")
def test_no_ships_on_the_lakes() -> None:
    """Lake Peipus parts Narva's bank from Pskov's, and belongs to no sea."""
    rules = state(position({"Moscow": "STAVKA"}, board=MAP, scenario="S42", phase="command")).rules
    lakes = rules.board.having("lake")
    assert lakes
    assert not rules.sea & lakes
    assert not any(sea.coast & lakes for sea in rules.geography.seas.values())


# --- 1.4 cities -------------------------------------------------------------------------------------------------------


def city(klass: str, home: str = "german", at: str = "0605") -> dict[str, Any]:
    """A city; a major one produces 2."""
    return {"name": "Gorod", "hex": at, "class": klass, "home": home, "value": 2 if klass == "major" else 0}


@pytest.mark.rule("eastfront", "1.4", "1.41", "1.42")
@pytest.mark.parametrize("klass", ["major", "minor"])
def test_a_city_does_not_hamper_movement_but_its_terrain_does(klass: str) -> None:
    assert "0805" in offered(march({"0505": "41Pz"}, cities=[city(klass)]), "move 41Pz")
    m = march({"0505": "41Pz"}, cities=[city(klass)], marsh="0605", sea="0604 0606")
    assert "0705" not in offered(m, "move 41Pz")


@pytest.mark.rule("eastfront", "1.41", "1.42", "1.43", "7.34")
@pytest.mark.parametrize(("klass", "left", "hits"), [("major", 2, 2), ("minor", 1, 0), ("town", 1, 0)])
def test_only_a_major_city_helps_its_defenders(klass: str, left: int, hits: int) -> None:
    m = fight("1AK:4 23A:3", [5, 5, 1, 6, 6, 1, 1], cities=[city(klass, "" if klass == "town" else "soviet")])
    assert volleys(list(m.events))[0] == ("23A", (5, 5, 1), hits)  # DF or better
    assert cv(m, "23A") == left  # Double Defense


@pytest.mark.rule("eastfront", "1.41")
def test_every_passive_unit_in_a_major_city_fires_df() -> None:
    m = position(
        SUPPORT | {"0605": "1AK:2 5AK:1 23A:3"}, board=field(cities=[city("major", "soviet")]), phase="combat",
        active="soviet", dice=[5, 5, 5], active_hqs={"Ukrainian-Front": ""}, battles={"0605": "german"},
    )  # fmt: skip
    play(m, "battle 0605")  # the attackers of the city, attacked in it
    assert [hits for who, _, hits in volleys(list(m.events)) if who != "23A"] == [2, 1]


@pytest.mark.rule("eastfront", "1.41", "6.21")
def test_a_major_city_holds_as_many_units_as_its_terrain() -> None:
    m = march({"0504": "1AK 5AK 6AK"}, cities=[city("major", at="0505")], mountain="0505")
    play(m, "move 1AK 0505", "move 5AK 0505")
    refused(m, "move 6AK 0505", "6.21")


@pytest.mark.rule("eastfront", "1.41", "1.42", "1.43", "11.22")
@pytest.mark.parametrize(("klass", "yields"), [("major", 2), ("minor", 0), ("town", 0)])
def test_only_a_major_city_produces(klass: str, yields: int) -> None:
    home = "" if klass == "town" else "german"
    m = position(HQS, board=field(cities=[city(klass, home, "0405")]), phase="command")
    assert level(state(m), "german") - state(m).basic["german"] == yields


@pytest.mark.rule("eastfront", "1.41", "1.42", "1.43", "11.6")
@pytest.mark.parametrize(("klass", "many"), [("major", 2), ("minor", 1), ("town", 0)])
def test_how_many_units_arrive_in_a_city(klass: str, many: int) -> None:
    home = "" if klass == "town" else "german"
    m = position(HQS, board=field(cities=[city(klass, home, "0405")]), phase="command")
    g = state(m)
    assert arrival_hexes(g, "german").get(g.rules.hex("0405"), 0) == many


@pytest.mark.rule("eastfront", "1.44", "11.6")
def test_new_units_arrive_only_in_home_cities() -> None:
    board = field(cities=[city("major", "soviet", "0405")])
    m = position(
        HQS, board=board, phase="production", tracks={"dead": "1AK 23A", "basic": {"german": 50, "soviet": 50}}
    )
    refused(m, "cadre 1AK 0405 end", "11.6", "german")
    board = field(cities=[city("major", "german", "0405")])
    m = position(
        HQS, board=board, phase="production", tracks={"dead": "1AK 23A", "basic": {"german": 50, "soviet": 50}}
    )
    allowed(m, "cadre 1AK 0405 end", "german")


# --- 1.6 railroads ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("eastfront", "1.6a", "9.21")
def test_only_trains_cross_the_sivash() -> None:
    units = {"Melitopol": "1AK AG-South:1", "Dnepropetrovsk": "OKH"}
    m = position(units, board=MAP, scenario="S42", weather="mud", active_hqs={"AG-South": "", "OKH": ""})
    refused(m, "move 1AK Perekop", "1.6a")
    play(m, "rail 1AK Perekop")
    assert where(m, "1AK") == state(m).hexname(state(m).rules.hex("Perekop"))


@pytest.mark.rule("eastfront", "1.3", "6.33", "G70")
@pytest.mark.parametrize(
    ("terrain", "sides", "many"),
    [
        ({"forest": "0605"}, {}, 2),
        ({"forest": "0605"}, {"rough": "0605/w"}, 1),
        ({"forest": "0505 0605"}, {}, 1),
        ({"forest": "0505 0605"}, {"open": "0605/w"}, 2),
        ({"forest": "0505", "mountain": "0605"}, {}, 1),
    ],
)
def test_a_side_between_clear_and_other_terrain_is_clear(
    terrain: dict[str, Any], sides: dict[str, str], many: int
) -> None:
    rules = state(position({"0205": "AG-South"}, board=field(sides=sides, **terrain))).rules
    assert rules.limit(rules.hex("0505"), rules.hex("0605"), "dry") == many
