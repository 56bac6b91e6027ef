"""Position files: what they may say, and one clear line for what they may not."""

from __future__ import annotations

from typing import Any

import pytest

import grognard
from tests.oder.table import FIELD, GERMAN, MAP, SOVIET, field, position, state, supply_of, where


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
    for board, fault in ((field(sea="1408"), "1408 is sea"), (field(spits="1408"), "1408 is a land bridge")):
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


def test_a_position_on_the_real_map_is_played() -> None:
    m = position({"2115": "46P", "2215": "65A"}, board=MAP, turn=2, points={GERMAN: 3, SOVIET: 1})
    assert (state(m).turn, state(m).points) == (2, {GERMAN: 3, SOVIET: 1})
    again = grognard.setup(dict(m.header.position or {}))
    assert again.fingerprint() == m.fingerprint()
