"""What random play must know of a game: how its matches begin, what always holds, and what may be asked."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import grognard
from grognard.game import GameInfo
from grognard.games import find
from tests.random_play.player import BUSY, HASTY, RandomPlayer

Side = str | None  # None is the public


def by_face(match: grognard.Match) -> dict[str, set[str]]:
    """By side the names of its units on the map that do not lie face-up."""
    return {
        side: {unit.id for unit in match.view(side).units if unit.side == side and "face-up" not in unit.status}
        for side in match.game.info.sides
    }


Options = Callable[[int], dict[str, bool]]
Opening = Callable[[int], tuple[grognard.Match, RandomPlayer]]


def in_turns(game: str, scenarios: Sequence[str], options: Options) -> Opening:
    """The match and the player of a seed: the scenarios in turns, other tempers, some dice by hand."""

    def opening(seed: int) -> tuple[grognard.Match, RandomPlayer]:
        dice = "hand" if seed % 10 == 7 else None
        haste = BUSY if seed % 8 == 0 else HASTY
        match = grognard.new(game, scenarios[seed % len(scenarios)], seed, options(seed), dice)
        return match, RandomPlayer.seeded(seed, haste)

    return opening


@dataclass(frozen=True, kw_only=True)
class Kit:
    """One game as random play sees it."""

    id: str
    junk: tuple[str, ...]
    opening: Opening  # from the start: other options and tempers each
    melee: Callable[[int | str], dict[str, Any]]  # a position in the midst of battle
    options: Options
    check: Callable[[grognard.Match], None]  # every counter is in one place; slow
    watch: Callable[[grognard.Match], None]  # what holds after every action; quick
    hidden: Callable[[grognard.Match], dict[str, str]]  # everything somebody may not know
    unseen: Callable[[grognard.Match], dict[str, set[str]]] = by_face  # by side the names nobody else may know
    games: int  # from the start, and from the midst of battle: the first ten in `make test`, the others in `make soak`
    melees: int
    soaked: int  # and so many more in `make soak`
    seeds: int = 16  # of the tests that stop at many moments of a game
    brief: bool = False  # a game is a hundred actions or two: look at it more often

    @property
    def info(self) -> GameInfo:
        """What the game declares."""
        return find(self.id).info

    def rate(self, midst: float, between: float, match: grognard.Match) -> float:
        """How likely a test looks at a moment in the midst of a procedure, and at one between actions."""
        return (2 if self.brief else 1) * (midst if match._before is not None else between)

    def varied(self, seed: int, **options: bool) -> grognard.Match:
        """Half of the games from the start, half from the midst of battle; every fourth with dice thrown by people."""
        dice = "hand" if seed % 4 == 3 else None
        if seed % 2:
            return grognard.setup(self.melee(seed), seed=seed, options=options, dice=dice)
        match, _ = self.opening(seed)
        head = match.header
        return grognard.new(self.id, head.scenario, seed, {**head.options, **options}, dice)


def sides_of(match: grognard.Match) -> tuple[Side, ...]:
    """Everybody who may look at a match."""
    return (*match.game.info.sides, None)


def eyes(match: grognard.Match) -> Sequence[tuple[Side, tuple[Side, ...]]]:
    """For whom hidden facts can be drawn anew, and who must not notice: all where nothing is hidden from one alone."""
    if not match.game.info.secrets:
        return [(None, sides_of(match))]
    return [(side, (side, None)) if side else (None, (None,)) for side in sides_of(match)]
