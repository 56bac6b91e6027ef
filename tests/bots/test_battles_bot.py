"""The operations officer of Battles in the East: supply, questions, whole player turns, and games against chance."""

from __future__ import annotations

from random import Random

import pytest

import grognard
from grognard.bots import make
from grognard.bots.knowledge import knowledge_of
from grognard.bots.knowledge.battles.answers import ANSWERS
from grognard.bots.planner import Staff
from grognard.games.battles.position import Position
from grognard.games.battles.terms import QUESTIONS
from grognard.match import Match
from grognard.server import library

SCENARIOS = pytest.mark.parametrize("scenario", ["radzymin", "uman"])
POSITION = {"game": "battles", "scenario": "radzymin"}


def state(match: Match) -> Position:
    assert isinstance(match.state, Position)
    return match.state


def play_turn(match: Match, bot: str = "staff-quick") -> list[tuple[str, str]]:
    """All that a bot does on both sides until the player turn is over: the phase or question, and the action."""
    view, played = match.view(), []
    bots = {side: make(bot, side) for side in match.game.info.sides}
    while (decision := match.decision) is not None and match.view().active == view.active:
        action = bots[decision.side].act(match, decision.side)
        played.append((decision.kind, action))
        match.play(action, decision.side)
    return played


@SCENARIOS
def test_a_whole_player_turn_is_legal_and_goes_through_its_phases(scenario: str) -> None:
    match = grognard.new("battles", scenario, seed=3)
    first = match.view().active
    played = play_turn(match)
    assert {f"{first}-supply", f"{first}-movement", f"{first}-combat"} <= {kind for kind, _ in played}
    verbs = {action.split()[0] for _, action in played}
    assert {"supply", "move", "attack", "end"} <= verbs
    assert match.view().active != first


@SCENARIOS
def test_every_question_of_the_game_has_an_answer(scenario: str) -> None:
    """Random play comes by most questions; whatever it is, the staff's answer is legal."""
    random, asked = Random(5), set()
    for seed in range(2):
        match = grognard.new("battles", scenario, seed=seed)
        chance = make("random", seed)
        while (decision := match.decision) is not None:
            if match.under_way and random.random() < 0.5:
                asked.add(decision.kind)
                answer = knowledge_of("battles").answer(match.determinize(decision.side, seed), decision.side)
                assert answer is not None, decision
                match.play(answer, decision.side)
            else:
                match.play(chance.act(match, decision.side), decision.side)
    assert {"declare", "loss-or-retreat", "advance"} <= asked
    assert set(QUESTIONS) <= set(ANSWERS)  # and those it did not come by


def test_the_spearhead_is_set_to_attack_supply() -> None:
    match = library.lesson("battles")
    supplied = [action for _, action in play_turn(match) if action.startswith("supply")]
    assert "supply HQ-2TA attack" in supplied


def test_a_trial_leaves_the_match_alone_and_the_same_seed_plays_the_same() -> None:
    match = grognard.new("battles", seed=2)
    match.play("supply HQ-2TA attack")
    match.play("end")
    before = match.fingerprint()
    assert make("staff-quick", 4).act(match, "soviet") == make("staff-quick", 4).act(match, "soviet")
    assert match.fingerprint() == before


def test_a_hopeless_attack_is_left_alone() -> None:
    units = {"1114": "743", "1115": "76RD 60RD", "0514": "HQ-9A", "1216": "HQ-47A"}
    match = grognard.setup({**POSITION, "turn": 3, "phase": "axis-combat", "units": units})
    assert match.why("attack 1115 743 go", "axis").ok
    assert [action for _, action in play_turn(match) if action.startswith("attack")] == []


def test_a_sure_attack_is_made() -> None:
    units = {"1114": "35/4 12/4 33/4", "1115": "86G", "0912": "HQ-39PzK", "2616": "HQ-47A"}
    match = grognard.setup({**POSITION, "turn": 3, "phase": "axis-combat", "units": units, "attack": "HQ-39PzK"})
    assert play_turn(match)[0][1].startswith("attack 1115 ")


def test_a_hint_is_legal_and_says_why() -> None:
    match = grognard.new("battles", "uman", seed=1)
    action, why = Staff(1).hint(match, "axis")
    assert match.why(action, "axis")
    assert why
    match = library.lesson("battles")
    for step in library.tutorial("battles"):
        if step.action.startswith("attack"):
            break
        if step.action:
            match.play(step.action, step.side)
    said = knowledge_of("battles").reason(match, "soviet", "attack 1416 58G/8GTk 59G/8GTk go")
    assert said.startswith("attack on 1416: 3:1 to 6:1, ")


@pytest.mark.parametrize(("scenario", "sides"), [
    ("radzymin", ("staff-quick", "random")),
    pytest.param("uman", ("random", "staff-quick"), marks=pytest.mark.soak),
    pytest.param("radzymin", ("random", "staff-quick"), marks=pytest.mark.soak),
    pytest.param("uman", ("staff-quick", "random"), marks=pytest.mark.soak),
])  # fmt: skip
def test_the_officer_beats_chance(scenario: str, sides: tuple[str, str]) -> None:
    match = grognard.new("battles", scenario, seed="officer")
    bots = {side: make(name, side) for side, name in zip(match.game.info.sides, sides, strict=True)}
    while (decision := match.decision) is not None:
        match.play(bots[decision.side].act(match, decision.side), decision.side)
    assert match.result is not None
    assert match.result.winner == match.game.info.sides[sides.index("staff-quick")]
