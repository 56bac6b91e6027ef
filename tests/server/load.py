"""Load on a server on loopback: many matches at once, in each both sides at their pages, which play over them.

`python -m tests.server.load URL GAME MATCHES SECONDS PER_SECOND PID...` prints figures as JSON. With PER_SECOND 0 every
match acts again as soon as its last action is acknowledged. The processes are those whose work is measured. It does as
little work as possible itself, since it shares the machine.
"""

from __future__ import annotations

import asyncio
import base64
import json
import os
import re
import resource
import sys
import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from itertools import count
from typing import Any, cast
from urllib.parse import urlsplit

from tests.server.lesson import Opening, opening
from tests.server.process import processor_seconds

NUMBER = re.compile(rb'"number":(\d+)')
ANSWERS = re.compile(rb'"answers":(\d+)}$')
AWAY = b"HTTP/1.1 503 "  # a worker that starts takes long on a busy machine: come back later
STEPS = 1500


@dataclass
class Figures:
    """What was measured, in seconds and bytes."""

    acknowledged: list[float] = field(default_factory=list)
    seen: list[float] = field(default_factory=list)  # from sending an action to the other side's new view
    refused: int = 0
    bytes: int = 0  # of what the server said

    def told(self, seconds: float) -> dict[str, float]:
        return {
            "actions_per_second": round(len(self.acknowledged) / seconds, 1),
            "actions": len(self.acknowledged),
            "refused": self.refused,
            "acknowledged_p50_ms": _share(self.acknowledged, 0.5),
            "acknowledged_p99_ms": _share(self.acknowledged, 0.99),
            "seen_p50_ms": _share(self.seen, 0.5),
            "seen_p99_ms": _share(self.seen, 0.99),
            "bytes_per_action": round(self.bytes / max(1, len(self.acknowledged))),
        }


def _share(values: list[float], share: float) -> float:
    ordered = sorted(values) or [0.0]
    return round(1000 * ordered[min(len(ordered) - 1, int(share * len(ordered)))], 1)


class Wire:
    """One HTTP/1.1 connection that is kept open."""

    def __init__(self, url: str) -> None:
        parts = urlsplit(url)
        assert parts.hostname == "127.0.0.1", "only on loopback"
        self.host, self.port = parts.hostname, parts.port or 80

    async def open(self) -> Wire:
        self.reader, self.writer = await asyncio.open_connection(self.host, self.port, limit=1 << 22)
        return self

    async def post(self, path: str, body: object, tokens: str = "") -> tuple[int, bytes]:
        if isinstance(body, bytes):
            content, kind = body, "text/plain"
        else:
            content, kind = json.dumps(body).encode(), "application/json"
        head = f"POST {path} HTTP/1.1\r\nHost: {self.host}:{self.port}\r\nContent-Type: {kind}\r\n"
        head += f"X-Grognard-Seat: {tokens}\r\nContent-Length: {len(content)}\r\n\r\n"
        self.writer.write(head.encode() + content)
        start = await self.reader.readuntil(b"\r\n\r\n")
        length = int(re.search(rb"(?i)content-length: (\d+)", start)[1])  # type: ignore[index]
        return int(start[9:12]), await self.reader.readexactly(length)

    async def get(self, path: str) -> bytes:
        self.writer.write(f"GET {path} HTTP/1.1\r\nHost: {self.host}:{self.port}\r\n\r\n".encode())
        start = await self.reader.readuntil(b"\r\n\r\n")
        if start.startswith(AWAY):
            raise ConnectionResetError
        assert start.startswith(b"HTTP/1.1 200"), start
        length = int(re.search(rb"(?i)content-length: (\d+)", start)[1])  # type: ignore[index]
        return await self.reader.readexactly(length)


class Page(asyncio.Protocol):
    """A live connection: a WebSocket of the few parts that are needed, with a mask of zeros."""

    def __init__(self, url: str, match: str, hello: object, heard: Callable[[Page, bytes], None]) -> None:
        self.url, self.match, self.hello, self._heard = urlsplit(url), match, hello, heard
        self.ready: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.lost: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._buffer = b""
        self._open = False

    async def connect(self) -> Page:
        assert self.url.hostname == "127.0.0.1", "only on loopback"
        await asyncio.get_running_loop().create_connection(lambda: self, self.url.hostname, self.url.port or 80)
        await self.ready
        return self

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast(asyncio.Transport, transport)  # uvloop's are no children of this class
        key = base64.b64encode(os.urandom(16)).decode()
        head = f"GET /api/matches/{self.match}/live HTTP/1.1\r\nHost: {self.url.netloc}\r\nUpgrade: websocket\r\n"
        head += f"Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {key}\r\n\r\n"
        self.transport.write(head.encode())

    def connection_lost(self, exc: Exception | None) -> None:
        for waiting in (self.ready, self.lost):
            if not waiting.done():
                waiting.set_exception(ConnectionResetError())
                waiting.exception()

    def data_received(self, data: bytes) -> None:
        data = self._buffer + data
        at = 0
        if not self._open:
            end = data.find(b"\r\n\r\n")
            if end < 0:
                self._buffer = data
                return
            if data.startswith(AWAY):
                self.transport.abort()
                return
            assert data.startswith(b"HTTP/1.1 101"), data[:200]
            self._open, at = True, end + 4
            self.say(self.hello)
        while (frame := _frame(data, at)) is not None:
            kind, start, end = frame
            if kind == 9:
                self._send(0x8A, data[start:end])
            elif kind == 1:
                self._heard(self, data[start:end])
            at = end
        self._buffer = data[at:]

    def say(self, message: object) -> None:
        self._send(0x81, json.dumps(message).encode())

    def _send(self, kind: int, content: bytes) -> None:
        length = len(content)
        size = bytes([0x80 | length]) if length < 126 else b"\xfe" + length.to_bytes(2, "big")
        self.transport.write(bytes([kind]) + size + b"\0\0\0\0" + content)


def _frame(data: bytes, at: int) -> tuple[int, int, int] | None:
    """The kind of the next frame and where its content is, if it is there to its end."""
    if len(data) < at + 2:
        return None
    length, start = data[at + 1], at + 2
    if length >= 126:
        wide = 2 if length == 126 else 8
        if len(data) < start + wide:
            return None
        length, start = int.from_bytes(data[start : start + wide], "big"), start + wide
    return (data[at] & 15, start, start + length) if len(data) >= start + length else None


class Bout:
    """One match under load."""

    def __init__(self, url: str, figures: Figures, start: Opening) -> None:
        self.url, self.figures, self.opening = url, figures, start
        self.at = len(start.steps)
        self.pages: dict[str, Page] = {}
        self.id = ""
        self.tokens: dict[str, str] = {}

    async def begin(self) -> None:
        """Start a match, and open the pages of both sides."""
        self.leave()
        wire = await Wire(self.url).open()
        path = "/api/matches/import" if isinstance(self.opening.body, bytes) else "/api/matches"
        status, content = await wire.post(path, self.opening.body)
        while status in (429, 503):  # many matches have come to the end of their script at once, or nobody is there yet
            await asyncio.sleep(0.05)
            if status == 503:  # and the connection is closed
                wire.writer.close()
                wire = await Wire(self.url).open()
            status, content = await wire.post(path, self.opening.body)
        assert status == 200, content
        wire.writer.close()
        made = json.loads(content)
        self.id, self.tokens, self.at = made["id"], made["tokens"], 0
        await self.sit_down()

    async def sit_down(self) -> None:
        """Open the pages of both sides."""
        self.sent = 0.0
        self.answer: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        for side, token in self.tokens.items():
            hello = {"seats": [token], "side": side, "deltas": True}
            self.pages[side] = await Page(self.url, self.id, hello, self._heard).connect()
            await self.pages[side].ready

    def leave(self) -> None:
        """Close the pages."""
        for page in self.pages.values():
            page.transport.abort()
        self.pages = {}

    def _heard(self, page: Page, content: bytes) -> None:
        self.figures.bytes += len(content)
        if content.startswith((b'{"live":"delta"', b'{"live":"state"')):
            if not page.ready.done():
                page.ready.set_result(None)
            found = NUMBER.search(content)
            if found is None or int(found[1]) != self.at + 1 or not self.sent:
                return
            now = time.perf_counter()
            if page is not self.pages[self.opening.steps[self.at][0]]:
                self.figures.seen.append(now - self.sent)  # the other side's view
            elif (said := ANSWERS.search(content)) and int(said[1]) == self.at + 1 and not self.answer.done():
                self.answer.set_result(True)
        elif content.startswith(b'{"live":"refused"') and not self.answer.done():
            self.answer.set_result(False)

    async def act(self) -> None:
        """Play the next action of the script."""
        if self.at >= len(self.opening.steps):
            await self.begin()
        side, action = self.opening.steps[self.at]
        self.answer = asyncio.get_running_loop().create_future()
        self.sent = time.perf_counter()
        self.pages[side].say({"number": self.at, "action": action, "side": side, "ask": self.at + 1})
        waiting: list[asyncio.Future[Any]] = [self.answer, self.pages[side].lost]
        await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
        if not self.answer.done():
            raise ConnectionResetError
        if not self.answer.result():
            self.figures.refused += 1
            return
        self.figures.acknowledged.append(time.perf_counter() - self.sent)
        self.at += 1


async def keep_on(act: Callable[[], Awaitable[None]], first: float, end: float, per_second: float) -> None:
    """Act from a moment on, to the end; at a pace by a timetable, so that a late answer does not slow it down."""
    for n in count():
        due = first + n / per_second if per_second else time.perf_counter()
        if due >= end or (now := time.perf_counter()) >= end:
            return
        if due > now:
            await asyncio.sleep(due - now)
        await act()


async def load(
    url: str, game: str, matches: int, seconds: float, per_second: float = 0.0, pids: Sequence[int] = ()
) -> dict[str, float]:
    """Put load on a server for some seconds; the processor time is that of these processes meanwhile."""
    figures = Figures()
    start_of = opening(game, STEPS)
    bouts = [Bout(url, figures, start_of) for _ in range(matches)]
    for bout in bouts:
        await bout.begin()
        for _ in range(start_of.setup):
            await bout.act()
    await asyncio.sleep(0.5)
    figures.acknowledged, figures.seen, figures.bytes = [], [], 0
    start, spent, worked = time.perf_counter(), time.process_time(), processor_seconds(pids)

    end, rate = start + seconds, per_second or 1000.0
    firsts = [start + n / len(bouts) / rate for n in range(len(bouts))]
    await asyncio.gather(
        *(keep_on(bout.act, first, end, per_second) for bout, first in zip(bouts, firsts, strict=True))
    )
    took, spent, worked = time.perf_counter() - start, time.process_time() - spent, processor_seconds(pids) - worked
    actions = max(1, len(figures.acknowledged))
    await asyncio.sleep(0.3)
    for bout in bouts:
        bout.leave()
    costs = {
        "server_ms_per_action": round(1000 * worked / actions, 3),
        "client_ms_per_action": round(1000 * spent / actions, 3),
    }
    return {**figures.told(took), **costs}


def main() -> None:
    """Read what is wanted, and print the figures."""
    given = sys.argv[1:]
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, 8192), hard))
    url, game, matches, seconds, per_second, *pids = given
    import uvloop

    told = uvloop.run(load(url, game, int(matches), float(seconds), float(per_second), [int(pid) for pid in pids]))
    print(json.dumps(told))


if __name__ == "__main__":
    main()
