"""7.5.2k to r: retreats."""

from __future__ import annotations

from typing import Any

import pytest

import grognard
from grognard.events import Retreated
from tests.bugriver.battles import battle
from tests.bugriver.table import GERMAN, disrupted, field, of_kind, offered, play, refused, state, strength, where


def hit(defenders: str, *, forced: bool = False, more: dict[str, str] | None = None, **table: Any) -> grognard.Match:
    """The defenders of 1709 have two hits, and have all failed their checks if the retreat is forced."""
    many = len(defenders.split())
    m = battle(
        {"1609": "I/131", "1709": defenders, **(more or {})},
        result="0/2r" if forced else "0/2",
        dice=[5, *([10] * many if forced else [])],
        **table,
    )
    play(m, "prepared 1709 I/131 go")
    while m.decision is not None and m.decision.kind == "loss":
        play(m, f"lose {offered(m, 'lose')[0]}")
    return m


@pytest.mark.rule("bugriver", "7.5.2k")
def test_one_hex_or_two() -> None:
    m = hit("I/16")
    assert set(offered(m, "retreat I/16")) == {"1808", "1809"}
    refused(m, "retreat I/16 1909", "7.5.2k")
    play(m.copy(), "retreat I/16 1809")
    refused(m, "retreat I/16 1809 1909 2009", "7.5.2k")
    (told,) = of_kind(play(m, "retreat I/16 1809 1909"), Retreated)
    assert told.path == ("1709", "1809", "1909")
    assert (where(m, "I/16"), strength(m, "I/16")) == ("1909", 4)  # two hexes satisfy one hit, as one does


@pytest.mark.rule("bugriver", "7.5.2l")
def test_mechanised_units_go_one_hex_only_over_streams_and_into_rough_ground() -> None:
    for board in (field(stream="1709/se"), field(forest="1809"), field(marsh="1809")):
        afv = hit("4/82", board=board)
        refused(afv, "retreat 4/82 1809 1909", "7.5.2l")
        play(afv, "retreat 4/82 1809")
        leg = hit("I/16", board=board)
        play(leg, "retreat I/16 1809 1909")
    bridged = hit("4/82", board=field(stream="1709/se", road="1709 1809"))
    play(bridged, "retreat 4/82 1809 1909")
    later = hit("4/82", board=field(forest="1909 1910 1908 1908"))
    refused(later, "retreat 4/82 1809 1909", "7.5.2l")  # nor with the second hex


@pytest.mark.rule("bugriver", "7.5.2m")
@pytest.mark.rule("bugriver", "5.3.1b")
def test_stacking_holds_at_every_moment_of_a_retreat() -> None:
    m = hit("I/16", more={"1809": "II/16"})
    assert offered(m, "retreat I/16") == ["1808"]
    refused(m, "retreat I/16 1809", "7.5.2m")
    refused(m, "retreat I/16 1808 1809", "7.5.2m")
    guard = hit("BG1", more={"1809": "II/16"})
    play(guard, "retreat BG1 1809")


@pytest.mark.rule("bugriver", "7.5.2m")
def test_the_units_of_a_stack_go_together() -> None:
    m = hit("I/16 BG1")
    assert set(offered(m, "retreat I/16")) == {"1808", "1809", "BG1"}
    play(m, "retreat I/16 BG1 1809 1909")
    assert (where(m, "I/16"), where(m, "BG1")) == ("1909", "1909")
    tight = hit("I/16 BG1", more={"1809": "1/43AT 2/43AT", "1808": "II/16"}, board=field(lake="1709/n"))
    assert offered(tight, "retreat BG1") == ["1808", "1809"]
    assert "I/16" not in offered(tight, "retreat BG1")  # there is no hex with room for both
    refused(tight, "retreat BG1 I/16 1809", "7.5.2m")


@pytest.mark.rule("bugriver", "7.5.2n")
def test_towards_the_nearest_supply() -> None:
    """G42: nearer if there is such a hex, else no farther, else away, which nobody does of his own will."""
    m = hit("I/16")
    refused(m, "retreat I/16 1708", "7.5.2n")
    level = hit("I/16", board=field(lake="1709/ne 1709/se"))
    assert offered(level, "retreat I/16") == ["1708"]
    back = battle({"1710": "I/131", "1709": "I/16"}, result="0/2", dice=[5], board=field(lake="1709/n 1709/ne 1709/se"))
    play(back, "hasty 1709 I/131 go")
    assert strength(back, "I/16") == 3  # 1608 is open but away from supply: nobody goes there of his own will
    away = hit("I/16", board=field(lake="1709/ne 1709/se 1709/n 1709/s"))
    assert away.decision is not None
    assert away.decision.kind != "retreat"
    assert strength(away, "I/16") == 3  # it had to stay and take the second hit
    forced = hit("I/16", forced=True, board=field(lake="1709/ne 1709/se 1709/n 1709/s"))
    assert where(forced, "I/16") == "1608"  # an EZOC, with a loss
    assert strength(forced, "I/16") == 3


@pytest.mark.rule("bugriver", "7.5.2o")
def test_what_no_retreat_enters() -> None:
    m = hit("I/16", more={"1808": "1/Pj46"}, disrupted="1/Pj46")
    refused(m, "retreat I/16 1808", "7.5.2o")  # enemies
    refused(m, "retreat I/16 1710", "7.5.2o")  # in the zone of 1609
    friend = hit("I/16", more={"1710": "BG1"})
    refused(friend, "retreat I/16 1710", "7.5.2o")  # which friends do not cancel
    hq = hit("I/16", more={"1808": "298ID"}, board=field(village="1109 2309 1808"))
    refused(hq, "retreat I/16 1808", "7.5.2o")
    bug = hit("I/16", board=field(bug="1709/ne"))
    refused(bug, "retreat I/16 1808", "7.5.2o")
    play(bug, "retreat I/16 1809")
    bridged = hit("I/16", board=field(bug="1709/ne", rail="1709 1808"))
    play(bridged, "retreat I/16 1808")
    marsh = hit("1/43AT", board=field(marsh="1808"))
    refused(marsh, "retreat 1/43AT 1808", "7.5.2o")


@pytest.mark.rule("bugriver", "7.5.2o")
def test_a_retreat_does_not_leave_the_map() -> None:
    m = battle({"2309": "I/131", "2409": "I/16", "1109": "44ID", "2313": "87RD"}, result="0/2", dice=[5])
    play(m, "hasty 2409 I/131 go")
    assert offered(m, "retreat I/16") == ["2410"]


@pytest.mark.rule("bugriver", "7.5.2p")
@pytest.mark.example("bugriver", "D-forced-retreat-ezoc")
def test_a_forced_retreat_into_a_zone_costs_a_point_and_stops() -> None:
    """D-forced-retreat-ezoc, first half; the loss satisfies no hit."""
    ring = {"1808": "I/525", "1113": "298ID", "1708": "1/Pj298"}
    m = hit("I/16", forced=True, more=ring, board=field(lake="1709/s"))
    # 1809 is the only hex without enemies, in the zone of 1808
    assert where(m, "I/16") == "1809"
    assert strength(m, "I/16") == 5 - 1 - 1
    free = hit("I/16", forced=True, more={"1909": "I/525", "1113": "298ID"})
    assert offered(free, "retreat") == ["1708"]  # no zone there: it goes there, though supply is no nearer
    refused(free, "retreat 1809", "7.5.2p")


@pytest.mark.rule("bugriver", "7.5.2q")
@pytest.mark.example("bugriver", "D-forced-retreat-ezoc")
def test_a_forced_retreat_that_cannot_be_made_costs_two_points() -> None:
    """D-forced-retreat-ezoc, second half: two points more, and the second hit is still owed by who stays."""
    shut = field(lake="1709/n 1709/ne 1709/se 1709/s 1709/nw")
    m = hit("I/16", forced=True, board=shut)
    assert (where(m, "I/16"), strength(m, "I/16"), disrupted(m, "I/16")) == ("1709", 5 - 1 - 2 - 1, True)
    dead = hit("BG1", forced=True, board=shut)
    assert where(dead, "BG1") == "dead"


@pytest.mark.rule("bugriver", "7.5.2r")
@pytest.mark.rule("bugriver", "7.5.2m")
@pytest.mark.example("bugriver", "7.5.2-forced-first")
def test_the_forced_retreat_comes_first() -> None:
    """7.5.2-forced-first: the gunners failed, the battalion passed; whoever goes first finds room."""
    m = battle(
        {"1609": "I/131", "1709": "1/43AT BG1", "1809": "II/16 2/43AT", "1808": "III/16 BG2"},
        result="0/2r",
        dice=[5, 10, 1],
        board=field(lake="1709/ne"),
    )
    play(m, "prepared 1709 I/131 go", "lose BG1")
    assert m.decision is not None
    assert m.decision.rule == "7.5.2f"
    play(m, "retreat 1809")
    assert m.decision is not None
    assert m.decision.rule == "7.5.2g"
    refused(m, "retreat BG1 1809", "7.5.2m")  # full now


@pytest.mark.rule("bugriver", "7.5.2m")
def test_a_forced_retreat_may_overstack_if_there_is_nothing_else() -> None:
    """G43: the hex is too full, which is judged at once."""
    m = battle(
        {"1609": "I/131", "1709": "I/16", "1809": "II/16"},
        result="0/2r",
        dice=[5, 10],
        board=field(lake="1709/ne 1709/s 1709/n 1709/nw"),
    )
    play(m, "prepared 1709 I/131 go", "retreat 1809")
    assert where(m, "I/16") != "1709"
    assert disrupted(m, "II/16")  # 5.3.1e


@pytest.mark.rule("bugriver", "7.5.2p")
def test_a_zone_is_entered_only_where_no_other_hex_is_open() -> None:
    """G43: a full hex without a zone comes before a zone with room."""
    m = battle(
        {"1609": "I/131", "1709": "I/16", "1809": "II/16"},
        result="0/2r",
        dice=[5, 10],
        board=field(lake="1709/ne 1709/n 1709/nw"),
    )
    play(m, "prepared 1709 I/131 go")
    assert offered(m, "retreat") == ["1809"]  # not 1710, which is in the zone of 1609
    play(m, "retreat 1809 1909")
    assert (where(m, "I/16"), strength(m, "I/16"), disrupted(m, "II/16")) == ("1909", 4, False)  # G78: through it


def test_the_ground_a_retreat_crosses_is_its_sides() -> None:
    m = battle({"1609": "I/131", "1709": "I/16"}, result="2/0", dice=[5])
    play(m, "prepared 1709 I/131 go", "retreat I/131 1509 1409")
    assert state(m).controls(GERMAN, state(m).rules.grid.hex("1509"))
