"""6: stacking."""

from __future__ import annotations

import pytest

from tests.oder.table import (
    SOVIETS_BEHIND,
    allowed,
    combat,
    field,
    offered,
    play,
    points,
    position,
    refused,
    state,
    where,
)


@pytest.mark.rule("oder", "6.0")
def test_nobody_enters_a_hex_with_enemies() -> None:
    m = position({"1408": "HG", "1708": "47A"})
    refused(m, "move HG 1708", "6.0")
    refused(position({"1008": "HG", "1708": "47A"}), "move HG 1708", "6.0")


@pytest.mark.rule("oder", "6.1")
def test_fortress_commands_do_not_count() -> None:
    m = position({"1408": "FCK HG GD", "1308": "1SS 2SS"})
    play(m, "move 1SS 1408", "end")
    assert state(m).phase == "german-combat"
    m = position({"1408": "FCK HG GD", "1308": "1SS 2SS"})
    play(m, "move 1SS 2SS 1408", "end")
    assert offered(m, "eliminate") == ["HG", "GD", "1SS", "2SS"]  # nor does its removal help


@pytest.mark.rule("oder", "6.2a", "6.4")
def test_a_fourth_unit_is_too_much() -> None:
    m = position({"1408": "HG GD", "1308": "1SS"})
    play(m, "move 1SS 1408", "end")
    assert state(m).phase == "german-combat"
    m = position({"1408": "HG GD 40Pz", "1308": "1SS 2SS"}, dice=[2, 3])
    play(m, "move 1SS 2SS 1408", "end")
    assert m.decision is not None
    assert m.decision.side == "soviet"  # the opponent chooses
    play(m, "eliminate 2SS")
    assert points(m) == (0, 1)
    play(m, "eliminate HG")
    assert (points(m), where(m, "GD"), where(m, "2SS"), where(m, "HG")) == ((0, 2), "1408", "due", "due")
    assert state(m).phase == "german-combat"


@pytest.mark.rule("oder", "6.2b", "6.3")
@pytest.mark.example("oder", "d.shock.stack")
def test_a_shock_army_passes_others_but_stands_alone() -> None:
    units = {"1808": "5Sh", "1708": "47A 61A 69A", "1608": "3A", "1003": "HG"}
    m = position(units, phase="soviet-movement")
    play(m, "move 5Sh 1708 1609", "end")
    assert (state(m).phase, where(m, "5Sh")) == ("german-declaration", "1609")  # and nothing was lost
    m = position(units, phase="soviet-movement", dice=[2])
    play(m, "move 5Sh 1708 1608", "end")
    assert m.decision is not None
    assert (m.decision.side, m.decision.rule) == ("german", "6.4")
    assert offered(m, "eliminate") == ["3A", "5Sh"]
    play(m, "eliminate 5Sh")
    assert (points(m), where(m, "3A")) == ((1, 0), "1608")


@pytest.mark.rule("oder", "6.3")
def test_any_number_may_pass_through() -> None:
    m = position({"1408": "HG GD 40Pz", "1308": "1SS 2SS"})
    play(m, "move 1SS 2SS 1408 1508", "end")
    assert where(m, "2SS") == "1508"
    assert state(m).phase == "german-combat"


@pytest.mark.rule("oder", "6.3", "9.2a", "G28")
def test_arrivals_need_room() -> None:
    board = field(town="1208")
    m = position({"1208": "HG GD 1SS"}, board=board, phase="german-regroup", due={"24Pz": 3})
    refused(m, "arrive 24Pz 1208", "6.2a")
    allowed(m, "arrive 24Pz 1008")
    m = position({"1208": "HG GD FCK"}, board=board, phase="german-regroup", due={"24Pz": 3})
    allowed(m, "arrive 24Pz 1208")
    m = position({"1808": "47A", "1008": "HG"}, board=field(town="1808"), phase="soviet-regroup", due={"5Sh": 3})
    refused(m, "arrive 5Sh 1808", "6.2b")
    allowed(m, "arrive 5Sh 2008")


@pytest.mark.rule("oder", "6.3", "11.7a", "G28")
def test_advances_need_room() -> None:
    m = combat({"1408": "HG GD 1SS", "1409": "2SS", "1508": "18A"}, dice=[1, 6])
    play(m, "attack 1508 HG GD 1SS 2SS go", "advance HG", "advance GD", "advance 2SS")
    assert (where(m, "1SS"), state(m).phase) == ("1408", "german-combat")
    assert m.decision is not None
    assert m.decision.kind == "german-combat"  # a fourth has no room and is not asked for


@pytest.mark.rule("oder", "6.4", "9.1b", "9.1c", "G16")
def test_a_unit_lost_to_overstacking_counts_with_the_supply_it_has() -> None:
    m = position({"1408": "HG GD 40Pz 1SS", **SOVIETS_BEHIND}, dice=[1, 1])
    play(m, "end", "eliminate HG")
    assert (points(m), state(m).due[state(m).unit("HG")]) == ((0, 2), 5)


@pytest.mark.rule("oder", "6.4")
def test_overstacking_is_judged_at_the_end_of_a_combat_phase_too() -> None:
    m = combat({"1408": "HG GD 40Pz 1SS FCK", "1208": "23AK"}, dice=[1])
    play(m, "end")
    assert m.decision is not None
    assert m.decision.rule == "6.4"
    assert "does not count" in refused(m, "eliminate FCK", "6.1").reason
    assert "not in 1408" in refused(m, "eliminate 23AK", "6.4").reason
