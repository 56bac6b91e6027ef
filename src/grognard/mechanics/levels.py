"""Levels of victory that go by the points of one side less the other's."""

from __future__ import annotations

from collections.abc import Iterable


def scale(side: str, net: int, levels: Iterable[tuple[int | None, str]]) -> str:
    """What the difference is and what each level takes, in a sentence; the lowest level takes nothing."""
    steps = sorted((least, title) for least, title in levels if least is not None)
    taken = ", ".join(f"{title} from {least}" for least, title in steps)
    return f"{side.title()} points less the enemy's come to {net}. {taken}."
