"""5.5, 5.7, 5.8: formations, supply, Command Range and isolation."""

from __future__ import annotations

from typing import Any

import pytest

import grognard
from grognard.games.bugriver.supply import in_supply
from tests.bugriver.table import (
    GERMAN,
    SOVIET,
    command,
    disrupted,
    field,
    level,
    offered,
    play,
    points_left,
    position,
    quiet,
    refused,
    state,
    strength,
    where,
)

RIVER = " ".join(f"16{row:02}/{side}" for row in range(3, 16) for side in ("ne", "se"))[: -len(" 1615/se")]
WALL = {"1403": "I/16", "1405": "II/16", "1407": "III/16", "1410": "I/96", "1412": "II/96", "1414": "III/96"}
# I/131 and 1/Pj46 in 1609 are cut off from 44ID in 1109; nobody can react
CUT_OFF = {"1609": "I/131 1/Pj46", "1109": "44ID", **WALL}


def supplied(m: grognard.Match, hq: str) -> bool:
    """Whether an HQ is in supply."""
    return in_supply(state(m), state(m).unit(hq))


# --- 5.5 formations ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("bugriver", "5.5.1a")
def test_a_formation_is_its_units_and_those_assigned_to_it() -> None:
    m = quiet(
        {"1509": "I/131 1/StG191", "1508": "I/525", "1109": "44ID", "1105": "298ID"}, assigned={"1/StG191": "44ID"}
    )
    assert offered(m, "move") == ["I/131", "1/StG191"]
    refused(m, "move I/525 1507", "5.5.1a")


@pytest.mark.rule("bugriver", "5.5.2a")
def test_independent_units_are_german_and_begin_assigned() -> None:
    m = grognard.new("bugriver", seed=1)
    g = state(m)
    loose = [unit for unit, home in enumerate(g.rules.home) if home < 0]
    assert g.names(loose) == ("1/StG191", "2/StG191", "3/StG191")
    assert {g.name(g.formation[unit]) for unit in loose} == {"298ID"}


# --- 5.7 supply -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("bugriver", "5.7")
@pytest.mark.rule("bugriver", "5.7.2b")
def test_supply_is_for_hqs_and_units_act_as_well_without() -> None:
    """The HQ in 1509 is cut off, its battalion in its range is not affected."""
    m = position({"1508": "I/131", "1509": "44ID", **WALL}, board=field(village="1509"), turn=3)
    assert not supplied(m, "44ID")
    assert command(m, "I/131") == "in command"
    play(m, "move I/131 1608")
    assert points_left(m) == 4


@pytest.mark.rule("bugriver", "5.7.1a")
def test_a_path_of_any_length_to_the_own_edge_supplies_an_hq() -> None:
    m = quiet({"2313": "44ID I/131", "1113": "87RD I/16"})
    assert supplied(m, "44ID")
    assert supplied(m, "87RD")
    nowhere = quiet({"2313": "44ID I/131", "1113": "87RD I/16"}, board=field(west="", east=""))
    assert not supplied(nowhere, "44ID")
    assert not supplied(nowhere, "87RD")
    north = quiet({"2313": "44ID I/131", "1113": "87RD I/16"}, board=field(east="", north="2003"))
    assert supplied(north, "87RD")


@pytest.mark.rule("bugriver", "5.7.1a", "G86")
def test_an_edge_hex_feeds_its_side_only_while_it_is_friendly() -> None:
    """A German battalion has gone through 2409, the one edge hex at the Soviets' supply area."""
    there, board = {"2305": "87RD I/16", "1109": "44ID I/131"}, field(east="2409")
    assert supplied(quiet(there, board=board), "87RD")
    passed = {SOVIET: "1703..2315", GERMAN: "2409"}
    lost = quiet(there, board=board, control=passed)
    assert not supplied(lost, "87RD")
    back = quiet({**there, "2408": "II/16"}, board=board, acting="87RD", control=passed)
    play(back, "move II/16 2409")
    assert supplied(back, "87RD")
    own = quiet(there, board=board, control={})  # nobody has been there: each holds the edge of its supply areas
    assert supplied(own, "87RD")
    assert supplied(own, "44ID")


@pytest.mark.rule("bugriver", "5.7.1b")
def test_supply_is_cut_by_enemies_zones_and_water() -> None:
    there = {"1509": "44ID", **WALL}
    board = field(village="1509")
    assert not supplied(quiet(there, board=board), "44ID")
    assert supplied(quiet(there, board=board, disrupted="III/16 I/96"), "44ID")  # no zones, and a gap between them
    friends = {"1408": "II/131", "1308": "III/131", "1508": "I/132"}
    assert supplied(quiet({**there, **friends}, board=board, disrupted="II/131 III/131 I/132"), "44ID")
    hqs = {"1509": "44ID", "1408": "87RD"}
    assert supplied(quiet(hqs, board=field(village="1509 1408")), "44ID")
    river = field(bug=RIVER, village="1709 1109")
    assert not supplied(quiet({"1709": "44ID I/131"}, board=river), "44ID")
    assert supplied(quiet({"1709": "44ID I/131"}, board=river, pontoons={"III": "1609 1709"}), "44ID")
    bridge = field(bug=RIVER, village="1709 1109", track="1609 1709")
    assert supplied(quiet({"1709": "44ID I/131"}, board=bridge), "44ID")
    lakes = " ".join(f"1109/{side}" for side in ("n", "ne", "se", "s", "sw", "nw"))
    assert not supplied(quiet({"1109": "44ID I/131"}, board=field(lake=lakes)), "44ID")


@pytest.mark.rule("bugriver", "5.7.1b")
def test_an_hq_or_a_disrupted_unit_stands_in_the_way_like_any_other() -> None:
    """1408 and 1409 are the gap between two disrupted battalions."""

    def gap(**blockers: str) -> bool:
        there = {"1509": "44ID", **WALL, **{hex.lstrip("h"): unit for hex, unit in blockers.items()}}
        hurt = "III/16 I/96" + (" II/283" if "h1409" in blockers else "")
        return supplied(quiet(there, board=field(village="1509 1408"), disrupted=hurt), "44ID")

    assert gap()
    assert gap(h1408="87RD")
    assert gap(h1409="II/283")
    assert not gap(h1408="87RD", h1409="II/283")


@pytest.mark.rule("bugriver", "5.7.2a")
def test_emergency_supply_is_had_once() -> None:
    there = {"1509": "44ID", "1608": "I/131", **WALL, "2309": "87RD"}
    m = position(there, board=field(village="1509 2309"), phase="german-recovery", level={"44ID": 1})
    play(m, "emergency 44ID")
    assert level(m, "44ID") == 4  # one fewer than the four of its rating
    again = quiet(there, board=field(village="1509 2309"), phase="german-recovery", level={"44ID": 1}, flipped="44ID")
    refused(again, "emergency 44ID", "8.1c")


# --- 5.8 command ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("bugriver", "5.8a")
def test_status_is_judged_before_each_action() -> None:
    m = quiet({"1609": "I/131", "1109": "44ID"}, points=5)
    play(m, "move I/131 1709")
    assert (points_left(m), command(m, "I/131")) == (4, "out of command")
    play(m, "move I/131 1609")
    assert (points_left(m), command(m, "I/131")) == (2, "in command")
    play(m, "move I/131 1509")
    assert points_left(m) == 1


@pytest.mark.rule("bugriver", "5.8b")
@pytest.mark.example("bugriver", "D-command-range")
def test_range_counts_the_hex_of_the_hq_and_not_the_units() -> None:
    there = {"1109": "44ID I/131", "1209": "II/131", "1409": "III/131", "1509": "I/132"}
    m = quiet(there)
    g = state(m)
    hq = g.unit("44ID")
    ratings = list(g.rules.ratings)
    ratings[hq] = ratings[hq].__class__(command=3, most=5)
    g.rules.ratings = ratings
    m.state.forget_all()
    found = [command(m, unit) for unit in ("I/131", "II/131", "III/131", "I/132")]
    assert found == ["in command"] * 3 + ["out of command"]


@pytest.mark.rule("bugriver", "5.8c")
@pytest.mark.example("bugriver", "5.8-clarification")
def test_near_the_hq_without_a_path_is_isolated() -> None:
    assert command(quiet(CUT_OFF), "I/131") == "isolated"  # five hexes away, in range but for the zones
    assert command(quiet({"1609": "I/131", "1109": "44ID"}), "I/131") == "in command"
    assert command(quiet({"1709": "I/131", "1109": "44ID"}), "I/131") == "out of command"
    detour = {hex: unit for hex, unit in WALL.items() if hex not in ("1412", "1414")}
    assert command(quiet({**CUT_OFF, **detour, "1412": "", "1414": ""}), "I/131") == "out of command"


@pytest.mark.rule("bugriver", "5.8.1")
def test_range_is_asked_in_every_segment_that_says_so() -> None:
    """Refit in the Recovery Segment, assignment, replacements: in range yes, out of it no."""
    for hex, near in (("1609", True), ("1709", False)):
        m = position({hex: "I/131", "1109": "44ID I/132", "2309": "87RD"}, phase="options", passed="german",
                     side=SOVIET, disrupted="I/131", luck=SOVIET, dice="5 ...")  # fmt: skip
        play(m, "pass")
        assert disrupted(m, "I/131") != near
        reduced: dict[str, Any] = {"strength": {"I/131": 3}, "forced": False}
        rp = position({hex: "I/131", "1109": "44ID", "2309": "87RD"}, phase="german-replacement", **reduced)
        assert ("replace" in offered(rp)) == near
        guns = position({hex: "1/StG191", "1109": "44ID", "1209": "298ID"}, board=field(village="1109 1209"),
                        phase="german-assignment", assigned={"1/StG191": "298ID"}, forced=False)  # fmt: skip
        assert ("assign" in offered(guns)) == near


@pytest.mark.rule("bugriver", "5.8.2")
def test_command_is_cut_by_enemies_and_zones_but_never_by_terrain() -> None:
    river = field(bug=RIVER, lake="1408/ne 1408/se")
    assert command(quiet({"1609": "I/131", "1109": "44ID"}, board=river), "I/131") == "in command"
    over = quiet({"1709": "I/103", "1109": "14Pz"}, acting="14Pz", board=river)
    assert command(over, "I/103") == "in command"  # six hexes, the Bug between them
    assert command(quiet(CUT_OFF), "I/131") == "isolated"
    assert command(quiet(CUT_OFF, disrupted="III/16 I/96"), "I/131") == "in command"


@pytest.mark.rule("bugriver", "5.8.3")
def test_out_of_command_units_only_move_and_attack_hastily_at_two_points() -> None:
    there = {"1709": "I/131", "1109": "44ID I/132", "1809": "I/16"}
    m = quiet(there, points=3)
    assert "hasty" in offered(m)
    assert "1809" not in (offered(m, "regular") if "regular" in offered(m) else [])
    assert "out-of-command" in {mark for unit in m.view(GERMAN).units if unit.id == "I/131" for mark in unit.status}
    play(m, "move I/131 1708")
    assert points_left(m) == 1
    play(m, "move I/132 1108")
    poor = quiet(there, points=1)
    refused(poor, "move I/131 1708", "7b")
    hurt = quiet(there, disrupted="I/131")
    assert "refit" not in offered(hurt)


@pytest.mark.rule("bugriver", "5.8.4a")
def test_isolated_units_pay_as_those_out_of_command() -> None:
    m = quiet(CUT_OFF, points=1)
    refused(m, "move I/131 1610", "5.8.4a")
    marks = {mark for unit in m.view(GERMAN).units if unit.id == "I/131" for mark in unit.status}
    assert "isolated" in marks
    assert "out-of-command" not in marks


@pytest.mark.rule("bugriver", "5.8.4b")
def test_who_fails_drops_out_and_the_owner_goes_on_or_calls_off() -> None:
    m = quiet(CUT_OFF, points=3, dice=[5, 9], luck=SOVIET)
    play(m, "move I/131 1/Pj46 1610")
    assert points_left(m) == 1
    assert m.decision is not None
    assert (m.decision.kind, offered(m)) == ("isolated", ["go-on", "call-off"])
    on = m.copy()
    play(on, "go-on")
    assert (where(on, "I/131"), where(on, "1/Pj46"), disrupted(on, "1/Pj46")) == ("1610", "1609", True)
    play(m, "call-off")
    assert (where(m, "I/131"), disrupted(m, "I/131"), points_left(m)) == ("1609", False, 1)
    none = quiet(CUT_OFF, points=3, dice=[8, 9], luck=SOVIET)
    play(none, "move I/131 1/Pj46 1610")
    assert (where(none, "I/131"), points_left(none), none.decision and none.decision.kind) == ("1609", 1, "activation")


@pytest.mark.rule("bugriver", "5.8.4b")
@pytest.mark.example("bugriver", "D-OOC-cost")
def test_two_isolated_units_want_a_hasty_attack() -> None:
    """ER 6 and 6, rolls 5 and 9, three points: the first attacks alone."""
    there = {**CUT_OFF, "1609": "AA44 1/Pj46", "1710": "BG1"}
    m = quiet(there, points=3, dice="5 9 ...", luck=SOVIET)
    play(m, "hasty 1710 AA44 1/Pj46 go", "go-on")
    assert points_left(m) == 1
    assert disrupted(m, "1/Pj46")
    assert strength(m, "1/Pj46") == 2  # it took no part


@pytest.mark.rule("bugriver", "5.8.4c")
def test_status_follows_the_board_whatever_a_unit_does() -> None:
    open_gap = {hex: unit for hex, unit in WALL.items() if hex != "1407"}
    m = quiet({"1609": "I/131", "1109": "44ID", "2309": "87RD", **open_gap, "1906": "III/16"}, acting="87RD", points=2,
              level={"44ID": 0})  # fmt: skip
    assert command(m, "I/131") != "isolated"
    play(m, "move III/16 1407")
    assert command(m, "I/131") == "isolated"


@pytest.mark.rule("bugriver", "5.8.4d")
@pytest.mark.example("bugriver", "5.8.4-figures")
@pytest.mark.example("bugriver", "D-attrition")
@pytest.mark.parametrize(("die", "lost"), [(5, 0), (6, 1), (8, 1), (9, 2), (10, 2)])
def test_attrition_is_the_die_less_the_rating(die: int, lost: int) -> None:
    m = _attrition("I/131", die)
    assert state(m).er(state(m).unit("I/131")) == 5
    assert strength(m, "I/131") == 6 - lost


@pytest.mark.rule("bugriver", "5.8.4d")
@pytest.mark.example("bugriver", "D-attrition-high-ER")
def test_a_high_rating_never_loses_two_and_a_unit_may_be_lost() -> None:
    m = _attrition("I/131", 10, er=7)
    assert strength(m, "I/131") == 5
    weak = _attrition("I/131", 10, strength={"I/131": 2})
    assert where(weak, "I/131") == "dead"


def _attrition(unit: str, die: int, er: int = 0, **more: Any) -> grognard.Match:
    """An isolated disrupted unit goes through the Recovery Segment: the interdiction roll, then its check."""
    there = {"1609": unit, "1109": "44ID", "2309": "87RD", **WALL}
    m = position(there, phase="options", side=SOVIET, passed=GERMAN, disrupted=unit, dice=f"1 {die} 1 1 ...",
                 luck=SOVIET, forced=False, level={"44ID": 5, "87RD": 4}, **more)  # fmt: skip
    g = state(m)
    if er:
        at = g.unit(unit)
        piece = g.rules.units[at]
        pieces = list(g.rules.units)
        back = piece.steps[1]._replace(er=er)
        pieces[at] = type(piece)(
            **{**{f: getattr(piece, f) for f in piece.__struct_fields__}, "steps": (piece.steps[0], back)}
        )
        g.rules.units = tuple(pieces)
    play(m, "pass")
    return m
