"""Battles in the East: a series of battles at the level of regiments and divisions, 1941 to 1945."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from grognard.games.battles.game import Battles


def game() -> Battles:
    """The game; its rules are loaded when it is first wanted."""
    from grognard.games.battles.game import Battles

    return Battles()
