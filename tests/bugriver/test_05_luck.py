"""PRE.b, 5.2: the Schlachtenglueck marker."""

from __future__ import annotations

import pytest

import grognard
from grognard.events import Rolled
from tests.bugriver.battles import FACE_TO_FACE, battle
from tests.bugriver.table import GERMAN, SOVIET, disrupted, of_kind, offered, play, points_left, position, state


@pytest.mark.rule("bugriver", "PRE.b")
def test_the_germans_own_the_marker_at_the_start() -> None:
    for scenario in ("campaign", "ustyluh"):
        assert state(grognard.new("bugriver", scenario=scenario, seed=1)).luck == GERMAN


@pytest.mark.rule("bugriver", "5.2")
def test_the_owner_may_hand_it_over_and_roll_again() -> None:
    m = battle(FACE_TO_FACE, result="0/1r", dice=[5, 10, 3], luck="soviet")
    play(m, "prepared 1709 I/131 go")
    assert m.decision is not None
    assert (m.decision.side, m.decision.kind, offered(m)) == (SOVIET, "luck", ["reroll", "keep"])
    kept = m.copy()
    play(kept, "keep")
    assert (disrupted(kept, "I/16"), state(kept).luck) == (True, SOVIET)
    events = play(m, "reroll")
    assert (disrupted(m, "I/16"), state(m).luck) == (False, GERMAN)
    assert [e.result for e in of_kind(events, Rolled)] == ["rolled again", "passed against 6"]


@pytest.mark.rule("bugriver", "5.2")
def test_the_second_die_stands_and_the_new_owner_has_the_same_right() -> None:
    """G52: nobody rerolls a reroll; the enemy may use the marker on his next roll in the same combat."""
    m = battle(FACE_TO_FACE, result="1r/1r", dice=[5, 10, 9, 8, 7], luck="soviet")
    play(m, "prepared 1709 I/131 go", "reroll")
    assert disrupted(m, "I/16")
    assert m.decision is not None
    assert (m.decision.side, m.decision.kind) == (GERMAN, "luck")
    play(m, "reroll")
    assert not disrupted(m, "I/131")
    assert state(m).luck == SOVIET


@pytest.mark.rule("bugriver", "5.2")
def test_only_own_dice_and_only_where_another_could_be_better() -> None:
    passed = battle(FACE_TO_FACE, result="0/1r", dice=[5, 1], luck="soviet")
    play(passed, "prepared 1709 I/131 go")
    assert passed.decision is not None
    assert passed.decision.kind != "luck"  # it has passed
    theirs = battle(FACE_TO_FACE, result="0/1r", dice=[5, 10], luck="german")
    play(theirs, "prepared 1709 I/131 go")
    assert state(theirs).phase == "bonus"  # the enemy's die, and a result that no die changes
    best = battle(FACE_TO_FACE, dice="10 ...")
    play(best, "prepared 1709 I/131 go")
    assert best.decision is not None
    assert best.decision.kind != "luck"  # the best die there is
    low = battle(FACE_TO_FACE, dice="1 10 ...")
    play(low, "prepared 1709 I/131 go")
    assert low.decision is not None
    assert low.decision.kind == "luck"
    rolled = of_kind(play(low, "reroll"), Rolled)
    assert [e.die for e in rolled][:2] == [1, 10]


@pytest.mark.rule("bugriver", "5.2")
def test_action_points_and_the_initiative_may_be_rolled_again() -> None:
    m = position({"1109": "44ID I/131"}, phase="options", side="german", dice=[1, 10])
    play(m, "act 44ID", "reroll")
    assert points_left(m) == 7
    contest = position({"1109": "44ID I/131", "2309": "87RD I/16"}, phase="initiative", dice="2 8 9 ...")
    assert contest.decision is not None
    assert (contest.decision.side, contest.decision.kind) == (GERMAN, "luck")
    assert state(contest.copy()).luck == GERMAN
    play(contest, "reroll")
    assert (state(contest).side, state(contest).luck) == (GERMAN, SOVIET)
    won = position({"1109": "44ID I/131", "2309": "87RD I/16"}, phase="initiative", dice="8 2 ...")
    assert won.decision is not None
    assert won.decision.kind == "options"


@pytest.mark.rule("bugriver", "5.2")
def test_a_die_that_was_seen_is_not_taken_back() -> None:
    m = position({"1109": "44ID I/131"}, phase="options", side="german", dice=[1, 10])
    play(m, "act 44ID")
    assert m.decision is not None
    assert m.decision.kind == "luck"
    with pytest.raises(grognard.Illegal):
        m.undo()
