"""7.8, G14: the end of a game, and what it comes to."""

from __future__ import annotations

from typing import Any

import pytest

import grognard
from grognard.games.bugriver.victory import score
from tests.bugriver.table import GERMAN, MAP, SOVIET, play, position, state

SPARE = {"0416": "44ID AA44", "3126": "124RD I/622"}


def last(turn: int = 8, **more: Any) -> grognard.Match:
    """The last turn on the map; the Soviets have passed."""
    return position(
        {**SPARE, **more.pop("units", {})}, board=MAP, phase="options", side=GERMAN, passed=SOVIET, turn=turn, **more
    )


@pytest.mark.rule("bugriver", "7.8")
def test_the_game_ends_with_the_last_turn_and_is_judged_by_points() -> None:
    m = last()
    play(m, "pass")
    assert m.result is not None
    assert (m.result.winner, m.result.points) == (SOVIET, {GERMAN: 0, SOVIET: 0})
    before = last(turn=7, dice="1 ...")
    play(before, "pass")
    assert (before.result, state(before).turn) == (None, 8)


@pytest.mark.rule("bugriver", "7.8")
def test_hexes_and_losses_count() -> None:
    plan = state(last()).rules.scenario.plan.victory
    held = [name for name in plan.hexes if name not in SPARE][:4]
    m = last(control={GERMAN: " ".join(held)})
    assert score(state(m))[GERMAN] == sum(plan.hexes[name] for name in held)
    occupied = last(control={GERMAN: " ".join(held)}, units={held[0]: "I/16"})
    assert score(state(occupied))[GERMAN] == sum(plan.hexes[name] for name in held[1:])
    kind, points = next(iter(plan.losses.items()))
    rules = state(m).rules
    lost = [rules.units[u].id for u in rules.of_side[GERMAN] if rules.units[u].type == kind][:3]
    assert score(state(last(gone=" ".join(lost))))[SOVIET] == points * len(lost)


@pytest.mark.rule("bugriver", "7.8")
@pytest.mark.parametrize("scenario", ["campaign", "ustyluh"])
def test_each_level_is_reached_from_its_difference_on(scenario: str) -> None:
    units = {"0416": "44ID AA44", "2410": "87RD I/16"} if scenario == "ustyluh" else SPARE
    turns = grognard.new("bugriver", scenario).view().turns
    first = position(units, board=MAP, phase="options", side=GERMAN, passed=SOVIET, turn=turns, scenario=scenario)
    victory = state(first).rules.scenario.plan.victory
    names = [name for name in victory.hexes if name not in units]
    found = set()
    for many in range(len(names) + 1):
        held = {GERMAN: " ".join(names[:many])} if many else {}
        m = position(
            units, board=MAP, phase="options", side=GERMAN, passed=SOVIET, turn=turns, scenario=scenario, control=held
        )
        net = sum(victory.hexes[name] for name in names[:many])
        play(m, "pass")
        assert m.result is not None
        want = next(level for level in victory.level if level.at_least is None or net >= level.at_least)
        assert (m.result.level, m.result.winner) == (want.level, want.side)
        assert m.result.points == {GERMAN: net, SOVIET: 0}
        assert sum(int(line.value) for line in m.result.counted) == net
        found.add(want.level)
    assert len(found) > 2


@pytest.mark.rule("bugriver", "7.8")
def test_every_turn_has_its_date() -> None:
    dates = state(last()).rules.scenario.plan.dates
    assert [last(turn=turn).view().date for turn in (1, 4, 8)] == [dates[0], dates[3], dates[7]]
