"""`render`: the map, or a position on it, as a picture."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

import grognard
from grognard.board import Board
from grognard.cli.console import say
from grognard.cli.files import Side, open_match
from grognard.cli.show import corners, is_region
from grognard.errors import Invalid, nearest
from grognard.games import ALIASES, IDS
from grognard.hexes import HexSet, hexset
from grognard.match import Match
from grognard.save import replace_file

What = Annotated[str, Parameter(help="A save file, or a game for its empty map.")]
Out = Annotated[Path, Parameter(name=["--output", "-o"], help="The picture to write: a name in .svg or .png.")]
Width = Annotated[int | None, Parameter(name="--width", help="How many pixels wide a PNG is.")]
Region = Annotated[str | None, Parameter(name="--region", help="Only these hexes: 0110..1220.")]
Overlay = Annotated[
    list[str] | None,
    Parameter(name="--overlay", help="Tint hexes: zoc:german, supply:25/7, reach:25/7; may be repeated."),
]


def render(
    what: What,
    /,
    *,
    output: Out,
    side: Side = None,
    width: Width = None,
    region: Region = None,
    overlay: Overlay = None,
) -> None:
    """Draw the map, or a position on it, as SVG or PNG."""
    kind = output.suffix.lower()
    if kind not in (".svg", ".png"):
        raise Invalid(f"{output}: name the picture .svg or .png")
    if width is not None and (kind != ".png" or not 16 <= width <= 20_000):
        raise Invalid(
            f"--width {width}: " + ("an SVG has no width in pixels" if kind == ".svg" else "16 to 20000 pixels")
        )
    svg = _drawn(what, side, region, overlay or [])
    from grognard import render as room

    replace_file(output, svg.encode() if kind == ".svg" else room.png(svg, width=width))
    say(f"{output} is drawn")


def _drawn(what: str, side: str | None, region: str | None, overlay: list[str]) -> str:
    from grognard import render as room

    path = Path(what)
    if path.exists() or (what not in IDS and what not in ALIASES):
        match = _opened(path, what)
    else:
        match = grognard.new(what)
        board = match.board
        if region is None and not overlay:
            return room.board_svg(board)
        return room.svg(board, None, region=_region(board, region), overlays=_overlays(match, board, side, overlay))
    board = match.board
    overlays = _overlays(match, board, side, overlay)
    return room.svg(board, match.view(side), region=_region(board, region), overlays=overlays)


def _opened(path: Path, what: str) -> Match:
    if not path.exists() and not path.suffix:
        raise Invalid(f"no file and no game '{what}'{nearest(what, (*IDS, *ALIASES)) or ': ' + ', '.join(IDS)}")
    return open_match(path)


def _region(board: Board, text: str | None) -> HexSet | None:
    if text is None:
        return None
    if not is_region(board, text):
        raise Invalid(f"--region {text}: name two corners, as 0110..1220")
    grid = board.grid
    a, b = corners(board, text)
    columns, rows = sorted(map(grid.column, (a, b))), sorted(map(grid.row, (a, b)))
    found = [grid.at(c, r) for c in range(columns[0], columns[1] + 1) for r in range(rows[0], rows[1] + 1)]
    return hexset(hex for hex in found if hex is not None)


def _overlays(match: Match, board: Board, side: str | None, wanted: list[str]) -> dict[str, HexSet]:
    overlays: dict[str, HexSet] = {}
    for text in wanted:
        what, _, about = text.partition(":")
        try:
            answer = match.query(what, side, **({_named(match, what, about): about} if about else {}))
        except Invalid as error:
            raise Invalid(f"--overlay {text}: {error}; write it as zoc:german or reach:25/7") from None
        names = [name for part in (answer, *answer.parts) for name in (*part.hexes, *part.path)]
        if not names:
            say(f"{text}: no hexes" + (f" ({answer.why})" if answer.why else ""))
        overlays[text] = board.grid.parse(names)
    return overlays


def _named(match: Match, what: str, about: str) -> str:
    """What is named after the colon of an overlay: a side if it is one, otherwise whatever the query asks for first."""
    info = match.game.info
    query = next((query for query in info.queries if query.name == what), None)
    if query is None:
        return "unit"
    return "of" if "of" in query.about and about in info.sides else next((a for a in query.about if a != "of"), "of")
