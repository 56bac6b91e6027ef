"""4.0, 6.0i, and scenario rule 23.0: what is counted, when, and for whom."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.games.battles.position import AXIS, DEAD, LEFT, SOVIET, Position
from grognard.games.battles.victory import indicate, judge, net, tally
from tests.battles.field import PLAN, at, field, ground, unit
from tests.battles.march import March

LEVELS = PLAN["victory"]["levels"]


def scored(units: dict[str, str], *, phase: str = "soviet-air", **victory: Any) -> Position:
    """A position under conditions of victory."""
    areas = {**PLAN["areas"], "bank": "0501..0511"}
    rules = ground(plan={"areas": areas, "victory": {"count": "axis", "levels": LEVELS, **victory}})
    return field(units, phase, rules=rules)


@pytest.mark.rule("battles", "4.0", "G11")
def test_objectives_count_at_the_end_for_whoever_s_combat_unit_was_there_last() -> None:
    g = scored({"0906": "35/4"}, objectives={"0405": 3, "0905": 5})
    assert tally(g)[0] == {AXIS: 3, SOVIET: 0}  # 0405 is Axis from the start
    g.pass_through(unit(g, "35/4"), at(g, "0905"))
    assert tally(g)[0] == {AXIS: 8, SOVIET: 0}
    g.pass_through(unit(g, "HQ-2TA"), at(g, "0405"))  # an HQ takes nothing
    g.pass_through(unit(g, "50/3TC"), at(g, "0905"))
    assert tally(g)[0] == {AXIS: 3, SOVIET: 0}
    assert "0405" in tally(g)[1][0].what


@pytest.mark.rule("battles", "4.0")
def test_objectives_across_a_river_need_a_unit_there_in_supply() -> None:
    g = scored({"0505": "35/4"}, objectives={"0505": 3, "0506": 3}, across="bank")
    assert tally(g)[0][AXIS] == 3  # 0506 is held, and empty


@pytest.mark.rule("battles", "6.0i")
def test_points_in_each_turn_for_hexes_that_are_all_held() -> None:
    held = [{"side": "axis", "hexes": "0405 0406", "points": 2}, {"side": "soviet", "hexes": "0905", "turns": [1]}]
    g = scored({"0505": "35/4"}, held=held)
    indicate(g)
    assert g.points == {AXIS: 2, SOVIET: 0}  # the Soviet ones count on turn 1 only
    g.turn = 1
    indicate(g)
    assert g.points == {AXIS: 4, SOVIET: 1}
    g.pass_through(unit(g, "50/3TC"), at(g, "0406"))
    indicate(g)
    assert g.points[AXIS] == 4


@pytest.mark.rule("battles", "6.0i", "S2")
def test_points_while_nobody_strong_enough_keeps_watch() -> None:
    watch = [{"side": "soviet", "hexes": "0405 0406", "since": 2, "strength": 1, "not_types": "garrison"}]

    def points(units: dict[str, str], turn: int = 2) -> int:
        g = scored(units, watched=watch)
        g.turn = turn
        indicate(g)
        return g.points[SOVIET]

    assert points({"0405": "Gar-W"}) == 1
    assert points({"0405": "743"}) == 1  # half a regimental equivalent
    assert points({"0406": "35/4"}) == 0
    assert points({}, turn=1) == 0


@pytest.mark.rule("battles", "4.0")
def test_losses_score_when_they_happen_by_type_and_a_replaced_hq_again() -> None:
    g = scored({"0505": "35/4 12/4", "0605": "HQ-39PzK 743"}, losses={"axis": {"armour": 2, "hq": 3, "mechanised": 1}})
    for name in ("35/4", "HQ-39PzK", "743"):
        g.eliminate(unit(g, name), "12.5a")
    assert g.points == {AXIS: 0, SOVIET: 5}
    assert net(g) == -5


@pytest.mark.rule("battles", "6.0i")
def test_a_formation_that_lost_its_core_scores_once() -> None:
    ruin = [{"side": "soviet", "formations": "4 19", "points": 3, "types": "armour", "besides": 1}]
    g = scored({"0505": "35/4 12/4 33/4", "0605": "27/19"}, ruins=ruin)
    g.take_off(unit(g, "35/4"), DEAD)
    indicate(g)
    assert g.points[SOVIET] == 0  # one regiment more must go
    g.take_off(unit(g, "12/4"), DEAD)
    indicate(g)
    indicate(g)
    assert g.points[SOVIET] == 3
    g.take_off(unit(g, "27/19"), LEFT)  # saved, not lost
    indicate(g)
    assert g.points[SOVIET] == 3


@pytest.mark.rule("battles", "4.0")
def test_a_bridgehead_counts_its_hexes_up_to_a_limit() -> None:
    head = [{"side": "axis", "area": "bank", "points": 1, "most": 2, "supplied": True}]
    assert tally(scored({"0505": "35/4"}, bridgehead=head))[0][AXIS] == 1
    many = {"0505": "35/4", "0506": "12/4", "0507": "33/4"}
    assert tally(scored(many, bridgehead=head))[0][AXIS] == 2
    named = tally(scored(many, bridgehead=head, objectives={"0505": 4, "0506": 4}))[0][AXIS]
    assert named == 9  # the two objectives are not counted again


@pytest.mark.rule("battles", "4.0", "U3")
def test_divisions_that_got_away_count_off_the_map_or_in_supply_in_an_area() -> None:
    escape = [{"side": "soviet", "colours": "8GA", "points": 2, "area": "bank"}]
    units = {"0505": "35GRD", "0506": "HQ-8GA", "0905": "47GRD", "0507": "Pon8G"}
    g = scored(units, escape=escape)
    assert tally(g)[0][SOVIET] == 2  # 35GRD; an HQ and pontoons are no divisions
    g.withdraw(unit(g, "47GRD"), LEFT)
    assert tally(g)[0][SOVIET] == 4


@pytest.mark.rule("battles", "6.0i", "4.0")
def test_a_sudden_victory_needs_a_supplied_combat_unit_in_the_hex() -> None:
    sudden = [{"side": "axis", "hexes": "0905", "title": "Axis decisive victory"}]
    g = scored({"0905": "35/4"}, sudden=sudden)
    m = March(g).play("end")
    assert (m.g.phase, judge(g).winner, judge(g).level) == ("over", AXIS, "Axis decisive victory")
    assert judge(g).why == "Axis units in supply stand in 0905: that ends the game."
    hq = March(scored({"0905": "HQ-39PzK"}, sudden=sudden)).play("end")
    assert hq.g.phase == "weather"
    pocket = {"0907": "35/4", "0906": "50/3TC", "1007": "51/3TC", "0908": "103/3TC", "0807": "57/3TC", "0806": "86G"}
    lean = March(scored(pocket, sudden=[{**sudden[0], "hexes": "0907"}])).play("end")
    assert lean.g.phase == "weather"


@pytest.mark.rule("battles", "4.0", "6.0i")
def test_levels_go_by_net_points() -> None:
    levels = [
        {"title": "Axis victory", "winner": "axis", "least": 3},
        {"title": "Draw", "winner": "", "least": 1},
        {"title": "Soviet victory", "winner": "soviet"},
    ]
    g = scored({}, levels=levels)
    for axis, soviet, winner in ((5, 2, AXIS), (5, 3, ""), (5, 5, SOVIET)):
        g.points = {AXIS: axis, SOVIET: soviet}
        result = judge(g)
        assert (result.winner, result.points) == (winner, {AXIS: axis, SOVIET: soviet})
