"""What a series came to: who won how often, and how sure one can be of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from math import sqrt

import msgspec

from grognard.bots.blunders import BlunderAccount, accounts
from grognard.simulate.series import Outcome

Z = 1.959964  # 95 % of a normal distribution lie within so many deviations


class Rate(msgspec.Struct, frozen=True, kw_only=True):
    """How often of all games, with the 95 % interval of Wilson."""

    wins: int
    games: int
    share: float
    low: float
    high: float

    @classmethod
    def of(cls, wins: int, games: int) -> Rate:
        """The rate of `wins` in `games`."""
        if not games:
            return cls(wins=0, games=0, share=0.0, low=0.0, high=1.0)
        p, z2 = wins / games, Z * Z / games
        middle, half = p + z2 / 2, Z * sqrt(p * (1 - p) / games + z2 / (4 * games))
        low, high = (middle - half) / (1 + z2), (middle + half) / (1 + z2)
        return cls(wins=wins, games=games, share=p, low=max(0.0, low), high=min(1.0, high))


class Summary(msgspec.Struct, frozen=True, kw_only=True):
    """The results of a series. `bots` and `pairs` are of paired series: who won, and who won both games of a seed."""

    games: int
    failed: int
    forfeits: int
    levels: dict[str, int]
    winners: dict[str, int]
    rates: dict[str, Rate]  # by side, and of draws
    points: dict[str, float]
    actions: float
    seconds: float
    bots: dict[str, Rate] = {}
    pairs: dict[str, Rate] = {}
    blunders: dict[str, BlunderAccount] = {}  # by side; of a paired series by bot

    @classmethod
    def of(cls, outcomes: Iterable[Outcome], seconds: float, *, paired: bool = False) -> Summary:
        """The summary of these games, played in so many seconds."""
        played = list(outcomes)
        whole = [outcome for outcome in played if not outcome.failed]
        counted = [outcome for outcome in whole if not outcome.forfeit]
        kinds = dict.fromkeys(kind for outcome in counted for kind in outcome.points)
        winners = Counter(outcome.winner or "draw" for outcome in whole)
        return cls(
            games=len(played),
            failed=len(played) - len(whole),
            forfeits=len(whole) - len(counted),
            levels=dict(Counter(outcome.level for outcome in whole).most_common()),
            winners=dict(winners.most_common()),
            rates={name: Rate.of(winners[name], len(whole)) for name in _sides(whole, winners)},
            points={kind: _mean([outcome.points.get(kind, 0) for outcome in counted]) for kind in kinds},
            actions=_mean([outcome.actions for outcome in counted]),
            seconds=seconds,
            bots=_bots(whole) if paired else {},
            pairs=_pairs(whole) if paired else {},
            blunders=accounts((outcome.bots if paired else {}, outcome.blunders) for outcome in counted),
        )


def _sides(whole: Sequence[Outcome], winners: Counter[str]) -> list[str]:
    sides = dict.fromkeys(side for outcome in whole for side in outcome.bots)
    return [*sides, *(name for name in winners if name not in sides)]


def _winner(outcome: Outcome) -> str:
    """The bot that won."""
    return outcome.bots.get(outcome.winner, "")


def _bots(whole: Sequence[Outcome]) -> dict[str, Rate]:
    wins = Counter(map(_winner, whole))
    rates = {name: Rate.of(wins[name], len(whole)) for name in _names(whole)}
    return rates | ({"draw": Rate.of(wins[""], len(whole))} if wins[""] else {})


def _pairs(whole: Sequence[Outcome]) -> dict[str, Rate]:
    """Who won both games of a seed: what is left when the luck of the draw and the better side are taken away."""
    by_seed: dict[str, list[str]] = {}
    for outcome in whole:
        by_seed.setdefault(outcome.seed, []).append(_winner(outcome))
    both = [pair for pair in by_seed.values() if len(pair) == 2]
    wins = Counter(a if a == b else "" for a, b in both)
    return {name or "neither": Rate.of(wins[name], len(both)) for name in (*_names(whole), "")}


def _names(whole: Sequence[Outcome]) -> list[str]:
    return list(dict.fromkeys(name for outcome in whole for name in outcome.bots.values()))


def _mean(values: list[int]) -> float:
    return sum(values) / len(values) if values else 0.0
