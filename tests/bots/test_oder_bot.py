"""The operations officer of Watch on the Oder: quick answers, attacks, moves, arrivals, and whole games."""

from __future__ import annotations

import pytest

import grognard
from grognard.bots import make
from grognard.bots.knowledge import knowledge_of
from grognard.bots.knowledge.oder.battles import Reckoning
from grognard.bots.knowledge.oder.judgement import crowded, evaluate
from grognard.bots.knowledge.oder.marches import marches
from grognard.bots.knowledge.oder.races import alarming
from grognard.bots.knowledge.oder.weights import Weights, tables, weights
from grognard.bots.planner import Staff
from grognard.games.oder.position import ENEMY, GERMAN, SOVIET
from grognard.match import Match
from tests.oder.table import combat, position, soviet_combat, state, where

RING = {"1408": "HG GD", "1609": "40Pz 24Pz"}  # from both sides of 1508: nobody gets away


def play_phase(match: Match, bot: str = "staff") -> list[str]:
    """All that a bot does until the phase is over; the other side answers with the same bot."""
    phase, played = state(match).phase, []
    bots = {side: make(bot, side) for side in match.game.info.sides}
    while state(match).phase == phase and (decision := match.decision) is not None:
        played.append(bots[decision.side].act(match, decision.side))
        match.play(played[-1], decision.side)
    return played


@pytest.mark.parametrize("side", ENEMY)
def test_each_side_has_weights(side: str) -> None:
    assert isinstance(weights(side), Weights)


def test_the_officer_deploys_and_ends() -> None:
    match = grognard.new("oder", seed=1)
    bots = {side: make("staff", side) for side in match.game.info.sides}
    played = []
    for side in (SOVIET, SOVIET, GERMAN, GERMAN):
        played.append(bots[side].act(match, side))
        match.play(played[-1], side)
    assert played == ["deploy", "end", "deploy", "end"]


def test_a_trial_leaves_the_match_alone_and_the_same_seed_plays_the_same() -> None:
    match = combat({**RING, "1508": "47A 61A", "1907": "8G"})
    before = match.fingerprint()
    assert make("staff", 4).act(match, GERMAN) == make("staff", 4).act(match, GERMAN)
    assert match.fingerprint() == before


def test_the_odds_are_those_of_the_table() -> None:
    match = combat({"1408": "HG GD", "1508": "47A"})
    outcomes = match.preview("attack 1508 HG GD").outcomes
    odds = tables(state(match).rules).odds(GERMAN, 4.0, 0, city=False)
    assert (odds.destroyed, odds.driven, odds.exchanged, odds.lost) == pytest.approx(
        tuple(outcomes.get(kind, 0.0) for kind in ("DE", "DR", "EX", "AL1"))
    )


def test_a_surrounded_enemy_is_attacked() -> None:
    match = combat({**RING, "1508": "47A 61A", "1907": "8G"})
    assert play_phase(match)[0].startswith("attack 1508")


def test_a_hopeless_attack_is_left_alone() -> None:
    match = combat({"1408": "16SS", "1508": "3GT 8G 5G"})
    assert not any(action.startswith("attack") for action in play_phase(match))


def test_a_loss_is_the_unit_that_is_worth_least() -> None:
    match = soviet_combat({"1508": "8G 18A 3GT", "1408": "23AK"}, dice=[4, 3])  # 3:1 is EX
    match.play("attack 1408 8G 18A 3GT go", SOVIET)
    decision = match.decision
    assert decision is not None
    assert decision.kind == "loss"
    assert make("staff", 0).act(match, SOVIET) == "lose 18A"


def test_two_corps_run_for_the_eastern_edge() -> None:
    match = position({"1706": "HG", "1707": "GD", "1108": "23AK", "1812": "47A"}, turn=4)
    play_phase(match)
    assert {where(match, unit)[:2] for unit in ("HG", "GD")} == {"20"}


def test_corps_mass_on_a_target() -> None:
    match = position({"1305": "HG", "1306": "GD", "1307": "24Pz", "1508": "47A 61A", "1907": "8G"}, turn=3)
    found = marches(state(match), GERMAN, 5)
    assert any(plan.aim == "massing on 1508" and len(plan.actions) > 1 for plan in found)
    action, why = Staff(1).hint(match, GERMAN)
    assert action.startswith("move")
    assert why.startswith("massing on 1508: ")


def test_a_runner_at_the_edge_is_cut_off() -> None:
    """Two corps stand on the eastern edge in supply: the Soviets bar their line, or they have lost."""
    line = {"1504": "47A", "1507": "61A", "1510": "49A"}  # with a gap in the south
    match = position(
        {**line, "1813": "8G", "2006": "HG", "2007": "GD", "1108": "23AK"},
        turn=4, phase="soviet-movement", declared="combat",
    )  # fmt: skip
    assert alarming(state(match), GERMAN, weights(SOVIET))
    play_phase(match)
    assert not alarming(state(match), GERMAN, weights(SOVIET))


def test_nobody_is_left_in_a_crowd() -> None:
    fits = state(position({"1508": "47A 61A 8G", "1509": "3GT"}, phase="soviet-movement"))
    crowd = state(position({"1508": "47A 61A 8G 3GT"}, phase="soviet-movement"))
    assert crowded(fits) == 0
    assert crowded(crowd) == 1


def test_an_attack_is_worth_the_same_whoever_was_asked_before() -> None:
    """What is remembered of an attack hangs on who judges it."""
    g = state(combat({**RING, "1508": "47A 61A", "1907": "8G"}))
    units = [g.unit(name) for name in ("HG", "GD")]
    hex = g.rules.hex_by_name["1508"]
    own, other = (Reckoning(g, GERMAN, weights(side)).attack(hex, units) for side in (GERMAN, SOVIET))
    for side in (GERMAN, SOVIET):
        tables(g.rules).worths_by(GERMAN, weights(side)).clear()
    assert Reckoning(g, GERMAN, weights(SOVIET)).attack(hex, units) == other
    assert Reckoning(g, GERMAN, weights(GERMAN)).attack(hex, units) == own


def test_a_late_army_is_refused_for_a_point() -> None:
    match = position(
        {"1808": "47A 61A", "1908": "8G", "1108": "23AK"}, turn=7, phase="soviet-regroup", due={"18A": 7},
    )  # fmt: skip
    assert make("staff", 0).act(match, SOVIET) == "refuse 18A"


def test_a_cut_off_enemy_is_worth_more_than_one_in_supply() -> None:
    units = {"1408": "HG", "1508": "47A", "1907": "8G"}
    free = state(combat(units))
    cut = state(combat({**units, "1607": "GD", "1610": "24Pz"}))
    also = state(combat({**units, "1207": "GD", "1210": "24Pz"}))  # the same corps in the rear
    assert evaluate(free, GERMAN) < evaluate(cut, GERMAN) > evaluate(also, GERMAN)


@pytest.mark.parametrize(
    ("action", "words"),
    [
        ("attack 1508 HG GD go", "attack on 1508: 4:1"),
        ("probe HG 1507", "probing into 1507, against 1508"),
        ("end", "nothing gains"),
    ],
)
def test_a_hint_says_why(action: str, words: str) -> None:
    match = combat({"1408": "HG GD", "1508": "47A"})
    assert words in knowledge_of("oder").reason(match, GERMAN, action)


def test_a_hint_is_legal() -> None:
    match = combat({**RING, "1508": "47A 61A", "1907": "8G"})
    action, why = Staff(1).hint(match, GERMAN)
    assert match.why(action, GERMAN)
    assert why


@pytest.mark.parametrize("sides", [pytest.param(("staff", "random"), marks=pytest.mark.soak), ("random", "staff")])
def test_the_officer_beats_chance(sides: tuple[str, str]) -> None:
    match = grognard.new("oder", seed="officer")
    bots = {side: make(name, side) for side, name in zip(match.game.info.sides, sides, strict=True)}
    while (decision := match.decision) is not None:
        match.play(bots[decision.side].act(match, decision.side), decision.side)
    assert match.result is not None
    assert match.result.winner == match.game.info.sides[sides.index("staff")]
