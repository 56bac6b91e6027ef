"""The games this program knows: its own, and those of others (docs/add-a-game.md).

Each is a package with a function `game()` in its module `game`. The program's own lie here, each by its id:

    guderian    Panzergruppe Guderian: divisions before Smolensk, overruns, untried units face-down
    eastfront   EastFront: blocks from the Baltic to the Caucasus, headquarters, production, fog of war
    oder        Watch on the Oder: corps and armies in January 1945, no secrets; the one to read first
    battles     Battles in the East: regiments and divisions, a series of battles that are data alone
    bugriver    Across the Bug River: formations, Action Points, reactions in the midst of a move, command

In each package `rules.py` holds what never changes (board, counters, charts), `position.py` what does, `sequence.py`
the phases, and every other module a chapter of the rulebook under its name; the head of the package says which.
`scenario.py` reads set-ups, `arrange.py` any other situation. `view.py`, `facts.py`, `queries.py`, `previews.py`,
`warnings.py` and `legend.py` are what people see, ask and are warned of, `terms.py` the words for it, and `game.py`
puts all of it together; it is loaded when the game is first wanted. `data/` are the files a person can edit.

Another game is found if somebody says `grognard.register`, if it is installed with an entry point in the group
`grognard.games`, or if its package is named in the environment variable GROGNARD_GAMES.
"""

from __future__ import annotations

import os
from contextlib import suppress
from functools import cache
from importlib import import_module
from importlib.metadata import entry_points
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from grognard.errors import Invalid, nearest
from grognard.game import Game
from grognard.games.battles.facts import BattlesFacts
from grognard.games.bugriver.facts import BugRiverFacts
from grognard.games.eastfront.facts import EastFrontFacts
from grognard.games.guderian.facts import GuderianFacts
from grognard.games.oder.facts import OderFacts

IDS = ("guderian", "eastfront", "oder", "battles", "bugriver")  # the program's own
ALIASES = {"pgg": "guderian", "ef": "eastfront", "woto": "oder", "bite": "battles", "atbr": "bugriver"}
# The own sections of views, for the wire and its description.
OwnFacts = GuderianFacts | EastFrontFacts | OderFacts | BattlesFacts | BugRiverFacts
GROUP = "grognard.games"
NAMED = "GROGNARD_GAMES"  # packages of further games, with blanks between them


def register(package: str) -> None:
    """Make a game known that lies in a package of its own; its id is the last part of the package's name.

    Processes that this one starts know it too, if they can import it.
    """
    if package not in os.environ.get(NAMED, "").split():
        os.environ[NAMED] = f"{os.environ.get(NAMED, '')} {package}".strip()


def ids() -> tuple[str, ...]:
    """The ids of all games: the program's own first."""
    return (*IDS, *_others())


def package_of(id: str) -> str:
    """The package a game lies in."""
    return f"{__name__}.{id}" if id in IDS else _others()[id]


def folders() -> list[Path]:
    """The folders of the games of others, as far as they can be imported."""
    found: list[Path] = []
    for package in _others().values():
        with suppress(ModuleNotFoundError):
            spec = find_spec(package)
            found += map(Path, spec.submodule_search_locations or ()) if spec is not None else ()
    return found


def find(name: str) -> Game[Any]:
    """The game with this id or abbreviation."""
    id = ALIASES.get(name, name)
    if id in IDS:
        return _load(id, package_of(id))
    others = _others()
    if id in others:
        return _load(id, others[id])
    for other, package in others.items():
        if name in _load(other, package).info.aliases:
            return _load(other, package)
    known = (*ids(), *ALIASES)
    raise Invalid(f"no game '{name}': there is {', '.join(ids())}{nearest(name, known)}")


@cache
def _installed() -> dict[str, str]:
    return {point.name: point.value for point in entry_points(group=GROUP)}


def _others() -> dict[str, str]:
    """The packages of the games of others, by id."""
    named = os.environ.get(NAMED, "").split()
    found = {**_installed(), **{package.rpartition(".")[2]: package for package in named}}
    return {id: package for id, package in found.items() if id not in IDS}


@cache
def _load(id: str, package: str) -> Game[Any]:
    module = f"{package}.game"
    try:
        game: Game[Any] = import_module(module).game()
    except ModuleNotFoundError as error:
        if error.name is None or not f"{module}.".startswith(f"{error.name}."):
            raise  # it is there, and lacks something itself
        raise Invalid(f"game {id}: there is no module {module} to import") from None
    if game.info.id != id:
        raise Invalid(f"the package {package} has the game {game.info.id}: its name must be that of the package, {id}")
    return game
