"""The lobby: games, rules, tutorial, matches, files."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

import grognard
from grognard.game import RuleSet
from grognard.games import IDS, find
from grognard.server import library
from tests.server.house import Person


def test_games_come_with_an_introduction_and_bots(person: Person) -> None:
    games = person.ask("GET", "/api/games").json()
    assert [game["id"] for game in games] == list(IDS)
    assert all(game["introduction"] and "random" in game["bots"] for game in games)
    assert all(game["has_tutorial"] for game in games)


@pytest.mark.parametrize("game", IDS)
def test_a_match_may_begin_with_both_sides_set_up(person: Person, game: str) -> None:
    person.begin(dict.fromkeys(find(game).info.sides, "screen"), game=game, deployed=True)
    state = person.state()
    assert state["view"]["units"]
    assert not state["view"].get("to_place")
    choices = person.get("/choices", as_=state["view"]["decisions"][0]["side"])["groups"]
    assert not any("deploy" in words for _, words in choices)
    assert {entry["action"] for entry in person.get("/history")} <= {"", "deploy", "end"}


def test_rules_come_with_their_rulings(person: Person) -> None:
    rules = person.ask("GET", "/api/games/guderian/rules").json()
    assert len(rules) > 200
    assert any(rule["rulings"] for rule in rules)
    assert person.ask("GET", "/api/games/chess/rules").status_code == 404


@pytest.mark.parametrize("game", IDS)
def test_a_tutorial_plays_a_turn_and_points_at_what_is_on_the_map(game: str) -> None:
    match, steps = library.lesson(game), library.tutorial(game)
    first = match.view(None).turn
    for step in steps:
        assert step.say
        assert match.decision is not None
        assert step.side == match.decision.side, step.say
        units = {unit.id for unit in match.view(step.side).units}
        assert set(step.point) <= {*match.board.grid.by_name, *units}, step.say
        if step.action:
            match.play(step.action, step.side)
    assert match.view(None).turn > first
    assert [played.action for played in match.actions] == [step.action for step in steps if step.action]
    assert {step.side for step in steps} == set(match.game.info.sides)


def test_the_tutorial_is_played_over_the_wire(person: Person) -> None:
    person.begin(tutorial=True)
    steps = person.ask("GET", "/api/games/guderian/tutorial").json()
    person.plays(*[step["action"] for step in steps if step["action"]])
    state = person.state()
    assert state["view"]["turn"] == 2
    assert state["seed_known"]


class Copied(RuleSet):
    """A game whose data files lie where a test can change them."""

    rules_version = "7"

    def __init__(self, data: Path) -> None:
        self._data = data

    @property
    def data(self) -> Path:
        return self._data


@pytest.mark.parametrize(
    ("file", "matters"),
    [("tutorial.toml", False), ("rules.toml", False), ("charts.toml", True), ("scenarios/campaign.toml", True)],
)
def test_a_save_outlives_a_better_tutorial_but_not_another_chart(tmp_path: Path, file: str, matters: bool) -> None:
    guderian = find("guderian")
    assert isinstance(guderian, RuleSet)
    data = shutil.copytree(guderian.data, tmp_path / "data")
    before = Copied(data).version
    assert before == guderian.version.replace(f"{guderian.rules_version}-", "7-", 1)
    (data / file).write_text((data / file).read_text("utf-8") + "\n# another word\n", "utf-8")
    assert (Copied(data).version != before) == matters
    assert grognard.new("guderian").header.version == guderian.version
