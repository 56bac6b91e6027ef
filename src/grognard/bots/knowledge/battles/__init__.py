"""What the bots know of Battles in the East."""

from __future__ import annotations

from grognard.bots.knowledge.battles.officer import Officer


def knowledge() -> Officer:
    """The operations officer."""
    return Officer()
