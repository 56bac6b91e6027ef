"""A view is one frozen value of a known type, and what a game declares is what its views and queries hold."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from pathlib import Path
from types import UnionType
from typing import Any, Union, get_args, get_origin

import msgspec
import pytest

import grognard
from grognard.games import IDS, OwnFacts, find
from grognard.preview import Line, Preview
from grognard.view import Battle, Counter, Marker, Overlay, View
from tests.random_play.player import RandomPlayer

SOURCE = Path(grognard.__file__).parent / "games"
GAMES = pytest.mark.parametrize("game", IDS)


def test_every_game_declares_a_section_of_its_own_under_its_id() -> None:
    assert [facts.__struct_config__.tag for facts in get_args(OwnFacts)] == list(IDS)


@GAMES
def test_a_view_comes_back_from_json_as_it_was(game: str) -> None:
    match = grognard.new(game, seed=5)
    for _ in RandomPlayer.seeded(5).playing(match):
        if len(match.actions) % 25 == 0:
            for side in (*match.game.info.sides, None):
                view = match.view(side)
                assert (view.game, view.own.__struct_config__.tag) == (game, game)
                assert msgspec.json.decode(msgspec.json.encode(view), type=View[OwnFacts]) == view
        if len(match.actions) > 150:
            break


@GAMES
def test_nobody_writes_into_a_view(game: str) -> None:  # mypy refuses each of these lines, too: an ignore is never idle
    match = grognard.new(game)
    view = match.view()
    with pytest.raises(AttributeError, match="immutable"):
        view.turn = 9  # type: ignore[misc]
    with pytest.raises(TypeError):
        view.sequence[0] = view.sequence[1]  # type: ignore[index]
    with pytest.raises(AttributeError):
        view.markers.append(None)  # type: ignore[attr-defined]
    counter = next(iter([*view.units, *view.to_place, *(due.unit for due in view.due)]))
    with pytest.raises(AttributeError, match="immutable"):
        counter.hex = "0101"  # type: ignore[misc]


def struct_types(annotation: Any, found: set[type[msgspec.Struct]], others: set[Any]) -> None:
    """The structs in a type and in their fields, and whatever else there is that holds something."""
    origin = get_origin(annotation) or annotation
    if isinstance(origin, type) and issubclass(origin, msgspec.Struct):
        if origin not in found:
            found.add(origin)
            for field in msgspec.structs.fields(origin):
                struct_types(field.type, found, others)
    elif get_args(annotation):
        others.add(origin)
    for part in get_args(annotation):
        struct_types(part, found, others)


def test_whatever_a_view_or_an_overlay_is_made_of_is_frozen() -> None:
    found: set[type[msgspec.Struct]] = set()
    others: set[Any] = set()
    for whole in (View[OwnFacts], Overlay, Preview):
        struct_types(whole, found, others)
    assert {View, Overlay, Preview, Counter, Marker, Battle, Line, *get_args(OwnFacts)} <= found
    assert [struct.__name__ for struct in found if not struct.__struct_config__.frozen] == []
    assert others <= {tuple, Mapping, UnionType, Union}


def test_what_has_not_changed_is_the_same_object() -> None:
    match = grognard.new("guderian", seed=1)
    match.play("deploy")
    match.play("end")
    before = match.view("german")
    unit = match.choices("move").items[0]
    hex = next(word for kind, words in match.choices(f"move {unit}").groups if kind == "hex" for word in words)
    match.play(f"move {unit} {hex}")
    after = match.view("german")
    old = {counter.id: counter for counter in before.units}
    assert [counter.id for counter in after.units if counter is not old[counter.id]] == [unit]
    assert after.control is before.control
    assert after.due is before.due


@GAMES
def test_every_result_of_the_table_has_words(game: str) -> None:
    info = find(game).info
    charts = tomllib.loads((SOURCE / game / "data" / "charts.toml").read_text("utf-8"))
    rows = charts.get("table", {}).get("crt", {}).get("rows", {})
    codes = {code for row in rows.values() for code in row.split()}
    assert codes <= {term.name for term in info.results}  # some come about without the table


@GAMES
def test_declared_words_are_explained(game: str) -> None:
    info = find(game).info
    terms = [*info.markers, *info.ground, *info.tracks, *info.tallies, *info.results]
    said = [(word.name, word.says) for word in terms]
    said += [(mark.name, mark.says) for mark in info.marks] + [(query.name, query.says) for query in info.queries]
    assert all(name and says for name, says in said)
    assert set(info.odds) <= set(info.verbs)
    assert set(info.screens) <= set(info.kinds)
    assert any(mark.lacks_supply for mark in info.marks)


@GAMES
def test_an_overlay_is_a_value_of_one_type_in_every_game(game: str) -> None:
    match = grognard.new(game)
    for query in match.game.info.queries:
        if not query.needs:
            answer = match.query(query.name, match.game.info.sides[0])
            assert msgspec.json.decode(msgspec.json.encode(answer), type=Overlay) == answer
