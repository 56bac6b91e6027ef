"""The vocabulary has every word a game can say, and the lists every sign it can show."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

import grognard
from grognard.env.vocabulary import Vocabulary
from grognard.games import IDS, find
from grognard.playtest import undeclared

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
def test_every_verb_in_the_rules_is_declared(game: str) -> None:
    said = {word for path in (SOURCE / game).glob("*.py") for word in spoken(path)}
    assert said - set(find(game).info.verbs) == set()


def test_the_words_are_in_an_order_that_stays() -> None:
    info = find("oder").info
    assert info.verbs[:4] == ("place", "deploy", "declare", "air")
    assert info.verbs[-2:] == ("roll", "end")
    assert info.kinds[:2] == ("soviet-setup", "german-setup")
    assert len(set(info.verbs)) == len(info.verbs)
    assert len(set(info.kinds)) == len(info.kinds)


@pytest.mark.parametrize(
    ("game", "scenario"),
    [("guderian", None), ("eastfront", "S42"), ("oder", None), ("battles", "uman"), ("bugriver", None)],
)
def test_random_games_say_and_show_nothing_else(game: str, scenario: str | None) -> None:
    match = grognard.new(game, scenario, seed=4)
    words, known, rng = Vocabulary.of(match), match.game.info, Random(4)
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
            assert undeclared(known, view) == []
            assert {unit.type for unit in view.units} <= {*words.types, "hidden"}
            assert [*view.tracks] == [track.name for track in known.tracks]
            assert [*view.ground] == [term.name for term in known.ground]


@pytest.mark.parametrize("game", IDS)
def test_the_vocabulary_is_the_same_in_every_match(game: str) -> None:
    one, other = (Vocabulary.of(grognard.new(game, seed=seed)) for seed in (1, 2))
    assert one.words == other.words
    assert one.words[0] == "done"
    assert [one.number(word) for word in one.words] == list(range(len(one)))


def test_a_word_that_is_missing_is_told() -> None:
    words = Vocabulary.of(grognard.new("oder"))
    with pytest.raises(grognard.Invalid, match="oder does not declare it"):
        words.number("surrender")
