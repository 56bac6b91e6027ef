"""A database and its single writer: what many matches store at the same moment becomes one commit.

A write is done only when `Writer.write` returns: by then it is on the disk (SQLite, synchronous=FULL) or committed
(PostgreSQL). Everything that waits while a commit is under way goes into the next one together.
"""

from __future__ import annotations

import asyncio
import logging
import sqlite3
import threading
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from queue import SimpleQueue
from typing import IO, Any, TypeVar
from weakref import WeakKeyDictionary

from sqlalchemy import Connection, Engine, create_engine, event, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError

from grognard.errors import Invalid
from grognard.locks import take, taking_turns

T = TypeVar("T")
CACHE_KB = 512  # of the pages of a SQLite file, at each connection to it; the system has them in memory, too
BATCH = 256  # at most so many writes in one commit
log = logging.getLogger("grognard.server")


def sqlite_file(where: str | Path) -> Path | None:
    """The file of a SQLite database; None if it is another kind."""
    if "://" not in str(where):
        return Path(where)
    try:
        url = make_url(str(where))
    except ArgumentError:
        return None
    return Path(url.database or "") if url.get_backend_name() == "sqlite" else None


def turn_of(where: str | Path) -> IO[bytes] | None:
    """The file by which processes that write to one SQLite file take turns; PostgreSQL needs none."""
    file = sqlite_file(where)
    return None if file is None else file.with_name(f"{file.name}.turn").open("a+b")


def lock_of(engine: Engine) -> int | None:
    """The file descriptor of the lock an engine holds on its SQLite file, if it holds one."""
    lock = _locks.get(engine)
    return None if lock is None else lock.fileno()


def open_engine(where: str | Path, *, locked: bool = True) -> Engine:
    """The database at a path (SQLite) or at a postgresql:// address; a SQLite file is locked unless somebody has done
    so for us."""
    if (file := sqlite_file(where)) is not None:
        return _sqlite(file, locked)
    try:
        url = make_url(str(where))
    except ArgumentError as error:
        raise Invalid("the database is a path, or an address such as postgresql://user@host/name") from error
    if url.get_backend_name() != "postgresql":
        raise Invalid(f"no database of kind '{url.get_backend_name()}': a path for SQLite, or postgresql://")
    try:
        return create_engine(
            url.set(drivername="postgresql+psycopg"),
            pool_pre_ping=True,
            pool_size=8,
            connect_args={"connect_timeout": 5},
        )
    except ModuleNotFoundError as error:
        raise Invalid(f"PostgreSQL needs another package: pip install 'grognard[postgres]' ({error.name})") from error


_locks: WeakKeyDictionary[Engine, IO[bytes]] = WeakKeyDictionary()


def _sqlite(path: Path, locked: bool) -> Engine:
    if not path.name:
        raise Invalid("a SQLite database needs a file")
    path.parent.mkdir(parents=True, exist_ok=True)
    says = f"another server is running with {path}: one file, one server"
    lock = take(path.with_name(f"{path.name}.lock"), says) if locked else None
    engine = create_engine(f"sqlite:///{path}", pool_size=8, connect_args={"timeout": 15.0})
    if lock is not None:
        _locks[engine] = lock

    @event.listens_for(engine, "connect")
    def connected(dbapi: Any, _: Any) -> None:
        dbapi.isolation_level = None  # we say BEGIN ourselves
        for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", f"cache_size=-{CACHE_KB}"):
            dbapi.execute(f"PRAGMA {pragma}")

    @event.listens_for(engine, "begin")
    def begun(connection: Connection) -> None:
        writes = connection.get_execution_options().get("writes")
        run(connection, "BEGIN IMMEDIATE" if writes else "BEGIN")

    @event.listens_for(engine, "engine_disposed")
    def disposed(_: Engine) -> None:
        if lock is not None:
            lock.close()

    return engine


def run(connection: Connection, statement: str, *rows: Sequence[Any]) -> None:
    """Run a statement with `?` in it, for each row if there are several. SQLite is spoken to directly: what SQLAlchemy
    does around a statement takes longer than SQLite does."""
    if connection.dialect.name != "sqlite":
        values = [tuple(row) for row in rows]
        connection.exec_driver_sql(statement.replace("?", "%s"), values if len(values) > 1 else values[0])
        return
    sqlite: Any = connection.connection.driver_connection
    try:
        if len(rows) > 1:
            sqlite.executemany(statement, rows)
        else:
            sqlite.execute(statement, *rows)
    except sqlite3.Error as error:
        raise DBAPIError.instance(statement, rows, error, sqlite3.Error, hide_parameters=True) from error


Job = Callable[[Connection], Any]


class Writer:
    """The one thread that writes; `turn` is a file by which several processes take turns."""

    def __init__(self, engine: Engine, turn: IO[bytes] | None = None) -> None:
        self.engine, self._turn = engine, turn
        self._queue: SimpleQueue[tuple[Job, asyncio.Future[Any]] | None] = SimpleQueue()
        self._loop = asyncio.get_running_loop()
        self._connection: Connection | None = None
        self._thread = threading.Thread(target=self._run, name="grognard-writer", daemon=True)
        self._thread.start()

    async def write(self, job: Callable[[Connection], T]) -> T:
        """Run `job` in a transaction and return its answer once it is committed; what it raises is raised here."""
        future: asyncio.Future[T] = self._loop.create_future()
        self._queue.put((job, future))
        return await future

    async def close(self) -> None:
        """Finish what waits."""
        self._queue.put(None)
        await asyncio.to_thread(self._thread.join)

    def _run(self) -> None:
        while (first := self._queue.get()) is not None:
            with taking_turns(self._turn):
                batch = [first, *self._waiting()]  # those, too, who came while another process had its turn
                done = self._together(batch) or [self._alone(job) for job, _ in batch]
            results = [(future, *outcome) for (_, future), outcome in zip(batch, done, strict=True)]
            self._loop.call_soon_threadsafe(_deliver, results)
        self._hang_up()

    def _waiting(self) -> Iterator[tuple[Job, asyncio.Future[Any]]]:
        """What else is to be written now."""
        for _ in range(BATCH - 1):
            if self._queue.empty():
                return
            more = self._queue.get()
            if more is None:
                self._queue.put(None)
                return
            yield more

    def _line(self) -> Connection:
        if self._connection is None:
            self._connection = self.engine.connect().execution_options(writes=True)
        return self._connection

    def _hang_up(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    def _together(self, batch: list[tuple[Job, asyncio.Future[Any]]]) -> list[tuple[Any, BaseException | None]] | None:
        """All in one commit; None, with nothing changed, if one of them failed."""
        jobs = [job for job, _ in batch]
        one = self._in_one(jobs)
        if len(batch) == 1 and one is None:
            return None
        try:
            connection = self._line()
            if one is not None:
                run(connection, *one)
                return [(None, None)] * len(jobs)
            with connection.begin():
                return self._all(connection, jobs)
        except Exception:
            self._hang_up()
            return None

    def _in_one(self, jobs: list[Job]) -> tuple[str, Sequence[Any]] | None:
        """The one statement that does all the jobs, if there is one: SQLite commits it by itself."""
        if self.engine.dialect.name != "sqlite":
            return None
        ways = {getattr(job, "in_one", None) for job in jobs}
        way = ways.pop()
        return None if ways or way is None else way(jobs)

    def _all(self, connection: Connection, jobs: list[Job]) -> list[tuple[Any, BaseException | None]]:
        """Run the jobs in order; those that know how to be done together are, at the place of the first."""
        answers: list[tuple[Any, BaseException | None]] = []
        done: set[object] = set()
        for job in jobs:
            together = getattr(job, "together", None)
            if together is None:
                answers.append((job(connection), None))
                continue
            if together not in done:
                together(connection, [j for j in jobs if getattr(j, "together", None) is together])
                done.add(together)
            answers.append((None, None))
        return answers

    def _alone(self, job: Job, again: bool = True) -> tuple[Any, BaseException | None]:
        try:
            connection = self._line()
            with connection.begin():
                return job(connection), None
        except Exception as error:
            self._hang_up()
            if again and isinstance(error, DBAPIError) and error.connection_invalidated:
                return self._alone(job, False)  # the line was cut: if the job had been done, it now finds itself there
            return None, error


def _deliver(results: list[tuple[asyncio.Future[Any], Any, BaseException | None]]) -> None:
    for future, answer, error in results:
        if future.done():  # whoever waited has gone; the write stands
            continue
        if error is not None:
            future.set_exception(error)
        else:
            future.set_result(answer)
