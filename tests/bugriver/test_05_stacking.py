"""5.3.1, 5.3.3: stacking, and what overstacking does."""

from __future__ import annotations

from typing import Any

import pytest

import grognard
from grognard.events import Eliminated, Removed, Rolled
from tests.bugriver.battles import battle
from tests.bugriver.table import (
    GERMAN,
    SOVIET,
    allowed,
    disrupted,
    field,
    level,
    of_kind,
    offered,
    play,
    position,
    refused,
    state,
    strength,
    where,
)

CALM = {"1109": "44ID III/134", "2309": "87RD III/16"}


def crowd(units: dict[str, str], **more: Any) -> grognard.Match:
    """A position that is judged: III/134 makes a move far away, at whose end stacking limits hold."""
    m = position({**CALM, **units}, **{"turn": 5, **more})
    play(m, "move III/134 1110")
    return m


def asked(m: grognard.Match) -> str:
    return f"{m.decision.side} {m.decision.kind}" if m.decision else ""


# --- limits -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("bugriver", "5.3.1c")
@pytest.mark.example("bugriver", "D-overstack")
def test_three_units_and_one_of_the_infantry_type() -> None:
    m = position({**CALM, "1508": "I/131", "1509": "1/Pj46 2/Pj46", "1510": "II/131"}, turn=5, points=5)
    allowed(m, "move I/131 1509")
    play(m, "move I/131 1509")
    assert not m.choices("move II/131 1509").complete  # through it perhaps, but not to stay
    four = position({**CALM, "1508": "3/Pj46", "1509": "I/131 1/Pj46 2/Pj46"}, turn=5)
    assert not four.choices("move 3/Pj46 1509").complete
    assert four.choices("move 3/Pj46 1510").complete
    # one infantry, one Border Guard and one anti-tank unit (D-overstack)
    legal = crowd({"1909": "I/16 BG1 1/43AT"})
    assert not disrupted(legal, "I/16")
    guards = crowd({"1909": "BG1 BG2 1/43AT"})
    assert not disrupted(guards, "BG1")


@pytest.mark.rule("bugriver", "5.3.1c")
def test_too_many_for_any_hex_do_not_move_together() -> None:
    m = position({**CALM, "1508": "I/131 II/131 1/Pj46"}, turn=5, points=5)
    refused(m, "move I/131 II/131", "5.3.1c")
    allowed(m, "move I/131 1/Pj46 1509")


@pytest.mark.rule("bugriver", "5.3.1b")
def test_limits_hold_at_the_end_of_an_action_not_on_the_way() -> None:
    m = position({**CALM, "1508": "I/131", "1509": "II/131"}, turn=5)
    play(m, "move I/131 1509 1510")
    assert (where(m, "I/131"), disrupted(m, "II/131")) == ("1510", False)


@pytest.mark.rule("bugriver", "5.3.1d")
def test_one_hq_in_a_village_two_in_a_town() -> None:
    board = field(village="1105 1109 2305 2309", town="1113")
    m = position({"1109": "44ID", "1105": "298ID", "1113": "299ID", "2309": "87RD"}, board=board, turn=5)
    refused(m, "relocate 44ID 1105", "5.3.1d")
    allowed(m, "relocate 44ID 1113")
    full = position({"1109": "44ID", "1113": "299ID 298ID", "2309": "87RD"}, board=board, turn=5)
    refused(full, "relocate 44ID 1113", "5.3.1d")
    # they do not count among the units
    stack = position({**CALM, "1113": "I/131 1/Pj46 2/Pj46 298ID"}, turn=5)
    play(stack, "move III/134 1110")
    assert not disrupted(stack, "I/131")


@pytest.mark.rule("bugriver", "5.3.1j")
def test_formations_stack_together_one_acts_and_all_defend() -> None:
    m = position({**CALM, "1509": "I/131 1/Pj298", "1113": "298ID"}, turn=5)
    refused(m, "move I/131 1/Pj298 1508", "5.5.1a")
    play(m, "move I/131 1508", "move I/131 1509")  # back: they are within the limits
    assert (where(m, "I/131"), where(m, "1/Pj298")) == ("1509", "1509")
    fight = battle({"1609": "I/131", "1709": "I/16 4/82", "2305": "41TD"}, result="0/2r", chits=("333 111 111",),
                   dice=[5, 1, 1], turn=5)  # fmt: skip
    play(fight, "hasty 1709 I/131 go", "lose 4/82")
    checks = [event.what for event in of_kind(fight.events, Rolled) if "Effectiveness" in event.what]
    assert [unit for unit in ("I/16", "4/82") if any(unit in what for what in checks)] == ["I/16", "4/82"]


# --- overstacking -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("bugriver", "5.3.1e")
@pytest.mark.rule("bugriver", "5.3.3a")
@pytest.mark.example("bugriver", "D-overstack")
def test_all_are_disrupted_and_the_opponent_displaces_the_surplus() -> None:
    """D-overstack: two infantry units, one disrupted, and an AFV."""
    m = crowd({"1509": "I/131 II/131 1/36", "1105": "14Pz"}, disrupted="II/131")
    assert (asked(m), offered(m)) == ("soviet crowd", ["displace", "decline"])
    assert [disrupted(m, unit) for unit in ("I/131", "II/131", "1/36")] == [True] * 3
    assert [strength(m, unit) for unit in ("I/131", "II/131", "1/36")] == [6, 5, 5]
    assert offered(m, "displace") == ["I/131", "II/131"]  # an infantry unit is too much
    refused(m, "displace 1/36 1508", "5.3.1g")
    play(m, "displace II/131 1508")
    assert (where(m, "II/131"), where(m, "I/131"), asked(m)) == ("1508", "1509", "german activation")


@pytest.mark.rule("bugriver", "5.3.1g")
def test_the_opponent_may_leave_it_to_the_owner() -> None:
    m = crowd({"1509": "I/131 II/131"})
    assert asked(m) == "soviet crowd"
    play(m, "decline")
    assert (asked(m), offered(m)) == ("german crowd", ["displace"])
    play(m, "displace I/131 1408")
    assert where(m, "I/131") == "1408"


@pytest.mark.rule("bugriver", "5.3.1g")
def test_units_go_one_at_a_time_until_the_rest_may_stay() -> None:
    m = crowd({"1509": "I/131 II/131 III/131 1/Pj46 2/Pj46"})
    play(m, "displace III/131 1508", "displace II/131 1510")
    assert asked(m) == "german activation"
    four = crowd({"1509": "I/131 3/Pj46 1/Pj46 2/Pj46"})
    assert sorted(offered(four, "displace")) == ["1/Pj46", "2/Pj46", "3/Pj46", "I/131"]  # any of them
    play(four, "displace I/131 1508")
    assert asked(four) == "german activation"


@pytest.mark.rule("bugriver", "5.3.3a")
def test_full_hexes_are_for_want_of_others() -> None:
    m = crowd({"1509": "I/131 II/131", "1508": "III/131"})
    assert "1508" not in offered(m, "displace I/131")
    refused(m, "displace I/131 1508", "5.3.3a")
    refused(m, "displace I/131 1506", "5.3.3a")


@pytest.mark.rule("bugriver", "5.3.1h")
@pytest.mark.rule("bugriver", "5.3.3b")
def test_a_displacement_into_a_full_hex_has_the_same_effects_there() -> None:
    # 1509 has only one hex without an enemy: 1508, with an infantry unit of its own
    ring = {"1608": "I/16", "1609": "II/16", "1510": "I/96", "1409": "II/96", "1408": "III/96"}
    m = crowd({"1509": "I/131 II/131", "1508": "III/131", **ring}, points=5)
    play(m, "displace I/131 1508")
    assert (disrupted(m, "III/131"), strength(m, "I/131")) == (True, 5)  # it was disrupted when it came
    play(m, "displace III/131 1507")
    assert (where(m, "III/131"), where(m, "I/131"), asked(m)) == ("1507", "1508", "german activation")


@pytest.mark.rule("bugriver", "5.3.1i")
@pytest.mark.rule("bugriver", "5.3.3b")
def test_who_can_go_nowhere_is_lost_as_the_owner_chooses() -> None:
    ring = {"1608": "I/16", "1609": "II/16", "1510": "I/96", "1409": "II/96", "1408": "III/96", "1508": "I/283"}
    m = crowd({"1509": "I/131 II/131 1/Pj46", **ring})
    assert (asked(m), offered(m, "eliminate")) == ("german surplus", ["I/131", "II/131"])
    play(m, "eliminate II/131")
    assert (where(m, "II/131"), where(m, "I/131")) == ("dead", "1509")
    assert of_kind(m.events, Eliminated)[-1].rule == "5.3.1i"


@pytest.mark.rule("bugriver", "5.3.1i")
def test_the_bug_lakes_and_enemies_bar_displacement_but_zones_do_not() -> None:
    """G46."""
    board = field(bug="1509/n", lake="1509/ne")
    m = crowd({"1509": "I/131 II/131", "1610": "I/16"}, board=board, control={SOVIET: "1703..2415"})
    hexes = offered(m, "displace I/131")
    assert set(hexes) == {"1609", "1510", "1409", "1408"}  # 1609 and 1510 are in a ZOC
    refused(m, "displace I/131 1508", "5.3.1i")
    play(m, "displace I/131 1609")
    assert strength(m, "I/131") == 6


@pytest.mark.rule("bugriver", "5.3.1e")
def test_a_forced_retreat_into_a_full_hex_is_judged_when_it_ends() -> None:
    # I/16 must go, and both hexes behind it hold infantry; all others are in zones of control or the enemy's
    units = {"1609": "I/131", "1709": "I/16", "1808": "II/16", "1809": "III/283", "2309": "87RD", "1608": "II/131",
             "1710": "III/131"}  # fmt: skip
    m = battle(units, result="0/2r", chits=("333 111 111",), dice=[5, 10], turn=5)
    play(m, "hasty 1709 I/131 go")
    choice = offered(m, "retreat")
    play(m, f"retreat {choice[0]}")
    assert disrupted(m, "II/16") or disrupted(m, "III/283")
    assert asked(m) == "german crowd"


# --- HQs --------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("bugriver", "5.3.1f")
@pytest.mark.example("bugriver", "D-hq-overstack")
def test_hqs_too_many_each_lose_a_point_and_the_surplus_is_displaced() -> None:
    """D-hq-overstack: 4 Support Points each: 3 for the one that stays, 2 for the other, whose level falls by one."""
    board = field(village="1109 1111 1113 2309")
    units = {"1109": "44ID III/134", "1113": "14Pz 298ID", "2309": "87RD III/16"}
    m = position(units, turn=5, level={"298ID": 4}, board=board)
    state(m).strength[state(m).unit("298ID")] = 4
    m = m.copy()
    state(m).freeze()
    play(m, "move III/134 1110")
    assert (asked(m), offered(m)) == ("german surplus", ["displace"])
    play(m, "displace 298ID")
    assert (where(m, "298ID"), strength(m, "298ID"), level(m, "298ID")) == ("1111", 2, 3)
    assert (where(m, "14Pz"), strength(m, "14Pz"), level(m, "14Pz")) == ("1113", 3, 5)


@pytest.mark.rule("bugriver", "5.3.1f")
def test_a_town_holds_two() -> None:
    board = field(village="1109 1111 2305 2309", town="1113")
    two = position({"1109": "44ID III/134", "1113": "14Pz 298ID", "2309": "87RD"}, turn=5, board=board)
    play(two, "move III/134 1110")
    assert strength(two, "14Pz") == 4
    three = position({"1109": "44ID III/134", "1113": "14Pz 298ID 299ID", "2309": "87RD"}, turn=5, board=board)
    play(three, "move III/134 1110")
    assert strength(three, "14Pz") == 3
    play(three, "displace 14Pz")
    assert (where(three, "14Pz"), strength(three, "14Pz")) == ("1111", 2)


@pytest.mark.rule("bugriver", "5.3.1e")
def test_an_overstacked_stack_loses_its_improved_defense() -> None:
    m = crowd({"1509": "I/131 II/131"}, improved="1509")
    assert not state(m).improved
    assert [event.what for event in of_kind(m.events, Removed)] == ["Improved Defense"]


# --- 5.3.1a order -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("bugriver", "5.3.1a")
def test_the_owner_orders_his_stacks_as_he_likes() -> None:
    m = position({**CALM, "1509": "I/131 1/Pj46 2/Pj46"}, turn=5)
    seen = [unit.id for unit in m.view(SOVIET).units if unit.hex == "1509" and not unit.hidden]
    assert seen == ["I/131"]
    play(m, "top 2/Pj46")
    seen = [unit.id for unit in m.view(SOVIET).units if unit.hex == "1509" and not unit.hidden]
    assert seen == ["2/Pj46"]
    assert (state(m).ap[GERMAN], [u.id for u in m.view(GERMAN).units if u.hex == "1509"][-1]) == (5, "2/Pj46")
    refused(m, "top 2/Pj46", "5.3.1a")
    refused(m, "top III/16", "5.3.1a")
    refused(m, "top I/622", "5.3.1a")
