"""The shipped files of Panzergruppe Guderian: complete, consistent, and as the rulebook prints them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from importlib.resources import files
from itertools import pairwise
from pathlib import Path

import pytest

from grognard.board import Board
from grognard.charts import Charts
from grognard.datafile import Entry, load
from grognard.games.guderian.rules import Leadership
from grognard.hexes import Hex, Point
from grognard.pieces import Piece, Pieces, Strength
from grognard.rulebook import Rulebook

DATA = Path(str(files("grognard"))) / "games" / "guderian" / "data"
BOARD = Board.read(DATA / "board.toml")
PIECES = Pieces.read(DATA / "pieces.toml", Strength, Leadership)
CHARTS = Charts.read(DATA / "charts.toml")
RULES = Rulebook.read(DATA / "rules.toml")
CAMPAIGN = load(DATA / "scenarios" / "campaign.toml", "campaign.toml")


def connected(start: Hex, links: Iterable[tuple[Hex, Hex]]) -> set[Hex]:
    links = tuple(links)
    found, todo = {start}, [start]
    while todo:
        here = todo.pop()
        for a, b in links:
            if a == here and b not in found:
                found.add(b)
                todo.append(b)
    return found


def rule(*ids: str) -> pytest.MarkDecorator:
    return pytest.mark.rule("guderian", *ids)


# --- the map ----------------------------------------------------------------------------------------------------------


@rule("3.1")
def test_the_map_is_complete() -> None:
    assert len(BOARD.grid.hexes) == 1829
    counts = {kind: BOARD.having(kind).bit_count() for kind in ("clear", "forest", "swamp", "lake")}
    assert counts == {"clear": 1433, "forest": 356, "swamp": 25, "lake": 15}
    assert len(BOARD.side("river").pairs) == 2 * 650
    assert len(BOARD.line("rail").links) == 2 * 263
    assert len(BOARD.line("road").links) == 2 * 137
    assert (len(BOARD.line("rail").exits), len(BOARD.line("road").exits)) == (12, 4)
    kinds = Counter(place.kind for place in BOARD.places.values())
    assert kinds == {"major-city": 9, "minor-city": 5, "objective": 2}
    assert Counter(area.kind for area in BOARD.areas.values()) == {"entrance": 13, "provisional": 6}


def test_rivers_run_from_hexside_to_hexside() -> None:
    for stream in BOARD.side("river").chains:
        sides = [{rounded(BOARD.grid.corners(h)[corner % 6]) for corner in (d, d + 1)} for h, d in stream.sides]
        assert all(here & there for here, there in pairwise(sides)), stream.name


def rounded(point: Point) -> Point:
    return round(point[0], 6), round(point[1], 6)


@rule("11.13")
def test_roads_stop_at_rivers_and_hang_together_by_crossings() -> None:
    road, source = BOARD.line("road"), BOARD.grid.hex(CHARTS.text("supply.source"))
    assert not any(BOARD.crosses("river", a, b) for a, b in road.links)
    assert all(BOARD.crosses("river", a, b) for a, b in BOARD.crossings)
    assert len(BOARD.crossings) == 2 * 10
    assert len(connected(source, road.links)) == 45
    everything = connected(source, road.links | BOARD.crossings)
    assert len(everything) == road.hexes.bit_count() == 148


def test_supply_by_road_begins_at_the_edge() -> None:
    assert BOARD.grid.hex("0120") in BOARD.line("road").exits
    assert 1 << BOARD.grid.hex("0120") & BOARD.edges["west"]


@rule("14.22")
def test_south_western_front_enters_by_the_southern_railroads() -> None:
    south = BOARD.line("rail").hexes & BOARD.edges["south"]
    east_of_z = {h for h in BOARD.grid.hexes if 1 << h & south and BOARD.grid.column(h) >= 31}
    assert set(BOARD.areas["SW"].hexes) == east_of_z
    assert BOARD.grid.hex("3131") in BOARD.areas["Z"].hexes


def test_entrances_lie_on_the_edge_of_the_map() -> None:
    edge = BOARD.edges["west"] | BOARD.edges["east"] | BOARD.edges["north"] | BOARD.edges["south"]
    assert all(area.set & ~edge == 0 for area in BOARD.areas.values())
    assert {area.side for area in BOARD.areas.values()} == {"german", "soviet"}


def test_cities_stand_on_clear_ground() -> None:
    cities = [place for place in BOARD.places.values() if place.kind.endswith("city")]
    assert all(BOARD.terrain[h] == "clear" for city in cities for h in city.hexes)
    assert [BOARD.grid.name(h) for h in BOARD.places["Smolensk"].hexes] == ["2216", "2217"]
    assert BOARD.grid.hex("3122") in BOARD.places["Yelnya"].hexes
    assert 1 << BOARD.grid.hex("3122") & BOARD.line("rail").hexes


# --- the counters -----------------------------------------------------------------------------------------------------


def of(*types: str) -> list[Piece[Strength, Leadership]]:
    return [piece for piece in PIECES.all if piece.type in types]


@rule("3.4d", "3.4e", "9.63", "12.4b")
def test_the_counters_are_complete() -> None:
    assert Counter((piece.side, piece.type) for piece in PIECES.all) == {
        ("german", "infantry"): 18,
        ("german", "panzer"): 9,
        ("german", "panzergrenadier"): 18,
        ("german", "motorized"): 15,
        ("german", "cavalry"): 1,
        ("soviet", "leader"): 15,
        ("soviet", "rifle"): 78,
        ("soviet", "tank"): 10,
        ("soviet", "mech"): 10,
    }
    assert {piece.steps for piece in of("infantry")} == {((9, 9, 7), (4, 4, 7), (2, 2, 7), (1, 1, 7))}
    assert all(len(piece.steps) == 2 for piece in of("panzer", "panzergrenadier", "motorized", "cavalry"))
    assert all(len(piece.steps) == 1 for piece in PIECES.all if piece.side == "soviet")
    one_strength = [piece for piece in PIECES.all if piece.type not in ("rifle", "leader")]
    assert all(attack == defence for piece in one_strength for attack, defence, _ in piece.steps)


@rule("3.4b", "3.4c")
def test_there_are_more_armoured_counters_than_are_needed() -> None:
    needed = sum(entry.whole("armoured") for entry in (*CAMPAIGN.entries("setup"), *schedule("soviet")))
    assert (needed, len(of("tank", "mech"))) == (11, 20)
    assert CAMPAIGN.entry("pool").words("armoured") == ("tank", "mech")


@rule("3.4g", "10.1")
def test_a_leader_defends_with_his_rating() -> None:
    assert all(leader.steps == ((0, leader.more.rating, 10),) for leader in of("leader"))
    assert PIECES["Lukin"].more.rating == 3  # 11.22
    assert sorted(leader.more.rating for leader in of("leader")) == [2] * 6 + [3] * 5 + [4] * 2 + [5] * 2


@rule("3.4a", "7.3b")
def test_divisions_have_their_regiments() -> None:
    regiments = {name: Counter(p.type for p in PIECES.all if p.division == name) for name in PIECES.divisions}
    for name, types in regiments.items():
        if name.endswith("Pz"):
            assert types == {"panzer": 1, "panzergrenadier": 2}
        else:
            assert types == {"motorized": 3 if name == "DR" else 2}
    for piece in PIECES.all:
        if "/" in piece.id:
            number = piece.division.removesuffix("Pz").removesuffix("Mot")
            assert piece.id.split("/")[1] == number
        else:
            assert not piece.division


def test_pool_by_strength() -> None:
    rifle = Counter(piece.steps[0][:2] for piece in of("rifle"))
    assert (rifle[0, 0], rifle[0, 1], rifle[9, 8], rifle[3, 4]) == (8, 2, 1, 6)
    assert sum(attack for attack, _ in rifle.elements()) == 226  # G62
    armoured = Counter(piece.steps[0][0] for piece in of("tank", "mech"))
    assert armoured == {0: 3, 1: 1, 2: 1, 3: 3, 4: 4, 5: 3, 6: 1, 7: 1, 8: 3}


# --- the charts -------------------------------------------------------------------------------------------------------


@rule("9.5")
@pytest.mark.parametrize(
    ("die", "row"),
    [
        (1, "A1 D1/A1 D1 D2 D2 D2 D2 De/A1 De De De De"),
        (2, "A1 Eng D1/A1 D1 D2 D2 D2 D2 De/A1 De De De"),
        (3, "A1 A1 D1/A1 D1/A1 D1 D2/A1 D2 D2 D2 De/A1 De De"),
        (4, "A2 A1 Eng D1/A1 D1/A1 D1 D2/A1 D2 D2 D2 De/A1 De"),
        (5, "Ae A2 A1 Eng D1/A1 D1/A1 D1 D2/A1 D2 D2 D2 De"),
        (6, "Ae Ae A2 A1 Eng Eng D1/A1 D1 D2/A1 D2 D2 D2"),
    ],
)
def test_combat_results_table(die: int, row: str) -> None:
    crt = CHARTS.table("crt")
    assert crt.columns == ("1-3", "1-2", *(f"{odds}-1" for odds in range(1, 11)))
    assert len(crt.rows) == 6
    assert tuple(crt[die, odds] for odds in crt.columns) == tuple(row.split())


@rule("6.7", "6.12", "10.21")
@pytest.mark.parametrize(
    ("klass", "forest", "river", "road"),
    [
        ("infantry", 2, 4, 2),
        ("cavalry", 4, 4, 2),
        ("mechanised", 4, 4, 1),
        ("rifle", 2, 2, 2),
        ("armoured", 4, 2, 1),
        ("leader", 2, 2, 1),
    ],
)
def test_terrain_effects_chart(klass: str, forest: int, river: int, road: int) -> None:
    assert CHARTS.costs(f"move.{klass}.hex") == {"clear": 2, "forest": forest, "swamp": 4, "lake": None}
    assert CHARTS.costs(f"move.{klass}.side") == {"river": river, "lake": None}
    assert CHARTS.lines(f"move.{klass}.line") == {"road": road}


@rule("9.34")
def test_terrain_multiples() -> None:
    assert CHARTS.values("combat.hex") == {"forest": 2}
    assert CHARTS.values("combat.place") == {"major-city": 2}
    assert CHARTS.values("combat.side") == {"river": 2}


def test_every_class_of_unit_has_its_costs() -> None:
    assert {piece.klass for piece in PIECES.all} == set(CHARTS.entry("move").keys)


def test_charts_speak_of_the_board() -> None:
    assert CHARTS.text("interdiction.german.city") in BOARD.places
    assert set(CHARTS.costs("move.rifle.hex")) == set(BOARD.terrain) - {""}


@rule("6.31", "6.33", "6.37d", "13.1", "3.5")
def test_numbers_of_the_rules() -> None:
    assert [CHARTS.value(f"rail.{key}") for key in ("hexes", "units", "armoured", "interdicted", "cuts")] == [
        30,
        8,
        3,
        4,
        6,
    ]
    assert (CHARTS.value("supply.hexes"), CHARTS.value("supply.points"), CHARTS.value("overrun.points")) == (20, 20, 3)
    assert (CHARTS.value("stacking.combat"), CHARTS.value("stacking.total")) == (3, 4)
    assert (CHARTS.value("interdiction.german.markers"), CHARTS.value("interdiction.german.east")) == (3, 40)
    assert (CHARTS.value("west.columns"), CHARTS.value("west.turns")) == (2, 6)


@rule("15.2a")
@pytest.mark.parametrize(
    ("points", "level"),
    [
        (-3, "Soviet Decisive"),
        (0, "Soviet Decisive"),
        (1, "Soviet Strategic"),
        (25, "Soviet Strategic"),
        (26, "Soviet Marginal"),
        (49, "Soviet Marginal"),
        (50, "German Marginal"),
        (79, "German Marginal"),
        (80, "German Strategic"),
        (124, "German Strategic"),
        (125, "German Decisive"),
    ],
)
def test_levels_of_victory(points: int, level: str) -> None:
    levels = CHARTS.entries("victory.levels")
    reached = next(entry for entry in levels if "from" not in entry or points >= entry.whole("from"))
    assert reached.text("level") == level
    assert reached.text("side") == level.split()[0].lower()
    assert CHARTS.text("victory.draw") in {entry.text("level") for entry in levels}


# --- the scenario -----------------------------------------------------------------------------------------------------


def schedule(side: str) -> tuple[Entry, ...]:
    return CAMPAIGN.entry("reinforcements").entries(side)


@rule("16.2")
def test_every_german_unit_enters_once() -> None:
    entering = [unit for entry in schedule("german") for unit in entry.words("units")]
    assert len(entering) == 61
    assert set(entering) == {piece.id for piece in PIECES.all if piece.side == "german"}
    assert all(BOARD.areas[entry.text("at")].side == "german" for entry in schedule("german"))
    assert sorted({entry.whole("turn") for entry in schedule("german")}) == [1, 2, 3, 5, 6, 7, 8, 9]
    entry = next(entry for entry in schedule("german") if entry.whole("turn") == 1)
    assert {PIECES[unit].division for unit in entry.words("units")} == {"7Pz", "12Pz", "14Mot", "20Mot", "20Pz"}


def test_whole_divisions_enter_together() -> None:
    for division in PIECES.divisions:
        regiments = {piece.id for piece in PIECES.all if piece.division == division}
        assert any(regiments <= set(entry.words("units")) for entry in schedule("german"))


@rule("16.1", "14.24")
def test_every_leader_enters_once() -> None:
    arriving = [e.text("leader") for e in (*CAMPAIGN.entries("setup"), *schedule("soviet")) if "leader" in e]
    assert sorted(arriving) == sorted(piece.id for piece in of("leader"))
    for entry in (*CAMPAIGN.entries("setup"), *schedule("soviet")):
        if "army" in entry:
            assert PIECES[entry.text("leader")].army == entry.text("army")
    assert sum(entry.whole("rifle") for entry in schedule("soviet")) == 60
    assert sum(entry.whole("armoured") for entry in schedule("soviet")) == 5
    assert {entry.whole("turn") for entry in schedule("soviet")} == set(range(1, 12))
    assert all(entry.text("at") in BOARD.areas for entry in schedule("soviet"))


@rule("5.1")
def test_set_up() -> None:
    armies = CAMPAIGN.entries("setup")
    assert [army.text("army") for army in armies] == ["24th", "16th", "19th", "13th", "20th"]
    assert sum(army.whole("rifle") for army in armies) == 28
    assert sum(army.whole("armoured") for army in armies) == 6
    for army in armies:
        assert BOARD.grid.parse(army.words("hexes"))
        assert army.text("first_turn") in {"free", "die", "march"}


@rule("14.23")
def test_south_western_front() -> None:
    front = CAMPAIGN.entry("south_west")
    assert len(front.wholes("points")) == 10
    assert sum(front.wholes("points")) == 15
    assert front.text("at") in BOARD.areas


def test_victory_points() -> None:
    victory = CAMPAIGN.entry("victory")
    places = victory.entry("places")
    assert set(places.keys) <= set(BOARD.places)
    assert sum(places.whole(place) for place in places.keys) == 150
    assert victory.text("worthless") in PIECES.by_id


def test_options_belong_to_optional_rules() -> None:
    options = {entry.text("id"): entry for entry in CAMPAIGN.entries("option")}
    assert set(options) == {"evacuation", "historical"}
    assert all(RULES.rule(entry.text("rule")).optional and not entry.flag("default") for entry in options.values())
    optional = {rule.id for rule in RULES.rules.values() if rule.optional}
    assert optional == {entry.text("rule") for entry in options.values()}


# --- the rules --------------------------------------------------------------------------------------------------------


def test_rules_and_rulings_are_whole() -> None:
    assert list(RULES.rulings) == [f"G{number}" for number in range(1, len(RULES.rulings) + 1)]
    assert [rule.id for rule in RULES.rules.values() if rule.untested] == ["1.0", "2.0c", "3.2", "17.3"]
    assert all(rule.title and rule.text.endswith((".", ")")) for rule in RULES.rules.values())
    assert all(gap.question and gap.answer and gap.why for gap in RULES.rulings.values())


def test_every_chapter_is_there() -> None:
    chapters = {rule.split(".")[0] for rule in RULES.rules}
    assert chapters == {str(number) for number in range(1, 19)}
