"""Panzergruppe Guderian: the battle of Smolensk, July 1941."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from grognard.games.guderian.game import Guderian


def game() -> Guderian:
    """The game; its rules are loaded when it is first wanted."""
    from grognard.games.guderian.game import Guderian

    return Guderian()
