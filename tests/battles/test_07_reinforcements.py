"""7, 14.0f: reinforcements at locations and from off the map, blocked entries, railroads, replaced HQs, withdrawals."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.events import Scored
from grognard.games.battles.movement import begin_movement
from grognard.games.battles.position import AXIS, DEAD, DUE, LEFT, SOVIET, Position
from grognard.games.battles.reinforcements import begin_reinforcement, entry_hexes
from grognard.games.battles.rules import Rules
from tests.battles.field import PLAN, at, field, ground, unit
from tests.battles.march import March, refused

EDGE = {"turn": 2, "units": "35/4 12/4 21/17", "at": "0104 0105 0106"}
TOWN = {"turn": 2, "units": "76RD 60RD 175RD", "at": "0905", "location": True}


def due(
    *arrivals: dict[str, Any], units: dict[str, str] | None = None, phase: str = "axis-movement", **more: Any
) -> March:
    """A phase in which the units of these arrivals wait."""
    plan = {"arrivals": list(arrivals), **more.pop("plan", {})}
    rules: Rules = ground(plan=plan, **more.pop("map", {}))
    g = field(units or {}, phase, rules=rules, **more)
    for number, arrival in enumerate(arrivals):
        for name in str(arrival["units"]).split():
            g.at[unit(g, name)] = DUE
            g.due[unit(g, name)] = (int(str(arrival["turn"])), number)
    if phase.endswith("movement"):
        begin_movement(g, g.side)
    return March(g)


# --- from off the map -------------------------------------------------------------------------------------------------


@pytest.mark.rule("battles", "7.0a", "6.0e")
def test_units_from_off_the_map_pay_for_their_first_hex() -> None:
    m = due(EDGE, map={"woods": "0105", "road": "0106 0206"})
    m.play("enter 35/4 0105", "enter 12/4 0104")
    assert (m.points("35/4"), m.points("12/4")) == (6, 7)
    assert m.hexes("35/4")


@pytest.mark.rule("battles", "7.0a", "7.0b")
def test_they_come_when_they_are_due_or_later_and_only_where_the_schedule_says() -> None:
    early = due({**EDGE, "turn": 3})
    refused(early, "enter 35/4 0105", "7.0a")
    m = due(EDGE)
    refused(m, "enter 35/4 0107", "7.0b")
    refused(m, "enter 33/4 0105", "7.0a")
    later = due(EDGE, turn=4)
    assert later.offered("enter") == {"35/4", "12/4", "21/17"}
    assert later.offered("enter 35/4") >= {"0104", "0105", "0106"}


@pytest.mark.rule("battles", "7.0a", "10.3h")
def test_units_that_come_in_together_are_one_company() -> None:
    m = due(EDGE)
    m.play("enter 35/4 12/4 0105", "enter 21/17 0105")
    company = [m.g.company[unit(m.g, name)] for name in ("35/4", "12/4", "21/17")]
    assert company[0] == company[1] != company[2]


@pytest.mark.rule("battles", "7.0e", "10.1f")
def test_the_allowance_is_whole_whatever_the_supply() -> None:
    m = due(EDGE, units={"0205": "50/3TC", "0203": "51/3TC", "0207": "103/3TC"})  # cut off from any source but the edge
    m.play("enter 21/17 0104")
    assert m.points("21/17") == 4


@pytest.mark.rule("battles", "7.0g", "11.1b")
def test_an_entry_hex_may_be_overstacked_until_the_phase_ends() -> None:
    m = due(EDGE, units={"0105": "27/19 73/19 74/19 KG211"})
    m.play("enter 35/4 12/4 0105", "end")
    assert m.asked == ("axis", "overstack")


@pytest.mark.rule("battles", "7.0c", "G63")
def test_an_edge_is_shut_only_if_every_hex_of_it_is_occupied_and_a_zone_shuts_nothing() -> None:
    m = due(EDGE, units={"0104": "50/3TC", "0105": "51/3TC"})
    assert m.offered("enter 35/4") - {"12/4", "21/17"} == {"0106"}  # in the zone of 0105
    refused(m, "enter 35/4 0104", "7.0c")
    shut = due(EDGE, units={"0104": "50/3TC", "0105": "51/3TC", "0106": "103/3TC"})
    refused(shut, "enter 35/4 0106", "7.0c")


@pytest.mark.rule("battles", "7.0c", "G63")
def test_whoever_was_shut_out_enters_next_turn_by_the_nearest_hexes_of_a_friendly_edge() -> None:
    m = due(EDGE, units={"0104": "50/3TC", "0105": "51/3TC", "0106": "103/3TC", "0808": "33/4"})
    assert not m.g.blocked
    m.play("end")
    g = m.g
    assert set(g.names(g.blocked)) == {"35/4", "12/4", "21/17"}
    assert set(g.in_hexes(entry_hexes(g, unit(g, "35/4")))) == {"0103", "0107"}
    g.thaw()
    g.take_off(unit(g, "51/3TC"), DEAD)
    assert set(g.in_hexes(entry_hexes(g, unit(g, "35/4")))) == {"0105"}  # the schedule's own again


# --- 7.0f by railroad -------------------------------------------------------------------------------------------------

LINE = "0105 0205 0305 0405 0505 0605 0705 0805 0905 1005"


@pytest.mark.rule("battles", "7.0f", "G64")
@pytest.mark.example("battles", "7b")
def test_example_7b_all_may_enter_by_railroad_at_half_a_point_a_hex() -> None:
    soviet = {"turn": 2, "units": "76RD 60RD 175RD", "at": "1305"}
    m = due(soviet, phase="soviet-movement", map={"rail": "1305 1205 1105 1005 0905 0805", "major": "1205/nw 1205/sw"})
    m.play("enter 76RD 60RD 175RD 1305")
    assert m.points("76RD") == 4.5
    m.play("move 76RD 60RD 175RD 0805")  # five hexes, over the river too
    assert m.points("76RD") == 2


@pytest.mark.rule("battles", "7.0f", "7.0h")
@pytest.mark.example("battles", "7c", "tec.railroad")
def test_once_off_the_line_the_chart_counts_even_on_railroad_hexes() -> None:
    m = due(EDGE, map={"rail": LINE, "woods": LINE})
    m.play("enter 35/4 0105")
    assert m.points("35/4") == 7.5
    m.play("move 35/4 0405")
    assert m.points("35/4") == 6
    m.play("move 35/4 0404", "move 35/4 0405")
    assert m.points("35/4") == 3  # 1 for the clear hex, 2 for the woods it comes back to from the side
    m.play("move 35/4 0505")
    assert m.points("35/4") == 2  # along the railroad at 1
    on_foot = due(EDGE, map={"rail": "0205 0305 0405"}).play("enter 35/4 0105", "move 35/4 0205", "move 35/4 0305")
    assert on_foot.points("35/4") == 5  # 1 to enter, 1, and 1 along a line it did not arrive on


@pytest.mark.rule("battles", "7.0f")
def test_one_move_may_ride_and_then_walk() -> None:
    m = due(EDGE, map={"rail": LINE, "rough": "0404"})
    m.play("enter 35/4 0105", "move 35/4 0406")
    assert m.points("35/4") == 8 - 0.5 - 1.5 - 1


@pytest.mark.rule("battles", "7.0f", "10.1a")
def test_who_arrives_by_railroad_may_walk_where_the_line_goes_a_long_way_round() -> None:
    bend = {"rail": "0105 0205 0305 0405 0505 0506 0507 0407 0307 0207 0208"}
    m = due(EDGE, map=bend).play("enter 35/4 0105", "move 35/4 0207")
    assert m.points("35/4") == 8 - 0.5 - 0.5 - 2  # off the train in 0205; nine hexes of line would be 4.5
    ridden = due(EDGE, map=bend).play("enter 35/4 0105", "move 35/4 0507")
    assert ridden.points("35/4") == 8 - 0.5 - 3
    longer = {"rail": f"{bend['rail']} 0209 0210 0211"}
    tail = due(EDGE, map=longer)
    assert tail.play("enter 35/4 0105", "move 35/4 0207").points("35/4") == 8 - 0.5 - 0.5 - 2  # passed by train or not
    assert due(EDGE, map=longer).play("enter 35/4 0105", "move 35/4 0211").points("35/4") == 8 - 0.5 - 6.5
    infantry = due(EDGE, map=bend).play("enter 21/17 0105")
    assert infantry.points("21/17") == 4.5
    assert "0209" in infantry.hexes("21/17")  # 0.5 by train to 0205, and four hexes on foot


@pytest.mark.rule("battles", "7.0f", "10.4a", "10.4c", "G63", "G64")
def test_a_train_takes_units_placed_in_an_enemy_zone_out_of_it() -> None:
    there = {**TOWN, "units": "21/17", "at": "0105"}
    m = due(there, units={"0104": "50/3TC"}, phase="axis-reinforcement", map={"rail": LINE})
    m.play("place 21/17 0105").end("axis-reinforcement", "axis-supply")
    assert m.points("21/17") == 5
    assert {"0605", "0705", "0306"} <= m.hexes("21/17")  # 2 to disengage and half a point a hex; or on foot from 0205
    assert "0807" not in m.hexes("21/17")
    m.play("move 21/17 0605")
    assert m.points("21/17") == 5 - 2 - 2.5
    m.play("move 21/17 0705")
    assert m.points("21/17") == 0


@pytest.mark.rule("battles", "7.0f", "10.3a")
def test_an_overrun_along_the_line_is_paid_at_its_rate() -> None:
    m = due(EDGE, units={"0405": "HQ-2TA", "0205": "HQ-39PzK"}, attack="HQ-39PzK", map={"rail": LINE}, dice=(6,))
    m.play("enter 35/4 0105", "move 35/4 0305", "overrun 0405 35/4 go")
    assert (m.where("35/4"), m.points("35/4")) == ("0405", 8 - 1.5 - 2.5)


@pytest.mark.rule("battles", "7.0f", "7.0h")
def test_the_railroad_rate_is_for_the_turn_of_arrival_only() -> None:
    m = due(EDGE, map={"rail": LINE}).play("enter 35/4 0105")
    g = m.g
    g.thaw()
    g.flags = [0] * len(g.flags)
    begin_movement(g, AXIS)
    later = March(g).play("move 35/4 0205")
    assert later.points("35/4") == 7


@pytest.mark.rule("battles", "7.0f", "10.1e", "G64")
def test_a_train_may_not_cross_a_major_river_into_the_zone_of_a_unit_beside_it() -> None:
    river = " ".join(f"05{row:02}/{side}" for row in range(2, 12) for side in ("ne", "se"))
    line = {"rail": LINE, "major": river}
    m = due(EDGE, units={"0604": "50/3TC"}, map=line).play("enter 35/4 0105", "move 35/4 0505")
    assert "0605" not in m.hexes("35/4")
    open = due(EDGE, units={"0705": "50/3TC"}, map=line).play("enter 35/4 0105", "move 35/4 0505")
    assert open.play("move 35/4 0605").points("35/4") == 5  # an enemy away from the river does not guard it


@pytest.mark.rule("battles", "7.0f", "10.3i")
def test_an_overrun_off_the_line_leaves_it() -> None:
    bend = {"rail": "0105 0205 0305 0404 0405 0306 0307"}
    m = due(EDGE, units={"0306": "HQ-2TA", "0205": "HQ-39PzK"}, attack="HQ-39PzK", map=bend, dice=(6,))
    m.play("enter 35/4 0105", "move 35/4 0305", "overrun 0306 35/4 go")
    assert (m.where("35/4"), m.points("35/4")) == ("0306", 8 - 1.5 - 3)
    m.play("move 35/4 0307")
    assert m.points("35/4") == 8 - 1.5 - 3 - 1  # along the railroad again, by the chart


# --- at a location ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("battles", "7.0a", "7.0g", "6.0c", "11.1a")
@pytest.mark.example("battles", "7a")
def test_example_7a_three_divisions_at_a_town_of_which_one_must_move_on() -> None:
    m = due(TOWN, phase="soviet-reinforcement", units={"1105": "HQ-47A"})
    m.play("place 76RD 0905", "place 60RD 0905", "place 175RD 0905")
    assert [m.where(name) for name in ("76RD", "60RD", "175RD")] == ["0905"] * 3
    m.play("end", "end")
    assert m.g.phase == "soviet-movement"
    assert m.points("76RD") == 5  # placement costs nothing
    m.play("end")
    assert m.asked == ("soviet", "overstack")


@pytest.mark.rule("battles", "7.0e", "8.2a")
def test_units_placed_have_their_whole_allowance_though_they_are_out_of_supply() -> None:
    m = due(TOWN, phase="soviet-reinforcement", units={"0305": "47GRD"})  # no HQ anywhere
    m.play("place 76RD 0905", "end", "end")
    assert (m.points("76RD"), m.points("47GRD")) == (5, 3)


@pytest.mark.rule("battles", "7.0a", "7.0b")
def test_location_and_edge_are_not_mixed_up() -> None:
    m = due(TOWN, phase="soviet-reinforcement")
    refused(m, "place 76RD 0906", "7.0b")
    off = due({**EDGE, "at": "west"}, phase="axis-reinforcement")
    refused(off, "place 35/4 0105", "7.0a")
    walking = due(TOWN, phase="soviet-movement")
    refused(walking, "enter 76RD 0905", "7.0a")


@pytest.mark.rule("battles", "7.0c", "G63")
def test_a_location_in_enemy_hands_delays_and_then_the_nearest_open_railroad_hex_serves() -> None:
    rail = "0905 1005 1105 1205 1305"
    m = due(TOWN, phase="soviet-reinforcement", units={"0905": "35/4"}, map={"rail": rail})
    refused(m, "place 76RD 0905", "7.0c")
    m.play("end")
    g = m.g
    assert unit(g, "76RD") in g.blocked
    assert set(g.in_hexes(entry_hexes(g, unit(g, "76RD")))) == {"1005"}
    g.thaw()
    g.enter(unit(g, "12/4"), at(g, "1105"))  # the line to the edge is cut at 1105
    assert set(g.in_hexes(entry_hexes(g, unit(g, "76RD")))) == {"1205"}
    g.take_off(unit(g, "35/4"), DEAD)
    assert set(g.in_hexes(entry_hexes(g, unit(g, "76RD")))) == {"0905"}


@pytest.mark.rule("battles", "7.0c", "20.0a")
def test_a_railroad_bridge_that_has_been_blown_ends_the_line_to_the_edge() -> None:
    m = due(TOWN, phase="soviet-reinforcement", units={"0905": "35/4"}, map={"rail": "0905 1005 1105 1205 1305"})
    m.play("end")
    g = m.g
    g.thaw()
    near, far = at(g, "1005"), at(g, "1105")
    g.blown |= {(near, far), (far, near)}
    assert set(g.in_hexes(entry_hexes(g, unit(g, "76RD")))) == {"1105"}


@pytest.mark.rule("battles", "S1")
def test_an_area_of_several_hexes_some_of_them_closed_from_a_turn_on() -> None:
    warsaw = {**TOWN, "at": "0905 0906", "closed": {"0906": 3}}
    assert due(warsaw, phase="soviet-reinforcement").offered("place 76RD") == {"0905", "0906"}
    assert due(warsaw, phase="soviet-reinforcement", turn=3).offered("place 76RD") == {"0905"}


@pytest.mark.rule("battles", "U5")
def test_a_unit_straight_from_the_train_moves_only_if_an_enemy_is_near() -> None:
    town = {**TOWN, "alarm": 4}
    m = due(town, phase="soviet-reinforcement", units={"0405": "35/4"}).play("place 76RD 0905", "end", "end")
    refused(m, "move 76RD 0805", "7.0e")
    near = due(town, phase="soviet-reinforcement", units={"0505": "35/4"}).play("place 76RD 0905", "end", "end")
    assert "0805" in near.hexes("76RD")


@pytest.mark.rule("battles", "7.0d", "16.0a")
def test_some_arrive_untried() -> None:
    m = due({**EDGE, "units": "70/73"})
    m.g.thaw()
    m.g.tried[unit(m.g, "70/73")] = False
    assert not March(m.g).play("enter 70/73 0105").g.tried[unit(m.g, "70/73")]


# --- 14.0f replaced HQs -----------------------------------------------------------------------------------------------


def fallen(hq: str, units: dict[str, str], **plan: Any) -> Position:
    """A position in which an HQ was destroyed, at the start of its owner's Reinforcement phase."""
    g = field({**units, "0505": hq}, "axis-reinforcement", rules=ground(plan=plan))
    g.face[unit(g, hq)] = 1
    g.eliminate(unit(g, hq), "12.5a")
    begin_reinforcement(g, AXIS)
    return g


@pytest.mark.rule("battles", "14.0f", "15.0d", "G51", "6.0c")
def test_a_destroyed_hq_comes_back_on_its_general_side_without_its_leader() -> None:
    g = fallen("HQ-39PzK", {})
    m = March(g)
    assert m.offered("place HQ-39PzK") >= {"0101", "0111"}
    m.play("place HQ-39PzK 0105")
    assert (m.where("HQ-39PzK"), g.face[unit(g, "HQ-39PzK")]) == ("0105", 0)
    assert "Saucken" in g.dead_leaders


@pytest.mark.rule("battles", "U6", "14.0f")
def test_some_hqs_come_back_only_while_a_unit_of_theirs_is_in_supply() -> None:
    command = {**PLAN["axis"]["command"], "not_replaced": "39PzK"}
    plan = {"axis": {**PLAN["axis"], "command": command}}
    hq = "HQ-39PzK"
    supplied = fallen(hq, {"0405": "35/4"}, **plan)
    assert supplied.at[unit(supplied, hq)] == DUE
    nobody = fallen(hq, {"0405": "21/17"}, **plan)  # of another colour
    assert nobody.at[unit(nobody, hq)] == DEAD
    pocket = {"0907": "35/4", "0906": "50/3TC", "1007": "51/3TC", "0908": "103/3TC", "0807": "57/3TC"}
    lean = fallen(hq, pocket, **plan)
    assert lean.at[unit(lean, hq)] == DEAD


# --- withdrawals ------------------------------------------------------------------------------------------------------

MOVES_ON = {"withdrawals": [{"id": "S6", "side": "axis", "turn": 2, "formation": "4", "points": 4}]}


@pytest.mark.rule("battles", "S6")
def test_a_formation_that_must_go_goes_as_a_whole() -> None:
    g = field({"0505": "35/4", "0605": "12/4 21/17"}, "axis-reinforcement", rules=ground(plan=MOVES_ON))
    m = March(g)
    (name,) = m.offered("withdraw")
    m.play(f"withdraw {name}", "end")
    assert [g.at[unit(g, n)] for n in ("35/4", "12/4")] == [LEFT, LEFT]
    assert m.where("21/17") == "0605"
    assert g.points == {AXIS: 0, SOVIET: 0}


@pytest.mark.rule("battles", "S6")
def test_or_the_enemy_scores() -> None:
    g = field({"0505": "35/4"}, "axis-reinforcement", rules=ground(plan=MOVES_ON))
    m = March(g).play("end")
    assert g.points == {AXIS: 0, SOVIET: 4}
    assert [event.rule for event in m.all(Scored)] == ["S6"]
    other = field({"0505": "35/4"}, "axis-reinforcement", rules=ground(plan=MOVES_ON), turn=3)
    refused(March(other), "withdraw 35/4", "6.0c")
    gone = field({"0505": "21/17"}, "axis-reinforcement", rules=ground(plan=MOVES_ON))
    March(gone).play("end")
    assert gone.points == {AXIS: 0, SOVIET: 0}  # nobody is left to stay


@pytest.mark.rule("battles", "3.2e")
def test_optional_units_come_only_if_they_were_chosen_and_for_points() -> None:
    from grognard.dice import Dice
    from grognard.games.battles.rules import standard
    from grognard.games.battles.setup import start

    without, chosen = (start(standard("radzymin"), {"optional": choice}, Dice.seeded(1)) for choice in (False, True))
    assert unit(without, "507") not in without.due
    assert unit(chosen, "507") in chosen.due
    assert (without.points[SOVIET], chosen.points[SOVIET]) == (0, 3)
