"""The operations officer of Across the Bug River: massing, activations, reactions, and games against chance."""

from __future__ import annotations

from random import Random

import pytest

import grognard
from grognard.bots import make
from grognard.bots.knowledge.bugriver.answers import worth_acting
from grognard.bots.knowledge.bugriver.judgement import value
from grognard.bots.knowledge.bugriver.plans import ideas
from grognard.bots.planner import Staff
from grognard.games.bugriver.position import GERMAN, SOVIET
from grognard.match import Match
from tests.bugriver.table import position, state


def play_on(match: Match, sides: dict[str, str], until: int = 10_000) -> Match:
    """Bots on both sides until the game is over or so many actions are played."""
    bots = {side: make(name, side) for side, name in sides.items()}
    for _ in range(until):
        decision = match.decision
        if decision is None:
            break
        match.play(bots[decision.side].act(match, decision.side), decision.side)
    return match


def test_battalions_mass_where_one_alone_would_fail() -> None:
    units = {"1409": "I/131", "1408": "II/131", "1410": "III/131", "1109": "44ID", "1709": "I/16", "2309": "87RD"}
    match = position(units, acting="44ID", points=6)
    best = next(idea for idea in ideas(state(match), GERMAN) if idea.plan.aim == "massing against 1709")
    assert best.score > 0
    assert best.plan.actions[-1].startswith("prepared 1709 ")
    assert len(best.plan.actions) > 2
    assert best.cost <= 6
    for action in best.plan.actions:
        assert match.why(action, GERMAN), action
        match.play(action, GERMAN)
        if match.decision is None or match.decision.side != GERMAN:
            break


def test_nobody_plans_beyond_the_points_that_are_left() -> None:
    units = {"1609": "I/131", "1408": "II/131", "1109": "44ID", "1709": "I/16", "2309": "87RD"}
    assert all(idea.cost <= 2 for idea in ideas(state(position(units, acting="44ID", points=2)), GERMAN))


def test_both_sides_count_points_and_losses_for_themselves() -> None:
    whole = position({"1609": "I/131", "1109": "44ID", "1709": "I/16", "2309": "87RD"}, acting="44ID")
    fewer = position({"1609": "I/131", "1109": "44ID", "2309": "87RD"}, acting="44ID")
    assert value(state(fewer), GERMAN) > value(state(whole), GERMAN)
    assert value(state(fewer), SOVIET) < value(state(whole), SOVIET)


def test_every_question_of_the_game_has_an_answer() -> None:
    """Random play comes by most questions; whatever it is, the staff's answer is legal."""
    random, asked = Random(6), set()
    match, chance = grognard.new("bugriver", seed=6), make("random", 6)
    for _ in range(1500):
        decision = match.decision
        if decision is None:
            break
        kind = decision.kind
        if random.random() < 0.3:
            asked.add(kind)
            match.play(make("staff-quick", 1).act(match, decision.side), decision.side)
        else:
            match.play(chance.act(match, decision.side), decision.side)
    assert {"options", "activation", "react", "luck"} <= asked


def test_a_level_that_comes_back_by_itself_is_cheaper_than_one_that_does_not() -> None:
    """8.1d: what a formation recovers each turn is there to be spent."""
    idle = {"1109": "44ID", "2309": "87RD"}  # nobody can do anything: what an activation promises is its price alone
    g = state(position(idle, phase="options", side=GERMAN))
    hq = g.unit("44ID")
    low = g.copy()
    low.level[hq] = 1
    low.freeze()
    assert worth_acting(g, GERMAN, hq) > worth_acting(low, GERMAN, hq)


def test_a_trial_leaves_the_match_alone_and_the_same_seed_plays_the_same() -> None:
    match = grognard.new("bugriver", "ustyluh", seed=3)
    before = match.fingerprint()
    assert make("staff-quick", 4).act(match, GERMAN) == make("staff-quick", 4).act(match, GERMAN)
    assert match.fingerprint() == before


def test_a_hint_is_legal_and_says_why() -> None:
    match = grognard.new("bugriver", "ustyluh", seed=1)
    action, why = Staff(1).hint(match, GERMAN)
    assert match.why(action, GERMAN)
    assert why


@pytest.mark.parametrize(
    "sides", [pytest.param(("staff-quick", "random"), marks=pytest.mark.soak), ("random", "staff-quick")]
)
def test_the_officer_beats_chance(sides: tuple[str, str]) -> None:
    match = grognard.new("bugriver", "ustyluh", seed="officer")
    play_on(match, dict(zip((GERMAN, SOVIET), sides, strict=True)))
    assert match.result is not None
    assert match.result.winner == (GERMAN, SOVIET)[sides.index("staff-quick")]
