"""Backup and restore of a SQLite database: `python -m grognard.server.backup save DB FILE`, `restore FILE DB`.

A backup is taken while the server runs. For PostgreSQL use pg_dump and pg_restore.
"""

from __future__ import annotations

import argparse
import contextlib
import os
import sqlite3
import sys
from pathlib import Path

from grognard.errors import Invalid
from grognard.locks import take

TABLES = ("matches", "actions", "seats", "users", "schema_version")


def save(db: Path, file: Path) -> int:
    """Copy a database, as it is at one moment, to a new file; how many matches it has."""
    if not db.is_file():
        raise Invalid(f"{db}: there is no such database")
    if file.exists():
        raise Invalid(f"{file} is there already")
    beside = file.with_name(f".{file.name}.part")
    beside.unlink(missing_ok=True)
    with contextlib.closing(sqlite3.connect(f"file:{db}?mode=ro", uri=True, timeout=30)) as source:
        handle = os.open(beside, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600)  # password hashes are in it
        os.close(handle)
        with contextlib.closing(sqlite3.connect(beside)) as target:
            source.backup(target)
            target.execute("PRAGMA journal_mode=DELETE")
    try:
        count = check(beside)
    except Invalid:
        beside.unlink()
        raise
    with beside.open("rb") as written:
        os.fsync(written.fileno())
    beside.rename(file)
    return count


def check(file: Path) -> int:
    """Whether a file is a whole database of ours, Invalid if not; how many matches it has."""
    try:
        with contextlib.closing(sqlite3.connect(f"file:{file}?mode=ro", uri=True)) as connection:
            wrong = connection.execute("PRAGMA integrity_check").fetchone()[0]
            if wrong != "ok":
                raise Invalid(f"{file} is damaged: {wrong}")
            for table in TABLES:
                connection.execute(f"SELECT count(*) FROM {table}").fetchone()
            return int(connection.execute("SELECT count(*) FROM matches").fetchone()[0])
    except sqlite3.Error as error:
        raise Invalid(f"{file} is no database of Grognard: {error}") from error


def restore(file: Path, db: Path) -> int:
    """Put a backup in the place of a database, which is kept beside; Invalid while a server runs with it."""
    if not file.is_file():
        raise Invalid(f"{file}: there is no such backup")
    count = check(file)
    db.parent.mkdir(parents=True, exist_ok=True)
    with contextlib.ExitStack() as until_done:
        if lock := take(db.with_name(f"{db.name}.lock"), f"a server is running with {db}: stop it first"):
            until_done.enter_context(lock)
        for ending in ("", "-wal", "-shm"):
            old = db.with_name(db.name + ending)
            if old.exists():
                old.replace(db.with_name(f"{db.name}.before-restore{ending}"))
        beside = db.with_name(f".{db.name}.part")
        beside.unlink(missing_ok=True)
        beside.write_bytes(file.read_bytes())
        beside.chmod(0o600)
        with beside.open("rb") as written:
            os.fsync(written.fileno())
        beside.rename(db)
    return count


def main() -> int:
    """Read the options, and save or restore."""
    parser = argparse.ArgumentParser(prog="grognard.server.backup", description=__doc__)
    parser.add_argument("what", choices=("save", "restore"))
    parser.add_argument("source", type=Path)
    parser.add_argument("target", type=Path)
    given = parser.parse_args()
    try:
        count = (save if given.what == "save" else restore)(given.source, given.target)
    except (Invalid, OSError) as error:
        print(error, file=sys.stderr)
        return 2
    print(f"{given.target}: {count} matches")
    return 0


if __name__ == "__main__":
    sys.exit(main())
