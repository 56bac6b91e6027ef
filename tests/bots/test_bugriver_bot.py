"""The operations officer of Across the Bug River: massing, activations, reactions, and games against chance."""

from __future__ import annotations

from random import Random

import pytest

import grognard
from grognard.bots import make
from grognard.bots.knowledge import knowledge_of
from grognard.bots.knowledge.bugriver.answers import worth_acting
from grognard.bots.knowledge.bugriver.battles import fight_value, lots_at, worth_of_results
from grognard.bots.knowledge.bugriver.crossings import held_up
from grognard.bots.knowledge.bugriver.headquarters import relocations
from grognard.bots.knowledge.bugriver.judgement import behind, evaluate, forces, in_the_way, staffs
from grognard.bots.knowledge.bugriver.plans import bridges, entry, ideas, lots_for
from grognard.bots.knowledge.bugriver.weights import weights
from grognard.bots.lots import lay_out
from grognard.bots.planner import Staff
from grognard.events import Rolled
from grognard.games.bugriver.position import GERMAN, SOVIET
from grognard.match import Match
from tests.bugriver.table import MAP, of_kind, position, quiet, state


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
    assert evaluate(state(fewer), GERMAN) > evaluate(state(whole), GERMAN)
    assert evaluate(state(fewer), SOVIET) < evaluate(state(whole), SOVIET)


def test_every_question_of_the_game_has_an_answer() -> None:
    """Random play comes by most questions; whatever it is, the staff's answer is legal."""
    wanted, asked = {"options", "activation", "react", "luck"}, set[str]()
    for seed in range(6, 12):  # a match or two have them all
        random, match, chance = Random(seed), grognard.new("bugriver", seed=seed), make("random", seed)
        for _ in range(500):
            decision = match.decision
            if decision is None or wanted <= asked:
                break
            if decision.kind not in asked or random.random() < 0.1:
                asked.add(decision.kind)
                match.play(make("staff-quick", 1).act(match, decision.side), decision.side)
            else:
                match.play(chance.act(match, decision.side), decision.side)
    assert wanted <= asked


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


# --- trials -----------------------------------------------------------------------------------------------------------

ATTACK = {"1609": "I/131", "1508": "II/131", "1109": "44ID", "1709": "I/16", "2309": "87RD"}


def thrown(match: Match, action: str, share: float) -> str:
    """The result of an attack with lots that are better than this share of all."""
    trial, side = match.copy(), GERMAN
    lots = knowledge_of("bugriver").lots(trial, side, action, share)  # type: ignore[attr-defined]
    assert lots is not None
    trial.state.dice = lay_out(trial.state.dice, lots)
    trial.play(action, side)
    if (decision := trial.decision_of(side)) is not None and decision.kind == "luck":
        trial.play("keep", side)
    return next(event.result for event in of_kind(trial.events, Rolled) if event.fight)


def test_lots_laid_out_bring_what_an_attack_brings_on_average() -> None:
    match = position(ATTACK, acting="44ID", points=6, luck=SOVIET)
    g = state(match)
    hex, units = g.rules.hex_by_name["1709"], [g.unit("I/131")]
    worth = worth_of_results(g, hex, units)
    for many, about in ((3, 0.06), (6, 0.03), (60, 0.01)):
        found = [worth(thrown(match, "prepared 1709 I/131 go", (n + 0.5) / many)) for n in range(many)]
        assert found == sorted(found)
        assert sum(found) / many == pytest.approx(fight_value(g, "prepared", hex, units), abs=about)


def test_odds_below_the_table_are_laid_out_without_a_die() -> None:
    """7.5.1D.c"""
    units = {"1609": "I/131", "1109": "44ID", "1709": "I/16 1/43AT", "2309": "87RD"}
    match = position(units, acting="44ID", points=6, strength={"I/131": 1})
    lots = lots_at(state(match), "hasty", state(match).rules.hex_by_name["1709"], [state(match).unit("I/131")], 0.1)
    assert len(lots.draws) == 2
    assert lots.rolls == ()


def test_nothing_is_laid_out_for_a_move_or_for_the_isolated() -> None:
    """5.8.4b: their own checks come before the chits."""
    assert lots_for(state(position(ATTACK)), "move I/131 1608", 0.5) is None
    cut_off = {
        "1609": "I/131",
        "1109": "44ID",
        "1403": "I/16",
        "1405": "II/16",
        "1407": "III/16",
        "1410": "I/96",
        "1412": "II/96",
        "1414": "III/96",
    }
    assert lots_for(state(quiet(cut_off)), "hasty 1403 I/131 go", 0.5) is None


def test_a_place_that_an_attack_empties_is_entered_in_the_trial() -> None:
    """7.5.3d"""
    units = {"2409": "I/525", "0911": "298ID", "2410": "BG1", "3112": "87RD"}
    match = position(units, board=MAP, acting="298ID", strength={"BG1": 1})
    g = state(match).copy()
    attack = "prepared 2410 I/525 go"
    assert entry(g, GERMAN, attack) is None  # it is still held
    g.eliminate(g.unit("BG1"), "7.5.2j")
    g.freeze()
    assert entry(g, GERMAN, attack) == "move I/525 2410"
    assert entry(g, GERMAN, "prepared 2408 I/525 go") is None  # no place that counts
    assert entry(g, SOVIET, attack) is None


def test_stacks_join_in_one_hex_for_an_attack() -> None:
    """5.3.1c: one battalion of infantry, and assault guns beside it."""
    units = {"1409": "I/525", "1407": "1/StG191", "1411": "2/StG191", "1109": "298ID", "1709": "I/16", "2309": "87RD"}
    guns = {"1/StG191": "298ID", "2/StG191": "298ID"}
    match = position(units, acting="298ID", points=6, assigned=guns)
    joined = [idea.plan for idea in ideas(state(match), GERMAN) if "StG191" in idea.plan.actions[-1]]
    attacks = [plan for plan in joined if {"I/525", "1/StG191"} <= set(plan.actions[-1].split())]
    assert attacks
    for action in attacks[0].actions:
        assert match.why(action, GERMAN), action
        match.play(action, GERMAN)
        if match.decision is None or match.decision.side != GERMAN:
            break


# --- judgement --------------------------------------------------------------------------------------------------------


def test_a_bridge_that_an_enemy_zone_closes_holds_up_those_behind_it() -> None:
    """7.3.9: who enters a zone must stop, and a full hex takes nobody in."""
    units = {"1510": "III/526 1/Pj298 1/StG191", "1409": "I/525", "0911": "298ID", "2410": "87RD"}
    closed = state(position({**units, "1511": "1/19MG"}, board=MAP, acting="298ID"))
    worn = state(position({**units, "1511": "1/19MG"}, board=MAP, acting="298ID", strength={"1/19MG": 1}))
    room = state(position({**units, "1510": "III/526", "1511": "1/19MG"}, board=MAP, acting="298ID"))
    open = state(position({**units, "1711": "1/19MG"}, board=MAP, acting="298ID"))
    assert held_up(closed) > held_up(worn) > held_up(open) == 0
    assert held_up(closed) > held_up(room) > 0


def test_no_bridge_is_built_beside_one_that_leads_to_the_same_hex() -> None:
    """10.3: the road bridge to Ustyluh is there already."""
    units = {"1409": "I/525", "1410": "II/525", "1510": "I/527", "0911": "298ID", "2410": "87RD"}
    g = state(position(units, board=MAP, acting="298ID", points=6))
    ends = [action.split()[2] for idea in bridges(g) for action in idea.plan.actions]
    assert ends
    assert "1510" not in ends


def test_to_destroy_a_far_outpost_is_no_service_to_its_hq() -> None:
    """How far the enemy's HQs are behind their units is none of one's gains."""
    units = {"1606": "I/131", "1109": "44ID", "2313": "87RD"}
    there, gone = (state(position({**units, **more})) for more in ({"1705": "1/19MG"}, {}))
    assert staffs(there, SOVIET, weights()) == staffs(gone, SOVIET, weights())
    assert behind(there, SOVIET, weights()) > behind(gone, SOVIET, weights())


def test_a_worn_unit_whose_end_counts_is_in_danger_near_the_enemy() -> None:
    """7.8: assault guns with one Strength Point left are two points for the Soviets, or nearly."""
    units = {"1609": "1/StG191", "1109": "298ID", "1809": "I/16", "2309": "87RD"}
    far = {"1209": "1/StG191", "1109": "298ID", "1809": "I/16", "2309": "87RD"}

    def worth(stand: dict[str, str], left: int) -> float:
        return forces(state(position(stand, acting="298ID", strength={"1/StG191": left})), GERMAN, weights())

    near = [worth(units, left) for left in (3, 2, 1)]
    assert near[1] - near[2] > 2 * (near[0] - near[1]) > 0
    assert worth(far, 1) > near[2]


def test_an_hq_follows_its_units_by_leaps_within_its_range() -> None:
    """7.4: far behind, it is not thrown forward with a penalty where several relocations bring it there without one."""
    units = {"1909": "I/108", "1809": "II/108", "1709": "I/103", "0213": "14Pz", "2410": "87RD"}
    held = {"german": ["1510", "1909", "1709"]}
    match = position(units, board=MAP, scenario="campaign", control=held, acting="14Pz", points=3)
    best = next(relocations(state(match)))
    assert best.cost == len(best.plan.actions) == 3
    level = state(match).level.copy()
    for action in best.plan.actions:
        match.play(action)
    g = state(match)
    assert g.level == level
    assert all(g.rules.grid.distance(g.at[g.unit("14Pz")], g.at[unit]) <= 6 for unit in g.units_of(g.unit("14Pz")))


def test_an_hq_makes_way_for_one_that_is_farther_behind() -> None:
    units = {"1810": "I/525", "1909": "I/526", "1709": "I/103", "0907": "14Pz", "1310": "298ID", "2410": "87RD"}
    held = {"german": ["1510", "1909", "1709"]}
    match = position(units, board=MAP, scenario="campaign", control=held, acting="298ID", points=6)
    g = state(match)
    hq, w = g.unit("298ID"), weights()
    assert in_the_way(g, hq, g.at[hq], w) > 0 == in_the_way(g, hq, g.rules.hex_by_name["1510"], w)
    alone = state(
        position({h: u for h, u in units.items() if u != "14Pz"}, board=MAP, scenario="campaign", acting="298ID")
    )
    assert in_the_way(alone, hq, alone.at[hq], w) == 0
