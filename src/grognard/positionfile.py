"""Position files: the keys they may have, and what the games read in them alike."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeVar

from grognard.board import Board, block
from grognard.datafile import Entry
from grognard.errors import Invalid, nearest
from grognard.hexes import Grid, Hex, HexSet, hexset
from grognard.mechanics.components import Box, Components, Unit
from grognard.mechanics.counters import OFF, Counters, Units

G = TypeVar("G", bound=Counters[Any])
R = TypeVar("R", bound=Components[Any])
EVERY_GAME = ("game", "title", "scenario", "seed", "dice", "options", "board", "forced")


@dataclass(frozen=True)
class Keys:
    """The keys a game's position files take besides those of every game.

    `tables` gives those of the tables whose keys are fixed, as `tracks` or, within it, `tracks.basic`; the keys of
    other tables are the names of hexes, units or entrances. `opening` are those that mean something without units too.
    """

    top: tuple[str, ...]
    tables: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    opening: tuple[str, ...] = ()

    def check(self, position: Entry) -> None:
        """Refuse keys that mean nothing: unknown ones, and those of a situation where there is none."""
        position.only(*EVERY_GAME, *self.top)
        position.text("title", "")
        for path, known in self.tables.items():
            table = position
            for name in path.split("."):
                table = table.entry(name, optional=True)
            table.only(*known)
        if "units" not in position:
            for key in position.keys:
                if key not in (*EVERY_GAME, *self.opening):
                    raise position.wrong(f"{key} needs units; without them the game begins with its set-up")


def rules_of(
    position: Mapping[str, Any], box: Box[Any], standard: Callable[[str], R], on_board: Callable[[Board, Any], R]
) -> R:
    """The rules of a position's scenario: on the board it brings along, or the `standard` ones on the game's own."""
    scenario = box.scenario(Entry(position, "position").text("scenario", box.scenarios[0]))
    board = Board.of_position(position)
    return standard(scenario.id) if board is None else on_board(board, scenario)


def turn_of(position: Entry, last: int) -> int:
    """The turn of a position, the first if it names none."""
    turn = position.whole("turn", 1)
    if not 1 <= turn <= last:
        raise position.wrong(f"turn {turn}: the game has {last} turns")
    return turn


def phase_of(position: Entry, first: str, phases: Iterable[str]) -> str:
    """The phase of a position, `first` if it names none."""
    phase, known = position.text("phase", first), tuple(phases)
    if phase not in known:
        raise position.wrong(f"no phase {phase}{nearest(phase, known)}; phases: {' '.join(known)}")
    return phase


def hex_of(entry: Entry, find: Callable[[str], Hex], word: str) -> Hex:
    """The hex a word names, as the game's `find` has it."""
    try:
        return find(word)
    except Invalid as error:
        raise entry.wrong(str(error)) from None


def hexes_of(entry: Entry, key: str, grid: Grid, find: Callable[[str], Hex]) -> HexSet:
    """The hexes and blocks of hexes (1412..1512) listed under a key; none if it is absent."""
    found: HexSet = 0
    for word in entry.words(key, ()):
        found |= hexset(block(grid, word, lambda name: hex_of(entry, find, name), entry))
    return found


def known_unit(entry: Entry, unit_by_id: Mapping[str, int], word: str, called: str = "unit") -> int:
    """The unit of that id."""
    unit = unit_by_id.get(word)
    if unit is None:
        raise entry.wrong(f"no {called} {word}{nearest(word, unit_by_id)}")
    return unit


def unplaced(g: Units[Any], entry: Entry, word: str, called: str = "unit") -> Unit:
    """The unit of that id, which has not been named before."""
    unit = known_unit(entry, g.rules.unit_by_id, word, called)
    if g.at[unit] != OFF:
        raise entry.wrong(f"{word} is there twice")
    return unit


def on_map(g: Units[Any], entry: Entry, word: str) -> Unit:
    """The unit of that id, which is on the map."""
    unit = known_unit(entry, g.rules.unit_by_id, word)
    if g.at[unit] < 0:
        raise entry.wrong(f"{word} is not on the map")
    return unit


def placings(
    g: G,
    table: Entry,
    barred: Callable[[G, Hex], str] = lambda g, hex: "",
    unit_of: Callable[[G, Entry, str], Unit] = unplaced,
) -> Iterator[tuple[Unit, Hex]]:
    """The units of a table `hex = units` with their hexes, for sides that never share one; each is to be placed before
    the next is read. `barred` says what is wrong with a hex, if anything, and `unit_of` reads the word for a unit."""
    for name in table.keys:
        hex = hex_of(table, g.rules.grid.hex, name)
        if wrong := barred(g, hex):
            raise table.wrong(f"{name} {wrong}")
        for word in table.words(name):
            unit = unit_of(g, table, word)
            if g.occupied[g.rules.enemy[g.owner(unit)]] >> hex & 1:
                raise table.wrong(f"{name}: both sides in one hex")
            yield unit, hex
