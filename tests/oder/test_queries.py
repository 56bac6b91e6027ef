"""Overlays for the map, the view and the legend."""

from __future__ import annotations

import pytest

import grognard
from grognard.games import find
from grognard.view import Overlay
from tests.oder.table import (
    GERMAN,
    MAP,
    SOVIET,
    SOVIETS_BEHIND,
    combat,
    field,
    offered,
    play,
    position,
    soviet_combat,
)


@pytest.mark.rule("oder", "8.1a")
def test_supply_of_a_unit_with_its_line() -> None:
    m = position({"1308": "HG", "1808": "47A"})
    answer = m.query("supply", unit="HG")
    assert (answer.kind, answer.in_supply, answer.rule) == ("regular", True, "8.1a")
    assert (answer.path[0], answer.path[-1][:2], len(answer.path)) == ("1308", "10", 4)
    m = position({"1408": "HG", **SOVIETS_BEHIND})
    answer = m.query("supply", unit="HG")
    assert (answer.kind, answer.in_supply, answer.path) == ("none", False, ())
    m = position({"1408": "HG", **SOVIETS_BEHIND}, board=field(city="1408"))
    answer = m.query("supply", unit="HG")
    assert (answer.kind, answer.in_supply, answer.rule) == ("fortress", True, "8.2b")


@pytest.mark.rule("oder", "8.2a", "8.4")
@pytest.mark.parametrize("side", [GERMAN, SOVIET])
def test_a_unit_has_a_line_if_and_only_if_its_hex_is_in_the_overlay(side: str) -> None:
    units = {"1408": "HG", "1212": "GD", "1508": "47A", "1910": "8G", "1710": "23AK", "1808": "1SS", **SOVIETS_BEHIND}
    m = position(units)
    answer = m.query("supply", of=side)
    for unit, kind in answer.units.items():
        line = m.query("supply", unit=unit).path
        assert bool(line) == (kind == "regular")
    assert answer.hexes


def test_a_sides_zone_and_control() -> None:
    m = position({"1508": "47A"}, control={SOVIET: "1408"})
    assert len(m.query("zoc", of=SOVIET).hexes) == 7
    assert m.query("zoc", of=GERMAN).hexes == ()
    assert "1408" in m.query("control", of=SOVIET).hexes
    assert "1407" in m.query("control", of=GERMAN).hexes
    assert m.query("control") == m.query("control", of=SOVIET)  # whose turn it is: the Germans have nothing to do
    assert "1407" in m.query("front").hexes
    with pytest.raises(grognard.Invalid, match="no side 'polish'"):
        m.query("zoc", of="polish")
    with pytest.raises(grognard.Invalid, match="no query 'weather'"):
        m.query("weather")
    with pytest.raises(grognard.Invalid, match="not on the map"):
        m.query("supply", unit="HG")


@pytest.mark.rule("oder", "10.0a")
def test_reach_is_where_a_unit_may_move_and_why_it_may_not() -> None:
    m = position({"1408": "HG FCK", "1708": "47A"}, board=field(forest="1508", land_bridges="1307"))
    reach = m.query("reach", unit="HG")
    assert set(reach.hexes) == {hex for hex in offered(m, "move HG") if m.why(f"move HG {hex}").ok}
    assert (reach.costs["1508"], reach.points) == (2, 6)
    assert (m.query("reach", unit="FCK").hexes, m.query("reach", unit="FCK").rule) == ((), "10.1b")
    assert m.query("reach", unit="47A").rule == "10.0a"
    m = combat({"1408": "HG", "1508": "47A"})
    assert m.query("reach", unit="HG").rule == "10.0a"


@pytest.mark.rule("oder", "11.0a", "11.9a")
def test_what_a_unit_may_attack_and_probe() -> None:
    units = {"1408": "HG", "1508": "47A", "1308": "GD"}
    m = combat(units)
    probes = {"probes": tuple(offered(m, "probe HG"))}
    assert m.query("attacks", unit="HG") == Overlay(unit="HG", hexes=("1508",), marked=probes)
    assert m.query("attacks", unit="GD") == Overlay(unit="GD", marked={"probes": ()})
    assert m.query("attacks", unit="47A") == Overlay(unit="47A", marked={"probes": ()})  # not its turn
    m = combat({**units, "1408": "HG FCK"}, dice="5 ...")
    assert m.query("attacks", unit="FCK") == Overlay(unit="FCK", marked={"probes": ()})
    m = position(units)
    assert m.query("attacks", unit="HG").hexes == ()  # not this phase
    m = soviet_combat(units)
    assert m.query("attacks", unit="47A").hexes == ("1408",)


@pytest.mark.rule("oder", "3.2i")
def test_the_view_says_what_stands_where_and_how() -> None:
    m = position({"1408": "HG GD", "1508": "47A", **SOVIETS_BEHIND}, turn=2, due={"24Pz": 5})
    view = m.view(GERMAN)
    (corps,) = [unit for unit in view.units if unit.id == "HG"]
    assert (corps.hex, corps.strength, corps.status, corps.symbol) == (
        "1408",
        "9-8-6",
        ("out-of-supply",),
        "armor",
    )
    assert (view.phase, view.active, view.phase_title) == ("german-movement", GERMAN, "German Movement")
    assert [unit.unit.id for unit in view.due] == ["24Pz"]
    play(m, "supply HG", "move HG 1407")
    (corps,) = [unit for unit in m.view().units if unit.id == "HG"]
    assert corps.status == ("aerial-supply", "moved")
    m = combat({"1408": "HG", "1508": "8G"}, dice="5 ...")
    play(m, "attack 1508 HG go")
    (corps,) = [unit for unit in m.view().units if unit.id == "HG"]
    assert corps.status == ("attacked",)


def test_the_view_says_who_holds_the_places() -> None:
    m = position({"2115": "46P"}, board=MAP, control={SOVIET: "2408"})
    control = m.view().control
    assert (control["Warsaw"], control["Koenigsberg"], control["Brest"]) == (GERMAN, SOVIET, SOVIET)
    m = position({"1408": "HG"}, board=field(fortifications="1308"))
    assert m.view().ground == {"fortification": {"": ("1308",)}}


def test_a_game_that_is_over_can_be_looked_at() -> None:
    m = position({"2008": "HG GD"}, phase="soviet-regroup")
    view = m.view()
    assert (view.active, view.phase_title, view.decisions) == (None, "The game is over", ())
    assert m.why("end").reason == "the game is over"


def test_the_legend_says_what_the_charts_say() -> None:
    legend = {line.what: line.value for line in find("oder").info.legend}
    assert legend["clear"] == "1 MF"
    assert legend["forest"] == "2 MF; die +1"
    assert legend["rough"] == "2 MF, 3 mechanised; die +1"
    assert legend["marsh"] == "2 MF, 3 mechanised"
    assert legend["sea"] == "impassable"
    assert legend["town"] == "as its terrain; die +1"
    assert legend["city"].startswith("as its terrain; die +2; DR is EX, AS is AL1")
    assert legend["river"] == "+1 MF; die +1 if all attack over it"
    assert legend["fortification"] == "defending Germans; die +1"
