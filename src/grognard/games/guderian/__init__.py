"""Panzergruppe Guderian: the battle of Smolensk, July 1941."""

from grognard.games.guderian.game import Guderian


def game() -> Guderian:
    """The game."""
    return Guderian()
