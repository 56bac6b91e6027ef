"""What is stored, on SQLite and on PostgreSQL alike."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Coroutine
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

import pytest
from sqlalchemy import Connection, inspect, text
from sqlalchemy.exc import IntegrityError

import grognard
from grognard.errors import Invalid
from grognard.server import chat, schema
from grognard.server import storage as db
from grognard.server.clerkpool import Clerks
from grognard.server.course import Course, summary
from grognard.server.database import open_engine
from grognard.server.desk import Desk
from grognard.server.errors import Stale
from grognard.server.records import PLAY, UNDO, Damaged, Record, header_text
from grognard.server.rooms import Room, Rooms
from grognard.server.storage import Seat, Storage
from tests.random_play.player import BUSY, RandomPlayer

T = TypeVar("T")
SEATS = [Seat("german", "screen", "", "aa"), Seat("soviet", "open", "")]


def with_storage(where: str, body: Callable[[Storage], Coroutine[Any, Any, T]]) -> T:
    """Open the database, run something in an event loop, close it."""

    async def main() -> T:
        storage = Storage(where)
        storage.start()
        try:
            return await body(storage)
        finally:
            await storage.close()

    return asyncio.run(main())


async def begin(storage: Storage, id: str = "m1", match: grognard.Match | None = None) -> grognard.Match:
    match = match or grognard.new("guderian", seed="s")
    records = [Record(n, PLAY, p.side, p.action, 0, p.time) for n, p in enumerate(match.actions, 1)]

    def job(connection: Connection) -> None:
        db.add_match(
            connection,
            id=id,
            game="guderian",
            title="T",
            header=header_text(match),
            owner=None,
            seed_known=False,
            summary=summary(Course(match)),
            seats=SEATS,
            records=records,
            time=1,
        )

    await storage.write(job)
    return match


async def room_of(storage: Storage, id: str = "m1") -> Room:
    return await Rooms(storage, lambda room: None, Desk(), Clerks(1)).get(id)


def test_a_match_is_stored_and_loaded(database: str) -> None:
    async def body(storage: Storage) -> None:
        await begin(storage)
        stored = await storage.read(lambda c: db.load(c, "m1"))
        assert stored is not None
        assert (stored.title, stored.seats, stored.records) == ("T", {s.side: s for s in SEATS}, [])
        assert await storage.read(lambda c: db.load(c, "m2")) is None

    with_storage(database, body)


def test_entries_are_appended_and_survive(database: str) -> None:
    async def play(storage: Storage) -> str:
        await begin(storage)
        room = await room_of(storage)
        for number, action in enumerate(("place R16 0123", "place R17 0124"), 1):
            await room.add(Record(number, PLAY, "soviet", action, time=number))
        await room.add(Record(3, UNDO, "soviet", target=1, time=3))
        return room.course.match.fingerprint()

    async def look(storage: Storage) -> str:
        room = await room_of(storage)
        assert [e.record for e in room.course.entries[1:]] == [
            Record(1, PLAY, "soviet", "place R16 0123", 0, 1),
            Record(2, PLAY, "soviet", "place R17 0124", 0, 2),
            Record(3, UNDO, "soviet", "", 1, 3),
        ]
        return room.course.match.fingerprint()

    assert with_storage(database, play) == with_storage(database, look)


def test_an_entry_of_a_number_that_is_taken_is_refused_whole(database: str) -> None:
    async def body(storage: Storage) -> None:
        await begin(storage)
        entry = Record(1, PLAY, "soviet", "deploy", 0, 5)
        await storage.write(lambda c: db.Append("m1", entry, {"first": 1})(c))
        with pytest.raises(IntegrityError):
            await storage.write(lambda c: db.Append("m1", entry._replace(action="other"), {"second": 2}, "snap")(c))
        (listed,) = await storage.read(lambda c: db.list_matches(c, tokens=frozenset(), user=None, everything=True))
        assert listed.row["summary"] == '{"first":1}'
        assert (await storage.read(lambda c: db.records_since(c, "m1", 0))) == [entry]

    with_storage(database, body)


def test_whoever_comes_second_gets_the_new_position(database: str) -> None:
    async def body(storage: Storage) -> None:
        await begin(storage)
        one, two = await room_of(storage), await room_of(storage)  # as two processes would have them
        told: list[int] = []
        two.changed = lambda room, since: told.append(since)
        await one.add(Record(1, PLAY, "soviet", "place R16 0123", time=1))
        with pytest.raises(Stale) as caught:
            await two.add(Record(1, PLAY, "soviet", "place R17 0124", time=1))
        assert caught.value.number == 1
        assert two.course.match.fingerprint() == one.course.match.fingerprint()
        assert told == [0]
        await two.add(Record(2, PLAY, "soviet", "place R17 0124", time=1))

    with_storage(database, body)


@pytest.mark.parametrize("summary", [{}, None], ids=["with the lobby's line", "the log alone"])
def test_many_writes_at_once_share_commits_and_a_bad_one_hurts_only_itself(
    database: str, summary: dict[str, Any] | None
) -> None:
    async def body(storage: Storage) -> None:
        for n in range(30):
            await begin(storage, f"m{n}")

        async def write(n: int, number: int) -> str:
            try:
                await storage.write(db.Append(f"m{n}", Record(number, PLAY, "soviet", "deploy"), summary))
            except IntegrityError:
                return "taken"
            return "stored"

        jobs = [write(n, 1) for n in range(30)] + [write(7, 1), write(8, 1)]
        outcomes = await asyncio.gather(*jobs)
        assert outcomes.count("taken") == 2
        assert outcomes.count("stored") == 30
        logs = await storage.read(lambda c: [db.records_since(c, f"m{n}", 0) for n in range(30)])
        assert [len(log) for log in logs] == [1] * 30
        with pytest.raises(IntegrityError):  # also by itself
            await storage.write(db.Append("m7", Record(1, PLAY, "soviet", "other"), summary))

    with_storage(database, body)


@cache
def long_match() -> grognard.Match:
    match = grognard.new("guderian", seed="long")
    RandomPlayer.seeded("long", BUSY).play(match, 1000)
    return match


def test_a_thousand_actions_load_in_less_than_a_second(database: str) -> None:
    match = long_match()

    async def body(storage: Storage) -> None:
        await begin(storage, match=match)
        await storage.read(lambda c: db.load(c, "m1"))
        took = []
        for _ in range(3):  # processor time, and the best of up to three: others use the machine too
            started = time.process_time()
            room = await room_of(storage)
            took.append(time.process_time() - started)
            if took[-1] < 1:
                break
        assert room.course.match.fingerprint() == match.fingerprint()
        assert min(took) < 1, took

    with_storage(database, body)


def test_a_replay_is_checked_against_its_snapshots(database: str) -> None:
    async def body(storage: Storage) -> None:
        await begin(storage)
        entry = Record(1, PLAY, "soviet", "place R16 0123", 0, 1)
        await storage.write(lambda c: db.Append("m1", entry, {}, "0123456789abcdef")(c))
        with pytest.raises(Damaged, match="another position"):
            await room_of(storage)
        await storage.write(lambda c: c.execute(text("DELETE FROM snapshots")) and None)
        await storage.write(lambda c: db.Append("m1", Record(2, PLAY, "soviet", "fly", 0, 1), {})(c))
        with pytest.raises(Damaged, match="no longer legal"):
            await room_of(storage)

    with_storage(database, body)


def test_notes_chat_and_seats(database: str) -> None:
    async def body(storage: Storage) -> None:
        await begin(storage)
        for words in ("one", "two <b>\U0001f642"):
            await storage.write(lambda c, words=words: chat.put_notes(c, "m1", "german", "aa", words))  # type: ignore[misc]
            await storage.write(lambda c, words=words: chat.say(c, "m1", "german", words, 1, ""))  # type: ignore[misc]
        assert await storage.read(lambda c: chat.notes(c, "m1", "german", "aa")) == "two <b>\U0001f642"
        assert [m.number for m in await storage.read(lambda c: chat.chat(c, "m1"))] == [1, 2]
        taken = Seat("soviet", "screen", "", "bb")
        assert await storage.write(lambda c: db.put_seat(c, "m1", taken, SEATS[1]))
        assert not await storage.write(lambda c: db.put_seat(c, "m1", taken._replace(token="cc"), SEATS[1]))
        assert (await storage.read(lambda c: db.seats_of(c, "m1")))["soviet"] == taken

    with_storage(database, body)


def test_only_ones_own_matches_are_listed_in_public(database: str) -> None:
    async def body(storage: Storage) -> None:
        await begin(storage)
        await storage.write(lambda c: c.execute(text("UPDATE seats SET kind = 'screen'")) and None)

        async def listed(*tokens: str) -> int:
            wanted = frozenset(tokens)
            return len(await storage.read(lambda c: db.list_matches(c, tokens=wanted, user=None, everything=False)))

        assert await listed() == 0
        assert await listed("bb") == 0
        assert await listed("aa", "bb") == 1

    with_storage(database, body)


# --- versions of the database ----------------------------------------------------------------------------------------


def test_migrations_make_the_tables_the_program_speaks_of(database: str) -> None:
    engine = open_engine(database)
    assert schema.migrate(engine) == schema.migrate(engine)  # a second time nothing happens
    there = inspect(engine)
    for table in schema.metadata.sorted_tables:
        columns = {c["name"]: c["nullable"] for c in there.get_columns(table.name)}
        keys = set(there.get_pk_constraint(table.name)["constrained_columns"])
        assert list(columns) == table.c.keys(), table.name
        assert keys == {c.name for c in table.primary_key}, table.name
        for column in table.c:
            if not column.primary_key:
                assert columns[column.name] == column.nullable, f"{table.name}.{column.name}"
    engine.dispose()


def test_an_older_database_is_brought_up_to_date_whole_or_not_at_all(database: str, tmp_path: Path) -> None:
    engine = open_engine(database)
    folder = tmp_path / "migrations"
    folder.mkdir()
    (folder / "0001.sql").write_text((schema.MIGRATIONS / "0001.sql").read_text())
    assert schema.migrate(engine, folder) == 1
    with engine.begin() as connection:
        connection.execute(text("INSERT INTO users VALUES ('u', 'Anna', 'anna', 'x', 1)"))
    (folder / "0002.sql").write_text("ALTER TABLE users ADD COLUMN colour TEXT;\n\nBROKEN;\n")
    with pytest.raises(Exception, match=r"(?i)syntax"):
        schema.migrate(engine, folder)
    assert "colour" not in {c["name"] for c in inspect(engine).get_columns("users")}
    (folder / "0002.sql").write_text("-- a colour;\nALTER TABLE users ADD COLUMN colour TEXT;\n")
    assert schema.migrate(engine, folder) == 2
    with engine.connect() as connection:
        assert connection.execute(text("SELECT name, colour FROM users")).one() == ("Anna", None)
    (folder / "0002.sql").unlink()
    with pytest.raises(Invalid, match="newer program"):
        schema.migrate(engine, folder)
    engine.dispose()


def test_a_wrong_address_is_explained(tmp_path: Path) -> None:
    other = tmp_path / "letter.txt"
    other.write_text("Dear Anna, this is not a database. " * 100)
    places = ("mysql://localhost/x", "sqlite://", "nonsense://", "postgresql://nobody@127.0.0.1:1/x", "/proc/1/x/y")
    for where in (*places, str(other)):
        with pytest.raises(Invalid):
            Storage(where)
    assert other.read_text().startswith("Dear Anna")
