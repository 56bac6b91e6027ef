"""What the staff of Battles in the East looks after before it marches: places, HQs, supply, and moves that cost more
than they bring."""

from __future__ import annotations

import pytest

import grognard
from grognard.bots import Bot, make
from grognard.bots.knowledge.battles.judgement import evaluate
from grognard.bots.knowledge.battles.marches import planned
from grognard.bots.knowledge.battles.mending import carried_out, mend
from grognard.bots.knowledge.battles.paper import STANCES
from grognard.bots.knowledge.battles.threats import lone_hqs, open_places
from grognard.bots.knowledge.stances import judging_for
from grognard.games.battles.position import AXIS, NONE, SOVIET, Position
from grognard.games.battles.supply import level

RADZYMIN = {"game": "battles", "scenario": "radzymin", "turn": 3}
TRIES = 40


def place(phase: str, **units: str) -> Position:
    """Units by hex, `h1210="HQ-39PzK"`."""
    there = {hex[1:]: names for hex, names in units.items()}
    g = grognard.setup({**RADZYMIN, "phase": phase, "units": there}, seed=1).state
    assert isinstance(g, Position)
    return g


def test_a_place_that_the_enemy_could_walk_into_gets_a_guard() -> None:
    """A brigade could come to Radzymin by road; nobody stood there when those who struck had left."""
    g = place("axis-movement", h0909="10Flak 35/4", h0708="HQ-39PzK", h1412="50/3TC 57/3TC", h1714="HQ-2TA")
    with judging_for(AXIS):
        assert "1009" in {g.hexname(hex) for hex, _ in open_places(g, AXIS)}
        paper = planned(g, AXIS, STANCES[0], 8)
        mend(paper, TRIES)
        then = carried_out(paper)
    assert then.stacks[g.rules.hex_by_name["1009"]]
    assert "1009" not in {g.hexname(hex) for hex, _ in open_places(then, AXIS)}


def test_an_hq_that_goes_forward_takes_somebody_along() -> None:
    g = place("soviet-movement", h1714="HQ-2TA", h1715="50/3TC 57/3TC", h1615="51/3TC", h1210="35/4 12/4 33/4")
    with judging_for(SOVIET):
        paper = planned(g, SOVIET, STANCES[0], 8)
        mend(paper, TRIES)
        assert not list(lone_hqs(carried_out(paper), SOVIET))


def test_who_would_outrun_his_hq_stays_within_its_range() -> None:
    """Nobody is left out of supply who could be in it, though Warsaw is near."""
    g = place("soviet-movement", h1718="HQ-2TA", h1416="50/3TC 57/3TC 51/3TC", h0812="35/4", h0912="12/4")
    with judging_for(SOVIET):
        paper = planned(g, SOVIET, STANCES[0], 8)
        mend(paper, TRIES)
        then = carried_out(paper)
    assert not [g.name(unit) for unit in then.on_map(SOVIET) if level(then, unit) == NONE]


@pytest.mark.parametrize("phase", ["movement", "mechanised"])
def test_a_second_look_makes_no_march_worse_than_to_stand_still(phase: str) -> None:
    """Moves that cost more than they bring are taken back one by one, so nobody stands still because of the others."""
    g = place(
        f"axis-{phase}", h1210="35/4 12/4", h1109="33/4", h1009="HQ-39PzK", h0709="10Flak",
        h1412="50/3TC 57/3TC", h1414="51/3TC 103/3TC", h1714="HQ-2TA",
    )  # fmt: skip
    with judging_for(AXIS):
        for stance in STANCES:
            paper = planned(g, AXIS, stance, 8)
            before = evaluate(carried_out(paper), AXIS)
            after = mend(paper, 200)
            assert after >= max(before, evaluate(g, AXIS) - 0.02 * len(paper.open))
            assert after == pytest.approx(evaluate(carried_out(paper), AXIS))


def test_the_first_turns_of_uman_leave_no_hq_alone_and_nobody_stands_still() -> None:
    """Played by the quick level; at the beginning of each march the officer's plan is looked at."""
    match, bots = grognard.new("battles", "uman", seed=1), dict[str, Bot]()
    phases = set[tuple[int, str]]()
    while (decision := match.decision) is not None and len(phases) < 5:
        g, side = match.state, decision.side
        assert isinstance(g, Position)
        if g.phase.endswith(("movement", "mechanised")) and (g.turn, g.phase) not in phases:
            phases.add((g.turn, g.phase))
            with judging_for(side):
                paper = planned(g, side, STANCES[0], 8)
                assert mend(paper, TRIES) > evaluate(g, side)
                then = carried_out(paper)
                assert len(list(lone_hqs(then, side))) <= g.phase.endswith("mechanised")
                assert sum(level(then, unit) == NONE for unit in then.on_map(side)) <= 4
        match.play(bots.setdefault(side, make("staff-quick", 1)).act(match, side), side)
