"""Which planes the map is drawn on: what is printed on it, and what a side sees standing on it."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

import numpy as np
from numpy.typing import NDArray

from grognard.board import Board
from grognard.env.vocabulary import Vocabulary
from grognard.hexes import members
from grognard.view import NOBODY, AnyView

Planes = NDArray[np.uint8]

FORCES = ("units", "hidden", "steps", "attack", "defence", "movement")  # of a side in a hex; movement is the fastest's
CONTROL, BATTLE, HELD = "control", "battle", "held"  # planes of a side's places, of its attacks, and of its hexes
LAST = ("named", "offered")  # hexes said so far, and hexes that may come next, with those of units said and offered
OWN, ENEMY = "own", "enemy"
FULL = 255


class PlaneLayout:
    """Which planes there are for a game, scenario and board, and where each hex lies in them."""

    def __init__(self, board: Board, vocabulary: Vocabulary, view: AnyView) -> None:
        grid = board.grid
        self.places = {p.name: [grid.names[h] for h in p.hexes] for p in board.places.values()}
        self.high, self.wide = (span[1] - span[0] + 1 for span in (grid.rows, grid.columns))
        self.area = self.high * self.wide
        self.cell = {
            grid.names[h]: (grid.row(h) - grid.rows[0]) * self.wide + grid.column(h) - grid.columns[0]
            for h in grid.hexes
        }
        printed = dict(_printed(board))
        info = vocabulary.info
        types, statuses = (f"type {kind}" for kind in vocabulary.types), (f"status {mark.name}" for mark in info.marks)
        self.of_units = (*FORCES, *types, *statuses)  # the first planes of each side
        shared = [term.name for term in info.ground if NOBODY in view.ground[term.name]]  # kinds of hexes of no side
        of_side = {  # planes of each side by the part of a view that is drawn on them
            "markers": [f"marker {marker.name}" for marker in info.markers],
            "control": [CONTROL],
            "battles": [BATTLE] * info.battles,
            "hexes": [HELD] * bool(view.hexes),
            "ground": [term.name for term in info.ground if term.name not in shared],
        }
        sides = {side: [*self.of_units, *chain(*of_side.values())] for side in (OWN, ENEMY)}
        seen = [f"{side} {name}" for side, names in sides.items() for name in names]
        self.of_part = {key: [f"{side} {n}" for side in sides for n in names] for key, names in of_side.items()}
        self.of_part["ground"] += shared
        self.of_part = {key: names for key, names in self.of_part.items() if names}
        self.names = (*printed, *seen, *shared, *LAST)
        self.shape = (len(self.names), self.high, self.wide)
        self.start = {name: n * self.area for n, name in enumerate(self.names)}  # of each plane, counted in cells
        self.blank: Planes = np.zeros(self.shape, np.uint8)  # nothing but the printed map
        for n, hexes in enumerate(printed.values()):
            flat = self.blank[n].reshape(-1)
            for hex, value in hexes:
                flat[self.cell[grid.names[hex]]] = min(value, FULL)


def _printed(board: Board) -> Iterator[tuple[str, list[tuple[int, int]]]]:
    """Each plane of the printed map by name, with the hexes where it is not 0."""
    grid = board.grid
    yield "map", [(h, 1) for h in grid.hexes]
    for kind in sorted({board.terrain[h] for h in grid.hexes}):
        yield f"terrain {kind}", [(h, 1) for h in members(board.having(kind))]
    for kind in sorted({place.kind for place in board.places.values()}):
        yield f"place {kind}", [(h, 1) for h, place in board.place_at.items() if place.kind == kind]
    if any(place.value for place in board.places.values()):
        yield "value", [(h, place.value) for h, place in board.place_at.items()]
    for kind, line in board.lines.items():
        yield f"line {kind}", [(h, 1) for h in members(line.hexes)]
    for kind, side in board.sides.items():
        for d, direction in enumerate(grid.directions):
            yield f"side {kind} {direction}", [(h, 1) for h in members(side.walls[d] & grid.all)]
