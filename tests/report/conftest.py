from __future__ import annotations

from functools import cache

import pytest

import grognard
from grognard.bots import make
from grognard.match import Match


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """One browser at a time, with those of the other browser tests."""
    for item in items:
        if item.path.name == "test_report_browser.py":
            item.add_marker(pytest.mark.xdist_group("browser"))


GAMES = ("guderian", "eastfront", "oder")


@cache
def played(game: str, actions: int = 100_000, dice: str | None = None) -> Match:
    """A match between players who do anything, as far as so many actions."""
    match = grognard.new(game, seed="a report", dice=dice)
    bots = {side: make("random", f"report {side}") for side in match.game.info.sides}
    while (decision := match.decision) is not None and len(match.actions) < actions:
        match.play(bots[decision.side].act(match, decision.side), decision.side)
    return match


@pytest.fixture(params=GAMES)
def match(request: pytest.FixtureRequest) -> Match:
    """A finished match of each game."""
    return played(request.param)
