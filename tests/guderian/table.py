"""The table the rule tests play at: positions in a line, and the questions a referee is asked.

    from tests.guderian.table import position, refused       # by this name, which mypy follows
    m = position({"0505": "25/7 6/7", "0605": "6-8-6"})      # a clear field, turn 7, German Initial Movement
    m = position({"2216": "rifle"}, board=MAP, phase=SOVIET_MOVEMENT)
    m = position({...}, board=field(forest="0605", river="0505/n"), dice=[3])
    refused(m, "move 25/7 0707", "6.22")
    assert "0606" in hexes_offered(m, "move 25/7")

On the field Germans are in supply wherever a line leads to column 01, Soviets within reach of a Leader with a line to
column 12. Columns 01 and 02 are open to Soviets from turn 7 on, which is why positions begin there unless told.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, TypeVar

import grognard
from grognard.events import Event
from grognard.games.guderian.facts import GuderianFacts
from grognard.preview import Preview
from grognard.view import Counter
from tests.table import MAP, allowed, play, refused

# A test of this game finds here what every table has, too.
__all__ = ["MAP", "allowed", "play", "refused"]

Board = Mapping[str, Any]
E = TypeVar("E", bound=Event)

SOVIET_MOVEMENT, SOVIET_COMBAT, SOVIET_INTERDICTION = "soviet-movement", "soviet-combat", "soviet-interdiction"
GERMAN_MOVEMENT, GERMAN_COMBAT, MECHANISED = "german-movement", "german-combat", "german-mechanised"
GERMAN_INTERDICTION = "german-interdiction"


def field(
    *,
    columns: int = 12,
    rows: int = 10,
    river: str = "",
    lake_sides: str = "",
    road: str = "",
    rail: str = "",
    city: str = "",
    crossings: str = "",
    areas: Mapping[str, str] | None = None,
    **terrain: str,
) -> Board:
    """A small clear board with some features: forest="0304 0305", river="0304/n", road="0104 0204, 0305 0406".

    Several roads or railroads are parted by commas. `city` is a major city's hex, `areas` maps entrances to hexes.
    """
    lines = [("road", road), ("rail", rail)]
    board: dict[str, Any] = {
        "title": "a field",
        "grid": {"columns": [1, columns], "rows": [1, rows]},
        "terrain": {"fill": "clear", "hexes": dict(terrain)},
        "side": [{"kind": kind, "at": at} for kind, at in (("river", river), ("lake", lake_sides)) if at],
        "line": [{"kind": kind, "hexes": run} for kind, runs in lines for run in runs.split(",") if run.strip()],
        "area": [{"id": id, "kind": "entrance", "hexes": hexes} for id, hexes in (areas or {}).items()],
    }
    if city:
        board["place"] = [{"name": "Gorod", "kind": "major-city", "hexes": city}]
    if crossings:
        board["crossings"] = {"road": crossings}
    return board


def moat(*hexes: str) -> str:
    """All six sides of the hexes, for a river or a lake around them; hexes next to each other share a side."""
    sides: list[str] = []
    taken: set[frozenset[tuple[int, int]]] = set()
    for hex in hexes:
        column, row = int(hex[:2]), int(hex[2:])
        up, down = (row - 1, row) if column % 2 else (row, row + 1)
        steps = {"n": (0, row - 1), "ne": (1, up), "se": (1, down), "s": (0, row + 1), "sw": (-1, down), "nw": (-1, up)}
        for direction, (east, there) in steps.items():
            side = frozenset({(column, row), (column + east, there)})
            if side not in taken:
                taken.add(side)
                sides.append(f"{hex}/{direction}")
    return " ".join(sides)


FIELD = field()


def position(
    units: Mapping[str, str],
    *,
    board: Board | None = FIELD,
    turn: int = 7,
    phase: str = GERMAN_MOVEMENT,
    dice: Sequence[int] | str | None = None,
    options: Mapping[str, bool] | None = None,
    seed: int | str = 0,
    **more: Any,
) -> grognard.Match:
    """A match at a position; `more` is anything else a position file knows: due, armies, markers, control, tracks."""
    table: dict[str, Any] = {"game": "guderian", "turn": turn, "phase": phase, "units": dict(units), **more}
    if board is not None:
        table["board"] = dict(board)
    return grognard.setup(table, seed=seed, options=options, dice=dice)


# --- looking ---------------------------------------------------------------------------------------------------------


def offered(m: grognard.Match, words: str = "", kind: str | None = None) -> set[str]:
    """The words that may come next, of one kind if given: verb, unit, hex, number."""
    return {word for k, group in m.choices(words).groups if kind in (None, k) for word in group}


def hexes_offered(m: grognard.Match, words: str) -> set[str]:
    """The hexes that may come next."""
    return offered(m, words, "hex")


def units_offered(m: grognard.Match, words: str) -> set[str]:
    """The units that may come next."""
    return offered(m, words, "unit")


def asked(m: grognard.Match) -> tuple[str, str]:
    """Who must decide now, and what kind of decision it is."""
    assert m.decision is not None, "the game is over"
    return m.decision.side, m.decision.kind


def phase(m: grognard.Match) -> str:
    """The phase of the sequence of play."""
    name: str = m.view().phase
    return name


def turn(m: grognard.Match) -> int:
    """The game turn."""
    number: int = m.view().turn
    return number


def facts(m: grognard.Match) -> GuderianFacts:
    """What only this game shows."""
    own = m.view().own
    assert isinstance(own, GuderianFacts)
    return own


def unit(m: grognard.Match, name: str) -> Counter:
    """A unit on the map or waiting to enter, as everybody sees it."""
    view = m.view()
    for entry in (*view.units, *(due.unit for due in view.due), *view.to_place):
        if entry.id == name:
            return entry
    raise AssertionError(f"no unit {name} in the game")


def on_map(m: grognard.Match) -> dict[str, str]:
    """Every unit on the map and its hex."""
    return {entry.id: entry.hex for entry in m.view().units}


def where(m: grognard.Match, name: str) -> str | None:
    """The hex a unit stands in, or None if it is not on the map."""
    return on_map(m).get(name)


def stack(m: grognard.Match, hex: str) -> set[str]:
    """The units in a hex."""
    return {name for name, at in on_map(m).items() if at == hex}


def points_left(m: grognard.Match, name: str) -> float:
    """The movement points a unit has left in this phase."""
    left = unit(m, name).movement
    assert left is not None
    return left


def cost(m: grognard.Match, name: str, hex: str) -> float:
    """The movement points it costs the unit to move there."""
    points: float = m.query("reach", unit=name).costs[hex]
    return points


def status(m: grognard.Match, name: str) -> set[str]:
    """The marks on a unit: untried, disrupted, out-of-supply, moved, attacked."""
    return set(unit(m, name).status)


def markers(m: grognard.Match, kind: str, side: str = "german") -> set[str]:
    """The hexes with markers of a kind: interdiction, rail-cut."""
    return {marker.hex for marker in m.view().markers if (marker.kind, marker.side) == (kind, side)}


def zoc(m: grognard.Match, side: str) -> set[str]:
    """The hexes a side controls."""
    return set(m.query("zoc", of=side).hexes)


def supplied(m: grognard.Match, name: str) -> bool:
    """Whether a unit is in supply at this instant."""
    return m.query("supply", unit=name).in_supply is True


# --- what happened ---------------------------------------------------------------------------------------------------


def happened(events: Iterable[Event], kind: type[E]) -> list[E]:
    """The events of a kind, but no retreats and advances among the moves."""
    return [event for event in events if type(event) is kind]


def lines(preview: Preview) -> dict[str, str]:
    """The values of a preview's computation by rule (the last one where a rule counts twice)."""
    return {line.rule: line.value for line in preview.lines}
