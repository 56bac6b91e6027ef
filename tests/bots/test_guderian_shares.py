"""Who attacks whom, what a place costs to take, and what it costs to stand in zones of control."""

from __future__ import annotations

import pytest

from grognard.bots.knowledge import knowledge_of
from grognard.bots.knowledge.guderian import judgement
from grognard.bots.knowledge.guderian.ground import goals
from grognard.bots.knowledge.guderian.plans import plans
from grognard.bots.knowledge.guderian.survey import influence
from grognard.bots.knowledge.stances import judging_for
from grognard.games.guderian.position import GERMAN, SOVIET, Position
from grognard.match import Match
from tests.guderian.table import GERMAN_COMBAT, MAP, MECHANISED
from tests.guderian.table import position as at_the_table

KNOWS = knowledge_of("guderian")
PANZERS = "25/7 6/7 7/7"


def position(match: Match) -> Position:
    assert isinstance(match.state, Position)
    return match.state


def answered(match: Match) -> None:
    """Answer all questions that an action has raised as the officer does."""
    while match.under_way and (decision := match.decision) is not None:
        match.play(KNOWS.answer(match, decision.side) or "end", decision.side)


def test_a_stack_attacks_where_it_is_needed_most() -> None:
    weak, firm = "0605", "0706"  # beside both stacks, and beside the second alone
    match = at_the_table({"0505": "137.ID", "0606": "263.ID", weak: "1-1-6", firm: "3-4-6"}, phase=GERMAN_COMBAT)
    with judging_for(GERMAN):
        attacks = {plan.actions[0] for plan in plans(position(match), 32)}
    assert attacks == {f"attack {weak} 137.ID go", f"attack {firm} 263.ID go"}


def test_two_stacks_attack_together_what_neither_could_alone() -> None:
    match = at_the_table({"0505": "137.ID", "0606": "263.ID", "0605": "7-7-6"}, phase=GERMAN_COMBAT)
    with judging_for(GERMAN):
        attacks = [set(plan.actions[0].split()) for plan in plans(position(match), 32)]
    assert attacks == [{"attack", "0605", "137.ID", "263.ID", "go"}]


def test_the_attacks_to_come_count_a_stack_once_and_where_it_is_needed() -> None:
    weak, firm = {"0605": "1-1-6"}, {"0706": "3-4-6"}
    stacks = {"0505": "137.ID 252.ID", "0606": "263.ID"}
    with judging_for(GERMAN):
        one, other, both = (
            judgement.prospects(position(at_the_table(units)), GERMAN)
            for units in (
                {"0505": "137.ID 252.ID", **weak},
                {"0606": "263.ID", **firm},
                {**stacks, **weak, **firm},
            )
        )
    assert both == pytest.approx(one + other)


@pytest.mark.parametrize(("where", "enters"), [("3122", True), ("3120", False)])
def test_who_has_emptied_a_city_pays_with_a_step_to_enter_it(where: str, enters: bool) -> None:
    """At 3-1 a four makes both sides pay; whoever goes back leaves the city to whoever comes first."""
    attackers = {"3122": "3021", "3120": "3020"}[where]
    units = {attackers: PANZERS, where: "5-5-6", "3322": "Lukin"}
    match = at_the_table(units, board=MAP, phase=GERMAN_COMBAT, dice=[4])
    match.play(f"attack {where} {PANZERS} go", "german")
    answered(match)
    g = position(match)
    hex = g.rules.hex_by_name[where]
    assert bool(g.occupied[GERMAN] >> hex & 1) == enters
    assert (sum(g.steps(unit) for unit in g.on_map(GERMAN)) < 6) == enters


def test_strength_far_from_a_city_does_not_count_as_if_it_stood_before_it() -> None:
    chances = []
    for where in ("2115", "1014"):
        g = position(at_the_table({where: "137.ID 263.ID 252.ID", "2216": "5-5-6 6-8-6"}, board=MAP))
        with judging_for(GERMAN):
            n, smolensk = next((n, goal) for n, goal in enumerate(goals(g.rules)) if goal.place.name == "Smolensk")
            sums = influence(g)
            chances.append(judgement.chance_of(sums[GERMAN][n], judgement.guard(g, smolensk, sums[SOVIET][n])))
    assert chances[0] > 2 * chances[1] > 0


def test_to_mass_pays_more_than_to_spread() -> None:
    with judging_for(GERMAN):
        first, second = judgement.chance_of(10, 40), judgement.chance_of(20, 40) - judgement.chance_of(10, 40)
        assert second > first > 0
        assert judgement.chance_of(0.0, 40) == 0


def test_columns_held_by_zones_of_control_cost_more_once_their_attack_is_over() -> None:
    units = {"0505": PANZERS, "0605": "6-8-6"}
    before, after = position(at_the_table(units)), position(at_the_table(units, phase=MECHANISED))
    with judging_for(GERMAN):
        assert judgement.pinned(after) > judgement.pinned(before) > 0
