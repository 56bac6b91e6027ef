"""Chat and private notes."""

from __future__ import annotations

from typing import Any

from grognard.errors import Invalid
from grognard.server import chat
from grognard.server import messages as m
from grognard.server.api import Call, endpoint
from grognard.server.records import now
from grognard.server.seats import owner_of_notes
from grognard.server.text import many_lines

CHAT_MAX = 1_000
NOTES_MAX = 20_000


def chat_message(line: chat.StoredMessage) -> m.ChatMessage:
    """A line of chat as everybody sees it."""
    return m.ChatMessage(number=line.number, who=line.who, text=line.text, time=line.time)


@endpoint("GET", "/api/matches/{id}/messages", list[m.ChatMessage])
async def messages(call: Call) -> Any:
    """The chat so far."""
    room = await call.room()
    return [chat_message(line) for line in await room.storage.read(lambda c: chat.chat(c, room.id))]


@endpoint("POST", "/api/matches/{id}/messages", m.ChatMessage, m.Say)
async def say(call: Call) -> Any:
    """Say something to everybody at the match."""
    room = await call.room()
    text = many_lines(call.body.text, CHAT_MAX)
    if not text:
        raise Invalid("say something")
    who = call.caller.name or " & ".join(call.mine(room)) or "observer"
    origin = call.server.origin
    line = await room.storage.again(lambda c: chat.say(c, room.id, who, text, now(), origin))
    call.server.hub.chat(room, chat_message(line))
    return chat_message(line)


@endpoint("GET", "/api/matches/{id}/notes", m.NotesMessage, query=("as",))
async def notes(call: Call) -> Any:
    """A side's private notes."""
    room = await call.room()
    side = call.own_side(room)
    who = owner_of_notes(call.caller, room.seats[side])
    return m.NotesMessage(side=side, text=await room.storage.read(lambda c: chat.notes(c, room.id, side, who)))


@endpoint("PUT", "/api/matches/{id}/notes", m.NotesMessage, m.NotesMessage)
async def put_notes(call: Call) -> Any:
    """Replace a side's private notes."""
    room = await call.room()
    side = call.own_side(room, call.body.side)
    text = many_lines(call.body.text, NOTES_MAX)
    who = owner_of_notes(call.caller, room.seats[side])
    await room.storage.write(lambda c: chat.put_notes(c, room.id, side, who, text))
    return m.NotesMessage(side=side, text=text)
