"""The data files: blocks, charts, scenarios and rules agree with the rulebook's figures and with each other."""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import pairwise
from pathlib import Path

import pytest

import grognard
from grognard.charts import Charts
from grognard.datafile import Entry, load
from grognard.rulebook import Rulebook

DATA = Path(grognard.__file__).parent / "games" / "eastfront" / "data"
SIDES = ("german", "soviet")
HALF_YEARS = ("S41", "W41", "S42", "W42", "S43", "W43", "S44", "W44")
MONTHS = ("JAN", "FEB", "MAR", "APR", "MAY", "JUN", "JUL", "AUG", "SEP", "OCT", "NOV", "DEC")
CHARTS = Charts.read(DATA / "charts.toml")


@cache
def blocks() -> dict[str, Entry]:
    return {block.text("id"): block for block in load(DATA / "blocks.toml", "").entries("block")}


@cache
def scenario(id: str) -> Entry:
    return load(DATA / "scenarios" / f"{id}.toml", "")


def kind(block: Entry) -> str:
    """The line of the Starting Forces a block belongs to (3.22)."""
    if "satellite" in block.words("special", ()):
        return "satellite"
    return "hq" if block.text("type") == "shq" else block.text("type")


def forces(id: str, side: str) -> dict[str, tuple[int, ...]]:
    lines = scenario(id).entry("forces").entry(side)
    return {name: lines.wholes(name) for name in lines.keys}


def date(month: str) -> int:
    return int(month[3:]) * 12 + MONTHS.index(month[:3])


def available(id: str, side: str) -> dict[str, list[Entry]]:
    """Blocks that have arrived when a scenario begins and may stand in its Starting Forces, by kind (3.22)."""
    first = date(scenario(id).words("months")[0])
    gone, extra = scenario(id).words("gone", ()), scenario(id).words("extra", ())
    found: dict[str, list[Entry]] = {}
    for name, block in blocks().items():
        appears = block.text("appears")
        arrived = appears == "S41" or (appears and date(appears) < first) or name in extra
        if arrived and block.text("side") == side and name not in gone:
            found.setdefault(kind(block), []).append(block)
    return found


# --- 2 units ----------------------------------------------------------------------------------------------------------


def test_every_block_has_a_name_of_one_word_that_no_other_has() -> None:
    assert len(blocks()) == len({id.lower() for id in blocks()}) == 121
    assert all(id.split() == [id] for id in blocks())


@pytest.mark.rule("eastfront", "2.1", "2.2", "2.6")
def test_the_countermix() -> None:
    mix = Counter((block.text("side"), kind(block)) for block in blocks().values() if block.text("appears"))
    assert mix == {
        ("german", "hq"): 5,
        ("german", "armor"): 12,
        ("german", "mech"): 4,
        ("german", "infantry"): 31,
        ("german", "satellite"): 4,
        ("soviet", "hq"): 6,
        ("soviet", "armor"): 12,
        ("soviet", "mech"): 7,
        ("soviet", "infantry"): 30,
        ("soviet", "shock"): 4,
        ("soviet", "cavalry"): 4,
        ("soviet", "para"): 1,
    }
    nations = {id: block.text("nation") for id, block in blocks().items() if "nation" in block}
    assert nations == {"3Rum": "rumanian", "4Rum": "rumanian", "2Hun": "hungarian", "8Ital": "italian"}


@pytest.mark.rule("eastfront", "2.4a", "G11")
def test_how_strong_a_block_can_be() -> None:
    for block in blocks().values():
        guards = "guards" in block.words("special", ())
        if kind(block) != "hq":
            strong = block.text("side") == "german" or guards or block.text("type") == "shock"
            assert block.whole("max") == (4 if strong else 3), block.text("id")
        assert block.whole("cv") <= block.whole("max")
    hqs = {id: block.whole("max") for id, block in blocks().items() if kind(block) == "hq"}
    assert hqs["OKH"] == hqs["STAVKA"] == 3
    assert sorted(id for id, most in hqs.items() if most == 3 and id not in ("OKH", "STAVKA")) == [
        "AG-Center", "AG-North", "AG-South", "Ukrainian-Front",
    ]  # fmt: skip
    assert set(hqs.values()) == {2, 3}


@pytest.mark.rule("eastfront", "2.5")
@pytest.mark.example("eastfront", "E2.5b")
@pytest.mark.parametrize(
    ("id", "appears", "group", "at", "cv"),
    [
        ("3A", "S41", "west", "front", 3),
        ("53Mot", "MAY42", "", "", 3),
        ("49Geb", "S41", "south", "", 4),
        ("4Para", "DEC41", "", "", 1),
        ("Coastal", "S41", "odessa", "Odessa", 1),
        ("2SS", "FEB43", "", "", 4),
        ("54AK", "S41", "rumania", "", 3),
    ],
)
def test_the_sample_labels(id: str, appears: str, group: str, at: str, cv: int) -> None:
    block = blocks()[id]
    assert (block.text("appears"), block.text("group", ""), block.text("at", "")) == (appears, group, at)
    assert block.whole("cv") == cv


@pytest.mark.rule("eastfront", "2.5a")
def test_misprinted_labels_are_corrected() -> None:
    assert blocks()["3SS"].text("appears") == "JUL43"
    assert blocks()["35AK"].text("appears") == "S41"
    assert blocks()["59AK"].text("appears") == "OCT41"
    assert blocks()["27A"].text("at") == "Riga"
    assert blocks()["50A"].text("at") == "Kalinin"


SPEEDS = {
    "armor": (3, 1, 2),
    "mech": (3, 1, 2),
    "infantry": (2, 1, 1),
    "cavalry": (3, 2, 2),
    "shock": (1, 1, 1),
    "para": (2, 1, 1),
    "hq": (2, 1, 1),
    "shq": (2, 1, 1),
}


@pytest.mark.rule("eastfront", "2.21", "2.22", "2.23", "2.24", "2.25", "2.26", "12.23")
@pytest.mark.parametrize("type", SPEEDS)
def test_speed_by_type_and_weather(type: str) -> None:
    dry, mud, snow = (CHARTS.value(f"speed.{weather}.{type}") for weather in ("dry", "mud", "snow"))
    assert (dry, mud, snow) == SPEEDS[type]
    assert mud == (2 if type == "cavalry" else 1)
    assert snow == (1 if type == "shock" else dry - 1)


@pytest.mark.rule("eastfront", "2.21", "2.22", "2.23", "2.24", "2.25", "2.26", "14.5")
@pytest.mark.parametrize(
    ("type", "offensive", "defensive"),
    [
        ("armor", "DF", "DF"),
        ("mech", "SF", "DF"),
        ("infantry", "SF", "SF"),
        ("cavalry", "SF", "SF"),
        ("shock", "DF", "DF"),
        ("para", "SF", "DF"),
        ("hq", "NONE", "NONE"),
        ("shq", "NONE", "NONE"),
    ],
)
def test_firepower_by_type(type: str, offensive: str, defensive: str) -> None:
    assert CHARTS.text(f"fire.offensive.{type}") == offensive
    assert CHARTS.text(f"fire.defensive.{type}") == defensive


def test_every_block_has_a_speed_a_firepower_and_a_cost() -> None:
    for block in blocks().values():
        side, type = block.text("side"), block.text("type")
        for path in ("speed.dry", "speed.mud", "speed.snow", f"cost.{side}.step", f"cost.{side}.cadre"):
            assert CHARTS.value(f"{path}.{type}") > 0
        CHARTS.text(f"fire.offensive.{type}")


# --- 3 scenarios ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("eastfront", "3.11", "S43.1")
@pytest.mark.parametrize("id", HALF_YEARS)
def test_a_scenario_is_half_a_year(id: str) -> None:
    months = scenario(id).words("continued_months", scenario(id).words("months"))
    assert all(date(b) == date(a) + 1 for a, b in pairwise(months))
    assert len(months) == 6
    assert months[0] == ("JUN" if id[0] == "S" else "DEC") + id[1:]
    played = scenario(id).words("months")
    assert played == (months[1:] if id == "S43" else months)


@pytest.mark.rule("eastfront", "3.14")
def test_the_scenarios_follow_each_other() -> None:
    assert tuple(scenario(id).text("next", "") for id in HALF_YEARS) == (*HALF_YEARS[1:], "")
    for a, b in pairwise(HALF_YEARS):
        last, first = (
            scenario(a).words("months")[-1],
            scenario(b).words("continued_months", scenario(b).words("months")),
        )
        assert date(first[0]) == date(last) + 1


@pytest.mark.rule("eastfront", "3.21", "S41.1A", "S41.1B", "W42.1")
@pytest.mark.parametrize("id", HALF_YEARS)
def test_who_sets_up_and_moves_first(id: str) -> None:
    usual = "german" if id[0] == "S" else "soviet"
    assert scenario(id).text("first_move") == usual
    assert scenario(id).text("first_setup") == {"S41": "soviet", "W42": "german"}.get(id, usual)


@pytest.mark.rule("eastfront", "S41.1A", "G12")
@pytest.mark.parametrize("side", SIDES)
def test_the_order_of_battle_is_the_starting_forces_of_june_1941(side: str) -> None:
    units: Counter[str] = Counter()
    strength: Counter[str] = Counter()
    for block in blocks().values():
        if block.text("side") == side and block.text("appears") == "S41":
            units[kind(block)] += 1
            strength[kind(block)] += block.whole("cv")
    expected = {name: line for name, line in forces("S41", side).items() if line[0]}
    assert {name: (units[name], strength[name]) for name in units} == expected


@pytest.mark.rule("eastfront", "S41.1A")
def test_every_block_of_june_1941_has_its_place() -> None:
    places: dict[str, Counter[str]] = {}
    for block in blocks().values():
        if block.text("appears") == "S41":
            place = block.text("at", "sector")
            places.setdefault(block.text("group"), Counter())["front" if place == "front" else "elsewhere"] += 1
            assert (place == "sector") == (block.text("side") == "german")
    assert {group: count["front"] for group, count in places.items() if count["front"]} == {
        "baltic": 3, "west": 5, "kiev": 7, "odessa": 4,
    }  # fmt: skip
    assert {group: count.total() for group, count in places.items()} == {
        "north": 9, "center": 16, "south": 12, "rumania": 6,
        "leningrad": 3, "baltic": 6, "west": 8, "kiev": 12, "odessa": 7, "reserve": 18,
    }  # fmt: skip


@pytest.mark.rule("eastfront", "3.22")
@pytest.mark.parametrize("side", SIDES)
@pytest.mark.parametrize("id", HALF_YEARS)
def test_the_blocks_that_have_arrived_can_make_up_the_starting_forces(id: str, side: str) -> None:
    there = available(id, side)
    for name, (units, strength) in forces(id, side).items():
        most = sorted((block.whole("max") for block in there.get(name, [])), reverse=True)
        assert units <= len(most), (id, side, name)
        weakest = 0 if name == "hq" else 1
        assert units * weakest <= strength <= sum(most[:units]), (id, side, name)


ELIMINATED = {
    ("S41", "german"): {},
    ("S41", "soviet"): {},
    ("W41", "german"): {"infantry": 1},
    ("W41", "soviet"): {"armor": 6, "mech": 5, "infantry": 2},
    ("S42", "german"): {},
    ("S42", "soviet"): {"armor": 6, "mech": 3, "infantry": 2, "para": 1},
    ("W42", "german"): {},
    ("W42", "soviet"): {"armor": 5, "mech": 2, "infantry": 2, "para": 1},
    ("S43", "german"): {"infantry": 2},
    ("S43", "soviet"): {"armor": 1, "mech": 1, "infantry": 1, "para": 1},
    ("W43", "german"): {"infantry": 1},
    ("W43", "soviet"): {"armor": 1, "infantry": 2, "para": 1},
    ("S44", "german"): {"infantry": 2},
    ("S44", "soviet"): {"para": 1},
    ("W44", "german"): {"armor": 2, "mech": 1, "infantry": 5, "satellite": 1},
    ("W44", "soviet"): {"shock": 1, "cavalry": 1, "para": 1},
}


@pytest.mark.rule("eastfront", "3.22", "14.1", "W44.5", "G5")
@pytest.mark.parametrize(("id", "side"), ELIMINATED)
def test_what_begins_a_scenario_eliminated(id: str, side: str) -> None:
    left = Counter({name: len(there) for name, there in available(id, side).items()})
    left.subtract({name: units for name, (units, _) in forces(id, side).items()})
    if "balkan" in scenario(id):
        away = scenario(id).entry("balkan").entry(side)
        left.subtract({name: away.whole(name) for name in away.keys if name not in ("below", "zone_min", "spare")})
    assert {name: count for name, count in left.items() if count} == ELIMINATED[id, side]


@pytest.mark.rule("eastfront", "11.5", "11.6", "G9", "G51")
def test_reinforcements_come_in_their_month_with_their_strength() -> None:
    seen: dict[str, str] = {}
    for id in HALF_YEARS:
        months = scenario(id).words("months")
        for entry in scenario(id).entries("reinforcement"):
            block, month = blocks()[entry.text("unit")], entry.text("month")
            assert entry.text("unit") not in seen
            seen[entry.text("unit")] = month
            assert month in months
            assert entry.whole("cv") == block.whole("cv")
            assert entry.flag("placed_at_start", False) == (month == months[0])
    assert seen == {id: block.text("appears") for id, block in blocks().items() if block.text("appears")[3:]}
    assert len(seen) == 23


@pytest.mark.rule("eastfront", "16.13")
def test_the_italians_come_only_if_sevastopol_has_fallen() -> None:
    conditions = {
        entry.text("unit"): entry.text("condition")
        for id in HALF_YEARS
        for entry in scenario(id).entries("reinforcement")
        if "condition" in entry
    }
    assert conditions == {"8Ital": "sevastopol"}


# The printed charts: a figure for each half-year.
BASIC = {
    "german": (40, 40, 50, 50, 60, 60, 50, 40),
    "soviet": (12, 18, 24, 32, 32, 32, 32, 32),
}
AIR = {
    "german": ("TF", "DF", "DF", "DF", "DF", "SF", "SF", "NONE"),
    "soviet": ("SF", "SF", "SF", "DF", "DF", "DF", "TF", "TF"),
}


@pytest.mark.rule("eastfront", "11.21", "13.14")
@pytest.mark.parametrize("side", SIDES)
@pytest.mark.parametrize("id", HALF_YEARS)
def test_a_scenario_has_the_basic_production_and_air_firepower_of_the_charts(id: str, side: str) -> None:
    assert scenario(id).entry("basic").whole(side) == BASIC[side][HALF_YEARS.index(id)]
    assert scenario(id).entry("air").text(side) == AIR[side][HALF_YEARS.index(id)]


@pytest.mark.rule("eastfront", "3.12")
@pytest.mark.parametrize("side", SIDES)
def test_the_bracketed_number_is_the_change_of_basic_production(side: str) -> None:
    changes = [after - before for before, after in pairwise(BASIC[side])]
    assert [scenario(id).entry("bracket").whole(side) for id in HALF_YEARS[1:]] == changes
    assert scenario("S41").entry("bracket").whole(side) == 0


# What cities and resources give the two sides at the start: German home cities give 6, Ploesti 8.
ON_THE_MAP = {
    "S41": (14, 52),
    "W41": (31, 31),
    "S42": (30, 32),
    "W42": (33, 30),
    "S43": (30, 32),
    "W43": (19, 42),
    "S44": (16, 50),
    "W44": (1, 57),
}


@pytest.mark.rule("eastfront", "11.2", "G2", "G4")
@pytest.mark.parametrize("id", HALF_YEARS)
def test_starting_levels_are_basic_production_and_what_the_map_gives(id: str) -> None:
    top = scenario(id)
    on_map = tuple(top.entry("production").whole(side) - top.entry("basic").whole(side) for side in SIDES)
    assert on_map == ON_THE_MAP[id]


@pytest.mark.rule("eastfront", "W41.3", "S42.3", "W42.4", "S43.4", "W43.3", "G2")
@pytest.mark.parametrize(
    ("id", "resources"),
    [("S41", 0), ("W41", 2), ("S42", 2), ("W42", 3), ("S43", 2), ("W43", 1), ("S44", 0)],
)
def test_leningrad_is_not_counted_while_it_is_cut_off(id: str, resources: int) -> None:
    german, soviet = ON_THE_MAP[id]
    cities = german - ON_THE_MAP["S41"][0] - 2 * resources  # what Germany holds, resources doubled (1.5)
    missing = ON_THE_MAP["S41"][1] - soviet - cities - resources
    cut_off = scenario(id).words("unsupplied", ())
    assert (missing, cut_off) == ((6, ("Leningrad",)) if cut_off else (0, ()))


@pytest.mark.rule("eastfront", "S42.2", "W42.2", "W42.3", "S43.3", "W43.2")
def test_battles_at_the_start() -> None:
    battles = {
        id: [(entry.text("hex"), entry.text("defender")) for entry in scenario(id).entries("battle")]
        for id in (*HALF_YEARS, "EDE")
    }
    assert {id: found for id, found in battles.items() if found} == {
        "S42": [("Volkhov", "german")],
        "W42": [("Stalingrad", "soviet"), ("Volkhov", "german")],
        "S43": [("Volkhov", "german")],
        "W43": [("Volkhov", "german"), ("Kremenchug-W1", "german")],
        "EDE": [("Stalingrad", "soviet")],
    }
    stalingrad = scenario("W42").entries("battle")[0]
    assert [stalingrad.whole(f"german_{key}") for key in ("exact", "armor", "cv_min")] == [4, 1, 12]


@pytest.mark.rule("eastfront", "17.2")
def test_handicaps() -> None:
    handicaps = [scenario(id).whole("handicap") if "handicap" in scenario(id) else None for id in HALF_YEARS]
    assert handicaps == [-40, -30, -30, -15, -10, 10, 50, None]


@pytest.mark.rule("eastfront", "EDE.1", "G3")
@pytest.mark.parametrize("side", SIDES)
def test_the_blocks_of_edelweiss_are_its_forces(side: str) -> None:
    units: Counter[str] = Counter()
    strength: Counter[str] = Counter()
    for block in scenario("EDE").entries("block"):
        if block.text("side") == side:
            units[kind(block)] += 1
            strength[kind(block)] += block.whole("cv")
            assert block.whole("cv") <= block.whole("max")
    expected = {name: line for name, line in forces("EDE", side).items() if line[0]}
    assert {name: (units[name], strength[name]) for name in units} == expected


@pytest.mark.rule("eastfront", "EDE.1")
def test_edelweiss_begins_in_the_second_half_of_july() -> None:
    top = scenario("EDE")
    assert (top.words("months"), top.whole("first_fortnight")) == (("JUL42", "AUG42"), 2)
    assert sorted(block.text("id") for block in top.entries("block")) == [chr(c) for c in range(ord("A"), ord("Z") + 1)]
    dead = [block.text("id") for block in top.entries("block") if block.text("at") == "dead"]
    assert dead == ["L", "M"]


# --- the charts -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("eastfront", "11.43", "G7")
def test_what_a_step_and_a_cadre_cost() -> None:
    costs = {
        side: {
            type: (step, CHARTS.value(f"cost.{side}.cadre.{type}"))
            for type, step in CHARTS.values(f"cost.{side}.step").items()
        }
        for side in SIDES
    }
    assert costs["german"] == {
        "armor": (8, 12), "mech": (6, 9), "infantry": (4, 6), "mountain": (5, 8), "hq": (10, 20), "shq": (10, 20),
    }  # fmt: skip
    assert costs["soviet"] == {
        "armor": (4, 8), "mech": (3, 6), "infantry": (2, 4), "cavalry": (3, 6), "shock": (3, 6), "para": (6, 12),
        "hq": (10, 20), "shq": (10, 20),
    }  # fmt: skip


@pytest.mark.rule("eastfront", "W41.1", "W44.3", "16.12")
@pytest.mark.parametrize("reason", ["winter", "ploesti"])
def test_german_hqs_at_15_and_30(reason: str) -> None:
    step, cadre = CHARTS.value(f"surcharge.{reason}.step"), CHARTS.value(f"surcharge.{reason}.cadre")
    assert (CHARTS.value("cost.german.step.hq") + step, CHARTS.value("cost.german.cadre.hq") + cadre) == (15, 30)


@pytest.mark.rule("eastfront", "12.1", "4.3")
@pytest.mark.parametrize(
    ("months", "weather"),
    [
        ("JUN JUL AUG SEP", "dry"),
        ("DEC JAN FEB", "snow"),
        ("APR", "mud"),
        ("OCT MAY", "dry mud"),
        ("NOV MAR", "snow mud"),
    ],
)
def test_the_weather_of_the_months(months: str, weather: str) -> None:
    for month in months.split():
        fixed = CHARTS.text(f"month.{month}")
        if fixed == "roll":
            assert " ".join(CHARTS.table("weather")[month, sum] for sum in ("even", "odd")) == weather
        else:
            assert fixed == weather


@pytest.mark.rule("eastfront", "1.31", "1.32", "1.33", "1.34", "6.21")
@pytest.mark.parametrize(
    ("terrain", "stacking", "hexside", "stop", "defence"),
    [("clear", 4, 2, False, 1), ("forest", 4, 1, False, 2), ("marsh", 3, 1, True, 2), ("mountain", 2, 1, True, 2)],
)
def test_terrain_effects(terrain: str, stacking: int, hexside: int, stop: bool, defence: int) -> None:
    assert CHARTS.value(f"stacking.{terrain}") == stacking
    assert CHARTS.value(f"hexside.{terrain}") == hexside
    assert (terrain in CHARTS.words("stop.terrain")) == stop
    assert CHARTS.value(f"defence.hex.{terrain}") == defence


@pytest.mark.rule("eastfront", "17.3", "17.31")
def test_victory_levels_and_tournament_points() -> None:
    levels = [(e.whole("from"), e.text("level"), e.whole("tournament")) for e in CHARTS.entries("victory.levels")]
    assert levels == [(26, "Decisive", 5), (16, "Major", 3), (6, "Marginal", 2), (0, "Draw", 1)]


@pytest.mark.rule("eastfront", "W44.4", "G28")
def test_every_month_of_the_last_winter_has_its_result() -> None:
    months = [(e.text("month", ""), e.text("side", ""), e.text("level")) for e in CHARTS.entries("w44.months")]
    assert tuple(month for month, _, _ in months) == (*scenario("W44").words("months"), "")
    assert [f"{side} {level}".strip() for _, side, level in months] == [
        "soviet Decisive", "soviet Major", "soviet Marginal", "Draw", "german Marginal", "german Major",
        "german Decisive",
    ]  # fmt: skip


@pytest.mark.rule("eastfront", "16.31", "16.32", "16.33", "16.34", "G13")
def test_every_exit_zone_has_its_price_but_k() -> None:
    fronts = CHARTS.entry("exit")
    prices = {
        zone: (fronts.entry(name).text("captor"), *(fronts.entry(name).whole(side) for side in SIDES))
        for name in fronts.keys
        for zone in fronts.entry(name).words("zones")
    }
    assert sorted(prices) == sorted("ABCDEFGHIJNOPQRSTUVW")  # L and M are Baku, a resource center
    assert CHARTS.words("zones.closed") == ("K",)
    assert (prices["A"], prices["F"]) == (("soviet", -6, 0), ("soviet", -2, 0))
    assert prices["O"] == ("german", 0, -2)
    assert (prices["V"], prices["W"]) == (("german", 0, -2), ("german", 2, 0))


@pytest.mark.rule("eastfront", "W41.2")
def test_german_hqs_have_fourteen_steps() -> None:
    steps = sum(b.whole("max") for b in blocks().values() if kind(b) == "hq" and b.text("side") == "german")
    assert steps == CHARTS.value("exhaustion.maximum") == 14


def test_charts_name_blocks_that_exist() -> None:
    for path in ("objective.recruits", "objective.first_released", "setup.courland_hq"):
        assert CHARTS.text(path) in blocks()


# --- the rules --------------------------------------------------------------------------------------------------------


def test_the_rules_can_be_read_and_rulings_name_rules() -> None:
    book = Rulebook.read(DATA / "rules.toml")
    assert {str(chapter) for chapter in range(1, 18)} <= {id.split(".")[0] for id in book.rules}
    assert all(rule.title and rule.text for rule in book.rules.values())
    assert all(gap.rules and gap.question and gap.answer and gap.why for gap in book.rulings.values())


def test_every_special_rule_of_a_scenario_is_in_the_rules() -> None:
    book = Rulebook.read(DATA / "rules.toml")
    specials = Counter(id.split(".")[0] for id in book.rules if id[0].isalpha())
    assert specials == {"S41": 6, "W41": 3, "S42": 3, "W42": 4, "S43": 4, "W43": 3, "S44": 2, "W44": 5, "EDE": 1}
