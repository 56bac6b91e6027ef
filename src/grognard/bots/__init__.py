"""Players without a person: a bot is shown a match and its side, and answers with an action."""

from __future__ import annotations

from importlib import import_module
from typing import Protocol

from grognard.errors import Invalid, nearest
from grognard.match import Match

BOTS = {"random": "grognard.bots.random:RandomBot"}  # name -> module:class, made with a seed


class Bot(Protocol):
    """Whoever answers the decisions of one side."""

    def act(self, match: Match, side: str) -> str:
        """An action that is legal for `side` now; the match itself must be left as it is."""


def make(name: str, seed: int | str) -> Bot:
    """The bot of this name; with the same seed it plays the same."""
    if name not in BOTS:
        raise Invalid(f"no bot '{name}': there is {', '.join(BOTS)}{nearest(name, BOTS)}")
    module, _, kind = BOTS[name].partition(":")
    bot: Bot = getattr(import_module(module), kind)(seed)
    return bot
