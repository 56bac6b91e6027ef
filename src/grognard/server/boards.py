"""Boards for the page: the map picture drawn once and kept compressed, and where each hex lies on it."""

from __future__ import annotations

import asyncio
import gzip
from collections import OrderedDict
from hashlib import sha256
from typing import NamedTuple

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from grognard import render
from grognard.board import Board
from grognard.render.theme import default
from grognard.server.desk import Desk
from grognard.server.messages import BoardMessage, HexMessage, RiverMessage, ThemeMessage

BOARDS_MAX = 12  # those of our games among them
FOREVER = "private, max-age=31536000, immutable"


class Picture(NamedTuple):
    """A map picture, plain and compressed."""

    svg: bytes
    gzipped: bytes
    digest: str


def _draw(board: Board) -> Picture:
    svg = render.board_svg(board).encode()
    return Picture(svg, gzip.compress(svg, 6, mtime=0), sha256(svg).hexdigest()[:16])


class Boards:
    """The pictures of the boards that were asked for lately; a board is drawn once, on a thread of its own."""

    def __init__(self) -> None:
        self._easel = Desk()
        self._drawn: OrderedDict[Board, asyncio.Future[tuple[Picture, BoardMessage]]] = OrderedDict()

    def close(self) -> None:
        """Draw nothing more."""
        self._easel.close()

    async def picture(self, board: Board) -> Picture:
        """The picture of a board."""
        return (await self._of(board))[0]

    async def message(self, match: str, board: Board) -> BoardMessage:
        """What the page needs to know of a board."""
        picture, told = await self._of(board)
        return msgspec.structs.replace(told, picture=f"/api/matches/{match}/board.svg?v={picture.digest}")

    async def _of(self, board: Board) -> tuple[Picture, BoardMessage]:
        known = self._drawn.pop(board, None)
        if known is None or (known.done() and (known.cancelled() or known.exception() is not None)):
            known = asyncio.ensure_future(self._easel.do(lambda: (_draw(board), _message(board))))
        self._drawn[board] = known  # those asked for lately are the last to go
        if len(self._drawn) > BOARDS_MAX:
            self._drawn.popitem(last=False)
        return await asyncio.shield(known)


def _message(board: Board) -> BoardMessage:
    grid, extent = board.grid, render.extent(board)
    hexes = [
        HexMessage(
            name=grid.names[h],
            x=round(x, 2),
            y=round(y, 2),
            terrain=board.terrain[h],
            place=board.place_at[h].name if h in board.place_at else "",
        )
        for h, (x, y) in extent.centres.items()
    ]
    steps = {h: [grid.step(h, d) for d in range(6)] for h in grid.hexes}
    return BoardMessage(
        title=board.title,
        top=grid.top,
        width=round(extent.width, 2),
        height=round(extent.height, 2),
        radius=extent.radius,
        picture="",  # each match has its own address for it
        hexes=hexes,
        directions=list(grid.directions),
        neighbours={grid.names[h]: ["" if n is None else grid.names[n] for n in near] for h, near in steps.items()},
        areas={area.id: [grid.names[h] for h in area.hexes] for area in board.areas.values()},
        rivers=[
            RiverMessage(r.name, round(r.x, 1), round(r.y, 1), round(r.turn, 1), r.size, r.over) for r in extent.rivers
        ],
        places=extent.places,
    )


def send(picture: Picture, request: Request) -> Response:
    """The picture as an answer that a browser keeps."""
    headers = {"Cache-Control": FOREVER, "ETag": f'"{picture.digest}"', "Vary": "Accept-Encoding"}
    if picture.digest in request.headers.get("if-none-match", ""):
        return Response(None, 304, headers)
    if "gzip" in request.headers.get("accept-encoding", ""):
        return Response(picture.gzipped, 200, {**headers, "Content-Encoding": "gzip"}, "image/svg+xml")
    return Response(picture.svg, 200, headers, "image/svg+xml")


def sprite() -> str:
    """The unit symbols, without the inline style that a strict page refuses."""
    return render.sprite().replace(' style="display:none"', ' width="0" height="0" aria-hidden="true"')


def theme() -> ThemeMessage:
    """The colours of counters and marks."""
    taste = default()
    return ThemeMessage(palettes={side: msgspec.to_builtins(p) for side, p in taste.sides.items()}, marks=taste.marks)
