"""Advice: what the staff would play. A bot thinks about it in a process of its own; asked twice, it thinks once."""

from __future__ import annotations

import asyncio
from typing import Any

from grognard.server import messages as m
from grognard.server.api import Call, endpoint
from grognard.server.botplay import job_for
from grognard.server.botpool import Failed
from grognard.server.botworker import Thought
from grognard.server.errors import Conflict, NoAdvice, TooFast
from grognard.server.rooms import Room


@endpoint("GET", "/api/matches/{id}/hint", m.HintMessage, query=("as",))
async def hint(call: Call) -> Any:
    """What the staff would play now, and why; it may take some seconds."""
    room = await call.room()
    side, number = call.own_side(room), room.number
    if room.course.result is not None:
        raise Conflict("the match is over")
    if room.course.match.decision_of(side) is None:
        raise Conflict(f"{side} has nothing to decide now")
    try:
        thought = await asyncio.shield(_thought(call, room, side))  # whoever asks next may want it too
    except Failed as error:
        raise NoAdvice(f"the staff has no advice: {error}") from error
    return m.HintMessage(number=number, action=thought.action, why=thought.why)


def _thought(call: Call, room: Room, side: str) -> asyncio.Future[Thought]:
    """The advice for a side, thought out already, being thought out, or begun now."""
    asked, thought = room.hints.get(side, (-1, None))
    if thought is not None and asked == room.number and not (thought.done() and _failed(thought)):
        return thought
    server = call.server
    if server.settings.public and not server.hints.allows(call.caller.user or ""):
        raise TooFast("too many hints: wait a little")
    # anew: the advice before may not have been taken
    job = job_for(room, side, server.settings.hint_bot, server.settings, anew=True)
    fresh = asyncio.ensure_future(server.advisers.think(job))
    fresh.add_done_callback(_failed)  # reads the exception, or asyncio would log it as never retrieved
    room.hints[side] = (room.number, fresh)
    return fresh


def _failed(thought: asyncio.Future[Thought]) -> bool:
    return thought.cancelled() or thought.exception() is not None
