"""The numbers of a view that have no place on the map."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from grognard.env.vocabulary import Terms
from grognard.game import View

Vector = NDArray[np.float32]

BOUND = 10.0  # of every number
SCALE = 100  # of points, production and counts of units
TENTH = 10  # of turns and tracks
COUNTS = (
    "turn", "turns left", "active", "enemy active", "own production", "enemy production", "own points", "enemy points",
    "own due", "enemy due", "to place",
)  # fmt: skip


class Gauges:
    """The numbers of the observation vector: their names, in order, and how each is read from a view."""

    def __init__(self, terms: Terms, sides: tuple[str, ...]) -> None:
        self._tracks = terms.tracks
        shown = {"side": sides, "phase": terms.phases, "weather": terms.weather}  # a view shows one of each
        signs = [(what, sign) for what, signs in shown.items() for sign in signs]
        self._signs = {sign: len(COUNTS) + n for n, sign in enumerate(signs)}
        self._shown = tuple(what for what, signs in shown.items() if signs)
        self.names = (*COUNTS, *map(" ".join, signs), *(f"track {name}" for name in terms.tracks))

    def read(self, view: View, own: str, enemy: str, vector: Vector) -> None:
        """Write the numbers of a view into a vector of zeros."""
        turn, turns, active = view["turn"], view["turns"], view["active"]
        made, points = view.get("production", {}), view["points"]
        due, to_place = [unit["side"] for unit in view["due"]], [unit["side"] for unit in view["to_place"]]
        counts = [made.get(own, 0), made.get(enemy, 0), points.get(own, 0), points.get(enemy, 0)]
        counts += [due.count(own), due.count(enemy), to_place.count(own)]
        numbers = [turn / turns, (turns - turn) / TENTH, active == own, active == enemy, *(n / SCALE for n in counts)]
        vector[: len(COUNTS)] = [max(-BOUND, min(number, BOUND)) for number in numbers]
        for what in self._shown:
            if (place := self._signs.get((what, view[what]))) is not None:
                vector[place] = 1
        tracks = view["tracks"]
        for place, name in enumerate(self._tracks, len(COUNTS) + len(self._signs)):
            vector[place] = max(-BOUND, min(tracks.get(name, 0) / TENTH, BOUND))
