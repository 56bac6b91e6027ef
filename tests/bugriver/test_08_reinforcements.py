"""8.4, 10.5: reinforcements, and the reserves of the 41st Tank Division."""

from __future__ import annotations

from typing import Any

import pytest

import grognard
from tests.bugriver.table import (
    GERMAN,
    MAP,
    SOVIET,
    admin,
    level,
    offered,
    play,
    position,
    refused,
    state,
    where,
)

HQS = {"0416": "44ID", "2410": "87RD 1/43AT", "3126": "124RD"}


def segment(side: str, units: dict[str, str], **more: Any) -> grognard.Match:
    """The Reinforcement Segment of a side on the map."""
    return admin(units, f"{side}-reinforcement", **{"board": MAP, "forced": False, "turn": 2, **more})


@pytest.mark.rule("bugriver", "8.4a")
def test_reinforcements_come_from_turn_two_on() -> None:
    m = grognard.new("bugriver", seed=3)
    g = state(m)
    assert min(g.due.values()) == 2
    early = segment(SOVIET, HQS, due={"I/406": 2, "I/404": 3})
    assert offered(early, "arrive") == ["I/406"]
    refused(early, "arrive I/404 5201", "8.4a")


@pytest.mark.rule("bugriver", "8.4b")
def test_the_owner_may_hold_units_back_as_often_as_he_likes() -> None:
    m = segment(SOVIET, HQS, due={"I/406": 2, "II/406": 2, "III/406": 2})
    play(m, "delay I/406")
    refused(m, "arrive I/406 3128", "8.4a")
    play(m, "arrive II/406 3128", "end")
    g = state(m)
    assert (where(m, "I/406"), where(m, "II/406"), where(m, "III/406")) == ("due", "3128", "due")
    assert g.due[g.rules.unit_by_id["I/406"]] == g.due[g.rules.unit_by_id["III/406"]] == 3
    late = segment(SOVIET, HQS, due={"I/406": 3}, turn=3)
    play(late, "delay I/406")
    assert state(late).due[state(late).rules.unit_by_id["I/406"]] == 4


@pytest.mark.rule("bugriver", "8.4c")
def test_the_soviets_place_before_the_germans() -> None:
    m = position(
        {**HQS, "0413": "I/131"}, board=MAP, phase="options", side=SOVIET, passed=GERMAN, turn=1, luck=SOVIET,
        dice="1 1 1 ...", forced=False, due={"I/406": 2, "I/103": 2},
    )  # fmt: skip
    play(m, "pass")
    assert state(m).phase == "soviet-reinforcement"
    refused(m, "arrive I/103 0112", "8.4a")
    play(m, "end")
    assert state(m).phase == "german-reinforcement"
    play(m, "arrive I/103 0112")


@pytest.mark.rule("bugriver", "8.4.1a")
def test_units_enter_in_their_entry_hexes_as_stacking_allows() -> None:
    m = segment(GERMAN, HQS, due={"I/103": 2, "II/103": 2, "1/36": 2, "2/36": 2, "4/36": 2, "14Pz": 2})
    assert set(offered(m, "arrive I/103")) == {f"01{row}" for row in range(10, 19)}
    refused(m, "arrive I/103 0120", "8.4.1a")
    assert offered(m, "arrive 14Pz") == ["0213"]
    play(m, "arrive I/103 0110", "arrive 1/36 0110")
    refused(m, "arrive II/103 0110", "8.4.1b")  # one battalion to a hex
    play(m, "arrive 2/36 0110")
    refused(m, "arrive 4/36 0110", "8.4.1b")
    assert where(m, "I/103") == where(m, "2/36") == "0110"


@pytest.mark.rule("bugriver", "8.4.1b")
def test_without_an_entry_hex_the_nearest_in_range_and_away_from_the_enemy() -> None:
    """The southern edge is the Germans': the 124th Division's battalions come as near as their HQ can command."""
    held = {"control": {GERMAN: "0128..5228"}}
    m = segment(SOVIET, {"3126": "124RD", "3127": "124Eng"}, due={"I/406": 2}, **held)
    g = state(m)
    found = set(offered(m, "arrive I/406"))
    assert found
    edge = [hex for hex in g.rules.grid.hexes if g.rules.entrance(g.rules.unit_by_id["I/406"]) >> hex & 1]
    far = {min(g.rules.grid.distance(g.rules.grid.hex(name), entry) for entry in edge) for name in found}
    assert far == {1}
    assert all(name.endswith("27") for name in found)
    near = segment(SOVIET, {"3126": "124RD", "3127": "124Eng", "3327": "I/131"}, due={"I/406": 2}, **held)
    beside = {state(near).hexname(hex) for hex in g.rules.grid.neighbours[g.rules.grid.hex("3327")]}
    assert beside & found
    assert not beside & set(offered(near, "arrive I/406"))
    lost = segment(SOVIET, {"2410": "87RD"}, due={"I/406": 2}, **held)
    refused(lost, "arrive I/406 3127", "8.4.1b")  # no HQ on the map: it waits
    play(lost, "end")
    assert where(lost, "I/406") == "due"


@pytest.mark.rule("bugriver", "8.4.1b")
def test_an_hq_whose_village_is_taken_goes_to_the_nearest() -> None:
    """G32; its units are in range of where it is put."""
    m = segment(GERMAN, {"0213": "44ID", "2410": "87RD"}, due={"14Pz": 2, "I/103": 2})
    assert "0213" in offered(m, "arrive 14Pz")  # a town has room for two
    full = segment(GERMAN, {"0213": "44ID 298ID", "2410": "87RD"}, due={"14Pz": 2})
    g = state(full)
    found = offered(full, "arrive 14Pz")
    assert found
    hosts = [hex for hex in g.rules.grid.hexes if g.rules.terrain.may_host_hq(hex) and g.controls(GERMAN, hex)]
    start = g.rules.grid.hex("0213")
    best = min(g.rules.grid.distance(start, hex) for hex in hosts if hex != start)
    assert {g.rules.grid.distance(start, g.rules.grid.hex(name)) for name in found} == {best}


@pytest.mark.rule("bugriver", "8.4.1c")
def test_a_new_formation_has_its_maximum_level() -> None:
    m = segment(GERMAN, HQS, due={"14Pz": 2, "I/103": 2})
    assert state(m).rules.unit_by_id["14Pz"] not in state(m).level
    play(m, "arrive 14Pz 0213")
    assert level(m, "14Pz") == 5


# --- 10.5 -------------------------------------------------------------------------------------------------------------

RESERVES = ("1/82", "2/82", "3/82")


@pytest.mark.rule("bugriver", "10.5")
def test_germans_near_the_northern_supply_area_bring_the_reserves_next_turn() -> None:
    m = _near_the_edge(3, 6)
    g = state(m)
    assert not g.released
    assert not g.rules.within(g.rules.area("N"), 5) >> g.rules.grid.hex("3107") & 1
    far = m.copy()
    play(m, "move I/131 3106")
    assert state(m).released == 3
    assert set(state(m).due.values()) == {4}
    play(far, "move I/131 3108")
    assert set(state(far).due.values()) == {6}


@pytest.mark.rule("bugriver", "10.5")
def test_after_turn_five_nothing_brings_them_sooner() -> None:
    m = _near_the_edge(6, 8)
    play(m, "move I/131 3106")
    assert set(state(m).due.values()) == {8}


def _near_the_edge(turn: int, due: int) -> grognard.Match:
    """A battalion six hexes from the northern edge."""
    there = {"3107": "I/131", "3512": "44ID", "2410": "87RD 1/43AT"}
    return position(there, board=MAP, turn=turn, due=dict.fromkeys(RESERVES, due), forced=False)


@pytest.mark.rule("bugriver", "10.5")
def test_an_hq_that_relocates_there_brings_them_too() -> None:
    there = {"2607": "44ID", "2410": "87RD 1/43AT"}
    due = dict.fromkeys(RESERVES, 6)
    m = position(there, board=MAP, turn=3, due=due, forced=False, control={GERMAN: "0101..5228"})
    play(m, "relocate 44ID 2503")
    assert state(m).released == 3


@pytest.mark.rule("bugriver", "8.4.1c")
def test_an_hq_driven_off_the_map_comes_back_with_the_level_it_has() -> None:
    """G44: it had no path and fell to 0."""
    m = segment(SOVIET, {"2410": "41TD"}, due={"87RD": 2}, level={"87RD": 0})
    play(m, f"arrive 87RD {offered(m, 'arrive 87RD')[0]}")
    assert level(m, "87RD") == 0


@pytest.mark.rule("bugriver", "8.4.1b")
def test_no_substitute_hex_is_next_to_an_enemy_without_a_zone_either() -> None:
    units = {"3126": "124RD", "3127": "124Eng", "3327": "I/131"}
    m = segment(SOVIET, units, due={"I/406": 2}, disrupted="I/131", control={GERMAN: "0128..5228"})
    grid = state(m).rules.grid
    assert not {state(m).hexname(hex) for hex in grid.neighbours[grid.hex("3327")]} & set(offered(m, "arrive I/406"))
