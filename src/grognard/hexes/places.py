"""Hexes by name: a number, a place, or steps from a place ("Kharkov-NE1", "Kharkov-NE2-E1")."""

from __future__ import annotations

import re
from collections.abc import Mapping

from grognard.errors import Ambiguous, Invalid, nearest
from grognard.hexes.grid import Grid
from grognard.hexes.sets import Hex

_STEP = re.compile(r"([a-z]+)(\d+)", re.IGNORECASE)


def locate(grid: Grid, text: str, places: Mapping[str, Hex]) -> Hex:
    """The hex a person means by a number, a place or steps from either; Invalid if there is none."""
    if not text.strip():
        raise Invalid("which hex? give a number, a place, or steps from a place such as Kharkov-NE1")
    words = text.strip().split("-")
    for cut in range(len(words), 0, -1):
        start = _named(grid, "-".join(words[:cut]), places)
        if start is None:
            continue
        there = grid.walk(start, [_step(grid, word, text, places) for word in words[cut:]])
        if there is None:
            raise Invalid(f"{text} leads off the map")
        return there
    while len(words) > 1 and _STEP.fullmatch(words[-1]):
        words.pop()
    name = "-".join(words)
    raise Invalid(f"no hex or place {name} on this map{nearest(name.title(), places) or nearest(name, grid.by_name)}")


def _named(grid: Grid, name: str, places: Mapping[str, Hex]) -> Hex | None:
    if name in grid.by_name:
        return grid.by_name[name]
    if name in places:
        return places[name]
    alike = {place: hex for place, hex in places.items() if place.casefold() == name.casefold()}
    if len(set(alike.values())) > 1:
        raise Ambiguous(f"{name} could be {' or '.join(sorted(alike))}")
    return next(iter(alike.values()), None)


def _step(grid: Grid, word: str, text: str, places: Mapping[str, Hex]) -> tuple[int, int]:
    match = _STEP.fullmatch(word)
    if match is None:
        near = nearest(text.title(), places)
        raise Invalid(f"{word or 'nothing'} in {text} is no step (a direction and a count, such as NE1){near}")
    return grid.direction_index(match[1]), int(match[2])


def describe(grid: Grid, hex: Hex, places: Mapping[str, Hex]) -> str:
    """The shortest name `locate` understands: the nearest place and steps in at most two directions; else a number."""
    by_distance: dict[int, list[str]] = {}
    for place, start in places.items():
        by_distance.setdefault(grid.distance(start, hex), []).append(place)
    for _, near in sorted(by_distance.items()):
        for name in sorted((_spell(grid, place, places[place], hex) for place in near), key=lambda n: (len(n), n)):
            if _means(grid, name, places) == hex:
                return name
    return grid.names[hex]


def _spell(grid: Grid, place: str, start: Hex, hex: Hex) -> str:
    return "-".join([place, *(f"{grid.directions[d].upper()}{count}" for d, count in grid.steps(start, hex))])


def _means(grid: Grid, name: str, places: Mapping[str, Hex]) -> Hex | None:
    """What `locate` makes of a name; another place or a number may have taken it."""
    try:
        return locate(grid, name, places)
    except Invalid:
        return None
