"""2 How to play the game, 3 the equipment: what lies on the table, and what each player can see of it."""

from __future__ import annotations

from collections import Counter

import pytest

import grognard
from grognard.events import Attacked, Ended, Revealed
from tests.guderian.table import (
    GERMAN_COMBAT,
    GERMAN_INTERDICTION,
    MAP,
    SOVIET_COMBAT,
    SOVIET_MOVEMENT,
    cost,
    facts,
    field,
    happened,
    lines,
    markers,
    moat,
    play,
    position,
    refused,
    status,
    turn,
    unit,
    where,
)

# --- 2 how to play ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("guderian", "2.0a", "3.4f")
def test_an_untried_division_shows_how_far_it_moves_and_not_how_strong_it_is() -> None:
    m = position({"0505": "?9-8-6", "0605": "?0-10", "0705": "Konev", "0805": "8-8-6"}, phase=SOVIET_MOVEMENT)
    assert unit(m, "R1").strength == "?-6"
    assert unit(m, "A1").strength == "?-10"
    assert "untried" in status(m, "R1")
    assert unit(m, "Konev").strength == "(5)-10"
    assert "untried" not in status(m, "Konev")
    assert unit(m, "123SD").strength == "8-8-6"


@pytest.mark.rule("guderian", "2.0a")
@pytest.mark.parametrize("side", ["german", "soviet", None])
def test_not_even_its_owner_knows_what_an_untried_division_is(side: str | None) -> None:
    strong = position({"0505": "?9-8-6 Konev", "0305": "6.ID"}, phase=SOVIET_MOVEMENT)
    feeble = position({"0505": "?1-2-6 Konev", "0305": "6.ID"}, phase=SOVIET_MOVEMENT)
    assert strong.view(side) == feeble.view(side)


@pytest.mark.rule("guderian", "2.0a", "3.4f")
def test_combat_turns_a_division_over_for_both_players() -> None:
    m = position({"0505": "6.ID", "0605": "?6-8-6 Lukin"}, phase=GERMAN_COMBAT, dice=[6])
    (turned,) = happened(m.play("attack 0605 6.ID go"), Revealed)
    assert (turned.was, turned.unit, turned.strength) == ("R1", "258SD", "6-8-6")
    for side in ("german", "soviet"):
        assert "258SD" in {entry.id for entry in m.view(side).units}


@pytest.mark.rule("guderian", "2.0a", "3.4f")
def test_an_overrun_turns_a_division_over_too() -> None:
    m = position({"0505": "6.ID", "0605": "?6-8-6 Lukin"}, dice=[1])
    assert unit(m, "R1").strength == "?-6"
    assert [e.strength for e in happened(m.play("overrun 0605 6.ID go"), Revealed)] == ["6-8-6"]


@pytest.mark.rule("guderian", "2.0a")
def test_standing_next_to_the_enemy_does_not_reveal_a_division() -> None:
    m = position({"0405": "6.ID", "0705": "?6-8-6 Lukin"})
    m.play("move 6.ID 0505")
    assert unit(m, "R1").strength == "?-6"


@pytest.mark.rule("guderian", "2.0a")
def test_german_units_are_always_open() -> None:
    """With the strengths of G42."""
    m = position({"0505": "25/7 6/7 11/14", "0605": "GD Lehr 1.KD", "0705": "6.ID 7.ID:2 12/4:1"})
    names = ("25/7", "6/7", "11/14", "GD", "Lehr", "1.KD", "6.ID", "7.ID", "12/4")
    strengths = ["4-10", "2-10", "3-10", "4-10", "3-10", "4-5", "9-7", "2-7", "1-10"]
    assert [unit(m, name).strength for name in names] == strengths


@pytest.mark.rule("guderian", "2.0b", "4.2C")
def test_the_game_is_over_after_the_twelfth_turn() -> None:
    m = position({"0505": "6.ID", "1105": "6-8-6 Lukin"}, turn=12, phase=GERMAN_INTERDICTION)
    assert happened(m.play("end"), Ended)
    assert m.decision is None
    assert (result := m.result) is not None
    assert result.level == "Soviet Decisive"


@pytest.mark.rule("guderian", "2.0b", "4.2C")
def test_the_game_goes_on_after_the_eleventh_turn() -> None:
    m = position({"0505": "6.ID", "1105": "6-8-6 Lukin"}, turn=11, phase=GERMAN_INTERDICTION)
    m.play("end")
    assert (turn(m), m.result) == (12, None)


# --- 3.1 the map -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("guderian", "3.1")
def test_hexes_are_clear_forest_swamp_or_lake_and_rivers_run_between_them() -> None:
    board = field(forest="0604", swamp="0605", lake="0504", river=moat("0506"))
    m = position({"0505": "25/7", "1105": "6-8-6 Lukin"}, board=board)
    assert cost(m, "25/7", "0405") == 1
    assert cost(m, "25/7", "0604") == 2
    assert cost(m, "25/7", "0605") == 2
    assert cost(m, "25/7", "0506") == 3
    refused(m, "move 25/7 0504", "6.7")


@pytest.mark.rule("guderian", "3.1")
def test_the_map_has_cities_roads_railroads_and_marked_entrances() -> None:
    m = position({"0118": "25/7", "4015": "6-8-6 Rakutin", "3131": "rifle"}, board=MAP, due={"E": "29/12", "H": "6.ID"})
    assert {"0118", "0119", "0120", "0121", "0122"} == set(m.choices("enter 29/12").items) - {"6.ID"}
    assert set(m.choices("enter 6.ID").items) == {"0128", "0129", "0130", "0131"}
    assert m.view().control["Vyazma"] == "soviet"


# --- 3.4 the counters ------------------------------------------------------------------------------------------------


@pytest.mark.rule("guderian", "3.4a")
@pytest.mark.example("guderian", "3.4")
def test_a_regiment_names_its_division_after_the_slash() -> None:
    """The rulebook shows 20/12; the counter is 29/12, the panzer regiment of the 12th Panzer Division (G61)."""
    m = position({"0505": "29/12 5/12 25/12", "0705": "20/10 41/10 6.ID", "0905": "7/10"})
    assert unit(m, "29/12").group == unit(m, "5/12").group == unit(m, "25/12").group == "12Pz"
    assert (unit(m, "29/12").type, unit(m, "29/12").size) == ("panzer", "III")
    assert unit(m, "20/10").group == unit(m, "41/10").group == "10Mot"
    assert unit(m, "7/10").group == "10Pz"
    assert unit(m, "6.ID").group == ""


@pytest.mark.rule("guderian", "3.4a", "3.4d")
def test_the_number_after_the_slash_ties_a_regiment_to_its_division() -> None:
    """The 18th Panzer and the 18th Motorised are two divisions: their regiments do not make one up together."""
    whole = position({"0505": "18/18 52/18 101/18", "0605": "6-8-6 Lukin"}, phase=GERMAN_COMBAT)
    mixed = position({"0505": "18/18 52/18 30/18", "0605": "6-8-6 Lukin"}, phase=GERMAN_COMBAT)
    assert whole.preview("attack 0605 18/18 52/18 101/18").attack == "16"
    assert mixed.preview("attack 0605 18/18 52/18 30/18").attack == "9"


@pytest.mark.rule("guderian", "3.4b")
def test_an_armoured_division_may_turn_out_tank_or_mechanised() -> None:
    kinds: Counter[str] = Counter()
    for seed in range(12):
        m = position({"0505": "6.ID", "0605": "armoured Lukin"}, phase=GERMAN_COMBAT, dice=[2], seed=seed)
        (turned,) = happened(m.play("attack 0605 6.ID go"), Revealed)
        kinds[turned.unit[-2:]] += 1
    assert set(kinds) == {"MD", "TD"}


@pytest.mark.rule("guderian", "3.4b")
def test_a_rifle_division_never_turns_out_armoured() -> None:
    m = grognard.new("guderian", seed=5)
    assert all(face.endswith("-6") for face in facts(m).pool["rifle"].unseen)
    assert all(face.endswith("-10") for face in facts(m).pool["armoured"].unseen)


@pytest.mark.rule("guderian", "3.4c")
def test_some_armoured_counters_are_never_drawn() -> None:
    m = grognard.new("guderian", seed=5)
    needed_later = 1 + 2 + 1 + 1  # turns 2 to 5 (16.1)
    assert facts(m).pool["armoured"].left - needed_later == 9


@pytest.mark.rule("guderian", "3.4d")
def test_every_type_of_unit_is_there() -> None:
    germans = {u.unit.type: u.unit.size for u in grognard.new("guderian").view().due}
    assert germans == {
        "infantry": "XX", "panzer": "III", "panzergrenadier": "III", "motorized": "III", "cavalry": "XX",
    }  # fmt: skip
    m = position({"0505": "6-8-6 7TD Lukin", "0605": "4MD"}, phase=SOVIET_MOVEMENT)
    assert [unit(m, u).type for u in ("258SD", "7TD", "4MD", "Lukin")] == ["rifle", "tank", "mech", "leader"]


@pytest.mark.rule("guderian", "3.4e")
def test_a_rifle_division_attacks_with_the_first_number_and_defends_with_the_second() -> None:
    attack = position({"0505": "6-8-6 Lukin", "0605": "6/7"}, phase=SOVIET_COMBAT)
    assert attack.preview("attack 0605 258SD").attack == "6"
    defence = position({"0505": "6.ID", "0605": "6-8-6 Lukin"}, phase=GERMAN_COMBAT)
    assert defence.preview("attack 0605 6.ID").defence == "11"  # with Lukin's three


@pytest.mark.rule("guderian", "3.4e")
def test_a_counter_with_one_strength_uses_it_for_both() -> None:
    germans = {"0505": "6.ID"}
    attack = position({**germans, "0605": "5-10 Lukin"}, phase=SOVIET_COMBAT)
    assert attack.preview("attack 0505 204MD").attack == "5"
    assert attack.preview("attack 0505 204MD").defence == "9"
    defence = position({**germans, "0605": "5-10", "0705": "Lukin"}, phase=GERMAN_COMBAT)
    assert defence.preview("attack 0605 6.ID").attack == "9"
    assert defence.preview("attack 0605 6.ID").defence == "5"


@pytest.mark.rule("guderian", "3.4f")
def test_a_preview_does_not_know_more_than_the_players() -> None:
    strong = position({"0505": "6.ID", "0605": "?9-8-6 Lukin"}, phase=GERMAN_COMBAT)
    feeble = position({"0505": "6.ID", "0605": "?1-2-6 Lukin"}, phase=GERMAN_COMBAT)
    assert strong.preview("attack 0605 6.ID") == feeble.preview("attack 0605 6.ID")
    assert strong.preview("attack 0605 6.ID").defence == "3 to 11"


@pytest.mark.rule("guderian", "3.4g")
def test_a_leader_has_one_value_for_radius_bonus_and_defence() -> None:
    """Lukin's is three (G41): he reaches three hexes, adds three points, defends with three."""
    m = position({"0505": "6-8-6 Lukin", "0605": "6.ID"}, phase=SOVIET_COMBAT)
    assert unit(m, "Lukin").rating == 3
    assert lines(m.preview("attack 0605 258SD Lukin"))["10.36a"] == "3"
    radius = set(m.query("radius", unit="Lukin").hexes)
    assert "0502" in radius
    assert "0501" not in radius
    alone = position({"0505": "Lukin", "0605": "6.ID"}, phase=GERMAN_COMBAT, dice=[6])
    assert [e.defence for e in happened(alone.play("attack 0505 6.ID go"), Attacked)] == [3]


@pytest.mark.rule("guderian", "3.5")
def test_six_blanks_serve_as_rail_cut_markers() -> None:
    rail = "0205 0305 0405 0505 0605 0705 0805 0905"
    m = position({"0105": "25/7", "1210": "Lukin"}, board=field(rail=rail))
    for hex in rail.split()[:6]:
        play(m, f"move 25/7 {hex}", "cut 25/7")
    assert len(markers(m, "rail-cut")) == 6
    m.play("move 25/7 0805")
    refused(m, "cut 25/7", "6.37d")
    assert where(m, "25/7") == "0805"
