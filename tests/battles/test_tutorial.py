"""The guided turn says what happens, and whoever leaves it can play on."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

import grognard
from grognard import save
from grognard.events import LostStep, Retreated, Revealed, Rolled
from grognard.games.battles.position import Position
from grognard.games.battles.routes import destinations
from grognard.server import library
from grognard.server.messages import TutorialStep
from tests.random_play.player import BUSY, RandomPlayer


def lesson() -> Iterator[tuple[TutorialStep, grognard.Match]]:
    """Every step with the match as the reader sees it, before he acts."""
    match = library.lesson("battles")
    for step in library.tutorial("battles"):
        yield step, match
        if step.action:
            match.play(step.action, step.side)


def state(match: grognard.Match) -> Position:
    assert isinstance(match.state, Position)
    return match.state


def before(action: str) -> grognard.Match:
    """The match as it stands before a step."""
    return next(match for step, match in lesson() if step.action == action)


def test_it_shows_every_part_of_both_player_turns() -> None:
    verbs = {(step.side, step.action.split()[0]) for step, _ in lesson() if step.action}
    soviet = {"supply", "move", "overrun", "go", "occupy", "enter", "attack", "declare", "lose", "advance", "interdict"}
    axis = {"declare", "retreat", "lose", "place", "supply", "move", "fort", "attack", "advance", "stay", "end"}
    assert {verb for side, verb in verbs if side == "soviet"} >= soviet
    assert {verb for side, verb in verbs if side == "axis"} == axis


def test_it_is_the_first_turn_and_each_step_is_put_to_the_side_it_speaks_to() -> None:
    turns = []
    for step, match in lesson():
        turns.append(state(match).turn)
        assert match.decision is not None
        assert match.decision.side == step.side, step.say
    assert (turns[0], turns[-2], turns[-1]) == (1, 1, 2)


def test_every_rule_it_names_is_a_rule() -> None:
    known = library.lesson("battles").game.rulebook.rules
    said = [group for step, _ in lesson() for group in re.findall(r"\(([^)]*\d[^)]*)\)", step.say)]
    named = {id for group in said for id in group.split(", ")}
    assert len(named) > 30
    assert [id for id in named if not any(rule.startswith(id) for rule in known)] == []


def test_what_it_says_of_odds_and_dice_is_so() -> None:
    odds = []
    for step, match in lesson():
        words = step.action.removesuffix(" go")
        if words.split(" ")[0] in ("attack", "overrun", "declare"):
            told = match.preview(words, step.side)
            odds.append((told.attack, told.defence, told.column))
    assert odds == [
        ("3", "1 to 2", "2:1 to 4:1"), ("3", "1", "3:1"), ("6", "1 to 2", "3:1 to 6:1"), ("6", "2", "5:1"),
        ("9", "6", "1:1"), ("9", "6", "5:1"),
    ]  # fmt: skip
    results = [event.result for event in match.events if isinstance(event, Rolled) and "combat" in event.what]
    assert results == ["0/1", "1/2", "0/2*"]
    assert [event.unit for event in match.events if isinstance(event, Revealed)] == ["70/73", "186/73"]
    assert [event.unit for event in match.events if isinstance(event, LostStep)] == ["58G/8GTk", "186/73", "50/3TC"]
    assert [e.unit for e in match.events if isinstance(e, Retreated)] == ["70/73", "186/73", "50/3TC", "51/3TC"]


@pytest.mark.parametrize(
    ("action", "unit", "hex", "cost"),
    [("move 164/16TC 15/16TC 1518", "15/16TC", "1518", 4), ("move Pz/HG 1/HG III/HG Flak/HG 1515", "Pz/HG", "1013", 6)],
)
def test_roads_and_interdiction_cost_what_it_says(action: str, unit: str, hex: str, cost: int) -> None:
    g = state(before(action))
    assert destinations(g, (g.unit(unit),)).cost[g.rules.hex_by_name[hex]] == cost  # in half points


def test_what_it_warns_of_is_so() -> None:
    match = before("move 35GRD 47GRD 1421")
    assert [caution.rule for caution in match.cautions("end", "soviet")] == ["11.1b"]
    match = before("move 103/3TC 57/3TC 1318")
    assert match.why("move HQ-2TA 1618", "soviet").rule == "14.0b"
    match = before("move Pz/HG 1/HG III/HG Flak/HG 1515")
    assert [c.rule for c in match.cautions("move Pz/HG 1/HG III/HG Flak/HG 1415", "axis")] == ["11.2c"]


def test_whoever_leaves_it_can_play_on() -> None:
    match = library.lesson("battles")
    RandomPlayer.seeded("astray", BUSY).play(match)
    assert match.result is not None
    assert save.decode(save.encode(match)).fingerprint() == match.fingerprint()
