"""5: the turn, the first turn, the order of movement and combat, the support markers."""

from __future__ import annotations

from typing import Any

import pytest

import grognard
from grognard.events import PhaseBegun
from grognard.view import Marker
from tests.oder.table import (
    GERMAN,
    MAP,
    SOVIET,
    allowed,
    combat,
    field,
    modifiers,
    of_kind,
    offered,
    play,
    position,
    refused,
    soviet_combat,
    state,
    supply_of,
)

CONTACT = {"1408": "HG", "1508": "47A"}


def titles(events: list[grognard.events.Event]) -> list[str]:
    return [event.title for event in of_kind(events, PhaseBegun)]


# --- 5.0, 5.1 ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("oder", "5.0", "5.1")
def test_the_phases_of_a_turn() -> None:
    m = position(CONTACT, turn=2, phase="german-declaration")
    told = play(m, "declare combat", "end", "end", "end", "declare movement", "end", "end")
    assert titles(told) == [
        "German Support Marker Placement",
        "German Combat",
        "German Movement",
        "German Regroup and Reinforcement",
        "Soviet Sequence Declaration",
        "Soviet Movement",
        "Soviet Combat",
        "Soviet Regroup",
        "German Sequence Declaration",
    ]
    assert (state(m).turn, state(m).side) == (3, GERMAN)


@pytest.mark.rule("oder", "5.0")
@pytest.mark.parametrize(
    ("phase", "action", "rule"),
    [
        ("german-declaration", "move HG 1407", "10.0a"),
        ("german-declaration", "attack 1508 HG go", "11.0a"),
        ("german-movement", "attack 1508 HG go", "11.0a"),
        ("german-movement", "probe HG 1507", "11.9a"),
        ("german-movement", "air 1508", "5.4a"),
        ("german-movement", "naval 1508", "5.4b"),
        ("german-combat", "move HG 1407", "10.0a"),
        ("german-combat", "declare movement", "5.3a"),
        ("german-combat", "arrive 24Pz 1008", "9.2a"),
        ("german-combat", "refuse 24Pz", "9.3b"),
        ("soviet-combat", "supply HG", "8.3a"),
        ("soviet-movement", "supply HG", "8.3a"),
        ("soviet-movement", "move HG 1407", "10.0a"),
        ("soviet-combat", "attack 1408 HG go", "11.0a"),
    ],
)
def test_nothing_is_done_out_of_turn(phase: str, action: str, rule: str) -> None:
    refused(position(CONTACT, phase=phase), action, rule)


# --- 5.2 the first turn -----------------------------------------------------------------------------------------------


@pytest.mark.rule("oder", "5.2a")
def test_german_attacks_of_turn_1_have_a_modifier() -> None:
    assert modifiers(combat(CONTACT, turn=1), "attack 1508 HG") == {"5.2a": -1}
    assert modifiers(combat(CONTACT, turn=2), "attack 1508 HG") == {}
    assert modifiers(soviet_combat(CONTACT, turn=1), "attack 1408 47A") == {}
    assert combat(CONTACT, turn=1).preview("attack 1508 HG").column == "1:1"  # and no shift


@pytest.mark.rule("oder", "5.2b", "G8")
@pytest.mark.parametrize(
    ("attackers", "defender", "column", "outcomes"),
    [
        ("8G 69A", "26AK", "1:1", {"AS": 2, "AL1": 2, "EX": 2}),  # 14 to 7
        ("8G", "26AK", "1:2", {"AL1": 3, "AS": 2, "EX": 1}),  # 1:1
        ("18A", "HG 23AK", "1:4", {"AL1": 6}),  # 1:3
        ("3GT 1GT 3G", "16SS", "6:1", {"DE": 2, "DR": 3, "EX": 1}),  # 28 to 4
    ],
)
def test_soviet_attacks_of_turn_1_read_one_column_left(
    attackers: str, defender: str, column: str, outcomes: dict[str, int]
) -> None:
    units = {"1508": attackers, "1408": defender}
    preview = soviet_combat(units, turn=1).preview(f"attack 1408 {attackers}")
    assert preview.column == column
    assert {result: round(6 * chance) for result, chance in preview.outcomes.items()} == outcomes
    assert soviet_combat(units, turn=2).preview(f"attack 1408 {attackers}").column != column


@pytest.mark.rule("oder", "5.2b", "11.5d", "G8")
def test_eight_to_one_is_rolled_for_on_turn_1_and_nine_to_one_is_not() -> None:
    units = {"1508": "1GT 2GT 3GT", "1507": "18A 47A", "1408": "16SS"}
    action = "attack 1408 1GT 2GT 3GT 18A"  # 35 to 4
    assert len(soviet_combat(units, turn=1).preview(action).outcomes) > 1
    assert soviet_combat(units, turn=2).preview(action).outcomes == {"DE": 1.0}
    assert soviet_combat(units, turn=1).preview(f"{action} 47A").outcomes == {"DE": 1.0}
    told = play(soviet_combat(units, turn=1, dice=[1, 6]), f"{action} go")
    assert [event.line() for event in told if event.rule == "5.2b"] == ["read one column to the left on turn 1"]


@pytest.mark.rule("oder", "5.2c", "11.0d")
def test_shock_armies_do_not_attack_on_turn_1() -> None:
    units = {"1508": "5Sh", "1409": "47A", "1408": "HG"}
    refused(soviet_combat(units, turn=1), "attack 1408 5Sh go", "5.2c")
    refused(soviet_combat(units, turn=1), "attack 1408 47A 5Sh go", "5.2c")
    allowed(soviet_combat(units, turn=2), "attack 1408 5Sh go")


@pytest.mark.rule("oder", "5.2d", "8.3a")
def test_no_support_on_turn_1() -> None:
    m = position(CONTACT, turn=1, phase="german-declaration")
    assert titles(play(m, "declare movement")) == ["German Movement"]
    refused(m, "supply HG", "5.2d")
    m = position(CONTACT, turn=2, phase="german-declaration")
    assert titles(play(m, "declare movement")) == ["German Support Marker Placement"]
    m = position(CONTACT, turn=2)
    allowed(m, "supply HG")


# --- 5.3 movement or combat first -------------------------------------------------------------------------------------


@pytest.mark.rule("oder", "5.3a")
@pytest.mark.parametrize(("first", "second"), [("movement", "combat"), ("combat", "movement")])
def test_each_player_chooses_the_order(first: str, second: str) -> None:
    m = position(CONTACT, turn=1, phase="german-declaration")
    assert offered(m, "declare") == ["movement", "combat"]
    play(m, f"declare {first}")
    assert state(m).phase == f"german-{first}"
    play(m, "end")
    assert state(m).phase == f"german-{second}"
    m = position(CONTACT, turn=2, phase="soviet-declaration")
    play(m, f"declare {first}", "end")
    assert state(m).phase == f"soviet-{second}"


@pytest.mark.rule("oder", "5.3b", "11.0d")
def test_shock_armies_do_not_attack_after_movement() -> None:
    units = {"1508": "5Sh", "1409": "47A", "1408": "HG"}
    refused(soviet_combat(units, declared="movement"), "attack 1408 5Sh go", "5.3b")
    refused(soviet_combat(units, declared="movement"), "attack 1408 47A 5Sh go", "5.3b")
    allowed(soviet_combat(units, declared="movement"), "attack 1408 47A go")
    allowed(soviet_combat(units, declared="combat"), "attack 1408 5Sh go")


@pytest.mark.rule("oder", "5.3a", "5.3b")
@pytest.mark.example("oder", "5.3")
def test_the_two_players_choose_independently() -> None:
    m = position({"1408": "HG", "1508": "5Sh"}, turn=2, phase="german-declaration")
    play(m, "declare movement", "end", "end", "end")
    play(m, "declare combat")
    allowed(m, "attack 1408 5Sh go")


@pytest.mark.rule("oder", "5.3a", "G45")
def test_units_that_advanced_may_move_later_in_the_turn() -> None:
    m = combat({"1408": "HG", "1508": "18A"}, declared="combat", dice=[1])
    play(m, "attack 1508 HG go", "retreat 1608", "advance HG", "stop", "end")
    allowed(m, "move HG 1408")


# --- 5.4 support markers ----------------------------------------------------------------------------------------------


def support(units: dict[str, str], **more: Any) -> grognard.Match:
    return position(units, phase="german-support", **more)


@pytest.mark.rule("oder", "5.4a", "5.4d")
def test_air_support_goes_anywhere() -> None:
    m = support({"2408": "FCK", "2810": "47A"}, board=MAP)
    assert set(offered(m, "air")) == set(m.board.grid.by_name)
    allowed(m, "air 1503")  # at sea
    play(m, "air 2810")  # among Soviet units
    refused(m, "air 2811", "5.4a")  # one marker
    assert m.view().markers[0] == Marker("air", GERMAN, "2810")


@pytest.mark.rule("oder", "5.4b", "5.4d", "G33")
def test_naval_support_goes_to_the_coast_with_or_without_air_support() -> None:
    board = field(coast="1503 1603")
    m = support({"1408": "HG", "1603": "47A"}, board=board)
    assert offered(m, "naval") == ["1503", "1603"]
    refused(m, "naval 1504", "5.4b")
    play(m, "air 1604", "naval 1603")
    refused(m, "naval 1503", "5.4b")
    assert len(m.view().markers) == 2


@pytest.mark.rule("oder", "5.4c", "8.3b", "G21")
def test_air_support_rules_aerial_supply_out() -> None:
    m = support(CONTACT)
    refused(m, "supply HG", "8.3a")
    play(m, "air 1003", "end")
    refused(m, "supply HG", "8.3b")
    m = support(CONTACT, board=field(coast="1003"))
    play(m, "naval 1003", "end")
    allowed(m, "supply HG")


@pytest.mark.rule("oder", "5.4e", "11.5.3a", "11.5.3b", "10.3a")
def test_air_support_reaches_one_hex_and_lasts_for_both_player_turns() -> None:
    near, far = {"markers": {"air": "1609"}}, {"markers": {"air": "1709"}}
    assert modifiers(combat(CONTACT, **near), "attack 1508 HG") == {"11.5.3a": -1}
    assert modifiers(combat(CONTACT, **far), "attack 1508 HG") == {}
    m = support(CONTACT, board=field(coast="1003"))
    play(m, "air 1407", "end", "end", "end", "declare combat")
    assert modifiers(m, "attack 1408 47A") == {"11.5.3b": 1}


@pytest.mark.rule("oder", "5.4f", "11.5.3a", "11.5.3b")
def test_naval_support_reaches_its_own_hex_only() -> None:
    board = field(coast="1408 1508 1507")
    for hex, expected in (("1508", {"11.5.3a": -1}), ("1408", {}), ("1507", {})):
        assert modifiers(combat(CONTACT, board=board, markers={"naval": hex}), "attack 1508 HG") == expected
    for hex, expected in (("1408", {"11.5.3b": 1}), ("1508", {}), ("1507", {})):
        assert modifiers(soviet_combat(CONTACT, board=board, markers={"naval": hex}), "attack 1408 47A") == expected


@pytest.mark.rule("oder", "5.4g", "6.1")
def test_markers_take_no_room_and_have_no_zone() -> None:
    board = field(coast="1408")
    units = {"1408": "HG GD", "1308": "1SS", "1708": "47A"}
    m = position(units, board=board, markers={"air": "1408", "naval": "1408"})
    play(m, "move 1SS 1408", "end")
    assert len(state(m).stack(state(m).rules.hex_by_name["1408"])) == 3
    bare = position(units, board=board)
    marked = position(units, board=board, markers={"air": "1707", "naval": "1408"})
    assert state(marked).zoc(GERMAN) == state(bare).zoc(GERMAN)
    assert state(marked).zoc(SOVIET) == state(bare).zoc(SOVIET)
    m = combat(CONTACT, markers={"air": "1408"}, dice=[6, 6])
    assert m.preview("attack 1508 HG").attack == "9"


@pytest.mark.rule("oder", "5.4g")
def test_markers_are_no_losses() -> None:
    m = combat({"1408": "HG GD", "1508": "8G 3G 5G"}, markers={"air": "1003"}, dice=[6, 6])
    play(m, "attack 1508 HG GD go")  # 18 to 19: AL1
    assert offered(m, "lose") == ["HG", "GD"]


@pytest.mark.rule("oder", "5.4h", "5.1")
def test_markers_are_retrieved_after_the_soviet_player_turn() -> None:
    m = position(CONTACT, board=field(coast="1003"), phase="soviet-movement", markers={"air": "1003", "naval": "1003"})
    assert len(m.view().markers) == 2
    play(m, "end", "end")
    assert state(m).phase == "german-declaration"
    assert m.view().markers == ()
    play(m, "declare movement", "naval 1003", "air 1004")
    m = position(CONTACT, phase="soviet-movement", markers={"aerial": "HG"})
    play(m, "end", "end")
    assert m.view().markers == ()
    play(m, "declare movement", "end")
    allowed(m, "supply HG")
    assert supply_of(m, "HG") == "regular"
