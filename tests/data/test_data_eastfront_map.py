"""The map: distances, rivers and rails of the tutorial, production, seas, exit zones, sectors and start lines."""

from __future__ import annotations

from functools import cache
from itertools import pairwise
from pathlib import Path

import pytest

import grognard
from grognard.board import Board, block
from grognard.datafile import Entry, load
from grognard.errors import Invalid
from grognard.hexes import Hex, HexSet, hexset, locate, members

DATA = Path(grognard.__file__).parent / "games" / "eastfront" / "data"
BOARD = Board.read(DATA / "board.toml")
GRID = BOARD.grid
PLACES = {place.name: place.hexes[0] for place in BOARD.places.values()}
LAND = BOARD.having("clear") | BOARD.having("forest") | BOARD.having("marsh") | BOARD.having("mountain")
RAIL = BOARD.line("rail")
SCENARIOS = ("S41", "W41", "S42", "W42", "S43", "W43", "S44", "W44")
UNITS = {"S41": (43, 54), "W41": (47, 43), "S42": (51, 50), "W42": (54, 54)} | {
    "S43": (52, 60),
    "W43": (54, 60),
    "S44": (53, 63),
    "W44": (35, 47),
}
BESIEGED = ("W41", "S42", "W42", "S43", "W43")  # Leningrad is cut off from the rails


def at(name: str) -> Hex:
    return locate(GRID, name, PLACES)


def hexes(entry: Entry, key: str) -> HexSet:
    found: list[Hex] = []
    for word in entry.words(key, ()):
        found += block(GRID, word, at)
    return hexset(found)


@cache
def geography() -> Entry:
    return load(DATA / "geography.toml", "")


@cache
def german(scenario: str) -> HexSet:
    return hexes(load(DATA / "startlines.toml", "").entry(scenario), "german")


@cache
def country(name: str) -> HexSet:
    return hexes(geography().entry("countries"), name)


@cache
def entries(edges: tuple[str, ...]) -> HexSet:
    zones = geography().entries("zone")
    return hexset(at(zone.text("entry")) for zone in zones if zone.text("edge") in edges)


def names(found: HexSet) -> set[str]:
    return {GRID.name(h) for h in members(found)}


def rail_distance(a: Hex, b: Hex, around: tuple[Hex, ...] = ()) -> int:
    seen, edge, steps = {a, *around}, {a}, 0
    while b not in edge:
        edge = {n for h in edge for n in RAIL.next[h]} - seen
        assert edge, "no rail leads there"
        seen |= edge
        steps += 1
    return steps


def railheads(start: HexSet, side: HexSet) -> HexSet:
    """Rail hexes of a side that hang together with its edge of the map."""
    found = edge = set(members(start & side))
    while edge:
        edge = {n for h in edge for n in RAIL.next[h] if side >> n & 1} - found
        found = found | edge
    return hexset(found)


def passable(a: Hex, b: Hex) -> bool:
    return not any(BOARD.crosses(kind, a, b) for kind in ("alpine", "lake", "sea", "sivash"))


def reach(start: HexSet, free: HexSet, steps: int) -> HexSet:
    for _ in range(steps):
        start |= hexset(n for h in members(start) for n in GRID.neighbours[h] if free >> n & 1 and passable(h, n))
    return start


def frontline(side: HexSet, enemy: HexSet) -> HexSet:
    return hexset(h for h in members(side) if any(enemy >> n & 1 and passable(h, n) for n in GRID.neighbours[h]))


def out_of_supply(side: HexSet, edges: tuple[str, ...]) -> set[str]:
    return names(side & ~reach(railheads(entries(edges), side), side, 2))


# ---- the tutorial and other statements of the rulebook about where things lie

SAME = """
Stalingrad-SE1 = Kotelnikovo-E1; Salsk-NE1 = Rostov-E2; Kamensko = Rostov-NE1; Voroshilovgrad = Rostov-NW1;
Mariupol = Rostov-W1; Kotelnikovo = Stalingrad-SW1; Kalach = Stalingrad-W1; Kalach = Kotelnikovo-NW1;
Kropotkin = Salsk-SW1; Maikop = Kropotkin-SW1; Armavir = Kropotkin-SE1; Armavir = Maikop-E1; Stavropol = Armavir-NE1;
Stavropol = Kropotkin-E1; Krasnodar = Kropotkin-W1; Tuapse = Maikop-SW1; Tuapse-E1 = Maikop-SE1;
Stalino = Voroshilovgrad-W1; Millerovo = Kamensko-NW1
"""
DISTANCES = """
Kalach Kotelnikovo 1; Kalach Kamensko-E1 1; Kamensko-E1 Kotelnikovo 1; Kamensko Rostov-E1 1; Kamensko-E1 Rostov-E1 1;
Kamensko-E1 Rostov-E2 1; Kamensko Rostov 1; Voroshilovgrad Rostov 1; Mariupol Rostov 1; Rostov-SE1 Maikop 2;
Rostov-E1 Maikop 3; Rostov-E1 Krasnodar 2; Kamensko-E1 Salsk-E1 2; Krasnodar Novorossiysk 2; Salsk Kropotkin 1;
Armavir Stavropol 1; Stavropol Armavir-E1 1; Maikop Tuapse 1; Maikop Tuapse-E1 1; Stalingrad-E1 Stalingrad-SE1 1;
Kotelnikovo Rostov 3; Kotelnikovo Rostov-E2 1; Ivanovo EZ-T 2; Melitopol Perekop 1; Novorossiysk Kerch 1;
Kalach Millerovo 2; Stalingrad Kotelnikovo 1; Stalingrad Kalach 1; Stalingrad-E1 Kotelnikovo 2; Salsk Rostov-E2 1;
Kamensko Salsk 2; Rostov Salsk 2; Rostov Salsk-NE1 2; Rostov-E1 Kropotkin 2; Kropotkin Maikop 1; Kropotkin Armavir 1;
Krasnodar Kropotkin 1; Kamensko Mariupol 2; Kamensko Kalach 2; Kamensko Kotelnikovo 2; Kropotkin Rostov 2;
Stalingrad Millerovo 3; Yaroslavl Ivanovo 1
"""
RIVERS = """
Kamensko Rostov-E1; Kamensko-E1 Rostov-E1; Kamensko-E1 Rostov-E2; Kalach Kotelnikovo; Kamensko-E1 Kotelnikovo;
Rostov Rostov-E1; Kropotkin Maikop; Kropotkin Armavir; Stavropol Armavir; Kremenchug-W1 Kremenchug;
Stalingrad Stalingrad-E1; Mariupol Rostov
"""
NO_RIVERS = "Rostov Kamensko; Rostov Voroshilovgrad; Kotelnikovo Rostov-E2; Kotelnikovo Kotelnikovo-E1"
LINKS = """
Voroshilovgrad Rostov; Voroshilovgrad Kamensko; Kamensko Kamensko-E1; Kamensko-E1 Kalach; Kalach Stalingrad;
Stalingrad Stalingrad-E1; Kropotkin Armavir; Armavir Maikop; Melitopol Perekop; Tulchin Uman; Volkhov Volkhov-NE1
"""
NO_LINKS = "Millerovo Kamensko; Kerch Novorossiysk; Tulchin Tulchin-NE1; Tulchin-NE1 Uman"


def cases(text: str) -> list[list[str]]:
    return [case.replace("=", " ").split() for case in text.split(";")]


@pytest.mark.rule("eastfront", "1.2", "G1")
@pytest.mark.parametrize(("a", "b"), cases(SAME))
def test_two_names_for_one_hex(a: str, b: str) -> None:
    assert at(a) == at(b)


@pytest.mark.rule("eastfront", "1.2", "G1")
@pytest.mark.parametrize(("a", "b", "distance"), cases(DISTANCES))
def test_distances(a: str, b: str, distance: str) -> None:
    assert GRID.distance(at(a), at(b)) == int(distance)


def test_distances_within_and_beyond_a_limit() -> None:
    assert GRID.distance(at("Stalino"), at("Maikop")) <= 6
    assert GRID.distance(at("Kropotkin"), at("Kalach")) >= 3
    assert GRID.distance(at("Tuapse"), at("Kerch")) > 2


@pytest.mark.rule("eastfront", "1.35", "G14")
@pytest.mark.parametrize(("a", "b"), cases(RIVERS))
def test_river_between(a: str, b: str) -> None:
    assert BOARD.crosses("river", at(a), at(b))


@pytest.mark.rule("eastfront", "1.35", "G14")
@pytest.mark.parametrize(("a", "b"), cases(NO_RIVERS))
def test_no_river_between(a: str, b: str) -> None:
    assert not BOARD.crosses("river", at(a), at(b))


@pytest.mark.rule("eastfront", "1.35", "7.5", "G14")
def test_one_of_the_four_attackers_of_rostov_comes_across_a_river() -> None:
    attackers = ("Mariupol", "Voroshilovgrad", "Kamensko", "Kamensko")
    assert sum(BOARD.crosses("river", at(a), at("Rostov")) for a in attackers) == 1


@pytest.mark.rule("eastfront", "1.6", "9.5a", "G14")
@pytest.mark.parametrize(("a", "b"), cases(LINKS))
def test_rail_link(a: str, b: str) -> None:
    assert at(b) in RAIL.next[at(a)]


@pytest.mark.rule("eastfront", "1.6", "9.5a", "G14")
@pytest.mark.parametrize(("a", "b"), cases(NO_LINKS))
def test_no_rail_link(a: str, b: str) -> None:
    assert at(b) not in RAIL.next[at(a)]


@pytest.mark.rule("eastfront", "1.6", "9.21")
def test_rail_moves_of_the_tutorial() -> None:
    assert rail_distance(at("Tbilisi"), at("Armavir")) == 7
    around = (at("Stalingrad"), at("Kotelnikovo"))
    assert rail_distance(at("Maikop"), at("Stalingrad-E1"), around) == 11


@pytest.mark.rule("eastfront", "9.12", "G14")
def test_millerovo_is_a_railhead_without_voroshilovgrad_and_kamensko() -> None:
    around = (at("Voroshilovgrad"), at("Kamensko"), at("Rostov"))
    assert rail_distance(at("Kharkov"), at("Millerovo"), around) < 10


@pytest.mark.rule("eastfront", "1.6")
def test_all_rails_hang_together() -> None:
    found = edge = {at("Moscow")}
    while edge:
        edge = {n for h in edge for n in RAIL.next[h]} - found
        found = found | edge
    assert hexset(found) == RAIL.hexes
    assert RAIL.hexes & ~LAND == 0


@pytest.mark.rule("eastfront", "1.3", "1.32", "1.34")
@pytest.mark.parametrize(
    ("name", "terrain"),
    [
        *[(name, "clear") for name in ("Rostov-E1", "Kotelnikovo", "Maikop", "Armavir")],
        *[(name, "mountain") for name in ("Tuapse", "Tuapse-E1", "Ordzhonikidze", "Ploesti-NE1")],
        *[(name, "forest") for name in ("Tbilisi", "Grozny")],
    ],
)
def test_terrain(name: str, terrain: str) -> None:
    assert BOARD.terrain[at(name)] == terrain


@pytest.mark.rule("eastfront", "1.2a")
@pytest.mark.parametrize(
    "name",
    [
        *("Memel-NW1", "Riga-NW1", "Riga-NW2", "Volkhov-NW2", "Volkhov-NW3", "Volkhov-NE3", "Leningrad-NE4"),
        *("Perekop-E1", "Odessa-SE1", "Batumi-SW2"),
    ],
)
def test_unplayable_hexes_are_not_land(name: str) -> None:
    try:
        playable = bool(LAND >> at(name) & 1)
    except Invalid:  # beyond the edge of the board
        playable = False
    assert not playable


@pytest.mark.rule("eastfront", "1.38", "1.6a")
def test_single_hexsides() -> None:
    only = {kind: BOARD.side(kind).pairs for kind in ("strait", "sivash")}
    assert only["strait"] == {(at("Kerch"), at("Novorossiysk")), (at("Novorossiysk"), at("Kerch"))}
    assert only["sivash"] == {(at("Melitopol"), at("Perekop")), (at("Perekop"), at("Melitopol"))}


def test_a_hexside_has_one_feature_and_rivers_part_land_from_land() -> None:
    seen: set[tuple[Hex, Hex]] = set()
    for side in BOARD.sides.values():
        assert not seen & side.pairs
        seen |= side.pairs
    assert all(LAND >> a & 1 and LAND >> b & 1 for a, b in seen)


def test_rivers_run_without_a_break() -> None:
    for stream in BOARD.side("river").chains:
        corners = [
            {tuple(round(x, 6) for x in p) for p in GRID.side(h, there)}
            for h, d in stream.sides
            if (there := GRID.step(h, d)) is not None
        ]
        assert all(a & b for a, b in pairwise(corners)), stream.name


def test_all_land_hangs_together() -> None:
    assert reach(1 << at("Moscow"), LAND, 60) == LAND


# ---- cities and production


def yields(scenario: str, side: str) -> int:
    """Production from cities and resource centers at the start of a scenario (11.22, 11.23)."""
    total = 0
    for city in geography().entries("city"):
        name, holder = city.text("name"), "german" if german(scenario) >> at(city.text("name")) & 1 else "soviet"
        if holder != side or (name == "Leningrad" and scenario in BESIEGED):
            continue
        total += city.whole("value", 0) + city.whole("resource", 0) * (2 if side == "german" else 1)
    return total


@pytest.mark.rule("eastfront", "11.22", "11.23", "G2", "G4")
@pytest.mark.parametrize(
    ("scenario", "soviet", "axis"),
    [
        ("S41", 64 - 12, 54 - 40),
        ("W41", 49 - 18, 71 - 40),
        ("S42", 56 - 24, 80 - 50),
        ("W42", 62 - 32, 83 - 50),
        ("S43", 64 - 32, 90 - 60),
        ("W43", 74 - 32, 79 - 60),
        ("S44", 82 - 32, 66 - 50),
        ("W44", 89 - 32, 41 - 40 + 4),  # four contested Balkan zones cost 4
    ],
)
def test_starting_production(scenario: str, soviet: int, axis: int) -> None:
    assert (yields(scenario, "soviet"), yields(scenario, "german")) == (soviet, axis)


@pytest.mark.rule("eastfront", "1.4", "1.41", "1.42", "1.43")
def test_cities_are_places_of_their_class() -> None:
    for city in geography().entries("city"):
        name = city.text("name")
        kind, home = BOARD.places[name].kind, city.text("home", "")
        assert city.text("class") == ("town" if kind == "zone" else kind), name
        assert bool(home) == (kind in ("major", "minor")), name
        assert (city.whole("value", 0) > 0) == (kind == "major"), name
    listed = {city.text("name") for city in geography().entries("city")}
    assert {place.name for place in BOARD.places.values() if place.kind in ("major", "minor")} <= listed


@pytest.mark.rule("eastfront", "1.44")
def test_home_cities_lie_in_their_country() -> None:
    for city in geography().entries("city"):
        if home := city.text("home", ""):
            inside = country("ussr_1941") >> at(city.text("name")) & 1
            assert home == ("soviet" if inside else "german"), city.text("name")


@pytest.mark.rule("eastfront", "1.4", "1.46", "2.5")
def test_cities_the_rules_name() -> None:
    kinds = {name: place.kind for name, place in BOARD.places.items()}
    for name in ("Leningrad", "Moscow", "Stalino", "Rostov", "Stalingrad", "Tbilisi", "Bucharest", "Danzig", "Riga"):
        assert kinds[name] == "major"
    for name in ("Grozny", "Batumi"):  # cadres are built there in the tutorial
        assert kinds[name] == "minor"
    deployment = "Bryansk Cherkassy Dnepropetrovsk Gomel Kalinin Kharkov Kiev Leningrad Minsk Moscow Odessa Riga Rostov"
    for name in (deployment + " Smolensk Sevastopol Stalino Ternopol Tula Vitebsk Vinnitsa Yaroslavl").split():
        assert kinds[name] in ("major", "minor"), name
    fortresses = {city.text("name") for city in geography().entries("city") if city.flag("fortress", False)}
    assert fortresses == {"Leningrad", "Sevastopol"}


# ---- seas


@pytest.mark.rule("eastfront", "1.36a", "1.45", "15.1", "G50")
def test_seas_and_ports() -> None:
    ports = {city.text("name"): city.text("port", "") for city in geography().entries("city")}
    seas = {sea.text("id"): sea for sea in geography().entries("sea")}
    assert {name for name, port in ports.items() if port == "major"} == {"Leningrad", "Odessa", "Danzig"}
    served = [port for sea in seas.values() for port in sea.words("ports")]
    assert set(served) == {name for name, port in ports.items() if port}
    assert {port for port in served if served.count(port) == 2} == {"Ventspils", "Sevastopol", "Kerch"}
    for sea in seas.values():
        assert sea.text("control") in sea.words("ports")
        assert hexes(sea, "coast") & ~LAND == 0
        land_ports = [port for port in sea.words("ports") if not port.startswith("EZ-")]
        assert all(hexes(sea, "coast") >> at(port) & 1 for port in land_ports), sea.text("id")
        for other in sea.words("adjoins", ()):
            assert sea.text("id") in seas[other].words("adjoins")
    assert names(hexes(seas["sea-of-azov"], "shoals")) == names(
        hexset(map(at, ("Simferopol", "Perekop", "Perekop-NW1")))
    )


@pytest.mark.rule("eastfront", "1.36")
def test_every_hex_beside_the_sea_is_on_a_coast() -> None:
    coast = 0
    for sea in geography().entries("sea"):
        coast |= hexes(sea, "coast")
    beside = reach(BOARD.having("sea"), LAND, 1) & LAND
    assert names(beside & ~coast) == set()
    assert names(coast & ~beside) == {"0801", GRID.name(at("Leningrad")), GRID.name(at("Rostov"))}  # narrow gulfs


# ---- exit zones


@pytest.mark.rule("eastfront", "1.6", "9.11", "16.2", "G13")
def test_exit_zones() -> None:
    zones = geography().entries("zone")
    assert "".join(zone.text("id") for zone in zones) == "ABCDEFGHIJLMNOPQRSTUVW"
    for zone in zones:
        there, entry = at(zone.text("hex")), at(zone.text("entry"))
        assert BOARD.terrain[there] == "zone"
        assert PLACES[f"EZ-{zone.text('id')}"] == there
        assert LAND >> entry & 1
        assert entry in RAIL.exits, "a rail entry is where a line leaves the map"
        assert 1 <= GRID.distance(there, entry) <= 2
        letter = zone.text("id")
        assert zone.text("home") == ("german" if letter < "K" else "soviet" if letter < "V" else "")
    assert hexset(RAIL.exits) == hexset(at(zone.text("entry")) for zone in zones)
    assert at("EZ-T") == at("1804")
    assert len({zone.text("entry") for zone in zones}) == len(zones)


@pytest.mark.rule("eastfront", "9.11", "G32")
def test_m_lies_south_of_marach_kala() -> None:
    (entry,) = (at(zone.text("entry")) for zone in geography().entries("zone") if zone.text("id") == "M")
    assert GRID.name(entry)[2:] > GRID.name(at("Marach-Kala"))[2:]


# ---- countries, sectors and start lines


def test_every_land_hex_lies_in_one_country() -> None:
    parts = [country(name) for name in ("ussr_1941", "germany", "hungary", "rumania_1941", "bulgaria")]
    whole = 0
    for part in parts:
        assert not whole & part
        whole |= part
    assert whole == LAND
    assert country("rumania_1939") & country("rumania_1941") == country("rumania_1941")


@pytest.mark.rule("eastfront", "S41.1A", "S41.5")
def test_sectors_of_summer_41() -> None:
    axis, soviet = german("S41"), LAND & ~german("S41")
    assert axis == LAND & ~country("ussr_1941")
    districts = geography().entry("sectors").entry("soviet")
    fronts = {name: hexes(districts, name) for name in ("baltic", "west", "kiev", "odessa")}
    whole = 0
    for name, most in (("baltic", 3), ("west", 5), ("kiev", 7), ("odessa", 4)):  # its "Front" blocks
        assert not whole & fronts[name]
        assert fronts[name].bit_count() <= most
        whole |= fronts[name]
    assert whole == frontline(soviet, axis)
    assert fronts["baltic"].bit_count() == 3
    assert fronts["baltic"] >> at("Grodno-NW1") & 1
    groups = geography().entry("sectors").entry("german")
    held = 0
    for name, blocks in (("north", 9), ("center", 16), ("south", 12), ("rumania", 6)):
        sector = hexes(groups, name)
        assert sector & ~axis == 0
        assert not sector & (held | country("hungary"))
        front = sector & frontline(axis, soviet)
        assert front.bit_count() < blocks
        assert sector & ~reach(front, axis, 1) == 0
        held |= sector
    assert frontline(axis, soviet) & ~held & ~country("hungary") == 0


@pytest.mark.rule("eastfront", "3.23", "3.24")
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_frontlines_can_be_manned(scenario: str) -> None:
    axis, soviet = german(scenario), LAND & ~german(scenario)
    assert axis & ~LAND == 0
    for side, enemy, units in ((axis, soviet, UNITS[scenario][0]), (soviet, axis, UNITS[scenario][1])):
        assert frontline(side, enemy).bit_count() <= units * 2 // 3


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_each_side_of_a_start_line_hangs_together(scenario: str) -> None:
    axis = german(scenario)
    soviet = LAND & ~axis
    pockets = {"W43": "1119 1218 1219 1220 1319", "W44": "0403 0404 0504"}.get(scenario, "")
    assert names(axis & ~reach(1 << at("Cracow"), axis, 60)) == set(pockets.split())
    cut_off = {"W41": "0901 1220", "S42": "0901 1220", "W42": "0901", "S43": "0901", "W43": "0901"}.get(scenario, "")
    assert names(soviet & ~reach(1 << at("Moscow"), soviet, 60)) == set(cut_off.split())


@pytest.mark.rule("eastfront", "9.12", "10.3", "G39")
@pytest.mark.parametrize(
    ("scenario", "axis", "soviet"),
    [
        ("S41", "", ""),
        ("W41", "", "Leningrad Sevastopol"),
        ("S42", "", "Leningrad Sevastopol"),
        ("W42", "", "Leningrad"),
        ("S43", "", "Leningrad"),
        ("W43", "Perekop 1119 Simferopol Sevastopol Kerch", "Leningrad"),  # the Crimea is supplied by sea
        ("S44", "", ""),
        ("W44", "Ventspils Libau 0504", ""),  # Courland is supplied by sea
    ],
)
def test_rail_supply_at_the_start(scenario: str, axis: str, soviet: str) -> None:
    held = german(scenario)
    assert out_of_supply(held, ("west",)) == names(hexset(map(at, axis.split())))
    assert out_of_supply(LAND & ~held, ("east", "south")) == names(hexset(map(at, soviet.split())))


@pytest.mark.rule("eastfront", "1.46a", "W41.3")
@pytest.mark.parametrize("scenario", BESIEGED)
def test_the_ladoga_shore_has_rail_supply_while_leningrad_has_none(scenario: str) -> None:
    supplied = railheads(entries(("east", "south")), LAND & ~german(scenario))
    assert supplied >> at("Volkhov-NE1") & 1
    assert geography().entry("landmarks").text("ladoga") == GRID.name(at("Volkhov-NE1"))
    assert not supplied >> at("Leningrad") & 1


def test_battle_hexes_of_the_scenarios() -> None:
    for scenario in ("S42", "W42", "S43", "W43"):
        assert german(scenario) >> at("Volkhov") & 1
        assert frontline(german(scenario), LAND & ~german(scenario)) >> at("Volkhov") & 1
    assert german("W43") >> at("Kremenchug-W1") & 1
    assert not german("W42") >> at("Stalingrad") & 1
    assert german("W42") >> at("Kalach") & 1
    assert not german("S42") >> at("Sevastopol") & 1
