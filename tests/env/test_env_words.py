"""The vocabulary has every word a game can say, and the lists every sign it can show."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from random import Random

import pytest

import grognard
from grognard.env.vocabulary import Vocabulary, terms
from grognard.games import IDS

SOURCE = Path(grognard.__file__).parent / "games"


def constants(node: ast.AST) -> Iterator[str]:
    for inner in ast.walk(node):
        if isinstance(inner, ast.Constant) and isinstance(inner.value, str):
            yield inner.value


def spoken(path: Path) -> Iterator[str]:
    """The verbs a module spells out: ("verb", ("go", "stay")), verb="lose", Verb("move", ...)."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Tuple) and len(node.elts) == 2 and isinstance(node.elts[0], ast.Constant):
            if node.elts[0].value == "verb" and isinstance(node.elts[1], ast.Tuple):
                yield from constants(node.elts[1])
        elif isinstance(node, ast.Call):
            yield from (word for k in node.keywords if k.arg == "verb" for word in constants(k.value))
            if isinstance(node.func, ast.Name) and node.func.id == "Verb" and isinstance(node.args[0], ast.Constant):
                yield from constants(node.args[0])


@pytest.mark.parametrize("game", IDS)
def test_every_verb_in_the_rules_is_in_the_vocabulary(game: str) -> None:
    said = {word for path in (SOURCE / game).glob("*.py") for word in spoken(path)}
    phases = import_module(f"grognard.games.{game}.sequence").SEQUENCE
    said |= {verb for phase in phases.values() for verb in phase.verbs}
    assert said - set(terms(game).verbs) == set()
    assert set(phases) - set(terms(game).phases) == set()
    assert set(phases) - set(terms(game).kinds) == set()


def test_production_and_roles_of_eastfront_are_in_the_vocabulary() -> None:
    orders, command = (import_module(f"grognard.games.eastfront.{name}") for name in ("orders", "command"))
    assert {*orders.VERBS, *command.ROLES, "pay", "weaken"} <= set(terms("eastfront").verbs)


def test_orders_of_the_oder_are_in_the_vocabulary() -> None:
    assert set(import_module("grognard.games.oder.sequence").ORDERS) <= set(terms("oder").verbs)


@pytest.mark.parametrize(("game", "scenario"), [("guderian", None), ("eastfront", "S42"), ("oder", None)])
def test_random_games_say_and_show_nothing_else(game: str, scenario: str | None) -> None:
    match = grognard.new(game, scenario, seed=4)
    words, known, rng = Vocabulary.of(match), terms(game), Random(4)
    for _ in range(250):
        decision = match.decision
        if decision is None:
            break
        assert decision.kind in known.kinds
        said: tuple[str, ...] = ()
        while True:
            choices = decision.choices(said)
            assert words.mask(choices).sum() == len(set(choices)) + choices.complete
            word = rng.choice([*choices, *([""] if choices.complete else [])])
            if not word:
                break
            said += (word,)
        match.play(" ".join(said), decision.side)
        if rng.random() < 0.2:
            view = match.view(decision.side)
            assert view["phase"] in known.phases
            assert view.get("weather", "") in ("", *known.weather)
            assert {unit["type"] for unit in view["units"]} <= {*words.types, "hidden"}
            assert {status for unit in view["units"] for status in unit["status"]} <= set(known.statuses)
            assert {marker["kind"] for marker in view["markers"]} <= set(known.markers)


@pytest.mark.parametrize("game", IDS)
def test_the_vocabulary_is_the_same_in_every_match(game: str) -> None:
    one, other = (Vocabulary.of(grognard.new(game, seed=seed)) for seed in (1, 2))
    assert one.words == other.words
    assert one.words[0] == "done"
    assert [one.number(word) for word in one.words] == list(range(len(one)))


def test_a_word_that_is_missing_is_told() -> None:
    words = Vocabulary.of(grognard.new("oder"))
    with pytest.raises(grognard.Invalid, match="lacks it"):
        words.number("surrender")
    with pytest.raises(grognard.Invalid, match="no words for chess"):
        terms("chess")
