"""Position files: what they may say, and one clear line for what they may not."""

from __future__ import annotations

from typing import Any

import pytest

import grognard
from tests.oder.table import (
    FIELD,
    GERMAN,
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
    state,
    supply_of,
    where,
)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"turn": 9}, "position: turn 9: the game has 8 turns"),
        ({"turn": "3"}, "position: turn must be a whole number, not '3'"),
        ({"phase": "german-moves"}, "position: no phase german-moves; did you mean german-movement"),
        ({"declared": "both"}, "position: declared must be movement or combat, not 'both'"),
        ({"units": {"1408": "HQ"}}, "position: units: no unit HQ"),
        ({"units": {"1408": "HG HG"}}, "position: units: HG is there twice"),
        ({"units": {"1408": "HG", "1409": "HG"}}, "position: units: HG is there twice"),
        ({"units": {"9999": "HG"}}, "position: units: no hex 9999"),
        ({"units": {"1408": "HG 47A"}}, "position: units: 1408: both sides in one hex"),
        ({"due": {"HG": 4}}, "position: due: HG is there twice"),
        ({"due": {"24Pz": 2}}, "position: due: 24Pz would arrive on turn 2: it must be turn 3 to 8"),
        ({"due": {"24Pz": 9}}, "position: due: 24Pz would arrive on turn 9"),
        ({"markers": {"smoke": "1408"}}, "position: markers: unknown key 'smoke'"),
        ({"markers": {"air": "9999"}}, "position: markers: no hex 9999"),
        ({"markers": {"naval": "1408"}}, "position: markers: naval: 1408 is no coastal hex"),
        ({"markers": {"aerial": "XX"}}, "position: markers: aerial: no unit XX"),
        ({"markers": {"aerial": "47A"}}, "position: markers: aerial: 47A is no German unit on the map"),
        ({"markers": {"aerial": "GD"}}, "position: markers: aerial: GD is no German unit on the map"),
        ({"markers": {"aerial": "HG", "air": "1408"}}, "position: markers: air and aerial"),
        ({"control": {SOVIET: "1408"}}, "position: control: soviet: 1408 is occupied by the other side"),
        ({"control": {SOVIET: "1507", GERMAN: "1507"}}, "position: control: 1507 cannot be on both sides"),
        ({"control": {SOVIET: "1599"}}, "position: control: no hex 1599"),
        ({"lost": {"polish": "1408"}}, "position: lost: unknown key 'polish'"),
        ({"lost": {GERMAN: "9999"}}, "position: lost: no hex 9999"),
        ({"lost": "1408"}, "position: lost must be a table, not '1408'"),
        ({"gone": "XX"}, "position: no unit XX"),
        ({"gone": "HG"}, "position: HG is there twice"),
        ({"gone": "GD", "due": {"GD": 5}}, "position: due: GD is there twice"),
        ({"done": {"slept": "HG"}}, "position: done: unknown key 'slept'"),
        ({"done": {"moved": "XX"}}, "position: done: moved: no unit XX"),
        ({"done": {"moved": "GD"}}, "position: done: moved: GD is not on the map"),
        ({"done": {"moved": "47A"}}, "position: done: moved: 47A is soviet, and it is the german-movement phase"),
        ({"done": {"defended": "HG"}}, "position: done: defended: HG is german, and it is the german-movement phase"),
        ({"done": {"moved": "HG"}, "phase": "german-regroup"}, "position: done: units do nothing in the phase"),
        ({"markers": {"air": "1408"}, "turn": 1}, "position: markers: there is no support on turn 1"),
        ({"points": {SOVIET: -1}}, "position: points: soviet: points are never below 0"),
        ({"control": {"polish": "1408"}}, "position: control: unknown key 'polish'"),
        ({"points": {"polish": 4}}, "position: points: unknown key 'polish'"),
        ({"points": {GERMAN: "4"}}, "position: points: german must be a whole number"),
        ({"weather": "snow"}, "position: unknown key 'weather'"),
    ],
)
def test_a_bad_position_gets_one_clear_line(change: dict[str, Any], message: str) -> None:
    table = {"game": "oder", "turn": 3, "units": {"1408": "HG", "1708": "47A"}, "board": FIELD, **change}
    with pytest.raises(grognard.Invalid) as error:
        grognard.setup(table)
    assert str(error.value).startswith(message)
    assert "\n" not in str(error.value)


def test_units_stand_on_land_and_not_on_land_bridges() -> None:
    for board, fault in ((field(sea="1408"), "1408 is sea"), (field(land_bridges="1408"), "1408 is a land bridge")):
        with pytest.raises(grognard.Invalid, match=fault):
            position({"1408": "HG"}, board=board)


def test_without_units_the_game_begins_with_its_set_up() -> None:
    m = grognard.setup({"game": "oder"})
    assert (state(m).phase, where(m, "1GT")) == ("soviet-setup", "2416")
    with pytest.raises(grognard.Invalid, match="turn needs units"):
        grognard.setup({"game": "oder", "turn": 3})


@pytest.mark.rule("oder", "5.3a", "5.3b")
@pytest.mark.parametrize(
    ("phase", "declared", "left"),
    [
        ("german-movement", "movement", ("combat",)),
        ("german-movement", "combat", ()),
        ("soviet-combat", "combat", ("movement",)),
        ("soviet-combat", "movement", ()),
        ("german-support", "combat", ("combat", "movement")),
        ("german-declaration", "movement", ()),
    ],
)
def test_what_is_still_to_come_in_a_player_turn(phase: str, declared: str, left: tuple[str, ...]) -> None:
    m = position({"1408": "HG", "1508": "47A"}, phase=phase, declared=declared)
    assert (state(m).phase, state(m).order) == (phase, left)


@pytest.mark.rule("oder", "3.1b", "7.5b")
def test_hexes_taken_are_remembered_as_lost() -> None:
    board = field(city="1307", fortifications="1307 1308")
    behind = {"1104": "31A", "1107": "33A", "1110": "38A", "1113": "39A"}
    m = position({"1408": "HG", **behind}, board=board, control={SOVIET: "1307..1308"})
    assert m.query("fortifications").hexes == ()
    m.play("move HG 1307")
    assert supply_of(m, "HG") == "none"
    assert m.query("control", of="german").hexes.count("1307") == 1


@pytest.mark.rule("oder", "8.2b", "7.5b", "9.2b", "3.1c")
def test_a_hex_once_lost_and_held_again() -> None:
    board = field(city="1307", town="1208", fortifications="1307")
    units = {"1307": "HG", **SOVIETS_BEHIND}
    m = position(units, board=board)
    assert (supply_of(m, "HG"), m.query("fortifications").hexes) == ("fortress", ("1307",))
    m = position(units, board=board, lost={GERMAN: "1307 1208"})
    assert (supply_of(m, "HG"), m.query("fortifications").marked["destroyed"]) == ("none", ("1307",))
    assert {"1307", "1208"} <= set(m.query("control", of="german").hexes)
    due: dict[str, Any] = {"due": {"GD": 3}, "phase": "german-regroup"}
    assert "1208" in offered(position({"1307": "HG"}, board=board, **due), "arrive GD")
    assert "1208" not in offered(position({"1307": "HG"}, board=board, lost={GERMAN: "1208"}, **due), "arrive GD")


@pytest.mark.rule("oder", "9.1.1b")
def test_a_soviet_town_once_lost_and_held_again() -> None:
    board = field(town="1712")
    due: dict[str, Any] = {"board": board, "due": {"8G": 3}, "phase": "soviet-regroup"}
    assert "1712" in offered(position({"1812": "47A"}, **due), "arrive 8G")
    m = position({"1812": "47A"}, lost={SOVIET: "1712"}, **due)
    assert "1712" not in offered(m, "arrive 8G")
    assert "1712" in m.query("control", of="soviet").hexes


@pytest.mark.rule("oder", "9.2d")
def test_a_bound_reinforcement_whose_hex_was_lost_once() -> None:
    due: dict[str, Any] = {"due": {"KGW2": 4}, "turn": 4, "phase": "german-regroup"}
    assert "1005" in offered(position({"1006": "HG"}, board=MAP, **due), "arrive KGW2")
    m = position({"1006": "HG"}, board=MAP, lost={GERMAN: "1005"}, **due)
    play(m, "refuse KGW2")
    assert points(m) == (0, 1)


@pytest.mark.rule("oder", "10.0c", "11.3b", "11.8d", "11.9c")
def test_what_units_have_done_in_the_phase() -> None:
    stacks = {"1408": "HG GD", "1508": "47A", "1507": "61A"}
    refused(position({"1308": "HG GD"}, done={"moved": "HG"}), "move HG 1307", "10.0c")
    refused(combat(stacks, done={"attacked": "HG"}), "attack 1508 HG go", "11.3b")
    refused(combat(stacks, done={"probed": "HG"}), "attack 1508 HG go", "11.3b")
    refused(combat(stacks, done={"defended": "47A"}), "attack 1508 HG go", "11.3b")
    m = combat(stacks, done={"momentum": "HG", "moved": "GD"})
    refused(m, "attack 1508 HG go", "11.3b")
    allowed(m, "attack 1508 GD go")


@pytest.mark.rule("oder", "8.3c", "G20")
def test_a_marker_lost_with_its_unit_in_this_turn() -> None:
    allowed(combat({"1408": "HG", "1508": "47A"}), "supply HG")
    m = combat({"1408": "HG", "1508": "47A"}, markers={"aerial": "lost"})
    refused(m, "supply HG", "8.3c")


def test_units_out_for_good() -> None:
    m = position({"1408": "HG", "1508": "47A"}, gone="KGM FCB")
    assert (where(m, "KGM"), where(m, "FCB"), where(m, "KGWS")) == ("gone", "gone", "unused")


def test_nobody_stands_in_courland() -> None:
    with pytest.raises(grognard.Invalid, match="3303 is in Courland, which is closed"):
        position({"3303": "HG"}, board=MAP)


def test_a_position_on_the_real_map_is_played() -> None:
    m = position({"2115": "46P", "2215": "65A"}, board=MAP, turn=2, points={GERMAN: 3, SOVIET: 1})
    assert (state(m).turn, state(m).points) == (2, {GERMAN: 3, SOVIET: 1})
    again = grognard.setup(dict(m.header.position or {}))
    assert again.fingerprint() == m.fingerprint()
