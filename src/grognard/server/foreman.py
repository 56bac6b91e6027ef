"""Several processes behind one address: this one opens the door, starts the workers, and replaces those that die.

It holds the listening socket and, of a SQLite file, the lock; the workers inherit both, so whatever dies, connections
that wait are accepted by somebody. It serves nothing itself. A worker ends when its standard input does: with this
process.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from types import FrameType

import msgspec

from grognard.errors import Invalid
from grognard.server.clubsettings import Club
from grognard.server.crew import meeting_place
from grognard.server.database import sqlite_file
from grognard.server.settings import Settings
from grognard.server.storage import Storage

GIVE_UP = 5  # workers in a row that end before any has served: something is wrong with how it was started
REST_SECONDS = 2.0  # after so many in a row that end early though there were some that served
END_SECONDS = 10.0
# The C library gives each thread a store of memory of its own and keeps what is freed; the work is done by one thread.
THRIFTY = {"MALLOC_ARENA_MAX": "1", "MALLOC_TRIM_THRESHOLD_": "1048576"}


class WorkerOrders(msgspec.Struct, frozen=True):
    """What a worker is told when it starts."""

    door: int  # the listening socket
    db: str
    public: bool
    programs: dict[str, str]
    worker: int
    workers: int
    folder: str
    log_level: int
    club: Club


def can_share() -> bool:
    """Whether processes can hand sockets to each other here."""
    return hasattr(socket, "send_fds") and os.name == "posix"


def run(storage: Storage, settings: Settings, host: str, port: int, workers: int, log_level: int) -> None:
    """Serve with so many workers until this process is told to end.

    The storage is open: it holds the lock of a SQLite file, and the database has been brought up to date.
    """
    file = sqlite_file(settings.db)
    with _door(host, port) as door, _folder() as folder:
        inherited = [door.fileno(), *([storage.lock] if file and storage.lock is not None else [])]

        def start(worker: int) -> subprocess.Popen[bytes]:
            programs = dict(settings.bot_programs)
            orders = WorkerOrders(
                door.fileno(),
                settings.db,
                settings.public,
                programs,
                worker,
                workers,
                str(folder),
                log_level,
                settings.club,
            )
            meeting_place(folder, worker).unlink(missing_ok=True)
            command = [sys.executable, "-m", "grognard.server.worker"]
            child = subprocess.Popen(command, stdin=subprocess.PIPE, pass_fds=inherited, env=THRIFTY | os.environ)
            assert child.stdin is not None
            child.stdin.write(msgspec.json.encode(orders) + b"\n")  # not in the arguments: everybody can read those
            child.stdin.flush()
            return child

        _keep(start, workers, lambda worker: meeting_place(folder, worker).exists())
    storage.engine.dispose()


def _keep(start: Callable[[int], subprocess.Popen[bytes]], workers: int, served: Callable[[int], bool]) -> None:
    """Start the workers and replace those that end, until we are told to end; `served`: it was ready to."""
    ending, begun = False, False

    def end(number: int, frame: FrameType | None) -> None:
        nonlocal ending
        ending = True

    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, end)
    crew = [start(worker) for worker in range(workers)]
    early = 0
    while not ending:
        time.sleep(0.05)
        for worker, child in enumerate(crew):
            if child.poll() is None or ending:
                continue
            early = 0 if served(worker) else early + 1
            begun = begun or any(map(served, range(workers)))
            if early >= GIVE_UP and begun:
                time.sleep(REST_SECONDS)
            elif early >= GIVE_UP:
                _end(crew)
                raise Invalid("the server's workers end as soon as they are started")
            how = _how(child.returncode)
            print(f"worker {worker} has ended ({how}); another takes its matches over", file=sys.stderr)
            crew[worker] = start(worker)
    _end(crew)


def _how(code: int) -> str:
    """How a process has ended."""
    try:
        return signal.Signals(-code).name if code < 0 else f"status {code}"
    except ValueError:
        return f"signal {-code}"


def _end(crew: list[subprocess.Popen[bytes]]) -> None:
    for child in crew:
        child.terminate()
    until = time.monotonic() + END_SECONDS
    for child in crew:
        try:
            child.wait(max(0.1, until - time.monotonic()))
        except subprocess.TimeoutExpired:
            child.kill()
            child.wait()


@contextlib.contextmanager
def _door(host: str, port: int) -> Iterator[socket.socket]:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family, socket.SOCK_STREAM) as door:
        door.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        door.bind((host, port))
        door.listen(512)
        yield door


@contextlib.contextmanager
def _folder() -> Iterator[Path]:
    """Where the workers meet: only this user can enter."""
    folder = Path(tempfile.mkdtemp(prefix="grognard-"))
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)
