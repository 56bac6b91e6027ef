"""1 and 2: the map's edges and places, counters, movement classes, factors and markers."""

from __future__ import annotations

import pytest

from grognard.games.oder.rules import standard
from grognard.hexes import members
from grognard.view import Marker
from tests.oder.table import (
    GERMAN,
    MAP,
    SOVIET,
    allowed,
    combat,
    field,
    offered,
    play,
    position,
    refused,
    soviet_combat,
    state,
    where,
)


@pytest.mark.rule("oder", "1.3a", "1.3b")
@pytest.mark.parametrize(
    ("edge", "first", "last"),
    [("north", "1003", "3503"), ("east", "3503", "3521"), ("south", "1021", "3521"), ("west", "1003", "1021")],
)
def test_an_edge_reaches_from_corner_to_corner(edge: str, first: str, last: str) -> None:
    board = standard("campaign").board
    names = [board.grid.names[hex] for hex in members(board.edges[edge])]
    across = edge in ("north", "south")
    if across:
        expected = [f"{column}{first[2:]}" for column in range(10, 36)]
    else:
        expected = [f"{first[:2]}{row:02}" for row in range(3, 22)]
    assert sorted(names) == expected
    assert (expected[0], expected[-1]) == (first, last)


@pytest.mark.rule("oder", "1.3c")
def test_the_bay_of_koenigsberg_can_be_crossed() -> None:
    m = position({"2308": "HG"}, board=MAP)
    allowed(m, "move HG 2408")
    m = position({"2408": "HG"}, board=MAP)
    allowed(m, "move HG 2308")


@pytest.mark.rule("oder", "1.3a")
@pytest.mark.example("oder", "2.1")
def test_warsaw() -> None:
    m = position({"2115": "46P"}, board=MAP)
    assert m.query("supply", unit="46P").path[0] == "2115"
    places = {place.name: place.hexes for place in m.board.places.values()}
    assert [m.board.grid.names[hex] for hex in places["Warsaw"]] == ["2115"]


@pytest.mark.rule("oder", "2.1b")
def test_units_to_come_wait_on_the_turn_track() -> None:
    m = position({"1408": "HG"}, due={"24Pz": 5, "47A": 4})
    assert {(unit.unit.id, unit.turn, unit.unit.hex) for unit in m.view().due} == {
        ("24Pz", 5, ""),
        ("47A", 4, ""),
    }
    assert where(m, "24Pz") == "due"


@pytest.mark.rule("oder", "2.2a", "2.2c")
def test_a_counter_attacks_with_one_factor_and_defends_with_the_other() -> None:
    units = {"1408": "HG", "1508": "47A"}
    m = combat(units)
    assert m.view().units[0].strength == "9-8-6"
    assert (m.preview("attack 1508 HG").attack, m.preview("attack 1508 HG").defence) == ("9", "5")
    m = soviet_combat(units)
    assert (m.preview("attack 1408 47A").attack, m.preview("attack 1408 47A").defence) == ("5", "8")


@pytest.mark.rule("oder", "2.2b", "2.2.2a", "2.2.2b", "2.2.2c", "10.1a")
@pytest.mark.parametrize(
    ("unit", "phase", "start", "far", "too_far"),
    [
        ("HG", "german-movement", "1208", "1808", "1908"),  # panzer corps
        ("46P", "german-movement", "1208", "1608", "1708"),  # a panzer corps in name only
        ("23AK", "german-movement", "1208", "1608", "1708"),
        ("KGM", "german-movement", "1208", "1608", "1708"),
        ("1GT", "soviet-movement", "1808", "1208", "1108"),  # tank army
        ("8G", "soviet-movement", "1808", "1208", "1108"),  # Guards, motorised
        ("47A", "soviet-movement", "1808", "1408", "1308"),
        ("5Sh", "soviet-movement", "1808", "1408", "1308"),  # a Shock Army is not mechanised
    ],
)
def test_how_far_each_class_goes(unit: str, phase: str, start: str, far: str, too_far: str) -> None:
    m = position({start: unit}, phase=phase)
    allowed(m, f"move {unit} {far}")
    refused(m, f"move {unit} {too_far}", "10.0b")


@pytest.mark.rule("oder", "2.2.2c", "2.3", "10.1b")
def test_a_fortress_command_stays_and_never_attacks() -> None:
    units = {"1408": "FCK HG", "1508": "47A"}
    refused(position(units), "move FCK 1407", "10.1b")
    m = combat(units)
    refused(m, "attack 1508 FCK go", "11.0c")
    refused(m, "attack 1508 HG FCK go", "11.0c")
    refused(m, "probe FCK 1507", "11.0c")
    assert m.preview("attack 1508 HG").attack == "9"


@pytest.mark.rule("oder", "2.2.2c")
def test_a_fortress_command_defends_like_any_unit() -> None:
    m = soviet_combat({"1408": "FCK", "1508": "47A"})
    assert m.preview("attack 1408 47A").defence == "5"


@pytest.mark.rule("oder", "2.1c")
def test_one_die_is_thrown_and_read_in_the_column_of_the_odds() -> None:
    results = []
    for die in range(1, 7):
        m = combat({"1408": "HG", "1508": "18A"}, dice=[die, 6, 6])  # 9 to 4: 2:1
        told = [event for event in m.play("attack 1508 HG go") if getattr(event, "rule", "") == "11.5f"]
        results.append(getattr(told[0], "result", ""))
    assert results == ["DR", "DR", "EX", "EX", "AS", "AS"]


@pytest.mark.rule("oder", "2.4")
def test_markers_are_seen_on_the_map() -> None:
    m = position({"1408": "HG"}, board=field(coast="1203"), markers={"aerial": "HG", "naval": "1203"})
    assert {(marker.kind, marker.hex) for marker in m.view().markers} == {
        ("aerial-supply", "1408"),
        ("naval", "1203"),
    }
    m = position({"1408": "HG"}, markers={"air": "1508"}, points={GERMAN: 4}, control={SOVIET: "1203"})
    view = m.view()
    assert view.markers == (Marker("air", GERMAN, "1508"),)
    assert (view.points, view.net) == ({GERMAN: 4, SOVIET: 0}, 4)
    assert "1203" in view.hexes[SOVIET]
    assert (view.turn, view.turns) == (3, 8)


@pytest.mark.rule("oder", "2.2.3")
def test_sizes_are_seen_on_the_counters() -> None:
    m = position({"1408": "HG KGM", "1708": "47A"})
    assert {unit.id: unit.size for unit in m.view().units} == {"HG": "XXX", "KGM": "XXX", "47A": "XXXX"}


def test_words_for_a_unit_and_a_hex_come_by_steps() -> None:
    m = position({"1408": "HG GD"})
    assert "HG" in offered(m, "move")
    assert "GD" in offered(m, "move HG")
    play(m, "move HG GD 1508")
    assert state(m).stack(state(m).rules.hex_by_name["1508"])
