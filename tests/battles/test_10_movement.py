"""10.1, 10.2, 10.5: movement points, roads and rivers, allowances by supply and phase, the minimum of one hex."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.games.battles import routes
from grognard.games.battles.position import ATTACK, AXIS, GENERAL, NONE
from grognard.games.battles.rules import Rules, battle
from tests.battles.field import at, field, ground, unit
from tests.battles.march import March, march, refused


def cost(rules: Rules, name: str, a: str, b: str, **facts: Any) -> float | None:
    """What a step costs a unit in movement points, None if it is impossible."""
    g = field({a: name}, f"{rules.side[rules.unit_by_id[name]]}-movement", rules=rules, **facts)
    half = routes.step_cost(g, unit(g, name), at(g, a), at(g, b))
    return None if half is None else half / 2


TANK, FOOT = "35/4", "21/17"


# --- 10.1a the chart --------------------------------------------------------------------------------------------------


@pytest.mark.rule("battles", "10.1a", "10.2c", "G2")
@pytest.mark.example("battles", "tec.clear", "tec.rough", "tec.swamp")
@pytest.mark.parametrize(
    ("terrain", "foot", "tank"),
    [("clear", 1, 1), ("woods", 1, 2), ("rough", 2, 4), ("swamp", 2, 4), ("mountain", 3, None), ("lake", None, None)],
)
def test_the_cost_of_terrain_by_class(terrain: str, foot: int | None, tank: int | None) -> None:
    features: dict[str, Any] = {terrain: "0605"}
    rules = ground(**features)
    assert (cost(rules, FOOT, "0505", "0605"), cost(rules, TANK, "0505", "0605")) == (foot, tank)


@pytest.mark.rule("battles", "10.1a", "G3")
@pytest.mark.example("battles", "tec.minor_river", "tec.major_river")
def test_rivers_cost_more_than_the_hex_behind_them() -> None:
    rules = ground(minor="0505/se", major="0505/s")
    assert (cost(rules, FOOT, "0505", "0605"), cost(rules, TANK, "0505", "0605")) == (2, 2)
    assert (cost(rules, FOOT, "0505", "0506"), cost(rules, TANK, "0505", "0506")) == (3, 4)


@pytest.mark.rule("battles", "10.2c", "G53", "S9", "U10")
def test_hqs_and_cavalry_pay_as_mechanised_units_and_the_horse_of_these_battles_as_infantry() -> None:
    assert all(battle("radzymin").pieces.types[kind].klass == "mechanised" for kind in ("hq", "cavalry"))
    rules = ground(rough="0605", road="0505 0506")
    assert (cost(rules, "HQ-39PzK", "0505", "0605"), cost(rules, "1Hus", "0505", "0605")) == (4, 2)
    assert (cost(rules, "HQ-39PzK", "0505", "0506"), cost(rules, "1Hus", "0505", "0506")) == (0.5, 1)


@pytest.mark.rule("battles", "10.1a")
def test_a_city_costs_one_point_whatever_it_is_built_on() -> None:
    rules = ground(rough="0605", city="0605")
    assert (cost(rules, FOOT, "0505", "0605"), cost(rules, TANK, "0505", "0605")) == (1, 1)


@pytest.mark.rule("battles", "10.1i", "7.0h")
@pytest.mark.example("battles", "tec.railroad")
def test_roads_and_railroads_have_rates_of_their_own_from_hex_to_hex() -> None:
    rules = ground(rough="0605 0606", road="0505 0605", rail="0505 0506 0606", minor="0505/se")
    assert (cost(rules, FOOT, "0505", "0605"), cost(rules, TANK, "0505", "0605")) == (1, 0.5)  # over the stream too
    assert (cost(rules, FOOT, "0506", "0606"), cost(rules, TANK, "0506", "0606")) == (1, 1)
    assert cost(rules, TANK, "0604", "0605") == 4  # into a road hex, but not along the road


@pytest.mark.rule("battles", "10.1i", "20.0e")
def test_a_crossing_of_a_major_river_costs_a_point_and_is_lost_when_blown() -> None:
    rules = ground(major="0505/se", road="0505 0605")
    assert (cost(rules, FOOT, "0505", "0605"), cost(rules, TANK, "0505", "0605")) == (2, 1.5)
    blown = field({}, rules=rules)
    pair = (at(blown, "0505"), at(blown, "0605"))
    facts = {"blown": frozenset((pair, pair[::-1]))}
    assert (cost(rules, FOOT, "0505", "0605", **facts), cost(rules, TANK, "0505", "0605", **facts)) == (3, 4)


@pytest.mark.rule("battles", "13.0e", "G58")
@pytest.mark.example("battles", "tec.interdiction")
def test_interdiction_adds_two_points_to_any_rate_for_either_side() -> None:
    rules = ground(road="0505 0605")
    for name, plain in ((TANK, 0.5), (FOOT, 1), ("50/3TC", 0.5)):
        marked = {"interdicted": {at(field({}, rules=rules), "0605"): AXIS}}
        assert cost(rules, name, "0505", "0605", **marked) == plain + 2


# --- 10.1 restrictions ------------------------------------------------------------------------------------------------


@pytest.mark.rule("battles", "10.0", "10.1c")
def test_only_units_of_the_phasing_side_move_and_only_in_their_movement_phases() -> None:
    m = march({"0505": "35/4", "0909": "50/3TC"})
    refused(m, "move 50/3TC 0908", "10.0")
    refused(March(field({"0505": "35/4"}, "axis-combat")), "move 35/4 0506", "10.0")


@pytest.mark.rule("battles", "10.1b")
def test_a_hex_with_an_enemy_is_never_entered() -> None:
    m = march({"0505": "35/4", "0705": "HQ-2TA"})
    assert "0705" not in m.hexes("35/4")
    refused(m, "move 35/4 0705", "10.1b")


@pytest.mark.rule("battles", "10.1f", "10.0")
def test_points_are_spent_in_as_many_moves_as_one_likes_and_not_saved() -> None:
    m = march({"0505": "21/17", "0909": "55/17"})
    m.play("move 21/17 0507", "move 55/17 0908", "move 21/17 0508")
    assert m.points("21/17") == 2
    refused(m, "move 21/17 0511", "10.1f")
    m.play("move 21/17 0510")
    refused(m, "move 21/17 0511", "10.1f")
    again = march({"0505": "21/17"})
    assert again.points("21/17") == 5


@pytest.mark.rule("battles", "8.2a", "8.3a", "8.4a", "10.1g", "10.2b", "6.0e", "6.0g")
@pytest.mark.parametrize(
    ("name", "attack", "general", "lean"),
    [("35/4", 4, 2, 4), ("50/3TC", 4, 2, 4), ("Pon8G", 0, 0, 3), ("1Hus", 4, 2, 4), ("21/17", 0, 0, 3)],
)
def test_allowances_by_supply_and_phase(name: str, attack: int, general: int, lean: int) -> None:
    side = field({}).rules.side[field({}).rules.unit_by_id[name]]
    printed = field({}).rules.units[field({}).rules.unit_by_id[name]].steps[0].movement

    def allowed(phase: str, level: int) -> float:
        return march({"0505": name}, f"{side}-{phase}", level=level).points(name)

    assert [allowed("movement", level) for level in (ATTACK, GENERAL, NONE)] == [printed, printed, lean]
    assert [allowed("mechanised", level) for level in (ATTACK, GENERAL, NONE)] == [attack, general, 0]


@pytest.mark.rule("battles", "10.2a", "10.2b", "14.0b", "3.2h", "G52", "G80", "6.0g")
def test_who_moves_in_the_mechanised_phase() -> None:
    m = march({"0505": "35/4 21/17 HQ-39PzK"}, "axis-mechanised")
    assert m.offered("move") == {"35/4", "HQ-39PzK"}
    refused(m, "move 21/17 0506", "10.2a")
    attack = march({"0505": "35/4 HQ-39PzK"}, "axis-mechanised", level=ATTACK)
    refused(attack, "move HQ-39PzK 0506", "14.0b")
    face = march({"0505": "35/4 HQ-39PzK"}, "axis-mechanised", attack="HQ-39PzK")  # cut off in a fortress: General
    refused(face, "move HQ-39PzK 0506", "14.0b")
    lean = march({"0505": "35/4 HQ-39PzK"}, "axis-mechanised", level=NONE)
    refused(lean, "move HQ-39PzK 0506", "10.2b")
    refused(lean, "move 35/4 0506", "10.2b")


@pytest.mark.rule("battles", "6.0e", "10.1g")
def test_every_hq_moves_in_the_initial_phase_at_half_when_out_of_supply() -> None:
    assert march({"0505": "HQ-39PzK"}, level=ATTACK).points("HQ-39PzK") == 8
    assert march({"0505": "HQ-39PzK"}, level=NONE).points("HQ-39PzK") == 4


@pytest.mark.rule("battles", "10.1h", "17.0", "G6")
def test_weather_changes_the_printed_allowance_before_it_is_halved_and_the_road_rate() -> None:
    states = {"mud": {"allowance": {"mechanised": -3, "infantry": -1}, "road": {"mechanised": 1}}}
    rules = ground(road="0505 0605", plan={"weather_states": states})
    m = march({"0505": "35/4 21/17"}, rules=rules, weather="mud")
    assert (m.points("35/4"), m.points("21/17")) == (5, 4)
    assert march({"0505": "35/4"}, "axis-mechanised", rules=rules, weather="mud", level=ATTACK).points("35/4") == 3
    assert cost(rules, TANK, "0505", "0605", weather="mud") == 1


@pytest.mark.rule("battles", "10.1j", "G28")
def test_a_fresh_unit_can_always_move_one_hex() -> None:
    rules = ground(rough="0605", major="0505/se")
    m = march({"0505": "35/4"}, "axis-mechanised", rules=rules)  # two points, and the hex costs seven
    m.play("move 35/4 0605")
    assert (m.where("35/4"), m.points("35/4")) == ("0605", 0)
    moved = march({"0504": "35/4"}, "axis-mechanised", rules=rules).play("move 35/4 0505")
    refused(moved, "move 35/4 0605", "10.1f")  # it has moved


@pytest.mark.rule("battles", "10.1j", "10.1a")
def test_the_minimum_opens_no_prohibited_terrain() -> None:
    rules = ground(mountain="0605", lake="0604")
    m = march({"0505": "35/4"}, "axis-mechanised", rules=rules)
    assert not m.hexes("35/4") & {"0605", "0604"}


@pytest.mark.rule("battles", "10.5")
def test_units_without_an_allowance_never_move() -> None:
    m = march({"0505": "Gar-W 35/4"})
    refused(m, "move Gar-W 0506", "10.5")


@pytest.mark.rule("battles", "10.1f")
def test_units_of_several_classes_go_together_as_far_as_all_can_pay() -> None:
    rules = ground(woods="0506 0507 0508 0406 0405 0407 0605 0606 0607")
    m = march({"0505": "35/4 21/17"}, rules=rules)
    assert "0507" in m.hexes("35/4 21/17")
    assert "0508" not in m.hexes("35/4 21/17")  # six points for the tanks, and the slowest have five
    m.play("move 35/4 21/17 0507")
    assert (m.points("35/4"), m.points("21/17")) == (4, 3)  # each pays by its own class


# --- 10.1e crossing into a zone ---------------------------------------------------------------------------------------

RIVER = " ".join(f"05{row:02}/{d}" for row in range(1, 12) for d in ("ne", "se") if (row, d) != (1, "ne"))


@pytest.mark.rule("battles", "10.1e", "G62")
@pytest.mark.example("battles", "10.1e")
def test_example_10_1e_a_friend_in_the_hex_or_an_enemy_off_the_river() -> None:
    rules = ground(major=RIVER)
    phase: dict[str, Any] = {
        "phase": "axis-mechanised",
        "level": ATTACK,
        "rules": rules,
    }  # four points: over the river and no further
    off = march({"0505": "35/4", "0705": "50/3TC"}, **phase)  # 0604 and 0605 are in the zone of 0705, off the river
    assert {"0604", "0605"} <= off.hexes("35/4")
    on = march({"0505": "35/4", "0606": "50/3TC"}, **phase)  # 0606 lies on the river
    assert "0605" not in on.hexes("35/4")
    refused(on, "move 35/4 0605", "10.1e")
    friend = march({"0505": "35/4", "0605": "HQ-39PzK", "0606": "50/3TC"}, **phase)
    assert "0605" in friend.hexes("35/4")


@pytest.mark.rule("battles", "10.1e")
def test_one_enemy_on_the_river_is_enough_to_bar_it_and_a_road_bridge_does_not_help() -> None:
    rules = ground(major=RIVER, road="0505 0605")
    units = {"0505": "35/4", "0705": "50/3TC", "0606": "51/3TC"}
    m = march(units, "axis-mechanised", rules=rules, level=ATTACK)
    assert "0605" not in m.hexes("35/4")
    assert "0604" in m.hexes("35/4")  # only the unit off the river reaches it


# --- rules of scenarios -----------------------------------------------------------------------------------------------


@pytest.mark.rule("battles", "S2")
def test_dear_hexes_cost_their_side_more_from_a_turn_on_and_have_no_road_rate() -> None:
    plan = {"surcharges": [{"id": "S2", "side": "axis", "hexes": "0605", "points": 2, "since": 3}]}
    rules = ground(road="0505 0605", plan=plan)
    assert cost(rules, TANK, "0505", "0605", turn=2) == 0.5
    assert cost(rules, TANK, "0505", "0605", turn=3) == 3
    assert cost(rules, "50/3TC", "0505", "0605", turn=3) == 0.5


@pytest.mark.rule("battles", "U1")
def test_orders_keep_units_near_a_hex() -> None:
    plan = {"orders": [{"id": "U1", "colours": "39PzK", "near": "0505", "turns": [2]}]}
    m = march({"0507": "35/4 21/17"}, rules=ground(plan=plan))
    far = m.g.rules.grid.distance
    assert all(far(at(m.g, hex), at(m.g, "0505")) <= 2 for hex in m.hexes("35/4"))
    assert "0503" in m.hexes("35/4")
    refused(m, "move 35/4 0508", "U1")
    assert "0508" in m.hexes("21/17")  # of another colour
    later = march({"0507": "35/4"}, rules=ground(plan=plan), turn=3)
    assert "0508" in later.hexes("35/4")


@pytest.mark.rule("battles", "S5", "U3")
def test_units_in_supply_leave_the_map_for_a_point_and_are_worth_some() -> None:
    plan = {
        "exits": [
            {"id": "S5", "side": "axis", "areas": "west", "turns": [2], "colours": "39PzK", "worth": {"armour": 1}}
        ]
    }
    rules = ground(plan=plan)
    units = {"0105": "35/4 12/4 21/17", "0205": "33/4"}
    m = march(units, rules=rules)
    refused(m, "exit 33/4", "S5")  # not on the edge
    refused(m, "exit 21/17", "S5")  # of another colour
    m.play("exit 35/4", "exit 12/4")
    assert (m.where("35/4"), m.g.points[AXIS]) == ("", 1)
    refused(march(units, rules=rules, turn=3), "exit 35/4", "10.1c")
    poor = march({"0105": "35/4", "0104": "50/3TC", "0205": "51/3TC"}, "axis-mechanised", rules=rules)
    refused(poor, "exit 35/4", "10.1f")  # two points, and it would have to disengage


@pytest.mark.rule("battles", "U3")
def test_a_unit_out_of_supply_may_not_leave() -> None:
    plan = {"exits": [{"id": "U3", "side": "soviet", "areas": "east"}]}
    m = march({"1305": "35GRD", "1303": "47GRD", "1304": "HQ-8GA"}, "soviet-movement", rules=ground(plan=plan))
    m.play("exit 47GRD")
    alone = march({"1305": "35GRD"}, "soviet-movement", rules=ground(plan=plan))
    refused(alone, "exit 35GRD", "U3")  # no HQ, no supply


@pytest.mark.rule("battles", "3.3a", "7.0h")
def test_an_armoured_train_keeps_to_its_own_railroad() -> None:
    rules = ground(rail="0505 0605 0705 0805 0905")
    m = march({"0505": "PzZ75"}, rules=rules)
    assert m.hexes("PzZ75") == {"0605"}  # from 0705 on the line is in enemy hands on this field
    m.g.thaw()
    m.g.axis_held |= 1 << at(m.g, "0705") | 1 << at(m.g, "0805")
    m.g.freeze()
    assert March(m.g).hexes("PzZ75") == {"0605", "0705", "0805"}
    refused(March(m.g), "move PzZ75 0905", "7.0h")
    assert march({"0505": "PzZ75"}, "axis-mechanised", rules=rules).points("PzZ75") == 2
