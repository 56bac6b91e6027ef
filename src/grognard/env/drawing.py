"""The planes of what is seen: from view to view only what has changed is drawn again."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from functools import cache
from itertools import compress, count
from operator import attrgetter, is_not
from typing import NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from grognard.env.planes import BATTLE, CONTROL, ENEMY, FORCES, FULL, HELD, OWN, PlaneLayout, Planes
from grognard.env.vocabulary import NOTHING, Numbers, Vocabulary
from grognard.view import AnyView, Counter

LANE = 16  # bits for each plane in a sum of units
FEW = 3  # units that have come or gone are looked for one by one, before all are compared
NOWHERE: tuple[str, ...] = ()
Sign = tuple[str, str]  # whose it is, or nobody's, and the plane
Marks = dict[Sign, tuple[str, ...]]  # the hexes with each sign
T = TypeVar("T")


class Look(NamedTuple):
    """What a unit adds to the planes of its side, as one number with a lane for each plane; and how fast it is: a hex
    shows the fastest."""

    added: int
    fast: int


class Drawing:
    """A view as planes, the first side's before the second's. It trusts that a part of a view never changes once it has
    been shown."""

    def __init__(self, layout: PlaneLayout, vocabulary: Vocabulary, sides: tuple[str, ...]) -> None:
        self._layout, self._numbers = layout, vocabulary.index
        self._ink = bytearray(layout.blank.tobytes()) + bytes(1)
        own, enemy = (layout.start[f"{whose} {FORCES[0]}"] for whose in (OWN, ENEMY))
        end, ink = 2 * enemy - own, memoryview(self._ink)
        first, second = sides
        self._ahead = {first: 0, second: enemy - own}  # how far on a side's planes are from those of the first
        self._first = {side: own + ahead for side, ahead in self._ahead.items()}  # where they begin
        before, ones, others, after = ink[:own], ink[own:enemy], ink[enemy:end], ink[end:]
        self._pages = {first: (before, ones, others, after), second: (before, others, ones, after)}  # as each sees it
        self._nowhere = len(self._ink) - 1  # of what is not on the map: the byte after the last plane
        self._offered = self._nowhere - layout.area
        cells = (layout.cell.get(word) for word in vocabulary.words)
        # where each word lies on the last plane
        self._cells: NDArray[np.intp] = np.array([self._nowhere if c is None else self._offered + c for c in cells])
        self._units: tuple[Counter, ...] = ()  # those that are drawn
        self._drawn: dict[str, int] = {}  # the same by id: where they are counted
        self._stacks: defaultdict[int, dict[str, Look]] = defaultdict(dict)  # by where they are counted, then by id
        self._looks: dict[tuple[object, ...], Look] = {}  # of units that look alike
        self._marked: dict[str, Marks] = {}  # what is marked, by part of the view
        self._parts: list[object] = [None] * len(layout.of_part)
        self._look_at = attrgetter(*layout.of_part, "units")  # "units", so that it is a tuple for one part, too
        self._lanes = {name: LANE * n for n, name in enumerate(layout.of_units)}
        self._movement = self._lanes["movement"]
        self._too_many = int.from_bytes(bytes((0, FULL)) * len(self._lanes), "little")  # more than a byte in a lane

    def picture(self, side: str, said: tuple[int, ...] = (), offered: Numbers = NOTHING) -> Planes:
        """A copy of the planes as the side sees them; the last two show where the words that were said and those that
        may come next lie."""
        drawn = bytearray().join(self._pages[side])
        for number in said:
            if (cell := self._cells.item(number)) != self._nowhere:
                drawn[cell - self._layout.area] = 1
        ink = np.frombuffer(drawn, np.uint8)
        ink[self._cells[offered]] = 1
        return ink[:-1].reshape(self._layout.shape)

    def follow(self, view: AnyView) -> None:
        """Bring the planes up to date, all but the last two, and where each hex and unit of the words lies."""
        *parts, units = self._look_at(view)
        if units != self._units:
            self._follow_units(units)
        if parts != self._parts:
            for key, part, known in zip(self._layout.of_part, parts, self._parts, strict=True):
                if part is not known and part != known:
                    self._mark(key, view)
            self._parts = parts

    # --- units -------------------------------------------------------------------------------------------------------

    def _follow_units(self, units: tuple[Counter, ...]) -> None:
        """Draw the stacks again that a unit has left or joined, or in which one looks otherwise."""
        _, come = _differences(self._units, units)
        self._units = units
        drawn, stacks, looks, cells, first = self._drawn, self._stacks, self._looks, self._layout.cell, self._first
        stale: set[int] = set()
        for unit in come:
            name, cell = unit.id, cells[unit.hex]
            spot, was = cell + first[unit.side], drawn.get(name)
            key = unit.hidden, unit.steps, unit.strength, unit.movement, unit.type, unit.status
            look = looks.get(key) or looks.setdefault(key, self._drawn_as(unit))
            if spot != was:
                if was is not None:
                    self._leave(was, name, stale)
                drawn[name] = spot
                self._note(name, self._offered + cell)
            elif stacks[spot][name] == look:
                continue
            stacks[spot][name] = look
            stale.add(spot)
        if len(drawn) > len(units):
            for name in drawn.keys() - {unit.id for unit in units}:
                self._leave(drawn.pop(name), name, stale)
                self._note(name, self._nowhere)
        self._draw_stacks(stale)

    def _leave(self, spot: int, name: str, stale: set[int]) -> None:
        """A unit is no longer counted there, and the stack is to be drawn again."""
        del self._stacks[spot][name]
        stale.add(spot)

    def _note(self, name: str, cell: int) -> None:
        """Where the word for a unit points to; a hidden one has none."""
        if (number := self._numbers.get(name)) is not None:
            self._cells[number] = cell

    def _draw_stacks(self, spots: set[int]) -> None:
        """Draw a side's units in a hex, for each of these, on all the side's planes of units."""
        ink, area, size = self._ink, self._layout.area, len(self._lanes)
        for spot in spots:
            total = fast = 0
            for added, speed in self._stacks[spot].values():
                total += added
                if speed > fast:
                    fast = speed
            total += fast << self._movement
            lanes = total.to_bytes(2 * size, "little")
            column = lanes[::2]
            if total & self._too_many:
                column = bytes([min(value, FULL) for value in memoryview(lanes).cast("H")])
            ink[spot : spot + size * area : area] = column

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
        ink, layout, known = self._ink, self._layout, self._marked.get(key, {})
        marked = self._marked[key] = self._marks(key, view)
        for owner, name in {*known, *marked}:
            old, new = known.get((owner, name), NOWHERE), marked.get((owner, name), NOWHERE)
            if old != new:
                start = layout.start[f"{OWN} {name}"] + self._ahead[owner] if owner else layout.start[name]
                gone, come = _differences(old, new)
                for hex in gone:
                    ink[start + layout.cell[hex]] = 0
                for hex in come:
                    ink[start + layout.cell[hex]] = 1

    def _marks(self, key: str, view: AnyView) -> Marks:
        """The hexes with a sign, each hex once."""
        match key:
            case "markers":
                kinds = _together((marker.side, marker.kind, marker.hex) for marker in view.markers)
                return {(owner, f"marker {kind}"): hexes for (owner, kind), hexes in kinds.items()}
            case "control":
                places, held = self._layout.places, defaultdict[Sign, list[str]](list)
                for name, owner in view.control.items():
                    if owner:
                        held[owner, CONTROL] += places.get(name, ())
                return _once(held)
            case "battles":
                return _together((battle.attacker, BATTLE, battle.hex) for battle in view.battles)
            case "hexes":
                return {(owner, HELD): hexes for owner, hexes in view.hexes.items()}
            case _:
                ground = view.ground.items()
                return {(owner, kind): hexes for kind, of_sides in ground for owner, hexes in of_sides.items()}


def _together(signs: Iterable[tuple[str, str, str]]) -> Marks:
    """The hexes of each sign, from whose it is, what it is, and where."""
    found: defaultdict[Sign, list[str]] = defaultdict(list)
    for owner, name, hex in signs:
        found[owner, name].append(hex)
    return _once(found)


def _once(found: Mapping[Sign, Iterable[str]]) -> Marks:
    """The hexes of each sign, each hex once."""
    return {sign: tuple(dict.fromkeys(hexes)) for sign, hexes in found.items()}


def _differences(old: tuple[T, ...], new: tuple[T, ...]) -> tuple[list[T], list[T]]:
    """The units or hexes that are only among the old ones, and those that are only among the new. One that has changed
    places in the list may be among both."""
    gone: list[T] = []
    come: list[T] = []
    i = j = 0
    for _ in range(FEW):
        alike = _alike(old[i:], new[j:])
        i, j = i + alike, j + alike
        if i == len(old) or j == len(new):
            return [*gone, *old[i:]], [*come, *new[j:]]
        if i + 1 < len(old) and old[i + 1] is new[j]:
            gone.append(old[i])
            i += 1
        elif j + 1 < len(new) and new[j + 1] is old[i]:
            come.append(new[j])
            j += 1
        else:
            gone.append(old[i])
            come.append(new[j])
            i, j = i + 1, j + 1
    old, new = old[i:], new[j:]
    apart = [*map(is_not, old, new)]
    left, joined = [*compress(old, apart), *old[len(new) :]], [*compress(new, apart), *new[len(old) :]]
    if left and joined:  # most have only changed places
        were, are = set(map(id, left)), set(map(id, joined))
        left, joined = [one for one in left if id(one) not in are], [one for one in joined if id(one) not in were]
    return gone + left, come + joined


def _alike(old: tuple[T, ...], new: tuple[T, ...]) -> int:
    """How many are the same from the beginning on: most often all, which is seen faster than the first that differs."""
    size = min(len(old), len(new))
    if old[:size] == new[:size]:
        return size
    return next(compress(count(), map(is_not, old, new)))


@cache
def _face(strength: str) -> tuple[int, int, int]:
    """Attack, defence and movement from 6-8-6, 4-10 or 3; what is no number, as ? or (3) or II, is 0."""
    numbers = [int(part) if part.isdecimal() else 0 for part in strength.split("-")]
    if len(numbers) == 3:
        return numbers[0], numbers[1], numbers[2]
    return numbers[0], numbers[0], numbers[1] if len(numbers) == 2 else 0
