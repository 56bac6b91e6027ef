"""8 Supply: lines, levels, sources, and how far each HQ serves."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.games.battles import supply
from grognard.games.battles.position import ATTACK, GENERAL, NONE, Position
from tests.battles.field import PLAN, at, field, ground, unit


def level(g: Position, name: str) -> int:
    """The supply of the unit of that name now."""
    return supply.level(g, unit(g, name))


def served(g: Position, hq: str, hex: str) -> bool:
    """Whether a line within the HQ's range leads from the hex to it."""
    return bool(supply.served_hexes(g, unit(g, hq)) >> at(g, hex) & 1)


WALL = {"0302": "50/3TC", "0304": "51/3TC", "0306": "103/3TC", "0308": "57/3TC", "0310": "58G/8GTk"}


def between(column: str) -> str:
    """All hexsides between an odd column and the next."""
    return " ".join(
        f"{column}{row:02}/{side}" for row in range(1, 12) for side in ("ne", "se") if (row, side) != (1, "ne")
    )


RIVER = between("03")
GAP = {"0403": "12/4", "0303": "33/4", "0203": "27/19"}  # a chain of friends through it


# --- 8.1 lines --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("battles", "8.0a", "8.1p", "8.1d", "8.1q")
def test_a_german_unit_far_from_any_hq_has_general_supply_by_its_own_line() -> None:
    g = field({"0905": "35/4"})
    assert level(g, "35/4") == GENERAL


@pytest.mark.rule("battles", "8.1d", "8.1q", "8.4p", "14.0d")
def test_a_german_unit_needs_its_own_hq_on_attack_and_in_range_for_attack_supply() -> None:
    near = {"0905": "35/4", "0305": "HQ-39PzK"}
    assert level(field(near, attack="HQ-39PzK"), "35/4") == ATTACK  # six hexes, its range
    assert level(field(near), "35/4") == GENERAL
    assert level(field({"1005": "35/4", "0305": "HQ-39PzK"}, attack="HQ-39PzK"), "35/4") == GENERAL  # seven
    assert level(field({"0905": "35/4", "0705": "HQ-9A"}, attack="HQ-9A"), "35/4") == GENERAL  # another's HQ


@pytest.mark.rule("battles", "8.1e", "8.1q", "8.3p", "14.0d", "G78")
def test_a_soviet_unit_has_supply_only_through_its_hq() -> None:
    assert level(field({"0905": "35GRD", "1105": "HQ-8GA"}), "35GRD") == GENERAL
    assert level(field({"0905": "35GRD", "1105": "HQ-8GA"}, attack="HQ-8GA"), "35GRD") == ATTACK
    assert level(field({"0405": "35GRD", "1105": "HQ-8GA"}), "35GRD") == NONE  # seven hexes for a range of six
    assert level(field({"1205": "35GRD"}), "35GRD") == NONE  # beside its source, without an HQ


@pytest.mark.rule("battles", "8.1e", "14.0c")
def test_an_hq_that_is_cut_off_passes_nothing_on() -> None:
    east = {"1103": "27/19", "1105": "73/19", "1107": "74/19", "1101": "35/4", "1109": "12/4", "1111": "33/4"}
    g = field({"0705": "35GRD", "0805": "HQ-8GA", **east}, attack="HQ-8GA")
    assert not supply.hq_supplied(g, unit(g, "HQ-8GA"))
    assert (level(g, "35GRD"), level(g, "HQ-8GA")) == (NONE, NONE)
    east.pop("1105")  # neither the unit nor the zones of its neighbours close 1105 any more
    assert level(field({"0705": "35GRD", "0805": "HQ-8GA", **east}, attack="HQ-8GA"), "35GRD") == ATTACK


@pytest.mark.rule("battles", "G54")
def test_hungarians_trace_as_germans_and_poles_as_soviets() -> None:
    g = field({"0905": "12R", "0505": "3PolID"})
    assert (level(g, "12R"), level(g, "3PolID")) == (GENERAL, NONE)


@pytest.mark.rule("battles", "8.1a", "9.0i", "G46", "G77")
def test_enemies_and_their_zones_block_a_line_unless_a_fighting_friend_negates_them() -> None:
    assert level(field({"0605": "35/4", **WALL}), "35/4") == NONE
    assert level(field({"0605": "35/4", **GAP, **WALL}), "35/4") == GENERAL
    assert level(field({"0605": "35/4", **GAP, "0303": "10Flak", **WALL}), "35/4") == NONE  # no attack strength
    assert level(field({"0605": "35/4", **GAP, "0303": "HQ-9A", **WALL}), "35/4") == NONE


@pytest.mark.rule("battles", "8.1a", "G77")
def test_a_unit_without_a_zone_blocks_its_own_hex_only() -> None:
    bridge = {"0204": "PonFr"}
    assert level(field({"0605": "35/4", **bridge}), "35/4") == GENERAL
    walls = {f"03{row:02}": name for row, name in enumerate(["62G", "86G", "87Mc", "Pon8G", "PonFr"], 1)}
    assert level(field({"0605": "35/4", **walls}), "35/4") == GENERAL


@pytest.mark.rule("battles", "8.1a")
def test_a_line_may_leave_a_hex_in_an_enemy_zone_but_not_enter_one() -> None:
    g = field({"0505": "HQ-9A", "0605": "50/3TC"})
    assert g.in_enemy_zoc(unit(g, "HQ-9A"))
    assert level(g, "HQ-9A") == GENERAL  # out of its hex to the west
    assert not served(g, "HQ-9A", "0405")  # but no line leads into it
    assert served(g, "HQ-9A", "0505")
    g = field({"0505": "HQ-9A 12/4", "0605": "50/3TC"})
    assert served(g, "HQ-9A", "0405")


@pytest.mark.rule("battles", "8.1b")
@pytest.mark.example("battles", "tec.swamp")
def test_swamps_stop_a_line_but_for_a_road() -> None:
    column = " ".join(f"03{row:02}" for row in range(1, 12))
    swamp = ground(swamp=column)
    assert level(field({"0605": "35/4"}, rules=swamp), "35/4") == NONE
    assert level(field({"0305": "35/4"}, rules=swamp), "35/4") == GENERAL  # it may begin in one
    for rules in (ground(swamp=column, road="0405 0305 0204"), ground(swamp=column, rail="0405 0305 0204")):
        assert level(field({"0605": "35/4"}, rules=rules), "35/4") == GENERAL


@pytest.mark.rule("battles", "8.1b")
def test_seas_and_lakes_stop_a_line_along_hexes_and_sides() -> None:
    column = " ".join(f"03{row:02}" for row in range(1, 12))
    for rules in (ground(lake=column), ground(sea=column)):
        assert level(field({"0605": "35/4"}, rules=rules), "35/4") == NONE
    assert level(field({"0605": "35/4"}, rules=ground(sea_sides=RIVER)), "35/4") == NONE
    assert level(field({"0305": "35/4"}, rules=ground(sea_sides=RIVER)), "35/4") == GENERAL


@pytest.mark.rule("battles", "8.1c")
def test_a_major_river_needs_a_crossing_or_facing_major_cities() -> None:
    over = {"0605": "35/4"}
    assert level(field(over, rules=ground(major=RIVER)), "35/4") == NONE
    assert level(field(over, rules=ground(minor=RIVER)), "35/4") == GENERAL
    for rules in (ground(major=RIVER, road="0405 0305"), ground(major=RIVER, rail="0405 0305")):
        assert level(field(over, rules=rules), "35/4") == GENERAL
    assert level(field(over, rules=ground(major=RIVER, major_city="0305 0405")), "35/4") == GENERAL
    assert level(field(over, rules=ground(major=RIVER, city="0305 0405")), "35/4") == NONE
    assert level(field(over, rules=ground(major=RIVER, major_city="0305")), "35/4") == NONE


@pytest.mark.rule("battles", "8.1c")
def test_a_blown_crossing_carries_nothing() -> None:
    rules = ground(major=RIVER, road="0405 0305", major_city="0305 0405")
    a, b = rules.hex_by_name["0305"], rules.hex_by_name["0405"]
    g = field({"0605": "35/4"}, rules=rules, blown=frozenset(((a, b), (b, a))))
    assert level(g, "35/4") == NONE


@pytest.mark.rule("battles", "8.1c", "20.0a", "G48")
def test_a_bridging_unit_carries_a_line_over_a_major_river() -> None:
    rules = ground(major=between("09"))
    units = {"0805": "35GRD HQ-8GA", "0905": "Pon8G"}
    assert level(field(units, rules=rules), "35GRD") == NONE
    there = rules.hex_by_name["1005"]
    bridge = {rules.unit_by_id["Pon8G"]: (there, 1)}
    assert level(field(units, rules=rules, bridges=bridge), "35GRD") == GENERAL


@pytest.mark.rule("battles", "G47")
def test_range_is_the_length_of_the_line_not_the_distance() -> None:
    """A wall of zones lengthens the way to an HQ three hexes off beyond its range of six."""
    units = {"0605": "35GRD", "0905": "HQ-8GA"}
    assert level(field(units), "35GRD") == GENERAL
    wall = {"0703": "27/19", "0705": "73/19", "0707": "74/19"}
    g = field({**units, **wall})
    assert g.rules.grid.distance(at(g, "0605"), at(g, "0905")) == 3
    assert level(g, "35GRD") == NONE
    assert supply.in_support(g, unit(g, "HQ-8GA"), unit(g, "35GRD"))  # 14.0g: shifts go as the crow flies


@pytest.mark.rule("battles", "14.0g", "G22")
def test_shifts_go_to_units_of_the_colour_and_to_those_that_draw_on_the_hq() -> None:
    g = field({"0505": "35/4 743 233/102 21/17", "0504": "HQ-39PzK", "0303": "HQ-9A"})
    g.serves = {unit(g, "743"): unit(g, "HQ-39PzK")}
    hq = unit(g, "HQ-39PzK")
    assert [supply.in_support(g, hq, unit(g, name)) for name in ("35/4", "743", "233/102", "21/17")] == [
        True, True, False, False,
    ]  # fmt: skip
    g = field({"1105": "35/4", "0404": "HQ-39PzK"})
    assert not supply.in_support(g, unit(g, "HQ-39PzK"), unit(g, "35/4"))  # seven hexes


# --- 8.0b when --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("battles", "8.0b", "8.2p", "8.3q")
def test_the_level_is_that_of_the_moment_while_the_mark_is_that_of_the_check() -> None:
    g = field({"0605": "35/4", **WALL}, "axis-supply")
    supply.check(g, "axis")
    assert g.marked[unit(g, "35/4")] == NONE
    for hex, name in GAP.items():
        g.enter(unit(g, name), at(g, hex))
    assert level(g, "35/4") == GENERAL
    assert g.marked[unit(g, "35/4")] == NONE
    supply.check(g, "axis")
    assert g.marked[unit(g, "35/4")] == GENERAL
    assert [event.line() for event in g.events if "35/4" in event.line()] == [
        "35/4 is out of supply", "35/4 is in supply again: general",
    ]  # fmt: skip


# --- what scenarios add -----------------------------------------------------------------------------------------------


def plan(side: str, **changes: Any) -> dict[str, Any]:
    """A plan in which a side's own part is changed."""
    return {side: {**PLAN[side], **changes}}


@pytest.mark.rule("battles", "8.0c", "8.1p")
def test_sources_may_end_with_a_turn_and_feed_only_who_holds_them() -> None:
    depots = [{"at": "0505 0905", "until": 2, "held": True}]
    rules = ground(plan=plan("axis", sources=depots))
    assert level(field({"0705": "35/4"}, rules=rules, turn=2), "35/4") == GENERAL
    assert level(field({"0705": "35/4"}, rules=rules, turn=3), "35/4") == NONE
    taken = field({"0505": "50/3TC", "0705": "35/4"}, rules=rules)
    assert level(taken, "35/4") == NONE  # the other, 0905, is not Axis at the start
    taken = field({"0505": "50/3TC", "0905": "35/4"}, rules=rules)
    assert level(taken, "35/4") == GENERAL  # standing on a source of one's own


@pytest.mark.rule("battles", "18.0a2", "G57")
def test_nobody_is_out_of_supply_in_a_fortress_of_his_side_that_stands() -> None:
    rules = ground(plan={"fortresses": [{"hex": "0605", "side": "axis"}]})
    assert level(field({"0605": "35/4", **WALL}, rules=rules), "35/4") == GENERAL
    assert level(field({"0605": "35/4", **WALL}, rules=rules, fortresses=0), "35/4") == NONE
    g = field({"0605": "35GRD"}, rules=rules)
    assert level(g, "35GRD") == NONE


@pytest.mark.rule("battles", "18.0b")
def test_a_field_fort_gives_no_supply() -> None:
    g = field({"0605": "35/4", **WALL})
    g.forts[at(g, "0605")] = 1
    assert level(g, "35/4") == NONE


@pytest.mark.rule("battles", "13.0g", "G7")
def test_air_supply_puts_the_units_of_its_hex_in_general_supply() -> None:
    g = field({"0605": "35/4", "0606": "12/4", **WALL})
    g.flown[at(g, "0605")] = "axis"
    assert (level(g, "35/4"), level(g, "12/4")) == (GENERAL, NONE)
    g.flown[at(g, "0605")] = "soviet"
    assert level(g, "35/4") == NONE


@pytest.mark.rule("battles", "19.0")
def test_a_port_that_ships_supply_is_a_source() -> None:
    g = field({"0605": "35/4", **WALL})
    g.ports[at(g, "0805")] = "axis"
    assert level(g, "35/4") == GENERAL
    g.ports[at(g, "0805")] = "soviet"
    assert level(g, "35/4") == NONE


@pytest.mark.rule("battles", "8.1e")
def test_local_troops_need_no_hq_but_a_line() -> None:
    rules = ground(plan=plan("soviet", local="35GRD"))
    assert level(field({"0405": "35GRD"}, rules=rules), "35GRD") == GENERAL
    assert level(field({"0405": "47GRD"}, rules=rules), "47GRD") == NONE


@pytest.mark.rule("battles", "8.1e", "3.2d")
def test_an_hq_may_be_given_other_colours_from_a_turn_on() -> None:
    rules = ground(plan={"joined": [{"hq": "HQ-8GA", "colours": "47A", "since": 3}]})
    units = {"0905": "60RD", "1105": "HQ-8GA"}
    assert level(field(units, rules=rules, turn=2), "60RD") == NONE
    g = field(units, rules=rules, turn=3, attack="HQ-8GA")
    assert level(g, "60RD") == ATTACK
    assert supply.in_support(g, unit(g, "HQ-8GA"), unit(g, "60RD"))


@pytest.mark.rule("battles", "8.1a", "16.0a", "G43")
def test_an_untried_unit_negates_zones_as_if_it_could_attack() -> None:
    g = field({"0605": "35/4", **GAP, "0303": "70/73", **WALL}, untried="70/73")
    assert level(g, "35/4") == GENERAL
