"""What a bot knows of EastFront."""

from __future__ import annotations

from grognard.bots.knowledge.eastfront.officer import Officer


def knowledge() -> Officer:
    """The operations officer of this game."""
    return Officer()
