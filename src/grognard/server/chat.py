"""Chat and notes as they are stored."""

from __future__ import annotations

from typing import Any, NamedTuple

from sqlalchemy import Connection, delete, insert, select, update
from sqlalchemy.dialects import postgresql, sqlite

from grognard.server import schema as t
from grognard.server.storage import next_number, notify


class StoredMessage(NamedTuple):
    """A line of chat."""

    number: int
    who: str
    text: str
    time: int


def say(connection: Connection, id: str, who: str, text: str, time: int, origin: str) -> StoredMessage:
    """Add a line of chat."""
    line = StoredMessage(next_number(connection, t.messages, id), who, text, time)
    connection.execute(insert(t.messages), {"match_id": id, **line._asdict()})
    notify(connection, f"chat {id} {line.number} {origin}")
    return line


def chat(connection: Connection, id: str, since: int = 0, limit: int = 500) -> list[StoredMessage]:
    """The newest lines of chat of a match, the oldest of them first."""
    c = t.messages.c
    wanted = select(c.number, c.who, c.text, c.time).where(c.match_id == id, c.number > since)
    rows = connection.execute(wanted.order_by(c.number.desc()).limit(limit))
    return [StoredMessage(*row) for row in rows][::-1]


def notes(connection: Connection, id: str, side: str, who: str) -> str:
    """Somebody's private notes for a side."""
    c = t.notes.c
    wanted = select(c.text).where(c.match_id == id, c.side == side, c.who == who)
    return connection.execute(wanted).scalar_one_or_none() or ""


def put_notes(connection: Connection, id: str, side: str, who: str, text: str) -> None:
    """Replace somebody's private notes for a side."""
    dialect: Any = postgresql if connection.dialect.name == "postgresql" else sqlite
    row = dialect.insert(t.notes).values(match_id=id, side=side, who=who, text=text)
    connection.execute(row.on_conflict_do_update(index_elements=["match_id", "side", "who"], set_={"text": text}))


def hand_notes(connection: Connection, id: str, side: str, old: str, new: str) -> None:
    """Let notes follow somebody whose secret has changed."""
    c = t.notes.c
    connection.execute(delete(t.notes).where(c.match_id == id, c.side == side, c.who == new))
    connection.execute(update(t.notes).where(c.match_id == id, c.side == side, c.who == old).values(who=new))
