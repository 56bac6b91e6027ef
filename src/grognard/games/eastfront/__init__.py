"""EastFront: blocks under fog of war, headquarters, dice-pool battles, production and weather, 1941 to 1945."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from grognard.games.eastfront.game import EastFront


def game() -> EastFront:
    """The game; its rules are loaded when it is first wanted."""
    from grognard.games.eastfront.game import EastFront

    return EastFront()
