"""A series and each game of it. A game's seed follows from the series' seed and its number, so that a series comes out
the same however many processes share the work, and in whatever order."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from hashlib import blake2b

import msgspec

import grognard
from grognard.bots import Bot, dismiss, make, version
from grognard.bots.blunders import BlunderCounter
from grognard.bots.external import Forfeit
from grognard.datafile import parse
from grognard.errors import Invalid
from grognard.games import find
from grognard.match import Match


@dataclass(frozen=True, slots=True)
class Series:
    """The settings of a series: the game, a bot for each side in the game's order, how often, and from which seed.

    In a paired series two games share a seed, and the bots change sides between them.
    """

    game: str
    bots: tuple[str, ...]
    games: int
    seed: int | str = 0
    scenario: str | None = None
    options: tuple[str, ...] = ()
    position: str = ""  # the text of a position file to start from
    paired: bool = False
    seconds: float | None = None  # what a bot may think about one action

    def __post_init__(self) -> None:
        sides = find(self.game).info.sides
        if len(self.bots) != len(sides):
            raise Invalid(f"name {len(sides)} bots, for {' and '.join(sides)}, as {','.join(['random'] * len(sides))}")
        for name in self.bots:
            make(name, 0)
        if self.games < 1:
            raise Invalid(f"{self.games} games: play at least one")
        if self.paired and self.games % 2:
            raise Invalid(f"{self.games} games: a paired series plays each seed twice, so name an even number")
        if self.seconds is not None and not 0 < self.seconds < 86_400:
            raise Invalid(f"{self.seconds:g} seconds: give the bots some time, and less than a day")
        self.begin(0)  # says what is wrong with it

    def begin(self, seed: int | str) -> Match:
        """A game of the series at its start."""
        options = dict.fromkeys(self.options, True)
        if not self.position:
            return grognard.new(self.game, self.scenario, seed, options)
        match = grognard.setup(parse(self.position, "position"), seed=seed, options=options)
        if match.header.game != find(self.game).info.id:
            raise Invalid(f"the position is of {match.header.game}, not of {self.game}")
        return match

    @property
    def labels(self) -> tuple[str, ...]:
        """What the bots are called; where it matters which is which, the second `random` is `random (2)`."""
        if not self.paired:
            return self.bots
        before = [self.bots[:at].count(name) for at, name in enumerate(self.bots)]
        return tuple(f"{name} ({n + 1})" if n else name for name, n in zip(self.bots, before, strict=True))

    def seed_of(self, number: int) -> str:
        """The seed of a game."""
        return f"{self.seed}:{(number + 1) // 2 if self.paired else number}"

    def seats(self, number: int) -> dict[str, int]:
        """Which of the bots sits on each side in a game."""
        sides, turn = find(self.game).info.sides, (number - 1) % 2 if self.paired else 0
        return {side: (at + turn) % len(sides) for at, side in enumerate(sides)}

    def players(self, number: int) -> dict[str, str]:
        """What the bot on each side is called in a game."""
        return {side: self.labels[at] for side, at in self.seats(number).items()}

    def key(self) -> str:
        """A digest of all that decides how its games come out; how many there are does not."""
        game = find(self.game)
        told = (
            game.info.id,
            game.version,
            self.bots,
            version(game.info.id),
            str(self.seed),
            self.scenario,
            sorted(self.options),
        )
        return blake2b(repr((told, self.position, self.paired, self.seconds)).encode(), digest_size=6).hexdigest()


class Outcome(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One game of a series. `failed` is what went wrong if it could not be played to its end, `forfeit` why a bot that
    is a program has lost it before its end."""

    game: int
    seed: str
    series: str = ""  # the series' key
    bots: dict[str, str] = {}  # by side
    winner: str = ""
    level: str = ""
    points: dict[str, int] = {}
    actions: int = 0
    blunders: dict[str, dict[str, int]] = {}  # by side what `grognard.bots.blunders` counts
    forfeit: str = ""
    failed: str = ""


def never() -> bool:
    """Default for `stopped`: never stop."""
    return False


def forget(number: int, match: Match) -> None:
    """Default for `keep`: keep nothing of the game but its outcome."""


class Stopped(Exception):  # noqa: N818 - nothing is wrong
    """Raised in the middle of a game when the series is stopped."""


def play_game(
    series: Series,
    number: int,
    stopped: Callable[[], bool] = never,
    keep: Callable[[int, Match], None] = forget,
) -> Outcome:
    """Play one game of a series to its end; Stopped as soon as `stopped` says so. A game that has come to its end is
    given to `keep`, with its number and with the bots as its players."""
    seed = series.seed_of(number)
    told = Outcome(game=number, seed=seed, series=series.key(), bots=series.players(number))
    match = series.begin(seed).named(**told.bots)
    seats = series.seats(number).items()
    bots = {side: make(series.bots[at], f"{seed}:{side}", series.seconds) for side, at in seats}
    observer = BlunderCounter(match)
    try:
        _play(match, bots, stopped, observer)
    except Stopped:
        raise
    except Forfeit as error:
        winner = next(side for side in bots if side != error.side)
        return msgspec.structs.replace(
            told, winner=winner, level=f"{error.side} forfeits", actions=len(match.actions), forfeit=str(error)
        )
    except Exception as error:  # one broken game must not end a series of thousands; it is told with its seed
        return failure(series, number, f"after {len(match.actions)} actions: {type(error).__name__}: {error}", match)
    finally:
        for bot in bots.values():
            dismiss(bot)
    result = match.result
    assert result is not None
    keep(number, match)
    return msgspec.structs.replace(
        told,
        winner=result.winner,
        level=result.level,
        points=result.points,
        actions=len(match.actions),
        blunders=observer.totals(),
    )


def _play(match: Match, bots: dict[str, Bot], stopped: Callable[[], bool], observer: BlunderCounter) -> None:
    while (decision := match.decision) is not None:
        if stopped():
            raise Stopped
        side = decision.side
        action = bots[side].act(match, side)
        observer.before(match, action, side)
        match.play(action, side)
        observer.after(match)


def failure(series: Series, number: int, why: str, match: Match | None = None) -> Outcome:
    """A game that could not be played to its end."""
    return Outcome(
        game=number,
        seed=series.seed_of(number),
        series=series.key(),
        bots=series.players(number),
        actions=len(match.actions) if match is not None else 0,
        failed=" ".join(why.split()),
    )
