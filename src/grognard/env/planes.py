"""The map as planes of small numbers: what is printed on it, and what a side sees standing on it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from grognard.board import Board
from grognard.env.vocabulary import Vocabulary
from grognard.game import View
from grognard.hexes import members

Planes = NDArray[np.uint8]

FORCES = ("units", "hidden", "steps", "attack", "defence", "movement")  # of a side in a hex; movement is the fastest's
LAST = ("named", "offered")  # hexes said so far, and hexes that may come next, with those of units said and offered
FULL = 255


class Plan:
    """Which planes there are for a game, scenario and board, and where each hex lies in them."""

    def __init__(self, board: Board, vocabulary: Vocabulary, view: View) -> None:
        grid = board.grid
        self._board, self._places = board, {p.name: [grid.names[h] for h in p.hexes] for p in board.places.values()}
        self.high, self.wide = (span[1] - span[0] + 1 for span in (grid.rows, grid.columns))
        self.area = self.high * self.wide
        self.cell = {
            grid.names[h]: (grid.row(h) - grid.rows[0]) * self.wide + grid.column(h) - grid.columns[0]
            for h in grid.hexes
        }
        printed = dict(_printed(board))
        of_side = [
            *FORCES,
            *(f"type {t}" for t in vocabulary.types),
            *(f"status {s}" for s in vocabulary.terms.statuses),
        ]
        of_side += [f"marker {kind}" for kind in vocabulary.terms.markers]
        of_side += [name for name, key in (("control", "control"), ("battle", "battles")) if key in view]
        of_side += [name for name, key in (("held", "hexes"), ("railhead", "railheads")) if key in view]
        common = [name for name, key in (("disputed", "disputed"), ("fort", "fortifications")) if key in view]
        self.printed = tuple(printed)
        self.seen = (*(f"own {n}" for n in of_side), *(f"enemy {n}" for n in of_side), *common)
        self.names = (*self.printed, *self.seen, *LAST)
        self.shape = (len(self.names), self.high, self.wide)
        self.first = len(self.printed)
        self._own, self._enemy = 0, len(of_side) * self.area
        self._at = {name: n * self.area for n, name in enumerate(of_side)}
        self._common = {name: (2 * len(of_side) + n) * self.area for n, name in enumerate(common)}
        self._types = {kind: self._at[f"type {kind}"] for kind in vocabulary.types}
        self._statuses = {status: self._at[f"status {status}"] for status in vocabulary.terms.statuses}
        self._base: Planes = np.zeros(self.shape, np.uint8)
        for n, hexes in enumerate(printed.values()):
            flat = self._base[n].reshape(-1)
            for hex, value in hexes:
                flat[self.cell[grid.names[hex]]] = min(value, FULL)
        self._held: dict[str, tuple[list[str], bytes]] = {}  # the hexes of a side and their plane

    # --- what a side sees --------------------------------------------------------------------------------------------

    def draw(self, view: View, side: str) -> tuple[Planes, dict[str, int]]:
        """The planes of a view, without the last two, and the cell of every unit on the map by its id."""
        ink = bytearray(len(self.seen) * self.area)
        where = self._units(ink, view["units"], side)
        for marker in view["markers"]:
            self._dot(ink, marker["side"] == side, f"marker {marker['kind']}", (marker["hex"],))
        for name, owner in view["control"].items():
            if owner and name in self._places:
                self._dot(ink, owner == side, "control", self._places[name])
        for battle in view.get("battles", ()):
            self._dot(ink, battle["attacker"] == side, "battle", (battle["hex"],))
        for owner, hexes in view.get("railheads", {}).items():
            self._dot(ink, owner == side, "railhead", hexes)
        for name, key in (("disputed", "disputed"), ("fort", "fortifications")):
            if name in self._common:
                self._mark(ink, self._common[name], view[key])
        for owner, hexes in view.get("hexes", {}).items():
            start = self._at["held"] + (self._own if owner == side else self._enemy)
            ink[start : start + self.area] = self._hold(owner, hexes)
        planes = self._base.copy()
        planes[self.first : -len(LAST)] = np.frombuffer(ink, np.uint8).reshape(-1, self.high, self.wide)
        return planes, where

    def _units(self, ink: bytearray, units: Iterable[dict[str, Any]], side: str) -> dict[str, int]:
        where: dict[str, int] = {}
        cells, types, statuses, own, enemy = self.cell, self._types, self._statuses, self._own, self._enemy
        unseen, steps, attack, defence, movement = (self._at[name] for name in FORCES[1:])
        for unit in units:
            cell = cells.get(unit["hex"])
            if cell is None:
                continue
            where[unit["id"]] = cell
            spot = cell + (own if unit["side"] == side else enemy)
            ink[spot] += 1
            if unit.get("hidden"):
                ink[spot + unseen] += 1
            else:
                strong, firm, fast = _face(unit["strength"])
                left = unit.get("movement_left", unit.get("speed"))
                if left is not None:
                    fast = int(left)
                if fast > ink[spot + movement]:
                    ink[spot + movement] = fast if fast < FULL else FULL
                for plane, value in ((steps, unit["steps"]), (attack, strong), (defence, firm)):
                    total = ink[spot + plane] + value
                    ink[spot + plane] = total if total < FULL else FULL
                if (kind := types.get(unit["type"])) is not None:
                    ink[spot + kind] += 1
            for status in unit["status"]:
                if (mark := statuses.get(status)) is not None:
                    ink[spot + mark] += 1
        return where

    def _dot(self, ink: bytearray, own: bool, name: str, hexes: Iterable[str]) -> None:
        if name in self._at:
            self._mark(ink, self._at[name] + (self._own if own else self._enemy), hexes)

    def _mark(self, ink: bytearray, start: int, hexes: Iterable[str]) -> None:
        for hex in hexes:
            ink[start + self.cell[hex]] = 1

    def _hold(self, owner: str, hexes: list[str]) -> bytes:
        """The hexes a side holds are many and change seldom: their plane is kept."""
        known = self._held.get(owner)
        if known is None or known[0] != hexes:
            ink = bytearray(self.area)
            self._mark(ink, 0, hexes)
            known = self._held[owner] = hexes, bytes(ink)
        return known[1]


@cache
def _face(strength: str) -> tuple[int, int, int]:
    """Attack, defence and movement from 6-8-6, 4-10 or 3; what is no number, as ? or (3) or II, is 0."""
    numbers = [int(part) if part.isdecimal() else 0 for part in strength.split("-")]
    if len(numbers) == 3:
        return numbers[0], numbers[1], numbers[2]
    return numbers[0], numbers[0], numbers[1] if len(numbers) == 2 else 0


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
