"""What the bots know of Across the Bug River."""

from __future__ import annotations

from grognard.bots.knowledge.bugriver.officer import Officer


def knowledge() -> Officer:
    """The operations officer."""
    return Officer()
