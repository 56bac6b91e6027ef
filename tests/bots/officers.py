"""An officer for tests of the bots: he has no answers of his own and leaves nothing to the dice."""

from __future__ import annotations

from grognard.bots.knowledge import PlayerTurns
from grognard.match import Match


class PlainOfficer(PlayerTurns):
    """What a test does not care about."""

    def answer(self, match: Match, side: str) -> str | None:
        return None

    def resting(self, match: Match, side: str) -> str:
        return "end"

    def is_chancy(self, match: Match, side: str, action: str) -> bool:
        return False

    def reason(self, match: Match, side: str, action: str) -> str:
        return f"{action.split()[1]} goes"
