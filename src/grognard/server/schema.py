"""The database schema: its tables, and the migrations that bring an older database up to date."""

from __future__ import annotations

import re
from pathlib import Path

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Connection,
    Engine,
    ForeignKey,
    Integer,
    LargeBinary,
    MetaData,
    Table,
    Text,
    text,
)

from grognard.errors import Invalid

MIGRATIONS = Path(__file__).parent / "migrations"
LOCK = 0x67726F67  # one process at a time migrates a PostgreSQL database

metadata = MetaData()


def _match() -> Column[str]:
    return Column("match_id", Text, ForeignKey("matches.id"), primary_key=True)


users = Table(
    "users",
    metadata,
    Column("id", Text, primary_key=True),
    Column("name", Text, nullable=False),
    Column("folded", Text, nullable=False, unique=True),  # the name as it is compared
    Column("password", Text, nullable=False),
    Column("created", BigInteger, nullable=False),
)
sessions = Table(
    "sessions",
    metadata,
    Column("token", Text, primary_key=True),
    Column("user_id", Text, ForeignKey("users.id"), nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("expires", BigInteger, nullable=False),
)
matches = Table(
    "matches",
    metadata,
    Column("id", Text, primary_key=True),
    Column("game", Text, nullable=False),
    Column("title", Text, nullable=False),
    Column("header", Text, nullable=False),  # everything the match starts from, as JSON
    Column("owner", Text, ForeignKey("users.id")),
    Column("seed_known", Boolean, nullable=False),
    Column("summary", Text, nullable=False),  # what the lobby shows, as JSON
    Column("created", BigInteger, nullable=False),
    Column("updated", BigInteger, nullable=False),
    Column("guests", Boolean, nullable=False),  # somebody got a seat of it by link, or came to an open one
    Column("finished", Boolean, nullable=False, server_default="0"),
    Column("rated", Boolean, nullable=False, server_default="0"),  # it counts for the ladder
    Column("terms", Text, nullable=False, server_default=""),  # of its clocks, as JSON
)
seats = Table(
    "seats",
    metadata,
    _match(),
    Column("side", Text, primary_key=True),
    Column("kind", Text, nullable=False),
    Column("name", Text, nullable=False),
    Column("token", Text),
    Column("user_id", Text, ForeignKey("users.id")),
)
actions = Table(  # only ever appended to
    "actions",
    metadata,
    _match(),
    Column("number", Integer, primary_key=True),
    Column("kind", Text, nullable=False),  # see `records`
    Column("side", Text, nullable=False),
    Column("action", Text, nullable=False),
    Column("target", Integer, nullable=False),  # of an undo or rollback: the entry it returns to
    Column("time", BigInteger, nullable=False),
    Column("why", Text, nullable=False, server_default=""),  # what the bot that played it gave for a reason
)
snapshots = Table(  # what the position was, to check a replay against
    "snapshots",
    metadata,
    _match(),
    Column("number", Integer, primary_key=True),
    Column("position", Text, nullable=False),
)
marks = Table(  # the course as bytes, as it was after so many entries: what can be worked out from the log again
    "marks",
    metadata,
    Column("match_id", Text, ForeignKey("matches.id"), primary_key=True),
    Column("number", Integer, nullable=False),
    Column("stamp", Text, nullable=False),  # of the program that made it
    Column("content", LargeBinary, nullable=False),
)
sat = Table(  # the accounts that have had a seat
    "sat",
    metadata,
    _match(),
    Column("side", Text, primary_key=True),
    Column("user_id", Text, ForeignKey("users.id"), primary_key=True),
)
messages = Table(
    "messages",
    metadata,
    _match(),
    Column("number", Integer, primary_key=True),
    Column("who", Text, nullable=False),
    Column("text", Text, nullable=False),
    Column("time", BigInteger, nullable=False),
)
notes = Table(
    "notes",
    metadata,
    _match(),
    Column("side", Text, primary_key=True),
    Column("who", Text, primary_key=True),  # the account, or without accounts the hash of the seat's secret
    Column("text", Text, nullable=False),
)
proposals = Table(
    "proposals",
    metadata,
    _match(),
    Column("number", Integer, primary_key=True),
    Column("side", Text, nullable=False),
    Column("kind", Text, nullable=False),  # undo, rollback, draw, rules, off
    Column("target", Integer, nullable=False),
    Column("status", Text, nullable=False),  # open, accepted, declined, lapsed
    Column("time", BigInteger, nullable=False),
)


def migrate(engine: Engine, folder: Path = MIGRATIONS) -> int:
    """Bring the database to this program's version, all or nothing, and return that version."""
    steps = {int(path.stem): path for path in sorted(folder.glob("*.sql"))}
    latest = max(steps)
    with engine.connect().execution_options(writes=True) as connection, connection.begin():
        if engine.dialect.name == "postgresql":
            connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": LOCK})
        connection.execute(text("CREATE TABLE IF NOT EXISTS schema_version (version INTEGER NOT NULL)"))
        version: int = connection.execute(text("SELECT coalesce(max(version), 0) FROM schema_version")).scalar_one()
        if version > latest:
            raise Invalid(f"the database is of version {version}, this program knows {latest}: use a newer program")
        for number in range(version + 1, latest + 1):
            _run(connection, steps[number])
            connection.execute(text("INSERT INTO schema_version VALUES (:number)"), {"number": number})
    return latest


def _run(connection: Connection, script: Path) -> None:
    sql = re.sub(r"^\s*--.*$", "", script.read_text("utf-8"), flags=re.MULTILINE)
    for statement in re.split(r";\s*$", sql, flags=re.MULTILINE):
        if statement.strip():
            connection.exec_driver_sql(statement)
