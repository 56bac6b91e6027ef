"""7.5.1A to D: declaration, combat chits, battle strengths, odds and the roll."""

from __future__ import annotations

import pytest

from grognard.events import Attacked, Drew, Noted, Rolled
from grognard.games.bugriver.chits import KINDS, chits, draw, row
from grognard.games.bugriver.rules import tables
from grognard.games.bugriver.strength import BELOW, column, ground, outcomes, result_at
from tests.bugriver.battles import FACE_TO_FACE, battle, reprint, strengths
from tests.bugriver.table import (
    GERMAN,
    MAP,
    SOVIET,
    allowed,
    disrupted,
    field,
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

# --- 7.5a, 7.1c, 7.5.1A declaration -----------------------------------------------------------------------------------


@pytest.mark.rule("bugriver", "7.5a")
def test_combat_is_between_adjacent_units_and_voluntary() -> None:
    m = battle({"1609": "I/131", "1709": "I/16", "1809": "II/16", "1509": "II/131"})
    assert offered(m, "hasty") == ["1709"]
    assert "end" in offered(m)
    refused(m, "hasty 1809 I/131 go", "7.5a")
    refused(m, "hasty 1610 I/131 go", "7.5a")
    refused(m, "hasty 1709 II/131 go", "7.5a")
    apart = battle({"1409": "I/131", "1709": "I/16"})
    refused(apart, "hasty 1709 I/131 go", "7.5a")
    play(m, "end")
    assert (strength(m, "I/131"), strength(m, "I/16")) == (6, 5)


@pytest.mark.rule("bugriver", "7.1c")
def test_the_attacker_picks_units_of_one_hex_and_all_defenders_take_part() -> None:
    m = battle({"1609": "I/131 1/Pj46", "1608": "II/131", "1709": "I/16 1/43AT"}, result="1/1", dice=[5])
    assert set(offered(m, "regular 1709")) == {"I/131", "1/Pj46", "II/131"}
    assert offered(m, "regular 1709 I/131") == ["1/Pj46", "go"]
    refused(m, "regular 1709 I/131 II/131 go", "7.1c")
    refused(m, "regular 1709 1809 I/131 go", "7.1c")
    play(m, "regular 1709 I/131 go", "lose I/16")
    assert (strength(m, "I/131"), strength(m, "1/Pj46")) == (5, 2)  # the gunners stood by
    both = strengths(battle({"1609": "I/131", "1709": "I/16 1/43AT"}), "regular 1709 I/131")
    assert both == (12, 10 + 4)


@pytest.mark.rule("bugriver", "7.5.1A")
@pytest.mark.rule("bugriver", "7.1d")
@pytest.mark.parametrize(("kind", "price"), [("hasty", 1), ("regular", 2), ("prepared", 3)])
def test_each_kind_of_attack_has_its_price(kind: str, price: int) -> None:
    m = battle(FACE_TO_FACE, result="1/1", dice="5 ...", points=3)
    play(m, f"{kind} 1709 I/131 go")
    assert points_left(m) == 3 - price
    if price > 1:
        refused(battle(FACE_TO_FACE, points=price - 1), f"{kind} 1709 I/131 go", "6.3.3")


@pytest.mark.rule("bugriver", "7.5.1A")
def test_a_declaration_names_the_hex_and_then_its_attackers() -> None:
    m = battle(FACE_TO_FACE)
    refused(m, "hasty I/131 1709 go", "7.5.1A")
    ruling = m.why("hasty 1709")
    assert ruling.unfinished
    refused(m, "hasty 1709 I/131 I/131 go", "7.5.1A")
    refused(m, "hasty 1709 44ID go", "7.1b")
    refused(battle({**FACE_TO_FACE, "1608": "I/525", "1113": "298ID"}), "hasty 1709 I/525 go", "5.5.1a")
    refused(battle(FACE_TO_FACE, disrupted="I/131"), "hasty 1709 I/131 go", "7d")


@pytest.mark.rule("bugriver", "7.1d")
def test_out_of_command_only_a_hasty_attack_at_twice_the_price() -> None:
    far = {"1809": "I/131", "1909": "I/16"}
    m = battle(far, points=2, result="1/1", dice="5 ...")
    refused(m, "regular 1909 I/131 go", "7b")
    refused(m, "prepared 1909 I/131 go", "7b")
    play(m, "hasty 1909 I/131 go")
    assert points_left(m) == 0
    refused(battle(far, points=1), "hasty 1909 I/131 go", "7b")


@pytest.mark.rule("bugriver", "7.5b")
def test_hqs_are_ignored_and_a_lone_hq_cannot_be_attacked() -> None:
    village = field(village="1109 1709 2309 2305")
    m = battle({"1609": "I/131", "1709": "I/16 41TD"}, board=village, result="1/1r", dice=[5, 1])
    assert strengths(m, "regular 1709 I/131")[1] == 10
    play(m, "regular 1709 I/131 go")  # one check, for the battalion alone
    assert strength(m, "41TD") == 1
    alone = battle({"1609": "I/131", "1709": "41TD"}, board=village)
    refused(alone, "hasty 1709 I/131 go", "7.5b")


@pytest.mark.rule("bugriver", "7.5b")
def test_an_hq_that_combat_leaves_alone_is_displaced() -> None:
    village = field(village="1109 1709 2309 2305")
    m = battle({"1609": "I/131", "1709": "BG1 41TD"}, board=village, result="0/2", dice=[5], strength={"BG1": 1})
    play(m, "prepared 1709 I/131 go")
    while m.decision is not None and m.decision.kind == "displace":
        play(m, f"displace {offered(m, 'displace')[0]}")
    assert where(m, "BG1") == "dead"
    assert where(m, "41TD") != "1709"


@pytest.mark.rule("bugriver", "7.5.1.2b")
def test_the_lake_and_the_bug_without_a_bridge() -> None:
    """G7: nobody attacks over a lake, leg units alone over the unbridged Bug."""
    lake = battle(FACE_TO_FACE, board=field(lake="1609/ne"))
    refused(lake, "hasty 1709 I/131 go", "7.5.1.2b")
    bug = battle({"1609": "I/131 1/StG191", "1709": "I/16"}, board=field(bug="1609/ne"), assigned={"1/StG191": "44ID"})
    refused(bug, "hasty 1709 1/StG191 go", "7.5.1.2b")
    allowed(bug, "hasty 1709 I/131 go")
    bridged = field(bug="1609/ne", road="1609 1709")
    over = battle({"1609": "I/131 1/StG191", "1709": "I/16"}, board=bridged, assigned={"1/StG191": "44ID"})
    allowed(over, "hasty 1709 1/StG191 go")


# --- 7.5.1B chits -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("bugriver", "7.5.1B.a")
@pytest.mark.example("bugriver", "7.5.1B-attack")
def test_the_chits_of_the_game() -> None:
    """The sample chit of the rulebook: rows for ER 5, 6 and 7, multipliers of 1 to 3 in each of three columns."""
    own = chits(tables().combat.chits)
    assert len(own) == 16
    assert all(len(chit) == 3 and all(len(column) == 3 for column in chit) for chit in own)
    assert {value for chit in own for column in chit for value in column} == {1, 2, 3}
    assert any((2, 1, 3) in chit and (3, 3, 3) in chit for chit in own)  # the lines of the sample that survive
    assert [row(er) for er in (3, 4, 5, 6, 7, 8)] == [0, 0, 0, 1, 2, 2]  # G5


@pytest.mark.rule("bugriver", "7.5.1B.a")
@pytest.mark.parametrize(("kind", "er7", "er6"), [("hasty", 3, 2), ("regular", 1, 3), ("prepared", 2, 1)])
def test_one_chit_serves_the_stack_each_unit_by_its_rating(kind: str, er7: int, er6: int) -> None:
    m = battle({"1609": "I/131 AA44", "1709": "I/16"})
    own, _ = strengths(m, f"{kind} 1709 I/131 AA44", own="123 231 312")
    assert own == 6 * er7 + 3 * er6


@pytest.mark.rule("bugriver", "7.5.1B.c")
@pytest.mark.example("bugriver", "7.5.1B-defence")
def test_the_defender_reads_the_same_columns_by_his_posture() -> None:
    """The same chit: left disrupted, middle regular, right in Improved Defense."""
    stack = {"1609": "I/131", "1709": "I/16 BG1"}  # ER 6 and 7
    chit = "123 231 312"
    assert strengths(battle(stack), "hasty 1709 I/131", other=chit)[1] == 5 * 3 + 2 * 1
    assert strengths(battle(stack, improved="1709"), "hasty 1709 I/131", other=chit)[1] == 5 * 1 + 2 * 2
    # a disrupted unit by its own column and its lower rating (4), the other still by the middle one
    assert strengths(battle(stack, disrupted="I/16"), "hasty 1709 I/131", other=chit)[1] == 5 * 1 + 2 * 1


@pytest.mark.rule("bugriver", "7.5.1B.c")
@pytest.mark.rule("bugriver", "7.5.1C")
def test_the_second_chit_is_another_than_the_first_and_both_go_back() -> None:
    two = ("111 111 111", "333 333 333")
    g = state(battle(FACE_TO_FACE, chits=two, pool=2))
    g.thaw()
    drawn = [draw(g) for _ in range(30)]
    assert set(drawn) == {chits(two), chits(two[::-1])}  # each first, and never one twice


@pytest.mark.rule("bugriver", "7.5.1B.b")
@pytest.mark.rule("bugriver", "5.1a")
@pytest.mark.example("bugriver", "D-at-attack")
def test_anti_tank_units_attack_with_a_quarter_rounded_once_at_the_end() -> None:
    """D-at-attack: infantry 4 and anti-tank 5, both times 2: 8 and 2.5 are 11."""
    m = battle({"1609": "I/131 1/Pj46", "1709": "I/16"})
    reprint(m, "I/131", strength=4)
    reprint(m, "1/Pj46", strength=5)
    assert strengths(m, "regular 1709 I/131 1/Pj46")[0] == 11
    assert strengths(m, "regular 1709 1/Pj46")[0] == 3
    guns = battle({"1609": "1/Pj46 2/Pj46", "1709": "1/43AT"})
    assert strengths(guns, "hasty 1709 1/Pj46 2/Pj46") == (1, 4)  # two halves are one; in defence they count in full


@pytest.mark.rule("bugriver", "7.5.1C")
def test_battle_strength_is_present_strength_times_the_multiplier() -> None:
    m = battle({"1609": "I/131", "1709": "I/16"}, strength={"I/131": 4, "I/16": 3}, result="1/1", dice=[5])
    assert strengths(m, "prepared 1709 I/131") == (12, 6)
    (attacked,) = of_kind([e for e in play(m, "prepared 1709 I/131 go") if e.seen_by(GERMAN)], Attacked)
    assert attacked.attack == 12
    # 5.3.4b: of the enemy as much as is printed on him
    assert attacked.defence == 10
    said = [e.line() for e in of_kind(m.events, Drew)]
    assert said == ["German draws the combat chit 111 222 333", "Soviet draws the combat chit 111 222 333"]


# --- 7.5.1D odds and roll ---------------------------------------------------------------------------------------------


def _column(line: str, attack: int, defence: int) -> str:
    g = state(position({"1109": "44ID"}))
    g.rules.odds_lines["sample"] = tuple(line.split())
    at = column(g, "sample", attack, defence)
    return "below" if at == BELOW else line.split()[at]


@pytest.mark.rule("bugriver", "5.1c")
@pytest.mark.rule("bugriver", "7.5.1D.a")
@pytest.mark.example("bugriver", "D-odds")
def test_odds_are_rounded_down_to_a_column_of_the_line() -> None:
    """D-odds: 17 to 6 is 2:1; 6 to 17 is below 1:2."""
    assert _column("1:1 2:1 3:1", 17, 6) == "2:1"
    assert _column("1:2 1:1", 6, 17) == "below"
    assert _column("1:2 1:1", 8, 16) == "1:2"
    assert _column("1:2 2:3 1:1 3:2", 10, 8) == "1:1"
    assert _column("1:2 2:3 1:1 3:2", 7, 8) == "2:3"


@pytest.mark.rule("bugriver", "7.5.1D.a")
def test_each_terrain_has_a_line_of_its_own() -> None:
    board = field(forest="1708", marsh="1710", town="1808", village="1109 2309 1809", pillboxes="1709")
    g = state(battle(FACE_TO_FACE, board=board))
    hex = g.rules.grid.hex
    lines = {name: ground(g, hex(name), SOVIET) for name in ("1708", "1710", "1808", "1809", "1709", "1610")}
    assert list(lines.values()) == ["forest", "marsh", "town", "village", "pillbox", "clear"]
    assert ground(g, hex("1709"), GERMAN) == "clear"  # the bunkers are the Soviets'
    at = {name: column(g, line, 12, 10) for name, line in lines.items()}
    assert (at["1610"], at["1708"], at["1808"], at["1709"]) == (2, 1, 0, 0)


@pytest.mark.rule("bugriver", "7.5.1D.b")
def test_odds_above_the_line_use_its_last_column() -> None:
    assert _column("1:1 2:1 3:1", 50, 2) == "3:1"
    m = battle({"1609": "I/131", "1709": "BG1"}, strength={"BG1": 1}, dice=[5])
    (attacked,) = of_kind(play(m, "prepared 1709 I/131 go", "keep"), Attacked)[:1]
    assert attacked.column == "6:1"


@pytest.mark.rule("bugriver", "7.5.1D.c")
@pytest.mark.example("bugriver", "7.5.1D-below")
def test_odds_below_the_line_are_five_to_nothing_without_a_roll() -> None:
    """7.5.1D-below: 5/0, the points are spent, nobody rolls, the defender wins."""
    m = battle({"1609": "I/131", "1709": "I/16 4/82"}, strength={"I/131": 6}, board=field(town="1709"), dice=[])
    events = play(m, "hasty 1709 I/131 go")  # 6 to 18
    assert points_left(m) == 4
    assert not of_kind(events, Rolled)
    assert m.decision is not None
    assert (m.decision.kind, m.decision.side) == ("retreat", GERMAN)
    more = play(m, "stay")
    assert strength(m, "I/131") == 1
    assert strength(m, "I/16") == 5
    assert not disrupted(m, "I/131")  # G50: the five are black
    assert any("Soviet wins" in e.text for e in of_kind(more, Noted))


@pytest.mark.rule("bugriver", "7.5.1D.d")
def test_modifiers_are_added_up_and_applied_to_the_die() -> None:
    m = battle({"1609": "I/131", "1608": "II/131", "1709": "I/16"}, board=field(stream="1609/ne"), dice=[5])
    events = play(m, "regular 1709 I/131 go", "keep")
    rolled = of_kind(events, Rolled)[-1]
    # +1 support, +2 HQ (half of 3), -2 stream
    assert (rolled.die, rolled.what) == (5, "the regular attack on 1709, 5 +1")
    g = state(m)
    assert rolled.result == result_at(g, column(g, "clear", 12, 10), 6)


@pytest.mark.rule("bugriver", "7.5.1D.e")
@pytest.mark.rule("bugriver", "7.5.2a")
@pytest.mark.example("bugriver", "7.5.1D-clamp")
def test_the_modified_roll_stays_between_one_and_twenty() -> None:
    """7.5.1D-clamp; and the cell it leads to."""
    g = state(battle(FACE_TO_FACE))
    assert result_at(g, 0, -7) == result_at(g, 0, 0) == result_at(g, 0, 1) == "5r/0"
    assert result_at(g, 8, 31) == result_at(g, 8, 21) == result_at(g, 8, 20) == "0/5r"
    assert result_at(g, 3, 10) == "1/2"
    (mine, theirs) = outcomes("2r/1")
    assert (mine.hits, mine.red, theirs.hits, theirs.red) == (2, True, 1, False)


@pytest.mark.rule("bugriver", "7.5.2a")
def test_the_left_number_is_the_attackers_and_applies_at_once() -> None:
    m = battle(FACE_TO_FACE, result="1/0", dice=[5])
    play(m, "hasty 1709 I/131 go")
    assert (strength(m, "I/131"), strength(m, "I/16")) == (5, 5)


@pytest.mark.rule("bugriver", "DIE")
def test_the_die_has_ten_faces() -> None:
    m = battle(FACE_TO_FACE, dice="hand", result="1/1")
    play(m, "hasty 1709 I/131 go")
    assert offered(m, "roll") == [str(face) for face in range(1, 11)]
    events = play(m, "roll 10")
    assert [e.sides for e in of_kind(events, Rolled)] == [10]


# --- fog --------------------------------------------------------------------------------------------------------------


def test_the_declaration_opens_the_defenders_stack_and_not_the_attackers() -> None:
    m = battle({"1609": "I/131 1/Pj46", "1709": "I/16 1/43AT"}, result="1/2", dice=[5])
    assert [u.id for u in m.view(GERMAN).units if u.hex == "1709"] == ["soviet/1709/2", "I/16"]
    play(m, "regular 1709 I/131 1/Pj46 go")
    assert [u.id for u in m.view(GERMAN).units if u.hex == "1709"] == ["1/43AT", "I/16"]
    told = [e for e in of_kind(m.events, Attacked) if e.seen_by(SOVIET)]
    assert [e.units for e in told] == [("I/131", "a German unit")]
    own = [e for e in of_kind(m.events, Attacked) if e.seen_by(GERMAN)]
    assert [e.units for e in own] == [("I/131", "1/Pj46")]


def test_the_map_of_the_game_has_combats() -> None:
    m = position({"1409": "I/525", "0911": "298ID", "1510": "BG1", "2410": "87RD"}, board=MAP, acting="298ID", turn=2)
    for kind in KINDS:
        allowed(m, f"{kind} 1510 I/525 go")
