"""The Road to Krasny: a small game that shows how a game is made (docs/add-a-game.md)."""

from skirmish.game import Skirmish


def game() -> Skirmish:
    """The game."""
    return Skirmish()
