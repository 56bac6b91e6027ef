"""Invitations: a seat is kept for an account by name, until it sits down or declines."""

from __future__ import annotations

import unicodedata
from typing import Any, NamedTuple

from sqlalchemy import Connection, func, select
from starlette.responses import Response

from grognard.errors import Invalid
from grognard.server import clubschema as t
from grognard.server import outbox, schema
from grognard.server import storage as db
from grognard.server.api import Call, endpoint
from grognard.server.errors import Conflict, NotThere, NotYours, TooFast
from grognard.server.records import now
from grognard.server.seats import INVITE, INVITED
from grognard.server.storage import Seat
from grognard.server.text import one_line

OPEN_MAX = 30  # invitations that wait for one account


class Guest(NamedTuple):
    """An account that is invited."""

    user: str
    name: str


async def guest(call: Call, kind: str) -> Guest:
    """The account that `invite:NAME` means; refused if there is none, or it wants no invitations."""
    user = call.caller.user
    if user is None:
        raise Invalid("only accounts can be invited: give them a link instead")
    if not call.server.invitations.allows(user):
        raise TooFast("too many invitations: wait a little")
    name = one_line(unicodedata.normalize("NFKC", kind.removeprefix(INVITE)), 40)
    found = await call.server.storage.read(lambda c: _find(c, name.casefold()))
    if found is None:
        raise NotThere(f"there is no account '{name}'")
    if found.user == user:
        raise Invalid("you need not invite yourself: take the seat")
    if not await call.server.storage.read(lambda c: _welcome(c, found.user)):
        raise Conflict(f"{found.name} takes no invitations now")
    return found


def _find(connection: Connection, folded: str) -> Guest | None:
    c = schema.users.c
    row = connection.execute(select(c.id, c.name).where(c.folded == folded)).first()
    return None if row is None else Guest(row.id, row.name)


def _welcome(connection: Connection, user: str) -> bool:
    wanted = connection.execute(select(t.wishes.c.invitations).where(t.wishes.c.user_id == user)).scalar_one_or_none()
    s = schema.seats.c
    waiting = select(func.count()).select_from(schema.seats).where(s.user_id == user, s.kind == INVITED)
    return wanted is not False and connection.execute(waiting).scalar_one() < OPEN_MAX


def tell(connection: Connection, call: Call, invited: Guest, match: str, game: str) -> None:
    """Have the account told, as it wishes to be."""
    text = f"{call.caller.name} invites you to {game}."
    outbox.post(connection, call.server.settings.club, invited.user, text, match, now())


@endpoint("POST", "/api/matches/{id}/seats/{side}/decline", None, public_only=True)
async def decline(call: Call) -> Any:
    """Decline an invitation; whoever made it may invite somebody else."""
    room, side = await call.room(), call.path("side")
    async with room.lock:
        old = room.seats.get(side)
        if old is None or old.kind != INVITED or old.user is None or old.user != call.caller.user:
            raise NotYours("you are not invited to that seat")
        seat = Seat(side, INVITED, "")
        if not await room.storage.write(lambda c: db.put_seat(c, room.id, seat, old)):
            await room.refresh()
            raise Conflict("that has just changed")
        room.seats[side] = seat
        call.server.hub.regrouped(room)
    return Response(None, 204)
