"""What a player is told before he does something the rules allow."""

from __future__ import annotations

import pytest

import grognard
from grognard.game import Caution
from tests.oder.table import SOVIET, SOVIETS_BEFORE, SOVIETS_BEHIND, combat, field, play, position


def warned(m: grognard.Match, words: str) -> list[Caution]:
    return m.cautions(words)


def rules(m: grognard.Match, words: str) -> list[str]:
    return [caution.rule for caution in warned(m, words)]


@pytest.mark.rule("oder", "6.4")
def test_overstacking_costs_units() -> None:
    m = position({"1408": "HG GD 40Pz", "1308": "1SS"})
    (caution,) = warned(m, "move 1SS 1408")
    assert (caution.rule, caution.hexes) == ("6.4", ("1408",))
    assert warned(m, "end") == []
    play(m, "move 1SS 1408")
    (caution,) = warned(m, "end")
    assert caution.text == "1408 is overstacked: the opponent eliminates units until the rest fit"
    m = position({"1408": "HG GD FCK", "1308": "1SS"})
    assert warned(m, "move 1SS 1408") == []


@pytest.mark.rule("oder", "8.1a", "7.4")
def test_a_move_out_of_supply() -> None:
    m = position({"1508": "HG", **SOVIETS_BEFORE})  # in the Soviet line, in a zone of control
    (caution,) = warned(m, "move HG 1609")
    assert (caution.text, caution.rule) == ("HG would be out of supply in 1609", "8.1a")
    assert warned(m, "move HG 1409") == []
    m = position({"1508": "HG", **SOVIETS_BEFORE}, board=field(coast="1609"))
    assert warned(m, "move HG 1609")[0].text == "HG would be without regular supply in 1609"
    m = position({"1408": "HG", **SOVIETS_BEHIND})
    assert warned(m, "move HG 1508") == []  # it has none to lose


@pytest.mark.rule("oder", "8.2b", "7.5b")
def test_leaving_a_city_or_a_fortification_to_the_enemy() -> None:
    board = field(city="1408", fortifications="1407")
    m = position({"1408": "HG", "1407": "GD", "1508": "47A", "1507": "61A"}, board=board)
    assert rules(m, "move HG 1307") == ["8.2b"]
    assert rules(m, "move GD 1306") == ["7.5b"]
    m = position({"1408": "HG GD", "1508": "47A"}, board=board)
    assert rules(m, "move HG 1307") == []  # GD stays
    m = position({"1408": "HG", "1808": "47A"}, board=board)
    assert rules(m, "move HG 1307") == []  # no enemy is near
    m = position({"1408": "HG", "1508": "47A"}, board=field(city="1409"), control={SOVIET: "1409"})
    assert rules(m, "move HG 1307") == []


@pytest.mark.rule("oder", "5.3b")
def test_shock_armies_rest_if_movement_comes_first() -> None:
    units = {"1408": "HG", "1508": "5Sh", "1808": "3Sh"}
    m = position(units, phase="soviet-declaration")
    (caution,) = warned(m, "declare movement")
    assert (caution.text, caution.hexes) == ("5Sh may not attack if movement comes first", ("1508",))
    assert warned(m, "declare combat") == []
    assert warned(position(units, turn=1, phase="soviet-declaration"), "declare movement") == []


@pytest.mark.rule("oder", "5.4a", "5.4c")
def test_support_markers() -> None:
    m = position({"1408": "HG", **SOVIETS_BEHIND}, board=field(coast="1003"), phase="german-support")
    assert [caution.text for caution in warned(m, "end")] == ["air and naval support stay off the map in this turn"]
    (caution,) = warned(m, "air 1408")
    assert (caution.rule, caution.hexes) == ("5.4c", ("1408",))
    assert warned(position({"1408": "HG"}, phase="german-support"), "air 1408") == []
    play(m, "air 1408")
    assert [caution.text for caution in warned(m, "end")] == ["naval support stays off the map in this turn"]


@pytest.mark.rule("oder", "9.3a", "9.3b")
def test_units_that_would_never_come() -> None:
    m = position({"1212": "HG"}, phase="german-regroup", due={"24Pz": 3, "40Pz": 3})
    assert rules(m, "end") == ["9.3a"]
    assert rules(m, "refuse 24Pz") == ["9.3b"]
    play(m, "arrive 24Pz 1008")
    assert "40Pz" in warned(m, "end")[0].text


def test_other_words_are_no_matter() -> None:
    m = combat({"1408": "HG", "1508": "47A"})
    for words in ("attack 1508 HG go", "probe HG 1507", "end", "move", "move HG", "move XX 1408", "move HG 9999", ""):
        assert warned(m, words) == []
