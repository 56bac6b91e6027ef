"""Players without a person: a bot is shown a match and its side, and answers with an action."""

from __future__ import annotations

from functools import cache
from hashlib import blake2b
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Protocol, runtime_checkable

from grognard.errors import Invalid, nearest
from grognard.games import IDS, package_of
from grognard.match import Match

BOTS = {  # name -> module:class, made with a seed and the seconds for an action
    "random": "grognard.bots.random:RandomBot",
    "scout": "grognard.bots.planner:Scout",
    "staff-quick": "grognard.bots.planner:QuickStaff",
    "staff": "grognard.bots.planner:Staff",
    "staff-deep": "grognard.bots.planner:General",
}


class Bot(Protocol):
    """Whoever answers the decisions of one side."""

    def act(self, match: Match, side: str) -> str:
        """An action that is legal for `side` now; the match itself must be left as it is."""


@runtime_checkable
class Adviser(Protocol):
    """A bot that can say why."""

    def hint(self, match: Match, side: str) -> tuple[str, str]:
        """The action it would play, and why."""


def make(name: str, seed: int | str, seconds: float | None = None) -> Bot:
    """The bot of this name; with the same seed it plays the same, unless it has only so many `seconds` for an action.

    `exec:COMMAND` is a program of its own; it always has a limit, and loses by being late.
    """
    if name.startswith("exec:"):
        from grognard.bots.external import SECONDS, ExternalBot

        return ExternalBot(name.removeprefix("exec:"), seed, seconds or SECONDS)
    if name not in BOTS:
        raise Invalid(f"no bot '{name}': there is {', '.join(BOTS)}{nearest(name, BOTS)}")
    module, _, kind = BOTS[name].partition(":")
    bot: Bot = getattr(import_module(module), kind)(seed, seconds)
    return bot


@cache
def version(game: str) -> str:
    """A digest of what decides how these bots play a game: their code, and what they know of it."""
    digest, folder = blake2b(digest_size=6), Path(__file__).parent
    knowledge = folder / "knowledge"
    own = _elsewhere(game)
    if game in IDS:
        package = knowledge / game
        own = [knowledge / f"{game}.toml", *package.glob("*.py"), *package.glob("squares/*.toml")]
    for path in sorted([*folder.glob("*.py"), *knowledge.glob("*.py")]) + sorted(own):
        if path.stem == "blunders":  # it counts what they do, and decides nothing
            continue
        digest.update(path.relative_to(path.parents[2]).as_posix().encode() + path.read_bytes())
    return digest.hexdigest()


def _elsewhere(game: str) -> list[Path]:
    """What the bots know of a game that is not the program's own: one file."""
    found = find_spec(f"{package_of(game)}.knowledge")
    return [Path(found.origin)] if found is not None and found.origin else []


def advise(bot: Bot, match: Match, side: str) -> tuple[str, str]:
    """What a bot would play, and why if it can say."""
    return bot.hint(match, side) if isinstance(bot, Adviser) else (bot.act(match, side), "")


def dismiss(bot: Bot) -> None:
    """Let a bot go that will not be asked again: one that is a program is ended."""
    if (close := getattr(bot, "close", None)) is not None:
        close()
