"""The ladder as people see it."""

from __future__ import annotations

from typing import Any

from grognard.errors import Invalid
from grognard.games import find
from grognard.server import clubmessages as m
from grognard.server.api import Call, endpoint
from grognard.server.errors import NotThere
from grognard.server.ratings import standings
from grognard.server.records import now


@endpoint("GET", "/api/ladder", m.LadderMessage, query=("game", "side"), public_only=True)
async def ladder(call: Call) -> Any:
    """The ladder of a game and side."""
    try:
        info = find(call.query("game")).info
    except Invalid as error:
        raise NotThere(str(error)) from error
    side = call.query("side") or info.sides[0]
    if side not in info.sides:
        raise NotThere(f"no side '{side[:40]}': {' or '.join(info.sides)}")
    rows = await call.server.storage.read(lambda c: standings(c, info.id, side, now()))
    return m.LadderMessage(game=info.id, side=side, rows=rows)
