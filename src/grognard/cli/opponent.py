"""The opponent: a bot that answers at the prompt whenever the choice is not the person's."""

from __future__ import annotations

from collections.abc import Iterator

from rich.text import Text

from grognard.bots import Bot, advise, dismiss, make
from grognard.bots.external import Forfeit
from grognard.cli.console import say, side_style
from grognard.errors import Invalid
from grognard.events import Event
from grognard.match import Match


class Opponent:
    """Plays every side but the person's. It says why if that is wanted and gives nothing away."""

    def __init__(self, match: Match, name: str, person: str | None, *, explain: bool) -> None:
        sides = match.game.info.sides
        if person is not None and person not in sides:
            raise Invalid(f"no side {person}: {' or '.join(sides)}")
        if explain and match.game.info.secrets:
            raise Invalid(f"--explain: {match.game.info.title} has secrets, and what the bot thinks gives them away")
        self.person, self._match, self._explain = person or sides[0], match, explain
        self._bots: dict[str, Bot] = {
            side: make(name, f"{match.header.seed} opponent {side}") for side in sides if side != self.person
        }

    def answers(self) -> Iterator[list[Event]]:
        """Play until the person has to choose or the game is over; what happened, action by action."""
        while (side := self._next()) is not None:
            bot = self._bots[side]
            try:
                action, why = self._thought(bot, side)
            except Forfeit as error:
                raise Invalid(f"the bot gives up: {error}") from None
            if why:
                said = Text(side, style=side_style(side)).append(f": {action}", style="not bold default")
                say(said.append(f"  {why}", style="dim"))
            yield self._match.play(action, side)

    def leave(self) -> None:
        """End the bots that are programs."""
        for bot in self._bots.values():
            dismiss(bot)

    def _thought(self, bot: Bot, side: str) -> tuple[str, str]:
        return advise(bot, self._match, side) if self._explain else (bot.act(self._match, side), "")

    def _next(self) -> str | None:
        return next((d.side for d in self._match.decisions if d.side in self._bots), None)
