"""A PostgreSQL of our own on loopback, for as long as the tests run."""

from __future__ import annotations

import os
import pwd
import shutil
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


def binaries() -> Path | None:
    """Where Debian's or the system's PostgreSQL programs are."""
    found = shutil.which("initdb")
    if found and Path(found).with_name("postgres").exists():
        return Path(found).resolve().parent
    places = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), reverse=True)
    return places[0].parent if places else None


def free_port() -> int:
    """A port nobody uses now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def _owner() -> str | None:
    """PostgreSQL refuses to run as root: then it runs as `postgres`, or not at all."""
    if os.geteuid() != 0:
        return None
    pwd.getpwnam("postgres")
    return "postgres"


def why_not() -> str:
    """Why the tests cannot start a PostgreSQL here; '' if they can."""
    if binaries() is None:
        return "PostgreSQL is not installed (Debian: apt-get install postgresql)"
    try:
        _owner()
    except KeyError:
        return "PostgreSQL does not run as root, and there is no user postgres"
    return ""


@contextmanager
def running(*, durable: bool = False) -> Iterator[str]:
    """The address of a fresh PostgreSQL; `durable` waits for the disk at every commit, as a real one does."""
    programs, owner = binaries(), _owner()
    assert programs is not None
    folder = Path(tempfile.mkdtemp(prefix="grognard-pg-"))
    if owner is not None:
        shutil.chown(folder, owner)
    data, port = folder / "data", free_port()
    init = [str(programs / "initdb"), "-D", str(data), "-U", "grognard", "-A", "trust", "-E", "UTF8", "--no-sync"]
    subprocess.run(init, check=True, user=owner, cwd=folder, stdout=subprocess.DEVNULL)
    settings = ["listen_addresses=127.0.0.1", f"port={port}", "unix_socket_directories=", "max_connections=100"]
    settings += [] if durable else ["fsync=off", "synchronous_commit=off"]
    command = [str(programs / "postgres"), "-D", str(data)] + [word for s in settings for word in ("-c", s)]
    with (folder / "log").open("wb") as log:
        process = subprocess.Popen(command, user=owner, cwd=folder, stdout=log, stderr=log)
    try:
        address = f"postgresql://grognard@127.0.0.1:{port}/postgres"
        _await(address, process)
        yield address
    finally:
        process.terminate()  # SIGTERM waits for sessions to end; SIGINT ends them
        process.send_signal(2)
        process.wait(20)
        shutil.rmtree(folder, ignore_errors=True)


def _await(address: str, process: subprocess.Popen[bytes]) -> None:
    import psycopg  # a machine without PostgreSQL need not have it

    for _ in range(200):
        try:
            psycopg.connect(address, connect_timeout=2).close()
            return
        except psycopg.OperationalError:
            assert process.poll() is None, "PostgreSQL ended at once"
            time.sleep(0.05)
    raise AssertionError("PostgreSQL did not start")


def fresh_database(address: str, name: str) -> str:
    """A new, empty database on the server at `address`."""
    import psycopg

    with psycopg.connect(address, autocommit=True) as connection:
        connection.execute(f'DROP DATABASE IF EXISTS "{name}" WITH (FORCE)')
        connection.execute(f'CREATE DATABASE "{name}"')
    return address.rpartition("/")[0] + "/" + name
