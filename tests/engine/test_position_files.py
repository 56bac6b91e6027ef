"""Position files: any situation from a table or a TOML file, and what is wrong with it in one line."""

from __future__ import annotations

import contextlib
from pathlib import Path
from random import Random
from typing import Any

import pytest

import grognard
from grognard.games import IDS
from grognard.games.guderian.facts import GuderianFacts

SMALL = {
    "title": "a field",
    "grid": {"columns": [1, 9], "rows": [1, 7]},
    "terrain": {"fill": "clear", "hexes": {"lake": "0505"}},
    "area": [{"id": "X", "kind": "entrance", "hexes": "0904"}],
}
WHOLE: dict[str, Any] = {
    "game": "guderian",
    "title": "A morning at the Dnepr",
    "scenario": "campaign",
    "turn": 5,
    "phase": "german-combat",
    "seed": 3,
    "dice": [1, 2, 3],
    "options": {"evacuation": True},
    "board": SMALL,
    "units": {"0303": "25/7 6/7:1 7/7!", "0304": "rifle 6-8-6 Lukin!", "0404": "?5-8-6 64SD"},
    "due": {"X": "rifle Rokossovski"},
    "markers": {"air": "0101 0102", "partisans": "0203", "cuts": "0303"},
    "control": {"german": "0404", "soviet": "0303"},
    "tracks": {"called": 3, "evacuated": 1, "interdictions": 2, "rail": 4},
    "newcomers": "25/7",
}
PAST: dict[str, Any] = {  # what has happened before
    "dead": "50SD 1-1-6",
    "pool": {"armoured": "8TD 0-10"},
    "lost": "12Pz 6.ID Kurochkin",
    "came_from": {"Lukin": "0404"},
    "retreated": "64SD",
}
TOML = """
game = "guderian"
turn = 5
phase = "german-combat"
[units]
0512 = "25/7 6/7:1"
0613 = "rifle"
"""


def position(**changes: Any) -> dict[str, Any]:
    """The position above with other entries; None takes one out."""
    return {key: value for key, value in {**WHOLE, **changes}.items() if value is not None}


def refused(table: dict[str, Any]) -> str:
    with pytest.raises(grognard.Invalid) as error:
        grognard.setup(table)
    message = str(error.value)
    assert "\n" not in message
    return message


# --- what they say ----------------------------------------------------------------------------------------------------


def test_a_position_says_where_everything_is() -> None:
    match = grognard.setup(WHOLE)
    view = match.view()
    units = {unit.id: unit for unit in view.units}
    assert (view.turn, view.phase) == (5, "german-combat")
    assert units["25/7"].hex == units["7/7"].hex == "0303"
    assert (units["6/7"].steps, units["25/7"].steps) == (1, 2)
    assert "disrupted" in units["7/7"].status
    assert "disrupted" in units["Lukin"].status
    assert "out-of-supply" not in units["25/7"].status
    assert units["64SD"].hex == "0404"
    assert sorted(unit.strength for unit in view.units if unit.hex == "0304") == ["(3)-10", "6-8-6", "?-6"]
    assert [unit.unit.id for unit in view.due][1] == "Rokossovski"
    kinds = [(marker.kind, marker.side, marker.hex) for marker in view.markers]
    assert kinds == [
        ("interdiction", "german", "0101"),
        ("interdiction", "german", "0102"),
        ("interdiction", "soviet", "0203"),
        ("rail-cut", "german", "0303"),
    ]
    assert view.tracks["south_west_called"] == 3
    assert view.tracks["soviet_interdictions_left"] == 2
    assert match.header.options["evacuation"] is True
    assert match.header.seed == 3


def test_a_position_says_what_has_happened_before() -> None:
    view = grognard.setup(position(**PAST)).view()
    units = {unit.id: unit for unit in view.units}
    assert isinstance(view.own, GuderianFacts)
    rifle, armoured = view.own.pool["rifle"], view.own.pool["armoured"]
    assert (rifle.dead, armoured.left) == (2, 2)
    assert armoured.unseen == {"7-10": 1, "0-10": 1}
    assert view.points["soviet"] == 10  # for the 12th Panzer and the 6th Infantry Division
    assert "retreated" in units["64SD"].status
    assert not {"29/12", "6.ID", "Kurochkin", "50SD"} & {
        unit.id for unit in (*view.units, *(due.unit for due in view.due))
    }


def test_a_hidden_counter_lies_where_it_is_said_to() -> None:
    match = grognard.setup(position(units={"0303": "25/7", "0304": "?0-1-6"}, dice=[1]))
    assert "0-1-6" not in str(match.view().units)
    match.play("attack 0304 25/7 go")
    assert any("0-1-6" in line for line in match.log())


@pytest.mark.parametrize("seed", range(30))
def test_a_counter_that_is_called_for_is_not_drawn_for_another_unit(seed: int) -> None:
    # 64SD is a 2-4-6
    units = {"0304": "rifle rifle", "0305": "rifle 6-8-6", "0404": "2-4-6 2-4-6 2-4-6", "0405": "2-4-6 64SD"}
    match = grognard.setup(position(units={**units, "0303": "25/7"}, due={"X": "rifle 9-8-6"}), seed=seed)
    names = [unit.id for unit in match.view().units]
    assert "64SD" in names
    assert len(set(names)) == len(names)


def test_a_position_is_a_table_or_a_file(tmp_path: Path) -> None:
    path = tmp_path / "morning.toml"
    path.write_text(TOML)
    from_file = grognard.setup(path)
    assert grognard.setup(str(path)).fingerprint() == from_file.fingerprint()
    table = {
        "game": "guderian", "turn": 5, "phase": "german-combat", "units": {"0512": "25/7 6/7:1", "0613": "rifle"}
    }  # fmt: skip
    assert grognard.setup(table).fingerprint() == from_file.fingerprint()
    table["units"] = {"0512": ["25/7", "6/7:1"], "0613": ["rifle"]}
    assert grognard.setup(table).fingerprint() == from_file.fingerprint()


def test_what_is_not_given_comes_from_the_scenario() -> None:
    assert grognard.setup({"game": "pgg"}, seed=3).fingerprint() == grognard.new("guderian", seed=3).fingerprint()
    match = grognard.setup({"game": "guderian", "units": {"0512": "25/7", "4015": "rifle"}})
    assert (match.view().turn, match.view().phase) == (1, "soviet-movement")


def test_the_call_goes_before_the_file() -> None:
    match = grognard.setup(WHOLE, seed="other", dice=[6], options={"evacuation": False, "historical": True})
    assert match.header.seed == "other"
    assert match.header.dice == (6,)
    assert match.header.options == {"evacuation": False, "historical": True, "free_undo": False}


def test_the_table_given_is_not_changed() -> None:
    table = position()
    grognard.setup(table).play("end")
    assert table == WHOLE


# --- what is wrong with them ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"unit": {}}, "position: unknown key 'unit'; did you mean units?"),
        ({"zzz": 1}, "position: unknown key 'zzz'; known: game, title, scenario,"),
        ({"turn": 13}, "position: turn 13: the game has 12 turns"),
        ({"turn": 0}, "position: turn 0: the game has 12 turns"),
        ({"turn": "five"}, "position: turn must be a whole number, not 'five'"),
        ({"phase": "german-combt"}, "position: no phase german-combt; did you mean german-combat"),
        ({"phase": 4}, "position: phase must be a string, not 4"),
        ({"units": {"0303": "25/8"}}, "position: units: no unit 25/8, or not another one; did you mean 25/7"),
        ({"units": {"0303": "rifel"}}, "did you mean rifle"),
        ({"units": {"0303": "25/7", "0304": "25/7"}}, "position: units: 25/7 is there twice"),
        ({"units": {"0303": "64SD 64SD"}}, "position: units: no unit 64SD, or not another one"),
        ({"units": {"0303": "25/7 rifle"}}, "position: units: 0303: both sides in one hex"),
        ({"units": {"0303": "R1"}}, "position: units: no unit R1"),
        ({"units": {"0505": "25/7"}}, "position: units: 0505 is a lake"),
        ({"units": {"9999": "25/7"}}, "position: units: "),
        ({"units": {"Moscow": "25/7"}}, "position: units: "),
        ({"units": {"0303": "25/7:3"}}, "position: units: 25/7:3: 25/7 has 2 steps"),
        ({"units": {"0303": "25/7:0"}}, "position: units: 25/7:0: 25/7 has 2 steps"),
        ({"units": {"0303": "25/7:x"}}, "position: units: 25/7:x: 25/7 has 2 steps"),
        ({"units": {"0303": "25/7:²"}}, "position: units: 25/7:²: 25/7 has 2 steps"),
        ({"units": {"0303": 7}}, "position: units: 0303 must be words, not 7"),
        ({"units": {"0303": [7]}}, "position: units: 0303 must be words, but holds 7"),
        ({"units": "25/7"}, "position: units must be a table, not '25/7'"),
        ({"units": {"0303": " ".join(["armoured"] * 80)}}, "position: units: no armoured division is left in the pool"),
        ({"due": {"Y9": "rifle"}}, "position: due: no entrance Y9"),
        ({"due": {"X": "25/8"}}, "position: due: no unit 25/8"),
        ({"due": {"X": "25/7"}}, "position: due: 25/7 is there twice"),
        ({"armies": {"16th": "Konev"}}, "position: armies: no unit Konev in this position"),
        ({"armies": {"17th": "64SD"}}, "position: armies: no army 17th; did you mean 1"),
        ({"frozen": "24th"}, "position: frozen: no such army 24th"),
        ({"newcomers": "Konev"}, "position: no unit Konev in this position"),
        ({"dead": "64SD"}, "position: no unit 64SD, or not another one"),
        ({"dead": "25/7"}, "position: 25/7 is not a Soviet counter by its id or strength"),
        ({"dead": "rifle"}, "position: rifle is not a Soviet counter by its id or strength"),
        ({"dead": "?50SD"}, "position: ?50SD is not a Soviet counter by its id or strength"),
        ({"dead": 3}, "position: dead must be words, not 3"),
        ({"pool": {"tank": "8TD"}}, "position: pool: unknown key 'tank'; known: rifle, armoured"),
        ({"pool": {"rifle": "8TD"}}, "position: pool: 8TD is no rifle division"),
        ({"pool": {"armoured": "2SD"}}, "position: pool: 2SD is no armoured division"),
        ({"pool": {"rifle": "Lukin"}}, "position: pool: Lukin is not a Soviet counter by its id or strength"),
        ({"pool": {"rifle": "64SD"}}, "position: pool: no unit 64SD, or not another one"),
        ({"lost": "25/7"}, "position: lost: 25/7 is there twice"),
        ({"lost": "7Pz"}, "position: lost: 25/7 is there twice"),
        ({"lost": "64SD"}, "position: lost: 64SD is no German unit or division and no Leader"),
        ({"lost": "7Pzz"}, "position: lost: 7Pzz is no German unit or division and no Leader; did you mean 7Pz"),
        ({"lost": "21/20"}, "position: lost: where is 112/20 59/20? 20Pz is lost in part"),
        ({"came_from": {"Konev": "0404"}}, "position: came_from: no unit Konev in this position"),
        ({"came_from": {"25/7": "0302"}}, "position: came_from: 25/7 is not a Soviet unit in a German zone of control"),
        (
            {"came_from": {"Lukin": "0707"}},
            "position: came_from: Lukin cannot have come from 0707: it is not next to 0304",
        ),
        ({"came_from": {"Lukin": "nowhere"}}, "position: came_from: "),
        ({"came_from": {"Lukin": 4}}, "position: came_from: Lukin must be a string, not 4"),
        ({"retreated": "Konev"}, "position: no unit Konev in this position"),
        ({"retreated": "Rokossovski"}, "position: retreated: Rokossovski is not on the map among friends"),
        (
            {"retreated": "25/7", "phase": "german-movement"},
            "position: retreated: 25/7 is in order again when the german player turn begins",
        ),
        ({"markers": {"cuts": "0303", "repaired": "0303"}}, "position: markers: repaired: 0303 is cut"),
        ({"markers": {"repaired": "0199"}}, "position: markers: "),
        ({"tracks": {"called": 11}}, "position: tracks: called 11: it is 0 to 10"),
        ({"tracks": {"called": -1}}, "position: tracks: called -1: it is 0 to 10"),
        ({"tracks": {"called": 3, "called_now": 4}}, "position: tracks: called_now 4: it is 0 to 3"),
        ({"tracks": {"called": 6, "brought_now": 6}}, "position: tracks: brought_now 6: it is 0 to 5"),
        ({"tracks": {"evacuated": 3}}, "position: tracks: evacuated 3: it is 0 to 2"),
        ({"tracks": {"interdictions": 4}}, "position: tracks: interdictions 4: it is 0 to 3"),
        ({"tracks": {"rail": 9}}, "position: tracks: rail 9: it is 0 to 8"),
        ({"tracks": {"smolensk": 6}}, "position: tracks: smolensk 6: it is 0 to 5"),
        ({"tracks": {"held": "Warsaw"}}, "position: tracks: held: no city Warsaw"),
        ({"tracks": {"recaptured": "Warsaw"}}, "position: tracks: recaptured: no city Warsaw"),
        (
            {"markers": {"aeroplanes": "0101"}},
            "position: markers: unknown key 'aeroplanes'; known: air, partisans, cuts, repaired",
        ),
        ({"markers": {"cut": "0101"}}, "position: markers: unknown key 'cut'; did you mean cuts?"),
        ({"markers": {"air": "0199"}}, "position: markers: "),
        ({"markers": {"partisans": "0199"}}, "position: markers: "),
        ({"control": {"polish": "0303"}}, "position: control: unknown key 'polish'; known: german, soviet"),
        ({"control": {"german": "Warsaw"}}, "position: control: "),
        ({"tracks": {"call": 3}}, "position: tracks: unknown key 'call'; did you mean called"),
        ({"tracks": {"called": "three"}}, "position: tracks: called must be a whole number, not 'three'"),
        ({"board": {"title": "nothing"}}, "board"),
        ({"game": None}, "position: 'game' is missing"),
        ({"game": "guderien"}, f"no game 'guderien': there is {', '.join(IDS)}; did you mean guderian?"),
        ({"scenario": "../secrets"}, "guderian has no scenario '../secrets': campaign"),
        ({"scenario": 7}, "guderian has no scenario '7': campaign"),
        ({"options": {"evacuate": True}}, "guderian has no option 'evacuate'"),
        ({"options": {"evacuation": "yes"}}, "option 'evacuation' is true or false, not 'yes'"),
        ({"options": 3}, "position: options must be a table, not 3"),
        ({"seed": 1.5}, "seed 1.5: give a whole number or a text"),
        ({"dice": [0]}, "dice script: 0 is not a roll of a die"),
        ({"dice": 3}, "dice=3: give a list of rolls, or 'hand'"),
        ({"dice": "foot"}, "dice='foot': give a list of rolls, or 'hand'"),
    ],
)
def test_what_is_wrong_is_said_in_one_line(changes: dict[str, Any], message: str) -> None:
    assert message in refused(position(**changes))


def test_files_that_are_not_toml(tmp_path: Path) -> None:
    path = tmp_path / "morning.toml"
    path.write_text("game = guderian")
    with pytest.raises(grognard.Invalid, match=r"morning\.toml: not TOML: Invalid value \(at line 1"):
        grognard.setup(path)
    path.write_bytes(b"\xff\xfe")
    with pytest.raises(grognard.Invalid, match=r"morning\.toml: not TOML"):
        grognard.setup(path)
    with pytest.raises(grognard.Invalid, match=r"evening\.toml: cannot be read: No such file"):
        grognard.setup(tmp_path / "evening.toml")
    with pytest.raises(grognard.Invalid, match="cannot be read: Is a directory"):
        grognard.setup(tmp_path)


SPOILT: tuple[Any, ...] = (
    None, True, -1, 0, 3.5, "", "x", "0303", "25/7", "rifle!", "?rifle", ":", "?", "!", [], ["0303", 7], {}, {"x": "y"},
    {"0303": "rifle:1"}, {"0303": {}}, [[]], "Lukin:9!",
)  # fmt: skip


def spoil(table: dict[str, Any], random: Random) -> None:
    """Put something strange somewhere."""
    key = random.choice([key for key in table if key != "game"])
    if isinstance(table[key], dict) and random.random() < 0.7:
        table[key] = dict(table[key])
        inner = table[key]
        inner[random.choice([*inner, "0303", "X", "x"])] = random.choice(SPOILT)
    else:
        table[key] = random.choice(SPOILT)


@pytest.mark.parametrize("seed", range(20))
def test_strange_tables_are_refused_or_playable(seed: int) -> None:
    random = Random(seed)
    for _ in range(20):
        table = position(**PAST)
        spoil(table, random)
        if random.random() < 0.3:
            spoil(table, random)
        with contextlib.suppress(grognard.Invalid):
            match = grognard.setup(table)
            match.view()
            assert match.decision is None or match.choices().items
