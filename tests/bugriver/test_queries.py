"""Overlays: zones by class, command by formation, supply with its path, reach by Action Points, support."""

from __future__ import annotations

import pytest

import grognard
from tests.bugriver.table import GERMAN, SOVIET, field, position

CALM = {"1109": "44ID", "1509": "I/131", "2309": "87RD", "1709": "I/16"}


def test_zones_are_told_by_class() -> None:
    m = position({**CALM, "1409": "1/36", "1105": "14Pz"}, board=field(forest="1508", village="1105 1109 2309"))
    zones = m.query("zoc", of=GERMAN)
    assert set(zones.hexes) == {hex for hexes in zones.marked.values() for hex in hexes}
    assert "1508" in zones.marked["leg"]
    assert "1408" in zones.marked["afv"]
    assert not set(zones.marked["afv"]) & {"1508", "1609"}  # a forest, and not next to it
    assert zones.marked["mot"] == ()


def test_command_by_formation_and_who_is_in_it() -> None:
    m = position({**CALM, "1809": "II/131", "1105": "298ID I/525"}, turn=4)
    own = m.query("command", GERMAN)
    assert [part.name for part in own.parts] == ["44ID", "298ID"]
    first = own.parts[0]
    assert (first.units["I/131"], first.units["II/131"]) == ("in command", "out of command")
    assert m.query("command", GERMAN, unit="II/131").hexes == first.hexes
    assert "1509" in first.hexes
    assert m.query("command", SOVIET).parts[0].name == "87RD"
    assert m.query("command").parts == ()  # the public
    with pytest.raises(grognard.Invalid, match="not yours"):
        m.query("command", GERMAN, unit="I/16")


def test_the_path_of_an_hq_or_what_blocks_it() -> None:
    m = position({**CALM, "1809": "II/131"})
    fed = m.query("supply", GERMAN, unit="I/131")
    assert (fed.in_supply, fed.path[0], fed.path[-1][:2]) == (True, "1109", "10")
    wall = {"1004": "II/16", "1007": "III/16", "1010": "I/96", "1013": "II/96", "1015": "III/96", "1208": "I/16"}
    cut = position({"1109": "44ID", "2309": "87RD", **wall})
    lost = cut.query("supply", GERMAN, unit="44ID")
    assert (lost.in_supply, lost.path) == (False, ())
    assert lost.blocked_by
    assert set(cut.query("supply", of=SOVIET).hexes) & {"2405"}


def test_reach_by_action_points() -> None:
    m = position({"1109": "44ID", "1209": "I/131", "2309": "87RD I/16"}, points=3)
    reach = m.query("reach", GERMAN, unit="I/131")
    assert set(reach.marked["1 AP"]) == set(reach.hexes)
    once, twice = set(reach.marked["1 AP"]), set(reach.marked["2 AP"])
    assert not once & twice
    assert "1609" in once  # in command: from there one point more
    far = position({"1109": "44ID", "1709": "I/131", "2309": "87RD I/16"}, points=4)
    assert set(far.query("reach", GERMAN, unit="I/131").marked) <= {"2 AP", "3 AP", "4 AP"}  # 7b: twice as much


def test_support_at_a_hex() -> None:
    units = {"1109": "44ID", "1105": "298ID", "1609": "I/131", "1608": "II/131", "1710": "I/525", "1709": "I/16",
             "2309": "87RD"}  # fmt: skip
    m = position(units, board=field(village="1105 1109 1509 2309"))
    support = m.query("support", GERMAN, hex="1709")
    assert support.units == {"II/131": "44ID", "I/131": "44ID"}  # I/525 is out of its HQ's range
    assert dict(support.counts) == {"hasty": 0, "regular": 2, "prepared": 4}
    theirs = m.query("support", SOVIET, hex="1609")
    assert theirs.units == {"I/16": "87RD"}
    assert dict(theirs.counts)["prepared"] == 1  # it is not their formation that acts
    nobody = m.query("support", GERMAN, hex="1410")
    assert nobody.why
    with pytest.raises(grognard.Invalid, match="for a side"):
        m.query("support", hex="1709")
