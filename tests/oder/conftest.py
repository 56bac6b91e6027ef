"""Tests of rules have counters and a results table of their own; tests of the game's data have the game's."""

from __future__ import annotations

import pytest

from grognard.games.oder import rules
from tests.oder.counters import charts_of_the_tests, pieces_of_the_tests

SHIPPED = ("test_data", "test_tutorial")  # modules that look at the game as it is
rules.standard("campaign")  # remembered before anything is changed: on the game's own map its own counters stand


@pytest.fixture(autouse=True)
def own_counters(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Positions on a board of their own are played with the tests' factors and table."""
    if request.module.__name__.rpartition(".")[2] not in SHIPPED:
        monkeypatch.setattr(rules.BOX, "pieces", pieces_of_the_tests())
        monkeypatch.setattr(rules.BOX, "charts", charts_of_the_tests())
