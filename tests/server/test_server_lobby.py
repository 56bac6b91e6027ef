"""The lobby: games, rules, tutorial, matches, files."""

from __future__ import annotations

import pytest

import grognard
from grognard.games import IDS, find
from grognard.server import library
from tests.server.house import Person


def test_games_come_with_an_introduction_and_bots(person: Person) -> None:
    games = person.ask("GET", "/api/games").json()
    assert [game["id"] for game in games] == list(IDS)
    assert all(game["introduction"] and "random" in game["bots"] for game in games)
    assert games[0]["has_tutorial"]


@pytest.mark.parametrize("game", IDS)
def test_a_match_may_begin_with_both_sides_set_up(person: Person, game: str) -> None:
    person.begin(game=game, deployed=True)
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


@pytest.mark.parametrize("game", [id for id in IDS if library.tutorial(id)])
def test_every_step_of_a_tutorial_is_legal_and_points_at_the_map(game: str) -> None:
    match = library.lesson(game)
    for step in library.tutorial(game):
        assert step.say
        assert match.decision is not None
        assert step.side == match.decision.side, step.say
        for word in step.point:
            units = {unit.id for unit in match.view(step.side).units}
            assert word in match.board.grid.by_name or word in units, word
        if step.action:
            ruling = match.why(step.action, step.side)
            assert ruling, f"{step.action}: {ruling}"
            match.play(step.action, step.side)
    assert match.view(None).turn > 1


def test_the_tutorial_is_played_over_the_wire(person: Person) -> None:
    person.begin(tutorial=True)
    steps = person.ask("GET", "/api/games/guderian/tutorial").json()
    state = person.plays(*[step["action"] for step in steps if step["action"]])["state"]
    assert state["view"]["turn"] == 2
    assert state["seed_known"]


def test_the_tutorial_does_not_change_the_version_of_the_data() -> None:
    assert "tutorial" not in find("guderian").version
    assert grognard.new("guderian").header.version == find("guderian").version
