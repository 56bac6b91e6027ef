"""What the bots know of Panzergruppe Guderian."""

from grognard.bots.knowledge.guderian.officer import Officer


def knowledge() -> Officer:
    """The knowledge of the game."""
    return Officer()
