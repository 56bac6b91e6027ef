"""The crew: the worker processes of one server. Each match has one owner among them, and connections go to it.

Any worker may accept a connection. It reads the head of a request, and if that is about a match of another's it hands
the connection over as it is, with what was read of it: the system passes open sockets from process to process. The
owner goes on as if it had accepted the connection itself, so nothing is proxied and nothing is said twice. Workers also
tell each other a few words in passing (`tell`).
"""

from __future__ import annotations

import asyncio
import logging
import os
import re
import socket
import time
from collections.abc import Callable
from hashlib import blake2b
from pathlib import Path

HAND_SECONDS = 15.0  # until an owner that does not answer, as after a crash, is back
AGAIN_SECONDS = 0.1
READ_MAX = 1 << 16
MESSAGE_MAX = 1 << 20
SOCKET, WORDS = b"S", b"W"
ABOUT_A_MATCH = re.compile(rb"[A-Z]+ /api/matches/([0-9A-Za-z]{1,40})[/? ]")
ABOUT_ACCOUNTS = re.compile(rb"[A-Z]+ /api/(?:login|register|logout|password|sessions|notices)[/? ]")
log = logging.getLogger("grognard.server")


def owner_of(match: str, workers: int) -> int:
    """Which of so many workers owns a match."""
    return int.from_bytes(blake2b(match.encode(), digest_size=8).digest(), "big") % workers


def meeting_place(folder: str | Path, worker: int) -> Path:
    """The socket at which a worker takes connections from others; it is there once the worker serves."""
    return Path(folder) / f"{worker}.sock"


class Crew:
    """The workers, as one of them sees them."""

    def __init__(self, me: int = 0, workers: int = 1, folder: str = "") -> None:
        self.me, self.workers, self._folder = me, workers, Path(folder)
        self._tasks: set[asyncio.Task[None]] = set()
        self._adopt: Callable[[socket.socket, bytes], None] = lambda sock, content: sock.close()
        self.heard: Callable[[str], None] = lambda words: None

    def owns(self, match: str) -> bool:
        """Whether a match is this worker's."""
        return self.workers == 1 or owner_of(match, self.workers) == self.me

    def wanted(self, head: bytes) -> int:
        """Who answers a request: the owner of its match; one for all accounts, for logins are counted; else anybody."""
        if (found := ABOUT_A_MATCH.match(head)) and found[1] != b"import":
            return owner_of(found[1].decode(), self.workers)
        return 0 if ABOUT_ACCOUNTS.match(head) else self.me

    def listen(self, adopt: Callable[[socket.socket, bytes], None]) -> None:
        """Take what others hand over; in the event loop."""
        self._adopt = adopt
        path = meeting_place(self._folder, self.me)
        path.unlink(missing_ok=True)  # of the one before, if it died
        self._door = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self._door.setblocking(False)
        self._door.bind(str(path))
        self._door.listen(512)
        self._begin(self._take_all())

    async def close(self) -> None:
        """Take nothing more."""
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        if self.workers > 1:
            self._door.close()

    def tell(self, words: str) -> None:
        """Say something to all others; whoever is away does not hear it."""
        for other in range(self.workers):
            if other != self.me:
                self._begin(self._tell(other, words))

    def hand(self, other: int, sock: socket.socket, content: bytes) -> None:
        """Give a connection to its owner, with what was read of it; it is closed here in any case."""
        self._begin(self._hand(other, sock, content))

    def _begin(self, work: object) -> None:
        task: asyncio.Task[None] = asyncio.ensure_future(work)  # type: ignore[call-overload]
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _tell(self, other: int, words: str) -> None:
        try:
            await self._pass(other, WORDS + words.encode())
        except OSError as error:
            log.info("worker %d does not hear: %s", other, error)

    async def _hand(self, other: int, sock: socket.socket, content: bytes) -> None:
        until = time.monotonic() + HAND_SECONDS
        with sock:
            while True:
                try:
                    await self._pass(other, SOCKET + content, sock)
                    return
                except OSError as error:
                    if time.monotonic() > until:
                        log.error("a connection could not be handed to worker %d: %s", other, error)
                        _turn_away(sock)
                        return
                await asyncio.sleep(AGAIN_SECONDS)

    async def _pass(self, other: int, content: bytes, sock: socket.socket | None = None) -> None:
        """A message to another worker, with a socket if one is named: whole when it has been heard to its end."""
        loop = asyncio.get_running_loop()
        with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as line:
            line.setblocking(False)
            line.connect(
                str(meeting_place(self._folder, other))
            )  # at once, or it fails: nobody there, or too many wait
            sent = socket.send_fds(line, [content], [] if sock is None else [sock.fileno()])
            await loop.sock_sendall(line, content[sent:])
            line.shutdown(socket.SHUT_WR)
            if await loop.sock_recv(line, 1) != b"+":
                raise ConnectionError("it died before it had heard everything")

    async def _take_all(self) -> None:
        loop = asyncio.get_running_loop()
        while True:
            line, _ = await loop.sock_accept(self._door)
            self._begin(self._take(line))

    async def _take(self, line: socket.socket) -> None:
        loop = asyncio.get_running_loop()
        handed: list[int] = []
        with line:
            try:
                await _readable(line)
                content, handed, _, _ = socket.recv_fds(line, READ_MAX, 1)
                for number in handed:
                    os.set_inheritable(number, False)  # bots and clerks are not to hold it open
                while len(content) < MESSAGE_MAX and (more := await loop.sock_recv(line, READ_MAX)):
                    content += more
                line.send(b"+")
            except OSError as error:
                log.warning("what another worker said was cut off: %s", error)
                for number in handed:
                    os.close(number)
                return
        if content[:1] == SOCKET and handed:
            self._adopt(socket.socket(fileno=handed[0]), content[1:])
        else:
            self.heard(content[1:].decode("utf-8", "replace"))


async def _readable(line: socket.socket) -> None:
    loop = asyncio.get_running_loop()
    ready: asyncio.Future[None] = loop.create_future()

    def heard() -> None:
        if not ready.done():
            ready.set_result(None)

    loop.add_reader(line, heard)
    try:
        await ready
    finally:
        loop.remove_reader(line)


def _turn_away(sock: socket.socket) -> None:
    """Say to come back later."""
    answer = b"HTTP/1.1 503 Service Unavailable\r\nRetry-After: 2\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
    try:
        sock.send(answer)
    except OSError:
        log.info("whoever was turned away had gone")
