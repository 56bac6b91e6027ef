"""Maps on the page: the ground is kept once, and every map lays something over it."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from html import escape
from typing import NamedTuple

from grognard.board import Board
from grognard.hexes import Hex
from grognard.report.maps import Sketch
from grognard.report.page import figure, key

SMALL = 14  # maps in the row of turns


class Plate(NamedTuple):
    """A layer drawn over the ground of a map, and its title."""

    title: str
    drawing: str


def thinned(steps: Sequence[int], most: int = SMALL) -> list[int]:
    """The steps, or evenly fewer if there are too many, with the first and the last."""
    if len(steps) <= most:
        return list(steps)
    return [steps[round(k * (len(steps) - 1) / (most - 1))] for k in range(most)]


def sides_key(sides: Sequence[str]) -> str:
    """Which colour is whose."""
    return key([(side, f"s{i}") for i, side in enumerate(sides)])


def store(sketch: Sketch, plates: Sequence[Plate]) -> str:
    """What the maps are put together from; once on a page, before them."""
    laid = "".join(f'<g id="f{i}">{plate.drawing}</g>' for i, plate in enumerate(plates))
    return (
        f'<svg width="0" height="0" style="position:absolute" aria-hidden="true"><defs><g id="ground">'
        f'{sketch.ground()}</g><g id="names">{sketch.names()}</g>{laid}</defs></svg>'
    )


def slides(sketch: Sketch, plates: Sequence[Plate], title: str, note: str) -> str:
    """One map that shows the plates one after the other, with a slider and a button."""
    last, titles = len(plates) - 1, [plate.title for plate in plates]
    picture = _map(sketch, title, f'<use class="now" href="#f{last}"/><use href="#names"/>')
    player = (
        f'<div class="player"><button type="button">Play</button><input type="range" min="0" max="{last}" '
        f'value="{last}" aria-label="Step of the match"/><output>{escape(titles[last])}</output></div>'
    )
    return (
        f'<figure class="map" id="replay" data-titles="{escape(json.dumps(titles))}"><figcaption>{escape(title)}'
        f'{sides_key(sketch.sides)}</figcaption>{picture}{player}<p class="note">{escape(note)}</p></figure>'
    )


def small_maps(sketch: Sketch, plates: Mapping[int, str]) -> str:
    """Small maps beside each other: plates by number, with titles of their own."""
    maps = (figure(title, _map(sketch, title, f'<use href="#f{i}"/>')) for i, title in plates.items())
    return f'<div class="small">{"".join(maps)}</div>'


def heat_map(sketch: Sketch, title: str, what: str, heat: Mapping[Hex, int], style: str = "") -> str:
    """A map of where something happened how often; `what` is it that happened, as 'attacks on'."""
    drawing = _map(sketch, title, f'{sketch.heat(heat, style)}<use href="#names"/>')
    return figure(title, drawing, f"The darker, the more {what} the hex; the most: {_hottest(sketch.board, heat)}.")


def _map(sketch: Sketch, label: str, over: str) -> str:
    return f'<svg viewBox="{sketch.view_box}" role="img" aria-label="{escape(label)}"><use href="#ground"/>{over}</svg>'


def _hottest(board: Board, heat: Mapping[Hex, int]) -> str:
    names, places = board.grid.names, board.place_at
    return ", ".join(
        f"{places[h].name if h in places else names[h]} ({count})" for h, count in Counter(heat).most_common(3)
    )
