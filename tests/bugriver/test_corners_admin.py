"""Where rules of the Admin Phase, of HQs and of the battle's own rules meet."""

from __future__ import annotations

from typing import Any

import pytest

import grognard
from grognard.events import Eliminated, Rolled
from tests.bugriver.battles import battle
from tests.bugriver.table import (
    GERMAN,
    SOVIET,
    admin,
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
    refused,
    state,
    strength,
    where,
)

BASE = {"1109": "44ID I/131", "2309": "87RD I/16"}
RING = {"2008": "I/131", "1909": "II/131", "1910": "III/131", "2010": "I/132", "2109": "II/132", "2108": "III/132"}
BANKS = " ".join(f"16{row:02}/{side}" for row in range(3, 15) for side in ("ne", "se")) + " 1615/ne"


def asked(m: grognard.Match) -> str:
    """Who is asked what."""
    return f"{m.decision.side} {m.decision.kind}" if m.decision else ""


def segment(units: dict[str, str], phase: str, **more: Any) -> grognard.Match:
    """A segment of turn 5's Admin Phase in which nothing plays itself."""
    return admin(units, phase, **{"turn": 5, "forced": False, "luck": SOVIET, **more})


# --- supply and Emergency Supply --------------------------------------------------------------------------------------

CUT = {"2009": "87RD", **RING, "1109": "44ID", "2305": "41TD"}


@pytest.mark.rule("bugriver", "8.1b")
@pytest.mark.rule("bugriver", "8.1c")
@pytest.mark.rule("bugriver", "8.1.3")
def test_emergency_supply_takes_one_off_the_column_of_the_turns_interdiction() -> None:
    board = field(village="1109 2009 2305")
    for die, won in ((3, 2), (4, 1), (10, 0)):  # rating A: 3, 2, 1, less one
        m = segment(CUT, "german-recovery", board=board, level={"87RD": 0, "44ID": 0, "41TD": 0}, dice=[die])
        play(m, "end")
        assert asked(m) == "soviet soviet-recovery"
        play(m, "emergency 87RD")
        assert (level(m, "87RD"), state(m).interdiction) == (won, (die > 3) + (die > 7))
        refused(m, "emergency 87RD", "8.1c")
        refused(m, "emergency 41TD", "8.1b")


@pytest.mark.rule("bugriver", "8.1a")
@pytest.mark.rule("bugriver", "8.3a")
def test_an_hq_that_declines_emergency_supply_gets_no_replacements_and_a_flipped_one_does() -> None:
    """G25: nothing feeds the Soviets, whose edge is in German hands."""
    units = {"1109": "44ID I/131", "2309": "87RD", "2209": "1/19MG", "2208": "2/19MG"}
    cut: dict[str, Any] = {"strength": {"2/19MG": 1}, "control": {GERMAN: "2403..2415", SOVIET: "1703..2315"}}
    front = segment(units, "soviet-replacement", **cut)
    assert "neither in supply" in refused(front, "cannibalise 1/19MG", "8.3.2a").reason
    back = segment(units, "soviet-replacement", flipped="87RD", **cut)
    play(back, "cannibalise 1/19MG", "replace 2/19MG")
    assert strength(back, "2/19MG") == 2


@pytest.mark.rule("bugriver", "8.1.4")
@pytest.mark.rule("bugriver", "8.1.5")
def test_refit_comes_before_attrition_and_attrition_before_attachment() -> None:
    """In command one refits though the HQ is out of supply; isolated and disrupted one checks at the worse rating."""
    units = {**CUT, "2009": "87RD I/16", "1705": "II/16", "1605": "I/134", "1805": "II/134", "1704": "III/134"}
    board = field(village="1109 2009 2305")
    m = segment(units, "german-recovery", board=board, disrupted="I/16 II/16", dice=[10, 8], luck=GERMAN)
    assert command(m, "II/16") == "isolated"
    play(m, "end", "end")
    rolls = [event.what for event in of_kind(m.events, Rolled)]
    assert rolls == ["interdiction", "the Attrition Check of II/16"]
    assert (disrupted(m, "I/16"), disrupted(m, "II/16"), strength(m, "II/16")) == (False, True, 3)  # 8 less 4


@pytest.mark.rule("bugriver", "5.8.4d")
def test_a_unit_with_one_point_may_be_worn_down_to_nothing() -> None:
    units = {**BASE, **{hex: unit for hex, unit in RING.items() if unit != "I/131"}, "2008": "I/134", "2009": "II/16"}
    m = segment(units, "german-recovery", disrupted="II/16", strength={"II/16": 1}, dice=[10, 5], luck=GERMAN)
    play(m, "end")
    assert where(m, "II/16") == "dead"
    assert of_kind(m.events, Eliminated)[-1].rule == "5.8.4d"


# --- assignment -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("bugriver", "5.5.1c")
@pytest.mark.rule("bugriver", "8.1.5")
def test_an_attached_unit_is_no_longer_isolated_and_acts_with_its_new_formation() -> None:
    """Its own HQ is behind the enemy, the other one near."""
    wall = {f"14{row:02}": unit for row, unit in zip(range(3, 16), (
        "I/16", "II/16", "III/16", "I/96", "II/96", "III/96", "I/283", "II/283", "III/283", "BG1", "BG2", "BG3", "BG4",
    ), strict=True)}  # fmt: skip
    units = {**wall, "1109": "44ID", "1209": "I/132", "1809": "I/131", "1909": "298ID I/525", "2309": "87RD"}
    board = field(village="1109 1909 2309")
    m = segment(units, "german-assignment", board=board, control={GERMAN: "1809 1909", SOVIET: "1403..1415"})
    assert command(m, "I/131") == "isolated"
    refused(m, "attach I/132 298ID", "5.5.1c")
    refused(m, "attach I/131 87RD", "5.5.1c")
    play(m, "attach I/131 298ID")
    assert command(m, "I/131") == "in command"
    refused(m, "attach I/131 44ID", "8.2")  # once in a segment
    acts = position({**units}, board=board, acting="298ID", turn=5, assigned={"I/131": "298ID"}, attached="I/131",
                    control={GERMAN: "1809 1909", SOVIET: "1403..1415"})  # fmt: skip
    allowed(acts, "move I/131 1810")


@pytest.mark.rule("bugriver", "5.5.1b")
@pytest.mark.rule("bugriver", "8.2d")
def test_the_one_battalion_that_is_away_must_come_home_before_another_goes() -> None:
    units = {"1109": "14Pz I/131", "1107": "44ID", "1108": "I/525 II/103", "1111": "298ID", "2309": "87RD I/16"}
    board = field(village="1107 1109 1111 2309")
    m = segment(units, "german-assignment", board=board, assigned={"I/131": "14Pz"})
    assert "away already" in refused(m, "assign I/525 14Pz", "5.5.1b").reason
    play(m, "assign I/131 44ID")
    allowed(m, "assign I/525 14Pz")  # its place is free at once
    refused(m, "assign I/131 14Pz", "8.2")


# --- reinforcements ---------------------------------------------------------------------------------------------------


GERMANS = ("I/132", "II/132", "III/132", "I/525", "II/525", "III/525", "I/526", "II/526", "III/526", "I/527", "II/527",
           "III/527", "I/528", "II/528", "III/528", "I/529")  # fmt: skip


@pytest.mark.rule("bugriver", "8.4.1a")
@pytest.mark.rule("bugriver", "8.4.1b")
def test_why_a_reinforcement_cannot_enter_in_a_hex_is_told() -> None:
    units = {**BASE, "2403": "I/404", "2404": "II/134"}
    due = {"II/404": 5, "III/404": 5, "1AT": 5}
    m = segment(units, "soviet-reinforcement", due=due, assigned={"I/404": "1AT"})
    g = state(m)
    entry = g.in_hexes(g.rules.entrance(g.unit("II/404")))
    assert "no entry hex" in refused(m, "arrive II/404 2010", "8.4.1a").reason
    assert "enemy" in refused(m, "arrive II/404 2404", "8.4.1b").reason
    shut = segment({**units, **dict(zip(entry, GERMANS, strict=False))}, "soviet-reinforcement",
                   due=due)  # fmt: skip
    assert "no hex to enter" in refused(shut, "arrive II/404 2309", "8.4.1b").reason  # its HQ is not there either
    assert offered(shut) == ["delay", "end"]
    play(shut, "delay II/404", "end")
    assert state(shut).due[state(shut).unit("III/404")] == 6


# --- pontoons ---------------------------------------------------------------------------------------------------------

RIVER = field(bug=BANKS, village="1109 1105 1309 2305 2309")
WEST = {"1309": "44ID", "1609": "I/131", "2309": "87RD I/16"}


@pytest.mark.rule("bugriver", "10.3b")
@pytest.mark.rule("bugriver", "5.4.1b")
def test_a_friend_on_the_far_bank_cancels_the_zone_that_bars_a_bridge() -> None:
    far = {**WEST, "1810": "II/16"}  # its zone covers 1710 and 1709 is free of it
    barred = position(far, board=RIVER, turn=5)
    refused(barred, "bridge 1609 1710", "10.3b")
    held = position({**far, "1710": "II/131"}, board=RIVER, turn=5)
    play(held, "bridge 1609 1710")
    assert (points_left(held), state(held).pontoons) != (5, {})
    assert points_left(held) == 3


@pytest.mark.rule("bugriver", "10.3b")
@pytest.mark.rule("bugriver", "5.6.3b")
def test_who_builds_is_in_order_in_command_and_of_the_formation() -> None:
    ill = position(WEST, board=RIVER, turn=5, disrupted="I/131")
    refused(ill, "bridge 1609 1709", "10.3b")
    far = position({**WEST, "1309": "", "1109": "44ID", "1609": "", "1614": "I/131"}, board=RIVER, turn=5)
    assert command(far, "I/131") != "in command"
    refused(far, "bridge 1614 1714", "10.3b")
    other = position({**WEST, "1609": "I/525", "1105": "298ID"}, board=RIVER, turn=5)
    refused(other, "bridge 1609 1709", "10.3b")


@pytest.mark.rule("bugriver", "10.3c")
@pytest.mark.rule("bugriver", "7.5.2k")
def test_a_soviet_who_flees_over_the_bridgehead_ruins_the_bridge() -> None:
    """10.3c, G54: an enemy in one of its two hexes removes it, and be it on his way back."""
    units = {"1309": "44ID", "1608": "I/131", "1707": "II/131", "1708": "I/16", "1808": "III/131",
             "2309": "87RD III/283", "1807": "I/132"}  # fmt: skip
    m = battle(units, board=RIVER, result="0/2r", chits=("333 111 111",),
               dice=[5, 10], turn=5, luck=GERMAN, pontoons={"III": "1609 1709"},
               control={SOVIET: "1703..2415"})  # fmt: skip
    play(m, "hasty 1708 II/131 go")
    assert where(m, "I/16") == "1709"
    assert (state(m).pontoons, state(m).ruined) == ({}, frozenset({"III"}))
    assert asked(m) == "german bonus"
    play(m, "end")
    refused(m, "bridge 1608 1709", "10.3c")


@pytest.mark.rule("bugriver", "10.3d")
@pytest.mark.rule("bugriver", "7.4d")
@pytest.mark.rule("bugriver", "5.7.1b")
def test_hqs_follow_over_a_pontoon_and_are_cut_off_when_it_is_taken_up() -> None:
    board = field(bug=BANKS, village="1109 1309 1809 2309")
    units = {"1309": "44ID", "1709": "I/131", "1809": "I/132", "2309": "87RD", "2209": "I/16"}
    over: dict[str, Any] = {"board": board, "turn": 5, "control": {GERMAN: "1709 1809", SOVIET: "2103..2415"}}
    bare = position(units, **over)
    refused(bare, "relocate 44ID 1809", "7.4d")
    laid = position(units, pontoons={"III": "1609 1709"}, **over)
    play(laid, "relocate 44ID 1809")
    assert (where(laid, "44ID"), strength(laid, "44ID"), level(laid, "44ID")) == ("1809", 3, 5)
    supplied = {f.hq: f.supplied for f in facts(laid, GERMAN).formations}
    assert supplied["44ID"]
    taken = segment({**units, "1309": "", "1809": "44ID I/132"}, "german-reinforcement", board=board,
                    control=over["control"], pontoons={"III": "1609 1709"})  # fmt: skip
    play(taken, "takeup 1609")
    assert {f.hq: f.supplied for f in facts(taken, GERMAN).formations}["44ID"] is False


@pytest.mark.rule("bugriver", "10.3c")
def test_two_bridges_from_one_hex_are_each_taken_up_by_a_name_of_its_own() -> None:
    laid = {"III": "1609 1709", "XXIX": "1609 1710"}
    m = segment({"1309": "44ID I/131", "2309": "87RD"}, "german-reinforcement", board=RIVER, pontoons=laid)
    assert offered(m, "takeup") == ["1609", "1710"]
    assert "goes by 1609" in refused(m, "takeup 1709", "10.3c").reason
    assert "no pontoon bridge" in refused(m, "takeup 1810", "10.3c").reason
    play(m, "takeup 1710")
    assert state(m).pontoons == {"III": tuple(state(m).rules.grid.hex(name) for name in ("1609", "1709"))}


# --- HQs --------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("bugriver", "7.3.6a")
@pytest.mark.rule("bugriver", "3.3c")
def test_an_hq_does_not_flee_into_the_zone_of_its_pursuer() -> None:
    board = field(village="1109 1709 1808 2309")
    units = {"1109": "44ID", "1508": "I/131", "1709": "87RD", "1909": "II/131"}
    m = position(units, board=board, turn=5)  # II/131 has a zone on 1808
    play(m, "move I/131 1608")
    assert where(m, "87RD") == "2309"
    held = position({**units, "1808": "BG1"}, board=board, turn=5)
    play(held, "move I/131 1608")
    assert offered(held, "displace") == ["1808", "2309"]


@pytest.mark.rule("bugriver", "5.3.1f")
@pytest.mark.rule("bugriver", "7.4b")
def test_why_an_hq_does_not_relocate_is_told() -> None:
    poor = position(BASE, points=1, turn=5)
    assert "2 Action Points, and 1 is left" in refused(poor, "relocate 44ID 1105", "6.3.3").reason
    refused(poor, "relocate", "6.3.3")
    bare = position(BASE, board=field(village="1109 2309"), turn=5)
    assert "no town or village" in refused(bare, "relocate", "7.4b").reason
    here = position(BASE, turn=5)
    assert "already" in refused(here, "relocate 44ID 1109", "7.4b").reason
