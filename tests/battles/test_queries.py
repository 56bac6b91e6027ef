"""Overlays: supply with its line, HQ ranges, zones, reach, interdiction, integrity."""

from __future__ import annotations

from typing import Any

import pytest

import grognard
from grognard.errors import Invalid
from grognard.match import Match

FIELD: dict[str, Any] = {
    "title": "a field",
    "grid": {"top": "flat", "shifted": "even", "columns": [1, 29], "rows": [1, 22], "numbering": "CCRR"},
    "terrain": {"fill": "clear"},
}
UNITS = {
    "0705": "35/4 12/4", "0706": "33/4", "0505": "HQ-39PzK", "1005": "743", "1206": "27/19 73/19 21/17",
    "0805": "50/3TC 51/3TC", "1411": "103/3TC", "1413": "57/3TC", "1612": "HQ-2TA",
}  # fmt: skip


def match(**more: Any) -> Match:
    """The units above on an open field."""
    table = {"game": "battles", "scenario": "radzymin", "phase": "axis-movement", "board": FIELD, "units": UNITS,
             "attack": "HQ-39PzK", "serves": {"743": "HQ-39PzK"}}  # fmt: skip
    return grognard.setup({**table, **more})


@pytest.mark.rule("battles", "8.1q", "8.1d")
def test_supply_shows_level_line_and_effects() -> None:
    found = match().query("supply", unit="35/4")
    assert (found.kind, found.in_supply, found.why) == ("attack", True, "through HQ-39PzK")
    assert found.path[0] == "0705"
    assert "0505" in found.path
    assert found.path[-1].endswith("01")  # the north edge
    assert {line.what: line.value for line in found.lines}["overrun"] == "half"
    far = match().query("supply", unit="27/19")
    assert (far.kind, far.why) == ("general", "to a source; no HQ that serves it is in reach")
    assert {line.what: line.value for line in far.lines}["mechanised"] == "a quarter"


@pytest.mark.rule("battles", "8.1e", "8.2p")
def test_supply_tells_what_is_in_the_way() -> None:
    found = match().query("supply", unit="50/3TC")
    assert (found.kind, found.in_supply) == ("none", False)
    assert found.why == "no line to HQ-2TA within its range"
    assert found.blocked_by
    gone = match(units={**UNITS, "1612": ""}).query("supply", unit="50/3TC")
    assert gone.why == "the HQ it draws on is not on the map"


def test_levels_show_all_units_of_a_side() -> None:
    found = match().query("levels", of="axis")
    assert found.units["35/4"] == "attack"
    assert found.units["27/19"] == "general"
    assert found.counts == {"attack": 5.0, "general": 3.0, "none": 0.0}
    assert found.marked["general"] == ("1206",)
    soviet = match().query("levels", of="soviet")
    assert {name for name, level in soviet.units.items() if level == "none"} == {"50/3TC", "51/3TC"}


@pytest.mark.rule("battles", "14.0d", "14.0g", "G47")
def test_command_shows_range_support_and_whom_an_hq_serves() -> None:
    found = match().query("radius", unit="HQ-39PzK")
    assert (found.kind, found.in_supply, found.counts["range"]) == ("attack", True, 6)
    assert found.units["35/4"] == "served"
    assert found.units["27/19"] == "out of reach"
    assert found.units["743"] == "served"
    assert "1105" in found.marked["support"]  # as the crow flies, through the zone of the tanks
    assert "0805" not in found.hexes  # the tanks' own
    everybody = match().query("radius")
    assert [part.unit for part in everybody.parts] == ["HQ-39PzK", "HQ-2TA"]
    with pytest.raises(Invalid, match="35/4 is no HQ"):
        match().query("radius", unit="35/4")


@pytest.mark.rule("battles", "9.0p", "9.0i")
def test_zones_of_control_and_where_they_are_negated_for_supply() -> None:
    found = match().query("zoc", of="soviet")
    assert {"0705", "0804", "0905"} <= set(found.hexes)
    assert found.marked["negated"] == ("0705", "0706")


@pytest.mark.rule("battles", "13.0e")
def test_interdiction_shows_the_markers() -> None:
    found = match(interdiction={"soviet": "0606 0607"}).query("interdiction")
    assert set(found.hexes) == {"0606", "0607"}
    assert set(found.marked["soviet"]) == {"0606", "0607"}


@pytest.mark.rule("battles", "11.2a", "11.2b", "11.2c")
def test_integrity_shows_formations_with_their_shifts() -> None:
    parts = {part.name: part for part in match().query("integrity", of="axis").parts}
    assert parts["4"].marked == {"attack": ("0705",), "defence": ("0705", "0706")}
    assert parts["4"].counts == {"attack": 2, "defence": 1}
    assert parts["19"].hexes == ()  # the regiment of another division spoils it
    assert "another formation" in parts["19"].why


@pytest.mark.rule("battles", "10.1f", "10.1c")
def test_reach_shows_costs_or_why_not() -> None:
    found = match().query("reach", unit="HQ-39PzK")
    assert found.points == 8
    assert found.costs["0504"] == 1
    idle = match(phase="axis-combat").query("reach", unit="HQ-39PzK")
    assert (idle.rule, idle.hexes) == ("10.1c", ())


def test_questions_asked_in_the_wrong_way() -> None:
    with pytest.raises(Invalid, match="not on the map"):
        match().query("supply", unit="KGE")
    with pytest.raises(Invalid, match="axis or soviet"):
        match().query("zoc", of="german")
