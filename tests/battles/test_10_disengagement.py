"""10.4 Disengagement."""

from __future__ import annotations

import pytest

from grognard.games.battles.position import ATTACK, GENERAL
from tests.battles.field import ground
from tests.battles.march import march, refused

FOE = {"0605": "50/3TC"}  # its zone holds 0505, 0506 and 0604 of the hexes around 0505


@pytest.mark.rule("battles", "10.4a", "10.4d", "10.4c", "10.1j")
@pytest.mark.example("battles", "10.4.german", "tec.minor_river", "tec.major_river")
def test_example_10_4_of_the_german_infantry() -> None:
    # hex A over a major river, B a swamp over a minor one, C rough: 5, 5 and 4 points for an allowance of 4
    rules = ground(major="0505/n", minor="0505/nw", swamp="0404", rough="0405")
    m = march({"0505": "5R", **FOE}, rules=rules)
    assert m.points("5R") == 4
    assert m.hexes("5R") == {"0405"}
    m.play("move 5R 0405")
    assert m.points("5R") == 0


@pytest.mark.rule("battles", "10.4a", "10.4b", "10.2c", "G3")
@pytest.mark.example("battles", "10.4.soviet")
def test_example_10_4_of_the_soviet_armour_in_the_initial_phase() -> None:
    rules = ground(major="0505/n", rough="0504 0404")
    m = march({"0505": "50/3TC", "0605": "35/4"}, "soviet-movement", rules=rules)
    assert m.points("50/3TC") == 7
    assert {"0404", "0405"} <= m.hexes("50/3TC")
    assert "0504" not in m.hexes("50/3TC")  # 2 + 4 + 3
    refused(m, "move 50/3TC 0504", "10.4d")
    m.play("move 50/3TC 0404")
    assert m.points("50/3TC") == 1
    other = march({"0505": "50/3TC", "0605": "35/4"}, "soviet-movement", rules=rules).play("move 50/3TC 0405")
    assert other.points("50/3TC") == 4


@pytest.mark.rule("battles", "10.4b", "10.2b", "10.4d", "G29")
@pytest.mark.example("battles", "10.4.soviet.mech")
def test_the_soviet_armour_in_the_mechanised_phase() -> None:
    rules = ground(major="0505/n", rough="0504 0404")
    units = {"0505": "50/3TC", "0605": "35/4"}
    m = march(units, "soviet-mechanised", rules=rules, level=ATTACK)
    assert m.hexes("50/3TC") & {"0404", "0405", "0504"} == {"0405"}
    lean = march(units, "soviet-mechanised", rules=rules, level=GENERAL)
    assert lean.hexes("50/3TC") == set()
    refused(lean, "move 50/3TC 0405", "10.4d")


@pytest.mark.rule("battles", "10.4a", "G9")
def test_the_cost_of_disengagement_is_the_scenario_s_by_side_class_and_nation() -> None:
    plan = {
        "axis": {
            "edges": "west",
            "sources": [{"at": "west"}],
            "command": {"attack_limit": 3},
            "disengagement": {"infantry": 2, "mechanised": 1},
        },
        "nations": {"hungary": {"infantry": 3, "mechanised": 3}},
    }
    rules = ground(plan=plan)

    def left(name: str) -> float:
        return march({"0505": name, **FOE}, rules=rules).play(f"move {name} 0405").points(name)

    assert left("35/4") == 8 - 2
    assert left("21/17") == 5 - 3
    assert left("5R") == 4 - 4
    assert left("1Hus") == 7 - 4


@pytest.mark.rule("battles", "10.4c")
def test_after_a_free_hex_the_move_may_end_in_another_zone() -> None:
    m = march({"0505": "35/4", **FOE})
    assert "0506" in m.hexes("35/4")  # by 0405, though not at once
    m.play("move 35/4 0506")
    assert m.points("35/4") == 8 - 2 - 2
    refused(m, "move 35/4 0507", "10.1d")


@pytest.mark.rule("battles", "S7")
def test_a_formation_under_orders_to_stand_may_not_disengage() -> None:
    plan = {"standing": [{"id": "S7", "formation": "4", "turns": [2]}]}
    m = march({"0505": "35/4 27/19", **FOE}, rules=ground(plan=plan))
    refused(m, "move 35/4 0405", "S7")
    assert "0405" in m.hexes("27/19")
    free = march({"0405": "35/4", **FOE}, rules=ground(plan=plan))
    assert "0404" in free.hexes("35/4")  # it may still move where no enemy holds it


@pytest.mark.rule("battles", "10.4c")
def test_a_party_disengages_together() -> None:
    m = march({"0505": "35/4 21/17", **FOE})
    m.play("move 35/4 21/17 0405")
    assert (m.points("35/4"), m.points("21/17")) == (5, 2)
