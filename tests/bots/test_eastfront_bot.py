"""The operations officer of EastFront: quick answers, attacks in mass, supply, production, and whole games."""

from __future__ import annotations

import re
from typing import Any

import pytest

import grognard
from grognard.bots import make
from grognard.bots.knowledge import knowledge_of
from grognard.bots.knowledge.eastfront.battles import Judge
from grognard.bots.knowledge.eastfront.ground import gains, level, march
from grognard.bots.knowledge.eastfront.judgement import evaluate
from grognard.bots.knowledge.eastfront.officer import Officer
from grognard.bots.knowledge.eastfront.weights import weights
from grognard.bots.planner import Staff
from grognard.games.eastfront import production
from grognard.games.eastfront.clauses import reckon
from grognard.games.eastfront.position import ENEMY, GERMAN, SOVIET, Position
from grognard.match import Match
from tests.eastfront.table import FIELD, MAP, Table, field, position

KNOWS = knowledge_of("eastfront")
MASSED = {"0405": "41Pz:4 56Pz:4", "0505": "24Pz:4 1AK:4", "0404": "AG-South:3", "0605": "23A:2", "0805": "8A:2"}


def state(match: Match) -> Position:
    """The position of a match."""
    assert isinstance(match.state, Position)
    return match.state


def play_until(match: Match, phase: str, bot: str = "staff") -> Match:
    """Let bots play until a phase begins."""
    bots = {side: make(bot, side) for side in match.game.info.sides}
    while state(match).phase != phase and (decision := match.decision) is not None:
        match.play(bots[decision.side].act(match, decision.side), decision.side)
    return match


def edelweiss(seed: int = 1) -> Match:
    """The tutorial, before its first action."""
    return grognard.new("eastfront", "EDE", seed)


# --- quick answers ----------------------------------------------------------------------------------------------------


def test_the_officer_deploys_and_ends() -> None:
    match = grognard.new("eastfront", "S42", 1)
    played = []
    for side in (GERMAN, GERMAN, SOVIET, SOVIET):
        played.append(make("staff", side).act(match, side))
        match.play(played[-1], side)
    assert played == ["deploy", "end", "deploy", "end"]


@pytest.mark.parametrize("side", ENEMY)
def test_production_is_one_legal_action_that_leaves_little(side: str) -> None:
    match = play_until(edelweiss(), "production")
    orders = KNOWS.answer(match, side)
    assert orders is not None
    assert match.why(orders, side)
    left = reckon(state(match), side, tuple(orders.split()))[-1][1]
    assert left < 10


def test_hqs_get_their_steps_first() -> None:
    match = play_until(grognard.new("eastfront", "S43", 5), "production", "random")
    g = state(match)
    orders = KNOWS.answer(match, GERMAN)
    assert orders is not None
    weak = [g.name(hq) for hq in g.rules.hqs[GERMAN] if g.at[hq] >= 0 and production.may_get_step(g, hq)]
    assert weak
    assert orders.startswith(f"step {min(weak, key=lambda name: g.cv[g.unit(name)])}")


# --- battles ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("attackers", "defenders"), [("41Pz:4 56Pz:4", "23A:2"), ("1AK:3", "23A:3 8A:2"), ("1AK:4", "23A:1")]
)
def test_the_round_to_be_expected_is_about_that_of_the_exact_odds(attackers: str, defenders: str) -> None:
    match = position(
        {"0605": f"{attackers} {defenders}", "0404": "AG-South:3"}, active_hqs={"AG-South": ""}, phase="combat"
    )
    g = state(match)
    hex = g.rules.grid.hex("0605")
    g.reveal(g.stack(SOVIET, hex), "7.14")
    round = Judge(g, GERMAN).round(hex, g.stack(GERMAN, hex))
    exact = match.preview("battle 0605", GERMAN)
    lost = sum(int(steps) * chance for steps, chance in exact.tables["steps the attacker loses"].items())
    killed = sum(int(steps) * chance for steps, chance in exact.tables["steps the defender loses"].items())
    assert round.taken == pytest.approx(exact.outcomes.get("hex taken", 0.0), abs=0.15)
    assert round.attackers_lost == pytest.approx(lost, abs=0.35)
    assert round.defenders_lost == pytest.approx(killed, abs=0.5)


def test_an_attack_is_made_in_mass() -> None:
    match = position(MASSED, phase="command")
    play_until(match, "combat")
    g = state(match)
    assert len(g.stack(GERMAN, g.rules.grid.hex("0605"))) >= 3


def test_a_hopeless_attack_is_not_worth_an_hq() -> None:
    match = position({"0505": "1AK:1", "0404": "AG-South:1", "0605": "23A:3 8A:3 1Shk:3"}, phase="command")
    assert make("staff", 1).act(match, GERMAN) == "end"


def test_a_weak_garrison_does_not_attack_its_besiegers() -> None:
    match = position(
        {"0605": "1AK:4 38AK:3 23A:2", "0805": "8A:2"}, phase="combat", active=SOVIET, battles={"0605": GERMAN}
    )
    assert make("staff", 1).act(match, SOVIET) == "end"


def test_the_attacker_of_a_weak_garrison_goes_on() -> None:
    match = position({"0605": "41Pz:4 38AK:3 23A:1", "0404": "AG-South:3"}, phase="combat", active_hqs={"AG-South": ""})
    assert make("staff", 1).act(match, GERMAN).startswith(("strike", "battle"))


def test_what_is_remembered_of_attacks_does_not_leak_from_match_to_match() -> None:
    first = make("staff", 1).act(edelweiss(), GERMAN)
    play_until(edelweiss(2), "production")
    assert make("staff", 1).act(edelweiss(), GERMAN) == first


def test_march_finds_the_ways_of_the_rules() -> None:
    match = position(MASSED, active_hqs={"AG-South": ""})
    g = state(match)
    unit = g.unit("41Pz")
    free, entries = march(g.rules, "armor", g.at[unit], "dry", 3, g.occupied[SOVIET], g.closed)
    ways = {g.rules.grid.hex(word) for word in match.choices("move 41Pz").items}
    assert ways <= {hex for hex in range(g.rules.grid.size) if free >> hex & 1} | set(entries)
    assert set(entries) <= ways


# --- judgement --------------------------------------------------------------------------------------------------------


def test_a_step_lost_and_a_unit_cut_off_are_seen() -> None:
    whole, weaker = (state(position({"0305": f"1AK:{cv}", "0905": "23A:3"}, phase="command")) for cv in (4, 3))
    assert evaluate(whole, GERMAN) > evaluate(weaker, GERMAN)
    near, far = (state(position({"0305": "41Pz:4", hex: "23A:3"}, phase="command")) for hex in ("0905", "0301"))
    assert evaluate(far, GERMAN) > evaluate(near, GERMAN)  # a Soviet army in the German rear has no rails behind it


def test_cities_change_the_lead_by_what_both_sides_make_of_them() -> None:
    rules = state(grognard.new("eastfront", "S42", 1)).rules
    assert gains(rules, GERMAN)[rules.hex("Moscow")] == 24
    assert gains(rules, GERMAN)[rules.hex("Maikop")] == 3


@pytest.mark.parametrize("side", ENEMY)
def test_the_fast_production_level_is_that_of_the_rules(side: str) -> None:
    match = grognard.new("eastfront", "S42", 1)
    for _ in range(2):
        match.play("deploy")
        match.play("end")
    assert level(state(match), side) == production.level(state(match), side)


def test_a_city_without_rails_behind_it_is_worth_what_the_enemy_loses() -> None:
    g = state(edelweiss())
    judge, maikop = Judge(g, GERMAN), g.rules.hex("Maikop")
    assert judge.city(maikop) == pytest.approx(judge.point)  # the oil of the Soviets
    assert judge.city(g.rules.hex("Rostov")) == pytest.approx(2 * judge.point)


def test_near_the_end_steps_and_ground_are_worth_little_and_points_more() -> None:
    first, last = (state(position({"0305": "1AK:4 AG-South:3"}, month=month)) for month in ("JUL43", "NOV43"))
    begun, over = Judge(first, GERMAN), Judge(last, GERMAN)
    assert over.vp > begun.vp
    assert over.step(first.unit("1AK")) < begun.step(first.unit("1AK")) / 2
    assert begun.unit(first.unit("AG-South")) == pytest.approx(4 * begun.vp)


# --- plans and play ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("phase", ["command", "movement", "combat"])
def test_plans_are_legal_and_few(phase: str) -> None:
    match = play_until(edelweiss(), phase)
    side = state(match).side
    found = KNOWS.plans(match, side, 16)
    assert len(found) <= 16 + 4
    assert all(match.why(plan.actions[0], side) for plan in found)


def test_an_attack_is_one_plan_with_an_aim() -> None:
    match = position(MASSED, active_hqs={"AG-South": ""})
    plan = KNOWS.plans(match, GERMAN, 32)[0]
    assert plan.aim.startswith("massing on")
    assert len(plan.actions) >= 3
    assert all(action.split()[0] == "move" and action.endswith("0605") for action in plan.actions)
    for action in plan.actions:
        match.play(action, GERMAN)


def test_the_scout_sees_one_action_at_a_time() -> None:
    match = position(MASSED, active_hqs={"AG-South": ""})
    assert all(len(plan.actions) == 1 for plan in Officer().first_ideas(match, GERMAN, 40))


def test_every_hq_with_troops_at_the_front_is_thought_of() -> None:
    match = play_until(grognard.new("eastfront", "S42", 1), "command")
    g = state(match)
    named = {action.split()[1] for plan in KNOWS.plans(match, GERMAN, 32) for action in plan.actions}
    assert len(named) >= 5
    assert named <= {g.name(hq) for hq in g.rules.hqs[GERMAN]}


@pytest.mark.parametrize("name", ["scout", "staff-quick", "staff", "staff-deep"])
def test_the_match_is_left_alone_and_the_same_seed_plays_the_same(name: str) -> None:
    match = edelweiss()
    for _ in range(2 if name == "staff-deep" else 8):  # who drafts a turn each time
        decision = match.decision
        assert decision is not None
        before = match.fingerprint()
        actions = {make(name, 7).act(match, decision.side) for _ in range(2)}
        assert match.fingerprint() == before
        assert len(actions) == 1
        match.play(actions.pop(), decision.side)


@pytest.mark.parametrize("seats", [("staff", "random"), ("random", "staff")])
@pytest.mark.parametrize("seed", [1, 2])
def test_the_officer_beats_chance(seats: tuple[str, str], seed: int) -> None:
    match = edelweiss(seed)
    bots = {side: make(name, f"{seed}:{side}") for side, name in zip(ENEMY, seats, strict=True)}
    while (decision := match.decision) is not None:
        match.play(bots[decision.side].act(match, decision.side), decision.side)
    assert match.result is not None
    assert match.result.winner == (GERMAN if seats[0] == "staff" else SOVIET)


# --- garrisons, withdrawals, ships and parachutes ---------------------------------------------------------------------

SINGLE_CITY = field(cities=[{"name": "Gorod", "hex": "0505", "class": "major", "value": 6}])
BULGE = {"0605": "41Pz:4 56Pz:4 1AK:4", "0705": "23A:3", "0805": "Ukrainian-Front:3 4Para:3", "0205": "2AK:3"}
FLANKS = {"0604": "8A:3", "0606": "3A:3"}
SEVASTOPOL = {"Sevastopol": "South-Front:2 23A:3", "Kharkov": "1AK:3"}
COASTS = {
    "Odessa": "10AK:4 11AK:4", "Constanza": "13AK:4 17AK:4", "Varna": "6AK:4", "Nikolaev": "5AK:4",
    "Simferopol": "7AK:4 8AK:4", "Kerch": "9AK:4 12AK:4",
}  # fmt: skip


def soviets_at_sea(units: dict[str, str], **more: Any) -> Match:
    """July 1942 on the map, the Soviets to move."""
    return position(units, board=MAP, scenario="S42", month="JUL42", active=SOVIET, **more)


def test_the_garrison_of_a_city_stays_where_the_enemy_is_near() -> None:
    units = {"0505": "1AK:3", "0404": "AG-South:2", "0805": "23A:3 8A:3"}
    match = position(units, board=SINGLE_CITY, active_hqs={"AG-South": ""})
    play_until(match, "combat")
    g = state(match)
    assert g.present(GERMAN, g.rules.hex("Gorod"))


def test_an_empty_city_of_ones_own_is_worth_nothing_more_than_a_manned_one() -> None:
    manned, left = (
        evaluate(state(position({hex: "1AK:3", "0404": "AG-South:2", "0805": "23A:3"}, board=SINGLE_CITY,
                                active_hqs={"AG-South": ""})), GERMAN)
        for hex in ("0505", "0405")
    )  # fmt: skip
    assert manned > left


@pytest.mark.parametrize("board", [FIELD, SINGLE_CITY], ids=["open ground", "a city"])
def test_a_unit_worn_to_one_step_leaves_the_line_but_not_a_city(board: Table) -> None:
    units = {"0404": "AG-South:2", "0505": "38AK:1", "0605": "1Shk:3 2Shk:3 23A:3", "0805": "3A:3"}
    match = position(units, board=board, active_hqs={"AG-South": ""})
    action, why = Staff(1).hint(match, GERMAN)
    if board is SINGLE_CITY:
        assert not action.startswith("move 38AK")
    else:
        assert action.startswith("move 38AK")
        assert "worn out" in why


def test_a_lost_battle_is_broken_off_behind_a_rearguard() -> None:
    shocks = "1Shk:3= 2Shk:3= 3Shk:3= 4Shk:3="
    units = {"0605": f"41Pz:3 {shocks}", "0404": "AG-South:3 2AK:3", "0305": "5AK:4", "0905": "3A:3"}
    match = position(units, battles={"0605": GERMAN}, active_hqs={"AG-South": ""})
    action, why = Staff(1).hint(match, GERMAN)
    assert action.startswith("rearguard 41Pz")
    assert "breaking off the battle" in why


def test_a_battle_that_is_being_won_is_not_broken_off() -> None:
    units = {"0605": "41Pz:4 38AK:3 23A:1", "0404": "AG-South:3 2AK:3", "0905": "3A:3"}
    match = position(units, battles={"0605": GERMAN}, active_hqs={"AG-South": ""})
    play_until(match, "combat")
    g = state(match)
    assert g.present(GERMAN, g.rules.grid.hex("0605"))


def test_an_army_lands_in_a_city_nobody_holds() -> None:
    match = soviets_at_sea(SEVASTOPOL, phase="command")
    assert Staff(1).act(match, SOVIET) == "activate South-Front invasion"
    match.play("activate South-Front invasion", SOVIET)
    action, why = Staff(1).hint(match, SOVIET)
    assert action == f"invade 23A {state(match).hexname(state(match).rules.hex('Odessa'))}"
    assert "Odessa, which nobody holds" in why


def test_nobody_lands_where_every_coast_is_held() -> None:
    match = soviets_at_sea(SEVASTOPOL | COASTS, active_hqs={"South-Front": "invasion"})
    assert not Staff(1).act(match, SOVIET).startswith("invade")


def odessa(units: dict[str, str]) -> Match:
    """July 1941: a German corps stands before Odessa, STAVKA is active."""
    units = {"Moscow": "STAVKA:3", "0816": "1AK:4", **units}
    return position(units, board=MAP, scenario="S41", month="JUL41", active=SOVIET, active_hqs={"STAVKA": ""})


def test_ships_bring_an_idle_army_to_a_port_in_danger() -> None:
    action, why = Staff(1).hint(odessa({"Sevastopol": "23A:3 8A:3"}), SOVIET)
    assert action in ("sea 8A 0917", "sea 23A 0917")
    assert "Odessa" in why


def test_ships_take_no_garrison_from_a_port_in_danger() -> None:
    match = odessa({"Odessa": "23A:3", "0817": "2AK:3"})
    assert "23A" in match.choices("sea").items
    play_until(match, "combat")
    assert state(match).present(SOVIET, state(match).rules.hex("Odessa"))


def test_paratroops_close_a_ring_where_friends_are_near() -> None:
    match = position(BULGE | FLANKS, active=SOVIET, active_hqs={"Ukrainian-Front": "paradrop"})
    action, why = Staff(1).hint(match, SOVIET)
    assert action == "drop 4Para 0505"
    assert "links up" in why


def test_paratroops_stay_at_home_where_nobody_would_find_them() -> None:
    match = position(BULGE, active=SOVIET, active_hqs={"Ukrainian-Front": "paradrop"})
    assert not Staff(1).act(match, SOVIET).startswith("drop")


def test_ships_fetch_an_army_that_is_cut_off() -> None:
    units = {"Novorossiysk": "South-Front:2", "Kerch": "23A:2!", "Simferopol": "41Pz:4 56Pz:4 1AK:4"}
    match = soviets_at_sea(units, active_hqs={"South-Front": "invasion"})
    plans = [plan.actions[0] for plan in KNOWS.plans(match, SOVIET, 32)]
    assert any(action.startswith("evacuate 23A") for action in plans)


# --- words ------------------------------------------------------------------------------------------------------------


def test_a_hint_is_legal_and_says_why() -> None:
    match = edelweiss()
    action, why = Staff(1).hint(match, GERMAN)
    assert match.why(action, GERMAN)
    assert why


@pytest.mark.parametrize(
    ("action", "words"),
    [
        ("move 41Pz 0605", "attacking .*: [0-9]+% to take the hex"),
        ("move 41Pz 0704", "taking .*, which nobody holds"),
        ("activate AG-South", "to lead the attack from .*, with [0-9]+ units"),
        ("end", "who has not moved"),
    ],
)
def test_a_reason_names_what_is_at_stake(action: str, words: str) -> None:
    match = position(MASSED, active_hqs={"AG-South": ""})
    assert re.search(words, KNOWS.reason(match, GERMAN, action))


def test_the_weights_are_numbers() -> None:
    assert all(isinstance(value, int | float) for section in weights().values() for value in section.values())


def test_the_map_of_the_game_and_any_other_will_do() -> None:
    for board, hexes in ((field(), ("0305", "0705")), (MAP, ("Kharkov", "Voronezh"))):
        match = position({hexes[0]: "41Pz:4 AG-South:3", hexes[1]: "23A:3"}, board=board, phase="command")
        assert match.why(make("staff", 1).act(match, GERMAN), GERMAN)
