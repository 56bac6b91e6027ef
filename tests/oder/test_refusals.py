"""Refusals of wrong orders name the rule that forbids them, and a reason that is true of the unit and hex named."""

from __future__ import annotations

import pytest

import grognard
from tests.oder.table import MAP, allowed, combat, field, play, position, refused

rule = pytest.mark.rule


# --- 3 set-up --------------------------------------------------------------------------------------------------------


@rule("oder", "3.2a", "3.2b", "3.2d", "6.2b", "10.0f", "10.0d")
def test_what_the_soviet_cannot_place_and_where() -> None:
    m = grognard.new("oder", seed=1)
    assert "2416, the hex on its counter" in refused(m, "place 1GT 2417", "3.2a").reason
    assert "not yours to place" in refused(m, "place 1SS 2010", "3.2d").reason
    assert "3505 to 3521" in refused(m, "place 3Sh 3504", "3.2b").reason
    assert "2010 is not yours" in refused(m, "place 1G 2010", "3.2d").reason
    assert "4Sh stands alone" in refused(m, "place 1G 2906", "6.2b").reason
    assert "land bridge" in refused(m, "place 1G 2607", "10.0f").reason
    assert "Courland" in refused(m, "place 1G 2903", "10.0d").reason
    m.play("place 1G 2217")
    assert "already" in refused(m, "place 1G 2217", "3.2d").reason


@rule("oder", "3.2c", "3.2e", "3.2g")
def test_what_the_german_cannot_place_and_where() -> None:
    m = grognard.new("oder", seed=1)
    play(m, "deploy", "end")
    refused(m, "place 28AK 2806", "3.2c")
    refused(m, "place KGW2 1005", "3.2g")
    refused(m, "place 3Sh 3510", "3.2e")  # it was the Soviets' to place
    assert "2907 is not yours" in refused(m, "place 1SS 2907", "3.2e").reason
    play(m, "deploy", "end")
    for words in ("place 1SS 1917", "deploy"):
        refused(m, words, "3.2e")


@rule("oder", "5.3a")
def test_a_declaration_is_not_ended_without_one() -> None:
    m = position({"1408": "HG", "1608": "18A"}, phase="german-declaration")
    assert "Declare" in refused(m, "end", "5.3a").reason


# --- 5.4 support, 9 arrivals -----------------------------------------------------------------------------------------


@rule("oder", "5.4a", "5.4b")
def test_a_marker_that_is_on_the_map_is_said_to_be_there() -> None:
    """Not that the hex is off the map, or none on the coast."""
    board = field(coast="1003 1004")
    m = position({"1408": "HG", "1608": "18A"}, phase="german-support", board=board)
    m.play("air 1508")
    assert "is on the map" in refused(m, "air 1509", "5.4a").reason
    m = position({"1408": "HG", "1608": "18A"}, phase="german-support", board=board)
    m.play("naval 1003")
    assert "is on the map" in refused(m, "naval 1004", "5.4b").reason


@rule("oder", "9.2a", "9.2b", "9.2d", "9.3a", "9.3b", "6.2a")
def test_who_cannot_arrive_and_where() -> None:
    due = {"24Pz": 4, "GD": 5, "8G": 4, "KGW2": 4}
    units = {"1408": "HG", "1806": "18A", "1208": "1SS 2SS 23AK"}
    m = position(units, phase="german-regroup", turn=4, board=field(town="1208"), due=due)
    assert "turn 5" in refused(m, "arrive GD 1010", "9.3a").reason
    assert "turn 5" in refused(m, "refuse GD", "9.3b").reason
    assert "not yours" in refused(m, "arrive 8G 1010", "9.3a").reason
    assert "Turn Track" in refused(m, "arrive HG 1010", "9.3a").reason
    refused(m, "arrive 24Pz 1208", "6.2a")
    refused(m, "arrive 24Pz 1708", "9.2b")
    refused(m, "arrive KGW2 1010", "9.2d")
    held = position({"1408": "HG", "1005": "18A"}, phase="german-regroup", turn=4, due=due)
    assert "is or was Soviet" in refused(held, "arrive KGW2 1005", "9.2d").reason


@rule("oder", "9.2b")
def test_that_memel_is_barred_is_said_of_memel() -> None:
    m = position({"2806": "28AK", "3010": "18A"}, board=None, phase="german-regroup", due={"24Pz": 3})
    assert "Memel" in refused(m, "arrive 24Pz 2806", "9.2b").reason


# --- 10 movement -----------------------------------------------------------------------------------------------------


@rule("oder", "10.0a", "10.0c", "10.1c")
def test_who_cannot_go_along() -> None:
    m = position({"1207": "1SS 53AK", "1208": "GD", "1806": "18A"})
    assert "named already" in refused(m, "move 1SS 1SS 1307", "10.0c").reason
    assert "not in the hex of 1SS" in refused(m, "move 1SS GD 1307", "10.0a").reason
    assert "another class" in refused(m, "move 1SS 53AK 1307", "10.1c").reason
    m.play("move GD 1207")
    assert "has moved" in refused(m, "move 1SS GD 1307", "10.0c").reason
    later = position({"1207": "1SS", "1806": "18A"}, due={"GD": 5})
    assert "not on the map" in refused(later, "move GD 1307", "10.0a").reason


@rule("oder", "10.0f")
def test_a_move_does_not_end_on_a_land_bridge() -> None:
    m = position({"1207": "1SS", "1806": "18A"}, board=field(land_bridges="1107"))
    refused(m, "move 1SS 1107", "10.0f")
    allowed(m, "move 1SS 1107 1106")
    far = position({"1207": "1SS"}, board=field(land_bridges="2012"))
    assert "too few" in refused(far, "move 1SS 2012", "10.0b").reason


@rule("oder", "7.1a", "10.0b")
def test_what_bars_the_way() -> None:
    m = position({"1208": "HG", "1508": "18A"})
    refused(m, "move HG 1409 1410", "7.1a")  # it stops in 1409
    refused(m, "move HG 2008", "10.0b")
    north = position({"2904": "43A", "2806": "28AK"}, board=MAP, phase="soviet-movement")
    assert "Courland" in refused(north, "move 43A 2903", "10.0d").reason


# --- 11 combat -------------------------------------------------------------------------------------------------------


@rule("oder", "11.0a", "11.3a", "10.0f")
def test_attacks_without_units_with_one_twice_and_over_the_sea() -> None:
    m = combat({"1408": "HG", "1508": "18A"})
    refused(m, "attack 1508 go", "11.0a")
    assert "named already" in refused(m, "attack 1508 HG HG go", "11.3a").reason
    sea = combat({"1408": "HG", "1507": "GD", "1508": "18A"}, board=field(sea_sides="1408/se"))
    assert "all sea" in refused(sea, "attack 1508 GD HG go", "10.0f").reason


@rule("oder", "11.9a", "6.2a")
def test_probes_named_the_wrong_way_round_or_by_too_many() -> None:
    m = combat({"1408": "HG GD 1SS", "1409": "2SS", "1508": "18A"})
    assert "name the units" in refused(m, "probe 1507", "11.9a").reason
    assert "not empty" in refused(m, "probe HG 1508", "11.9a").reason
    assert "named already" in refused(m, "probe HG HG 1507", "11.9a").reason


@rule("oder", "11.6.1a", "11.6.1b", "11.6.1d", "7.2", "11.7a", "11.7c", "11.8a", "11.9c")
def test_retreat_advance_and_momentum() -> None:
    units = {"1408": "HG GD 23AK", "1508": "8G 19A", "1708": "5A", "1610": "28A", "1307": "2SS"}
    m = combat(units, dice=[2])
    m.play("attack 1508 HG GD 23AK go")
    refused(m, "retreat 1408", "11.6.1d")
    refused(m, "retreat 1507", "7.2")
    refused(m, "retreat 1509", "11.6.1b")
    refused(m, "retreat 1909", "11.6.1a")
    play(m, "retreat 1608", "retreat 1608")
    refused(m, "advance 2SS", "11.7a")
    refused(m, "advance 8G", "11.7c")
    m.play("advance HG")
    assert "has advanced" in refused(m, "advance HG", "11.7a").reason
    play(m, "advance GD", "stay")
    assert "stop first" in refused(m, "end", "11.8a").reason
    refused(m, "attack 1708 HG go", "11.8a")
    refused(m, "attack 1408 HG go", "11.0a")
    assert "choose the enemy" in refused(m, "attack HG 1608 go", "11.0a").reason
    refused(m, "attack 1608 23AK go", "11.8a")
    refused(m, "attack 1608 go", "11.0a")
    refused(m, "probe 23AK 1509", "11.8a")
    play(m, "probe HG 1509")
    refused(m, "probe HG 1609", "11.8a")


@rule("oder", "11.6.1d")
def test_no_retreat_over_the_sea() -> None:
    m = combat({"1408": "HG GD 1SS", "1508": "8G"}, board=field(sea_sides="1508/s"), dice=[1])
    m.play("attack 1508 HG GD 1SS go")
    assert "sea" in refused(m, "retreat 1509", "11.6.1d").reason


@rule("oder", "11.6", "11.6.1a", "11.7a", "11.8a", "6.4", "8.3a")
def test_answers_to_questions_nobody_has_asked() -> None:
    m = combat({"1408": "HG", "1508": "18A"})
    said = {"lose HG": "11.6", "retreat 1507": "11.6.1a", "advance HG": "11.7a", "stay": "11.7a", "stop": "11.8a"}
    for words, by in {**said, "eliminate HG": "6.4", "none": "8.3a"}.items():
        refused(m, words, by)
