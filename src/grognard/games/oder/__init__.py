"""Watch on the Oder: the war on Germany's eastern border, January and February 1945."""

from grognard.games.oder.game import Oder


def game() -> Oder:
    """The game."""
    return Oder()
