"""The club at the table: what is stored with an entry of the log besides it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

from sqlalchemy import Connection

from grognard.server import clocks, ratings
from grognard.server.affairs import Affairs
from grognard.server.errors import Conflict
from grognard.server.records import ENDS, OFF, RULES, Record
from grognard.server.seats import BOT, PEOPLE

if TYPE_CHECKING:
    from grognard.server.course import Course
    from grognard.server.rooms import Room
    from grognard.server.storage import Seat

Also = Callable[[Connection], Any]


class ClubEntry:
    """What is stored with an entry: `also`, the clocks as they run from now on, and at the end the ratings."""

    def __init__(self, room: Room, course: Course, record: Record, also: Also | None) -> None:
        self.affairs = room.affairs
        if record.kind == RULES:
            self.affairs = self.affairs._replace(older=None)
        self._id, self._time, self._game = room.id, record.time, course.match.header.game
        self._running = running(self.affairs, room.seats, course) if self.affairs.terms is not None else set()
        self._result = course.result if self.affairs.rated and record.kind != OFF else None
        self._players = ratings.players(room.seats) if self._result is not None else {}
        self._also = also
        if self._result is not None:
            self.affairs = self.affairs._replace(rated=False)

    def store(self, connection: Connection) -> None:
        """Store it all, in the transaction of the entry."""
        if self._also is not None:
            self._also(connection)
        if self.affairs.terms is not None:
            now = clocks.move_on(connection, self._id, self.affairs.terms, self._running, self._time)
            self.affairs = self.affairs._replace(clocks=now)
        if self._result is not None:
            ratings.settle(connection, self._id, self._game, self._players, self._result.winner, self._time)

    @property
    def job(self) -> Also | None:
        """The job for the writer, if there is anything to store."""
        needed = self._also is not None or self.affairs.terms is not None or self._result is not None
        return self.store if needed else None


def check_rules(affairs: Affairs, record: Record) -> None:
    """Conflict if the match was made under other rules and the entry is none of the ways out."""
    if affairs.older is not None and record.kind not in (*ENDS, RULES):
        raise Conflict(affairs.older.text)


def taken(seats: Iterable[Seat]) -> bool:
    """Whether somebody sits on every seat: only then do clocks run."""
    return all(seat.kind == BOT or (seat.kind in PEOPLE and seat.user is not None) for seat in seats)


def running(affairs: Affairs, seats: dict[str, Seat], course: Course) -> set[str]:
    """The sides whose clock runs: those that must decide and are a person's."""
    if course.result is not None or affairs.older is not None or not taken(seats.values()):
        return set()
    return {d.side for d in course.match.decisions if seats[d.side].kind in PEOPLE}


async def reset_clocks(room: Room, time: int) -> None:
    """Let the clocks run, or stand, after a seat has changed hands; with the room's lock held."""
    terms = room.affairs.terms
    if terms is None:
        return
    who = running(room.affairs, room.seats, room.course)
    now = await room.storage.write(lambda c: clocks.move_on(c, room.id, terms, who, time))
    room.affairs = room.affairs._replace(clocks=now)
    room.touch()
