"""7.6, 7.7: Refit and Improved Defense."""

from __future__ import annotations

from typing import Any

import pytest

import grognard
from grognard.events import Placed, Removed
from grognard.games.bugriver.improved import may_improve
from tests.bugriver.battles import battle, by_rule, strengths
from tests.bugriver.foggy import Eager, melee
from tests.bugriver.table import (
    GERMAN,
    MAP,
    SOVIET,
    admin,
    allowed,
    disrupted,
    of_kind,
    offered,
    play,
    points_left,
    position,
    refused,
    state,
    strength,
)
from tests.random_play.player import BUSY

CALM = {"1109": "44ID", "2309": "87RD III/16"}


def calm(units: dict[str, str], **more: Any) -> grognard.Match:
    """44ID is active, and the enemy far away."""
    return position({**CALM, **units}, **{"turn": 5, "luck": SOVIET, **more})


def improved(m: grognard.Match) -> tuple[str, ...]:
    """The hexes with a marker."""
    return state(m).in_hexes(state(m).improved)


# --- 7.6 refit --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("bugriver", "7.6a")
@pytest.mark.rule("bugriver", "7.1e")
@pytest.mark.parametrize(("die", "well"), [(5, True), (6, False)])
def test_a_refit_is_a_check_with_the_disrupted_rating(die: int, well: bool) -> None:
    m = calm({"1409": "I/131"}, disrupted="I/131", dice=[die], points=3)  # ER 7, and 5 disrupted
    play(m, "refit I/131")
    assert (disrupted(m, "I/131"), points_left(m), strength(m, "I/131")) == (not well, 2, 6)


@pytest.mark.rule("bugriver", "7.1e")
@pytest.mark.rule("bugriver", "7.6a")
def test_each_unit_refits_by_itself_in_command_range() -> None:
    m = calm({"1409": "I/131 1/Pj46", "1809": "II/131", "1408": "III/131"}, disrupted="I/131 1/Pj46 II/131", dice=[1])
    assert offered(m, "refit") == ["I/131", "1/Pj46"]
    refused(m, "refit I/131 1/Pj46", "6.3")
    refused(m, "refit II/131", "7.1e")  # G33: out of command
    refused(m, "refit III/131", "7.6a")  # it is well
    refused(m, "refit III/16", "7.2")
    play(m, "refit I/131")
    assert (disrupted(m, "I/131"), disrupted(m, "1/Pj46")) == (False, True)


@pytest.mark.rule("bugriver", "7.6a")
def test_disrupted_and_isolated_units_can_do_nothing() -> None:
    """D-disrupted-isolated."""
    ring = {"1408": "I/16", "1510": "II/16", "1310": "I/96"}
    m = calm({"1409": "I/131", "1209": "II/131", **ring}, disrupted="I/131")
    refused(m, "refit I/131", "7.6a")
    refused(m, "move I/131 1308", "7d")


@pytest.mark.rule("bugriver", "7.6b")
def test_it_may_be_tried_again_while_points_last() -> None:
    m = calm({"1409": "I/131", "1408": "II/131"}, disrupted="I/131", dice=[9, 8, 2], points=4)
    play(m, "refit I/131", "refit I/131")
    assert disrupted(m, "I/131")
    refused(m, "move I/131 1410", "7d")  # nothing else
    play(m, "refit I/131")
    assert (disrupted(m, "I/131"), points_left(m)) == (False, 1)


# --- 7.7 Improved Defense ---------------------------------------------------------------------------------------------


@pytest.mark.rule("bugriver", "7.7a")
@pytest.mark.rule("bugriver", "7.1f")
def test_a_point_puts_the_whole_stack_into_improved_defense() -> None:
    m = calm({"1409": "I/131 1/Pj46"}, points=3)
    play(m, "improve I/131")
    assert (improved(m), points_left(m)) == (("1409",), 2)
    assert [(event.what, event.hex) for event in of_kind(m.events, Placed)] == [("Improved Defense", "1409")]
    refused(m, "improve 1/Pj46", "7.7a")  # they have it
    assert [(mark.kind, mark.side) for mark in m.view(SOVIET).markers] == [("improved-defense", GERMAN)]


@pytest.mark.rule("bugriver", "7.1f")
def test_it_is_worth_the_right_column_and_better_support() -> None:
    units = {"1609": "I/131", "1709": "I/16", "1608": "II/131", "1710": "II/16"}
    plain, dug = battle(units, turn=5), battle(units, turn=5, improved="1709")
    assert (strengths(plain, "regular 1709 I/131")[1], strengths(dug, "regular 1709 I/131")[1]) == (10, 15)
    defence = ("7.5.1.2i", "7.5.1.2j")
    assert (by_rule(plain, "regular 1709 I/131", *defence), by_rule(dug, "regular 1709 I/131", *defence)) == (-1, -2)


@pytest.mark.rule("bugriver", "7.7a")
def test_all_units_of_the_hex_must_be_able_to() -> None:
    """G51."""
    other = calm({"1409": "I/131 1/Pj298", "1113": "298ID"})
    refused(other, "improve I/131", "7.7a")
    refused(calm({"1409": "I/131 1/Pj46"}, disrupted="1/Pj46"), "improve I/131", "5.6.3b")
    refused(calm({"1809": "I/131", "1409": "II/131"}), "improve I/131", "7b")
    allowed(calm({"1109": "44ID I/131"}), "improve I/131")  # HQs are ignored


def dug_in(units: dict[str, str], **more: Any) -> grognard.Match:
    """I/131 and 1/Pj46 are in Improved Defense in 1409."""
    return calm({"1409": "I/131 1/Pj46", **units}, improved="1409", **more)


@pytest.mark.rule("bugriver", "7.7b")
def test_it_ends_when_a_unit_leaves_or_comes() -> None:
    gone = dug_in({})
    play(gone, "move 1/Pj46 1408")
    assert improved(gone) == ()
    assert [event.rule for event in of_kind(gone.events, Removed)] == ["7.7b"]
    come = dug_in({"1408": "2/Pj46"})
    play(come, "move 2/Pj46 1409")
    assert improved(come) == ()
    passed = dug_in({"1408": "2/Pj46"})
    play(passed, "move 2/Pj46 1409 1410")
    assert improved(passed) == ("1409",)  # it does not end there


@pytest.mark.rule("bugriver", "7.7b")
def test_it_ends_with_an_action_a_disruption_a_loss_or_a_retreat() -> None:
    fronts = {"1609": "I/131 1/Pj46", "1709": "I/16 1/43AT"}
    acts = battle(fronts, result="0/0", chits=("333 111 111",), dice=[5], turn=5, improved="1609")
    play(acts, "hasty 1709 I/131 go")
    assert improved(acts) == ()
    for result, dice, answers, left in (
        ("0/0", [5], [], True),  # it was attacked: nothing happens to the marker
        ("0/1r", [5, 10, 1], ["lose I/16"], False),  # one is disrupted
        ("0/1", [5], ["lose 1/43AT"], False),  # one is lost
        ("0/2", [5], ["lose I/16", "retreat 1/43AT 1809"], False),
    ):
        m = battle(fronts, result=result, chits=("333 111 111",), dice=dice, turn=5, improved="1709",
                   strength={"1/43AT": 1})  # fmt: skip
        play(m, "hasty 1709 I/131 1/Pj46 go")
        play(m, *answers)
        assert ("1709" in improved(m)) == left, result


@pytest.mark.rule("bugriver", "7.7b")
def test_a_unit_that_retreats_into_the_hex_ends_it() -> None:
    m = battle({"1609": "I/131", "1709": "1/43AT", "1809": "I/16"}, result="0/2", chits=("333 111 111",), dice=[5],
               turn=5, improved="1809")  # fmt: skip
    play(m, "hasty 1709 I/131 go", "retreat 1/43AT 1809")
    assert improved(m) == ()


@pytest.mark.rule("bugriver", "7.7c")
def test_replacements_and_reinforcements_do_not_end_it() -> None:
    units = {"1109": "44ID", "1209": "I/131", "1003": "II/131", "2309": "87RD I/16"}
    m = admin(units, "german-replacement", strength={"I/131": 4}, improved="1209", turn=3)
    play(m, "replace I/131")
    assert (strength(m, "I/131"), improved(m)) == (5, ("1209",))
    units = {"0416": "44ID I/131", "0112": "1/Pj46", "2410": "87RD I/16"}
    due = {"1/36": 3, "14Pz": 3}
    enter = admin(units, "german-reinforcement", improved="0112", due=due, turn=3, board=MAP)
    play(enter, "arrive 14Pz 0213", "arrive 1/36 0112")
    assert improved(enter) == ("0112",)


@pytest.mark.rule("bugriver", "7.7a")
@pytest.mark.parametrize("seed", range(3))
def test_what_is_offered_is_what_is_allowed(seed: int) -> None:
    """The quick list of units that can dig in agrees with the rule for each."""
    m = grognard.setup(melee(seed), seed=seed)
    player = Eager.seeded(seed, BUSY)
    looked = 0
    while m.decision is not None and looked < 40:
        if m.decision.kind in ("activation", "reaction", "bonus"):
            g, looked = state(m), looked + 1
            want = [g.name(unit) for unit in g.rules.of_side[g.side] if g.at[unit] >= 0 and may_improve(g, unit)]
            assert (offered(m, "improve") if "improve" in offered(m) else []) == want
        player.play(m, 1)
    assert looked
