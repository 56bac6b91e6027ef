"""Bots: made by name, reproducible, legal."""

from __future__ import annotations

from pathlib import Path

import pytest

import grognard
from grognard.bots import BOTS, make

SMOLENSK = Path(__file__).parents[2] / "examples" / "smolensk.toml"
SLOW = "staff-deep"  # a minute of thought for the first turn of a campaign


@pytest.mark.parametrize(
    ("name", "place"),
    [
        *((name, "Smolensk") for name in BOTS),
        *(pytest.param(name, "campaign", marks=[pytest.mark.soak] * (name == SLOW)) for name in BOTS),
    ],
)
def test_a_bot_plays_legal_actions_and_leaves_the_match_alone(name: str, place: str) -> None:
    match = grognard.setup(SMOLENSK, seed=3) if place == "Smolensk" else grognard.new("guderian", seed=3)
    bots = {side: make(name, side) for side in match.game.info.sides}
    for _ in range(120 if name == "random" else 40):
        if place == "Smolensk" and match.decision is None:
            break
        decision = match.decision
        assert decision is not None
        before = match.fingerprint()
        action = bots[decision.side].act(match, decision.side)
        assert match.fingerprint() == before
        assert match.why(action, decision.side)
        match.play(action, decision.side)


@pytest.mark.parametrize("name", BOTS)
def test_a_bot_with_the_same_seed_plays_the_same(name: str) -> None:
    match = grognard.new("guderian", seed=3)
    match.play("deploy")
    seeds = range(20 if name == "random" else 2)
    actions = [[make(name, seed).act(match, "german") for seed in seeds] for _ in range(2)]
    assert actions[0] == actions[1]
    assert len(set(actions[0])) > 1 or name != "random"  # those who think may well agree


def test_an_unknown_bot_is_told_the_nearest() -> None:
    with pytest.raises(grognard.Invalid, match="did you mean random"):
        make("randon", 1)
