"""Grognard: the referee, opponent and map room for operational East Front wargames."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from os import PathLike
from pathlib import Path
from typing import Any

from grognard.datafile import Entry, parse
from grognard.errors import Ambiguous, Invalid, nearest
from grognard.game import Game, GameInfo
from grognard.games import find, ids, register
from grognard.match import Header, Match
from grognard.ruling import Illegal, Ruling

__all__ = ["Ambiguous", "Illegal", "Invalid", "Match", "Ruling", "games", "load", "new", "register", "setup"]
__version__ = "0.1.0"

MATCH_OPTIONS = {"free_undo": False}  # how a match is run, whatever the game


def games() -> list[GameInfo]:
    """Every game: its id, title, scenarios, sides and options."""
    return [find(id).info for id in ids()]


def new(
    game: str,
    scenario: str | None = None,
    seed: int | str = 0,
    options: Mapping[str, bool] | None = None,
    dice: Sequence[int] | str | None = None,
    forced: bool = True,
) -> Match:
    """A match at its start. `dice` scripts the rolls ("4 5 1 ..." goes on with the seed's), or is "hand".

    An action that is the only one plays itself; with `forced=False` it is offered like any other.
    """
    rules = find(game)
    return Match(rules, _header(rules, rules.info.scenario_id(scenario), seed, options, dice, None, forced))


def setup(
    position: str | PathLike[str] | Mapping[str, Any],
    *,
    seed: int | str | None = None,
    options: Mapping[str, bool] | None = None,
    dice: Sequence[int] | str | None = None,
    forced: bool | None = None,
) -> Match:
    """A match at the situation a position file describes, given as a path or as a table already read.

    `seed`, `dice`, `forced` and each of the `options` go before what the file says. With `forced=False` nothing plays
    itself: the match stands at the position as it is written, and an action that is the only one is offered.
    """
    if isinstance(position, Mapping):
        table = dict(position)
    else:
        path = Path(position)
        try:
            table = parse(path.read_text(encoding="utf-8"), str(path))
        except OSError as error:
            raise Invalid(f"{path}: cannot be read: {error.strerror}") from error
        except UnicodeDecodeError as error:
            raise Invalid(f"{path}: not TOML: {error}") from error
    id = table.get("game")
    if not isinstance(id, str):
        raise Invalid("position: 'game' is missing")
    rules = find(id)
    scenario = rules.info.scenario_id(table.get("scenario"))
    seed = table.get("seed", 0) if seed is None else seed
    dice = table.get("dice") if dice is None else dice
    given = table.get("options", {})
    if not isinstance(given, Mapping):
        raise Invalid(f"position: options must be a table, not {given!r}")
    options = {**given, **(options or {})}
    forced = Entry(table, "position").flag("forced", True) if forced is None else forced
    return Match(rules, _header(rules, scenario, seed, options, dice, table, forced))


def load(path: str | PathLike[str], *, recover: bool = False) -> Match:
    """The match in a save file; `recover` reads a damaged one up to its last whole line."""
    from grognard.save import read

    return read(path, recover=recover)


def _header(
    rules: Game[Any],
    scenario: str,
    seed: int | str,
    options: Mapping[str, bool] | None,
    dice: Sequence[int] | str | None,
    position: Mapping[str, Any] | None,
    forced: bool,
) -> Header:
    chosen = {**MATCH_OPTIONS, **{o.id: o.default for o in rules.info.options}}
    for name, value in (options or {}).items():
        if name not in chosen:
            raise Invalid(f"{rules.info.id} has no option '{name}': {', '.join(chosen)}{nearest(name, chosen)}")
        if not isinstance(value, bool):
            raise Invalid(f"option '{name}' is true or false, not {value!r}")
        chosen[name] = value
    if isinstance(seed, bool) or not isinstance(seed, int | str):
        raise Invalid(f"seed {seed!r}: give a whole number or a text")
    if dice is not None and not isinstance(dice, str | Sequence):
        raise Invalid(f"dice={dice!r}: give a list of rolls, or 'hand'")
    if not isinstance(forced, bool):
        raise Invalid(f"forced is true or false, not {forced!r}")
    script = dice if dice is None or isinstance(dice, str) else tuple(dice)
    return Header(
        game=rules.info.id,
        scenario=scenario,
        seed=seed,
        options=chosen,
        dice=script,
        position=position,
        version=rules.version,
        forced=forced,
    )
