"""Overlays for the map: reach, zones of control, supply with its line, radius, rails, retreats."""

from __future__ import annotations

from itertools import pairwise
from random import Random
from typing import Any

import pytest

import grognard
from grognard.games.guderian.position import Position
from grognard.view import Overlay
from tests.guderian.table import (
    GERMAN_COMBAT,
    GERMAN_MOVEMENT,
    MAP,
    SOVIET_COMBAT,
    SOVIET_MOVEMENT,
    cost,
    field,
    hexes_offered,
    position,
    refused,
    zoc,
)
from tests.series import few

NARROW = field(rows=3)  # three rows: a unit in an odd column of row 02 bars the way from end to end


# --- reach -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("guderian", "6.12")
@pytest.mark.parametrize("unit", ["25/7", "6.ID", "1.KD"])
def test_reach_is_where_a_unit_may_move_and_what_it_costs(unit: str) -> None:
    board = field(forest="0404 0505", swamp="0305", river="0405/n 0405/ne", road="0306 0405 0505 0605")
    m = position({"0405": unit, "0705": "17SD"}, board=board)
    answer = m.query("reach", unit=unit)
    assert set(answer.hexes) == hexes_offered(m, f"move {unit}")
    assert answer.costs == {hex: cost(m, unit, hex) for hex in answer.hexes}
    assert answer.points == {"25/7": 10, "6.ID": 7, "1.KD": 5}[unit]
    assert answer.costs["0306"] == {"25/7": 0.5, "6.ID": 1, "1.KD": 1}[unit]


@pytest.mark.rule("guderian", "8.13")
def test_a_unit_that_may_not_move_reaches_nothing_and_learns_why() -> None:
    m = position({"0505": "25/7", "0605": "17SD", "0101": "GD"})
    answer = m.query("reach", unit="25/7")
    assert (answer.hexes, answer.rule) == ((), "8.13")
    assert m.query("reach", unit="17SD").rule == "6.11"  # not in a German phase


@pytest.mark.rule("guderian", "6.24")
def test_outside_a_movement_phase_nobody_moves() -> None:
    m = position({"0505": "25/7", "0605": "17SD"}, phase=GERMAN_COMBAT)
    answer = m.query("reach", unit="25/7")
    assert (answer.hexes, answer.rule) == ((), "6.24")


# --- zones of control, radius ----------------------------------------------------------------------------------------


@pytest.mark.rule("guderian", "8.16a", "8.11")
def test_zones_are_those_of_units_that_are_not_disrupted() -> None:
    m = position({"0605": "17SD", "0905": "18SD!"})
    assert m.query("zoc", of="soviet").side == "soviet"
    assert zoc(m, "soviet") == {"0604", "0705", "0706", "0606", "0506", "0505"}
    assert zoc(m, "german") == set()


@pytest.mark.rule("guderian", "11.22", "10.35a")
def test_a_leaders_radius() -> None:
    m = position({"0605": "Rakutin", "0705": "25/7"}, phase=SOVIET_COMBAT)
    answer = m.query("radius", unit="Rakutin")
    assert answer.counts == {"rating": 2}
    assert "0605" in answer.hexes
    assert "0405" in answer.hexes  # two hexes to the west
    assert "0305" not in answer.hexes  # three
    assert not {"0704", "0706"} & set(answer.hexes)  # in the zone of 25/7
    assert answer.hexes == m.query("radius").hexes


@pytest.mark.rule("guderian", "11.21", "6.64")
def test_radius_of_all_leaders_and_of_those_in_supply() -> None:
    m = position({"0502": "Rakutin", "0902": "25/7", "1202": "Lukin"}, board=NARROW, phase=SOVIET_COMBAT)
    answer = m.query("radius")
    assert "0502" in answer.hexes
    assert "0502" not in answer.marked["supplied"]
    assert "1202" in answer.marked["supplied"]
    m = position({"0502": "Rakutin!", "0102": "25/7"}, board=NARROW)
    assert m.query("radius", unit="Rakutin").hexes == ()


# --- supply ----------------------------------------------------------------------------------------------------------


def check_line(m: grognard.Match, name: str) -> None:
    """A unit in supply has a legal line to where it must lead; one without has none."""
    answer = m.query("supply", unit=name)
    path = answer.path
    assert answer.in_supply == bool(path), answer
    if not path:
        assert answer.why
        return
    assert isinstance(m.state, Position)
    g, rules = m.state, m.state.rules
    unit = g.unit(name)
    side, hexes = rules.side[unit], [rules.grid.hex(hex) for hex in path]
    enemy = "soviet" if side == "german" else "german"
    assert hexes[0] == g.at[unit]
    for a, b in pairwise(hexes):
        assert b in rules.grid.neighbours[a]
    for hex in hexes[1:]:
        assert not g.occupied[enemy] >> hex & 1
        assert not rules.impassable >> hex & 1
        assert not g.zoc(enemy) >> hex & 1 or g.occupied[side] >> hex & 1
        assert side == "soviet" or hex != g.partisans
    roads = rules.board.line("road").links
    for a, b, c in zip(hexes, hexes[1:], hexes[2:], strict=False):
        by_road = {(a, b), (b, c)} <= roads
        ends = along_supply_road(rules, hexes, b) or leads_to_leader(g, answer, b)
        assert not rules.swamp >> b & 1 or by_road or ends
    if answer.rule == "11.12":
        assert rules.grid.column(hexes[-1]) == 1
        steps = rules.costs[rules.units[unit].klass]
        assert sum(dict(steps[a])[b] for a, b in pairwise(hexes)) <= 2 * 20
    elif answer.rule == "11.11":
        assert path[-1] == "0120"
        to_road = next(n for n, hex in enumerate(hexes) if supply_road_from(rules, hexes[n:]))
        assert to_road <= 20
    elif answer.rule == "11.21":
        assert rules.grid.column(hexes[-1]) == 59


def supply_road_from(rules: Any, hexes: list[int]) -> bool:
    return all(b in rules.supply_roads[a] for a, b in pairwise(hexes))


def along_supply_road(rules: Any, hexes: list[int], hex: int) -> bool:
    """The road itself runs through swamps, and a line may end where it meets the road."""
    return supply_road_from(rules, hexes[hexes.index(hex) :])


def leads_to_leader(g: Position, answer: Overlay, hex: int) -> bool:
    """A line of communications may end in a swamp, and the Leader's own line begin there."""
    return any(u in g.rules.leaders and g.name(u) in answer.why for u in g.stack(hex))


def battle(seed: int) -> grognard.Match:
    """Everybody on the map, thrown about at random, with partisans at work."""
    luck = Random(seed)
    blank = position({"0101": "GD"}, board=MAP)
    assert isinstance(blank.state, Position)
    rules = blank.state.rules
    land = [name for name, hex in rules.hex_by_name.items() if not rules.impassable >> hex & 1]
    west = [name for name in land if int(name[:2]) <= 34]
    germans = luck.sample([p.id for p in rules.units if p.side == "german"], 40)
    leaders = [p.id for p in rules.units if p.type == "leader"]
    stacks: dict[str, str] = {}
    for name in germans:
        stacks.setdefault(luck.choice(west), name)
    for name in [*leaders, *["rifle"] * 40, *["armoured"] * 8]:
        hex = luck.choice(land)
        if "." not in stacks.get(hex, "") and "/" not in stacks.get(hex, "") and stacks.get(hex) not in ("GD", "Lehr"):
            stacks[hex] = f"{stacks.get(hex, '')} {name}".strip()
    swamps = {"1006": "rifle", "1107": "Lukin"}
    spare = {hex: words for hex, words in stacks.items() if "Lukin" not in words and hex not in swamps}
    phase = luck.choice([GERMAN_MOVEMENT, SOVIET_MOVEMENT])
    return position({**spare, **swamps}, board=MAP, phase=phase, markers={"partisans": luck.choice(land)})


@pytest.mark.rule("guderian", "11.11", "11.12", "11.21")
@pytest.mark.parametrize("seed", few(range(12), 3))
def test_a_unit_in_supply_shows_a_legal_line(seed: int) -> None:
    m = battle(seed)
    for entry in m.view().units:
        check_line(m, entry.id)


@pytest.mark.rule("guderian", "11.11")
def test_a_line_by_road_runs_to_0120() -> None:
    m = position({"2418": "6.ID"}, board=MAP, phase=GERMAN_COMBAT)
    answer = m.query("supply", unit="6.ID")
    assert (answer.in_supply, answer.rule, answer.path[-1]) == (True, "11.11", "0120")
    assert [hex for hex in answer.path if hex in ("2216", "2215")] == ["2216", "2215"]  # over the bridge of Smolensk


@pytest.mark.rule("guderian", "11.12")
def test_a_line_by_movement_points_runs_to_the_west_edge() -> None:
    m = position({"0505": "25/7"})
    answer = m.query("supply", unit="25/7")
    assert (answer.rule, len(answer.path), answer.path[-1][:2]) == ("11.12", 5, "01")


@pytest.mark.rule("guderian", "11.21")
def test_a_soviet_line_runs_through_a_leader_to_the_east_edge() -> None:
    m = position({"0605": "17SD", "0805": "Lukin"}, phase=SOVIET_MOVEMENT)
    answer = m.query("supply", unit="17SD")
    assert (answer.rule, answer.why) == ("11.21", "through Lukin")
    assert "0805" in answer.path
    assert answer.path[-1].startswith("12")
    assert m.query("supply", unit="Lukin").why == "direct"


@pytest.mark.rule("guderian", "11.21")
def test_a_leader_in_supply_goes_before_a_nearer_one_without() -> None:
    units = {"0602": "17SD", "0502": "Rakutin!", "0702": "Konev", "0902": "25/7"}
    m = position(units, board=NARROW, phase=SOVIET_MOVEMENT)
    answer = m.query("supply", unit="17SD")
    assert (answer.in_supply, answer.rule, answer.why) == (
        False,
        "11.24",
        "Konev has no line to the east edge",
    )
    assert {"0801", "0802", "0803"} & set(answer.blocked_by)


@pytest.mark.rule("guderian", "11.21")
def test_a_road_through_a_swamp_shows_in_the_line() -> None:
    board = field(columns=12, rows=1, swamp="0401 0501", road="0301 0401 0501 0601")
    m = position({"0301": "17SD", "0601": "Lukin"}, board=board, phase=SOVIET_MOVEMENT)
    assert m.query("supply", unit="17SD").path == ()  # only Germans trace on roads (G2)
    m = position({"0701": "25/7"}, board=board)
    assert m.query("supply", unit="25/7").path == tuple(f"0{n}01" for n in range(7, 0, -1))


@pytest.mark.rule("guderian", "11.11")
def test_what_stands_in_the_way() -> None:
    m = position({"0802": "25/7", "0502": "17SD"}, board=NARROW)
    answer = m.query("supply", unit="25/7")
    assert (answer.in_supply, answer.path) == (False, ())
    assert {"0601", "0602", "0503"} <= set(answer.blocked_by)  # the zone of 17SD
    m = position({"0605": "17SD"}, phase=SOVIET_MOVEMENT)
    assert m.query("supply", unit="17SD").rule == "10.31"


@pytest.mark.rule("guderian", "11.33")
def test_newcomers_need_no_line() -> None:
    board = field(areas={"X": "1205"})
    m = position({"0105": "25/7"}, board=board, phase=SOVIET_MOVEMENT, due={"X": "rifle Lukin"})
    m.play("enter R1 1205")
    answer = m.query("supply", unit="R1")
    assert answer == Overlay(unit="R1", in_supply=True, rule="11.33", why="in supply in the turn of entry")
    m = position({"1105": "17SD"}, board=board, phase=SOVIET_MOVEMENT, due={"X": "Lukin"})
    m.play("enter Lukin 1205")
    answer = m.query("supply", unit="17SD")
    assert (answer.in_supply, answer.rule, answer.path) == (True, "11.33", ("1105", "1205"))


# --- rail, retreat ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("guderian", "6.33", "13.31")
def test_rail_says_how_many_hexes_a_ride_takes() -> None:
    board = field(rail="0305 0405 0505 0605 0705", areas={"X": "0705"})
    m = position({"0305": "rifle"}, board=board, phase=SOVIET_MOVEMENT, due={"X": "rifle"}, markers={"air": "0505"})
    assert m.query("rail", unit="R1").costs == {"0305": 0, "0405": 1, "0505": 5, "0605": 6, "0705": 7}
    assert m.query("rail", unit="R2").costs["0705"] == 1  # waiting to enter there
    m = position({"0304": "rifle"}, board=board, phase=SOVIET_MOVEMENT)
    assert m.query("rail", unit="R1").rule == "6.32a"
    m = position({"0305": "25/7"}, board=board)
    assert m.query("rail", unit="25/7").rule == "6.36"


@pytest.mark.rule("guderian", "9.71b", "9.73a")
def test_retreat_lists_the_paths_the_enemy_may_choose() -> None:
    m = position({"0605": "17SD Lukin", "0505": "25/7"}, phase=GERMAN_COMBAT)
    assert {path[0] for path in m.query("retreat", hex="0605").paths} == {"0705", "0706", "0606"}
    m = position({"0605": "17SD", "0705": "18SD", "0505": "25/7"}, phase=GERMAN_COMBAT)
    assert {path[0] for path in m.query("retreat", hex="0605").paths} == {"0706", "0606"}  # vacant hexes first
    two = m.query("retreat", hex="0605", hexes="2").paths
    assert all(len(path) == 2 for path in two)
    assert "0705" not in {hex for path in two for hex in path}


@pytest.mark.rule("guderian", "9.72", "9.73a")
def test_retreat_says_what_the_referee_offers() -> None:
    units = {"0605": "17SD", "0505": "25/7 6/7 7/7", "0705": "18SD", "0807": "25SD 42SD 45SD"}
    m = position(units, phase=GERMAN_COMBAT, dice=[6])
    paths = {tuple(path) for path in m.query("retreat", hex="0605", hexes="2").paths}
    m.play("attack 0605 25/7 6/7 7/7 go")  # 16 to 2, 8-1: D2
    m.play("retreat")
    found = set()
    for first in hexes_offered(m, "retreat"):
        twin = m.copy()
        twin.play(f"retreat {first}")
        found |= {(first, second) for second in hexes_offered(twin, "retreat")}
    assert found == paths


# --- bad questions ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("what", "asked", "says"),
    [
        ("suply", {"unit": "25/7"}, "did you mean supply"),
        ("supply", {}, "'unit' is missing"),
        ("supply", {"unit": "25/8"}, "no unit 25/8"),
        ("supply", {"unit": "6/7"}, "no unit 6/7"),
        ("supply", {"hex": "0505"}, "no 'hex'"),
        ("zoc", {"of": "finnish"}, "german or soviet"),
        ("radius", {"unit": "25/7"}, "is not a Leader"),
        ("retreat", {"hex": "9999"}, "9999"),
        ("retreat", {"hex": "0101"}, "no unit stands in 0101"),
        ("retreat", {"hex": "0505", "hexes": "3"}, "1 or 2"),
        ("reach", {"unit": "6/7"}, "no unit 6/7"),
    ],
)
def test_a_bad_question_gets_one_clear_line(what: str, asked: dict[str, str], says: str) -> None:
    m = position({"0505": "25/7", "0605": "17SD"}, phase=GERMAN_COMBAT)
    with pytest.raises(grognard.Invalid) as error:
        m.query(what, **asked)
    assert says in str(error.value)
    assert "\n" not in str(error.value)


def test_units_off_the_map_have_no_supply_or_reach() -> None:
    board = field(areas={"X": "1205"})
    m = position({"0505": "25/7"}, board=board, phase=SOVIET_MOVEMENT, due={"X": "rifle"})
    for what in ("supply", "reach"):
        with pytest.raises(grognard.Invalid) as error:
            m.query(what, unit="R1")
        assert str(error.value) == "R1 is not on the map"


def test_queries_change_nothing() -> None:
    m = position({"0505": "25/7", "0605": "rifle Lukin"})
    before = m.fingerprint()
    for what, asked in [("reach", "25/7"), ("supply", "25/7"), ("supply", "R1"), ("radius", "Lukin"), ("rail", "R1")]:
        m.query(what, unit=asked)
    m.query("retreat", hex="0605")
    assert m.fingerprint() == before
    refused(m, "move R1 0705", "6.11")
