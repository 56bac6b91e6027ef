"""Clocks: how long a side may think about a move, and in a whole match; what stands of them in the database.

A clock runs while its side is asked and somebody sits there. A move lasts from the moment a side is asked until it is
not asked any more, however many actions it takes.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import NamedTuple

import msgspec
from sqlalchemy import Connection, case, delete, insert, select, update

from grognard.errors import Invalid
from grognard.server import clubschema as t
from grognard.server.clubmessages import ClockTerms

LEAST, MOST = 60, 366 * 86_400  # seconds
LATE = ("forfeit", "bot")


class Clock(NamedTuple):
    """A side's clock, in milliseconds; `since` and `until` are 0 while it stands."""

    side: str
    used: int = 0
    since: int = 0
    until: int = 0


Clocks = Mapping[str, Clock]


def check(terms: ClockTerms) -> ClockTerms:
    """The terms somebody wishes; Invalid if they make no sense."""
    for seconds in (terms.per_move, terms.per_match):
        if seconds and not LEAST <= seconds <= MOST:
            raise Invalid(f"a clock has {LEAST} seconds at least and a year at most")
    if not (terms.per_move or terms.per_match):
        raise Invalid("say how long a move or a match may take")
    if terms.late not in LATE:
        raise Invalid(f"whoever runs out of time: {' or '.join(LATE)}")
    return terms


def after(terms: ClockTerms, clocks: Clocks, asked: Collection[str], time: int) -> dict[str, Clock]:
    """The clocks when these sides are asked from now on."""
    return {side: _after(terms, clock, side in asked, time) for side, clock in clocks.items()}


def _after(terms: ClockTerms, clock: Clock, asked: bool, time: int) -> Clock:
    if asked == bool(clock.since):
        return clock
    if not asked:
        return Clock(clock.side, clock.used + max(0, time - clock.since))
    ends = [time + terms.per_move * 1000] if terms.per_move else []
    if terms.per_match:
        ends.append(time + max(0, terms.per_match * 1000 - clock.used))
    return Clock(clock.side, clock.used, time, min(ends))


# --- as they are stored ----------------------------------------------------------------------------------------------


def terms_text(terms: ClockTerms | None) -> str:
    """ClockTerms as they are stored."""
    return "" if terms is None else msgspec.json.encode(terms).decode()


def terms_of(text: str) -> ClockTerms | None:
    """ClockTerms as they were stored."""
    return msgspec.json.decode(text, type=ClockTerms) if text else None


def set_up(connection: Connection, id: str, sides: Iterable[str]) -> None:
    """Give every side of a match a clock that stands."""
    connection.execute(insert(t.clocks), [{"match_id": id, **Clock(side)._asdict()} for side in sides])


def read(connection: Connection, id: str) -> dict[str, Clock]:
    """The clocks of a match."""
    c = t.clocks.c
    rows = connection.execute(select(c.side, c.used, c.since, c.until).where(c.match_id == id).order_by(c.side))
    return {row.side: Clock(*row) for row in rows}


def of_all(connection: Connection, ids: list[str]) -> dict[str, list[Clock]]:
    """The clocks of several matches."""
    c = t.clocks.c
    found: dict[str, list[Clock]] = {}
    if ids:
        wanted = select(c.match_id, c.side, c.used, c.since, c.until).where(c.match_id.in_(ids)).order_by(c.side)
        for row in connection.execute(wanted):
            found.setdefault(row.match_id, []).append(Clock(*row[1:]))
    return found


def move_on(connection: Connection, id: str, terms: ClockTerms, asked: Collection[str], time: int) -> dict[str, Clock]:
    """Let the clocks of a match run for those who are asked; what they are now."""
    before = read(connection, id)
    now = after(terms, before, asked, time)
    c = t.clocks.c
    for side, clock in now.items():
        if clock != before[side]:
            values = {"used": clock.used, "since": clock.since, "until": clock.until}
            connection.execute(update(t.clocks).where(c.match_id == id, c.side == side).values(**values))
    return now


def run_out(connection: Connection, time: int, limit: int = 500) -> list[str]:
    """The matches in which a clock has run out."""
    c = t.clocks.c
    wanted = select(c.match_id).where(c.until > 0, c.until <= time).order_by(c.until).limit(limit)
    return list(dict.fromkeys(connection.execute(wanted).scalars()))


# --- while the server was away ---------------------------------------------------------------------------------------


def beat(connection: Connection, time: int, usual: int, grace: int) -> int:
    """Say that a server is there. If none was for longer than usual, clocks are set on by that; how long it was.

    Whoever's clock runs has at least `grace` left then: nobody sits waiting for a server to come back.
    """
    last = connection.execute(select(t.alive.c.time).where(t.alive.c.id == 1)).scalar_one_or_none()
    if last is None:
        connection.execute(insert(t.alive), {"id": 1, "time": time})
        return 0
    if time <= last:
        return 0
    if (
        connection.execute(update(t.alive).where(t.alive.c.id == 1, t.alive.c.time == last).values(time=time)).rowcount
        != 1
    ):
        return 0  # another process was there
    gap = int(time - last)
    if gap <= usual:
        return 0
    c = t.clocks.c
    least = time + grace
    later = case((c.until + gap < least, least), else_=c.until + gap)
    connection.execute(update(t.clocks).where(c.until > 0).values(since=c.since + (later - c.until), until=later))
    connection.execute(insert(t.downtimes), {"began": last, "ended": time})
    connection.execute(delete(t.downtimes).where(t.downtimes.c.ended < time - MOST * 1000))
    return gap


def away(connection: Connection, since: int) -> int:
    """For how long no server was there since then."""
    c = t.downtimes.c
    rows = connection.execute(select(c.began, c.ended).where(c.ended > since))
    return sum(row.ended - max(row.began, since) for row in rows)
