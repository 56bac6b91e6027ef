"""A room is a match people and bots are at: the course so far, who sits where, who listens, and the order of play."""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Callable, Iterator
from typing import Any

import msgspec
from sqlalchemy import Connection
from sqlalchemy.exc import IntegrityError

from grognard.server import storage as db
from grognard.server.botworker import Thought
from grognard.server.course import Course, summary
from grognard.server.errors import Lost, NotThere, Stale
from grognard.server.messages import LogLine
from grognard.server.records import Damaged, Record
from grognard.server.seats import PEOPLE, Caller, holds, mine
from grognard.server.storage import Seat, Storage, Stored

SNAPSHOT_EVERY = 50
ROOMS_MAX = 256  # kept in memory though nobody is in them
log = logging.getLogger("grognard.server")


class Listener:
    """A live connection: who it is, which side it looks from, and what waits to be sent to it."""

    BACKLOG = 200  # a page that far behind is cut off and comes back for the whole state

    def __init__(self) -> None:
        self.caller = Caller()
        self.side = ""
        self.mine: list[str] = []
        self.waiting: asyncio.Queue[bytes | None] = asyncio.Queue()

    def send(self, message: bytes) -> None:
        """Queue a message; None cuts the connection."""
        if self.waiting.qsize() >= self.BACKLOG:
            self.waiting = asyncio.Queue()
            self.waiting.put_nowait(None)
        else:
            self.waiting.put_nowait(message)


class Room:
    """One match that is being played, or looked at."""

    def __init__(self, stored: Stored, course: Course, storage: Storage) -> None:
        self.id, self.title, self.owner = stored.id, stored.title, stored.owner
        self.seed_known, self.seats, self.proposal = stored.seed_known, stored.seats, stored.proposal
        self.course, self.storage = course, storage
        self.lock = asyncio.Lock()
        self.listeners: set[Listener] = set()
        self.thinking: set[str] = set()
        self.failed: dict[str, str] = {}  # bots that gave up, and why
        self.changed: Callable[[Room, int], None] = lambda room, since: None  # after entries were added
        self.hints: dict[str, tuple[int, asyncio.Future[Thought]]] = {}  # by side: asked after so many entries
        self.ready: dict[tuple[str, tuple[str, ...]], msgspec.Raw] = {}  # states as JSON, by side and seats held
        self.told: dict[tuple[int, str | None], list[LogLine]] = {}  # lines of the log, by entry and side
        self._parts: dict[str, tuple[object, msgspec.Raw]] = {}  # of the views last shown, by field: each with its JSON

    @property
    def sides(self) -> tuple[str, ...]:
        """The sides of the game."""
        return self.course.match.game.info.sides

    @property
    def secrets(self) -> bool:
        """Whether the sides see different things."""
        return self.course.match.game.info.secrets

    @property
    def number(self) -> int:
        """How many entries the log has."""
        return self.course.number

    def mine(self, caller: Caller) -> list[str]:
        """The sides the caller holds."""
        return mine(caller, self.seats.values())

    def is_here(self, seat: Seat) -> bool:
        """Whether somebody who holds the seat is connected."""
        return any(holds(listener.caller, seat) for listener in self.listeners)

    def others(self, sides: list[str]) -> list[str]:
        """The sides of other people: those who must agree to what is not one's own to decide."""
        return [s.side for s in self.seats.values() if s.kind in PEOPLE and s.side not in sides]

    def has_only(self, *kinds: str) -> bool:
        """Whether all seats are of these kinds."""
        return all(seat.kind in kinds for seat in self.seats.values())

    def may_undo(self, sides: list[str]) -> bool:
        """Whether the newest action is of these sides and nothing was learned since."""
        last = self.course.last_action()
        return last is not None and last.side in sides and self.course.may_take_back()

    def view(self, side: str | None) -> dict[str, msgspec.Raw]:
        """What a side may know, as JSON by field; a part that is as it was in the view before is not encoded again."""
        view, found = self.course.match.view(side), {}
        for field in view.__struct_fields__:
            part = () if field == "decisions" and self.course.result else getattr(view, field)
            before = self._parts.get(field)
            if before is None or (before[0] is not part and before[0] != part):
                before = self._parts[field] = part, msgspec.Raw(msgspec.json.encode(part))
            found[field] = before[1]
        return found

    def touch(self) -> None:
        """Drop the cached states: something they tell has changed."""
        self.ready = {}

    # --- the order of play: call these with the lock held ------------------------------------------------------------

    async def add(self, record: Record, also: Callable[[Connection], Any] | None = None) -> None:
        """Check an entry, store it, and only then let it be seen; Illegal changes nothing, Stale if another was faster.

        `also` is stored with it, or not at all.
        """
        course = self.course.next(record)
        snapshot = course.match.fingerprint() if record.number % SNAPSHOT_EVERY == 0 else None
        if also is None and self.proposal is not None and self.proposal.kind != "draw":
            asked = self.proposal.number  # it was about a position that is gone

            def also(connection: Connection) -> None:
                db.settle(connection, self.id, asked, "lapsed")

        try:
            await self.storage.write(db.Append(self.id, record, summary(course), snapshot, also))
        except IntegrityError as error:
            await self.catch_up()
            raise Stale(self.number) from error
        except Exception as error:
            log.error("match %s: entry %d could not be stored: %s", self.id, record.number, error)
            await self.catch_up()
            raise Lost("the action could not be stored; it has not been played") from error
        self._take(course)

    def _take(self, course: Course) -> None:
        since = self.course.number
        self.course = course
        self.touch()
        if course.result is not None:
            self.told = {}  # what was secret may be told now
        if self.proposal is not None and self.proposal.kind != "draw":
            self.proposal = None
        self.changed(self, since)

    async def catch_up(self) -> None:
        """Take in what other processes have stored."""
        records = await self.storage.read(lambda c: db.records_since(c, self.id, self.number))
        course = self.course
        for record in records:
            course = course.next(record)
        if records:
            self._take(course)

    async def refresh(self) -> None:
        """Read seats and proposal again."""
        stored = await self.storage.read(lambda c: (db.seats_of(c, self.id), db.open_proposal(c, self.id)))
        self.seats, self.proposal = stored
        self.touch()


class Rooms:
    """All rooms that are open in this process; those nobody is in make way for others."""

    def __init__(self, storage: Storage, opened: Callable[[Room], None]) -> None:
        self.storage = storage
        self._opened = opened
        self._rooms: OrderedDict[str, Room] = OrderedDict()
        self._opening: dict[str, asyncio.Future[Room]] = {}

    def __iter__(self) -> Iterator[Room]:
        return iter(list(self._rooms.values()))

    def known(self, id: str) -> Room | None:
        """The room if it is open."""
        return self._rooms.get(id)

    async def get(self, id: str) -> Room:
        """The room of a match; NotThere if there is no such match."""
        room = self._rooms.get(id)
        if room is not None:
            self._rooms.move_to_end(id)
            return room
        if id not in self._opening:
            self._opening[id] = asyncio.ensure_future(self._open(id))
            self._opening[id].add_done_callback(lambda _: self._opening.pop(id, None))
        return await asyncio.shield(self._opening[id])

    async def _open(self, id: str) -> Room:
        stored = await self.storage.read(lambda c: db.load(c, id))
        if stored is None:
            raise NotThere("there is no such match")
        try:
            course = await asyncio.to_thread(Course.replayed, stored.header, stored.records, stored.snapshots)
        except Damaged as error:
            log.error("match %s: %s", id, error)
            raise
        room = Room(stored, course, self.storage)
        self._rooms[id] = room
        self._opened(room)
        if self.storage.shared:  # something may have been stored while this was read
            async with room.lock:
                await room.catch_up()
        self._make_way()
        return room

    def _make_way(self) -> None:
        for id, room in list(self._rooms.items()):
            if len(self._rooms) <= ROOMS_MAX:
                break
            if not room.listeners and not room.thinking and not room.lock.locked():
                del self._rooms[id]
