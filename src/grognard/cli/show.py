"""`show`: the position as a map or as a list, for one side."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from typing import Annotated

import msgspec
from cyclopts import Parameter
from rich.columns import Columns
from rich.table import Table
from rich.text import Text

from grognard.board import Board
from grognard.cli import hexmap
from grognard.cli.console import console, fitted, say, say_json, side_style
from grognard.cli.files import File, Json, Side, open_match
from grognard.cli.stacks import Stacks, blocks
from grognard.cli.tell import visible
from grognard.errors import Invalid, nearest
from grognard.game import GameInfo
from grognard.hexes import Hex, locate
from grognard.match import Match
from grognard.view import AnyView

Hexes = Annotated[
    str | None,
    Parameter(name="--hexes", help="What to show: 0101..2020, a hex, a place or a unit to look around, or all."),
]
List = Annotated[bool, Parameter(name="--list", help="List the units instead of drawing the map.")]
AROUND = 26  # lines of the map when nobody says how high the terminal is
BESIDES = 16  # lines left to what is printed beside the map


def show(file: File, /, *, side: Side = None, list: List = False, hexes: Hexes = None, json: Json = False) -> None:
    """Show the position: a map around the latest action or of some hexes, or a list of all units."""
    match = open_match(file)
    if json:
        return say_json(match.view(side))
    return show_position(match, side, hexes, units=list)


def show_position(match: Match, side: str | None = None, hexes: str | None = None, *, units: bool = False) -> None:
    """Print the position as one side knows it."""
    view = match.view(side)
    window = find_window(match, view, side, hexes)
    tell_turn(match, view)
    if units:
        list_units(view)
    else:
        show_map(match.board, match.game.info, view, window)
    tell_rest(view)


def tell_turn(match: Match, view: AnyView) -> None:
    """Turn, date and weather, phase, points, and whose choice it is."""
    whose = f"{view.active} ".title() if view.active else ""
    title = view.phase_title
    title = title if title.startswith(whose) else whose + title
    date = "".join(f", {what}" for what in (view.date, view.weather) if what)
    turn = f"turn {view.turn} of {view.turns}{date}"
    say(f"{match.game.info.title}, {turn}: {title}", "bold")
    waiting = ", ".join(asked.side for asked in view.decisions) or "nobody: the game is over"
    points = {**view.points, **({} if view.net is None else {"net": view.net})}
    counts = [
        f"{what.replace('_', ' ')}: {_numbers(count)}"
        for what, count in {"points": points, **view.tallies}.items()
        if count
    ]
    say("    ".join([f"to choose: {waiting}", *counts, f"actions: {view.actions}"]))
    if battles := [f"{fight.hex} ({fight.attacker} attacked)" for fight in view.battles]:
        say(f"battles: {', '.join(battles)}")
    if match.game.info.secrets and view.side is None:
        say(f"what all may see; what one side sees: --side {' or --side '.join(match.game.info.sides)}", "dim")


# --- the map ---------------------------------------------------------------------------------------------------------


def find_window(match: Match, view: AnyView, side: str | None, hexes: str | None) -> hexmap.Window:
    """The part of the board to show: what was asked for, or where something happened last."""
    board = match.board
    grid = board.grid
    if hexes == "all":
        return hexmap.Window(grid.columns, grid.rows)
    if hexes is not None and is_region(board, hexes):
        a, b = corners(board, hexes)
        columns, rows = sorted(map(grid.column, (a, b))), sorted(map(grid.row, (a, b)))
        return hexmap.Window((columns[0], columns[1]), (rows[0], rows[1]))
    middle = _latest(board, match, view, side) if hexes is None else find_hex(board, view, hexes)
    printer = console()
    height = max(16, printer.height - BESIDES) if printer.is_terminal else AROUND
    return hexmap.around(board, middle, printer.width, height)


def show_map(board: Board, game: GameInfo, view: AnyView, window: hexmap.Window) -> None:
    """Print the window and name the stacks in it; a window too wide for its hexes is shown in small."""
    width = console().width
    columns = window.columns[1] - window.columns[0] + 1
    tiny = columns * hexmap.WIDE > width
    if not tiny:
        say(hexmap.draw(board, game, view, window))
    else:
        fits = (width - hexmap.TINY) // hexmap.TINY
        if columns > fits:
            last = window.columns[0] + fits - 1
            say(f"columns {window.columns[0]} to {last}: the terminal is too narrow for more", "dim")
            window = hexmap.Window((window.columns[0], last), window.rows)
        say(hexmap.overview(board, game, view, window))
    grid = board.grid
    names = [grid.names[h] for h in grid.hexes if (grid.column(h), grid.row(h)) in window]
    say(hexmap.key(board, game, view, names, tiny=tiny))
    if not tiny:
        _name_stacks(view, names)


def is_region(board: Board, text: str) -> bool:
    """Whether a text names two corners: 0101..2020, or 0101-2020 as some write it."""
    return ".." in text or (all(part in board.grid.by_name for part in text.split("-")) and "-" in text)


def corners(board: Board, text: str) -> tuple[Hex, Hex]:
    """The two corners of a region."""
    first, _, last = text.partition(".." if ".." in text else "-")
    return board.grid.hex(first), board.grid.hex(last)


def find_hex(board: Board, view: AnyView, word: str) -> Hex:
    """The hex a person means by its number, a place in it or a unit on it."""
    for unit in view.units:
        if unit.id.casefold() == word.casefold():
            return board.grid.hex(unit.hex)
    places = {place.name: place.hexes[0] for place in board.places.values()}
    try:
        return locate(board.grid, word, places)
    except Invalid as error:
        near = nearest(word, [unit.id for unit in view.units])
        raise Invalid(f"{error}{near}" if "did you mean" not in str(error) else str(error)) from None


def _latest(board: Board, match: Match, view: AnyView, side: str | None) -> Hex:
    """Where something happened last; at the start, where the first unit stands."""
    for event in reversed(visible(match.events, side)):
        facts = msgspec.to_builtins(event)
        names = [*facts.get("hexes", ()), *facts.get("path", ()), *([facts["hex"]] if "hex" in facts else [])]
        if names:
            with suppress(Invalid):
                return locate(board.grid, names[-1], board.named)
    return board.grid.hex(view.units[0].hex) if view.units else board.grid.hexes[0]


def _name_stacks(view: AnyView, names: list[str]) -> None:
    """The units in the window by name, hex by hex."""
    entries = []
    for name, stack in Stacks(view.units).within(names):
        entry = Text(f"{name} ", style="dim")
        entry.append(stack.names, style=f"not dim {side_style(stack.side)}")
        entries.append(entry)
    if entries:
        fitted(Columns(entries, padding=(0, 3), column_first=True))


# --- lists -----------------------------------------------------------------------------------------------------------


def list_units(view: AnyView) -> None:
    """Every unit on the map by side."""
    for side in sorted({unit.side for unit in view.units}):
        units = [unit for unit in view.units if unit.side == side]
        table = Table(title=f"{side}: {len(units)} units", title_style=side_style(side), title_justify="left", box=None)
        for heading in ("unit", "type", "strength", "hex", "steps", "moves", "status"):
            table.add_column(heading, justify="right" if heading in ("steps", "moves") else "left", no_wrap=True)
        unseen: dict[str, int] = {}
        for unit in units:
            if unit.hidden:
                unseen[unit.hex] = unseen.get(unit.hex, 0) + 1
                continue
            left = "" if unit.movement is None else f"{unit.movement:g}"
            steps = f"{unit.steps}/{unit.max_steps}"
            table.add_row(unit.id, unit.type, unit.strength, unit.hex, steps, left, " ".join(unit.status))
        for hex, count in unseen.items():
            table.add_row(blocks(count), "hidden", "?", hex, "", "", "")
        fitted(table)


def tell_rest(view: AnyView) -> None:
    """What is not on the map: units to place, reinforcements, markers, tracks."""
    if view.to_place:
        say("to place:  " + " ".join(unit.id for unit in view.to_place))
    _tell_due(view)
    markers: dict[str, list[str]] = {}
    for marker in view.markers:
        markers.setdefault(f"{marker.side} {marker.kind}", []).append(marker.hex)
    for what, hexes in markers.items():
        say(f"{what}:  {' '.join(hexes)}")
    tracks = [f"{name.replace('_', ' ')} {value}" for name, value in view.tracks.items() if value]
    if tracks:
        say("tracks:  " + ", ".join(tracks))


def _tell_due(view: AnyView) -> None:
    """Reinforcements of this turn and the next; where they come in a month, of the next month there are any."""
    groups: dict[tuple[int, str, str], list[str]] = {}
    for due in view.due:
        turn = max(due.turn, view.turn) if due.turn else 0
        groups.setdefault((turn, due.unit.side, due.at), []).append(due.unit.id)
    month = view.due[0].at if view.due else ""
    soon = {key: ids for key, ids in groups.items() if (key[0] <= view.turn + 1 if key[0] else key[2] == month)}
    for (turn, side, at), units in sorted(soon.items()):
        when = f"{'now' if turn == view.turn else f'turn {turn}'} at {at}" if turn else f"in {at}"
        say(Text(f"due {when}:  ").append(" ".join(units), style=side_style(side)))
    later = sum(map(len, groups.values())) - sum(map(len, soon.values()))
    if later:
        say(f"due later: {later} units (--json lists them)", "dim")


def _numbers(counts: Mapping[str, int]) -> str:
    return ", ".join(f"{name} {count}" for name, count in counts.items())
