"""A room is a match people and bots are at: the course so far, who sits where, who listens, and the order of play."""

from __future__ import annotations

import asyncio
import logging
import time
from collections import OrderedDict
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any

import msgspec
from sqlalchemy import Connection
from sqlalchemy.exc import IntegrityError, SQLAlchemyError

from grognard.server import club, olderrules
from grognard.server import storage as db
from grognard.server.botworker import Thought
from grognard.server.clerk import Replay
from grognard.server.clerkpool import Clerks
from grognard.server.clubmessages import OlderMessage
from grognard.server.course import Course, summary
from grognard.server.crew import Crew
from grognard.server.desk import Desk
from grognard.server.errors import Conflict, Lost, Misdirected, NotThere, Stale
from grognard.server.fair import commitment
from grognard.server.keeping import keep, kept, stamp
from grognard.server.listener import Listener
from grognard.server.messages import LogLine, MatchState, SeatMessage
from grognard.server.records import RULES, Damaged, Record
from grognard.server.seats import LINK, PEOPLE, Caller, holds, mine
from grognard.server.shelf import Shelf
from grognard.server.storage import SNAPSHOT_EVERY, Seat, Storage, Stored, StoredMark
from grognard.state import State
from grognard.view import AnyView

KEEP_EVERY = 500  # entries after which the course is kept as bytes again
REPLAY_HERE = 100  # entries that are played again beside the event loop; more of them by a clerk
REPLAY_SECONDS = 300.0  # of processor time, for the longest match
ENTRIES_MAX = 50_000  # in the log of a match
LISTED_MS = 1_000  # at least so often the lobby is told that a match goes on
ANSWERS_MAX = 1  # of a kind that a position remembers, as the range of one unit
TRIM_EVERY = 4  # entries after which it forgets the others
ROOMS_MAX = 256  # kept in memory though nobody is in them
WEIGHT_MAX = 300_000  # kilobytes that those take together, about
ROOM_KB, ENTRY_KB, HEX_KB = 100.0, 2.5, 1.7  # a room, each entry of its log, each hex of a board of its own
USED_SECONDS = 10.0  # a room somebody has asked for stays at least so long: whoever asked may be on the way in
SHELF = Shelf()  # of this process
log = logging.getLogger("grognard.server")


class Room:
    """One match that is being played, or looked at."""

    def __init__(self, stored: Stored, course: Course, storage: Storage) -> None:
        self.id, self.title, self.owner = stored.id, stored.title, stored.owner
        self.seed_known, self.seats, self.proposal = stored.seed_known, stored.seats, stored.proposal
        self.guests, self.sat, self.affairs = stored.guests, stored.sat, stored.affairs
        self.course, self.storage = course, storage
        self.kept = stored.mark.number if stored.mark else 0  # entries there were when the course was last kept
        self.lock = asyncio.Lock()
        self.used = time.monotonic()  # when somebody last asked for it
        self.listeners: set[Listener] = set()
        self.thinking: set[str] = set()
        self.failed: dict[str, str] = {}  # bots that gave up, and why
        self.changed: Callable[[Room, int], None] = lambda room, since: None  # after entries were added
        self.hints: dict[str, tuple[int, asyncio.Future[Thought]]] = {}  # by side: asked after so many entries
        self.shown: dict[tuple[str, tuple[str, ...]], MatchState] = {}  # the state now, by side and seats held
        self.ready: dict[tuple[str, tuple[str, ...]], msgspec.Raw] = {}  # the same as JSON
        self.tails: dict[
            str | None, tuple[int, list[LogLine]]
        ] = {}  # the end of the log after so many entries, by side
        self.told: dict[tuple[int, str | None], list[LogLine]] = {}  # lines of the log, by entry and side
        self.promise = commitment(stored.id, course.match.header.seed)
        self.options = dict(course.match.header.options)
        self.told_seats: list[SeatMessage] | None = None  # as messages, until one changes
        self.said_seats: list[SeatMessage] | None = None  # as everybody was told of them
        self.asking: tuple[Listener, int] | None = None  # whose action is being played over which live connection
        self._listed: tuple[dict[str, Any], int] = ({}, 0)  # what the lobby shows, and since when
        self._marked: State | None = None  # the newest position to go back to, when it was last looked at
        self._seen: Course | None = None
        self._views: dict[str | None, AnyView] = {}  # of that course, by side

    @property
    def sides(self) -> tuple[str, ...]:
        """The sides of the game."""
        return self.course.match.game.info.sides

    @property
    def secrets(self) -> bool:
        """Whether the sides see different things."""
        return self.course.match.game.info.secrets

    @property
    def weight(self) -> float:
        """How many kilobytes it takes, about."""
        own_board = "board" in (self.course.match.header.position or {})
        hexes = len(self.course.match.board.grid.hexes) if own_board else 0
        return ROOM_KB + ENTRY_KB * len(self.course.entries) + HEX_KB * hexes

    @property
    def number(self) -> int:
        """How many entries the log has."""
        return self.course.number

    def mine(self, caller: Caller) -> list[str]:
        """The sides the caller holds. Where sides have secrets, an account that sits on one does not look from another
        by the secret of a link, as whoever has given it away still could."""
        held = mine(caller, self.seats.values())
        if self.secrets and caller.user is not None and len(held) > 1:
            own = [side for side in held if self.seats[side].user == caller.user]
            return [side for side in held if side in own or self.seats[side].kind != LINK] if own else held
        return held

    def regroup(self) -> None:
        """A seat has changed hands: work out again which sides each listener holds."""
        self.touch()
        for listener in self.listeners:
            listener.mine = self.mine(listener.caller)
            if listener.side not in listener.mine:
                listener.side = ""

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
        """Whether the newest action is of these sides and nothing was learned since; `free_undo` is not for guests."""
        last = self.course.last_action()
        return last is not None and last.side in sides and self.course.may_take_back(alone=not self.guests)

    def has_played_against(self, caller: Caller, side: str) -> bool:
        """Whether the caller has, or has had, another side than this of a match to which guests have come."""
        held = {*self.mine(caller), *(s for user, s in self.sat if user == caller.user)}
        return self.guests and bool(held - {side})

    def view(self, side: str | None) -> AnyView:
        """What a side may know now; where the sides have no secrets it is worked out once for all of them."""
        match, course = self.course.match, self.course
        if self._seen is not course:
            self._seen, self._views = course, {}
        whose = side if self.secrets else None
        if whose not in self._views:
            self._views[whose] = match.view(whose)
        view = self._views[whose]
        if course.result is not None:
            return msgspec.structs.replace(view, side=side, decisions=())
        if whose == side:
            return view
        decisions = tuple([asked.told() for asked in match.asked(side)])
        return msgspec.structs.replace(view, side=side, decisions=decisions)

    def look_round(self) -> None:
        """Somebody has come or gone: if that shows on a seat, drop the cached states."""
        if self.told_seats is not None and any(
            told.here != self.is_here(self.seats[told.side])
            or told.thinking != (told.side in self.thinking)
            or told.failed != self.failed.get(told.side, "")
            for told in self.told_seats
        ):
            self.touch()

    def touch(self) -> None:
        """Drop the cached states: something they tell has changed, perhaps who sits where and is there."""
        self.shown, self.ready, self.told_seats = {}, {}, None

    # --- the order of play: call these with the lock held ------------------------------------------------------------

    async def add(self, record: Record, also: Callable[[Connection], Any] | None = None) -> None:
        """Check an entry, store it, and only then let it be seen; Illegal changes nothing, Stale if another was faster.

        `also` is stored with it, or not at all.
        """
        if record.number > ENTRIES_MAX:
            raise Conflict(f"a match has at most {ENTRIES_MAX} entries in its log")
        club.check_rules(self.affairs, record)
        course = self.course.next(record)
        snapshot = course.match.fingerprint() if record.number % SNAPSHOT_EVERY == 0 else None
        if also is None and self.proposal is not None and self.proposal.kind != "draw":
            asked = self.proposal.number  # it was about a position that is gone

            def also(connection: Connection) -> None:
                db.settle(connection, self.id, asked, "lapsed")

        entry = club.ClubEntry(self, course, record, also)
        try:
            listed = self._to_list(course, record)
            await self.storage.write(db.Append(self.id, record, listed, snapshot, entry.job))
        except IntegrityError as error:
            self._listed = {}, 0
            await self.catch_up()
            raise Stale(self.number) from error
        except Exception as error:
            log.error("match %s: entry %d could not be stored: %s", self.id, record.number, error)
            self._listed = {}, 0
            with suppress(SQLAlchemyError):  # if the database is away, the next action finds out what became of this
                await self.catch_up()
            raise Lost("the action could not be stored; it has not been played") from error
        self.affairs = entry.affairs
        self._take(course)

    def _to_list(self, course: Course, record: Record) -> dict[str, Any] | None:
        """What the lobby is to show now; None if it shows it already, and has heard of us a moment ago."""
        told, (before, when) = summary(course), self._listed
        if told == before and 0 <= record.time - when < LISTED_MS:
            return None
        self._listed = told, record.time
        return told

    def _take(self, course: Course) -> None:
        since = self.course.number
        self.course = course
        self.shown, self.ready = {}, {}
        if course.number % TRIM_EVERY == 0:
            course.match.state.trim(ANSWERS_MAX)
            self.share()
        if course.result is not None:
            self.told, self.tails = {}, {}  # what was secret may be told now
        if self.proposal is not None and self.proposal.kind != "draw":
            self.proposal = None
        self.changed(self, since)

    def share(self) -> None:
        """Let positions to go back to have their parts in common with those of other matches."""
        fresh = []
        for position in reversed(self.course.match.marks):
            if position is self._marked:
                break
            fresh.append(position)
        for position in reversed(fresh):
            SHELF.share(position)
            self._marked = position

    async def catch_up(self) -> None:
        """Take in what other processes have stored."""
        records = await self.storage.read(lambda c: db.records_since(c, self.id, self.number))
        course = self.course
        for record in records:
            course = course.next(record)
        if records:
            agreed = any(record.kind == RULES for record in records)
            await self._refresh_affairs(None if agreed else self.affairs.older)
            self._take(course)

    async def _refresh_affairs(self, older: OlderMessage | None) -> None:
        read = await self.storage.read(lambda c: db.affairs_of(c, self.id))
        self.affairs = read._replace(older=older)

    async def reach(self, number: int) -> None:
        """Catch up if somebody has seen more than this process: another has stored it a moment ago."""
        if self.storage.shared and number > self.number:
            await self.catch_up()

    async def refresh(self) -> None:
        """Read seats and proposal again."""
        self.seats, self.proposal, self.guests, self.sat = await self.storage.read(
            lambda c: (
                db.seats_of(c, self.id), db.open_proposal(c, self.id), db.has_guests(c, self.id), db.sitters(c, self.id)
            )
        )  # fmt: skip
        await self._refresh_affairs(self.affairs.older)
        self.touch()


class Rooms:
    """All rooms that are open in this process; those nobody is in make way for others."""

    def __init__(
        self, storage: Storage, opened: Callable[[Room], None], desk: Desk, clerks: Clerks, crew: Crew | None = None
    ) -> None:
        self.storage, self._desk, self._clerks, self._crew = storage, desk, clerks, crew or Crew()
        self._opened = opened
        self._keeping: dict[str, asyncio.Task[None]] = {}
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
            room.used = time.monotonic()
            self._rooms.move_to_end(id)
            return room
        if not self._crew.owns(id):  # only a request that hid in the tail of another comes here
            raise Misdirected("this connection leads elsewhere: open another for this match")
        if id not in self._opening:
            self._opening[id] = asyncio.ensure_future(self._open(id))
            self._opening[id].add_done_callback(lambda _: self._opening.pop(id, None))
        return await asyncio.shield(self._opening[id])

    async def _open(self, id: str) -> Room:
        stored = await self.storage.read(lambda c: db.load(c, id))
        if stored is None:
            raise NotThere("there is no such match")
        try:
            made, here = olderrules.made_with(stored.header, stored.records)
            course = await self._course(stored) if made == here else await self._older(stored)
        except Damaged as error:
            log.error("match %s: %s", id, error)
            raise
        room = Room(stored, course, self.storage)
        if made != here:
            room.affairs = room.affairs._replace(older=olderrules.older(course, made, here))
        self._rooms[id] = room
        room.share()
        self._opened(room)
        self.keep(room)
        if self.storage.shared:  # something may have been stored while this was read
            async with room.lock:
                await room.catch_up()
        self._make_way()
        return room

    async def _course(self, stored: Stored) -> Course:
        """The course from what was kept of it and the rest of the log; or else from the log alone."""
        mark, records, snapshots = stored.mark, stored.records, stored.snapshots
        if mark is not None and mark.stamp == stamp() and mark.number <= len(records):
            try:
                return await self._desk.do(_continued, stored, mark)
            except Damaged as error:
                log.warning("match %s: %s; its log is played again", stored.id, error)
        if len(records) <= REPLAY_HERE:
            return await self._desk.do(Course.replayed, stored.header, records, snapshots)
        duty = Replay(stored.header, records, snapshots)
        done = await self._clerks.ask(duty, REPLAY_SECONDS, f"match {stored.id}")
        return await self._desk.do(kept, stored.header, done.content)

    async def _older(self, stored: Stored) -> Course:
        """A match made under other rules, as far as it comes out as it was."""
        records, snapshots = stored.records, stored.snapshots
        if len(records) <= REPLAY_HERE:
            return await self._desk.do(olderrules.as_far_as_it_goes, stored.header, records, snapshots)
        duty = Replay(stored.header, records, snapshots, older=True)
        done = await self._clerks.ask(duty, REPLAY_SECONDS, f"match {stored.id}")
        return await self._desk.do(kept, stored.header, done.content)

    def keep(self, room: Room) -> None:
        """Keep the course as bytes, if much has happened since; in the background, for the log has it all."""
        if room.number - room.kept < KEEP_EVERY or room.affairs.older is not None or room.id in self._keeping:
            return
        task = asyncio.ensure_future(self._keep(room))
        self._keeping[room.id] = task
        task.add_done_callback(lambda _: self._keeping.pop(room.id, None))

    async def _keep(self, room: Room) -> None:
        course = room.course
        room.kept = course.number
        try:
            mark = StoredMark(course.number, stamp(), await self._desk.do(keep, course))
            await self.storage.write(lambda c: db.put_mark(c, room.id, mark))
        except Exception as error:
            log.warning("match %s: its course could not be kept: %s", room.id, error)

    async def close(self) -> None:
        """Let go of what is still being kept."""
        for task in list(self._keeping.values()):
            task.cancel()
        await asyncio.gather(*self._keeping.values(), return_exceptions=True)

    def _make_way(self) -> None:
        """Let go of rooms that nobody is in, those first that were asked for the longest time ago.

        A match has one room: whoever held another would see and play a match of his own.
        """
        now, weight = time.monotonic(), sum(room.weight for room in self._rooms.values())
        for id, room in list(self._rooms.items()):
            enough = len(self._rooms) <= ROOMS_MAX and weight <= WEIGHT_MAX
            if enough or now - room.used < USED_SECONDS:
                break
            if not room.listeners and not room.thinking and not room.lock.locked():
                weight -= room.weight
                del self._rooms[id]


def _continued(stored: Stored, mark: StoredMark) -> Course:
    """A course from what was kept of it, with the entries after that."""
    course = kept(stored.header, mark.content)
    if course.number != mark.number or [entry.record for entry in course.entries[1:]] != stored.records[: mark.number]:
        raise Damaged("what was kept of it is not of its log")
    if stored.snapshots.get(mark.number, "") not in ("", course.match.fingerprint()):
        raise Damaged("what was kept of it is another position")
    return course.followed(stored.records[mark.number :], stored.snapshots)
