"""Who is to be told that it is their turn: those who asked for it, are not there, and have not been told yet."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import msgspec
from sqlalchemy import Connection, delete, func, insert, or_, select, true, update

from grognard.games import find
from grognard.server import clubschema as t
from grognard.server import outbox, schema
from grognard.server.records import now

if TYPE_CHECKING:
    from grognard.server.app import Server

OLD = 7 * 86_400_000  # whose turn began before that was told, or does not want to know
FEW = 1_000  # rows that are looked at in one round
EACH = 50  # of one account: whoever has more matches than that hides nobody else's


class Waiting(NamedTuple):
    """Somebody a match waits for."""

    match: str
    game: str
    user: str
    side: str
    told: int | None
    names: tuple[str, ...]  # of the others


def note_here(connection: Connection, here: set[tuple[str, str]], time: int) -> None:
    """Note accounts that look at their matches now: match and account."""
    c = t.presence.c
    for match, user in here:
        connection.execute(delete(t.presence).where(c.match_id == match, c.user_id == user))
        connection.execute(insert(t.presence), {"match_id": match, "user_id": user, "time": time})


async def tell_whose_turn(server: Server) -> None:
    """Put notices into the outbox for those a match waits for."""
    club, time = server.settings.club, now()
    for one in await server.storage.read(lambda c: _waiting(c, time, int(club.told_after * 1000))):
        others = " and ".join(one.names) or "somebody"
        text = f"It is your turn in {find(one.game).info.title} against {others}."

        def job(connection: Connection, one: Waiting = one, text: str = text) -> bool:
            if not _mark(connection, one, time):
                return False
            outbox.post(connection, club, one.user, text, one.match, time)
            return True

        if await server.storage.write(job):
            server.outbox.wake()


def _waiting(connection: Connection, time: int, after: int) -> list[Waiting]:
    c, s, w, b = schema.matches.c, schema.seats.c, t.wishes.c, t.browsers.c
    wanted_by = or_(
        s.user_id.in_(select(w.user_id).where(or_(w.webhook != "", w.confirmed == true()))),
        s.user_id.in_(select(b.user_id)),
    )
    joined = schema.matches.join(schema.seats, s.match_id == c.id).outerjoin(
        t.told, (t.told.c.match_id == c.id) & (t.told.c.user_id == s.user_id)
    )
    newest = func.row_number().over(partition_by=s.user_id, order_by=(c.updated.desc(), c.id))
    each = (
        select(
            c.id, c.game, c.summary, c.updated, s.side, s.user_id, t.told.c.time.label("told"), newest.label("place")
        )
        .select_from(joined)
        .where(c.finished != true(), c.updated <= time - after, c.updated > time - OLD)
        .where(s.kind.in_(("screen", "link")), wanted_by)
        .where(or_(t.told.c.time.is_(None), t.told.c.time < c.updated))
        .subquery()
    )
    wanted = select(each).where(each.c.place <= EACH).order_by(each.c.updated.desc()).limit(FEW)
    found = []
    for row in connection.execute(wanted).all():
        if row.side not in msgspec.json.decode(row.summary)["waiting_for"] or _here(connection, row.id, row.user_id):
            continue
        if row.told is not None and _last_action(connection, row.id, row.side) <= row.told:
            continue  # it was their turn already when they were told
        seats = connection.execute(select(s.name, s.user_id).where(s.match_id == row.id).order_by(s.side)).all()
        names = tuple(seat.name for seat in seats if seat.user_id != row.user_id and seat.name)
        if names:  # not whoever plays both sides at one screen
            found.append(Waiting(row.id, row.game, row.user_id, row.side, row.told, names))
    return found


def _here(connection: Connection, match: str, user: str) -> bool:
    p = t.presence.c
    return connection.execute(select(p.time).where(p.match_id == match, p.user_id == user)).first() is not None


def _last_action(connection: Connection, match: str, side: str) -> int:
    a = schema.actions.c
    wanted = select(func.max(a.time)).where(a.match_id == match, a.side == side)
    return connection.execute(wanted).scalar_one() or 0


def _mark(connection: Connection, one: Waiting, time: int) -> bool:
    """Note that they are told; False if another process has just done it."""
    c = t.told.c
    key = (c.match_id == one.match, c.user_id == one.user)
    if one.told is not None:
        return connection.execute(update(t.told).where(*key, c.time == one.told).values(time=time)).rowcount == 1
    if connection.execute(select(c.time).where(*key)).first() is not None:
        return False
    connection.execute(insert(t.told), {"match_id": one.match, "user_id": one.user, "time": time})
    return True
