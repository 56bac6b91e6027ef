"""The Gymnasium environment: one side learns, bots play the others."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import gymnasium
from gymnasium import spaces

from grognard.bots import Bot, make
from grognard.env.observer import Observation
from grognard.env.opening import MAX_STEPS, Episode, Opening, Position
from grognard.env.show import MODES, Pixels, render
from grognard.errors import Invalid, nearest
from grognard.match import Match
from grognard.ruling import Illegal

ILLEGAL = ("ignore", "raise")


def against(
    game: str,
    side: str,
    bot: str | Bot = "random",
    scenario: str | None = None,
    *,
    position: Position | None = None,
    options: Mapping[str, bool] | None = None,
    max_steps: int = MAX_STEPS,
    render_mode: str | None = None,
    illegal: str = "ignore",
) -> OneSide:
    """One side of a game, against a bot. An illegal word is ignored and counts as a step, or raises Illegal."""
    return OneSide(Opening(game, scenario, position, options), side, bot, max_steps, render_mode, illegal)


class OneSide(gymnasium.Env[Observation, int]):
    """One side of a match as a Gymnasium environment: a step is a word of an action; bots play in between."""

    metadata: dict[str, Any] = {"render_modes": list(MODES), "render_fps": 2}  # noqa: RUF012  # as Gymnasium has it

    def __init__(
        self, opening: Opening, side: str, bot: str | Bot, max_steps: int, render_mode: str | None, illegal: str
    ) -> None:
        self._episode = Episode(opening, max_steps, render_mode)
        sides = self.match.game.info.sides
        if side not in sides:
            raise Invalid(f"no side '{side}': {' or '.join(sides)}{nearest(side, sides)}")
        if illegal not in ILLEGAL:
            raise Invalid(f"illegal='{illegal}': {' or '.join(ILLEGAL)}")
        self.side, self._bot, self._ignore = side, bot, illegal == "ignore"
        self._bots = self._hire(0)
        self.render_mode = render_mode
        self.vocabulary = self._episode.vocabulary
        self.plane_names, self.vector_names = self._episode.observer.layout.names, self._episode.observer.vector_names
        self.observation_space: spaces.Space[Any] = self._episode.observer.space()
        self.action_space: spaces.Space[Any] = spaces.Discrete(len(self.vocabulary))

    @property
    def match(self) -> Match:
        """The match at hand, with all that is hidden in it: for tools, not for agents."""
        return self._episode.walk.match

    def _hire(self, seed: int) -> dict[str, Bot]:
        others = [other for other in self.match.game.info.sides if other != self.side]
        bot = self._bot
        return {other: make(bot, f"{seed}:{other}") if isinstance(bot, str) else bot for other in others}

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Begin a match: with this seed, or with another one than before."""
        super().reset(seed=seed)
        chosen = int(self.np_random.integers(2**31)) if seed is None else int(seed)
        self._episode.restart(chosen)
        self._bots = self._hire(chosen)
        self._let_others_play()
        return self._seen(), self._episode.tell(self.side)

    def _let_others_play(self) -> None:
        walk, match, others = self._episode.walk, self.match, False
        while (decision := match.decision) is not None and decision.side != self.side:
            match.play(self._bots[decision.side].act(match, decision.side), decision.side)
            others = True
        if others:
            walk.listen()

    def _seen(self) -> Observation:
        return self._episode.observer.observe(self._episode.walk, self.side)

    def step(self, action: int) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Say a word, and let the others play until this side must decide again."""
        episode, refused = self._episode, ""
        try:
            episode.walk.say(int(action))
        except Illegal as error:
            if not self._ignore:
                raise
            refused = str(error)
        episode.steps += 1
        self._let_others_play()
        over = episode.walk.side is None
        info = episode.tell(self.side)
        if refused:
            info["illegal"] = refused
        return self._seen(), episode.reward(self.side), over, episode.steps >= episode.max_steps and not over, info

    def render(self) -> Any:
        """The position as this side sees it, in the render mode of the environment."""
        picture: str | Pixels | None = render(self.match, self.side, self.render_mode)
        return picture
