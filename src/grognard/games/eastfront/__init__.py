"""EastFront: blocks under fog of war, headquarters, dice-pool battles, production and weather, 1941 to 1945."""

from grognard.games.eastfront.game import EastFront


def game() -> EastFront:
    """The game, ready to play."""
    return EastFront()
