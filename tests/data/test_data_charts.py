"""Charts and rule files: reading them, and the line a person gets who made a mistake in one."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.charts import Charts
from grognard.errors import Invalid
from grognard.rulebook import Rulebook

CHARTS: dict[str, Any] = {
    "table": {"crt": {"columns": "1-2 1-1 2-1", "rows": {"1": "D1 D2 De", "2": ["A1", "Eng", "D1/A1"]}}},
    "rail": {"hexes": 30, "note": "by rail", "far": "30"},
    "move": {
        "tank": {"hex": {"clear": 1, "forest": 1.5, "lake": "no"}, "line": {"road": 0.5}},
        "bad": {"hex": {"a": 0.3}},
    },
    "values": {"forest": 2},
    "levels": [{"from": 50, "level": "won"}, {"level": "lost"}],
}


def test_tables_are_read_by_row_and_column() -> None:
    crt = Charts.read(CHARTS).table("crt")
    assert crt["1", "2-1"] == "De"
    assert crt[2, "1-1"] == "Eng"
    assert crt.column("1-2") == ("D1", "A1")


def test_numbers_words_and_costs() -> None:
    charts = Charts.read(CHARTS)
    assert charts.value("rail.hexes") == 30
    assert charts.text("rail.note") == "by rail"
    assert charts.words("rail.note") == ("by", "rail")
    assert charts.costs("move.tank.hex") == {"clear": 2, "forest": 3, "lake": None}
    assert charts.lines("move.tank.line") == {"road": 1}
    assert [level.text("level") for level in charts.entries("levels")] == ["won", "lost"]
    assert charts.values("values") == {"forest": 2}


@pytest.mark.parametrize(
    ("ask", "message"),
    [
        (lambda c: c.value("rail.hexs"), "charts.toml: rail: hexs is missing; did you mean hexes?"),
        (lambda c: c.value("rail.far"), "charts.toml: rail: far must be a whole number, not '30'"),
        (lambda c: c.value("road.hexes"), "charts.toml: road is missing"),
        (lambda c: c.value("rail.hexes.far"), "charts.toml: rail: hexes must be a table, not 30"),
        (lambda c: c.entries("level"), "charts.toml: level is missing; did you mean levels?"),
        (lambda c: c.costs("move.bad.hex"), "charts.toml: move: bad: hex: a must be movement points in halves"),
        (lambda c: c.table("crr"), "charts.toml: no table crr; did you mean crt?"),
        (lambda c: c.table("crt")["7", "1-1"], "chart crt: no row 7; it has 1 2"),
        (lambda c: c.table("crt")["1", "9-1"], "chart crt: no column 9-1; it has 1-2 1-1 2-1"),
    ],
)
def test_mistakes_are_named(ask: Any, message: str) -> None:
    with pytest.raises(Invalid) as caught:
        ask(Charts.read(CHARTS))
    assert str(caught.value).startswith(message)


def test_a_row_of_the_wrong_length() -> None:
    table = {"crt": {"columns": "1-2 1-1", "rows": {"1": "D1 D2", "2": "A1 Eng De"}}}
    with pytest.raises(Invalid, match=r"^charts\.toml: table crt: row 2 has 3 cells for 2 columns$"):
        Charts.read({"table": table})


RULES: dict[str, Any] = {
    "rule": [
        {"id": "6.5", "title": "Overrun", "text": "Overrun is\nmovement."},
        {"id": "6.51a", "title": "Cost", "text": "Three points."},
        {"id": "6.51b", "title": "Strength", "text": "Half.", "optional": True, "untested": "reason"},
        {"id": "6.6", "title": "Disruption", "text": "..."},
        {"id": "16.2", "title": "Schedule", "text": "..."},
    ],
    "ruling": [{"id": "G7", "rules": ["6.51b"], "question": "How?", "answer": "So.", "why": "Because."}],
}


def test_rules_are_found_by_number() -> None:
    rulebook = Rulebook.read(RULES)
    assert rulebook.rule("6.5").text == "Overrun is movement."
    assert [gap.id for gap in rulebook.rule("6.51b").rulings] == ["G7"]
    assert (rulebook.rule("6.51b").optional, rulebook.rule("6.51b").untested) == (True, "reason")
    assert list(rulebook.rules) == ["6.5", "6.51a", "6.51b", "6.6", "16.2"]


@pytest.mark.parametrize(
    ("asked", "found"),
    [("6.5", ["6.5"]), ("6.51", ["6.51a", "6.51b"]), ("6", ["6.5", "6.51a", "6.51b", "6.6"]), ("16.0", ["16.2"])],
)
def test_a_number_finds_its_parts(asked: str, found: list[str]) -> None:
    assert [rule.id for rule in Rulebook.read(RULES).find(asked)] == found


def test_unknown_rules() -> None:
    rulebook = Rulebook.read(RULES)
    with pytest.raises(Invalid, match=r"^no rule 6\.51c; did you mean 6\.51"):
        rulebook.rule("6.51c")
    for asked in ("6.9", "1", ""):
        with pytest.raises(Invalid, match=r"^no rule"):
            rulebook.find(asked)


@pytest.mark.parametrize(
    ("file", "message"),
    [
        ({"rule": [RULES["rule"][0]] * 2}, "rules.toml: rule 6.5 is there twice"),
        ({"rule": RULES["rule"], "ruling": RULES["ruling"] * 2}, "rules.toml: ruling G7 is there twice"),
        ({"ruling": RULES["ruling"]}, "rules.toml: ruling G7: no rule 6.51b"),
        ({"rule": [{"id": "1", "title": "x"}]}, "rules.toml: rule 1: text is missing"),
        ({"rule": [{"id": "1", "titel": "x"}]}, "rules.toml: rule 1: unknown key 'titel'; did you mean title?"),
        ({"rule": [{"id": 1}]}, "rules.toml: rule 1: id must be a string, not 1"),
    ],
)
def test_mistakes_in_rules_are_named(file: dict[str, Any], message: str) -> None:
    with pytest.raises(Invalid) as caught:
        Rulebook.read(file)
    assert str(caught.value).startswith(message)
