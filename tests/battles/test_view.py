"""What people see: counters with their supply, HQs and whom they serve, markers, tallies and points."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

import grognard
from grognard.games.battles.facts import BattlesFacts
from grognard.games.battles.legend import terrain_effects
from grognard.games.battles.previews import NO_DEFENCE
from grognard.games.battles.rules import charts
from grognard.games.battles.terms import TERMS
from grognard.view import Counter, View

NEAR_WARSAW: dict[str, Any] = {
    "game": "battles", "scenario": "radzymin", "turn": 3, "phase": "axis-movement", "weather": "storm",
    "attack": "HQ-39PzK",
    "units": {
        "0912": "HQ-39PzK 743", "1110": "35/4 12/4:1", "1415": "?170/73", "0408": "21/17",
        "0407": "50/3TC", "0508": "57/3TC", "0509": "51/3TC", "0409": "103/3TC", "0309": "58G/8GTk", "0308": "59G/8GTk",
        "1119": "Pon8G 35GRD", "1420": "HQ-8GA",
    },
    "bridges": {"Pon8G": "1219 2"}, "blown": "0812-0912", "forts": {"1110": "1L"}, "serves": {"743": "HQ-39PzK"},
    "interdiction": {"axis": "1312"}, "air": {"axis": 2}, "track": {"soviet": [3, 4]}, "points": {"soviet": 3},
    "spent": {"HQ-39PzK": [1, 0]}, "done": {"moved": "35/4"}, "fallen": "",
}  # fmt: skip


@pytest.fixture
def seen() -> View[BattlesFacts]:
    found = grognard.setup(NEAR_WARSAW).view("soviet")
    assert isinstance(found.own, BattlesFacts)
    return found  # type: ignore[return-value]


def counter(seen: View[BattlesFacts], name: str) -> Counter:
    """The counter of that name."""
    return next(unit for unit in seen.units if unit.id == name)


@pytest.mark.rule("battles", "3.2c", "3.2i", "3.2k")
def test_counters_show_strength_steps_supply_and_what_they_have_done(seen: View[BattlesFacts]) -> None:
    assert counter(seen, "35/4").strength == "5-4-8"
    assert counter(seen, "35/4").status == ("attack-supply", "moved")
    assert (counter(seen, "12/4").steps, counter(seen, "12/4").max_steps) == (1, 2)
    assert counter(seen, "170/73").strength == "?-?-5"
    assert "untried" in counter(seen, "170/73").status
    assert counter(seen, "HQ-39PzK").status == ("attack-side",)
    assert counter(seen, "HQ-39PzK").rating == 6
    assert "bridge" in counter(seen, "Pon8G").status
    assert counter(seen, "50/3TC").status == ("out-of-supply",)


@pytest.mark.rule("battles", "18.0a2", "8.2p")
def test_who_is_cut_off_in_a_fortress_shows_it(seen: View[BattlesFacts]) -> None:
    assert counter(seen, "21/17").status == ("fortress-supply",)
    assert seen.ground["fortress"]["axis"] == ("0408",)


@pytest.mark.rule("battles", "14.0d", "8.1f", "15.0p")
def test_hqs_show_face_range_points_left_leader_and_whom_they_serve(seen: View[BattlesFacts]) -> None:
    hq = next(hq for hq in seen.own.hqs if hq.unit == "HQ-39PzK")
    assert (hq.face, hq.level, hq.range, hq.colour) == ("attack", "attack", 6, "39PzK")
    assert (hq.attack, hq.defence, hq.leader, hq.leader_attack) == (1, 1, "Saucken", 1)  # one point spent of two
    assert set(hq.serves) == {"743", "35/4", "12/4", "170/73"}
    assert set(hq.reaches) == {"743", "35/4", "12/4", "170/73"}
    assert seen.own.draws_on == {"743": "HQ-39PzK"}
    assert seen.own.levels["743"] == "attack"
    assert {hq.unit: hq.level for hq in seen.own.hqs}["HQ-8GA"] == "general"


def test_markers_tallies_weather_and_the_turn_track(seen: View[BattlesFacts]) -> None:
    marks = {(m.kind, m.hex): m for m in seen.markers}
    assert marks["interdiction", "1312"].side == "axis"
    assert marks["fort", "1110"].text == "1L"
    assert marks["bridge", "1119"].text == "to 1219"
    assert marks["blown", "0812"].text == "to 0912"
    assert {m.kind for m in seen.markers} <= {term.name for term in TERMS.markers}
    assert seen.tallies["air"] == {"axis": 2, "soviet": 0}
    assert seen.tallies["attack_markers"] == {"soviet": 3}  # five, two of them on the track
    assert seen.tallies["forts"] == {"axis": 3, "soviet": 4}
    assert set(seen.tallies) <= {term.name for term in TERMS.tallies}
    assert seen.own.attack_track == (("soviet", 3), ("soviet", 4))
    assert (seen.weather, seen.date) == ("storm", "1-2 August")
    assert {line.what: line.value for line in seen.own.weather_effects}["air"] == "nothing flies"
    assert [(b.unit, b.hex, b.to) for b in seen.own.bridges] == [("Pon8G", "1119", "1219")]
    assert seen.own.blown == (("0812", "0912"),)


@pytest.mark.rule("battles", "4.0", "G11")
def test_control_and_points_with_what_they_are_for(seen: View[BattlesFacts]) -> None:
    assert seen.control["Praga"] == "axis"
    assert "1119" in seen.hexes["soviet"]
    assert seen.points["soviet"] == sum(int(line.value) for line in seen.own.score if line.what.startswith("Soviet"))
    assert seen.net == seen.points["soviet"] - seen.points["axis"]
    assert any("during play" in line.what for line in seen.own.score)


def test_both_sides_see_the_same_and_every_mark_is_declared(seen: View[BattlesFacts]) -> None:
    m = grognard.setup(NEAR_WARSAW)
    assert m.view("axis").units == m.view("soviet").units == m.view(None).units
    assert {mark for unit in seen.units for mark in unit.status} <= {mark.name for mark in TERMS.marks}
    assert msgspec.json.encode(seen)


def test_reinforcements_are_shown_with_turn_and_entrance() -> None:
    due = {waiting.unit.id: waiting for waiting in grognard.new("battles", scenario="radzymin").view(None).due}
    assert (due["35/4"].turn, due["35/4"].at) == (2, "north-east")
    table = {**NEAR_WARSAW, "due": {"HQ-9A": "3 replaced"}, "phase": "axis-supply"}
    assert [waiting.at for waiting in grognard.setup(table).view(None).due] == ["replaced"]


@pytest.mark.rule("battles", "12.5p", "12.5c")
def test_every_result_of_the_table_is_told_in_words() -> None:
    table = charts().table("crt")
    cells = {cell for column in table.columns for cell in table.column(column)}
    assert {term.name for term in TERMS.results} == cells | {NO_DEFENCE}
    said = {term.name: term.says for term in TERMS.results}
    assert said["0/2"] == "the defenders lose two steps or retreat two hexes"
    assert said["1/2"] == f"the attackers lose a step or retreat a hex, then {said['0/2']}"
    assert said["0/1*"] == "the defenders lose a step"  # 12.5b3: at least one of the n
    assert said["0/2*"] == "the defenders lose two steps, or one and retreat a hex"


@pytest.mark.rule("battles", "12.3.1a", "12.3.1b", "10.1i")
def test_the_legend_tells_costs_and_shifts() -> None:
    lines = {line.what: line.value for line in terrain_effects(charts())}
    assert lines["clear"] == "1 MP"
    assert lines["woods"] == "1 MP foot, 2 MP mechanised; shift 1L"
    assert lines["mountain"] == "3 MP foot, no entry mechanised; shift 2L"
    assert lines["major river"] == "+2 MP foot, +3 MP mechanised; shift 2L if all attack over it"
    assert lines["lake"] == "impassable"
    assert lines["road"] == "1 MP foot, ½ MP mechanised from hex to hex along it"
    assert lines["fortress"] == "shift 2L"
    assert lines["city"] == "1 MP; shift 1L"
