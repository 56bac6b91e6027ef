"""What a side may know, as arrays: planes over the map, a vector of counts, and the words said so far."""

from __future__ import annotations

from typing import Any, TypedDict

import numpy as np
from gymnasium import spaces

from grognard.env.drawing import Drawing
from grognard.env.planes import PlaneLayout, Planes
from grognard.env.vector import BOUND, TENTH, Gauges, Vector, read_from
from grognard.env.vocabulary import Mask, Vocabulary
from grognard.env.walk import Walk
from grognard.view import AnyView


class Seen(TypedDict):
    """The arrays a side sees; the last two planes and the words are empty while another side decides."""

    planes: Planes
    vector: Vector
    words: Mask


class Observation(TypedDict):
    """The arrays a side sees, and the mask of words it may say next: empty while another side decides."""

    observation: Seen
    action_mask: Mask


class Seeing:
    """The planes and numbers of what a side sees, or both sides where they see the same: brought up to date when
    something has been played since."""

    def __init__(self, layout: PlaneLayout, vocabulary: Vocabulary, gauges: dict[str, Gauges]) -> None:
        self.drawing = Drawing(layout, vocabulary, tuple(gauges))
        self.played = -1  # actions when it was last brought up to date
        self._gauges = gauges
        self._parts: tuple[Any, ...] = ()  # of the view, that the numbers are read from

    def follow(self, view: AnyView, played: int) -> None:
        """Bring the planes up to date; the numbers follow when a side reads them."""
        self.played, self._parts = played, read_from(view)
        self.drawing.follow(view)

    def vector(self, side: str) -> Vector:
        """A copy of the numbers, as the side reads them."""
        return self._gauges[side].read(self._parts).copy()


class Observer:
    """Observations of any match with one vocabulary and board; each position is looked at once, or once for each side
    where the sides have secrets."""

    def __init__(self, walk: Walk) -> None:
        match = walk.match
        info, vocabulary = match.game.info, walk.vocabulary
        self._vocabulary, sides = vocabulary, info.sides
        self.layout = PlaneLayout(match.board, vocabulary, match.view(sides[0]))
        first, second = sides
        names = Gauges(info, first, second).names
        self._asked = len(names)  # where the part begins that says who is asked what
        kinds = info.kinds
        self.vector_names = (*names, "deciding", "enemy deciding", "words", *(f"asked {kind}" for kind in kinds))
        self._kinds = {kind: self._asked + 3 + n for n, kind in enumerate(kinds)}
        self.silent: Mask = np.zeros(len(vocabulary), np.int8)

        def sight() -> Seeing:
            more = len(self.vector_names) - len(names)
            gauges = {own: Gauges(info, own, enemy, more) for own, enemy in ((first, second), (second, first))}
            return Seeing(self.layout, vocabulary, gauges)

        self._sights = {side: sight() for side in sides} if info.secrets else dict.fromkeys(sides, sight())

    def space(self) -> spaces.Dict:
        """The space of all observations."""
        size = len(self._vocabulary)
        seen: dict[str, spaces.Space[Any]] = {
            "planes": spaces.Box(0, 255, self.layout.shape, np.uint8),
            "vector": spaces.Box(-BOUND, BOUND, (len(self.vector_names),), np.float32),
            "words": spaces.Box(0, 1, (size,), np.int8),
        }
        return spaces.Dict({"observation": spaces.Dict(seen), "action_mask": spaces.Box(0, 1, (size,), np.int8)})

    def forget(self) -> None:
        """Look anew: another match begins."""
        for sight in self._sights.values():
            sight.played = -1

    def observe(self, walk: Walk, side: str) -> Observation:
        """The position as the side sees it now."""
        sight, played = self._sights[side], len(walk.match.actions)
        if sight.played != played:
            match = walk.match
            sight.follow(match.game.view(match.state, side), played)  # who is asked what, the walk knows
        vector, words, decision = sight.vector(side), self.silent.copy(), walk.decision
        if decision is None or decision.side != side:
            if decision is not None:
                vector[self._asked + 1] = 1
            planes = sight.drawing.picture(side)
            return {"observation": {"planes": planes, "vector": vector, "words": words}, "action_mask": words.copy()}
        vector[self._asked], vector[self._asked + 2] = 1, len(walk.said) / TENTH
        if (kind := self._kinds.get(decision.kind)) is not None:
            vector[kind] = 1
        for number in walk.said:
            words[number] = 1
        planes = sight.drawing.picture(side, walk.said, walk.numbers)
        return {"observation": {"planes": planes, "vector": vector, "words": words}, "action_mask": walk.mask.copy()}
