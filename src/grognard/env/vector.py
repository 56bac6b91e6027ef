"""The numbers of a view that have no place on the map."""

from __future__ import annotations

from operator import attrgetter
from typing import Any

import numpy as np
from numpy.typing import NDArray

from grognard.game import GameInfo

Vector = NDArray[np.float32]

BOUND = 10.0  # of every number
SCALE = 100  # of points, production and counts of units
TENTH = 10  # of turns and tracks
COUNTS = (
    "turn", "turns left", "active", "enemy active", "own points", "enemy points", "own due", "enemy due", "to place",
)  # fmt: skip


# the parts of a view that the numbers are read from
read_from = attrgetter("turn", "turns", "active", "points", "due", "to_place", "tallies", "phase", "weather", "tracks")


class Gauges:
    """The numbers of the observation vector as one side reads them: their names, in order, and what they are now."""

    def __init__(self, info: GameInfo, own: str, enemy: str, more: int = 0) -> None:
        self._own, self._enemy = own, enemy
        self._tallies = [tally.name for tally in info.tallies]
        self._tracks = [track.name for track in info.tracks]
        counts = (*COUNTS, *(f"{whose} {name}" for name in self._tallies for whose in ("own", "enemy")))
        shown = {"side": info.sides, "phase": info.phases, "weather": info.weather}  # a view shows one of each
        signs = [(what, sign) for what, signs in shown.items() for sign in signs]
        self._signs: dict[tuple[str, object], int] = {sign: len(counts) + n for n, sign in enumerate(signs)}
        self.names = (*counts, *map(" ".join, signs), *(f"track {name}" for name in self._tracks))
        self._after_signs = len(counts) + len(signs)
        self._read: tuple[Any, ...] = (None,) * 10
        self.numbers: Vector = np.zeros(len(self.names) + more, np.float32)  # `more` is for what is no view's to say
        self.numbers[self._signs["side", own]] = 1

    def read(self, parts: tuple[Any, ...]) -> Vector:
        """The numbers brought up to date: those of parts that have changed."""
        numbers, own, enemy = self.numbers, self._own, self._enemy
        if parts is self._read or parts == self._read:
            return numbers
        turn, turns, active, points, due, to_place, tallies, phase, weather, tracks = parts
        turn0, turns0, active0, points0, due0, to_place0, tallies0, phase0, weather0, tracks0 = self._read
        self._read = parts
        if turn != turn0 or turns != turns0:
            numbers[0], numbers[1] = _within(turn / turns), _within((turns - turn) / TENTH)
        if active != active0:
            numbers[2], numbers[3] = active == own, active == enemy
        if points != points0:
            numbers[4], numbers[5] = (_within(points.get(side, 0) / SCALE) for side in (own, enemy))
        if due is not due0:
            sides = [awaited.unit.side for awaited in due]
            numbers[6], numbers[7] = (_within(sides.count(side) / SCALE) for side in (own, enemy))
        if to_place != to_place0:
            numbers[8] = _within([unit.side for unit in to_place].count(own) / SCALE)
        if tallies != tallies0:
            for n, name in enumerate(self._tallies):
                tally, at = tallies.get(name, {}), len(COUNTS) + 2 * n  # a scenario may be without, and a side too
                numbers[at], numbers[at + 1] = (_within(tally.get(side, 0) / SCALE) for side in (own, enemy))
        for what, sign, before in (("phase", phase, phase0), ("weather", weather, weather0)):
            if sign != before:
                for shown in (before, sign):
                    if (place := self._signs.get((what, shown))) is not None:
                        numbers[place] = shown is sign
        if tracks != tracks0:
            for n, name in enumerate(self._tracks):
                numbers[self._after_signs + n] = _within(tracks[name] / TENTH)
        return numbers


def _within(number: float) -> float:
    return max(-BOUND, min(number, BOUND))
