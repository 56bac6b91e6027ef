"""docs/authoring.md names every key of a position file, and the games read every key they name."""

from __future__ import annotations

import re
import tomllib
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

import grognard
from grognard.games import IDS
from grognard.positionfile import EVERY_GAME, Keys

PAGE = (Path(__file__).parents[2] / "docs" / "authoring.md").read_text("utf-8")


def keys(game: str) -> Keys:
    found = import_module(f"grognard.games.{game}.arrange").KEYS
    assert isinstance(found, Keys)
    return found


def named(game: str) -> set[str]:
    """Every key the game's code takes, those of tables as table.key."""
    own = keys(game)
    return {*own.top, *(f"{table}.{key}" for table, inner in own.tables.items() for key in inner)}


def section(title: str) -> str:
    return PAGE.partition(f"\n### {title}\n")[2].partition("\n### ")[0]


def rows(title: str) -> dict[str, str]:
    """The rows of the table of a section: key and what is said of it."""
    found = re.findall(r"^\| `([^`]+)` \| (.+) \|$", section(title), re.MULTILINE)
    assert len(found) == len(dict(found)), f"a key is there twice under {title}"
    return dict(found)


def example(game: str) -> dict[str, Any]:
    """The position the page shows."""
    (text,) = re.findall(r"^```toml\n(.*?)^```$", section(f"Keys of {game}"), re.DOTALL | re.MULTILINE)
    return tomllib.loads(text)


def refused(table: dict[str, Any]) -> str:
    with pytest.raises(grognard.Invalid) as error:
        grognard.setup(table)
    return str(error.value)


def changed(table: dict[str, Any], path: str, value: object) -> dict[str, Any]:
    """The position with another value at table.key."""
    first, _, rest = path.partition(".")
    inner = table.get(first)
    return {**table, first: changed(inner if isinstance(inner, dict) else {}, rest, value) if rest else value}


# --- the page ---------------------------------------------------------------------------------------------------------


def test_the_page_names_the_keys_of_every_game() -> None:
    assert set(rows("Keys of every game")) == set(EVERY_GAME)


@pytest.mark.parametrize("game", IDS)
def test_the_page_names_the_keys_of_each_game(game: str) -> None:
    assert set(rows(f"Keys of {game}")) == named(game)


@pytest.mark.parametrize("game", IDS)
def test_the_page_names_the_phases(game: str) -> None:
    arrange = import_module(f"grognard.games.{game}.arrange")
    assert rows(f"Keys of {game}")["phase"].split() == list(getattr(arrange, "PHASES", arrange.sequence.SEQUENCE))


@pytest.mark.parametrize("game", IDS)
def test_the_position_on_the_page_can_be_played(game: str) -> None:
    match = grognard.setup(example(game))
    assert match.header.game == game
    assert match.decision is not None


# --- the code ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", IDS)
def test_a_key_that_is_not_named_is_refused_at_the_top_and_in_every_table(game: str) -> None:
    assert "position: unknown key 'zzz'; known: game, title" in refused(changed(example(game), "zzz", 1))
    for table, known in keys(game).tables.items():
        message = refused(changed(example(game), f"{table}.zzz", 1))
        assert message == f"position: {table.replace('.', ': ')}: unknown key 'zzz'; known: {', '.join(known)}"


@pytest.mark.parametrize(("game", "key"), [(game, key) for game in IDS for key in (*EVERY_GAME, *sorted(named(game)))])
def test_every_key_is_read(game: str, key: str) -> None:
    assert key.rpartition(".")[2] in refused(changed(example(game), key, 3.5))


@pytest.mark.parametrize("game", IDS)
def test_a_situation_has_units(game: str) -> None:
    given = example(game)
    opening = {key: value for key, value in given.items() if key in EVERY_GAME}
    assert grognard.setup(opening).decision is not None
    for key in keys(game).top:
        if key in given and key not in ("units", *keys(game).opening):
            message = f"position: {key} needs units; without them the game begins with its set-up"
            assert refused({**opening, key: given[key]}) == message
