"""Faults that EastFront's operations officer once had, each in a small position in which he would make it again."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

import grognard
from grognard.bots import make
from grognard.bots.knowledge import knowledge_of
from grognard.bots.knowledge.eastfront import threats
from grognard.bots.knowledge.eastfront.battles import Judge
from grognard.bots.knowledge.eastfront.gaps import cut_off_next
from grognard.bots.knowledge.eastfront.judgement import evaluate
from grognard.bots.knowledge.eastfront.pockets import pockets
from grognard.bots.knowledge.eastfront.prospects import fights, operations
from grognard.bots.knowledge.eastfront.quartermaster import Quartermaster
from grognard.bots.knowledge.stances import taking
from grognard.games.eastfront.position import DEAD, GERMAN, SOVIET
from grognard.match import Match
from tests.eastfront.table import cv, field, position, state

KNOWS = knowledge_of("eastfront")
ACTIVE = {"AG-South": ""}


def turn(match: Match, side: str, phases: Iterable[str] = ("command", "movement")) -> list[str]:
    """What the staff plays in these phases."""
    bot, played = make("staff", 1), []
    while (decision := match.decision) is not None and decision.side == side and state(match).phase in phases:
        played.append(bot.act(match, side))
        match.play(played[-1], side)
    return played


# --- attacks that cannot be won ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("hq", ["OKH", "AG-South"])
def test_a_lone_panzer_corps_does_not_attack_a_great_city_for_what_it_would_be_worth(hq: str) -> None:
    city = {"name": "Gorod", "hex": "0605", "class": "major", "value": 12, "home": "soviet"}
    units = {"0505": "57Pz:4", "0405": f"{hq}:3", "0605": "23A:3", "0905": "4A:3"}
    match = position(units, board=field(cities=[city]), active_hqs={hq: ""})
    assert operations(Judge(state(match), GERMAN)) == []


def test_nobody_begins_alone_what_was_planned_for_four() -> None:
    units = {"0405": "41Pz:4 56Pz:4", "0505": "24Pz:4 1AK:4", "0404": "AG-South:3", "0605": "23A:2", "0805": "8A:2"}
    massed = [plan for plan in KNOWS.plans(position(units, active_hqs=ACTIVE), GERMAN, 32) if "massing" in plan.aim]
    assert massed
    assert all(len(plan.actions) > 1 for plan in massed)


def test_armies_do_not_attack_one_by_one_over_a_river() -> None:
    units = {
        "0504": "1AK:3", "0505": "41Pz:4 56Pz:4 24Pz:4 46Pz:4", "0506": "2AK:3",
        "0604": "8A:3", "0605": "1Shk:4 23A:1", "0606": "16A:3", "0705": "Ukrainian-Front:3",
    }  # fmt: skip
    board = field(river="0605/w 0606/nw 0604/sw")
    match = position(units, board=board, active=SOVIET, active_hqs={"Ukrainian-Front": ""})
    turn(match, SOVIET, ["movement"])
    assert not state(match).battles


def test_what_an_attack_hardly_misses_goes_to_another() -> None:
    match = grognard.new("eastfront", "EDE", 1)
    for action in ("activate U blitz 1715", "end", "move Q 1612"):
        match.play(action, GERMAN)
    g = state(match)
    judge = Judge(g, GERMAN)
    first = max(operations(judge), key=lambda operation: len(operation.joining))
    assert {"Stalingrad", "Rostov"} <= {g.spell(operation.hex) for operation in operations(judge)}
    assert len(first.joining) < 4  # Rostov spares a corps for Stalingrad


def test_what_is_remembered_of_attacks_is_remembered_for_one_stance() -> None:
    units = {"0405": "41Pz:4 56Pz:4", "0505": "24Pz:4 1AK:4", "0404": "AG-South:3", "0605": "23A:2", "0805": "8A:2"}
    g = state(position(units, active_hqs=ACTIVE))
    natural = Judge(g, GERMAN).key
    with taking("careful"):
        assert Judge(g, GERMAN).key != natural
    assert Judge(g, GERMAN).key == natural


# --- HQ steps ---------------------------------------------------------------------------------------------------------


def test_an_hq_is_not_activated_for_one_block() -> None:
    units = {"0505": "41Pz:4", "0405": "AG-South:2", "0605": "23A:1", "0805": "16A:3 3A:3"}
    led = position(units, phase="command")
    alone, pair = (position(units | more, phase="command", active_hqs=ACTIVE) for more in ({}, {"0504": "56Pz:4"}))
    weight = Judge(state(alone), GERMAN).attack["idle_hq"]
    assert weight > 0
    assert evaluate(state(pair), GERMAN) - evaluate(state(alone), GERMAN) > weight
    assert led.why("activate AG-South", GERMAN)


def test_nothing_is_activated_for_supply_that_no_longer_counts() -> None:
    units = {"0504": "41Pz:4", "0505": "1AK:3 AG-South:3", "0605": "23A:3 8A:3", "0705": "3A:3 4A:3"}
    first, last = (
        position(units, phase="command", month=month, fortnight=fortnight)
        for month, fortnight in (("JUL43", 1), ("NOV43", 2))
    )
    assert Judge(state(last), GERMAN).prey(SOVIET) < Judge(state(first), GERMAN).prey(SOVIET) / 2
    assert Judge(state(last), GERMAN).prey(GERMAN) >= Judge(state(first), GERMAN).prey(GERMAN)


def test_a_step_that_the_last_production_restores_is_cheaper_than_one_before() -> None:
    units = {"0505": "1AK:4", "0905": "23A:3"}
    cost = []
    for month in ("JUL43", "OCT43"):
        whole, spent = (
            evaluate(state(position(units | {"0305": f"AG-South:{steps}"}, phase="command", month=month)), GERMAN)
            for steps in (3, 2)
        )
        cost.append(whole - spent)
    assert cost[0] > cost[1] > 0


# --- the enemy's next turn --------------------------------------------------------------------------------------------


def test_a_weak_stack_before_a_massed_enemy_is_in_danger_and_a_strong_one_less() -> None:
    foes = {"0605": "1Shk:4 2Shk:4", "0604": "3Shk:4 23A:3", "0606": "8A:3 16A:3"}
    weak, strong = (position({"0505": own, **foes}, phase="command") for own in ("1AK:1", "41Pz:4 56Pz:4 1AK:4 5AK:4"))
    assert threats.attacks(Judge(state(weak), GERMAN)) > threats.attacks(Judge(state(strong), GERMAN)) >= 0


def test_a_river_and_distance_make_a_stack_safer() -> None:
    foes = {"0705": "1Shk:4 2Shk:4 3Shk:4"}
    near, wet, far = (
        position({at: "1AK:2", **foes}, board=field(river=river), phase="command")
        for at, river in (("0605", ""), ("0605", "0605/e 0605/ne 0605/se 0605/w 0605/nw 0605/sw"), ("0305", ""))
    )
    dangers = [threats.attacks(Judge(state(match), GERMAN)) for match in (near, wet, far)]
    assert dangers[0] > dangers[1] > dangers[2] == 0


def test_a_gap_behind_which_units_would_be_cut_off_counts() -> None:
    units = {"0605": "1AK:4 5AK:4 AG-South:3", "0705": "23A:3", "0604": "8A:3", "0606": "16A:3"}
    wall = 1 << state(position({}, phase="command")).rules.grid.hex("0605")
    g = state(position(units, phase="command", control={"german": "0605"}))
    assert cut_off_next(Judge(g, GERMAN), wall) > cut_off_next(Judge(g, GERMAN), g.rules.grid.all) == 0


def test_a_gap_is_as_wide_as_the_enemy_is_fast() -> None:
    own = {"0405": "1AK:3"}
    reached = []
    for army in ("23A", "5GdsTk"):
        g = state(position(own | {"0705": f"{army}:3"}, phase="command"))
        reached.append(threats.marches(Judge(g, GERMAN), g.occupied[SOVIET], g.occupied[GERMAN]))
    assert 0 < reached[0].bit_count() < reached[1].bit_count()


def test_nobody_fears_an_enemy_who_will_not_move_again() -> None:
    units = {"0505": "1AK:1", "0305": "AG-South:1", "0605": "1Shk:4 2Shk:4", "0705": "Ukrainian-Front:2"}
    feared, over = (
        position(units, phase="command", month="NOV43", fortnight=2, tracks=tracks)
        for tracks in ({}, {"played": "soviet"})
    )
    assert evaluate(state(over), GERMAN) > evaluate(state(feared), GERMAN)


@pytest.mark.rule("eastfront", "S41.3")
def test_a_river_holds_nobody_back_in_the_surprise_of_june_1941() -> None:
    units = {"0505": "41Pz:4 1AK:4", "0404": "AG-South:3", "0605": "23A:2", "0905": "8A:2"}
    moat = field(river=" ".join(f"0605/{way}" for way in ("e", "ne", "se", "w", "nw", "sw")))
    dearer = []
    for month in ("JUN41", "JUL41"):
        dry, wet = (
            Judge(
                state(position(units, board=board, scenario="S41", month=month, fortnight=2, active_hqs=ACTIVE)),
                GERMAN,
            )
            for board in (field(), moat)
        )
        gains = [sum(operation.gain for operation in operations(judge)) for judge in (dry, wet)]
        dearer.append(gains[0] - gains[1])
    assert dearer[0] == 0 < dearer[1]


# --- pockets and retreats ---------------------------------------------------------------------------------------------


def test_a_pocket_is_closed_by_moves_that_belong_together() -> None:
    units = {
        "0504": "41Pz:4", "0506": "56Pz:4", "0505": "1AK:3 AG-South:3", "0605": "23A:3 8A:3 16A:3", "0705": "3A:3 4A:3",
    }  # fmt: skip
    match = position(units, active_hqs=ACTIVE)
    assert pockets(Judge(state(match), GERMAN))[0].caught >= 3
    turn(match, GERMAN, ["movement"])
    assert [cv(match, army) for army in ("23A", "8A", "16A")] == [2, 2, 2]


def test_an_attack_can_leave_somebody_where_nobody_else_would_be() -> None:
    units = {"0505": "41Pz:4 56Pz:4", "0404": "AG-South:3", "0504": "24Pz:4 1AK:4", "0605": "23A:2", "0805": "8A:2"}
    match = position(units, active_hqs=ACTIVE)
    stripped = [plan for plan in KNOWS.plans(match, GERMAN, 32) if "massing" in plan.aim]
    attackers = [{action.split()[1] for action in plan.actions} for plan in stripped]
    assert {"41Pz", "56Pz"} <= attackers[0]
    assert any(len({"41Pz", "56Pz"} & force) == 1 for force in attackers[1:])


def test_a_battle_can_be_broken_off_behind_a_rearguard() -> None:
    units = {"0505": "55Mot:2 1AK:2 23A:3 8A:3 16A:3", "0405": "5AK:3", "0305": "AG-South:3", "0605": "3A:3"}
    match = position(units, active_hqs=ACTIVE, battles={"0505": SOVIET})
    plan = next(plan for plan in KNOWS.plans(match, GERMAN, 32) if plan.aim.startswith("breaking off"))
    assert plan.actions[-1].startswith("rearguard 55Mot")  # the fastest: slower pursuers do not fire
    for action in plan.actions:
        match.play(action, GERMAN)


def test_a_surviving_rearguard_moves_on_by_what_its_own_side_sees() -> None:
    units = {"0505": "55Mot:4 23A:1", "0305": "AG-South:3", "0605": "8A:3"}
    match = position(units, active_hqs=ACTIVE, battles={"0505": SOVIET})
    match.play("rearguard 55Mot 0405", GERMAN)
    match.play("end", GERMAN)
    assert match.decision is not None
    assert match.decision.kind == "rearguard"
    action = make("staff-quick", 1).act(match, GERMAN)
    assert match.why(action, GERMAN)
    assert match.decision.occasion is not None
    assert match.decision.occasion.units == ("55Mot",)


def test_pursuit_is_counted_against_a_slow_rearguard() -> None:
    cost = []
    for guard in ("55Mot", "1AK"):
        units = {"0505": f"{guard}:2 23A:3 8A:3", "0305": "AG-South:3"}
        match = position(units, active_hqs=ACTIVE, battles={"0505": SOVIET})
        match.play(f"rearguard {guard} 0405", GERMAN)
        g = state(match)
        cost.append(threats.pursuit(Judge(g, GERMAN), g))
    assert cost[0] < cost[1]


# --- production -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("month", "hidden"), [("AUG43", False), ("NOV43", True)])
def test_late_cadres_are_rebuilt_out_of_the_enemys_reach(month: str, hidden: bool) -> None:
    cities = [
        {"name": name, "hex": hex, "class": "major", "value": 4, "home": "german"}
        for name, hex in (("Near", "0405"), ("Far", "0205"))
    ]
    units = {"0505": "1AK:4", "0305": "AG-South:3", "0705": "23A:3"}
    match = position(units, board=field(cities=cities), phase="production", month=month, tracks={"dead": "24Pz"})
    orders = Quartermaster(state(match), GERMAN).orders().split()
    first = orders[orders.index("cadre") + 2]
    assert (first != "0405") == hidden


def test_lost_infantry_is_rebuilt_before_those_at_the_front_get_steps_and_lost_armor_after() -> None:
    city = {"name": "Near", "hex": "0405", "class": "major", "value": 20, "home": "german"}
    units = {"0505": "1AK:2 41Pz:2", "0305": "AG-South:3", "0705": "23A:3"}
    match = position(units, board=field(cities=[city]), phase="production", month="AUG43", tracks={"dead": "24Pz 38AK"})
    orders = Quartermaster(state(match), GERMAN).orders()
    assert orders.index("cadre 38AK") < orders.index("step 1AK")
    assert "step 41Pz" in orders
    assert "cadre 24Pz" not in orders.split("step 41Pz")[0]


def test_no_lost_unit_is_rebuilt_twice_when_there_is_plenty() -> None:
    match = grognard.new("eastfront", "S41", 1)
    while (decision := match.decision) is not None and decision.kind == "deployment":
        match.play(KNOWS.answer(match, decision.side) or "end", decision.side)
    g = state(match).copy()
    for unit in list(g.on_map(SOVIET)):
        g.cv[unit] = g.rules.units[unit].max
    for unit in [unit for unit in g.on_map(SOVIET) if g.rules.units[unit].type == "infantry"][:2]:
        g.cv[unit] = 0
        g.withdraw(unit, DEAD)
    words = Quartermaster(g, SOVIET).orders().split()
    rebuilt = [words[at + 1] for at, word in enumerate(words) if word == "cadre"]
    assert len(rebuilt) >= 2
    assert len(rebuilt) == len(set(rebuilt))


# --- blitzes ----------------------------------------------------------------------------------------------------------

BLITZ = {"AG-South": "blitz"}


def test_a_battle_of_the_first_round_counts_in_the_second_movement_of_a_blitz() -> None:
    units = {"0605": "41Pz:4 56Pz:4 24Pz:4 23A:3", "0505": "1AK:4", "0404": "AG-South:3", "0805": "8A:2"}
    match = position(units, phase="blitz-movement", battles={"0605": GERMAN}, active_hqs=BLITZ)
    g = state(match)
    before = fights(Judge(g, GERMAN))
    g.fought = tuple(g.battles)
    assert fights(Judge(g, GERMAN)) == before > 0
