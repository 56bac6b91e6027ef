"""Scenarios are data: the third battle of docs/authoring.md is played, its keys are the schema's, mistakes are told."""

from __future__ import annotations

import random
import re
import sys
from pathlib import Path

import msgspec
import pytest

import grognard
from grognard.errors import Invalid
from grognard.games import _load, find
from grognard.games.battles import scenario as schema
from grognard.games.battles.crosscheck import PLACES
from grognard.games.battles.rules import FOLDERS, Markings, battle, charts, standard

PAGE = (Path(__file__).parents[2] / "docs" / "authoring.md").read_text("utf-8")
FILES = dict(re.findall(r"^```toml (\w+\.toml)\n(.*?)^```$", PAGE, re.DOTALL | re.MULTILINE))


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The battle of the page in a folder of its own, known to the game."""
    ferry = tmp_path / "battles" / "ferry"
    ferry.mkdir(parents=True)
    for name, text in FILES.items():
        (ferry / name).write_text(text, "utf-8")
    anew, load = type(find("battles")), _load  # before the folder is known: a file that is read once is remembered
    monkeypatch.setenv(FOLDERS, str(ferry.parent))
    known = sys.modules["grognard.games"]  # `grognard.games` itself is a function
    monkeypatch.setattr(known, "_load", lambda id, package: anew() if id == "battles" else load(id, package))
    return ferry


def test_a_third_battle_is_data_alone(folder: Path) -> None:
    assert set(FILES) == {"scenario.toml", "units.toml", "board.toml"}
    listed = next(info for info in grognard.games() if info.id == "battles")
    assert [plan.id for plan in listed.scenarios] == ["radzymin", "uman", "ferry"]
    for seed in range(3):
        m, dice = grognard.new("battles", scenario="ferry", seed=seed), random.Random(seed)
        while m.decision is not None:
            words: tuple[str, ...] = ()
            while not (choices := m.choices(" ".join(words))).complete or (choices.items and dice.random() < 0.5):
                words += (dice.choice(choices.items),)
            m.play(" ".join(words))
        assert m.result is not None
        assert m.result.level in ("Soviet victory", "Axis victory")


def test_a_folder_that_is_not_there_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(FOLDERS, "/nowhere/at/all")
    with pytest.raises(Invalid, match="GROGNARD_BATTLES: /nowhere/at/all is no folder"):
        battle("radzymin")


# --- the page names every key, and no other ---------------------------------------------------------------------------

TABLES: dict[str, type[schema.FileTable]] = {
    "at the top": schema.Scenario,
    "`[axis]` and `[soviet]`": schema.SidePlan,
    "`sources`": schema.Depot,
    "`command`": schema.Command,
    "`markers`": schema.AttackMarkers,
    "`[[fortresses]]`": schema.Fortress,
    "`[[arrivals]]`": schema.Arrival,
    "`[[leaders]]`": schema.Leader,
    "`[[joined]]`": schema.Joined,
    "`[weather]`": schema.Roll,
    "`[weather_states.*]`": schema.Weather,
    "`[air]`": schema.AirRoll,
    "`[[naval]]`": schema.Naval,
    "`[victory]`": schema.Victory,
    "`victory.held`": schema.Held,
    "`victory.watched`": schema.Watched,
    "`victory.bridgehead`": schema.Bridgehead,
    "`victory.ruins`": schema.Ruin,
    "`victory.escape`": schema.Escape,
    "`victory.levels`": schema.VictoryLevel,
    "`victory.sudden`": schema.Sudden,
    "`[[surcharges]]`": schema.Surcharge,
    "`[[demolitions]]`": schema.Demolition,
    "`[[exits]]`": schema.Exit,
    "`[[withdrawals]]`": schema.Withdrawal,
    "`[[standing]]`": schema.StandFast,
    "`[[orders]]`": schema.Orders,
    "`[[special]]`": schema.Special,
}


def keys_of(title: str) -> list[str]:
    """The keys in the table under a heading of the page."""
    section = PAGE.partition(f"# {title}\n")[2].partition("\n#")[0]
    return re.findall(r"^\| `(\w+)` \|", section, re.MULTILINE)


@pytest.mark.parametrize("title", TABLES)
def test_the_page_has_the_keys_of_the_schema(title: str) -> None:
    assert keys_of(title) == [field.name for field in msgspec.structs.fields(TABLES[title])]


def test_every_table_of_the_schema_is_on_the_page() -> None:
    found = {kind for kind in vars(schema).values() if isinstance(kind, type) and issubclass(kind, schema.FileTable)}
    assert found - {schema.FileTable, schema.OwnRule} == set(TABLES.values())


def test_the_page_has_the_keys_of_a_counter_and_the_words_of_a_board() -> None:
    own = [
        "id",
        "name",
        "type",
        "size",
        "steps",
        "division",
        "army",
        *(f.name for f in msgspec.structs.fields(Markings)),
    ]
    assert keys_of("Keys of `units.toml`") == own
    types = re.search(r"^\| `type` \| (.*) \|$", PAGE.partition("# Keys of `units.toml`")[2], re.MULTILINE)
    assert types is not None
    assert set(types[1].split()) == set(standard("uman").pieces.types)
    words = " ".join(PAGE.partition("that the charts know:")[2].partition("\n\n")[0].split())
    foot = {kind: " ".join(charts().costs(f"move.infantry.{kind}")) for kind in ("hex", "side", "line")}
    assert words == (
        f"terrain {foot['hex']}; hexsides {foot['side']}; lines {foot['line']}; places {' '.join(PLACES)}."
    )


# --- mistakes ---------------------------------------------------------------------------------------------------------

STANDING = '[[standing]]\nid = "F1"\nformation = "9"\nturns = [1]\n\n'
BLOWN = '[[demolitions]]\nid = "F1"\nside = "axis"\ncrossings = ["0403 0503"]\n\n'
WRONG = [
    ("scenario.toml", "km = 6", "kn = 6", "ferry/scenario.toml: unknown key `kn`"),
    ("scenario.toml", "km = 6", 'km = "six"', "ferry/scenario.toml: km: "),
    ("scenario.toml", 'first_player = "soviet"', 'first_player = "red"', "scenario.toml: first_player: no side red"),
    ("scenario.toml", 'first_player = "soviet"\n', "", "ferry/scenario.toml: missing key `first_player`"),
    ("scenario.toml", '"1-2 June", ', "", "ferry/scenario.toml: arrivals 1: there is no turn 2: labels has 1"),
    ("scenario.toml", "[0, 1]", "[0, 1, 1]", "soviet.command.attack_limit: 3 numbers for the 2 turns of labels"),
    ("scenario.toml", '"0101..0106"', '"0101..0199"', "areas.west: there is no hex 0199 on the board"),
    ("scenario.toml", "[victory]", '[forts_at_start]\n0101 = "1L"\n\n[victory]', "forts_at_start.0101: nobody is"),
    ("scenario.toml", '"1/9 2/9"', '"1/9 3/9"', "setup.0403: no unit 3/9; did you mean"),
    ("scenario.toml", '"1/9 2/9"', '"1/9"', "setup: 2/9 of units.toml is neither set up nor arrives"),
    ("scenario.toml", '"1/9 2/9"', '"1/9 2/9 11RD"', "setup.0403: both sides in one hex"),
    ("scenario.toml", '"10RD"', '"10RD 11RD"', "setup.0704: 11RD is in setup.0604 already"),
    ("scenario.toml", 'at = "east"\n', 'at = "south"\n', "arrivals 1: no area south"),
    ("scenario.toml", 'edges = "west"', 'edges = "wets"', "axis.edges: no area wets; did you mean west?"),
    ("scenario.toml", 'hq = "HQ-5A"', 'hq = "10RD"', "leaders 1: 10RD is no HQ"),
    ("scenario.toml", 'hq = "HQ-5A"', 'hq = "HQ-6A"', "leaders 1: no unit HQ-6A"),
    ("scenario.toml", "9 = [1, 1]", "8 = [1, 1]", "integrity: no formation 8"),
    ("scenario.toml", 'A = { 1 = "zero", ', "A = { ", "untried_table.A: must have a row for each of 1 to 6"),
    ("scenario.toml", '1 = "zero"', '1 = "none"', "untried_table.A: no result none"),
    ("scenario.toml", "A = {", "B = {", "units.toml: counter \"10RD\": no untried_table for class A"),
    ("scenario.toml", "objectives = { 0403", "objectives = { 4403", "victory.objectives: there is no hex 4403"),
    ("scenario.toml", "losses = { axis", "losses = { german", "victory.losses: no side german"),
    ("scenario.toml", "least = 2 }", "least = -99999 }", "victory.levels: go from the most points to the fewest"),
    ("scenario.toml", 'winner = "axis"', 'winner = "german"', "victory.levels 2.winner: no side german"),
    ("scenario.toml", "[victory]", f"{STANDING}[victory]", "special: no entry that tells of F1"),
    ("scenario.toml", "[victory]", f"{BLOWN}[victory]",
     "demolitions 1.crossings: no road or railroad crosses a major river between 0403 0503"),
    ("scenario.toml", "title = \"The ferry\"", "title = ", "ferry/scenario.toml: not TOML"),
    ("units.toml", 'type = "hq"', 'type = "staff"', "ferry/units.toml: counter \"HQ-K\": unknown type staff"),
    ("units.toml", 'army = "K", red', 'army = "L", red', "counter \"1/9\": no HQ of its side has the colour L"),
    ("units.toml", "range = 5, support = [1, 1]", "support = [1, 1]", "counter \"HQ-K\": an HQ has a colour"),
    ("units.toml", "red = true", 'moves = "foot"', "counter \"1/9\": no movement class foot"),
    ("units.toml", "[[0, 2, 6]]", "[[0, 2, 6], [0, 1, 6]]", "counter \"HQ-K\": an HQ has one step"),
    ("units.toml", ", one_step = [1, 2, 5]", "", "counter \"10RD\": an untried unit needs one_step"),
    ("units.toml", "red = true", "reed = true", "counter \"1/9\": unknown key 'reed'"),
    ("units.toml", '"III", steps = [[2, 2, 5]', '"IIII", steps = [[2, 2, 5]', "counter \"1/9\": no size IIII"),
    ("board.toml", 'w = "woods"', 'w = "forest"', "ferry/board.toml: terrain: no terrain forest"),
    ("board.toml", 'kind = "major-river"', 'kind = "river"', "board.toml: side: no kind of hexside river"),
    ("board.toml", 'kind = "road"', 'kind = "track"', "board.toml: line: no kind of line track"),
    ("board.toml", 'kind = "city"', 'kind = "village"', "board.toml: place \"Ferry\": no kind of place village"),
]  # fmt: skip


@pytest.mark.parametrize(("file", "right", "wrong", "told"), WRONG)
def test_mistakes_are_told_in_one_line(folder: Path, file: str, right: str, wrong: str, told: str) -> None:
    text = (folder / file).read_text("utf-8")
    assert right in text
    (folder / file).write_text(text.replace(right, wrong, 1), "utf-8")
    with pytest.raises(Invalid) as error:
        battle("ferry")
    assert told in str(error.value)
    assert str(error.value).startswith("ferry/")
    assert "\n" not in str(error.value)


def test_a_missing_file_is_told(folder: Path) -> None:
    (folder / "units.toml").unlink()
    with pytest.raises(Invalid, match=r"ferry/units\.toml: no such file"):
        battle("ferry")


@pytest.mark.rule("battles", "G11", "5.0b")
def test_of_two_lists_of_hexes_held_the_shorter_is_the_exception() -> None:
    for name, axis, soviet in (
        ("radzymin", "1110 2514 0101", "1720 2821 2217"),
        ("uman", "0103 1303 0907", "1410 2922"),
    ):
        rules = standard(name)
        assert all(rules.axis_start >> rules.hex_by_name[hex] & 1 for hex in axis.split())
        assert not any(rules.axis_start >> rules.hex_by_name[hex] & 1 for hex in soviet.split())
