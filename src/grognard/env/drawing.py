"""The planes of one side: from view to view only what has changed is drawn again."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from functools import cache
from itertools import compress
from operator import is_not
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from grognard.env.planes import BATTLE, CONTROL, ENEMY, FORCES, FULL, HELD, OWN, PlaneLayout, Planes
from grognard.env.vocabulary import Numbers, Vocabulary
from grognard.view import AnyView, Counter

LANE = 16  # bits for each plane in a sum of units


class Look(NamedTuple):
    """What a unit adds to the planes of its side, as one number with a lane for each plane; and how fast it is: a hex
    shows the fastest."""

    added: int
    fast: int


class Drawing:
    """What one side sees, as planes. It trusts that a part of a view never changes once it has been shown."""

    def __init__(self, layout: PlaneLayout, vocabulary: Vocabulary, side: str) -> None:
        self._layout, self._side, self._numbers = layout, side, vocabulary.index
        self._ink = bytearray(layout.blank.tobytes()) + bytes(1)
        self._sheet = np.frombuffer(self._ink, np.uint8)  # the same bytes
        self._nowhere = layout.area  # the cell of what is not on the map: the byte after the last plane
        self._cells: NDArray[np.intp] = np.array([layout.cell.get(word, self._nowhere) for word in vocabulary.words])
        self._named, self._offered = len(self._ink) - 1 - 2 * layout.area, len(self._ink) - 1 - layout.area
        self._units: tuple[Counter, ...] = ()  # those that are drawn
        self._stacks: dict[int, dict[int, Look]] = {}  # the same by spot, then by identity
        self._looks: dict[tuple[object, ...], Look] = {}  # of units that look alike
        self._parts: dict[str, Any] = {}
        self._own, self._enemy = (layout.start[f"{side} {FORCES[0]}"] for side in (OWN, ENEMY))
        self._lanes = {name: LANE * n for n, name in enumerate(layout.of_units)}
        self._movement = self._lanes["movement"]

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
        stacks, stale = self._stacks, set()
        gone, come = _differences(self._units, units)
        self._units = units
        for unit in gone:
            spot = self._spot(unit)
            del stacks[spot][id(unit)]
            stale.add(spot)
            self._note(unit, self._nowhere)
        for unit in come:
            spot = self._spot(unit)
            stacks.setdefault(spot, {})[id(unit)] = self._look(unit)
            stale.add(spot)
            self._note(unit, self._layout.cell[unit.hex])
        for spot in stale:
            self._draw_stack(spot)

    def _spot(self, unit: Counter) -> int:
        """Where a unit is counted: its hex on the first plane of its side."""
        return self._layout.cell[unit.hex] + (self._own if unit.side == self._side else self._enemy)

    def _note(self, unit: Counter, cell: int) -> None:
        """Where the word for a unit points to; a hidden one has none."""
        if (number := self._numbers.get(unit.id)) is not None:
            self._cells[number] = cell

    def _draw_stack(self, spot: int) -> None:
        """Draw one side's units in a hex on all the side's planes of units."""
        total = fast = 0
        for added, speed in self._stacks[spot].values():
            total += added
            if speed > fast:
                fast = speed
        lanes = (total + (fast << self._movement)).to_bytes(2 * len(self._lanes), "little")
        column = lanes[::2]
        if any(lanes[1::2]):
            column = bytes([min(value, FULL) for value in memoryview(lanes).cast("H")])
        area = self._layout.area
        self._ink[spot : spot + len(column) * area : area] = column

    def _look(self, unit: Counter) -> Look:
        key = unit.hidden, unit.steps, unit.strength, unit.movement, unit.type, unit.status
        look = self._looks.get(key)
        if look is None:
            look = self._looks[key] = self._drawn_as(unit)
        return look

    def _drawn_as(self, unit: Counter) -> Look:
        counts = {"units": 1} | {f"status {status}": 1 for status in unit.status}
        if unit.hidden:
            fast, counts["hidden"] = 0, 1
        else:
            strong, firm, fast = _face(unit.strength)
            if unit.movement is not None:
                fast = int(unit.movement)
            counts |= {f"type {unit.type}": 1, "steps": unit.steps, "attack": strong, "defence": firm}
        lanes = self._lanes
        return Look(sum(count << lanes[name] for name, count in counts.items() if name in lanes), min(fast, FULL))

    # --- markers, places, hexes --------------------------------------------------------------------------------------

    def _mark(self, key: str, view: AnyView) -> None:
        """Draw a part of the view on its planes."""
        ink, layout = self._ink, self._layout
        for name in layout.of_part[key]:
            start = layout.start[name]
            ink[start : start + layout.area] = bytes(layout.area)
        for owner, name, hexes in self._marks(key, view):
            start = layout.start[f"{OWN if owner == self._side else ENEMY} {name}" if owner else name]
            cells = np.fromiter(map(layout.cell.__getitem__, hexes), np.intp, len(hexes))
            self._sheet[start + cells] = 1

    def _marks(self, key: str, view: AnyView) -> Iterator[tuple[str, str, Collection[str]]]:
        """Whose sign it is, or nobody's, on which plane, and in which hexes."""
        match key:
            case "markers":
                yield from ((marker.side, f"marker {marker.kind}", (marker.hex,)) for marker in view.markers)
            case "control":
                places, control = self._layout.places, view.control
                for owner in filter(None, set(control.values())):
                    held = [hex for name in control if control[name] == owner for hex in places.get(name, ())]
                    yield owner, CONTROL, held
            case "battles":
                yield from ((battle.attacker, BATTLE, (battle.hex,)) for battle in view.battles)
            case "hexes":
                yield from ((owner, HELD, hexes) for owner, hexes in view.hexes.items())
            case _:
                for kind, of_sides in view.ground.items():
                    yield from ((owner, kind, hexes) for owner, hexes in of_sides.items())


def _differences(old: tuple[Counter, ...], new: tuple[Counter, ...]) -> tuple[list[Counter], list[Counter]]:
    """The units that are only among the old ones, and those that are only among the new."""
    apart = [*map(is_not, old, new)]
    gone, come = [*compress(old, apart), *old[len(new) :]], [*compress(new, apart), *new[len(old) :]]
    if not gone or not come:
        return gone, come
    were, are = set(map(id, gone)), set(map(id, come))  # most have only changed places in the list
    return [unit for unit in gone if id(unit) not in are], [unit for unit in come if id(unit) not in were]


@cache
def _face(strength: str) -> tuple[int, int, int]:
    """Attack, defence and movement from 6-8-6, 4-10 or 3; what is no number, as ? or (3) or II, is 0."""
    numbers = [int(part) if part.isdecimal() else 0 for part in strength.split("-")]
    if len(numbers) == 3:
        return numbers[0], numbers[1], numbers[2]
    return numbers[0], numbers[0], numbers[1] if len(numbers) == 2 else 0
