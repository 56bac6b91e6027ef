"""What the bots know of Watch on the Oder."""

from grognard.bots.knowledge.oder.officer import Officer


def knowledge() -> Officer:
    """The knowledge of the game."""
    return Officer()
