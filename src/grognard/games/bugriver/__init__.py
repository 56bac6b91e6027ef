"""Across the Bug River: formations force the Bug and fight for Volodymyr-Volynskyi, 22 to 25 June 1941."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from grognard.games.bugriver.game import BugRiver


def game() -> BugRiver:
    """The game; its rules are loaded when it is first wanted."""
    from grognard.games.bugriver.game import BugRiver

    return BugRiver()
