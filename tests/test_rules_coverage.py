"""Every rule of every game has a test or a reason to need none, and the page that lists them is up to date."""

from __future__ import annotations

import subprocess
import sys

import pytest

import grognard
from grognard.rulebook import Rulebook
from tests.coverage import (
    EVERY_TEST,
    ROOT,
    Collector,
    Marks,
    all_gaps,
    gaps,
    numbers_in_source,
    out_of_date,
    page,
    worked_examples,
)

BOOK = Rulebook.read(
    {
        "rule": [
            {"id": "1.1", "title": "Bids", "text": "Both sides bid."},
            {"id": "1.2a", "title": "Scale", "text": "A coin is a coin.", "untested": "Nothing depends on it."},
            {"id": "2.0", "title": "Prizes | more", "text": "The winner takes the prize."},
        ],
        "ruling": [{"id": "G1", "rules": ["1.1"], "question": "All?", "answer": "All.", "why": "So."}],
    }
)


def test_every_rule_has_a_test_or_a_reason(pytestconfig: pytest.Config) -> None:
    """A run of all tests knows them; one of this file alone collects them anew."""
    if every := pytestconfig.stash.get(EVERY_TEST, None):
        collector, now = Collector(), Collector()
        collector.read(every)
        assert all_gaps(collector) + out_of_date(collector) == []
        now.read(item for item in every if not item.get_closest_marker("soak"))
        assert all_gaps(now) == []  # and no rule is shown in `make soak` alone
        return
    done = subprocess.run([sys.executable, "-m", "tests.coverage", "--check"], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, f"\n{done.stdout}{done.stderr}"


def test_a_rule_without_a_test_is_a_gap() -> None:
    assert gaps("none", BOOK, Marks({"1.1": {"a"}})) == [
        "none 2.0 (Prizes | more): no test, and no reason to need none"
    ]
    assert gaps("none", BOOK, Marks({"1.1": {"a"}, "2.0": {"a"}, "G1": {"b"}})) == []


def test_a_mark_without_a_rule_is_a_gap() -> None:
    marks = Marks({"1.1": {"a"}, "2.0": {"a"}, "1.2": {"t::b", "t::a"}})
    assert gaps("none", BOOK, marks) == ["none has no rule 1.2, marked in t::a, t::b"]


def test_the_numbers_in_a_games_source_are_found() -> None:
    numbers = numbers_in_source("guderian")
    assert {"6.51a", "4.2B1", "9.65a", "10.4"} <= numbers.keys()
    assert numbers["9.65a"].startswith("src/grognard/games/guderian/results.py:")
    assert not [number for number in numbers if not number[0].isdigit() and number[0] != "G"]
    assert {"6.33", "S41.1A", "W44.5"} <= numbers_in_source("eastfront").keys()


def test_a_worked_example_without_a_test_is_a_gap() -> None:
    marks = Marks({"1.1": {"a"}, "2.0": {"a"}}, {"E1.1": {"t::a"}, "E9": {"t::b"}})
    assert gaps("none", BOOK, marks, ["E1.1", "E1.2"]) == [
        "none: no test of the worked example E1.2",
        "none has no worked example E9, marked in t::b",
    ]


def test_the_worked_examples_are_listed_by_game() -> None:
    listed = worked_examples()
    assert {"guderian", "eastfront"} <= listed.keys() <= {info.id for info in grognard.games()}
    assert all(len(ids) == len(set(ids)) for ids in listed.values())
    assert "edelweiss" in listed["eastfront"]


@pytest.mark.parametrize("words", [(), ("guderian",), ("guderian", 6.51)])
def test_a_mark_names_a_game_and_a_rule(words: tuple[object, ...]) -> None:
    collector = Collector()
    collector._note("t::a", getattr(pytest.mark.rule, "with_args")(*words).mark)  # noqa: B009
    assert len(collector.faults) == 1
    assert collector.games == {}


def test_the_page_is_a_table_by_chapter(monkeypatch: pytest.MonkeyPatch) -> None:
    text = page(Collector())
    assert "| 1.0 | Scale | Scale only; nothing in play depends on it. |" in text
    assert "| 6.22 |" in text
    assert "**none yet**" in text
    assert text.index("### Chapter 9") < text.index("### Chapter 10") < text.index("### Rulings")
    assert "## EastFront" in text
    assert text.count("### Scenario S41") == 1
    assert "| E6.33 |" in text
    assert text == page(Collector())
