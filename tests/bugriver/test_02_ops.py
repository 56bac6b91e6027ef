"""2, 6.2, 6.3, 7.8, 10.2: Ops Cycles, the Initiative, activations, the Surprise Attack and the end of a turn."""

from __future__ import annotations

from typing import Any

import pytest

import grognard
from grognard.events import Rolled
from tests.bugriver.table import (
    GERMAN,
    SOVIET,
    allowed,
    disrupted,
    level,
    of_kind,
    offered,
    play,
    points_left,
    position,
    refused,
    state,
)

BOTH = {"1109": "44ID I/131", "1105": "298ID I/525", "2309": "87RD I/16"}


def cycle(phase: str = "options", **more: Any) -> grognard.Match:
    """An Ops Cycle with two German formations and a Soviet one, far from each other."""
    return position(BOTH, phase=phase, **{"luck": SOVIET, **more})


def marker(m: grognard.Match) -> tuple[str, int]:
    """The Initiative +DRM marker."""
    return state(m).drm


def roll_for_it(german: int, soviet: int, **more: Any) -> grognard.Match:
    """An Initiative Determination with these dice."""
    m = cycle("initiative", dice=[german, soviet], **{"interdiction": 0, **more})  # it is the only thing to do
    while m.decision is not None and m.decision.kind == "luck":
        play(m, "keep")
    return m


# --- 1, 2 the first turn, and the Initiative --------------------------------------------------------------------------


@pytest.mark.rule("bugriver", "PRE.a")
@pytest.mark.parametrize("scenario", ["campaign", "ustyluh"])
def test_the_first_turn_has_no_admin_phase(scenario: str) -> None:
    m = grognard.new("bugriver", scenario, 1)
    assert (state(m).turn, state(m).phase) == (1, "surprise")
    assert not of_kind(m.events, Rolled)  # no interdiction was rolled
    later = cycle(turn=1, passed=SOVIET, level={"298ID": 0, "44ID": 0, "87RD": 1}, dice="9 ...")
    play(later, "pass")
    assert state(later).turn == 2
    assert any("nterdiction" in event.line() for event in of_kind(later.events, Rolled))
    assert level(later, "298ID") > 0  # 8.1.1


@pytest.mark.rule("bugriver", "2a")
@pytest.mark.rule("bugriver", "2b")
def test_the_higher_total_with_marker_and_interdiction_has_the_initiative() -> None:
    assert state(roll_for_it(5, 6)).side == SOVIET
    assert state(roll_for_it(6, 6)).side == GERMAN  # a tie
    assert state(roll_for_it(4, 6, interdiction=2)).side == GERMAN
    assert state(roll_for_it(3, 6, interdiction=2)).side == SOVIET
    assert state(roll_for_it(8, 5, marker={SOVIET: 4})).side == SOVIET
    assert state(roll_for_it(9, 5, marker={SOVIET: 4})).side == GERMAN
    assert state(roll_for_it(3, 5, marker={GERMAN: 2})).side == GERMAN


@pytest.mark.rule("bugriver", "2c")
@pytest.mark.rule("bugriver", "2d")
@pytest.mark.example("bugriver", "D-initiative-1")
@pytest.mark.example("bugriver", "D-initiative-2")
@pytest.mark.example("bugriver", "D-initiative-3")
def test_the_marker_favours_whoever_has_lost() -> None:
    """D-initiative-1, D-initiative-2, D-initiative-3."""
    first = roll_for_it(4, 6, interdiction=2)
    assert (state(first).side, marker(first)) == (GERMAN, (SOVIET, 2))
    turned = roll_for_it(5, 6, interdiction=2, marker={SOVIET: 2})  # 7 against 8
    assert (state(turned).side, marker(turned)) == (SOVIET, (GERMAN, 2))
    on = roll_for_it(9, 2, marker={SOVIET: 2})
    assert (state(on).side, marker(on)) == (GERMAN, (SOVIET, 4))
    assert marker(roll_for_it(10, 1, marker={SOVIET: 8})) == (SOVIET, 8)  # the last box


@pytest.mark.rule("bugriver", "2d")
def test_nobody_has_the_marker_in_the_first_cycle_of_a_turn() -> None:
    m = cycle(passed=SOVIET, marker={SOVIET: 6}, dice=[1, 4, 3], level={"298ID": 5, "44ID": 5, "87RD": 3})
    play(m, "pass")  # the last to pass: the turn ends; interdiction 0, and 4 against 3
    play(m, *["keep"] * (m.decision is not None and m.decision.kind == "luck"))
    assert (state(m).turn, state(m).phase, state(m).side) == (4, "options", GERMAN)
    assert marker(m) == (SOVIET, 2)  # from 0, not from 6


# --- 6.2 options ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("bugriver", "6.2")
@pytest.mark.rule("bugriver", "6.2a")
def test_the_initiative_player_acts_transfers_or_passes() -> None:
    m = cycle(side=GERMAN, dice=[1, 4, 6])
    assert [word for word in offered(m) if word != "top"] == ["act", "transfer", "pass"]
    assert offered(m, "act") == ["44ID", "298ID"]
    play(m, "act 298ID")
    assert (state(m).phase, state(m).frames[-1].about[0]) == ("activation", state(m).unit("298ID"))
    play(m, "end")  # and then the next cycle
    assert (state(m).phase, state(m).side) == ("options", SOVIET)


@pytest.mark.rule("bugriver", "6.2b")
@pytest.mark.example("bugriver", "D-transfer")
def test_the_initiative_can_be_given_away_once() -> None:
    """D-transfer."""
    m = roll_for_it(9, 2)
    assert marker(m) == (SOVIET, 2)
    play(m, "transfer")
    assert (state(m).side, marker(m)) == (SOVIET, (SOVIET, 2))
    refused(m, "transfer", "6.2b")
    allowed(m, "act 87RD")
    allowed(m, "pass")
    refused(cycle(side=GERMAN, passed=SOVIET), "transfer", "6.2b")


@pytest.mark.rule("bugriver", "6.2c")
@pytest.mark.rule("bugriver", "6.2d")
@pytest.mark.example("bugriver", "D-pass")
def test_after_a_pass_the_other_side_goes_on_without_rolls() -> None:
    """D-pass."""
    m = cycle(side=SOVIET, dice=[1, 1], marker={GERMAN: 2})
    play(m, "pass")
    for _ in range(2):
        assert (state(m).phase, state(m).side, marker(m)) == ("options", GERMAN, (GERMAN, 2))
        refused(m, "transfer", "6.2b")
        play(m, "act 44ID", "end")
    assert not [event for event in of_kind(m.events, Rolled) if "Initiative" in event.what]


@pytest.mark.rule("bugriver", "6.2c")
def test_who_has_passed_still_reacts() -> None:
    m = position({"1109": "44ID", "1508": "I/131", "2309": "87RD", "1709": "I/16"}, passed=SOVIET, dice=[5, 1])
    play(m, "move I/131 1608")
    assert (m.decision and m.decision.side, m.decision and m.decision.kind) == (SOVIET, "react")
    play(m, "react 87RD")
    assert (state(m).phase, state(m).side) == ("reaction", SOVIET)


@pytest.mark.rule("bugriver", "2")
@pytest.mark.rule("bugriver", "6.2e")
@pytest.mark.rule("bugriver", "7.8")
def test_the_turn_ends_when_both_have_passed_or_nobody_can_act() -> None:
    m = cycle(side=GERMAN, passed=SOVIET, dice="1 ...", level={"44ID": 3})
    play(m, "pass")
    assert state(m).turn == 4  # one advance
    nobody = cycle(side=GERMAN, dice="1 ...", level={"44ID": 1, "298ID": 0, "87RD": 0})
    play(nobody, "act 44ID", "end")
    assert state(nobody).turn == 4
    last = cycle(side=GERMAN, passed=SOVIET, turn=8)
    play(last, "pass")
    assert last.decision is None
    assert last.result is not None
    assert last.result.level.endswith("victory")


# --- 6.3 activations --------------------------------------------------------------------------------------------------


@pytest.mark.rule("bugriver", "6.3")
@pytest.mark.rule("bugriver", "6.3.1")
@pytest.mark.rule("bugriver", "6.3.2")
@pytest.mark.example("bugriver", "D-activation-order")
def test_points_come_from_the_level_which_then_falls() -> None:
    """D-activation-order: level 3 rolls in column 3 and is then 2; level 1 ends at 0 and cannot act."""
    m = cycle(side=GERMAN, dice=[7], level={"44ID": 3})
    play(m, "act 44ID")
    assert (points_left(m), level(m, "44ID")) == (5, 2)
    low = cycle(side=GERMAN, dice=[10, 9, 1], luck=GERMAN, level={"44ID": 1})
    play(low, "act 44ID")
    assert (points_left(low), level(low, "44ID")) == (5, 0)
    play(low, "end")
    assert state(low).side == GERMAN
    assert offered(low, "act") == ["298ID"]
    refused(low, "act 44ID", "6.3.2")
    best = cycle(side=GERMAN, dice=[10], level={"44ID": 5})
    play(best, "act 44ID")
    assert points_left(best) == 7


@pytest.mark.rule("bugriver", "6.3")
def test_independents_act_with_the_formation_they_are_assigned_to() -> None:
    m = position({**BOTH, "1111": "1/StG191"}, assigned={"1/StG191": "44ID"})
    allowed(m, "move 1/StG191 1112")
    refused(m, "move I/525 1106", "5.5.1a")


@pytest.mark.rule("bugriver", "6.3.3")
def test_an_action_needs_its_whole_price() -> None:
    m = position({"1109": "44ID", "1609": "I/131", "1709": "I/16", "2309": "87RD"}, points=2)
    refused(m, "prepared 1709 I/131 go", "6.3.3")
    allowed(m, "regular 1709 I/131 go")
    play(m, "move I/131 1509")
    play(m, "decline") if m.decision and m.decision.kind == "react" else None
    assert points_left(m) == 1


@pytest.mark.rule("bugriver", "6.3.2")
def test_one_formation_may_act_again_and_again() -> None:
    m = cycle(side=GERMAN, passed=SOVIET, dice=[1] * 3, level={"44ID": 3})
    for left in (2, 1, 0):
        play(m, "act 44ID", "end")
        assert level(m, "44ID") == left


# --- 10.2 the Surprise Attack -----------------------------------------------------------------------------------------


@pytest.mark.rule("bugriver", "10.2a")
@pytest.mark.rule("bugriver", "10.2c")
@pytest.mark.parametrize(("scenario", "many"), [("campaign", 3), ("ustyluh", 2)])
@pytest.mark.example("bugriver", "10.2-figures")
def test_infantry_divisions_attack_by_surprise_each_once(scenario: str, many: int) -> None:
    """10.2-figures."""
    m = grognard.new("bugriver", scenario, 1, dice=[*[10] * many, 1, 9])
    play(m, "top 1/StG191", "act 298ID", "end")  # stacks may be ordered meanwhile
    refused(m, "act 298ID", "10.2a")
    for hq in ("44ID", "299ID")[: many - 1]:
        assert (state(m).phase, marker(m)) == ("surprise", ("", 0))
        play(m, f"act {hq}", "end")
    assert (state(m).phase, marker(m), state(m).surprise) == ("initiative", (SOVIET, 2), 0)  # he may reroll his 1


@pytest.mark.rule("bugriver", "10.2a")
def test_the_germans_may_stop_early_and_panzers_take_no_part() -> None:
    m = position({"1109": "44ID I/131", "1105": "14Pz 1/36", "2309": "87RD I/16"}, phase="surprise", surprise=2, turn=1,
                 dice=[9, 1], luck=GERMAN)  # fmt: skip
    assert offered(m, "act") == ["44ID"]
    refused(m, "act 14Pz", "10.2a")
    play(m, "end")
    assert (state(m).phase, marker(m)) == ("options", (SOVIET, 4))  # +2, and 9 beats 1 + 2


@pytest.mark.rule("bugriver", "10.2b")
@pytest.mark.parametrize(("surprise", "die", "passed"), [(0, 5, True), (0, 6, False), (1, 3, True), (1, 4, False)])
@pytest.mark.example("bugriver", "D-reaction")
def test_soviet_checks_are_harder_by_two(surprise: int, die: int, passed: bool) -> None:
    """D-reaction: rating 5."""
    m = position(
        {"1109": "44ID", "1508": "I/131", "2309": "87RD", "1709": "I/16"}, turn=1, surprise=surprise, dice=[die, 1]
    )
    play(m, "move I/131 1608", "react 87RD")
    assert (state(m).phase == "reaction") == passed


@pytest.mark.rule("bugriver", "10.2b")
def test_soviet_effectiveness_checks_are_harder_too() -> None:
    units = {"1109": "44ID I/131", "2309": "87RD", "2209": "I/16"}  # ER 4 when disrupted
    for surprise, die, passed in ((0, 4, True), (0, 5, False), (1, 2, True), (1, 3, False)):
        m = position(
            units, phase="reaction", acting="87RD", under="44ID", turn=1, surprise=surprise, dice=[die],
            disrupted="I/16", points=2, luck=GERMAN,
        )  # fmt: skip
        play(m, "refit I/16")
        assert disrupted(m, "I/16") != passed
