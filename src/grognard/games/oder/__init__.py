"""Watch on the Oder: the war on Germany's eastern border, January and February 1945."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from grognard.games.oder.game import Oder


def game() -> Oder:
    """The game; its rules are loaded when it is first wanted."""
    from grognard.games.oder.game import Oder

    return Oder()
