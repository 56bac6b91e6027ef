"""The door people come in by: games, new matches, and what is said to those who knock at the wrong one."""

from __future__ import annotations

import subprocess
import sys
from typing import Any

import pytest

import grognard
from grognard.games import IDS


def test_every_game_tells_what_can_be_chosen() -> None:
    (guderian,) = [game for game in grognard.games() if game.id == "guderian"]
    assert guderian.title == "Panzergruppe Guderian"
    assert guderian.sides == ("german", "soviet")
    assert guderian.aliases == ("pgg",)
    assert [(s.id, s.turns) for s in guderian.scenarios] == [("campaign", 12)]
    assert {option.id for option in guderian.options} == {"evacuation", "historical"}
    for game in grognard.games():
        match = grognard.new(game.id)
        for option in game.options:
            assert option.rule in match.game.rulebook.rules
        assert match.game.undo_rule in match.game.rulebook.rules


def test_the_hobbys_names_work() -> None:
    assert grognard.new("pgg", seed=4).fingerprint() == grognard.new("guderian", seed=4).fingerprint()
    assert grognard.new("pgg").header.game == "guderian"


def test_a_match_begins_as_its_seed_says() -> None:
    one, same, other = (grognard.new("guderian", seed=seed) for seed in ("a", "a", "b"))
    assert one.fingerprint() == same.fingerprint() != other.fingerprint()
    assert grognard.new("guderian").fingerprint() == grognard.new("guderian", seed=0).fingerprint()


def test_options_have_defaults() -> None:
    assert grognard.new("guderian").header.options == {"free_undo": False, "evacuation": False, "historical": False}
    chosen = grognard.new("guderian", options={"evacuation": True}).header.options
    assert chosen == {"free_undo": False, "evacuation": True, "historical": False}


@pytest.mark.parametrize(
    ("said", "message"),
    [
        ({"game": "guderain"}, f"no game 'guderain': there is {', '.join(IDS)}; did you mean guderian?"),
        ({"game": "chess"}, f"no game 'chess': there is {', '.join(IDS)}"),
        (
            {"game": "guderian", "scenario": "campain"},
            "guderian has no scenario 'campain': campaign; did you mean campaign?",
        ),
        (
            {"game": "guderian", "options": {"evacuaton": True}},
            "guderian has no option 'evacuaton': free_undo, evacuation, historical; did you mean evacuation?",
        ),
        ({"game": "guderian", "options": {"evacuation": 1}}, "option 'evacuation' is true or false, not 1"),
        ({"game": "guderian", "seed": 1.5}, "seed 1.5: give a whole number or a text"),
        ({"game": "guderian", "seed": True}, "seed True: give a whole number or a text"),
        ({"game": "guderian", "seed": None}, "seed None: give a whole number or a text"),
        ({"game": "guderian", "dice": [7, 0]}, "dice script: 0 is not a roll of a die"),
        ({"game": "guderian", "dice": "foot"}, "dice='foot': give a list of rolls, or 'hand'"),
        ({"game": "guderian", "dice": 6}, "dice=6: give a list of rolls, or 'hand'"),
    ],
)
def test_what_does_not_exist_is_said_so_in_one_line(said: dict[str, Any], message: str) -> None:
    with pytest.raises(grognard.Invalid) as error:
        grognard.new(**said)
    assert str(error.value) == message


@pytest.mark.parametrize(
    ("what", "asked", "message"),
    [
        ("suply", {}, "no query 'suply': "),
        ("supply", {}, "query supply: 'unit' is missing"),
        ("supply", {"unit": "25/8"}, "no unit 25/8"),
        ("supply", {"hex": "0101"}, "query supply: no 'hex'; it takes unit"),
        ("zoc", {"of": "polish"}, "no side 'polish': german or soviet"),
        ("retreat", {"hex": "9999"}, "9999"),
    ],
)
def test_questions_that_make_no_sense(what: str, asked: dict[str, str], message: str) -> None:
    with pytest.raises(grognard.Invalid) as error:
        grognard.new("guderian").query(what, **asked)
    assert message in str(error.value)


def test_a_preview_of_anything_else() -> None:
    match = grognard.new("guderian")
    with pytest.raises(grognard.Invalid, match="a preview is of an attack or an overrun"):
        match.preview("deploy")
    with pytest.raises(grognard.Illegal):
        match.preview("attack 0101")


def test_every_error_is_invalid_input() -> None:
    assert issubclass(grognard.Illegal, grognard.Invalid)
    assert issubclass(grognard.Ambiguous, grognard.Invalid)
    assert issubclass(grognard.Invalid, ValueError)


def test_the_same_match_in_another_process() -> None:
    script = (
        "import grognard; m = grognard.new('guderian', seed=9); m.play('deploy'); m.play('end'); print(m.fingerprint())"
    )
    prints = {
        subprocess.run(
            [sys.executable, "-c", script], env={"PYTHONHASHSEED": seed}, capture_output=True, text=True, check=True
        ).stdout
        for seed in ("1", "2")
    }
    match = grognard.new("guderian", seed=9)
    match.play("deploy")
    match.play("end")
    assert prints == {match.fingerprint() + "\n"}


@pytest.mark.parametrize("id", IDS)
def test_what_is_explained_is_a_verb_or_a_question_of_the_game(id: str) -> None:
    (info,) = [game for game in grognard.games() if game.id == id]
    assert info.explains
    assert {term.name for term in info.explains} <= {*info.verbs, *info.kinds}
    assert all(term.says for term in info.explains)
