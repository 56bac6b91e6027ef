"""The planes of one side: from view to view only what has changed is drawn again."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from grognard.env.planes import BATTLE, CONTROL, ENEMY, FORCES, FULL, HELD, OWN, PlaneLayout, Planes
from grognard.env.vocabulary import Numbers, Vocabulary
from grognard.view import AnyView, Counter


class Drawing:
    """What one side sees, as planes. It trusts that a part of a view never changes once it has been shown."""

    def __init__(self, layout: PlaneLayout, vocabulary: Vocabulary, side: str) -> None:
        self._layout, self._side, self._numbers = layout, side, vocabulary.index
        self._ink = bytearray(layout.blank.tobytes()) + bytes(1)
        self._nowhere = layout.area  # the cell of what is not on the map: the byte after the last plane
        self._cells: NDArray[np.intp] = np.array([layout.cell.get(word, self._nowhere) for word in vocabulary.words])
        self._named, self._offered = len(self._ink) - 1 - 2 * layout.area, len(self._ink) - 1 - layout.area
        self._units: dict[int, Counter] = {}  # every unit drawn, by identity
        self._stacks: dict[int, dict[int, Counter]] = {}  # the same by cell
        self._parts: dict[str, Any] = {}
        self._own, self._enemy = (layout.start[f"{side} {FORCES[0]}"] for side in (OWN, ENEMY))
        self._none = bytes(len(layout.of_units))  # on each of a side's planes of units
        of_units = {name: n * layout.area for n, name in enumerate(layout.of_units)}
        self._forces = [of_units[name] for name in FORCES[1:]]
        self._movement = self._forces[-1]
        self._strokes: dict[tuple[object, ...], tuple[int, list[tuple[int, int]]]] = {}  # units that look alike
        self._types = {kind: of_units[f"type {kind}"] for kind in vocabulary.types}
        self._statuses = {mark.name: of_units[f"status {mark.name}"] for mark in vocabulary.info.marks}

    def picture(self, said: list[int], offered: Numbers) -> Planes:
        """A copy of the planes; the last two show where the words that were said and those that may come next lie."""
        drawn = bytearray(self._ink)
        for number in said:
            if (cell := self._cells[number]) != self._nowhere:
                drawn[self._named + cell] = 1
        ink = np.frombuffer(drawn, np.uint8)
        ink[self._offered + self._cells[offered]] = 1
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
        drawn, seen = self._units, set(map(id, units))  # a unit that is drawn is kept: no other has its identity
        cell_of, stacks, stale = self._layout.cell, self._stacks, set()
        for key in drawn.keys() - seen:
            unit = drawn.pop(key)
            cell = cell_of[unit.hex]
            del stacks[cell][key]
            stale.add(cell)
            self._note(unit, self._nowhere)
        if len(drawn) < len(seen):
            for unit in units:
                if id(unit) not in drawn:
                    drawn[id(unit)] = unit
                    cell = cell_of[unit.hex]
                    stacks.setdefault(cell, {})[id(unit)] = unit
                    stale.add(cell)
                    self._note(unit, cell)
        for cell in stale:
            self._draw_stack(cell)

    def _note(self, unit: Counter, cell: int) -> None:
        """Where the word for a unit points to; a hidden one has none."""
        if (number := self._numbers.get(unit.id)) is not None:
            self._cells[number] = cell

    def _draw_stack(self, cell: int) -> None:
        ink, area, movement, strokes = self._ink, self._layout.area, self._movement, self._strokes
        for first in (self._own, self._enemy):
            if ink[first + cell]:  # where no unit is counted nothing else of the side is drawn
                ink[first + cell : first + len(self._none) * area : area] = self._none
        for unit in self._stacks[cell].values():
            spot = cell + (self._own if unit.side == self._side else self._enemy)
            look = unit.hidden, unit.steps, unit.strength, unit.movement, unit.type, unit.status
            if look not in strokes:
                strokes[look] = self._drawn_as(unit)
            fast, added = strokes[look]
            for plane, value in added:
                total = ink[spot + plane] + value
                ink[spot + plane] = total if total < FULL else FULL
            if fast > ink[spot + movement]:
                ink[spot + movement] = fast

    def _drawn_as(self, unit: Counter) -> tuple[int, list[tuple[int, int]]]:
        """How fast a unit is, of which a hex shows the fastest, and what it adds to which planes of its side."""
        unseen, steps, attack, defence, _ = self._forces
        marks = [self._statuses[status] for status in unit.status if status in self._statuses]
        added = [(0, 1), *((mark, 1) for mark in marks)]
        if unit.hidden:
            return 0, [*added, (unseen, 1)]
        strong, firm, fast = _face(unit.strength)
        if unit.movement is not None:
            fast = int(unit.movement)
        if unit.type in self._types:
            added.append((self._types[unit.type], 1))
        return min(fast, FULL), [*added, (steps, unit.steps), (attack, strong), (defence, firm)]

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
