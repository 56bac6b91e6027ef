"""9: regrouping and reinforcements."""

from __future__ import annotations

from typing import Any

import pytest

import grognard
from tests.oder.table import (
    GERMANS_BEHIND,
    MAP,
    SOVIET,
    SOVIETS_BEHIND,
    allowed,
    combat,
    field,
    offered,
    play,
    points,
    position,
    refused,
    soviet_combat,
    state,
    where,
)

HAMMER = {"1507": "1GT 2GT 3GT", "1508": "8G"}
ATTACK = "attack 1408 1GT 2GT 3GT 8G go"


def due(m: grognard.Match, unit: str) -> int | None:
    return state(m).due.get(state(m).unit(unit))


# --- 9.1 the dice -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("oder", "9.1a", "9.1b", "9.1.1a", "G17")
@pytest.mark.example("oder", "9.1")
def test_one_die_after_regular_supply() -> None:
    m = combat({"1408": "HG GD 1SS", "1508": "18A", "1808": "47A"}, turn=2, dice=[1, 3])
    play(m, "attack 1508 HG GD 1SS go")
    assert due(m, "18A") == 5
    m = position({"1003": "HG"}, turn=5, phase="soviet-regroup", due={"18A": 5})
    allowed(m, "arrive 18A 2008")
    m = position({"1003": "HG"}, turn=4, phase="soviet-regroup", due={"18A": 5})
    assert state(m).phase == "german-declaration"  # not before


@pytest.mark.rule("oder", "9.1b", "9.1c", "9.1d", "G17")
@pytest.mark.example("oder", "d.regroup")
@pytest.mark.parametrize(
    ("board", "behind", "dice", "turn", "scored"),
    [
        (field(), {}, [5], 8, 1),
        (field(city="1408"), SOVIETS_BEHIND, [2, 3], 8, 2),
        (field(), SOVIETS_BEHIND, [3, 3], None, 2),
    ],
)
def test_when_a_german_corps_comes_back(
    board: dict[str, object], behind: dict[str, str], dice: list[int], turn: int | None, scored: int
) -> None:
    m = soviet_combat({"1408": "16SS", **HAMMER, **behind}, board=board, dice=dice)
    play(m, ATTACK)
    if behind:
        play(m, "none")
    assert (due(m, "16SS"), points(m)) == (turn, (0, scored))
    assert where(m, "16SS") == ("due" if turn else "gone")


@pytest.mark.rule("oder", "9.1c")
@pytest.mark.parametrize("board", [field(city="1408"), field(coast="1408")])
def test_two_dice_after_fortress_or_coastal_supply(board: dict[str, object]) -> None:
    m = soviet_combat({"1408": "16SS", **HAMMER, **SOVIETS_BEHIND}, board=board, dice=[1, 2])
    play(m, ATTACK, "none")
    assert due(m, "16SS") == 6


@pytest.mark.rule("oder", "9.1c", "G12")
def test_two_dice_after_aerial_supply_or_none() -> None:
    m = soviet_combat({"1408": "16SS", **HAMMER, **SOVIETS_BEHIND}, dice=[1, 2])
    play(m, ATTACK, "16SS")
    assert (due(m, "16SS"), points(m)) == (6, (0, 1))
    m = combat({"1408": "HG GD 1SS", "1508": "18A", **GERMANS_BEHIND}, dice=[1, 1, 1])
    play(m, "attack 1508 HG GD 1SS go")
    assert due(m, "18A") == 5


@pytest.mark.rule("oder", "9.1a", "G15")
@pytest.mark.parametrize("unit", ["FCDK", "KGM", "KGW2"])
def test_fortress_commands_and_korpsgruppen_do_not_come_back(unit: str) -> None:
    m = soviet_combat({"1408": unit, **HAMMER}, dice=[])  # and no die is thrown
    play(m, ATTACK)
    assert where(m, unit) == "gone"


# --- 9.1.1 Soviet return --------------------------------------------------------------------------------------------


def soviet_return(units: dict[str, str] | None = None, **more: Any) -> grognard.Match:
    board = field(town="1808 1705 1208", city="1812")
    table: dict[str, Any] = {"board": board, "phase": "soviet-regroup", "due": {"47A": 3}, **more}
    return position(units or {"1003": "HG"}, **table)


@pytest.mark.rule("oder", "9.1.1b")
def test_soviets_return_in_towns_and_cities_of_their_own() -> None:
    hexes = set(offered(soviet_return(), "arrive 47A"))
    assert hexes == {"1808", "1705", "1812"} | {f"20{row:02}" for row in range(3, 14)}
    refused(soviet_return(), "arrive 47A 1208", "9.1.1b")  # west of the line
    refused(soviet_return(control={SOVIET: "1208"}), "arrive 47A 1208", "9.1.1b")
    refused(soviet_return(), "arrive 47A 1708", "9.1.1b")  # no town


@pytest.mark.rule("oder", "9.1.1b", "G18", "G49")
def test_a_soviet_town_must_never_have_been_german_and_needs_a_line() -> None:
    m = soviet_return(control={"german": "1808"})
    refused(m, "arrive 47A 1808", "9.1.1b")
    m = soviet_return({"1003": "HG", "1904": "6AK", "1907": "8AK", "1910": "9AK", "1913": "20AK"})
    refused(m, "arrive 47A 1808", "9.1.1b")
    m = soviet_return({"1708": "HG"})
    allowed(m, "arrive 47A 1808")  # in a zone, with a line
    refused(soviet_return({"1808": "HG"}), "arrive 47A 1808", "9.1.1b")


@pytest.mark.rule("oder", "9.1.1b", "3.1c")
def test_a_town_won_back_is_no_place_to_return_to() -> None:
    m = position({"1708": "HG", "2008": "8G"}, board=field(town="1808"), declared="combat", due={"47A": 3})
    play(m, "move HG 1808 1709", "end", "declare movement", "move 8G 1808")
    assert state(m).phase == "soviet-regroup"
    assert state(m).controls(SOVIET, state(m).rules.hex_by_name["1808"])
    refused(m, "arrive 47A 1808", "9.1.1b")
    m = position({"1003": "HG", "1808": "8G"}, board=field(town="1808"), phase="soviet-regroup", due={"47A": 3})
    allowed(m, "arrive 47A 1808")


@pytest.mark.rule("oder", "9.1.1c")
def test_soviets_return_on_the_eastern_edge() -> None:
    m = soviet_return({"1908": "HG"})
    allowed(m, "arrive 47A 2008")  # in a zone
    m = soviet_return({"1908": "HG"}, control={"german": "2008"})
    refused(m, "arrive 47A 2008", "9.1.1b")
    refused(soviet_return({"2008": "HG", "1003": "GD"}), "arrive 47A 2008", "9.1.1b")


@pytest.mark.rule("oder", "9.1.1a", "9.1.1d", "9.1.1c")
def test_a_unit_that_returned_acts_normally() -> None:
    m = soviet_return({"1003": "HG"})
    play(m, "arrive 47A 1808")
    assert (where(m, "47A"), due(m, "47A")) == ("1808", None)
    while state(m).phase != "soviet-movement":
        play(m, "declare movement" if state(m).phase.endswith("declaration") else "end")
    allowed(m, "move 47A 1408")
    m = position({"1003": "HG"}, phase="german-regroup", due={"24Pz": 3}, turn=3)
    play(m, "arrive 24Pz 1008")
    assert where(m, "24Pz") == "1008"


@pytest.mark.rule("oder", "9.1.1e", "4.2.1e")
def test_a_unit_regroups_any_number_of_times() -> None:
    m = position({"1003": "HG"}, turn=3, phase="german-regroup", due={"16SS": 3}, points={SOVIET: 1}, dice=[1])
    play(m, "arrive 16SS 1008")
    assert points(m) == (0, 1)
    m = soviet_combat({"1408": "16SS", **HAMMER}, points={SOVIET: 1}, dice=[1])
    play(m, ATTACK)
    assert (points(m), due(m, "16SS")) == ((0, 2), 4)


# --- 9.2 German arrival -----------------------------------------------------------------------------------------------


def german_arrival(units: dict[str, str] | None = None, **more: Any) -> grognard.Match:
    board = field(town="1208 1305 1712", city="1212")
    table: dict[str, Any] = {"board": board, "phase": "german-regroup", "due": {"3SS": 3}, **more}
    return position(units or {"1003": "HG"}, **table)


@pytest.mark.rule("oder", "9.2a")
def test_six_units_arrive_on_turn_4() -> None:
    units = {"1212": "HG", "3212": "8G"}
    coming = dict.fromkeys(["3SS", "10SS", "16SS", "18Geb", "KGW2", "KGW20"], 4)
    m = position(units, board=MAP, turn=4, phase="german-regroup", due=coming)
    assert offered(m, "arrive") == list(coming)
    play(m, "arrive 3SS 1005", "arrive KGW2 1005", "arrive KGW20 2007", "arrive 10SS 1015")
    assert where(m, "KGW20") == "2007"
    m = position(units, board=MAP, turn=3, phase="german-regroup", due=coming)
    assert state(m).phase == "soviet-declaration"  # nobody came


@pytest.mark.rule("oder", "9.2b", "9.1.1a")
def test_germans_arrive_in_towns_and_cities_of_their_own() -> None:
    hexes = set(offered(german_arrival(), "arrive 3SS"))
    assert hexes == {"1208", "1305", "1212"} | {f"10{row:02}" for row in range(3, 14)}
    refused(german_arrival(), "arrive 3SS 1712", "9.2b")
    refused(german_arrival(control={"german": "1712"}), "arrive 3SS 1712", "9.2b")
    regrouped = german_arrival(due={"24Pz": 3})  # a regrouped corps arrives like a reinforcement
    assert set(offered(regrouped, "arrive 24Pz")) == hexes


@pytest.mark.rule("oder", "9.2b", "G18", "G24", "G49")
def test_a_german_town_must_never_have_been_soviet_and_needs_a_line_to_the_west() -> None:
    m = german_arrival(control={SOVIET: "1208"})
    refused(m, "arrive 3SS 1208", "9.2b")
    m = german_arrival({"1003": "HG", **SOVIETS_BEHIND})
    refused(m, "arrive 3SS 1208", "9.2b")
    board = field(town="1208", usir="1308")
    m = german_arrival({"1003": "HG", **SOVIETS_BEHIND}, board=board)
    refused(m, "arrive 3SS 1208", "9.2b")  # Upper Silesia does not do
    m = german_arrival({"1308": "47A"})
    allowed(m, "arrive 3SS 1208")


@pytest.mark.rule("oder", "9.2b")
def test_nobody_arrives_in_memel() -> None:
    m = position({"2507": "HG"}, board=MAP, phase="german-regroup", due={"3SS": 3})
    allowed(m, "arrive 3SS 2507")
    refused(m, "arrive 3SS 2806", "9.2b")


@pytest.mark.rule("oder", "9.2c", "G48")
def test_germans_arrive_on_the_western_edge() -> None:
    m = german_arrival({"1108": "47A"})
    allowed(m, "arrive 3SS 1008")  # in a zone
    m = german_arrival({"1108": "47A"}, control={SOVIET: "1008"})
    refused(m, "arrive 3SS 1008", "9.2b")
    m = german_arrival(board=field(sea="1008"))
    refused(m, "arrive 3SS 1008", "9.2b")


@pytest.mark.rule("oder", "9.2d", "G13", "G62")
def test_the_wehrkreis_groups_enter_in_their_hex_or_not_at_all() -> None:
    more: dict[str, Any] = {"board": MAP, "turn": 4, "phase": "german-regroup"}
    m = position({"1212": "HG"}, due={"KGW2": 4}, **more)
    assert offered(m, "arrive KGW2") == ["1005"]
    refused(m, "arrive KGW2 2007", "9.2d")
    m = position({"1212": "HG"}, due={"KGW2": 4, "3SS": 4}, control={SOVIET: "1005"}, **more)
    assert offered(m, "arrive") == ["3SS"]
    play(m, "arrive 3SS 1015", "end")
    assert (where(m, "KGW2"), points(m)) == ("gone", (0, 1))  # to the Soviets
    m = position({"1212": "HG"}, due={"KGW2": 4}, control={SOVIET: "1005"}, **more)
    play(m, "refuse KGW2")
    assert points(m) == (0, 1)
    m = position({"1212": "HG"}, due={"KGW2": 4}, **more)
    play(m, "refuse KGW2")
    assert points(m) == (1, 0)  # otherwise to the German
    m = position({"1005": "HG GD 1SS"}, due={"KGW2": 4}, **more)
    refused(m, "arrive KGW2 1005", "9.3a")  # no room
    play(m, "end")
    assert points(m) == (1, 0)


# --- 9.3 no delay -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("oder", "9.3a", "9.3c")
def test_a_unit_not_placed_is_out_for_good() -> None:
    m = german_arrival()
    play(m, "end")
    assert (where(m, "3SS"), points(m)) == ("gone", (1, 0))
    edge = {
        f"20{row:02}": unit for row, unit in zip(range(3, 14, 2), ("HG", "GD", "1SS", "2SS", "4SS", "7Pz"), strict=True)
    }
    held = {"german": "2003..2013"}
    m = position(edge, phase="soviet-regroup", due={"47A": 3}, control=held)
    refused(m, "arrive 47A 2004", "9.3a")  # nowhere to go
    play(m, "end")
    assert (where(m, "47A"), points(m)) == ("gone", (0, 1))


@pytest.mark.rule("oder", "9.3b", "9.3c", "4.2.1d")
def test_a_unit_may_be_refused() -> None:
    m = german_arrival(due={"3SS": 3, "24Pz": 4})
    refused(m, "refuse 24Pz", "9.3b")  # not yet
    told = play(m, "refuse 3SS")
    assert (where(m, "3SS"), points(m)) == ("gone", (1, 0))
    assert [event.rule for event in told][:2] == ["9.3b", "9.3c"]
    m = soviet_return()
    play(m, "refuse 47A")
    assert points(m) == (0, 1)
