"""Where rules of the Ops Phase meet: passes, transfers, reactions in the midst of moves, HQs that flee, the marker."""

from __future__ import annotations

from typing import Any

import pytest

import grognard
from grognard.events import Moved, Rolled
from tests.bugriver.battles import battle
from tests.bugriver.table import (
    GERMAN,
    SOVIET,
    allowed,
    command,
    disrupted,
    facts,
    field,
    level,
    of_kind,
    offered,
    play,
    points_left,
    position,
    reaction,
    refused,
    state,
    strength,
    where,
)

BOTH = {"1109": "44ID I/131", "2309": "87RD I/16"}
FRONT = {"1109": "44ID", "1508": "I/131", "2309": "87RD", "1709": "I/16"}  # 1608 and 1609 are next to 1709
TWO = {"1708": "I/622", "2107": "124RD"}  # another formation, next to 1608
WITH_124 = field(village="1105 1109 1113 2107 2305 2309 2313")


def asked(m: grognard.Match) -> str:
    """Who is asked what: 'soviet react'."""
    return f"{m.decision.side} {m.decision.kind}" if m.decision else ""


def cycle(side: str = GERMAN, **more: Any) -> grognard.Match:
    """An Ops Cycle with a formation of each side."""
    return position(BOTH, phase="options", side=side, **{"luck": SOVIET, "turn": 5, **more})


# --- passes and transfers ---------------------------------------------------------------------------------------------


@pytest.mark.rule("bugriver", "6.2b")
@pytest.mark.rule("bugriver", "6.2d")
def test_who_is_given_the_initiative_and_passes_gives_it_back_for_good() -> None:
    m = cycle(dice="1 ...")
    play(m, "transfer", "pass")
    assert (state(m).phase, state(m).side, state(m).sides_passed) == ("options", GERMAN, (SOVIET,))
    refused(m, "transfer", "6.2b")
    play(m, "pass")
    assert state(m).turn == 6


@pytest.mark.rule("bugriver", "6.2b")
@pytest.mark.rule("bugriver", "6.2e")
def test_a_transfer_to_a_side_that_cannot_act_is_its_pass() -> None:
    """G23: it has nothing but the pass, which plays itself; the giver goes on without rolls."""
    loose = {"1109": "44ID", "1209": "I/131", "2309": "87RD", "2209": "I/16"}  # no stacks to order
    m = position(loose, phase="options", side=GERMAN, luck=SOVIET, turn=5, level={"87RD": 0})
    play(m, "transfer")
    assert (state(m).side, state(m).sides_passed) == (GERMAN, (SOVIET,))
    assert not of_kind(m.events, Rolled)


@pytest.mark.rule("bugriver", "6.2")
@pytest.mark.rule("bugriver", "6.3.2")
def test_who_cannot_act_may_still_give_the_initiative_away() -> None:
    m = cycle(level={"44ID": 0})
    refused(m, "act 44ID", "6.3.2")
    assert [word for word in offered(m) if word != "top"] == ["transfer", "pass"]


@pytest.mark.rule("bugriver", "6.2e")
def test_a_reaction_may_take_a_sides_last_activation() -> None:
    m = position({**FRONT}, turn=5, luck=GERMAN, dice="5 1 ...", level={"44ID": 0, "87RD": 1})
    play(m, "move I/131 1608", "react 87RD", "end", "end")
    assert state(m).turn == 6  # nobody is left who could act


@pytest.mark.rule("bugriver", "6.2c")
def test_both_may_react_until_both_have_passed() -> None:
    m = position(FRONT, turn=5, luck=GERMAN, passed=SOVIET, dice="5 1 ...")
    play(m, "move I/131 1608", "react 87RD", "end")
    assert asked(m) == "german activation"
    play(m, "end")
    assert asked(m) == "german options"  # no rolls any more
    play(m, "pass")
    assert state(m).turn == 6


@pytest.mark.rule("bugriver", "6.3")
@pytest.mark.rule("bugriver", "7.1g")
def test_a_formation_without_units_has_its_hq_alone_to_move() -> None:
    m = position({"1109": "44ID", "2309": "87RD I/16"}, phase="options", side=GERMAN, luck=SOVIET, turn=5, dice="5 ...")
    play(m, "act 44ID")
    assert offered(m) == ["relocate", "end"]
    nowhere = position({"1109": "44ID", "2309": "87RD I/16"}, phase="options", side=GERMAN, luck=SOVIET, turn=5,
                       board=field(village="1109 2309"), dice="5 ...")  # fmt: skip
    play(nowhere, "act 44ID")  # and with no village to go to it is over as it begins
    assert (state(nowhere).frames[0].phase, level(nowhere, "44ID")) == ("initiative", 4)


@pytest.mark.rule("bugriver", "2a")
@pytest.mark.rule("bugriver", "5.2")
def test_the_initiative_is_rolled_again_only_by_who_is_behind_and_could_win() -> None:
    def roll(german: int, soviet: int, luck: str, **more: Any) -> str:
        table = {"interdiction": 0, **more}
        m = position(BOTH, phase="initiative", turn=5, luck=luck, dice=[german, soviet, 10, 10], **table)
        return asked(m)

    assert roll(3, 5, GERMAN) == "german luck"
    assert roll(3, 5, SOVIET) == "soviet options"  # he is ahead
    assert roll(6, 6, SOVIET) == "soviet luck"  # a tie is the Germans'
    assert roll(9, 1, SOVIET, interdiction=1) == "german options"  # 10 to 10 at best
    assert roll(9, 1, SOVIET, marker={SOVIET: 2}) == "soviet luck"
    assert roll(1, 9, GERMAN, marker={SOVIET: 2}) == "soviet options"  # 10 against 11


# --- reactions in the midst of a move ---------------------------------------------------------------------------------


@pytest.mark.rule("bugriver", "6.4.2b", "G87")
@pytest.mark.rule("bugriver", "6.4.3a")
@pytest.mark.rule("bugriver", "5.3.1f")
def test_the_points_of_a_reaction_are_rolled_before_overstacking_takes_its_due() -> None:
    """Two Soviet HQs share 2107 for want of another village. When the mover leaves 1808 its zone leaves 1909, one of
    them can go there, and it is the one that reacts with its last level."""
    units = {"1109": "44ID", "1808": "I/131", "2107": "87RD 124RD III/283", "1710": "I/16"}
    m = position(units, board=field(village="1109 1909 2107"), turn=5, luck=GERMAN, dice=[1, 10], level={"87RD": 1})
    play(m, "move I/131 1709", "react 87RD")
    assert (asked(m), points_left(m, SOVIET), level(m, "87RD")) == ("soviet surplus", 3, 0)
    refused(m, "displace I/16", "5.3.1f")
    play(m, "displace 87RD")
    assert (state(m).phase, where(m, "87RD"), strength(m, "87RD")) == ("reaction", "1909", 0)
    assert points_left(m, SOVIET) == 3


@pytest.mark.rule("bugriver", "7.3.5")
@pytest.mark.rule("bugriver", "7.3.6a")
def test_who_comes_upon_an_hq_has_no_leg_bonus_left_though_it_flees() -> None:
    """G63: I/131 has 5 points and would need 7 in all to go round the village the HQ flees to."""
    board, held = field(village="1109 1407 1309 2309"), {SOVIET: "1407 1309 1703..2415"}
    units = {"1109": "44ID", "1306": "I/131", "1407": "87RD", "2309": "124RD"}
    m = position(units, board=board, control=held, turn=5)
    play(m, "move I/131 1307 1308 1309 1310 1311")
    assert (where(m, "87RD"), where(m, "I/131"), points_left(m)) == ("1309", "1307", 4)
    free = position({**units, "2309": ""}, board=board, control=held, turn=5)
    play(free, "move I/131 1307 1308 1309 1310 1311", "displace 2309")
    assert where(free, "I/131") == "1311"  # by the way that was named, for 5


@pytest.mark.rule("bugriver", "7.3.5")
@pytest.mark.rule("bugriver", "6.4.1a")
def test_a_move_with_the_leg_bonus_is_never_answered() -> None:
    """It comes next to nobody; one hex more, and the bonus is gone."""
    m = position({"1109": "44ID", "1104": "I/131", "1112": "I/16", "2309": "87RD"}, turn=5, control={SOVIET: "1112"})
    reach = m.query("reach", GERMAN, unit="I/131")
    assert max(cost for hex, cost in reach.costs.items()) == 7
    assert not [hex for hex in ("1111", "1211", "1212") if hex in reach.hexes]
    play(m, "move I/131 1110")
    assert asked(m) == "german activation"


@pytest.mark.rule("bugriver", "6.4.1c")
@pytest.mark.rule("bugriver", "6.4.4")
def test_after_a_failed_attempt_the_move_goes_by_other_enemies_unanswered() -> None:
    board = field(bug="1709/nw 1709/sw 1709/n 1708/sw 1708/nw", village="1105 1109 1113 2107 2305 2309 2313")
    held = {SOVIET: "1703..2415"}
    units = {**FRONT, "1508": "", "1509": "I/131", **TWO}
    m = position(units, board=board, control=held, turn=5, luck=GERMAN, dice=[6])
    play(m, "move I/131 1609 1608 1607", "react 87RD")  # 124RD in 1708 is next to 1608 and 1607
    assert (where(m, "I/131"), asked(m)) == ("1607", "german activation")


@pytest.mark.rule("bugriver", "6.4.1b")
@pytest.mark.rule("bugriver", "7.3.6b")
def test_why_a_formation_cannot_react_is_told_for_each() -> None:
    m = position({**FRONT, **TWO, "2313": "41TD"}, board=WITH_124, turn=5)
    play(m, "move I/131 1608", "hush 87RD")
    assert "hushed" in refused(m, "react 87RD", "6.4.1a").reason
    assert "not on the map" in refused(m, "react 215MD", "6.4.1b").reason
    assert "Command Range" in refused(m, "react 41TD", "6.4.1b").reason
    refused(m, "hush I/16", "6.4.1b")
    spent = position({**FRONT, **TWO}, board=WITH_124, turn=5, level={"87RD": 0})
    play(spent, "move I/131 1608")
    refused(spent, "react 87RD", "6.4.2b")
    board = field(village="1105 1109 1509 2107 2305 2309 2313")
    lone = {"1109": "44ID", "1408": "I/131", "1509": "87RD", "1607": "I/16", "1608": "I/622", "2107": "124RD"}
    fled = position(lone, board=board, turn=5, control={SOVIET: "1509 1607 1608 1703..2415"})
    play(fled, "move I/131 1508", "displace 2309")
    assert offered(fled, "react") == ["124RD"]
    assert "driven" in refused(fled, "react 87RD", "7.3.6b").reason


@pytest.mark.rule("bugriver", "6.4.3b")
@pytest.mark.rule("bugriver", "5.3.2d")
def test_an_activation_goes_on_though_the_reaction_drove_its_hq_off_the_map() -> None:
    """G20, G44: its units are isolated; each Action costs double and a check."""
    board = field(village="1109 1309")
    units = {"1109": "44ID", "1508": "I/131", "1107": "II/131", "1309": "87RD", "1308": "87Rec", "2309": "I/16"}
    m = reaction(units, acting="87RD", under="44ID", board=board, turn=5, dice=[1],
                 control={SOVIET: "1308 1309 1703..2415"}, points={GERMAN: 4, SOVIET: 2}, luck=SOVIET)  # fmt: skip
    play(m, "move 87Rec 1209")
    assert (where(m, "44ID"), level(m, "44ID"), strength(m, "44ID")) == ("due", 0, 0)
    play(m, "end")
    assert (asked(m), command(m, "I/131")) == ("german activation", "isolated")
    assert [f.state for f in facts(m, GERMAN).formations if f.hq == "44ID"] == ["active"]
    refused(m, "relocate 44ID 1309", "7.4a")
    refused(m, "improve I/131", "7b")
    play(m, "move I/131 1509")  # passes its check
    assert (where(m, "I/131"), points_left(m)) == ("1509", 2)


@pytest.mark.rule("bugriver", "6.4.2c")
@pytest.mark.rule("bugriver", "7.7b")
def test_a_move_stopped_in_an_improved_hex_ends_its_marker() -> None:
    board = field(bug="1709/nw 1709/sw 1709/n 1709/s")
    units = {"1109": "44ID", "1608": "AA44", "1507": "1/Pj46", "2309": "87RD", "1709": "I/16"}
    held = {SOVIET: "1703..2415"}
    passing = position(units, board=board, control=held, turn=5, improved="1608", luck=GERMAN, dice=[6])
    play(passing, "move 1/Pj46 1608 1609", "react 87RD")
    assert state(passing).improved  # it has only gone through
    stopped = position(units, board=board, control=held, turn=5, improved="1608", luck=GERMAN, dice=[5, 1])
    play(stopped, "move 1/Pj46 1608 1609", "react 87RD")
    assert (where(stopped, "1/Pj46"), state(stopped).improved) == ("1608", 0)


@pytest.mark.rule("bugriver", "6.4.2c")
def test_what_is_left_of_a_move_is_lost_and_the_next_one_has_its_whole_allowance() -> None:
    board = field(bug="1709/nw 1709/sw 1709/n 1709/s")
    m = position({**FRONT, "1508": "", "1507": "1/Pj46"}, board=board, control={SOVIET: "1703..2415"}, turn=5,
                 luck=GERMAN, dice=[5, 1])  # fmt: skip
    play(m, "move 1/Pj46 1608 1610", "react 87RD", "end")
    assert (where(m, "1/Pj46"), points_left(m)) == ("1608", 4)
    costs = m.query("reach", GERMAN, unit="1/Pj46").costs
    assert costs["1609"] == 2
    assert max(costs.values()) > 7


@pytest.mark.rule("bugriver", "6.4.1a")
@pytest.mark.rule("bugriver", "5.6")
def test_armour_that_sticks_in_the_marsh_may_be_answered_there() -> None:
    board = field(marsh="1608", village="1105 1109 1113 2305 2309 2313")
    units = {"1109": "44ID", "1105": "14Pz", "1508": "1/36", "2309": "87RD", "1709": "I/16"}
    m = position(units, board=board, turn=5, acting="14Pz", luck=SOVIET, dice=[10, 5, 1])
    play(m, "move 1/36 1608")
    assert (asked(m), disrupted(m, "1/36")) == ("soviet react", True)
    play(m, "react 87RD")
    while asked(m) == "soviet luck":
        play(m, "keep")
    assert state(m).phase == "reaction"


@pytest.mark.rule("bugriver", "7.3.8")
@pytest.mark.rule("bugriver", "6.4.2c")
def test_a_crossing_by_boat_that_was_answered_at_the_bank_took_no_boat() -> None:
    sides = " ".join(f"16{row:02}/{side}" for row in range(3, 15) for side in ("ne", "se"))
    river = field(bug=f"{sides} 1615/ne", village="1109 2309")
    units = {"1109": "44ID", "1609": "I/131", "1709": "I/16", "2309": "87RD", "1608": "II/131"}
    m = position(units, board=river, turn=5, luck=GERMAN, dice=[5, 1], boats=1)
    play(m, "move I/131 1710", "react 87RD")  # at the attempt to leave 1609
    assert (where(m, "I/131"), state(m).boats) == ("1609", 1)
    play(m, "end")
    allowed(m, "move I/131 1710")


@pytest.mark.rule("bugriver", "7.3.8")
def test_why_nobody_crosses_the_bug_is_told_by_who_it_is() -> None:
    sides = " ".join(f"16{row:02}/{side}" for row in range(3, 15) for side in ("ne", "se"))
    river = field(bug=f"{sides} 1615/ne", village="1109 2309")
    units = {"1109": "44ID", "1609": "I/131 1/Pj46", "1811": "I/16", "1710": "II/16", "2309": "87RD"}
    spent = position(units, board=river, turn=5, boats=2)
    assert "no boats are left" in refused(spent, "move I/131 1709", "7.3.8").reason
    assert "only German leg units" in refused(spent, "move 1/Pj46 1709", "7.3.8").reason
    soviets = position(units, board=river, turn=5, acting="87RD")
    assert "only German leg units" in refused(soviets, "move II/16 1610", "7.3.8").reason


@pytest.mark.rule("bugriver", "5.3.1c")
def test_an_order_to_stop_in_a_full_hex_says_so_and_one_beyond_it_is_obeyed() -> None:
    m = position({"1109": "44ID", "1609": "I/131", "1509": "II/131", "2309": "87RD"}, turn=5)
    assert "1509" in refused(m, "move I/131 1509", "5.3.1c").reason
    allowed(m, "move I/131 1509 1408")


# --- bonus points -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("bugriver", "7.5.3e")
@pytest.mark.rule("bugriver", "6.4.3b")
def test_a_bonus_move_that_was_answered_is_over_and_the_activation_goes_on() -> None:
    m = battle({"1609": "I/131", "1709": "I/16", "1809": "II/16"}, result="0/2", chits=("333 111 111",), turn=5,
               dice=[5, 5, 1], luck=GERMAN)  # fmt: skip
    play(m, "hasty 1709 I/131 go", "retreat I/16 1808")
    assert asked(m) == "german bonus"
    play(m, "move I/131 1709")
    assert asked(m) == "soviet react"
    play(m, "react 87RD")
    assert [frame.phase for frame in state(m).frames] == ["options", "activation", "reaction"]
    play(m, "end")
    assert (asked(m), points_left(m)) == ("german activation", 4)


@pytest.mark.rule("bugriver", "7.3.6a")
@pytest.mark.rule("bugriver", "7.5.3d")
def test_a_defenders_bonus_move_drives_a_lone_hq_away() -> None:
    """G60: the bonus move is a Movement Action."""
    units = {"1509": "44ID", "1609": "I/131", "1709": "I/16"}
    m = battle(units, result="2/0", chits=("333 111 111",), dice=[5], turn=5, control={SOVIET: "1703..2415"},
               board=field(village="1109 1509 1113 2309"))  # fmt: skip
    play(m, "hasty 1709 I/131 go", "retreat I/131 1510")
    assert asked(m) == "soviet bonus"
    play(m, "move I/16 1609")
    assert (asked(m), offered(m, "displace")) == ("german displace", ["1109", "1113"])
    play(m, "displace 1113")
    assert [event.path for event in of_kind(m.events, Moved) if event.unit == "44ID"] == [("1509", "1113")]


@pytest.mark.rule("bugriver", "10.2b")
@pytest.mark.rule("bugriver", "7.5.3b")
def test_in_the_surprise_attack_the_soviets_react_and_win_battles_too() -> None:
    m = battle({"1609": "I/131", "1709": "I/16"}, result="1/0", chits=("333 111 111",), turn=1, surprise=2, dice=[5])
    play(m, "hasty 1709 I/131 go")
    assert asked(m) == "soviet bonus"
    refused(m, "relocate 87RD 2305", "7.4a")
    play(m, "end")
    assert (asked(m), state(m).surprise) == ("german activation", 2)
