"""EastFront's officer and his line: gaps for several marches, reserves, and what he has seen of the enemy."""

from __future__ import annotations

import grognard
from grognard.bots import make
from grognard.bots.knowledge import knowledge_of
from grognard.bots.knowledge.eastfront import threats
from grognard.bots.knowledge.eastfront.battles import Judge
from grognard.bots.knowledge.eastfront.gaps import SupplyBehind, cut_off_next, guards, idle_enemies
from grognard.bots.knowledge.eastfront.judgement import evaluate, guarded
from grognard.bots.knowledge.eastfront.reserves import reserves
from grognard.bots.knowledge.eastfront.threats import dangers, marches
from grognard.bots.knowledge.stances import HASTY, taking
from grognard.games.eastfront.position import GERMAN, SOVIET
from grognard.match import Match
from tests.eastfront.table import field, fight, position, produce, state

KNOWS = knowledge_of("eastfront")
ACTIVE = {"AG-South": ""}
# Two railroads lead to 0505, and a tank corps stands near each.
RAILS = field(rail="0105 0204 0304 0404 0504 0505 0605 0705 0805 0905 1005 1105, 0105 0206 0306 0406 0506 0505")
TWICE_FED = {
    "0605": "1AK:4",
    "0505": "5AK:4",
    "0405": "6AK:4",
    "0305": "2AK:4",
    "0705": "23A:3",
    "0502": "5GdsTk:3",
    "0508": "6GdsTk:3",
}
# A line from edge to edge with a hole in 0504, and a corps behind it that could fill it.
HOLE = {
    "0501": "1AK:2", "0502": "2AK:2", "0503": "5AK:2", "0505": "6AK:2", "0506": "7AK:2", "0507": "8AK:2",
    "0508": "9AK:2", "0509": "10AK:2", "0305": "12AK:2", "0405": "AG-South:3", "0604": "5GdsTk:3", "0605": "23A:3",
}  # fmt: skip


def line(match: Match) -> tuple[Judge, int]:
    """How the Germans judge a position, and the hexes in which they stand."""
    g = state(match)
    return Judge(g, GERMAN), guarded(g, GERMAN)


# --- gaps -------------------------------------------------------------------------------------------------------------


def test_two_marches_count_where_neither_alone_cuts_anything_off() -> None:
    judge, manned = line(position(TWICE_FED, board=RAILS, phase="command", control={"german": "0601..0609"}))
    behind = SupplyBehind(judge)
    open = marches(judge, idle_enemies(judge), manned) & judge.g.held[GERMAN]
    assert behind.all(open) > behind.worst(open) == 0
    assert cut_off_next(judge, manned) > 0


def test_what_one_march_does_counts_whole_and_what_others_add_in_part() -> None:
    units = {"0605": "1AK:4 5AK:4", "0705": "23A:3", "0503": "5GdsTk:3"}
    judge, manned = line(position(units, phase="command", control={"german": "0601..0609"}))
    behind = SupplyBehind(judge)
    open = marches(judge, idle_enemies(judge), manned) & judge.g.held[GERMAN]
    assert 0 < behind.worst(open) <= cut_off_next(judge, manned) <= behind.all(open)


def test_somebody_is_sent_into_the_hole_of_a_line() -> None:
    match = position(HOLE, active_hqs=ACTIVE)
    assert cut_off_next(*line(match)) > 0
    best = guards(*line(match))[0]
    assert state(match).hexname(best.hex) in ("0404", "0504")
    assert any("closing a gap" in plan.aim for plan in KNOWS.plans(match, GERMAN, 32))
    bot = make("staff", 1)
    while state(match).phase == "movement":
        match.play(bot.act(match, GERMAN), GERMAN)
    assert cut_off_next(*line(match)) == 0


def test_an_hq_may_be_activated_to_close_a_gap() -> None:
    units = HOLE | {"0201": "AG-North:2"}  # who could be activated next, so that the phase goes on
    hole, whole = (position(units | more, phase="command") for more in ({}, {"0504": "13AK:2"}))
    gains = []
    for match in (hole, whole):
        active = match.copy()
        active.play("activate AG-South", GERMAN)
        gains.append(evaluate(state(active), GERMAN) - evaluate(state(match), GERMAN))
    assert gains[0] > gains[1]


def test_the_hasty_officer_closes_no_gaps() -> None:
    with taking(HASTY):
        plans = KNOWS.plans(position(HOLE, active_hqs=ACTIVE), GERMAN, 32)
    assert not any("closing a gap" in plan.aim or "reinforcing" in plan.aim for plan in plans)


# --- reserves ---------------------------------------------------------------------------------------------------------


def test_reserves_go_where_most_would_be_lost_and_not_out_of_a_worse_place() -> None:
    units = {
        "0505": "1AK:1", "0305": "5AK:4", "0304": "AG-South:3",
        "0605": "1Shk:4 2Shk:4", "0604": "3Shk:4", "0606": "8A:3 16A:3",
    }  # fmt: skip
    match = position(units, active_hqs=ACTIVE)
    g = state(match)
    sent = [(g.name(one.unit), *map(g.hexname, one.way)) for one in reserves(Judge(g, GERMAN))]
    assert sent == [("5AK", "0505")]
    assert any(plan.actions == ("move 5AK 0505",) for plan in KNOWS.plans(match, GERMAN, 32))


def test_a_battle_is_reinforced_by_a_way_that_is_open() -> None:
    units = {"0505": "1AK:2 1Shk:3 2Shk:3", "0305": "41Pz:4", "0304": "AG-South:3", "0605": "3Shk:3"}
    match = position(units, active_hqs=ACTIVE, battles={"0505": SOVIET})
    plan = next(plan for plan in KNOWS.plans(match, GERMAN, 32) if plan.aim.startswith("reinforcing"))
    for action in plan.actions:
        match.play(action, GERMAN)
    assert state(match).engaged(state(match).unit("41Pz"))


# --- what has been seen -----------------------------------------------------------------------------------------------


def test_the_steps_left_of_a_block_are_not_forgotten_when_it_stands_upright_again() -> None:
    units = {"0505": "1AK:4", "0404": "AG-South:3", "0605": "23A:3", "0905": "8A:3 16A:3 3A:3"}
    match = position(units, active_hqs=ACTIVE, dice=[1, 1, 1, 6, 6, 1, 1])
    match.play("move 1AK 0605", GERMAN)
    match.play("end", GERMAN)
    fight(match, "0605")
    g = state(match)
    army = g.unit("23A")
    assert not g.shown[army]
    assert g.cv[army] == 1
    assert Judge(g, GERMAN).seen(army)
    assert Judge(g, GERMAN).defence(g.at[army]).steps == 1
    assert not Judge(g, GERMAN).seen(g.unit("8A"))


def test_production_hides_again_how_strong_a_block_is_unless_it_is_engaged() -> None:
    units = {"0505": "1AK:4 23A:2", "0705": "8A:2"}
    match = position(units, phase="production", battles={"0505": GERMAN})
    g = state(match)
    for army in ("23A", "8A"):
        g.spotted[g.unit(army)] = 2
    produce(match)
    judge = Judge(state(match), GERMAN)
    assert judge.seen(g.unit("23A"))
    assert not judge.seen(g.unit("8A"))


# --- prices and memory ------------------------------------------------------------------------------------------------


def test_a_step_is_cheap_where_the_last_production_has_pps_for_all() -> None:
    g = state(grognard.new("eastfront", "EDE", 1))
    assert Judge(g, GERMAN).plenty  # 28 PPs for two HQs
    summer = state(position({"0305": "AG-South:2 1AK:4", "0905": "23A:3"}, phase="command"))
    assert not Judge(summer, GERMAN).plenty


def test_feared_attacks_are_remembered_only_as_long_as_nothing_near_has_changed() -> None:
    units = {"0505": "1AK:2", "0405": "5AK:3", "0605": "1Shk:4 2Shk:4", "0604": "3Shk:4", "0304": "AG-South:3"}
    match = position(units, active_hqs=ACTIVE)
    for action in ("move 5AK 0505", "end"):
        first = list(dangers(Judge(state(match), GERMAN)))
        assert list(dangers(Judge(state(match), GERMAN))) == first
        match.play(action, GERMAN)
        remembered = list(dangers(Judge(state(match), GERMAN)))
        threats._KNOWN.clear()
        assert remembered == list(dangers(Judge(state(match), GERMAN)))
    assert remembered != first
