"""The PettingZoo environment: every side is an agent, and acts when it must decide."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

from gymnasium import spaces
from pettingzoo import AECEnv

from grognard.env.observer import Observation
from grognard.env.opening import MAX_STEPS, Episode, Opening, Position
from grognard.env.show import MODES, Pixels, render
from grognard.match import Match


def aec(
    game: str,
    scenario: str | None = None,
    *,
    position: Position | None = None,
    options: Mapping[str, bool] | None = None,
    seed: int = 0,
    max_steps: int = MAX_STEPS,
    render_mode: str | None = None,
    watch: str | None = None,
) -> Sides:
    """A game for all its sides; `watch` is the side whose view is rendered, else the public's."""
    return Sides(Opening(game, scenario, position, options), seed, max_steps, render_mode, watch)


class Sides(AECEnv[str, Observation, int]):  # type: ignore[misc]  # PettingZoo has no types
    """A match as an agent environment cycle: one step is one word of an action."""

    metadata: dict[str, Any] = {  # noqa: RUF012  # as PettingZoo has it
        "name": "grognard_v0", "render_modes": list(MODES), "render_fps": 2, "is_parallelizable": False,
    }  # fmt: skip

    def __init__(self, opening: Opening, seed: int, max_steps: int, render_mode: str | None, watch: str | None) -> None:
        super().__init__()
        self._episode = Episode(opening, max_steps, render_mode)
        self._seeds = Random(seed)
        self._next_seed: int | None = seed
        self.render_mode, self._watch = render_mode, watch
        self.vocabulary = self._episode.vocabulary
        self.plane_names, self.vector_names = self._episode.observer.layout.names, self._episode.observer.vector_names
        self.match.view(watch)  # says what is wrong with it
        self.possible_agents = list(self.match.game.info.sides)
        self.agents: list[str] = []
        self.observation_spaces = {side: self._episode.observer.space() for side in self.possible_agents}
        self.action_spaces = {side: spaces.Discrete(len(self.vocabulary)) for side in self.possible_agents}

    @property
    def match(self) -> Match:
        """The match at hand, with all that is hidden in it: for tools, not for agents."""
        return self._episode.walk.match

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """The space of what a side sees."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """The words of the vocabulary by number."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a match: with this seed, or with another one than before."""
        if seed is not None:
            self._seeds, self._next_seed = Random(int(seed)), int(seed)
        if self._next_seed is None:
            self._next_seed = self._seeds.getrandbits(31)
        self._episode.restart(self._next_seed)
        self._next_seed = None
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self._skip_agent_selection = None
        self.agent_selection = self.agents[0]
        self.infos: dict[str, dict[str, Any]] = {}
        self._hand_over(None)

    def _hand_over(self, before: str | None) -> None:
        """Select the agent that must decide, after the one that did before; when the match is over, each in turn."""
        episode = self._episode
        side = episode.walk.side
        if side is not None and side == before:  # nobody else has heard anything new
            self.infos = {**self.infos, side: episode.tell(side)}
        else:
            self.infos = {agent: episode.tell(agent) for agent in self.agents}
        if side is not None:
            self.agent_selection = side
        if side is None:
            self.rewards = {agent: episode.reward(agent) for agent in self.agents}
            self.terminations = dict.fromkeys(self.agents, True)
        elif episode.steps >= episode.max_steps:
            self.truncations = dict.fromkeys(self.agents, True)
        else:
            return
        self._accumulate_rewards()
        self._deads_step_first()

    def step(self, action: int | None) -> None:
        """Say a word; Illegal, with everything unchanged, if it may not come next."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        assert action is not None
        self._episode.walk.say(int(action))
        self._episode.steps += 1
        self._cumulative_rewards[agent] = 0.0
        self._hand_over(agent)

    def observe(self, agent: str) -> Observation:
        """What a side sees, never more."""
        return self._episode.observer.observe(self._episode.walk, agent)

    def render(self) -> str | Pixels | None:
        """The position in the render mode of the environment."""
        return render(self.match, self._watch, self.render_mode)

    def close(self) -> None:
        """Does nothing: the environment holds no resources."""
