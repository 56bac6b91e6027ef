"""7, 7.1, 7.2, 7.3: Actions and their costs, Movement Actions."""

from __future__ import annotations

import pytest

import grognard
from grognard.events import Moved, Rolled
from grognard.games.bugriver.rules import tables
from tests.bugriver.table import (
    GERMAN,
    MAP,
    SOVIET,
    allowed,
    command,
    disrupted,
    field,
    of_kind,
    offered,
    play,
    points_left,
    position,
    quiet,
    refused,
    side_of,
    state,
    where,
)

HQ = {"1109": "44ID"}


def costs(m: grognard.Match, unit: str) -> dict[str, float]:
    """What the cheapest way to each hex costs."""
    return dict(m.query("reach", state(m).owner(state(m).unit(unit)), unit=unit).costs)


def march(unit: str, at: str = "1509", *, acting: str = "44ID", **more: object) -> grognard.Match:
    """A unit and its HQ, alone on the field."""
    hq = {"1109": acting} if side_of(acting) == GERMAN else {"2309": acting}
    return quiet({at: unit, **hq}, acting=acting, **more)


# --- 7 costs and restrictions -----------------------------------------------------------------------------------------


@pytest.mark.rule("bugriver", "7a")
@pytest.mark.example("bugriver", "7-costs")
def test_each_action_has_its_price() -> None:
    price = tables().costs
    assert (price.move, price.refit, price.improve) == (1, 1, 1)
    assert (price.hasty, price.regular, price.prepared, price.pontoon) == (1, 2, 3, 2)
    assert price.move * price.out_of_command == price.hasty * price.out_of_command == 2
    m = quiet({"1509": "I/131 1/Pj46", "1510": "II/131", **HQ}, points=5)
    play(m, "move I/131 1/Pj46 1408")
    assert points_left(m) == 4  # a stack pays as one unit
    play(m, "move II/131 1409")
    assert points_left(m) == 3


@pytest.mark.rule("bugriver", "7b")
def test_out_of_command_a_move_costs_two_points() -> None:
    m = quiet({"1709": "I/131", "1508": "II/131", **HQ}, points=3)
    assert (command(m, "I/131"), command(m, "II/131")) == ("out of command", "in command")
    play(m, "move I/131 1708")
    assert points_left(m) == 1
    refused(m, "move I/131 1608", "7b")
    play(m, "move II/131 1408")
    assert points_left(m) == 0


ISOLATED = {"1109": "44ID", "1609": "I/131 1/Pj46", "1508": "I/16", "1510": "II/16", "1708": "III/16", "1710": "I/96"}


@pytest.mark.rule("bugriver", "7c")
def test_isolated_units_pay_double_and_make_a_check() -> None:
    m = quiet(ISOLATED, points=3, dice=[10, 6], luck=SOVIET)
    assert command(m, "I/131") == "isolated"
    play(m, "infiltrate I/131 1509")
    assert points_left(m) == 1
    assert disrupted(m, "I/131")
    assert where(m, "I/131") == "1609"
    refused(m, "infiltrate 1/Pj46 1509", "5.8.4a")


@pytest.mark.rule("bugriver", "7d")
@pytest.mark.example("bugriver", "D-disrupted-isolated")
def test_disrupted_units_do_not_move_and_isolated_ones_do_nothing() -> None:
    m = quiet({"1509": "I/131", **HQ}, disrupted="I/131")
    refused(m, "move I/131 1508", "7d")
    cut = quiet(ISOLATED, disrupted="I/131 1/Pj46")
    verbs = offered(cut)
    assert not {"move", "infiltrate", "hasty", "refit"} & set(verbs)


# --- 7.1, 7.2 ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("bugriver", "7.1a")
def test_an_action_point_moves_a_unit_or_a_stack_of_the_formation() -> None:
    m = quiet({"1509": "I/131 1/Pj46 1/StG191", **HQ}, assigned={"1/StG191": "298ID"})
    assert offered(m, "move") == ["I/131", "1/Pj46"]
    refused(m, "move I/131 1/StG191 1508", "5.5.1a")
    play(m, "move I/131 1/Pj46 1508")
    assert (where(m, "I/131"), where(m, "1/Pj46"), where(m, "1/StG191")) == ("1508", "1508", "1509")
    assert points_left(m) == 4


@pytest.mark.rule("bugriver", "7.1b")
def test_an_hq_never_moves_with_units() -> None:
    m = quiet({"1109": "44ID I/131"})
    refused(m, "move 44ID 1108", "7.1b")
    refused(m, "move I/131 44ID 1108", "7.1b")
    play(m, "move I/131 1108")
    assert where(m, "44ID") == "1109"


@pytest.mark.rule("bugriver", "7.1g")
def test_points_that_are_left_when_the_activation_ends_are_lost() -> None:
    m = quiet({"1509": "I/131", "2309": "87RD I/16", **HQ}, points={GERMAN: 4, SOVIET: 2}, dice=[1, 1])
    play(m, "end")
    assert points_left(m) == 0
    assert points_left(m, SOVIET) == 2  # each side has its own track


@pytest.mark.rule("bugriver", "7.2")
def test_only_units_of_the_formation_act_and_each_action_is_paid() -> None:
    m = quiet({"1509": "I/131", "1508": "I/525", "1709": "I/16", **HQ, "1105": "298ID"})
    refused(m, "move I/525 1507", "5.5.1a")
    refused(m, "move I/16 1808", "7.2")
    refused(m, "move II/131 1507", "7.2")
    play(m, "move I/131 1408", "move I/131 1308", "move I/131 1208", "move I/131 1308", "move I/131 1208")
    assert points_left(m) == 0
    assert "move" not in offered(m)


@pytest.mark.rule("bugriver", "7.2a")
@pytest.mark.rule("bugriver", "7.3.2c")
def test_a_unit_may_move_several_times_each_with_its_whole_allowance() -> None:
    m = march("I/131", "1105", points=2)
    assert max(costs(m, "I/131").values()) == 7
    play(m, "move I/131 1508")
    assert max(costs(m, "I/131").values()) == 7
    play(m, "move I/131 1909")
    refused(m, "move I/131 1908", "7b")  # the points are spent, and 1909 is out of command


# --- 7.3, 7.3.1, 7.3.2 ------------------------------------------------------------------------------------------------


@pytest.mark.rule("bugriver", "7.3")
def test_points_are_spent_by_class_and_terrain() -> None:
    ground = field(forest="1508", marsh="1510", town="1409")
    foot, wheels, tracks = (
        costs(march(unit, board=ground, acting=hq), unit)
        for unit, hq in (("I/131", "44ID"), ("I/103", "14Pz"), ("1/36", "14Pz"))
    )
    assert [foot[hex] for hex in ("1608", "1508", "1510", "1409")] == [1, 2, 3, 1]
    assert [wheels[hex] for hex in ("1608", "1508", "1409")] == [2, 4, 1]
    assert "1510" not in wheels
    assert [tracks[hex] for hex in ("1608", "1508", "1510", "1409")] == [1, 3, 5, 1]


@pytest.mark.rule("bugriver", "7.3")
def test_friends_are_passed_however_many_but_stacking_holds_at_the_end() -> None:
    full = {"1508": "II/131 1/Pj46 2/Pj46", "1608": "III/131 3/Pj46 AA44", "1609": "I/132", "1510": "II/132"}
    walls = {"1409": "III/132", "1408": "I/134"}
    m = quiet({"1509": "I/131", **full, **walls, **HQ})
    assert m.why("move I/131 1508").unfinished  # it may pass, and not stay
    allowed(m, "move I/131 1508 1507")
    play(m, "move I/131 1507")
    assert where(m, "I/131") == "1507"


@pytest.mark.rule("bugriver", "7.3.1a")
def test_a_stack_moves_as_far_as_its_slowest_unit() -> None:
    m = quiet({"1509": "I/131 1/Pj46", **HQ})
    alone = costs(m, "1/Pj46")
    assert max(alone.values()) > 7  # nine points for the guns by themselves
    together = set(offered(m, "move 1/Pj46 I/131"))
    assert "1505" not in together  # 4 hexes of 2 points each are more than the 7 of the battalion
    assert {"1506", "1806"} <= set(offered(m, "move I/131"))
    assert {"1506", "1707"} <= together
    play(m, "move 1/Pj46 I/131 1506")
    assert where(m, "1/Pj46") == where(m, "I/131") == "1506"
    assert points_left(m) == 4


@pytest.mark.rule("bugriver", "7.3.1b")
def test_a_stack_neither_drops_nor_collects_units() -> None:
    m = quiet({"1509": "I/131 1/Pj46", "1508": "2/Pj46", **HQ})
    refused(m, "move I/131 2/Pj46 1507", "7.3.1a")
    assert not m.why("move I/131 1508 2/Pj46 1507")
    play(m, "move I/131 1/Pj46 1508 1507")
    assert (where(m, "I/131"), where(m, "1/Pj46"), where(m, "2/Pj46")) == ("1507", "1507", "1508")


@pytest.mark.rule("bugriver", "7.3.2a")
def test_nobody_goes_further_than_the_allowance_or_saves_points() -> None:
    m = march("I/131", "1705")
    refused(m, "move I/131 2411", "7.3.2a")
    refused(m, "move I/131 1711 1703", "7.3.2a")  # six points there, and one left
    play(m, "move I/131 1706")
    assert max(costs(m, "I/131").values()) == 7


@pytest.mark.rule("bugriver", "7.3.2b")
def test_one_hex_can_always_be_entered() -> None:
    m = march("1/19MG", "1809", acting="87RD", board=field(marsh="1709", stream="1709/se"))
    assert costs(m, "1/19MG")["1709"] == 4  # three for the marsh, one for the stream: all it has and more
    near = quiet({"1809": "1/19MG", "2309": "87RD", "1610": "I/131"}, acting="87RD", board=field(marsh="1709"))
    allowed(near, "move 1/19MG 1709")  # next to an enemy it has three points, no bonus
    wet = quiet({"1809": "1/19MG", "2309": "87RD", "1610": "I/131"}, acting="87RD",
                   board=field(marsh="1709", stream="1709/se"))  # fmt: skip
    play(wet, "move 1/19MG 1709")  # it costs four
    assert where(wet, "1/19MG") == "1709"
    wheels = march("I/103", acting="14Pz", board=field(marsh="1508"))
    refused(wheels, "move I/103 1508", "7.3.2b")
    lake = march("I/131", board=field(lake="1509/n"))
    assert costs(lake, "I/131")["1508"] == 2  # round the lake


@pytest.mark.rule("bugriver", "7.3.2d")
def test_enemy_hexes_are_never_entered() -> None:
    m = quiet({"1509": "I/131", "1508": "I/16", "2309": "87RD", **HQ})
    refused(m, "move I/131 1508", "7.3.2d")
    refused(m, "move I/131 2309", "7.3.2d")


# --- 7.3.3 roads ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("bugriver", "7.3.3a")
@pytest.mark.rule("bugriver", "5.1d")
def test_along_a_road_only_the_road_counts_and_fractions_are_kept() -> None:
    ground = field(road="1509 1508 1507 1506 1505 1504 1503", forest="1503..1508", stream="1508/n")
    foot = costs(march("I/131", board=ground), "I/131")
    assert [foot[f"15{row:02}"] for row in (8, 7, 6, 5, 4, 3)] == [0.75, 1.5, 2.25, 3.0, 3.75, 4.5]
    wheels = costs(march("I/103", board=ground, acting="14Pz"), "I/103")
    assert [wheels[f"15{row:02}"] for row in (8, 7, 3)] == [0.5, 1, 3]
    assert foot["1608"] == 1
    assert foot["1607"] == 1.75  # off the road at 1508
    beside = costs(march("I/131", "1609", board=ground), "I/131")
    assert beside["1508"] == 1.75  # by 1509 and the road; the forest alone costs 2


@pytest.mark.rule("bugriver", "7.3.3b")
def test_the_road_rate_is_not_for_enemy_zones() -> None:
    ground = field(road="1509 1508 1507 1506")
    m = quiet({"1509": "I/131", "1406": "I/16", **HQ}, board=ground)
    assert costs(m, "I/131")["1508"] == 0.75
    assert costs(m, "I/131")["1507"] == 1.75  # next to 1406
    out = quiet({"1507": "I/131", "1406": "I/16", **HQ}, board=ground)
    assert costs(out, "I/131")["1508"] == 1
    assert costs(out, "I/131")["1509"] == 1.75


@pytest.mark.rule("bugriver", "7.3.3c")
def test_railways_are_roads_at_a_price_of_their_own() -> None:
    ground = field(rail="1509 1508 1507", forest="1507 1508")
    assert costs(march("I/131", board=ground), "I/131")["1507"] == 2
    assert costs(march("I/103", board=ground, acting="14Pz"), "I/103")["1507"] == 3
    track = field(track="1509 1508 1507", forest="1507 1508")
    assert costs(march("I/103", board=track, acting="14Pz"), "I/103")["1507"] == 2


# --- 7.3.4 infiltration -----------------------------------------------------------------------------------------------

BETWEEN = {"1609": "I/131 1/Pj46", "1708": "I/16", "1710": "II/16", "1110": "III/131", **HQ}


@pytest.mark.rule("bugriver", "7.3.4")
@pytest.mark.example("bugriver", "D-infiltration")
def test_infiltration_takes_everything_and_a_check() -> None:
    m = quiet({**BETWEEN, "1609": "AA44"}, dice=[7, 6], luck=SOVIET)
    refused(m, "move AA44 1709", "5.4.1a")
    assert {"1608", "1610", "1709"} == set(offered(m, "infiltrate AA44"))
    failed = play(m, "infiltrate AA44 1709")
    assert (where(m, "AA44"), points_left(m), disrupted(m, "AA44")) == ("1609", 4, True)
    assert not of_kind(failed, Moved)
    passed = quiet({**BETWEEN, "1609": "AA44"}, dice=[6], luck=SOVIET)
    play(passed, "infiltrate AA44 1709")
    assert (where(passed, "AA44"), points_left(passed), disrupted(passed, "AA44")) == ("1709", 4, False)


@pytest.mark.rule("bugriver", "7.3.4")
def test_of_a_stack_each_unit_checks_and_who_fails_stays() -> None:
    m = quiet(BETWEEN, dice=[8, 6], luck=SOVIET)
    play(m, "infiltrate I/131 1/Pj46 1709")
    assert (where(m, "I/131"), where(m, "1/Pj46")) == ("1609", "1709")
    assert (disrupted(m, "I/131"), disrupted(m, "1/Pj46")) == (True, False)
    refused(m, "infiltrate 1/Pj46 1609 1608", "7.3.4")
    refused(m, "infiltrate III/131 1111", "7.3.4")
    refused(m, "infiltrate 1/Pj46 1509", "7.3.4")


@pytest.mark.rule("bugriver", "7.3.4")
def test_a_reaction_to_the_attempt_comes_before_the_checks() -> None:
    there = {**BETWEEN, "2309": "87RD"}
    m = quiet(there, dice=[5, 1, 1], luck=GERMAN)
    play(m, "infiltrate I/131 1709", "react 87RD")
    assert where(m, "I/131") == "1609"
    assert not disrupted(m, "I/131")
    assert m.decision is not None
    assert m.decision.side == SOVIET
    later = quiet(there, dice=[6, 3, 4, 2, 2], luck=SOVIET)
    play(later, "infiltrate I/131 1709", "decline")
    assert where(later, "I/131") == "1709"  # it passed, and can be answered there
    assert later.decision is not None
    assert (later.decision.kind, later.decision.side) == ("react", SOVIET)


# --- 7.3.5 the leg bonus ----------------------------------------------------------------------------------------------


@pytest.mark.rule("bugriver", "7.3.5")
@pytest.mark.example("bugriver", "D-leg-bonus")
def test_leg_units_away_from_the_enemy_go_two_points_further() -> None:
    m = march("I/131", "1705")
    assert max(costs(m, "I/131").values()) == 5 + 2
    beside = quiet({"1705": "I/131", "1704": "I/16", **HQ})
    assert max(costs(beside, "I/131").values()) <= 5
    assert max(costs(march("I/103", acting="14Pz"), "I/103").values()) == 10  # not for wheels


@pytest.mark.rule("bugriver", "7.3.5")
def test_the_bonus_is_lost_by_any_hex_next_to_an_enemy_even_an_hq() -> None:
    """G63: six and seven points away the hexes next to 2309 are closed, five points away they are not."""
    m = quiet({"1709": "I/131", "2309": "87RD", **HQ}, points=5)
    found = costs(m, "I/131")
    assert found["2109"] == 4
    assert found["2209"] == 5  # next to the HQ, with the points it has anyway
    assert "2210" not in found or found["2210"] <= 5
    assert "2310" not in found
    far = quiet({"1609": "I/131", "2309": "87RD", **HQ}, points=5)
    assert "2208" not in costs(far, "I/131")  # six points, and next to the HQ
    assert costs(far, "I/131")["2207"] == 6


# --- 7.3.7 streams, 7.3.8 boats ---------------------------------------------------------------------------------------


@pytest.mark.rule("bugriver", "7.3.7")
def test_streams_cost_leg_units_a_point_and_motorised_ones_all_they_have() -> None:
    ground = field(stream="1508/n 1508/ne 1508/se 1508/s 1508/sw 1508/nw")
    foot = costs(march("I/131", board=field(stream="1509/n")), "I/131")
    assert foot["1508"] == 2
    assert costs(march("I/131", board=ground), "I/131")["1508"] == 2
    m = march("I/103", board=ground, acting="14Pz")
    assert costs(m, "I/103")["1508"] == 10
    refused(m, "move I/103 1508 1507", "7.3.7")
    play(m, "move I/103 1508")
    assert where(m, "I/103") == "1508"
    apart = march("I/103", "1510", board=ground, acting="14Pz")
    refused(apart, "move I/103 1509 1508", "7.3.7")


RIVER = " ".join(f"16{row:02}/{side}" for row in range(3, 16) for side in ("ne", "se"))[: -len(" 1615/se")]


@pytest.mark.rule("bugriver", "7.3.8")
def test_two_german_leg_units_cross_the_bug_in_boats() -> None:
    river = field(bug=RIVER)
    m = quiet({"1609": "I/131", "1608": "II/131", "1607": "III/131 1/Pj46", "1610": "I/132", **HQ}, board=river)
    assert costs(m, "I/131")["1709"] == 2
    assert costs(m, "I/131")["1909"] == 4  # one need not stop on the other bank
    refused(m, "move 1/Pj46 1708", "7.3.8")
    refused(m, "move III/131 1/Pj46 1708", "7.3.8")
    play(m, "move I/131 1709", "move II/131 1708")
    refused(m, "move III/131 1707", "7.3.8")
    refused(m, "move I/132 1710", "7.3.8")


@pytest.mark.rule("bugriver", "7.3.8")
def test_boats_are_at_the_bank_and_not_for_soviets() -> None:
    river = field(bug=RIVER)
    m = quiet({"1509": "I/131", **HQ}, board=river)
    refused(m, "move I/131 1609 1709", "7.3.8")
    assert "1709" not in costs(m, "I/131")
    east = quiet({"1709": "I/16", "2309": "87RD"}, board=river, acting="87RD")
    refused(east, "move I/16 1609", "7.3.8")
    over = quiet({"1609": "I/131", **HQ}, board=field(bug=RIVER, road="1509 1609 1709 1808"), boats=2)
    assert costs(over, "I/131")["1709"] == 0.75  # a bridge needs no boats
    again = quiet({"1609": "I/131", "1608": "Pi80", **HQ}, board=river, boats=1)
    allowed(again, "move I/131 1709")
    play(again, "move I/131 1709")
    refused(again, "move Pi80 1708", "7.3.8")


@pytest.mark.rule("bugriver", "7.3.8")
def test_a_new_activation_has_boats_again() -> None:
    river = field(bug=RIVER)
    here = {"1609": "I/131", "1109": "44ID", "2309": "87RD"}
    m = quiet(here, board=river, boats=2, passed="soviet", dice=[5], luck=SOVIET)
    refused(m, "move I/131 1709", "7.3.8")
    play(m, "end", "act 44ID")
    allowed(m, "move I/131 1709")


@pytest.mark.rule("bugriver", "10.3d")
def test_a_pontoon_is_a_bridge_and_costs_motorised_units_a_point() -> None:
    river = field(bug=RIVER)
    bridge = {"pontoons": {"III": "1609 1709"}}
    foot = quiet({"1609": "I/131", **HQ}, board=river, boats=2, **bridge)
    assert costs(foot, "I/131")["1709"] == 1
    assert costs(foot, "I/131")["1708"] == 2
    wheels = quiet({"1609": "I/103", "1109": "14Pz"}, board=river, acting="14Pz", **bridge)
    assert costs(wheels, "I/103")["1709"] == 2 + 1
    tracks = quiet({"1509": "1/36", "1109": "14Pz"}, board=river, acting="14Pz", **bridge)
    assert costs(tracks, "1/36")["1709"] == 1 + 1 + 1


# --- 7.3.9, 5.6 -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("bugriver", "7.3.9")
def test_a_unit_stops_in_an_enemy_zone_even_with_a_friend() -> None:
    m = quiet({"1509": "I/131", "1508": "1/Pj46", "1507": "I/16", "1111": "II/131", **HQ})
    refused(m, "move I/131 1508 1408", "7.3.9")
    play(m, "move I/131 1508")
    assert where(m, "I/131") == "1508"


@pytest.mark.rule("bugriver", "5.6")
def test_an_afv_off_the_road_makes_a_check_in_marsh_and_stops_if_it_fails() -> None:
    """G36."""
    ground = field(marsh="1508 1408")
    m = march("1/36", acting="14Pz", board=ground, dice=[8], luck=SOVIET)
    play(m, "move 1/36 1508 1507")
    assert (where(m, "1/36"), disrupted(m, "1/36")) == ("1508", True)
    through = march("1/36", acting="14Pz", board=ground, dice=[7], luck=SOVIET)
    rolls = of_kind(play(through, "move 1/36 1508 1507"), Rolled)
    assert (where(through, "1/36"), len(rolls)) == ("1507", 1)
    road = march("1/36", acting="14Pz", board=field(marsh="1508", track="1509 1508 1507"), dice=[])
    assert not of_kind(play(road, "move 1/36 1507"), Rolled)
    assert where(road, "1/36") == "1507"


# --- off the map ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("bugriver", "7.8")
def test_panzers_leave_by_the_road_to_lutsk() -> None:
    """G14: units of 14Pz in command in 5215."""
    m = quiet({"5215": "1/36 I/103", "5115": "14Pz 2/36", "5114": "I/131"}, board=MAP, acting="14Pz",
                 assigned={"I/131": "14Pz"})  # fmt: skip
    assert set(offered(m, "exit")) == {"1/36", "I/103"}
    refused(m, "exit 2/36", "7.8")
    refused(m, "exit I/131", "7.8")
    play(m, "exit 1/36 I/103")
    assert (where(m, "1/36"), where(m, "I/103"), points_left(m)) == ("exited", "exited", 4)
    far = quiet({"5215": "1/36", "4414": "14Pz"}, board=MAP, acting="14Pz")
    refused(far, "exit 1/36", "7.8")


@pytest.mark.rule("bugriver", "5.6")
@pytest.mark.rule("bugriver", "7.3.4")
def test_armour_that_infiltrates_into_marsh_makes_two_checks() -> None:
    units = {"1109": "44ID", "1609": "1/StG191", "1710": "I/16", "2309": "87RD", "1509": "II/131"}
    board = field(marsh="1709", village="1109 2309")
    m = position(units, board=board, assigned={"1/StG191": "44ID"}, luck=SOVIET, quiet="87RD", dice=[1, 10])
    play(m, "infiltrate 1/StG191 1709")
    assert (where(m, "1/StG191"), disrupted(m, "1/StG191")) == ("1709", True)
