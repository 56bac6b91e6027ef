"""What a side may know, as arrays: planes over the map, a vector of counts, and the words said so far."""

from __future__ import annotations

from typing import Any, TypedDict

import numpy as np
from gymnasium import spaces

from grognard.env.drawing import Drawing
from grognard.env.planes import PlaneLayout, Planes
from grognard.env.vector import BOUND, TENTH, Gauges, Vector
from grognard.env.vocabulary import Mask
from grognard.env.walk import NOTHING, Walk


class Seen(TypedDict):
    """The arrays a side sees; the last two planes and the words are empty while another side decides."""

    planes: Planes
    vector: Vector
    words: Mask


class Observation(TypedDict):
    """The arrays a side sees, and the mask of words it may say next: empty while another side decides."""

    observation: Seen
    action_mask: Mask


class Observer:
    """Observations of any match with one vocabulary and board; each position is looked at once for each side."""

    def __init__(self, walk: Walk) -> None:
        match = walk.match
        self._vocabulary, self._sides = walk.vocabulary, match.game.info.sides
        view = match.view(self._sides[0])
        self.layout = PlaneLayout(match.board, self._vocabulary, view)
        self._kinds = {kind: n for n, kind in enumerate(self._vocabulary.info.kinds)}
        self._gauges = Gauges(self._vocabulary.info)
        self._asked = len(self._gauges.names)  # where the part begins that says who is asked what
        self.vector_names = (
            *self._gauges.names,
            "deciding",
            "enemy deciding",
            "words",
            *(f"asked {kind}" for kind in self._kinds),
        )
        self.silent: Mask = np.zeros(len(self._vocabulary), np.int8)
        self._drawings = {side: Drawing(self.layout, self._vocabulary, side) for side in self._sides}
        self._known: dict[str, tuple[int, Vector]] = {}  # by side: actions played when it last looked, and what it read

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
        """Drop what is remembered of a match: another one begins."""
        self._known.clear()

    def observe(self, walk: Walk, side: str) -> Observation:
        """The position as the side sees it now."""
        vector, words, decision = self._look(walk, side).copy(), self.silent.copy(), walk.decision
        mask, said, offered = self.silent, [], NOTHING
        asked = self._asked
        if decision is not None and decision.side == side:
            mask, offered = walk.mask, walk.numbers
            said = [self._vocabulary.index[word] for word in walk.words]
            for number in said:
                words[number] = 1
            vector[asked], vector[asked + 2] = 1, len(said) / TENTH
            if (kind := self._kinds.get(decision.kind)) is not None:
                vector[asked + 3 + kind] = 1
        elif decision is not None:
            vector[asked + 1] = 1
        planes = self._drawings[side].picture(said, offered)
        return {"observation": {"planes": planes, "vector": vector, "words": words}, "action_mask": mask.copy()}

    def _look(self, walk: Walk, side: str) -> Vector:
        """Draw what the side sees, if something has been played since it last looked, and read what is off the map."""
        played = len(walk.match.actions)
        known = self._known.get(side)
        if known is None or known[0] != played:
            view = walk.match.view(side)
            self._drawings[side].follow(view)
            enemy = next(other for other in self._sides if other != side)
            known = self._known[side] = played, self._gauges.read(view, side, enemy, len(self.vector_names))
        return known[1]
