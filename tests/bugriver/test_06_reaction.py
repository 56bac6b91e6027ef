"""6.4, 7.3.6: Formation Reactions, and lone HQs an enemy comes upon."""

from __future__ import annotations

from typing import Any

import pytest

import grognard
from grognard.events import Moved, Rolled
from grognard.games.bugriver.command import IN, ISOLATED
from tests.bugriver.battles import FACE_TO_FACE, battle
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

# 1608 and 1609 are next to 1709, 1508 is not.
FRONT = {"1109": "44ID", "1508": "I/131", "2309": "87RD", "1709": "I/16"}


WITH_124 = field(village="1105 1109 1113 2107 2305 2309 2313")
BOTH = {"1708": "I/622", "2107": "124RD"}  # a unit of either formation next to 1608


def front(units: dict[str, str] | None = None, **more: Any) -> grognard.Match:
    """44ID is active in front of 87RD, whose rating is 5."""
    return position({**FRONT, **(units or {})}, **{"luck": GERMAN, "turn": 5, **more})


def asked(m: grognard.Match) -> str:
    """Who is asked what: 'soviet react'."""
    return f"{m.decision.side} {m.decision.kind}" if m.decision else ""


# --- 6.4.1 when and who ----------------------------------------------------------------------------------------------


@pytest.mark.rule("bugriver", "6.4.1a")
def test_entering_a_hex_next_to_an_enemy_is_answered_whatever_the_zones() -> None:
    m = front(dice=[6])
    play(m, "move I/131 1507")
    assert asked(m) == "german activation"  # not next to anybody
    m = front()
    play(m, "move I/131 1608")
    assert asked(m) == "soviet react"
    assert offered(m) == ["react", "decline", "hush"]
    over = front(board=field(bug="1709/nw 1709/sw 1709/n"), control={SOVIET: "1703..2415"})
    play(over, "move I/131 1608")  # over the Bug there is no ZOC
    assert asked(over) == "soviet react"


@pytest.mark.rule("bugriver", "6.4.1a")
def test_so_is_the_attempt_to_leave_one() -> None:
    m = front({"1608": "I/131", "1508": "II/131"}, dice=[5, 1])
    play(m, "move I/131 1507")
    assert (asked(m), where(m, "I/131")) == ("soviet react", "1608")
    play(m, "react 87RD")
    assert (state(m).phase, where(m, "I/131")) == ("reaction", "1608")
    declined = front({"1608": "I/131", "1508": "II/131"})
    play(declined, "move I/131 1507", "decline")
    assert where(declined, "I/131") == "1507"


@pytest.mark.rule("bugriver", "6.4.1a")
def test_combat_refit_and_relocation_are_not_answered() -> None:
    m = front({"1608": "I/131", "1508": "II/131"}, disrupted="II/131", dice=[1])
    play(m, "refit II/131")
    assert asked(m) == "german activation"
    play(m, "relocate 44ID 1105")
    assert asked(m) == "german activation"


@pytest.mark.rule("bugriver", "6.4.1b")
def test_a_unit_that_reacts_is_undisrupted_and_in_command() -> None:
    m = front(disrupted="I/16")
    play(m, "move I/131 1608")
    assert asked(m) == "german activation"
    far = front({"2309": "", "2313": "87RD"})
    play(far, "move I/131 1608")  # more than six hexes from its HQ
    assert asked(far) == "german activation"
    spent = front(level={"87RD": 0})  # G24
    play(spent, "move I/131 1608")
    assert asked(spent) == "german activation"


@pytest.mark.rule("bugriver", "6.4.1b")
def test_the_formation_of_the_unit_reacts() -> None:
    m = front(BOTH, board=WITH_124, dice=[4, 1])
    play(m, "move I/131 1608")
    assert offered(m, "react") == ["87RD", "124RD"]
    refused(m, "react 44ID", "6.4.1b")
    play(m, "react 124RD")
    assert state(m).frames[-1].about[0] == state(m).unit("124RD")


@pytest.mark.rule("bugriver", "6.4.1c")
@pytest.mark.rule("bugriver", "6.4.4")
def test_one_attempt_for_each_movement_action() -> None:
    m = front({"1508": "", "1608": "I/131"}, dice=[6, 6])
    play(m, "move I/131 1509", "react 87RD")  # fails: the mover goes on, and nobody is asked again
    assert (where(m, "I/131"), level(m, "87RD"), asked(m)) == ("1509", 4, "german activation")
    play(m, "move I/131 1608")
    assert asked(m) == "soviet react"  # another Movement Action


@pytest.mark.rule("bugriver", "6.4.1c")
def test_a_failed_attempt_of_one_formation_is_that_of_all() -> None:
    m = front(BOTH, board=WITH_124, dice=[5])
    play(m, "move I/131 1608", "react 124RD")  # rating 4
    assert (asked(m), where(m, "I/131")) == ("german activation", "1608")


@pytest.mark.rule("bugriver", "6.4.1d")
@pytest.mark.example("bugriver", "6.4.1-clarification")
def test_who_is_cut_off_by_the_arrival_does_not_react() -> None:
    """6.4.1-clarification: the mover comes into the only gap, and the unit is isolated when it could react."""
    gap, board = {"1508": "", "1807": "I/131", "2309": "", "2011": "87RD"}, field(village="1109 2011")
    free = front(gap, board=board)
    play(free, "move I/131 1808")
    assert (asked(free), command(free, "I/16")) == ("soviet react", IN)
    shut = front({**gap, "1609": "II/131"}, board=board)
    assert command(shut, "I/16") == IN
    play(shut, "move I/131 1808")
    assert (asked(shut), command(shut, "I/16")) == ("german activation", ISOLATED)


# --- 6.4.2 to 6.4.4 what it brings ------------------------------------------------------------------------------------


@pytest.mark.rule("bugriver", "6.4.2a")
@pytest.mark.parametrize(("die", "works"), [(5, True), (6, False), (10, False), (1, True)])
def test_the_check_is_against_the_printed_rating(die: int, works: bool) -> None:
    m = front(dice=[die, 1])
    play(m, "move I/131 1608", "react 87RD")
    assert (state(m).phase == "reaction") == works


@pytest.mark.rule("bugriver", "6.4.2b")
def test_red_points_at_the_present_level_which_then_falls() -> None:
    m = front(dice=[1, 8], level={"87RD": 4}, points={GERMAN: 5, SOVIET: 0})
    play(m, "move I/131 1608", "react 87RD")
    assert (points_left(m, SOVIET), level(m, "87RD")) == (4, 3)
    assert points_left(m, GERMAN) == 4  # its own track waits
    low = front(dice=[1, 8], level={"87RD": 1})
    play(low, "move I/131 1608", "react 87RD")
    assert (points_left(low, SOVIET), level(low, "87RD")) == (2, 0)


@pytest.mark.rule("bugriver", "6.4.2c")
def test_the_move_ends_where_it_was_answered() -> None:
    # disrupted MGs have no ZOC: the mover could go on from 1608 but for the reaction of I/16
    units = {"1508": "", "1507": "AA44", "1709": "I/16"}
    board = field(bug="1709/nw 1709/sw 1709/n 1709/s")
    m = front(units, board=board, control={SOVIET: "1703..2415"}, dice=[1, 1, 1], points=5)
    play(m, "move AA44 1608 1607")
    assert (asked(m), where(m, "AA44")) == ("soviet react", "1608")
    play(m, "react 87RD")
    assert (where(m, "AA44"), state(m).phase) == ("1608", "reaction")
    play(m, "end")
    assert (state(m).phase, points_left(m)) == ("activation", 4)
    play(m, "move AA44 1607", "decline")  # again for a new point
    assert (where(m, "AA44"), points_left(m)) == ("1607", 3)


@pytest.mark.rule("bugriver", "6.4.2d")
def test_any_unit_of_the_formation_may_act_in_any_way() -> None:
    m = front(
        {"2209": "II/16", "2211": "III/16", "1909": "87Eng"}, disrupted="III/16", dice=[1, 10, 1], level={"87RD": 4}
    )
    play(m, "move I/131 1608", "react 87RD")
    assert points_left(m, SOVIET) == 4
    play(m, "refit III/16", "move II/16 2109", "improve 87Eng")
    assert (points_left(m, SOVIET), where(m, "II/16"), disrupted(m, "III/16")) == (1, "2109", False)
    refused(m, "move I/131 1508", "7.2")


@pytest.mark.rule("bugriver", "6.4.3b")
def test_afterwards_the_activation_goes_on_with_its_points() -> None:
    m = front(dice=[1, 1], points=3)
    play(m, "move I/131 1608", "react 87RD", "end")
    assert (state(m).phase, state(m).side, points_left(m)) == ("activation", GERMAN, 2)
    assert state(m).frames[-1].about[0] == state(m).unit("44ID")


@pytest.mark.rule("bugriver", "6.4.3c")
def test_nobody_reacts_to_a_reaction() -> None:
    m = reaction(
        {**FRONT, "1608": "I/131", "1508": "II/131", "1809": "II/16"}, acting="87RD", under="44ID", points=3, turn=5
    )
    play(m, "move II/16 1708")  # next to 1608
    assert (asked(m), where(m, "II/16")) == ("soviet reaction", "1708")


@pytest.mark.rule("bugriver", "6.4.3a")
@pytest.mark.rule("bugriver", "5.3.1e")
def test_a_move_stopped_in_a_full_hex_overstacks_it_at_once() -> None:
    # II/131 passes I/131 in 1608 over the Bug from I/16, and is answered there
    board = field(bug="1709/nw 1709/sw 1709/n 1709/s")
    units = {"1508": "", "1608": "I/131", "1507": "II/131"}
    m = front(units, board=board, control={SOVIET: "1703..2415"}, dice=[1, 1])
    play(m, "move II/131 1608 1607", "react 87RD")
    assert asked(m) == "soviet crowd"  # before the reaction begins
    assert (disrupted(m, "I/131"), disrupted(m, "II/131")) == (True, True)
    play(m, "displace I/131 1508")
    assert (where(m, "I/131"), where(m, "II/131"), state(m).phase) == ("1508", "1608", "reaction")


@pytest.mark.rule("bugriver", "6.4.4")
def test_a_failed_attempt_costs_nothing() -> None:
    m = front(dice=[6], level={"87RD": 3})
    play(m, "move I/131 1608", "react 87RD")
    assert (level(m, "87RD"), where(m, "I/131"), points_left(m)) == (3, "1608", 4)


# --- formations that are not asked ------------------------------------------------------------------------------------


@pytest.mark.rule("bugriver", "6.4.1a")
def test_a_hushed_formation_is_not_asked_until_it_watches_again() -> None:
    m = front({**BOTH, "1509": "II/131"}, board=WITH_124, dice=[1, 1, 1])
    play(m, "move I/131 1608", "hush 87RD")
    assert offered(m, "react") == ["124RD"]  # the other one may still
    play(m, "hush 124RD")
    assert (asked(m), where(m, "I/131")) == ("german activation", "1608")
    told = [event for event in m.events if event.seen_by(GERMAN) and "watch" in event.line()]
    assert not told  # the enemy does not hear of it
    play(m, "move II/131 1609")
    assert asked(m) == "german activation"
    assert [f.hq for f in facts(m, SOVIET).formations if f.quiet] == ["87RD", "124RD"]
    assert not [f for f in facts(m, GERMAN).formations if f.quiet]
    loud = position(FRONT, phase="options", side=SOVIET, turn=5)
    refused(loud, "watch 87RD", "6.4.1a")
    quiet = position(FRONT, phase="options", side=SOVIET, turn=5, quiet="87RD")
    refused(quiet, "watch 44ID", "6.4.1a")
    play(quiet, "watch 87RD")
    assert not state(quiet).quiet


# --- 7.3.6 lone HQs ---------------------------------------------------------------------------------------------------

LONE = {"1109": "44ID", "1507": "I/131", "1708": "87RD", "1710": "I/16"}
VILLAGES = "1105 1109 1708 2107 2305 2309 2313"


def lone(units: dict[str, str] | None = None, bug: str = "", lake: str = "", **more: Any) -> grognard.Match:
    """87RD is alone in 1708; 1607 and 1608 are next to it, 1608 to I/16 in 1709 too."""
    board = field(village=VILLAGES, bug=bug, lake=lake)
    return position({**LONE, **(units or {})}, board=board, turn=5, **more)


@pytest.mark.rule("bugriver", "7.3.6a")
@pytest.mark.example("bugriver", "D-lone-hq")
def test_an_hq_found_alone_is_displaced_at_once() -> None:
    m = lone(level={"87RD": 3})
    play(m, "move I/131 1607")
    assert (asked(m), where(m, "I/131")) == ("soviet displace", "1607")
    assert offered(m, "displace") == ["2107", "2305", "2309", "2313"]
    play(m, "displace 2309")
    assert (where(m, "87RD"), strength(m, "87RD"), level(m, "87RD")) == ("2309", 1, 2)
    assert [event.path for event in of_kind(m.events, Moved) if event.unit == "87RD"] == [("1708", "2309")]
    guarded = lone({"1708": "87RD II/16", "1710": "I/16"})
    play(guarded, "move I/131 1607")
    assert where(guarded, "87RD") == "1708"


@pytest.mark.rule("bugriver", "7.3.6b")
@pytest.mark.example("bugriver", "D-lone-hq")
def test_its_formation_does_not_react_to_this_move_others_do() -> None:
    """D-lone-hq."""
    m = lone({"1507": "", "1508": "I/131", "1709": "I/16", "1710": ""})
    play(m, "move I/131 1608", "displace 2309")
    assert asked(m) == "german activation"
    other = lone({"1507": "", "1508": "I/131", "1709": "I/622", "1710": "", "2107": "124RD"}, dice=[1, 1])
    play(other, "move I/131 1608", "displace 2309")
    assert (asked(other), offered(other, "react")) == ("soviet react", ["124RD"])
    again = lone({"1507": "II/131", "1508": "I/131", "1709": "I/16", "1710": ""})
    play(again, "move I/131 1608", "displace 2309", "move II/131 1508")
    play(again, "move II/131 1609")  # the next Movement Action may be answered
    assert asked(again) == "soviet react"


@pytest.mark.rule("bugriver", "7.3.6c")
@pytest.mark.example("bugriver", "D-lone-hq")
def test_lakes_and_the_unbridged_bug_shield_it() -> None:
    """D-lone-hq."""
    for water in ({"bug": "1708/sw"}, {"lake": "1708/sw"}):
        m = lone({"1507": "", "1508": "I/131", "1709": "I/16", "1710": ""}, **water)
        play(m, "move I/131 1608")
        assert (where(m, "87RD"), asked(m)) == ("1708", "soviet react")  # reaction as ever
    bridged = position(
        {**LONE, "1507": "", "1508": "I/131", "1710": ""},
        board=field(village=VILLAGES, bug="1708/sw", road="1608 1708"),
        turn=5,
    )
    play(bridged, "move I/131 1608")
    assert asked(bridged) == "soviet displace"


@pytest.mark.rule("bugriver", "7.3.6a")
def test_infiltration_displaces_an_hq_too_but_whoever_is_there_already_does_not() -> None:
    """G60."""
    m = lone({"1507": "", "1607": "I/131", "1710": "", "1609": "II/131"})
    assert where(m, "87RD") == "1708"  # they stand next to it, and nobody moves
    play(m, "move II/131 1509")
    assert where(m, "87RD") == "1708"
    spy = lone({"1507": "I/131", "1606": "I/16", "1710": ""}, dice=[1])
    play(spy, "infiltrate I/131 1607", "decline")
    assert asked(spy) == "soviet displace"


@pytest.mark.rule("bugriver", "6.4.2a")
def test_the_rolls_are_told_to_both() -> None:
    m = front(dice=[5, 1])
    play(m, "move I/131 1608", "react 87RD")
    for side in (GERMAN, SOVIET):
        heard = [event for event in of_kind(m.events, Rolled) if event.seen_by(side)]
        assert [event.dice for event in heard] == [(5,), (1,)]


@pytest.mark.rule("bugriver", "7.3.6a")
def test_two_hqs_alone_in_a_town_are_displaced_both() -> None:
    board = field(village="1105 1109 1113 2107 2305 2309 2313", town="1609")
    held = {"control": {SOVIET: "1503..2415"}}
    m = front({"1709": "", "2309": "", "1609": "87RD 124RD"}, board=board, **held)
    play(m, "move I/131 1608")
    while asked(m) == "soviet displace":
        play(m, f"displace {offered(m, 'displace')[0]}")
    assert where(m, "87RD") != "1609" != where(m, "124RD")


@pytest.mark.rule("bugriver", "7.3.6b")
@pytest.mark.rule("bugriver", "7.3.4")
def test_whose_hq_an_infiltration_drives_away_does_not_react_to_it() -> None:
    board = field(village="1105 1109 1113 1809 2107 2305 2309 2313")
    units = {"1109": "44ID", "1609": "I/131", "1710": "I/16", "1809": "87RD", "1509": "II/131"}
    m = position(units, board=board, luck=GERMAN, turn=5, dice=[1])
    play(m, "infiltrate I/131 1709")
    assert asked(m) == "soviet react"  # it would leave 1609
    play(m, "decline", "displace 2309")
    assert (asked(m), where(m, "I/131")) == ("german activation", "1709")
    assert command(m, "I/16") == IN  # and next to it


@pytest.mark.rule("bugriver", "6.4.2b")
@pytest.mark.rule("bugriver", "7.3.8")
def test_a_german_reaction_has_boats_of_its_own() -> None:
    sides = (f"16{row:02}/{side}" for row in range(3, 15) for side in ("ne", "se"))  # nobody walks round it
    river = field(bug=f"{' '.join(sides)} 1615/ne", village="1109 2309")
    units = {"1109": "44ID", "1609": "I/131", "2309": "87RD", "1910": "I/16", "1510": "II/131"}
    m = position(units, board=river, acting="87RD", boats=2, luck=SOVIET, turn=5, dice=[1, 10])
    play(m, "move I/16 1709", "react 44ID")
    while asked(m) != "german reaction":
        play(m, "keep")
    allowed(m, "move I/131 1710")


@pytest.mark.rule("bugriver", "7.5.3e")
def test_who_wins_with_a_defenders_bonus_moves_without_a_reaction() -> None:
    """He attacks with it and wins a second point as the attacker; it is the enemy's activation all the same (G66)."""
    m = battle({**FACE_TO_FACE, "1510": "II/131"}, result="1/0", dice=[5, 5], points={GERMAN: 5, SOVIET: 4})
    play(m, "hasty 1709 I/131 go")
    rules = state(m).rules
    rules.crt.results = dict.fromkeys(rules.crt.columns, ("0/2",) * 20)
    play(m, "hasty 1609 I/16 go", "retreat I/131 1509")
    assert asked(m) == "soviet bonus"
    play(m, "move I/16 1609")
    assert (asked(m), where(m, "I/16")) == ("german activation", "1609")
