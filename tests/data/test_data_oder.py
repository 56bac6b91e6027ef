"""The data files: counters, charts, set-up and rules keep what the rulebook fixes and agree with each other."""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import pairwise

import pytest

from grognard.charts import Charts
from grognard.dice import Dice
from grognard.games.oder.odds import concentric, result_of
from grognard.games.oder.position import GERMAN, SOVIET, Position
from grognard.games.oder.rules import BOX, Rules, standard
from grognard.games.oder.setup import area, start
from grognard.games.oder.stacking import overstacked
from grognard.games.oder.supply import REGULAR, supply
from grognard.hexes import members
from grognard.pieces import Piece, Plain, Strength
from grognard.rulebook import Rulebook

CHARTS = Charts.read(BOX.folder / "charts.toml")
ORDER = ("AL1", "AS", "EX", "DR", "DE")  # from worst to best for the attacker
FORTRESSES = {"FCB", "FCK", "FCDK", "FCDZ", "FCKS", "FCSM", "FCSW"}
KORPSGRUPPEN = {"KGJN", "KGM", "KGWS", "KGW2", "KGW20"}


@cache
def rules() -> Rules:
    return standard("campaign")


def opening() -> Position:
    return start(rules(), {}, Dice(b"oder"))


def of(side: str, *types: str) -> list[Piece[Strength, Plain]]:
    return [piece for piece in BOX.pieces.all if piece.side == side and (not types or piece.type in types)]


def ids(side: str, *types: str) -> set[str]:
    return {piece.id for piece in of(side, *types)}


def attack(*names: str) -> int:
    return sum(BOX.pieces[name].steps[0][0] for name in names)


def defence(*names: str) -> int:
    return sum(BOX.pieces[name].steps[0][1] for name in names)


def crt() -> list[list[int]]:
    """The table by column, each result as its worth for the attacker."""
    table = CHARTS.table("crt")
    return [[ORDER.index(result) for result in table.column(column)] for column in table.columns]


# --- 2 counters -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("oder", "2.2a", "G3")
def test_every_unit_has_one_step_and_a_name_of_one_word_that_no_other_has() -> None:
    names = [piece.id for piece in BOX.pieces.all]
    assert len(names) == len({name.lower() for name in names}) == 91  # 128 counters with the markers
    assert all(len(piece.steps) == 1 for piece in BOX.pieces.all)
    assert not set(names) & set(rules().hex_by_name)


@pytest.mark.rule("oder", "2.2.2a", "2.2.2b", "2.2.3", "G50")
def test_the_countermix() -> None:
    mix = Counter((piece.side, piece.type, piece.klass, piece.size) for piece in BOX.pieces.all)
    assert mix == {
        ("german", "panzer", "mechanised", "XXX"): 12,
        ("german", "infantry", "foot", "XXX"): 24,
        ("german", "korpsgruppe", "foot", "XXX"): 5,
        ("german", "fortress", "static", "XXX"): 7,
        ("soviet", "tank", "mechanised", "XXXX"): 5,
        ("soviet", "guards", "mechanised", "XXXX"): 7,
        ("soviet", "rifle", "foot", "XXXX"): 27,
        ("soviet", "shock", "foot", "XXXX"): 4,
    }


@pytest.mark.rule("oder", "2.2.4")
def test_the_units_the_rulebook_names() -> None:
    assert ids("german", "fortress") == FORTRESSES
    assert ids("german", "korpsgruppe") == KORPSGRUPPEN
    assert {"HG", "GD", "1SS", "2SS"} <= ids("german", "panzer")
    assert {"41P", "46P", "48P", "56P"} <= ids("german", "infantry")
    assert {"1GT", "2GT", "4T"} <= ids("soviet", "tank")
    assert {"3Sh", "2Sh", "5Sh"} <= ids("soviet", "shock")
    assert "8G" in ids("soviet", "guards")
    assert "1Po" in ids("soviet", "rifle")


@pytest.mark.rule("oder", "2.2b")
def test_movement_factors_go_by_class() -> None:
    for piece in BOX.pieces.all:
        points = {"mechanised": 6, "foot": 4, "static": 0}[piece.klass]
        assert piece.steps[0][2] == points == CHARTS.value(f"move.{piece.klass}.points"), piece.id


@pytest.mark.rule("oder", "G3")
def test_factors_fit_the_odds_the_rulebook_reckons_with() -> None:
    for piece in BOX.pieces.all:
        strong, firm, _ = piece.steps[0]
        assert 3 <= firm <= 9, piece.id
        assert 2 <= strong <= 14 or (strong == 0 and piece.klass == "static"), piece.id
    assert attack("39Pz", "40Pz", "7Pz") == 26
    assert defence("11G") == 7


@pytest.mark.rule("oder", "G3")
def test_what_the_sides_weigh() -> None:
    """The Germans cannot attack everywhere, nor hold everywhere; so both players have to do both."""
    starts = {
        *rules().scenario.fixed,
        *rules().scenario.within,
        *(u for us in rules().scenario.free.values() for u in us),
    }
    german = starts & ids("german")
    assert attack(*german) < defence(*ids("soviet"))
    assert defence(*german) < attack(*ids("soviet"))
    assert attack(*(german & ids("german", "panzer"))) > 80  # the offensive of turn 1
    assert len(ids("soviet")) > 30  # 30 points can be had without cutting anybody off


# --- 4, 5, 6, 9 numbers -----------------------------------------------------------------------------------------------


def test_points() -> None:
    assert CHARTS.values("points") == {
        "regular": 1, "aerial": 1, "fortress": 2, "coastal": 2, "none": 2, "unused": 1, "bound_lost": 1,
    }  # fmt: skip


def test_victory_numbers() -> None:
    assert CHARTS.values("victory") == {"german_points": 30, "part": 2}
    assert (CHARTS.value("sudden.units"), CHARTS.value("sudden.conditions")) == (2, 2)
    assert rules().cities >> rules().hex_by_name[CHARTS.text("sudden.city")] & 1
    assert rules().scenario.turns == 8


def test_other_numbers() -> None:
    assert CHARTS.values("regroup") == {"regular": 1, "other": 2}
    assert CHARTS.values("stacking") == {"units": 3, "shock": 3}
    assert (CHARTS.value("first_turn.soviet_shift"), CHARTS.value("support.after")) == (1, 1)


# --- 10, 11.5 charts --------------------------------------------------------------------------------------------------


@pytest.mark.rule("oder", "10.2a", "G2")
def test_terrain_has_a_cost_for_each_class() -> None:
    foot, mechanised = CHARTS.costs("move.foot.hex"), CHARTS.costs("move.mechanised.hex")
    terrains = {rules().board.terrain[hex] for hex in members(rules().grid.all)}
    assert foot.keys() == mechanised.keys() >= terrains
    assert foot["sea"] is mechanised["sea"] is None
    for terrain in terrains - {"sea"}:
        slow, fast = foot[terrain], mechanised[terrain]
        assert slow is not None
        assert fast is not None
        assert slow <= fast  # wheels and tracks never fare better than feet
        assert slow <= 2 * 2  # in half points: a unit out of supply can still enter it
        assert fast <= 2 * 3
        assert CHARTS.value(f"drm.{terrain}") >= 0
    assert CHARTS.lines("move.foot.side") == CHARTS.lines("move.mechanised.side") == {"river": 2}


def test_die_roll_modifiers() -> None:
    assert CHARTS.values("drm") == {
        "first_turn": -1, "attacker_oos": 1, "defender_oos": -1,
        "clear": 0, "marsh": 0, "rough": 1, "forest": 1, "town": 1, "city": 2, "river": 1, "fortification": 1,
        "naval_german": -1, "air_german": -1, "naval_soviet": 1, "air_soviet": 1, "concentric": -1,
    }  # fmt: skip


@pytest.mark.rule("oder", "11.5c", "G5")
def test_two_lines_of_odds_over_the_same_columns() -> None:
    german, soviet = rules().odds_line[GERMAN], rules().odds_line[SOVIET]
    assert len(german) == len(soviet) == len(CHARTS.table("crt").columns) == 9
    assert (german[0], german[-1], soviet[0], soviet[-1]) == ("1:4", "6:1", "1:3", "7:1")
    assert german[1:] == soviet[:-1]  # the same ladder, one step apart


@pytest.mark.rule("oder", "2.1c", "G1")
def test_the_table_has_six_rows_of_the_five_results() -> None:
    table = CHARTS.table("crt")
    assert list(table.rows) == ["1", "2", "3", "4", "5", "6"]
    assert {cell for row in table.rows.values() for cell in row} == set(ORDER)


@pytest.mark.rule("oder", "G1")
def test_a_high_die_favours_the_defender() -> None:
    for column in crt():
        assert column == sorted(column, reverse=True)


@pytest.mark.rule("oder", "G1")
def test_better_odds_are_better_for_the_attacker() -> None:
    for worse, better in pairwise(crt()):
        assert all(b >= a for a, b in zip(worse, better, strict=True))
        assert better != worse
        assert better[1:] == worse[:-1]  # a modifier of one is worth one column


@pytest.mark.rule("oder", "G1")
def test_the_table_runs_between_the_automatic_results() -> None:
    first, *_, last = crt()
    assert first.count(ORDER.index("AL1")) >= 3
    assert last.count(ORDER.index("DE")) >= 3
    assert max(first) < ORDER.index("DR")
    assert min(last) > ORDER.index("EX")


@pytest.mark.rule("oder", "11.5.1d", "G9")
@pytest.mark.example("oder", "d.crt.ours.city")
def test_six_to_one_against_a_city() -> None:
    g, city = opening(), rules().hex_by_name["2408"]
    results = [result_of(g, "c9", die + CHARTS.value("drm.city"), city) for die in range(1, 7)]
    assert results == ["DE", "EX", "EX", "EX", "EX", "EX"]


# --- 3.2 set-up -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("oder", "3.2a", "3.2c", "3.2g", "9.2a")
def test_every_unit_starts_or_arrives_somewhere_once() -> None:
    plan = rules().scenario
    free = [unit for units in plan.free.values() for unit in units]
    everything = [*plan.fixed, *plan.within, *free, *plan.reinforcements]
    assert sorted(everything) == sorted(BOX.pieces.by_id)
    assert all(BOX.pieces[unit].side == side for side, units in plan.free.items() for unit in units)
    assert {side for side, units in plan.free.items() if units} == {GERMAN, SOVIET}


@pytest.mark.rule("oder", "3.2a", "3.2b")
@pytest.mark.example("oder", "3.2")
def test_the_hexes_the_rulebook_gives() -> None:
    assert rules().scenario.fixed["1GT"] == "2416"
    g = opening()
    hexes = area(g, g.unit("3Sh"))
    assert hexes == rules().east & ~sum(1 << rules().hex_by_name[hex] for hex in ("3503", "3504"))


@pytest.mark.rule("oder", "3.2a", "3.2c")
def test_units_start_on_their_side_of_the_line() -> None:
    own = {GERMAN: rules().german_side, SOVIET: rules().soviet_side}
    for unit, hex in rules().scenario.fixed.items():
        assert own[BOX.pieces[unit].side] >> rules().hex_by_name[hex] & 1, (unit, hex)
        assert not rules().land_bridges >> rules().hex_by_name[hex] & 1


def test_the_set_up_keeps_stacking_and_memel() -> None:
    g = opening()
    assert overstacked(g) == []
    memel = [BOX.pieces[unit] for unit, hex in rules().scenario.fixed.items() if hex == rules().scenario.memel]
    assert 0 < len(memel) <= rules().scenario.memel_units == 2
    assert {piece.klass for piece in memel} == {"foot"}


def test_everybody_on_the_map_starts_in_regular_supply() -> None:
    g = opening()
    for unit, at in enumerate(g.at):
        if at >= 0:
            assert supply(g, unit) == REGULAR, g.name(unit)


@pytest.mark.rule("oder", "G4")
def test_fortress_commands_are_where_they_are_called_after() -> None:
    places = {place.name: [rules().grid.names[hex] for hex in place.hexes] for place in rules().board.places.values()}
    towns = {
        "FCB": "Breslau", "FCK": "Koenigsberg", "FCDK": "Deutsche Krone", "FCDZ": "Danzig", "FCKS": "Kustrin",
        "FCSM": "Swinemuende", "FCSW": "Stettin",
    }  # fmt: skip
    assert {unit: [rules().scenario.fixed[unit]] for unit in towns} == {
        unit: places[town] for unit, town in towns.items()
    }


@pytest.mark.rule("oder", "2.1b", "3.2g", "9.2a")
def test_six_units_come_on_turn_4_and_two_of_them_to_a_hex_of_their_own() -> None:
    plan = rules().scenario
    assert plan.reinforcement_turn == 4
    assert len(plan.reinforcements) == 6
    assert set(plan.bound) == {"KGW2", "KGW20"} < set(plan.reinforcements)
    for hex in plan.bound.values():
        assert (rules().cities | rules().towns) & rules().german_side & 1 << rules().hex_by_name[hex]
    g = opening()
    assert {g.name(unit): turn for unit, turn in g.due.items()} == dict.fromkeys(plan.reinforcements, 4)


@pytest.mark.rule("oder", "G3")
def test_there_is_a_front() -> None:
    """Both sides hold the line in such a way that no unit can walk through it on turn 1."""
    g = opening()
    front = [
        hex
        for hex in members(rules().german_side)
        if any(rules().soviet_side >> near & 1 for near in rules().near(hex))
    ]
    bare = [rules().grid.names[hex] for hex in front if not (g.zoc(GERMAN) | g.zoc(SOVIET)) >> hex & 1]
    assert len(front) > 20
    assert bare == []


@pytest.mark.rule("oder", "11.5.4", "G35")
@pytest.mark.example("oder", "d.concentric")
@pytest.mark.parametrize(
    ("sides", "expected"),
    [((0, 3), True), ((0, 2, 4), True), ((0, 1, 2, 3), True), ((0, 1, 2), False), ((0, 2), False), ((0, 1, 3), True)],
)
def test_which_attacks_are_concentric(sides: tuple[int, ...], expected: bool) -> None:
    g = opening()
    target = rules().hex_by_name["1612"]
    by_side = {rules().grid.direction(target, hex): hex for hex in rules().near(target)}
    units = [g.unit(name) for name in ("GD", "HG", "7Pz", "24Pz")][: len(sides)]
    for unit, side in zip(units, sides, strict=True):
        g.place(unit, by_side[side])
    assert concentric(g, target, units) is expected


# --- rules ------------------------------------------------------------------------------------------------------------


def test_the_rules_can_be_read_and_every_ruling_answers_a_question() -> None:
    book = Rulebook.read(BOX.folder / "rules.toml")
    assert {id.split(".")[0] for id in book.rules} == {str(chapter) for chapter in range(1, 12)}
    assert sum(bool(rule.untested) for rule in book.rules.values()) == 5
    assert all(gap.question.rstrip(".").strip() and gap.answer and gap.why for gap in book.rulings.values())
    assert all(rule.title and rule.text for rule in book.rules.values())


def test_the_game_is_introduced() -> None:
    text = (BOX.folder / "introduction.md").read_text(encoding="utf-8")
    assert text.startswith("# Watch on the Oder")
