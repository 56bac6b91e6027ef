"""9.3 to 9.5 Combat: what terrain does to the defence, the odds and the table."""

from __future__ import annotations

import pytest

import grognard
from grognard.events import Attacked, Rolled
from tests.guderian.table import FIELD, GERMAN_COMBAT, SOVIET_COMBAT, Board, field, happened, position


def fought(m: grognard.Match, action: str) -> Attacked:
    """Play an attack; the preview must have said the same."""
    preview = m.preview(action.removesuffix(" go"))
    (combat,) = happened(m.play(action), Attacked)
    assert (preview.attack, preview.defence, preview.column) == (str(combat.attack), str(combat.defence), combat.column)
    assert preview.columns == {combat.column: 1.0}
    return combat


# --- 9.3 terrain -----------------------------------------------------------------------------------------------------


def defence(board: Board, attackers: str = "0505", defender: str = "17SD") -> float:
    """What a division in 0605 defends with against divisions in these hexes."""
    units = dict(zip(attackers.split(), ("5.ID", "6.ID", "7.ID"), strict=False))
    m = position({**units, "0605": defender, "1005": "Konev"}, board=board, phase=GERMAN_COMBAT, dice=[4])
    return fought(m, f"attack 0605 {' '.join(units.values())} go").defence


def place(kind: str, board: Board = FIELD) -> Board:
    """A board with a place of that kind in 0605."""
    return {**board, "place": [{"name": "Gorod", "kind": kind, "hexes": "0605"}]}


@pytest.mark.rule("guderian", "9.31")
@pytest.mark.example("guderian", "9.31")
def test_a_strength_of_four_in_a_major_city_defends_with_eight() -> None:
    assert defence(field(city="0605")) == 8


@pytest.mark.rule("guderian", "9.31", "9.34")
@pytest.mark.parametrize(
    ("board", "strength"),
    [
        (FIELD, 4),
        (field(forest="0605"), 8),
        (field(river="0605/nw"), 8),
        (place("major-city"), 8),
        (place("minor-city"), 4),
        (field(swamp="0605"), 4),
        (field(lake="0606"), 4),
        (field(road="0505 0605 0705"), 4),
        (field(rail="0505 0605 0705"), 4),
        (field(forest="0505"), 4),  # the attacker's own terrain does not matter
        (field(forest="0605", road="0505 0605 0705"), 8),
    ],
)
def test_the_terrain_effects_chart(board: Board, strength: int) -> None:
    assert defence(board) == strength


@pytest.mark.rule("guderian", "9.31")
def test_terrain_multiplies_the_defence_of_germans_too() -> None:
    m = position({"0505": "6.ID", "0605": "123SD Konev"}, board=field(forest="0505"), phase=SOVIET_COMBAT, dice=[1])
    assert fought(m, "attack 0505 123SD go").defence == 18


@pytest.mark.rule("guderian", "9.32")
@pytest.mark.parametrize(
    ("attackers", "strength"),
    [("0505", 8), ("0505 0604", 8), ("0505 0506", 4), ("0506", 4)],
)
def test_a_river_helps_only_if_every_attacker_is_across_one(attackers: str, strength: int) -> None:
    assert defence(field(river="0605/nw 0605/n"), attackers) == strength


@pytest.mark.rule("guderian", "9.32")
def test_a_unit_that_stays_out_of_the_attack_does_not_spoil_the_river() -> None:
    units = {"0505": "6.ID", "0506": "5.ID", "0605": "17SD", "1005": "Konev"}
    m = position(units, board=field(river="0605/nw"), phase=GERMAN_COMBAT, dice=[4])
    assert m.preview("attack 0605 6.ID 5.ID").defence == "4"
    assert fought(m, "attack 0605 6.ID go").defence == 8


@pytest.mark.rule("guderian", "9.32", "9.23")
def test_of_two_hexes_attacked_at_once_each_has_its_own_river_and_its_own_terrain() -> None:
    # G23: 0605 lies behind the river for both attackers, 0604 for one of them only; 0604 is forest.
    units = {"0505": "6.ID", "0705": "5.ID", "0605": "17SD", "0604": "38SD", "1005": "Konev", "0902": "Rokossovski"}
    board = field(river="0605/nw 0605/ne 0604/sw", forest="0604")
    m = position(units, board=board, phase=GERMAN_COMBAT, dice=[4])
    assert m.preview("attack 0605 0604 6.ID").defence == str(2 * 4 + 3 * 2)
    assert fought(m, "attack 0605 0604 6.ID 5.ID go").defence == 2 * 4 + 2 * 2


@pytest.mark.rule("guderian", "9.33", "9.32")
@pytest.mark.example("guderian", "9.33")
def test_forest_behind_a_river_triples_the_defence() -> None:
    assert defence(field(forest="0605", river="0605/nw")) == 3 * 4
    assert defence(place("major-city", field(river="0605/nw"))) == 3 * 4
    assert defence(place("major-city", field(forest="0605"))) == 3 * 4
    assert defence(place("major-city", field(forest="0605", river="0605/nw"))) == 4 * 4  # G22


@pytest.mark.rule("guderian", "9.33")
@pytest.mark.example("guderian", "d.defence.oos.forest")
def test_an_infantry_division_out_of_supply_in_forest_behind_a_river() -> None:
    board = field(columns=30, rows=8, forest="2503", river="2503/se")
    m = position({"2503": "6.ID", "2603": "123SD Konev"}, board=board, phase=SOVIET_COMBAT, dice=[1])
    assert fought(m, "attack 2503 123SD go").defence == 12  # 9 / 2 is 4, times 3


# --- 9.4 the odds ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("guderian", "9.4")
@pytest.mark.example("guderian", "9.4")
def test_twenty_six_against_nine_is_two_to_one() -> None:
    units = {"0505": "5.ID 6.ID 1.KD", "0604": "25/7", "0605": "17SD 89SD", "1005": "Konev"}
    m = position(units, phase=GERMAN_COMBAT, dice=[2])
    combat = fought(m, "attack 0605 5.ID 6.ID 1.KD 25/7 go")
    assert (combat.attack, combat.defence, combat.column) == (26, 9, "2-1")


@pytest.mark.rule("guderian", "9.4", "18.0")
@pytest.mark.example("guderian", "d.odds")
@pytest.mark.parametrize(
    ("attackers", "defenders", "odds", "column"),
    [
        ("Lehr", "17SD", (3, 4), "1-2"),
        ("6/7", "89SD", (2, 5), "1-3"),
        ("6/7:1", "56SD", (1, 3), "1-3"),
        ("6/7:1", "17SD", (1, 4), "1-3"),  # below the table
        ("25/7 Lehr", "126SD", (7, 7), "1-1"),
        ("5.ID 6.ID 6/7", "38SD", (20, 2), "10-1"),
        ("5.ID 6.ID 25/7 Lehr", "38SD", (25, 2), "10-1"),  # above it
        ("5.ID 6.ID 7.ID 6/7", "126SD 56SD", (29, 10), "2-1"),
    ],
)
def test_odds_go_to_the_next_lower_column(attackers: str, defenders: str, odds: tuple[int, int], column: str) -> None:
    words = attackers.split()
    units = {"0505": " ".join(words[:3]), "0605": defenders, "1005": "Konev"}
    if words[3:]:
        units["0604"] = words[3]
    m = position(units, phase=GERMAN_COMBAT, dice=[1])
    names = " ".join(word.partition(":")[0] for word in words)
    combat = fought(m, f"attack 0605 {names} go")
    assert (combat.attack, combat.defence, combat.column) == (*odds, column)


@pytest.mark.rule("guderian", "9.4", "18.0")
def test_the_ends_of_the_table() -> None:
    m = position({"0505": "6/7:1", "0605": "123SD 161SD", "1005": "Konev"}, phase=GERMAN_COMBAT, dice=[3])
    assert fought(m, "attack 0605 6/7 go").column == "1-3"  # 1 to 16
    m = position({"0505": "5.ID 6.ID 7.ID", "0605": "108SD", "1005": "Konev"}, phase=GERMAN_COMBAT, dice=[3])
    assert fought(m, "attack 0605 5.ID 6.ID 7.ID go").column == "10-1"  # 27 to 1


# --- 9.5 the table ---------------------------------------------------------------------------------------------------

ODDS = {  # attackers and defenders for each column
    "1-3": ("6/7", "100SD"),
    "1-2": ("25/7", "123SD"),
    "1-1": ("6.ID", "123SD"),
    "2-1": ("6.ID", "17SD"),
    "3-1": ("6.ID", "56SD"),
    "4-1": ("6.ID", "38SD"),
    "5-1": ("6.ID 6/7", "38SD"),
    "6-1": ("6.ID 25/7", "38SD"),
    "7-1": ("6.ID 25/7 6/7", "38SD"),
    "8-1": ("25/7 GD", "108SD"),
    "9-1": ("6.ID", "108SD"),
    "10-1": ("6.ID 6/7", "108SD"),
}
TABLE = """
1-3 1-2   1-1   2-1   3-1   4-1   5-1   6-1   7-1   8-1   9-1   10-1
A1  D1/A1 D1    D2    D2    D2    D2    De/A1 De    De    De    De
A1  Eng   D1/A1 D1    D2    D2    D2    D2    De/A1 De    De    De
A1  A1    D1/A1 D1/A1 D1    D2/A1 D2    D2    D2    De/A1 De    De
A2  A1    Eng   D1/A1 D1/A1 D1    D2/A1 D2    D2    D2    De/A1 De
Ae  A2    A1    Eng   D1/A1 D1/A1 D1    D2/A1 D2    D2    D2    De
Ae  Ae    A2    A1    Eng   Eng   D1/A1 D1    D2/A1 D2    D2    D2
"""


@pytest.mark.rule("guderian", "9.5")
@pytest.mark.parametrize("column", ODDS)
def test_every_cell_of_the_combat_results_table(column: str) -> None:
    odds, *rows = (line.split() for line in TABLE.strip().splitlines())
    attackers, defenders = ODDS[column]
    m = position({"0505": attackers, "0605": defenders, "1005": "Konev"}, phase=GERMAN_COMBAT, dice="hand")
    expected = [row[odds.index(column)] for row in rows]
    shown = m.preview(f"attack 0605 {attackers}")
    assert shown.column == column
    assert shown.outcomes == pytest.approx({result: expected.count(result) / 6 for result in expected})
    m.play(f"attack 0605 {attackers} go")
    for die, result in enumerate(expected, 1):
        (rolled,) = happened(m.copy().play(f"roll {die}"), Rolled)
        assert (rolled.die, rolled.result) == (die, result)


@pytest.mark.rule("guderian", "9.0b", "9.4")
@pytest.mark.parametrize("seed", range(6))
def test_with_untried_units_the_combat_is_one_of_those_the_preview_allows_for(seed: int) -> None:
    units = {"0505": "25/7 6/7 7/7", "0605": "rifle armoured", "0604": "rifle", "0805": "Konev"}
    m = position(units, phase=GERMAN_COMBAT, dice=[3], seed=seed)
    preview = m.preview("attack 0605 0604 25/7 6/7 7/7")
    assert preview.attack == "16"
    assert sum(preview.outcomes.values()) == pytest.approx(1)
    combats = happened(m.play("attack 0605 0604 25/7 6/7 7/7 go"), Attacked)
    for combat in combats:  # none if all three had no strength (12.3)
        low, _, high = preview.defence.partition(" to ")
        assert int(low) <= combat.defence <= int(high)
        assert combat.column in preview.columns
