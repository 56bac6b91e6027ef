"""A match as one side sees it: all that a bot may ask."""

from __future__ import annotations

from grognard.board import Board
from grognard.decision import Choices, Decision
from grognard.game import GameInfo
from grognard.match import Match
from grognard.preview import Preview
from grognard.ruling import Ruling
from grognard.view import AnyView, Overlay


class Outlook:
    """One side's place at the table: it tells what that side may know, and draws samples of the rest."""

    def __init__(self, match: Match, side: str) -> None:
        self._match, self.side = match, side

    @property
    def info(self) -> GameInfo:
        """The game."""
        return self._match.game.info

    @property
    def board(self) -> Board:
        """The map."""
        return self._match.board

    @property
    def number(self) -> int:
        """How many actions have been played."""
        return len(self._match.actions)

    @property
    def decision(self) -> Decision | None:
        """What the side must decide now, if anything."""
        return self._match.decision_of(self.side)

    def view(self) -> AnyView:
        """The position as the side sees it."""
        return self._match.view(self.side)

    def choices(self, words: str = "") -> Choices:
        """The words that may come next."""
        return self._match.choices(words, self.side)

    def why(self, action: str) -> Ruling:
        """Whether an action is legal."""
        return self._match.why(action, self.side)

    def preview(self, action: str) -> Preview:
        """The odds of an action."""
        return self._match.preview(action, self.side)

    def query(self, what: str, **asked: str) -> Overlay:
        """An overlay."""
        return self._match.query(what, self.side, **asked)

    def log(self) -> list[str]:
        """What has happened, as far as the side knows."""
        return self._match.log(self.side)

    def sample(self, seed: int | str) -> Match:
        """A match that could be this one for all the side knows: hidden facts and dice to come are drawn."""
        return self._match.determinize(self.side, seed)
