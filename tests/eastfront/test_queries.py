"""Overlays: what they say, in the shape the page draws, and what they keep to themselves."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec
import pytest

from grognard.dice import Dice
from grognard.errors import Invalid
from grognard.games.eastfront.arrange import arrange
from grognard.games.eastfront.movement import MOVE
from grognard.games.eastfront.position import Position
from grognard.games.eastfront.queries import QUERIES, query
from grognard.view import Overlay

# Column 1 to 9 by row 1 to 7, a rail along row 4 from the German west (zone A) to the Soviet east (zone T).
BOARD = {
    "grid": {"columns": [1, 9], "rows": [1, 7]},
    "terrain": {"hexes": {"zone": "0101 0901", "sea": "0107..0907"}},
    "line": [{"kind": "rail", "hexes": "0104 0204 0304 0404 0504 0604 0704 0804 0904"}],
    "place": [
        {"name": "West", "kind": "city", "hexes": "0204"},
        {"name": "East", "kind": "city", "hexes": "0804"},
        {"name": "Haven", "kind": "city", "hexes": "0806"},
    ],
}
GEOGRAPHY = {
    "city": [
        {"name": "West", "class": "major", "value": 4, "home": "german"},
        {"name": "East", "class": "major", "value": 6, "home": "soviet"},
        {"name": "Haven", "class": "minor", "port": "minor", "home": "soviet"},
    ],
    "zone": [
        {"id": "A", "hex": "0101", "entry": "0104", "edge": "west", "home": "german", "front": "baltic"},
        {"id": "T", "hex": "0901", "entry": "0904", "edge": "east", "home": "soviet", "front": "volga"},
    ],
    "sea": [{"id": "bay", "title": "The Bay", "control": "Haven", "ports": ["Haven"], "coast": ["0806"]}],
}
UNITS = {
    "0304": "AG-North:2 39Pz:3",
    "0404": "4AK:3",
    "0405": "17AK:2 8A:2",
    "0604": "6Mk:2",
    "0704": "9A:3 West-Front:2",
}


def position(units: Mapping[str, str] = UNITS, **more: Any) -> Position:
    table: dict[str, Any] = {
        "scenario": "S42", "board": BOARD, "geography": GEOGRAPHY, "phase": "movement", "units": units,
        "active_hqs": {"AG-North": ""}, "battles": {"0405": "german"}, "control": {"german": "0102..0406"},
    }  # fmt: skip
    return arrange({**table, **more}, {}, Dice.seeded(1))


def ask(g: Position, what: str, side: str | None = "german", **asked: str) -> Overlay:
    answer = query(g, side, what, asked)
    msgspec.json.encode(answer)  # JSON
    return answer


def test_command_is_the_range_of_the_active_hqs() -> None:
    g = position()
    all_of_them, one = ask(g, "command"), ask(g, "command", unit="AG-North")
    assert set(all_of_them.hexes) == set(one.hexes) == set(all_of_them.parts[0].hexes)
    assert all_of_them.parts[0].unit == "AG-North"
    assert {"0304", "0504", "0405"} <= set(one.hexes)
    assert one.counts == {"rating": 2}
    assert set(all_of_them.marked["supported"]) == set(one.hexes)
    assert ask(g, "radius") == all_of_them


def test_an_hq_shows_its_own_side_what_it_would_command() -> None:
    g = position()
    assert "0604" in ask(g, "command", "soviet", unit="West-Front").hexes
    with pytest.raises(Invalid, match="no unit West-Front in your sight"):
        ask(g, "command", unit="West-Front")
    with pytest.raises(Invalid, match="39Pz is no headquarters: AG-North"):
        ask(g, "command", unit="39Pz")


def test_control_and_zones_of_control() -> None:
    g = position()
    control = ask(g, "control")
    german, soviet = control.parts
    assert (german.side, soviet.side) == ("german", "soviet")
    assert "0404" in german.hexes
    assert "0405" in soviet.hexes  # the Original Defender's
    assert "0504" in control.marked["disputed"]
    assert ask(g, "control", of="german").hexes == german.hexes
    zoc = ask(g, "zoc", of="soviet")
    assert zoc.side == "soviet"
    assert "0504" in zoc.hexes
    assert ask(g, "zoc").parts[1] == zoc


def test_nobody_sees_the_zones_of_a_side_that_is_deploying() -> None:
    g = position()
    g.phase = "deployment"
    assert ask(g, "zoc", "soviet", of="german").hexes == ()
    assert ask(g, "zoc", None, of="german").hexes == ()
    assert ask(g, "zoc", "german", of="german").hexes


def test_rails_run_from_home_to_their_railheads() -> None:
    german, soviet = ask(position(), "rail").parts
    assert german.hexes == ("0104", "0204", "0304", "0404")
    assert german.marked["railheads"] == ("0404",)
    assert "0904" in soviet.hexes


def test_supply_by_hex_and_by_unit() -> None:
    g = position({**UNITS, "0402": "1AK:2", "0906": "2AK:1"}, control={"german": "0102..0406 0905..0906"})
    assert "0402" in ask(g, "supply", of="german").hexes
    fed = ask(g, "supply", unit="1AK")
    assert fed.in_supply
    assert fed.rule == "10.3"
    assert fed.path[0] == "0402"
    assert fed.path[-1] in ask(g, "rail", of="german").hexes
    assert ask(g, "supply", unit="39Pz").path == ("0304",)
    cut = ask(g, "supply", unit="2AK")
    assert not cut.in_supply
    assert (cut.path, cut.rule) == ((), "10.3")
    assert cut.blocked_by


def test_reach_says_where_a_unit_goes_and_engages() -> None:
    g = position()
    reach = ask(g, "range", unit="39Pz")
    assert reach == ask(g, "reach", unit="39Pz")
    assert reach.points == 3
    assert reach.costs["0604"] == 3
    assert set(reach.marked["engages"]) == {"0405", "0604"}
    hex, way = "0604", ["0604"]
    while hex in reach.before:
        hex = reach.before[hex]
        way.append(hex)
    assert way[-1] == "0304"
    assert ask(g, "range", "soviet", unit="9A").rule == "6.1"
    with pytest.raises(Invalid, match="in your sight"):
        ask(g, "range", unit="9A")
    with pytest.raises(Invalid, match="AG-North is not yours"):
        ask(g, "range", "soviet", unit="AG-North")


def test_air_range_passes_over_the_enemy() -> None:
    g = position()
    air = ask(g, "air", unit="AG-North")
    assert {"0504", "0305"} <= set(air.hexes)
    assert air.marked == {"battles": ("0405",)}
    assert air.counts == {"AG-North": 2}
    assert ask(g, "air").hexes == air.hexes


def test_pursuit_tells_only_what_is_in_sight() -> None:
    seen = ask(position(), "pursuit", "soviet", unit="8A")  # the Original Attacker lies face-up
    assert [line.what for line in seen.lines] == ["speed of 8A", "17AK", "hits for a step of the rearguard"]
    assert seen.counts["hits"] == pytest.approx(2 / 6, abs=0.001)
    hidden = ask(position(), "pursuit", unit="17AK")
    assert "hidden Soviet blocks" in [line.what for line in hidden.lines]
    assert "8A" not in str(hidden)
    assert ask(position(), "pursuit", unit="39Pz").why == "39Pz is in no battle"


def test_seas_and_production() -> None:
    g = position()
    (bay,) = ask(g, "seas").parts
    assert (bay.name, bay.side, bay.hex) == ("The Bay", "soviet", "0806")
    german, soviet = ask(g, "production").parts
    assert german.counts["level"] == sum(int(line.value) for line in german.lines)
    assert "West" in [line.what for line in german.lines]
    assert ask(g, "production", of="soviet") == soviet


@pytest.mark.parametrize(
    ("what", "asked", "message"),
    [
        ("comand", {}, "did you mean command"),
        ("zoc", {"of": "germa"}, "did you mean german"),
        ("zoc", {"off": "german"}, "it takes of; did you mean of"),
        ("range", {}, "'unit' is missing"),
        ("range", {"unit": "39P"}, "did you mean 39Pz"),
        ("supply", {"unit": "9a"}, "no unit 9a in your sight"),
        ("seas", {"of": "german"}, "it takes nothing"),
    ],
)
def test_wrong_questions(what: str, asked: dict[str, str], message: str) -> None:
    with pytest.raises(Invalid, match=message):
        query(position(), "german", what, asked)


def test_no_overlay_depends_on_what_is_behind_the_backs_of_blocks() -> None:
    other = {"0405": "17AK:2 13A:1", "0604": "STAVKA:3", "0704": "1Shk:4 10Tk:1"}
    for side, mine in (("german", ("AG-North", "39Pz", "17AK")), (None, ("AG-North", "17AK"))):
        for what in QUERIES:
            for unit in mine if "unit" in what.about else ("",):
                asked = {"unit": unit} if unit else {}
                answers = []
                for units in (UNITS, {**UNITS, **other}):
                    try:
                        answers.append(query(position(units), side, what.name, asked))
                    except Invalid as error:
                        answers.append(Overlay(why=str(error)))
                assert answers[0] == answers[1], (side, what, asked)


def test_a_name_that_does_not_exist_and_one_out_of_sight_are_answered_alike() -> None:
    g = position()
    MOVE.carry_out(g, ("39Pz", "0504"))
    said = []
    for word in ("9A", "26A", "XYZ"):
        with pytest.raises(Invalid) as refused:
            query(g, "german", "supply", {"unit": word})
        said.append(str(refused.value).replace(word, ""))
    assert len({text.partition(";")[0] for text in said}) == 1
