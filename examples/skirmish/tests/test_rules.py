"""The rules of the game, a test or two each: given a position, when a player does this, then the rule says that."""

from __future__ import annotations

import pytest

import grognard
from grognard.playtest import playtest

grognard.register("skirmish")
FACING = {"0402": "3Gr", "0303": "2Gr", "0503": "1Rf", "0703": "2Rf"}


def position(units: dict[str, str], *dice: int, **more: object) -> grognard.Match:
    """A match at some situation; in it units have the strengths printed on them."""
    return grognard.setup({"game": "skirmish", "units": units, **more}, dice=list(dice) or None)


def hexes(m: grognard.Match) -> dict[str, str]:
    """Where everybody is."""
    return {unit.id: unit.hex for unit in m.view().units}


@pytest.mark.rule("skirmish", "2.1")
def test_the_sides_take_turns() -> None:
    m = grognard.new("skirmish")
    phases = []
    while m.decision is not None:
        phases.append((m.view().turn, m.decision.side))
        m.play("end")
    assert phases == [(turn, side) for turn in range(1, 7) for side in ("german", "soviet")]


@pytest.mark.rule("skirmish", "3.1", "3.2")
def test_a_unit_moves_four_points_once() -> None:
    m = position({"0101": "1Gr", "0102": "2Gr", "0801": "1Rf"})
    assert m.choices("move 1Gr").items.count("0501") == 1
    assert m.why("move 1Gr 0601").rule == "3.1"
    assert m.why("move 1Gr 0102").rule == "3.2"
    m.play("move 1Gr 0501")
    assert m.why("move 1Gr 0401") == grognard.Ruling(False, "3.1", "1Gr has moved in this phase")


@pytest.mark.rule("skirmish", "3.3")
def test_a_unit_stops_next_to_the_enemy() -> None:
    m = position({"0303": "2Gr", "0503": "1Rf"})
    assert m.why("move 2Gr 0402").ok
    assert m.why("move 2Gr 0603").rule == "3.3"


@pytest.mark.rule("skirmish", "5.1")
def test_who_is_approached_may_withdraw_first() -> None:
    m = position(FACING)
    m.play("move 2Gr 0403")
    assert m.decision is not None
    assert (m.decision.side, m.decision.kind) == ("soviet", "reaction")
    assert m.why("withdraw 1Rf 0502").rule == "5.1"  # in a German zone of control
    m.play("withdraw 1Rf 0603")
    assert hexes(m)["1Rf"] == "0603"
    assert m.decision.side == "german"


@pytest.mark.rule("skirmish", "4.1", "4.2", "4.3", "4.4", "6.2")
def test_an_attack_from_the_odds_to_the_advance() -> None:
    m = position({**FACING, "0403": "2Gr"} | {"0303": ""}, 5)
    odds = m.preview("attack 0503 2Gr 3Gr")
    assert (odds.attack, odds.defence) == ("10", "3 or 4 or 6")
    assert odds.columns == {"3-1": pytest.approx(1 / 3), "2-1": pytest.approx(1 / 3), "1-1": pytest.approx(1 / 3)}
    m.play("attack 0503 2Gr 3Gr go")
    assert "1Rf" not in hexes(m)
    m.play("advance 3Gr")
    assert hexes(m)["3Gr"] == "0503"
    assert m.why("attack 0503 2Gr go").rule == "4.1"
    assert position(FACING).why("attack 3Gr").reason == "choose the enemy first, then 3Gr"
    assert [unit.strength for unit in m.view("soviet").units] == ["4-4", "6-4", "4-4"]


@pytest.mark.rule("skirmish", "4.3")
@pytest.mark.parametrize(("die", "answer"), [(1, "lose 2Gr"), (4, "retreat 0603")])
def test_results_that_ask(die: int, answer: str) -> None:
    m = position({**FACING, "0403": "2Gr"} | {"0303": ""}, die, tried="1Rf 2Gr 3Gr")
    m.play("attack 0503 2Gr go")
    if die == 4:
        m.play(answer)
    assert ("2Gr" in hexes(m)) == (die == 4)


@pytest.mark.rule("skirmish", "2.2")
def test_a_move_is_taken_back_until_a_die_is_thrown() -> None:
    m = position(FACING, 5)
    m.play("move 2Gr 0403")
    assert m.undo() == "move 2Gr 0403"
    m.play("attack 0503 3Gr go")
    with pytest.raises(grognard.Illegal, match=r"2\.2"):
        m.undo()


@pytest.mark.rule("skirmish", "6.1")
def test_strengths_are_dealt_and_nobody_sees_the_others() -> None:
    m = grognard.new("skirmish", seed=3)
    own = {unit.id: unit.strength for unit in m.view("german").units}
    assert sorted(own[name] for name in ("1Gr", "2Gr", "3Gr")) == ["3-4", "4-4", "6-4"]
    assert {own[name] for name in ("1Rf", "2Rf", "3Rf")} == {"?-4"}
    drawn = [m.determinize("german", seed) for seed in range(20)]
    assert all(twin.view("german") == m.view("german") for twin in drawn)
    assert len({tuple(unit.strength for unit in twin.view("soviet").units) for twin in drawn}) > 1


@pytest.mark.rule("skirmish", "7.1", "7.2")
def test_the_end() -> None:
    m = position({"0503": "1Gr", "0801": "1Rf"}, turn=6)
    m.play("end")
    m.play("end")
    assert m.result is not None
    assert m.result.winner == "german"
    m = position({"0502": "3Gr", "0503": "1Rf"}, 6)
    m.play("attack 0503 3Gr go")
    m.play("stay")
    assert m.result is not None
    assert (m.result.winner, m.result.level) == ("german", "German victory (7.2)")


def test_it_plays_itself() -> None:
    playtest("skirmish", games=20)
