"""The numbers of a view that have no place on the map."""

from __future__ import annotations

from operator import attrgetter

import numpy as np
from numpy.typing import NDArray

from grognard.game import GameInfo
from grognard.view import AnyView, Due

Vector = NDArray[np.float32]

BOUND = 10.0  # of every number
SCALE = 100  # of points, production and counts of units
TENTH = 10  # of turns and tracks
COUNTS = (
    "turn", "turns left", "active", "enemy active", "own points", "enemy points", "own due", "enemy due", "to place",
)  # fmt: skip


# the parts of a view that the numbers are read from, besides whose view it is
read_from = attrgetter("turn", "turns", "active", "points", "due", "to_place", "tallies", "phase", "weather", "tracks")


class Gauges:
    """The numbers of the observation vector: their names, in order, and how each is read from a view."""

    def __init__(self, info: GameInfo) -> None:
        self._due: tuple[Due, ...] = ()  # the last that were counted, and whose they were
        self._sides_due: list[str] = []
        self._tallies = [tally.name for tally in info.tallies]
        self._tracks = [track.name for track in info.tracks]
        counts = (*COUNTS, *(f"{whose} {name}" for name in self._tallies for whose in ("own", "enemy")))
        shown = {"side": info.sides, "phase": info.phases, "weather": info.weather}  # a view shows one of each
        signs = [(what, sign) for what, signs in shown.items() for sign in signs]
        self._signs: dict[tuple[str, str | None], int] = {sign: len(counts) + n for n, sign in enumerate(signs)}
        self.names = (*counts, *map(" ".join, signs), *(f"track {name}" for name in self._tracks))

    def read(self, view: AnyView, own: str, enemy: str, length: int) -> Vector:
        """The numbers of a view for a side, at the beginning of a vector of this length."""
        turn, turns, active, points = view.turn, view.turns, view.active, view.points
        if view.due is not self._due:
            self._due, self._sides_due = view.due, [due.unit.side for due in view.due]
        due, to_place = self._sides_due, [unit.side for unit in view.to_place]
        counts = [points.get(own, 0), points.get(enemy, 0), due.count(own), due.count(enemy), to_place.count(own)]
        for name in self._tallies:
            tally = view.tallies.get(name, {})  # a scenario may be without, and a side too
            counts += [tally.get(own, 0), tally.get(enemy, 0)]
        numbers = [turn / turns, (turns - turn) / TENTH, active == own, active == enemy, *[n / SCALE for n in counts]]
        numbers += [0.0] * len(self._signs)
        for sign in (("side", own), ("phase", view.phase), ("weather", view.weather)):
            if (place := self._signs.get(sign)) is not None:
                numbers[place] = 1
        tracks = view.tracks
        numbers += [tracks[name] / TENTH for name in self._tracks]
        if max(numbers) > BOUND or min(numbers) < -BOUND:
            numbers = [max(-BOUND, min(number, BOUND)) for number in numbers]
        return np.array(numbers + [0.0] * (length - len(numbers)), np.float32)
