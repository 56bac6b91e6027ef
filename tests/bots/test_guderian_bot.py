"""The operations officer of Panzergruppe Guderian: what he looks at, how he judges, how he answers."""

from __future__ import annotations

import pytest

import grognard
from grognard.bots import make
from grognard.bots.knowledge import knowledge_of
from grognard.bots.knowledge.guderian import judgement, threats
from grognard.bots.knowledge.guderian.ground import goals, stack_strength, strength
from grognard.bots.knowledge.guderian.marches import carried_out, next_order
from grognard.bots.knowledge.guderian.plans import at_first_sight, plans
from grognard.bots.knowledge.guderian.survey import Survey, forces, influence, look_again, survey
from grognard.bots.planner import Planner
from grognard.games.guderian.position import GERMAN, SOVIET, Position
from grognard.match import Match
from tests.guderian.table import GERMAN_COMBAT, field
from tests.guderian.table import position as at_the_table

KNOWS = knowledge_of("guderian")
QUESTIONS_MAX = 2000


def play(match: Match, until: str, german: str = "staff-quick", soviet: str = "random", turn: int = 1) -> Match:
    """Play on to a phase of a turn."""
    bots = {"german": make(german, 1), "soviet": make(soviet, 2)}
    for _ in range(QUESTIONS_MAX):
        decision = match.decision
        assert decision is not None
        if decision.kind == until and position(match).turn >= turn:
            break
        match.play(bots[decision.side].act(match, decision.side), decision.side)
    return match


def position(match: Match) -> Position:
    assert isinstance(match.state, Position)
    return match.state


@pytest.fixture(scope="module")
def midgame() -> Match:
    """German movement of turn 3, the first panzer corps on the map."""
    return play(grognard.new("guderian", seed=5), "german-movement", turn=3)


def test_both_sides_judge_the_same_position_oppositely(midgame: Match) -> None:
    sample = midgame.determinize("german", 1)
    assert KNOWS.evaluate(sample, "german") == -KNOWS.evaluate(sample, "soviet")


def test_every_plan_is_legal_and_there_are_few(midgame: Match) -> None:
    for seed in range(3):
        sample = midgame.determinize("german", seed)
        found = KNOWS.plans(sample, "german", 32)
        assert 0 < len(found) <= 32
        assert len(set(found)) == len(found)
        for plan in found:
            assert sample.why(plan.actions[0], "german"), plan


def test_plans_of_soviet_phases_are_legal() -> None:
    match = play(grognard.new("guderian", seed=8), "soviet-movement", turn=4)
    found = KNOWS.plans(match.determinize("soviet", 1), "soviet", 32)
    assert found
    for plan in found:
        assert match.why(plan.actions[0], "soviet"), plan


def test_breadth_limits_the_plans(midgame: Match) -> None:
    assert len(KNOWS.plans(midgame.determinize("german", 1), "german", 1)) == 1


def test_set_up_and_markers_need_no_search() -> None:
    match = grognard.new("guderian", seed=1)
    assert KNOWS.answer(match, "soviet") == "deploy"
    match.play("deploy")
    while (decision := match.decision) is not None and decision.kind != "german-markers":
        match.play(KNOWS.answer(match, decision.side) or "end", decision.side)
    assert (KNOWS.answer(match, "german") or "").startswith("interdict")
    assert KNOWS.answer(match, "soviet") is None


def test_a_place_that_the_germans_hold_counts_for_them(midgame: Match) -> None:
    sample = midgame.determinize("german", 1)
    g = position(sample)
    before = KNOWS.evaluate(sample, "german")
    smolensk = g.rules.board.places["Smolensk"]
    g.german_held |= smolensk.set
    g.freeze()
    gained = KNOWS.evaluate(sample, "german") - before
    assert 0 < gained <= g.rules.scenario.places["Smolensk"]  # even empty and without a line
    assert KNOWS.glance(sample, "german") > KNOWS.glance(midgame.determinize("german", 1), "german")


def test_losses_count_against_their_side(midgame: Match) -> None:
    sample = midgame.determinize("german", 1)
    g = position(sample)
    before = judgement.losses(g)
    g.thaw()
    g.eliminate(next(g.on_map(GERMAN)), "9.61")
    fewer_germans = judgement.losses(g)
    assert fewer_germans < before
    g.eliminate(next(u for u in g.on_map(SOVIET) if u not in g.rules.leaders), "9.61")
    assert judgement.losses(g) > fewer_germans


def test_ways_from_the_front_and_from_the_columns_are_the_same(midgame: Match) -> None:
    g = position(midgame)
    look = Survey(g)
    for goal in goals(g.rules):
        for hex in goal.place.hexes:
            if look.routes.ways[hex]:
                cost = look.routes.ways[hex][0].cost
                assert cost == look.front.march(hex, look.columns) == look.arrivals[hex]


def test_what_a_march_changes_is_what_a_fresh_look_finds(midgame: Match) -> None:
    g = position(midgame).copy()
    look_again(g)
    survey(g)
    after = carried_out(g, plans(g, 32)[-1].actions)
    assert after is not None
    told = influence(after), forces(after)
    look_again(after)
    after.freeze()
    fresh = influence(after), forces(after)
    assert told[1] == fresh[1]
    for side in (GERMAN, SOVIET):
        assert told[0][side] == pytest.approx(fresh[0][side])


def test_an_untried_division_is_worth_the_mean_of_its_kind(midgame: Match) -> None:
    g = position(midgame)
    untried = [u for u in g.on_map(SOVIET) if not g.tried[u]]
    assert len({strength(g, u) for u in untried if g.rules.kind[u] == "rifle"}) == 1


def test_a_whole_german_division_counts_double(midgame: Match) -> None:
    g = position(midgame)
    regiments = tuple(g.rules.divisions["7Pz"])
    alone = sum(strength(g, unit)[0] for unit in regiments)
    assert stack_strength(g, regiments)[0] == 2 * alone
    assert stack_strength(g, regiments[:2])[0] < alone


def test_dice_decide_fights_only(midgame: Match) -> None:
    assert KNOWS.is_chancy(midgame, "german", "attack 2216 6.ID go")
    assert KNOWS.is_chancy(midgame, "german", "overrun 2216 6.ID go")
    assert not KNOWS.is_chancy(midgame, "german", "move 6.ID 0201")
    assert KNOWS.resting(midgame, "german") == "end"


def test_a_reason_names_what_is_at_stake(midgame: Match) -> None:
    bot = make("staff-quick", 1)
    assert isinstance(bot, Planner)
    action, why = bot.hint(midgame, "german")
    assert midgame.why(action, "german")
    places = [goal.place.name for goal in goals(position(midgame).rules)]
    assert any(name in why for name in places), why
    assert "nothing more" in KNOWS.reason(midgame, "german", "end")


def test_the_reason_of_an_attack_gives_its_odds() -> None:
    match = play(grognard.new("guderian", seed=5), "german-combat", turn=3)
    attack = next(plan.actions[0] for plan in plans(position(match), 32) if plan.actions[0].startswith("attack"))
    why = KNOWS.reason(match, "german", attack)
    assert "%" in why
    assert "-1" in why or "-2" in why


def test_the_weights_lie_beside_the_package() -> None:
    from grognard.bots.knowledge.guderian.weights import weights

    assert {"worth", "place", "march", "fight"} <= set(weights())


def test_the_staff_takes_more_from_a_random_player_than_chance() -> None:
    match = play(grognard.new("guderian", seed=2), "soviet-movement", german="staff-quick", turn=5)
    held = [goal for goal in goals(position(match).rules) if not goal.place.set & ~position(match).german_held]
    assert sum(goal.points for goal in held) >= 15


# --- orders -----------------------------------------------------------------------------------------------------------


def test_orders_are_carried_out_one_after_the_other(midgame: Match) -> None:
    sample = midgame.determinize("german", 1)
    g = position(sample)
    look_again(g)
    order = plans(g, 32)[-1]
    for action in order.actions:
        assert sample.why(action, "german"), action
        sample.play(action, "german")
    following = next_order(position(sample))
    if following is not None:
        assert following != order


def test_the_scout_is_offered_single_actions(midgame: Match) -> None:
    found = at_first_sight(position(midgame))
    assert found
    assert all(len(plan.actions) == 1 for plan in found)


def test_three_divisions_mass_on_a_stack_that_one_cannot_attack() -> None:
    match = at_the_table({"0203": "137.ID", "0205": "263.ID", "0207": "252.ID", "0605": "6-8-6"})
    massing = next(plan for plan in plans(position(match), 32) if plan.aim)
    assert massing.aim == "massing on 0605"
    assert len(massing.actions) == 3
    bot = make("staff", 1)
    for _ in massing.actions:
        match.play(bot.act(match, "german"), "german")
    g = position(match)
    assert all(g.rules.adjacent(g.at[unit], g.rules.hex_by_name["0605"]) for unit in g.on_map(GERMAN))


# --- answers ----------------------------------------------------------------------------------------------------------


def test_a_division_advances_whole_or_not_at_all() -> None:
    board = field(city="0706")
    match = at_the_table({"0505": "25/7 6/7 7/7", "0605": "1-1-6"}, board=board, phase=GERMAN_COMBAT, dice=[1])
    match.play("attack 0605 25/7 6/7 7/7 go", "german")
    while match.under_way and (decision := match.decision) is not None:
        match.play(KNOWS.answer(match, decision.side) or "end", decision.side)
    g = position(match)
    assert len({g.at[unit] for unit in g.on_map(GERMAN)}) == 1


# --- what the enemy will do -------------------------------------------------------------------------------------------


def test_a_leader_alone_in_reach_of_columns_is_as_good_as_lost() -> None:
    germans = {"0405": "25/7 6/7 7/7"}
    alone = position(at_the_table({**germans, "0905": "Lukin", "1005": "6-8-6"}, phase="soviet-movement"))
    guarded = position(at_the_table({**germans, "0905": "Lukin 6-8-6"}, phase="soviet-movement"))
    assert threats.hunted(alone) > 0
    assert threats.hunted(guarded) == 0
