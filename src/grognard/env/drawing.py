"""The planes of one side: from view to view only what has changed is drawn again."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from grognard.env.planes import BATTLE, CONTROL, ENEMY, FORCES, FULL, HELD, OWN, PlaneLayout, Planes
from grognard.env.vocabulary import Mask, Vocabulary
from grognard.view import AnyView, Counter


class Drawing:
    """What one side sees, as planes. It trusts that a part of a view never changes once it has been shown."""

    def __init__(self, layout: PlaneLayout, vocabulary: Vocabulary, side: str) -> None:
        self._layout, self._side, self._numbers = layout, side, vocabulary.index
        self._ink = bytearray(layout.blank.tobytes()) + bytes(1)
        self._nowhere = layout.area  # the cell of what is not on the map: the byte after the last plane
        self._cells: NDArray[np.intp] = np.array([layout.cell.get(word, self._nowhere) for word in vocabulary.words])
        self._units: dict[int, Counter] = {}  # every unit drawn, by identity
        self._stacks: dict[int, dict[int, Counter]] = {}  # the same by cell
        self._parts: dict[str, Any] = {}
        self._own, self._enemy = (layout.start[f"{side} {FORCES[0]}"] for side in (OWN, ENEMY))
        self._none = bytes(len(layout.of_units))  # on each of a side's planes of units
        of_units = {name: n * layout.area for n, name in enumerate(layout.of_units)}
        self._forces = [of_units[name] for name in FORCES[1:]]
        self._types = {kind: of_units[f"type {kind}"] for kind in vocabulary.types}
        self._statuses = {mark.name: of_units[f"status {mark.name}"] for mark in vocabulary.info.marks}

    def picture(self, said: list[int], mask: Mask) -> Planes:
        """A copy of the planes; the last two show where the words that were said and those that may come next lie."""
        ink, area = np.frombuffer(bytearray(self._ink), np.uint8), self._layout.area
        if said:
            cells = self._cells[said]
            ink[-2 * area - 1 :][cells[cells != self._nowhere]] = 1
        ink[-area - 1 :][self._cells[mask.view(np.bool_)]] = 1
        return ink[:-1].reshape(self._layout.shape)

    def follow(self, view: AnyView) -> None:
        """Bring the planes up to date, all but the last two, and where each hex and unit of the words lies."""
        self._follow_units(view.units)
        for key in self._layout.of_part:
            part, known = getattr(view, key), self._parts.get(key)
            if part is not known and part != known:
                self._mark(key, view)
            self._parts[key] = part

    # --- units -------------------------------------------------------------------------------------------------------

    def _follow_units(self, units: tuple[Counter, ...]) -> None:
        """Draw the stacks again that a unit has left or joined, or in which one looks otherwise."""
        before, now = self._units, dict(zip(map(id, units), units, strict=True))
        cell_of, stacks, stale = self._layout.cell, self._stacks, set()
        for key in before.keys() - now.keys():
            cell = cell_of[before[key].hex]
            del stacks[cell][key]
            stale.add(cell)
            self._note(before[key], self._nowhere)
        for key in now.keys() - before.keys():
            cell = cell_of[now[key].hex]
            stacks.setdefault(cell, {})[key] = now[key]
            stale.add(cell)
            self._note(now[key], cell)
        self._units = now
        for cell in stale:
            self._draw_stack(cell)

    def _note(self, unit: Counter, cell: int) -> None:
        """Where the word for a unit points to; a hidden one has none."""
        if (number := self._numbers.get(unit.id)) is not None:
            self._cells[number] = cell

    def _draw_stack(self, cell: int) -> None:
        ink, area = self._ink, self._layout.area
        unseen, steps, attack, defence, movement = self._forces
        for first in (self._own, self._enemy):
            ink[first + cell : first + len(self._none) * area : area] = self._none
        for unit in self._stacks[cell].values():
            spot = cell + (self._own if unit.side == self._side else self._enemy)
            ink[spot] += 1
            if unit.hidden:
                ink[spot + unseen] += 1
            else:
                strong, firm, fast = _face(unit.strength)
                if unit.movement is not None:
                    fast = int(unit.movement)
                ink[spot + movement] = max(ink[spot + movement], min(fast, FULL))
                for plane, value in ((steps, unit.steps), (attack, strong), (defence, firm)):
                    ink[spot + plane] = min(ink[spot + plane] + value, FULL)
                if (kind := self._types.get(unit.type)) is not None:
                    ink[spot + kind] += 1
            for status in unit.status:
                if (mark := self._statuses.get(status)) is not None:
                    ink[spot + mark] += 1

    # --- markers, places, hexes --------------------------------------------------------------------------------------

    def _mark(self, key: str, view: AnyView) -> None:
        """Draw a part of the view on its planes."""
        ink, layout = self._ink, self._layout
        for name in layout.of_part[key]:
            start = layout.start[name]
            ink[start : start + layout.area] = bytes(layout.area)
        for owner, name, hexes in self._marks(key, view):
            start = layout.start[f"{OWN if owner == self._side else ENEMY} {name}" if owner else name]
            for cell in map(layout.cell.__getitem__, hexes):
                ink[start + cell] = 1

    def _marks(self, key: str, view: AnyView) -> Iterator[tuple[str, str, Iterable[str]]]:
        """Whose sign it is, or nobody's, on which plane, and in which hexes."""
        match key:
            case "markers":
                yield from ((marker.side, f"marker {marker.kind}", (marker.hex,)) for marker in view.markers)
            case "control":
                places = self._layout.places
                yield from ((owner, CONTROL, places.get(name, ())) for name, owner in view.control.items() if owner)
            case "battles":
                yield from ((battle.attacker, BATTLE, (battle.hex,)) for battle in view.battles)
            case "hexes":
                yield from ((owner, HELD, hexes) for owner, hexes in view.hexes.items())
            case _:
                for kind, of_sides in view.ground.items():
                    yield from ((owner, kind, hexes) for owner, hexes in of_sides.items())


@cache
def _face(strength: str) -> tuple[int, int, int]:
    """Attack, defence and movement from 6-8-6, 4-10 or 3; what is no number, as ? or (3) or II, is 0."""
    numbers = [int(part) if part.isdecimal() else 0 for part in strength.split("-")]
    if len(numbers) == 3:
        return numbers[0], numbers[1], numbers[2]
    return numbers[0], numbers[0], numbers[1] if len(numbers) == 2 else 0
