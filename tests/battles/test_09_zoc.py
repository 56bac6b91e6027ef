"""9 Zones of control: who has one, how far it reaches, and what it does to movement."""

from __future__ import annotations

import pytest

from grognard.games.battles.position import AXIS, NONE, SOVIET, Position
from tests.battles.field import at, field, ground, unit
from tests.battles.march import march, refused


def zone(g: Position, side: str) -> set[str]:
    """The hexes of a side's zone of control."""
    return set(g.in_hexes(g.zoc(side)))


@pytest.mark.rule("battles", "9.0p", "9.0a", "9.0b", "9.0d", "9.0a")
@pytest.mark.example("battles", "9.0a", "tec.rough")
def test_example_9_0a_clear_swamp_rough_and_woods_but_no_city_and_not_over_a_major_river() -> None:
    rules = ground(swamp="0604", rough="0605", woods="0506", city="0404", major="0505/sw")
    g = field({"0505": "35/4"}, rules=rules)
    assert zone(g, AXIS) == {"0504", "0604", "0605", "0506"}  # not 0405 over the river, not the city 0404


@pytest.mark.rule("battles", "9.0a", "G45")
def test_a_zone_crosses_minor_rivers_but_neither_sea_nor_a_bridged_major_river() -> None:
    rules = ground(minor="0505/n", sea_sides="0505/ne", major="0505/se", road="0505 0605")
    g = field({"0505": "35/4"}, rules=rules)
    assert zone(g, AXIS) == {"0504", "0506", "0405", "0404"}


@pytest.mark.rule("battles", "9.0b", "G45")
def test_a_zone_extends_out_of_a_city_and_into_a_fortress_outside_cities() -> None:
    rules = ground(city="0505", plan={"fortresses": [{"hex": "0605", "side": "soviet"}]})
    assert zone(field({"0505": "35/4"}, rules=rules), AXIS) == {"0504", "0604", "0605", "0506", "0405", "0404"}


@pytest.mark.rule("battles", "9.0p", "3.2j", "G43")
def test_units_without_an_attack_strength_have_no_zone_and_untried_ones_have() -> None:
    assert zone(field({"0505": "10Flak"}), AXIS) == set()
    assert zone(field({"0505": "HQ-39PzK"}), AXIS) == set()
    garrison = field({"0505": "Gar-W"})
    assert zone(garrison, AXIS)
    garrison.level[unit(garrison, "Gar-W")] = 1  # 0-2-0
    assert zone(garrison, AXIS) == set()
    assert zone(field({"0505": "70/73"}, untried="70/73"), AXIS)


@pytest.mark.rule("battles", "9.0c", "9.0h")
def test_zones_do_not_add_up_and_do_not_bind_their_own_side() -> None:
    m = march({"0303": "21/17", "0505": "50/3TC", "0506": "51/3TC", "0705": "35/4"})
    m.play("move 21/17 0405")  # in two zones, at the usual price
    assert m.points("21/17") == 2
    friends = march({"0505": "21/17", "0605": "55/17"})
    assert "0705" in friends.hexes("21/17")  # past a friend's zone


@pytest.mark.rule("battles", "9.0e", "9.0f", "10.1d")
def test_a_unit_stops_when_it_enters_an_enemy_zone_at_no_extra_cost() -> None:
    m = march({"0503": "35/4", "0605": "50/3TC"})
    m.play("move 35/4 0505")
    assert m.points("35/4") == 6
    refused(m, "move 35/4 0405", "10.1d")
    past = march({"0304": "21/17", "0504": "50/3TC"}, rules=ground(lake="0402 0405 0406 0302 0306"))
    refused(past, "move 21/17 0604", "10.1d")  # the only ways lead through 0403 and 0404, both in the zone


@pytest.mark.rule("battles", "9.0q", "9.0i")
def test_a_friend_in_the_hex_does_not_free_it_for_movement() -> None:
    m = march({"0503": "35/4", "0505": "21/17", "0605": "50/3TC"})
    m.play("move 35/4 0505")
    refused(m, "move 35/4 0405", "10.1d")
    assert m.g.negated(AXIS) >> at(m.g, "0505") & 1  # though it does so for supply and retreat


@pytest.mark.rule("battles", "9.0i", "G46")
def test_only_units_with_an_attack_strength_negate_a_zone() -> None:
    g = field({"0505": "HQ-39PzK 10Flak", "0606": "35/4"})
    assert g.negated(AXIS) == 1 << at(g, "0606")


@pytest.mark.rule("battles", "9.0g", "9.0j", "10.1d")
def test_a_unit_in_a_zone_leaves_it_only_into_a_free_hex() -> None:
    m = march({"0505": "21/17", "0605": "50/3TC"}, level=NONE)  # three points: one hex
    assert m.hexes("21/17") == {"0504", "0404", "0405"}
    refused(m, "move 21/17 0604", "10.4c")
    refused(m, "move 21/17 0506", "10.4c")


@pytest.mark.rule("battles", "9.0k", "17.0")
def test_weather_shortens_zones() -> None:
    rules = ground(
        minor="0505/n",
        woods="0604",
        plan={
            "weather_states": {
                "storm": {"zoc_rivers": False},
                "mud": {"zoc_shelter": "woods swamp"},
            }
        },
    )
    units = {"0505": "35/4", "1005": "21/17"}
    assert zone(field(units, rules=rules), AXIS) >= {"0504", "0604"}
    assert "0504" not in zone(field(units, rules=rules, weather="storm"), AXIS)
    assert "0604" not in zone(field(units, rules=rules, weather="mud"), AXIS)
    infantry = field({"0505": "21/17"}, rules=rules, weather="mud")
    assert "0604" in zone(infantry, AXIS)  # infantry is not bound to the roads


@pytest.mark.rule("battles", "9.0p")
def test_a_zone_goes_with_its_unit() -> None:
    g = field({"0505": "50/3TC"})
    assert "0504" in zone(g, SOVIET)
    g.enter(unit(g, "50/3TC"), at(g, "0909"))
    assert "0504" not in zone(g, SOVIET)
    assert "0908" in zone(g, SOVIET)
