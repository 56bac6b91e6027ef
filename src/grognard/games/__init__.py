"""The games this program knows, by id and by the hobby's abbreviations."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import Any

from grognard.errors import Invalid, nearest
from grognard.game import Game
from grognard.games.eastfront.facts import EastFrontFacts
from grognard.games.guderian.facts import GuderianFacts
from grognard.games.oder.facts import OderFacts

IDS = ("guderian", "eastfront", "oder")
ALIASES = {"pgg": "guderian", "ef": "eastfront", "woto": "oder"}
OwnFacts = GuderianFacts | EastFrontFacts | OderFacts  # the own sections of views, for the wire and its description


def find(name: str) -> Game[Any]:
    """The game with this id or abbreviation."""
    id = ALIASES.get(name, name)
    if id not in IDS:
        known = (*IDS, *ALIASES)
        raise Invalid(f"no game '{name}': there is {', '.join(IDS)}{nearest(name, known)}")
    return _load(id)


@cache
def _load(id: str) -> Game[Any]:
    game: Game[Any] = import_module(f"grognard.games.{id}").game()
    return game
