"""What is stored and how it is read. Each function takes a connection; `Storage` runs them off the event loop."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

import msgspec
from sqlalchemy import Connection, RowMapping, delete, false, func, insert, or_, select, update
from sqlalchemy.exc import DBAPIError, IntegrityError

from grognard.errors import Invalid
from grognard.server import affairs, clocks
from grognard.server import schema as t
from grognard.server.affairs import Affairs
from grognard.server.clubmessages import ClockTerms
from grognard.server.database import Writer, lock_of, open_engine, run, turn_of
from grognard.server.records import Record

T = TypeVar("T")
SNAPSHOT_EVERY = 50
GUESTS = ("link", "invited")  # seats of people who come from elsewhere


class Seat(NamedTuple):
    """Who sits on a side; `token` is the hash of the secret."""

    side: str
    kind: str  # screen, link, open, bot, invited
    name: str
    token: str | None = None
    user: str | None = None


class StoredProposal(NamedTuple):
    """A question one side put to the other."""

    number: int
    side: str
    kind: str
    target: int
    status: str
    time: int


class StoredMark(NamedTuple):
    """A course as bytes, after so many entries."""

    number: int
    stamp: str
    content: bytes


class Stored(NamedTuple):
    """A match as it is stored."""

    id: str
    title: str
    header: str
    owner: str | None
    seed_known: bool
    seats: dict[str, Seat]
    records: list[Record]
    snapshots: dict[int, str]
    proposal: StoredProposal | None
    guests: bool = False
    sat: frozenset[tuple[str, str]] = frozenset()  # (account, side)
    mark: StoredMark | None = None
    affairs: Affairs = Affairs()


class Storage:
    """A database: reads run in threads, writes in the one writer."""

    def __init__(self, where: str | Path, *, alone: bool = True) -> None:
        """`alone`: no other process of this server writes here; otherwise they take turns."""
        self.turn = None if alone else turn_of(where)
        try:
            self.engine = open_engine(where, locked=alone)
            t.migrate(self.engine)
        except (OSError, DBAPIError) as error:
            reason = str(error.orig if isinstance(error, DBAPIError) else error).partition("\n")[0]
            raise Invalid(f"the database cannot be opened: {reason}") from error
        self.shared = self.engine.dialect.name == "postgresql"  # other processes may serve the same matches
        self._writer: Writer | None = None

    @property
    def lock(self) -> int | None:
        """The file descriptor of the lock on a SQLite file."""
        return lock_of(self.engine)

    def start(self) -> None:
        """Begin to write; to be called in the event loop."""
        self._writer = Writer(self.engine, self.turn)

    async def close(self) -> None:
        """Finish what waits and let go of the database."""
        if self._writer is not None:
            await self._writer.close()
        self.engine.dispose()

    async def read(self, ask: Callable[[Connection], T]) -> T:
        """Ask the database something."""
        return await asyncio.to_thread(self._read, ask)

    def _read(self, ask: Callable[[Connection], T]) -> T:
        with self.engine.connect() as connection:
            return ask(connection)

    async def write(self, job: Callable[[Connection], T]) -> T:
        """Change something; it is on the disk when this returns."""
        assert self._writer is not None
        return await self._writer.write(job)

    async def again(self, job: Callable[[Connection], T], tries: int = 8) -> T:
        """`write` for a job that numbers what it adds: if another process took the number, it takes the next."""
        for tried in range(tries - 1):
            try:
                return await self.write(job)
            except IntegrityError:
                await asyncio.sleep(0.01 * tried)
        return await self.write(job)


# --- matches ---------------------------------------------------------------------------------------------------------


def add_match(
    connection: Connection,
    *,
    id: str,
    game: str,
    title: str,
    header: str,
    owner: str | None,
    seed_known: bool,
    summary: dict[str, Any],
    seats: list[Seat],
    records: list[Record],
    time: int,
    mark: StoredMark | None = None,
    rated: bool = False,
    terms: ClockTerms | None = None,
) -> None:
    """Store a new match, with the actions it has already if it comes from a file."""
    text = msgspec.json.encode(summary).decode()
    row = {"id": id, "game": game, "title": title, "header": header, "owner": owner, "seed_known": seed_known}
    guests = any(seat.kind in GUESTS for seat in seats)
    times: dict[str, Any] = {"created": time, "updated": time, "guests": guests, "finished": bool(summary.get("over"))}
    times |= {"rated": rated, "terms": clocks.terms_text(terms)}
    connection.execute(insert(t.matches), {**row, "summary": text, **times})
    for seat in seats:
        put_seat(connection, id, seat)
    if terms is not None:
        clocks.set_up(connection, id, [seat.side for seat in seats])
    if records:
        connection.execute(insert(t.actions), [{"match_id": id, **record._asdict()} for record in records])
    if mark is not None:
        put_mark(connection, id, mark)


def load(connection: Connection, id: str) -> Stored | None:
    """Everything of a match."""
    row = connection.execute(select(t.matches).where(t.matches.c.id == id)).mappings().first()
    if row is None:
        return None
    marks = connection.execute(select(t.snapshots.c.number, t.snapshots.c.position).where(t.snapshots.c.match_id == id))
    return Stored(
        id,
        row["title"],
        row["header"],
        row["owner"],
        row["seed_known"],
        seats_of(connection, id),
        records_since(connection, id, 0),
        {row.number: row.position for row in marks},
        open_proposal(connection, id),
        row["guests"],
        sitters(connection, id),
        _mark(connection, id),
        affairs.read(connection, row),
    )


def affairs_of(connection: Connection, id: str) -> Affairs:
    """The club's affairs of a match."""
    return affairs.read(connection, connection.execute(select(t.matches).where(t.matches.c.id == id)).mappings().one())


def _mark(connection: Connection, id: str) -> StoredMark | None:
    c = t.marks.c
    row = connection.execute(select(c.number, c.stamp, c.content).where(c.match_id == id)).first()
    return None if row is None else StoredMark(row.number, row.stamp, bytes(row.content))


def put_mark(connection: Connection, id: str, mark: StoredMark) -> None:
    """Keep a course as bytes, in place of the one before."""
    connection.execute(delete(t.marks).where(t.marks.c.match_id == id))
    connection.execute(insert(t.marks), {"match_id": id, **mark._asdict()})


def records_since(connection: Connection, id: str, number: int) -> list[Record]:
    """The entries of a match's log after `number`."""
    c = t.actions.c
    wanted = select(c.number, c.kind, c.side, c.action, c.target, c.time, c.why)
    rows = connection.execute(wanted.where(c.match_id == id, c.number > number).order_by(c.number))
    return [Record(*row) for row in rows]


@dataclass(frozen=True, slots=True)
class Append:
    """Add an entry to a match's log; IntegrityError if there is one of that number already.

    It is a job for the writer, and many of them, of different matches, are stored with a few statements together.
    """

    id: str
    record: Record
    summary: dict[str, Any] | None = None  # what the lobby is to show, if that is other than before
    snapshot: str | None = None
    also: Callable[[Connection], Any] | None = None  # stored with it, or not at all

    def __call__(self, connection: Connection) -> None:
        self.together(connection, [self])

    @staticmethod
    def together(connection: Connection, jobs: Sequence[Append]) -> None:
        """Store them all."""
        run(connection, _INSERT_ACTION + _ROW, *[(job.id, *job.record) for job in jobs])
        told = [
            (msgspec.json.encode(job.summary).decode(), job.record.time, bool(job.summary.get("over")), job.id)
            for job in jobs
            if job.summary is not None
        ]
        if told:
            run(connection, _UPDATE_MATCH, *told)
        for job in jobs:
            if job.snapshot is not None:
                row = {"match_id": job.id, "number": job.record.number, "position": job.snapshot}
                connection.execute(insert(t.snapshots), row)
            if job.also is not None:
                job.also(connection)
        notify(connection, *[f"action {job.id} {job.record.number}" for job in jobs])

    @staticmethod
    def in_one(jobs: Sequence[Append]) -> tuple[str, list[Any]] | None:
        """The statement that stores them all, if the log is all there is to store; and its values."""
        if any(job.summary is not None or job.snapshot is not None or job.also is not None for job in jobs):
            return None
        values = [value for job in jobs for value in (job.id, *job.record)]
        return _INSERT_ACTION + ", ".join([_ROW] * len(jobs)), values


# What is stored with every action is said to the driver directly: it keeps these statements prepared.
_INSERT_ACTION = f"INSERT INTO actions (match_id, {', '.join(Record._fields)}) VALUES "
_ROW = f"(?{', ?' * len(Record._fields)})"
_UPDATE_MATCH = "UPDATE matches SET summary = ?, updated = ?, finished = ? WHERE id = ?"
_NOTIFY = "SELECT pg_notify('grognard', ?)"
NOTICE_MAX = 7_000  # PostgreSQL takes less than 8,000 bytes


def notify(connection: Connection, *messages: str) -> None:
    """Tell the other processes, when this is committed; many messages at once."""
    if connection.dialect.name != "postgresql":
        return
    notice = ""
    for message in messages:
        if notice and len(notice) + len(message) > NOTICE_MAX:
            run(connection, _NOTIFY, (notice,))
            notice = ""
        notice += f"{message}\n"
    run(connection, _NOTIFY, (notice,))


def seal(connection: Connection, id: str, number: int, position: str) -> None:
    """Store what the position is after an entry, in place of what was sealed before."""
    c = t.snapshots.c
    if not number or connection.execute(select(c.number).where(c.match_id == id, c.number == number)).first():
        return
    connection.execute(delete(t.snapshots).where(c.match_id == id, c.number < number, c.number % SNAPSHOT_EVERY != 0))
    connection.execute(insert(t.snapshots), {"match_id": id, "number": number, "position": position})


def last_change(connection: Connection, id: str) -> int:
    """When something was last played in a match."""
    return int(connection.execute(select(t.matches.c.updated).where(t.matches.c.id == id)).scalar_one())


def reveal(connection: Connection, id: str) -> None:
    """Mark the dice seed of a match as known to a player."""
    connection.execute(update(t.matches).where(t.matches.c.id == id).values(seed_known=True))
    notify(connection, f"seats {id} 0")


class Listed(NamedTuple):
    """A match as the lobby lists it."""

    row: RowMapping
    seats: list[Seat]
    clocks: list[clocks.Clock]


class Sought(NamedTuple):
    """Which matches somebody looks for."""

    game: str = ""
    state: str = ""  # running or over
    mine: bool = False
    open: bool = False  # with a seat for whoever comes
    text: str = ""  # in the title or the name of a player


def list_matches(
    connection: Connection,
    *,
    tokens: frozenset[str],
    user: str | None,
    everything: bool,
    sought: Sought = Sought(),  # noqa: B008
    limit: int = 200,
) -> list[Listed]:
    """The newest matches: all of them, or those of these secrets and this user and those with an open seat."""
    c, s = t.matches.c, t.seats.c
    query = select(t.matches).order_by(c.updated.desc()).limit(limit)
    known = user or "nobody"  # no user has this id
    own = or_(s.token.in_(tokens), s.user_id == known)
    mine = or_(c.id.in_(select(s.match_id).where(own)), c.owner == known)
    free = c.id.in_(select(s.match_id).where(s.kind == "open")) & (c.finished == false())
    if not everything:
        query = query.where(or_(mine, free))
    if sought.game:
        query = query.where(c.game == sought.game)
    if sought.state:
        query = query.where(c.finished == (sought.state == "over"))
    if sought.mine:
        query = query.where(mine)
    if sought.open:
        query = query.where(free)
    if sought.text:
        named = select(s.match_id).where(s.name.icontains(sought.text, autoescape=True))
        query = query.where(or_(c.title.icontains(sought.text, autoescape=True), c.id.in_(named)))
    rows = list(connection.execute(query).mappings())
    seats: dict[str, list[Seat]] = {row["id"]: [] for row in rows}
    found = connection.execute(select(t.seats).where(s.match_id.in_(seats)).order_by(s.side)).mappings()
    for row in found:
        seats[row["match_id"]].append(_seat(row))
    timed = clocks.of_all(connection, [row["id"] for row in rows if row["terms"]])
    return [Listed(row, seats[row["id"]], timed.get(row["id"], [])) for row in rows]


# --- seats -----------------------------------------------------------------------------------------------------------


def _seat(row: RowMapping) -> Seat:
    return Seat(row["side"], row["kind"], row["name"], row["token"], row["user_id"])


def seats_of(connection: Connection, id: str) -> dict[str, Seat]:
    """The seats of a match by side."""
    rows = connection.execute(select(t.seats).where(t.seats.c.match_id == id).order_by(t.seats.c.side)).mappings()
    return {row["side"]: _seat(row) for row in rows}


def put_seat(connection: Connection, id: str, seat: Seat, instead_of: Seat | None = None) -> bool:
    """Put somebody on a seat; False if whoever was to be replaced no longer sits there."""
    row = {"kind": seat.kind, "name": seat.name, "token": seat.token, "user_id": seat.user}
    if seat.user is not None and seat.kind != "invited":
        remember_sitter(connection, id, [seat.side], seat.user)
    if instead_of is None:
        connection.execute(insert(t.seats), {"match_id": id, "side": seat.side, **row})
        return True
    if seat.kind in GUESTS:
        connection.execute(update(t.matches).where(t.matches.c.id == id).values(guests=True))
    c = t.seats.c
    old = (
        c.kind == instead_of.kind,
        c.token.is_not_distinct_from(instead_of.token),
        c.user_id.is_not_distinct_from(instead_of.user),
    )
    changed = connection.execute(update(t.seats).where(c.match_id == id, c.side == seat.side, *old).values(**row))
    notify(connection, f"seats {id} 0")
    return changed.rowcount == 1


def sitters(connection: Connection, id: str) -> frozenset[tuple[str, str]]:
    """Every account that has had a seat in a match, with the side."""
    rows = connection.execute(select(t.sat.c.user_id, t.sat.c.side).where(t.sat.c.match_id == id))
    return frozenset((row.user_id, row.side) for row in rows)


def has_guests(connection: Connection, id: str) -> bool:
    """Whether somebody has come to a match as a guest."""
    return bool(connection.execute(select(t.matches.c.guests).where(t.matches.c.id == id)).scalar_one())


def remember_sitter(connection: Connection, id: str, sides: Iterable[str], user: str) -> None:
    """Note that an account has had these seats of a match."""
    c = t.sat.c
    for side in sides:
        known = select(c.side).where(c.match_id == id, c.side == side, c.user_id == user)
        if connection.execute(known).first() is None:
            connection.execute(insert(t.sat), {"match_id": id, "side": side, "user_id": user})


# --- proposals -------------------------------------------------------------------------------------------------------


def open_proposal(connection: Connection, id: str) -> StoredProposal | None:
    """The proposal that waits for an answer, if there is one."""
    c = t.proposals.c
    wanted = select(c.number, c.side, c.kind, c.target, c.status, c.time)
    row = connection.execute(wanted.where(c.match_id == id, c.status == "open").order_by(c.number.desc())).first()
    return None if row is None else StoredProposal(*row)


def propose(connection: Connection, id: str, side: str, kind: str, target: int, time: int) -> StoredProposal:
    """Put a question; an older one lapses."""
    c = t.proposals.c
    connection.execute(update(t.proposals).where(c.match_id == id, c.status == "open").values(status="lapsed"))
    number = next_number(connection, t.proposals, id)
    made = StoredProposal(number, side, kind, target, "open", time)
    connection.execute(insert(t.proposals), {"match_id": id, **made._asdict()})
    notify(connection, f"seats {id} 0")
    return made


def settle(connection: Connection, id: str, number: int, status: str) -> bool:
    """Close a proposal; False if it was closed already."""
    c = t.proposals.c
    closing = update(t.proposals).where(c.match_id == id, c.number == number, c.status == "open").values(status=status)
    closed = connection.execute(closing).rowcount == 1
    notify(connection, f"seats {id} 0")
    return closed


def next_number(connection: Connection, table: Any, id: str) -> int:
    """The number of a match's next row in a table that counts them."""
    newest = connection.execute(select(func.max(table.c.number)).where(table.c.match_id == id)).scalar_one()
    return (newest or 0) + 1
