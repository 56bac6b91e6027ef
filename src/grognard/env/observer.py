"""What a side may know, as arrays: planes over the map, a vector of counts, and the words said so far."""

from __future__ import annotations

from typing import Any, TypedDict

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from grognard.env.planes import Plan, Planes
from grognard.env.vector import TENTH, gauges
from grognard.env.vocabulary import Mask
from grognard.env.walk import Walk

Vector = NDArray[np.float32]
BOUND = 10.0  # of every number of the vector


class Seen(TypedDict):
    """What a side sees; the last two planes and the words are empty while another side decides."""

    planes: Planes
    vector: Vector
    words: Mask


class Observation(TypedDict):
    """What a side sees, and what it may say next: nothing, while another side decides."""

    observation: Seen
    action_mask: Mask


class Observer:
    """Observations of any match with one vocabulary and board; each position is looked at once for each side."""

    def __init__(self, walk: Walk) -> None:
        match = walk.match
        self._vocabulary, self._sides = walk.vocabulary, match.game.info.sides
        view = match.view(self._sides[0])
        self.plan = Plan(match.board, self._vocabulary, view)
        self._kinds = {kind: n for n, kind in enumerate(self._vocabulary.terms.kinds)}
        self._gauges = gauges(self._vocabulary.terms, self._sides)
        self._asked = len(self._gauges)  # where the part begins that says who is asked what
        self.vector_names = (
            *self._gauges,
            "deciding",
            "enemy deciding",
            "words",
            *(f"asked {kind}" for kind in self._kinds),
        )
        self.silent: Mask = np.zeros(len(self._vocabulary), np.int8)
        self._cells = np.array([self.plan.cell.get(word, -1) for word in self._vocabulary.words])
        self._known: dict[str, tuple[int, Planes, dict[str, int], Vector]] = {}

    def space(self) -> spaces.Dict:
        """The space of all observations."""
        size = len(self._vocabulary)
        seen: dict[str, spaces.Space[Any]] = {
            "planes": spaces.Box(0, 255, self.plan.shape, np.uint8),
            "vector": spaces.Box(-BOUND, BOUND, (len(self.vector_names),), np.float32),
            "words": spaces.Box(0, 1, (size,), np.int8),
        }
        return spaces.Dict({"observation": spaces.Dict(seen), "action_mask": spaces.Box(0, 1, (size,), np.int8)})

    def forget(self) -> None:
        """Another match begins."""
        self._known.clear()

    def observe(self, walk: Walk, side: str) -> Observation:
        """The position as the side sees it now."""
        played = len(walk.match.actions)
        known = self._known.get(side)
        if known is None or known[0] != played:
            known = self._known[side] = (played, *self._look(walk, side))
        _, still, where, numbers = known
        planes, vector, said, mask = still.copy(), numbers.copy(), self.silent.copy(), self.silent
        asked = self._asked
        if walk.side == side:
            assert walk.decision is not None
            mask = walk.mask
            numbered = [self._vocabulary.index[word] for word in walk.words]
            said[numbered] = 1
            self._point(planes[-2], np.array(numbered, np.intp), where)
            self._point(planes[-1], np.flatnonzero(mask), where)
            vector[asked], vector[asked + 2] = 1, len(walk.words) / TENTH
            if (kind := self._kinds.get(walk.decision.kind)) is not None:
                vector[asked + 3 + kind] = 1
        elif walk.side is not None:
            vector[asked + 1] = 1
        return {"observation": {"planes": planes, "vector": vector, "words": said}, "action_mask": mask.copy()}

    def _look(self, walk: Walk, side: str) -> tuple[Planes, dict[str, int], Vector]:
        view = walk.match.view(side)
        enemy = next(other for other in self._sides if other != side)
        vector = np.zeros(len(self.vector_names), np.float32)
        vector[: self._asked] = [gauge(view, side, enemy) for gauge in self._gauges.values()]
        planes, where = self.plan.draw(view, side)
        return planes, where, np.clip(vector, -BOUND, BOUND, out=vector)

    def _point(self, plane: Planes, words: NDArray[np.intp], where: dict[str, int]) -> None:
        """Mark the hexes among the words, and those of the units among them."""
        cells = self._cells[words]
        plane.reshape(-1)[cells[cells >= 0]] = 1
        for number in words[cells < 0].tolist():
            if (cell := where.get(self._vocabulary.words[number])) is not None:
                plane.flat[cell] = 1
